"""Arithmetic blocks against numpy and the math library, and where a formula has no value."""

import itertools
import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.registry import blocks
from pult.core.units import UnitSolver, format_unit, parse_unit
from pult.testing import BlockCheckError, check_block, simulate_block

GENERATOR = np.random.default_rng(5)
X = np.concatenate(
    [GENERATOR.normal(size=60) * 10.0, GENERATOR.normal(size=20) * 1e4, [0.0, -0.0, 1.0, -1.0, 0.5, 2.5]]
)
Y = GENERATOR.permutation(X)
Z = GENERATOR.permutation(X)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("arithmetic.sum", {}),
        ("arithmetic.sum", {"signs": "-"}),
        ("arithmetic.sum", {"signs": "+-+--"}),
        ("arithmetic.difference", {}),
        ("arithmetic.product", {}),
        ("arithmetic.product_n", {}),
        ("arithmetic.product_n", {"n": 5}),
        ("arithmetic.divide", {}),
        ("arithmetic.divide", {"smallest": 0.5, "otherwise": -7.0}),
        ("arithmetic.minimum", {}),
        ("arithmetic.minimum", {"n": 1}),
        ("arithmetic.minimum", {"n": 7}),
        ("arithmetic.maximum", {}),
        ("arithmetic.maximum", {"n": 7}),
        ("arithmetic.gain", {}),
        ("arithmetic.gain", {"k": -0.3}),
        ("arithmetic.bias", {}),
        ("arithmetic.bias", {"bias": 2.0}),
        ("arithmetic.negate", {}),
        ("arithmetic.absolute", {}),
        ("arithmetic.sign", {}),
        ("arithmetic.modulo", {}),
        ("arithmetic.modulo", {"divisor": 0.7}),
        ("arithmetic.round", {}),
        ("arithmetic.round", {"step": 0.25}),
        ("arithmetic.floor", {}),
        ("arithmetic.floor", {"step": 0.1}),
        ("arithmetic.ceil", {}),
        ("arithmetic.ceil", {"step": 3.0}),
        ("arithmetic.reciprocal", {}),
        ("arithmetic.reciprocal", {"smallest": 1.0, "otherwise": 2.0}),
        ("arithmetic.square", {}),
        ("arithmetic.square_root", {}),
        ("arithmetic.square_root", {"signed": True}),
        ("arithmetic.power", {}),
        ("arithmetic.power", {"otherwise": -1.0}),
        ("arithmetic.exponential", {}),
        ("arithmetic.logarithm", {}),
        ("arithmetic.logarithm", {"base": "10", "smallest": 0.1}),
        ("arithmetic.logarithm", {"base": "2"}),
        ("arithmetic.polynomial", {}),
        ("arithmetic.polynomial", {"coefficients": [1.0, -2.0, 0.0, 0.5]}),
        ("arithmetic.convert_unit", {}),
        ("arithmetic.convert_unit", {"from_unit": "km/h", "to_unit": "m/s"}),
        ("arithmetic.set_unit", {}),
        ("arithmetic.set_unit", {"unit": "N*m"}),
    ],
)
def test_block_keeps_the_rules(name, parameters):
    check_block(name, parameters)


def run(name, *inputs, **parameters):
    ports = [port.name for port in blocks()[name].concrete(parameters)[0].inputs]
    return simulate_block(name, dict(zip(ports, inputs, strict=True)), parameters)["y"]


def value(name, *inputs, **parameters):
    return float(run(name, *([v] for v in inputs), **parameters)[0])


# --- several signals to one ---


@pytest.mark.parametrize("signs", ["".join(s) for s in itertools.product("+-", repeat=3)])
def test_sum_adds_with_the_signs_written(signs):
    weights = [1.0 if s == "+" else -1.0 for s in signs]
    wanted = weights[0] * X + weights[1] * Y + weights[2] * Z
    assert np.allclose(run("arithmetic.sum", X, Y, Z, signs=signs), wanted, rtol=1e-15, atol=1e-11)


@pytest.mark.parametrize("signs", ["", "+ -", "*", "+" * 65])
def test_sum_refuses_what_are_no_signs(signs):
    with pytest.raises(BlockCheckError) as caught:
        check_block("arithmetic.sum", {"signs": signs})
    assert caught.value.faults == (f"'signs' must be 1 to 64 signs + or -, not {signs!r}.",)


