"""Cones with a common apex, and rotations that bring a vector onto a cone or to a distance."""

from typing import Annotated, NamedTuple

from pult.blocks.geometry._ports import Axis, CaseNumber, OtherAxis, Solved, Unit
from pult.core.block import block
from pult.core.signals import Array, Rad, Shape, Vector3
from pult.geometry.algebra.cases import FREE
from pult.geometry.algebra.kernels import cones
from pult.geometry.quaternions import array3, triple

_common, _onto_cone, _onto_sphere = cones.cone_directions, cones.cone_angles, cones.distance_angles
Tilt = Annotated[Rad, "angle between the cone and its axis; π/2 is a plane"]


class TwoDirections(NamedTuple):
    """Two directions."""

    first: Unit
    second: Unit
    solved: Solved
    case: CaseNumber


@block("geometry.cone_directions")
def cone_directions(axis1: Axis, tilt1: Tilt, axis2: OtherAxis, tilt2: Tilt) -> TwoDirections:
    r"""Directions common to two cones with a common apex.

    $$ c \cdot k_1 = \cos t_1, \quad c \cdot k_2 = \cos t_2, \quad \lVert c \rVert = 1 $$

    The first is on the side of axis1 x axis2. If the cones do not meet (apart, inside), both are the direction of the
    first cone that is nearest to the second.
    """
    first, second, case = _common(triple(axis1), tilt1, triple(axis2), tilt2)
    return TwoDirections(array3(first), array3(second), case <= FREE, float(case))


class TwoAngles(NamedTuple):
    """Two angles."""

    first: Rad
    second: Rad
    solved: Solved
    case: CaseNumber


@block("geometry.cone_angles")
def cone_angles(v: Vector3, axis: Axis, target: OtherAxis, tilt: Tilt) -> TwoAngles:
    r"""Angles of the rotations about an axis that bring a vector onto a cone about a target.

    $$ \angle\left(R(\mathit{axis}, q)\,v,\ \mathit{target}\right) = \mathit{tilt} $$

    With a tilt of π/2 the vector comes into the plane normal to the target.
    """
    first, second, case = _onto_cone(triple(v), triple(axis), triple(target), tilt)
    return TwoAngles(first, second, case <= FREE, float(case))


@block("geometry.distance_angles")
def distance_angles(
    v: Vector3, axis: Axis, point: Annotated[Array, "?a", Shape(3)], distance: Annotated[float, "?a"]
) -> TwoAngles:
    r"""Angles of the rotations about an axis that bring the end of a vector to a distance from a point.

    $$ \lVert R(\mathit{axis}, q)\,v - \mathit{point} \rVert = \mathit{distance} $$
    """
    first, second, case = _onto_sphere(triple(v), triple(axis), triple(point), distance)
    return TwoAngles(first, second, case <= FREE, float(case))
