"""Non-linear elements: limits, dead zone, backlash, relay."""

import math
from typing import Annotated, Literal, NamedTuple

from pult.blocks.control._limits import check_limits
from pult.core.block import block
from pult.core.kernels import clamp, ratio
from pult.core.signals import AnyUnit, Positive, Provided, Range, Step


@block("control.saturation")
class Saturation:
    r"""Saturation: the input between two limits.

    $$ y = \operatorname{clip}(x,\ low,\ high) $$
    """

    @staticmethod
    def prepare(
        *,
        low: Annotated[float, "?a", Provided("limits", "lower"), "lower limit"] = -1.0,
        high: Annotated[float, "?a", Provided("limits", "upper"), "upper limit"] = 1.0,
    ) -> dict[str, float]:
        """Check the limits."""
        check_limits(low, high)
        return {}

    @staticmethod
    def output(x: AnyUnit, *, low: float, high: float) -> AnyUnit:
        """The limited value."""
        return clamp(x, low, high)


@block("control.soft_saturation")
def soft_saturation(
    x: AnyUnit, *, limit: Annotated[float, "?a", Positive, "largest size of the output"] = 1.0
) -> AnyUnit:
    r"""Soft saturation: slope 1 at zero, bending smoothly to a limit.

    $$ y = L \tanh\frac{x}{L} $$

    L is `limit`.
    """
    return limit * math.tanh(ratio(x, limit))


@block("control.dead_zone")
class DeadZone:
    r"""Dead zone: zero between two bounds, the excess outside.

    $$ y = x - \operatorname{clip}(x,\ low,\ high) $$
    """

    @staticmethod
    def prepare(
        *,
        low: Annotated[float, "?a", "lower bound"] = -0.1,
        high: Annotated[float, "?a", "upper bound"] = 0.1,
    ) -> dict[str, float]:
        """Check the bounds."""
        check_limits(low, high)
        return {}

    @staticmethod
    def output(x: AnyUnit, *, low: float, high: float) -> AnyUnit:
        """The excess."""
        return x - clamp(x, low, high)


class RateLimiterState(NamedTuple):
    """Output of the step before, and whether the next input passes as it is."""

    value: float
    free: bool


@block("control.rate_limiter")
class RateLimiter:
    r"""Rate limiter: follows the input with limited rates of rise and fall.

    $$ y_k = \operatorname{clip}(x_k,\ y_{k-1} - r_f\, \Delta t,\ y_{k-1} + r_r\, \Delta t) $$

    r_r is `rising`, r_f is `falling`, both as sizes. With `start` = "initial", y_{-1} is `initial`, so that
    the first output is limited too; with "input" the first output is the first input.
    """

    @staticmethod
    def prepare(
        *,
        rising: Annotated[float, "?a/s", Range(0), "largest rate of rise"] = 1.0,
        falling: Annotated[float, "?a/s", Range(0), "largest rate of fall"] = 1.0,
        start: Annotated[Literal["initial", "input"], "1", "where the first output starts from"] = "initial",
        initial: Annotated[float, "?a", "value to start from"] = 0.0,
    ) -> dict[str, bool]:
        """Where to start."""
        return {"free": start == "input"}

    @staticmethod
    def initial(*, initial: float, free: bool) -> RateLimiterState:
        """Start from the given value, or from the first input."""
        return RateLimiterState(initial, free)

    @staticmethod
    def output(state: RateLimiterState, x: AnyUnit, *, rising: float, falling: float, dt: Step) -> AnyUnit:
        """The limited value."""
        return x if state.free else clamp(x, state.value - falling * dt, state.value + rising * dt)

    @staticmethod
    def update(state: RateLimiterState, x: AnyUnit, *, rising: float, falling: float, dt: Step) -> RateLimiterState:
        """Keep the output."""
        value = x if state.free else clamp(x, state.value - falling * dt, state.value + rising * dt)
        return RateLimiterState(value, False)


class BacklashState(NamedTuple):
    """Position of the driven side."""

    value: float


@block("control.backlash")
class Backlash:
    r"""Backlash: the output moves only when the input takes up the play.

    $$ y_k = \operatorname{clip}\left(y_{k-1},\ x_k - \tfrac{w}{2},\ x_k + \tfrac{w}{2}\right) $$

    w is `width`, the whole play; y_{-1} is `initial`.
    """

    @staticmethod
    def initial(*, initial: Annotated[float, "?a", "first position of the output"] = 0.0) -> BacklashState:
        """Start at the given position."""
        return BacklashState(initial)

    @staticmethod
    def output(
        state: BacklashState, x: AnyUnit, *, width: Annotated[float, "?a", Range(0), "the whole play"] = 0.1
    ) -> AnyUnit:
        """Position of the driven side."""
        return clamp(state.value, x - 0.5 * width, x + 0.5 * width)

    @staticmethod
    def update(
        state: BacklashState, x: AnyUnit, *, width: Annotated[float, "?a", Range(0), "the whole play"] = 0.1
    ) -> BacklashState:
        """Keep the position."""
        return BacklashState(clamp(state.value, x - 0.5 * width, x + 0.5 * width))


class RelayState(NamedTuple):
    """Whether the relay is on."""

    on: bool


class RelayOutput(NamedTuple):
    """Value of the relay, and whether it is on."""

    y: Annotated[float, "?u", "value"]
    on: Annotated[bool, "1", "whether it is on"]


@block("control.relay")
class Relay:
    r"""Relay with hysteresis: two output values, switched at two thresholds.

    $$ on_k = \begin{cases} true & x_k \ge on\_at \\ false & x_k \le off\_at \\
       on_{k-1} & \text{between} \end{cases}
       \qquad y = \begin{cases} high & on \\ low & \text{else} \end{cases} $$

    With equal thresholds there is no hysteresis, and x at the threshold switches on. on_{-1} is
    `initially_on`.
    """

    @staticmethod
    def prepare(
        *,
        on_at: Annotated[float, "?a", "switches on at this input and above"] = 0.1,
        off_at: Annotated[float, "?a", "switches off at this input and below"] = -0.1,
        high: Annotated[float, "?u", "output when on"] = 1.0,
        low: Annotated[float, "?u", "output when off"] = -1.0,
        initially_on: Annotated[bool, "1", "whether it starts switched on"] = False,
    ) -> dict[str, float]:
        """Check the thresholds."""
        if off_at > on_at:
            raise ValueError(f"'off_at' is {off_at:g}, above 'on_at', which is {on_at:g}; swap them.")
        return {}

    @staticmethod
    def initial(*, initially_on: bool) -> RelayState:
        """Start on or off."""
        return RelayState(initially_on)

    @staticmethod
    def output(state: RelayState, x: AnyUnit, *, on_at: float, off_at: float, high: float, low: float) -> RelayOutput:
        """Value and position of the relay."""
        on = x >= on_at or (state.on and x > off_at)
        return RelayOutput(high if on else low, on)

    @staticmethod
    def update(state: RelayState, x: AnyUnit, *, on_at: float, off_at: float) -> RelayState:
        """Keep the position."""
        return RelayState(x >= on_at or (state.on and x > off_at))
