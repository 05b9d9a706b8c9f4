"""Smooth surfaces made of round cones, such as a lying body: distance and direction to a point.

A round cone is the union of spheres whose centre moves from one point to another while their radius changes linearly.
Several are joined smoothly by the soft minimum of their distances.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.kernels import kernel
from pult.core.signals import Array

SIZE = 8
"""Numbers of a round cone: both ends [m] and both radii [m]."""
_STEPS = 60
_ON = 1e-9
"""A point closer than this is on the surface [m]."""


@kernel
def cone_distance(cone: Array, p: Array, away: Array) -> float:
    """Distance of a point from a round cone, below 0 inside [m].

    The sphere that comes nearest is the one whose centre lies on from the foot of the point by g rho/sqrt(1 - g^2), rho
    being the distance from the axis and g how the radius grows along it.

    Args:
        cone: Ends and radii. Shape (8,).
        p: The point [m]. Shape (3,).
        away: Direction away from it, of length 1, written. Shape (3,).
    """
    length, along = 0.0, 0.0
    for c in range(3):
        side = float(cone[3 + c]) - float(cone[c])
        length += side * side
        along += side * (float(p[c]) - float(cone[c]))
    length = math.sqrt(length)
    centre, radius = 0.0, float(cone[6])  # share of the way between the ends
    if length > 0.0:
        along /= length
        off = 0.0
        for c in range(3):
            foot = float(cone[c]) + along / length * (float(cone[3 + c]) - float(cone[c]))
            off += (float(p[c]) - foot) * (float(p[c]) - foot)
        grows = (float(cone[7]) - float(cone[6])) / length
        if abs(grows) < 1.0:
            centre = (along + grows * math.sqrt(off) / math.sqrt(1.0 - grows * grows)) / length
            centre = min(max(centre, 0.0), 1.0)
        else:  # one sphere holds the other
            centre = 1.0 if grows > 0.0 else 0.0
        radius += centre * (float(cone[7]) - float(cone[6]))
    size = 0.0
    for c in range(3):
        away[c] = float(p[c]) - float(cone[c]) - centre * (float(cone[3 + c]) - float(cone[c]))
        size += float(away[c]) * float(away[c])
    size = math.sqrt(size)
    for c in range(3):
        away[c] = float(away[c]) / size if size > 0.0 else (1.0 if c == 2 else 0.0)
    return size - radius


@kernel
def soft_distance(cones: Array, first: int, count: int, column: int, blend: float, p: Array, slope: Array) -> float:
    """Soft minimum of the distances from round cones: -b log(sum(exp(-d_i/b))) [m].

    Args:
        cones: A table with one cone per row.
        first, count: First row and number of rows.
        column: First column of the numbers of a cone.
        blend: b, how far joints are rounded [m]; 0 for the plain minimum.
        p: The point [m]. Shape (3,).
        slope: Gradient of the distance, written; its length is at most 1. Shape (3,).
    """
    away, least = np.empty(3), math.inf
    for i in range(count):
        d = cone_distance(cones[first + i, column : column + SIZE], p, away)
        if d < least:
            least = d
            for c in range(3):
                slope[c] = away[c]
    if not blend > 0.0:
        return least
    total, sums = 0.0, np.zeros(3)
    for i in range(count):
        weight = math.exp((least - cone_distance(cones[first + i, column : column + SIZE], p, away)) / blend)
        total += weight
        for c in range(3):
            sums[c] += weight * float(away[c])
    for c in range(3):
        slope[c] = float(sums[c]) / total
    return least - blend * math.log(total)


@dataclass(frozen=True, eq=False)
class Surface:
    """A smooth surface of round cones, placed somewhere.

    Attributes:
        cones: Ends and radii, in axes of its own [m]. Shape (n, 8).
        blend: How far joints are rounded [m].
        position: Position of its origin [m]. Shape (3,).
        rotation: Its axes, as columns. Shape (3, 3).
    """

    cones: Array
    blend: float
    position: Array
    rotation: Array

    def _measure(self, p: Array) -> tuple[float, Array]:
        local, slope = np.ascontiguousarray(self.rotation.T @ (np.asarray(p) - self.position)), np.empty(3)
        found = soft_distance(self.cones, 0, len(self.cones), 0, self.blend, local, slope)
        return found, self.rotation @ slope

    def distance(self, p: Array) -> float:
        """Distance of a point from the surface, negative inside [m]; exact to first order near it."""
        return self._measure(p)[0]

    def normal(self, p: Array) -> Array:
        """Outward unit normal of the surface through a point. Shape (3,)."""
        slope = self._measure(p)[1]
        return np.asarray(slope / np.linalg.norm(slope))

    def project(self, p: Array) -> Array:
        """Projection of a point onto the surface, along the normal [m]. Shape (3,).

        Raises:
            KinematicsError: There is none, such as for a point midway between two limbs.
        """
        found = np.array(p, dtype=np.float64)
        d, slope = self._measure(found)
        for _ in range(_STEPS):
            steep = float(slope @ slope)
            if abs(d) < 1e-12 or not steep > 0.0:
                break
            found -= d * slope / steep
            d, slope = self._measure(found)
        if not abs(d) < _ON:
            raise KinematicsError("no point of the surface lies along the normal: give a point nearer to the surface.")
        return found


def cone_table(parts: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float]]]) -> Array:
    """Round cones as a table, from their ends and radii. Shape (n, 8)."""
    return np.array([[*a, *b, *radii] for a, b, radii in parts], dtype=np.float64).reshape(-1, SIZE)
