"""Chains made in code: random axes, kinds, references and mimicking joints, against products of transforms."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import KinematicsError
from pult.geometry.pose import pose
from pult.robot.chain import Chain
from pult.robot.model import Joint, Mimic
from tests.robot.lab import (
    assert_jacobian_is_the_derivative_of_the_pose,
    chain_of,
    placed_joints,
    poses,
    product_of_transforms,
    values_of,
)

CLOSE = {"rtol": 0, "atol": 2e-14}  # products of up to 9 poses of size 1..10
seeds = st.integers(0, 2**32 - 1)


def configuration(chain, seed):
    return np.random.default_rng(seed).uniform(-2.0, 2.0, size=chain.n)


@given(placed_joints(), poses, poses, seeds)
def test_frames_and_effector_are_products_of_the_transforms(placed, tool, base, seed):
    chain = chain_of(placed, tool=pose([0.3, -0.2, 0.5]) @ tool, base=base)
    q = configuration(chain, seed)
    expected = base @ product_of_transforms(placed, dict(zip(chain.names, q, strict=True)))
    np.testing.assert_allclose(chain.frames(q), expected, **CLOSE)
    np.testing.assert_allclose(chain.forward(q), expected[-1] @ pose([0.3, -0.2, 0.5]) @ tool, **CLOSE)
    assert chain.joints == tuple(joint.name for joint, _ in placed)


@given(placed_joints(), seeds)
def test_the_jacobian_is_the_derivative_of_the_pose(placed, seed):
    chain = chain_of(placed)
    assert_jacobian_is_the_derivative_of_the_pose(chain, configuration(chain, seed))


@given(placed_joints(), seeds)
def test_coordinates_are_the_joints_that_follow_none(placed, seed):
    chain = chain_of(placed)
    assert sorted(chain.names) == sorted(joint.name for joint, _ in placed if joint.mimic is None)
    assert chain.n == len(chain.names) == chain.lower.size == chain.upper.size
    assert chain.jacobian(configuration(chain, seed)).shape == (6, chain.n)


@given(placed_joints(), seeds)
@settings(max_examples=20)
def test_many_configurations_at_once_are_the_same_bits_as_one_by_one(placed, seed):
    chain = chain_of(placed)
    qs = np.random.default_rng(seed).uniform(-3.0, 3.0, size=(4, chain.n))
    together = chain.forward_many(qs)
    assert together.shape == (4, 1, 4, 4)
    for q, found in zip(qs, together, strict=True):
        np.testing.assert_array_equal(found[0], chain.forward(q))
    np.testing.assert_array_equal(chain.forward_many(np.asfortranarray(qs)), together)
    assert chain.forward_many(np.empty((0, chain.n))).shape == (0, 1, 4, 4)


@given(placed_joints(), st.sampled_from([1e-200, 1e-3, 1e3, 1e200]), seeds)
@settings(max_examples=30)
def test_the_length_of_an_axis_means_nothing(placed, factor, seed):
    scaled = [
        (Joint(j.name, j.kind, tuple(factor * x for x in j.axis), j.lower, j.upper, j.mimic, j.reference), T)
        for j, T in placed
    ]
    one, two = chain_of(placed), chain_of(scaled)
    q = configuration(one, seed)
    np.testing.assert_allclose(two.forward(q), one.forward(q), **CLOSE)


# --- closed forms -------------------------------------------------------------------------------------------


def test_a_planar_arm_has_its_closed_form():
    l1, l2, l3 = 0.7, 0.5, 0.3
    placed = [(Joint("a"), np.eye(4)), (Joint("b"), pose([l1, 0, 0])), (Joint("c"), pose([l2, 0, 0]))]
    chain = Chain.from_joints(placed, tool=pose([l3, 0, 0]))
    for q in np.random.default_rng(0).uniform(-3.0, 3.0, size=(20, 3)):
        a, ab, abc = np.cumsum(q)
        x = l1 * math.cos(a) + l2 * math.cos(ab) + l3 * math.cos(abc)
        y = l1 * math.sin(a) + l2 * math.sin(ab) + l3 * math.sin(abc)
        c, s = math.cos(abc), math.sin(abc)
        expected = [[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, 0], [0, 0, 0, 1]]
        np.testing.assert_allclose(chain.forward(q), expected, rtol=0, atol=1e-15)
        dx = [-y, -l2 * math.sin(ab) - l3 * math.sin(abc), -l3 * math.sin(abc)]
        dy = [x, l2 * math.cos(ab) + l3 * math.cos(abc), l3 * math.cos(abc)]
        np.testing.assert_allclose(chain.jacobian(q), [dx, dy, [0] * 3, [0] * 3, [0] * 3, [1] * 3], rtol=0, atol=1e-15)
    assert chain.reach == pytest.approx(l2 + l1 + l3, abs=1e-15)


def test_a_sliding_joint_slides_along_its_axis_and_turns_nothing():
    slide = Joint("s", "prismatic", (3.0, 0.0, 4.0), -1.0, 2.0)
    chain = Chain.from_joints([(slide, pose([0, 0, 1], [0, 0, math.pi / 2]))], tool=pose([0.1, 0, 0]))
    np.testing.assert_allclose(chain.forward([0.5])[:3, 3], [0.0, 0.1 + 0.3, 1.4], rtol=0, atol=1e-15)
    np.testing.assert_allclose(chain.forward([0.5])[:3, :3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], rtol=0, atol=1e-15)
    np.testing.assert_allclose(chain.jacobian([0.5])[:, 0], [0.0, 0.6, 0.8, 0, 0, 0], rtol=0, atol=1e-15)
    assert chain.slides.tolist() == [1.0]
    assert chain.reach == pytest.approx(1.1, abs=1e-15)  # of the 2 m of travel 1 m counts beside a link of 0.1 m


def test_a_frame_is_where_it_was_placed_while_its_joint_is_at_the_reference():
    placed = [(Joint("a", axis=(1, 2, 3), reference=0.4), pose([1, 2, 3], [0.1, 0.2, 0.3]))]
    chain = Chain.from_joints(placed, tool=pose([0.5, 0, 0]))
    np.testing.assert_allclose(chain.frames([0.4])[0], placed[0][1], rtol=0, atol=1e-15)


# --- mimicking joints ---------------------------------------------------------------------------------------


def finger(**limits):
    """A finger of three joints: the second follows the first, the third the second; lengths 0.3, 0.2, 0.1."""
    a = Joint("a", lower=-1.0, upper=2.0)
    b = Joint("b", mimic=Mimic("a", 0.5, 0.1), **limits.get("b", {}))
    c = Joint("c", mimic=Mimic("b", -2.0, 0.3), **limits.get("c", {}))
    return [(a, np.eye(4)), (b, pose([0.3, 0, 0])), (c, pose([0.2, 0, 0]))]


def test_a_joint_that_mimics_a_mimic_follows_through():
    chain = Chain.from_joints(finger(), tool=pose([0.1, 0, 0]))
    assert chain.names == ("a",)
    assert chain.joints == ("a", "b", "c")
    for a in (-0.5, 0.0, 1.3):
        b = 0.5 * a + 0.1
        c = -2.0 * b + 0.3
        assert values_of([j for j, _ in finger()], {"a": a})["c"] == pytest.approx(c, abs=1e-15)
        x = 0.3 * math.cos(a) + 0.2 * math.cos(a + b) + 0.1 * math.cos(a + b + c)
        y = 0.3 * math.sin(a) + 0.2 * math.sin(a + b) + 0.1 * math.sin(a + b + c)
        np.testing.assert_allclose(chain.forward([a])[:2, 3], [x, y], rtol=0, atol=1e-15)
        assert chain.jacobian([a])[5, 0] == pytest.approx(1.0 + 0.5 - 1.0, abs=1e-15)


def test_a_follower_may_come_before_its_leader():
    before = Joint("f", mimic=Mimic("l", -1.0))
    chain = Chain.from_joints([(before, np.eye(4)), (Joint("l"), pose([1, 0, 0]))], tool=pose([1, 0, 0]))
    assert chain.names == ("l",)
    # the two turns undo each other: the tip keeps its direction
    np.testing.assert_allclose(chain.forward([0.7])[:3, :3], np.eye(3), rtol=0, atol=1e-15)
    np.testing.assert_allclose(chain.jacobian([0.7])[3:, 0], 0.0, rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("limits", "lower", "upper"),
    [
        ({}, -1.0, 2.0),
        ({"b": {"lower": -0.2, "upper": 5.0}}, -0.6, 2.0),  # b = 0.5 a + 0.1
        ({"b": {"lower": -0.2, "upper": 0.6}}, -0.6, 1.0),
        ({"c": {"lower": -0.9, "upper": 0.5}}, -0.4, 1.0),  # c = -a + 0.1: the ends change sides
        ({"b": {"lower": -0.2}, "c": {"lower": -0.9}}, -0.6, 1.0),
    ],
)
def test_limits_of_followers_limit_the_coordinate_too(limits, lower, upper):
    chain = Chain.from_joints(finger(**limits), tool=pose([0.1, 0, 0]))
    assert chain.lower[0] == pytest.approx(lower, abs=1e-15)
    assert chain.upper[0] == pytest.approx(upper, abs=1e-15)


def test_a_follower_that_does_not_move_limits_nothing():
    still = Joint("f", lower=0.0, upper=0.1, mimic=Mimic("l", 0.0, 5.0))
    chain = Chain.from_joints(
        [(Joint("l", lower=-1, upper=1), np.eye(4)), (still, pose([1, 0, 0]))], tool=pose([1, 0, 0])
    )
    assert (chain.lower[0], chain.upper[0]) == (-1.0, 1.0)


def test_the_unit_of_a_coordinate_is_that_of_the_joint_that_leads():
    pinion, rack = Joint("pinion"), Joint("rack", "prismatic", mimic=Mimic("pinion", 0.01))
    chain = Chain.from_joints([(pinion, np.eye(4)), (rack, pose([1, 0, 0]))], tool=pose([1, 0, 0]))
    assert chain.slides.tolist() == [0.0]
    assert chain.damping.tolist() == [1.0]
    assert chain.ranges.tolist() == [[-math.pi], [math.pi]]


# --- configurations -----------------------------------------------------------------------------------------

ARM = [(Joint("a", lower=-1.0, upper=2.0), np.eye(4)), (Joint("b"), pose([1.0, 0, 0]))]


def test_a_configuration_may_come_in_any_form_of_numbers():
    chain = Chain.from_joints(ARM, tool=pose([1, 0, 0]))
    expected = chain.forward(np.array([0.5, 1.0]))
    strided = np.array([0.5, 9.0, 1.0, 9.0])[::2]
    frozen = np.array([0.5, 1.0])
    frozen.flags.writeable = False
    swapped = np.array([0.5, 1.0], dtype=">f8")
    for q in ([0.5, 1.0], (0.5, 1), strided, frozen, np.array([0.5, 1.0], dtype=np.float32), swapped):
        np.testing.assert_array_equal(chain.forward(q), expected)
        assert chain.jacobian(q).shape == (6, 2)


def test_a_configuration_is_not_changed_and_not_kept():
    chain = Chain.from_joints(ARM, tool=pose([1, 0, 0]))
    q = np.array([5.0, -7.0])
    for call in (chain.forward, chain.frames, chain.jacobian, chain.limit_distances, chain.manipulability, chain.clamp):
        first = np.array(call(q))
        np.testing.assert_array_equal(q, [5.0, -7.0])
        np.testing.assert_array_equal(first, call(q))
    found = chain.forward(q)
    found[:] = 0.0
    assert chain.forward(q)[3, 3] == 1.0


def test_changing_what_a_chain_was_made_of_does_not_change_it():
    placement, tool = pose([1.0, 0, 0]), pose([1.0, 0, 0])
    chain = Chain.from_joints([(Joint("a"), np.eye(4)), (Joint("b"), placement)], tool=tool)
    before = chain.forward([0.1, 0.2])
    placement[:3, 3], tool[:3, 3] = 9.0, 9.0
    np.testing.assert_array_equal(chain.forward([0.1, 0.2]), before)
    np.testing.assert_array_equal(chain.chain("effector").forward([0.1, 0.2]), before)


def test_limits_cannot_be_written():
    chain = Chain.from_joints(ARM, tool=pose([1, 0, 0]))
    for array in (chain.lower, chain.upper, chain.slides):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7.0


def test_a_chain_says_what_it_is():
    chain = Chain.from_joints(ARM, tool=pose([1, 0, 0]), name="my arm")
    assert repr(chain) == "<Chain of my arm: base to effector, 2 coordinates>"
    assert (chain.n, chain.names, chain.effector, chain.base, chain.source) == (
        2,
        ("a", "b"),
        "effector",
        "base",
        "my arm",
    )


def test_huge_angles_are_angles():
    chain = Chain.from_joints(ARM, tool=pose([1, 0, 0]))
    # a sum of the entries would overflow; each is a number all the same
    T = chain.forward(np.array([1.7e308, 1.7e308]))
    assert np.isfinite(T).all()
    np.testing.assert_allclose(T[:3, :3] @ T[:3, :3].T, np.eye(3), rtol=0, atol=1e-15)


def test_an_empty_chain_is_refused():
    with pytest.raises(KinematicsError) as caught:
        Chain.from_joints([], base=pose([1, 0, 0]))
    assert str(caught.value) == "joints: the chain is empty: it has no joints."
