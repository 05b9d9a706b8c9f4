"""Tool paths over a surface: straight segments through knots that lie on it."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.surface.chords import deviation
from pult.motion.surface.shapes import Surface, angle_between

MAX_INSERTED = 200
_CLOSE = 1e-6
"""Knots closer to each other than this coincide [m]."""
_NEAR = 1e-4
"""Fraction of a path closer than which a knot is not inserted next to another."""
_ROUNDS, _SORTINGS = 60, 8


@dataclass(frozen=True)
class Segment:
    """The piece of a path between two given knots.

    Attributes:
        rho: Radius of the arc that the centre of the tool tip should follow [m].
        phi: Its central angle [rad].
        parts: Number of chords that it is split into.
        deviation: Deviation of the chords from the arc, by the formula [m].
    """

    rho: float
    phi: float
    parts: int
    deviation: float


@dataclass(frozen=True, eq=False)
class SurfacePath:
    """A tool's path over a surface.

    Attributes:
        surface: The surface.
        on_surface: Given and inserted knots, on the surface [m]. Shape (k, 3).
        centres: Centre of the tool tip at these knots [m]. Shape (k, 3).
        given: Indices of the given knots.
        segments: The pieces between the given knots.
        along: Path length up to each knot [m]. Shape (k,).
    """

    surface: Surface
    on_surface: Array
    centres: Array
    given: tuple[int, ...]
    segments: tuple[Segment, ...]
    along: Array

    @property
    def length(self) -> float:
        """Length of the whole path [m]."""
        return float(self.along[-1])

    def at(self, s: float) -> Array:
        """Centre of the tool tip at a path length. Shape (3,) [m].

        Args:
            s: Path length from the first knot [m].
        """
        s = min(max(s, 0.0), self.length)
        part = min(max(int(np.searchsorted(self.along, s, side="right")) - 1, 0), len(self.along) - 2)
        step = float(self.along[part + 1] - self.along[part])
        share = (s - float(self.along[part])) / step
        found: Array = self.centres[part] + share * (self.centres[part + 1] - self.centres[part])
        return found

    def normal(self, s: float) -> Array:
        """Outward normal of the surface below the tool at a path length. Shape (3,)."""
        return self.surface.normal(self.surface.project(self.at(s)))

    def knot(self, s: float) -> float:
        """Fractional index of the given knots at a path length: 1.5 is midway between the knots 1 and 2."""
        return float(np.interp(s, self.along[list(self.given)], np.arange(len(self.given))))


def plan_path(
    surface: Surface, knots: Sequence[Sequence[float]], inserted: int = 0, offsets: float | Sequence[float] = 0.0
) -> SurfacePath:
    """Plan a tool path through knots on a surface.

    Args:
        surface: The surface.
        knots: Angles (a, b) of the knots [rad].
        inserted: Number of knots inserted between every two given ones; n is one more.
        offsets: Distance of the centre of the tool tip from the surface, one for each given knot or one for all [m];
            below the radius of the tip the tool is pressed in.

    Raises:
        KinematicsError: There are too few knots, or two of them cannot be joined.
    """
    if len(knots) < 2:
        raise KinematicsError(f"a path has at least 2 knots, not {len(knots)}.")
    if not 0 <= inserted <= MAX_INSERTED:
        raise KinematicsError(f"0 to {MAX_INSERTED} knots are inserted between two, not {inserted}.")
    points = [surface.point(float(a), float(b)) for a, b in knots]
    heights = [float(offsets)] * len(points) if isinstance(offsets, (int, float)) else [float(x) for x in offsets]
    if len(heights) != len(points):
        raise KinematicsError(f"{len(points)} knots have as many offsets, not {len(heights)}.")
    parts = inserted + 1
    over, middle, given, segments = [points[0][None]], [_centre(surface, points[0], heights[0])[None]], [0], []
    for number, (p, q) in enumerate(itertools.pairwise(points)):
        if float(np.linalg.norm(q - p)) < _CLOSE:
            raise KinematicsError(f"knots {number + 1} and {number + 2} are at the same place; take one away.")
        found = surface.between(p, q, parts)[1:]
        rise = heights[number] + (heights[number + 1] - heights[number]) * np.arange(1, parts + 1) / parts
        over.append(found)
        middle.append(np.array([_centre(surface, x, float(h)) for x, h in zip(found, rise, strict=True)]))
        given.append(given[-1] + parts)
        segments.append(_segment(surface, p, q, 0.5 * (heights[number] + heights[number + 1]), parts))
    centres = np.concatenate(middle)
    return SurfacePath(surface, np.concatenate(over), centres, tuple(given), tuple(segments), _lengths(centres))


def with_knots_at(path: SurfacePath, shares: Sequence[float], offsets: Callable[[Array], Array]) -> SurfacePath:
    """Insert knots at fractions of the length of a path.

    Args:
        path: The path. The deviations of its segments are kept: further knots do not increase them.
        shares: Fractions of its length, increasing, between 0 and 1. Those at an existing knot are skipped, and of two
            at the same place one is used.
        offsets: Distance of the centre of the tool tip from the surface [m], by fraction of the path.
    """
    have, found = path.along / path.length, path
    before: NDArray[np.intp] | None = None
    for _ in range(_SORTINGS):  # new knots make the path longer, which may move others of them to another leg
        new = np.array([share for share in shares if np.abs(have - share).min() > _NEAR and 0.0 < share < 1.0])
        new = new[np.diff(new, prepend=-1.0) > _CLOSE]
        legs: NDArray[np.intp] = np.searchsorted(have, new) - 1
        if before is not None and np.array_equal(before, legs):
            break
        before = legs
        found = _with_inserted(path, new, legs, (new - have[legs]) / np.diff(have)[legs], offsets)
        have = np.delete(found.along, legs + 1 + np.arange(len(legs))) / found.length
    return found


def _with_inserted(
    path: SurfacePath, new: Array, legs: NDArray[np.intp], places: Array, offsets: Callable[[Array], Array]
) -> SurfacePath:
    """The path with knots inserted in some legs, moved along their chords until each is at its fraction."""
    order = np.arange(len(new))  # no two may come together at the end of a leg
    first, last = order - np.searchsorted(legs, legs) + 1, np.searchsorted(legs, legs, side="right") - order
    along = _lengths(_insert_knots(path, legs, places))
    for _ in range(_ROUNDS):
        points, before = _insert_knots(path, legs, places), along / along[-1]
        normals = np.array([path.surface.normal(p) for p in points])
        centres = points + offsets(before)[:, None] * normals
        along = _lengths(centres)
        off = new - along[legs + 1 + order] / along[-1]
        if max(np.abs(off).max(initial=0.0), np.abs(along / along[-1] - before).max()) < 1e-9:
            break
        places = np.clip(places + off * path.length / np.diff(path.along)[legs], _NEAR * first, 1.0 - _NEAR * last)
    given = tuple(number + int(np.count_nonzero(legs < number)) for number in path.given)
    return replace(path, on_surface=points, centres=centres, given=given, along=along)


def _insert_knots(path: SurfacePath, legs: NDArray[np.intp], places: Array) -> Array:
    """Knots of a path with further ones inserted between them. Shape (k, 3)."""
    knots = path.on_surface
    more = [path.surface.project(knots[i] + t * (knots[i + 1] - knots[i])) for i, t in zip(legs, places, strict=True)]
    return np.insert(knots, legs + 1, np.reshape(more, (-1, 3)), axis=0)


def _lengths(points: Array) -> Array:
    """Length along the chords up to each point [m]. Shape (k,)."""
    return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])


def _centre(surface: Surface, p: Array, offset: float) -> Array:
    found: Array = p + offset * surface.normal(p)
    return found


def _segment(surface: Surface, p: Array, q: Array, offset: float, parts: int) -> Segment:
    radius = surface.curvature_radius(p, q) + offset
    if not math.isfinite(radius):
        return Segment(radius, 0.0, parts, 0.0)
    phi = angle_between(surface.normal(p), surface.normal(q))
    return Segment(radius, phi, parts, deviation(radius, phi, parts))
