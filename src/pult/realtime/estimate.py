"""Estimate of the remaining time of work that consists of many parts."""

import time
from collections.abc import Callable

MEMORY = 0.9
"""Weight of a part relative to the next one: recent parts count more, as they predict the rest better."""


class Estimate:
    """Estimates the remaining time from the number of parts done.

    Parts differ: most of those that are on disk take no time, others take seconds. The expected time of a part is the
    mean of those that are done, weighted by `MEMORY`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start now.

        Args:
            clock: Gives the time [s].
        """
        self._clock = clock
        self._last, self._done = clock(), 0
        self._weight = self._spent = 0.0

    def hear(self, done: int, count: int) -> float:
        """Update the number of parts done.

        Args:
            done: Parts that are done.
            count: All parts known so far.

        Returns:
            Remaining time [s]; -1 before the first part is done.
        """
        now, news = self._clock(), done - self._done
        if news > 0:
            fade = MEMORY**news
            self._weight = fade * self._weight + (1.0 - fade) / (1.0 - MEMORY)
            self._spent = fade * self._spent + (now - self._last) / news * (1.0 - fade) / (1.0 - MEMORY)
            self._last, self._done = now, done
        return max(0, count - done) * self._spent / self._weight if self._weight else -1.0
