"""Values set by an operator, encoded as numbers: each kind of value is validated here and nowhere else.

Every kind has `encode` (a plain value to numbers), `decode` (back) and `signal` (the numbers that the scheme reads,
which differ from the encoded ones for sticks only).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from pult.core.errors import PultError, brief, choose, listing

Schema = dict[str, Any]
"""A JSON Schema."""
Value = bool | float | str | list[float] | list[str] | None
"""A value as an operator sets it; plain JSON."""
ROUNDING = 1e-9
"""Fraction of a range by which a value may exceed its ends and is clamped: rounding errors of decimals are smaller."""


class PanelError(PultError, ValueError):
    """A value that a panel rejects; nothing was changed.

    Attributes:
        name: Name of the element; empty if it has none.
    """

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        super().__init__(message)


class Refused(Exception):  # noqa: N818 - turned into a PanelError by whoever knows the name
    """Why a value is rejected."""


class Values(Protocol):
    """A kind of value."""

    def encode(self, value: object) -> list[float]:
        """Numbers for a value; raises `Refused`."""

    def decode(self, numbers: Sequence[float]) -> Value:
        """The value that the numbers stand for."""

    def signal(self, numbers: Sequence[float]) -> list[float]:
        """The numbers as the scheme gets them."""

    def schema(self) -> Schema:
        """JSON Schema of the values."""


def quoted(value: object) -> str:
    """A short representation of any value."""
    try:
        return brief(value)
    except (RecursionError, ValueError):  # nested without end, or a number of thousands of digits
        return "a number too long to show" if isinstance(value, int) else "something nested too deeply"


def finite_number(value: object) -> float:
    """Convert a value to a finite number; raises `Refused`."""
    if type(value) is float:  # the usual case, without further questions
        found = value
    elif isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise Refused(f"takes a number, not {quoted(value)}.")
    else:
        try:
            found = float(value)
        except OverflowError:
            found = math.inf
    if not math.isfinite(found):
        raise Refused(f"takes a finite number, not {quoted(value)}.")
    return found + 0.0  # no negative zero


def check_range(value: float, low: float, high: float, unit: str = "1") -> float:
    """Check that a value is in a range, allowing for rounding at its ends; raises `Refused`."""
    slack = ROUNDING * (high - low)
    if not low - slack <= value <= high + slack:
        words = "" if unit == "1" else f" {unit}"
        raise Refused(f"{value:g}{words} is out of range. Allowed: {low:g} to {high:g}{words}.")
    return min(max(value, low), high)


class _Plain:
    """A kind whose signal equals its encoded value."""

    __slots__ = ()

    def signal(self, numbers: Sequence[float]) -> list[float]:
        """The numbers as the scheme gets them."""
        return list(numbers)


@dataclass(frozen=True, slots=True)
class Flag(_Plain):
    """On or off: 1 or 0."""

    def encode(self, value: object) -> list[float]:
        """Numbers for a value; raises `Refused`."""
        if not isinstance(value, (bool, np.bool_)):
            hint = " Write true for 1, false for 0." if isinstance(value, (int, float)) and value in (0, 1) else ""
            raise Refused(f"takes true or false, not {quoted(value)}.{hint}")
        return [1.0 if value else 0.0]

    def decode(self, numbers: Sequence[float]) -> bool:
        """The value that the numbers stand for."""
        return bool(numbers[0])

    def schema(self) -> Schema:
        """JSON Schema of the values."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice(_Plain):
    """One of several names, as its index. With `none` no choice is allowed too: it is 0, and names count from 1."""

    options: tuple[str, ...]
    none: bool = False

    def encode(self, value: object) -> list[float]:
        """Numbers for a value; raises `Refused`."""
        if value is None and self.none:
            return [0.0]
        if not isinstance(value, str):
            what = "a name or null" if self.none else "a name"
            raise Refused(f"takes {what}, not {quoted(value)}. Allowed: {listing(self.options)}.")
        if value not in self.options:
            raise Refused(f"there is no {quoted(value)}. {choose(value[:100], self.options)}")
        return [float(self.options.index(value) + self.none)]

    def decode(self, numbers: Sequence[float]) -> str | None:
        """The value that the numbers stand for."""
        index = int(numbers[0]) - self.none
        return None if index < 0 else self.options[index]

    def schema(self) -> Schema:
        """JSON Schema of the values."""
        return {"enum": [*([None] if self.none else []), *self.options]}


