"""Ports that blocks of the vector algebra share."""

from typing import Annotated

from pult.core.signals import Array, Rad, Shape

Axis = Annotated[Array, "?b", Shape(3), "axis of any length"]
OtherAxis = Annotated[Array, "?c", Shape(3), "axis of any length"]
ThirdAxis = Annotated[Array, "?d", Shape(3), "axis of any length"]
Unit = Annotated[Array, "1", Shape(3)]
Solved = Annotated[bool, "1", "whether there is a solution"]
CaseNumber = Annotated[
    float,
    "1",
    "0 solved, 1 touching, 2 free, 3 zero length, 4 parallel, 5 apart, 6 inside, 7 coincident, 8 skew, 9 unequal",
]
Miss = Annotated[float, "?a", "distance that is left"]
MissAngle = Annotated[Rad, "angle that is left"]
