"""The file of a record: written without blocking a session, and readable even if truncated."""
