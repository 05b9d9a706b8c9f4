"""Durations as whole control steps.

Timers count steps in integers: adding up ``dt`` in floats would make a timer late or early by a step after a
while. Every timer of the library rounds by the one rule here.
"""

import math

from pult.core.kernels import kernel, ratio

MAX_STEPS = 1 << 53
"""Counters of steps stop here, the last whole number a float holds: 2.9 million years at 10 ms."""
_MOST = 9007199254740992.0
_ROUNDING = 1.0 - 1e-12


@kernel
def whole_steps(duration: float, dt: float) -> int:
    """The smallest number of control steps that lasts the duration.

    25 ms is 3 steps of 10 ms, 0.3 s is 3 steps of 0.1 s. A quotient that is above a whole number
    by its rounding error alone (1e-12 of it) counts as that whole number.
    """
    steps = ratio(duration, dt) * _ROUNDING
    if not steps > 0.0:
        return 0
    return math.ceil(steps) if steps < _MOST else MAX_STEPS


@kernel
def one_more(steps: int) -> int:
    """The count of steps plus one, saturating at MAX_STEPS."""
    return steps + 1 if steps < MAX_STEPS else steps
