"""Kernels give the same bits plainly and natively, at the edges too, and never raise."""

import inspect
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pult.core import kernels
from pult.native.flat_call import FlatCall

EDGES = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -2.0,
    3.0,
    1e-300,
    5e-324,
    1e300,
    709.0,
    710.0,
    -746.0,
    math.inf,
    -math.inf,
    math.nan,
    math.pi,
    -math.pi,
    7.0,
    2.5,
    -0.5,
    2.0**52 - 0.5,
    2.0**52,
    2.0**53,
    2.0**63,
    -(2.0**63),
    709.78,
]
ONE = [
    "square_root", "exponential", "logarithm", "finite_or_zero", "sine", "cosine", "wrap_angle",
    "sign_of", "round_down", "round_up", "round_nearest", "round_half_even",
]  # fmt: skip
TWO = ["ratio", "power", "hypotenuse", "modulo"]


def bits(value):
    return "nan" if value != value else np.float64(value).tobytes()


def test_every_kernel_is_tested_here():
    found = {n for n, f in inspect.getmembers(kernels, inspect.isfunction) if getattr(f, kernels.KERNEL, False)}
    assert found == {*ONE, *TWO, "clamp", "clamped_index"}


@pytest.mark.parametrize("name", ONE)
def test_kernels_of_one_number_agree_in_every_bit(name):
    plain = getattr(kernels, name)
    fast = FlatCall(plain)
    values = EDGES + list(
        np.random.default_rng(0).normal(size=2000) * 10.0 ** np.random.default_rng(1).integers(-5, 6, 2000)
    )
    for value in values:
        assert bits(plain(float(value))) == bits(fast(float(value))), value


@pytest.mark.parametrize("name", TWO)
def test_kernels_of_two_numbers_agree_in_every_bit(name):
    plain = getattr(kernels, name)
    fast = FlatCall(plain)
    rng = np.random.default_rng(0)
    pairs = [(a, b) for a in EDGES for b in EDGES] + list(
        map(tuple, rng.normal(size=(2000, 2)) * 10.0 ** rng.integers(-5, 6, (2000, 1)))
    )
    for a, b in pairs:
        assert bits(plain(float(a), float(b))) == bits(fast(float(a), float(b))), (a, b)


finite = st.floats(-1e150, 1e150)


@given(finite, finite)
@example(3.0, 4.0)
def test_hypotenuse_is_the_length(a, b):
    assert kernels.hypotenuse(a, b) == pytest.approx(math.hypot(a, b), rel=4e-16, abs=0)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e3) | st.floats(-1e3, -1e-3))
def test_modulo_has_the_sign_of_the_divisor_and_agrees_with_python(a, b):
    found = kernels.modulo(a, b)
    assert found == a % b
    assert found == 0 or (found > 0) == (b > 0)


@given(st.floats(-1e4, 1e4))
@example(math.pi)
@example(-math.pi)
def test_a_wrapped_angle_is_the_same_direction_in_the_half_open_turn(angle):
    found = kernels.wrap_angle(angle)
    assert -math.pi < found <= math.pi
    assert math.cos(found) == pytest.approx(math.cos(angle), abs=1e-11)
    assert math.sin(found) == pytest.approx(math.sin(angle), abs=1e-11)


@given(st.floats(0.01, 100), st.floats(-20, 20))
def test_power_agrees_with_the_library_where_that_works(base, exponent):
    assert kernels.power(base, exponent) == math.pow(base, exponent)


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [(0.0, 0.0, 1.0), (0.0, 2.0, 0.0), (0.0, -1.0, math.inf), (-2.0, 3.0, -8.0), (-2.0, 0.5, math.nan), (10.0, 400.0, math.inf), (-10.0, 401.0, -math.inf), (10.0, -400.0, 0.0), (-8.0, 1 / 3, math.nan)],
)  # fmt: skip
def test_power_at_its_edges(base, exponent, expected):
    assert bits(kernels.power(base, exponent)) == bits(expected)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (-1.0, 0),
        (0.0, 0),
        (0.99, 0),
        (1.0, 1),
        (3.7, 3),
        (4.0, 4),
        (99.0, 4),
        (math.nan, 0),
        (math.inf, 4),
        (-math.inf, 0),
    ],
)
def test_clamped_index_stays_inside_the_list(value, expected):
    assert kernels.clamped_index(value, 5) == FlatCall(kernels.clamped_index)(value, 5) == expected


@given(st.floats(), st.floats(-10, 0), st.floats(0, 10))
def test_clamp_stays_between_and_keeps_nan(value, low, high):
    found = kernels.clamp(value, low, high)
    assert math.isnan(found) if math.isnan(value) else low <= found <= high


def test_the_exponential_overflows_to_infinity_where_double_does():
    assert (
        kernels.exponential(709.7827128933840) == math.exp(709.7827128933839)
        or kernels.exponential(709.7827128933840) == math.inf
    )
    assert kernels.exponential(709.78) == math.exp(709.78)
    assert kernels.exponential(-1000.0) == 0.0
