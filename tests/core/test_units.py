import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.units import (
    ONE,
    UnitError,
    UnitSolver,
    conversion_factor,
    entry_units,
    format_unit,
    known_symbols,
    multiply,
    parse_unit,
    raise_to,
    unit_by_entry,
)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("N*m", "kg*m^2/s^2"), ("V*A", "W"), ("J", "N*m"), ("1/s", "Hz"), ("m/s/s", "m/s^2"), ("m*s^-1", "m/s"),
        ("(N*m)/(rad)", "N*m/rad"), ("Ohm", "V/A"), ("1", "m/m"), ("(m^2)^1/2", "m"), ("Pa", "N/m^2"), ("V·s", "V*s"),
    ],
)  # fmt: skip
def test_the_same_unit_written_two_ways_is_equal(one, two):
    assert parse_unit(one) == parse_unit(two)


@pytest.mark.parametrize(
    ("one", "two"), [("rad", "deg"), ("rad", "1"), ("m", "mm"), ("rad/s", "1/s"), ("N*m", "N"), ("%", "1")]
)
def test_units_that_must_not_be_wired_together_differ(one, two):
    assert parse_unit(one) != parse_unit(two)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unit '' cannot be read: it is empty; write '1' for a plain number"),
        ("radd", "unit 'radd' cannot be read: unknown symbol 'radd'. Did you mean 'rad'? Known: % 1 A C F H Hz J K MPa N Ohm Pa Sv V W bar cm deg g h kHz kN kPa kW kg km m mA mSv mV min mm ms rad rev rpm s uSv us."),
        ("m*", "unit 'm*' cannot be read: it ends too early"),
        ("(m", "unit '(m' cannot be read: a ')' is missing"),
        ("m^", "unit 'm^' cannot be read: '^' needs a whole number up to 99 or a fraction such as 1/2"),
        ("m^1/0", "unit 'm^1/0' cannot be read: '^' needs a whole number up to 99 or a fraction such as 1/2"),
        ("m^1/00", "unit 'm^1/00' cannot be read: '^' needs a whole number up to 99 or a fraction such as 1/2"),
        ("m^" + "9" * 50, "unit 'm^" + "9" * 50 + "' cannot be read: '^' needs a whole number up to 99 or a fraction such as 1/2"),
        ("(" * 5000, "unit '\"" + "(" * 56 + "...' cannot be read: it is longer than 100 letters"),
        ("2*m", "unit '2*m' cannot be read: unexpected '2'; the only number allowed is 1"),
        ("m s", "unit 'm s' cannot be read: unexpected 's'"),
        ("[rad, m", "unit '[rad, m' cannot be read: a ']' is missing"),
        ("[rad, ?a]", "unit '[rad, ?a]' cannot be read: the unit of an entry has neither variables nor entries"),
        ("m$", "unit 'm$' cannot be read: unexpected character '$'"),
    ],
)  # fmt: skip
def test_a_wrong_unit_is_refused_with_the_reason(text, reason):
    with pytest.raises(UnitError) as caught:
        parse_unit(text)
    assert str(caught.value) == reason


def test_conversion_factors_are_the_defined_ones():
    cases = [
        ("deg", "rad", math.pi / 180),
        ("rpm", "rad/s", 2 * math.pi / 60),
        ("mm", "m", 1e-3),
        ("bar", "Pa", 1e5),
        ("km/h", "m/s", 1 / 3.6),
    ]
    for one, two, factor in cases:
        assert conversion_factor(parse_unit(one), parse_unit(two)) == pytest.approx(factor, rel=1e-15)
        assert conversion_factor(parse_unit(two), parse_unit(one)) == pytest.approx(1 / factor, rel=1e-15)
    assert conversion_factor(parse_unit("m"), parse_unit("s")) is None


symbols = st.sampled_from([s for s in known_symbols() if s != "1"])
units = st.lists(st.tuples(symbols, st.integers(-3, 3)), max_size=4).map(
    lambda pairs: _product([raise_to(parse_unit(s), n) for s, n in pairs])
)


def _product(parts):
    found = ONE
    for part in parts:
        found = multiply(found, part)
    return found


@given(units, units, units)
def test_units_form_an_abelian_group(a, b, c):
    assert multiply(a, b) == multiply(b, a)
    assert multiply(multiply(a, b), c) == multiply(a, multiply(b, c))
    assert multiply(a, a, -1) == ONE
    assert raise_to(raise_to(a, 2), Fraction(1, 2)) == a


@given(units)
def test_a_written_unit_reads_back_as_itself(unit):
    assert parse_unit(format_unit(unit)) == unit


@given(units, units)
def test_inference_finds_the_factor_that_makes_an_equation_true(a, b):
    solver = UnitSolver()
    x = parse_unit("?x")
    assert solver.equate(multiply(a, x, 2), b)
    assert multiply(a, solver.reduce(x), 2) == b
    assert solver.equate(multiply(a, x, 2), b)
    assert not solver.equate(x, multiply(solver.reduce(x), parse_unit("K")))


def test_inference_along_a_long_chain_is_one_step_each():
    solver = UnitSolver()
    for k in range(20000):
        assert solver.equate(((f"?{k}", 1),), ((f"?{k + 1}", 1),))
    assert solver.equate(((("?20000", 1)),), parse_unit("rad"))
    assert solver.reduce((("?0", 1),)) == parse_unit("rad")
    assert not solver.equate((("?7", 1),), parse_unit("deg"))


UNITS = ["1", "rad", "m", "s", "V*s/rad", "m^1/2", "mm", "N"]
vectors = st.lists(st.sampled_from(UNITS), min_size=1, max_size=5)


@given(vectors, st.sampled_from(UNITS), st.sampled_from([1, 2, -1, Fraction(1, 2)]))
def test_units_by_entry_are_multiplied_entry_by_entry(texts, factor, power):
    whole, one = parse_unit(f"[{', '.join(texts)}]"), parse_unit(factor)
    each = [multiply(parse_unit(text), one, power) for text in texts]
    found = multiply(whole, one, power)
    assert found == unit_by_entry(each)
    assert (list(entry_units(found)) or [found] * len(texts)) == each
    assert multiply(found, found, -1) == ONE
    assert raise_to(raise_to(found, 2), Fraction(1, 2)) == found
    assert parse_unit(format_unit(found)) == found


@given(vectors)
def test_a_variable_takes_a_unit_by_entry(texts):
    solver, wanted = UnitSolver(), parse_unit(f"[{', '.join(texts)}]")
    assert solver.equate(parse_unit("?a/s"), multiply(wanted, parse_unit("s"), -1))
    assert solver.reduce(parse_unit("V/?a")) == multiply(parse_unit("V"), wanted, -1)
    assert solver.equate(parse_unit("?a"), wanted)
    assert not solver.equate(parse_unit("?a"), multiply(wanted, parse_unit("A")))
