"""Cones, lines, segments, circles, triangles and planar arms: closed forms, identities, and every degenerate case."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import minimize

from pult.geometry import algebra as rva
from pult.geometry.algebra import Case
from tests.geometry.algebra.strategies import angles, apart, lengths, nonzero, pairs, vectors

X, Y, Z = np.eye(3)
ORIGIN = np.zeros(3)


def unit(v):
    return np.asarray(v) / np.linalg.norm(v)


@given(pairs(), st.floats(0.05, 3.0), st.floats(0.05, 3.0))
def test_common_directions_lie_on_both_cones_or_there_are_none(axes, tilt1, tilt2):
    found = rva.cone_directions(axes[0], tilt1, axes[1], tilt2)
    between = rva.angle_between(*axes).angle
    gap = max(between - (tilt1 + tilt2), abs(tilt1 - tilt2) - between, tilt1 + tilt2 + between - 2 * math.pi)
    assume(abs(gap) > 1e-9)
    assert found.solved == (gap < 0)
    for c in (found.first, found.second):
        assert np.linalg.norm(c) == pytest.approx(1.0, abs=1e-15)
        assert rva.angle_between(c, axes[0]).angle == pytest.approx(tilt1, abs=1e-13)
        if found.solved:
            assert rva.angle_between(c, axes[1]).angle == pytest.approx(tilt2, abs=1e-7)
    if found.solved:
        assert found.first @ np.cross(*axes) >= 0 >= found.second @ np.cross(*axes)
    else:
        # the nearest direction of the first cone is as far from the second as the cones are apart
        assert abs(rva.angle_between(found.first, axes[1]).angle - tilt2) == pytest.approx(gap, abs=1e-9)


@given(nonzero, pairs(), angles)
def test_a_vector_is_brought_onto_the_cone_on_which_it_was(v, axes, q):
    axis, target = axes
    assume(np.linalg.norm(np.cross(unit(v), unit(axis))) > 0.05)
    tilt = rva.angle_between(rva.rotate(v, axis, q), target).angle
    assume(0.01 < tilt < math.pi - 0.01)
    found = rva.cone_angles(v, axis, target, tilt)
    assert found.solved
    for angle in (found.first, found.second):
        assert rva.angle_between(rva.rotate(v, axis, angle), target).angle == pytest.approx(tilt, abs=1e-9)
    assert min(apart(found.first, q), apart(found.second, q)) < 1e-5


def test_a_vector_comes_into_a_plane():
    found = rva.cone_angles(X + Z, Z, Y, math.pi / 2)
    assert sorted([found.first, found.second]) == pytest.approx([0.0, math.pi], abs=1e-15)


@given(nonzero, pairs(), angles)
def test_the_end_of_a_vector_comes_to_the_distance_that_it_had(v, pair, q):
    axis, point = pair
    assume(np.linalg.norm(np.cross(unit(v), unit(axis))) > 0.05)
    distance = np.linalg.norm(rva.rotate(v, axis, q) - point)
    assume(distance > 0.05)
    found = rva.distance_angles(v, axis, point, distance)
    assert found.solved
    for angle in (found.first, found.second):
        assert np.linalg.norm(rva.rotate(v, axis, angle) - point) == pytest.approx(distance, abs=1e-6)


def test_cases_of_cones_and_distances():
    assert rva.cone_directions(Z, 0.3, X, 0.3).case == Case.APART
    assert rva.cone_directions(Z, 0.1, Z + X, 1.4).case == Case.INSIDE
    assert rva.cone_directions(Z, 0.3, X, math.pi / 2 - 0.3).case == Case.TOUCHING
    assert rva.cone_directions(Z, 0.3, 2 * Z, 0.3).case == Case.FREE
    assert rva.cone_directions(Z, 0.3, -Z, math.pi - 0.3).case == Case.FREE
    assert rva.cone_directions(Z, 0.3, Z, 0.4).case == Case.PARALLEL
    assert rva.cone_directions(ORIGIN, 0.3, Z, 0.4).case == Case.ZERO_LENGTH
    assert rva.cone_angles(Z, Z, X, math.pi / 2).case == Case.FREE
    assert rva.cone_angles(Z, Z, X, 0.3).case == Case.PARALLEL
    assert rva.cone_angles(Z + 0.1 * X, Z, X, 0.3).case == Case.APART
    assert rva.distance_angles(X, Z, 3 * X, 1.0).case == Case.APART
    assert rva.distance_angles(X, Z, 3 * X, 5.0).case == Case.INSIDE
    assert rva.distance_angles(X, Z, 3 * X, 2.0).case == Case.TOUCHING
    assert rva.distance_angles(X, Z, X, 0.0).solved
    assert rva.distance_angles(X, Z, 2 * X, 0.0).case == Case.APART
    assert rva.distance_angles(ORIGIN, Z, X, 1.0).case == Case.ZERO_LENGTH


@given(vectors, vectors, pairs())
def test_nearest_points_of_lines_are_joined_by_the_common_perpendicular(p, q, directions):
    u, v = directions
    found = rva.line_distance(p, u, q, v)
    assert found.case in (Case.SKEW, Case.SOLVED)
    np.testing.assert_allclose(np.cross(found.first - p, unit(u)), 0, atol=1e-12)
    np.testing.assert_allclose(np.cross(found.second - q, unit(v)), 0, atol=1e-12)
    n = unit(np.cross(u, v))
    assert found.distance == pytest.approx(abs(n @ (q - p)), abs=1e-11)


@given(vectors, pairs(), st.floats(-3, 3), st.floats(-3, 3))
def test_lines_through_one_point_meet_there(point, directions, s, t):
    u, v = directions
    found = rva.line_distance(point + s * u, u, point + t * v, v)
    assert found.case == Case.SOLVED
    np.testing.assert_allclose(found.first, point, rtol=0, atol=1e-10)


def test_parallel_and_coincident_lines():
    found = rva.line_distance([0, 0, 0], X, [5, 3, 4], -X)
    assert (found.case, found.distance) == (Case.PARALLEL, 5.0)
    np.testing.assert_allclose(found.second, [0, 3, 4])
    assert rva.line_distance([0, 0, 0], X, [5, 0, 0], -X).case == Case.COINCIDENT
    assert rva.line_distance([0, 0, 0], ORIGIN, [5, 0, 0], X).case == Case.ZERO_LENGTH


@given(vectors, vectors, vectors, vectors)
def test_the_distance_of_segments_is_the_least(p1, q1, p2, q2):
    found = rva.segment_distance(p1, q1, p2, q2)
    assert np.linalg.norm(found.first - found.second) == pytest.approx(found.distance, abs=1e-12)

    def length(x):
        return float(np.sum((p1 + x[0] * (q1 - p1) - p2 - x[1] * (q2 - p2)) ** 2))

    starts = [(0, 0), (0, 1), (1, 0), (1, 1), (0.5, 0.5)]
    least = min(length(x) for x in starts)
    best = minimize(length, min(starts, key=length), bounds=[(0, 1), (0, 1)], method="L-BFGS-B")
    assert found.distance**2 <= min(least, best.fun) + 1e-9
    for a, b, x in ((p1, q1, found.first), (p2, q2, found.second)):
        assert np.linalg.norm(a - x) + np.linalg.norm(x - b) == pytest.approx(np.linalg.norm(a - b), abs=1e-11)
    swapped = rva.segment_distance(p2, q2, p1, q1)
    assert swapped.distance == pytest.approx(found.distance, abs=1e-9)


@pytest.mark.parametrize(
    ("segments", "case", "distance"),
    [
        (([-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]), Case.SOLVED, 0.0),
        (([-1, 0, 0], [1, 0, 0], [0, -1, 2], [0, 1, 2]), Case.SKEW, 2.0),
        (([-1, 0, 0], [1, 0, 0], [4, 4, 0], [4, 5, 0]), Case.APART, 5.0),
        (([0, 0, 0], [2, 0, 0], [1, 3, 0], [4, 3, 0]), Case.PARALLEL, 3.0),
        (([0, 0, 0], [2, 0, 0], [4, 3, 0], [1, 3, 0]), Case.PARALLEL, 3.0),
        (([0, 0, 0], [2, 0, 0], [5, 4, 0], [9, 4, 0]), Case.APART, 5.0),
        (([0, 0, 0], [2, 0, 0], [1, 0, 0], [4, 0, 0]), Case.COINCIDENT, 0.0),
        (([0, 0, 0], [2, 0, 0], [2, 0, 0], [4, 0, 0]), Case.SOLVED, 0.0),
        (([0, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]), Case.APART, 1.0),
        (([1, 1, 0], [1, 1, 0], [0, 0, 0], [2, 0, 0]), Case.ZERO_LENGTH, 1.0),
        (([0, 0, 0], [2, 0, 0], [1, 1, 0], [1, 1, 0]), Case.ZERO_LENGTH, 1.0),
        (([1, 1, 0], [1, 1, 0], [1, 1, 3], [1, 1, 3]), Case.ZERO_LENGTH, 3.0),
    ],
)
def test_cases_of_segments(segments, case, distance):
    found = rva.segment_distance(*segments)
    assert (found.case, found.distance) == (case, distance)


@given(nonzero, vectors, vectors, st.floats(-3, 3))
def test_a_tangent_touches_the_circle_and_ends_at_the_point(axis, point, centre, radius):
    k = unit(axis)
    d = point - centre - k * (k @ (point - centre))
    assume(abs(np.linalg.norm(d) - abs(radius)) > 1e-6 and np.linalg.norm(d) > 1e-6)
    found = rva.tangent_to_circle(axis, point, centre, radius)
    if np.linalg.norm(d) < abs(radius):
        assert found.case == Case.INSIDE and not found.vector.any() and found.length == 0.0
        return
    assert found.case == Case.SOLVED
    np.testing.assert_allclose(found.contact + found.vector, d, rtol=0, atol=1e-12)
    assert np.linalg.norm(found.contact) == pytest.approx(abs(radius), abs=1e-13)
    assert found.contact @ found.direction == pytest.approx(0.0, abs=1e-13)
    assert found.length**2 == pytest.approx(d @ d - radius**2, abs=1e-11)
    # a positive radius lies to the left of the tangent, seen against the axis
    assert np.sign(k @ np.cross(found.direction, found.contact)) == np.sign(radius)
    # the paper's formula, word for word
    u = math.asin(radius / np.linalg.norm(d))
    paper = rva.scale(rva.PVV(unit(d), axis, -u), math.sqrt(d @ d - radius**2))
    np.testing.assert_allclose(found.vector, paper, rtol=0, atol=1e-6 if found.length < 0.1 else 1e-10)


def test_a_positive_radius_passes_left_about_the_upward_axis_and_above_about_the_rightward_one():
    ahead = 2.0 * X
    assert rva.PkO(Y, ahead, ORIGIN, 0.5).contact[2] < 0  # RVA frame: Z is right
    assert rva.PkO(Z, ahead, ORIGIN, 0.5).contact[1] > 0  # RVA frame: Y is up; interface frame: Y is left
    assert rva.PkO(Y, ahead, ORIGIN, -0.5).contact[2] > 0


def test_cases_of_tangents():
    on = rva.tangent_to_circle(Z, X, ORIGIN, 1.0)
    assert on.case == Case.TOUCHING and on.length == 0.0
    beside = rva.tangent_to_circle(Z, (1.0 - 1e-13) * X, ORIGIN, 1.0)  # rounding
    assert beside.case == Case.TOUCHING and beside.length == 0.0
    np.testing.assert_allclose(on.direction, -Y, atol=1e-15)
    np.testing.assert_allclose(on.contact, X, atol=1e-15)
    assert rva.tangent_to_circle(Z, 5 * Z, ORIGIN, 1.0).case == Case.INSIDE
    middle = rva.tangent_to_circle(Z, ORIGIN, ORIGIN, 0.0)
    assert middle.case == Case.FREE and np.linalg.norm(middle.direction) == 1.0 and middle.direction @ Z == 0.0
    assert rva.tangent_to_circle(ORIGIN, X, ORIGIN, 1.0).case == Case.ZERO_LENGTH


@given(nonzero, vectors, vectors, st.floats(-2, 2), st.floats(-2, 2))
def test_a_common_tangent_touches_both_circles(axis, c1, c2, r1, r2):
    k = unit(axis)
    d = c2 - c1 - k * (k @ (c2 - c1))
    assume(np.linalg.norm(d) > abs(r1 - r2) + 1e-3)
    found = rva.tangent_of_circles(axis, c1, r1, c2, r2)
    assert found.solved
    np.testing.assert_allclose(found.first + found.length * found.direction, d + found.second, rtol=0, atol=1e-12)
    for contact, radius in ((found.first, r1), (found.second, r2)):
        assert np.linalg.norm(contact) == pytest.approx(abs(radius), abs=1e-13)
        assert contact @ found.direction == pytest.approx(0.0, abs=1e-13)


@given(nonzero, vectors, lengths, angles, lengths, lengths)
def test_common_points_lie_on_both_circles(axis, c1, distance, direction, r1, r2):
    frame = rva.attach_frame(axis, [0.31, -0.52, 0.77])
    assume(frame.solved)
    c2 = c1 + distance * rva.rotate(frame.y, axis, direction)
    gap = max(distance - (r1 + r2), abs(r1 - r2) - distance)
    assume(abs(gap) > 1e-9)
    found = rva.circle_intersections(axis, c1, r1, c2, r2)
    if gap > 0:
        assert found.case == (Case.APART if distance > r1 + r2 else Case.INSIDE)
        assert found.gap == pytest.approx(gap, abs=1e-12)
        for centre, radius in ((c1, r1), (c2, r2)):  # the middle of the gap
            assert abs(np.linalg.norm(found.first - centre) - radius) == pytest.approx(gap / 2, abs=1e-12)
        return
    assert found.case == Case.SOLVED and found.gap == 0.0
    for point in (found.first, found.second):
        assert np.linalg.norm(point - c1) == pytest.approx(r1, abs=1e-8)
        assert np.linalg.norm(point - c2) == pytest.approx(r2, abs=1e-8)
        assert (point - c1) @ unit(axis) == pytest.approx(0.0, abs=1e-11)
    assert axis @ np.cross(c2 - c1, found.first - c1) > 0 > axis @ np.cross(c2 - c1, found.second - c1)


@pytest.mark.parametrize(
    ("c1", "r1", "c2", "r2", "case"),
    [
        (ORIGIN, 1, 2 * X, 1, Case.TOUCHING),
        (ORIGIN, 3, 2 * X, 1, Case.TOUCHING),
        (ORIGIN, 1, 2 * X, 3, Case.TOUCHING),
        (ORIGIN, 1, 3 * X, 1, Case.APART),
        (ORIGIN, 3, X, 1, Case.INSIDE),
        (ORIGIN, 1, X, 3, Case.INSIDE),
        (ORIGIN, 3, ORIGIN, 1, Case.INSIDE),
        (ORIGIN, 1, ORIGIN, 1, Case.COINCIDENT),
        (ORIGIN, 1, Z, 1, Case.SKEW),
        (ORIGIN, 0, ORIGIN, 0, Case.TOUCHING),
        (ORIGIN, 0, X, 1, Case.TOUCHING),
    ],
)
def test_cases_of_two_circles(c1, r1, c2, r2, case):
    found = rva.circle_intersections(Z, c1, r1, c2, r2)
    assert found.case == case
    if case == Case.TOUCHING:
        assert np.linalg.norm(found.first - c1) == pytest.approx(r1) and np.linalg.norm(found.first - c2) == pytest.approx(r2)
    assert rva.circle_intersections(ORIGIN, c1, r1, c2, r2).case == Case.ZERO_LENGTH


@given(lengths, lengths, st.floats(1e-6, math.pi - 1e-6))
def test_the_angles_of_a_triangle_close_it_and_follow_the_law_of_cosines(b, c, alpha):
    a = math.sqrt((b - c) ** 2 + 4 * b * c * math.sin(alpha / 2) ** 2)
    found = rva.triangle_angles(a, b, c)
    assert found.solved
    assert found.alpha == pytest.approx(alpha, abs=1e-7)  # the side a was rounded
    assert found.alpha + found.beta + found.gamma == pytest.approx(math.pi, abs=1e-7)
    assert a * math.sin(found.beta) == pytest.approx(b * math.sin(found.alpha), abs=1e-6)
    turned = rva.triangle_angles(b, c, a)
    assert (turned.alpha, turned.beta, turned.gamma) == (found.beta, found.gamma, found.alpha)


def test_cases_of_triangles():
    right = rva.TreUgl(3, 4, 5)
    assert right.gamma == pytest.approx(math.pi / 2, abs=1e-16)
    flat = rva.triangle_angles(1, 2, 3)
    assert (flat.alpha, flat.beta, flat.gamma, flat.case) == (0.0, 0.0, math.pi, Case.TOUCHING)
    assert rva.triangle_angles(1, 1, 3).case == Case.APART
    assert rva.triangle_angles(0, 1, 1).case == rva.triangle_angles(-1, 1, 1).case == Case.ZERO_LENGTH
    # a needle: the arc cosine of the law of cosines would give 0
    assert rva.triangle_angles(1e-9, 1, 1).alpha == pytest.approx(1e-9, rel=1e-7)


ARM = (0.58, 0.44)


def end(q1, q2, links=ARM):
    return (
        links[0] * math.cos(q1) + links[1] * math.cos(q1 + q2),
        links[0] * math.sin(q1) + links[1] * math.sin(q1 + q2),
    )


@given(angles, angles, angles, lengths, lengths)
def test_the_angles_of_an_arm_undo_its_direct_kinematics(q1, q2, q3, long1, long2):
    base, height = end(q1, q2, (long1, long2))
    assume(math.hypot(base, height) > 1e-6 * (long1 + long2))
    elbow = -1 if q2 > 0 else 1
    found = rva.U3zvn(height, base, long1, long2, q1 + q2 + q3, elbow)
    assert found.solved
    reached = end(found.first, found.second, (long1, long2))
    assert math.dist(reached, (base, height)) < 1e-11 * (long1 + long2)
    assert apart(found.first + found.second + found.third, q1 + q2 + q3) < 1e-14 * 10
    assert found.second * elbow <= 0
    if 1e-3 < abs(q2) < math.pi - 1e-3:
        assert max(apart(found.first, q1), apart(found.second, q2), apart(found.third, q3)) < 1e-8
        other = rva.U3zvn(height, base, long1, long2, q1 + q2 + q3, -elbow)
        assert other.second == -found.second


@given(angles, st.floats(0.01, math.pi - 0.01))
def test_the_automatic_elbow_is_the_higher_one(q1, q2):
    base, height = end(q1, q2)
    assume(abs(base) > 1e-6)
    found = rva.U4ver(height, base, *ARM)
    elbows = [ARM[0] * math.sin(rva.U4ver(height, base, *ARM, kb).first) for kb in (1, -1)]
    assert ARM[0] * math.sin(found.first) == pytest.approx(max(elbows), abs=1e-15)
    assert (found.bend < 0) == (base > 0)


def test_cases_of_arms():
    stretched = rva.two_link_angles(0.0, sum(ARM), *ARM, 1)
    assert (stretched.first, stretched.bend, stretched.case) == (0.0, 0.0, Case.TOUCHING)
    far = rva.two_link_angles(2.0, 0.0, *ARM, 1)
    assert (far.first, far.bend, far.case) == (math.pi / 2, 0.0, Case.APART)
    folded = rva.two_link_angles(0.0, ARM[0] - ARM[1], *ARM, 1)
    assert folded.case == Case.TOUCHING and folded.bend == pytest.approx(-math.pi, abs=1e-7)
    near = rva.two_link_angles(0.0, 0.05, *ARM, -1)
    assert near.case == Case.INSIDE and near.bend == math.pi
    assert end(near.first, near.bend)[0] == pytest.approx(ARM[0] - ARM[1])
    near = rva.two_link_angles(0.0, 0.05, ARM[1], ARM[0], -1)  # the longer link last
    assert near.case == Case.INSIDE and end(near.first, near.bend, ARM[::-1])[0] == pytest.approx(ARM[0] - ARM[1])
    free = rva.two_link_angles(0.0, 0.0, 0.5, 0.5, 1)
    assert free.case == Case.FREE and math.dist(end(free.first, free.bend, (0.5, 0.5)), (0, 0)) < 1e-15
    for links in ((0.0, 1.0), (1.0, -1.0)):
        assert rva.three_link_angles(0.3, 0.3, *links, 0.0, 1).case == Case.ZERO_LENGTH
