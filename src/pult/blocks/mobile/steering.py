"""Steering of a base with steered and driven wheels: any motion in the plane."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.mobile._wheels import QUARTER, PlacesX, PlacesY, Radius, Steered, Wheels, X, Y
from pult.core.block import block
from pult.core.kernels import cosine
from pult.core.signals import Array, Positive, Shape, Step
from pult.motion.mobile.steering import fastest_wheel, misaligned_by, steered_wheel

_AT_REST = 1e-12
"""A twist whose fastest wheel is slower than this is rest [m/s]."""

Forward = Annotated[float, "m/s", "wanted speed forward"]
Left = Annotated[float, "m/s", "wanted speed to the left"]
Rate = Annotated[float, "rad/s", "wanted rate of turn, to the left"]


class SteeringState(NamedTuple):
    """The twist that is driven (m/s, m/s, rad/s), and the steering angles that are kept."""

    twist: Array
    held: Array
    started: bool = False


class Steering(NamedTuple):
    """What the wheels have to do, and how the base moves by that."""

    steered: Annotated[Array, "rad", Shape("n"), "steering angles that the wheels should have"]
    speeds: Annotated[Array, "rad/s", Shape("n"), "rates of the wheels"]
    velocity: Annotated[Array, "m/s", Shape(2), "velocity of the base, forward and to the left"]
    turning: Annotated[float, "rad/s", "rate of turn of the base"]
    waiting: Annotated[bool, "1", "whether the base waits for its wheels to be turned"]


@block("mobile.steering")
class SteeringBlock:
    r"""Steering of a base with n steered and driven wheels: forward, sideways, turning, or all at once.

    $$ v_i = \begin{pmatrix} v_x - \omega\, y_i \\ v_y + \omega\, x_i \end{pmatrix}, \qquad
       \theta_i = \operatorname{atan2}(v_{iy}, v_{ix}) + k \pi, \qquad
       \dot\varphi_i = \frac{(-1)^k |v_i|}{r} \max(\cos(\theta_i - \theta_i^{act}),\, 0) $$

    Of the steering angles between the limits the one nearest to the present one is taken. A twist that would turn a
    wheel faster than `fastest` is scaled as a whole, so that the path stays what it was; no wheel is accelerated by
    more than `acceleration`. If a wheel has to be turned by more than `turned`, the base first
    comes to rest on its present path, turns its wheels, and goes on when all are within `aligned`. Without a twist, and
    for a wheel in the turning centre, the steering angle stays. The twist acts from the next step on.
    """

    @staticmethod
    def prepare(
        *,
        n: Wheels = 3,
        wheels_x: PlacesX = X,
        wheels_y: PlacesY = Y,
        radius: Radius = 0.08,
        low: Annotated[float, "rad", "lower limit of the steering angles"] = -2 * QUARTER,
        high: Annotated[float, "rad", "upper limit of the steering angles, at least half a turn above"] = 2 * QUARTER,
        fastest: Annotated[float, "rad/s", Positive, "largest rate of a wheel"] = 10.0,
        acceleration: Annotated[float, "m/s^2", Positive, "largest acceleration of a wheel"] = 0.8,
        turned: Annotated[float, "rad", Positive, "steering error beyond which the base stops first"] = 0.5,
        aligned: Annotated[float, "rad", Positive, "steering error below which it goes"] = 0.03,
    ) -> dict[str, float]:
        """Check the limits."""
        if high - low < 2.0 * QUARTER:
            raise ValueError(
                f"low {low:g} and high {high:g} are less than half a turn apart; a wheel could not go everywhere."
            )
        return {}

    @staticmethod
    def initial(*, n: int) -> SteeringState:
        """At rest."""
        return SteeringState(np.zeros(3), np.zeros(n))

    @staticmethod
    def output(
        state: SteeringState,
        forward: Forward,
        left: Left,
        rate: Rate,
        angles: Steered,
        *,
        wheels_x: Array,
        wheels_y: Array,
        radius: float,
        low: float,
        high: float,
    ) -> Steering:
        """Angles and rates of this step."""
        n = wheels_x.shape[0]
        wanted, speeds = np.empty(n), np.zeros(n)
        vx, vy, turn = float(state.twist[0]), float(state.twist[1]), float(state.twist[2])
        rests = fastest_wheel(vx, vy, turn, wheels_x, wheels_y) <= _AT_REST
        if rests:
            vx, vy, turn = forward, left, rate
        for i in range(n):
            actual = float(angles[i])
            kept = float(state.held[i]) if state.started else actual
            angle, speed, moves = steered_wheel(vx, vy, turn, float(wheels_x[i]), float(wheels_y[i]), actual, low, high)
            wanted[i] = angle if moves else kept
            if not rests:
                speeds[i] = speed / radius * max(cosine(angle - actual), 0.0)
        asked = fastest_wheel(forward, left, rate, wheels_x, wheels_y) > _AT_REST
        return Steering(wanted, speeds, state.twist[:2].copy(), float(state.twist[2]), rests and asked)

    @staticmethod
    def update(
        state: SteeringState,
        forward: Forward,
        left: Left,
        rate: Rate,
        angles: Steered,
        *,
        wheels_x: Array,
        wheels_y: Array,
        radius: float,
        low: float,
        high: float,
        fastest: float,
        acceleration: float,
        turned: float,
        aligned: float,
        dt: Step,
    ) -> SteeringState:
        """Change the twist, or wait for the wheels."""
        vx, vy, turn = float(state.twist[0]), float(state.twist[1]), float(state.twist[2])
        rests = fastest_wheel(vx, vy, turn, wheels_x, wheels_y) <= _AT_REST
        for i in range(wheels_x.shape[0]):
            actual = float(angles[i])
            kept = float(state.held[i]) if state.started else actual
            ux, uy, uw = (forward, left, rate) if rests else (vx, vy, turn)
            angle, _, moves = steered_wheel(ux, uy, uw, float(wheels_x[i]), float(wheels_y[i]), actual, low, high)
            state.held[i] = angle if moves else kept
        off = misaligned_by(forward, left, rate, wheels_x, wheels_y, angles, low, high)
        asked = fastest_wheel(forward, left, rate, wheels_x, wheels_y)
        share = min(1.0, fastest * radius / asked) if asked > _AT_REST else 0.0
        if off > (aligned if rests else turned):
            share = 0.0
        dx, dy, dw = share * forward - vx, share * left - vy, share * rate - turn
        change = fastest_wheel(dx, dy, dw, wheels_x, wheels_y)
        part = min(1.0, acceleration * dt / change) if change > _AT_REST else 1.0
        state.twist[0], state.twist[1], state.twist[2] = vx + part * dx, vy + part * dy, turn + part * dw
        return SteeringState(state.twist, state.held, True)


class Velocity(NamedTuple):
    """Velocity of a base in its own axes."""

    forward: Annotated[float, "m/s"]
    left: Annotated[float, "m/s"]


@block("mobile.turning_centre")
def turning_centre(
    rate: Annotated[float, "rad/s", "rate of turn, to the left"],
    x: Annotated[float, "m", "turning centre, forward of the base's origin"],
    y: Annotated[float, "m", "turning centre, to the left of it"],
) -> Velocity:
    r"""Velocity that goes with a rate of turn about any point of the floor, such as a hinge.

    $$ v_x = \omega\, c_y, \qquad v_y = -\omega\, c_x $$

    The centre c is in axes of the base: the origin is a spin, (0, R) a curve of radius R to the left.
    """
    return Velocity(rate * y, -rate * x)
