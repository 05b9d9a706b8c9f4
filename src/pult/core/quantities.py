"""Numbers with units as people write them ("5deg", "50 ms", "0.2"), checked against the unit that is needed."""

import re
from typing import NamedTuple

from pult.core.errors import UsageError, choose
from pult.core.unit_names import other_names, unit_names
from pult.core.units import ONE, Exponent, Unit, UnitError, conversion_factor, format_unit, parse_unit

_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(\S.*?)?\s*", re.DOTALL)


class Quantity(NamedTuple):
    """A number with the unit that was written after it.

    Attributes:
        value: The number.
        unit: The unit, in symbols of documents where it has one; empty if none was written.
    """

    value: float
    unit: str


def read_quantity(text: str) -> Quantity:
    """Read a number with or without a unit.

    Raises:
        UsageError: It is neither.
        UnitError: What follows the number is not a unit.
    """
    match = _QUANTITY.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is not a number, nor one with a unit such as 5deg or 50ms.")
    unit = symbol_of(match[2] or "")
    if unit and unit not in unit_names():
        parse_unit(unit)
    return Quantity(float(match[1]), unit)


def symbol_of(unit: str) -> str:
    """A unit in the symbols of documents: "°" is "deg", "мс" is "ms"; others stay as they are."""
    unit = unit.strip()
    return other_names().get(unit, unit)


def factor_between(unit: str, target: str) -> float:
    """Factor k with value_in_target = k * value_in_unit.

    Args:
        unit: What was written; empty for the target itself.
        target: The unit that is needed, a unit of documents.

    Raises:
        UsageError: They measure different things; the message names units that can be written.
        UnitError: One of them is not a unit.
    """
    if not unit:
        return 1.0
    name, wanted = unit_names().get(unit), parse_unit(target)
    if name is not None and name.kind == "typed":  # multiples that documents do not know, such as mrad
        factor = conversion_factor(_unit(name.powers), wanted)
        factor = None if factor is None else factor * name.factor
    else:
        factor = conversion_factor(parse_unit(unit), wanted)
    if factor is None:
        raise UsageError(f"is in {format_unit(wanted)}, which {unit!r} does not measure. {_allowed(unit, wanted)}")
    return factor


def _unit(powers: dict[str, int]) -> Unit:
    found: dict[str, Exponent] = dict(powers)
    return tuple(sorted(found.items()))


def _allowed(unit: str, wanted: Unit) -> str:
    fitting = [
        symbol
        for symbol, name in unit_names().items()
        if conversion_factor(_unit(name.powers), wanted) is not None and (wanted != ONE or symbol == "%")
    ]
    own = format_unit(wanted)
    return choose(unit, dict.fromkeys([own, *fitting]))


__all__ = ["Quantity", "UnitError", "factor_between", "read_quantity", "symbol_of"]
