"""Quantisation and bits of the family digital, and the rounding under them."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.kernels import round_down, round_nearest, round_up
from pult.testing import BlockCheckError, check_block, simulate_block

numbers = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("quantise", {}),
        ("quantise", {"step": 0.75, "rounding": "floor"}),
        ("quantise", {"step": 1e-3, "rounding": "ceil"}),
        ("quantise", {"step": 1e-200}),
        ("saturating_quantise", {}),
        ("saturating_quantise", {"bits": 1, "low": 0.0, "high": 5.0}),
        ("saturating_quantise", {"bits": 32, "low": -3e3, "high": 1e3}),
        ("bit_pack", {}),
        ("bit_pack", {"n": 1}),
        ("bit_pack", {"n": 53}),
        ("bit_unpack", {}),
        ("bit_unpack", {"n": 1}),
        ("bit_unpack", {"n": 53}),
    ],
)
@pytest.mark.parametrize("scale", [3.0, 1e100])
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any], scale: float) -> None:
    check_block(f"digital.{name}", parameters, scale=scale)


# --- rounding -----------------------------------------------------------------------------------------------


@given(numbers)
def test_rounding_agrees_with_whole_numbers_of_any_size(x: float) -> None:
    assert round_down(x) == math.floor(x)
    assert round_up(x) == math.ceil(x)
    exact = Fraction(x)
    away = math.floor(abs(exact) + Fraction(1, 2))
    assert round_nearest(x) == (away if x >= 0.0 else -away)


def test_rounding_of_numbers_next_to_a_half() -> None:
    assert round_nearest(0.49999999999999994) == 0.0
    assert [round_nearest(v) for v in (0.5, 1.5, 2.5, -0.5, -1.5)] == [1.0, 2.0, 3.0, -1.0, -2.0]
    assert round_nearest(4503599627370495.5) == 4503599627370496.0
    assert all(math.copysign(1.0, f(-0.0)) == 1.0 for f in (round_up, round_nearest, round_down))


# --- quantise -----------------------------------------------------------------------------------------------


def quantised(x: Any, **parameters: Any) -> Any:
    return simulate_block("digital.quantise", {"x": np.atleast_1d(x)}, parameters)["y"]


def test_quantise_rounds_as_told() -> None:
    x = [-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.625, 0.75]
    assert list(quantised(x, step=0.5)) == [-1.0, -0.5, -0.5, 0.0, 0.5, 0.5, 0.5, 1.0]
    assert list(quantised(x, step=0.5, rounding="floor")) == [-1.0, -0.5, -0.5, 0.0, 0.0, 0.5, 0.5, 0.5]
    assert list(quantised(x, step=0.5, rounding="ceil")) == [-0.5, -0.5, 0.0, 0.0, 0.5, 0.5, 1.0, 1.0]


@pytest.mark.parametrize("rounding", ["round", "floor", "ceil"])
@given(x=st.floats(-1e6, 1e6), step=st.floats(1e-6, 1e3))
def test_quantised_value_is_the_right_multiple_of_the_step(rounding: str, x: float, step: float) -> None:
    y = float(quantised(x, step=step, rounding=rounding)[0])
    rounded = 1e-15 * abs(x) + 1e-320  # of quotient and product; the quotient of less than 1e-320 vanishes
    low, high = {"round": (-0.5, 0.5), "floor": (-1.0, 0.0), "ceil": (0.0, 1.0)}[rounding]
    assert low * step - rounded <= y - x <= high * step + rounded
    assert y / step == pytest.approx(round(y / step), rel=1e-15)


@given(st.integers(-(10**6), 10**6))
def test_levels_of_a_binary_step_stay_where_they_are(n: int) -> None:
    for rounding in ("round", "floor", "ceil"):
        assert quantised(n * 0.125, step=0.125, rounding=rounding)[0] == n * 0.125


def test_numbers_coarser_than_the_step_pass() -> None:
    x = [1e300, -1e300, 2.0**60 + 2.0**10]
    assert list(quantised(x, step=1e-9)) == x


def test_quantise_refuses_a_step_of_zero() -> None:
    with pytest.raises(BlockCheckError, match=r"'step' is 0; allowed is > 0\."):
        quantised(0.0, step=0.0)


# --- converter ----------------------------------------------------------------------------------------------


def converted(x: Any, **parameters: Any) -> dict[str, Any]:
    return simulate_block("digital.saturating_quantise", {"x": np.atleast_1d(x)}, parameters)


@given(st.integers(1, 32), st.floats(-1e3, 1e3), st.floats(1e-3, 1e3), st.floats(-2e3, 3e3))
def test_converter_is_within_half_a_level_and_saturates(bits: int, low: float, width: float, x: float) -> None:
    high = low + width
    found = converted(x, bits=bits, low=low, high=high)
    value, code = float(found["value"][0]), float(found["code"][0])
    assert code == int(code)
    assert 0 <= code <= 2**bits - 1
    if x <= low:
        assert (value, code) == (low, 0)
    elif x >= high:
        assert (value, code) == (high, 2**bits - 1)
    else:
        assert abs(value - x) <= 0.5 * (high - low) / (2**bits - 1) + 1e-12  # rounding of numbers up to 2e3


def test_converter_of_two_bits_has_four_levels_with_both_limits() -> None:
    found = converted([-1.0, 0.0, 0.4, 0.6, 1.4, 1.6, 2.6, 3.0, 9.0], bits=2, low=0.0, high=3.0)
    assert list(found["code"]) == [0, 0, 0, 1, 1, 2, 3, 3, 3]
    np.testing.assert_allclose(found["value"], [0, 0, 0, 1, 1, 2, 3, 3, 3], atol=1e-15)


def test_converting_twice_is_converting_once() -> None:
    x = np.linspace(-12.0, 12.0, 500)
    once = converted(x)
    twice = converted(once["value"])
    np.testing.assert_array_equal(twice["value"], once["value"])
    np.testing.assert_array_equal(twice["code"], once["code"])


def test_converter_refuses_an_empty_range() -> None:
    with pytest.raises(ValueError, match=r"^'low' \(1\) must be below 'high' \(1\)\.$"):
        converted(0.0, low=1.0, high=1.0)


# --- bits ---------------------------------------------------------------------------------------------------


def unpacked(x: float, n: int) -> list[bool]:
    found = simulate_block("digital.bit_unpack", {"x": [x]}, {"n": n})
    assert list(found) == [f"y{i + 1}" for i in range(n)]
    assert all(port.dtype == np.bool_ for port in found.values())
    return [bool(port[0]) for port in found.values()]


@given(st.lists(st.booleans(), min_size=1, max_size=53))
def test_unpacking_undoes_packing(x: list[bool]) -> None:
    inputs = {f"x{i + 1}": [v] for i, v in enumerate(x)}
    number = float(simulate_block("digital.bit_pack", inputs, {"n": len(x)})["y"][0])
    assert number == int("".join("01"[v] for v in reversed(x)), 2)
    assert unpacked(number, len(x)) == x


@given(st.integers(-(2**52), 2**53), st.integers(1, 53))
def test_unpacked_bits_are_those_of_the_whole_number(number: int, n: int) -> None:
    assert unpacked(float(number), n) == [bool(number >> i & 1) for i in range(n)]


@given(numbers, st.integers(1, 53))
def test_fractions_are_rounded_down_and_large_numbers_keep_their_low_bits(x: float, n: int) -> None:
    assert unpacked(x, n) == [bool(math.floor(x) >> i & 1) for i in range(n)]


def test_more_bits_than_a_float_holds_are_refused() -> None:
    with pytest.raises(BlockCheckError, match=r"'n' is 54; allowed is 1\.\.53\."):
        unpacked(0.0, 54)
