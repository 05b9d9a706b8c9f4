"""Inverse problems of rotations: every solution undoes the direct problem, and none is missing."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pult.geometry import algebra as rva
from pult.geometry.algebra import Case
from tests.geometry.algebra.strategies import angles, apart, nonzero, pairs

X, Y, Z = np.eye(3)


def sine(a, b):
    return np.linalg.norm(np.cross(a, b)) / np.linalg.norm(a) / np.linalg.norm(b)


@given(nonzero, nonzero, angles)
def test_the_angle_about_an_axis_undoes_a_rotation(v, axis, angle):
    assume(sine(v, axis) > 0.01)
    found = rva.angle_about(v, rva.rotate(v, axis, angle), axis)
    assert found.case == Case.SOLVED
    assert apart(found.angle, angle) < 1e-12
    assert found.miss < 1e-13 * np.linalg.norm(v)


@given(nonzero, nonzero)
def test_the_angle_between_vectors_agrees_with_the_definition_and_is_symmetric(a, b):
    found = rva.angle_between(a, b)
    assert math.cos(found.angle) == pytest.approx(a @ b / np.linalg.norm(a) / np.linalg.norm(b), abs=1e-15)
    assert found.angle == rva.angle_between(b, a).angle
    assert rva.angle_between(a, -b).angle == pytest.approx(math.pi - found.angle, abs=1e-15)


@given(nonzero, st.floats(1e-15, 1e-3))
def test_small_angles_keep_their_digits(v, angle):
    axis = np.cross(v, [0.3, 0.5, -0.7])
    assume(np.linalg.norm(axis) > 0.1)
    assert rva.angle_between(v, v + angle * np.cross(axis / np.linalg.norm(axis), v)).angle == pytest.approx(
        math.atan(angle), rel=1e-6, abs=3e-16
    )


def test_cases_of_the_angle_about_an_axis():
    assert rva.angle_about(X, 2 * Y, Z).case == Case.UNEQUAL
    longer = rva.angle_about(X, 2 * Y, Z)
    assert longer.angle == pytest.approx(math.pi / 2) and longer.miss == pytest.approx(1.0)
    assert rva.angle_about(X, Y + Z, Z).case == Case.UNEQUAL
    assert rva.angle_about(Z, Z, Z).case == Case.FREE
    assert rva.angle_about(Z, -Z, Z).case == Case.UNEQUAL
    assert rva.angle_about(Z, X, Z).case == Case.PARALLEL
    for zero in ((0 * X, X, Z), (X, 0 * X, Z), (X, Y, 0 * Z)):
        assert rva.angle_about(*zero).case == Case.ZERO_LENGTH
    assert rva.angle_about(X, -X, Z).angle == math.pi


def rotated(v, *turns):
    for axis, angle in turns:
        v = rva.rotate(v, axis, angle)
    return v


@given(nonzero, pairs(), angles, angles)
def test_both_solutions_about_two_axes_do_it_and_one_is_the_given(v, axes, q1, q2):
    axis1, axis2 = axes
    middle = rotated(v, (axis1, q1))
    assume(min(sine(v, axis1), sine(middle, axis2)) > 0.01)
    target = rotated(middle, (axis2, q2))
    found = rva.two_axis_angles(v, target, axis1, axis2)
    assert found.solved and found.miss < 1e-9 * np.linalg.norm(v)
    for first, second in (found.first, found.second):
        np.testing.assert_allclose(rotated(v, (axis1, first), (axis2, second)), target, rtol=0, atol=3e-11)
    # near the double solution the angles lose half of their digits, as every double root does
    lateral = abs(np.linalg.det([middle / np.linalg.norm(middle), axis1 / np.linalg.norm(axis1), axis2 / np.linalg.norm(axis2)]))
    if lateral > 1e-3:
        assert found.case == Case.SOLVED
        assert min(max(apart(s, [q1, q2])) for s in (found.first, found.second)) < 1e-8
        assert max(apart(found.first, found.second)) > 1e-4


def test_cases_of_two_axes():
    flat = rva.two_axis_angles(X, -X, Z, Y)  # X turned about Z to the plane of X and Z is X or -X
    assert flat.solved
    touching = rva.two_axis_angles([1, 0, 1], [-1, 0, 1], Z, [1, 0, 1])
    assert touching.case == Case.TOUCHING and touching.miss < 1e-15
    far = rva.two_axis_angles(Z + 0.1 * X, X, Z, X)  # a narrow cone about Z never meets X itself
    assert far.case == Case.APART and far.miss > 0.5 and np.isfinite(far.first).all()
    free = rva.two_axis_angles(X, Y, Z, 2 * Z)
    assert free.case == Case.FREE
    np.testing.assert_allclose(free.first, [math.pi / 2, 0.0])
    assert rva.two_axis_angles(X, Z, Z, Z).case == Case.PARALLEL
    assert rva.two_axis_angles(Z, X, Z, Y).case == Case.FREE  # Z is on its first axis
    assert rva.two_axis_angles(X, 2 * Y, Z, Y).case == Case.UNEQUAL
    assert rva.two_axis_angles(X, Y, 0 * Z, Y).case == Case.ZERO_LENGTH


@given(st.integers(0, 2**32 - 1), angles, angles, angles)
def test_both_solutions_about_three_axes_make_up_the_rotation(seed, q1, q2, q3):
    axes = np.random.default_rng(seed).normal(size=(3, 3))
    assume(sine(axes[0], axes[1]) > 0.05 and sine(axes[1], axes[2]) > 0.05)
    units = axes / np.linalg.norm(axes, axis=1)[:, None]

    def rotation(angles):
        made = Rotation.identity()
        for axis, angle in zip(units, angles, strict=True):
            made = Rotation.from_rotvec(axis * angle) * made
        return made

    wanted = rotation((q1, q2, q3))
    found = rva.three_axis_angles(wanted.as_quat(scalar_first=True), *axes)
    assert found.solved
    assert found.miss < 1e-6
    for solution in (found.first, found.second):
        assert (rotation(solution) * wanted.inv()).magnitude() < 1e-6
    lateral = abs(np.linalg.det([Rotation.from_rotvec(units[1] * q2).apply(units[0]), units[1], units[2]]))
    if lateral > 1e-2:
        assert min(max(apart(s, [q1, q2, q3])) for s in (found.first, found.second)) < 1e-9
        assert found.miss < 1e-11


def test_three_axes_agree_with_roll_pitch_yaw_and_say_gimbal_lock():
    wanted = Rotation.from_euler("xyz", [0.3, -0.4, 2.0])
    found = rva.three_axis_angles(wanted.as_quat(scalar_first=True), X, Y, Z)
    assert found.case == Case.SOLVED
    assert min(np.abs(s - [0.3, -0.4, 2.0]).max() for s in (found.first, found.second)) < 1e-14
    locked = rva.three_axis_angles(Rotation.from_euler("xyz", [0.3, math.pi / 2, 0.0]).as_quat(scalar_first=True), X, Y, Z)
    assert locked.solved and locked.miss < 1e-7
    about = rva.three_axis_angles([1, 0, 0, 0], X, X, X)
    assert about.case == Case.FREE
    # two axes that are parallel cannot make every rotation: what is left is said
    lost = rva.three_axis_angles(Rotation.from_rotvec([0, 0, 1.0]).as_quat(scalar_first=True), X, X, Y)
    assert not lost.solved and lost.miss > 0.1
    assert rva.three_axis_angles([1, 0, 0, 0], X, 0 * X, Y).case == Case.ZERO_LENGTH


@given(pairs())
def test_the_smallest_rotation_takes_one_direction_to_the_other(pair):
    a, b = pair
    found = rva.align_directions(a, b)
    assert found.case == Case.SOLVED
    turned = rva.rotate(a, found.axis, found.angle) / np.linalg.norm(a)
    np.testing.assert_allclose(turned, b / np.linalg.norm(b), rtol=0, atol=1e-15)
    assert found.angle == rva.angle_between(a, b).angle


@given(nonzero)
def test_equal_and_opposite_directions_are_aligned_about_a_chosen_axis(v):
    for other, angle in ((3 * v, 0.0), (-v, math.pi)):
        found = rva.align_directions(v, other)
        assert found.case == Case.FREE and found.angle == angle
        np.testing.assert_allclose(rva.rotate(v, found.axis, found.angle), np.sign(v @ other) * v, rtol=0, atol=1e-14)
        assert np.linalg.norm(found.axis) == pytest.approx(1.0) and found.axis @ v == pytest.approx(0.0, abs=1e-14)


@given(pairs())
def test_planes_are_aligned_by_at_most_a_quarter_turn(pair):
    n1, n2 = pair
    found = rva.align_planes(n1, n2)
    assert found.angle <= math.pi / 2 + 1e-15
    turned = rva.rotate(n1, found.axis, found.angle)
    assert sine(turned, n2) < 1e-14
    assert found.axis @ n2 == pytest.approx(0.0, abs=1e-13)  # the line where the planes meet
    assert rva.align_planes(n1, -n2).angle == pytest.approx(found.angle, abs=1e-15)


@given(pairs(), st.integers(0, 2**32 - 1))
def test_the_same_pair_seen_from_two_frames_gives_the_rotation_between_them(pair, seed):
    R = Rotation.random(rng=seed)
    found = rva.align_pairs(*pair, *R.apply(pair))
    assert found.case == Case.SOLVED and found.miss < 1e-13
    assert (Rotation.from_rotvec(found.axis * found.angle) * R.inv()).magnitude() < 1e-13


def test_cases_of_pairs():
    assert rva.align_pairs(X, Y, Y, X + Y).case == Case.UNEQUAL
    found = rva.align_pairs(X, Y, Y, X + Y)
    assert found.miss == pytest.approx(math.pi / 4)
    np.testing.assert_allclose(rva.rotate(X, found.axis, found.angle), Y, atol=1e-15)
    assert rva.align_pairs(X, X, Y, Z).case == Case.PARALLEL
    assert rva.align_pairs(X, Y, 0 * Y, Z).case == Case.ZERO_LENGTH
    same = rva.align_pairs(X, Y, X, Y)
    assert same.case == Case.SOLVED and same.angle == 0.0 and np.linalg.norm(same.axis) == 1.0
