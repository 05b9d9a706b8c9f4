"""Circles in space: tangents, and intersections of two circles in one plane."""

from typing import Annotated, NamedTuple

from pult.blocks.geometry._ports import Axis, CaseNumber, Solved, Unit
from pult.core.block import block
from pult.core.signals import Vector3
from pult.geometry.algebra.cases import FREE
from pult.geometry.algebra.kernels import circles
from pult.geometry.quaternions import array3, triple

_tangent, _common, _meet = circles.tangent_to_circle, circles.tangent_of_circles, circles.circle_intersections
Radius = Annotated[float, "?a", "signed: positive to the left of the tangent, seen against the axis"]


class Tangent(NamedTuple):
    """A tangent from a circle."""

    direction: Unit
    length: Annotated[float, "?a"]
    contact: Annotated[Vector3, "from the centre to the point of contact"]
    solved: Solved
    case: CaseNumber


@block("geometry.tangent_to_circle")
def tangent_to_circle(axis: Axis, point: Vector3, centre: Vector3, radius: Radius) -> Tangent:
    r"""Tangent from a circle to a point, in the plane normal to an axis (PkO).

    $$ K = R(\mathit{axis}, -u)\,\frac{d}{\lVert d \rVert} \sqrt{\lVert d \rVert^2 - R^2},
    \quad \sin u = \frac{R}{\lVert d \rVert} $$

    Here d is the vector from the centre to the point, projected onto the plane. The sign of the radius says which of
    the two tangents is taken. Inside: there is none.
    """
    direction, length, contact, case = _tangent(triple(axis), triple(point), triple(centre), radius)
    return Tangent(array3(direction), length, array3(contact), case <= FREE, float(case))


class CommonTangent(NamedTuple):
    """A tangent from one circle to another."""

    direction: Unit
    length: Annotated[float, "?a"]
    first: Annotated[Vector3, "from the first centre to its point of contact"]
    second: Annotated[Vector3, "from the second centre to its point of contact"]
    solved: Solved
    case: CaseNumber


@block("geometry.tangent_of_circles")
def tangent_of_circles(
    axis: Axis, centre1: Vector3, radius1: Radius, centre2: Vector3, radius2: Radius
) -> CommonTangent:
    r"""Common tangent of two circles in one plane, from the first to the second.

    $$ d = K + (R_1 - R_2)\,n, \quad K \perp n $$

    Radii of equal sign give an outer tangent, of opposite sign an inner one.
    """
    direction, length, first, second, case = _common(
        triple(axis), triple(centre1), radius1, triple(centre2), radius2
    )
    return CommonTangent(array3(direction), length, array3(first), array3(second), case <= FREE, float(case))


class Intersection(NamedTuple):
    """Points common to two circles."""

    first: Annotated[Vector3, "to the left of the line of centres, seen against the axis"]
    second: Annotated[Vector3, "to the right of it"]
    gap: Annotated[float, "?a", "distance between circles that do not meet"]
    solved: Solved
    case: CaseNumber


@block("geometry.circle_intersections")
def circle_intersections(
    axis: Axis,
    centre1: Vector3,
    radius1: Annotated[float, "?a"],
    centre2: Vector3,
    radius2: Annotated[float, "?a"],
) -> Intersection:
    r"""Points common to two circles in one plane.

    $$ c_1 + x\,e \pm h\,n, \quad x = \frac{D^2 + r_1^2 - r_2^2}{2D}, \quad h = \sqrt{r_1^2 - x^2} $$

    D is the distance of the centres, e the direction from the first to the second, n that of axis x e. The case tells
    circles that are apart, one inside the other, the same, or not in one plane.
    """
    first, second, gap, case = _meet(triple(axis), triple(centre1), radius1, triple(centre2), radius2)
    return Intersection(array3(first), array3(second), gap, case <= FREE, float(case))
