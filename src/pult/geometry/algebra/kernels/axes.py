"""Angles of rotations: between vectors, about one axis, about two and about three (inverse problems)."""

from pult.core.kernels import kernel, wrap_angle
from pult.geometry.algebra.cases import BOUNDARY, FREE, PARALLEL, SOLVED, UNEQUAL, ZERO_LENGTH
from pult.geometry.algebra.kernels.cones import cone_directions
from pult.geometry.algebra.kernels.spherical import angle_of, turn_of
from pult.geometry.algebra.kernels.vectors import (
    across,
    any_orthogonal,
    cross,
    direction,
    divisor,
    rotate_about,
    subtract,
    times,
)
from pult.geometry.quaternions import Quadruple, Triple, rotate
from pult.geometry.scaled import largest, norm

_MATCH = 1e-9
"""Relative miss up to which a rotation is said to take one vector to the other."""


@kernel
def angle_between(a: Triple, b: Triple) -> tuple[float, int]:
    """Angle between two vectors [rad], 0..pi: 2 atan2(|u - v|, |u + v|) of their directions; SOLVED or ZERO_LENGTH."""
    u, v = direction(a), direction(b)
    if norm(u) == 0.0 or norm(v) == 0.0:
        return 0.0, ZERO_LENGTH
    return angle_of(u, v), SOLVED


@kernel
def angle_about(a: Triple, b: Triple, axis: Triple) -> tuple[float, float, int]:
    """Angle of the rotation about an axis that takes one vector to another: the inverse of PVV.

    It is the angle between the projections along the axis, counted from a to b:
    atan2(k.(a x b), a.b - (k.a)(k.b)), k = axis/|axis|.

    Returns:
        The angle [rad] in (-pi, pi]; the miss, the distance of the rotated a from b; the case: SOLVED, UNEQUAL (their
        lengths or their cones about the axis differ: the miss is the least possible), FREE (both are on the axis and
        equal: 0 is given), PARALLEL (one is on the axis, the other is not), ZERO_LENGTH (zero axis or vector).
    """
    k = direction(axis)
    size = max(largest(a), largest(b))
    s = divisor(size)
    x, y = times(a, 1.0 / s), times(b, 1.0 / s)
    if norm(k) == 0.0 or norm(x) == 0.0 or norm(y) == 0.0:
        return 0.0, s * norm(subtract(x, y)), ZERO_LENGTH
    p, q = across(x, k), across(y, k)
    no_p, no_q = norm(p) <= BOUNDARY * norm(x), norm(q) <= BOUNDARY * norm(y)
    angle = 0.0
    if not no_p and not no_q:
        angle = turn_of(direction(p), direction(q), k)
    miss = norm(subtract(rotate_about(x, k, angle), y))
    case = SOLVED
    if no_p != no_q:
        case = PARALLEL
    elif miss > _MATCH * max(norm(x), norm(y)):
        case = UNEQUAL
    elif no_p:
        case = FREE
    return angle, s * miss, case


