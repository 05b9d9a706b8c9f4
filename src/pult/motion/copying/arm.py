"""Joint angles of a seven-joint arm from key points of a person's arm: shoulder, elbow, wrist and hand.

The arm hangs down at zero and rotates about axes of the body: $R = R_y(a_1) R_x(a_2) R_z(a_3) R_y(a_4) R_z(a_5)
R_x(a_6) R_y(a_7)$, where $a_i = s_i q_i$ and the signs $s_i$ are those of the robot's axes. Only directions matter, so
the person may be of any size. At a singular posture the angle that is undetermined keeps its value:

* upper arm straight sideways: the pitch of the shoulder (1);
* elbow straight: the rotation of the upper arm (3);
* wrist bent by 90 degrees: the rotation of the forearm (5).

Two solutions of the shoulder give the upper arm the same direction; the one within the limits is taken, and if both
are, the one nearer to the previous angles.
"""

import math

import numpy as np

from pult.core.kernels import kernel, wrap_angle
from pult.core.signals import Array

PITCH, ROLL, YAW, ELBOW, FOREARM, FLEXION, DEVIATION = range(7)
"""Indices of the joints."""
_TINY = 1e-9
"""A vector shorter than this has no direction."""


@kernel
def unit3(x: float, y: float, z: float) -> tuple[float, float, float, bool]:
    """Unit vector along (x, y, z), and whether it has a direction at all."""
    big = max(abs(x), abs(y), abs(z))
    if not _TINY < big < math.inf:
        return 0.0, 0.0, 0.0, False
    x, y, z = x / big, y / big, z / big
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length, True


@kernel
def wrap_near(angle: float, middle: float) -> float:
    """Wrap an angle to within half a turn of the middle [rad]."""
    return middle + wrap_angle(angle - middle)


@kernel
def limit_violation(angle: float, low: float, high: float) -> float:
    """Distance of an angle outside its limits; 0 inside."""
    return max(low - angle, angle - high, 0.0)


@kernel
def set_joint_angle(angles: Array, joint: int, a: float, signs: Array, limits: Array) -> None:
    """Set a joint to the angle a about its axis, wrapped to the middle of its limits."""
    middle = 0.5 * (float(limits[0, joint]) + float(limits[1, joint]))
    angles[joint] = wrap_near(float(signs[joint]) * a, middle)


