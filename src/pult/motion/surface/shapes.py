"""Surfaces for tool paths: points by two angles, normals, projection, interpolation between points."""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.pose import finite_array

_NEWTON = 60
_SAME = 1e-13


class Surface(Protocol):
    """A closed smooth surface in world coordinates, parametrised by polar angle a (from the vertical) and azimuth b."""

    def point(self, a: float, b: float) -> Array:
        """Point at two angles [rad]. Shape (3,) [m]."""

    def angles(self, p: Array) -> tuple[float, float]:
        """Angles of a point of the surface, a from 0 to pi [rad]."""

    def normal(self, p: Array) -> Array:
        """Outward unit normal at a point of the surface. Shape (3,)."""

    def project(self, x: Array) -> Array:
        """The nearest point of the surface. Shape (3,) [m]."""

    def distance(self, x: Array) -> float:
        """Distance from the surface, below 0 inside [m]."""

    def between(self, p: Array, q: Array, parts: int) -> Array:
        """Points of the surface that divide the arc from p to q, both ends included. Shape (parts + 1, 3)."""

    def curvature_radius(self, p: Array, q: Array) -> float:
        """Radius of the arc from p to q [m]."""


@dataclass(frozen=True)
class Sphere:
    """A sphere: x = xs + R sin a cos b, y = ys + R sin a sin b, z = zs + R cos a.

    Attributes:
        centre: Its centre [m].
        radius: R [m].
    """

    centre: tuple[float, float, float]
    radius: float

    def __post_init__(self) -> None:
        finite_array("the centre of a sphere", self.centre, (3,))
        if not (math.isfinite(self.radius) and self.radius > 0.0):
            raise KinematicsError(f"the radius of a sphere is above 0, not {self.radius:g} m.")

    def point(self, a: float, b: float) -> Array:
        """Point at two angles [rad]. Shape (3,) [m]."""
        out = np.array([math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)])
        return np.asarray(self.centre) + self.radius * out

    def angles(self, p: Array) -> tuple[float, float]:
        """Angles of a point of the surface, a from 0 to pi [rad]."""
        x, y, z = (p - np.asarray(self.centre)).tolist()
        return math.atan2(math.hypot(x, y), z), math.atan2(y, x)

    def normal(self, p: Array) -> Array:
        """Outward unit normal at a point of the surface. Shape (3,)."""
        out = p - np.asarray(self.centre)
        size = float(np.linalg.norm(out))
        if size < 1e-9 * self.radius:
            raise KinematicsError("the centre of a sphere has no normal: give a point of its surface.")
        return np.asarray(out / size)

    def project(self, x: Array) -> Array:
        """The nearest point of the surface. Shape (3,) [m]."""
        return np.asarray(self.centre) + self.radius * self.normal(x)

    def distance(self, x: Array) -> float:
        """Distance from the surface, below 0 inside [m]."""
        return float(np.linalg.norm(x - np.asarray(self.centre))) - self.radius

    def between(self, p: Array, q: Array, parts: int) -> Array:
        """Points that divide the shorter great-circle arc from p to q into equal parts. Shape (parts + 1, 3)."""
        u, v = self.normal(p), self.normal(q)
        phi = angle_between(u, v)
        if math.pi - phi < 1e-6:
            raise KinematicsError("two knots are opposite to each other: any way leads over; put a knot between them.")
        if phi < _SAME:
            return np.tile(p, (parts + 1, 1))
        side = v - (u @ v) * u
        side /= np.linalg.norm(side)
        turns = phi * np.arange(parts + 1)[:, None] / parts  # (parts + 1, 1)
        found: Array = np.asarray(self.centre) + self.radius * (np.cos(turns) * u + np.sin(turns) * side)
        found[0], found[-1] = p, q
        return found

    def curvature_radius(self, p: Array, q: Array) -> float:  # noqa: ARG002 - the same everywhere
        """Radius of the arc from p to q [m]: that of the sphere."""
        return self.radius


def over_chord(surface: Surface, p: Array, q: Array, parts: int) -> Array:
    """Points of a surface above the chord from p to q, moved along it until the chords between them are equal.

    Shape (parts + 1, 3).
    """
    shares = np.linspace(0.0, 1.0, parts + 1)
    found = _over(surface, p, q, shares)
    for _ in range(_NEWTON if parts > 1 else 0):
        chords = np.linalg.norm(np.diff(found, axis=0), axis=1)
        if chords.max() - chords.min() <= 1e-12 * max(chords.sum(), _SAME):
            break
        along = np.concatenate([[0.0], np.cumsum(chords)]) / chords.sum()
        shares = np.interp(np.linspace(0.0, 1.0, parts + 1), along, shares)
        found = _over(surface, p, q, shares)
    found[0], found[-1] = p, q
    return found


def _over(surface: Surface, p: Array, q: Array, shares: Array) -> Array:
    return np.array([surface.project(p + share * (q - p)) for share in shares])


def circle_radius(surface: Surface, p: Array, q: Array) -> float:
    """Radius of the circle through two points of a surface and its point above the middle of their chord [m]."""
    chord = float(np.linalg.norm(q - p))
    middle = 0.5 * (p + q)
    height = float(np.linalg.norm(surface.project(middle) - middle))
    return math.inf if height < _SAME else 0.125 * chord * chord / height + 0.5 * height


def angle_between(u: Array, v: Array) -> float:
    """Angle between two unit vectors, accurate for small angles too [rad]."""
    return 2.0 * math.atan2(float(np.linalg.norm(u - v)), float(np.linalg.norm(u + v)))
