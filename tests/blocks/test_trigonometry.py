"""Blocks of the family trigonometry."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import check_block, simulate_block

BLOCKS = (
    "sin", "cos", "tan", "sincos", "asin", "acos", "atan", "atan2", "hypot", "to_degrees", "to_radians",
    "wrap", "angle_difference", "unwrap",
)  # fmt: skip
ANGLES = np.concatenate([np.linspace(-20.0, 20.0, 401), [1e5, -1e5, 0.0, math.pi, -math.pi, math.pi / 2]])
angles = st.floats(-1e6, 1e6)
numbers = st.floats(allow_nan=False, allow_infinity=False)


def value(name: str, **inputs: float) -> float:
    (port,) = simulate_block(f"trigonometry.{name}", inputs, steps=1).values()
    return float(port[0])


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("scale", [3.0, 1e-9, 1e150])
def test_block_keeps_the_rules_for_inputs_of_every_size(name: str, scale: float) -> None:
    check_block(f"trigonometry.{name}", scale=scale)


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_functions_of_an_angle_agree_with_numpy(name: str) -> None:
    y = simulate_block(f"trigonometry.{name}", {"x": ANGLES})["y"]
    np.testing.assert_allclose(y, getattr(np, name)(ANGLES), rtol=1e-14)  # two libraries, a few last places


def test_tangent_is_finite_next_to_its_pole() -> None:
    assert value("tan", x=math.pi / 2) == pytest.approx(1.633123935319537e16)


def test_sincos_is_sin_and_cos() -> None:
    both = simulate_block("trigonometry.sincos", {"x": ANGLES})
    for name in ("sin", "cos"):
        np.testing.assert_array_equal(both[name], simulate_block(f"trigonometry.{name}", {"x": ANGLES})["y"])
    np.testing.assert_allclose(both["sin"] ** 2 + both["cos"] ** 2, 1.0, atol=1e-15)


@pytest.mark.parametrize("name", ["asin", "acos"])
def test_inverse_agrees_with_numpy_and_limits_its_input(name: str) -> None:
    x = np.linspace(-1.5, 1.5, 301)
    y = simulate_block(f"trigonometry.{name}", {"x": x})["y"]
    np.testing.assert_allclose(y, getattr(np, f"arc{name[1:]}")(np.clip(x, -1.0, 1.0)), atol=1e-15)


@pytest.mark.parametrize(
    ("name", "x", "expected"),
    [
        ("asin", 1.0 + 1e-15, math.pi / 2), ("asin", -7.0, -math.pi / 2),
        ("acos", 1.0 + 1e-15, 0.0), ("acos", -7.0, math.pi),
    ],
)  # fmt: skip
def test_inverse_past_one_is_the_angle_at_one(name: str, x: float, expected: float) -> None:
    assert value(name, x=x) == expected


@given(st.floats(-1.0, 1.0))
def test_sine_and_cosine_undo_their_inverses(x: float) -> None:
    assert math.sin(value("asin", x=x)) == pytest.approx(x, abs=1e-15)
    assert math.cos(value("acos", x=x)) == pytest.approx(x, abs=1e-15)


@given(st.floats(-1.5, 1.5))
def test_arctangent_undoes_the_tangent(x: float) -> None:
    assert value("atan", x=value("tan", x=x)) == pytest.approx(x, abs=1e-13)  # tan' is 200 at 1.5


@given(st.floats(-3.14, 3.14), st.floats(1e-100, 1e100))
def test_atan2_finds_the_direction_at_every_distance(angle: float, radius: float) -> None:
    found = value("atan2", y=radius * math.sin(angle), x=radius * math.cos(angle))
    assert found == pytest.approx(angle, abs=1e-15)


@pytest.mark.parametrize(
    ("y", "x", "expected"),
    [
        (0.0, 0.0, 0.0), (-0.0, -0.0, 0.0), (0.0, -0.0, 0.0), (0.0, -1.0, math.pi), (-0.0, -1.0, math.pi),
        (1.0, 0.0, math.pi / 2), (-1.0, -0.0, -math.pi / 2), (0.0, 5.0, 0.0),
    ],
)  # fmt: skip
def test_atan2_on_the_axes_ignores_the_sign_of_zero(y: float, x: float, expected: float) -> None:
    found = value("atan2", y=y, x=x)
    assert found == expected
    assert math.copysign(1.0, found) == math.copysign(1.0, expected)


@given(numbers, numbers)
def test_hypot_agrees_with_the_standard_library_without_overflow(a: float, b: float) -> None:
    expected = math.hypot(a, b)
    # the scaled form rounds four times by half a last place; below the normal numbers a place is 5e-324
    assert value("hypot", a=a, b=b) == pytest.approx(expected, rel=1e-15, abs=1e-323)


@given(numbers)
def test_degrees_and_radians_agree_with_the_standard_library(x: float) -> None:
    assert value("to_degrees", x=x) == math.degrees(x)
    assert value("to_radians", x=x) == math.radians(x)


def test_half_a_turn_is_180_degrees() -> None:
    assert value("to_degrees", x=math.pi) == 180.0
    assert value("to_radians", x=180.0) == math.pi


@given(angles)
def test_wrap_keeps_the_direction_and_its_range(x: float) -> None:
    y = value("wrap", x=x)
    assert -math.pi < y <= math.pi
    # 2 pi as a float is 2.4e-16 short of the number; over 1.6e5 turns that comes to 4e-11
    assert math.cos(y - x) == pytest.approx(1.0, abs=1e-15)
    assert math.sin(y - x) == pytest.approx(0.0, abs=1e-10)


@given(angles)
def test_wrap_is_the_exact_remainder_and_wrapping_twice_is_wrapping_once(x: float) -> None:
    y = value("wrap", x=x)
    nearest = math.remainder(x, 2.0 * math.pi)  # [-pi, pi], exact
    assert y == (math.pi if nearest == -math.pi else nearest)
    assert value("wrap", x=y) == y


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (math.pi, math.pi), (-math.pi, math.pi), (3.0 * math.pi, math.pi), (-3.0 * math.pi, math.pi),
        (2.0 * math.pi, 0.0), (0.0, 0.0), (math.nextafter(math.pi, 4.0), math.nextafter(-math.pi, 0.0)),
    ],
)  # fmt: skip
def test_wrap_at_the_seam(x: float, expected: float) -> None:
    assert value("wrap", x=x) == pytest.approx(expected, abs=5e-16)
    assert math.copysign(1.0, value("wrap", x=x)) == math.copysign(1.0, expected)


@given(angles, angles)
def test_angle_difference_turns_b_into_the_direction_of_a(a: float, b: float) -> None:
    turn = value("angle_difference", a=a, b=b)
    assert -math.pi < turn <= math.pi
    assert abs(complex(math.cos(b + turn), math.sin(b + turn)) - complex(math.cos(a), math.sin(a))) < 1e-9


def test_angle_difference_takes_the_short_way_over_the_seam() -> None:
    assert value("angle_difference", a=-3.0, b=3.0) == pytest.approx(2.0 * math.pi - 6.0, abs=1e-15)
    assert value("angle_difference", a=3.0, b=-3.0) == pytest.approx(6.0 - 2.0 * math.pi, abs=1e-15)
    assert value("angle_difference", a=math.pi, b=0.0) == math.pi
    assert value("angle_difference", a=0.0, b=math.pi) == math.pi


@given(st.lists(st.floats(-50.0, 50.0), min_size=1, max_size=60))
def test_unwrap_agrees_with_numpy(x: list[float]) -> None:
    y = simulate_block("trigonometry.unwrap", {"x": x})["y"]
    jumps = np.abs(np.abs(np.diff(x)) % (2.0 * math.pi) - math.pi)
    if np.all(jumps > 1e-9):  # at exactly half a turn rounding decides
        np.testing.assert_allclose(y, np.unwrap(x), atol=1e-12)  # numpy adds up its corrections: 60 roundings


def test_unwrap_undoes_wrap_for_slow_motion() -> None:
    t = np.arange(3000) * 0.01
    angle = 40.0 * np.sin(0.7 * t) + 3.0 * t
    wrapped = simulate_block("trigonometry.wrap", {"x": angle})["y"]
    unwrapped = simulate_block("trigonometry.unwrap", {"x": wrapped})["y"]
    assert np.ptp(wrapped) < 2.0 * math.pi < np.ptp(angle)
    np.testing.assert_allclose(unwrapped, angle, atol=5e-14)  # angles up to 130 rad: 2 last places


def test_unwrap_starts_with_the_first_angle_whatever_it_is() -> None:
    assert list(simulate_block("trigonometry.unwrap", {"x": [100.0, 100.5]})["y"]) == [100.0, 100.5]


def test_unwrap_does_not_drift_over_many_turns() -> None:
    quarter = math.pi / 2
    turns = 5000
    x = np.tile([0.0, quarter, math.pi, -quarter], turns)
    y = simulate_block("trigonometry.unwrap", {"x": x})["y"]
    np.testing.assert_array_equal(y[::4], 2.0 * math.pi * np.arange(turns))
