"""Colours, fonts, the colour code of quantities and the icons of block families.

The colours are the design tokens of the studio, so drawings in reports match the editor.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pult.core.signals import Kind
from pult.core.units import Unit, conversion_factor, parse_unit

Quantity = Literal["length", "angle", "rate", "force", "electric", "number", "logic"]
QUANTITIES: Mapping[Quantity, str] = {
    "length": "length",
    "angle": "angle",
    "rate": "rate",
    "force": "force, torque",
    "electric": "electric",
    "number": "number",
    "logic": "on/off",
}
"""Every quantity in the order of the legend, with its name."""

FONT_UI = "'Golos Text','Segoe UI',system-ui,'Noto Sans','DejaVu Sans',sans-serif"
FONT_NUM = "'JetBrains Mono',ui-monospace,Consolas,'DejaVu Sans Mono',monospace"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of one theme."""

    app: str
    surface: str
    line: str
    line_2: str
    line_3: str
    text: str
    text_2: str
    text_3: str
    accent: str
    accent_line: str
    dot: str
    shadow: str
    quantity: Mapping[Quantity, str]


LIGHT = Theme(
    app="#edf0ef", surface="#ffffff", line="#dfe5e4", line_2="#c6cfce", line_3="#768284",
    text="#12191b", text_2="#46535a", text_3="#5a676d", accent="#076c77", accent_line="#8cc9ce",
    dot="#d3dbda", shadow="#10201f",
    quantity={
        "length": "#2460c4", "angle": "#7442c8", "rate": "#08705a", "force": "#a84406",
        "electric": "#766000", "number": "#56646b", "logic": "#33424a",
    },
)  # fmt: skip
DARK = Theme(
    app="#0d1113", surface="#14191c", line="#242c30", line_2="#364147", line_3="#6a787f",
    text="#e8edee", text_2="#a9b5ba", text_3="#8c9aa1", accent="#45c7d1", accent_line="#22616a",
    dot="#232b2f", shadow="#000000",
    quantity={
        "length": "#6fa8ff", "angle": "#b796ff", "rate": "#4fcba4", "force": "#ff9d5c",
        "electric": "#e3c64a", "number": "#94a3aa", "logic": "#c3ced2",
    },
)  # fmt: skip
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK}

_DIMENSIONS = tuple(parse_unit(text) for text in ("1", "rad", "rad/s", "m", "kg", "s", "1/s", "V", "A", "N", "W", "Pa"))


@lru_cache(maxsize=1024)
def _exponents(unit: Unit) -> Mapping[str, float]:
    """Exponents of the base units; multiples such as mm or rpm are traced back to theirs."""
    found: dict[str, float] = {}
    for symbol, power in unit:
        base: Unit = ((symbol, 1),)
        base = next((known for known in _DIMENSIONS if conversion_factor(base, known) is not None), base)
        for name, exponent in base:
            found[name] = found.get(name, 0.0) + float(exponent) * float(power)
    return {name: exponent for name, exponent in found.items() if exponent}


def quantity_of(kind: Kind, unit: Unit) -> Quantity:
    """Physical quantity of a signal, which determines its colour."""
    if kind == "boolean":
        return "logic"
    has = _exponents(unit)
    if any(symbol[0] in "?'" for symbol in has):
        return "number"
    if "A" in has:
        return "electric"
    if "kg" in has:
        return "force" if has.get("s", 0.0) <= -2 else "number"
    if has.get("s", 0.0) < 0:
        return "rate"
    if set(has) == {"m"}:
        return "length"
    return "angle" if set(has) == {"rad"} else "number"


# Strokes on a field of 16 by 16, drawn for this project.
_ICONS: Mapping[str, str] = {
    "sources": "M8 2.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6M4.6 8c1.1-3 2.3-3 3.4 0s2.3 3 3.4 0",
    "arithmetic": "M2.5 5h5M5 2.5v5M8.5 12h5M12.6 3.4l-9.2 9.2",
    "trigonometry": "M2.5 13h11L2.5 4zM6 13a4 4 0 0 0-1.6-7.2",
    "control": "M1.8 8.6h2.6l2-5.4l3.2 9.6l2-4.2h2.6",
    "digital": "M2 13h3V9.4h3.2V6h3.2V2.6H14",
    "logic": "M4.5 3h3.2a5 5 0 0 1 0 10H4.5zM1.5 6h3M1.5 10h3M12.7 8h2",
    "vector": "M5 2.5H2.8v11H5M11 2.5h2.2v11H11M6.4 10.4l3.4-4.6M7.4 5.6l2.4.2l.3 2.5",
    "sinks": "M2.2 3h11.6v8H2.2zM6 13.6h4M4.6 8.4l2-2.4l2 1.6l2.6-2.8",
    "scheme": "M2.5 2.5h4.6v4.6H2.5zM8.9 8.9h4.6v4.6H8.9zM4.8 7.1v4.1h4.1",
    "motion": "M3.2 13.2L6 7l5 1.6M3.2 11.4a1.8 1.8 0 1 0 .1 0M6 5.2a1.8 1.8 0 1 0 .1 0"
              "M11.6 6.8a1.8 1.8 0 1 0 .1 0",
    "": "M4.4 2.6h7.2a1.8 1.8 0 0 1 1.8 1.8v7.2a1.8 1.8 0 0 1-1.8 1.8H4.4a1.8 1.8 0 0 1-1.8-1.8V4.4"
        "a1.8 1.8 0 0 1 1.8-1.8M8 6.2a1.8 1.8 0 1 0 .1 0",
}  # fmt: skip


def icon_of(family: str) -> str:
    """The strokes of a family's icon; unknown families share one."""
    return _ICONS.get(family, _ICONS[""])