@dataclass(frozen=True, slots=True)
class Subset(_Plain):
    """A subset of several names, at most `most` of them: 1 for each member, else 0."""

    options: tuple[str, ...]
    most: int

    def encode(self, value: object) -> list[float]:
        """Numbers for a value; raises `Refused`."""
        if not isinstance(value, (list, tuple, set, frozenset)):
            raise Refused(f"takes a list of names, not {quoted(value)}. Allowed: {listing(self.options)}.")
        chosen = [0.0] * len(self.options)
        for name in value:
            if not isinstance(name, str):
                raise Refused(f"takes a list of names; {quoted(name)} is none. Allowed: {listing(self.options)}.")
            if name not in self.options:
                raise Refused(f"there is no {quoted(name)}. {choose(name[:100], self.options)}")
            if chosen[self.options.index(name)]:
                raise Refused(f"{quoted(name)} is listed twice; keep one.")
            chosen[self.options.index(name)] = 1.0
        if len(value) > self.most:
            raise Refused(f"at most {self.most} may be selected at once, not {len(value)}.")
        return chosen

    def decode(self, numbers: Sequence[float]) -> list[str]:
        """The value that the numbers stand for."""
        return [name for name, chosen in zip(self.options, numbers, strict=True) if chosen]

    def schema(self) -> Schema:
        """JSON Schema of the values."""
        return {"type": "array", "items": {"enum": list(self.options)}, "uniqueItems": True, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class Level(_Plain):
    """A number in a range. With a step it is rounded to the nearest notch, counted from the low end."""

    low: float
    high: float
    unit: str = "1"
    step: float | None = None

    def encode(self, value: object) -> list[float]:
        """Numbers for a value; raises `Refused`."""
        found = check_range(finite_number(value), self.low, self.high, self.unit)
        if self.step is not None:
            found = min(self.low + round((found - self.low) / self.step) * self.step, self.high)
        return [found]

    def decode(self, numbers: Sequence[float]) -> float:
        """The value that the numbers stand for."""
        return float(numbers[0])

    def schema(self) -> Schema:
        """JSON Schema of the values; rounding errors at the ends are allowed."""
        slack = ROUNDING * (self.high - self.low)
        return {"type": "number", "minimum": self.low - slack, "maximum": self.high + slack}


@dataclass(frozen=True, slots=True)
class Deflection:
    """Axes of a stick, each -1 to 1.

    With a dead zone d and deflection x the signal is s = sgn(x) max(|x| - d, 0) / (1 - d), which is continuous and
    still reaches 1; with a cubic response it is s^3.
    """

    axes: int
    dead_zone: float = 0.0
    cubic: bool = False

    def encode(self, value: object) -> list[float]:
        """Numbers for a value; raises `Refused`."""
        if isinstance(value, np.ndarray) and value.ndim == 1:
            value = value.tolist()
        if not isinstance(value, (list, tuple)):
            raise Refused(f"takes a list of {self.axes} numbers, not {quoted(value)}.")
        if len(value) != self.axes:
            raise Refused(f"takes {self.axes} numbers, not {len(value)}.")
        if all(type(entry) is float and -1.0 <= entry <= 1.0 for entry in value):  # the usual case
            return [entry + 0.0 for entry in value]  # no negative zero
        return [check_range(finite_number(entry), -1.0, 1.0) for entry in value]

    def decode(self, numbers: Sequence[float]) -> list[float]:
        """The value that the numbers stand for."""
        return [float(entry) for entry in numbers]

    def schema(self) -> Schema:
        """JSON Schema of the values; rounding errors at the ends are allowed."""
        most = 1.0 + 2.0 * ROUNDING
        entry = {"type": "number", "minimum": -most, "maximum": most}
        return {"type": "array", "items": entry, "minItems": self.axes, "maxItems": self.axes}

    def signal(self, numbers: Sequence[float]) -> list[float]:
        """The numbers as the scheme gets them."""
        return [self._shaped(float(entry)) for entry in numbers]

    def _shaped(self, deflection: float) -> float:
        if deflection == 0.0:
            return 0.0
        rest = abs(deflection) - self.dead_zone
        if rest <= 0.0:
            return 0.0
        size = rest / (1.0 - self.dead_zone)
        return math.copysign(size**3 if self.cubic else size, deflection)
