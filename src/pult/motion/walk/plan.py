"""Walking plans: commands turned into segments and rows, by either mode of a gait."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType

import msgspec
import numpy as np

from pult.core.errors import DocumentError, KinematicsError
from pult.core.signals import Array
from pult.motion.walk import capture, paper
from pult.motion.walk.capture import Step
from pult.motion.walk.feet import Side, Stance, other, standing
from pult.motion.walk.frames import place_in_world
from pult.motion.walk.gait import MAX_TURN, GaitDocument, gait_faults
from pult.motion.walk.legs import Legs
from pult.motion.walk.posture import centre_of_mass
from pult.motion.walk.segment import Segment

SEGMENTS = ("first-left", "step-right", "step-left", "last-right", "last-left", "turn-left", "turn-right")
"""Segments that the buttons forward, stop, left and right need, in the order of a table of patterns."""


@dataclass(frozen=True)
class Walk:
    """Straight ahead: the first step, cyclic steps, the last step.

    Attributes:
        steps: Number of cyclic steps.
        first: Foot that steps first.
    """

    steps: int
    first: Side = "left"


@dataclass(frozen=True)
class Turn:
    """A turn on the spot.

    Attributes:
        angle: [rad], above 0 to the left. More than 45 degrees are made of several equal turns.
    """

    angle: float


@dataclass(frozen=True)
class Shift:
    """The weight shifted to one foot and back."""

    side: Side


@dataclass(frozen=True)
class Steps:
    """Steps in any direction, from rest to rest; mode 'dcm' only."""

    sequence: Sequence[Step] = field(default_factory=tuple)
    first: Side = "left"


Command = Walk | Turn | Shift | Steps


@dataclass(frozen=True)
class Plan:
    """A planned walk.

    Attributes:
        gait: The gait, with the robot's own spacing and height filled in.
        segments: Its segments.
        rows: Samples at every control step, see `pult.motion.walk.rows`. Shape (k, 39).
        starts: Number of the first row of each segment, and the number of rows. Shape (s + 1,).
    """

    gait: GaitDocument
    segments: tuple[Segment, ...]
    rows: Array
    starts: Array

    @property
    def duration(self) -> float:
        """[s]"""
        return len(self.rows) * self.gait.step

    def segment_at(self, row: int) -> Segment:
        """The segment of a row."""
        return self.segments[min(int(np.searchsorted(self.starts, row, side="right")) - 1, len(self.segments) - 1)]


def fit_gait(gait: GaitDocument, walker: Legs) -> GaitDocument:
    """The gait with the robot's own spacing and height where it gives none.

    Raises:
        DocumentError: Numbers of the gait are out of range.
    """
    faults = gait_faults(gait)
    if faults:
        raise DocumentError(gait.name or "gait", faults)
    half_spacing, _, _ = walker.standing
    return msgspec.structs.replace(
        gait, half_spacing=gait.half_spacing or half_spacing, height=gait.height or standing_height(walker)
    )


def standing_height(walker: Legs) -> float:
    """Height of the centre of mass above the soles in the standing pose [m]."""
    a, n = walker.arrays, len(walker.joints)
    frames, soles, com = np.empty((n, 12)), np.empty((2, 12)), np.empty(3)
    base = np.zeros(3)
    place_in_world(a.links, a.tips, walker.stand, base, 0.0, frames, soles)
    centre_of_mass(a.bodies, frames, base, 0.0, com, np.empty(3))
    return float(com[2] - 0.5 * (soles[0, 11] + soles[1, 11]))


def _mode(gait: GaitDocument) -> ModuleType:
    return paper if gait.mode == "paper" else capture


def plan_walk(gait: GaitDocument, walker: Legs, commands: Sequence[Command]) -> Plan:
    """Plan a walk from rest to rest.

    Args:
        gait: The gait.
        walker: The robot.
        commands: What is to be done, one after the other.

    Raises:
        DocumentError: Numbers of the gait are out of range.
        KinematicsError: A command that the mode of the gait does not have.
    """
    fitted = fit_gait(gait, walker)
    middle = (walker.toe - walker.heel) / 2.0
    stance, segments = standing(fitted.half_spacing), []
    for command in commands:
        made = _segments(fitted, stance, command, middle)
        segments += made
        stance = made[-1].end if made else stance
    return assemble(fitted, segments)


def assemble(gait: GaitDocument, segments: Sequence[Segment]) -> Plan:
    """Segments as one plan.

    Raises:
        KinematicsError: There are none.
    """
    if not segments:
        raise KinematicsError("a walk has at least one command.")
    parts = [segment.rows(gait) for segment in segments]
    return Plan(gait, tuple(segments), np.vstack(parts), np.cumsum([0, *map(len, parts)]))


def _segments(gait: GaitDocument, stance: Stance, command: Command, middle: float) -> list[Segment]:
    mode = _mode(gait)
    if isinstance(command, Walk):
        swing = command.first
        made: list[Segment] = [mode.first(gait, stance, swing, middle)]
        for _ in range(command.steps):
            swing = other(swing)
            made.append(mode.cyclic(gait, made[-1].end, swing, middle))
        made.append(mode.last(gait, made[-1].end, other(swing), middle))
        return made
    if isinstance(command, Turn):
        count = max(1, math.ceil(abs(command.angle) / MAX_TURN - 1e-9))
        made = []
        for _ in range(count):
            made.append(mode.turn(gait, made[-1].end if made else stance, command.angle / count, middle))
        return made
    if isinstance(command, Shift):
        return [mode.shift(gait, stance, command.side, middle)]
    if gait.mode != "dcm":
        raise KinematicsError("steps in any direction need the mode 'dcm'; the mode 'paper' walks straight and turns.")
    return [capture.steps(gait, stance, command.first, command.sequence, middle)]


def plan_table(gait: GaitDocument, walker: Legs) -> Plan:
    """All segments that the four buttons need, each by itself, in the order of `SEGMENTS`.

    The rows of a segment begin where another one ends, up to a motion on the floor, so joint angles, rates and torques
    of segments can be played one after the other.
    """
    fitted = fit_gait(gait, walker)
    mode, middle = _mode(fitted), (walker.toe - walker.heel) / 2.0
    rest = standing(fitted.half_spacing)
    first = mode.first(fitted, rest, "left", middle)
    right = mode.cyclic(fitted, first.end, "right", middle)
    left = mode.cyclic(fitted, right.end, "left", middle)
    after_left, after_right = (
        mode.last(fitted, stance, side, middle) for stance, side in ((left.end, "right"), (right.end, "left"))
    )
    turns = [mode.turn(fitted, rest, angle, middle) for angle in (fitted.turn, -fitted.turn)]
    return assemble(fitted, [first, right, left, after_left, after_right, *turns])


