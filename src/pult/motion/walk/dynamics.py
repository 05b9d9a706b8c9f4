r"""Inverse dynamics of a walker along a planned motion: recursive Newton-Euler from the pelvis to both soles and back.

    tau = RNE(q, q', q'') - J^T W,      W = sum over all bodies of (m (c'' - g), I w' + w x I w + c x m (c'' - g)),

where W, about the origin of the floor, is the wrench that the floor has to give. Its zero-moment point is the point of
the floor about which its horizontal moment vanishes. In single support the standing foot takes all of W; in double
support the feet share it as the zero-moment point, projected onto the line through the centres of the soles, divides
that line.
"""

import numpy as np

from pult.core.kernels import clamp, cosine, kernel, sine
from pult.core.signals import Array
from pult.motion.walk.frames import body_centre
from pult.motion.walk.rows import BOTH, GRAVITY, LEFT_FOOT, RIGHT_FOOT

ORIGIN_ACCELERATION, ANGULAR_RATE, ANGULAR_ACCELERATION = 0, 3, 6
MOTION = 9
"""Columns of the motion of a joint's frame: acceleration of its origin, angular velocity, angular acceleration."""


@kernel
def spread_motion(
    links: Array, frames: Array, base: Array, rates: Array, accelerations: Array,
    base_acceleration: Array, turn_rate: float, turn_acceleration: float, motion: Array,
) -> None:  # fmt: skip
    """Accelerations and angular velocities of all joint frames in world axes.

    Args:
        links, frames, base: The walker and where it is.
        rates, accelerations: Of the joints [rad/s, rad/s^2]. Shape (2 m,).
        base_acceleration: Acceleration of the pelvis [m/s^2]. Shape (3,).
        turn_rate, turn_acceleration: Of the pelvis about the vertical [rad/s, rad/s^2].
        motion: Overwritten; the first row is that of the pelvis. Shape (1 + 2 m, 9).
    """
    for r in range(3):
        motion[0, r] = base_acceleration[r]
        motion[0, 3 + r] = motion[0, 6 + r] = 0.0
    motion[0, 5], motion[0, 8] = turn_rate, turn_acceleration
    for j in range(links.shape[0]):
        parent = int(links[j, 1]) + 1
        wx, wy, wz = float(motion[parent, 3]), float(motion[parent, 4]), float(motion[parent, 5])
        ax, ay, az = float(motion[parent, 6]), float(motion[parent, 7]), float(motion[parent, 8])
        if parent == 0:
            ox, oy, oz = float(base[0]), float(base[1]), float(base[2])
        else:
            ox, oy, oz = float(frames[parent - 1, 3]), float(frames[parent - 1, 7]), float(frames[parent - 1, 11])
        rx, ry, rz = float(frames[j, 3]) - ox, float(frames[j, 7]) - oy, float(frames[j, 11]) - oz
        vx, vy, vz = wy * rz - wz * ry, wz * rx - wx * rz, wx * ry - wy * rx
        motion[j + 1, 0] = float(motion[parent, 0]) + ay * rz - az * ry + wy * vz - wz * vy
        motion[j + 1, 1] = float(motion[parent, 1]) + az * rx - ax * rz + wz * vx - wx * vz
        motion[j + 1, 2] = float(motion[parent, 2]) + ax * ry - ay * rx + wx * vy - wy * vx
        zx, zy, zz = float(frames[j, 2]), float(frames[j, 6]), float(frames[j, 10])
        rate, acceleration = float(rates[j]), float(accelerations[j])
        motion[j + 1, 3], motion[j + 1, 4], motion[j + 1, 5] = wx + zx * rate, wy + zy * rate, wz + zz * rate
        motion[j + 1, 6] = ax + zx * acceleration + (wy * zz - wz * zy) * rate
        motion[j + 1, 7] = ay + zy * acceleration + (wz * zx - wx * zz) * rate
        motion[j + 1, 8] = az + zz * acceleration + (wx * zy - wy * zx) * rate


@kernel
def point_acceleration(motion: Array, row: int, rx: float, ry: float, rz: float, found: Array) -> None:
    """Acceleration of a point that a frame carries, at r from its origin, in world axes [m/s^2]."""
    wx, wy, wz = float(motion[row, 3]), float(motion[row, 4]), float(motion[row, 5])
    ax, ay, az = float(motion[row, 6]), float(motion[row, 7]), float(motion[row, 8])
    vx, vy, vz = wy * rz - wz * ry, wz * rx - wx * rz, wx * ry - wy * rx
    found[0] = float(motion[row, 0]) + ay * rz - az * ry + wy * vz - wz * vy
    found[1] = float(motion[row, 1]) + az * rx - ax * rz + wz * vx - wx * vz
    found[2] = float(motion[row, 2]) + ax * ry - ay * rx + wx * vy - wy * vx


