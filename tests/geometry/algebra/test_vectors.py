"""Rotation, extension and frames of vectors: against SciPy and quaternions, and by their identities."""

import math

import numpy as np
import pytest
from hypothesis import given
from scipy.spatial.transform import Rotation

from pult.core.errors import KinematicsError
from pult.geometry import algebra as rva
from pult.geometry.algebra import Case, DegenerateError
from pult.geometry.rotation import quaternion_from_rotation_vector, quaternion_product, rotation_vector_from_quaternion
from tests.geometry.algebra.strategies import angles, lengths, nonzero, pairs, vectors


def turn(axis, angle):
    return Rotation.from_rotvec(np.asarray(axis) / np.linalg.norm(axis) * angle)


@given(vectors, nonzero, angles)
def test_rotation_agrees_with_scipy_and_keeps_length_and_the_component_along_the_axis(v, axis, angle):
    found = rva.rotate(v, axis, angle)
    np.testing.assert_allclose(found, turn(axis, angle).apply(v), rtol=0, atol=3e-14)
    assert np.linalg.norm(found) == pytest.approx(np.linalg.norm(v), abs=2e-14)
    assert found @ axis == pytest.approx(v @ axis, abs=5e-13)


@given(vectors, nonzero, nonzero, angles, angles)
def test_two_rotations_are_the_product_of_their_quaternions(v, axis1, axis2, angle1, angle2):
    q1, q2 = (
        quaternion_from_rotation_vector(axis / np.linalg.norm(axis) * angle)
        for axis, angle in ((axis1, angle1), (axis2, angle2))
    )
    both = rotation_vector_from_quaternion(quaternion_product(q2, q1))
    size = float(np.linalg.norm(both))
    expected = rva.rotate(v, both, size) if size > 1e-12 else v
    np.testing.assert_allclose(rva.rotate(rva.rotate(v, axis1, angle1), axis2, angle2), expected, rtol=0, atol=1e-13)


@given(vectors, nonzero, angles)
def test_the_opposite_axis_and_the_opposite_angle_undo_a_rotation(v, axis, angle):
    turned = rva.rotate(v, axis, angle)
    np.testing.assert_allclose(rva.rotate(turned, axis, -angle), v, rtol=0, atol=3e-14)
    np.testing.assert_allclose(rva.rotate(turned, -axis, angle), v, rtol=0, atol=3e-14)
    np.testing.assert_array_equal(rva.rotate(v, 4.0 * axis, angle), turned)  # a power of two changes no bit


@given(vectors, nonzero, lengths)
def test_the_length_of_an_extension_is_found_again(v, axis, length):
    found = rva.length_along(v, rva.extend(v, axis, -length), axis)
    assert found.case == Case.SOLVED and found.solved
    assert found.length == pytest.approx(-length, abs=3e-14)
    assert found.miss < 3e-14


def test_what_is_beside_the_line_of_an_extension_is_unequal_by_its_distance():
    found = rva.length_along([0, 0, 0], [3, 4, 0], [2, 0, 0])
    assert (found.length, found.miss, found.case, found.solved) == (3.0, 4.0, Case.UNEQUAL, False)
    assert rva.length_along([0, 0, 0], [3, 4, 0], [0, 0, 0]).case == Case.ZERO_LENGTH


@given(pairs())
def test_the_frame_of_a_pair_is_orthonormal_right_handed_and_holds_the_pair(pair):
    a, b = pair
    found = rva.attach_frame(a, b)
    R = np.stack([found.x, found.y, found.z])
    np.testing.assert_allclose(R @ R.T, np.eye(3), rtol=0, atol=1e-15)
    assert np.linalg.det(R) == pytest.approx(1.0, abs=1e-15)
    np.testing.assert_allclose(R @ a, [np.linalg.norm(a), 0.0, 0.0], rtol=0, atol=2e-14)
    assert (R @ b)[1] > 0.0 and (R @ b)[2] == pytest.approx(0.0, abs=2e-14)
    np.testing.assert_array_equal(rva.perpendicular(a, b).direction, found.z)


