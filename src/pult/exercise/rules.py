"""Checks shared by all parts of an exercise document; each yields its faults."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from pult.core.errors import Fault, FaultKind

OUT_OF_RANGE = FaultKind("out-of-range", "must be {low:g} to {high:g}, not {value:g}.")
OUT_OF_RANGE_IN = FaultKind("out-of-range", "must be {low:g} to {high:g} {unit}, not {value:g}.")
TOO_LOW = FaultKind("out-of-range", "must be {low:g} or more, not {value:g}.")
TOO_LOW_IN = FaultKind("out-of-range", "must be {low:g} or more {unit}, not {value:g}.")
REVERSED_SPAN = FaultKind("out-of-range", "must go from low to high, not from {low:g} to {high:g}.")
REVERSED_BOX = FaultKind("out-of-range", "must not be below 'low', {low:g} m, but is {high:g} m.")
BAD_NAME = FaultKind("bad-name", "{name!r} is not a valid name: letters, digits, '_' and '-', starting with a letter.")
DUPLICATE_NAME = FaultKind("duplicate", "{what} {name!r} exists already, at {other}; give it another name.")
UNKNOWN_STAGE = FaultKind("unknown-name", "there is no stage {name!r}. {advice}")
EMPTY = FaultKind("missing-value", "is empty; name {what}.")

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
FARTHEST = 1e6
"""The largest coordinate or angle of a draw [m or rad]."""


def between(place: str, value: float | None, low: float, high: float, unit: str = "") -> Iterator[Fault]:
    """A fault if a value is outside its range."""
    if value is not None and not low <= value <= high:
        if high < math.inf and unit:
            yield OUT_OF_RANGE_IN.at(place, low=low, high=high, unit=unit, value=value)
        elif high < math.inf:
            yield OUT_OF_RANGE.at(place, low=low, high=high, value=value)
        elif unit:
            yield TOO_LOW_IN.at(place, low=low, unit=unit, value=value)
        else:
            yield TOO_LOW.at(place, low=low, value=value)


def span(place: str, span: Sequence[float], least: float = -FARTHEST) -> Iterator[Fault]:
    """Faults of a range [low, high]."""
    for index, value in enumerate(span):
        yield from between(f"{place}[{index}]", value, least, FARTHEST)
    if span[0] > span[1]:
        yield REVERSED_SPAN.at(place, low=span[0], high=span[1])


def corners(place: str, low: Sequence[float], high: Sequence[float]) -> Iterator[Fault]:
    """Faults of a box between two corners [m]."""
    for axis, (a, b) in enumerate(zip(low, high, strict=True)):
        yield from between(f"{place}low[{axis}]", a, -FARTHEST, FARTHEST, "m")
        yield from between(f"{place}high[{axis}]", b, -FARTHEST, FARTHEST, "m")
        if a > b:
            yield REVERSED_BOX.at(f"{place}high[{axis}]", low=a, high=b)


def proper_name(place: str, name: str) -> Iterator[Fault]:
    """A fault if a name is not one."""
    if not NAME.fullmatch(name):
        yield BAD_NAME.at(place, name=name)


def unique(places: Iterable[tuple[str, str]], what: str) -> Iterator[Fault]:
    """Faults of names that are there already."""
    seen: dict[str, str] = {}
    for place, name in places:
        if name in seen:
            yield DUPLICATE_NAME.at(place, what=what, name=name, other=seen[name])
        seen.setdefault(name, place)


def given(place: str, text: str, what: str) -> Iterator[Fault]:
    """A fault if a text is empty."""
    if not text:
        yield EMPTY.at(place, what=what)
