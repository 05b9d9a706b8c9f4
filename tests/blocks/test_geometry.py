"""Blocks of the vector algebra: the rules of blocks, and the values of the operators that they stand for."""

import math

import numpy as np
import pytest

from pult.core.registry import blocks
from pult.geometry import algebra as rva
from pult.geometry.algebra import Case
from pult.testing import BlockCheckError, check_block, simulate_block
from tests.geometry.algebra.test_tables import AXES, CORRECTED

NAMES = sorted(name for name, kind in blocks().items() if kind.family == "geometry")


@pytest.mark.parametrize("name", NAMES)
def test_keeps_the_rules_of_blocks(name):
    check_block(name)


@pytest.mark.parametrize("scale", [1e304, 1e-312], ids=["huge", "tiny"])
@pytest.mark.parametrize("name", NAMES)
def test_no_block_fails_or_gives_nan_for_numbers_of_any_size(name, scale):
    check_block(name, scale=scale, steps=60)


def test_every_operator_has_a_block():
    elsewhere = {"scale": "vector.scale", "subtract": "arithmetic.difference", "rotate_table": "geometry.table"}
    helpers = {"link_rows", "table_tip"}
    for name in rva.__all__:
        if name.islower() and name not in helpers:
            assert elsewhere.get(name, f"geometry.{name}") in blocks()


def test_a_case_is_an_output():
    found = simulate_block(
        "geometry.tangent_to_circle",
        {"axis": [0, 0, 1], "point": [[2, 0, 0], [1, 0, 0], [0.1, 0, 0]], "centre": [0, 0, 0], "radius": 1.0},
    )
    assert found["solved"].tolist() == [True, True, False]
    assert found["case"].tolist() == [Case.SOLVED, Case.TOUCHING, Case.INSIDE]
    assert found["length"][0] == pytest.approx(math.sqrt(3))


def test_the_arm_of_three_links_is_that_of_the_operator():
    heights = np.linspace(-0.5, 1.2, 30)
    found = simulate_block(
        "geometry.three_link_angles", {"height": heights, "base": 0.4, "first": 0.58, "second": 0.44, "slope": 0.3, "elbow": 1.0}
    )
    expected = rva.U3zvn(heights, 0.4, 0.58, 0.44, 0.3, 1.0)
    np.testing.assert_array_equal(found["q1"], expected.first)
    np.testing.assert_array_equal(found["q3"], expected.third)
    np.testing.assert_array_equal(found["case"], expected.case)
    assert {Case.SOLVED, Case.APART} <= set(found["case"])


def test_a_table_of_links_and_axes_gives_the_tip():
    q = np.random.default_rng(1).uniform(-1, 1, (10, 4))
    found = simulate_block("geometry.table", {"angles": q}, {"table": CORRECTED[:12].tolist(), "axes": AXES[:4]})
    expected = rva.PSV(CORRECTED[:12], AXES[:4], q)
    np.testing.assert_array_equal(found["rows"], expected)
    np.testing.assert_allclose(found["tip"], rva.table_tip(expected, rva.link_rows(12, AXES, 0)), rtol=0, atol=1e-12)


def test_a_table_without_the_named_rows_is_refused_with_words():
    for axes, words in (([1, 9], "there is no row 9; rows are counted from 1 to 4."), ([1.5], "there is no row 1.5")):
        with pytest.raises((BlockCheckError, ValueError)) as caught:
            check_block("geometry.table", {"axes": axes})
        assert words in str(caught.value)
    with pytest.raises((BlockCheckError, ValueError)) as caught:
        check_block("geometry.table", {"table": [[0, 0, 0], [1, 0, 0]], "axes": [1]})
    assert "row 1 is an axis and must not be zero." in str(caught.value)
