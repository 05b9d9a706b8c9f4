"""Collection of MuJoCo's warnings; by default it prints them and writes them to a file in the current folder.

MuJoCo has one warning handler per process. It is replaced while any thread collects, and each thread gets its own.
"""

import threading
from collections.abc import Callable
from typing import Any

import mujoco


class _Handler:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._collecting = 0
        self._before: Callable[[str], Any] | None = None
        self._mine = threading.local()
        self._taking = self._take  # one object, not a new one at every step

    def _take(self, text: str) -> None:
        lists: list[list[str]] = getattr(self._mine, "lists", [])
        if lists:
            lists[-1].append(text)
        elif self._before is not None:
            self._before(text)

    def begin(self) -> list[str]:
        try:
            lists = self._mine.lists
        except AttributeError:
            lists = self._mine.lists = []
        if not lists:
            with self._lock:
                if self._collecting == 0:
                    self._before = mujoco.get_mju_user_warning()
                    mujoco.set_mju_user_warning(self._taking)
                self._collecting += 1
        found: list[str] = []
        lists.append(found)
        return found

    def end(self) -> None:
        lists = self._mine.lists
        lists.pop()
        if not lists:
            with self._lock:
                self._collecting -= 1
                if self._collecting == 0:
                    mujoco.set_mju_user_warning(self._before)


_handler = _Handler()


class remarks:  # noqa: N801 - used like a function; a class costs half of what a generator does
    """Collect MuJoCo's warnings of this thread instead of letting it write them."""

    __slots__ = ()

    def __enter__(self) -> list[str]:
        """Begin; the list is filled as warnings come."""
        return _handler.begin()

    def __exit__(self, *_: object) -> None:
        """End."""
        _handler.end()
