"""The parts of Levenberg-Marquardt: equations solved, steps inside limits, turns."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from pult.motion.ik.levenberg import bounded_step, solve_cholesky, wrap_or_clamp

INFINITY = math.inf


def positive_matrix(generator, n):
    a = generator.normal(size=(n + 2, n))
    return a.T @ a + 0.1 * np.eye(n)


@given(st.integers(1, 9), st.integers(0, 10**6))
@settings(max_examples=60)
def test_equations_with_a_positive_matrix_are_solved(n, seed):
    generator = np.random.default_rng(seed)
    a, b, x = positive_matrix(generator, n), generator.normal(size=n), np.empty(n)
    lower = np.tril(a) + np.triu(np.full((n, n), np.nan), 1)  # only the lower half is read
    assert solve_cholesky(lower, b, x, n)
    np.testing.assert_allclose(x, np.linalg.solve(a, b), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("a", [[[0.0]], [[-1.0]], [[1.0, 0.0], [2.0, 1.0]], [[1.0, 0.0], [1.0, 1.0]], [[math.nan]]])
def test_a_matrix_that_is_not_positive_is_refused(a):
    a = np.array(a)
    assert not solve_cholesky(a, np.ones(len(a)), np.empty(len(a)), len(a))


@given(st.integers(1, 6), st.integers(0, 10**6))
@settings(max_examples=100)
def test_a_bounded_step_stays_inside_and_what_is_free_solves_its_equations(n, seed):
    generator = np.random.default_rng(seed)
    square, slope = positive_matrix(generator, n), generator.normal(size=n)
    limits = np.sort(generator.normal(size=(2, n)), axis=0)
    q = np.clip(generator.normal(size=n), *limits)  # some at a limit
    factor, right, step, held = np.empty((n, n)), np.empty(n), np.empty(n), np.empty(n)
    assert bounded_step(limits, q, np.zeros(n), slope, square, factor, right, step, held)
    to = q + step
    # four rounds hold at least four coordinates; with six, more may cross a limit in the last one, and are cut there
    assert (to >= limits[0] - 1e-12).all()
    assert (to <= limits[1] + 1e-12).all()
    free = held == 0.0
    np.testing.assert_allclose((square @ step - slope)[free], 0.0, atol=1e-9)
    outward = ((q == limits[0]) & (slope < 0.0)) | ((q == limits[1]) & (slope > 0.0))
    np.testing.assert_array_equal(step[outward], 0.0)
    if not held.any():
        np.testing.assert_allclose(step, np.linalg.solve(square, slope), rtol=1e-9, atol=1e-12)


def test_a_bounded_step_lowers_the_model_as_much_as_a_quadratic_program_in_the_plane():
    """With two coordinates and one limit in the way there is nothing a heuristic could miss."""
    square, slope = np.array([[2.0, 0.8], [0.8, 1.0]]), np.array([1.0, 1.5])
    limits = np.array([[-5.0, -5.0], [5.0, 0.4]])
    q, step = np.zeros(2), np.empty(2)
    assert bounded_step(limits, q, np.zeros(2), slope, square, np.empty((2, 2)), np.empty(2), step, np.empty(2))
    best = minimize(
        lambda x: 0.5 * x @ square @ x - slope @ x, [0.0, 0.0], bounds=list(zip(*limits, strict=True)), tol=1e-12
    )
    np.testing.assert_allclose(step, best.x, atol=1e-6)


def test_coordinates_that_make_full_turns_are_not_stopped():
    limits, q, step = np.array([[-math.pi], [math.pi]]), np.array([3.0]), np.empty(1)
    memory = np.empty((1, 1)), np.empty(1)
    assert bounded_step(limits, q, np.ones(1), np.ones(1), np.eye(1), *memory, step, np.empty(1))
    assert step[0] == 1.0


@pytest.mark.parametrize(
    ("value", "low", "high", "turned"),
    [
        (3.3, -math.pi, math.pi, 3.3 - 2 * math.pi),
        (-3.3, -math.pi, math.pi, 2 * math.pi - 3.3),
        (6.5, -2 * math.pi, 2 * math.pi, 6.5 - 2 * math.pi),  # the nearest turn, not the farthest
        (-6.5, -2 * math.pi, 2 * math.pi, 2 * math.pi - 6.5),
        (30.0, -math.pi, math.pi, 30.0 - 10 * math.pi),
        (1.5, -INFINITY, 1.0, 1.5 - 2 * math.pi),
        (-1.5, -1.0, INFINITY, 2 * math.pi - 1.5),
        (0.3, -math.pi, math.pi, 0.3),
        (50.0, -INFINITY, INFINITY, 50.0),
    ],
)
def test_over_a_limit_the_same_angle_is_a_full_turn_back(value, low, high, turned):
    assert wrap_or_clamp(value, low, high, True) == pytest.approx(turned, abs=1e-12)
    assert wrap_or_clamp(value, low, high, False) == min(max(value, low), high)
