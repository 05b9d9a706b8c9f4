"""Temporary folders that are removed eventually even if their process was killed.

Each is named `pult-PURPOSE-xxxxxxxx`, is private to its user, and contains a marker file that its process keeps locked.
A stale folder can so be distinguished from one in use and from anything that is not ours: it has the name and the
marker, and the lock is free.
"""

import os
import re
import shutil
import stat
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pult.core.file_lock import try_lock

MARK = ".pult-temporary"
GRACE_PERIOD = 60.0
"""Minimum age of a folder before it is removed as stale [s]: its process may not have locked it yet."""
_NAME = re.compile(r"pult-[a-z]+-[a-z0-9_]{8}")


class TemporaryFolder:
    """A temporary folder. Its methods may be called from any thread.

    Attributes:
        path: The folder.
    """

    def __init__(self, purpose: str, base: Path | None = None) -> None:
        """Create the folder.

        Args:
            purpose: A word in lower case, for its name.
            base: Parent folder; the system's folder for temporary files by default.

        Raises:
            OSError: It cannot be created.
        """
        self._lock = threading.Lock()
        self.path = Path(tempfile.mkdtemp(prefix=f"pult-{purpose}-", dir=base))
        self._handle: int | None = os.open(self.path / MARK, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with suppress(OSError):  # a file system without locks, on which stale folders are not removed either
            try_lock(self._handle)

    def remove(self) -> None:
        """Remove the folder and its contents; safe to call more than once."""
        with self._lock:
            if self._handle is None:
                return
            os.close(self._handle)  # first: some systems cannot remove open files
            self._handle = None
        shutil.rmtree(self.path, ignore_errors=True)


@contextmanager
def temporary_folder(purpose: str, base: Path | None = None) -> Iterator[Path]:
    """Context manager for a temporary folder; see `TemporaryFolder`."""
    folder = TemporaryFolder(purpose, base)
    try:
        yield folder.path
    finally:
        folder.remove()


def remove_stale(base: Path | None = None) -> list[Path]:
    """Remove temporary folders whose processes have ended.

    Args:
        base: Folder to look in; the system's folder for temporary files by default.

    Returns:
        The removed folders.
    """
    found: list[Path] = []
    with suppress(OSError):
        found = [path for path in Path(base or tempfile.gettempdir()).iterdir() if _NAME.fullmatch(path.name)]
    removed = [path for path in found if _is_own(path) and _is_left_over(path / MARK)]
    for path in removed:
        shutil.rmtree(path, ignore_errors=True)
    return removed


def _is_own(path: Path) -> bool:
    """Whether a folder belongs to this user and is private."""
    try:
        facts = path.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(facts.st_mode):
        return False
    return not hasattr(os, "geteuid") or (facts.st_uid == os.geteuid() and not facts.st_mode & 0o077)


def _is_left_over(mark: Path) -> bool:
    try:
        handle = os.open(mark, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:  # no marker file, so it is not ours
        return False
    try:
        facts = os.fstat(handle)
        old = stat.S_ISREG(facts.st_mode) and time.time() - facts.st_mtime > GRACE_PERIOD
        return old and try_lock(handle)
    except OSError:
        return False
    finally:
        os.close(handle)
