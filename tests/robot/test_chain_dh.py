"""Denavit-Hartenberg tables: arms with published closed forms, and the two conventions against each other."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.geometry.pose import pose
from pult.robot.chain import Chain
from tests.robot.lab import assert_jacobian_is_the_derivative_of_the_pose

CLOSE = {"rtol": 0, "atol": 2e-15}  # arms of 1 m
RIGHT = math.pi / 2
GENERATOR = np.random.default_rng(2)

# PUMA 560 [m]: Corke, Armstrong-Helouvry, "A search for consensus among model parameters reported for the PUMA 560
# robot", ICRA 1994, as in Corke's Robotics Toolbox (puma560.m)
A2, A3, D3, D4 = 0.4318, 0.0203, 0.15005, 0.4318
PUMA = [(0, RIGHT, 0, 0), (A2, 0, 0, 0), (A3, -RIGHT, D3, 0), (0, RIGHT, D4, 0), (0, -RIGHT, 0, 0), (0, 0, 0, 0)]
# the same arm as Craig has it, "Introduction to Robotics", 3rd ed., figure 3.21: a and alpha are of the link before
CRAIG = [(0, 0, 0, 0), (0, -RIGHT, 0, 0), (A2, 0, D3, 0), (A3, -RIGHT, D4, 0), (0, RIGHT, 0, 0), (0, -RIGHT, 0, 0)]

lengths, angles = st.floats(-1.0, 1.0), st.floats(-math.pi, math.pi)
rows = st.fixed_dictionaries({"a": lengths, "alpha": angles, "d": lengths, "theta": angles}).flatmap(
    lambda row: st.sampled_from(["revolute", "prismatic"]).map(lambda kind: {**row, "joint": kind})
)
tables = st.lists(rows, min_size=1, max_size=7)


def about(axis, angle):
    return pose((0, 0, 0), [angle if i == axis else 0.0 for i in range(3)])


def along(axis, length):
    return pose([length if i == axis else 0.0 for i in range(3)])


# --- the PUMA 560 -------------------------------------------------------------------------------------------


def test_puma_at_zero_stands_where_its_lengths_say():
    T = Chain.from_dh(PUMA, "standard").forward(np.zeros(6))
    np.testing.assert_allclose(T, pose([A2 + A3, -D3, D4]), **CLOSE)


@pytest.mark.parametrize(
    ("q", "position", "R"),
    [
        # Corke, "Robotics, Vision and Control", chapter 7: the poses qz, qr, qs and qn, printed with four digits
        ([0, 0, 0, 0, 0, 0], [0.4521, -0.1500, 0.4318], np.eye(3)),
        ([0, RIGHT, -RIGHT, 0, 0, 0], [0.0203, -0.1500, 0.8636], np.eye(3)),
        ([0, 0, -RIGHT, 0, 0, 0], [0.8636, -0.1500, -0.0203], [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
        ([0, math.pi / 4, math.pi, 0, math.pi / 4, 0], [0.5963, -0.1501, -0.0144], [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
    ],
)
def test_puma_is_where_corke_prints_it(q, position, R):
    T = Chain.from_dh(PUMA, "standard").forward(q)
    np.testing.assert_allclose(T[:3, 3], position, rtol=0, atol=1e-4)
    np.testing.assert_allclose(T[:3, :3], R, **CLOSE)


def craigs_closed_form(q):
    """Craig, 3rd ed., eq. (3.14)."""
    c1, c2, _, c4, c5, c6 = np.cos(q)
    s1, s2, _, s4, s5, s6 = np.sin(q)
    c23, s23 = math.cos(q[1] + q[2]), math.sin(q[1] + q[2])
    r11 = c1 * (c23 * (c4 * c5 * c6 - s4 * s6) - s23 * s5 * c6) + s1 * (s4 * c5 * c6 + c4 * s6)
    r21 = s1 * (c23 * (c4 * c5 * c6 - s4 * s6) - s23 * s5 * c6) - c1 * (s4 * c5 * c6 + c4 * s6)
    r31 = -s23 * (c4 * c5 * c6 - s4 * s6) - c23 * s5 * c6
    r12 = c1 * (c23 * (-c4 * c5 * s6 - s4 * c6) + s23 * s5 * s6) + s1 * (c4 * c6 - s4 * c5 * s6)
    r22 = s1 * (c23 * (-c4 * c5 * s6 - s4 * c6) + s23 * s5 * s6) - c1 * (c4 * c6 - s4 * c5 * s6)
    r32 = -s23 * (-c4 * c5 * s6 - s4 * c6) + c23 * s5 * s6
    r13 = -c1 * (c23 * c4 * s5 + s23 * c5) - s1 * s4 * s5
    r23 = -s1 * (c23 * c4 * s5 + s23 * c5) + c1 * s4 * s5
    r33 = s23 * c4 * s5 - c23 * c5
    x = c1 * (A2 * c2 + A3 * c23 - D4 * s23) - D3 * s1
    y = s1 * (A2 * c2 + A3 * c23 - D4 * s23) + D3 * c1
    z = -A3 * s23 - A2 * s2 - D4 * c23
    return np.array([[r11, r12, r13, x], [r21, r22, r23, y], [r31, r32, r33, z], [0, 0, 0, 1]])


def test_puma_by_the_modified_convention_has_craigs_closed_form():
    chain = Chain.from_dh(CRAIG, "modified")
    for q in GENERATOR.uniform(-math.pi, math.pi, size=(50, 6)):
        np.testing.assert_allclose(chain.forward(q), craigs_closed_form(q), **CLOSE)


def test_puma_by_both_conventions_is_the_same_arm():
    standard = Chain.from_dh(PUMA, "standard")
    # Craig's axes 2 and 3 point to the other side: seen from a base turned over, with joint 1 counted backwards, the two
    # tables are one arm
    modified = Chain.from_dh(CRAIG, "modified", base=about(0, math.pi))
    signs = np.array([-1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    for q in GENERATOR.uniform(-math.pi, math.pi, size=(20, 6)):
        np.testing.assert_allclose(modified.forward(signs * q), standard.forward(q), **CLOSE)
        np.testing.assert_allclose(modified.jacobian(signs * q) * signs, standard.jacobian(q), **CLOSE)


# --- other closed forms -------------------------------------------------------------------------------------


def test_a_planar_arm_has_its_closed_form_in_both_conventions():
    l1, l2 = 0.8, 0.6
    standard = Chain.from_dh([(l1, 0, 0, 0), (l2, 0, 0, 0)], "standard")
    modified = Chain.from_dh([(0, 0, 0, 0), (l1, 0, 0, 0)], "modified", tool=pose([l2, 0, 0]))
    for a, b in GENERATOR.uniform(-3.0, 3.0, size=(20, 2)):
        x, y = l1 * math.cos(a) + l2 * math.cos(a + b), l1 * math.sin(a) + l2 * math.sin(a + b)
        for chain in (standard, modified):
            np.testing.assert_allclose(chain.forward([a, b]), pose([x, y, 0], [0, 0, a + b]), **CLOSE)


def test_the_stanford_arm_has_its_closed_form():
    # Paul, "Robot Manipulators", 1981, section 2.6: the third joint slides
    d2 = 0.154
    table = [
        {"a": 0, "alpha": -RIGHT, "d": 0, "theta": 0},
        {"a": 0, "alpha": RIGHT, "d": d2, "theta": 0},
        {"a": 0, "alpha": 0, "theta": 0, "joint": "prismatic", "lower": 0.1, "upper": 1.0, "name": "boom"},
        {"a": 0, "alpha": -RIGHT, "d": 0, "theta": 0},
        {"a": 0, "alpha": RIGHT, "d": 0, "theta": 0},
        {"a": 0, "alpha": 0, "d": 0, "theta": 0},
    ]
    chain = Chain.from_dh(table, "standard")
    assert chain.names == ("joint1", "joint2", "boom", "joint4", "joint5", "joint6")
    assert chain.slides.tolist() == [0, 0, 1, 0, 0, 0]
    for q in chain.random(3, count=20):
        (c1, c2, d3), (s1, s2) = (math.cos(q[0]), math.cos(q[1]), q[2]), np.sin(q[:2])
        np.testing.assert_allclose(
            chain.forward(q)[:3, 3], [c1 * s2 * d3 - s1 * d2, s1 * s2 * d3 + c1 * d2, c2 * d3], **CLOSE
        )
    assert (chain.lower[2], chain.upper[2]) == (0.1, 1.0)


# --- conventions --------------------------------------------------------------------------------------------


@given(tables, st.integers(0, 2**32 - 1))
def test_tables_are_the_products_that_define_the_conventions(table, seed):
    q = np.random.default_rng(seed).uniform(-2.0, 2.0, size=len(table))
    T_standard, T_modified, frames = np.eye(4), np.eye(4), []
    for row, value in zip(table, q, strict=True):
        theta = row["theta"] + (value if row["joint"] == "revolute" else 0.0)
        d = row["d"] + (value if row["joint"] == "prismatic" else 0.0)
        T_standard = T_standard @ about(2, theta) @ along(2, d) @ along(0, row["a"]) @ about(0, row["alpha"])
        T_modified = T_modified @ about(0, row["alpha"]) @ along(0, row["a"]) @ about(2, theta) @ along(2, d)
        frames.append(T_modified)
    out = pose([0.1, 0.2, 0.3])  # so that no chain has zero length
    standard = Chain.from_dh(table, "standard", tool=out)
    modified = Chain.from_dh(table, "modified", tool=out)
    np.testing.assert_allclose(standard.forward(q), T_standard @ out, rtol=0, atol=1e-13)
    np.testing.assert_allclose(modified.forward(q), T_modified @ out, rtol=0, atol=1e-13)
    np.testing.assert_allclose(modified.frames(q), frames, rtol=0, atol=1e-13)
    assert_jacobian_is_the_derivative_of_the_pose(standard, q)
    assert_jacobian_is_the_derivative_of_the_pose(modified, q)


@given(tables, st.integers(0, 2**32 - 1))
def test_a_standard_table_is_the_modified_one_with_its_links_shifted_by_one(table, seed):
    q = np.random.default_rng(seed).uniform(-2.0, 2.0, size=len(table))
    before = [{"a": 0.0, "alpha": 0.0}, *table]
    shifted = [{**row, "a": b["a"], "alpha": b["alpha"]} for row, b in zip(table, before, strict=False)]
    last = along(0, table[-1]["a"]) @ about(0, table[-1]["alpha"])
    out = pose([0.1, 0.2, 0.3])
    standard = Chain.from_dh(table, "standard", tool=out)
    modified = Chain.from_dh(shifted, "modified", tool=last @ out)
    np.testing.assert_allclose(standard.forward(q), modified.forward(q), rtol=0, atol=1e-13)


def test_base_and_tool_stand_before_and_behind_the_table():
    base, tool = pose([1, 2, 3], [0.1, 0.2, 0.3]), pose([0.3, 0.2, 0.1], [1, 2, 3])
    for table, convention in ((PUMA, "standard"), (CRAIG, "modified")):
        bare = Chain.from_dh(table, convention)
        dressed = Chain.from_dh(table, convention, base=base, tool=tool)
        for q in GENERATOR.uniform(-3.0, 3.0, size=(5, 6)):
            np.testing.assert_allclose(dressed.forward(q), base @ bare.forward(q) @ tool, rtol=0, atol=1e-14)


def test_the_number_in_a_row_is_added_to_the_coordinate():
    offset = Chain.from_dh([(0.5, 0.3, 0.2, 0.7)], "standard")
    plain = Chain.from_dh([(0.5, 0.3, 0.2, 0.0)], "standard")
    np.testing.assert_allclose(offset.forward([0.4]), plain.forward([1.1]), **CLOSE)
    slid = Chain.from_dh([{"a": 0.5, "alpha": 0.3, "d": 0.2, "theta": 0.1, "joint": "prismatic"}], "modified")
    still = Chain.from_dh([{"a": 0.5, "alpha": 0.3, "theta": 0.1, "joint": "prismatic"}], "modified")
    np.testing.assert_allclose(slid.forward([0.4]), still.forward([0.6]), **CLOSE)


def test_rows_may_be_tuples_lists_arrays_or_mappings():
    expected = Chain.from_dh(PUMA, "standard").forward(np.arange(6.0))
    keys = ("a", "alpha", "d", "theta")
    for table in ([list(row) for row in PUMA], np.array(PUMA), [dict(zip(keys, row, strict=True)) for row in PUMA]):
        np.testing.assert_array_equal(Chain.from_dh(table, "standard").forward(np.arange(6.0)), expected)
    np.testing.assert_array_equal(Chain.from_dh(iter(PUMA), "standard").forward(np.arange(6.0)), expected)


def test_limits_and_names_of_a_table_are_those_of_the_chain():
    table = [
        {"a": 1, "alpha": 0, "d": 0, "theta": 0, "lower": -1, "upper": 2, "name": "shoulder"},
        {"a": 1, "alpha": 0, "d": 0, "theta": 0, "upper": math.inf},
    ]
    chain = Chain.from_dh(table, "standard", name="my table")
    assert chain.names == ("shoulder", "joint2")
    assert chain.lower.tolist() == [-1.0, -math.inf]
    assert chain.upper.tolist() == [2.0, math.inf]
    assert repr(chain) == "<Chain of my table: base to effector, 2 coordinates>"
