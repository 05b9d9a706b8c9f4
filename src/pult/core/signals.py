"""What a signal is: its kind, shape and unit; and the marks that an annotation of a block may carry.

    kp: Annotated[float, "V/rad", Range(0), "proportional gain"]
    point: Annotated[Array, "m", Shape(3)]
    *x: Annotated[float, "?a", Count("n")]

The first string is the unit, the second (optional) says what the thing is. Whole numbers, booleans and texts have no
unit; a lone string describes them.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Kind = Literal["number", "boolean"]
Dimension = int | str


@dataclass(frozen=True, slots=True)
class Range:
    """Allowed values of a parameter: low <= value <= high, or strictly above low."""

    low: float = -math.inf
    high: float = math.inf
    above: bool = False

    def holds(self, value: float) -> bool:
        """Whether the value is allowed."""
        return (value > self.low if self.above else value >= self.low) and value <= self.high

    def __str__(self) -> str:
        if math.isinf(self.high):
            return f"> {self.low:g}" if self.above else f">= {self.low:g}"
        if math.isinf(self.low):
            return f"<= {self.high:g}"
        return f"{'above ' if self.above else ''}{self.low:g}..{self.high:g}"


Positive = Range(0.0, above=True)
NO_LIMIT = 1e300
"""Default of limits: as good as none (documents hold finite numbers only)."""


class Shape(tuple[Dimension, ...]):
    """Shape of a vector or matrix: numbers, names of whole-number parameters, or sums of names ("n+m")."""

    __slots__ = ()

    def __new__(cls, *dimensions: Dimension) -> "Shape":
        """Shape(3), Shape("n"), Shape("rows", "columns")."""
        return super().__new__(cls, dimensions)


@dataclass(frozen=True, slots=True)
class Count:
    """How many ports an argument stands for: the value of a whole-number parameter, or the length of a text or list."""

    of: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that a text parameter must match as a whole, with words for people."""

    regex: str
    says: str


@dataclass(frozen=True, slots=True)
class Provided:
    """Marks a parameter that a thing of the robot provides, once the scheme is bound to one.

    A parameter that is no number names the thing, such as a "chain"; `prepare` is given the thing itself. A number or a
    vector may be written out, or be left to the robot: then the document holds the name of a thing that has such a
    figure, such as a "drive", or a list of names, whose entries are put one behind the other.

    Attributes:
        kind: Kind of thing.
        figure: For numbers, which figure of the thing is meant; the one of the parameter's own name if left out.
    """

    kind: str
    figure: str = ""


class Fixed:
    """Marks a whole-number parameter that shapes the program (a size): changing it means compiling anew."""


class _Clock:
    """Marks arguments the engine fills in."""


TIME = _Clock()
STEP = _Clock()
FOLDER = _Clock()

Time = Annotated[float, "s", TIME]
"""Time of the present control step, k*dt [s]."""
Step = Annotated[float, "s", STEP]
"""The control step dt [s]."""
Folder = Annotated[str, FOLDER]
"""For `prepare` only: the folder of the scheme's file, against which relative paths are resolved."""

Number = Annotated[float, "1"]
AnyUnit = Annotated[float, "?a"]
Rad = Annotated[float, "rad"]
RadPerS = Annotated[float, "rad/s"]
Metre = Annotated[float, "m"]
Second = Annotated[float, "s"]
Newton = Annotated[float, "N"]
Torque = Annotated[float, "N*m"]
Voltage = Annotated[float, "V"]
Position = Annotated[Array, "m", Shape(3)]
Quaternion = Annotated[Array, "1", Shape(4)]
"""A quaternion (w, x, y, z)."""
Vector3 = Annotated[Array, "?a", Shape(3)]
"""A vector in space, of any unit."""


def format_shape(shape: tuple[Dimension, ...], kind: Kind = "number") -> str:
    """Write a shape for people: scalar, vector of 3, matrix 3x4; boolean signals say so."""
    what = {0: "scalar", 1: "vector", 2: "matrix"}.get(len(shape), "array")
    size = "" if not shape else (f" of {shape[0]}" if len(shape) == 1 else " " + "x".join(map(str, shape)))
    return f"{'boolean ' if kind == 'boolean' else ''}{what}{size}"
