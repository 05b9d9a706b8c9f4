"""Circles in space: tangents from a point, tangents of two circles, intersections of coplanar circles."""

import math

from pult.core.kernels import kernel
from pult.geometry.algebra.cases import (
    APART,
    BOUNDARY,
    COINCIDENT,
    FREE,
    INSIDE,
    SKEW,
    SOLVED,
    TOUCHING,
    ZERO_LENGTH,
)
from pult.geometry.algebra.kernels.vectors import (
    across,
    add,
    any_orthogonal,
    cross,
    direction,
    divisor,
    dot,
    rotate_unit,
    subtract,
    times,
)
from pult.geometry.quaternions import Triple
from pult.geometry.scaled import largest, norm


@kernel
def tangent_to_circle(axis: Triple, point: Triple, centre: Triple, radius: float) -> tuple[Triple, float, Triple, int]:
    """Tangent from a circle to a point, in the plane normal to an axis (PkO).

    With d = point - centre projected onto the plane and u = asin(R/|d|):
    K = k sqrt(|d|^2 - R^2), k = d/|d| rotated about the axis by -u.

    Args:
        axis: Normal of the plane, of any length. About the RVA frame's Y (the interface frame's Z) a positive radius
            passes left, about the RVA frame's Z above.
        point: The point; only its projection onto the plane counts.
        centre: Centre of the circle.
        radius: Signed radius R; its sign says which of the two tangents is taken.

    Returns:
        k, the unit direction of the tangent; |K|, its length from the circle to the point; the vector from the centre
        to the point of contact; the case: SOLVED, TOUCHING (the point is on the circle: the length is 0, the direction
        is that of the limit), INSIDE (no tangent), FREE (the point is the centre and the radius 0: an arbitrary
        direction in the plane), ZERO_LENGTH (zero axis). Without a solution all are zero.
    """
    nowhere = (0.0, 0.0, 0.0)
    k = direction(axis)
    if norm(k) == 0.0:
        return nowhere, 0.0, nowhere, ZERO_LENGTH
    s = divisor(max(largest(point), largest(centre), abs(radius)))
    size = max(largest(point), largest(centre), abs(radius)) / s
    d = across(subtract(times(point, 1.0 / s), times(centre, 1.0 / s)), k)
    distance, r = norm(d), radius / s
    if distance <= BOUNDARY * size:
        if abs(r) > BOUNDARY * size:
            return nowhere, 0.0, nowhere, INSIDE
        return any_orthogonal(k), 0.0, nowhere, FREE
    towards = (d[0] / distance, d[1] / distance, d[2] / distance)
    u_sine = r / distance
    excess = 1.0 - abs(u_sine)
    if excess < -BOUNDARY:
        return nowhere, 0.0, nowhere, INSIDE
    if excess < 0.0:
        u_sine = math.copysign(1.0, u_sine)
    u_cosine = math.sqrt(max(excess, 0.0) * (1.0 + abs(u_sine)))
    tangent = rotate_unit(towards, k, u_cosine, -u_sine)
    contact = times(cross(k, tangent), radius)  # a positive radius is left of the tangent, seen against the axis
    return tangent, s * (distance * u_cosine), contact, TOUCHING if excess <= BOUNDARY else SOLVED


@kernel
def tangent_of_circles(
    axis: Triple, centre1: Triple, radius1: float, centre2: Triple, radius2: float
) -> tuple[Triple, float, Triple, Triple, int]:
    """Common tangent of two coplanar circles, from the first to the second.

    It is the tangent from a circle of radius R1 - R2 about the first centre to the second centre, shifted sideways.

    Args:
        axis: Normal of the plane, of any length.
        centre1: Centre of the first circle.
        radius1: Its signed radius: positive if the circle is to the left of the tangent, seen against the axis.
        centre2: Centre of the second circle; only its projection onto the plane of the first counts.
        radius2: Its signed radius. Equal signs give an outer tangent, opposite ones an inner tangent.

    Returns:
        The unit direction; the length between the points of contact; the vectors from each centre to its point of
        contact; the case, as in `tangent_to_circle`.
    """
    k, length, contact, case = tangent_to_circle(axis, centre2, centre1, radius1 - radius2)
    if case > FREE:
        return k, length, contact, contact, case
    side = cross(direction(axis), k)
    return k, length, times(side, radius1), times(side, radius2), case


@kernel
def circle_intersections(
    axis: Triple, centre1: Triple, radius1: float, centre2: Triple, radius2: float
) -> tuple[Triple, Triple, float, int]:
    """Points common to two circles in one plane.

    With D = |c2 - c1|, e the direction from c1 to c2 and n = axis x e: c1 + x e +- h n,
    x = (D^2 + r1^2 - r2^2)/(2 D), h = sqrt(r1^2 - x^2).

    Args:
        axis: Normal of the plane, of any length.
        centre1: Centre of the first circle.
        radius1: Radius of the first circle; its sign does not matter.
        centre2: Centre of the second circle.
        radius2: Radius of the second circle; its sign does not matter.

    Returns:
        The point to the left of the line from the first centre to the second, seen against the axis; the point to the
        right of it; the gap between the circles (0 if they meet); the case: SOLVED, TOUCHING (one point), APART, INSIDE
        (one within the other), COINCIDENT (the same circle), SKEW (not in one plane), ZERO_LENGTH (zero axis). Without
        a solution both points are the middle of the gap on the line of centres.
    """
    k = direction(axis)
    if norm(k) == 0.0:
        return centre1, centre1, 0.0, ZERO_LENGTH
    size = max(largest(centre1), largest(centre2), abs(radius1), abs(radius2))
    s = divisor(size)
    tolerance = BOUNDARY * (size / s)
    apart = subtract(times(centre2, 1.0 / s), times(centre1, 1.0 / s))
    d = across(apart, k)
    distance, r1, r2 = norm(d), abs(radius1) / s, abs(radius2) / s
    e = any_orthogonal(k)
    if distance > tolerance:
        e = (d[0] / distance, d[1] / distance, d[2] / distance)
    case, gap, x = SOLVED, 0.0, r1
    if abs(dot(apart, k)) > tolerance:
        case = SKEW
        gap = abs(dot(apart, k))
    elif distance <= tolerance and abs(r1 - r2) <= tolerance:
        case = COINCIDENT if r1 > tolerance else TOUCHING
    elif distance - (r1 + r2) > tolerance:
        case, gap = APART, distance - (r1 + r2)
        x = r1 + 0.5 * gap
    elif abs(r1 - r2) - distance > tolerance:
        case, gap = INSIDE, abs(r1 - r2) - distance
        x = r1 - 0.5 * gap if r1 > r2 else -(r1 + 0.5 * gap)
    elif distance - (r1 + r2) >= -tolerance or abs(r1 - r2) - distance >= -tolerance:
        case = TOUCHING
    if case > FREE or distance <= tolerance:
        point = add(centre1, times(e, s * x))
        return point, point, s * gap, case
    x = 0.5 * (distance + (r1 - r2) * ((r1 + r2) / distance))
    within = max((r1 + r2 + distance) * (r1 + r2 - distance), 0.0)
    without = max((distance + r1 - r2) * (distance - r1 + r2), 0.0)
    h = 0.5 * math.sqrt(within) * (math.sqrt(without) / distance)  # twice the triangle's area over its base
    middle = add(centre1, times(e, s * x))
    side = times(cross(k, e), s * h)
    return add(middle, side), subtract(middle, side), 0.0, case
