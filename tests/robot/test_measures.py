"""Manipulability against singular values and closed forms, singular configurations; both engines alike."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.geometry.pose import pose
from pult.robot import kinematics, measures
from pult.robot.chain import Chain
from pult.robot.model import Frame, Joint, Mimic, Model
from pult.robot.tree import Tree
from tests.robot.lab import chain_of, placed_joints
from tests.robot.test_chain_dh import CRAIG, PUMA

RIGHT = math.pi / 2


def planar(*lengths):
    """Joints about z, links along x."""
    offsets = [0.0, *lengths[:-1]]
    placed = [(Joint(f"j{i}"), pose([offset, 0, 0])) for i, offset in enumerate(offsets)]
    return Chain.from_joints(placed, tool=pose([lengths[-1], 0, 0]))


def rounding(J):
    """What the volume of unit roundings in J is worth: the product of the largest singular values but one, times 1e-15."""
    sizes = np.linalg.svd(J, compute_uv=False)
    return 20e-16 * sizes[0] * max(1.0, math.prod(sizes[:-1])) * len(sizes)


# --- manipulability -----------------------------------------------------------------------------------------


@given(placed_joints(), st.integers(0, 2**32 - 1), st.sampled_from(["position", "pose"]))
def test_manipulability_is_the_product_of_the_singular_values(placed, seed, of):
    chain = chain_of(placed)
    q = np.random.default_rng(seed).uniform(-2.0, 2.0, size=chain.n)
    J = chain.jacobian(q)[: 3 if of == "position" else 6]
    expected = math.prod(np.linalg.svd(J, compute_uv=False).tolist())
    assert chain.manipulability(q, of) == pytest.approx(expected, rel=1e-12, abs=rounding(J))


@pytest.mark.parametrize(("table", "convention"), [(PUMA, "standard"), (CRAIG, "modified")])
def test_manipulability_of_six_joints_is_the_determinant(table, convention):
    chain = Chain.from_dh(table, convention)
    for q in chain.random(1, count=50):
        expected = abs(np.linalg.det(chain.jacobian(q)))
        assert chain.manipulability(q) == pytest.approx(expected, rel=1e-12, abs=1e-16)
        assert chain.manipulability(q, "pose") == chain.manipulability(q)
        J = chain.jacobian(q)[:3]
        assert chain.manipulability(q, "position") == pytest.approx(math.sqrt(np.linalg.det(J @ J.T)), rel=1e-9)


def test_manipulability_of_two_links_is_yoshikawas_closed_form():
    # Yoshikawa, "Manipulability of robotic mechanisms", 1985: l1 l2 |sin theta2|, here for two of the three rows, so that
    # sqrt(det(J^T J)) of the three is the same
    chain = planar(0.7, 0.5)
    for q in np.random.default_rng(0).uniform(-3.0, 3.0, size=(30, 2)):
        assert chain.manipulability(q, "position") == pytest.approx(0.35 * abs(math.sin(q[1])), rel=1e-13, abs=1e-16)


def test_with_fewer_coordinates_than_rows_it_is_the_volume_of_the_columns():
    chain = planar(0.7)
    assert chain.manipulability([0.3], "position") == pytest.approx(0.7, abs=1e-15)  # moves at 0.7 m/s
    assert chain.manipulability([0.3]) == pytest.approx(math.hypot(0.7, 1.0), abs=1e-15)  # and turns at 1 rad/s
    for n in (2, 3, 4, 5):
        arm = Chain.from_dh(PUMA[:n], "standard", tool=pose([0.1, 0.2, 0.3]))
        q = arm.random(n)
        J = arm.jacobian(q)
        assert arm.manipulability(q) == pytest.approx(math.sqrt(np.linalg.det(J.T @ J)), rel=1e-10)


def test_a_slide_counts_as_a_slide():
    gantry = Chain.from_joints([(Joint(n, "prismatic", a), np.eye(4)) for n, a in zip("xyz", np.eye(3), strict=True)])
    assert gantry.manipulability([0.1, 0.2, 0.3], "position") == pytest.approx(1.0, abs=1e-15)
    assert gantry.manipulability([0.1, 0.2, 0.3]) == pytest.approx(1.0, abs=1e-15)


def follower_without_effect():
    still = Joint("b", mimic=Mimic("c", 0.0))
    return chain_of([(Joint("a"), np.eye(4)), (still, np.eye(4)), (Joint("c"), np.eye(4))])


def on_its_own_axis():
    return Chain.from_joints([(Joint("a"), np.eye(4))], tool=pose([0, 0, 1]))


def puma():
    return Chain.from_dh(PUMA, "standard")


STRETCHED = -math.atan2(0.4318, 0.0203)  # the wrist of the PUMA on the line through shoulder and elbow


@pytest.mark.parametrize(
    ("make", "q", "of"),
    [
        (lambda: planar(0.7, 0.5), [0.3, 0.0], "position"),  # stretched
        (lambda: planar(0.7, 0.5), [0.3, math.pi], "position"),  # folded
        (lambda: planar(0.7, 0.5, 0.3), [0.3, 0.5, 0.7], "position"),  # a planar arm never leaves its plane
        (lambda: planar(0.7, 0.5, 0.3, 0.2), [0.1, 0.2, 0.3, 0.4], "pose"),
        (puma, [0.1, 0.2, 0.3, 0.4, 0.0, 0.5], "pose"),  # axes 4 and 6 are one line
        (puma, [0.1, 0.2, STRETCHED, 0.0, 1.0, 0.0], "pose"),
        (on_its_own_axis, [0.4], "position"),
        (follower_without_effect, [1.0, 2.0], "pose"),  # two joints about one line
    ],
)
def test_manipulability_is_zero_in_singular_configurations(make, q, of):
    assert 0.0 <= make().manipulability(q, of) < 1e-15


def test_manipulability_goes_to_zero_in_proportion_to_the_distance_from_the_singularity():
    chain = planar(0.7, 0.5)
    for angle in (1e-3, 1e-6, 1e-9, 1e-12):
        found = chain.manipulability([0.3, angle], "position")
        assert found == pytest.approx(0.35 * math.sin(angle), abs=2e-16)


# --- both engines -------------------------------------------------------------------------------------------


def robots():
    """Trees of every kind: turning, sliding, mimicking, several effectors, one that stands still."""
    model = Model(
        "robot",
        [
            Frame("a", None, np.eye(4)),
            Frame("b", "a", pose([0.1, 0.2, 0.3], [1, 2, 3]), Joint("j", axis=(1, 2, 3), reference=0.3)),
            Frame("c", "b", pose([0.3, 0, 0], [3, 2, 1]), Joint("k", "prismatic", (1, 0, 1), -1, 1)),
            Frame("d", "b", pose([0.4, 0, 0], [1, 1, 1]), Joint("l", mimic=Mimic("j", -0.7, 0.1))),
            Frame("e", "d", pose([0, 0.4, 0], [2, 1, 1]), Joint("m", upper=2.0)),
            Frame("f", "a", pose([1, 1, 1])),
        ],
    )
    tree, seen_from_an_end = Tree(model, ["e", "c", "f"]), Tree(model, ["c", "a"], "e")
    return [Chain.from_dh(PUMA, "standard"), planar(0.7, 0.5), planar(1.0), tree, seen_from_an_end]


@pytest.mark.parametrize("number", range(5))
def test_plain_python_and_native_code_give_the_same_bits(number):
    robot = robots()[number]
    links, tips, limits = robot.arrays.links, robot.arrays.tips, robot.arrays.limits
    qs = np.random.default_rng(number).uniform(-4.0, 4.0, size=(10, robot.n))
    np.testing.assert_array_equal(measures.effector_matrices_of(links, tips, qs), robot.forward_many(qs))
    for q in qs:
        np.testing.assert_array_equal(measures.effector_matrices(links, tips, q), robot.forward(q).reshape(-1, 4, 4))
        np.testing.assert_array_equal(measures.joint_matrices(links, q) @ robot.arrays.carried, robot.frames(q))
        J = measures.geometric_jacobian(links, tips, q)
        np.testing.assert_array_equal(J, robot.jacobian(q).reshape(-1, robot.n))
        np.testing.assert_array_equal(measures.limit_distances(limits, q), robot.limit_distances(q))
        if isinstance(robot, Chain):
            for rows, of in ((3, "position"), (6, "pose")):
                assert measures.manipulability(links, tips, q, rows) == robot.manipulability(q, of)


@given(placed_joints(), st.integers(0, 2**32 - 1))
@settings(max_examples=30)
def test_plain_python_and_native_code_give_the_same_bits_for_random_chains(placed, seed):
    chain = chain_of(placed)
    links, tips = chain.arrays.links, chain.arrays.tips
    q = np.random.default_rng(seed).uniform(-4.0, 4.0, size=chain.n)
    np.testing.assert_array_equal(measures.effector_matrices(links, tips, q)[0], chain.forward(q))
    np.testing.assert_array_equal(measures.geometric_jacobian(links, tips, q), chain.jacobian(q))
    assert measures.manipulability(links, tips, q, 6) == chain.manipulability(q)


# --- kernels on their own -----------------------------------------------------------------------------------


def test_placing_one_joint_after_the_other_is_placing_all():
    robot = robots()[3]
    links, q = robot.arrays.links, np.array([0.3, 0.2, -0.4])
    whole, single = np.full((4, 12), np.nan), np.full((4, 12), np.nan)
    kinematics.place(links, q, whole)
    for number in range(4):
        kinematics.place_one(links, number, q, single)
    np.testing.assert_array_equal(whole, single)


def test_the_jacobian_kernel_overwrites_what_was_there():
    robot = robots()[3]
    links, tips, q = robot.arrays.links, robot.arrays.tips, np.array([0.3, 0.2, -0.4])
    frames, poses, columns = np.empty((4, 12)), np.empty((3, 12)), np.full((3, 18), np.nan)
    kinematics.place(links, q, frames)
    kinematics.place_tips(tips, frames, poses)
    for _ in range(2):
        kinematics.jacobian(links, tips, frames, poses, columns)
        np.testing.assert_array_equal(columns.T, robot.jacobian(q).reshape(18, 3))


def test_rows_become_matrices():
    rows = np.arange(24.0).reshape(2, 12)
    found = measures.as_matrices(rows)
    np.testing.assert_array_equal(found[:, :3], rows.reshape(2, 3, 4))
    np.testing.assert_array_equal(found[:, 3], [[0, 0, 0, 1]] * 2)


@pytest.mark.parametrize("J", [np.zeros((6, 3)), np.zeros((6, 8)), np.eye(6)[:, [0, 1, 1]], np.ones((6, 6))])
def test_the_volume_of_dependent_rows_or_columns_is_zero(J):
    assert measures.volume(J, 6) == 0.0


def test_the_volume_of_a_very_flat_body_keeps_its_digits():
    # columns nearly in line, exact in binary: the volume is 2^-30
    J = np.zeros((6, 2))
    J[0] = 1.0
    J[1, 1] = 2.0**-30
    assert measures.volume(J, 6) == 2.0**-30
    assert measures.volume(J, 3) == 2.0**-30
