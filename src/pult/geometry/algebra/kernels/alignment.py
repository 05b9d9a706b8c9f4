"""Rotations that bring directions, planes and pairs of directions onto one another, as axis and angle."""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.geometry.algebra.cases import FREE, PARALLEL, SOLVED, UNEQUAL, ZERO_LENGTH
from pult.geometry.algebra.kernels.spherical import angle_of
from pult.geometry.algebra.kernels.vectors import any_orthogonal, cross, direction, dot, perpendicular, times
from pult.geometry.forms import from_matrix, to_rotation_vector
from pult.geometry.quaternions import Triple
from pult.geometry.scaled import norm

_SAME_ANGLE = 1e-9
"""Difference of two angles [rad] up to which they are said to be equal."""


@kernel
def align_directions(a: Triple, b: Triple) -> tuple[Triple, float, int]:
    """The smallest rotation that takes the direction of a to that of b.

    Returns:
        The unit axis, along a x b; the angle [rad], 0..pi; the case: SOLVED, FREE (equal or opposite directions: an
        axis orthogonal to them was chosen; the angle is 0 or pi), ZERO_LENGTH (axis and angle are zero).
    """
    n, _, case = perpendicular(a, b)
    if case == ZERO_LENGTH:
        return n, 0.0, ZERO_LENGTH
    u, v = direction(a), direction(b)
    if case == PARALLEL:
        return any_orthogonal(u), 0.0 if dot(u, v) > 0.0 else math.pi, FREE
    return n, angle_of(u, v), SOLVED


@kernel
def align_planes(normal1: Triple, normal2: Triple) -> tuple[Triple, float, int]:
    """The smallest rotation that takes the plane with one normal to the plane with another.

    A plane has two normals; the nearer one is taken, so that the angle is at most pi/2.

    Returns:
        The unit axis, along the line where the planes meet; the angle [rad], 0..pi/2; the case: SOLVED, FREE (the
        planes are parallel: the angle is 0), ZERO_LENGTH.
    """
    if dot(direction(normal1), direction(normal2)) < 0.0:
        return align_directions(normal1, times(normal2, -1.0))
    return align_directions(normal1, normal2)


@kernel
def align_pairs(a1: Triple, b1: Triple, a2: Triple, b2: Triple) -> tuple[Triple, float, float, int]:
    """The rotation that takes one pair of directions to another: the first exactly, the second into its half-plane.

    The pairs may be the same two directions given in two frames; then it is the rotation between the frames (TRIAD).

    Returns:
        The unit axis (that of a1 for no rotation); the angle [rad], 0..pi; the difference of the angles within the
        pairs [rad], by which b1 misses b2; the case: SOLVED, UNEQUAL (the angles differ), PARALLEL (a pair determines
        no plane), ZERO_LENGTH. Without a plane axis and angle are zero.
    """
    n1, _, case1 = perpendicular(a1, b1)
    n2, _, case2 = perpendicular(a2, b2)
    if case1 != SOLVED or case2 != SOLVED:
        return (0.0, 0.0, 0.0), 0.0, 0.0, case1 if case1 != SOLVED else case2
    u1, u2 = direction(a1), direction(a2)
    v1, v2 = cross(n1, u1), cross(n2, u2)
    turned = np.empty((3, 3))  # R = u2 u1^T + v2 v1^T + n2 n1^T
    for i in range(3):
        for j in range(3):
            turned[i, j] = u2[i] * u1[j] + v2[i] * v1[j] + n2[i] * n1[j]
    vector = to_rotation_vector(from_matrix(turned))
    miss = abs(angle_of(u1, direction(b1)) - angle_of(u2, direction(b2)))
    angle = norm(vector)
    axis = direction(vector) if angle > 0.0 else u1
    return axis, angle, miss, SOLVED if miss <= _SAME_ANGLE else UNEQUAL
