"""Temporary folders that go in the end even if their process was killed.

Each is named `pult-PURPOSE-xxxxxxxx`, is for its user alone, and holds a mark that its process keeps locked. So what is
left over can be told from what is in use, and from everything that is not ours: it has the name and the mark, and
nobody holds the lock.
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
YOUNG = 60.0
"""Age up to which a folder is left alone [s]: its process may be about to lock it."""
_NAME = re.compile(r"pult-[a-z]+-[a-z0-9_]{8}")


class TemporaryFolder:
    """A folder that is in use until it is removed. Its methods may be called from any thread.

    Attributes:
        path: The folder.
    """

    def __init__(self, purpose: str, base: Path | None = None) -> None:
        """Make it.

        Args:
            purpose: A word of small letters, for its name.
            base: Folder to make it in; the system's folder for temporary files if left out.

        Raises:
            OSError: It cannot be made.
        """
        self._lock = threading.Lock()
        self.path = Path(tempfile.mkdtemp(prefix=f"pult-{purpose}-", dir=base))
        self._handle: int | None = os.open(self.path / MARK, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with suppress(OSError):  # a file system without locks, where nothing is tidied either
            try_lock(self._handle)

    def remove(self) -> None:
        """Remove it with all that is in it; more than once does no harm."""
        with self._lock:
            if self._handle is None:
                return
            os.close(self._handle)  # first: some systems do not remove open files
            self._handle = None
        shutil.rmtree(self.path, ignore_errors=True)


@contextmanager
def temporary_folder(purpose: str, base: Path | None = None) -> Iterator[Path]:
    """A temporary folder as long as it is needed; see `TemporaryFolder`."""
    folder = TemporaryFolder(purpose, base)
    try:
        yield folder.path
    finally:
        folder.remove()


def remove_left_over(base: Path | None = None) -> list[Path]:
    """Remove temporary folders whose processes are gone; nothing else is touched.

    Args:
        base: Folder to look in; the system's folder for temporary files if left out.

    Returns:
        The folders that were removed.
    """
    found: list[Path] = []
    with suppress(OSError):
        found = [path for path in Path(base or tempfile.gettempdir()).iterdir() if _NAME.fullmatch(path.name)]
    removed = [path for path in found if _is_own(path) and _is_left_over(path / MARK)]
    for path in removed:
        shutil.rmtree(path, ignore_errors=True)
    return removed


def _is_own(path: Path) -> bool:
    """Whether a folder is this user's, and was made for this user alone."""
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
    except OSError:  # it has no mark, so it is not ours
        return False
    try:
        facts = os.fstat(handle)
        old = stat.S_ISREG(facts.st_mode) and time.time() - facts.st_mtime > YOUNG
        return old and try_lock(handle)
    except OSError:
        return False
    finally:
        os.close(handle)
