"""Kernels of poses stored as rows of twelve numbers.

A pose is the upper three rows of its 4x4 matrix, row by row: (r00, r01, r02, px, r10, r11, r12, py, r20, r21, r22, pz).
Poses are the rows of a matrix, so that one array holds all frames of a robot.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.geometry.forms import from_matrix, to_rotation_vector
from pult.geometry.quaternions import Triple

_SMALL_SINE = 1e-4
"""Sine of an angle below which it is taken from the quaternion, which is exact near 0 and near pi."""


@kernel
def multiply(a: Array, i: int, b: Array, j: int, c: Array, k: int) -> None:
    """Write the product of the poses in row i of a and row j of b to row k of c, which must be neither of them."""
    for r in range(0, 12, 4):
        x, y, z = float(a[i, r]), float(a[i, r + 1]), float(a[i, r + 2])
        for s in range(4):
            c[k, r + s] = x * float(b[j, s]) + y * float(b[j, 4 + s]) + z * float(b[j, 8 + s])
        c[k, r + 3] = float(c[k, r + 3]) + float(a[i, r + 3])


@kernel
def rotation_between(a: Array, i: int, b: Array, j: int) -> Triple:
    """Rotation vector [rad], in base axes, that takes the frame in row i of a to that in row j of b.

    It is the logarithm of R_b R_a^T; its length is the angle between the two, at most pi.
    """
    m00 = float(b[j, 0]) * float(a[i, 0]) + float(b[j, 1]) * float(a[i, 1]) + float(b[j, 2]) * float(a[i, 2])
    m01 = float(b[j, 0]) * float(a[i, 4]) + float(b[j, 1]) * float(a[i, 5]) + float(b[j, 2]) * float(a[i, 6])
    m02 = float(b[j, 0]) * float(a[i, 8]) + float(b[j, 1]) * float(a[i, 9]) + float(b[j, 2]) * float(a[i, 10])
    m10 = float(b[j, 4]) * float(a[i, 0]) + float(b[j, 5]) * float(a[i, 1]) + float(b[j, 6]) * float(a[i, 2])
    m11 = float(b[j, 4]) * float(a[i, 4]) + float(b[j, 5]) * float(a[i, 5]) + float(b[j, 6]) * float(a[i, 6])
    m12 = float(b[j, 4]) * float(a[i, 8]) + float(b[j, 5]) * float(a[i, 9]) + float(b[j, 6]) * float(a[i, 10])
    m20 = float(b[j, 8]) * float(a[i, 0]) + float(b[j, 9]) * float(a[i, 1]) + float(b[j, 10]) * float(a[i, 2])
    m21 = float(b[j, 8]) * float(a[i, 4]) + float(b[j, 9]) * float(a[i, 5]) + float(b[j, 10]) * float(a[i, 6])
    m22 = float(b[j, 8]) * float(a[i, 8]) + float(b[j, 9]) * float(a[i, 9]) + float(b[j, 10]) * float(a[i, 10])
    x, y, z = 0.5 * (m21 - m12), 0.5 * (m02 - m20), 0.5 * (m10 - m01)
    sine = math.sqrt(x * x + y * y + z * z)
    if sine > _SMALL_SINE:
        factor = math.atan2(sine, 0.5 * (m00 + m11 + m22 - 1.0)) / sine
        return (factor * x, factor * y, factor * z)
    m = np.empty((3, 3))
    m[0, 0], m[0, 1], m[0, 2] = m00, m01, m02
    m[1, 0], m[1, 1], m[1, 2] = m10, m11, m12
    m[2, 0], m[2, 1], m[2, 2] = m20, m21, m22
    return to_rotation_vector(from_matrix(m))
