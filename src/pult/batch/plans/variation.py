"""How one number is varied in a sweep: a list, an interval, a distribution."""

import math
import re
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Annotated, Any, Literal

from msgspec import Meta, structs

from pult.core.document import Part, parse_json
from pult.core.errors import DocumentError, Fault, FaultKind, PultError, UsageError, is_finite
from pult.core.quantities import factor_between, read_quantity

NOT_FINITE = FaultKind("bad-value", "values must be finite, not {value}.")
REVERSED = FaultKind("bad-value", "the low end must be below the high one, not {low:g} and {high:g}.")
NO_LOGARITHM = FaultKind("bad-value", "on a logarithmic scale the low end must be above 0, not {value:g}.")
BAD_COUNT = FaultKind("bad-value", "the count must be from 1 to {most}, not {value}.")
BAD_DEVIATION = FaultKind("bad-value", "the standard deviation must be above 0, not {value:g}.")
NO_VALUES = FaultKind(
    "bad-value",
    "a grid needs values: a list, or an interval with a count. Distributions need another plan.",
)

MAX_VALUES = 100_000
"""Maximum number of values of one variation."""


class Values(Part, frozen=True, tag_field="type", tag="values"):
    """One of these values."""

    values: Annotated[list[Any], Meta(min_length=1, description="The values: numbers, lists, booleans or strings.")]
    unit: Annotated[str, Meta(description="Unit of the numbers; that of the varied quantity if omitted.")] = ""

    def steps(self) -> list[Any]:
        """The values of a grid."""
        return list(self.values)

    def at(self, quantile: float) -> Any:
        """The value at a quantile from 0 to 1: each value has the same share."""
        return self.values[min(int(quantile * len(self.values)), len(self.values) - 1)]

    def scaled(self, factor: float) -> "Values":
        """The same with all numbers in another unit, which is not named any more."""
        return Values(values=[_scaled(value, factor) for value in self.values])

    def problem(self) -> Fault | None:
        """What is wrong with it; None if nothing is."""
        bad = [value for value in self.values if isinstance(value, float) and not is_finite(value)]
        return NOT_FINITE.at(value=bad[0]) if bad else None


class Interval(Part, frozen=True, tag_field="type", tag="interval"):
    """A number from an interval: evenly spaced in a grid, uniformly distributed in the other plans."""

    low: float
    high: float
    count: Annotated[
        int, Meta(description="Number of values in a grid, including both ends; 0 if the plan is not a grid.")
    ] = 0
    scale: Annotated[Literal["linear", "log"], Meta(description="'log': evenly spaced on a logarithmic scale.")] = (
        "linear"
    )
    unit: Annotated[str, Meta(description="Unit of the numbers; that of the varied quantity if omitted.")] = ""

    def steps(self) -> list[Any]:
        """The values of a grid: low + (high - low) i / (n - 1), or the same of the logarithms."""
        if self.count == 1:
            return [self.low]
        return [self.at(index / (self.count - 1)) for index in range(self.count)]

    def at(self, quantile: float) -> Any:
        """The value at a quantile from 0 to 1; the ends are met exactly."""
        if quantile <= 0.0 or quantile >= 1.0:
            return self.high if quantile >= 1.0 else self.low
        if self.scale == "log":
            return math.exp(math.log(self.low) + (math.log(self.high) - math.log(self.low)) * quantile)
        return self.low + (self.high - self.low) * quantile

    def scaled(self, factor: float) -> "Interval":
        """The same with all numbers in another unit, which is not named any more."""
        return structs.replace(self, low=self.low * factor, high=self.high * factor, unit="")

    def problem(self) -> Fault | None:
        """What is wrong with it; None if nothing is."""
        if not self.low < self.high and not (self.low == self.high and self.count == 1):
            return REVERSED.at(low=self.low, high=self.high)
        if self.scale == "log" and self.low <= 0.0:
            return NO_LOGARITHM.at(value=self.low)
        return None if 0 <= self.count <= MAX_VALUES else BAD_COUNT.at(most=MAX_VALUES, value=self.count)


class Normal(Part, frozen=True, tag_field="type", tag="normal"):
    """A number from a normal distribution."""

    mean: float
    deviation: Annotated[float, Meta(description="Standard deviation.")]
    unit: Annotated[str, Meta(description="Unit of the numbers; that of the varied quantity if omitted.")] = ""

    def steps(self) -> list[Any]:
        """A distribution has no values for a grid."""
        return []

    def at(self, quantile: float) -> Any:
        """The value at a quantile strictly between 0 and 1."""
        return self.mean + self.deviation * NormalDist().inv_cdf(quantile)

    def scaled(self, factor: float) -> "Normal":
        """The same with all numbers in another unit, which is not named any more."""
        return Normal(mean=self.mean * factor, deviation=self.deviation * factor)

    def problem(self) -> Fault | None:
        """What is wrong with it; None if nothing is."""
        return None if self.deviation > 0.0 else BAD_DEVIATION.at(value=self.deviation)


