"""Steered wheels of a mobile base: angles and speeds that move it as a rigid body.

Wheel i touches the floor at (x_i, y_i) in axes of the base: x forward, y left. A base that moves with the twist
(v_x, v_y, w) moves it with v_i = (v_x - w y_i, v_y + w x_i). It is steered along v_i, or against it and runs backwards.
"""

import math

from pult.core.kernels import hypotenuse, kernel, round_up
from pult.core.signals import Array

STILL = 1e-9
"""Speeds below this have no direction [m/s]."""


@kernel
def wheel_velocity(vx: float, vy: float, rate: float, x: float, y: float) -> tuple[float, float]:
    """Velocity of a point of the base [m/s].

    Args:
        vx, vy: Velocity of the base's origin [m/s].
        rate: Rate of turn, to the left [rad/s].
        x, y: The point [m].
    """
    return vx - rate * y, vy + rate * x


@kernel
def fastest_wheel(vx: float, vy: float, rate: float, x: Array, y: Array) -> float:
    """Speed of the fastest wheel [m/s]; wheels at x, y [m]. Shape (n,) each."""
    most = 0.0
    for i in range(x.shape[0]):
        ux, uy = wheel_velocity(vx, vy, rate, float(x[i]), float(y[i]))
        most = max(most, hypotenuse(ux, uy))
    return most


@kernel
def nearest_way(direction: float, angle: float, low: float, high: float) -> tuple[float, float]:
    """Steering angle for a direction of motion, and the sign of the wheel's speed.

    Of direction + k pi between the limits, the one nearest to the present angle; the wheel runs backwards for odd k.
    The limits are at least pi apart, so that there always is one.

    Args:
        direction: Direction of motion in axes of the base [rad].
        angle: Present steering angle [rad].
        low, high: Limits of the steering angle [rad].
    """
    first = round_up((low - direction) / math.pi)
    best, sign, least = direction, 1.0, math.inf
    for step in range(int((high - low) / math.pi) + 2):
        turns = first + step
        tried = direction + turns * math.pi
        if low <= tried <= high and abs(tried - angle) < least:
            best, least = tried, abs(tried - angle)
            sign = 1.0 if 2.0 * round_up(turns / 2.0) == turns else -1.0
    return best, sign


@kernel
def steered_wheel(
    vx: float, vy: float, rate: float, x: float, y: float, angle: float, low: float, high: float
) -> tuple[float, float, bool]:
    """Steering angle [rad], speed with its sign [m/s] and whether the wheel moves at all, for a twist of the base."""
    ux, uy = wheel_velocity(vx, vy, rate, x, y)
    speed = hypotenuse(ux, uy)
    if not STILL < speed < math.inf:
        return angle, 0.0, False
    best, sign = nearest_way(math.atan2(uy, ux), angle, low, high)
    return best, sign * speed, True


@kernel
def misaligned_by(
    vx: float, vy: float, rate: float, x: Array, y: Array, angles: Array, low: float, high: float
) -> float:
    """Largest angle by which a wheel has to be steered for a twist of the base [rad].

    Args:
        vx, vy, rate: The twist [m/s, rad/s].
        x, y: Places of the wheels [m]. Shape (n,) each.
        angles: Present steering angles [rad]. Shape (n,).
        low, high: Limits of the steering angles [rad].
    """
    most = 0.0
    for i in range(x.shape[0]):
        angle = float(angles[i])
        wanted, _, moves = steered_wheel(vx, vy, rate, float(x[i]), float(y[i]), angle, low, high)
        if moves:
            most = max(most, abs(wanted - angle))
    return most
