"""Kind, shape and unit of signals, and the markers for annotations of blocks.

    kp: Annotated[float, "V/rad", Range(0), "proportional gain"]
    point: Annotated[Array, "m", Shape(3)]
    *x: Annotated[float, "?a", Count("n")]

The first string is the unit, the second (optional) is a description. Integers, booleans and texts have no unit; a
single string describes them.
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
"""Default of limits: in effect unlimited (documents hold finite numbers only)."""


class Shape(tuple[Dimension, ...]):
    """Shape of a vector or matrix: numbers, names of whole-number parameters, or sums of names ("n+m")."""

    __slots__ = ()

    def __new__(cls, *dimensions: Dimension) -> "Shape":
        """Shape(3), Shape("n"), Shape("rows", "columns")."""
        return super().__new__(cls, dimensions)


@dataclass(frozen=True, slots=True)
class Count:
    """Number of ports of an argument: the value of an integer parameter, or the length of a text or list."""

    of: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that a text parameter must match completely, with a description for people."""

    regex: str
    says: str


@dataclass(frozen=True, slots=True)
class Provided:
    """Marks a parameter whose value comes from the robot when the scheme is bound to one.

    A text parameter names a component of the robot, such as a "chain", and `prepare` receives the component itself. A
    number or a vector may be given as a value or be taken from the robot: the document then holds the name of a
    component with such a quantity, such as a "drive", or a list of names, whose entries are concatenated.

    Attributes:
        kind: Kind of component.
        figure: For numbers, the quantity of the component; by default the name of the parameter.
    """

    kind: str
    figure: str = ""


class Fixed:
    """Marks an integer parameter that determines the program, such as a size: changing it needs a new compilation."""


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
CoordinateUnit = Annotated[
    str,
    "1",
    "unit of the coordinates: rad, m if the joints slide, or one for each joint",
    Pattern(r"rad|m|\[(rad|m)(, ?(rad|m))*\]", "rad, m, or one for each joint, such as [rad, rad, m]"),
]
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


def shapes_connect(one: tuple[Dimension, ...], two: tuple[Dimension, ...]) -> bool:
    """Whether signals of two shapes connect: equal ones do, and so do a scalar and a vector of length 1, one number."""
    return one == two or {one, two} == {(), (1,)}


def format_shape(shape: tuple[Dimension, ...], kind: Kind = "number") -> str:
    """Describe a shape: "scalar", "vector of 3", "boolean matrix 3x4"."""
    what = {0: "scalar", 1: "vector", 2: "matrix"}.get(len(shape), "array")
    size = "" if not shape else (f" of {shape[0]}" if len(shape) == 1 else " " + "x".join(map(str, shape)))
    return f"{'boolean ' if kind == 'boolean' else ''}{what}{size}"