@kernel
def inverse_rotate_y(a: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Components of a vector in axes rotated by a about y: R_y(a)^T v."""
    c, s = math.cos(a), math.sin(a)
    return c * x - s * z, y, s * x + c * z


@kernel
def inverse_rotate_x(a: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Components of a vector in axes rotated by a about x: R_x(a)^T v."""
    c, s = math.cos(a), math.sin(a)
    return x, c * y + s * z, c * z - s * y


@kernel
def inverse_rotate_z(a: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Components of a vector in axes rotated by a about z: R_z(a)^T v."""
    c, s = math.cos(a), math.sin(a)
    return c * x + s * y, c * y - s * x, z


@kernel
def to_forearm_axes(angles: Array, signs: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Components of a body vector in axes of the forearm, before its own rotation (joint 5)."""
    x, y, z = inverse_rotate_y(float(signs[0] * angles[0]), x, y, z)
    x, y, z = inverse_rotate_x(float(signs[1] * angles[1]), x, y, z)
    x, y, z = inverse_rotate_z(float(signs[2] * angles[2]), x, y, z)
    return inverse_rotate_y(float(signs[3] * angles[3]), x, y, z)


@kernel
def shoulder_elbow_angles(
    points: Array, half: float, near: float, previous: Array, signs: Array, limits: Array, angles: Array
) -> float:
    """Compute the shoulder and elbow angles for the directions of upper arm and forearm, for one shoulder solution.

    Args:
        points: Shoulder, elbow, wrist in axes of the body. Shape (9,).
        half: 0, or pi for the other solution of the shoulder.
        near: Sine of the angle to a singular posture within which an angle keeps its value.
        previous: Previous angles. Shape (7,).
        signs: Signs of the axes. Shape (7,).
        limits: Lower and upper limits. Shape (2, 7).
        angles: Its first four entries are overwritten. Shape (7,).

    Returns:
        Distance of the shoulder outside its limits [rad].
    """
    ux, uy, uz, arm = unit3(points[3] - points[0], points[4] - points[1], points[5] - points[2])
    if not arm:
        return 0.0
    a = float(signs[PITCH]) * float(previous[PITCH])
    if math.sqrt(ux * ux + uz * uz) >= near:
        a = math.atan2(-ux, -uz) + half
        set_joint_angle(angles, PITCH, a, signs, limits)
    _, vy, vz = inverse_rotate_y(a, ux, uy, uz)
    b = math.atan2(vy, -vz)
    set_joint_angle(angles, ROLL, b, signs, limits)
    outside = limit_violation(float(angles[PITCH]), float(limits[0, PITCH]), float(limits[1, PITCH]))
    outside += limit_violation(float(angles[ROLL]), float(limits[0, ROLL]), float(limits[1, ROLL]))
    fx, fy, fz, forearm = unit3(points[6] - points[3], points[7] - points[4], points[8] - points[5])
    if not forearm:
        return outside
    fx, fy, fz = inverse_rotate_y(a, fx, fy, fz)
    gx, gy, gz = inverse_rotate_x(b, fx, fy, fz)
    side = math.sqrt(gx * gx + gy * gy)
    set_joint_angle(angles, ELBOW, float(signs[ELBOW]) * math.atan2(side, -gz), signs, limits)
    if side >= near:
        bend = -float(signs[ELBOW])
        set_joint_angle(angles, YAW, math.atan2(bend * gy, bend * gx), signs, limits)
        outside += limit_violation(float(angles[YAW]), float(limits[0, YAW]), float(limits[1, YAW]))
    return outside


@kernel
def wrist_angles(finger: Array, palm: Array, near: float, signs: Array, limits: Array, angles: Array) -> None:
    """Compute the wrist angles for the directions of fingers and palm, given shoulder and elbow.

    Args:
        finger: Direction of the stretched fingers, in axes of the body. Shape (3,).
        palm: Outward normal of the palm, in axes of the body. Shape (3,).
        near: As for `shoulder_elbow_angles`.
        signs, limits: As for `shoulder_elbow_angles`.
        angles: The first four entries are read, the last three overwritten. Shape (7,).
    """
    dx, dy, dz, straight = unit3(finger[0], finger[1], finger[2])
    along = palm[0] * dx + palm[1] * dy + palm[2] * dz
    nx, ny, nz, flat = unit3(palm[0] - along * dx, palm[1] - along * dy, palm[2] - along * dz)
    if not (straight and flat):
        return
    dx, dy, dz = to_forearm_axes(angles, signs, dx, dy, dz)
    nx, ny, nz = to_forearm_axes(angles, signs, nx, ny, nz)
    # at zero the fingers point down and the palm faces inwards: y of the hand is plus or minus the palm's normal
    inwards = -float(signs[ROLL])
    nx, ny, nz = inwards * nx, inwards * ny, inwards * nz
    a = float(signs[FOREARM]) * float(angles[FOREARM])
    if math.sqrt(nx * nx + ny * ny) >= near:
        a = math.atan2(-nx, ny)
        set_joint_angle(angles, FOREARM, a, signs, limits)
    _, vy, vz = inverse_rotate_z(a, nx, ny, nz)
    set_joint_angle(angles, FLEXION, math.atan2(vz, vy), signs, limits)
    wx, wy, wz = inverse_rotate_z(a, -dx, -dy, -dz)  # z of the hand
    wx, _, wz = inverse_rotate_x(math.atan2(vz, vy), wx, wy, wz)
    set_joint_angle(angles, DEVIATION, math.atan2(wx, wz), signs, limits)


@kernel
def arm_angles(
    points: Array, finger: Array, palm: Array, near: float, previous: Array, signs: Array, limits: Array
) -> Array:
    """Joint angles of an arm from key points of a person's arm.

    Args:
        points: Shoulder, elbow, wrist in axes of the body: x forward, y left, z up; any unit of length. Shape (9,).
        finger: Direction of the stretched fingers, zero if unknown. Shape (3,).
        palm: Outward normal of the palm, zero if unknown. Shape (3,).
        near: Angle to a singular posture within which undetermined angles keep their values [rad].
        previous: Previous angles [rad]. Shape (7,).
        signs: Signs of the axes, see the module. Shape (7,).
        limits: Lower and upper limits [rad]; they choose between solutions, nothing is clamped. Shape (2, 7).

    Returns:
        Angles [rad]. Shape (7,).
    """
    small = math.sin(near)
    first, second = previous.copy(), previous.copy()
    one = shoulder_elbow_angles(points, 0.0, small, previous, signs, limits, first)
    other = shoulder_elbow_angles(points, math.pi, small, previous, signs, limits, second)
    if one == other:  # both within the limits: the one that moves the shoulder less
        one = abs(float(first[PITCH]) - float(previous[PITCH]))
        other = abs(float(second[PITCH]) - float(previous[PITCH]))
    found = second if other < one else first
    wrist_angles(finger, palm, small, signs, limits, found)
    return found


@kernel
def body_axes(across: Array, up: Array, previous: Array) -> Array:
    """Axes of the body in the frame of the points: y along the line of the shoulders, x forward, z up.

    Args:
        across: Vector from the right shoulder to the left. Shape (3,).
        up: Upward direction. Shape (3,).
        previous: Previous axes, kept if up is parallel to the shoulders or one of the two is zero. Shape (3, 3).

    Returns:
        x, y and z as rows. Shape (3, 3).
    """
    axes = previous.copy()
    yx, yy, yz, wide = unit3(across[0], across[1], across[2])
    ux, uy, uz, upright = unit3(up[0], up[1], up[2])
    along = ux * yx + uy * yy + uz * yz
    zx, zy, zz = ux - along * yx, uy - along * yy, uz - along * yz
    if not (wide and upright) or zx * zx + zy * zy + zz * zz < 1e-4:
        return axes
    zx, zy, zz, _ = unit3(zx, zy, zz)
    rows = (yy * zz - yz * zy, yz * zx - yx * zz, yx * zy - yy * zx, yx, yy, yz, zx, zy, zz)
    for i in range(9):
        axes[i // 3, i % 3] = rows[i]
    return axes


def identity() -> Array:
    """Initial axes of the body: those of the points. Shape (3, 3)."""
    return np.eye(3)
