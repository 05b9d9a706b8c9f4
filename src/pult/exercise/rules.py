"""Checks that all parts of an exercise document share; each yields the faults that it finds."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from pult.core.errors import Fault

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
FARTHEST = 1e6
"""The largest coordinate or angle of a draw [m or rad]."""


def between(place: str, value: float | None, low: float, high: float, unit: str = "") -> Iterator[Fault]:
    """A fault if a value is outside its range."""
    if value is not None and not low <= value <= high:
        limit = f"{low:g} to {high:g}" if high < math.inf else f"{low:g} or more"
        yield Fault(place, f"must be {limit}{f' {unit}' if unit else ''}, not {value:g}.", "out-of-range")


def span(place: str, span: Sequence[float], least: float = -FARTHEST) -> Iterator[Fault]:
    """Faults of a range [low, high]."""
    for index, value in enumerate(span):
        yield from between(f"{place}[{index}]", value, least, FARTHEST)
    if span[0] > span[1]:
        yield Fault(place, f"must go from low to high, not from {span[0]:g} to {span[1]:g}.", "out-of-range")


def corners(place: str, low: Sequence[float], high: Sequence[float]) -> Iterator[Fault]:
    """Faults of a box between two corners [m]."""
    for axis, (a, b) in enumerate(zip(low, high, strict=True)):
        yield from between(f"{place}low[{axis}]", a, -FARTHEST, FARTHEST, "m")
        yield from between(f"{place}high[{axis}]", b, -FARTHEST, FARTHEST, "m")
        if a > b:
            yield Fault(f"{place}high[{axis}]", f"must not be below 'low', {a:g} m, but is {b:g} m.", "out-of-range")


def proper_name(place: str, name: str) -> Iterator[Fault]:
    """A fault if a name is not one."""
    if not NAME.fullmatch(name):
        message = f"{name!r} is not a valid name: letters, digits, '_' and '-', starting with a letter."
        yield Fault(place, message, "bad-name")


def unique(places: Iterable[tuple[str, str]], what: str) -> Iterator[Fault]:
    """Faults of names that are there already."""
    seen: dict[str, str] = {}
    for place, name in places:
        if name in seen:
            yield Fault(place, f"{what} {name!r} is there already, at {seen[name]}; give it another name.", "duplicate")
        seen.setdefault(name, place)


def given(place: str, text: str, what: str) -> Iterator[Fault]:
    """A fault if a text is empty."""
    if not text:
        yield Fault(place, f"is empty; name {what}.", "missing-value")
