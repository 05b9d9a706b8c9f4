"""Watching limits."""

import math
from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import NO_LIMIT, AnyUnit, Range, Step


class AlarmState(NamedTuple):
    """For how many steps each limit has been passed, and whether the alarm was on since the last reset."""

    steps_low: int = 0
    steps_high: int = 0
    latched: bool = False


class AlarmOutput(NamedTuple):
    """State of the alarm: on at all, on for each limit, and on at any time since the last reset."""

    active: bool
    too_low: bool
    too_high: bool
    latched: bool


@kernel
def steps_beyond(excess: float, hysteresis: float, steps: int, wait: int) -> int:
    """For how many steps a limit has been passed, this one included; 0 if it is not passed."""
    back = -hysteresis if steps > wait else 0.0
    return steps + 1 if excess > back else 0


@block("sinks.alarm")
class Alarm:
    r"""Alarm when a signal leaves its limits.

    $$ active = x < low \ \text{ or } \ x > high,
    \qquad latched_k = active_k \lor (latched_{k-1} \land \lnot reset_k) $$

    It comes on when a limit has been passed for the delay without a break, and goes off when the signal is
    back within the limit by the hysteresis. `latched` remembers that it was on until `reset` is true; a reset
    while the alarm is on does not silence it.
    """

    @staticmethod
    def prepare(
        *,
        low: Annotated[float, "?a", "lower limit"] = -NO_LIMIT,
        high: Annotated[float, "?a", "upper limit"] = NO_LIMIT,
        hysteresis: Annotated[float, "?a", Range(0), "how far to come back within the limit"] = 0.0,
        delay: Annotated[float, "s", Range(0, 86400), "how long a limit must be passed"] = 0.0,
        dt: Step,
    ) -> dict[str, int]:
        """The delay in steps, rounded up; refuse limits in the wrong order."""
        if low > high:
            raise ValueError(f"'low' is {low:g}, which is above 'high', {high:g}.")
        return {"wait": math.ceil(delay / dt - 1e-9)}

    @staticmethod
    def output(
        state: AlarmState,
        x: AnyUnit,
        reset: bool = False,
        *,
        low: float,
        high: float,
        hysteresis: float,
        wait: int,
    ) -> AlarmOutput:
        """The alarm at this step."""
        too_low = steps_beyond(low - x, hysteresis, state.steps_low, wait) > wait
        too_high = steps_beyond(x - high, hysteresis, state.steps_high, wait) > wait
        active = too_low or too_high
        return AlarmOutput(active, too_low, too_high, active or (state.latched and not reset))

    @staticmethod
    def update(
        state: AlarmState,
        x: AnyUnit,
        reset: bool = False,
        *,
        low: float,
        high: float,
        hysteresis: float,
        wait: int,
    ) -> AlarmState:
        """Count the steps beyond the limits."""
        steps_low = steps_beyond(low - x, hysteresis, state.steps_low, wait)
        steps_high = steps_beyond(x - high, hysteresis, state.steps_high, wait)
        active = steps_low > wait or steps_high > wait
        return AlarmState(steps_low, steps_high, active or (state.latched and not reset))
