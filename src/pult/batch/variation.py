"""How one number is varied in a sweep: a list, an interval, a distribution."""

import math
import re
from statistics import NormalDist
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.document import Part, parse_json
from pult.core.errors import DocumentError, Fault, FaultKind, UsageError, is_finite

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
"""Most values of one variation."""


class Values(Part, frozen=True, tag_field="type", tag="values"):
    """One of these values."""

    values: Annotated[list[Any], Meta(min_length=1, description="The values: numbers, lists, true or false, texts.")]

    def steps(self) -> list[Any]:
        """The values of a grid."""
        return list(self.values)

    def at(self, quantile: float) -> Any:
        """The value at a quantile from 0 to 1: each value has the same share."""
        return self.values[min(int(quantile * len(self.values)), len(self.values) - 1)]

    def problem(self) -> Fault | None:
        """What is wrong with it; None if nothing is."""
        bad = [value for value in self.values if isinstance(value, float) and not is_finite(value)]
        return NOT_FINITE.at(value=bad[0]) if bad else None


class Interval(Part, frozen=True, tag_field="type", tag="interval"):
    """A number from an interval: evenly spaced in a grid, uniformly distributed in the other plans."""

    low: float
    high: float
    count: Annotated[int, Meta(description="Values in a grid, both ends included; 0 if the plan is not a grid.")] = 0
    scale: Annotated[Literal["linear", "log"], Meta(description="'log': even in the logarithm.")] = "linear"

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

    def steps(self) -> list[Any]:
        """A distribution has no values for a grid."""
        return []

    def at(self, quantile: float) -> Any:
        """The value at a quantile strictly between 0 and 1."""
        return self.mean + self.deviation * NormalDist().inv_cdf(quantile)

    def problem(self) -> Fault | None:
        """What is wrong with it; None if nothing is."""
        return None if self.deviation > 0.0 else BAD_DEVIATION.at(value=self.deviation)


Variation = Values | Interval | Normal

FORMS = "NAME=a:b:n (n values), NAME=x,y,z, NAME~uniform(a,b), NAME~log(a,b) or NAME~normal(mean,deviation)"
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_GRID = re.compile(rf"({_NUMBER}):({_NUMBER}):(\d+)")
_DRAWN = re.compile(rf"(uniform|log|normal)\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)")


def read_variation(text: str, option: str = "--set") -> tuple[str, Variation]:
    """A variation as it is written on a command line: a name and what it takes.

    Args:
        text: Such as "axis.pd.kp=10:50:5", "axis.pd.kp=10,20" or "axis.pd.kp~normal(20,2)".
        option: The option that it was given to, for the message.

    Raises:
        UsageError: It has none of the forms.
    """
    found = re.fullmatch(r"\s*([^=~\s]+)\s*([=~])\s*(.+?)\s*", text, re.DOTALL)
    variation: Variation | None = None
    if found and found[2] == "=":
        grid = _GRID.fullmatch(found[3])
        if grid:
            variation = Interval(low=float(grid[1]), high=float(grid[2]), count=int(grid[3]))
        else:
            variation = _listed(found[3])
    elif found and (drawn := _DRAWN.fullmatch(found[3])):
        kind, first, second = drawn[1], float(drawn[2]), float(drawn[3])
        if kind == "normal":
            variation = Normal(mean=first, deviation=second)
        else:
            variation = Interval(low=first, high=second, scale="log" if kind == "log" else "linear")
    if found is None or variation is None:
        raise UsageError(f"{option} {text!r}: write {FORMS}.")
    if problem := variation.problem():
        raise UsageError(f"{option} {text!r}: {problem.message}")
    return found[1], variation


def _listed(text: str) -> Values | None:
    """Values between commas, each as JSON writes it; a bare word is a text."""
    try:
        return Values(values=parse_json(f"[{text}]"))
    except DocumentError:
        words = [word.strip() for word in text.split(",")]
        return Values(values=words) if all(re.fullmatch(r"[\w.-]+", word) for word in words) else None


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
