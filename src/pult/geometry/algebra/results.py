"""What the operators of the vector algebra return: the values, and beside them the case."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.algebra.cases import Case

Numbers = float | Array
Codes = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Construction:
    """Base of all results. Of arrays, every field is an array with the broadcast leading axes.

    Attributes:
        case: How it came out; of arrays, the numbers of the cases.
    """

    case: Case | Codes

    @property
    def solved(self) -> bool | Flags:
        """Whether there is a solution."""
        return self.case <= Case.FREE


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction(Construction):
    """A direction.

    Attributes:
        direction: Unit vector; zero without a solution.
        sine: Sine of the angle between the pair that it is orthogonal to.
    """

    direction: Array
    sine: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFrame(Construction):
    """The frame attached to a pair of vectors a, b, with their projections.

    Attributes:
        x: Unit vector along a.
        y: Unit vector orthogonal to a, towards b.
        z: Unit vector along a x b.
        b_along_a: Component of b along a.
        b_across_a: Component of b orthogonal to a.
        a_along_b: Component of a along b.
        a_across_b: Component of a orthogonal to b.
    """

    x: Array
    y: Array
    z: Array
    b_along_a: Array
    b_across_a: Array
    a_along_b: Array
    a_across_b: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Angle(Construction):
    """An angle.

    Attributes:
        angle: The angle [rad].
        miss: Distance that is left between what was turned and where it should be.
    """

    angle: Numbers
    miss: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Length(Construction):
    """A length.

    Attributes:
        length: The length.
        miss: Distance that is left between what was extended and where it should be.
    """

    length: Numbers
    miss: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Angles(Construction):
    """Both solutions of an inverse problem.

    Attributes:
        first: Angles of one solution [rad]. Shape (..., n), or (...) for one angle.
        second: Angles of the other; equal to `first` if there is one only.
        miss: What is left by the worse of them: a distance, or an angle [rad] for rotations.
    """

    first: Numbers
    second: Numbers
    miss: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Construction):
    """A rotation by which things are aligned.

    Attributes:
        axis: Unit vector; zero without a solution.
        angle: Angle about it [rad].
        miss: Angle [rad] that is left.
    """

    axis: Array
    angle: Numbers
    miss: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Directions(Construction):
    """Two directions.

    Attributes:
        first: Unit vector.
        second: Unit vector; equal to `first` if there is one only.
    """

    first: Array
    second: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest(Construction):
    """Nearest points of two lines or segments.

    Attributes:
        first: Point of the first.
        second: Point of the second.
        distance: Distance between them.
    """

    first: Array
    second: Array
    distance: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Tangent(Construction):
    """A tangent from a circle to a point.

    Attributes:
        direction: Unit vector from the circle to the point.
        length: Distance from the point of contact to the point.
        contact: Vector from the centre to the point of contact.
    """

    direction: Array
    length: Numbers
    contact: Array

    @property
    def vector(self) -> Array:
        """The tangent K: direction times length."""
        found: Array = self.direction * np.asarray(self.length)[..., None]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonTangent(Construction):
    """A tangent from one circle to another.

    Attributes:
        direction: Unit vector from the first circle to the second.
        length: Distance between the points of contact.
        first: Vector from the first centre to its point of contact.
        second: Vector from the second centre to its point of contact.
    """

    direction: Array
    length: Numbers
    first: Array
    second: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Intersection(Construction):
    """Points common to two circles.

    Attributes:
        first: Point to the left of the line from the first centre to the second, seen against the axis.
        second: Point to the right.
        gap: Distance between circles that do not meet; 0 if they do.
    """

    first: Array
    second: Array
    gap: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Triangle(Construction):
    """Angles of a triangle.

    Attributes:
        alpha: Angle opposite to the first side [rad].
        beta: Angle opposite to the second side [rad].
        gamma: Angle opposite to the third side [rad].
    """

    alpha: Numbers
    beta: Numbers
    gamma: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoLink(Construction):
    """Angles of a planar arm of two links.

    Attributes:
        first: Slope of the first link [rad].
        bend: Angle from the first link to the second [rad]; negative with the elbow up.
        second: Slope of the second link [rad].
    """

    first: Numbers
    bend: Numbers
    second: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeLink(Construction):
    """Joint angles of a planar arm of three links.

    Attributes:
        first: Slope of the first link [rad].
        second: Angle from the first link to the second [rad].
        third: Angle from the second link to the third [rad].
    """

    first: Numbers
    second: Numbers
    third: Numbers
