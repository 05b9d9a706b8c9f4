"""Cones, lines and segments, circles, triangles and planar arms."""

from numpy.typing import ArrayLike

from pult.geometry.algebra.elementwise import Elementwise, case_of
from pult.geometry.algebra.kernels import circles, cones, planar, segments
from pult.geometry.algebra.results import (
    Angles,
    CommonTangent,
    Directions,
    Intersection,
    Nearest,
    Tangent,
    ThreeLink,
    Triangle,
    TwoLink,
)

_V, _N, _C = "vector", "number", "case"
_CIRCLES = [("axis", _V), ("centre1", _V), ("radius1", _N), ("centre2", _V), ("radius2", _N)]
_ARM = [("height", _N), ("base", _N), ("first", _N), ("second", _N)]
_ONTO = [("v", _V), ("axis", _V)]
_LINES = [("point1", _V), ("direction1", _V), ("point2", _V), ("direction2", _V)]
_SEGMENTS = [("start1", _V), ("end1", _V), ("start2", _V), ("end2", _V)]
_POINT = [("axis", _V), ("point", _V), ("centre", _V), ("radius", _N)]
_cones = Elementwise(
    cones.cone_directions, [("axis1", _V), ("tilt1", _N), ("axis2", _V), ("tilt2", _N)], [_V, _V, _C]
)
_onto_cone = Elementwise(cones.cone_angles, [*_ONTO, ("target", _V), ("tilt", _N)], [_N, _N, _C])
_onto_sphere = Elementwise(cones.distance_angles, [*_ONTO, ("point", _V), ("distance", _N)], [_N, _N, _C])
_lines = Elementwise(segments.line_distance, _LINES, [_V, _V, _N, _C])
_segments = Elementwise(segments.segment_distance, _SEGMENTS, [_V, _V, _N, _C])
_tangent = Elementwise(circles.tangent_to_circle, _POINT, [_V, _N, _V, _C])
_common = Elementwise(circles.tangent_of_circles, _CIRCLES, [_V, _N, _V, _V, _C])
_meet = Elementwise(circles.circle_intersections, _CIRCLES, [_V, _V, _N, _C])
_triangle = Elementwise(planar.triangle_angles, [("a", _N), ("b", _N), ("c", _N)], [_N, _N, _N, _C])
_two_link = Elementwise(planar.two_link_angles, [*_ARM, ("elbow", _N)], [_N, _N, _N, _C])
_three_link = Elementwise(planar.three_link_angles, [*_ARM, ("slope", _N), ("elbow", _N)], [_N, _N, _N, _C])


def cone_directions(axis1: ArrayLike, tilt1: ArrayLike, axis2: ArrayLike, tilt2: ArrayLike) -> Directions:
    """Directions common to two cones with a common apex.

    c = k1 cos(tilt1) + (e cos(f) +- n sin(f)) sin(tilt1), n along axis1 x axis2, e = n x k1, and f the angle of the
    spherical triangle with the sides tilt1, tilt2 and the angle between the axes. A tilt of pi/2 is a plane.

    Cases: SOLVED; TOUCHING (they are one); APART, INSIDE (none: the nearest direction of the first cone); FREE (the
    same cone); PARALLEL (parallel axes, different cones); ZERO_LENGTH.
    """
    first, second, case = _cones(axis1, tilt1, axis2, tilt2)
    return Directions(first=first, second=second, case=case_of(case))


def cone_angles(v: ArrayLike, axis: ArrayLike, target: ArrayLike, tilt: ArrayLike) -> Angles:
    """Angles of the rotations about an axis that bring a vector onto the cone of a tilt [rad] about a target.

    With tilt = pi/2 the vector comes into the plane normal to the target.

    Cases: SOLVED; TOUCHING (one solution); APART, INSIDE (none: the angle that comes nearest); FREE (every angle does);
    PARALLEL (vector or target along the axis, and no angle does); ZERO_LENGTH.
    """
    first, second, case = _onto_cone(v, axis, target, tilt)
    return Angles(first=first, second=second, miss=0.0 * first, case=case_of(case))


def distance_angles(v: ArrayLike, axis: ArrayLike, point: ArrayLike, distance: ArrayLike) -> Angles:
    """Angles of the rotations about an axis that bring the end of a vector to a distance from a point.

    Cases: as `cone_angles`; also INSIDE (the distance is larger than vector and point together), APART (smaller than
    their difference).
    """
    first, second, case = _onto_sphere(v, axis, point, distance)
    return Angles(first=first, second=second, miss=0.0 * first, case=case_of(case))


def line_distance(point1: ArrayLike, direction1: ArrayLike, point2: ArrayLike, direction2: ArrayLike) -> Nearest:
    """Nearest points of two lines, each given by a point and a direction.

    Cases: SOLVED (they meet); SKEW; PARALLEL; COINCIDENT (one line); ZERO_LENGTH (a direction is zero).
    """
    first, second, distance, case = _lines(point1, direction1, point2, direction2)
    return Nearest(first=first, second=second, distance=distance, case=case_of(case))


