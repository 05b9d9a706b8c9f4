"""The check of a whole motion as a kernel: the first limit that an arm would meet, found as the motion starts.

`pult.motion.carry.check` does the same with words; a test holds both against each other.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.carry.grasps import grasp_accelerations, grasp_points, grasp_velocities, into_base, shared_forces
from pult.motion.carry.mounts import moment_arm
from pult.motion.carry.planar import (
    planar_accelerations,
    planar_inverse,
    planar_jacobian,
    planar_rates,
    planar_torques,
)
from pult.motion.carry.timing import along_path, body_motion, travel_time

POSSIBLE, REACH, STROKE, SPEED, FORCE = range(5)
"""Which limit is met."""
X, Y, TURN, LINK1, LINK2, A1, A2, A3, FIRST = range(9)
"""Columns of the table of arms: base, links, inertias; from FIRST on the columns of each joint."""
K, P, OFFSET, SENSE, LOWER, UPPER, PULL, PUSH, FRICTION = range(9)
"""Columns of a joint: mount points, limits [rad], forces that may be used [N], dry friction [N]."""
COLUMNS = FIRST + 2 * 9
SLACK = 1e-7
"""Beyond its limits by so much, an angle is at them [rad]."""


@kernel
def moment_limit(
    motion: Array, grasps: Array, arms: Array, mass: float, inertia: float, fastest: float
) -> tuple[int, int]:
    """The limit that is exceeded at one moment of a motion, and the arm, counted from 0.

    Args:
        motion: Pose, velocity and acceleration of the body. Shape (3, 3).
        grasps: Grasp points in {G} [m]. Shape (n, 2).
        arms: Table of the arms, see above. Shape (n, COLUMNS).
        mass, inertia: Of the body [kg, kg m^2].
        fastest: Largest speed of a piston [m/s].
    """
    x, y, turn = float(motion[0, 0]), float(motion[0, 1]), float(motion[0, 2])
    vx, vy, w = float(motion[1, 0]), float(motion[1, 1]), float(motion[1, 2])
    ax, ay, dw = float(motion[2, 0]), float(motion[2, 1]), float(motion[2, 2])
    points = grasp_points(x, y, turn, grasps)
    velocities = grasp_velocities(vx, vy, w, turn, grasps)
    accelerations = grasp_accelerations(ax, ay, dw, w, turn, grasps)
    loads = shared_forces(mass * ax, mass * ay, inertia * dw, grasp_points(0.0, 0.0, turn, grasps))
    for i in range(min(arms.shape[0], grasps.shape[0])):
        beta, l1, l2 = float(arms[i, TURN]), float(arms[i, LINK1]), float(arms[i, LINK2])
        px, py = into_base(float(points[i, 0]) - float(arms[i, X]), float(points[i, 1]) - float(arms[i, Y]), beta)
        q1, q2, reached = planar_inverse(l1, l2, px, py, 1.0)
        if not reached:
            return REACH, i
        J = planar_jacobian(l1, l2, q1, q2)
        ux, uy = into_base(float(velocities[i, 0]), float(velocities[i, 1]), beta)
        w1, w2 = planar_rates(J, ux, uy)
        bx, by = into_base(float(accelerations[i, 0]), float(accelerations[i, 1]), beta)
        c1, c2 = planar_accelerations(l1, l2, q1, q2, w1, w2, bx, by)
        t1, t2 = planar_torques(float(arms[i, A1]), float(arms[i, A2]), float(arms[i, A3]), q2, w1, w2, c1, c2)
        fx, fy = into_base(float(loads[i, 0]), float(loads[i, 1]), beta)
        for j in range(2):
            q, rate, torque = (q1, w1, t1) if j == 0 else (q2, w2, t2)
            torque += float(J[0, j]) * fx + float(J[1, j]) * fy
            limit = _joint_limit(arms[i], FIRST + 9 * j, q, rate, torque, fastest)
            if limit != POSSIBLE:
                return limit, i
    return POSSIBLE, 0


@kernel
def _joint_limit(arm: Array, at: int, q: float, rate: float, torque: float, fastest: float) -> int:
    """The limit that a joint exceeds; `at` is where its columns begin."""
    if not float(arm[at + LOWER]) - SLACK <= q <= float(arm[at + UPPER]) + SLACK:
        return STROKE
    theta = float(arm[at + SENSE]) * (q - float(arm[at + OFFSET]))
    lever = -float(arm[at + SENSE]) * moment_arm(float(arm[at + K]), float(arm[at + P]), theta)
    if lever == 0.0:
        return FORCE
    speed = lever * rate
    if abs(speed) > fastest:
        return SPEED
    force = torque / lever
    if speed != 0.0:
        force += math.copysign(float(arm[at + FRICTION]), speed)
    return FORCE if force > float(arm[at + PUSH]) or -force > float(arm[at + PULL]) else POSSIBLE


@kernel
def motion_limit(
    ends: Array, coefficients: Array, speed: float, acceleration: float, grasps: Array, arms: Array, mass: float,
    inertia: float, fastest: float, sample: float,
) -> tuple[int, int, float]:  # fmt: skip
    """The first limit that a motion along a path exceeds, the arm, counted from 0, and the moment [s].

    Args:
        ends, coefficients: The path.
        speed, acceleration: Largest ones along it [m/s, m/s^2].
        grasps, arms, mass, inertia, fastest: See `moment_limit`.
        sample: Time between two moments that are looked at [s].
    """
    length = float(ends[ends.shape[0] - 1])
    total = travel_time(length, speed, acceleration)
    steps = int(total / sample) + 1
    motion = np.empty((3, 3))
    for k in range(steps + 1):
        t = min(k * sample, total)
        s, rate, change = along_path(t, length, speed, acceleration)
        motion = body_motion(ends, coefficients, s, rate, change)
        limit, arm = moment_limit(motion, grasps, arms, mass, inertia, fastest)
        if limit != POSSIBLE:
            return limit, arm, t
    return POSSIBLE, 0, 0.0
