"""Seeded starts: the same exercise and seed give the same start."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pult.core.errors import UsageError, listing
from pult.core.random import draw as next_uniform
from pult.core.random import seeded
from pult.exercise.document import ExerciseDocument
from pult.exercise.draws import (
    Annulus,
    Box,
    ElementStart,
    JointStart,
    Place,
    PushDraw,
    Region,
    Resistance,
    Shuffle,
    draw_name,
)
from pult.geometry.quaternions import Quadruple, Triple, from_rpy, hamilton

Placement = tuple[Triple, Quadruple]
"""Position [m] and quaternion (w, x, y, z) in the world."""

TRIES = 200
"""Number of tries to place a body at a distance from others."""
RESTARTS = 25
"""Number of restarts of the placement of all bodies when one cannot be placed."""


@dataclass(frozen=True, slots=True)
class Start:
    """The start drawn for a seed.

    Attributes:
        seed: The seed.
        placements: Poses of bodies.
        joints: Initial joint positions [rad or m].
        resistance: Dry and viscous friction of joints, and the stiffness of their springs if it is drawn [N*m,
            N*m*s/rad, N*m/rad, or N, N*s/m, N/m].
        elements: Numbers of force elements, by element and number.
        pushes: Pushes: body, time since the attempt began [s], force in world axes [N], duration [s].
    """

    seed: int
    placements: Mapping[str, Placement] = field(default_factory=dict)
    joints: Mapping[str, float] = field(default_factory=dict)
    resistance: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    elements: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    pushes: Sequence[tuple[str, float, Triple, float]] = ()

    def plain(self) -> dict[str, object]:
        """As plain data, for records."""
        return {
            "seed": self.seed,
            "placements": {
                body: {"position": list(position), "quaternion": list(quaternion)}
                for body, (position, quaternion) in self.placements.items()
            },
            "joints": dict(self.joints),
            "resistance": {joint: list(pair) for joint, pair in self.resistance.items()},
            "elements": {name: dict(values) for name, values in self.elements.items()},
            "pushes": [
                {"body": body, "time": time, "force": list(force), "duration": duration}
                for body, time, force, duration in self.pushes
            ],
        }


class Stream:
    """Uniform random numbers of one draw: the 128-bit digest of seed and name starts an MRG32k3a generator."""

    def __init__(self, seed: int, name: str) -> None:
        digest = hashlib.blake2b(f"{seed}\n{name}".encode(errors="surrogatepass"), digest_size=16).digest()
        self._state = np.array(seeded(int.from_bytes(digest, "big")), dtype=np.float64)

    def within(self, low: float, high: float) -> float:
        """A uniform random number between two numbers."""
        return low + next_uniform(self._state) * (high - low)

    def index(self, count: int) -> int:
        """A uniform random integer from 0 to count - 1."""
        return min(int(next_uniform(self._state) * count), count - 1)

    def order(self, count: int) -> list[int]:
        """A uniform random permutation of 0 to count - 1 (Fisher and Yates)."""
        found = list(range(count))
        for i in range(count - 1, 0, -1):
            j = self.index(i + 1)
            found[i], found[j] = found[j], found[i]
        return found


def draw_start(document: ExerciseDocument, seed: int, places: Mapping[str, Placement] | None = None) -> Start:
    """Draw the start of an attempt.

    Args:
        document: An exercise that has been checked.
        seed: Any whole number.
        places: Poses of bodies before the draws: reference bodies of draws, and those whose orientation is kept.
            `bodies_needed` lists them.

    Raises:
        UsageError: A reference body is not in `places`, or there is no room for bodies that must keep apart.
    """
    streams = {draw_name(draw): Stream(seed, draw_name(draw)) for draw in document.start.randomise}
    crowded = ""
    for _ in range(RESTARTS):
        found, crowded = _attempt(document, streams, places or {})
        if not crowded:
            break
    if crowded:
        raise UsageError(
            f"the draw {crowded!r} finds no place that keeps apart from the bodies drawn before it (seed {seed}, "
            f"{RESTARTS} x {TRIES} tries). Make its region larger or 'apart' smaller."
        )
    joints = {
        draw.joint: streams[draw_name(draw)].within(draw.range[0], draw.range[1])
        for draw in document.start.randomise
        if isinstance(draw, JointStart)
    }
    resistance: dict[str, tuple[float, ...]] = {}
    for draw in document.start.randomise:
        if isinstance(draw, Resistance):
            stream = streams[draw_name(draw)]
            ranges = [draw.friction, draw.damping, *([draw.stiffness] if draw.stiffness is not None else [])]
            resistance[draw.joint] = tuple(stream.within(low, high) for low, high in ranges)
    elements: dict[str, dict[str, float]] = {}
    for draw in document.start.randomise:
        if isinstance(draw, ElementStart):
            value = streams[draw_name(draw)].within(draw.range[0], draw.range[1])
            elements.setdefault(draw.element, {})[draw.of] = value
    pushes = [_push(draw, streams[draw_name(draw)]) for draw in document.start.randomise if isinstance(draw, PushDraw)]
    return Start(seed, found, joints, resistance, elements, pushes)


def _push(draw: PushDraw, stream: Stream) -> tuple[str, float, Triple, float]:
    """A push: time, impulse, direction and rise are drawn in this order."""
    time, impulse = stream.within(*draw.time), stream.within(*draw.impulse)
    angle, rise = stream.within(*draw.angle), stream.within(*draw.rise)
    level, size = math.cos(rise), impulse / draw.duration
    force = (size * level * math.cos(angle), size * level * math.sin(angle), size * math.sin(rise))
    return draw.body, time, force, draw.duration


def _attempt(
    document: ExerciseDocument, streams: Mapping[str, Stream], places: Mapping[str, Placement]
) -> tuple[dict[str, Placement], str]:
    """All placements, and the name of the draw that found no room, if any."""
    found: dict[str, Placement] = {}
    for draw in document.start.randomise:
        if isinstance(draw, (JointStart, Resistance, ElementStart, PushDraw)):
            continue
        stream = streams[draw_name(draw)]
        for body, region in _assigned(draw, stream):
            for _ in range(TRIES):
                placement = _one(body, region, draw.turn, stream, {**places, **found})
                if all(math.dist(placement[0], other) >= draw.apart for other, _ in found.values()):
                    break
            else:
                return {}, draw_name(draw)
            found[body] = placement
    return found, ""


def _assigned(draw: Place | Shuffle, stream: Stream) -> list[tuple[str, Region]]:
    """Which body goes to which region."""
    if isinstance(draw, Place):
        return [(draw.body, draw.region)]
    order = stream.order(len(draw.regions))
    return [(body, draw.regions[order[index]]) for index, body in enumerate(draw.bodies)]


def _one(body: str, region: Region, turn: list[float], stream: Stream, places: Mapping[str, Placement]) -> Placement:
    """One try for one body. Every try in a region takes the same number of random numbers."""
    if region.about and region.about not in places:
        raise UsageError(
            f"a draw of {body!r} is counted from {region.about!r}, whose place is not known. Known: {listing(places)}."
        )
    (x, y, z), _ = places[region.about] if region.about else ((0.0, 0.0, 0.0), None)
    base = places[body][1] if body in places else (1.0, 0.0, 0.0, 0.0)
    if isinstance(region, Box):
        dx, dy, dz = (stream.within(low, high) for low, high in zip(region.low, region.high, strict=True))
    elif isinstance(region, Annulus):
        inner, outer = region.radius
        radius = math.sqrt(max(stream.within(inner * inner, outer * outer), 0.0))
        angle = stream.within(region.angle[0], region.angle[1])
        height = stream.within(region.height[0], region.height[1])
        dx = region.centre[0] + radius * math.cos(angle)
        dy = region.centre[1] + radius * math.sin(angle)
        dz = region.centre[2] + height
    else:
        spot = region.spots[stream.index(len(region.spots))]
        dx, dy, dz = spot.position
        if spot.rpy is not None:
            base = from_rpy(spot.rpy[0], spot.rpy[1], spot.rpy[2])
    yaw = from_rpy(0.0, 0.0, stream.within(turn[0], turn[1]))
    return (x + dx, y + dy, z + dz), hamilton(yaw, base)
