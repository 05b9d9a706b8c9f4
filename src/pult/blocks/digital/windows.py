"""Filters over a sliding window of the last n inputs, the present one included."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.kernels import kernel, ratio
from pult.core.signals import AnyUnit, Array, Fixed, Range

Length = Annotated[int, Fixed, Range(1, 4096), "1", "length of the window in control steps"]


class AverageState(NamedTuple):
    """The inputs before as a ring: 'place' is where the next one goes, 'seen' how many there are."""

    ring: Array
    place: int
    seen: int


@block("digital.moving_average")
class MovingAverage:
    r"""Mean of the last n inputs.

    $$ y_k = \frac1m \sum_{i=0}^{m-1} x_{k-i}, \qquad m = \min(k+1,\ n) $$

    At the start it is the mean of the inputs so far. The window is summed afresh in every step, from the oldest
    to the newest, so rounding does not pile up as it does in a running sum: after a large input has left the
    window, no trace of it remains.
    """

    @staticmethod
    def initial(*, n: Length = 10) -> AverageState:
        """Nothing seen."""
        return AverageState(np.zeros(n), 0, 0)

    @staticmethod
    def output(state: AverageState, x: AnyUnit, *, n: Length = 10) -> AnyUnit:
        """Mean of the window."""
        before = min(state.seen, n - 1)
        total = 0.0
        for age in range(before, 0, -1):
            i = state.place - age
            total += float(state.ring[i if i >= 0 else i + n])
        return ratio(total + x, float(before + 1))

    @staticmethod
    def update(state: AverageState, x: AnyUnit, *, n: Length = 10) -> AverageState:
        """Take the input into the ring."""
        state.ring[state.place] = x
        return AverageState(state.ring, state.place + 1 if state.place + 1 < n else 0, min(state.seen + 1, n))


class MedianState(NamedTuple):
    """The inputs before as a ring, and the same in order of size; both hold 'seen' of them, at most n - 1."""

    ring: Array
    ordered: Array
    place: int
    seen: int


@kernel
def _rank(ordered: Array, count: int, x: float) -> int:
    """How many of the first `count` ordered values are below x (bisection)."""
    low = 0
    high = count
    while low < high:
        middle = (low + high) >> 1
        if float(ordered[middle]) < x:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _merged(ordered: Array, rank: int, x: float, i: int) -> float:
    """Entry i of the ordered values with x put in at its rank."""
    if i == rank:
        return x
    return float(ordered[i]) if i < rank else float(ordered[i - 1])


@block("digital.median")
class Median:
    r"""Median of the last n inputs: single outliers vanish, edges stay sharp.

    $$ y_k = \operatorname{median}(x_k,\ x_{k-1},\ \dots,\ x_{k-m+1}), \qquad m = \min(k+1,\ n) $$

    At the start it is the median of the inputs so far. Of an even number of inputs it is the mean of the two
    in the middle.
    """

    @staticmethod
    def initial(*, n: Length = 5) -> MedianState:
        """Nothing seen."""
        return MedianState(np.zeros(n), np.zeros(n), 0, 0)

    @staticmethod
    def output(state: MedianState, x: AnyUnit, *, n: Length = 5) -> AnyUnit:
        """The middle of the window."""
        before = min(state.seen, n - 1)
        rank = _rank(state.ordered, before, x)
        half = (before + 1) >> 1
        upper = _merged(state.ordered, rank, x, half)
        if before & 1 == 0:
            return upper
        lower = _merged(state.ordered, rank, x, half - 1)
        both = lower + upper
        return 0.5 * both if abs(both) < math.inf else 0.5 * lower + 0.5 * upper

    @staticmethod
    def update(state: MedianState, x: AnyUnit, *, n: Length = 5) -> MedianState:
        """Take the oldest input out of the order and the new one in."""
        if n == 1:
            return state
        ring, ordered, seen = state.ring, state.ordered, state.seen
        if seen == n - 1:
            seen -= 1
            for i in range(_rank(ordered, seen, float(ring[state.place])), seen):
                ordered[i] = ordered[i + 1]
        rank = _rank(ordered, seen, x)
        for i in range(seen, rank, -1):
            ordered[i] = ordered[i - 1]
        ordered[rank] = x
        ring[state.place] = x
        return MedianState(ring, ordered, state.place + 1 if state.place + 1 < n - 1 else 0, seen + 1)
