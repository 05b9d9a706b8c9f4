"""Three blocks of a user's own: a pure one, one with state, and one in plain Python.

The signature is the declaration: positional arguments are input ports, keyword-only arguments are
parameters, the return value is the output. The first line of the docstring is what people read in the
palette, the formula is what they see on the block's page.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import AnyUnit, Array, Fixed, Number, Positive, Range, Step


@block("example.cubic_stick")
def cubic_stick(
    x: Number,
    *,
    expo: Annotated[float, "1", Range(0, 1), "share of the cubic part"] = 0.5,
    full: Annotated[float, "?b", "output at full deflection"] = 1.0,
) -> Annotated[float, "?b"]:
    r"""Response curve of a joystick: fine around the middle, full at the ends.

    $$ y = full \cdot \left((1 - e)\,x + e\,x^3\right), \quad |x| \le 1 $$

    The deflection x is limited to -1..1. The unit of `full` is that of the output, so the same block
    commands an angle, a speed or a force.
    """
    stick = clamp(x, -1.0, 1.0)
    return full * ((1.0 - expo) * stick + expo * stick * stick * stick)


class PeakState(NamedTuple):
    """What is left of the last peak."""

    peak: float = 0.0


@block("example.leaky_peak")
class LeakyPeak:
    r"""Peak of a signal that fades away, as the needle of a level meter does.

    $$ y_k = \max\left(|x_k|,\ e^{-\Delta t / \tau}\, y_{k-1}\right) $$
    """

    @staticmethod
    def prepare(
        *, tau: Annotated[float, "s", Positive, "time in which a peak fades to 37 %"] = 1.0, dt: Step
    ) -> dict[str, float]:
        """Runs once, outside the loop, and may use any Python: here the factor of one step."""
        return {"fade": math.exp(-dt / tau)}

    @staticmethod
    def output(state: PeakState, x: AnyUnit) -> AnyUnit:
        """The present value or what is left of the peak, whichever is larger."""
        return max(abs(x), state.peak)

    @staticmethod
    def update(state: PeakState, x: AnyUnit, *, fade: float) -> PeakState:
        """Let it fade by one step."""
        return PeakState(fade * max(abs(x), state.peak))


class MeanState(NamedTuple):
    """The last values, oldest first, and how many of them are filled yet."""

    values: Array
    filled: int


@block("example.host_mean", host=True)
class HostMean:
    r"""Mean of the last n values, in plain Python.

    $$ y_k = \frac{1}{n} \sum_{i=0}^{n-1} x_{k-i} $$

    At the start the mean is over the values there are. A host block may call any library (here the exactly
    rounded sum of the standard library, over a generator), at the price of leaving native code at every step.
    """

    @staticmethod
    def initial(*, n: Annotated[int, "1", Fixed, Range(1, 10_000), "number of values"] = 10) -> MeanState:
        """No values yet."""
        return MeanState(np.zeros(n), 0)

    @staticmethod
    def output(state: MeanState, x: AnyUnit) -> AnyUnit:
        """Mean of the values kept, without the oldest, and the present one."""
        n = len(state.values)
        last = [*state.values[n - min(state.filled, n - 1) :], x]
        return math.fsum(float(value) / len(last) for value in last)

    @staticmethod
    def update(state: MeanState, x: AnyUnit) -> MeanState:
        """Shift the values by one; arrays of a state are written in place."""
        state.values[:-1] = state.values[1:]
        state.values[-1] = x
        return MeanState(state.values, min(state.filled + 1, len(state.values)))
