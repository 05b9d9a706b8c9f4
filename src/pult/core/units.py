"""Units of signals: parsing, equality, conversion factors, and inference along wires.

A unit is a product of symbols with rational exponents. The symbols ``m kg s A K rad Sv`` are the base; named SI
units (``N``, ``V``, ``Hz``...) expand to them exactly, so ``N*m`` equals ``kg*m^2/s^2``. Everything with a factor
(``deg``, ``mm``, ``rpm``...) stays a symbol of its own: it is *not equal* to its SI unit, and
[`conversion_factor`][pult.core.units.conversion_factor] gives the factor. The radian and the sievert are
base symbols, because mixing up angles and plain numbers, or doses and squares of speeds, is the mistake worth catching.

Entries of a vector may have units of their own, as the coordinates of a chain with turning and sliding joints:
``[rad, rad, m, rad]``. Such a unit is multiplied and divided entry by entry, so ``[rad, m]/s`` equals
``[rad/s, m/s]``. Inside it is that of the first entry times one symbol, ``[1,m/rad]``, with the ratios to it.

A symbol that starts with ``?`` is a variable: ``?a`` on an input and on the output of a block means "the same unit,
whatever it is".
"""

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from pult.core.errors import PultError, brief, choose

Exponent = int | Fraction
Unit = tuple[tuple[str, Exponent], ...]
"""Canonical unit: (symbol, exponent) pairs, sorted, no zero exponents. The empty tuple is dimensionless."""

ONE: Unit = ()
MAX_LETTERS = 100
MAX_ENTRIES = 200

BASE = ("A", "K", "Sv", "kg", "m", "rad", "s")
NAMED: dict[str, dict[str, Exponent]] = {
    "N": {"kg": 1, "m": 1, "s": -2},
    "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "Pa": {"kg": 1, "m": -1, "s": -2},
    "V": {"kg": 1, "m": 2, "s": -3, "A": -1},
    "Ohm": {"kg": 1, "m": 2, "s": -3, "A": -2},
    "H": {"kg": 1, "m": 2, "s": -2, "A": -2},
    "F": {"kg": -1, "m": -2, "s": 4, "A": 2},
    "C": {"A": 1, "s": 1},
    "Hz": {"s": -1},
}
# symbol: (factor, SI unit it is a multiple of)
SCALED: dict[str, tuple[float, str]] = {
    "deg": (math.pi / 180.0, "rad"),
    "rev": (2.0 * math.pi, "rad"),
    "rpm": (math.pi / 30.0, "rad/s"),
    "mm": (1e-3, "m"),
    "cm": (1e-2, "m"),
    "km": (1e3, "m"),
    "g": (1e-3, "kg"),
    "ms": (1e-3, "s"),
    "us": (1e-6, "s"),
    "min": (60.0, "s"),
    "h": (3600.0, "s"),
    "mV": (1e-3, "V"),
    "mA": (1e-3, "A"),
    "kN": (1e3, "N"),
    "kW": (1e3, "W"),
    "kHz": (1e3, "Hz"),
    "kPa": (1e3, "Pa"),
    "MPa": (1e6, "Pa"),
    "bar": (1e5, "Pa"),
    "mSv": (1e-3, "Sv"),
    "uSv": (1e-6, "Sv"),
    "%": (1e-2, "1"),
}
_TOKEN = re.compile(r"\s*(?:(?P<symbol>\??[A-Za-z%][A-Za-z0-9_.]*)|(?P<number>\d+(?:/\d+)?)|(?P<mark>[][,*/^()·-]))")


