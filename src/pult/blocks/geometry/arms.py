"""Triangles and planar arms of two and three links."""

from typing import Annotated, NamedTuple

from pult.blocks.geometry._ports import CaseNumber, Solved
from pult.core.block import block
from pult.core.signals import AnyUnit, Rad
from pult.geometry.algebra.cases import FREE
from pult.geometry.algebra.kernels import planar

_triangle, _two_link, _three_link = planar.triangle_angles, planar.two_link_angles, planar.three_link_angles
Height = Annotated[float, "?a", "height above the first axis"]
Base = Annotated[float, "?a", "horizontal distance from the first axis; negative behind it"]
Elbow = Annotated[float, "1", "1 elbow up, -1 elbow down, 0 the one whose elbow is higher"]


class Triangle(NamedTuple):
    """Angles of a triangle."""

    alpha: Annotated[Rad, "opposite to a"]
    beta: Annotated[Rad, "opposite to b"]
    gamma: Annotated[Rad, "opposite to c"]
    solved: Solved
    case: CaseNumber


@block("geometry.triangle_angles")
def triangle_angles(a: AnyUnit, b: AnyUnit, c: AnyUnit) -> Triangle:
    r"""Angles of a triangle from its sides (TreUgl).

    $$ \cos\alpha = \frac{b^2 + c^2 - a^2}{2bc} $$

    Computed from sums and differences of the sides, which is accurate for needles too. Apart: a side is longer than the
    other two together; the angles are 0.
    """
    alpha, beta, gamma, case = _triangle(a, b, c)
    return Triangle(alpha, beta, gamma, case <= FREE, float(case))


class TwoLink(NamedTuple):
    """Angles of a planar arm of two links."""

    q1: Annotated[Rad, "slope of the first link"]
    q2: Annotated[Rad, "angle from the first link to the second"]
    slope: Annotated[Rad, "slope of the second link"]
    solved: Solved
    case: CaseNumber


@block("geometry.two_link_angles")
def two_link_angles(height: Height, base: Base, first: AnyUnit, second: AnyUnit, elbow: Elbow = 0.0) -> TwoLink:
    r"""Angles of a planar arm of two links whose end is at a given place (U4ver).

    $$ B = L_1 \cos q_1 + L_2 \cos(q_1 + q_2), \quad H = L_1 \sin q_1 + L_2 \sin(q_1 + q_2) $$

    Angles are positive up; with the elbow up the bend is negative. Out of reach (apart) the arm stretched towards the
    place is given, too near (inside) the folded one.
    """
    one, bend, two, case = _two_link(height, base, first, second, elbow)
    return TwoLink(one, bend, two, case <= FREE, float(case))


class ThreeLink(NamedTuple):
    """Joint angles of a planar arm of three links."""

    q1: Rad
    q2: Rad
    q3: Rad
    solved: Solved
    case: CaseNumber


@block("geometry.three_link_angles")
def three_link_angles(
    height: Height,
    base: Base,
    first: AnyUnit,
    second: AnyUnit,
    slope: Annotated[Rad, "slope of the third link"],
    elbow: Elbow = 0.0,
) -> ThreeLink:
    r"""Joint angles of a planar arm of three links whose third link has a given slope (U3zvn).

    $$ q_1 + q_2 + q_3 = A, \quad B = L_1 \cos q_1 + L_2 \cos(q_1 + q_2), \quad
    H = L_1 \sin q_1 + L_2 \sin(q_1 + q_2) $$

    B and H are the place of the third axis, A is the slope. The sum holds modulo a full turn.
    """
    q1, q2, q3, case = _three_link(height, base, first, second, slope, elbow)
    return ThreeLink(q1, q2, q3, case <= FREE, float(case))