def test_difference_and_product_are_the_operators():
    assert np.array_equal(run("arithmetic.difference", X, Y), X - Y)
    assert np.array_equal(run("arithmetic.product", X, Y), X * Y)


def test_product_of_many_is_the_product():
    assert np.allclose(run("arithmetic.product_n", X, Y, Z, n=2), X * Y * Z, rtol=1e-15, atol=0.0)


@pytest.mark.parametrize("inputs", [(1e200, 1e200, 0.0), (0.0, 1e200, 1e200), (1e200, 0.0, 1e200)])
def test_product_of_many_with_a_zero_is_zero_even_where_the_others_overflow(inputs):
    assert value("arithmetic.product_n", *inputs) == 0.0


def test_divide_is_the_quotient_where_the_denominator_is_large_enough():
    found = run("arithmetic.divide", X, Y, smallest=0.75, otherwise=9.0)
    wanted = np.divide(X, Y, out=np.full_like(X, 9.0), where=np.abs(Y) > 0.75)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_divide_and_reciprocal_take_the_other_value_at_zero(zero):
    assert value("arithmetic.divide", 1.0, zero) == 0.0
    assert value("arithmetic.divide", 0.0, zero, otherwise=3.0) == 3.0
    assert value("arithmetic.reciprocal", zero, otherwise=-2.0) == -2.0


def test_divide_counts_a_denominator_of_just_the_smallest_size_as_zero():
    assert value("arithmetic.divide", 1.0, -0.5, smallest=0.5, otherwise=8.0) == 8.0
    assert value("arithmetic.divide", 1.0, np.nextafter(0.5, 1.0), smallest=0.5, otherwise=8.0) < 2.0


@pytest.mark.parametrize(
    ("name", "reference"), [("arithmetic.minimum", np.minimum), ("arithmetic.maximum", np.maximum)]
)
def test_extremes_are_numpys(name, reference):
    assert np.array_equal(run(name, X, Y, Z, n=3), reference.reduce([X, Y, Z]))
    assert np.array_equal(run(name, X, n=1), X)


# --- scaling and rounding ---


@pytest.mark.parametrize(
    ("name", "parameters", "reference"),
    [
        ("arithmetic.gain", {"k": -2.5}, lambda x: -2.5 * x),
        ("arithmetic.bias", {"bias": 0.7}, lambda x: x + 0.7),
        ("arithmetic.negate", {}, np.negative),
        ("arithmetic.absolute", {}, np.abs),
        ("arithmetic.sign", {}, np.sign),
        ("arithmetic.square", {}, np.square),
        ("arithmetic.round", {}, np.round),
        ("arithmetic.floor", {}, np.floor),
        ("arithmetic.ceil", {}, np.ceil),
        ("arithmetic.modulo", {"divisor": 3.0}, lambda x: np.mod(x, 3.0)),
        ("arithmetic.round", {"step": 0.25}, lambda x: np.round(x / 0.25) * 0.25),
        ("arithmetic.floor", {"step": 4.0}, lambda x: np.floor(x / 4.0) * 4.0),
        ("arithmetic.ceil", {"step": 4.0}, lambda x: np.ceil(x / 4.0) * 4.0),
    ],
)
def test_function_is_numpys_exactly(name, parameters, reference):
    assert np.array_equal(run(name, X, **parameters), reference(X))


@pytest.mark.parametrize(
    ("x", "wanted"),
    [
        (0.5, 0.0),
        (1.5, 2.0),
        (2.5, 2.0),
        (-0.5, 0.0),
        (-1.5, -2.0),
        (0.49999999999999994, 0.0),
        (4503599627370497.0,) * 2,
    ],
)
def test_round_takes_a_half_to_even(x, wanted):
    assert value("arithmetic.round", x) == wanted


@pytest.mark.parametrize("name", ["arithmetic.round", "arithmetic.floor", "arithmetic.ceil"])
@pytest.mark.parametrize("x", [1e300, -1e300, sys.float_info.max])
def test_rounding_leaves_numbers_beyond_its_grid(name, x):
    assert value(name, x) == x
    assert value(name, x, step=1e-10) == x


numbers = st.floats(-1e12, 1e12)


