"""Surfaces: the points of their angles lie on them, normals stand on them, the nearest point is the nearest."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import KinematicsError
from pult.equipment.surface import Surface, cone_table
from pult.motion.surface.shapes import Sphere, angle_between, circle_radius, over_chord
from pult.motion.surface.star_shaped import StarShapedSurface

BALL = Sphere((0.4, 0.0, 0.3), 0.12)
BODY = Surface(
    cone_table([((-0.2, 0.0, 0.0), (0.0, 0.0, 0.01), (0.12, 0.1)), ((0.0, 0.0, 0.01), (0.2, 0.0, 0.0), (0.1, 0.13))]),
    0.02, np.array([0.45, 0.1, 0.25]), np.eye(3),
)  # fmt: skip
TRUNK = StarShapedSurface(BODY, (0.45, 0.1, 0.25))
SURFACES = [BALL, TRUNK]
angles = st.tuples(st.floats(-math.pi, math.pi), st.floats(-math.pi, math.pi))
heights = st.floats(-0.02, 0.2)


def test_the_sphere_is_the_one_of_the_formula():
    a, b = 0.7, -0.4
    wanted = [0.4 + 0.12 * math.sin(a) * math.cos(b), 0.12 * math.sin(a) * math.sin(b), 0.3 + 0.12 * math.cos(a)]
    np.testing.assert_allclose(BALL.point(a, b), wanted, rtol=0, atol=1e-15)


@pytest.mark.parametrize("surface", SURFACES)
@given(angles)
def test_a_point_of_two_angles_lies_on_the_surface_and_its_angles_lead_back_to_it(surface, angle):
    p = surface.point(*angle)
    assert abs(surface.distance(p)) < 1e-12
    np.testing.assert_allclose(surface.point(*surface.angles(p)), p, rtol=0, atol=1e-12)


@pytest.mark.parametrize("surface", SURFACES)
@given(angles)
def test_the_normal_stands_on_the_surface_and_points_outwards(surface, angle):
    a, b = angle
    p, n, h = surface.point(a, b), surface.normal(surface.point(a, b)), 1e-6
    for da, db in ((h, 0.0), (0.0, h)):
        tangent = (surface.point(a + da, b + db) - surface.point(a - da, b - db)) / (2 * h)
        assert abs(tangent @ n) < 1e-8  # rounding of the difference: 1e-16/1e-6, times the size of the surface
    assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-14)
    assert n @ (p - np.array(surface.centre)) > 0.0


@given(angles, heights)
def test_a_point_over_the_sphere_projects_back_and_its_height_is_its_distance(angle, height):
    p = BALL.point(*angle)
    x = p + height * BALL.normal(p)
    np.testing.assert_allclose(BALL.project(x), p, rtol=0, atol=2e-9)
    assert BALL.distance(x) == pytest.approx(height, abs=1e-11)


@given(angles, angles, st.integers(1, 12))
def test_the_way_between_two_points_of_a_sphere_is_split_into_equal_arcs_on_it(one, two, parts):
    p, q = BALL.point(*one), BALL.point(*two)
    phi = angle_between(BALL.normal(p), BALL.normal(q))
    if phi > math.pi - 1e-3:
        return
    found = BALL.between(p, q, parts)
    arcs = [angle_between(BALL.normal(u), BALL.normal(v)) for u, v in itertools.pairwise(found)]
    np.testing.assert_allclose(arcs, phi / parts, rtol=0, atol=1e-10)
    assert max(abs(BALL.distance(x)) for x in found) < 1e-12


def test_the_way_over_a_trunk_is_split_into_equal_chords_on_it():
    p, q = TRUNK.point(-1.0, 0.4), TRUNK.point(1.1, 0.6)
    found = TRUNK.between(p, q, 7)
    chords = np.linalg.norm(np.diff(found, axis=0), axis=1)
    assert chords.max() - chords.min() < 1e-9
    assert max(abs(TRUNK.distance(x)) for x in found) < 1e-12


def test_the_way_over_any_surface_is_that_of_a_sphere_where_it_is_one():
    p, q = BALL.point(0.3, 0.2), BALL.point(1.2, 1.4)
    np.testing.assert_allclose(over_chord(BALL, p, q, 5), BALL.between(p, q, 5), rtol=0, atol=1e-9)
    assert circle_radius(BALL, p, q) == pytest.approx(0.12, abs=1e-12)


@given(angles)
@settings(max_examples=8)
def test_any_body_is_a_surface_seen_from_inside(angle):
    seen = StarShapedSurface(BODY, (0.5, 0.12, 0.22))
    p = seen.point(*angle)
    way = (p - np.array(seen.centre)) / np.linalg.norm(p - np.array(seen.centre))
    wanted = [math.sin(angle[0]) * math.cos(angle[1]), math.sin(angle[0]) * math.sin(angle[1]), math.cos(angle[0])]
    np.testing.assert_allclose(way, wanted, rtol=0, atol=1e-9)
    assert abs(BODY.distance(p)) < 1e-12
    np.testing.assert_allclose(seen.point(*seen.angles(p)), p, rtol=0, atol=1e-9)


def test_what_cannot_be_is_refused_with_words():
    with pytest.raises(KinematicsError, match="radius of a sphere is above 0"):
        Sphere((0.0, 0.0, 0.0), 0.0)
    with pytest.raises(KinematicsError, match="put a knot between them"):
        BALL.between(BALL.point(0.0, 0.0), BALL.point(math.pi, 0.0), 3)
    with pytest.raises(KinematicsError, match="has no normal"):
        BALL.normal(np.array(BALL.centre))
