"""Paths whose names come from documents."""

from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether a path is a file; False also for paths that are invalid, for example too long."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
