"""Unpacking the documents of a record into a separate folder, without access to anything outside."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pult.core.temporary import temporary_folder
from pult.record import Record, RecordError

MAX_FILES = 2000
"""Maximum number of documents, meshes and pictures in a record."""
_PART = re.compile(r"[^\x00-\x1f\x7f<>:\"|?*\\/]+")
"""Parts of a path that are valid on every system."""
_LONGEST = 200
"""Maximum length of a part of a path [bytes]."""


@contextmanager
def unpacked(record: Record, where: Path | None = None) -> Iterator[Path]:
    """Context manager for a temporary folder with the documents of a record.

    Args:
        record: The record.
        where: Parent folder; by default the system's folder for temporary files.

    Raises:
        RecordError: A document would be outside the folder, or has an invalid file name.
    """
    if len(record.files) > MAX_FILES:
        raise RecordError(record.path, f"it holds {len(record.files)} documents; at most {MAX_FILES} are read.")
    for name in record.files:
        if not _is_plain(name):
            raise RecordError(record.path, f"a document in it is outside its folder: {name[:200]!r}.")
    with temporary_folder("record", where) as folder:
        root = folder.resolve()
        try:
            for name, content in record.files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            (root / "exercises").mkdir(exist_ok=True)
        except (FileExistsError, IsADirectoryError, NotADirectoryError):
            raise RecordError(record.path, f"a document in it lies in another one: {name[:200]!r}.") from None
        yield root


def _is_plain(name: str) -> bool:
    parts = name.split("/")
    return len(parts) <= 16 and all(
        _PART.fullmatch(part) and not part.startswith(".") and len(part.encode("utf-8", "replace")) <= _LONGEST
        for part in parts
    )
