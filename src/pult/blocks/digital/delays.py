"""Delays by whole control steps. Their outputs depend on the past alone, so they break algebraic loops."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import AnyUnit, Array, Fixed, Range, Shape

Steps = Annotated[int, Fixed, Range(1, 65536), "1", "delay in control steps"]
Taps = Annotated[int, Fixed, Range(1, 4096), "1", "number of taps"]


class UnitDelayState(NamedTuple):
    """The input of the step before."""

    value: float


@block("digital.unit_delay")
class UnitDelay:
    r"""The input of the control step before.

    $$ y_{k+1} = x_k, \qquad y_0 = initial $$
    """

    @staticmethod
    def initial(*, initial: Annotated[float, "?a", "first output"] = 0.0) -> UnitDelayState:
        """Start at the given value."""
        return UnitDelayState(initial)

    @staticmethod
    def output(state: UnitDelayState) -> AnyUnit:
        """What came in a step ago."""
        return state.value

    @staticmethod
    def update(state: UnitDelayState, x: AnyUnit) -> UnitDelayState:
        """Take the input."""
        return UnitDelayState(x)


class DelayState(NamedTuple):
    """The last n inputs as a ring; 'oldest' is the place of the oldest one."""

    ring: Array
    oldest: int


@block("digital.delay")
class Delay:
    r"""The input of n control steps ago.

    $$ y_{k+n} = x_k, \qquad y_0 = \dots = y_{n-1} = initial $$
    """

    @staticmethod
    def initial(
        *,
        n: Steps = 10,
        initial: Annotated[float, "?a", "output of the first n steps"] = 0.0,
    ) -> DelayState:
        """Fill the ring."""
        return DelayState(np.full(n, initial), 0)

    @staticmethod
    def output(state: DelayState) -> AnyUnit:
        """The oldest input."""
        return float(state.ring[state.oldest])

    @staticmethod
    def update(state: DelayState, x: AnyUnit, *, n: Steps = 10) -> DelayState:
        """The newest input takes the place of the oldest."""
        state.ring[state.oldest] = x
        return DelayState(state.ring, state.oldest + 1 if state.oldest + 1 < n else 0)


class ShiftState(NamedTuple):
    """The inputs taken in, the newest first."""

    taps: Array


@block("digital.shift_register")
class ShiftRegister:
    r"""The last n inputs as a vector, the newest first; it shifts while 'enable' is true.

    $$ y_{k+1} = \begin{cases} (x_k,\ y_{k,1},\ \dots,\ y_{k,n-1}) & enable_k \\
       y_k & \text{otherwise} \end{cases} \qquad y_0 = initial $$

    Without a wire, 'enable' is true and every step shifts; behind 'logic.rising_edge' every edge does. An
    input appears in the first tap one step later, so taps may be fed back.
    """

    @staticmethod
    def initial(
        *,
        n: Taps = 4,
        initial: Annotated[float, "?a", "first value of every tap"] = 0.0,
    ) -> ShiftState:
        """Fill the taps."""
        return ShiftState(np.full(n, initial))

    @staticmethod
    def output(state: ShiftState, *, n: Taps = 4) -> Annotated[Array, "?a", Shape("n")]:
        """The taps."""
        y = np.empty(n)
        for i in range(n):
            y[i] = state.taps[i]
        return y

    @staticmethod
    def update(state: ShiftState, x: AnyUnit, enable: bool = True, *, n: Taps = 4) -> ShiftState:
        """Shift by one place."""
        if enable:
            for i in range(n - 1, 0, -1):
                state.taps[i] = state.taps[i - 1]
            state.taps[0] = x
        return state
