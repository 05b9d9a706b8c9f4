"""Any body as a surface with two angles: the point of a direction is where a ray from its middle leaves it."""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.surface.shapes import circle_radius, over_chord

_HALVINGS = 60


class Body(Protocol):
    """A closed body that can tell how far a point is from it."""

    def distance(self, x: Array) -> float:
        """Distance from the surface, below 0 inside [m]."""

    def normal(self, p: Array) -> Array:
        """Outward unit normal at a point of the surface. Shape (3,)."""

    def project(self, x: Array) -> Array:
        """The nearest point of the surface. Shape (3,) [m]."""


@dataclass(frozen=True)
class Cast:
    """A body seen from its middle; every direction from there must leave it once.

    Attributes:
        body: The body.
        centre: Where the rays start, inside it [m].
        farthest: No point of it is farther from there [m].
    """

    body: Body
    centre: tuple[float, float, float]
    farthest: float = 2.0

    def point(self, a: float, b: float) -> Array:
        """Point of two angles, a from the top, b around the vertical [rad]. Shape (3,) [m]."""
        way = np.array([math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)])
        start = np.asarray(self.centre)
        low, high = 0.0, self.farthest
        if not self.distance(start) < 0.0 < self.distance(start + high * way):
            raise KinematicsError("the middle of the surface must lie inside it, and all of it around that.")
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.distance(start + middle * way) < 0.0 else (low, middle)
        return np.asarray(start + 0.5 * (low + high) * way)

    def angles(self, p: Array) -> tuple[float, float]:
        """Angles of a point of the surface, a from 0 to pi [rad]."""
        x, y, z = (p - np.asarray(self.centre)).tolist()
        return math.atan2(math.hypot(x, y), z), math.atan2(y, x)

    def normal(self, p: Array) -> Array:
        """Outward unit normal at a point of the surface. Shape (3,)."""
        return self.body.normal(p)

    def project(self, x: Array) -> Array:
        """The nearest point of the surface. Shape (3,) [m]."""
        return self.body.project(x)

    def distance(self, x: Array) -> float:
        """Distance from the surface, below 0 inside [m]."""
        return self.body.distance(x)

    def between(self, p: Array, q: Array, parts: int) -> Array:
        """Points over the chord from p to q that divide it into equal chords. Shape (parts + 1, 3)."""
        return over_chord(self, p, q, parts)

    def curvature_radius(self, p: Array, q: Array) -> float:
        """Radius of the circle through p, q and the point over the middle of their chord [m]."""
        return circle_radius(self, p, q)