@settings(deadline=None)
@given(x=numbers, step=st.floats(1e-3, 1e3))
def test_rounding_goes_at_most_a_step_in_its_direction(x, step):
    slack = 4.0 * np.spacing(abs(x) + step)  # of the quotient and of the product
    below, near, above = (value(f"arithmetic.{n}", x, step=step) for n in ("floor", "round", "ceil"))
    assert below <= x + slack
    assert x - step <= below + slack
    assert above >= x - slack
    assert x + step >= above - slack
    assert abs(near - x) <= 0.5 * step + slack
    assert near in (below, above)


@settings(deadline=None)
@given(x=st.floats(-1e300, 1e300), divisor=st.floats(1e-300, 1e300))
def test_modulo_lies_in_its_range(x, divisor):
    assert 0.0 <= value("arithmetic.modulo", x, divisor=divisor) < divisor


def test_modulo_of_a_tiny_negative_number_does_not_reach_the_divisor():
    assert value("arithmetic.modulo", -1e-20, divisor=1.0) == 0.0


# --- functions of one number ---


def test_reciprocal_is_one_over():
    x = X[X != 0.0]
    assert np.array_equal(run("arithmetic.reciprocal", x), 1.0 / x)


def test_square_root_is_zero_or_odd_below_zero():
    assert np.array_equal(run("arithmetic.square_root", X), np.sqrt(np.maximum(X, 0.0)))
    assert np.array_equal(run("arithmetic.square_root", X, signed=True), np.sign(X) * np.sqrt(np.abs(X)))


@settings(deadline=None)
@given(x=st.floats(-1e150, 1e150))
def test_signed_square_root_undoes_the_signed_square(x):
    assert value("arithmetic.square_root", x * abs(x), signed=True) == pytest.approx(x, rel=1e-15, abs=1e-160)


@pytest.mark.parametrize("exponent", [2.0, -1.0, 0.0, 3.0, -2.0, 0.5, 1.0 / 3.0])
def test_power_is_numpys_where_a_real_value_exists(exponent):
    x = np.array([v for v in X if v > 0.0 or (v < 0.0 and exponent == int(exponent))])
    found = run("arithmetic.power", x, np.full_like(x, exponent))
    assert np.allclose(found, np.power(x, exponent), rtol=1e-15, atol=0.0)  # libm and numpy differ in the last bit


@pytest.mark.parametrize(
    ("x", "exponent", "wanted"),
    [
        (-8.0, 1.0 / 3.0, -5.0),
        (0.0, -1.0, -5.0),
        (0.0, 0.0, 1.0),
        (0.0, 2.5, 0.0),
        (-2.0, 3.0, -8.0),
        (-1.0, 1e300, 1.0),
        (-2.0, -1e300, 0.0),
        (10.0, 400.0, math.inf),
        (-10.0, 401.0, -math.inf),
    ],
)
def test_power_at_the_edges(x, exponent, wanted):
    assert value("arithmetic.power", x, exponent, otherwise=-5.0) == wanted


def test_power_squares_when_no_exponent_is_wired():
    assert simulate_block("arithmetic.power", {"x": [3.0]})["y"][0] == 9.0


def test_exponential_is_the_library_function_and_saturates():
    x = np.linspace(-750.0, 709.0, 300)
    assert np.allclose(run("arithmetic.exponential", x), np.exp(x), rtol=1e-15, atol=5e-324)
    assert value("arithmetic.exponential", 1e6) == sys.float_info.max


@pytest.mark.parametrize(("base", "reference"), [("e", np.log), ("10", np.log10), ("2", np.log2)])
def test_logarithm_is_numpys_and_holds_its_argument_above_the_smallest(base, reference):
    x = np.concatenate([np.abs(X[X != 0.0]), [1e-300, 1e300]])
    assert np.allclose(run("arithmetic.logarithm", x, base=base), reference(x), rtol=1e-15, atol=1e-16)
    for below in (0.0, -3.0, 0.001):
        assert value("arithmetic.logarithm", below, base=base, smallest=0.01) == pytest.approx(reference(0.01))


def test_logarithms_of_powers_are_whole():
    assert [value("arithmetic.logarithm", 10.0**k, base="10") for k in range(20)] == list(range(20))
    assert [value("arithmetic.logarithm", 2.0**k, base="2") for k in range(20)] == list(range(20))


