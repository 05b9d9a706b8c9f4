"""Joint motion and torques along a whole plan, as native code: inverse kinematics, exact rates, inverse dynamics."""

from typing import NamedTuple

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.walk.dynamics import joint_torques, point_acceleration, spread_motion, subtract_floor
from pult.motion.walk.frames import body_centre, place_in_world
from pult.motion.walk.legs import Legs
from pult.motion.walk.posture import centre_of_mass, coupled_solve, solve_posture
from pult.motion.walk.rows import COM, COM_ACCELERATION, COM_RATE, HEADING, LEFT, RIGHT, SUPPORT

_EPS = 1e-12
"""Largest last step of a joint [rad]; paper 003."""
_MAX_ITERATIONS = 60


@kernel
def track(
    links: Array, tips: Array, limits: Array, bodies: Array, yaw_pairs: Array, rotors: Array, rows: Array,
    middle: float, eps: float, max_iterations: int, q: Array, base: Array,
    angles: Array, rates: Array, accelerations: Array, torques: Array, bases: Array, zmps: Array, errors: Array,
) -> int:  # fmt: skip
    """Fill the joint motion and torques for all rows of a plan; returns the number of iterations.

    Args:
        links, tips, limits, bodies, yaw_pairs, rotors: The walker.
        rows: The plan, see `pult.motion.walk.rows`. Shape (k, 39).
        middle: How far the centre of a sole lies before its frame [m].
        eps, max_iterations: Of the inverse kinematics.
        q, base: Start of the inverse kinematics; overwritten.
        angles, rates, accelerations, torques: Overwritten [rad, rad/s, rad/s^2, N*m]. Shape (k, 2 m).
        bases: Overwritten with the positions of the pelvis [m]. Shape (k, 3).
        zmps: Overwritten with the zero-moment points of the whole body [m]. Shape (k, 2).
        errors: Overwritten with the distance [m] and the angle [rad] that the kinematics leave. Shape (k, 2).
    """
    n = q.shape[0]
    m = n // 2
    frames, soles, feet = np.empty((n, 12)), np.empty((2, 12)), np.empty((2, 4))
    goals, goal, still = np.zeros((2, 7)), np.empty(3), np.zeros(n)
    dp, held, total, motion = np.empty(3), np.empty(n), np.empty(6), np.empty((n + 1, 9))
    com, centre, found, drift = np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    iterations = 0
    for k in range(rows.shape[0]):
        row = rows[k]
        heading, turn, turn2 = float(row[HEADING]), float(row[HEADING + 1]), float(row[HEADING + 2])
        for r in range(3):
            com[r] = row[COM + r]
        for c in range(4):
            feet[0, c], feet[1, c] = row[LEFT + c], row[RIGHT + c]
        if k > 1:  # the motion goes on as it came
            for i in range(n):
                q[i] = min(max(2.0 * float(angles[k - 1, i]) - float(angles[k - 2, i]), limits[0, i]), limits[1, i])
            for r in range(3):
                base[r] = 2.0 * float(bases[k - 1, r]) - float(bases[k - 2, r])
        count, distance, angle = solve_posture(
            links, tips, limits, bodies, yaw_pairs, q, base, heading, com, feet, eps, max_iterations, frames, soles
        )
        iterations += count
        errors[k, 0], errors[k, 1] = distance, angle
        for r in range(3):
            bases[k, r] = base[r]
        for i in range(n):
            angles[k, i] = q[i]
        place_in_world(links, tips, q, base, heading, frames, soles)
        mass = centre_of_mass(bodies, frames, base, heading, found, centre)
        # rates: the pelvis turns by itself; the rest of what is wanted is left to the joints and its velocity
        goal[0] = float(row[COM_RATE]) + turn * (float(found[1]) - float(base[1]))
        goal[1] = float(row[COM_RATE + 1]) - turn * (float(found[0]) - float(base[0]))
        goal[2] = row[COM_RATE + 2]
        for leg in range(2):
            first = LEFT if leg == 0 else RIGHT
            goals[leg, 0] = float(row[first + 4]) + turn * (float(soles[leg, 7]) - float(base[1]))
            goals[leg, 1] = float(row[first + 5]) - turn * (float(soles[leg, 3]) - float(base[0]))
            goals[leg, 2] = row[first + 6]
            goals[leg, 3] = goals[leg, 4] = goals[leg, 6] = 0.0
            goals[leg, 5] = float(row[first + 7]) - turn
        coupled_solve(
            bodies, yaw_pairs, frames, soles, base, heading, held, goals, goal, 0.0, limits, q, rates[k], dp
        )
        # accelerations: what is wanted, less what the rates alone give
        for r in range(3):
            drift[r] = 0.0
        spread_motion(links, frames, base, rates[k], still, drift, turn, turn2, motion)
        for r in range(3):
            goal[r] = row[COM_ACCELERATION + r]
        for body in range(n + 1):
            own = body_acceleration(bodies, frames, base, heading, motion, body, centre, drift)
            for r in range(3):
                goal[r] = float(goal[r]) - own / mass * float(drift[r])
        for leg in range(2):
            first, last = (LEFT if leg == 0 else RIGHT), (leg + 1) * m - 1
            point_acceleration(
                motion, last + 1, float(soles[leg, 3]) - float(frames[last, 3]),
                float(soles[leg, 7]) - float(frames[last, 7]), float(soles[leg, 11]) - float(frames[last, 11]), drift,
            )  # fmt: skip
            for r in range(3):
                goals[leg, r] = float(row[first + 8 + r]) - float(drift[r])
                goals[leg, 3 + r] = -float(motion[last + 1, 6 + r])
            goals[leg, 5] = float(goals[leg, 5]) + float(row[first + 11])
            goals[leg, 6] = 0.0
        coupled_solve(
            bodies, yaw_pairs, frames, soles, base, heading, held, goals, goal, 0.0, limits, q, accelerations[k], dp
        )
        spread_motion(links, frames, base, rates[k], accelerations[k], dp, turn, turn2, motion)
        joint_torques(bodies, rotors, frames, base, heading, motion, accelerations[k], torques[k], total)
        subtract_floor(frames, total, int(row[SUPPORT]), feet, middle, torques[k], zmps[k])
    return iterations


