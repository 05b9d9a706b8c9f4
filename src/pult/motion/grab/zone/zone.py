"""The work zone in the vertical plane of the grab: where the finger tips or the far end of a held object come, at any
pitch or at a fixed one.

A held object makes the last link another one: its end is the length (along^2 + up^2)^1/2 from the wrist, tilted up by
atan2(up, along) against the grab; the roll enters "up" (see `chain`).

Of all critical arcs, cut where they meet, those are the boundary that have exactly one reachable side.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.grab.chain import offsets
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.solutions import finite
from pult.motion.grab.zone.arc import Arc, split
from pult.motion.grab.zone.critical import fixed_arcs, free_arcs
from pult.motion.grab.zone.reach import native_reached, native_reached_at

ASIDE = 1e-6
"""How far from an arc its sides are tried [m]."""
CHORD = 1e-5
"""How far chords of the polygon are off their arcs at most [m]."""
NEAR = 0.05
"""Arcs whose ends miss each other by less were meant to meet [m]."""


@dataclass(frozen=True)
class Gap:
    """Where the end of an arc misses another one, because lengths of links and ranges of joints do not match.

    Attributes:
        point: The end of the arc [m].
        distance: How far it is off the other arc [m].
        arc, other: The two arcs.
    """

    point: tuple[float, float]
    distance: float
    arc: Arc
    other: Arc


@dataclass(frozen=True, eq=False)
class WorkZone:
    """A work zone.

    Attributes:
        pitch: Pitch of the grab, positive down; `None`: any [rad].
        robot: The manipulator.
        link: It with one last link in place of grab and held object; `robot` if nothing is held.
        tilt: How far this link is tilted up against the grab [rad].
        left: How far the working point is to the left of the column's plane [m].
        arcs: Its boundary; the zone lies to the left of every arc.
        critical: All critical arcs.
        gaps: Where arcs of the shoulder's two stops fail to meet, the smallest first.
    """

    pitch: float | None
    robot: Manipulator
    link: Manipulator
    tilt: float
    left: float
    arcs: tuple[Arc, ...]
    critical: tuple[Arc, ...]
    gaps: tuple[Gap, ...]

    @cached_property
    def area(self) -> float:
        """Its area, exactly [m^2]."""
        return math.fsum(arc.area for arc in self.arcs)

    @cached_property
    def loops(self) -> tuple[tuple[Arc, ...], ...]:
        """The boundary as closed curves: counter-clockwise around the zone, clockwise around holes; largest first."""
        loops = _chained(list(self.arcs))
        return tuple(sorted(loops, key=lambda loop: -abs(sum(arc.area for arc in loop))))

    @cached_property
    def polygon(self) -> Array:
        """The boundary as one polygon [m]; several curves are joined by lines there and back. Shape (n, 2)."""
        if not self.loops:
            return np.empty((0, 2))
        curves = [np.vstack([arc.points(CHORD)[:-1] for arc in loop]) for loop in self.loops]
        whole = curves[0]
        for curve in curves[1:]:
            apart = np.linalg.norm(whole[:, None, :] - curve[None, :, :], axis=2)
            i, j = np.unravel_index(int(np.argmin(apart)), apart.shape)
            turned = np.roll(curve, -int(j), axis=0)
            whole = np.vstack([whole[: i + 1], turned, turned[:1], whole[i:]])
        return whole

    def contains(self, x: float, z: float) -> bool:
        """Whether the working point reaches a place: x from the column axis in the plane, z above the platform."""
        return reaches(self.link, None if self.pitch is None else self.pitch - self.tilt, x, z)


def reaches(robot: Manipulator, pitch: float | None, x: float, z: float) -> bool:
    """Whether the end of the last link reaches a place of the vertical plane, at a pitch or at any [m, rad]."""
    if pitch is None:
        return bool(native_reached(robot.table, float(x), float(z)))
    return bool(native_reached_at(robot.table, float(x), float(z), float(pitch)))


def work_zone(
    pitch: float | None = None,
    *,
    held: Sequence[float] | None = None,
    roll: float = 0.0,
    robot: Manipulator = PRM1,
) -> WorkZone:
    """The work zone of the finger tips or of the far end of a held object, by the stops of shoulder, elbow and wrist.

    Args:
        pitch: Pitch of the grab, positive down: 0 horizontal, pi/2 pointing down; `None`: any [rad].
        held: Held object: angle [rad], height, distance, length [m]; the finger tips if left out.
        roll: Roll of the grab, which matters to an object beside its axis [rad].
        robot: The manipulator.

    Raises:
        KinematicsError: A number is not finite.
    """
    if pitch is not None and not math.isfinite(pitch):
        raise KinematicsError(f"the pitch must be finite, not {pitch!r}.")
    (turn,) = finite("roll", (roll,), 1)
    link, tilt, left = robot, 0.0, robot.grab_side
    if held is not None:
        along, up, left = offsets(robot.table, float(turn), *(float(v) for v in finite("held", held, 4)))
        tilt = math.atan2(up, along)
        lower, upper = ((*stops[:3], stops[3] - tilt, stops[4]) for stops in (robot.lower, robot.upper))
        link = replace(robot, grab=math.hypot(along, up), lower=lower, upper=upper)
    slope = None if pitch is None else pitch - tilt
    critical = free_arcs(link, tilt) if slope is None else fixed_arcs(link, slope, tilt)
    kept = []
    for piece in split(critical):
        angle = piece.middle()
        c, s = math.cos(angle), math.sin(angle)
        inner, outer = piece.radius - ASIDE, piece.radius + ASIDE
        inside = reaches(link, slope, piece.x + inner * c, piece.z + inner * s)
        outside = reaches(link, slope, piece.x + outer * c, piece.z + outer * s)
        if inside != outside:  # counter-clockwise, the inside of the circle is to the left
            kept.append(piece if inside else piece.reversed())
    return WorkZone(pitch, robot, link, tilt, left, tuple(kept), tuple(critical), tuple(_gaps(critical)))


def _ends(arc: Arc) -> tuple[tuple[float, float], tuple[float, float]]:
    return arc.at(arc.begin), arc.at(arc.end)


def _chained(arcs: list[Arc]) -> list[tuple[Arc, ...]]:
    """Arcs joined end to end into closed curves."""
    loops = []
    while arcs:
        loop = [arcs.pop(0)]
        first = _ends(loop[0])[0]
        while arcs:
            here = _ends(loop[-1])[1]
            near = min(range(len(arcs)), key=lambda i: math.dist(here, _ends(arcs[i])[0]))
            if math.dist(here, first) <= math.dist(here, _ends(arcs[near])[0]):
                break
            loop.append(arcs.pop(near))
        loops.append(tuple(loop))
    return loops


def _gaps(critical: list[Arc]) -> list[Gap]:
    """Ends of arcs about the elbow that miss the arc of the shoulder's other stop."""
    swept = [arc for arc in critical if arc.sweeps == "elbow"]
    found = []
    for arc in swept:
        for other in swept:
            stop, same = arc.fixed.partition(", ")[::2]
            if other.fixed.partition(", ")[::2] == (stop, same) or other.fixed.partition(", ")[2] != same:
                continue
            for end in _ends(arc):
                distance = other.distance(*end)
                if 1e-9 < distance < NEAR:
                    found.append(Gap(end, distance, arc, other))
    return sorted(found, key=lambda gap: gap.distance)
