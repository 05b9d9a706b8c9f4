"""Ways on the floor around round obstacles: the shortest way over points that see each other."""

import heapq
import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Circle = tuple[float, float, float]
"""An obstacle: its middle and the distance to keep from it [m]."""
LEAVING = 0.02
"""How much nearer to an obstacle a way may lead that begins or ends too near to it [m]."""
CORNERS, BESIDE = 10, 1.06
"""Points around each obstacle, and how far from its middle they are, by its radius."""


def is_free(start: Point, end: Point, obstacles: Sequence[Circle]) -> bool:
    """Whether the straight line keeps clear of all obstacles; from one that the start is too near to it leads away."""
    for x, y, radius in obstacles:
        keep = min(radius, math.hypot(start[0] - x, start[1] - y) - LEAVING)
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = dx * dx + dy * dy
        share = ((x - start[0]) * dx + (y - start[1]) * dy) / length if length > 0.0 else 0.0
        share = min(max(share, 0.0), 1.0)
        if math.hypot(start[0] + share * dx - x, start[1] + share * dy - y) < keep:
            return False
    return True


def route(start: Point, end: Point, obstacles: Sequence[Circle], low: Point, high: Point) -> list[Point]:
    """Points of the shortest way, without the start and with the end; straight to the end if there is no way.

    Args:
        start: Where one is [m].
        end: Where to go [m].
        obstacles: What to keep clear of.
        low, high: Corners of the room for the points between [m].
    """
    # who has to end near an obstacle goes around it as near as that
    obstacles = [(x, y, min(radius, math.dist(end, (x, y)) - LEAVING)) for x, y, radius in obstacles]
    points = [start, end]
    for x, y, radius in obstacles:
        for k in range(CORNERS):
            turn = 2.0 * math.pi * (k + 0.5) / CORNERS
            corner = (
                x + BESIDE * radius / math.cos(math.pi / CORNERS) * math.cos(turn),
                y + BESIDE * radius / math.cos(math.pi / CORNERS) * math.sin(turn),
            )
            inside = low[0] <= corner[0] <= high[0] and low[1] <= corner[1] <= high[1]
            if inside and all(math.hypot(corner[0] - a, corner[1] - b) >= r for a, b, r in obstacles):
                points.append(corner)
    best = {0: 0.0}
    before: dict[int, int] = {}
    queue = [(0.0, 0)]
    while queue:
        far, here = heapq.heappop(queue)
        if here == 1:
            break
        if far > best[here]:
            continue
        for other, point in enumerate(points):
            if other != here and is_free(points[here], point, obstacles):
                through = far + math.dist(points[here], point)
                if through < best.get(other, math.inf):
                    best[other], before[other] = through, here
                    heapq.heappush(queue, (through, other))
    if 1 not in before:
        return [end]
    way = [1]
    while way[-1] != 0:
        way.append(before[way[-1]])
    return [points[index] for index in reversed(way[:-1])]


def length(points: Sequence[Point]) -> float:
    """Length of a way [m]."""
    return sum(math.dist(one, other) for one, other in pairwise(points))
