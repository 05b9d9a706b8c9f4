"""What a tuning searches: a range of numbers, of whole numbers, or a list of choices for each parameter."""

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, structs

from pult.core.document import Part, parse_json
from pult.core.errors import DocumentError, UsageError, is_finite

DECADES = 100.0
"""Ratio of the ends from which on a range `a:b` is searched on a logarithmic scale: two decades."""
DIGITS = 4
"""Significant digits of a tried value on a logarithmic scale; on a linear one, of the range."""
MAX_AXES = 50
"""Most parameters of a tuning."""


class Range(Part, frozen=True, tag_field="type", tag="range"):
    """Numbers from an interval, both ends included."""

    low: float
    high: float
    scale: Annotated[Literal["linear", "log"], Meta(description="'log': searched on a logarithmic scale.")] = "linear"
    whole: Annotated[bool, Meta(description="Integers only.")] = False

    def at(self, u: float) -> float | int:
        """The value at a fraction u of the range (of its logarithm), rounded to what is worth telling apart.

        What is tried is what is written into a document afterwards, so it is rounded before it is tried.
        """
        if self.scale == "log":
            value = math.exp(math.log(self.low) + (math.log(self.high) - math.log(self.low)) * u)
        else:
            value = self.low + (self.high - self.low) * u
        if self.whole:
            return int(min(max(round(value), math.ceil(self.low)), math.floor(self.high)))
        size = abs(value) if self.scale == "log" else self.high - self.low
        decimals = DIGITS - 1 - math.floor(math.log10(size)) if size > 0.0 else DIGITS
        return min(max(round(value, decimals), self.low), self.high)

    def fraction(self, value: Any) -> float | None:
        """Where a value lies in the range, from 0 to 1; None if it is not a number of the range."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not self.low <= value <= self.high:
            return None
        if self.scale == "log":
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ends(self) -> list[Any]:
        """The outermost values, which are checked before the first run."""
        return [self.at(0.0), self.at(1.0)]

    def problem(self) -> str:
        """What is wrong with it; empty if nothing is."""
        if not is_finite(self.low) or not is_finite(self.high):
            return "the ends of a range are finite numbers."
        if not self.low < self.high:
            return f"the range is empty: the low end must be below the high one, not {self.low:g} and {self.high:g}."
        if self.scale == "log" and self.low <= 0.0:
            return f"on a logarithmic scale the low end must be above 0, not {self.low:g}."
        if self.whole and math.ceil(self.low) >= math.floor(self.high):
            return f"there are not two whole numbers from {self.low:g} to {self.high:g}."
        return ""


class Choice(Part, frozen=True, tag_field="type", tag="choice"):
    """One of some values that have no order."""

    values: Annotated[list[Any], Meta(min_length=1, description="The values: numbers, lists, booleans or strings.")]

    def at(self, u: float) -> Any:
        """The value at a fraction u of the list."""
        return self.values[min(int(u * len(self.values)), len(self.values) - 1)]

    def fraction(self, value: Any) -> float | None:
        """The middle of a value's share of the list; None if it is not in the list."""
        found = [
            i for i, one in enumerate(self.values) if one == value and isinstance(one, bool) == isinstance(value, bool)
        ]
        return (found[0] + 0.5) / len(self.values) if found else None

    def ends(self) -> list[Any]:
        """All values."""
        return list(self.values)

    def problem(self) -> str:
        """What is wrong with it; empty if nothing is."""
        if any(isinstance(value, float) and not is_finite(value) for value in self.values):
            return "choices must be finite."
        repeated = any(one == two for i, one in enumerate(self.values) for two in self.values[:i])
        return "give two or more different choices." if len(self.values) < 2 or repeated else ""


Axis = Range | Choice
Space = Mapping[str, Axis]
"""What each parameter may be, by name."""

FORMS = "NAME=a:b, NAME~uniform(a,b), NAME~log(a,b), NAME~int(a,b) or choices NAME=x,y,z"
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_RANGE = re.compile(rf"({_NUMBER}):({_NUMBER})")
_NAMED = re.compile(rf"(uniform|log|int)\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)")


def range_of(low: float, high: float) -> Range:
    """A range whose scale follows from its ends: logarithmic where they are above 0 and two decades or more apart."""
    wide = 0.0 < low < high and high / low >= DECADES
    return Range(low=low, high=high, scale="log" if wide else "linear")


def read_axis(text: str, option: str = "--vary") -> tuple[str, Axis]:
    """A parameter and what it may be, as written on a command line.

    Args:
        text: Such as "pd.kp=2:200", "pd.kp~log(2,200)", "filter.order~int(1,4)" or "law.kind=soft,hard".
        option: The option that it was given to, for the message.

    Raises:
        UsageError: It has none of the forms, or the range is empty.
    """
    found = re.fullmatch(r"\s*([^=~\s]+)\s*([=~])\s*(.+?)\s*", text, re.DOTALL)
    axis: Axis | None = None
    if found and found[2] == "=":
        ends = _RANGE.fullmatch(found[3])
        axis = range_of(float(ends[1]), float(ends[2])) if ends else _choices(found[3])
    elif found and (named := _NAMED.fullmatch(found[3])):
        low, high = float(named[2]), float(named[3])
        axis = Range(low=low, high=high, scale="log" if named[1] == "log" else "linear", whole=named[1] == "int")
    if found is None or axis is None:
        raise UsageError(f"{option} {text!r}: write {FORMS}.")
    if problem := axis.problem():
        raise UsageError(f"{option} {text!r}: {problem}")
    return found[1], axis


def _choices(text: str) -> Choice | None:
    if ":" in text and "[" not in text and '"' not in text:
        return None
    try:
        return Choice(values=parse_json(f"[{text}]"))
    except DocumentError:
        words = [word.strip() for word in text.split(",")]
        return Choice(values=words) if all(re.fullmatch(r"[\w.-]+", word) for word in words) else None


def as_axis(value: "Axis | str | tuple[float, float] | list[Any]") -> Axis:
    """What a parameter may be, as written in Python: a pair of ends, a list of choices, or an axis.

    Raises:
        UsageError: It is none of these.
    """
    axis: Axis
    if isinstance(value, (Range, Choice)):
        axis = value
    elif isinstance(value, tuple) and len(value) == 2:
        axis = range_of(float(value[0]), float(value[1]))
    elif isinstance(value, list):
        axis = Choice(values=value)
    else:
        raise UsageError(f"{value!r}: give a pair (low, high), a list of choices, a Range or a Choice.")
    if problem := axis.problem():
        raise UsageError(f"{value!r}: {problem}")
    return axis


def as_whole(axis: Axis) -> Axis:
    """The same range, of whole numbers."""
    return structs.replace(axis, whole=True) if isinstance(axis, Range) else axis
