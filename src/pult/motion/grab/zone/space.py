"""The work zone in space: the zone of the vertical plane, turned with the column.

A place of the plane at x (below 0 behind the column axis) is swept on a circle of radius rho, rho^2 = x^2 + s^2 with
the side shift s. Ahead the azimuth is column + a, behind it column + pi - a, with tan a = s/|x|: a point may be reached
forward, by a fling-over, or both ways.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pult.core.signals import Array
from pult.motion.grab.inverse import FLING_OVER, FORWARD, column_angle
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.protection import STOP_TOLERANCE
from pult.motion.grab.solutions import finite
from pult.motion.grab.zone.zone import WorkZone, work_zone

HEIGHTS, NODES = 400, 12
"""Heights, and places on each part of them, of the integral for the volume."""
Interval = tuple[float, float]


@dataclass(frozen=True, eq=False)
class SpaceZone:
    """A work zone in space.

    Attributes:
        plane: The zone of the vertical plane.
    """

    plane: WorkZone

    def ways(self, point: Sequence[float] | Array) -> tuple[str, ...]:
        """How the working point reaches a point of the interface frame: "forward", "fling-over", both or none [m]."""
        x, y, z = (float(v) for v in finite("point", point, 3))
        robot = self.plane.robot
        found = []
        for fling_over, way in ((FORWARD, "forward"), (FLING_OVER, "fling-over")):
            column, along, lacking = column_angle(x, y, self.plane.left, fling_over, 0.0)
            turns = robot.lower[0] - STOP_TOLERANCE <= column <= robot.upper[0] + STOP_TOLERANCE
            if lacking <= 0.0 and turns and self.plane.contains(along, z):
                found.append(way)
        return tuple(found)

    def section(self, height: float) -> tuple[Interval, ...]:
        """Parts of the plane's zone at a height above the platform: intervals of x [m]."""
        cuts = []
        for arc in self.plane.arcs:
            away = (height - arc.z) / arc.radius
            if abs(away) >= 1.0:
                continue
            for angle in (math.asin(away), math.pi - math.asin(away)):
                low, high = sorted((arc.begin, arc.end))
                turn = (angle - low) % (2.0 * math.pi)
                if turn <= high - low:
                    cuts.append(arc.x + arc.radius * math.cos(angle))
        cuts.sort()
        pairs = [(a, b) for a, b in itertools.pairwise(cuts) if b - a > 1e-9]
        return tuple(pair for pair in pairs if self.plane.contains(0.5 * (pair[0] + pair[1]), height))

    @cached_property
    def volume(self) -> float:
        """Its volume [m^3], by quadrature."""
        low, high = (float(f(self.plane.polygon[:, 1])) for f in (np.min, np.max)) if self.plane.arcs else (0.0, 0.0)
        step = (high - low) / HEIGHTS
        return step * math.fsum(self._ring_area(low + (k + 0.5) * step) for k in range(HEIGHTS))

    def _ring_area(self, height: float) -> float:
        """Area that is swept at a height [m^2]: rho d(rho) = x dx, times the azimuths that are reached."""
        robot, parts = self.plane.robot, self.section(height)
        ahead = [(max(a, 0.0), b) for a, b in parts if b > 0.0]
        behind = [(max(-b, 0.0), -a) for a, b in parts if a < 0.0]
        marks = sorted({v for part in (*ahead, *behind) for v in part})
        turn = robot.upper[0] - robot.lower[0]
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        total = 0.0
        for a, b in itertools.pairwise(marks):
            middle, half = 0.5 * (a + b), 0.5 * (b - a)
            ways = sum(any(low <= middle <= high for low, high in side) for side in (ahead, behind))
            if not ways:
                continue
            x = middle + half * nodes
            missed = np.maximum(0.0, math.pi - turn + 2.0 * np.arctan2(abs(self.plane.left), x))  # by both ways
            total += half * float(weights @ (x * (turn if ways == 1 else 2.0 * math.pi - missed)))
        return total


def space_zone(
    pitch: float | None = None,
    *,
    held: Sequence[float] | None = None,
    roll: float = 0.0,
    robot: Manipulator = PRM1,
) -> SpaceZone:
    """The work zone in space, at a pitch of the grab or at any; see `work_zone`."""
    return SpaceZone(work_zone(pitch, held=held, roll=roll, robot=robot))