@settings(deadline=None)
@given(x=st.floats(-700.0, 700.0))
def test_logarithm_undoes_the_exponential(x):
    tiny = sys.float_info.min
    assert value("arithmetic.logarithm", value("arithmetic.exponential", x), smallest=tiny) == pytest.approx(
        x, abs=1e-13
    )


@settings(deadline=None)
@given(x=st.floats(-10.0, 10.0), c=st.lists(st.floats(-10.0, 10.0), min_size=1, max_size=8))
def test_polynomial_is_numpys(x, c):
    wanted = np.polynomial.polynomial.polyval(x, c)
    size = np.polynomial.polynomial.polyval(abs(x), np.abs(c))
    assert value("arithmetic.polynomial", x, coefficients=c) == pytest.approx(wanted, abs=1e-14 * size + 1e-300)


# --- units ---


@pytest.mark.parametrize(
    ("source", "target", "factor"),
    [
        ("rad", "deg", 180.0 / math.pi),
        ("deg", "rad", math.pi / 180.0),
        ("rpm", "rad/s", 2.0 * math.pi / 60.0),
        ("km/h", "m/s", 1.0 / 3.6),
        ("mm^2", "m^2", 1e-6),
        ("N*m", "kg*m^2/s^2", 1.0),
        ("%", "1", 0.01),
    ],
)
def test_convert_unit_applies_the_factor_and_declares_both_units(source, target, factor):
    parameters = {"from_unit": source, "to_unit": target}
    assert np.allclose(run("arithmetic.convert_unit", X, **parameters), factor * X, rtol=1e-15, atol=0.0)
    concrete, _ = blocks()["arithmetic.convert_unit"].concrete(parameters)
    assert concrete.inputs[0].unit == parse_unit(source)
    assert concrete.outputs[0].unit == parse_unit(target)


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        (
            "rad/s",
            "V",
            "'rad/s' (rad/s) and 'V' (V) measure different quantities; no factor converts one to the other.",
        ),
        ("km^99*km^99", "m^99*m^99", "the factor from 'km^99*km^99' to 'm^99*m^99' is too large or too small."),
        ("m^99*m^99", "km^99*km^99", "the factor from 'm^99*m^99' to 'km^99*km^99' is too large or too small."),
    ],
)
def test_convert_unit_refuses(source, target, message):
    with pytest.raises(ValueError) as caught:
        check_block("arithmetic.convert_unit", {"from_unit": source, "to_unit": target})
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ("?a", "'unit' must be a unit such as 'rad/s', not '?a'."),
        ("{unit}", "'unit' must be a unit such as 'rad/s', not '{unit}'."),
        ("", "'unit' must be a unit such as 'rad/s', not ''."),
    ],
)
def test_set_unit_refuses_what_is_no_unit(unit, message):
    with pytest.raises(BlockCheckError) as caught:
        check_block("arithmetic.set_unit", {"unit": unit})
    assert caught.value.faults == (message,)


def test_set_unit_changes_the_unit_and_not_the_number():
    assert np.array_equal(run("arithmetic.set_unit", X, unit="N*m"), X)
    concrete, _ = blocks()["arithmetic.set_unit"].concrete({"unit": "N*m"})
    assert format_unit(concrete.outputs[0].unit) == format_unit(parse_unit("N*m"))


@pytest.mark.parametrize(
    ("name", "inputs", "output"),
    [
        ("arithmetic.sum", ["V", "V"], "V"),
        ("arithmetic.difference", ["m", "m"], "m"),
        ("arithmetic.product", ["N", "m"], "N*m"),
        ("arithmetic.product_n", ["N", "1", "1"], "N"),
        ("arithmetic.divide", ["m", "s"], "m/s"),
        ("arithmetic.reciprocal", ["s"], "1/s"),
        ("arithmetic.square", ["m/s"], "m^2/s^2"),
        ("arithmetic.square_root", ["m^2"], "m"),
        ("arithmetic.minimum", ["rad", "rad"], "rad"),
        ("arithmetic.sign", ["rad"], "1"),
        ("arithmetic.modulo", ["rad"], "rad"),
    ],
)
def test_units_follow_from_the_inputs(name, inputs, output):
    concrete, _ = blocks()[name].concrete({})
    solver = UnitSolver()
    for port, unit in zip(concrete.inputs, inputs, strict=True):
        assert solver.equate(port.unit, parse_unit(unit))
    assert solver.reduce(concrete.outputs[0].unit) == parse_unit(output)
