"""Tunnels: walls of straight segments, the corners that the path goes around, and widths."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from pult.core.signals import Array
from pult.motion.tunnel.sleeve import nearest_seen, shortest_line
from pult.motion.tunnel.walls import crosses, link_to_wall

Side = Literal["left", "right"]


@dataclass(frozen=True)
class Corner:
    """A corner that stands out into the tunnel: the angle of the walls in the free space is above pi.

    Attributes:
        side: Wall that it belongs to; the path turns to this side around it.
        index: Index of the point in the wall.
        x, y: Its position [m].
        width: Distance from the opposite wall, as far as it is seen from the corner [m].
    """

    side: Side
    index: int
    x: float
    y: float
    width: float

    @property
    def place(self) -> str:
        """Its place in the document."""
        return f"{self.side}[{self.index}]"

    @property
    def turn(self) -> int:
        """1 for a turn to the left around it, -1 to the right."""
        return 1 if self.side == "left" else -1


@dataclass(frozen=True, eq=False)
class Tunnel:
    """A plane region between a left and a right wall, from the mouth to the end.

    Attributes:
        left, right: Points of the walls from the mouth to the end, joined by straight segments [m]. Shape (k, 2).
        target: Where the tip of the arm is to go [m]. Shape (2,).
    """

    left: Array
    right: Array
    target: Array

    @cached_property
    def walls(self) -> Array:
        """Ends (x1, y1, x2, y2) of all wall segments, left ones first [m]. Shape (k, 4)."""
        sides = [np.hstack([side[:-1], side[1:]]) for side in (self.left, self.right)]
        return np.ascontiguousarray(np.vstack(sides))

    def wall_place(self, index: int) -> str:
        """Place in the document of a segment of `walls`: the point at which it begins."""
        n = len(self.left) - 1
        return f"left[{index}]" if index < n else f"right[{index - n}]"

    @property
    def mouth(self) -> Array:
        """Middle of the mouth [m]. Shape (2,)."""
        middle: Array = 0.5 * (self.left[0] + self.right[0])
        return middle

    @cached_property
    def outline(self) -> Array:
        """The region as a polygon: left wall forwards, right wall backwards; it runs clockwise [m]. Shape (k, 2)."""
        return np.vstack([self.left, self.right[::-1]])

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """Corners that stand out into the tunnel, in the order in which they are passed."""
        line = shortest_line(self.outline, len(self.left), self.target)
        found: list[tuple[float, Corner]] = []
        walls: tuple[tuple[Side, Array, Array, float], ...] = (
            ("left", self.left, self.right, 1.0),
            ("right", self.right, self.left, -1.0),
        )
        for side, points, other, sign in walls:
            for i in range(1, len(points) - 1):
                before, after = points[i] - points[i - 1], points[i + 1] - points[i]
                turn = math.atan2(before[0] * after[1] - before[1] * after[0], float(before @ after))
                if sign * turn > 1e-9:
                    opposite = nearest_seen(other, points[i], self._sees)
                    width = opposite[0] if opposite is not None else math.inf
                    passed = nearest_seen(line, points[i], self._sees) or (0.0, 0.0)
                    found.append((passed[1], Corner(side, i, float(points[i, 0]), float(points[i, 1]), width)))
        return tuple(corner for _, corner in sorted(found, key=lambda pair: pair[0]))

    def _sees(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Whether no wall lies between two points; walls that only touch their ends do not count."""
        px, py = ax + 1e-9 * (bx - ax), ay + 1e-9 * (by - ay)
        qx, qy = bx - 1e-9 * (bx - ax), by - 1e-9 * (by - ay)
        if any(crosses(px, py, qx, qy, self.walls, w) for w in range(len(self.walls))):
            return False
        return self.holds(0.5 * (ax + bx), 0.5 * (ay + by))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in the region."""
        inside = False
        for (ax, ay), (bx, by) in itertools.pairwise([*self.outline, self.outline[0]]):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        return inside

    def distance(self, x: float, y: float) -> float:
        """Distance of a point from the walls [m]."""
        return min(link_to_wall(x, y, x, y, self.walls, w) for w in range(len(self.walls)))


def make_tunnel(left: Sequence[Sequence[float]], right: Sequence[Sequence[float]], target: Sequence[float]) -> Tunnel:
    """A tunnel from plain numbers; without a target it is in the middle of the end."""
    a, b = (np.array(side, dtype=np.float64).reshape(-1, 2) for side in (left, right))
    aim = np.array(target, dtype=np.float64) if len(target) else 0.5 * (a[-1] + b[-1])
    return Tunnel(a, b, aim)


@dataclass(frozen=True)
class Arm:
    """A plane arm of many links on a prismatic feed.

    Attributes:
        lengths: Lengths of the links, the first at the base [m].
        width: Width of the links [m].
    """

    lengths: tuple[float, ...]
    width: float = 0.0

    @property
    def longest(self) -> float:
        """Length of the longest link [m]."""
        return max(self.lengths)

    @property
    def reach(self) -> float:
        """Length of the stretched arm [m]."""
        return sum(self.lengths)

    @property
    def half_width(self) -> float:
        """Half the width of a link [m]."""
        return 0.5 * self.width

    @property
    def least_radius(self) -> float:
        """Radius at which a link with both ends on a circle just touches its centre: sqrt(b^2 + l^2/4) [m]."""
        return math.sqrt(self.half_width**2 + 0.25 * self.longest**2)
