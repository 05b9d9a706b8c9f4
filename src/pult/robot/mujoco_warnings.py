"""Collection of MuJoCo's warnings; by default it prints them and writes them to a file in the current folder.

MuJoCo has one warning handler per process. It is replaced while any thread collects, and each thread gets its own.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import mujoco


class _Handler:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._collecting = 0
        self._before: Callable[[str], Any] | None = None
        self._mine = threading.local()

    def _take(self, text: str) -> None:
        lists: list[list[str]] = getattr(self._mine, "lists", [])
        if lists:
            lists[-1].append(text)
        elif self._before is not None:
            self._before(text)

    def begin(self) -> list[str]:
        with self._lock:
            if self._collecting == 0:
                self._before = mujoco.get_mju_user_warning()
                mujoco.set_mju_user_warning(self._take)
            self._collecting += 1
        if not hasattr(self._mine, "lists"):
            self._mine.lists = []
        found: list[str] = []
        self._mine.lists.append(found)
        return found

    def end(self) -> None:
        self._mine.lists.pop()
        with self._lock:
            self._collecting -= 1
            if self._collecting == 0:
                mujoco.set_mju_user_warning(self._before)


_handler = _Handler()


@contextmanager
def remarks() -> Iterator[list[str]]:
    """Collect MuJoCo's warnings of this thread instead of letting it write them."""
    found = _handler.begin()
    try:
        yield found
    finally:
        _handler.end()
