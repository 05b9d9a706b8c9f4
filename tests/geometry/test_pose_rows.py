"""Kernels of poses in rows: products, and the turn between two frames, against NumPy and SciPy; both engines alike."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pult.geometry.pose_rows import multiply, rotation_between
from pult.native.library import Compiled

GENERATOR = np.random.default_rng(8)
AXES = [*np.eye(3), *-np.eye(3), *(x / np.linalg.norm(x) for x in GENERATOR.normal(size=(20, 3)))]
ANGLES = [0.0, 1e-300, 1e-100, 1e-15, 1e-9, 9.9e-5, 1.1e-4, 1e-2, 1.0, 2.0, 3.0, 3.13]
FROM_HALF_A_TURN = [1e-2, 1.1e-4, 9.9e-5, 1e-6, 1e-9, 1e-12, 0.0]

native_between = Compiled(rotation_between, "float64[:,::1], int64, float64[:,::1], int64")


def rows(matrices, positions=None):
    """Poses in rows of twelve numbers."""
    matrices = np.asarray(matrices)
    positions = GENERATOR.normal(size=(len(matrices), 3)) if positions is None else positions
    return np.concatenate([matrices, positions[:, :, None]], axis=2).reshape(-1, 12).copy()


def exact_matrix(axis, angle):
    """Rodrigues' formula with 64 bits of mantissa."""
    x, y, z = np.longdouble(axis) / np.sqrt(np.sum(np.longdouble(axis) ** 2))
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=np.longdouble)
    angle = np.longdouble(angle)
    return np.array(np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k), dtype=np.float64)


def test_multiply_is_the_product_of_the_matrices():
    a, b = rows(Rotation.random(5, rng=1).as_matrix()), rows(Rotation.random(5, rng=2).as_matrix())
    c = np.full((3, 12), np.nan)
    multiply(a, 4, b, 2, c, 1)
    A, B = (np.vstack([x.reshape(3, 4), [0.0, 0.0, 0.0, 1.0]]) for x in (a[4], b[2]))
    np.testing.assert_allclose(c[1].reshape(3, 4), (A @ B)[:3], rtol=0, atol=2e-15)
    assert np.isnan(c[[0, 2]]).all()


def test_turn_between_agrees_with_the_logarithm_of_scipy():
    one, two = Rotation.random(300, rng=3), Rotation.random(300, rng=4)
    a, b = rows(one.as_matrix()), rows(two.as_matrix())
    expected = (two * one.inv()).as_rotvec()
    found = np.array([rotation_between(a, i, b, i) for i in range(300)])
    # the axis comes from entries of the size of the sine of the angle
    digits = 4e-15 / np.sin(np.linalg.norm(expected, axis=1))
    np.testing.assert_array_less(np.abs(found - expected).max(axis=1), digits)


def test_turn_between_takes_one_frame_to_the_other_in_base_axes():
    a, b = rows(Rotation.random(20, rng=5).as_matrix()), rows(Rotation.random(20, rng=6).as_matrix())
    for i in range(20):
        R_a, R_b = a[i].reshape(3, 4)[:, :3], b[19 - i].reshape(3, 4)[:, :3]
        turn = Rotation.from_rotvec(rotation_between(a, i, b, 19 - i)).as_matrix()
        np.testing.assert_allclose(turn @ R_a, R_b, rtol=0, atol=1e-13)
        back = rotation_between(b, 19 - i, a, i)
        np.testing.assert_allclose(back, -np.array(rotation_between(a, i, b, 19 - i)), rtol=0, atol=1e-13)


@pytest.mark.parametrize("angle", ANGLES)
def test_small_and_middling_turns_have_all_their_digits(angle):
    base = rows([np.eye(3)])
    for axis in AXES:
        found = rotation_between(base, 0, rows([exact_matrix(axis, angle)]), 0)
        error = 4e-15 / max(math.sin(angle), 0.1) if angle > 1.0 else 1e-15 * angle
        np.testing.assert_allclose(found, angle * axis, rtol=1e-15, atol=error)


@pytest.mark.parametrize("less", FROM_HALF_A_TURN)
def test_turns_next_to_half_a_turn_have_their_axis(less):
    base = rows([np.eye(3)])
    for axis in AXES:
        v = (math.pi - less) * axis
        found = np.array(rotation_between(base, 0, rows([exact_matrix(axis, math.pi - less)]), 0))
        if less == 0.0:
            found *= np.sign(found @ v)  # both ends of the axis are the same turn
        # taken from the sine down to 1e-4: its rounding of 1e-16 there is one of 1e-12 of the axis
        np.testing.assert_allclose(found, v, rtol=0, atol=1e-15 / less if less > 1e-4 else 2e-15)


def test_the_same_frame_is_no_turn_away():
    for matrix in Rotation.random(20, rng=9).as_matrix():
        a = rows([matrix])
        np.testing.assert_allclose(rotation_between(a, 0, a, 0), 0.0, rtol=0, atol=1e-15)


def test_native_and_plain_turns_are_equal_bit_for_bit():
    angles = [*ANGLES, *(math.pi - less for less in FROM_HALF_A_TURN), *GENERATOR.uniform(0.0, math.pi, 30)]
    turns = [exact_matrix(axis, angle) for axis in AXES for angle in angles]
    b, a = rows(turns), rows(Rotation.random(len(turns), rng=7).as_matrix())
    base = rows([np.eye(3)])
    for i in range(len(turns)):
        assert native_between(base, 0, b, i) == rotation_between(base, 0, b, i)
        assert native_between(a, i, b, i) == rotation_between(a, i, b, i)
