"""f1, f2 and f3: configuration to point, point to configuration, and one step on the straight line between."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.motion.grab import line
from pult.motion.grab.chain import working_point
from pult.motion.grab.choice import START_REFUSED, inverse
from pult.motion.grab.config import Config
from pult.motion.grab.inverse import AMOUNT, ANGLES, CASE, COLUMNS, ROWS, TWIN
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.protection import refusal
from pult.motion.grab.reasons import NONE, STOPS, Reason, reason_text, stop_text
from pult.native.library import Compiled

MAX_TURN = math.radians(45)
"""Largest turn of a joint in a step of f3, unless another is asked for [rad]."""
STEP = 0.01
"""Step of f3 if CONFIG has none [m]."""
SHORTEST = 1e-5
"""A step is not shortened below this to keep a deviation [m]."""
TYPES = tuple((column, elbow) for column in ("forward", "fling-over") for elbow in ("up", "down"))
"""Types of the four configurations, in the order of the kernels' tables."""

_V, _M = "float64[::1]", "float64[:,::1]"
native_working_point = Compiled(working_point, f"{_V}, {_V}, {_V}, {_V}")
native_refusal = Compiled(refusal, f"{_V}, {_V}, {_V}, float64")
native_inverse = Compiled(inverse, f"{_V}, {_V}, {_V}, float64, {_V}, float64, float64, {_M}, {_V}")
native_step = Compiled(
    line.step, f"{_V}, {_V}, {_V}, {_V}, float64, float64, float64, {_V}, {_V}, {_V}, {_V}"
)  # fmt: skip
native_deviation = Compiled(line.joint_deviation, f"{_V}, {_V}, {_V}, {_V}")


@dataclass(frozen=True, eq=False)
class Forward:
    """Answer of f1.

    Attributes:
        reason: Why the configuration is refused; 0 if it is not.
        text: The reason in words.
        point: The working point in the interface frame [m], where it would be if the configuration is refused; `None`
            if angles are missing. Shape (3,).
    """

    reason: Reason
    text: str
    point: Array | None


@dataclass(frozen=True, eq=False)
class Answer:
    """Answer of f2 and f3.

    Attributes:
        reason: Why there is no configuration; 0 if there is one.
        text: The reason in words.
        config: The configuration; `None` if it is refused.
        causes: Reasons of every configuration that reaches the target, in words, if all are refused.
        share: For f3, the share of the way that the step goes; 1 for the last step.
    """

    reason: Reason
    text: str
    config: Config | None
    causes: tuple[str, ...] = ()
    share: float = 1.0


def refusal_text(reason: int, amount: float, angles: Sequence[float] | Array, robot: Manipulator) -> str:
    """A reason in words, for the joint angles that it refuses [rad]."""
    if reason in STOPS:
        return stop_text(reason, float(angles[reason - 1]), robot.lower[reason - 1], robot.upper[reason - 1])
    return reason_text(reason, amount)


def missing(*configs: Config, robot: Manipulator, numbers: Sequence[float] = ()) -> Reason:
    """Whether joint angles are missing, or a number is not finite."""
    if not all(config.is_set for config in configs):
        return Reason.UNSET
    values = [value for config in configs for value in (*config.angles, *config.held(robot))]
    return Reason.NONE if all(math.isfinite(value) for value in (*values, *numbers)) else Reason.NOT_FINITE


def f1(config: Config, *, load: float = 0.0, robot: Manipulator = PRM1) -> Forward:
    """Direct kinematics: the working point, which is the finger tips or the far end of the held object.

    Args:
        config: The configuration.
        load: Mass of what is held [kg].
        robot: The manipulator.
    """
    if wrong := missing(config, robot=robot, numbers=(load,)):
        return Forward(wrong, reason_text(wrong, 0.0), None)
    q, held, point = config.joint_vector(), np.array(config.held(robot)), np.empty(3)
    native_working_point(robot.table, q, held, point)
    reason, amount = native_refusal(robot.table, q, held, float(load))
    return Forward(Reason(reason), refusal_text(reason, amount, q, robot), point)


