"""Angles of an arm of seven joints from key points of a person's arm: shoulder, elbow, wrist and hand.

The arm hangs down at zero and turns about axes of the body: $R = R_y(a_1) R_x(a_2) R_z(a_3) R_y(a_4) R_z(a_5) R_x(a_6)
R_y(a_7)$, where $a_i = s_i q_i$ and the signs $s_i$ are those of the robot's axes. Only directions count, so the person
may be of any size. Where an angle does not follow from the points, it keeps its value:

* the upper arm straight sideways: the pitch of the shoulder (1);
* the elbow straight: the turn of the upper arm (3);
* the wrist bent by 90 degrees: the turn of the forearm (5).

Two postures of the shoulder bring the upper arm into the same direction; the one inside the limits is taken, and of two
such the one nearer to the angles before.
"""

import math

import numpy as np

from pult.core.kernels import kernel, wrap_angle
from pult.core.signals import Array

PITCH, ROLL, YAW, ELBOW, FOREARM, FLEXION, DEVIATION = range(7)
"""Places of the joints."""
_TINY = 1e-9
"""A vector shorter than this has no direction."""


@kernel
def unit3(x: float, y: float, z: float) -> tuple[float, float, float, bool]:
    """A vector of length 1, and whether it has a direction at all."""
    big = max(abs(x), abs(y), abs(z))
    if not _TINY < big < math.inf:
        return 0.0, 0.0, 0.0, False
    x, y, z = x / big, y / big, z / big
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length, True


@kernel
def nearest_turn(angle: float, middle: float) -> float:
    """The same angle within half a turn of the middle."""
    return middle + wrap_angle(angle - middle)


@kernel
def beyond(angle: float, low: float, high: float) -> float:
    """By how much an angle is outside its limits."""
    return max(low - angle, angle - high, 0.0)


@kernel
def put(angles: Array, joint: int, a: float, signs: Array, limits: Array) -> None:
    """Write an angle about an axis as that of a joint, on the turn of its limits."""
    middle = 0.5 * (float(limits[0, joint]) + float(limits[1, joint]))
    angles[joint] = nearest_turn(float(signs[joint]) * a, middle)


