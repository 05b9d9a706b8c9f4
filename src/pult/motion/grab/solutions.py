"""All configurations that reach a target, and why others are refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pult.core.errors import KinematicsError, brief
from pult.core.signals import Array
from pult.motion.grab.functions import TYPES, refusal_text
from pult.motion.grab.inverse import AMOUNT, ANGLES, CASE, COLUMNS, ROWS, TWIN, all_configurations
from pult.motion.grab.manipulator import PRM1, Five, Manipulator
from pult.motion.grab.protection import beyond_stops, refusal
from pult.motion.grab.reasons import NO_CONFIGURATION, NONE, Reason, reason_text
from pult.native.library import Compiled

Checks = Literal["all", "ranges"]
_V, _M = "float64[::1]", "float64[:,::1]"
native_all = Compiled(all_configurations, f"{_V}, {_V}, float64, float64, {_V}, float64, {_M}")
native_stops = Compiled(beyond_stops, f"{_V}, {_V}")
native_refusal = Compiled(refusal, f"{_V}, {_V}, {_V}, float64")


@dataclass(frozen=True)
class Solution:
    """A configuration that reaches a target.

    Attributes:
        angles: Column, shoulder, elbow, wrist, roll [rad].
        column: "forward" or "fling-over".
        elbow: "up" or "down".
        reason: Why it is refused; 0 if it is not.
        text: The reason in words.
        excess: By how much a limit is exceeded [m, or rad for a stop].
    """

    angles: Five
    column: str
    elbow: str
    reason: Reason = Reason.NONE
    text: str = ""
    excess: float = 0.0


class Solutions(list[Solution]):
    """A list of solutions; if it is empty, it says why.

    Attributes:
        reason: Why there is none; 0 if there is one.
        text: The reason in words.
        refused: Configurations that reach the target and are refused.
    """

    def __init__(self, found: Sequence[Solution], refused: Sequence[Solution], reason: int, text: str) -> None:
        """Keep them."""
        super().__init__(found)
        self.refused, self.reason, self.text = tuple(refused), Reason(reason), text


def finite(name: str, values: Sequence[float] | Array, count: int) -> Array:
    """Numbers as an array.

    Raises:
        KinematicsError: There are not so many, or one is not finite.
    """
    try:
        found = np.array([float(value) for value in values])
    except (TypeError, ValueError):
        found = np.empty(0)
    if found.shape != (count,) or not np.isfinite(found).all():
        plain = values.tolist() if isinstance(values, np.ndarray) else values
        raise KinematicsError(f"{name}: {count} finite numbers are needed, not {brief(plain)}.")
    return found


def solutions(
    point: Sequence[float] | Array,
    pitch: float,
    roll: float = 0.0,
    held: Sequence[float] | None = None,
    checks: Checks = "all",
    *,
    load: float = 0.0,
    robot: Manipulator = PRM1,
) -> Solutions:
    """All configurations that bring the working point to a target, up to four.

    Args:
        point: The target in the interface frame [m]. Shape (3,).
        pitch: Pitch of the grab, positive down [rad].
        roll: Roll of the grab [rad].
        held: Held object: angle [rad], height, distance, length [m]; the finger tips if left out.
        checks: What refuses a configuration: "all" protections, or the "ranges" of the joints alone.
        load: Mass of what is held [kg].
        robot: The manipulator.

    Raises:
        KinematicsError: A number is not finite, or there are too few.
    """
    if checks not in ("all", "ranges"):
        raise KinematicsError(f"checks are 'all' or 'ranges', not {brief(checks)}.")
    target = finite("point", point, 3)
    thing = finite("held", robot.bare if held is None else held, 4)
    pitch, roll, load = (float(v) for v in finite("pitch, roll and load", (pitch, roll, load), 3))
    found = np.empty((ROWS, COLUMNS))
    native_all(robot.table, target, pitch, roll, thing, 0.0, found)
    good: list[Solution] = []
    bad: list[Solution] = []
    for row, (column, elbow) in zip(found, TYPES, strict=True):
        if int(row[CASE]) != NONE:
            continue
        q = row[:ANGLES].copy()
        if checks == "all":
            reason, amount = native_refusal(robot.table, q, thing, load)
        else:
            reason, amount = native_stops(robot.table, q)
        a, b, c, d, e = (float(angle) for angle in q)
        text = refusal_text(reason, amount, q, robot)
        one = Solution((a, b, c, d, e), column, elbow, Reason(reason), text, abs(amount))
        (bad if reason else good).append(one)
    reason, text = (NONE, "") if good else _why_none(found, bad)
    return Solutions(good, bad, reason, text)


def _why_none(found: Array, bad: Sequence[Solution]) -> tuple[int, str]:
    """Why nothing is left: one reason for all that reach the target, or how far it is out of reach."""
    if bad:
        if len({one.reason for one in bad}) == 1:
            nearest = min(bad, key=lambda one: one.excess)
            return nearest.reason, nearest.text
        causes = " ".join(f"{one.column}, elbow {one.elbow}: {one.text}" for one in bad)
        return NO_CONFIGURATION, f"{reason_text(NO_CONFIGURATION, 0.0)} {causes}"
    rows = [row for row in found if int(row[CASE]) not in (NONE, TWIN)]
    row = min(rows, key=lambda row: float(row[AMOUNT]))
    return int(row[CASE]), reason_text(int(row[CASE]), float(row[AMOUNT]))
