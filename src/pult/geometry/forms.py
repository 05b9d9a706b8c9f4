"""Kernels that convert unit quaternions (w, x, y, z), in tuples of floats, to and from other forms of a rotation."""

import math

from pult.core.kernels import finite_or_zero, hypotenuse, kernel
from pult.core.signals import Array
from pult.geometry.quaternions import Quadruple, Triple, from_axis_angle, unit
from pult.geometry.scaled import norm

_GIMBAL_LOCK = 1e-12
"""About the angle from gimbal lock [rad] below which roll and yaw cannot be distinguished."""


@kernel
def from_matrix(x: Array) -> Quadruple:
    """Unit quaternion, w >= 0, of a rotation matrix, computed from its largest component (Shepperd 1978)."""
    # A quarter of every entry: sums of them stay finite, and a power of two costs no accuracy.
    xx, yy, zz = 0.25 * float(x[0, 0]), 0.25 * float(x[1, 1]), 0.25 * float(x[2, 2])
    xy, yx = 0.25 * float(x[0, 1]), 0.25 * float(x[1, 0])
    xz, zx = 0.25 * float(x[0, 2]), 0.25 * float(x[2, 0])
    yz, zy = 0.25 * float(x[1, 2]), 0.25 * float(x[2, 1])
    trace = xx + yy + zz
    # Each line is the quaternion times one of its components.
    if trace >= xx and trace >= yy and trace >= zz:
        q = unit((0.25 + trace, zy - yz, xz - zx, yx - xy))
    elif xx >= yy and xx >= zz:
        q = unit((zy - yz, 0.25 + xx - yy - zz, xy + yx, xz + zx))
    elif yy >= zz:
        q = unit((xz - zx, xy + yx, 0.25 - xx + yy - zz, yz + zy))
    else:
        q = unit((yx - xy, xz + zx, yz + zy, 0.25 - xx - yy + zz))
    if q[0] < 0.0:
        return (-q[0], -q[1], -q[2], -q[3])
    return q


@kernel
def _wrap_angle(angle: float) -> float:
    """Wrap an angle in -2 pi..2 pi to (-pi, pi]."""
    if angle > math.pi:
        return angle - 2.0 * math.pi
    return angle + 2.0 * math.pi if angle <= -math.pi else angle


@kernel
def to_rpy(q: Quadruple) -> Triple:
    """Roll, pitch, yaw [rad] of a unit quaternion, about fixed axes.

    With s = (roll + yaw)/2, d = (roll - yaw)/2 and h = pitch/2 the product of the three rotations gives
    w - y = (cos h - sin h) cos s, x + z = (cos h - sin h) sin s,
    w + y = (cos h + sin h) cos d, x - z = (cos h + sin h) sin d.
    """
    w, x, y, z = q
    near_up = hypotenuse(x + z, w - y)  # cos h - sin h
    near_down = hypotenuse(x - z, w + y)  # cos h + sin h
    pitch = 2.0 * math.atan2(near_down, near_up) - 0.5 * math.pi
    half_sum = math.atan2(x + z, w - y)
    half_difference = math.atan2(x - z, w + y)
    if near_up < _GIMBAL_LOCK:
        return (0.0, pitch, _wrap_angle(-2.0 * half_difference))
    if near_down < _GIMBAL_LOCK:
        return (0.0, pitch, _wrap_angle(2.0 * half_sum))
    return (_wrap_angle(half_sum + half_difference), pitch, _wrap_angle(half_sum - half_difference))


@kernel
def from_rotation_vector(x: Array) -> Quadruple:
    """Unit quaternion of a rotation vector [rad]; the identity if its length overflows."""
    return from_axis_angle(x, finite_or_zero(norm(x)))


@kernel
def to_rotation_vector(q: Quadruple) -> Triple:
    """Rotation vector, axis times angle [rad], of a unit quaternion; its length is at most pi."""
    size = norm((q[1], q[2], q[3]))
    if size == 0.0:
        return (0.0, 0.0, 0.0)
    # q and -q are the same rotation; the one with w >= 0 has the smaller angle
    k = 2.0 * math.atan2(size, abs(q[0])) / size
    if q[0] < 0.0:
        k = -k
    return (k * q[1], k * q[2], k * q[3])
