"""Changes of single values in the text of a JSON document: every other character stays as its author wrote it."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from pult.core.errors import UsageError

Place = tuple[str | int, ...]
"""Keys and indices that lead to a value."""

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class Span(NamedTuple):
    """Part of a text, from `start` to before `end`."""

    start: int
    end: int


def find_value(text: str, place: Place) -> tuple[Span, int]:
    """Follow a place as far as it goes.

    Returns:
        Where the value, or the innermost value on the way to it, stands, and how many steps lead there.
    """
    at, depth = _skip(text, 1 if text.startswith("\ufeff") else 0), 0
    while depth < len(place) and (found := _member(text, at, place[depth])) is not None:
        at, depth = found, depth + 1
    return Span(at, _DECODER.raw_decode(text, at)[1]), depth


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _member(text: str, at: int, step: str | int) -> int | None:
    """Where a member of the object or list at a place of the text begins; None if there is none."""
    if text[at] != ("[" if isinstance(step, int) else "{"):
        return None
    at, index = _skip(text, at + 1), 0
    while text[at] not in "]}":
        name: str | int = index
        if isinstance(step, str):
            name, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # over the colon
        if name == step:
            return at
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1
    return None


def set_value(text: str, place: Place, value: Any) -> str:
    """A document's text with one value changed, or added where its keys are missing.

    Raises:
        UsageError: The place leads through a list that has no such entry, or through something that is no object.
    """
    span, depth = find_value(text, place)
    if depth == len(place):
        return text[: span.start] + json.dumps(value, ensure_ascii=False) + text[span.end :]
    rest = place[depth:]
    if text[span.start] != "{" or not all(isinstance(step, str) for step in rest):
        raise UsageError(f"there is no {written(place)} in the document.")
    for step in reversed(rest[1:]):
        value = {step: value}
    member = f"{json.dumps(rest[0], ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
    return _with_member(text, span, member)


def _with_member(text: str, span: Span, member: str) -> str:
    """An object with one member more, at its end and laid out as its others are."""
    inner = text[span.start + 1 : span.end - 1]
    if not inner.strip():
        return text[: span.start] + "{" + member + "}" + text[span.end :]
    end = span.start + 1 + len(inner.rstrip(" \t\r\n"))
    gap = inner[: len(inner) - len(inner.lstrip(" \t\r\n"))]  # before the first member: a new line, or nothing
    return text[:end] + "," + (gap if "\n" in gap else " ") + member + text[end:]


def written(place: Sequence[str | int]) -> str:
    """A place for people: 'blocks[3].parameters.kp'."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")
