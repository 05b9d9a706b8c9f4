"""Check of a whole motion before it starts: reach, stroke, speed and force of every cylinder of every arm."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.carry.design import Arm, JointDrive
from pult.motion.carry.grasps import (
    grasp_accelerations,
    grasp_points,
    grasp_velocities,
    into_base,
    shared_forces,
)
from pult.motion.carry.mounts import cylinder_length, moment_arm
from pult.motion.carry.paths import BodyPath
from pult.motion.carry.planar import (
    planar_accelerations,
    planar_inverse,
    planar_jacobian,
    planar_rates,
    planar_torques,
)
from pult.motion.carry.timing import along_path, body_motion, travel_time

SAMPLE = 0.005
"""Time between two checked moments [s]."""
RESERVE = 0.7
"""Share of the force of a cylinder that a motion may take; the rest is for feedback."""
MAX_PISTON_SPEED = 0.5
"""What a valve can feed [m/s]."""
JOINTS = ("shoulder", "elbow")


class MotionRefused(KinematicsError):  # noqa: N818 - an answer, not a failure
    """A motion that an arm cannot do; names the arm, the moment and the limit.

    Attributes:
        arm: Name of the arm.
        time: The moment, from the start of the motion [s].
        limit: What is exceeded: "reach", "stroke", "speed" or "force".
        value, bound: The value there, and its bound [m, m/s or N].
    """

    def __init__(self, arm: str, time: float, limit: str, what: str, value: float, bound: float) -> None:
        self.arm, self.time, self.limit, self.value, self.bound = arm, time, limit, value, bound
        super().__init__(f"arm {arm} cannot do it: at {time:.2f} s {what}.")


@dataclass(frozen=True, eq=False)
class Carried:
    """A body that arms carry.

    Attributes:
        bases: Bases in {S}: x, y [m], turn [rad]. Shape (n, 3).
        grasps: Grasp points in {G} [m]. Shape (n, 2).
        mass: Of the body [kg].
        inertia: About its origin, which is its centre [kg m^2].
        names: Names of the arms.
    """

    bases: Array
    grasps: Array
    mass: float
    inertia: float
    names: Sequence[str]


@dataclass(frozen=True, eq=False)
class CheckedMotion:
    """What a motion asks for.

    Attributes:
        times: Checked moments [s]. Shape (k,).
        lengths: Lengths of the cylinders [m]. Shape (k, n, 2).
        speeds: Speeds of the pistons [m/s]. Shape (k, n, 2).
        forces: Forces of the cylinders, friction included [N]. Shape (k, n, 2).
    """

    times: Array
    lengths: Array
    speeds: Array
    forces: Array


def check_motion(
    arm: Arm, carried: Carried, path: BodyPath, speed: float, acceleration: float, supply: float = 1.0
) -> CheckedMotion:
    """Check a motion of a body along a path.

    Args:
        arm: The arms, all equal.
        carried: The body, and where the arms are.
        path: The path of the body.
        speed: Largest speed along it [m/s].
        acceleration: Largest acceleration along it [m/s^2].
        supply: Supply pressure relative to the nominal one.

    Raises:
        MotionRefused: An arm cannot do it; the first moment is named.
        KinematicsError: Speed or acceleration is not above 0.
    """
    if not (speed > 0.0 and acceleration > 0.0):
        raise KinematicsError(f"speed and acceleration are above 0, not {speed:g} m/s and {acceleration:g} m/s^2.")
    total = travel_time(path.length, speed, acceleration)
    times = np.append(np.arange(0.0, total, SAMPLE), total)
    rows = []
    for t in times:
        s, rate, change = along_path(float(t), path.length, speed, acceleration)
        motion = body_motion(path.ends, path.coefficients, s, rate, change)
        rows.append(_moment(arm, carried, motion, float(t), supply))
    lengths, speeds, forces = (np.array(part) for part in zip(*rows, strict=True))
    return CheckedMotion(times, lengths, speeds, forces)


def _moment(arm: Arm, carried: Carried, motion: Array, t: float, supply: float) -> tuple[Array, Array, Array]:
    (x, y, turn), (vx, vy, w), (ax, ay, dw) = ([float(v) for v in row] for row in motion)
    points = grasp_points(x, y, turn, carried.grasps)
    velocities = grasp_velocities(vx, vy, w, turn, carried.grasps)
    accelerations = grasp_accelerations(ax, ay, dw, w, turn, carried.grasps)
    levers = grasp_points(0.0, 0.0, turn, carried.grasps)
    loads = shared_forces(carried.mass * ax, carried.mass * ay, carried.inertia * dw, levers)
    n = len(carried.bases)
    lengths, speeds, forces = np.empty((n, 2)), np.empty((n, 2)), np.empty((n, 2))
    for i, (base, name) in enumerate(zip(carried.bases, carried.names, strict=True)):
        beta = float(base[2])
        px, py = into_base(float(points[i, 0] - base[0]), float(points[i, 1] - base[1]), beta)
        (l1, l2), far = arm.design.links, math.hypot(px, py)
        q1, q2, reached = planar_inverse(l1, l2, px, py, 1.0)
        if not reached:
            edge = l1 + l2 if far > l1 + l2 else abs(l1 - l2)
            raise MotionRefused(
                name, t, "reach", f"its hand is {far:.3f} m from the base, and it reaches {edge:.3f} m", far, edge
            )
        J = planar_jacobian(l1, l2, q1, q2)
        rates = planar_rates(J, *into_base(float(velocities[i, 0]), float(velocities[i, 1]), beta))
        accs = planar_accelerations(
            l1, l2, q1, q2, *rates, *into_base(float(accelerations[i, 0]), float(accelerations[i, 1]), beta)
        )
        torque = np.array(planar_torques(*arm.inertias, q2, *rates, *accs))
        torque += J.T @ np.array(into_base(float(loads[i, 0]), float(loads[i, 1]), beta))
        for j, joint in enumerate(arm.joints):
            found = _cylinder(joint, (q1, q2)[j], rates[j], float(torque[j]))
            lengths[i, j], speeds[i, j], forces[i, j] = found
            _check_cylinder(name, JOINTS[j], joint, t, supply, found)
    return lengths, speeds, forces


def _cylinder(joint: JointDrive, q: float, rate: float, torque: float) -> tuple[float, float, float]:
    theta = joint.sense * (q - joint.offset)
    lever = -joint.sense * moment_arm(*joint.mounts, theta)
    speed = lever * rate
    beyond = not joint.lower <= q <= joint.upper  # past a dead centre the length alone would not tell
    length = cylinder_length(*joint.mounts, theta)
    if beyond and joint.cylinder.folded <= length <= joint.cylinder.extended:
        length = math.inf
    return length, speed, torque / lever + math.copysign(joint.cylinder.friction, speed) * (speed != 0.0)


def _check_cylinder(
    name: str, which: str, joint: JointDrive, t: float, supply: float, found: tuple[float, float, float]
) -> None:
    length, speed, force = found
    c = joint.cylinder
    slack = 1e-9
    if not c.folded - slack <= length <= c.extended + slack:
        bound = c.folded if length < c.folded else c.extended
        than = "shorter than its folded" if length < c.folded else "longer than its full"
        by = abs(length - bound)
        more = f" by {1e3 * by:.1f} mm" if math.isfinite(by) else ""
        raise MotionRefused(
            name, t, "stroke", f"the {which} cylinder would be {than} length of {bound:.3f} m{more}", length, bound
        )
    if abs(speed) > MAX_PISTON_SPEED:
        raise MotionRefused(
            name, t, "speed",
            f"the {which} cylinder would move at {abs(speed):.2f} m/s, and its valve feeds {MAX_PISTON_SPEED:.2f} m/s",
            abs(speed), MAX_PISTON_SPEED,
        )  # fmt: skip
    pull, push = (RESERVE * supply * most for most in c.forces)
    bound = push if force > 0.0 else pull
    if abs(force) > bound:
        does = "push" if force > 0.0 else "pull"
        raise MotionRefused(
            name, t, "force", f"the {which} cylinder would {does} with {abs(force):.0f} N, and may with {bound:.0f} N",
            abs(force), bound,
        )  # fmt: skip
