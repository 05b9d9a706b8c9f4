"""Star-shaped bodies as surfaces parametrised by two angles: each ray from the centre leaves the body once."""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.surface.shapes import circle_radius, over_chord

_HALVINGS = 60


class Body(Protocol):
    """A closed body with a signed distance function."""

    def distance(self, x: Array) -> float:
        """Distance from the surface, below 0 inside [m]."""

    def normal(self, p: Array) -> Array:
        """Outward unit normal at a point of the surface. Shape (3,)."""

    def project(self, x: Array) -> Array:
        """The nearest point of the surface. Shape (3,) [m]."""


@dataclass(frozen=True)
class StarShapedSurface:
    """A body that is star-shaped about a centre: every ray from there leaves it once.

    Attributes:
        body: The body.
        centre: Origin of the rays, inside the body [m].
        max_radius: Upper bound of the distance of its points from the centre [m].
    """

    body: Body
    centre: tuple[float, float, float]
    max_radius: float = 2.0

    def point(self, a: float, b: float) -> Array:
        """Point at polar angle a from the vertical and azimuth b [rad]. Shape (3,) [m]."""
        way = np.array([math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)])
        start = np.asarray(self.centre)
        low, high = 0.0, self.max_radius
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
        """Points of the surface above the chord from p to q, joined by equal chords. Shape (parts + 1, 3)."""
        return over_chord(self, p, q, parts)

    def curvature_radius(self, p: Array, q: Array) -> float:
        """Radius of the circle through p, q and the surface point above the middle of their chord [m]."""
        return circle_radius(self, p, q)
