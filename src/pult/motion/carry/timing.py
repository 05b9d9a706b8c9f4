r"""Motion along a path with limited speed and acceleration: ramps by the smooth step, cruising between.

The speed rises from 0 to V as V (3 z^2 - 2 z^3) over a ramp of duration T = 1.5 V/a, with z = t/T: the acceleration is
continuous and a at most. A path too short for V takes V = sqrt(a L/1.5), two ramps without cruising.
"""

import math

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.motion.carry.paths import path_point


@kernel
def cruise_speed(length: float, speed: float, acceleration: float) -> float:
    """Speed that is reached on a path [m/s]."""
    most = math.sqrt(max(acceleration * length / 1.5, 0.0))
    return min(speed, most)


@kernel
def travel_time(length: float, speed: float, acceleration: float) -> float:
    """Time that a path takes [s]."""
    v = cruise_speed(length, speed, acceleration)
    return length / v + 1.5 * v / acceleration if v > 0.0 else 0.0


@kernel
def along_path(t: float, length: float, speed: float, acceleration: float) -> tuple[float, float, float]:
    """Path length, speed and acceleration at a time [m, m/s, m/s^2]; at rest before 0 and after the travel time."""
    v = cruise_speed(length, speed, acceleration)
    total = travel_time(length, speed, acceleration)
    if not v > 0.0 or t <= 0.0:
        return 0.0, 0.0, 0.0
    if t >= total:
        return length, 0.0, 0.0
    ramp = 1.5 * v / acceleration
    late = t > total - ramp
    z = clamp((total - t if late else t) / ramp, 0.0, 1.0)
    s = v * ramp * (z * z * z - 0.5 * z * z * z * z)
    if t > ramp and not late:
        return s + v * (t - ramp), v, 0.0
    rate, change = v * z * z * (3.0 - 2.0 * z), 6.0 * z * (1.0 - z) * v / ramp
    return (length - s, rate, -change) if late else (s, rate, change)


@kernel
def body_motion(ends: Array, coefficients: Array, s: float, rate: float, change: float) -> Array:
    """Pose, velocity and acceleration of a body on a path. Shape (3, 3): rows of x, y, turn.

    Args:
        ends, coefficients: The path; see `BodyPath`.
        s: Path length [m].
        rate: Speed along the path [m/s].
        change: Acceleration along it [m/s^2].
    """
    found = path_point(ends, coefficients, s)
    motion = np.empty((3, 3))
    for i in range(3):
        motion[0, i] = found[0, i]
        motion[1, i] = float(found[1, i]) * rate
        motion[2, i] = float(found[2, i]) * rate * rate + float(found[1, i]) * change
    return motion
