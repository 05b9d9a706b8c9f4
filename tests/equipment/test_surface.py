"""Surfaces of round cones: distance, gradient, projection."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import KinematicsError
from pult.equipment.surface import Surface, cone_distance, cone_table, soft_distance

CONES = cone_table(
    [
        ((0.0, -0.2, 0.0), (0.05, 0.1, 0.02), (0.1, 0.06)),
        ((0.05, 0.1, 0.02), (0.1, 0.3, 0.0), (0.06, 0.09)),
        ((-0.1, 0.25, 0.0), (0.2, 0.25, 0.0), (0.05, 0.05)),
    ]
)
points = st.tuples(*[st.floats(-0.6, 0.6)] * 3).map(np.array)


@given(points, st.integers(0, 2))
@settings(deadline=None)
def test_a_cone_is_all_that_its_spheres_cover(p, number):
    """The distance is the least over all spheres, found by trying many of them."""
    cone, away = CONES[number], np.empty(3)
    share = np.linspace(0.0, 1.0, 20001)[:, None]
    centres, radii = cone[:3] + share * (cone[3:6] - cone[:3]), cone[6] + share[:, 0] * (cone[7] - cone[6])
    tried = np.linalg.norm(p - centres, axis=1) - radii
    found = cone_distance(cone, p, away)
    assert found <= tried.min() + 1e-12
    assert found == pytest.approx(tried.min(), abs=1e-8)
    assert np.linalg.norm(away) == pytest.approx(1.0)


@given(points, st.sampled_from([0.0, 0.01, 0.05]))
@settings(deadline=None)
def test_the_soft_minimum_lies_below_the_plain_one_by_no_more_than_the_blend_allows(p, blend):
    slope = np.empty(3)
    plain = soft_distance(CONES, 0, 3, 0, 0.0, p, slope)
    found = soft_distance(CONES, 0, 3, 0, blend, p, slope)
    assert plain - blend * np.log(3) - 1e-12 <= found <= plain + 1e-12
    assert np.linalg.norm(slope) <= 1.0 + 1e-12


def test_the_gradient_is_that_of_differences():
    random, slope, other = np.random.default_rng(3), np.empty(3), np.empty(3)
    for _ in range(200):
        p = random.uniform(-0.5, 0.5, 3)
        soft_distance(CONES, 0, 3, 0, 0.02, p, slope)
        for axis in range(3):
            step = np.zeros(3)
            step[axis] = 1e-6
            up, down = (soft_distance(CONES, 0, 3, 0, 0.02, p + s * step, other) for s in (1.0, -1.0))
            assert slope[axis] == pytest.approx((up - down) / 2e-6, abs=1e-5)


def test_a_cone_of_one_point_is_a_sphere_and_one_sphere_may_hold_the_other():
    away = np.empty(3)
    ball = cone_table([((0.1, 0.2, 0.3), (0.1, 0.2, 0.3), (0.05, 0.05))])[0]
    assert cone_distance(ball, np.array([0.1, 0.2, 0.5]), away) == pytest.approx(0.15)
    assert away == pytest.approx([0.0, 0.0, 1.0])
    held = cone_table([((0.0, 0.0, 0.0), (0.01, 0.0, 0.0), (0.1, 0.01))])[0]
    assert cone_distance(held, np.array([0.3, 0.0, 0.0]), away) == pytest.approx(0.2)


def test_a_point_is_projected_along_the_normal_wherever_the_surface_stands():
    c, s = np.cos(0.4), np.sin(0.4)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    body = Surface(CONES, 0.015, np.array([0.3, -0.1, 0.2]), turn)
    random = np.random.default_rng(4)
    for _ in range(50):
        p = body.position + turn @ random.uniform(-0.3, 0.3, 3)
        on = body.project(p)
        assert abs(body.distance(on)) < 1e-10
        n = body.normal(on)
        assert np.linalg.norm(n) == pytest.approx(1.0)
        assert body.distance(on + 1e-4 * n) > 0.0 > body.distance(on - 1e-4 * n)


def test_a_point_that_comes_to_no_point_of_the_surface_is_told():
    apart = cone_table(
        [((-0.1, -0.2, 0.0), (-0.1, 0.2, 0.0), (0.05, 0.05)), ((0.1, -0.2, 0.0), (0.1, 0.2, 0.0), (0.05, 0.05))]
    )
    two = Surface(apart, 0.02, np.zeros(3), np.eye(3))
    with pytest.raises(KinematicsError, match="nearer to the surface"):
        two.project(np.zeros(3))  # as far from one as from the other: there is no normal
    for p in ((0.02, 0.0, 0.0), (0.1, 0.1, 0.3), (0.11, 0.0, 0.01)):
        assert abs(two.distance(two.project(np.array(p)))) < 1e-9
