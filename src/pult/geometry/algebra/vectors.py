"""Rotating, extending, scaling and subtracting vectors; directions orthogonal to a pair."""

import numpy as np
from numpy.typing import ArrayLike

from pult.core.signals import Array
from pult.geometry.algebra.cases import Case, DegenerateError
from pult.geometry.algebra.elementwise import Elementwise, case_of
from pult.geometry.algebra.kernels import pairs
from pult.geometry.algebra.kernels import vectors as kernels
from pult.geometry.algebra.results import Direction, Length, PairFrame

_V = "vector"
_PAIR = [("a", _V), ("b", _V)]
_rotate = Elementwise(kernels.rotate_about, [("v", _V), ("axis", _V), ("angle", "number")], [_V])
_extend = Elementwise(kernels.extend_along, [("v", _V), ("axis", _V), ("length", "number")], [_V])
_scale = Elementwise(kernels.times, [("v", _V), ("factor", "number")], [_V])
_subtract = Elementwise(kernels.subtract, _PAIR, [_V])
_length_along = Elementwise(kernels.length_along, [*_PAIR, ("axis", _V)], ["number", "number", "case"])
_perpendicular = Elementwise(kernels.perpendicular, _PAIR, [_V, "number", "case"])
_attach = Elementwise(pairs.attach_frame, _PAIR, [_V, _V, _V, "case"])
_projections = Elementwise(pairs.projections, _PAIR, [_V, _V, _V, _V, "case"])


def _refuse_zero(operator: str, argument: str, vectors: ArrayLike) -> None:
    given = np.asarray(vectors, dtype=np.float64)
    if not given.size or given.any(axis=-1).all():
        return
    where = tuple(int(i) for i in np.argwhere(~given.any(axis=-1))[0]) if given.ndim > 1 else ()
    raise DegenerateError(operator, argument, Case.ZERO_LENGTH, where)


def rotate(v: ArrayLike, axis: ArrayLike, angle: ArrayLike) -> Array:
    """Rotate a vector about an axis: conic rotation (PVV).

    v' = v cos(angle) + (k x v) sin(angle) + k (k.v) (1 - cos(angle)), k = axis/|axis|.

    Args:
        v: Vector. Shape (..., 3).
        axis: Axis through the origin, of any length but zero. Shape (..., 3).
        angle: Angle [rad], by the right-hand rule. Shape (...).

    Returns:
        The rotated vector. Shape (..., 3).

    Raises:
        DegenerateError: The axis is zero.
    """
    (found,) = _rotate(v, axis, angle)
    _refuse_zero("rotate", "axis", axis)
    turned: Array = found
    return turned


def extend(v: ArrayLike, axis: ArrayLike, length: ArrayLike) -> Array:
    """Extend a vector along an axis by a length (VVV): v + length axis/|axis|, a prismatic joint.

    Raises:
        DegenerateError: The axis is zero.
    """
    (found,) = _extend(v, axis, length)
    _refuse_zero("extend", "axis", axis)
    extended: Array = found
    return extended


def scale(v: ArrayLike, factor: ArrayLike) -> Array:
    """Vector times a number (VuS). Shape (..., 3)."""
    (found,) = _scale(v, factor)
    scaled: Array = found
    return scaled


def subtract(a: ArrayLike, b: ArrayLike) -> Array:
    """Difference a - b of two vectors (VmV). Shape (..., 3)."""
    (found,) = _subtract(a, b)
    difference: Array = found
    return difference


def length_along(a: ArrayLike, b: ArrayLike, axis: ArrayLike) -> Length:
    """Length of the extension along an axis that takes a to b: the inverse of `extend`.

    Cases: SOLVED; UNEQUAL (b is not on the line through a along the axis: `miss` is its distance); ZERO_LENGTH.
    """
    length, miss, case = _length_along(a, b, axis)
    return Length(length=length, miss=miss, case=case_of(case))


def perpendicular(a: ArrayLike, b: ArrayLike) -> Direction:
    """Direction orthogonal to a pair of vectors (OrtB): (a x b)/|a x b|.

    Cases: SOLVED; PARALLEL (or opposite); ZERO_LENGTH.
    """
    found, sine, case = _perpendicular(a, b)
    return Direction(direction=found, sine=sine, case=case_of(case))


def attach_frame(a: ArrayLike, b: ArrayLike) -> PairFrame:
    """Attach an orthonormal frame to a pair of vectors (PSK), with all orthogonal directions and projections.

    x = a/|a|, z = (a x b)/|a x b|, y = z x x; the frame is right-handed. The projections are the legs of the right
    triangles that the pair spans: b = b_along_a + b_across_a.

    Cases: SOLVED; PARALLEL (x and the components along are determined, the rest is zero); ZERO_LENGTH (all are zero).
    """
    x, y, z, case = _attach(a, b)
    b_along, b_across, a_along, a_across, _ = _projections(a, b)
    return PairFrame(
        x=x,
        y=y,
        z=z,
        b_along_a=b_along,
        b_across_a=b_across,
        a_along_b=a_along,
        a_across_b=a_across,
        case=case_of(case),
    )