@kernel
def body_acceleration(
    bodies: Array, frames: Array, base: Array, heading: float, motion: Array, row: int, centre: Array, found: Array
) -> float:
    """Acceleration of the centre of a body [m/s^2]; returns its mass [kg]."""
    from_base = row == 0
    mass = body_centre(bodies, frames, base, heading, row, centre)
    if from_base:
        ox, oy, oz = float(base[0]), float(base[1]), float(base[2])
    else:
        ox, oy, oz = float(frames[row - 1, 3]), float(frames[row - 1, 7]), float(frames[row - 1, 11])
    point_acceleration(motion, row, float(centre[0]) - ox, float(centre[1]) - oy, float(centre[2]) - oz, found)
    return mass


_MATRIX, _VECTOR = "float64[:,::1]", "float64[::1]"
TRACK = ", ".join(
    [_MATRIX] * 5 + [_VECTOR, _MATRIX, "float64", "float64", "int64", _VECTOR, _VECTOR] + [_MATRIX] * 7
)
"""Types of the arguments of `track`."""
POSTURE = ", ".join(
    [_MATRIX] * 5 + [_VECTOR, _VECTOR, "float64", _VECTOR, _MATRIX, "float64", "int64", _MATRIX, _MATRIX]
)
"""Types of the arguments of `solve_posture`."""


class Tracked(NamedTuple):
    """Joint motion along a plan; shapes as in `track`.

    Attributes:
        angles, rates, accelerations: Of the joints [rad, rad/s, rad/s^2]. Shape (k, 2 m).
        torques: Feed-forward torques [N*m]. Shape (k, 2 m).
        bases: Positions of the pelvis [m]. Shape (k, 3).
        zmps: Zero-moment points of the whole body [m]. Shape (k, 2).
        errors: Distance [m] and angle [rad] that the kinematics leave. Shape (k, 2).
        iterations: Mean number of iterations.
    """

    angles: Array
    rates: Array
    accelerations: Array
    torques: Array
    bases: Array
    zmps: Array
    errors: Array
    iterations: float


def track_plan(walker: Legs, rows: Array) -> Tracked:
    """Joint motion and feed-forward torques of a walker along the rows of a plan.

    Args:
        walker: The robot.
        rows: The plan, see `pult.motion.walk.rows`. Shape (k, 39).
    """
    a = walker.arrays
    k, n = len(rows), len(walker.joints)
    angles, rates, accelerations, torques = (np.empty((k, n)) for _ in range(4))
    bases, zmps, errors = np.empty((k, 3)), np.empty((k, 2)), np.empty((k, 2))
    _, ahead, height = walker.standing
    base = np.array([rows[0, COM] - ahead, rows[0, COM + 1], height])
    iterations = walker.compiled(track, TRACK)(
        a.links, a.tips, a.limits, a.bodies, a.yaw_pairs, a.rotors, np.ascontiguousarray(rows),
        (walker.toe - walker.heel) / 2.0, _EPS, _MAX_ITERATIONS, walker.stand.copy(), base,
        angles, rates, accelerations, torques, bases, zmps, errors,
    )  # fmt: skip
    return Tracked(angles, rates, accelerations, torques, bases, zmps, errors, iterations / max(k, 1))


class Posture(NamedTuple):
    """A posture: joint angles [rad], position of the pelvis [m], and what is left: distance [m], angle [rad]."""

    angles: Array
    base: Array
    iterations: int
    distance: float
    angle: float


def find_posture(
    walker: Legs, com: Array, feet: Array, heading: float = 0.0, limits: Array | None = None
) -> Posture:
    """Joint angles that bring both soles and the centre of mass to their places, from the standing pose.

    Args:
        walker: The robot.
        com: Centre of mass [m]. Shape (3,).
        feet: Poses of the level soles: x y z [m], heading [rad]. Shape (2, 4).
        heading: Heading of the upright pelvis [rad].
        limits: Limits other than the robot's own [rad]. Shape (2, 2 m).
    """
    a, n = walker.arrays, len(walker.joints)
    _, ahead, height = walker.standing
    q = walker.stand.copy()
    base = np.array([com[0] - ahead, com[1], height + feet[:, 2].min()])
    count, distance, angle = walker.compiled(solve_posture, POSTURE)(
        a.links, a.tips, a.limits if limits is None else limits, a.bodies, a.yaw_pairs, q, base, float(heading),
        np.array(com, dtype=float), np.array(feet, dtype=float), _EPS, _MAX_ITERATIONS, np.empty((n, 12)),
        np.empty((2, 12)),
    )  # fmt: skip
    return Posture(q, base, count, distance, angle)
