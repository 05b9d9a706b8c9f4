"""Fitting a pose to points: exact recovery, errors that agree with their covariance, and sets that determine nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pult.core.errors import KinematicsError
from pult.geometry.fit import Determined, fit_pose
from pult.geometry.pose import pose
from pult.geometry.rotation import rotation_vector_from_matrix

seeds = st.integers(0, 2**32 - 1)


def drawn(seed, count):
    rng = np.random.default_rng(seed)
    T = pose(rng.normal(size=3), Rotation.random(rng=rng).as_matrix())
    p = rng.normal(size=(count, 3))
    return T, p, p @ T[:3, :3].T + T[:3, 3], rng


@given(seeds, st.integers(3, 12))
def test_exact_points_give_the_pose_back(seed, count):
    T, p, q, _ = drawn(seed, count)
    found = fit_pose(p, q)
    np.testing.assert_allclose(found.pose, T, rtol=0, atol=1e-8)  # three random points may be close to a line
    assert found.rms < 1e-13


@given(seeds)
def test_points_of_a_plane_give_a_rotation_and_no_mirror_image(seed):
    T, p, _, _ = drawn(seed, 6)
    p[:, 2] = 0.0
    found = fit_pose(p, p @ T[:3, :3].T + T[:3, 3])
    assert np.linalg.det(found.pose[:3, :3]) == pytest.approx(1.0)
    np.testing.assert_allclose(found.pose, T, rtol=0, atol=1e-10)


def test_errors_of_noisy_points_agree_with_the_covariance():
    T, p, q, rng = drawn(5, 8)
    sigma, runs = 1e-3, 2000
    errors, estimates = [], []
    for _ in range(runs):
        found = fit_pose(p, q + rng.normal(scale=sigma, size=q.shape))
        errors.append([*(found.pose[:3, 3] - T[:3, 3]), *rotation_vector_from_matrix(found.pose[:3, :3] @ T[:3, :3].T)])
        estimates.append(found.sigma)
    predicted = fit_pose(p, q, sigma).covariance
    # the mean of chi-squared with 6 degrees of freedom over 2000 runs has the standard deviation sqrt(12/2000) = 0.08
    distances = np.einsum("ni,ij,nj->n", errors, np.linalg.inv(predicted), errors)
    assert distances.mean() == pytest.approx(6.0, abs=0.4)
    np.testing.assert_allclose(np.std(errors, axis=0), np.sqrt(np.diag(predicted)), rtol=0.1)
    assert np.mean(np.square(estimates)) == pytest.approx(sigma**2, rel=0.05)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([[0, 0, 0], [1, 0, 0]], Determined.TOO_FEW),
        ([[0, 0, 0]], Determined.TOO_FEW),
        ([[1, 2, 3]] * 4, Determined.COINCIDENT),
        ([[0, 0, 0], [1, 1, 1], [3, 3, 3], [-2, -2, -2]], Determined.COLLINEAR),
        ([[0, 0, 0], [1, 0, 0], [0.5, 0.01, 0]], Determined.WEAKLY),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], Determined.YES),
    ],
)
def test_sets_that_do_not_determine_a_pose_are_named(points, expected):
    T = pose((1, 2, 3), (0.3, -0.2, 1.0))
    q = np.array(points, dtype=float) @ T[:3, :3].T + T[:3, 3]
    found = fit_pose(points, q, 1e-3)
    assert found.determined == expected
    assert bool(found.determined.text) == (expected != Determined.YES)
    assert np.isfinite(found.pose).all() and np.isfinite(found.covariance).all()
    assert found.rms < 1e-14
    assert found.covariance.any() == (expected in (Determined.YES, Determined.WEAKLY))


def test_a_weak_set_has_a_large_error():
    weak, good = ([[0, 0, 0], [1, 0, 0], [0.5, y, 0]] for y in (0.01, 1.0))
    assert fit_pose(weak, weak, 1e-3).rotation_error > 20 * fit_pose(good, good, 1e-3).rotation_error


def test_different_numbers_of_points_are_refused():
    with pytest.raises(KinematicsError, match="a pose is fitted to as many points on both sides"):
        fit_pose([[0, 0, 0]], [[0, 0, 0], [1, 0, 0]])
