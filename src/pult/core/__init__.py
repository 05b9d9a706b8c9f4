"""Units, signals, errors, documents, and the block with its registry: the foundation of all other packages."""
