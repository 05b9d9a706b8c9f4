"""Poses: what is made of positions and rotations, what is mended, and what is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pult.core.errors import KinematicsError
from pult.geometry.pose import as_pose, finite_array, inverse, pose

vectors = st.lists(st.floats(-10.0, 10.0), min_size=3, max_size=3)
angles = st.lists(st.floats(-3.0, 3.0), min_size=3, max_size=3)


def refusal(call, *arguments):
    with pytest.raises(KinematicsError) as caught:
        call(*arguments)
    return str(caught.value)


def test_a_pose_of_nothing_is_the_identity():
    np.testing.assert_array_equal(pose(), np.eye(4))
    np.testing.assert_array_equal(pose([1.0, 2.0, 3.0])[:3], [[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3]])


@given(vectors, angles)
def test_a_pose_of_a_matrix_a_quaternion_and_rpy_is_the_same(position, rpy):
    turn = Rotation.from_euler("xyz", rpy)
    expected = np.eye(4)
    expected[:3, :3], expected[:3, 3] = turn.as_matrix(), position
    for rotation in (turn.as_matrix(), turn.as_matrix().tolist(), 3.0 * turn.as_quat(scalar_first=True), rpy):
        np.testing.assert_allclose(pose(position, rotation), expected, rtol=0, atol=4e-15)


@given(vectors, angles)
def test_inverse_undoes_a_pose(position, rpy):
    T = pose(position, rpy)
    np.testing.assert_allclose(inverse(T) @ T, np.eye(4), rtol=0, atol=2e-14)  # positions of size 10
    np.testing.assert_allclose(T @ inverse(T), np.eye(4), rtol=0, atol=2e-14)
    np.testing.assert_allclose(inverse(inverse(T)), T, rtol=0, atol=2e-14)


def test_a_pose_leaves_the_given_arrays_alone():
    position, R = np.array([1.0, 2.0, 3.0]), np.eye(3)
    made = pose(position, R)
    made[:] = 7.0
    np.testing.assert_array_equal(position, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(R, np.eye(3))


def test_an_exact_pose_passes_bit_for_bit():
    T = pose([1.0, 2.0, 3.0], [0.1, 0.2, 0.3])
    np.testing.assert_array_equal(as_pose("T", T), T)
    np.testing.assert_array_equal(as_pose("T", T.tolist()), T)


@pytest.mark.parametrize("digits", [7, 8, 10, 12])
def test_a_printed_rotation_is_made_orthonormal_to_the_last_digit(digits):
    for rpy in np.random.default_rng(1).uniform(-3.0, 3.0, size=(50, 3)):
        exact = pose([1.0, -2.0, 3.0], rpy)
        printed = np.round(exact, digits)
        kept = printed.copy()
        R = as_pose("T", printed)[:3, :3]
        np.testing.assert_allclose(R @ R.T, np.eye(3), rtol=0, atol=1e-15)
        np.testing.assert_allclose(R, exact[:3, :3], rtol=0, atol=2.0 * 10.0**-digits)
        np.testing.assert_array_equal(printed, kept)


@pytest.mark.parametrize("off", [4.9e-7, -4.9e-7])
def test_a_rotation_just_within_the_tolerance_is_made_orthonormal_to_the_last_digit(off):
    T = pose([0.0, 0.0, 0.0], [0.3, 0.4, 0.5])
    stretched = T.copy()
    stretched[:3, :3] *= 1.0 + off
    np.testing.assert_allclose(as_pose("T", stretched), T, rtol=0, atol=1e-15)


def test_a_rotation_just_beyond_the_tolerance_is_refused():
    T = np.diag([1.0 + 6e-7, 1.0, 1.0, 1.0])
    assert refusal(as_pose, "tool", T) == "the rotation of tool is no rotation matrix: it is 1.2e-06 from orthonormal."


def test_what_is_no_pose_is_refused_with_words():
    mirror = np.diag([1.0, 1.0, -1.0, 1.0])
    skewed = np.eye(4)
    skewed[0, 1] = 0.5
    lower = np.eye(4)
    lower[3] = [0.0, 0.0, 0.25, 1.0]
    huge = np.diag([1e200, 1.0, 1.0, 1.0])
    why = "the rotation of target is no rotation matrix: "
    assert refusal(as_pose, "target", mirror) == why + "it is a mirror image (determinant -1)."
    assert refusal(as_pose, "target", skewed) == why + "it is 0.5 from orthonormal."
    assert refusal(as_pose, "target", 0.0 * np.eye(4) + np.diag([0, 0, 0, 1.0])) == why + "it is 1 from orthonormal."
    assert refusal(as_pose, "target", huge) == why + "it is inf from orthonormal."
    assert refusal(as_pose, "target", lower) == "the last row of target must be 0, 0, 0, 1, not [0.0, 0.0, 0.25, 1.0]."
    assert refusal(as_pose, "target", np.eye(3)) == "target must be a 4x4 matrix, not an array of shape (3, 3)."
    assert refusal(as_pose, "target", "home") == 'target must be numbers, not "home".'
    bad = np.eye(4)
    bad[1, 3] = math.nan
    assert refusal(as_pose, "target", bad) == "target must be finite, but holds nan at 1, 3."


def test_what_is_no_position_or_rotation_is_refused_with_words():
    assert refusal(pose, [1.0, 2.0]) == "position must be 3 numbers, not an array of shape (2,)."
    assert refusal(pose, [1.0, 2.0, None]) == "position must be finite, but holds nan at 2."
    assert refusal(pose, (0, 0, 0), [1.0, 2.0]) == (
        "a rotation is a 3x3 matrix, a quaternion (w, x, y, z) or roll, pitch, yaw, not an array of shape (2,)."
    )
    assert refusal(pose, (0, 0, 0), [0, 0, 0, 0]) == "the quaternion 0, 0, 0, 0 is no rotation."
    assert refusal(pose, (0, 0, 0), [0, math.inf, 0]) == "rotation must be finite, but holds inf at 1."
    assert refusal(pose, (0, 0, 0), 2.0 * np.eye(3)) == (
        "the rotation of pose is no rotation matrix: it is 3 from orthonormal."
    )


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ("123", '"123"'),
        (["1", "2", "3"], '["1", "2", "3"]'),
        (True, "true"),
        ([True, False, True], "[true, false, true]"),
        ([1j, 0, 0], "[1j, 0, 0]"),
        ([1, [2], 3], "[1, [2], 3]"),
        ({"x": 1}, '{"x": 1}'),
        ([10**400, 0, 0], f"[1{'0' * 55}..."),
    ],
)
def test_what_are_no_numbers_is_refused_with_words(value, quoted):
    assert refusal(finite_array, "p", value, (3,)) == f"p must be numbers, not {quoted}."


def test_numbers_that_are_not_finite_are_named_without_a_warning():
    # warnings are errors here: a check by a sum must not trip over inf - inf, nor over a sum that overflows
    assert refusal(finite_array, "p", np.array([0.0, math.inf, -math.inf])) == "p must be finite, but holds inf at 1."
    assert refusal(finite_array, "p", np.array([[0.0], [-math.inf]])) == "p must be finite, but holds -inf at 1, 0."
    assert refusal(finite_array, "p", math.nan) == "p must be finite, but holds nan."
    largest = np.array([1.7e308, 1.7e308, -1.0])
    assert finite_array("p", largest) is largest


def test_whole_and_single_numbers_are_numbers():
    np.testing.assert_array_equal(finite_array("p", [1, 2, 3], (3,)), [1.0, 2.0, 3.0])
    assert finite_array("p", np.array([1, 2], dtype=np.int32)).dtype == np.float64
    assert finite_array("p", np.array([0.5], dtype=np.float32)).dtype == np.float64
    assert finite_array("p", 2.5).shape == ()
