"""Evaluation of a plan before anything moves: reach, joint limits, speeds, and the theoretical force error."""

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pult.motion.surface.chords import force_error, law_error
from pult.motion.surface.follow import JointTrajectory, follow_stroke
from pult.motion.surface.parameters import MAX_KNOTS
from pult.motion.surface.path import Segment
from pult.motion.surface.stroke import STROKE
from pult.procedure.procedure import Procedure

Kind = Literal["reach", "joint-limit", "joint-speed", "force"]


@dataclass(frozen=True)
class Mark:
    """An objection to a plan.

    Attributes:
        kind: Its subject.
        knot: Index of the nearest given knot, from 0.
        message: What is wrong, and what is allowed.
    """

    kind: Kind
    knot: int
    message: str


@dataclass(frozen=True)
class Expected:
    """Theoretical errors for a number of inserted knots.

    Attributes:
        inserted: Number of knots between every two given ones.
        deviation: Largest distance of the chords from the surface [m].
        force_error: Largest force error of position control [N].
        law_error: Largest force error of the scheme's force law [N]; None if it has none.
    """

    inserted: int
    deviation: float
    force_error: float
    law_error: float | None


@dataclass(frozen=True)
class Planned:
    """An evaluated plan.

    Attributes:
        length: Length of the path [m].
        duration: Duration without the approach from home [s].
        marks: Objections; empty if it may be rehearsed.
        expected: Its theoretical errors.
        choices: The same for other numbers of inserted knots.
        joint_speed: Largest speed of a joint along the path [rad/s].
        margin: Smallest distance of a joint from its limits [rad].
    """

    length: float
    duration: float
    marks: tuple[Mark, ...]
    expected: Expected
    choices: tuple[Expected, ...]
    joint_speed: float
    margin: float

    @property
    def ok(self) -> bool:
        """Whether there are no objections."""
        return not self.marks

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "ok": self.ok,
            "length": self.length,
            "duration": self.duration,
            "joint_speed": self.joint_speed,
            "margin": self.margin,
            "expected": vars(self.expected),
            "marks": [vars(mark) for mark in self.marks],
        }


def look_at_plan(procedure: Procedure) -> Planned:
    """Plan a procedure and evaluate the plan: the inverse kinematics of every sample of the path is solved.

    Raises:
        DocumentError: The procedure, or something that it names, has faults.
    """
    document, path, stroke = procedure.document, procedure.path, procedure.stroke
    prefix, robot = procedure.robot
    chain = procedure.chain
    found = follow_stroke(chain, stroke, robot.home(document.chain), base=_base(procedure, prefix), yaw=procedure.yaw)
    along = stroke.phase == STROKE
    knots = np.array([path.knot(s) for s in stroke.way])
    marks = [*_reach_marks(found, knots), *_joint_marks(procedure, found, knots, chain.names), *_force_marks(procedure)]
    expected = expected_error(procedure, document.inserted)
    bends = sum(0.0 < point.at < 1.0 for point in document.force)
    most = max(0, (MAX_KNOTS - 1 - bends) // (len(document.knots) - 1) - 1)
    choices = tuple(expected_error(procedure, n) for n in range(min(most, 15) + 1))
    return Planned(
        length=path.length,
        duration=stroke.duration,
        marks=tuple(_first_of_each(marks)),
        expected=expected,
        choices=choices,
        joint_speed=float(np.abs(found.speeds[along]).max(initial=0.0)),
        margin=float(found.margin.min(initial=math.inf)),
    )


def expected_error(procedure: Procedure, inserted: int) -> Expected:
    """Theoretical errors for a number of inserted knots."""
    segments, stiffness = procedure.path.segments, procedure.touch.stiffness
    curved = [one for one in segments if math.isfinite(one.rho)]
    worst = max((force_error(stiffness, one.rho, one.phi, inserted + 1) for one in curved), default=0.0)
    law, speed = procedure.law, procedure.document.speed
    follows = None
    if law is not None:
        follows = max((law_error(law, speed, one.phi, inserted + 1) for one in curved), default=0.0)
    return Expected(inserted, worst / stiffness, worst, follows)


def _base(procedure: Procedure, prefix: str) -> Any:
    """Pose of the robot's base in the world."""
    from pult.robot.equipped import placement_pose

    placed = next(one for one in procedure.world.document.robots if one.prefix == prefix)
    return placement_pose(placed.placement)


def _reach_marks(found: JointTrajectory, knots: Any) -> list[Mark]:
    marks = []
    for sample in np.flatnonzero(~found.reached):
        left = found.residual[sample]
        if left > 1e-4 or found.angle[sample] > 1e-2:
            angle = math.degrees(float(found.angle[sample]))
            text = f"out of reach: the tool misses by {1000.0 * left:.1f} mm and {angle:.1f} degrees. Move the knot."
        else:
            text = "the arm would have to jump to another posture here. Move the knot, or put one before it."
        marks.append(Mark("reach", round(float(knots[sample])), text))
    return marks


def _joint_marks(procedure: Procedure, found: JointTrajectory, knots: Any, names: Any) -> list[Mark]:
    limits, marks = procedure.document.limits, []
    for sample in np.flatnonzero(found.margin < limits.joint_margin):
        text = f"a joint comes within {found.margin[sample]:.3f} rad of its limit ({limits.joint_margin:g} allowed)."
        marks.append(Mark("joint-limit", round(float(knots[sample])), text))
    fast = np.abs(found.speeds).max(axis=1)
    for sample in np.flatnonzero((fast > limits.joint_speed) & found.reached):
        name = names[int(np.abs(found.speeds[sample]).argmax())]
        text = f"{name} turns at {fast[sample]:.2f} rad/s ({limits.joint_speed:g} allowed). Lower the speed."
        marks.append(Mark("joint-speed", round(float(knots[sample])), text))
    return marks


def _force_marks(procedure: Procedure) -> list[Mark]:
    """Objections for segments whose theoretical error is too large; a rehearsal would fail there."""
    path, limits, marks = procedure.path, procedure.document.limits, []
    wanted = procedure.forces(path.along / path.length)
    for number, segment in enumerate(path.segments):
        error = _segment_error(procedure, segment)
        allowed = limits.error * float(wanted[path.given[number] : path.given[number + 1] + 1].min())
        if error > allowed:
            cure = "Insert knots, or take a scheme with force control" if procedure.law is None else "Lower the speed"
            text = f"theory expects a force error of {error:.1f} N on the way on ({allowed:.1f} N allowed). {cure}."
            marks.append(Mark("force", number, text))
    return marks


def _segment_error(procedure: Procedure, segment: Segment) -> float:
    """Theoretical force error on a segment [N]."""
    if not math.isfinite(segment.rho):
        return 0.0
    if procedure.law is not None:
        return law_error(procedure.law, procedure.document.speed, segment.phi, segment.parts)
    return procedure.touch.stiffness * segment.deviation


def _first_of_each(marks: list[Mark]) -> list[Mark]:
    """The first objection of each kind at each knot: neighbouring samples repeat it."""
    found: dict[tuple[str, int], Mark] = {}
    for mark in marks:
        found.setdefault((mark.kind, mark.knot), mark)
    return list(found.values())
