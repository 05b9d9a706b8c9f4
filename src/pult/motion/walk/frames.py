"""Frames of a walker in the world, and Jacobians of its soles and its centre of mass: kernels over flat arrays.

The pelvis is upright: its pose is a position and a heading. Arrays are those of `pult.robot.walker_arrays`; rows of
joints are those of the left leg, then those of the right.
"""

import math

from pult.core.kernels import cosine, kernel, sine
from pult.core.signals import Array
from pult.robot.kinematics import place, place_tips

YAW_WEIGHT = 0.3
"""Weight of the task 'hip yaw = ankle yaw', which decides what a seven-joint leg leaves open."""


@kernel
def place_in_world(
    links: Array, tips: Array, q: Array, base: Array, heading: float, frames: Array, soles: Array
) -> None:
    """Compute the poses of all joint frames and of both soles in the world.

    Args:
        links, tips: The walker.
        q: Joint angles [rad]. Shape (2 m,).
        base: Position of the pelvis [m]. Shape (3,).
        heading: Heading of the pelvis [rad].
        frames: Overwritten with the poses of the joints. Shape (2 m, 12).
        soles: Overwritten with the poses of the soles. Shape (2, 12).
    """
    place(links, q, frames)
    place_tips(tips, frames, soles)
    c, s = cosine(heading), sine(heading)
    for i in range(frames.shape[0]):
        _into_world(frames, i, c, s, base)
    for i in range(soles.shape[0]):
        _into_world(soles, i, c, s, base)


@kernel
def _into_world(rows: Array, i: int, c: float, s: float, base: Array) -> None:
    for k in range(4):
        x, y = float(rows[i, k]), float(rows[i, 4 + k])
        rows[i, k], rows[i, 4 + k] = c * x - s * y, s * x + c * y
    rows[i, 3] = float(rows[i, 3]) + float(base[0])
    rows[i, 7] = float(rows[i, 7]) + float(base[1])
    rows[i, 11] = float(rows[i, 11]) + float(base[2])


@kernel
def body_centre(bodies: Array, frames: Array, base: Array, heading: float, row: int, centre: Array) -> float:
    """Centre of a body in the world [m]; returns its mass [kg]. Row 0 is the pelvis, row j + 1 belongs to joint j."""
    x, y, z = float(bodies[row, 1]), float(bodies[row, 2]), float(bodies[row, 3])
    if row == 0:
        c, s = cosine(heading), sine(heading)
        centre[0] = c * x - s * y + float(base[0])
        centre[1] = s * x + c * y + float(base[1])
        centre[2] = z + float(base[2])
    else:
        j = row - 1
        for r in range(3):
            centre[r] = (
                float(frames[j, 4 * r]) * x + float(frames[j, 4 * r + 1]) * y + float(frames[j, 4 * r + 2]) * z
                + float(frames[j, 4 * r + 3])
            )  # fmt: skip
    return float(bodies[row, 0])


@kernel
def sole_jacobian(frames: Array, soles: Array, yaw_pairs: Array, leg: int, J: Array) -> None:
    """Jacobian of a sole in world axes, velocity before angular velocity, and the row of the yaw pair. Shape (7, m)."""
    m = J.shape[1]
    px, py, pz = float(soles[leg, 3]), float(soles[leg, 7]), float(soles[leg, 11])
    for i in range(m):
        j = leg * m + i
        zx, zy, zz = float(frames[j, 2]), float(frames[j, 6]), float(frames[j, 10])
        rx, ry, rz = px - float(frames[j, 3]), py - float(frames[j, 7]), pz - float(frames[j, 11])
        J[0, i], J[1, i], J[2, i] = zy * rz - zz * ry, zz * rx - zx * rz, zx * ry - zy * rx
        J[3, i], J[4, i], J[5, i] = zx, zy, zz
        J[6, i] = 0.0
    if float(yaw_pairs[leg, 2]) != 0.0:
        J[6, int(yaw_pairs[leg, 0]) - leg * m] = YAW_WEIGHT
        J[6, int(yaw_pairs[leg, 1]) - leg * m] = -YAW_WEIGHT * float(yaw_pairs[leg, 2])


@kernel
def com_jacobian(
    bodies: Array, frames: Array, base: Array, heading: float, leg: int, J: Array, moment: Array, centre: Array
) -> None:
    """Jacobian of the moment of mass of a leg, sum m_j c_j [kg*m], in world axes. Shape (3, m).

    Args:
        bodies, frames, base, heading: The walker and where it is.
        leg: 0 for the left, 1 for the right one.
        J: Overwritten with the Jacobian.
        moment: The leg's moment of mass is added to it [kg*m]. Shape (3,).
        centre: Work space. Shape (3,).
    """
    m = J.shape[1]
    mass = sx = sy = sz = 0.0
    for i in range(m - 1, -1, -1):
        j = leg * m + i
        own = body_centre(bodies, frames, base, heading, j + 1, centre)
        mass += own
        sx += own * float(centre[0])
        sy += own * float(centre[1])
        sz += own * float(centre[2])
        zx, zy, zz = float(frames[j, 2]), float(frames[j, 6]), float(frames[j, 10])
        rx, ry, rz = sx - mass * float(frames[j, 3]), sy - mass * float(frames[j, 7]), sz - mass * float(frames[j, 11])
        J[0, i], J[1, i], J[2, i] = zy * rz - zz * ry, zz * rx - zx * rz, zx * ry - zy * rx
    moment[0] = float(moment[0]) + sx
    moment[1] = float(moment[1]) + sy
    moment[2] = float(moment[2]) + sz


@kernel
def turn_error(soles: Array, leg: int, heading: float, e: Array) -> None:
    """Rotation vector from the present orientation of a sole to a level one of a heading [rad], into e[3:6]."""
    c, s = cosine(heading), sine(heading)
    # R = Rz(heading) R_sole^T
    r00 = c * float(soles[leg, 0]) - s * float(soles[leg, 1])
    r01 = c * float(soles[leg, 4]) - s * float(soles[leg, 5])
    r02 = c * float(soles[leg, 8]) - s * float(soles[leg, 9])
    r10 = s * float(soles[leg, 0]) + c * float(soles[leg, 1])
    r11 = s * float(soles[leg, 4]) + c * float(soles[leg, 5])
    r12 = s * float(soles[leg, 8]) + c * float(soles[leg, 9])
    r20, r21, r22 = float(soles[leg, 2]), float(soles[leg, 6]), float(soles[leg, 10])
    x, y, z = r21 - r12, r02 - r20, r10 - r01
    size = math.sqrt(x * x + y * y + z * z)
    scale = 0.5 if size < 1e-12 else math.atan2(size, r00 + r11 + r22 - 1.0) / size
    e[3], e[4], e[5] = scale * x, scale * y, scale * z
