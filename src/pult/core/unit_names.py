"""Units as people write and read them, in English and Russian; the studio's page uses the same table.

Documents contain only the symbols of [`core.units`][pult.core.units]. People also type multiples and signs
(``0.2 µF``, ``30°``, ``5 Н·м``), and read ``N·m`` for ``N*m``.
"""

from typing import Literal, NamedTuple

from pult.core.units import BASE, NAMED, SCALED, parse_unit

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
