"""Pacing with real time: absolute deadlines, and statistics of those missed."""

import math
import time
from collections.abc import Callable

import numpy as np

from pult.core.errors import UsageError

SLOWEST, FASTEST = 0.25, 4.0
"""Range of the ratio of simulated to real time."""
LONGEST_LAG = 0.1
"""Maximum lag that is caught up [s]; a longer one is dropped, so that a robot never races after a stall."""
WINDOW = 10.0
"""Duration of the statistics of periods [s]."""


class Pacer:
    """Schedules control steps: step k at anchor + k period.

    A step that ends after the next one is due is an overrun. A small lag is caught up; after a long one (a suspended
    machine or process) the clock gets a new anchor and the lag is counted as lost.

    Attributes:
        overruns: Steps that ended after their period.
        worst: Maximum lateness of a step [s].
        lost: Lost time [s].
        stall: Time lost since this was last set to 0 [s].
    """

    def __init__(
        self,
        dt: float,
        speed: float = 1.0,
        *,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Set the control step [s] and the speed (simulated over real time)."""
        self._dt, self._clock, self._sleep = dt, clock, sleep
        self.overruns, self.worst, self.lost, self.stall = 0, 0.0, 0.0, 0.0
        self._periods = np.zeros(max(1, round(WINDOW / dt)))
        self._count = 0
        self._begun: float | None = None
        self._due = clock()
        self.speed = speed
        self.set_speed(speed)

    def set_speed(self, speed: float) -> None:
        """Set the ratio of simulated to real time.

        Raises:
            UsageError: It is out of range.
        """
        if not SLOWEST <= speed <= FASTEST:
            raise UsageError(f"the speed must be from {SLOWEST:g} to {FASTEST:g} times real time, not {speed:g}.")
        self.speed = float(speed)
        self.period = self._dt / self.speed
        self._count = 0
        self.start()

    def start(self) -> None:
        """Let the next step be due now, ignoring the past."""
        self._due = self._clock()
        self._begun = None

    def wait(self, most: float = math.inf) -> bool:
        """Sleep until the next step is due, at most `most` [s]; returns whether it is due."""
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
        """Sleep until a fraction `share` of the current period has passed, at most `most` [s].

        Returns:
            Whether it has passed: simulated time must not run ahead.
        """
        ahead = self._due + share * self.period - self._clock()
        if ahead > 0.0:
            self._sleep(min(ahead, most))
        return ahead <= most

    def done(self) -> None:
        """Note the end of a step."""
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
        """Median and 99th percentile of the time between steps, over the window [s]; 0 if unknown."""
        known = self._periods[: min(self._count, self._periods.size)]
        if not known.size:
            return 0.0, 0.0
        low, high = np.percentile(known, (50, 99))
        return float(low), float(high)
