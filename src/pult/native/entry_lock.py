"""One process at a time compiles an entry of the cache; the others wait, and find it made.

The lock is one of the operating system on a file next to the entry, so it is gone with the process that had it. The
file is removed by whoever had the lock; a process that opened it before has the lock of a file that is not there any
more, notices, and tries again.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pult.core.file_lock import try_lock

PATIENCE = 300.0
"""Time after which an entry is compiled although another process is still at it [s]."""
_LOOK = 0.02
"""Time between two looks whether a lock is free [s]."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Have the lock at a path. Where there are no locks, or after much patience, go on without it."""
    handle, end = _try(path), time.monotonic() + PATIENCE
    while handle is None and time.monotonic() < end:
        time.sleep(_LOOK)
        handle = _try(path)
    try:
        yield
    finally:
        if handle is not None and handle >= 0:
            with suppress(OSError):  # Windows does not remove open files; the next one uses it
                path.unlink()
            os.close(handle)


def _try(path: Path) -> int | None:
    """The open file with the lock; -1 if there are no locks here, None if another process has it."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError:
        return -1  # the folder is not writable, for one: then nothing is kept, and nobody can wait for it
    try:
        if try_lock(handle) and _is_still(path, handle):
            return handle
    except OSError:
        os.close(handle)
        return -1
    os.close(handle)
    return None


def _is_still(path: Path, handle: int) -> bool:
    """Whether an open file is the one that lies at a path."""
    try:
        return os.path.samestat(path.lstat(), os.fstat(handle))
    except FileNotFoundError:
        return False