class UnitError(PultError):
    """A unit that cannot be read."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"unit {text!r} cannot be read: {reason}")


def known_symbols() -> list[str]:
    """Every unit symbol that may be written in a document, sorted."""
    return sorted([*BASE, *NAMED, *SCALED, "1"])


def _canonical(exponents: Mapping[str, Exponent]) -> Unit:
    pairs = []
    by_entry = {}
    for symbol, power in exponents.items():
        if power:
            whole = isinstance(power, Fraction) and power.denominator == 1
            exponent = int(power) if whole else power
            if symbol[0] == "[":
                by_entry[symbol] = exponent
            else:
                pairs.append((symbol, exponent))
    return tuple(sorted([*pairs, *_one_symbol(by_entry)]))


def _one_symbol(by_entry: Mapping[str, Exponent]) -> list[tuple[str, Exponent]]:
    """Powers of units by entry as one symbol, where they have as many entries; their first entries are 1."""
    lengths = {symbol.count(",") for symbol in by_entry}
    if not by_entry or len(lengths) > 1 or (len(by_entry) == 1 and set(by_entry.values()) == {1}):
        return list(by_entry.items())
    entries = [ONE] * (lengths.pop() + 1)
    for symbol, power in by_entry.items():
        entries = [multiply(unit, ratio, power) for unit, ratio in zip(entries, _ratios(symbol), strict=True)]
    return [(symbol, 1) for symbol in _symbol_of(entries)]


@lru_cache(maxsize=4096)
def _ratios(symbol: str) -> tuple[Unit, ...]:
    return tuple(parse_unit(text) for text in symbol[1:-1].split(","))


def _symbol_of(ratios: Sequence[Unit]) -> list[str]:
    if all(unit == ONE for unit in ratios):
        return []
    return [f"[{','.join('1' if unit == ONE else _write('', unit) for unit in ratios)}]"]


def unit_by_entry(units: Sequence[Unit]) -> Unit:
    """The unit of a vector whose entries have these units."""
    ratios = [multiply(unit, units[0], -1) for unit in units]
    return multiply(units[0], tuple((symbol, 1) for symbol in _symbol_of(ratios)))


def entry_units(unit: Unit) -> tuple[Unit, ...]:
    """Units of the entries, if they have units of their own; else none."""
    for symbol, power in unit:
        if symbol[0] == "[":
            shared = tuple(pair for pair in unit if pair[0] != symbol)
            return tuple(multiply(shared, ratio, power) for ratio in _ratios(symbol))
    return ()


def multiply(left: Unit, right: Unit, power: Exponent = 1) -> Unit:
    """Left * right**power."""
    exponents = dict(left)
    for symbol, exponent in right:
        exponents[symbol] = exponents.get(symbol, 0) + exponent * power
    return _canonical(exponents)


def raise_to(unit: Unit, power: Exponent) -> Unit:
    """unit**power."""
    return multiply(ONE, unit, power)


@lru_cache(maxsize=4096)
def parse_unit(text: str) -> Unit:
    """Read a unit such as ``V*s/rad``, ``kg*m^2``, ``1/s``, ``?a*s`` or ``(?a*?b)^1/2``.

    ``*`` and ``/`` are read from left to right; ``1`` is dimensionless.

    Raises:
        UnitError: The text is not a unit; the message names the wrong symbol and the closest known one.
    """
    tokens: list[tuple[str, str]] = []
    end = 0
    stripped = text.strip()
    entries = stripped.split(",")
    if len(entries) > MAX_ENTRIES:
        raise UnitError(brief(stripped), f"it has more than {MAX_ENTRIES} entries")
    if any(len(entry) > MAX_LETTERS for entry in entries):
        raise UnitError(brief(stripped), f"it is longer than {MAX_LETTERS} letters")
    if not stripped:
        raise UnitError(text, "it is empty; write '1' for a plain number")
    while end < len(stripped):
        match = _TOKEN.match(stripped, end)
        if match is None:
            raise UnitError(text, f"unexpected character {stripped[end]!r}")
        tokens.append((str(match.lastgroup), match.group(str(match.lastgroup))))
        end = match.end()
    unit, rest = _product(text, tokens)
    if rest:
        raise UnitError(text, f"unexpected {rest[0][1]!r}")
    return unit


def _product(text: str, tokens: list[tuple[str, str]]) -> tuple[Unit, list[tuple[str, str]]]:
    unit, tokens = _factor(text, tokens)
    while tokens and tokens[0][1] in ("*", "/", "·"):
        sign = -1 if tokens[0][1] == "/" else 1
        right, tokens = _factor(text, tokens[1:])
        unit = multiply(unit, right, sign)
    return unit, tokens


def _factor(text: str, tokens: list[tuple[str, str]]) -> tuple[Unit, list[tuple[str, str]]]:
    if not tokens:
        raise UnitError(text, "it ends too early")
    (group, value), tokens = tokens[0], tokens[1:]
    if value == "(":
        unit, tokens = _product(text, tokens)
        if not tokens or tokens[0][1] != ")":
            raise UnitError(text, "a ')' is missing")
        tokens = tokens[1:]
    elif value == "[":
        unit, tokens = _entries(text, tokens)
    elif group == "symbol":
        unit = _symbol(text, value)
    elif value == "1":
        unit = ONE
    else:
        raise UnitError(text, f"unexpected {value!r}; the only number allowed is 1")
    if tokens and tokens[0][1] == "^":
        tokens = tokens[1:]
        sign = 1
        if tokens and tokens[0][1] == "-":
            sign, tokens = -1, tokens[1:]
        if not tokens or not re.fullmatch(r"\d{1,2}(/0*[1-9]\d?)?", tokens[0][1]):
            raise UnitError(text, "'^' needs a whole number up to 99 or a fraction such as 1/2")
        unit = raise_to(unit, sign * Fraction(tokens[0][1]))
        tokens = tokens[1:]
    return unit, tokens


def _entries(text: str, tokens: list[tuple[str, str]]) -> tuple[Unit, list[tuple[str, str]]]:
    units = []
    mark = ","
    while mark == ",":
        unit, tokens = _product(text, tokens)
        if variables(unit) or entry_units(unit):
            raise UnitError(text, "the unit of an entry has neither variables nor entries")
        units.append(unit)
        mark = tokens[0][1] if tokens else ""
        tokens = tokens[1:]
    if mark != "]":
        raise UnitError(text, "a ']' is missing")
    return unit_by_entry(units), tokens


def _symbol(text: str, symbol: str) -> Unit:
    if symbol.startswith("?") or symbol in BASE or symbol in SCALED:
        return ((symbol, 1),)
    if symbol in NAMED:
        return _canonical(NAMED[symbol])
    advice = choose(symbol, known_symbols(), where=f"Known: {' '.join(known_symbols())}.")
    raise UnitError(text, f"unknown symbol {symbol!r}. {advice}")


def variables(unit: Unit) -> list[str]:
    """The variables in a unit."""
    return [symbol for symbol, _ in unit if symbol.startswith("?")]


def rename_variables(unit: Unit, prefix: str) -> Unit:
    """Make the variables of a block's port private to one block in a scheme: ``?a`` becomes ``?prefix.a``."""
    if not any(symbol[0] == "?" for symbol, _ in unit):
        return unit
    return _canonical({f"?{prefix}.{s[1:]}" if s[0] == "?" else s: power for s, power in unit})


