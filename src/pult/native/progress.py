"""How far the compiler is, for whoever waits for it: a large scheme takes up to half a minute the first time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Told = Callable[[int, int], None]
"""Called with how many functions are compiled and how many there are, in the thread that compiles."""


class _Progress:
    def __init__(self) -> None:
        self.listener: Told | None = None
        self.done = self.all = 0

    def tell(self) -> None:
        if self.listener is not None and self.all > 0:
            self.listener(min(self.done, self.all), self.all)


_progress = _Progress()


@contextmanager
def listening(listener: Told) -> Iterator[None]:
    """Have something called whenever a function is compiled, or loaded, in a process that waits for one program."""
    _progress.listener, _progress.done, _progress.all = listener, 0, 0
    try:
        yield
    finally:
        _progress.listener = None


def expect(count: int) -> None:
    """There are so many more functions to compile."""
    _progress.all += count
    _progress.tell()


def compiled() -> None:
    """One of them is done."""
    _progress.done += 1
    _progress.tell()
