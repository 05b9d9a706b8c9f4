"""Rotations against SciPy, the axioms of the group, inverse pairs, and the singular places."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from pult.core.registry import blocks
from pult.testing import check_block, simulate_block

NAMES = [
    "vector.rotate_axis_angle",
    "vector.rotate_quaternion",
    "vector.rotate_rpy",
    "vector.quaternion_product",
    "vector.quaternion_inverse",
    "vector.quaternion_slerp",
    "vector.quaternion_to_matrix",
    "vector.matrix_to_quaternion",
    "vector.rpy_to_quaternion",
    "vector.quaternion_to_rpy",
    "vector.rotation_vector_to_quaternion",
    "vector.quaternion_to_rotation_vector",
]
PARTS = {f"pult.blocks.vector.{part}" for part in ("rotation", "quaternion", "conversion")}
CLOSE = {"rtol": 0, "atol": 1e-14}  # some dozens of roundings of numbers of size 1
GENERATOR = np.random.default_rng(3)
Q = GENERATOR.normal(size=(200, 4)) * 10.0 ** GENERATOR.uniform(-3, 3, size=(200, 1))
P = GENERATOR.normal(size=(200, 4))
X = GENERATOR.normal(size=(200, 3))
RPY = GENERATOR.uniform(-4.0, 4.0, size=(200, 3))
IDENTITY = [1.0, 0.0, 0.0, 0.0]

unit_quaternions = (
    st.lists(st.floats(-1.0, 1.0), min_size=4, max_size=4)
    .map(np.array)
    .filter(lambda q: np.linalg.norm(q) > 0.1)
    .map(lambda q: q / np.linalg.norm(q))
)
angles = st.floats(-math.pi, math.pi)


def run(name, **inputs):
    return simulate_block(f"vector.{name}", inputs)["y"]


def scipy_of(q):
    return Rotation.from_quat(q, scalar_first=True)


def from_rpy(rpy):
    return Rotation.from_euler("xyz", rpy)  # lower case: about fixed axes


def rpy_of(q):
    y = simulate_block("vector.quaternion_to_rpy", {"x": q})
    return np.stack([y["roll"], y["pitch"], y["yaw"]], axis=1)


def quaternion_of(rpy):
    rpy = np.atleast_2d(rpy)
    return run("rpy_to_quaternion", roll=rpy[:, 0], pitch=rpy[:, 1], yaw=rpy[:, 2])


def assert_same_rotation(one, two, atol=1e-14):
    """Equal up to the sign, which means nothing for a rotation."""
    one, two = np.atleast_2d(one), np.atleast_2d(two)
    signs = np.where(np.vecdot(one, two) < 0.0, -1.0, 1.0)
    np.testing.assert_allclose(one * signs[:, None], two, rtol=0, atol=atol)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scale", [3.0, 0.5])
def test_keeps_the_rules_of_blocks(name, scale):
    check_block(name, scale=scale, seed=int(scale))


def test_every_block_of_this_part_is_checked():
    assert {n for n, b in blocks().items() if b.module in PARTS} == set(NAMES)


# --- turning vectors ----------------------------------------------------------------------------------------


def test_a_quarter_turn_about_z_takes_x_to_y():
    for y in (
        run("rotate_axis_angle", x=[[1.0, 0.0, 0.0]], axis=[0.0, 0.0, 7.0], angle=math.pi / 2),
        run("rotate_quaternion", x=[[1.0, 0.0, 0.0]], quaternion=[1.0, 0.0, 0.0, 1.0]),
        run("rotate_rpy", x=[[1.0, 0.0, 0.0]], roll=0.0, pitch=0.0, yaw=math.pi / 2),
    ):
        np.testing.assert_allclose(y, [[0.0, 1.0, 0.0]], rtol=0, atol=4e-16)


def test_rotate_axis_angle_is_the_formula_of_rodrigues():
    axis, angle = P[:, :3], RPY[:, 0]
    k = axis / np.linalg.norm(axis, axis=1, keepdims=True)
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    expected = X * c + np.cross(k, X) * s + k * np.vecdot(k, X)[:, None] * (1.0 - c)
    np.testing.assert_allclose(run("rotate_axis_angle", x=X, axis=axis, angle=angle), expected, **CLOSE)


def test_rotate_quaternion_agrees_with_scipy_for_any_length_of_the_quaternion():
    np.testing.assert_allclose(run("rotate_quaternion", x=X, quaternion=Q), scipy_of(Q).apply(X), **CLOSE)


def test_rotate_rpy_agrees_with_scipy_and_with_the_product_of_three_matrices():
    y = run("rotate_rpy", x=X, roll=RPY[:, 0], pitch=RPY[:, 1], yaw=RPY[:, 2])
    np.testing.assert_allclose(y, from_rpy(RPY).apply(X), **CLOSE)
    roll, pitch, yaw = RPY[0]
    rx, ry, rz = (Rotation.from_rotvec(v).as_matrix() for v in np.diag([roll, pitch, yaw]))
    np.testing.assert_allclose(y[0], rz @ ry @ rx @ X[0], **CLOSE)


def test_a_zero_axis_and_a_zero_quaternion_turn_nothing():
    np.testing.assert_array_equal(run("rotate_axis_angle", x=X, axis=[0.0, 0.0, 0.0], angle=2.0), X)
    np.testing.assert_array_equal(run("rotate_quaternion", x=X, quaternion=[0.0, 0.0, 0.0, 0.0]), X)


@given(unit_quaternions, st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3))
@settings(max_examples=50, deadline=None)
def test_turning_keeps_the_length(q, x):
    y = run("rotate_quaternion", x=[x], quaternion=q)[0]
    assert math.hypot(*y) == pytest.approx(math.hypot(*x), rel=2e-15, abs=1e-300)


def test_turning_the_largest_numbers_does_not_make_nan():
    most = np.finfo(float).max
    y = run("rotate_quaternion", x=[[most, -most, most]] * 200, quaternion=Q)
    assert not np.isnan(y).any()


# --- algebra ------------------------------------------------------------------------------------------------


def test_product_is_that_of_hamilton():
    one, i, j, k = np.eye(4)
    for a, b, ab in [(i, j, k), (j, k, i), (k, i, j), (j, i, -k), (i, i, -one), (one, k, k)]:
        np.testing.assert_array_equal(run("quaternion_product", a=[a], b=[b])[0], ab)


def test_product_composes_rotations_as_in_scipy():
    y = run("quaternion_product", a=P, b=Q)
    assert_same_rotation(run("quaternion_product", a=P, b=IDENTITY), P)
    length = np.linalg.norm(P, axis=1) * np.linalg.norm(Q, axis=1)
    np.testing.assert_allclose(np.linalg.norm(y, axis=1), length, rtol=1e-14)
    assert_same_rotation(y / length[:, None], (scipy_of(P) * scipy_of(Q)).as_quat(scalar_first=True))


def test_product_of_a_huge_and_a_tiny_quaternion_is_an_ordinary_one():
    huge, tiny = [1.5e308, 1.5e308, 0.0, 0.0], [1e-300, -1e-300, 0.0, 0.0]
    for a, b in ((huge, tiny), (tiny, huge)):
        y = run("quaternion_product", a=[a], b=[b])[0]
        np.testing.assert_allclose(y, [3e8, 0.0, 0.0, 0.0], rtol=1e-15)


@given(unit_quaternions, unit_quaternions, unit_quaternions)
@settings(max_examples=50, deadline=None)
def test_unit_quaternions_are_a_group(a, b, c):
    def times(p, q):
        return run("quaternion_product", a=[p], b=[q])[0]

    np.testing.assert_allclose(times(times(a, b), c), times(a, times(b, c)), **CLOSE)
    np.testing.assert_array_equal(times(a, IDENTITY), a)
    np.testing.assert_array_equal(times(IDENTITY, a), a)
    inverse = run("quaternion_inverse", x=[a])[0]
    np.testing.assert_allclose(times(a, inverse), IDENTITY, **CLOSE)
    np.testing.assert_allclose(times(inverse, a), IDENTITY, **CLOSE)


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e-3, 1.0, 1e5, 1e160, 1e300])
def test_inverse_undoes_a_quaternion_of_any_length(size):
    q = size * P
    inverse = run("quaternion_inverse", x=q)
    np.testing.assert_allclose(run("quaternion_product", a=q, b=inverse), [IDENTITY] * 200, **CLOSE)


def test_inverse_of_zero_stands_for_no_rotation():
    np.testing.assert_array_equal(run("quaternion_inverse", x=[[0.0] * 4]), [IDENTITY])


# --- slerp --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fraction", [0.0, 0.1, 0.5, 0.77, 1.0])
def test_slerp_agrees_with_scipy(fraction):
    y = run("quaternion_slerp", a=P, b=Q, fraction=fraction)
    pairs = [scipy_of(pair) for pair in np.stack([P, Q], axis=1)]
    expected = [Slerp([0.0, 1.0], pair)(fraction).as_quat(scalar_first=True) for pair in pairs]
    assert_same_rotation(y, np.array(expected), atol=1e-13)  # SciPy's way over rotation vectors rounds more


@given(unit_quaternions, unit_quaternions, st.floats(0.0, 1.0))
@settings(max_examples=100, deadline=None)
def test_slerp_divides_the_angle_in_proportion_and_takes_the_shortest_way(a, b, t):
    assume(abs(a @ b) > 1e-6)  # not half a revolution apart, where both ways are as short
    y = run("quaternion_slerp", a=[a], b=[b], fraction=t)[0]
    assert np.linalg.norm(y) == pytest.approx(1.0, abs=1e-15)
    whole = (scipy_of(a).inv() * scipy_of(b)).magnitude()
    part = (scipy_of(a).inv() * scipy_of(y)).magnitude()
    assert part == pytest.approx(t * whole, abs=1e-14)
    back = run("quaternion_slerp", a=[b], b=[a], fraction=1.0 - t)[0]
    assert_same_rotation(back, y)


def test_slerp_is_limited_to_its_ends():
    a, b = P / np.linalg.norm(P, axis=1, keepdims=True), Q / np.linalg.norm(Q, axis=1, keepdims=True)
    np.testing.assert_allclose(run("quaternion_slerp", a=P, b=Q, fraction=-3.0), a, **CLOSE)
    assert_same_rotation(run("quaternion_slerp", a=P, b=Q, fraction=5.0), b)


@pytest.mark.parametrize("angle", [0.0, 1e-300, 1e-17, 1e-12, 1e-9, 2e-9, 1e-8, 1e-4])
@pytest.mark.parametrize("sign", [1.0, -1.0], ids=["equal", "opposite"])
def test_slerp_of_nearly_equal_and_nearly_opposite_quaternions_is_exact(angle, sign):
    b = [sign * math.cos(angle), 0.0, sign * math.sin(angle), 0.0]
    y = run("quaternion_slerp", a=[IDENTITY], b=[b], fraction=0.25)[0]
    assert y[0] == pytest.approx(math.cos(0.25 * angle), abs=2.3e-16)
    assert y[2] == pytest.approx(math.sin(0.25 * angle), rel=1e-15, abs=0)


def test_slerp_over_half_a_revolution_stays_a_rotation_of_even_speed():
    t = np.linspace(0.0, 1.0, 101)
    y = run("quaternion_slerp", a=IDENTITY, b=[0.0, 0.0, 0.0, 1.0], fraction=t)
    np.testing.assert_allclose(scipy_of(y).magnitude(), math.pi * t, **CLOSE)


# --- conversions --------------------------------------------------------------------------------------------


def test_matrix_of_a_quaternion_agrees_with_scipy_and_is_orthogonal():
    y = run("quaternion_to_matrix", x=Q)
    np.testing.assert_allclose(y, scipy_of(Q).as_matrix(), **CLOSE)
    np.testing.assert_allclose(y @ y.swapaxes(1, 2), [np.eye(3)] * 200, **CLOSE)
    np.testing.assert_allclose(np.linalg.det(y), 1.0, **CLOSE)
    np.testing.assert_array_equal(run("quaternion_to_matrix", x=[[0.0] * 4]), [np.eye(3)])


@given(unit_quaternions)
@settings(max_examples=100, deadline=None)
def test_quaternion_to_matrix_and_back(q):
    back = run("matrix_to_quaternion", x=run("quaternion_to_matrix", x=[q]))[0]
    assert back[0] >= 0.0
    assert_same_rotation(back, q)


@pytest.mark.parametrize("axis", np.eye(3), ids="xyz")
@pytest.mark.parametrize("short", [0.0, 1e-12, 1e-8, 1e-4])
def test_matrix_to_quaternion_is_exact_near_half_a_revolution(axis, short):
    exact = Rotation.from_rotvec((math.pi - short) * axis)
    assert_same_rotation(run("matrix_to_quaternion", x=[exact.as_matrix()]), exact.as_quat(scalar_first=True))


def test_matrix_to_quaternion_agrees_with_scipy():
    y = run("matrix_to_quaternion", x=scipy_of(Q).as_matrix())
    np.testing.assert_allclose(y, scipy_of(Q).as_quat(canonical=True, scalar_first=True), **CLOSE)


def test_quaternion_of_rpy_agrees_with_scipy():
    assert_same_rotation(quaternion_of(RPY), from_rpy(RPY).as_quat(scalar_first=True))


def test_rpy_of_a_quaternion_agrees_with_scipy():
    np.testing.assert_allclose(rpy_of(Q), scipy_of(Q).as_euler("xyz"), rtol=0, atol=1e-12)


@given(angles, st.floats(-1.57, 1.57), angles)
@settings(max_examples=100, deadline=None)
def test_rpy_to_quaternion_and_back(roll, pitch, yaw):
    back = rpy_of(quaternion_of([roll, pitch, yaw]))[0]
    assert back[1] == pytest.approx(pitch, abs=1e-13)
    room = 4e-15 / math.cos(pitch)  # roll and yaw grow sensitive towards gimbal lock
    for found, wanted in ((back[0], roll), (back[2], yaw)):
        assert -math.pi < found <= math.pi
        assert math.remainder(found - wanted, 2 * math.pi) == pytest.approx(0.0, abs=room)


@pytest.mark.parametrize("up", [1.0, -1.0])
@given(angles, angles)
@settings(max_examples=50, deadline=None)
def test_at_gimbal_lock_roll_is_zero_and_yaw_has_the_whole_turn(up, roll, yaw):
    q = quaternion_of([roll, up * math.pi / 2, yaw])
    found = rpy_of(q)
    assert found[0, 0] == 0.0
    assert found[0, 1] == pytest.approx(up * math.pi / 2, abs=1e-15)
    assert math.remainder(found[0, 2] - (yaw - up * roll), 2 * math.pi) == pytest.approx(0.0, abs=1e-14)
    assert_same_rotation(quaternion_of(found), q)


@pytest.mark.parametrize("distance", [1e-13, 1e-12, 1e-11, 1e-9, 1e-7, 1e-4])
@pytest.mark.parametrize("up", [1.0, -1.0])
def test_close_to_gimbal_lock_the_angles_together_are_still_the_rotation(distance, up):
    rpy = np.stack([RPY[:, 0], np.full(200, up * (math.pi / 2 - distance)), RPY[:, 2]], axis=1)
    q = quaternion_of(rpy)
    assert_same_rotation(quaternion_of(rpy_of(q)), q, atol=2e-12)  # what calling it locked may cost


def test_rotation_vectors_agree_with_scipy():
    y = run("quaternion_to_rotation_vector", x=Q)
    np.testing.assert_allclose(y, scipy_of(Q).as_rotvec(), **CLOSE)
    y = run("rotation_vector_to_quaternion", x=2.0 * X)
    assert_same_rotation(y, Rotation.from_rotvec(2.0 * X).as_quat(scalar_first=True))


@given(st.lists(st.floats(-1.8, 1.8), min_size=3, max_size=3))
@settings(max_examples=100, deadline=None)
def test_rotation_vector_to_quaternion_and_back(x):
    assume(math.hypot(*x) < 3.1)
    back = run("quaternion_to_rotation_vector", x=run("rotation_vector_to_quaternion", x=[x]))[0]
    np.testing.assert_allclose(back, x, rtol=0, atol=2e-14)


def test_a_tiny_rotation_vector_loses_no_digits():
    x = np.array([[3e-200, -4e-200, 1e-210]])
    q = run("rotation_vector_to_quaternion", x=x)
    np.testing.assert_allclose(q[:, 1:], 0.5 * x, rtol=1e-15)
    np.testing.assert_allclose(run("quaternion_to_rotation_vector", x=q), x, rtol=1e-15)


def test_a_rotation_vector_longer_than_any_float_turns_nothing():
    np.testing.assert_array_equal(run("rotation_vector_to_quaternion", x=[[1.7e308] * 3]), [IDENTITY])


def test_a_quaternion_and_its_negative_have_the_same_rotation_vector():
    one, two = run("quaternion_to_rotation_vector", x=Q), run("quaternion_to_rotation_vector", x=-Q)
    np.testing.assert_array_equal(one, two)
    assert np.linalg.norm(one, axis=1).max() <= math.pi