@kernel
def body_wrench(
    bodies: Array, frames: Array, base: Array, heading: float, motion: Array, row: int, wrench: Array, work: Array
) -> None:
    """Wrench about the origin of the floor that gives a body its motion against gravity: force, moment. Shape (6,)."""
    mass = body_centre(bodies, frames, base, heading, row, work)
    cx, cy, cz = float(work[0]), float(work[1]), float(work[2])
    if row == 0:
        ox, oy, oz = float(base[0]), float(base[1]), float(base[2])
        c, s = cosine(heading), sine(heading)
        r00, r01, r02, r10, r11, r12, r20, r21, r22 = c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0
    else:
        j = row - 1
        ox, oy, oz = float(frames[j, 3]), float(frames[j, 7]), float(frames[j, 11])
        r00, r01, r02 = float(frames[j, 0]), float(frames[j, 1]), float(frames[j, 2])
        r10, r11, r12 = float(frames[j, 4]), float(frames[j, 5]), float(frames[j, 6])
        r20, r21, r22 = float(frames[j, 8]), float(frames[j, 9]), float(frames[j, 10])
    point_acceleration(motion, row, cx - ox, cy - oy, cz - oz, work)
    fx, fy, fz = mass * float(work[0]), mass * float(work[1]), mass * (float(work[2]) + GRAVITY)
    wx, wy, wz = float(motion[row, 3]), float(motion[row, 4]), float(motion[row, 5])
    ax, ay, az = float(motion[row, 6]), float(motion[row, 7]), float(motion[row, 8])
    # angular momentum and its rate in the axes of the body, where the inertia is constant
    u, v, w = r00 * wx + r10 * wy + r20 * wz, r01 * wx + r11 * wy + r21 * wz, r02 * wx + r12 * wy + r22 * wz
    a, b, d = r00 * ax + r10 * ay + r20 * az, r01 * ax + r11 * ay + r21 * az, r02 * ax + r12 * ay + r22 * az
    ixx, iyy, izz = float(bodies[row, 4]), float(bodies[row, 5]), float(bodies[row, 6])
    ixy, ixz, iyz = float(bodies[row, 7]), float(bodies[row, 8]), float(bodies[row, 9])
    lx, ly, lz = ixx * u + ixy * v + ixz * w, ixy * u + iyy * v + iyz * w, ixz * u + iyz * v + izz * w
    nx = ixx * a + ixy * b + ixz * d + v * lz - w * ly
    ny = ixy * a + iyy * b + iyz * d + w * lx - u * lz
    nz = ixz * a + iyz * b + izz * d + u * ly - v * lx
    wrench[0], wrench[1], wrench[2] = fx, fy, fz
    wrench[3] = r00 * nx + r01 * ny + r02 * nz + cy * fz - cz * fy
    wrench[4] = r10 * nx + r11 * ny + r12 * nz + cz * fx - cx * fz
    wrench[5] = r20 * nx + r21 * ny + r22 * nz + cx * fy - cy * fx


@kernel
def joint_torques(
    bodies: Array, rotors: Array, frames: Array, base: Array, heading: float, motion: Array, accelerations: Array,
    torques: Array, total: Array,
) -> None:  # fmt: skip
    """Torques of the joints without the forces of the floor, and the wrench that the floor has to give.

    Args:
        bodies, rotors, frames, base, heading: The walker and where it is.
        motion: Motion of all frames, see `spread_motion`. Shape (1 + 2 m, 9).
        accelerations: Of the joints [rad/s^2]. Shape (2 m,).
        torques: Overwritten [N*m]. Shape (2 m,).
        total: Overwritten with force [N] and moment about the origin of the floor [N*m]. Shape (6,).
    """
    n = torques.shape[0]
    m = n // 2
    wrench, distal, work = np.empty(6), np.empty(6), np.empty(3)
    body_wrench(bodies, frames, base, heading, motion, 0, total, work)
    for leg in range(2):
        for k in range(6):
            distal[k] = 0.0
        for i in range(m - 1, -1, -1):
            j = leg * m + i
            body_wrench(bodies, frames, base, heading, motion, j + 1, wrench, work)
            for k in range(6):
                distal[k] = float(distal[k]) + float(wrench[k])
            torques[j] = moment_about(frames, j, distal) + float(rotors[j]) * float(accelerations[j])
        for k in range(6):
            total[k] = float(total[k]) + float(distal[k])


