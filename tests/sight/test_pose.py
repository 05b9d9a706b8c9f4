"""Poses from corners in a picture, against poses that were projected."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.geometry.rotation import matrix_from_rotation_vector, rotation_angle
from pult.sight.camera import Optics
from pult.sight.pose import PIXEL_NOISE, _errors, _mirrored, _refine, estimate_pose
from pult.sight.target import marker_corners

OPTICS = Optics(640, 480, 580.0)
BOARD = np.concatenate(
    [marker_corners(0.05, (x, y, 0.0), (1.0, 0.0, 0.0, 0.0)) for x, y in ((-0.05, -0.04), (0.05, 0.04))]
)
SOLID = np.concatenate([BOARD, marker_corners(0.05, (0.0, 0.0, 0.05), (0.9, 0.1, 0.3, 0.2))])
FACING = np.diag([1.0, -1.0, -1.0])
"""A target that faces the camera: its z axis towards it, y up."""


def project(R, t, points, optics=OPTICS):
    p = points @ R.T + t
    return np.array(optics.centre) + optics.focal * p[:, :2] / p[:, 2:]


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(*[st.floats(-0.6, 0.6)] * 3),
    st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1), st.floats(0.25, 1.0)),
    st.sampled_from(["board", "solid", "one"]),
)
def test_a_projected_target_is_found_where_it_is(turn, t, which):
    points = {"board": BOARD, "solid": SOLID, "one": BOARD[:4]}[which]
    R, t = matrix_from_rotation_vector(turn) @ FACING, np.array(t)
    found = estimate_pose(points, project(R, t, points), OPTICS)
    assert found is not None and found.residual < 1e-6
    np.testing.assert_allclose(found.position, t, atol=1e-6)
    assert rotation_angle(found.rotation, R) < 1e-5


@pytest.mark.parametrize("seed", range(5))
def test_the_wrong_one_of_two_minima_is_left(seed):
    """From the mirrored pose alone the search ends in the other minimum, with a larger error."""
    draw = np.random.default_rng(seed)
    R = matrix_from_rotation_vector(draw.uniform(0.3, 0.5) * np.array([0.6, 0.8, 0.0])) @ FACING
    t = np.array([*draw.uniform(-0.05, 0.05, 2), 0.5])
    points = BOARD[:4]
    seen = (project(R, t, points) - np.array(OPTICS.centre)) / OPTICS.focal
    R_other, t_other, value = _refine(*_mirrored(R, t, points), points, seen)
    assert rotation_angle(R_other, R) > 0.3 and value > 1e-9  # an error of 0.2 px or more
    other = project(R_other, t_other, points)
    found = estimate_pose(points, other, OPTICS)
    assert found is not None and rotation_angle(found.rotation, R_other) < 1e-4


def test_derivatives_are_those_of_finite_differences():
    R, t = matrix_from_rotation_vector([0.2, -0.3, 0.4]) @ FACING, np.array([0.05, -0.02, 0.6])
    seen, h = np.zeros((len(SOLID), 2)), 1e-6
    _, J = _errors(R, t, SOLID, seen)
    for column in range(6):
        step = np.eye(6)[column] * h

        def at(sign, step=step):
            return _errors(matrix_from_rotation_vector(sign * step[3:]) @ R, t + sign * step[:3], SOLID, seen)[0]

        np.testing.assert_allclose(J[:, column], (at(1) - at(-1)) / (2 * h), atol=1e-7)


def test_the_covariance_is_that_of_many_noisy_pictures():
    """Standard deviations over 400 drawn noises agree to 15 %: their own is 1/sqrt(800), 3.5 %."""
    draw, noise = np.random.default_rng(3), 0.2
    R, t = matrix_from_rotation_vector([0.3, 0.2, 0.0]) @ FACING, np.array([0.02, -0.03, 0.5])
    clean = project(R, t, SOLID)
    found = [estimate_pose(SOLID, clean + draw.normal(scale=noise, size=clean.shape), OPTICS) for _ in range(400)]
    told = np.sqrt(np.mean([np.diag(one.covariance) for one in found], axis=0))[:3]
    np.testing.assert_allclose(np.std([one.position for one in found], axis=0), told, rtol=0.15)
    assert np.mean([one.residual for one in found]) == pytest.approx(noise * np.sqrt(18 / 24), rel=0.1)


def test_a_residual_that_is_small_by_chance_promises_no_more_than_pixels_allow():
    R, t = FACING, np.array([0.0, 0.0, 0.5])
    found = estimate_pose(BOARD, project(R, t, BOARD), OPTICS)
    _, J = _errors(found.rotation, found.position, BOARD, np.zeros((8, 2)))
    least = PIXEL_NOISE**2 * np.linalg.inv((J.T @ J) * OPTICS.focal**2)
    np.testing.assert_allclose(np.diag(found.covariance), np.diag(least), rtol=1e-6)


def test_points_that_no_pose_shows_are_refused():
    assert estimate_pose(np.zeros((4, 3)), project(FACING, np.array([0, 0, 1.0]), BOARD[:4]), OPTICS) is None
    line = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]) * 0.01
    assert estimate_pose(line, np.array([[300, 200], [310, 200], [320, 200], [330, 200.0]]), OPTICS) is None
