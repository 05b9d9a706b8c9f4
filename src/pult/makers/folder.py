"""Writing made documents into a folder: all of them or none, and nothing that is there is replaced."""

import os
from collections.abc import Mapping
from pathlib import Path

from pult.core.errors import UsageError


def write_documents(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write files into a folder, which is created if it does not exist.

    Args:
        files: Content by path relative to the folder.
        folder: Where they go.

    Returns:
        The files, in the given order.

    Raises:
        UsageError: One of them exists already, or a path leads out of the folder; nothing was written.
        OSError: The folder cannot be written to; what was written before is removed again.
    """
    targets = {folder / name: content for name, content in files.items()}
    root = folder.resolve()
    for target in targets:
        if not target.resolve().is_relative_to(root):
            raise UsageError(f"{target} is outside {folder}; nothing was written.")
        if target.exists() or target.is_symlink():
            raise UsageError(f"{target} exists already; nothing was written.")
    made: list[Path] = []
    folders: list[Path] = []
    try:
        for target, content in targets.items():
            missing = [parent for parent in (target.parent, *target.parent.parents) if not parent.exists()]
            target.parent.mkdir(parents=True, exist_ok=True)
            folders += reversed(missing)
            handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)  # never replaces a file
            made.append(target)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
    except OSError:
        for target in made:
            target.unlink(missing_ok=True)
        for parent in reversed(folders):
            if parent.is_dir() and not any(parent.iterdir()):
                parent.rmdir()
        raise
    return list(targets)
