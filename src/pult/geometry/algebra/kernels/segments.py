"""Lines and segments in space: nearest points, distance, and whether they meet, are parallel or skew."""

from pult.core.kernels import clamp, kernel
from pult.geometry.algebra.cases import APART, COINCIDENT, PARALLEL, SKEW, SOLVED, ZERO_LENGTH
from pult.geometry.algebra.kernels.vectors import across, add, cross, direction, divisor, dot, subtract, times
from pult.geometry.quaternions import Triple
from pult.geometry.scaled import largest, norm

_MEET = 1e-9
"""Distance, relative to the largest coordinate or length, up to which lines are said to meet."""
_PARALLEL_SINE = 1e-9
"""Sine of the angle between lines below which they are taken for parallel."""


@kernel
def line_distance(
    point1: Triple, direction1: Triple, point2: Triple, direction2: Triple
) -> tuple[Triple, Triple, float, int]:
    """Nearest points of two lines: the ends of their common perpendicular.

    With n = u x v: distance = |n.(q - p)|/|n|; for parallel lines |u x (q - p)|/|u|.

    Returns:
        The nearest points of the first and of the second line; their distance; the case: SOLVED (the lines meet), SKEW,
        PARALLEL (point1 and the point next to it), COINCIDENT (the same line), ZERO_LENGTH (a direction is zero: the
        given points).
    """
    u, v = direction(direction1), direction(direction2)
    size = max(largest(point1), largest(point2))
    s = divisor(size)
    p, q = times(point1, 1.0 / s), times(point2, 1.0 / s)
    w = subtract(q, p)
    if norm(u) == 0.0 or norm(v) == 0.0:
        return point1, point2, s * norm(w), ZERO_LENGTH
    tolerance = _MEET * max(size / s, norm(w))
    n = cross(u, v)
    sine = norm(n)
    if sine <= _PARALLEL_SINE:
        gap = across(w, u)
        found = subtract(q, times(v, dot(subtract(w, gap), v)))
        return point1, times(found, s), s * norm(gap), COINCIDENT if norm(gap) <= tolerance else PARALLEL
    e = (n[0] / sine, n[1] / sine, n[2] / sine)
    one = add(p, times(u, dot(cross(w, v), e) / sine))
    two = add(q, times(v, dot(cross(w, u), e) / sine))
    gap_size = norm(subtract(two, one))
    return times(one, s), times(two, s), s * gap_size, SOLVED if gap_size <= tolerance else SKEW


@kernel
def segment_distance(
    start1: Triple, end1: Triple, start2: Triple, end2: Triple
) -> tuple[Triple, Triple, float, int]:
    """Nearest points of two segments.

    Returns:
        The nearest point of the first and of the second segment (where many are as near, the one nearest to start1);
        their distance; the case: SOLVED (they meet in a point), COINCIDENT (they lie on one line and overlap), SKEW
        (the nearest points are inside both: a common perpendicular), PARALLEL (parallel, and beside each other), APART
        (an end is nearest), ZERO_LENGTH (a segment is a point; points and distance hold).
    """
    size = max(largest(start1), largest(end1), largest(start2), largest(end2))
    s = divisor(size)
    p1, q1 = times(start1, 1.0 / s), times(end1, 1.0 / s)
    p2, q2 = times(start2, 1.0 / s), times(end2, 1.0 / s)
    d1, d2 = subtract(q1, p1), subtract(q2, p2)
    long1, long2 = norm(d1), norm(d2)
    u, v = direction(d1), direction(d2)
    w = subtract(p2, p1)
    n = cross(u, v)
    sine = norm(n)
    parallel = sine <= _PARALLEL_SINE
    along1 = 0.0
    if long1 > 0.0 and long2 > 0.0 and not parallel:
        e = (n[0] / sine, n[1] / sine, n[2] / sine)
        along1 = clamp(dot(cross(w, v), e) / sine, 0.0, long1)
    elif long1 > 0.0 and long2 > 0.0:
        # parallel: the part of the first that the second is beside, from its end nearer to start1
        near = min(dot(w, u), dot(subtract(q2, p1), u))
        along1 = clamp(near, 0.0, long1)
    elif long1 > 0.0:
        along1 = clamp(dot(w, u), 0.0, long1)
    one = add(p1, times(u, along1))
    along2 = clamp(dot(subtract(one, p2), v), 0.0, long2)
    two = add(p2, times(v, along2))
    again = clamp(dot(subtract(two, p1), u), 0.0, long1)  # the foot was at an end of the second: back to the first
    one, along1 = add(p1, times(u, again)), again
    gap = subtract(two, one)
    distance = norm(gap)
    meet = distance <= _MEET * max(size / s, long1, long2)
    case = APART
    if long1 == 0.0 or long2 == 0.0:
        case = ZERO_LENGTH
    elif parallel:
        beside = _overlap(p1, u, long1, p2, q2)
        if beside > _MEET * max(long1, long2):
            case = COINCIDENT if meet else PARALLEL
        elif meet:
            case = SOLVED
    elif meet:
        case = SOLVED
    elif 0.0 < along1 < long1 and 0.0 < along2 < long2:
        case = SKEW
    return times(one, s), times(two, s), s * distance, case


@kernel
def _overlap(p1: Triple, u: Triple, long1: float, p2: Triple, q2: Triple) -> float:
    """Length of the part of the first segment that the second, parallel to it, is beside."""
    start, end = dot(subtract(p2, p1), u), dot(subtract(q2, p1), u)
    return min(max(start, end), long1) - max(min(start, end), 0.0)
