"""Triangles and planar arms of two and three links.

In a vertical plane of the RVA frame x points forward and y up; angles are positive up (counter-clockwise). The frame
may be another one: only the sense of positive angles matters.
"""

import math

from pult.core.kernels import hypotenuse, kernel, wrap_angle
from pult.geometry.algebra.cases import APART, BOUNDARY, FREE, INSIDE, SOLVED, TOUCHING, ZERO_LENGTH


@kernel
def _opposite(a: float, b: float, c: float) -> float:
    """Angle [rad] of a triangle opposite to side a, accurate for needles too (Kahan 2014)."""
    one, two = max(b, c), min(b, c)
    if two >= a:
        mu = a - (one - two)
    else:
        mu = two - (one - a)
    above = max(((one - two) + a) * max(mu, 0.0), 0.0)
    below = max((one + (two + a)) * ((one - a) + two), 0.0)
    return 2.0 * math.atan2(math.sqrt(above), math.sqrt(below))


@kernel
def triangle_angles(a: float, b: float, c: float) -> tuple[float, float, float, int]:
    """Angles of a triangle from its sides (TreUgl).

    cos(alpha) = (b^2 + c^2 - a^2)/(2 b c), and so on.

    Args:
        a: First side [any unit of length].
        b: Second side.
        c: Third side.

    Returns:
        The angles opposite to a, b and c [rad], which add up to pi; the case: SOLVED, TOUCHING (flat: two angles are 0
        and one is pi), ZERO_LENGTH (a side is not positive), APART (one side is longer than the other two together).
        Without a solution the angles are 0.
    """
    largest = max(a, b, c)
    if not (a > 0.0 and b > 0.0 and c > 0.0 and largest < math.inf):
        return 0.0, 0.0, 0.0, ZERO_LENGTH
    x, y, z = a / largest, b / largest, c / largest  # sums and products of sides neither overflow nor vanish
    excess = min(y + z - x, z + x - y, x + y - z)
    if excess < -BOUNDARY:
        return 0.0, 0.0, 0.0, APART
    case = TOUCHING if excess <= BOUNDARY else SOLVED
    return _opposite(x, y, z), _opposite(y, z, x), _opposite(z, x, y), case


@kernel
def two_link_angles(
    height: float, base: float, first: float, second: float, elbow: float
) -> tuple[float, float, float, int]:
    """Angles of the four-vertex figure of a planar two-link arm (U4ver).

    The joint angles that bring the end of the second link to (base, height), seen from the axis of the first joint:
    base = first cos(q1) + second cos(q1 + q2), height = first sin(q1) + second sin(q1 + q2).

    Args:
        height: H, height of the end above the first axis.
        base: B, horizontal distance of the end; negative behind the axis.
        first: L1, length of the first link.
        second: L2, length of the second link.
        elbow: Kb. Positive: elbow up, q2 <= 0. Negative: elbow down, q2 >= 0. Zero: the configuration whose elbow is
            higher, which is up in front of the axis and down behind it (base < 0).

    Returns:
        q1, the slope of the first link, in (-pi, pi]; q2, the bend, in [-pi, pi]; q1 + q2, the slope of the second
        link, in (-pi, pi]; all [rad]. Then the case: SOLVED (the other sign of `elbow` gives another solution),
        TOUCHING (stretched or folded: both are one), FREE (links of equal length folded onto the axis: every q1
        does, 0 is given), APART (out of reach), INSIDE (too near), ZERO_LENGTH (a link is not positive). Without a
        solution the angles are those of the arm stretched towards the target (APART) or folded along that line with
        the end as near as possible (INSIDE), or 0.
    """
    if not (0.0 < first < math.inf and 0.0 < second < math.inf):
        return 0.0, 0.0, 0.0, ZERO_LENGTH
    bend_sign = -1.0
    if elbow < 0.0 or (elbow == 0.0 and base < 0.0):
        bend_sign = 1.0
    size = max(first, second, abs(base), abs(height))
    x, y = base / size, height / size
    one, two = first / size, second / size
    reach = hypotenuse(x, y)
    slope = math.atan2(y + 0.0, x + 0.0)
    beyond, within = reach - (one + two), abs(one - two) - reach
    if beyond > BOUNDARY:
        return slope, 0.0, slope, APART
    if reach <= BOUNDARY and within >= -BOUNDARY and within <= BOUNDARY:
        return 0.0, bend_sign * math.pi, math.pi, FREE
    if within > BOUNDARY:
        # the longer link points to the target if it is the first, away from it if it is the second
        shoulder = slope if one >= two else wrap_angle(slope + math.pi)
        return shoulder, bend_sign * math.pi, wrap_angle(shoulder + math.pi), INSIDE
    at_shoulder = _opposite(two, one, reach)
    bend = math.pi - _opposite(reach, one, two)
    shoulder = wrap_angle(slope - bend_sign * at_shoulder)
    case = TOUCHING if max(beyond, within) >= -BOUNDARY else SOLVED
    return shoulder, bend_sign * bend, wrap_angle(shoulder + bend_sign * bend), case


@kernel
def three_link_angles(
    height: float, base: float, first: float, second: float, slope: float, elbow: float
) -> tuple[float, float, float, int]:
    """Joint angles of a planar arm of three links whose third link has a given slope (U3zvn).

    Args:
        height: H, height of the axis of the third joint above the first axis.
        base: B, horizontal distance of the axis of the third joint; negative behind the first axis.
        first: L1, length of the first link.
        second: L2, length of the second link.
        slope: A, slope of the third link [rad].
        elbow: Kb, as in `two_link_angles`: +1 elbow up (q2 <= 0), -1 elbow down (q2 >= 0), 0 automatic.

    Returns:
        q1 in (-pi, pi], q2 in [-pi, pi], q3 in (-pi, pi] with q1 + q2 + q3 = slope modulo 2 pi [rad]; the case of
        `two_link_angles`.
    """
    shoulder, bend, forearm, case = two_link_angles(height, base, first, second, elbow)
    return shoulder, bend, wrap_angle(slope - forearm), case