@given(pairs())
def test_projections_of_a_pair_add_up_and_are_orthogonal(pair):
    a, b = pair
    found = rva.attach_frame(a, b)
    np.testing.assert_allclose(found.b_along_a + found.b_across_a, b, rtol=0, atol=2e-14)
    np.testing.assert_allclose(found.a_along_b + found.a_across_b, a, rtol=0, atol=2e-14)
    assert found.b_across_a @ a == pytest.approx(0.0, abs=2e-13)
    assert found.a_across_b @ b == pytest.approx(0.0, abs=2e-13)


@given(pairs())
def test_the_orthogonal_direction_of_the_swapped_pair_is_the_opposite(pair):
    a, b = pair
    one, two = rva.perpendicular(a, b), rva.perpendicular(b, a)
    np.testing.assert_array_equal(one.direction, -two.direction)
    assert one.sine == pytest.approx(np.linalg.norm(np.cross(a, b)) / np.linalg.norm(a) / np.linalg.norm(b), abs=1e-15)


@given(nonzero)
def test_parallel_and_zero_pairs_are_told_apart_and_hold_no_nan(v):
    for other in (2.0 * v, -v):
        found = rva.attach_frame(v, other)
        assert found.case == rva.perpendicular(v, other).case == Case.PARALLEL
        np.testing.assert_allclose(found.x, v / np.linalg.norm(v), rtol=0, atol=2e-16)
        assert not found.y.any() and not found.z.any()
        np.testing.assert_allclose(found.b_along_a, other, rtol=0, atol=1e-14)
    for a, b in ((v, [0, 0, 0]), ([0, 0, 0], v), ([0, 0, 0], [0, 0, 0])):
        found = rva.attach_frame(a, b)
        assert found.case == Case.ZERO_LENGTH and not found.solved
        assert not np.stack([found.x, found.y, found.z, found.b_along_a, found.a_across_b]).any()


def test_scale_and_subtract_are_those_of_vectors():
    np.testing.assert_array_equal(rva.scale([1, 2, 3], -2), [-2, -4, -6])
    np.testing.assert_array_equal(rva.subtract([1, 2, 3], [3, 2, 1]), [-2, 0, 2])


def test_an_axis_without_direction_is_an_error_with_its_place():
    with pytest.raises(DegenerateError) as caught:
        rva.rotate([1, 0, 0], [0, 0, 0], 1.0)
    error = caught.value
    assert str(error) == "rotate: axis has no direction, its length is zero."
    assert (error.operator, error.argument, error.case, error.where) == ("rotate", "axis", Case.ZERO_LENGTH, ())
    with pytest.raises(DegenerateError, match=r"^extend: axis has no direction at 1, its length is zero\.$") as caught:
        rva.extend([1, 0, 0], [[0, 0, 1], [0, 0, 0]], 1.0)
    assert caught.value.where == (1,)


def test_what_are_no_vectors_is_refused_with_words():
    with pytest.raises(KinematicsError, match=r"^v must have 3 numbers along its last axis, not the shape \(2,\)\.$"):
        rva.rotate([1, 2], [0, 0, 1], 0.0)
    with pytest.raises(KinematicsError, match=r"^angle must be finite, but holds nan\.$"):
        rva.rotate([1, 2, 3], [0, 0, 1], math.nan)
    with pytest.raises(KinematicsError, match="the shapes of the arguments do not go together"):
        rva.rotate(np.ones((2, 3)), np.ones((4, 3)), 0.0)


def test_every_name_of_the_paper_is_an_operator():
    assert set(rva.ALIASES) == {
        "PVV", "VVV", "VuS", "VmV", "OrtB", "PSK", "PSVK", "PSV", "PkO", "TreUgl", "U4ver", "U3zvn",
    }  # fmt: skip
    for name, operator in rva.ALIASES.items():
        assert getattr(rva, name) is operator
        assert name in operator.__doc__
