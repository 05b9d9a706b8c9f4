"""The order in which corners of both walls are passed, from a triangulation of the tunnel."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from pult.core.signals import Array

Triangle = tuple[int, int, int]
Pair = tuple[float, float]


def shortest_line(outline: Array, split: int, target: Array) -> Array:
    """The shortest way from the middle of the mouth to the target [m]. Shape (k, 2).

    The outline is cut into triangles; those between mouth and end form a sleeve, whose inner edges the way crosses one
    after another.

    Args:
        outline: Points of a simple polygon, clockwise: the left wall, then the right one backwards [m]. Shape (k, 2).
        split: Number of points of the left wall; the mouth joins the first and the last point of the outline.
        target: Where the way leads [m]. Shape (2,).
    """
    total = len(outline)
    way = _sleeve(triangulate(outline), (total - 1, 0), (split - 1, split))
    doors = [sorted(set(a) & set(b)) for a, b in itertools.pairwise(way)]  # left point first
    return shortest_way(outline, [(a, b) for a, b in doors], 0.5 * (outline[0] + outline[-1]), target)


def nearest_seen(
    line: Array, point: Array, sees: Callable[[float, float, float, float], bool]
) -> tuple[float, float] | None:
    """Distance from a point to the nearest point of a line that is seen from it, and its length along the line [m].

    Of every segment of the line the nearest point is looked at; None if none of them is seen.

    Args:
        line: Points of the line [m]. Shape (k, 2).
        point: The point [m]. Shape (2,).
        sees: Whether nothing lies between two points (x1, y1, x2, y2).
    """
    steps = np.diff(line, axis=0)
    squares = np.maximum((steps**2).sum(axis=1), 1e-300)
    shares = np.clip(((point - line[:-1]) * steps).sum(axis=1) / squares, 0.0, 1.0)
    feet = line[:-1] + shares[:, None] * steps
    distances = np.hypot(*(feet - point).T)
    lengths = np.sqrt(squares)
    along = np.cumsum(lengths) - lengths
    for i in np.argsort(distances, kind="stable"):
        if distances[i] < 1e-12 or sees(float(point[0]), float(point[1]), float(feet[i, 0]), float(feet[i, 1])):
            return float(distances[i]), float(along[i] + shares[i] * lengths[i])
    return None


def shortest_way(outline: Array, doors: Sequence[tuple[int, int]], start: Array, end: Array) -> Array:
    """The shortest way through doors, by the funnel algorithm [m]. Shape (k, 2).

    Args:
        outline: Points [m]. Shape (n, 2).
        doors: Left and right point of every door, in order.
        start, end: Ends of the way [m]. Shape (2,).
    """
    lefts = [*(outline[a] for a, _ in doors), end]
    rights = [*(outline[b] for _, b in doors), end]
    way, apex, i = [start], start, 0
    while i < len(lefts):
        left, right, at_left, at_right = lefts[i], rights[i], i, i
        k, turned = i + 1, False
        while k < len(lefts):
            if _turn(apex, right, rights[k]) >= 0.0:  # the right side of the funnel narrows
                if _turn(apex, left, rights[k]) > 0.0:
                    apex, i, turned = left, at_left + 1, True
                    break
                right, at_right = rights[k], k
            if _turn(apex, left, lefts[k]) <= 0.0:
                if _turn(apex, right, lefts[k]) < 0.0:
                    apex, i, turned = right, at_right + 1, True
                    break
                left, at_left = lefts[k], k
            k += 1
        if not turned:
            break
        way.append(apex)
        while i < len(lefts) - 1 and (lefts[i] is apex or rights[i] is apex or _same(lefts[i], rights[i], apex)):
            i += 1
    way.append(end)
    return np.array(way)


def _same(left: Array, right: Array, apex: Array) -> bool:
    """Whether a door ends in the apex."""
    return bool(np.array_equal(left, apex) or np.array_equal(right, apex))


def _turn(a: Array, b: Array, c: Array) -> float:
    """Above 0 if c lies to the left of the direction from a to b."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def triangulate(outline: Array) -> list[Triangle]:
    """Triangles of a simple polygon that runs clockwise, by cutting off ears."""
    points = [(float(x), float(y)) for x, y in outline]
    left: list[int] = list(range(len(points)))
    found: list[Triangle] = []
    k = 0
    while len(left) > 3:
        for _ in range(len(left)):
            k %= len(left)
            i, j, m = left[k - 1], left[k], left[(k + 1) % len(left)]
            if _area(points[i], points[j], points[m]) < 0.0 and not any(
                _in_triangle(points[p], points[i], points[j], points[m]) for p in left if p not in (i, j, m)
            ):
                break
            k += 1  # if there is none the polygon is nearly degenerate: cut anything, the checks of the path decide
        k %= len(left)
        found.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    found.append((left[0], left[1], left[2]))
    return found


def _sleeve(triangles: list[Triangle], first: tuple[int, int], last: tuple[int, int]) -> list[Triangle]:
    """Triangles from the one at an edge to the one at another edge: the only way in the tree of triangles."""

    def at(edge: tuple[int, int]) -> int:
        return next((i for i, triangle in enumerate(triangles) if set(edge) <= set(triangle)), 0)

    start, end = at(first), at(last)
    before = {start: start}
    queue = [start]
    while queue:
        here = queue.pop(0)
        for i, triangle in enumerate(triangles):
            if i not in before and len(set(triangle) & set(triangles[here])) == 2:
                before[i] = here
                queue.append(i)
    way = [end]
    while way[-1] != start and way[-1] in before:
        way.append(before[way[-1]])
    return [triangles[i] for i in reversed(way)]


def _area(a: Pair, b: Pair, c: Pair) -> float:
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _in_triangle(p: Pair, a: Pair, b: Pair, c: Pair) -> bool:
    """Whether a point lies in a clockwise triangle or on its edge."""
    return _area(a, b, p) <= 0.0 and _area(b, c, p) <= 0.0 and _area(c, a, p) <= 0.0
