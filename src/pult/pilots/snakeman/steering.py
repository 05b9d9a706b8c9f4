"""A way for a steered head between pillars: a search over arcs, as for a car that cannot turn on the spot."""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

STEP = 0.03
"""Length of an arc of the search [m]."""
TURNS = (0.0, -0.5, 0.5, -1.0, 1.0)
"""Deflections of the search; 1 is the tightest turn to the left."""
CELL, SECTOR = 0.015, math.radians(9.0)
"""Places [m] and headings [rad] that count as the same."""
MAX_NODES = 60_000


@dataclass(frozen=True)
class Spot:
    """A point of a way: position [m], heading [rad], and the deflection that leads to it."""

    x: float
    y: float
    heading: float
    turn: float = 0.0


def move(at: Spot, length: float, turn: float, radius: float) -> Spot:
    """The head after an arc.

    Args:
        at: Where it begins.
        length: Length of the arc [m].
        turn: Deflection, 1 to the left.
        radius: Radius of the tightest turn [m].
    """
    k = turn / radius
    if abs(k) < 1e-9:
        return Spot(at.x + length * math.cos(at.heading), at.y + length * math.sin(at.heading), at.heading, turn)
    end = at.heading + k * length
    x = at.x + (math.sin(end) - math.sin(at.heading)) / k
    return Spot(x, at.y - (math.cos(end) - math.cos(at.heading)) / k, end, turn)


def find_way(
    start: Spot,
    target: tuple[float, float],
    pillars: Sequence[tuple[float, float]],
    *,
    radius: float,
    keep: float,
    close: float,
) -> list[Spot]:
    """A short way to a target that keeps its distance from pillars; empty if there is none.

    The search is A* over arcs; cost is length, with a little more for turns and for passing near a pillar.

    Args:
        start: Pose of the head.
        target: Where the way ends [m].
        pillars: Their middles [m].
        radius: Radius of the tightest turn [m].
        keep: Least distance from the middle of a pillar [m].
        close: Distance from the target that is enough [m].
    """

    def left(spot: Spot) -> float:
        return math.hypot(target[0] - spot.x, target[1] - spot.y)

    def free(spot: Spot) -> float:
        return min((math.hypot(spot.x - x, spot.y - y) for x, y in pillars), default=math.inf)

    before: list[tuple[Spot, int]] = [(start, -1)]
    queue = [(left(start), 0.0, 0)]
    seen: set[tuple[int, int, int]] = set()
    while queue and len(before) < MAX_NODES:
        _, cost, here = heapq.heappop(queue)
        spot = before[here][0]
        key = (round(spot.x / CELL), round(spot.y / CELL), round(spot.heading / SECTOR))
        if key in seen:
            continue
        seen.add(key)
        if left(spot) < close:
            way = []
            while here >= 0:
                way.append(before[here][0])
                here = before[here][1]
            return way[::-1]
        for turn in TURNS:
            after = move(spot, STEP, turn, radius)
            half = move(spot, 0.5 * STEP, turn, radius)
            room = min(free(after), free(half)) - keep
            if room < 0.0 or abs(after.heading) > 0.6 * math.pi:
                continue
            extra = STEP * (0.15 * abs(turn) + 0.2 * abs(turn - spot.turn)) + 0.4 * max(0.02 - room, 0.0)
            before.append((after, here))
            heapq.heappush(queue, (cost + STEP + extra + left(after), cost + STEP + extra, len(before) - 1))
    return []
