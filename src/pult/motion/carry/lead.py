"""A body led by wanted rates, with limited acceleration and jerk, and kept within the reach of its arms."""

import math

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.motion.carry.grasps import grasp_points, into_base
from pult.motion.carry.planar import planar_inverse


@kernel
def led_rate(rate: float, speed: float, acceleration: float, most: float, jerk: float, dt: float) -> float:
    """Acceleration of the next step on the way to a wanted rate, without overshoot.

    The acceleration goes down in time for the rate: with the jerk j it may be sqrt(2 j |rate - speed|) at most, looked
    at one step ahead.

    Args:
        rate: Wanted rate.
        speed: Present speed.
        acceleration: Present acceleration.
        most: Largest acceleration.
        jerk: Largest rate of change of the acceleration.
        dt: Control step [s].
    """
    left = rate - speed - dt * acceleration
    wanted = math.copysign(min(most, math.sqrt(2.0 * jerk * abs(left))), left)
    if 2.0 * abs(wanted) * dt > abs(left):
        wanted = 0.5 * left / dt
    return acceleration + clamp(wanted - acceleration, -jerk * dt, jerk * dt)


@kernel
def reach_margin(
    x: float, y: float, turn: float, grasps: Array, bases: Array, links: Array, lower: Array, upper: Array
) -> float:
    """Smallest distance of any joint of any arm from its limits, holding a body at a pose [rad]; negative beyond them.

    Args:
        x, y, turn: Pose of the body in {S} [m, rad].
        grasps: Grasp points in {G} [m]. Shape (n, 2).
        bases: Bases in {S}: x, y [m], turn [rad]. Shape (n, 3).
        links: Lengths of the links [m]. Shape (n, 2).
        lower, upper: Limits of the joints [rad]. Shape (n, 2).
    """
    points = grasp_points(x, y, turn, grasps)
    least = math.inf
    for i in range(min(grasps.shape[0], bases.shape[0])):
        px, py = into_base(
            float(points[i, 0]) - float(bases[i, 0]), float(points[i, 1]) - float(bases[i, 1]), float(bases[i, 2])
        )
        q1, q2, reached = planar_inverse(float(links[i, 0]), float(links[i, 1]), px, py, 1.0)
        if not reached:
            return -math.pi
        for q, j in ((q1, 0), (q2, 1)):
            least = min(least, q - float(lower[i, j]), float(upper[i, j]) - q)
    return least
