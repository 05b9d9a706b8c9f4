"""Rotation and extension of vectors, directions and frames of a pair."""

from typing import Annotated, NamedTuple

from pult.blocks.geometry._ports import Axis, CaseNumber, Miss, Solved, Unit
from pult.core.block import block
from pult.core.signals import Array, Rad, Shape, Vector3
from pult.geometry.algebra.cases import FREE
from pult.geometry.algebra.kernels import pairs
from pult.geometry.algebra.kernels import vectors as kernels
from pult.geometry.quaternions import array3, triple

OtherVector3 = Annotated[Array, "?b", Shape(3)]
_attach = pairs.attach_frame
_projections = pairs.projections
_rotate, _extend = kernels.rotate_about, kernels.extend_along
_length_along, _perpendicular = kernels.length_along, kernels.perpendicular


@block("geometry.rotate")
def rotate(v: Vector3, axis: Axis, angle: Rad) -> Vector3:
    r"""Rotates a vector about an axis (PVV).

    $$ y = v \cos\theta + (k \times v) \sin\theta + k\,(k \cdot v)(1 - \cos\theta), \quad k = a / \lVert a \rVert $$

    The angle is positive by the right-hand rule. A zero axis leaves the vector unchanged.
    """
    return array3(_rotate(triple(v), triple(axis), angle))


@block("geometry.extend")
def extend(v: Vector3, axis: Axis, length: Annotated[float, "?a"]) -> Vector3:
    r"""Extends a vector along an axis by a length (VVV).

    $$ y = v + L\,\frac{a}{\lVert a \rVert} $$

    The motion of a prismatic joint. A zero axis leaves the vector unchanged.
    """
    return array3(_extend(triple(v), triple(axis), length))


class LengthAlong(NamedTuple):
    """Length of an extension."""

    length: Annotated[float, "?a"]
    miss: Miss
    solved: Solved
    case: CaseNumber


@block("geometry.length_along")
def length_along(a: Vector3, b: Vector3, axis: Axis) -> LengthAlong:
    r"""Length by which one vector is extended along an axis to reach another: the inverse of `geometry.extend`.

    $$ L = (b - a) \cdot k, \quad k = \mathit{axis} / \lVert \mathit{axis} \rVert $$

    Unequal: b is not on the line through a along the axis; the miss is its distance.
    """
    length, miss, case = _length_along(triple(a), triple(b), triple(axis))
    return LengthAlong(length, miss, case <= FREE, float(case))


class Perpendicular(NamedTuple):
    """Direction orthogonal to a pair."""

    direction: Unit
    sine: Annotated[float, "1", "sine of the angle between the two"]
    solved: Solved
    case: CaseNumber


@block("geometry.perpendicular")
def perpendicular(a: Vector3, b: OtherVector3) -> Perpendicular:
    r"""Direction orthogonal to two vectors (OrtB).

    $$ n = \frac{a \times b}{\lVert a \times b \rVert} $$

    Zero if they are parallel or one of them is zero.
    """
    found, sine, case = _perpendicular(triple(a), triple(b))
    return Perpendicular(array3(found), sine, case <= FREE, float(case))


class PairFrame(NamedTuple):
    """Orthonormal frame of a pair."""

    x: Unit
    y: Unit
    z: Unit
    solved: Solved
    case: CaseNumber


@block("geometry.attach_frame")
def attach_frame(a: Vector3, b: OtherVector3) -> PairFrame:
    r"""Orthonormal frame attached to two vectors (PSK).

    $$ x = \frac{a}{\lVert a \rVert}, \quad z = \frac{a \times b}{\lVert a \times b \rVert}, \quad y = z \times x $$

    The axis y is orthogonal to a, towards b. Of parallel vectors x alone is determined; y and z are zero.
    """
    x, y, z, case = _attach(triple(a), triple(b))
    return PairFrame(array3(x), array3(y), array3(z), case <= FREE, float(case))


class Projections(NamedTuple):
    """Components of two vectors along and across each other."""

    b_along_a: OtherVector3
    b_across_a: OtherVector3
    a_along_b: Vector3
    a_across_b: Vector3
    solved: Solved
    case: CaseNumber


@block("geometry.projections")
def projections(a: Vector3, b: OtherVector3) -> Projections:
    r"""Projections of two vectors onto each other (PSK): the legs of the right triangles that they span.

    $$ b = b_\parallel + b_\perp, \quad b_\parallel = k\,(k \cdot b), \quad k = a / \lVert a \rVert $$
    """
    b_along, b_across, a_along, a_across, case = _projections(triple(a), triple(b))
    return Projections(
        array3(b_along), array3(b_across), array3(a_along), array3(a_across), case <= FREE, float(case)
    )
