"""Lines and segments in space."""

from typing import Annotated, NamedTuple

from pult.blocks.geometry._ports import CaseNumber
from pult.core.block import block
from pult.core.signals import Array, Shape, Vector3
from pult.geometry.algebra.cases import FREE
from pult.geometry.algebra.kernels import segments
from pult.geometry.quaternions import array3, triple

_lines, _segments = segments.line_distance, segments.segment_distance


class Nearest(NamedTuple):
    """Nearest points."""

    first: Vector3
    second: Vector3
    distance: Annotated[float, "?a"]
    solved: Annotated[bool, "1", "whether they meet in one point"]
    case: CaseNumber


@block("geometry.line_distance")
def line_distance(
    point1: Vector3,
    direction1: Annotated[Array, "?b", Shape(3)],
    point2: Vector3,
    direction2: Annotated[Array, "?c", Shape(3)],
) -> Nearest:
    r"""Nearest points of two lines: the ends of their common perpendicular.

    $$ d = \frac{|(u \times v) \cdot (q - p)|}{\lVert u \times v \rVert} $$

    The case tells lines that meet from skew, parallel and coincident ones.
    """
    first, second, distance, case = _lines(triple(point1), triple(direction1), triple(point2), triple(direction2))
    return Nearest(array3(first), array3(second), distance, case <= FREE, float(case))


@block("geometry.segment_distance")
def segment_distance(start1: Vector3, end1: Vector3, start2: Vector3, end2: Vector3) -> Nearest:
    r"""Nearest points of two segments.

    $$ d = \min_{0 \le s, t \le 1} \left\lVert p_1 + s\,(q_1 - p_1) - p_2 - t\,(q_2 - p_2) \right\rVert $$

    Solved: they meet in a point. Coincident: they overlap. Skew: the nearest points are inside both. Parallel: they are
    beside each other. Apart: an end is nearest.
    """
    first, second, distance, case = _segments(triple(start1), triple(end1), triple(start2), triple(end2))
    return Nearest(array3(first), array3(second), distance, case <= FREE, float(case))
