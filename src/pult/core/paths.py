"""Paths whose names come from documents."""

from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether a path is a file; one that no file can have, because a name in it is too long, say, is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
