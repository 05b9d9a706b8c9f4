"""Texts in a drawing: numbers, units and parameters formatted for people, and their widths.

The reader's fonts are not known here, so widths are upper estimates, used only to reserve space.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from pult.core.block_type import Parameter, Value
from pult.core.signals import NO_LIMIT
from pult.core.unit_names import typeset_unit
from pult.core.units import Unit, format_unit, variables
from pult.scheme.model import CheckedBlock

MONO = 0.6
"""Width of a character of a monospaced font, in font sizes."""
_NARROW = frozenset("iljtfrI.,:;'|!()[] -·")
_WIDE = frozenset("mwMW@%—ЖМШЩЮжмшщюыф")
_CONTROL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Line(NamedTuple):
    """One parameter on the face of a block."""

    name: str
    value: str

    @property
    def width(self) -> float:
        """Width at 11 px."""
        return text_width(f"{self.name} {self.value}", 11, mono=True)


def text_width(text: str, size: float, mono: bool = False, strong: bool = False) -> float:
    """Estimate the width of a text [px]."""
    if mono:
        return len(text) * MONO * size
    ems = 0.0
    for character in text:
        if character in _NARROW:
            ems += 0.37
        elif character in _WIDE:
            ems += 0.92
        elif ord(character) >= 0x2E80:  # ideographs and emoji are square
            ems += 1.05
        else:
            ems += 0.7 if character.isupper() else 0.59
    return ems * size * (1.07 if strong else 1.0)


def shorten(text: str, most: int) -> str:
    """Cut a text to a number of characters, with an ellipsis."""
    text = " ".join(clean(text).split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def clean(text: str) -> str:
    """Replace characters that are not allowed in XML."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def wrap(text: str, most: int, lines: int = 12) -> list[str]:
    """Break a text into lines at spaces; existing line breaks are kept, words too long for a line are cut."""
    found: list[str] = []
    for paragraph in clean(text).splitlines() or [""]:
        line = ""
        for word in paragraph.split():
            piece = shorten(word, most)
            if line and len(line) + 1 + len(piece) > most:
                found.append(line)
                line = piece
            else:
                line = f"{line} {piece}".strip()
        found.append(line)
    return found if len(found) <= lines else [*found[: lines - 1], "…"]


def number_text(value: float) -> str:
    """A number with four significant digits: 0.25, 1200, 1.5e-6."""
    text = f"{value:.4g}"
    if "e" in text:
        mantissa, _, exponent = text.partition("e")
        return f"{mantissa}e{int(exponent)}"
    return text


def value_text(value: Any) -> str:
    """Short text of the value of a parameter or constant."""
    if isinstance(value, (bool, np.bool_)):
        return "on" if value else "off"
    if isinstance(value, str):
        return shorten(value, 16)
    array = np.asarray(value)
    if array.ndim == 0:
        return number_text(float(array))
    if array.ndim == 1 and array.size <= 4:
        text = " ".join(value_text(item) for item in array.tolist())
        if len(text) <= 18:
            return f"[{text}]"
    if array.size and bool(np.all(array == array.flat[0])):
        return f"{value_text(array.ravel().tolist()[0])} ×{shape_text(array.shape)}"
    return f"[{shape_text(array.shape)}]"


def shape_text(shape: tuple[int, ...]) -> str:
    """3 for a vector of three, 2×3 for a matrix."""
    return "×".join(map(str, shape))


def unit_text(unit: Unit) -> str:
    """A unit as printed: N·m, rad/s². Empty for a plain number."""
    if any(symbol.startswith("'") for symbol, _ in unit) or variables(unit):
        return "any"
    text = format_unit(unit)
    if text == "J":  # the same dimension; in robotics it is nearly always a torque
        text = "N*m"
    return typeset_unit(text)


def constant_text(value: Any, boolean: bool, unit: Unit) -> str:
    """A value at an input without a wire, with its unit."""
    if boolean:
        value = np.asarray(value, dtype=bool)
        value = bool(value) if value.ndim == 0 else value
    unit_part = unit_text(unit)
    text = value_text(value)
    return text if unit_part in ("", "any") or text == "0" else f"{text} {unit_part}"


def step_text(step: float) -> str:
    """The control step in milliseconds or seconds."""
    return f"{number_text(step * 1000)} ms" if step < 1 else f"{number_text(step)} s"


def key_parameters(block: CheckedBlock, given: Mapping[str, Any], most: int) -> list[Line]:
    """The parameters to show: first those given in the document, then other informative ones."""
    if block.type is None or block.concrete is None:
        return [Line(_tail(path), value_text(value)) for path, value in list(given.items())[:most]]
    counts = {port.count for port in (*block.type.inputs, *block.type.outputs)}
    shown: list[Parameter] = [p for p in block.type.parameters if p.name in given and p.name not in counts]
    for p in block.type.parameters:
        if p not in shown and p.name not in counts and not _idle(p, block.concrete.values.get(p.name)):
            shown.append(p)
    kept = shown[:most]
    lines = []
    for p in block.type.parameters:
        if p in kept:
            value = block.entries.get(p.name, block.concrete.values.get(p.name))
            lines.append(Line(shorten(p.name, 14), value_text(value)))
    return lines


def _idle(p: Parameter, value: Value | None) -> bool:
    """Whether a default value is not worth showing: no limit, zero, an empty text, a long array."""
    if value is None or isinstance(value, (bool, str)):
        return p.kind != "choice"
    array = np.asarray(value, dtype=np.float64)
    return array.size > 4 or not np.any(array) or bool(np.all(np.abs(array) >= NO_LIMIT))


def _tail(path: str) -> str:
    return shorten(".".join(path.split(".")[-2:]), 16)
