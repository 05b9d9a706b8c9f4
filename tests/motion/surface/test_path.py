"""Paths over a surface: knots on it, chords that leave it by the formula, speed that keeps its limit."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pult.core.errors import KinematicsError
from pult.equipment.surface import Surface, cone_table
from pult.motion.surface.chords import deviation, deviation_ratio, force_error
from pult.motion.surface.path import plan_path, with_knots_at
from pult.motion.surface.shapes import Sphere, angle_between
from pult.motion.surface.star_shaped import StarShapedSurface
from pult.motion.surface.stroke import LIFT, STROKE, plan_stroke
from pult.motion.surface.timing import smooth_profile

BALL = Sphere((0.4, 0.0, 0.3), 0.12)
TRUNK = StarShapedSurface(
    Surface(
        cone_table([((-0.2, 0.0, 0.0), (0.2, 0.0, 0.01), (0.15, 0.12))]), 0.02, np.array([0.45, 0.0, 0.25]), np.eye(3)
    ),
    (0.45, 0.0, 0.25),
)
ARC = [(math.pi * (k / 6 - 0.5), math.pi / 2) for k in range(7)]
"""Seven knots over half a circle in the y-z plane."""
tilts = st.lists(st.tuples(st.floats(-1.2, 1.2), st.floats(-1.5, 1.5)), min_size=2, max_size=8)
offsets = st.floats(-0.005, 0.04)
inserted = st.integers(0, 9)


def apart(knots):
    points = [BALL.point(*knot) for knot in knots]
    return all(np.linalg.norm(q - p) > 1e-3 for p, q in itertools.pairwise(points))


@given(tilts, inserted, offsets)
def test_all_knots_lie_on_the_surface_and_the_given_ones_are_among_them(knots, more, offset):
    assume(apart(knots))
    path = plan_path(BALL, knots, more, offset)
    assert max(abs(BALL.distance(x)) for x in path.on_surface) < 1e-12
    assert max(abs(BALL.distance(x) - offset) for x in path.centres) < 1e-12
    np.testing.assert_allclose(path.on_surface[list(path.given)], [BALL.point(*k) for k in knots], rtol=0, atol=1e-15)
    assert len(path.centres) == (len(knots) - 1) * (more + 1) + 1


@given(tilts, inserted, offsets)
def test_every_chord_leaves_the_surface_by_the_formula(knots, more, offset):
    assume(apart(knots))
    path = plan_path(BALL, knots, more, offset)
    for number, segment in enumerate(path.segments):
        first, last = path.given[number], path.given[number + 1]
        for u, v in zip(path.centres[first:last], path.centres[first + 1 : last + 1], strict=True):
            left = offset - BALL.distance(0.5 * (u + v))
            assert left == pytest.approx(deviation(segment.rho, segment.phi, more + 1), abs=1e-12)
            assert left == pytest.approx(segment.deviation, abs=1e-12)


@given(tilts, st.integers(1, 9))
def test_inserted_knots_reduce_the_deviation_by_exactly_m(knots, more):
    assume(apart(knots))
    few, many = plan_path(BALL, knots), plan_path(BALL, knots, more)
    for one, two in zip(few.segments, many.segments, strict=True):
        assert two.deviation == pytest.approx(deviation_ratio(one.phi, more + 1) * one.deviation, abs=1e-15, rel=1e-12)


@given(st.floats(1e-3, 3.0), st.integers(1, 50), st.floats(0.01, 2.0))
def test_the_formula_is_the_height_of_a_circle_over_its_chord(phi, parts, rho):
    assert deviation(rho, phi, parts) == pytest.approx(rho * (1 - math.cos(phi / (2 * parts))), abs=1e-12)
    assert deviation_ratio(phi, parts) <= 1.0


def test_seven_knots_over_half_a_circle_err_by_three_times_the_wanted_force_and_thirteen_by_a_quarter_of_that():
    rho = 0.12 + 0.03 - 10.0 / 7000.0
    assert force_error(7000.0, rho, math.pi / 6) / 10.0 == pytest.approx(3.54, abs=0.01)
    assert deviation_ratio(math.pi / 6, 2) == pytest.approx(0.251, abs=0.001)


@given(st.floats(0.0, 5.0), st.floats(1e-3, 2.0), st.floats(1e-2, 10.0))
def test_a_run_never_passes_its_speed_and_ends_where_it_should(length, speed, acceleration):
    run = smooth_profile(length, speed, acceleration)
    times = np.linspace(0.0, run.duration, 400)
    ways, speeds = np.array([run.at(t) for t in times]).T
    assert speeds.max() <= speed * (1 + 1e-12)
    assert run.at(0.0) == (0.0, 0.0)
    assert run.at(run.duration)[0] == length or run.duration == 0.0
    assert (np.diff(ways) >= -1e-12).all()
    if run.duration > 0.0:
        step = times[1]
        assert np.diff(ways).max() <= speed * step * (1 + 1e-9)
        assert np.abs(np.diff(speeds)).max() <= acceleration * step * (1 + 1e-6)


@given(tilts, st.floats(0.005, 0.2), st.integers(0, 3))
def test_the_speed_of_a_stroke_is_never_above_the_wanted_one(knots, speed, more):
    assume(apart(knots))
    path = plan_path(BALL, knots, more, 0.03)
    stroke = plan_stroke(path, speed, [(0.0, 10.0)], dt=0.05, approach=speed)
    steps = np.linalg.norm(np.diff(stroke.centres, axis=0), axis=1) / np.diff(stroke.times)
    assert steps.max() <= speed * (1 + 1e-9)
    assert stroke.speed.max() <= speed * (1 + 1e-12)


def test_a_stroke_goes_down_along_the_path_and_up_with_the_force_of_its_profile():
    path = plan_path(BALL, ARC, 1, 0.03 - 10.0 / 7000.0)
    stroke = plan_stroke(path, 0.025, [(0.0, 10.0), (0.5, 20.0), (1.0, 5.0)], clearance=0.03)
    np.testing.assert_allclose(stroke.centres[0], path.centres[0] + 0.03 * path.normal(0.0), atol=1e-12)
    np.testing.assert_allclose(stroke.centres[-1], path.centres[-1] + 0.03 * path.normal(path.length), atol=1e-9)
    along = stroke.phase == STROKE
    assert stroke.force[along].max() == pytest.approx(20.0, abs=0.05)
    assert stroke.force[along][0] == pytest.approx(10.0)
    assert stroke.force[along][-1] == pytest.approx(5.0, abs=0.01)
    assert stroke.force[0] == stroke.force[-1] == 0.0
    assert np.abs(np.diff(stroke.force)).max() < 0.3  # nothing jumps
    assert stroke.phase[-1] == LIFT
    np.testing.assert_allclose(np.linalg.norm(stroke.normals, axis=1), 1.0, atol=1e-12)


def test_the_tool_stands_on_the_surface_all_along():
    path = plan_path(BALL, ARC, 0, 0.03)
    for s in np.linspace(0.0, path.length, 50):
        out = (path.at(s) - np.array(BALL.centre)) / np.linalg.norm(path.at(s) - np.array(BALL.centre))
        assert angle_between(path.normal(s), out) < 1e-12


def test_a_trunk_is_planned_like_a_sphere():
    knots = [(-0.9, 1.5), (0.0, 1.5), (0.9, 1.5)]
    few, many = plan_path(TRUNK, knots, 0, 0.028), plan_path(TRUNK, knots, 7, 0.028)
    assert max(abs(TRUNK.distance(x)) for x in many.on_surface) < 1e-9
    depth = [max(0.028 - TRUNK.distance(path.at(s)) for s in np.linspace(0, path.length, 400)) for path in (few, many)]
    assert depth[1] < depth[0] / 30  # 64 by the formula where the curvature is even


@given(tilts, st.integers(0, 2), st.lists(st.floats(0.0, 1.0), max_size=4, unique=True))
@settings(max_examples=15)
def test_knots_are_put_at_shares_of_the_path_and_the_others_stay(knots, more, shares):
    assume(apart(knots))
    path = plan_path(BALL, knots, more, 0.03)
    found = with_knots_at(path, sorted(shares), lambda at: 0.03 - 0.002 * at)
    at = found.along / found.length
    assert max((np.abs(at - share).min() for share in shares), default=0.0) < 5e-3  # 1e-9 if not close to a knot
    assert (np.diff(found.along) > 0.0).all()
    np.testing.assert_array_equal(found.on_surface[list(found.given)], path.on_surface[list(path.given)])
    assert max(abs(BALL.distance(x)) for x in found.on_surface) < 1e-12
    heights = [BALL.distance(x) for x in found.centres]
    np.testing.assert_allclose(heights, 0.03 - 0.002 * at, rtol=0, atol=1e-7)


@pytest.mark.parametrize(
    ("knots", "more", "words"),
    [
        ([(0.0, 0.0)], 0, "at least 2 knots"),
        ([(0.0, 0.0), (0.0, 1.0)], 0, "same place"),
        ([(0.0, 0.0), (0.5, 1.0)], -1, "0 to 200"),
    ],
)
def test_what_cannot_be_planned_is_refused_with_words(knots, more, words):
    with pytest.raises(KinematicsError, match=words):
        plan_path(BALL, knots, more)
