"""The scheme: document, checks, ordering, compiler, program."""
