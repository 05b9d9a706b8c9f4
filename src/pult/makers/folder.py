"""Writing made documents into a folder: all of them or none, and nothing is overwritten."""

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from pult.core.errors import UsageError


def write_documents(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write files into a folder; existing ones are never overwritten.

    Each file is written under a temporary name first and then linked to its own, which fails if there is one. If
    anything fails, what was written is taken away again, folders included.

    Args:
        files: Contents by path relative to the folder, with '/'.
        folder: The folder; made if there is none.

    Returns:
        The written files, in the given order.

    Raises:
        UsageError: A path leaves the folder, a file is there already, or the disk refuses; nothing was written.
    """
    places = [(folder / _inside(name), content) for name, content in files.items()]
    taken = [path.relative_to(folder).as_posix() for path, _ in places if os.path.lexists(path)]
    if taken:
        raise UsageError(f"{folder} has {_listed(taken)} already; choose another name or another folder.")
    written: list[Path] = []
    made: list[Path] = []
    try:
        for path, content in places:
            _make_folder(path.parent, made)
            _write_new(path, content)
            written.append(path)
    except OSError as error:
        for path in written:
            path.unlink(missing_ok=True)
        for made_folder in reversed(made):
            made_folder.rmdir()
        name = Path(error.filename2 or error.filename or folder).name
        raise UsageError(f"{name} cannot be written: {error.strerror or error}. Nothing was written.") from error
    return written


def _inside(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts or "\\" in name:
        raise UsageError(f"{name!r} is not a path inside the folder.")
    return path


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder with all above it; those that were missing are added to `made`, the outermost first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        path.mkdir()
        made.append(path)


def _write_new(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.link(part, path)
    finally:
        part.unlink(missing_ok=True)


def _listed(names: list[str]) -> str:
    shown = names[:3]
    return ", ".join(shown) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
