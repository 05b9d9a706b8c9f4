"""Kernels of quaternions (w, x, y, z), held in tuples of floats.

Every rotation block goes through a unit quaternion and its matrix. The entries of the matrix do not exceed
1, so that rotating a vector cannot overflow unless its length does.
"""

import math

import numpy as np

from pult.core.kernels import cosine, kernel, sine
from pult.core.signals import Array
from pult.geometry.scaled import direction, norm, scale

_SMALL_ANGLE = 1e-9
"""Angle between quaternions [rad] below which an arc equals its chord to machine precision."""

Triple = tuple[float, float, float]
Quadruple = tuple[float, float, float, float]
RowMajor3x3 = tuple[float, float, float, float, float, float, float, float, float]


@kernel
def triple(x: Array) -> Triple:
    """The first three entries of an array as floats."""
    return (float(x[0]), float(x[1]), float(x[2]))


@kernel
def array3(x: Triple) -> Array:
    """A vector as an array. Shape (3,)."""
    y = np.empty(3)
    for i in range(3):
        y[i] = x[i]
    return y


@kernel
def array4(x: Quadruple) -> Array:
    """A quaternion as an array. Shape (4,)."""
    y = np.empty(4)
    for i in range(4):
        y[i] = x[i]
    return y


@kernel
def unit(q: Array | Quadruple) -> Quadruple:
    """A quaternion divided by its length; (1, 0, 0, 0) for zero."""
    s = scale(q)
    w, x, y, z = float(q[0]) / s, float(q[1]) / s, float(q[2]) / s, float(q[3]) / s
    size = norm((w, x, y, z))
    if size == 0.0:
        return (1.0, 0.0, 0.0, 0.0)
    return (w / size, x / size, y / size, z / size)


@kernel
def conjugate(q: Quadruple) -> Quadruple:
    """Conjugate of a quaternion: the inverse rotation of a unit quaternion."""
    return (q[0], -q[1], -q[2], -q[3])


@kernel
def hamilton(p: Quadruple, q: Quadruple) -> Quadruple:
    """Hamilton product p q: the rotation q followed by p."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@kernel
def product(a: Array, b: Array) -> Quadruple:
    """Hamilton product a b of quaternions of any length."""
    s = scale(a)
    t = scale(b)
    w, x, y, z = hamilton(
        (float(a[0]) / s, float(a[1]) / s, float(a[2]) / s, float(a[3]) / s),
        (float(b[0]) / t, float(b[1]) / t, float(b[2]) / t, float(b[3]) / t),
    )
    small, large = min(s, t), max(s, t)  # small first: a huge times a tiny quaternion is an ordinary one
    return (w * small * large, x * small * large, y * small * large, z * small * large)


@kernel
def inverse(q: Array) -> Quadruple:
    """Inverse of a quaternion of any length; (1, 0, 0, 0) for zero."""
    s = scale(q)
    w, x, y, z = float(q[0]) / s, float(q[1]) / s, float(q[2]) / s, float(q[3]) / s
    square = w * w + x * x + y * y + z * z
    if square == 0.0:
        return (1.0, 0.0, 0.0, 0.0)
    return (w / square / s, -x / square / s, -y / square / s, -z / square / s)


@kernel
def matrix(q: Quadruple) -> RowMajor3x3:
    """Rotation matrix of a unit quaternion, row by row."""
    w, x, y, z = q
    return (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )


@kernel
def rotate(q: Quadruple, v: Triple) -> Triple:
    """A vector rotated by a unit quaternion."""
    r = matrix(q)
    return (
        r[0] * v[0] + r[1] * v[1] + r[2] * v[2],
        r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
        r[6] * v[0] + r[7] * v[1] + r[8] * v[2],
    )


@kernel
def from_axis_angle(axis: Array, angle: float) -> Quadruple:
    """Unit quaternion of a rotation by an angle [rad] about an axis of any length; the identity for a zero axis."""
    d = direction(axis)
    k = sine(0.5 * angle)
    return unit((cosine(0.5 * angle), k * float(d[0]), k * float(d[1]), k * float(d[2])))


@kernel
def from_rpy(roll: float, pitch: float, yaw: float) -> Quadruple:
    """Unit quaternion of Rz(yaw) Ry(pitch) Rx(roll)."""
    about_x = (cosine(0.5 * roll), sine(0.5 * roll), 0.0, 0.0)
    about_y = (cosine(0.5 * pitch), 0.0, sine(0.5 * pitch), 0.0)
    about_z = (cosine(0.5 * yaw), 0.0, 0.0, sine(0.5 * yaw))
    return unit(hamilton(about_z, hamilton(about_y, about_x)))


@kernel
def slerp(a: Quadruple, b: Quadruple, t: float) -> Quadruple:
    """Spherical linear interpolation of unit quaternions along the shorter arc; t in 0..1."""
    if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0:
        b = (-b[0], -b[1], -b[2], -b[3])
    # not from the arc cosine of the dot product, which loses small angles to rounding
    apart = norm((a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]))
    together = norm((a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]))
    angle = 2.0 * math.atan2(apart, together)  # 0..pi/2
    u, v = 1.0 - t, t
    if angle > _SMALL_ANGLE:
        u, v = sine(u * angle) / sine(angle), sine(v * angle) / sine(angle)
    return unit((u * a[0] + v * b[0], u * a[1] + v * b[1], u * a[2] + v * b[2], u * a[3] + v * b[3]))
