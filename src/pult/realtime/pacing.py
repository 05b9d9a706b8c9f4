"""Keeping pace with real time: absolute deadlines, and an honest account of every one that was missed."""

import math
import time
from collections.abc import Callable

import numpy as np

from pult.core.errors import UsageError

SLOWEST, FASTEST = 0.25, 4.0
"""Simulated time over real time."""
LONGEST_LAG = 0.1
"""Lag that is caught up with [s]; a longer one is given up, so that a robot never races after a stall."""
WINDOW = 10.0
"""Time over which periods are judged [s]."""


class Pacer:
    """Tells when the next control step is due: step k at anchor + k period.

    A step that ends after the next one is due is an overrun. A small lag is caught up with; after a long one (a machine
    asleep, a process stopped) the clock is anchored anew and the lag is counted as lost.

    Attributes:
        overruns: Steps that ended after their period.
        worst: How late the latest of them ended [s].
        lost: Time given up [s].
        stall: Time given up since this was last set to 0 [s].
    """

    def __init__(
        self,
        dt: float,
        speed: float = 1.0,
        *,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Take the control step [s], and how fast simulated time runs."""
        self._dt, self._clock, self._sleep = dt, clock, sleep
        self.overruns, self.worst, self.lost, self.stall = 0, 0.0, 0.0, 0.0
        self._periods = np.zeros(max(1, round(WINDOW / dt)))
        self._count = 0
        self._begun: float | None = None
        self._due = clock()
        self.speed = speed
        self.set_speed(speed)

    def set_speed(self, speed: float) -> None:
        """Change how fast simulated time runs.

        Raises:
            UsageError: It is not in the range.
        """
        if not SLOWEST <= speed <= FASTEST:
            raise UsageError(f"the speed must be from {SLOWEST:g} to {FASTEST:g} times real time, not {speed:g}.")
        self.speed = float(speed)
        self.period = self._dt / self.speed
        self._count = 0
        self.start()

    def start(self) -> None:
        """The next step is due now; what was before is not held against it."""
        self._due = self._clock()
        self._begun = None

    def wait(self, most: float = math.inf) -> bool:
        """Sleep until the next step is due, but not longer than told [s]; returns whether it is due."""
        ahead = self._due - self._clock()
        if ahead > 0.0:
            self._sleep(min(ahead, most))
        now = self._clock()
        if ahead > most:
            return False
        self._give_up(now)
        if self._begun is not None:
            self._periods[self._count % self._periods.size] = now - self._begun
            self._count += 1
        self._begun = now
        return True

    def hold(self, share: float, most: float = math.inf) -> bool:
        """Sleep until so much of the period of the step in hand has passed, but not longer than told [s].

        Returns:
            Whether it has passed: simulated time must not run ahead.
        """
        ahead = self._due + share * self.period - self._clock()
        if ahead > 0.0:
            self._sleep(min(ahead, most))
        return ahead <= most

    def done(self) -> None:
        """The step has ended."""
        self._due += self.period
        now = self._clock()
        late = now - self._due
        if late > 0.0:
            self.overruns += 1
            self.worst = max(self.worst, late)
            self._give_up(now)

    def _give_up(self, now: float) -> None:
        late = now - self._due
        if late > LONGEST_LAG:
            self.lost += late
            self.stall += late
            self._due = now

    def percentiles(self) -> tuple[float, float]:
        """Median and 99th percentile of the time from one step to the next, over the window [s]; 0 if not known."""
        known = self._periods[: min(self._count, self._periods.size)]
        if not known.size:
            return 0.0, 0.0
        low, high = np.percentile(known, (50, 99))
        return float(low), float(high)
