"""How long a work of many parts will still take, from how long its parts took so far."""

import time
from collections.abc import Callable

MEMORY = 0.9
"""Weight of a part against the one after it: parts of late count for more, as they tell more of those to come."""


class Estimate:
    """Listens to how many parts of a work are done.

    Parts differ: most of those that are on disk take no time, others take seconds. What is expected of those to come is
    the mean of those that are done, weighted by `MEMORY`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin now.

        Args:
            clock: Gives the time [s].
        """
        self._clock = clock
        self._last, self._done = clock(), 0
        self._weight = self._spent = 0.0

    def hear(self, done: int, count: int) -> float:
        """Take note of how many parts are done.

        Args:
            done: Parts that are done.
            count: All parts, as far as they are known.

        Returns:
            Time until the rest is done [s]; -1 before the first part is.
        """
        now, news = self._clock(), done - self._done
        if news > 0:
            fade = MEMORY**news
            self._weight = fade * self._weight + (1.0 - fade) / (1.0 - MEMORY)
            self._spent = fade * self._spent + (now - self._last) / news * (1.0 - fade) / (1.0 - MEMORY)
            self._last, self._done = now, done
        return max(0, count - done) * self._spent / self._weight if self._weight else -1.0
