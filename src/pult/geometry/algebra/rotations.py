"""Angles of rotations about one, two and three axes, and rotations that align directions, planes and pairs."""

import numpy as np
from numpy.typing import ArrayLike

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry import quaternions
from pult.geometry.algebra.elementwise import Elementwise, case_of
from pult.geometry.algebra.kernels import alignment, axes
from pult.geometry.algebra.results import Angle, Angles, Turn

_V, _N, _C = "vector", "number", "case"
_PAIR = [("a", _V), ("b", _V)]
_AXES = [("axis1", _V), ("axis2", _V)]
_between = Elementwise(axes.angle_between, _PAIR, [_N, _C])
_about = Elementwise(axes.angle_about, [*_PAIR, ("axis", _V)], [_N, _N, _C])
_two = Elementwise(axes.two_axis_angles, [*_PAIR, *_AXES], [_N, _N, _N, _N, _N, _C])
_normalise = Elementwise(quaternions.unit, [("rotation", "quaternion")], ["quaternion"])
_three = Elementwise(
    axes.three_axis_angles, [("rotation", "quaternion"), *_AXES, ("axis3", _V)], [_V, _V, _N, _C]
)
_directions = Elementwise(alignment.align_directions, _PAIR, [_V, _N, _C])
_planes = Elementwise(alignment.align_planes, [("normal1", _V), ("normal2", _V)], [_V, _N, _C])
_pairs = Elementwise(alignment.align_pairs, [("a1", _V), ("b1", _V), ("a2", _V), ("b2", _V)], [_V, _N, _N, _C])


def angle_between(a: ArrayLike, b: ArrayLike) -> Angle:
    """Angle between two vectors [rad], 0..pi, accurate also near 0 and pi.

    Cases: SOLVED; ZERO_LENGTH.
    """
    angle, case = _between(a, b)
    return Angle(angle=angle, miss=0.0 * angle, case=case_of(case))


def angle_about(a: ArrayLike, b: ArrayLike, axis: ArrayLike) -> Angle:
    """Angle of the rotation about an axis that takes a to b: the inverse of `rotate`, in (-pi, pi].

    angle = atan2(k.(a x b), a.b - (k.a)(k.b)), k = axis/|axis|.

    Cases: SOLVED; UNEQUAL (lengths or cones about the axis differ: `miss` is the least distance that a rotation
    leaves); FREE (both on the axis and equal: every angle does, 0 is given); PARALLEL (one of them on the axis);
    ZERO_LENGTH.
    """
    angle, miss, case = _about(a, b, axis)
    return Angle(angle=angle, miss=miss, case=case_of(case))


def two_axis_angles(a: ArrayLike, b: ArrayLike, axis1: ArrayLike, axis2: ArrayLike) -> Angles:
    """Angles of the rotations about axis1 and then about axis2 that take a to b, both solutions.

    b = rotate(rotate(a, axis1, q1), axis2, q2). `first` and `second` are (q1, q2), shape (..., 2).

    Cases: SOLVED; TOUCHING (both are one); FREE (parallel axes, of which only q1 + q2 counts: q2 = 0; or a vector on
    its axis: its angle is 0); APART, INSIDE (no angles do it: the nearest); UNEQUAL (lengths differ); PARALLEL;
    ZERO_LENGTH.
    """
    q1, q2, r1, r2, miss, case = _two(a, b, axis1, axis2)
    first, second = np.stack([q1, q2], axis=-1), np.stack([r1, r2], axis=-1)
    return Angles(first=first, second=second, miss=miss, case=case_of(case))


def three_axis_angles(rotation: ArrayLike, axis1: ArrayLike, axis2: ArrayLike, axis3: ArrayLike) -> Angles:
    """Angles of the rotations about three fixed axes, one after the other, that make up a rotation; both solutions.

    R = Rot(axis3, q3) Rot(axis2, q2) Rot(axis1, q1). The axes need not be orthogonal. For axes that move along with the
    body give them, and read the angles, in the reverse order. `first` and `second` are (q1, q2, q3), shape (..., 3).

    Args:
        rotation: Quaternion (w, x, y, z), of any length but zero. Shape (..., 4).
        axis1: Axis of the first rotation. Shape (..., 3).
        axis2: Axis of the second rotation.
        axis3: Axis of the third rotation.

    Cases: SOLVED; TOUCHING (both are one); FREE (gimbal lock: only a sum of two angles counts); APART, INSIDE (no
    angles do it: `miss` is the angle that is left); PARALLEL; ZERO_LENGTH.
    """
    q, r, miss, case = _three(_unit(rotation), axis1, axis2, axis3)
    return Angles(first=q, second=r, miss=miss, case=case_of(case))


def _unit(rotation: ArrayLike) -> Array:
    if not np.asarray(rotation).any(axis=-1).all():
        raise KinematicsError("the quaternion 0, 0, 0, 0 is no rotation.")
    (found,) = _normalise(rotation)
    unit: Array = found
    return unit


def align_directions(a: ArrayLike, b: ArrayLike) -> Turn:
    """The smallest rotation that takes the direction of a to that of b.

    Cases: SOLVED; FREE (equal or opposite directions: an axis orthogonal to them is chosen); ZERO_LENGTH.
    """
    axis, angle, case = _directions(a, b)
    return Turn(axis=axis, angle=angle, miss=0.0 * angle, case=case_of(case))


def align_planes(normal1: ArrayLike, normal2: ArrayLike) -> Turn:
    """The smallest rotation, at most pi/2, that takes the plane with one normal to the plane with another.

    Cases: SOLVED; FREE (the planes are parallel: the angle is 0); ZERO_LENGTH.
    """
    axis, angle, case = _planes(normal1, normal2)
    return Turn(axis=axis, angle=angle, miss=0.0 * angle, case=case_of(case))


def align_pairs(a1: ArrayLike, b1: ArrayLike, a2: ArrayLike, b2: ArrayLike) -> Turn:
    """The rotation that takes a1 to the direction of a2, and b1 into the half-plane of b2.

    Of the same two directions given in two frames it is the rotation between the frames.

    Cases: SOLVED; UNEQUAL (the angles within the pairs differ by `miss`); PARALLEL (a pair determines no plane);
    ZERO_LENGTH.
    """
    axis, angle, miss, case = _pairs(a1, b1, a2, b2)
    return Turn(axis=axis, angle=angle, miss=miss, case=case_of(case))
