"""Texts for people, made of a template and named values.

A template has holes: ``{name}`` takes a value as it is, ``{name!r}`` in quotes, ``{name:g}`` a number in that format; a
list is joined by what stands after the colon (``{ports: -> }``), else by commas. ``{advice}`` is no value of its own:
it stands for what the values ``suggestion``, ``near``, ``allowed``, ``more`` and ``hint`` have to say.

Templates of other languages have the same holes, and mark two things: ``{what!s}`` holds English words that are to be
put into that language, too, and ``{count|блок|блока|блоков}`` is a count with the form of the word that fits it.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter

FaultScalar = str | int | float
FaultValue = FaultScalar | tuple[FaultScalar, ...]
"""Plain data: a text, a finite number, or a list of these. JSON holds it without loss."""

ADVICE = "advice"
ADVICE_VALUES = frozenset({"suggestion", "near", "allowed", "more", "hint"})
"""Values that ``{advice}`` speaks of: the name that was probably meant, others like it, all that are allowed (of many
the first, and how many more there are), and words that stand instead of these."""
ADVICE_TEMPLATES = (
    "Did you mean {suggestion!r}?", "Also near: {near!r}.", "{hint}", "Allowed: {allowed!r}.",
    "Allowed: {allowed!r} and {more} more.",
)  # fmt: skip
_SUGGESTION, _NEAR, _HINT, _ALLOWED, _CUT = ADVICE_TEMPLATES

_LARGEST_INTEGER = 2**53
_NAME = re.compile(r"\{(\w+)")
_NUMBER = re.compile(r"_\d+(?=[!:}])")


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole of a template.

    Attributes:
        name: Name of the value that fills it.
        quoted: Whether the value stands in quotes.
        words: Whether the value is English words, to be translated.
        spec: Format of a number, or what joins the entries of a list.
        forms: Forms of a word after a count, in languages that need them: сустав, сустава, суставов.
    """

    name: str
    quoted: bool = False
    words: bool = False
    spec: str = ""
    forms: tuple[str, ...] = ()


@cache
def parts_of(template: str) -> tuple[str | Hole, ...]:
    """Words and holes of a template, in order.

    Raises:
        ValueError: It has a brace without its partner, or a hole without a name.
    """
    parts: list[str | Hole] = []
    for words, field, spec, conversion in Formatter().parse(template):
        if words:
            parts.append(words)
        if field is not None:
            name, *forms = field.split("|")
            if not name.isidentifier() or conversion not in (None, "r", "s"):
                raise ValueError(f"{template!r} has a hole that cannot be filled: {field!r}.")
            parts.append(Hole(name, conversion == "r", conversion == "s", spec or "", tuple(forms)))
    return tuple(parts)


def names_of(template: str) -> frozenset[str]:
    """Names of the holes."""
    return frozenset(part.name for part in parts_of(template) if isinstance(part, Hole))


def numbered(template: str, number: int) -> str:
    """The template for words that stand once more in the same text: ``{within}:`` becomes ``{within_2}:``."""
    return _NAME.sub(rf"{{\1_{number}", template)


def without_number(template: str) -> tuple[str, int]:
    """The template that `numbered` was given, and the number; 0 if there is none."""
    found = _NUMBER.search(template)
    return (_NUMBER.sub("", template), int(found[0][1:])) if found else (template, 0)


def advice_templates(values: Mapping[str, FaultValue]) -> list[str]:
    """What ``{advice}`` stands for, sentence by sentence."""
    found = []
    if "suggestion" in values:
        found.append(_SUGGESTION)
    if "near" in values:
        found.append(_NEAR)
    if "hint" in values:
        found.append(_HINT)
    elif "allowed" in values:
        found.append(_CUT if "more" in values else _ALLOWED)
    return found


def worded(template: str, values: Mapping[str, FaultValue]) -> str:
    """The English text."""
    return filled(template, values, lambda template: template, english)


def filled(
    template: str,
    values: Mapping[str, FaultValue],
    translated: Callable[[str], str],
    shown: Callable[[Hole, FaultScalar], str],
) -> str:
    """The text that a template and its values make.

    Args:
        template: The template, in English.
        values: What fills its holes.
        translated: The template in the language of the text.
        shown: One value in that language, in its hole.
    """
    text = ""
    for part in parts_of(translated(template)):
        if isinstance(part, str):
            text += part
        elif part.name == ADVICE:
            text += " ".join(filled(one, values, translated, shown) for one in advice_templates(values))
        else:
            value = values[part.name]
            entries = value if isinstance(value, tuple) else (value,)
            joint = part.spec if isinstance(value, tuple) and part.spec else ", "
            text += joint.join(shown(part, entry) for entry in entries)
    return text


def english(hole: Hole, value: FaultScalar) -> str:
    """A value as English texts show it."""
    if hole.quoted:
        return repr(value)
    return value if isinstance(value, str) else format(value, _number_format(hole))


def _number_format(hole: Hole) -> str:
    return hole.spec if hole.spec and hole.spec.strip() == hole.spec else ""


def plain(value: FaultValue | Iterable[FaultScalar]) -> FaultValue:
    """A value as plain data that JSON holds without loss; what it cannot hold is a text."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return _number(value)
    return tuple(entry if isinstance(entry, str) else _number(entry) for entry in value)


def _number(value: float) -> FaultScalar:
    if isinstance(value, int):
        return int(value) if abs(value) <= _LARGEST_INTEGER else str(value)
    return float(value) if math.isfinite(value) else str(float(value))
