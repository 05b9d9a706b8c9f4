"""Units as people write and read them, in English and Russian; the studio's page uses the same table.

Documents contain only the symbols of [`core.units`][pult.core.units]. People also type multiples and signs
(``0.2 µF``, ``30°``, ``5 Н·м``), and read ``N·m`` for ``N*m``.
"""

import re
from functools import cache
from typing import Literal, NamedTuple

from pult.core.units import BASE, NAMED, SCALED, conversion_factor, parse_unit

_MICRO = "µ"
_PREFIXES = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "c": 1e-2, "k": 1e3, "M": 1e6, "G": 1e9}
# symbol: prefixes that people put before it
_PREFIXED = {
    "m": "kcmun", "g": "kmu", "s": "mun", "A": "muk", "rad": "mu", "N": "mkM", "J": "mkM", "W": "mkM", "Pa": "kMG",
    "Hz": "kM", "V": "mku", "Ohm": "mkM", "H": "mu", "F": "munp", "Wb": "m", "T": "m", "Sv": "mu",
}  # fmt: skip
# symbol: (factor, SI unit), of units that are typed but never written into a document
_TYPED = {"t": (1e3, "kg"), "T": (1.0, "V*s/m^2"), "Wb": (1.0, "V*s")}
_SIGNS = {"deg": "°", "Ohm": "Ω"}
_OTHER = {"ohm": "Ohm", "град": "deg"}

RUSSIAN = {
    "m": "м", "mm": "мм", "cm": "см", "km": "км", "um": "мкм", "s": "с", "ms": "мс", "us": "мкс", "min": "мин",
    "h": "ч", "rad": "рад", "mrad": "мрад", "rev": "об", "rpm": "об/мин", "N": "Н", "kN": "кН", "mN": "мН",
    "kg": "кг", "g": "г", "t": "т", "Hz": "Гц", "kHz": "кГц", "V": "В", "mV": "мВ", "A": "А", "mA": "мА", "W": "Вт",
    "kW": "кВт", "J": "Дж", "Pa": "Па", "kPa": "кПа", "MPa": "МПа", "bar": "бар", "Ohm": "Ом", "H": "Гн", "mH": "мГн",
    "F": "Ф", "C": "Кл", "K": "К", "T": "Тл", "Wb": "Вб", "Sv": "Зв", "mSv": "мЗв", "uSv": "мкЗв",
    "px": "пикс", "B": "Б", "kB": "кБ", "MB": "МБ", "GB": "ГБ",
}  # fmt: skip
"""Russian names of units, by symbol, including counts of things, which are not physical units."""

SHOWN_AS = {"rad": "deg", "rad/s": "deg/s", "rad/s^2": "deg/s^2", "Sv": "uSv", "Sv/s": "uSv/h"}
"""Units for display: radians inside, degrees in front of people; and microsieverts in place of sieverts."""


class UnitName(NamedTuple):
    """A unit by its symbol.

    Attributes:
        factor: Its size in base units.
        powers: Exponents of base units.
        kind: ``base``; ``named``, which documents read as the product of base units that it is; ``scaled``, which stays
            a symbol of its own; ``typed``, which documents do not know.
        sign: How it is printed in English.
    """

    factor: float
    powers: dict[str, int]
    kind: Literal["base", "named", "scaled", "typed"]
    sign: str


def _name(symbol: str, factor: float, base: str, kind: Literal["base", "named", "scaled", "typed"]) -> UnitName:
    powers = {name: int(power) for name, power in parse_unit(base)}
    micro = symbol.startswith("u") and symbol[1:] in _PREFIXED
    sign = _SIGNS.get(symbol, _MICRO + symbol[1:] if micro else symbol)
    return UnitName(factor, powers, kind, sign)


def unit_names() -> dict[str, UnitName]:
    """All units that people may write, by symbol."""
    names = {symbol: _name(symbol, 1.0, symbol, "base") for symbol in BASE}
    names |= {symbol: _name(symbol, 1.0, symbol, "named") for symbol in NAMED}
    names |= {symbol: _name(symbol, *scaled, "scaled") for symbol, scaled in SCALED.items()}
    names |= {symbol: _name(symbol, *typed, "typed") for symbol, typed in _TYPED.items()}
    for symbol, prefixes in _PREFIXED.items():
        whole = names[symbol]
        for prefix in prefixes:
            sign = (_MICRO if prefix == "u" else prefix) + whole.sign
            multiple = UnitName(whole.factor * _PREFIXES[prefix], whole.powers, "typed", sign)
            names.setdefault(prefix + symbol, multiple)
    return names


def other_names() -> dict[str, str]:
    """Alternative spellings of symbols, such as ``°`` and ``мм``."""
    names = unit_names()
    signs = {name.sign: symbol for symbol, name in names.items() if name.sign != symbol}
    russian = {name: symbol for symbol, name in RUSSIAN.items() if symbol in names and "/" not in name}
    return signs | russian | _OTHER


def shown_unit(unit: str) -> tuple[str, float]:
    """The unit that people see in place of one, and how many of it one is: degrees for radians."""
    shown = SHOWN_AS.get(unit, unit)
    factor = conversion_factor(parse_unit(unit), parse_unit(shown)) if shown != unit else 1.0
    return shown, 1.0 if factor is None else factor


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_POWER = re.compile(r"\^(-?\d+)(?!\d*/\d)")
_SYMBOL = re.compile(r"[A-Za-zµΩ%]+")


@cache
def typeset_unit(unit: str, language: Literal["en", "ru"] = "en") -> str:
    """A unit as people read it: ``N*m`` as N·m or Н·м, ``m/s^3`` as m/s³, ``deg`` as °. Empty for plain numbers and for
    units that are left open. The studio's page typesets units in the same way, from the same table.
    """
    if unit in ("1", "any") or "?" in unit or "'" in unit:
        return ""
    names, others = unit_names(), other_names()

    def sign(match: re.Match[str]) -> str:
        symbol = others.get(match[0], match[0])
        if language == "ru" and symbol in RUSSIAN:
            return RUSSIAN[symbol]
        return names[symbol].sign if symbol in names else match[0]

    raised = _POWER.sub(lambda match: match[1].translate(_RAISED), unit)
    return _SYMBOL.sub(sign, raised.replace("*", "·"))
