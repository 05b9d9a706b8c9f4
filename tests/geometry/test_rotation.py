"""Rotations in four forms: against SciPy, the axioms of the group, round trips, and the singular places."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pult.core.errors import KinematicsError
from pult.geometry import rotation

CLOSE = {"rtol": 0, "atol": 4e-15}  # some dozens of roundings of numbers of size 1
FORMS = ["matrix", "quaternion", "rotation_vector", "rpy"]
PAIRS = list(permutations(FORMS, 2))
GENERATOR = np.random.default_rng(11)
AXES = [*np.eye(3), *-np.eye(3), *(x / np.linalg.norm(x) for x in GENERATOR.normal(size=(20, 3)))]
AXES += [
    np.array(x) / np.linalg.norm(x) for x in ([1.0, 1.0, 0.0], [0.0, -1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1e-9, 0.0])
]
TINY = [1e-9, 1e-12, 1e-15, 1e-16, 1e-30, 1e-100, 1e-150, 1e-155, 1e-160, 1e-200, 1e-300]

unit_quaternions = (
    st.lists(st.floats(-1.0, 1.0), min_size=4, max_size=4)
    .map(np.array)
    .filter(lambda q: np.linalg.norm(q) > 0.1)
    .map(lambda q: q / np.linalg.norm(q))
)


def convert(x, source, target):
    """The conversion of `pult.geometry.rotation` from one form to another, found by its name."""
    return x if source == target else getattr(rotation, f"{target}_from_{source}")(x)


def scipy_of(x, form):
    if form == "matrix":
        return Rotation.from_matrix(x)
    if form == "quaternion":
        return Rotation.from_quat(x, scalar_first=True)
    return Rotation.from_rotvec(x) if form == "rotation_vector" else Rotation.from_euler("xyz", x)  # fixed axes


def in_form(r, form):
    """What SciPy gives for a rotation in a form."""
    if form == "matrix":
        return r.as_matrix()
    if form == "quaternion":
        return r.as_quat(canonical=True, scalar_first=True)
    return r.as_rotvec() if form == "rotation_vector" else r.as_euler("xyz")


def exact_matrix(v):
    """Rodrigues' formula with 64 bits of mantissa: right to the last digit of a float also at half a turn."""
    v = np.asarray(v, dtype=np.longdouble)
    angle = np.sqrt(v @ v)
    x, y, z = v / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=np.longdouble)
    return np.array(np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k), dtype=np.float64)


def assert_same_turn(one, two, atol=4e-15):
    np.testing.assert_allclose(one, two, rtol=0, atol=atol)


# --- against SciPy ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_every_conversion_agrees_with_scipy(source, target):
    turns = Rotation.random(300, rng=np.random.default_rng(5))
    given_values, expected = in_form(turns, source), in_form(turns, target)
    found = np.array([convert(x, source, target) for x in given_values])
    # a roll or yaw has lost as many digits as its rotation is near gimbal lock; none of these is nearer than 0.01
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 if target == "rpy" else 4e-15)


