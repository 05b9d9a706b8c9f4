"""Units, signals, errors, documents, and the block with its registry: what every other package stands on."""
