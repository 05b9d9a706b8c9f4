"""Every block is checked by pult's own checker and against a formula."""

import math

import numpy as np
import pult_example_blocks  # declares the blocks, also where the package is not installed
import pytest

from pult.core.registry import blocks
from pult.testing import BlockCheckError, check_block, simulate_block


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("example.cubic_stick", {}),
        ("example.cubic_stick", {"expo": 1.0, "full": -2.5}),
        ("example.leaky_peak", {}),
        ("example.leaky_peak", {"tau": 0.02}),
        ("example.host_mean", {}),
        ("example.host_mean", {"n": 1}),
    ],
)
def test_keeps_the_rules_of_blocks(name, parameters):
    """Pure, documented, with units, never NaN, and the same bits natively and in plain Python."""
    check_block(name, parameters)


def test_the_blocks_are_those_of_this_package():
    family = {name: b for name, b in blocks().items() if b.family == "example"}
    assert sorted(family) == ["example.cubic_stick", "example.host_mean", "example.leaky_peak"]
    assert {b.module for b in family.values()} == {pult_example_blocks.__name__}


def test_the_stick_is_fine_in_the_middle_and_full_at_the_ends():
    x = np.array([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])
    y = simulate_block("example.cubic_stick", {"x": x}, {"expo": 0.8, "full": 10.0})["y"]
    np.testing.assert_allclose(y, [-10.0, -10.0, -2.0, 0.0, 2.0, 10.0, 10.0], rtol=1e-15)


def test_the_stick_refuses_a_share_above_one():
    with pytest.raises(BlockCheckError, match=r"'expo' is 1\.5; allowed is 0\.\.1\."):
        check_block("example.cubic_stick", {"expo": 1.5})


def test_a_peak_fades_exponentially():
    x = np.zeros(100)
    x[0] = -3.0
    y = simulate_block("example.leaky_peak", {"x": x}, {"tau": 0.5}, dt=0.01)["y"]
    np.testing.assert_allclose(y, 3.0 * np.exp(-0.01 * np.arange(100) / 0.5), rtol=1e-13)
    assert y[50] == pytest.approx(3.0 / math.e)


def test_the_mean_is_over_the_last_values():
    x = np.random.default_rng(0).normal(size=50)
    y = simulate_block("example.host_mean", {"x": x}, {"n": 8})["y"]
    expected = [np.mean(x[max(0, k - 7) : k + 1]) for k in range(50)]
    np.testing.assert_allclose(y, expected, rtol=0, atol=1e-15)