@pytest.mark.parametrize("target", ["matrix", "rotation_vector", "rpy"])
def test_quaternions_of_any_length_and_either_sign_are_the_same_rotation(target):
    for q in GENERATOR.normal(size=(50, 4)):
        expected = convert(q / np.linalg.norm(q), "quaternion", target)
        for factor in (-1.0, 3.0, -1e-3, 1e-200, 1e200):
            np.testing.assert_allclose(convert(factor * q, "quaternion", target), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("target", ["matrix", "quaternion"])
def test_turns_of_more_than_half_a_turn_agree_with_scipy(target):
    for v in GENERATOR.uniform(-20.0, 20.0, size=(100, 3)):
        found = convert(v, "rotation_vector", target)
        # 20 rad are known to 4e-15 only
        np.testing.assert_allclose(found, in_form(scipy_of(v, "rotation_vector"), target), rtol=0, atol=2e-14)
        np.testing.assert_allclose(convert(v, "rpy", target), in_form(scipy_of(v, "rpy"), target), rtol=0, atol=2e-14)


def test_rpy_is_a_roll_then_a_pitch_then_a_yaw_about_fixed_axes():
    roll, pitch, yaw = 0.3, -0.7, 1.9
    rx, ry, rz = (exact_matrix(v) for v in np.diag([roll, pitch, yaw]))
    np.testing.assert_allclose(rotation.matrix_from_rpy([roll, pitch, yaw]), rz @ ry @ rx, **CLOSE)


def test_a_quarter_turn_about_z_takes_x_to_y():
    quarter = math.pi / 2
    half = math.sqrt(0.5)
    for R in (
        rotation.matrix_from_rotation_vector([0.0, 0.0, quarter]),
        rotation.matrix_from_quaternion([half, 0.0, 0.0, half]),
        rotation.matrix_from_rpy([0.0, 0.0, quarter]),
    ):
        np.testing.assert_allclose(R @ [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], rtol=0, atol=4e-16)


# --- the group ----------------------------------------------------------------------------------------------


@given(unit_quaternions, unit_quaternions, unit_quaternions)
def test_rotations_are_a_group(p, q, r):
    product, inverse = rotation.quaternion_product, rotation.quaternion_inverse
    matrix = rotation.matrix_from_quaternion
    identity = [1.0, 0.0, 0.0, 0.0]
    # as matrices: the quaternion of a half turn may come with either sign
    assert_same_turn(matrix(product(product(p, q), r)), matrix(product(p, product(q, r))))
    assert_same_turn(matrix(product(p, identity)), matrix(p))
    assert_same_turn(matrix(product(identity, p)), matrix(p))
    assert_same_turn(matrix(product(p, inverse(p))), np.eye(3))
    assert_same_turn(matrix(product(inverse(p), p)), np.eye(3))
    assert_same_turn(matrix(inverse(p)), matrix(p).T)
    assert_same_turn(matrix(product(p, q)), matrix(p) @ matrix(q))


@given(unit_quaternions)
@example(np.array([0.0, 1.0, 0.0, 0.0]))
@example(np.array([1.0, 1e-300, 0.0, 0.0]))
def test_matrices_are_orthonormal_and_no_mirrors(q):
    for form in ("quaternion", "rotation_vector", "rpy"):
        R = convert(convert(q, "quaternion", form), form, "matrix")
        np.testing.assert_allclose(R @ R.T, np.eye(3), rtol=0, atol=2e-15)
        assert np.linalg.det(R) == pytest.approx(1.0, abs=2e-15)


@given(unit_quaternions)
def test_every_way_round_comes_back(q):
    R = rotation.matrix_from_quaternion(q)
    for one, two in PAIRS:
        there = convert(convert(R, "matrix", one), one, two)
        assert_same_turn(convert(there, two, "matrix"), R)


@given(unit_quaternions)
def test_returned_quaternions_have_length_1_and_no_negative_w(q):
    r = rotation
    found = [r.quaternion_product(q, q), r.quaternion_inverse(q)]
    for form in ("matrix", "rotation_vector", "rpy"):
        found.append(convert(convert(q, "quaternion", form), form, "quaternion"))
    for quaternion in found:
        assert quaternion[0] >= 0.0
        assert np.linalg.norm(quaternion) == pytest.approx(1.0, abs=4e-16)


# --- no turn and tiny turns ---------------------------------------------------------------------------------

NO_TURN = {"matrix": np.eye(3), "quaternion": [1.0, 0.0, 0.0, 0.0], "rotation_vector": [0.0] * 3, "rpy": [0.0] * 3}


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_no_turn_is_no_turn_in_every_form(source, target):
    found = convert(NO_TURN[source], source, target)
    # pitch is a difference of two angles of size pi/2
    np.testing.assert_allclose(found, NO_TURN[target], rtol=0, atol=2.3e-16 if target == "rpy" else 0.0)


@pytest.mark.parametrize("size", TINY)
def test_tiny_turns_keep_all_their_digits(size):
    for axis in AXES:
        v = size * axis
        for way in (["matrix"], ["quaternion"], ["matrix", "quaternion"], ["quaternion", "matrix"]):
            x, form = v, "rotation_vector"
            for there in [*way, "rotation_vector"]:
                x, form = convert(x, form, there), there
            np.testing.assert_allclose(x, v, rtol=1e-15, atol=1e-16 * size)
        # half the vector is the vector part of the quaternion, and the antisymmetric part of the matrix is the vector
        np.testing.assert_allclose(rotation.quaternion_from_rotation_vector(v)[1:], 0.5 * v, rtol=1e-15)
        R = rotation.matrix_from_rotation_vector(v)
        turned = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
        np.testing.assert_allclose(turned, v, rtol=1e-15, atol=1e-16 * size)


@pytest.mark.parametrize("size", TINY)
def test_tiny_roll_and_yaw_keep_their_digits_and_pitch_its_rounding(size):
    roll, pitch, yaw = rotation.rpy_from_rotation_vector([size, 2.0 * size, -size])
    second = 4.0 * size * size  # where the order of the three turns begins to matter
    assert roll == pytest.approx(size, rel=1e-15, abs=2.3e-16 + second)
    assert pitch == pytest.approx(2.0 * size, abs=2.3e-16 + second)
    assert yaw == pytest.approx(-size, rel=1e-15, abs=2.3e-16 + second)


# --- half turns ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("axis", AXES)
def test_half_turns_keep_their_axis_in_every_form(axis):
    R = 2.0 * np.outer(axis, axis) - np.eye(3)
    half = math.pi * axis
    for source in FORMS:
        x = convert(R, "matrix", source)
        assert_same_turn(convert(x, source, "matrix"), R)
        v = convert(x, source, "rotation_vector")
        assert np.linalg.norm(v) == pytest.approx(math.pi, abs=2e-15)
        assert np.linalg.norm(v) <= math.pi * (1.0 + 3e-16)
        np.testing.assert_allclose(v * np.sign(v @ half), half, **CLOSE)  # both ends of the axis are the same turn
    assert rotation.quaternion_from_matrix(R)[0] == pytest.approx(0.0, abs=2e-16)


@pytest.mark.parametrize("less", [1e-3, 1e-6, 1e-9, 1e-12, 1e-14, -1e-14, -1e-12, -1e-9])
def test_next_to_half_a_turn_no_digit_is_lost(less):
    for axis in AXES:
        v = (math.pi - less) * axis
        # beyond half a turn the shorter way is the other way round
        expected = v if less > 0.0 else (-math.pi - less) * axis
        R = exact_matrix(v)
        for source in FORMS:
            found = convert(convert(R, "matrix", source), source, "rotation_vector")
            np.testing.assert_allclose(found, expected, **CLOSE)
        np.testing.assert_allclose(rotation.matrix_from_rotation_vector(v), R, **CLOSE)
        np.testing.assert_allclose(
            rotation.quaternion_from_rotation_vector(v), rotation.quaternion_from_matrix(R), **CLOSE
        )


# --- gimbal lock --------------------------------------------------------------------------------------------

ROLLS_AND_YAWS = [
    (0.0, 0.0),
    (1.0, 0.0),
    (0.0, 1.0),
    (0.3, -2.1),
    (-3.0, 3.0),
    (2.0, 2.0),
    (math.pi, 1.0),
    (-1.5, -3.1),
]


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(("roll", "yaw"), ROLLS_AND_YAWS)
def test_at_gimbal_lock_roll_is_0_and_yaw_has_it_all(roll, yaw, sign):
    R = rotation.matrix_from_rpy([roll, sign * math.pi / 2, yaw])
    for source in ("matrix", "quaternion", "rotation_vector"):
        x = convert(R, "matrix", source)
        found = convert(x, source, "rpy")
        assert found[0] == 0.0
        assert found[1] == pytest.approx(sign * math.pi / 2, abs=1e-15)
        assert math.remainder(found[2] - (yaw - sign * roll), math.tau) == pytest.approx(0.0, abs=4e-15)
        assert_same_turn(rotation.matrix_from_rpy(found), R)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("apart", [1e-16, 1e-15, 1e-14, 1e-13, 5e-13, 1e-12])
def test_so_near_to_gimbal_lock_that_roll_is_taken_as_0_the_rotation_is_off_by_no_more_than_that(sign, apart):
    for roll, yaw in ROLLS_AND_YAWS:
        R = rotation.matrix_from_rpy([roll, sign * (math.pi / 2 - apart), yaw])
        found = rotation.rpy_from_matrix(R)
        assert found[0] == 0.0
        assert_same_turn(rotation.matrix_from_rpy(found), R, 2.0 * apart + 4e-15)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("apart", [2e-12, 1e-11, 1e-9, 1e-6, 1e-3])
def test_near_gimbal_lock_roll_and_yaw_are_told_apart(sign, apart):
    for roll, yaw in ROLLS_AND_YAWS:
        rpy = np.array([roll, sign * (math.pi / 2 - apart), yaw])
        R = rotation.matrix_from_rpy(rpy)
        for source in ("matrix", "quaternion", "rotation_vector"):
            found = convert(convert(R, "matrix", source), source, "rpy")
            assert_same_turn(rotation.matrix_from_rpy(found), R)
            # roundings of 1e-16 decide about roll and yaw only as far as 1e-16/apart
            off = [math.remainder(a - b, math.tau) for a, b in zip(found, rpy, strict=True)]
            assert max(map(abs, off)) < 4e-15 + 2e-15 / apart


@given(st.floats(-math.pi, math.pi), st.floats(-math.pi / 2, math.pi / 2), st.floats(-math.pi, math.pi))
def test_rpy_stays_in_its_ranges(roll, pitch, yaw):
    found = rotation.rpy_from_quaternion(rotation.quaternion_from_rpy([roll, pitch, yaw]))
    assert -math.pi < found[0] <= math.pi
    assert abs(found[1]) <= math.pi / 2
    assert -math.pi < found[2] <= math.pi


# --- angles and directions ----------------------------------------------------------------------------------


@given(unit_quaternions, unit_quaternions)
def test_angle_between_rotations_is_that_of_scipy_and_the_same_both_ways(p, q):
    a, b = rotation.matrix_from_quaternion(p), rotation.matrix_from_quaternion(q)
    expected = (scipy_of(q, "quaternion") * scipy_of(p, "quaternion").inv()).magnitude()
    assert rotation.rotation_angle(a, b) == pytest.approx(expected, abs=1e-14)
    assert rotation.rotation_angle(b, a) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("angle", [0.0, *TINY, 1.0, math.pi - 1e-9, math.pi])
def test_angle_from_no_turn_is_right_at_every_size(angle):
    for axis in AXES:
        R = rotation.matrix_from_rotation_vector(angle * axis)
        assert rotation.rotation_angle(np.eye(3), R) == pytest.approx(angle, rel=1e-15, abs=0.0)


@given(st.lists(st.floats(-1.0, 1.0), min_size=3, max_size=3).filter(any), st.integers(-300, 300))
@example([0.0, 0.0, 1.0], 0)
@example([0.0, 0.0, -1.0], 0)
@example([1e-12, 0.0, -1.0], 0)
@example([0.0, -1e-200, -1.0], 0)
@example([1.0, 0.0, 0.0], -300)
@example([0.0, 1.0, 1.0], 300)
def test_rotation_to_takes_z_to_the_direction_by_the_shortest_way(direction, exponent):
    v = np.array(direction)
    v = v / np.abs(v).max() * 10.0**exponent
    unit = np.longdouble(v) / np.sqrt(np.sum(np.longdouble(v) ** 2))
    R = rotation.rotation_to(v)
    np.testing.assert_allclose(R[:, 2], unit.astype(float), **CLOSE)
    np.testing.assert_allclose(R @ R.T, np.eye(3), rtol=0, atol=2e-15)
    assert np.linalg.det(R) > 0.0
    w = rotation.rotation_vector_from_matrix(R)
    assert w[2] == pytest.approx(0.0, abs=4e-15)  # the axis is square to z: no turn more than needed
    assert np.linalg.norm(w) == pytest.approx(math.atan2(math.hypot(unit[0], unit[1]), unit[2]), abs=4e-15)


# --- what is refused ----------------------------------------------------------------------------------------

REFUSED = [
    ("matrix_from_quaternion", [1.0, 0.0, 0.0], "a quaternion is 4 finite numbers, not [1.0, 0.0, 0.0]."),
    ("matrix_from_quaternion", [0.0, 0.0, 0.0, 0.0], "the quaternion 0, 0, 0, 0 is no rotation."),
    ("rpy_from_quaternion", [0, 0, 0, 0], "the quaternion 0, 0, 0, 0 is no rotation."),
    ("rotation_vector_from_quaternion", np.zeros(4), "the quaternion 0, 0, 0, 0 is no rotation."),
    ("quaternion_inverse", np.zeros(5), "a quaternion is 4 finite numbers, not [0.0, 0.0, 0.0, 0.0, 0.0]."),
    ("matrix_from_rotation_vector", [1.0], "a rotation vector is 3 finite numbers, not [1.0]."),
    ("quaternion_from_rotation_vector", [0, 0, math.inf], "a rotation vector is 3 finite numbers, not [0, 0, inf]."),
    ("matrix_from_rpy", [0.0, math.nan, 0.0], "a roll, pitch, yaw is 3 finite numbers, not [0.0, nan, 0.0]."),
    ("quaternion_from_rpy", [1, [2], 3], "a roll, pitch, yaw is 3 finite numbers, not [1, [2], 3]."),
    ("quaternion_from_matrix", np.eye(2), "a rotation matrix is 3x3 finite numbers, not [[1.0, 0.0], [0.0, 1.0]]."),
    ("rpy_from_matrix", "north", 'a rotation matrix is 3x3 finite numbers, not "north".'),
    ("rotation_to", [1.0, 0.0], "a direction is 3 finite numbers, not [1.0, 0.0]."),
    ("rotation_to", [0.0, 0.0, 0.0], "a direction must not be zero."),
    ("rotation_to", [10**400, 0, 0], f"a direction is 3 finite numbers, not [1{'0' * 55}...."),
]


@pytest.mark.parametrize(("name", "value", "message"), REFUSED)
def test_what_is_no_rotation_is_refused_with_words(name, value, message):
    with pytest.raises(KinematicsError) as caught:
        getattr(rotation, name)(value)
    assert str(caught.value) == message


def test_angle_refuses_what_is_no_matrix():
    with pytest.raises(KinematicsError, match="^a rotation matrix is 3x3 finite numbers, not "):
        rotation.rotation_angle(np.eye(3), np.eye(4))
