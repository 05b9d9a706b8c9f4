"""Direct kinematics of tables: the table of PRM-1 as printed in the paper, and as its text has it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.errors import KinematicsError
from pult.geometry import algebra as rva
from pult.geometry.algebra import Case, DegenerateError

PRINTED = np.array(
    [
        [0, 0, 0], [0, 1, 0], [-90, 0, 0], [0, 95, 0], [0, 0, 1],
        [580, 0, 0], [0, 0, 1], [0, 0, 78.5], [440, 0, 0], [0, 0, 1],
        [0, 0, -35.5], [360, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1],
    ],
    dtype=float,
)  # fmt: skip
"""Table 1 of paper 002 [mm], RVA frame: X forward, Y up, Z right."""
CORRECTED = PRINTED.copy()
CORRECTED[3] = [0, 95, -78.5]
AXES = [2, 5, 7, 10, 13]
LINKS = rva.link_rows(15, AXES)

angles5 = st.lists(st.floats(-3.0, 3.0), min_size=5, max_size=5)


def closed_form(q, side):
    """Tip of the arm [mm]: a planar chain in the vertical plane, which is turned by the column."""
    slopes = np.cumsum(q[1:4])
    ahead = -90 + np.cos(slopes) @ [580, 440, 360]
    up = 95 + np.sin(slopes) @ [580, 440, 360]
    c, s = math.cos(q[0]), math.sin(q[0])
    return np.array([ahead * c + side * s, up, -ahead * s + side * c])


def test_side_offsets_of_the_printed_table_add_up_to_43_and_of_the_corrected_one_to_minus_35_5():
    assert LINKS == [1, 3, 4, 6, 8, 9, 11, 12]
    np.testing.assert_array_equal(rva.table_tip(PRINTED, LINKS), [1290, 95, 43])
    np.testing.assert_array_equal(rva.table_tip(CORRECTED, LINKS), [1290, 95, -35.5])


@pytest.mark.parametrize(("table", "side"), [(PRINTED, 43.0), (CORRECTED, -35.5)], ids=["printed", "corrected"])
@given(q=angles5)
def test_the_tip_of_a_table_is_that_of_the_planar_chain_turned_by_the_column(table, side, q):
    turned = rva.PSV(table, AXES, q)
    np.testing.assert_allclose(rva.table_tip(turned, LINKS), closed_form(q, side), rtol=0, atol=2e-12 * 1500)


@given(q=angles5)
def test_the_last_rows_are_the_axes_of_the_grab(q):
    X, Y, Z = rva.PSV(CORRECTED, AXES, q)[12:]
    np.testing.assert_allclose(np.array([X, Y, Z]) @ np.array([X, Y, Z]).T, np.eye(3), rtol=0, atol=1e-14)
    slope = sum(q[1:4])
    assert X[1] == pytest.approx(math.sin(slope), abs=1e-14)
    assert rva.angle_about(rolled(q, 0.0), Y, X).angle == pytest.approx(q[4], abs=1e-12)


def rolled(q, roll):
    """The grab's up direction at a roll."""
    return rva.PSV(CORRECTED, AXES, [*q[:4], roll])[13]


@given(q=angles5)
def test_a_table_is_a_chain_of_tails_and_a_composition_of_rotations(q):
    step = PRINTED
    for row, angle in zip(AXES, q, strict=True):
        step = rva.PSVK(step, row, angle)
    np.testing.assert_array_equal(step, rva.PSV(PRINTED, AXES, q))
    # the composition of PVV that the paper prints for the forearm
    across = rva.PVV(PRINTED[4], PRINTED[1], q[0])
    forearm = rva.PVV(rva.PVV(rva.PVV(PRINTED[8], PRINTED[1], q[0]), across, q[1]), across, q[2])
    np.testing.assert_allclose(step[8], forearm, rtol=0, atol=1e-12 * 440)


@given(q=angles5)
def test_the_opposite_angles_in_the_reverse_order_undo_a_table(q):
    turned = rva.PSV(CORRECTED, AXES, q)
    for row, angle in zip(reversed(AXES), reversed(q), strict=True):
        turned = rva.PSVK(turned, row, -angle)
    np.testing.assert_allclose(turned, CORRECTED, rtol=0, atol=1e-12 * 580)


def test_a_stretched_arm_reaches_1380_mm_from_the_shoulder():
    turned = rva.rotate_table(CORRECTED, AXES, [0.0, 0.3, 0.0, 0.0, 0.0])
    shoulder = rva.table_tip(turned, [1, 3, 4])
    ahead = rva.table_tip(turned, LINKS) - shoulder
    assert math.hypot(ahead[0], ahead[1]) == pytest.approx(1380.0, abs=1e-9)


def test_many_sets_of_angles_give_the_bits_of_one():
    q = np.random.default_rng(4).uniform(-3, 3, (4, 5, 5))
    many = rva.rotate_table(CORRECTED, AXES, q)
    assert many.shape == (4, 5, 15, 3)
    for i in range(4):
        for j in range(5):
            np.testing.assert_array_equal(many[i, j], rva.rotate_table(CORRECTED, AXES, q[i, j]))
    np.testing.assert_array_equal(rva.table_tip(many, LINKS)[1, 2], rva.table_tip(many[1, 2], LINKS))


def test_what_is_no_table_is_refused_with_words():
    with pytest.raises(KinematicsError, match=r"^there is no row 16; rows are counted from 1 to 15\.$"):
        rva.PSVK(PRINTED, 16, 0.1)
    with pytest.raises(KinematicsError, match=r"^there are 5 axes; angles must have as many, not the shape \(4,\)\.$"):
        rva.PSV(PRINTED, AXES, [0.0] * 4)
    with pytest.raises(DegenerateError, match=r"^rotate_table: row 1 has no direction, its length is zero\.$") as caught:
        rva.PSV(PRINTED, [1], [0.0])
    assert caught.value.case == Case.ZERO_LENGTH
    with pytest.raises(KinematicsError, match=r"^a table is vectors in rows, not an array of shape \(3,\)\.$"):
        rva.PSV([1, 2, 3], [1], [0.0])
