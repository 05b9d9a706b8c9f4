"""Cases of geometric constructions: one numbering for all operators of the vector algebra.

Kernels return the plain whole numbers, since native code knows no enumerations; Python functions return `Case`.
"""

from enum import IntEnum

from pult.core.errors import KinematicsError

SOLVED = 0
TOUCHING = 1
FREE = 2
ZERO_LENGTH = 3
PARALLEL = 4
APART = 5
INSIDE = 6
COINCIDENT = 7
SKEW = 8
UNEQUAL = 9

BOUNDARY = 1e-12
"""Relative distance from a boundary between cases (a stretched arm, circles that touch) that counts as rounding."""


class Case(IntEnum):
    """How a construction came out. The first three have a solution."""

    SOLVED = SOLVED
    """There is a regular solution; where two are possible, they differ."""
    TOUCHING = TOUCHING
    """Two solutions coincide to within rounding: circles that touch, a stretched arm, a flat triangle."""
    FREE = FREE
    """There is a solution for every value of an angle or direction; the documented one is given."""
    ZERO_LENGTH = ZERO_LENGTH
    """A vector or side without length, where a direction or a figure needs one."""
    PARALLEL = PARALLEL
    """Directions are parallel and therefore determine no plane, no turn or no point."""
    APART = APART
    """Too far apart to meet: the target is out of reach, a side is longer than the others together."""
    INSIDE = INSIDE
    """One thing lies inside another: the point inside the circle, the target too near for the arm."""
    COINCIDENT = COINCIDENT
    """Two lines or circles are the same: every point of them is common."""
    SKEW = SKEW
    """Lines that neither meet nor are parallel; circles that are not in one plane."""
    UNEQUAL = UNEQUAL
    """Vectors of different length or on different cones: no rotation takes one to the other. The nearest is given."""

    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
        return self <= FREE


class DegenerateError(KinematicsError):
    """An operator was given a vector that it cannot work with.

    Attributes:
        operator: Name of the operator.
        argument: Name of the argument.
        case: What is wrong with it.
        where: Its place in the array; empty for a single vector.
    """

    def __init__(self, operator: str, argument: str, case: Case, where: tuple[int, ...] = ()) -> None:
        self.operator, self.argument, self.case, self.where = operator, argument, case, where
        if where:
            place = ", ".join(map(str, where))
            super().__init__(f"{operator}: {argument} has no direction at {place}, its length is zero.")
        else:
            super().__init__(f"{operator}: {argument} has no direction, its length is zero.")
