"""Progress of compilation: a large scheme takes up to half a minute the first time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

ProgressListener = Callable[[int, int], None]
"""Called with the number of compiled functions and their total, in the thread that compiles."""


class _Progress:
    def __init__(self) -> None:
        self.listener: ProgressListener | None = None
        self.done = self.all = 0

    def tell(self) -> None:
        if self.listener is not None and self.all > 0:
            self.listener(min(self.done, self.all), self.all)


_progress = _Progress()


@contextmanager
def listening(listener: ProgressListener) -> Iterator[None]:
    """Call a listener whenever a function is compiled or loaded, in a process that waits for one program."""
    _progress.listener, _progress.done, _progress.all = listener, 0, 0
    try:
        yield
    finally:
        _progress.listener = None


def expect(count: int) -> None:
    """Add a number of functions to the total."""
    _progress.all += count
    _progress.tell()


def compiled() -> None:
    """Count one function as compiled."""
    _progress.done += 1
    _progress.tell()