@kernel
def two_axis_angles(
    a: Triple, b: Triple, axis1: Triple, axis2: Triple
) -> tuple[float, float, float, float, float, int]:
    """Angles of the rotations about one axis and then about another that take one vector to another.

    b = PVV(PVV(a, axis1, q1), axis2, q2). The vector between the two rotations lies on the cone of a about axis1 and
    on the cone of b about axis2; two cones have two common directions at most (Paden-Kahan subproblem 2).

    Returns:
        q1, q2 of the solution whose intermediate vector is on the side of axis1 x axis2; q1, q2 of the other; all
        [rad] in (-pi, pi]; the miss, the larger distance of a result from b; the case: SOLVED, TOUCHING (both are one),
        FREE (the axes are parallel and only q1 + q2 counts: q2 = 0 is given; or a vector is on its axis: its angle is
        0), APART or INSIDE (the cones do not meet: the nearest is given), UNEQUAL (the lengths differ), PARALLEL (axes
        parallel, and no rotation does it), ZERO_LENGTH.
    """
    k1, k2, u, v = direction(axis1), direction(axis2), direction(a), direction(b)
    size = max(largest(a), largest(b))
    s = divisor(size)
    x, y = times(a, 1.0 / s), times(b, 1.0 / s)
    if norm(k1) == 0.0 or norm(k2) == 0.0 or norm(u) == 0.0 or norm(v) == 0.0:
        return 0.0, 0.0, 0.0, 0.0, s * norm(subtract(x, y)), ZERO_LENGTH
    tilt1, tilt2 = angle_of(u, k1), angle_of(v, k2)
    c, other, case = cone_directions(k1, tilt1, k2, tilt2)
    if case in (PARALLEL, FREE):
        angle, miss, single = angle_about(a, b, k1)
        case = FREE if single in (SOLVED, FREE) else PARALLEL
        return angle, 0.0, angle, 0.0, miss, case
    q1, r1 = _turn(u, c, k1), _turn(u, other, k1)
    q2, r2 = _turn(c, v, k2), _turn(other, v, k2)
    miss = max(
        norm(subtract(rotate_about(rotate_about(x, k1, q1), k2, q2), y)),
        norm(subtract(rotate_about(rotate_about(x, k1, r1), k2, r2), y)),
    )
    if case <= FREE:
        if miss > _MATCH * max(norm(x), norm(y)):
            case = UNEQUAL
        elif norm(cross(u, k1)) <= BOUNDARY or norm(cross(v, k2)) <= BOUNDARY:
            case = FREE
    return q1, q2, r1, r2, s * miss, case


@kernel
def _turn(u: Triple, v: Triple, k: Triple) -> float:
    """Angle about the unit vector k from the projection of u to that of v; 0 if either is on the axis."""
    p, q = across(u, k), across(v, k)
    if norm(p) <= BOUNDARY or norm(q) <= BOUNDARY:
        return 0.0
    return turn_of(direction(p), direction(q), k)


@kernel
def three_axis_angles(
    rotation: Quadruple, axis1: Triple, axis2: Triple, axis3: Triple
) -> tuple[Triple, Triple, float, int]:
    """Angles of rotations about three fixed axes, one after the other, that make up a rotation.

    R = Rot(axis3, q3) Rot(axis2, q2) Rot(axis1, q1). The axes need not be orthogonal. As axis1 is left alone by the
    first rotation, R takes it along the other two: that gives q2 and q3 (`two_axis_angles`), and then q1 is left.

    Args:
        rotation: Unit quaternion (w, x, y, z) of R.
        axis1: First axis. For rotations about axes that move along with the body, give them in the reverse order.
        axis2: Second axis.
        axis3: Third axis.

    Returns:
        (q1, q2, q3) of one solution and of the other [rad], each in (-pi, pi]; the miss, the largest angle [rad] that
        is left; the case: SOLVED, TOUCHING (both are one), FREE (gimbal lock: only a sum of two angles counts), APART
        or INSIDE (no angles do it; the nearest direction of axis1 is given), PARALLEL, ZERO_LENGTH.
    """
    k1, k2, k3 = direction(axis1), direction(axis2), direction(axis3)
    if norm(k1) == 0.0 or norm(k2) == 0.0 or norm(k3) == 0.0:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, ZERO_LENGTH
    q2, q3, r2, r3, _, case = two_axis_angles(k1, rotate(rotation, k1), k2, k3)
    q1, q_miss = _first_angle(rotation, k1, k2, k3, q2, q3)
    r1, r_miss = _first_angle(rotation, k1, k2, k3, r2, r3)
    return (q1, q2, q3), (r1, r2, r3), max(q_miss, r_miss), case


@kernel
def _first_angle(
    rotation: Quadruple, k1: Triple, k2: Triple, k3: Triple, q2: float, q3: float
) -> tuple[float, float]:
    """What is left for the first rotation, and the angle that it cannot make [rad]."""
    side = any_orthogonal(k1)
    wanted = rotate_about(rotate_about(rotate(rotation, side), k3, -q3), k2, -q2)
    axis = rotate_about(rotate_about(rotate(rotation, k1), k3, -q3), k2, -q2)  # where k1 should be, and is if it is met
    q1 = _turn(side, wanted, k1)
    turned = rotate_about(side, k1, q1)
    return wrap_angle(q1), max(angle_of(k1, axis), angle_of(turned, wanted))
