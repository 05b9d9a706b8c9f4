"""Sliding windows of the family digital."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import median_filter

from pult.testing import BlockCheckError, check_block, simulate_block

# few different values make ties, which is where an order goes wrong
values = st.one_of(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60),
    st.lists(st.sampled_from([-1.0, -0.0, 0.0, 2.0, 5.0]), min_size=1, max_size=60),
)
lengths = st.integers(1, 14)


@pytest.mark.parametrize("name", ["moving_average", "median"])
@pytest.mark.parametrize("parameters", [{}, {"n": 1}, {"n": 2}, {"n": 3}, {"n": 64}])
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any]) -> None:
    check_block(f"digital.{name}", parameters)


def average(x: Any, n: int) -> Any:
    return simulate_block("digital.moving_average", {"x": x}, {"n": n})["y"]


def median(x: Any, n: int) -> Any:
    return simulate_block("digital.median", {"x": x}, {"n": n})["y"]


@given(values, lengths)
def test_moving_average_is_a_convolution(x: list[float], n: int) -> None:
    seen = np.minimum(np.arange(len(x)) + 1, n)
    expected = np.convolve(x, np.ones(n))[: len(x)] / seen
    np.testing.assert_allclose(average(x, n), expected, rtol=0, atol=2e-9)  # 14 additions of numbers up to 1e6


def test_a_large_input_leaves_no_trace_once_it_has_left_the_window() -> None:
    x = np.array([1.0, 1e17, 1.0, 1.0, 1.0, 1.0])
    running = np.cumsum(x) - np.concatenate([np.zeros(3), np.cumsum(x)[:-3]])
    assert running[-1] != 3.0  # what a running sum would keep of it
    assert list(average(x, 3)[-2:]) == [1.0, 1.0]


@given(st.floats(-1e300, 1e300), lengths)
def test_moving_average_of_a_constant_is_the_constant(c: float, n: int) -> None:
    np.testing.assert_allclose(average([c] * 20, n), c, rtol=1e-15)


@given(values, lengths)
def test_median_agrees_with_numpy_from_the_first_step_on(x: list[float], n: int) -> None:
    expected = [np.median(x[max(0, k - n + 1) : k + 1]) for k in range(len(x))]
    np.testing.assert_array_equal(median(x, n), expected)


@pytest.mark.parametrize("n", [3, 5, 31])
def test_median_agrees_with_scipy_where_the_window_is_full(n: int) -> None:
    x = np.random.default_rng(n).normal(size=300)
    centred = median_filter(x, size=n)  # its window is centred on the sample
    np.testing.assert_array_equal(median(x, n)[n - 1 :], centred[n // 2 : len(x) - n // 2])


def test_median_of_five_removes_two_outliers_and_keeps_an_edge() -> None:
    x = [0.0, 0.0, 0.0, 1e9, -1e9, 1e9, 0.0, 0.0, 0.0, 0.0]
    assert list(median(x[:5] + x[6:], 5)) == [0.0] * 9
    step = [0.0] * 6 + [1.0] * 6
    assert list(median(step, 5)) == [0.0] * 8 + [1.0] * 4


@given(values, lengths)
def test_median_of_the_opposite_is_the_opposite_median(x: list[float], n: int) -> None:
    np.testing.assert_array_equal(median([-v for v in x], n), -median(x, n))


def test_median_does_not_overflow_between_large_numbers() -> None:
    assert list(median([1.5e308, 1.7e308], 2)) == [1.5e308, 1.6e308]


@pytest.mark.parametrize("name", ["moving_average", "median"])
def test_a_window_without_length_is_refused(name: str) -> None:
    with pytest.raises(BlockCheckError, match=r"'n' is 0; allowed is 1\.\.4096\."):
        simulate_block(f"digital.{name}", {"x": [0.0]}, {"n": 0})
