"""The documents of a record in a folder of their own, which nothing in them can leave."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pult.core.temporary import temporary_folder
from pult.record import Record, RecordError

MAX_FILES = 2000
"""Documents, meshes and pictures that a record may bring."""
_PART = re.compile(r"[^\x00-\x1f\x7f<>:\"|?*\\/]+")
"""What the parts of a path may be on every system."""
_LONGEST = 200
"""Longest part of a path [bytes]."""


@contextmanager
def unpacked(record: Record, where: Path | None = None) -> Iterator[Path]:
    """The documents of a record in a folder, as long as it is needed.

    Args:
        record: The record.
        where: Folder in which that folder is made; one for temporary files if left out.

    Raises:
        RecordError: A document would lie elsewhere, or has a name that no file can have.
    """
    if len(record.files) > MAX_FILES:
        raise RecordError(record.path, f"it holds {len(record.files)} documents; at most {MAX_FILES} are read.")
    for name in record.files:
        if not _is_plain(name):
            raise RecordError(record.path, f"a document in it leads out of its folder: {name[:200]!r}.")
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
