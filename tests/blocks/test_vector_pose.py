"""Poses against 4x4 matrices, and the axioms of the group of rigid motions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pult.core.registry import blocks
from pult.core.units import parse_unit
from pult.testing import check_block, simulate_block

NAMES = ["vector.pose_compose", "vector.pose_inverse", "vector.pose_apply"]
CLOSE = {"rtol": 0, "atol": 1e-14}  # some dozens of roundings of numbers of size 1
GENERATOR = np.random.default_rng(4)
P_AB, P_BC, POINT = GENERATOR.normal(size=(3, 100, 3))
Q_AB, Q_BC = GENERATOR.normal(size=(2, 100, 4))

poses = st.tuples(
    st.lists(st.floats(-1.0, 1.0), min_size=3, max_size=3).map(np.atleast_2d),
    st.lists(st.floats(-1.0, 1.0), min_size=4, max_size=4)
    .map(np.atleast_2d)
    .filter(lambda q: np.linalg.norm(q) > 0.1)
    .map(lambda q: q / np.linalg.norm(q)),
)


def matrix(p, q):
    """Homogeneous transform. Shape (n, 4, 4)."""
    found = np.zeros((len(p), 4, 4))
    found[:, :3, :3] = Rotation.from_quat(q, scalar_first=True).as_matrix()
    found[:, :3, 3] = p
    found[:, 3, 3] = 1.0
    return found


def compose(one, two):
    ports = ("position_ab", "quaternion_ab", "position_bc", "quaternion_bc")
    inputs = {port: np.atleast_2d(v) for port, v in zip(ports, (*one, *two), strict=True)}
    y = simulate_block("vector.pose_compose", inputs)
    return y["position"], y["quaternion"]


def invert(pose):
    inputs = {"position_ab": np.atleast_2d(pose[0]), "quaternion_ab": np.atleast_2d(pose[1])}
    y = simulate_block("vector.pose_inverse", inputs)
    return y["position"], y["quaternion"]


def apply(pose, point):
    inputs = {"position_ab": np.atleast_2d(pose[0]), "quaternion_ab": np.atleast_2d(pose[1])}
    return simulate_block("vector.pose_apply", {**inputs, "point": np.atleast_2d(point)})["y"]


def assert_same_pose(one, two):
    np.testing.assert_allclose(one[0], two[0], **CLOSE)
    signs = np.where(np.vecdot(one[1], two[1]) < 0.0, -1.0, 1.0)
    np.testing.assert_allclose(one[1] * signs[..., None], two[1], **CLOSE)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scale", [3.0, 0.5])
def test_keeps_the_rules_of_blocks(name, scale):
    check_block(name, scale=scale, seed=int(scale))


def test_every_block_of_this_part_is_checked():
    assert {n for n, b in blocks().items() if b.module == "pult.blocks.vector.pose"} == set(NAMES)


def test_positions_are_metres_and_quaternions_plain_numbers():
    for name in NAMES:
        block_type = blocks()[name]
        for port in (*block_type.inputs, *block_type.outputs):
            assert parse_unit(port.unit) == parse_unit("1" if "quaternion" in port.name else "m")


def test_compose_is_the_product_of_the_matrices():
    pose = compose((P_AB, Q_AB), (P_BC, Q_BC))
    np.testing.assert_allclose(matrix(*pose), matrix(P_AB, Q_AB) @ matrix(P_BC, Q_BC), **CLOSE)
    np.testing.assert_allclose(np.linalg.norm(pose[1], axis=1), 1.0, rtol=0, atol=1e-15)


def test_inverse_is_the_inverse_matrix():
    np.testing.assert_allclose(matrix(*invert((P_AB, Q_AB))), np.linalg.inv(matrix(P_AB, Q_AB)), **CLOSE)


def test_apply_is_the_matrix_times_the_point():
    expected = matrix(P_AB, Q_AB) @ np.append(POINT, np.ones((100, 1)), axis=1)[:, :, None]
    np.testing.assert_allclose(apply((P_AB, Q_AB), POINT), expected[:, :3, 0], **CLOSE)


@given(poses, poses, poses, st.lists(st.floats(-1.0, 1.0), min_size=3, max_size=3))
@settings(max_examples=50, deadline=None)
def test_poses_are_a_group_that_acts_on_points(one, two, three, point):
    left = compose(compose(one, two), three)
    right = compose(one, compose(two, three))
    assert_same_pose(left, right)
    nothing = (np.zeros((1, 3)), np.array([[1.0, 0.0, 0.0, 0.0]]))
    assert_same_pose(compose(one, nothing), one)
    assert_same_pose(compose(nothing, one), one)
    assert_same_pose(compose(one, invert(one)), nothing)
    assert_same_pose(compose(invert(one), one), nothing)
    np.testing.assert_allclose(apply(compose(one, two), point), apply(one, apply(two, point)), **CLOSE)
    np.testing.assert_allclose(apply(invert(one), apply(one, point)), [point], **CLOSE)


def test_a_zero_quaternion_moves_without_turning():
    np.testing.assert_array_equal(apply((P_AB, np.zeros((100, 4))), POINT), P_AB + POINT)


def test_composing_ten_thousand_times_keeps_the_quaternion_a_rotation():
    step = (np.zeros((1, 3)), np.array([[np.cos(5e-4), 0.0, 0.0, np.sin(5e-4)]]))
    pose = (np.zeros((1, 3)), np.array([[1.0, 0.0, 0.0, 0.0]]))
    for _ in range(10_000):
        pose = compose(pose, step)
    assert np.linalg.norm(pose[1]) == pytest.approx(1.0, abs=1e-15)
    angle = 2 * np.arctan2(pose[1][0, 3], pose[1][0, 0])
    assert np.remainder(angle, 2 * np.pi) == pytest.approx(np.remainder(10.0, 2 * np.pi), abs=1e-12)
