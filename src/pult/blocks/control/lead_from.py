"""Set-points driven by a rate that begin at a given start, not at the actual position."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.control.lead import LedState, Rate, Size, Vector, led
from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Array, Quaternion, Range, Shape, Step
from pult.geometry.forms import from_rotation_vector
from pult.geometry.quaternions import Quadruple, array4, conjugate, hamilton, unit
from pult.geometry.scaled import norm

Actual = Annotated[Array, "?a", Shape("n"), "actual position"]
Start = Annotated[Array, "?a", Shape("n"), "where to begin"]
Reset = Annotated[bool, "1", "back to the start"]
Leash = Annotated[float, "?a", Range(0), "largest distance from the actual position"]
ActualTurn = Annotated[Array, "1", Shape(4), "actual orientation (w, x, y, z)"]
StartTurn = Annotated[Array, "1", Shape(4), "orientation to begin with (w, x, y, z)"]
TurnRate = Annotated[Array, "rad/s", Shape(3), "angular velocity that leads it, in the axes of the base"]
TurnLeash = Annotated[float, "rad", Range(0), "largest angle from the actual orientation that the rate can reach"]


@kernel
def led_from(point: Array, fresh: bool, at: Array, start: Array, rate: Array, leash: float, dt: float) -> Array:
    """The set-point of this step; `fresh` if it restarts."""
    return start.copy() if fresh else led(point, True, at, rate, False, leash, dt)


@block("control.led_setpoint_from")
class LedSetpointFrom:
    r"""Set-point driven by a rate from a given start, on a leash to the actual position.

    $$ y_k = \begin{cases} s_k & k = 0 \lor reset_k \\
       x_k + \operatorname{lim}\bigl(y_{k-1} + \Delta t\, \dot r_k - x_k,\ leash\bigr) & \text{otherwise} \end{cases} $$

    s is `start`, x is `at`. As `control.led_setpoint`, which begins at the actual position; here it begins where
    another set-point was. So nothing creeps when modes are switched back and forth: the plant always lags a little.
    """

    @staticmethod
    def initial(*, n: Size = 3) -> LedState:
        """No set-point yet."""
        return LedState(np.zeros(n))

    @staticmethod
    def output(
        state: LedState, at: Actual, start: Start, rate: Rate, reset: Reset = False, *, leash: Leash = 0.06, dt: Step
    ) -> Vector:
        """Lead it on."""
        return led_from(state.point, reset or not state.started, at, start, rate, leash, dt)

    @staticmethod
    def update(
        state: LedState, at: Actual, start: Start, rate: Rate, reset: Reset = False, *, leash: Leash = 0.06, dt: Step
    ) -> LedState:
        """Keep it."""
        y = led_from(state.point, reset or not state.started, at, start, rate, leash, dt)
        for i in range(y.shape[0]):
            state.point[i] = y[i]
        return LedState(state.point, True)


class TurnState(NamedTuple):
    """The wanted orientation, and whether there is one yet."""

    quaternion: Array
    started: bool = False


@kernel
def angle_between(a: Quadruple, b: Quadruple) -> float:
    """Angle of the rotation from one unit quaternion to another [rad], 0..pi."""
    w, x, y, z = hamilton(a, conjugate(b))
    return 2.0 * math.atan2(norm((x, y, z)), abs(w))


@kernel
def led_turn(
    quaternion: Array, fresh: bool, at: Array, start: Array, rate: Array, leash: float, dt: float
) -> Quadruple:
    """The desired orientation of this step; `fresh` if it restarts."""
    if fresh:
        return unit(start)
    before, step = unit(quaternion), np.empty(3)
    for i in range(3):
        step[i] = dt * float(rate[i])
    led = unit(hamilton(from_rotation_vector(step), before))
    away = angle_between(led, unit(at))
    return before if away > leash and away > angle_between(before, unit(at)) else led


@block("control.led_orientation")
class LedOrientation:
    r"""Desired orientation driven by an angular velocity; at zero velocity it stays.

    $$ y_k = e^{\Delta t\, \omega_k}\, y_{k-1} \quad \text{unless it takes } y \text{ beyond the leash}, \qquad
       y_k = s_k \ \text{ at first and while } reset_k $$

    s is `start`, the angular velocity is in axes of the base. A turn that would bring the wanted orientation farther
    than the leash from that of the thing is not made; but the thing does not pull it along: a hand that had to give
    way comes back as soon as it can. Quaternions are (w, x, y, z), of any length.
    """

    @staticmethod
    def initial() -> TurnState:
        """None yet."""
        return TurnState(np.zeros(4))

    @staticmethod
    def output(
        state: TurnState, at: ActualTurn, start: StartTurn, rate: TurnRate, reset: Reset = False,
        *, leash: TurnLeash = 0.3, dt: Step,
    ) -> Quaternion:  # fmt: skip
        """Lead it on."""
        return array4(led_turn(state.quaternion, reset or not state.started, at, start, rate, leash, dt))

    @staticmethod
    def update(
        state: TurnState, at: ActualTurn, start: StartTurn, rate: TurnRate, reset: Reset = False,
        *, leash: TurnLeash = 0.3, dt: Step,
    ) -> TurnState:  # fmt: skip
        """Keep it."""
        y = led_turn(state.quaternion, reset or not state.started, at, start, rate, leash, dt)
        for i in range(4):
            state.quaternion[i] = y[i]
        return TurnState(state.quaternion, True)
