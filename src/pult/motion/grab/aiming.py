"""Ways to aim the grab's camera at a point, checked against stops or all protections; see `optical_axis`."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import KinematicsError, brief
from pult.core.kernels import wrap_angle
from pult.core.signals import Array
from pult.motion.grab.functions import native_refusal, refusal_text
from pult.motion.grab.inverse import FLING_OVER, FORWARD
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.optical_axis import aim_camera
from pult.motion.grab.protection import beyond_stops
from pult.motion.grab.reasons import NONE, Reason
from pult.motion.grab.solutions import Checks, finite
from pult.native.library import Compiled

_V = "float64[::1]"
native_aim = Compiled(aim_camera, f"{_V}, float64, float64, float64, {_V}, int64, {_V}")
native_stops = Compiled(beyond_stops, f"{_V}, {_V}")


@dataclass(frozen=True)
class Aim:
    """A way to aim the camera.

    Attributes:
        column, wrist: Angles [rad].
        shoulder, elbow, roll: The given angles [rad].
        way: "forward" or "fling-over".
        distance: Distance of the point ahead of the camera [m].
        reason: Why it is refused; 0 if it is not.
        text: The reason in words.
    """

    column: float
    wrist: float
    shoulder: float
    elbow: float
    roll: float
    way: str
    distance: float
    reason: Reason = Reason.NONE
    text: str = ""

    @property
    def angles(self) -> tuple[float, float, float, float, float]:
        """Column, shoulder, elbow, wrist, roll [rad]."""
        return self.column, self.shoulder, self.elbow, self.wrist, self.roll

    @property
    def pitch(self) -> float:
        """Pitch of the optical axis, positive down [rad]."""
        return self.shoulder + self.elbow + self.wrist


class Aims(list[Aim]):
    """A list of ways to aim; if it is empty, it says why.

    Attributes:
        reason: Why there is none; 0 if there is one.
        text: The reason in words.
        refused: Ways that are refused.
    """

    def __init__(self, found: Sequence[Aim], refused: Sequence[Aim]) -> None:
        """Keep them."""
        super().__init__(found)
        self.refused = tuple(refused)
        first = None if found or not refused else refused[0]
        self.reason = Reason.NONE if first is None else first.reason
        self.text = " ".join(f"{one.way}: {one.text}" for one in refused) if first is not None else ""


def aim(
    shoulder: float,
    elbow: float,
    roll: float,
    point: Sequence[float] | Array,
    *,
    checks: Checks = "ranges",
    robot: Manipulator = PRM1,
) -> Aims:
    """Ways to put a point on the optical axis of the grab's camera, ahead of it; at most two.

    Args:
        shoulder, elbow, roll: Given joint angles [rad].
        point: The point in the interface frame [m]. Shape (3,).
        checks: What refuses a way: the "ranges" of the joints, or "all" protections.
        robot: The manipulator.

    Raises:
        KinematicsError: A number is not finite.
    """
    if checks not in ("all", "ranges"):
        raise KinematicsError(f"checks are 'all' or 'ranges', not {brief(checks)}.")
    target = finite("point", point, 3)
    given = finite("shoulder, elbow and roll", (shoulder, elbow, roll), 3)
    good: list[Aim] = []
    bad: list[Aim] = []
    held = np.array(robot.bare)
    for fling_over, way in ((FORWARD, "forward"), (FLING_OVER, "fling-over")):
        q = np.empty(5)
        reason, amount, distance = native_aim(robot.table, *(float(v) for v in given), target, fling_over, q)
        if reason == NONE and checks == "all":
            reason, amount = native_refusal(robot.table, q, held, 0.0)
        elif reason == NONE:
            reason, amount = native_stops(robot.table, q)
        a, b, c, d, e = (float(angle) for angle in q)
        one = Aim(a, d, b, c, e, way, distance, Reason(reason), refusal_text(reason, amount, q, robot))
        twin = good and abs(wrap_angle(a - good[0].column)) < 1e-9 and abs(d - good[0].wrist) < 1e-9
        if not twin:
            (bad if reason else good).append(one)
    return Aims(good, bad)