def conversion_factor(source: Unit, target: Unit) -> float | None:
    """Factor k with value_in_target = k * value_in_source, or None if the quantities differ."""
    if entry_units(source) or entry_units(target):
        return 1.0 if source == target else None
    factor = 1.0
    ratio = ONE
    for symbol, power in multiply(source, target, -1):
        scale, base = SCALED.get(symbol, (1.0, None))
        try:
            factor *= scale ** float(power)
        except OverflowError:
            factor = math.inf
        ratio = multiply(ratio, parse_unit(base) if base else ((symbol, 1),), power)
    return factor if ratio == ONE else None


@lru_cache(maxsize=4096)
def format_unit(unit: Unit) -> str:
    """Format a unit for people: with named units where possible, ``any`` for a single variable."""
    if unit == ONE:
        return "1"
    if len(unit) == 1 and unit[0][0].startswith("?"):
        return "any"
    if entries := entry_units(unit):
        return f"[{', '.join(map(format_unit, entries))}]"
    for name, exponents in NAMED.items():
        if name not in ("Hz", "J") and unit == _canonical(exponents):  # a torque is N*m, and 1/s is rarely a frequency
            return name
    for name, exponents in NAMED.items():  # N*m, V*s/rad, N/m...
        if name in ("N", "V", "W", "Pa", "Ohm") and any(symbol in ("kg", "A") for symbol, _ in unit):
            rest = multiply(unit, _canonical(exponents), -1)
            if not any(symbol in ("kg", "A", "K") for symbol, _ in rest) and len(rest) <= 3:
                return _write(name, rest)
    return _write("", unit)


def _write(head: str, unit: Unit) -> str:
    def term(symbol: str, power: Exponent) -> str:
        symbol = symbol.replace("'", "?")  # an unresolved unit at a port of a sub-scheme
        return symbol if power == 1 else f"{symbol}^{power}"

    above = [head] if head else []
    above += [term(symbol, power) for symbol, power in unit if power > 0]
    below = "".join(f"/{term(symbol, -power)}" for symbol, power in unit if power < 0)
    return ("*".join(above) or "1") + below


class UnitSolver:
    """Finds the units of variables from equations, one wire at a time (Gaussian elimination on exponents)."""

    def __init__(self) -> None:
        self._bound: dict[str, Unit] = {}

    def reduce(self, unit: Unit) -> Unit:
        """Replace every variable known so far."""
        start = unit
        while any(symbol in self._bound for symbol, _ in unit):
            result: Unit = ()
            for symbol, power in unit:
                result = multiply(result, self._bound.get(symbol, ((symbol, 1),)), power)
            unit = result
        if unit is not start and len(start) == 1 and start[0][1] == 1:
            self._bound[start[0][0]] = unit  # path compression: the next look-up takes one step
        return unit

    def equate(self, left: Unit, right: Unit) -> bool:
        """Add the equation left == right. Returns False, and changes nothing, if it contradicts the others."""
        left, right = self.reduce(left), self.reduce(right)
        difference = multiply(left, right, -1)
        if difference == ONE:
            return True
        for symbol, power in difference:
            if symbol.startswith("?"):
                rest = _canonical({s: e for s, e in difference if s != symbol})
                self._bound[symbol] = raise_to(rest, -1 / Fraction(power))
                return True
        return False
