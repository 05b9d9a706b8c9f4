"""Memory that processes share, found by a name.

Who makes it removes it. Who only looks must not leave it with the tracker of multiprocessing, which would remove it
when the looker ends, under the eyes of everybody else.
"""

import mmap
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.shared_memory import SharedMemory
from typing import NamedTuple

from pult.core.errors import UsageError


class Look(NamedTuple):
    """Shared memory to look at.

    Attributes:
        data: Its bytes.
        close: Look no more.
    """

    data: memoryview
    close: Callable[[], None]


def new_name() -> str:
    """A name that nobody has; macOS allows 30 characters."""
    return f"pult-{secrets.token_hex(8)}"


def make(name: str, size: int) -> SharedMemory:
    """Make shared memory; should its maker and all its family be killed, the tracker removes it."""
    return SharedMemory(name, create=True, size=size)


def look(name: str) -> Look:
    """Look at shared memory that somebody has made.

    Raises:
        UsageError: There is none of this name.
    """
    try:
        return _look(name)
    except (OSError, ValueError):
        raise UsageError(f"there is no shared memory {name!r}; its session has ended.") from None


if sys.version_info >= (3, 13):

    def _look(name: str) -> Look:
        return _opened(SharedMemory(name, track=False))

elif os.name == "posix":

    def _look(name: str) -> Look:
        from _posixshmem import shm_open  # type: ignore[import-not-found]

        descriptor = shm_open(f"/{name}", os.O_RDONLY, mode=0o600)
        try:
            mapped = mmap.mmap(descriptor, os.fstat(descriptor).st_size, prot=mmap.PROT_READ)
        finally:
            os.close(descriptor)
        data = memoryview(mapped)

        def close() -> None:
            data.release()
            mapped.close()

        return Look(data, close)

else:

    def _look(name: str) -> Look:
        return _opened(SharedMemory(name))


def _opened(memory: SharedMemory) -> Look:
    data = memory.buf
    if data is None:
        raise ValueError("closed")
    return Look(data, memory.close)


def remove(name: str) -> None:
    """Remove shared memory whose maker was killed; nothing happens if there is none."""
    with suppress(OSError, ValueError):
        left = SharedMemory(name)
        left.close()
        left.unlink()
