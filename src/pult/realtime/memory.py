"""Shared memory of processes, by name.

Its creator removes it. Readers must not register it with the resource tracker of multiprocessing, which would remove
it when the reader ends, although others still use it.
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


class SharedView(NamedTuple):
    """A view of shared memory.

    Attributes:
        data: Its bytes.
        close: Closes the view.
    """

    data: memoryview
    close: Callable[[], None]


def new_name() -> str:
    """An unused name; macOS allows 30 characters."""
    return f"pult-{secrets.token_hex(8)}"


def create(name: str, size: int) -> SharedMemory:
    """Create shared memory; if its creator and all related processes are killed, the tracker removes it."""
    return SharedMemory(name, create=True, size=size)


def open_view(name: str) -> SharedView:
    """Open a view of existing shared memory.

    Raises:
        UsageError: There is none of this name.
    """
    try:
        return _look(name)
    except (OSError, ValueError):
        raise UsageError(f"there is no shared memory {name!r}; its session has ended.") from None


if sys.version_info >= (3, 13):

    def _look(name: str) -> SharedView:
        return _opened(SharedMemory(name, track=False))

elif os.name == "posix":

    def _look(name: str) -> SharedView:
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

        return SharedView(data, close)

else:

    def _look(name: str) -> SharedView:
        return _opened(SharedMemory(name))


def _opened(memory: SharedMemory) -> SharedView:
    data = memory.buf
    if data is None:
        raise ValueError("closed")
    return SharedView(data, memory.close)


def remove(name: str) -> None:
    """Remove shared memory whose creator was killed; does nothing if there is none."""
    with suppress(OSError, ValueError):
        left = SharedMemory(name)
        left.close()
        left.unlink()
