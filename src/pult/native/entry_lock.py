"""Locks of cache entries: one process at a time compiles an entry; the others wait, and find it compiled.

The lock is an operating system lock on a file next to the entry, so it is released when its process ends. The holder
removes the file; a process that had opened it before then holds the lock of a deleted file, notices, and tries again.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pult.core.file_lock import try_lock

LOCK_TIMEOUT = 300.0
"""Time after which an entry is compiled although another process is still working on it [s]."""
_POLL_INTERVAL = 0.02
"""Time between two attempts to get a lock [s]."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock at a path; where locks are unsupported, or after the timeout, continue without it."""
    handle, end = _try(path), time.monotonic() + LOCK_TIMEOUT
    while handle is None and time.monotonic() < end:
        time.sleep(_POLL_INTERVAL)
        handle = _try(path)
    try:
        yield
    finally:
        if handle is not None and handle >= 0:
            with suppress(OSError):  # Windows does not remove open files; the next one uses it
                path.unlink()
            os.close(handle)


def _try(path: Path) -> int | None:
    """The locked file descriptor; -1 if locks are unsupported here, None if another process has it."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError:
        return -1  # the folder is not writable, for example: then nothing is stored, and nobody can wait for it
    try:
        if try_lock(handle) and _is_same_file(path, handle):
            return handle
    except OSError:
        os.close(handle)
        return -1
    os.close(handle)
    return None


def _is_same_file(path: Path, handle: int) -> bool:
    """Whether an open file is the one at a path."""
    try:
        return os.path.samestat(path.lstat(), os.fstat(handle))
    except FileNotFoundError:
        return False