@kernel
def into_y(a: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector in axes that are turned by a about y."""
    c, s = math.cos(a), math.sin(a)
    return c * x - s * z, y, s * x + c * z


@kernel
def into_x(a: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector in axes that are turned by a about x."""
    c, s = math.cos(a), math.sin(a)
    return x, c * y + s * z, c * z - s * y


@kernel
def into_z(a: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector in axes that are turned by a about z."""
    c, s = math.cos(a), math.sin(a)
    return c * x + s * y, c * y - s * x, z


@kernel
def into_forearm(angles: Array, signs: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector of the body in axes of the forearm, before it turns about itself."""
    x, y, z = into_y(float(signs[0] * angles[0]), x, y, z)
    x, y, z = into_x(float(signs[1] * angles[1]), x, y, z)
    x, y, z = into_z(float(signs[2] * angles[2]), x, y, z)
    return into_y(float(signs[3] * angles[3]), x, y, z)


@kernel
def posture(
    points: Array, half: float, near: float, previous: Array, signs: Array, limits: Array, angles: Array
) -> float:
    """Shoulder and elbow for the directions of upper arm and forearm, in one of the two postures of the shoulder.

    Args:
        points: Shoulder, elbow, wrist in axes of the body. Shape (9,).
        half: 0, or pi for the other posture.
        near: Sine of the angle to a singular case within which an angle is kept.
        previous: Angles before. Shape (7,).
        signs: Signs of the axes. Shape (7,).
        limits: Least and greatest angles. Shape (2, 7).
        angles: Receives the first four. Shape (7,).

    Returns:
        By how much the shoulder is outside its limits [rad].
    """
    ux, uy, uz, arm = unit3(points[3] - points[0], points[4] - points[1], points[5] - points[2])
    if not arm:
        return 0.0
    a = float(signs[PITCH]) * float(previous[PITCH])
    if math.sqrt(ux * ux + uz * uz) >= near:
        a = math.atan2(-ux, -uz) + half
        put(angles, PITCH, a, signs, limits)
    _, vy, vz = into_y(a, ux, uy, uz)
    b = math.atan2(vy, -vz)
    put(angles, ROLL, b, signs, limits)
    outside = beyond(float(angles[PITCH]), float(limits[0, PITCH]), float(limits[1, PITCH]))
    outside += beyond(float(angles[ROLL]), float(limits[0, ROLL]), float(limits[1, ROLL]))
    fx, fy, fz, forearm = unit3(points[6] - points[3], points[7] - points[4], points[8] - points[5])
    if not forearm:
        return outside
    fx, fy, fz = into_y(a, fx, fy, fz)
    gx, gy, gz = into_x(b, fx, fy, fz)
    side = math.sqrt(gx * gx + gy * gy)
    put(angles, ELBOW, float(signs[ELBOW]) * math.atan2(side, -gz), signs, limits)
    if side >= near:
        bend = -float(signs[ELBOW])
        put(angles, YAW, math.atan2(bend * gy, bend * gx), signs, limits)
        outside += beyond(float(angles[YAW]), float(limits[0, YAW]), float(limits[1, YAW]))
    return outside


@kernel
def hand(finger: Array, palm: Array, near: float, signs: Array, limits: Array, angles: Array) -> None:
    """Wrist for the directions of fingers and palm, with shoulder and elbow known.

    Args:
        finger: Direction in which the stretched fingers point, in axes of the body. Shape (3,).
        palm: Direction out of the palm. Shape (3,).
        near: As for `posture`.
        signs, limits: As for `posture`.
        angles: The first four are read, the last three receive the wrist. Shape (7,).
    """
    dx, dy, dz, straight = unit3(finger[0], finger[1], finger[2])
    along = palm[0] * dx + palm[1] * dy + palm[2] * dz
    nx, ny, nz, flat = unit3(palm[0] - along * dx, palm[1] - along * dy, palm[2] - along * dz)
    if not (straight and flat):
        return
    dx, dy, dz = into_forearm(angles, signs, dx, dy, dz)
    nx, ny, nz = into_forearm(angles, signs, nx, ny, nz)
    # at zero the fingers point down and the palm inwards: y of the hand is the palm's normal or its opposite
    inwards = -float(signs[ROLL])
    nx, ny, nz = inwards * nx, inwards * ny, inwards * nz
    a = float(signs[FOREARM]) * float(angles[FOREARM])
    if math.sqrt(nx * nx + ny * ny) >= near:
        a = math.atan2(-nx, ny)
        put(angles, FOREARM, a, signs, limits)
    _, vy, vz = into_z(a, nx, ny, nz)
    put(angles, FLEXION, math.atan2(vz, vy), signs, limits)
    wx, wy, wz = into_z(a, -dx, -dy, -dz)  # z of the hand
    wx, _, wz = into_x(math.atan2(vz, vy), wx, wy, wz)
    put(angles, DEVIATION, math.atan2(wx, wz), signs, limits)


@kernel
def arm_angles(
    points: Array, finger: Array, palm: Array, near: float, previous: Array, signs: Array, limits: Array
) -> Array:
    """Angles of an arm for the key points of a person's.

    Args:
        points: Shoulder, elbow, wrist in axes of the body: x forward, y to the left, z up; any length. Shape (9,).
        finger: Direction of the stretched fingers, zero if it is not known. Shape (3,).
        palm: Direction out of the palm, zero if it is not known. Shape (3,).
        near: Angle to a singular case within which what does not follow from the points is kept [rad].
        previous: Angles before [rad]. Shape (7,).
        signs: Signs of the axes, see the module. Shape (7,).
        limits: Least and greatest angles [rad]; they choose between postures, nothing is clamped. Shape (2, 7).

    Returns:
        Angles [rad]. Shape (7,).
    """
    small = math.sin(near)
    first, second = previous.copy(), previous.copy()
    one = posture(points, 0.0, small, previous, signs, limits, first)
    other = posture(points, math.pi, small, previous, signs, limits, second)
    if one == other:  # both inside: the shoulder turns as little as it can
        one = abs(float(first[PITCH]) - float(previous[PITCH]))
        other = abs(float(second[PITCH]) - float(previous[PITCH]))
    found = second if other < one else first
    hand(finger, palm, small, signs, limits, found)
    return found


@kernel
def body_axes(across: Array, up: Array, previous: Array) -> Array:
    """Axes of the body in those of the points: y along the line of the shoulders, x forward, z up.

    Args:
        across: From the right shoulder to the left. Shape (3,).
        up: What is up. Shape (3,).
        previous: Axes before: they stay if up is along the shoulders, or one of the two is zero. Shape (3, 3).

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
    """Axes of the body before any points are known. Shape (3, 3)."""
    return np.eye(3)
