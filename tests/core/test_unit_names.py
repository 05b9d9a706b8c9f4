"""The table of units that the page has, too."""

import math

import pytest

from pult.core.unit_names import RUSSIAN, SHOWN_AS, other_names, unit_names
from pult.core.units import conversion_factor, format_unit, known_symbols, parse_unit

NAMES = unit_names()


def test_documents_know_exactly_the_units_that_are_not_only_typed():
    known = {symbol for symbol, name in NAMES.items() if name.kind != "typed"}
    assert known == set(known_symbols()) - {"1"}


@pytest.mark.parametrize("symbol", sorted(set(known_symbols()) - {"1"}))
def test_sizes_are_those_that_documents_are_converted_with(symbol):
    name = NAMES[symbol]
    base = "*".join(f"{base}^{power}" for base, power in name.powers.items()) or "1"
    assert conversion_factor(parse_unit(symbol), parse_unit(base)) == name.factor
    # a unit that documents keep as a symbol of its own differs from what it is a multiple of
    assert (parse_unit(symbol) == parse_unit(base)) == (name.kind != "scaled")


@pytest.mark.parametrize(
    ("symbol", "factor", "same"),
    [("uF", 1e-6, "F"), ("GPa", 1e9, "Pa"), ("mg", 1e-6, "kg"), ("mrad", 1e-3, "rad"), ("T", 1.0, "V*s/m^2"), ("t", 1e3, "kg")],
)  # fmt: skip
def test_typed_units_are_multiples_of_those_of_documents(symbol, factor, same):
    assert NAMES[symbol].factor == pytest.approx(factor, rel=1e-15)
    assert NAMES[symbol].powers == dict(parse_unit(same))
    assert NAMES[symbol].kind == "typed"


def test_no_two_units_are_written_alike():
    signs = [name.sign for name in NAMES.values()]
    assert len(set(signs)) == len(signs)
    russian = list(RUSSIAN.values())
    assert len(set(russian)) == len(russian)
    # another name never hides a symbol: 'm' is a metre in both languages
    assert not set(other_names()) & set(NAMES)
    assert set(other_names().values()) <= set(NAMES)


def test_signs_and_russian_names_lead_back_to_their_unit():
    others = other_names()
    assert [others[name] for name in ("°", "Ω", "µs", "мм", "Н", "об", "град")] == [
        "deg", "Ohm", "us", "mm", "N", "rev", "deg",
    ]  # fmt: skip


def test_people_see_degrees_and_small_doses_of_the_same_quantity():
    factors = {"rad": 180.0 / math.pi, "Sv": 1e6}
    for inside, shown in SHOWN_AS.items():
        base = inside.partition("/")[0]
        expected = factors[base] * (3600.0 if shown.endswith("/h") else 1.0)
        assert conversion_factor(parse_unit(inside), parse_unit(shown)) == pytest.approx(expected, rel=1e-15)
        assert format_unit(parse_unit(shown)) == shown