def segment_distance(start1: ArrayLike, end1: ArrayLike, start2: ArrayLike, end2: ArrayLike) -> Nearest:
    """Nearest points of two segments.

    Cases: SOLVED (they meet in a point); COINCIDENT (on one line, and overlap); SKEW (nearest points inside both);
    PARALLEL (beside each other); APART (an end is nearest); ZERO_LENGTH (a segment is a point; points and distance
    hold).
    """
    first, second, distance, case = _segments(start1, end1, start2, end2)
    return Nearest(first=first, second=second, distance=distance, case=case_of(case))


def tangent_to_circle(axis: ArrayLike, point: ArrayLike, centre: ArrayLike, radius: ArrayLike) -> Tangent:
    """Tangent from a circle to a point, in the plane normal to an axis (PkO).

    With d = point - centre projected onto the plane and u = asin(R/|d|): K = k sqrt(|d|^2 - R^2), where k is d/|d|
    rotated about the axis by -u. The sign of the radius R says which tangent: a positive R is to its left, seen against
    the axis. About Y of the RVA frame (Z of the interface frame) it passes left, about Z of the RVA frame above.

    Cases: SOLVED; TOUCHING (the point is on the circle); INSIDE (no tangent); FREE (the point is the centre, and R is
    0); ZERO_LENGTH (zero axis).
    """
    direction, length, contact, case = _tangent(axis, point, centre, radius)
    return Tangent(direction=direction, length=length, contact=contact, case=case_of(case))


def tangent_of_circles(
    axis: ArrayLike, centre1: ArrayLike, radius1: ArrayLike, centre2: ArrayLike, radius2: ArrayLike
) -> CommonTangent:
    """Common tangent of two circles in the plane normal to an axis, from the first to the second.

    Radii are signed as in `tangent_to_circle`: equal signs give an outer tangent, opposite ones an inner tangent.

    Cases: those of `tangent_to_circle` for the radius R1 - R2.
    """
    direction, length, first, second, case = _common(axis, centre1, radius1, centre2, radius2)
    return CommonTangent(direction=direction, length=length, first=first, second=second, case=case_of(case))


def circle_intersections(
    axis: ArrayLike, centre1: ArrayLike, radius1: ArrayLike, centre2: ArrayLike, radius2: ArrayLike
) -> Intersection:
    """Points common to two circles in one plane, normal to an axis.

    c1 + x e +- h n with D = |c2 - c1|, e = (c2 - c1)/D, n = axis x e, x = (D^2 + r1^2 - r2^2)/(2 D),
    h = sqrt(r1^2 - x^2).

    Cases: SOLVED; TOUCHING (one point); APART; INSIDE (one within the other); COINCIDENT (the same circle); SKEW (not
    in one plane); ZERO_LENGTH (zero axis). Without a solution both points are the middle of the gap.
    """
    first, second, gap, case = _meet(axis, centre1, radius1, centre2, radius2)
    return Intersection(first=first, second=second, gap=gap, case=case_of(case))


def triangle_angles(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> Triangle:
    """Angles of a triangle from its sides (TreUgl): cos(alpha) = (b^2 + c^2 - a^2)/(2 b c), and so on.

    Cases: SOLVED; TOUCHING (flat); APART (a side is longer than the others together); ZERO_LENGTH (a side is not
    positive).
    """
    alpha, beta, gamma, case = _triangle(a, b, c)
    return Triangle(alpha=alpha, beta=beta, gamma=gamma, case=case_of(case))


def two_link_angles(
    height: ArrayLike, base: ArrayLike, first: ArrayLike, second: ArrayLike, elbow: ArrayLike = 0
) -> TwoLink:
    """Angles of the four-vertex figure of a planar arm of two links (U4ver).

    base = L1 cos(q1) + L2 cos(q1 + q2), height = L1 sin(q1) + L2 sin(q1 + q2); angles are positive up.

    Args:
        height: H, height of the end of the arm above its first axis.
        base: B, horizontal distance of the end; negative behind the axis.
        first: L1, length of the first link.
        second: L2, length of the second link.
        elbow: Kb: +1 elbow up (bend <= 0), -1 elbow down (bend >= 0), 0 the one whose elbow is higher.

    Cases: SOLVED; TOUCHING (stretched or folded: one solution); FREE (equal links folded onto the axis: slope 0 is
    given); APART (out of reach: the stretched arm is given); INSIDE (too near: the folded arm is given); ZERO_LENGTH (a
    link is not positive).
    """
    one, bend, two, case = _two_link(height, base, first, second, elbow)
    return TwoLink(first=one, bend=bend, second=two, case=case_of(case))


def three_link_angles(
    height: ArrayLike, base: ArrayLike, first: ArrayLike, second: ArrayLike, slope: ArrayLike, elbow: ArrayLike = 0
) -> ThreeLink:
    """Joint angles of a planar arm of three links whose third link has a given slope (U3zvn).

    Args:
        height: H, height of the axis of the third joint above the first axis.
        base: B, horizontal distance of the axis of the third joint; negative behind the first axis.
        first: L1, length of the first link.
        second: L2, length of the second link.
        slope: A, slope of the third link [rad], positive up.
        elbow: Kb: +1 elbow up, -1 elbow down, 0 the one whose elbow is higher.

    Cases: those of `two_link_angles`. The angles add up to the slope modulo 2 pi.
    """
    one, two, three, case = _three_link(height, base, first, second, slope, elbow)
    return ThreeLink(first=one, second=two, third=three, case=case_of(case))
