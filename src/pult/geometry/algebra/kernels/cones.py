"""Cones: directions common to two of them, and rotations that bring a vector onto a cone, a plane or a sphere."""

import math

from pult.core.kernels import clamp, kernel, wrap_angle
from pult.geometry.algebra.cases import APART, BOUNDARY, FREE, INSIDE, PARALLEL, SOLVED, TOUCHING, ZERO_LENGTH
from pult.geometry.algebra.kernels.planar import triangle_angles
from pult.geometry.algebra.kernels.spherical import angle_of, corner, turn_of
from pult.geometry.algebra.kernels.vectors import across, any_orthogonal, cross, direction, times
from pult.geometry.quaternions import Triple
from pult.geometry.scaled import norm


@kernel
def cone_directions(axis1: Triple, tilt1: float, axis2: Triple, tilt2: float) -> tuple[Triple, Triple, int]:
    """Directions common to two cones with a common apex.

    c = k1 cos(t1) + (e cos(f) +- n sin(f)) sin(t1), where n is along k1 x k2, e = n x k1, and f is the angle between
    the sides t1 and d = angle(k1, k2) of a spherical triangle whose third side is t2.

    Args:
        axis1: Axis of the first cone, of any length.
        tilt1: Angle between its axis and its directions [rad], limited to 0..pi; pi/2 is the plane normal to the axis.
        axis2: Axis of the second cone.
        tilt2: Its angle [rad].

    Returns:
        The unit vector on the side of axis1 x axis2; the other one; the case: SOLVED, TOUCHING (they are one), APART
        (the cones are beside each other), INSIDE (one within the other), FREE (the same cone: an arbitrary direction of
        it), PARALLEL (parallel axes, different cones), ZERO_LENGTH (a zero axis). If the cones do not meet, both are
        the direction of the first cone that is nearest to the second.
    """
    k1, k2 = direction(axis1), direction(axis2)
    if norm(k1) == 0.0 or norm(k2) == 0.0:
        return k1, k1, ZERO_LENGTH
    t1, t2 = clamp(tilt1, 0.0, math.pi), clamp(tilt2, 0.0, math.pi)
    apart = angle_of(k1, k2)
    normal = cross(k1, k2)
    if norm(normal) <= BOUNDARY:
        seen = t2 if apart < 1.0 else math.pi - t2  # the second cone from the side of the first axis
        side = any_orthogonal(k1)
        found = _on_cone(k1, side, t1)
        return found, found, FREE if abs(t1 - seen) <= BOUNDARY else PARALLEL
    n = direction(normal)
    e = cross(n, k1)
    beyond = max(apart - (t1 + t2), (t1 + t2 + apart) - 2.0 * math.pi)
    within = abs(t1 - t2) - apart
    case = SOLVED
    if beyond > BOUNDARY:
        case = APART
    elif within > BOUNDARY:
        case = INSIDE
    elif beyond >= -BOUNDARY or within >= -BOUNDARY:
        case = TOUCHING
    turned = corner(t2, t1, apart)
    if case > FREE:
        turned = 0.0 if turned < 0.5 * math.pi else math.pi
        found = _on_cone(k1, times(e, math.cos(turned)), t1)
        return found, found, case
    c, s = math.cos(turned), math.sin(turned)
    return (
        _on_cone(k1, (c * e[0] + s * n[0], c * e[1] + s * n[1], c * e[2] + s * n[2]), t1),
        _on_cone(k1, (c * e[0] - s * n[0], c * e[1] - s * n[1], c * e[2] - s * n[2]), t1),
        case,
    )


@kernel
def _on_cone(k: Triple, side: Triple, tilt: float) -> Triple:
    """Direction tilted from k towards the orthogonal unit vector `side`."""
    c, s = math.cos(tilt), math.sin(tilt)
    return (c * k[0] + s * side[0], c * k[1] + s * side[1], c * k[2] + s * side[2])


@kernel
def cone_angles(v: Triple, axis: Triple, target: Triple, tilt: float) -> tuple[float, float, int]:
    """Angles of the rotations about an axis that bring a vector onto a cone about another.

    angle(PVV(v, axis, q), target) = tilt; with pi/2 the vector comes into the plane normal to the target.

    Returns:
        The two angles q [rad] in (-pi, pi], the one on the side of axis x target first; the case: SOLVED, TOUCHING (one
        solution), APART or INSIDE (none; the angle that comes nearest), FREE (every angle does: 0), PARALLEL (vector or
        target along the axis, and no angle does: 0), ZERO_LENGTH.
    """
    k, u, w = direction(axis), direction(v), direction(target)
    if norm(k) == 0.0 or norm(u) == 0.0 or norm(w) == 0.0:
        return 0.0, 0.0, ZERO_LENGTH
    own = angle_of(u, k)
    p, q = across(u, k), across(w, k)
    if norm(p) <= BOUNDARY or norm(q) <= BOUNDARY:
        meets = abs(angle_of(u, w) - clamp(tilt, 0.0, math.pi)) <= BOUNDARY
        return 0.0, 0.0, FREE if meets else PARALLEL
    one, two, case = cone_directions(k, own, w, tilt)
    azimuth = direction(p)
    first = turn_of(azimuth, direction(across(one, k)), k)
    second = turn_of(azimuth, direction(across(two, k)), k)
    return wrap_angle(first), wrap_angle(second), case


@kernel
def distance_angles(v: Triple, axis: Triple, point: Triple, distance: float) -> tuple[float, float, int]:
    """Angles of the rotations about an axis that bring the end of a vector to a distance from a point.

    |PVV(v, axis, q) - point| = distance (Paden-Kahan subproblem 3). Vector, point and distance are the sides of a
    triangle, whose angle at the origin is a cone about the point.

    Returns:
        As `cone_angles`; where no triangle has these sides: INSIDE (the distance is larger than both together), APART.
    """
    long, far = norm(v), norm(point)
    _, _, at_origin, figure = triangle_angles(long, far, abs(distance))
    if figure == APART:
        at_origin = math.pi if abs(distance) > max(long, far) else 0.0
    elif figure == ZERO_LENGTH:
        at_origin = 0.0  # a distance of zero: the end comes to the point itself, if at all
        if long > 0.0 and far > 0.0 and abs(long - far) > BOUNDARY * max(long, far):
            figure = APART
    first, second, case = cone_angles(v, axis, point, at_origin)
    if figure == APART and case <= TOUCHING:
        case = INSIDE if abs(distance) > max(long, far) else APART
    return first, second, case
