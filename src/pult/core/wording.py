"""Texts for people, made of a template and named values.

A template has placeholders: ``{name}`` takes a value as it is, ``{name!r}`` in quotes, ``{name:g}`` a number in that
format; a list is joined by the text after the colon (``{ports: -> }``), by default commas. ``{advice}`` is not a
value: it is replaced by sentences made of the values ``suggestion``, ``near``, ``allowed``, ``more`` and ``hint``.
``{count|block|blocks}`` is a count and the word that goes with it. Of such a template two texts are made, with one and
with many (`plural_of`), as gettext has them; a template counts one thing at most.

Templates in other languages have the same placeholders; there ``{what!s}`` holds English words that are to be
translated as well.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import NamedTuple

FaultScalar = str | int | float
FaultValue = FaultScalar | tuple[FaultScalar, ...]
"""Plain data: a text, a finite number, or a list of these. JSON holds it without loss."""

ADVICE = "advice"
ADVICE_VALUES = frozenset({"suggestion", "near", "allowed", "more", "hint"})
"""Values that ``{advice}`` uses: the name that was probably meant, similar ones, the allowed ones (a long list is cut;
``more`` counts the rest), and a hint that replaces all of these."""


def N_(text: str) -> str:  # the name that gettext's tools look for
    """Mark a text for translation where it leaves the server; it stays as it is here."""
    return text


ADVICE_TEMPLATES = (
    N_("Did you mean {suggestion!r}?"), N_("Also near: {near!r}."), "{hint}", N_("Allowed: {allowed!r}."),
    N_("Allowed: {allowed!r} and {more} more."),
)  # fmt: skip
_SUGGESTION, _NEAR, _HINT, _ALLOWED, _CUT = ADVICE_TEMPLATES

_LARGEST_INTEGER = 2**53
_NAME = re.compile(r"\{(\w+)")
_LETTERS = re.compile("[A-Za-z]{2}")
_FORMS = re.compile(r"\{(\w+)\|([^|{}]*)\|([^|{}]*)\}")
_NUMBER = re.compile(r"_\d+(?=[!:|}])")


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A placeholder of a template.

    Attributes:
        name: Name of the value that fills it.
        quoted: Whether the value is quoted.
        words: Whether the value is English text to be translated.
        spec: Format of a number, or separator of the entries of a list.
        forms: The word after a count, for one and for many: joint, joints.
    """

    name: str
    quoted: bool = False
    words: bool = False
    spec: str = ""
    forms: tuple[str, ...] = ()


@cache
def parse_template(template: str) -> tuple[str | Placeholder, ...]:
    """Literal text and placeholders of a template, in order.

    Raises:
        ValueError: It has an unmatched brace, or a placeholder without a name.
    """
    parts: list[str | Placeholder] = []
    for words, field, spec, conversion in Formatter().parse(template):
        if words:
            parts.append(words)
        if field is not None:
            name, *forms = field.split("|")
            if not name.isidentifier() or conversion not in (None, "r", "s") or len(forms) not in (0, 2):
                raise ValueError(f"{template!r} has a placeholder that cannot be filled: {field!r}.")
            parts.append(Placeholder(name, conversion == "r", conversion == "s", spec or "", tuple(forms)))
    return tuple(parts)


def placeholder_names(template: str) -> frozenset[str]:
    """Names of the placeholders."""
    return frozenset(part.name for part in parse_template(template) if isinstance(part, Placeholder))


def has_words(template: str) -> bool:
    """Whether there is something to translate: a template such as ``{hint}`` has nothing."""
    parts = (part for part in parse_template(template) if isinstance(part, str))
    return any(_LETTERS.search(part) for part in parts)


class Plural(NamedTuple):
    """A template that counts, as gettext has it.

    Attributes:
        one: The template for one.
        many: The template for any other number.
        value: Name of the value that is the number.
    """

    one: str
    many: str
    value: str


@cache
def plural_of(template: str) -> Plural | None:
    """The two templates of one that counts; None for any other.

    Raises:
        ValueError: It counts more than one thing.
    """
    counts = [part.name for part in parse_template(template) if isinstance(part, Placeholder) and part.forms]
    if not counts:
        return None
    if len(counts) > 1:
        raise ValueError(f"{template!r} counts more than one thing; make two texts of it.")
    return Plural(_FORMS.sub(r"{\1} \2", template), _FORMS.sub(r"{\1} \3", template), counts[0])


def with_number(template: str, number: int) -> str:
    """Number the placeholders of a template that is used again in one text: ``{within}:`` becomes ``{within_2}:``."""
    return _NAME.sub(rf"{{\1_{number}", template)


def without_number(template: str) -> tuple[str, int]:
    """Inverse of `with_number`: the template, and the number (0 if it has none)."""
    found = _NUMBER.search(template)
    return (_NUMBER.sub("", template), int(found[0][1:])) if found else (template, 0)


def advice_templates(values: Mapping[str, FaultValue]) -> list[str]:
    """Templates of the sentences that replace ``{advice}``."""
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


def format_english(template: str, values: Mapping[str, FaultValue]) -> str:
    """The English text."""
    return fill(template, values, lambda template: template, english)


def fill(
    template: str,
    values: Mapping[str, FaultValue],
    translated: Callable[[str], str],
    shown: Callable[[Placeholder, FaultScalar], str],
) -> str:
    """Fill a template with values.

    Args:
        template: The template, in English.
        values: What fills its placeholders.
        translated: Gives the template in the target language.
        shown: Formats one value for its placeholder in that language.
    """
    text = ""
    for part in parse_template(translated(template)):
        if isinstance(part, str):
            text += part
        elif part.name == ADVICE:
            text += " ".join(fill(one, values, translated, shown) for one in advice_templates(values))
        else:
            value = values[part.name]
            entries = value if isinstance(value, tuple) else (value,)
            joint = part.spec if isinstance(value, tuple) and part.spec else ", "
            text += joint.join(shown(part, entry) for entry in entries)
    return text


def english(placeholder: Placeholder, value: FaultScalar) -> str:
    """Format a value for its placeholder in an English text."""
    if placeholder.quoted:
        return repr(value)
    if placeholder.forms:
        one, many = placeholder.forms
        return f"{value} {one if value == 1 else many}"
    return value if isinstance(value, str) else format(value, _number_format(placeholder))


def _number_format(placeholder: Placeholder) -> str:
    return placeholder.spec if placeholder.spec and placeholder.spec.strip() == placeholder.spec else ""


def plain(value: FaultValue | Iterable[FaultScalar]) -> FaultValue:
    """Convert a value to plain data that JSON represents exactly; anything else becomes text."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return _number(value)
    return tuple(entry if isinstance(entry, str) else _number(entry) for entry in value)


def _number(value: float) -> FaultScalar:
    if isinstance(value, int):
        return int(value) if abs(value) <= _LARGEST_INTEGER else str(value)
    return float(value) if math.isfinite(value) else str(float(value))