Variation = Values | Interval | Normal


def as_variations(vary: Mapping[str, Variation | Sequence[Any]]) -> dict[str, Variation]:
    """Variations by name, where some are given as lists of values."""
    kinds = (Values, Interval, Normal)
    return {name: one if isinstance(one, kinds) else Values(values=list(one)) for name, one in vary.items()}


FORMS = "NAME=a:b:n (n values), NAME=x,y,z, NAME~uniform(a,b), NAME~log(a,b) or NAME~normal(mean,deviation)"
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_QUANTITY = rf"{_NUMBER}(?:\s*[^\W\d_][^\s,:()]*|\s*[%°]\S*)?"
_GRID = re.compile(rf"({_QUANTITY}):({_QUANTITY}):(\d+)")
_DRAWN = re.compile(rf"(uniform|log|normal)\(\s*({_QUANTITY})\s*,\s*({_QUANTITY})\s*\)")
_LIST = re.compile(rf"{_QUANTITY}(?:\s*,\s*{_QUANTITY})*")
_WRITTEN = re.compile(r"\s*((?:fault:\S+?@[^=~\s]*(?:=[^=~\s]*@)?)|[^=~\s]+)\s*([=~])\s*(.+?)\s*", re.DOTALL)


def read_variation(text: str, option: str = "--set") -> tuple[str, Variation]:
    """A variation as it is written on a command line: a name and what it takes. Numbers may have units.

    Args:
        text: Such as "axis.pd.kp=10:50:5", "axis.pd.kp=10,20", "axis.pd.kp~normal(20,2)" or
            "sensor:angles.noise=0.1deg,0.5deg".
        option: The option that it was given to, for the message.

    Raises:
        UsageError: It has none of the forms, or its units do not go together.
    """
    found = _WRITTEN.fullmatch(text)
    try:
        fits = found is not None and (found[2] == "~") == bool(_DRAWN.fullmatch(found[3]))
        variation = parse_values(found[3]) if found is not None and fits else None
    except PultError as error:
        raise UsageError(f"{option} {text!r}: {error}") from None
    if found is None or variation is None:
        raise UsageError(f"{option} {text!r}: write {FORMS}.")
    if problem := variation.problem():
        raise UsageError(f"{option} {text!r}: {problem.message}")
    return found[1], variation


def parse_values(text: str) -> Variation | None:
    """What a text such as "10:50:5", "5deg, 10deg" or "normal(20, 2)" stands for; None if it has none of the forms.

    Raises:
        UsageError: Its units do not go together.
        UnitError: Something after a number is not a unit.
    """
    if grid := _GRID.fullmatch(text):
        (low, high), unit = _numbers(grid[1], grid[2])
        return Interval(low=low, high=high, count=int(grid[3]), unit=unit)
    if drawn := _DRAWN.fullmatch(text):
        (first, second), unit = _numbers(drawn[2], drawn[3])
        if drawn[1] == "normal":
            return Normal(mean=first, deviation=second, unit=unit)
        return Interval(low=first, high=second, scale="log" if drawn[1] == "log" else "linear", unit=unit)
    return _listed(text)


def _numbers(*texts: str) -> tuple[list[float], str]:
    """Numbers in the first unit that one of them has."""
    read = [read_quantity(text) for text in texts]
    unit = next((one.unit for one in read if one.unit), "")
    return [one.value * (1.0 if one.unit in ("", unit) else factor_between(one.unit, unit)) for one in read], unit


def _listed(text: str) -> Values | None:
    """Values between commas, each as JSON writes it, or a number with a unit; a bare word is a text."""
    try:
        return Values(values=parse_json(f"[{text}]"))
    except DocumentError:
        if _LIST.fullmatch(text):
            numbers, unit = _numbers(*text.split(","))
            return Values(values=numbers, unit=unit)
        words = [word.strip() for word in text.split(",")]
        return Values(values=words) if all(re.fullmatch(r"[^\W\d][\w.:@+=&\[\]-]*", word) for word in words) else None


def _scaled(value: Any, factor: float) -> Any:
    if isinstance(value, list):
        return [_scaled(item, factor) for item in value]
    return value * factor if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def variation_faults(vary: dict[str, Variation], grid: bool) -> list[Fault]:
    """What is wrong with the variations of a plan, each by itself.

    Args:
        vary: The variations by name.
        grid: Whether the plan is a grid, for which distributions have no values.
    """
    faults = []
    for name, variation in vary.items():
        problem = variation.problem()
        if problem is None and grid and not variation.steps():
            problem = NO_VALUES.at()
        if problem is not None:
            faults.append(problem.at(f"vary.{name}"))
    return faults
