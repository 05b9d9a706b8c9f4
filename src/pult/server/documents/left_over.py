"""What a studio that was killed has left behind in its project folder."""

import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pult.server.documents.project import KINDS

SESSIONS = ".sessions"
"""Folder of the project for what sessions run that is not saved."""
OLD = 3600.0
"""Age from which half-written files count as abandoned [s]; other commands write into projects, too."""
_SESSION = re.compile(r"[0-9a-f]{12}")
_MAKING = re.compile(r"\..+\.making")
_PART = re.compile(r"\..+\.[a-z0-9_]{8}\.part")


def tidy_project(folder: Path) -> None:
    """Remove folders of sessions, and records, films and documents that were never finished.

    Args:
        folder: The project folder. The caller has its lock: no session runs in it.
    """
    sessions = folder / SESSIONS
    if _kind(sessions) == stat.S_IFDIR:
        for path in _entries(sessions):
            if _SESSION.fullmatch(path.name) and _kind(path) == stat.S_IFDIR:
                shutil.rmtree(path, ignore_errors=True)
    for path in _entries(folder / "records"):
        if _MAKING.fullmatch(path.name):
            _remove(path)
    for place in (folder, folder / "records", *(folder / f"{kind}s" for kind in KINDS)):
        for path in _entries(place):
            if _PART.fullmatch(path.name):
                _remove(path, OLD)


def _entries(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from list(folder.iterdir())


def _kind(path: Path) -> int:
    """What a path itself is, not what it may link to; 0 if it is not there."""
    try:
        return stat.S_IFMT(path.lstat().st_mode)
    except OSError:
        return 0


def _remove(path: Path, age: float = 0.0) -> None:
    with suppress(OSError):
        facts = path.lstat()
        if stat.S_ISREG(facts.st_mode) and time.time() - facts.st_mtime >= age:
            path.unlink()
