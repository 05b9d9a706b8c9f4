"""Support polygons and how far inside them a point lies; soles that overlap."""

import math
from itertools import pairwise

import numpy as np

from pult.core.signals import Array
from pult.motion.walk.legs import Legs
from pult.motion.walk.rows import BOTH, LEFT, LEFT_FOOT, RIGHT, SUPPORT


def sole_corners(walker: Legs, x: float, y: float, heading: float) -> Array:
    """Corners of a sole on the floor, counter-clockwise [m]. Shape (4, 2)."""
    w = walker.half_width
    own = np.array([[-walker.heel, -w], [walker.toe, -w], [walker.toe, w], [-walker.heel, w]])
    c, s = math.cos(heading), math.sin(heading)
    found: Array = own @ np.array([[c, s], [-s, c]]) + np.array([x, y])
    return found


def hull(points: Array) -> Array:
    """Convex hull of points, counter-clockwise (Andrew's monotone chain). Shape (h, 2)."""
    order = sorted(map(tuple, points.tolist()))

    def half(rows: list[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for p in rows:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0.0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return np.array(half(order) + half(order[::-1]))


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def margins(polygon: Array, points: Array) -> Array:
    """Distance of points from the nearest edge's line, above 0 inside a convex polygon [m]. Shape (k,)."""
    edge = np.roll(polygon, -1, axis=0) - polygon
    normal = np.column_stack([-edge[:, 1], edge[:, 0]]) / np.hypot(edge[:, 0], edge[:, 1])[:, None]
    found: Array = ((points[:, None, :] - polygon[None]) * normal[None]).sum(axis=2).min(axis=1)
    return found


def support_polygon(walker: Legs, row: Array) -> Array:
    """Support polygon at a row of a plan [m]. Shape (h, 2)."""
    left, right = (sole_corners(walker, row[k], row[k + 1], row[k + 3]) for k in (LEFT, RIGHT))
    if row[SUPPORT] == BOTH:
        return hull(np.vstack([left, right]))
    return left if row[SUPPORT] == LEFT_FOOT else right


def support_margins(walker: Legs, rows: Array, points: Array) -> Array:
    """How far inside the support polygon a point lies at each row, below 0 outside [m]. Shape (k,).

    Args:
        walker: The robot.
        rows: The plan. Shape (k, 39).
        points: A point for each row [m]. Shape (k, 2).
    """
    found = np.empty(len(rows))
    standing = rows[:, [SUPPORT, LEFT, LEFT + 1, LEFT + 3, RIGHT, RIGHT + 1, RIGHT + 3]].copy()
    for first, foot in ((1, 2.0), (4, 1.0)):  # a swinging foot does not count
        standing[rows[:, SUPPORT] == foot, first : first + 3] = 0.0
    edges = [0, *(np.flatnonzero(np.any(np.diff(standing, axis=0) != 0.0, axis=1)) + 1), len(rows)]
    for a, b in pairwise(edges):
        found[a:b] = margins(support_polygon(walker, rows[a]), points[a:b])
    return found


def sole_gaps(walker: Legs, rows: Array) -> Array:
    """Least distance between both soles seen from above, below 0 where they overlap [m]. Shape (k,).

    By separating axes: of two convex polygons, one edge of either separates them if they do not overlap. The distance
    along the best of these axes is a lower bound of the true one.
    """
    best = np.full(len(rows), -np.inf)
    corners = [_many_corners(walker, rows[:, [k, k + 1, k + 3]]) for k in (LEFT, RIGHT)]  # (k, 4, 2) each
    for own, there in (corners, corners[::-1]):
        for i in range(4):
            edge = own[:, (i + 1) % 4] - own[:, i]
            normal = np.stack([edge[:, 1], -edge[:, 0]], axis=1) / np.linalg.norm(edge, axis=1)[:, None]
            apart = ((there - own[:, i : i + 1]) * normal[:, None]).sum(axis=2).min(axis=1)
            best = np.maximum(best, apart)
    return best


def _many_corners(walker: Legs, prints: Array) -> Array:
    w = walker.half_width
    own = np.array([[-walker.heel, -w], [walker.toe, -w], [walker.toe, w], [-walker.heel, w]])
    c, s = np.cos(prints[:, 2])[:, None], np.sin(prints[:, 2])[:, None]
    x, y = own[:, 0], own[:, 1]
    return np.stack([prints[:, 0:1] + c * x - s * y, prints[:, 1:2] + s * x + c * y], axis=2)
