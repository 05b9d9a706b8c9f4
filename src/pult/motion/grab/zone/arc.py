"""Circular arcs in the vertical plane of the grab: x forward from the column axis, z up from the platform."""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.geometry.algebra.cases import COINCIDENT, SOLVED, TOUCHING
from pult.geometry.algebra.kernels.circles import circle_intersections

CLOSE = 1e-9
"""Points nearer than this are one [m]."""
APART = 1e-6
"""A crossing nearer than this to an end that two arcs share is this end [m]."""


@dataclass(frozen=True)
class Arc:
    """An arc from one angle to another, counter-clockwise if the second is larger.

    Attributes:
        x, z: Centre [m].
        radius: Radius [m].
        begin, end: Angles of its ends, from x towards z [rad].
        sweeps: The joint that turns along it: "shoulder", "elbow", "wrist"; "shoulder and elbow" where the forearm
            keeps its slope.
        fixed: What the other joints do, such as "shoulder at -60".
    """

    x: float
    z: float
    radius: float
    begin: float
    end: float
    sweeps: str
    fixed: str

    @property
    def length(self) -> float:
        """Its length [m]."""
        return self.radius * abs(self.end - self.begin)

    @property
    def area(self) -> float:
        """Integral of (x dz - z dx)/2 along it [m^2]: the sum over a closed boundary is the area to its left."""
        a, b, r = self.begin, self.end, self.radius
        across = self.x * (math.sin(b) - math.sin(a)) - self.z * (math.cos(b) - math.cos(a))
        return 0.5 * r * (r * (b - a) + across)

    def at(self, angle: float) -> tuple[float, float]:
        """The point at an angle [m]."""
        return self.x + self.radius * math.cos(angle), self.z + self.radius * math.sin(angle)

    def middle(self) -> float:
        """Angle of its middle [rad]."""
        return 0.5 * (self.begin + self.end)

    def reversed(self) -> "Arc":
        """The same arc the other way round."""
        return Arc(self.x, self.z, self.radius, self.end, self.begin, self.sweeps, self.fixed)

    def part(self, begin: float, end: float) -> "Arc":
        """A part of it."""
        return Arc(self.x, self.z, self.radius, begin, end, self.sweeps, self.fixed)

    def angle_of(self, x: float, z: float) -> float | None:
        """Angle of a point that lies on it; nothing if it does not. The arc is counter-clockwise."""
        off = math.hypot(x - self.x, z - self.z)
        if abs(off - self.radius) > CLOSE:
            return None
        turn = math.atan2(z - self.z, x - self.x) - self.begin
        turn -= 2.0 * math.pi * math.floor(turn / (2.0 * math.pi))
        slack = CLOSE / max(self.radius, CLOSE)
        if turn > 2.0 * math.pi - slack:
            turn = 0.0
        return self.begin + turn if turn <= self.end - self.begin + slack else None

    def distance(self, x: float, z: float) -> float:
        """Distance of a point from it [m]. The arc is counter-clockwise."""
        turn = math.atan2(z - self.z, x - self.x) - self.begin
        turn -= 2.0 * math.pi * math.floor(turn / (2.0 * math.pi))
        if turn <= self.end - self.begin:
            return abs(math.hypot(x - self.x, z - self.z) - self.radius)
        ends = (self.at(self.begin), self.at(self.end))
        return min(math.hypot(x - a, z - b) for a, b in ends)

    def points(self, tolerance: float) -> Array:
        """Points along it, whose chords are off by a tolerance at most [m]. Shape (n, 2)."""
        turn = 2.0 * math.acos(max(1.0 - tolerance / max(self.radius, tolerance), -1.0))
        count = max(1, math.ceil(abs(self.end - self.begin) / turn))
        angles = np.linspace(self.begin, self.end, count + 1)
        return np.column_stack([self.x + self.radius * np.cos(angles), self.z + self.radius * np.sin(angles)])


def common_points(a: Arc, b: Arc) -> list[tuple[float, float]]:
    """Points where two arcs cut or touch each other, and where one ends on the other [m]."""
    one, two, _, case = circle_intersections(
        (0.0, 0.0, 1.0), (a.x, a.z, 0.0), a.radius, (b.x, b.z, 0.0), b.radius
    )
    if case not in (SOLVED, TOUCHING, COINCIDENT):
        return []
    ends = [a.at(a.begin), a.at(a.end), b.at(b.begin), b.at(b.end)]
    shared = [end for end in ends if a.angle_of(*end) is not None and b.angle_of(*end) is not None]
    # circles that touch may cut twice by rounding, 0.1 um off: an end that both arcs share is the point
    found = [] if case == COINCIDENT else [(one[0], one[1]), (two[0], two[1])]
    return ends + [point for point in found if all(math.dist(point, end) > APART for end in shared)]


def split(arcs: list[Arc]) -> list[Arc]:
    """Arcs cut at all points that they have in common, each piece once; arcs are counter-clockwise."""
    cuts: list[list[float]] = [[arc.begin, arc.end] for arc in arcs]
    for i, a in enumerate(arcs):
        for j in range(i):
            for x, z in common_points(a, arcs[j]):
                for k in (i, j):
                    angle = arcs[k].angle_of(x, z)
                    if angle is not None:
                        cuts[k].append(angle)
    pieces: dict[tuple[int, ...], Arc] = {}
    for arc, angles in zip(arcs, cuts, strict=True):
        places = sorted(min(max(angle, arc.begin), arc.end) for angle in angles)
        for begin, end in itertools.pairwise(places):
            if arc.radius * (end - begin) > 10.0 * CLOSE:
                piece = arc.part(begin, end)
                middle = piece.at(piece.middle())
                pieces.setdefault((*(round(v * 1e7) for v in (*middle, arc.radius)),), piece)
    return list(pieces.values())
