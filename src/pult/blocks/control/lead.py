"""Set-points driven by a rate, such as an operator's joystick."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Array, Fixed, Range, Shape, Step
from pult.geometry.scaled import norm

Size = Annotated[int, "1", Fixed, Range(1, 4096), "number of entries"]
Vector = Annotated[Array, "?a", Shape("n")]
Rate = Annotated[Array, "?a/s", Shape("n")]


class LedState(NamedTuple):
    """The set-point, and whether there is one yet."""

    point: Array
    started: bool = False


@kernel
def led(point: Array, started: bool, at: Array, rate: Array, reset: bool, leash: float, dt: float) -> Array:
    """The set-point of this step."""
    n = at.shape[0]
    away = np.zeros(n)
    if started and not reset:
        for i in range(n):
            away[i] = float(point[i]) + dt * float(rate[i]) - float(at[i])
    far = norm(away)
    scale = leash / far if far > leash else 1.0
    y = np.empty(n)
    for i in range(n):
        y[i] = float(at[i]) + scale * float(away[i])
    return y


@block("control.led_setpoint")
class LedSetpoint:
    r"""Set-point driven by a rate, never farther than a leash from the actual position.

    $$ y_k = x_k + \operatorname{lim}\bigl(y_{k-1} + \Delta t\, \dot r_k - x_k,\ leash\bigr) $$

    At zero rate the set-point stays where it is, so the plant does not creep under a load, as it does if the set-point
    is the measured position plus a displacement. The leash keeps the set-point from running away from a plant that
    cannot follow. It starts at the actual position, and returns to it while `reset` is true.
    """

    @staticmethod
    def initial(*, n: Size = 3) -> LedState:
        """No set-point yet."""
        return LedState(np.zeros(n))

    @staticmethod
    def output(
        state: LedState,
        at: Annotated[Array, "?a", Shape("n"), "actual position"],
        rate: Annotated[Array, "?a/s", Shape("n"), "rate that leads it"],
        reset: Annotated[bool, "1", "return to the actual position"] = False,
        *,
        leash: Annotated[float, "?a", Range(0), "largest distance from the actual position"] = 0.06,
        dt: Step,
    ) -> Vector:
        """Lead it on."""
        return led(state.point, state.started, at, rate, reset, leash, dt)

    @staticmethod
    def update(
        state: LedState,
        at: Annotated[Array, "?a", Shape("n"), "actual position"],
        rate: Annotated[Array, "?a/s", Shape("n"), "rate that leads it"],
        reset: Annotated[bool, "1", "return to the actual position"] = False,
        *,
        leash: Annotated[float, "?a", Range(0), "largest distance from the actual position"] = 0.06,
        dt: Step,
    ) -> LedState:
        """Keep it."""
        y = led(state.point, state.started, at, rate, reset, leash, dt)
        for i in range(y.shape[0]):
            state.point[i] = y[i]
        return LedState(state.point, True)