@kernel
def moment_about(frames: Array, j: int, wrench: Array) -> float:
    """Moment about the axis of a joint of a wrench that is given about the origin of the floor [N*m]."""
    px, py, pz = float(frames[j, 3]), float(frames[j, 7]), float(frames[j, 11])
    fx, fy, fz = float(wrench[0]), float(wrench[1]), float(wrench[2])
    return (
        float(frames[j, 2]) * (float(wrench[3]) - (py * fz - pz * fy))
        + float(frames[j, 6]) * (float(wrench[4]) - (pz * fx - px * fz))
        + float(frames[j, 10]) * (float(wrench[5]) - (px * fy - py * fx))
    )


@kernel
def share_of_left(zmp_x: float, zmp_y: float, feet: Array, middle: float) -> float:
    """Part of the weight that the left foot takes: where the zero-moment point divides the line of the soles' centres.

    Args:
        zmp_x, zmp_y: Zero-moment point [m].
        feet: Poses of the soles: x y z [m], heading [rad]. Shape (2, 4).
        middle: How far the centre of a sole lies before its frame [m].
    """
    ax = float(feet[0, 0]) + middle * cosine(float(feet[0, 3]))
    ay = float(feet[0, 1]) + middle * sine(float(feet[0, 3]))
    bx = float(feet[1, 0]) + middle * cosine(float(feet[1, 3]))
    by = float(feet[1, 1]) + middle * sine(float(feet[1, 3]))
    dx, dy = ax - bx, ay - by
    size = dx * dx + dy * dy
    return clamp(((zmp_x - bx) * dx + (zmp_y - by) * dy) / size, 0.0, 1.0) if size > 0.0 else 0.5


@kernel
def subtract_floor(
    frames: Array, total: Array, support: int, feet: Array, middle: float, torques: Array, zmp: Array
) -> None:
    """Take the floor's wrench off the torques: tau -= J^T W, shared by both feet in double support.

    Args:
        frames: Poses of the joints. Shape (2 m, 12).
        total: Wrench that the floor has to give, about its origin. Shape (6,).
        support: BOTH, LEFT_FOOT or RIGHT_FOOT.
        feet: Poses of the soles. Shape (2, 4).
        middle: How far the centre of a sole lies before its frame [m].
        torques: Torques without the floor, changed in place [N*m]. Shape (2 m,).
        zmp: Overwritten with the zero-moment point of the whole body [m]. Shape (2,).
    """
    fx, fy, fz = float(total[0]), float(total[1]), float(total[2])
    m = torques.shape[0] // 2
    lift = fz if fz > 1.0 else 1.0
    zx, zy = -float(total[4]) / lift, float(total[3]) / lift
    zmp[0], zmp[1] = zx, zy
    left = 1.0 if support == LEFT_FOOT else (0.0 if support == RIGHT_FOOT else share_of_left(zx, zy, feet, middle))
    twist = float(total[5]) - (zx * fy - zy * fx)
    # each foot presses at the point that the share asks for, off the line of centres by the same vector
    sx = sy = 0.0
    if support == BOTH:
        for leg in range(2):
            part = left if leg == 0 else 1.0 - left
            sx += part * (float(feet[leg, 0]) + middle * cosine(float(feet[leg, 3])))
            sy += part * (float(feet[leg, 1]) + middle * sine(float(feet[leg, 3])))
    wrench = np.empty(6)
    for leg in range(2):
        part = left if leg == 0 else 1.0 - left
        if part <= 0.0:
            continue
        px, py = zx, zy
        if support == BOTH:
            px += float(feet[leg, 0]) + middle * cosine(float(feet[leg, 3])) - sx
            py += float(feet[leg, 1]) + middle * sine(float(feet[leg, 3])) - sy
        wrench[0], wrench[1], wrench[2] = part * fx, part * fy, part * fz
        wrench[3], wrench[4] = part * py * fz, -part * px * fz
        wrench[5] = part * (px * fy - py * fx + twist)
        for i in range(m):
            torques[leg * m + i] = float(torques[leg * m + i]) - moment_about(frames, leg * m + i, wrench)