def f2(start: Config, point: Sequence[float] | Array, *, load: float = 0.0, robot: Manipulator = PRM1) -> Answer:
    """Inverse kinematics: the configuration that brings the working point to a target.

    Wanted pitch and roll are fields of the start; inherited, the grab moves without tilting and rolling. Among several
    configurations one of the start's type is preferred.

    Args:
        start: The configuration at the start.
        point: The target in the interface frame [m]. Shape (3,).
        load: Mass of what is held [kg].
        robot: The manipulator.
    """
    target = np.array([float(value) for value in point])
    wrong = missing(start, robot=robot, numbers=(*target, load))
    pitch, roll = (0.0, 0.0) if wrong else (start.wanted_pitch, start.wanted_roll)
    if wrong or not math.isfinite(pitch + roll):
        wrong = wrong or Reason.NOT_FINITE
        return Answer(wrong, reason_text(wrong, 0.0), None)
    q, held = start.joint_vector(), np.array(start.held(robot))
    found, angles = np.empty((ROWS, COLUMNS)), np.empty(5)
    reason, amount, row = native_inverse(robot.table, q, held, float(load), target, pitch, roll, found, angles)
    if reason == NONE:
        return Answer(Reason.NONE, "", start.turned(angles, target_pitch=pitch, target_roll=roll))
    if row == START_REFUSED:
        return Answer(Reason(reason), f"at the start: {refusal_text(reason, amount, q, robot)}", None)
    causes = row_texts(found, robot)
    text = causes[_least(found)] if reason in STOPS else reason_text(reason, amount)
    if reason == Reason.NO_CONFIGURATION:
        text = f"{text} {' '.join(f'{kind}: {cause}' for kind, cause in causes.items())}"
    return Answer(Reason(reason), text, None, tuple(f"{kind}: {cause}" for kind, cause in causes.items()))


def _least(found: Array) -> str:
    """Type of the refused configuration that exceeds its stop by the least."""
    rows = zip(found, TYPES, strict=True)
    amounts = {f"{column}, elbow {elbow}": abs(row[AMOUNT]) for row, (column, elbow) in rows if row[CASE] in STOPS}
    return min(amounts, key=lambda kind: amounts[kind])


def row_texts(found: Array, robot: Manipulator) -> dict[str, str]:
    """Why each configuration of a table is refused, by its type."""
    texts = {}
    for row, (column, elbow) in zip(found, TYPES, strict=True):
        reason = int(row[CASE])
        if reason not in (NONE, TWIN):
            texts[f"{column}, elbow {elbow}"] = refusal_text(reason, float(row[AMOUNT]), row[:ANGLES], robot)
    return texts


def f3(
    now: Config,
    target: Config,
    *,
    load: float = 0.0,
    max_turn: float = MAX_TURN,
    deviation: float | None = None,
    robot: Manipulator = PRM1,
) -> Answer:
    """One step on the straight line of the working point from the present configuration to the target.

    The step's length is the present configuration's, or the target's, or 1 cm. Pitch and roll go with the fraction of
    the way; the last step ends in the target's joint angles. The object that is held now is held on the whole way.

    Args:
        now: The present configuration.
        target: The target configuration.
        load: Mass of what is held [kg].
        max_turn: Largest turn of column, shoulder, elbow and wrist in this step; it is shortened to keep it [rad].
        deviation: How far the working point may leave the line if all joints turn evenly during the step, which is
            shortened to keep it [m].
        robot: The manipulator.
    """
    length = next((value for value in (now.step, target.step) if value is not None), STEP)
    if wrong := missing(now, target, robot=robot, numbers=(load, length, max_turn)):
        return Answer(wrong, reason_text(wrong, 0.0), None, share=0.0)
    q, goal, held = now.joint_vector(), target.joint_vector(), np.array(now.held(robot))
    begin, end, point, angles = np.empty(3), np.empty(3), np.empty(3), np.empty(5)
    length = abs(length)
    while True:
        reason, amount, share, where = native_step(
            robot.table, q, goal, held, float(load), length, abs(max_turn), begin, end, point, angles
        )
        if reason != NONE or deviation is None:
            break
        off = native_deviation(robot.table, q, angles, held)
        if off <= abs(deviation) or share * float(np.linalg.norm(end - begin)) < SHORTEST:
            break
        length = share * float(np.linalg.norm(end - begin)) * min(0.9, math.sqrt(abs(deviation) / off))
    if reason == NONE:
        return Answer(Reason.NONE, "", now.turned(angles), share=share)
    text = refusal_text(reason, amount, (q, goal, angles)[where], robot)
    place = ("at the start: ", "at the target: ", "")[where]
    return Answer(Reason(reason), f"{place}{text}", None, share=share)
