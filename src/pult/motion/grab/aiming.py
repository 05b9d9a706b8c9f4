r"""Aiming the grab's camera at a point: column and wrist for given shoulder, elbow and roll.

The optical axis is parallel to the grab axis, c = 40 mm above it at zero roll. After the roll gamma it is
up = c cos(gamma) above the grab axis in the arm's plane, and left = side - c sin(gamma) of the column axis.

1. Column: as in the inverse kinematics, the vertical plane of the optical axis goes through the point: the tangent
   from the circle of radius `left` about the column axis (PkO), forward or fling-over.
2. Wrist: in the arm's plane the optical axis rolls on a circle of radius |up| about the wrist axis. Its slope is that
   of the tangent from this circle to the point (PkO with R = +up, pitch positive up there); the wrist is the rest.

Both are checked by projection: the point is on the axis and ahead of the camera.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import KinematicsError, brief
from pult.core.kernels import kernel, wrap_angle
from pult.core.signals import Array
from pult.geometry.algebra.cases import FREE, INSIDE
from pult.geometry.algebra.kernels.circles import tangent_to_circle
from pult.motion.grab.chain import wrist_place
from pult.motion.grab.functions import native_refusal, refusal_text
from pult.motion.grab.inverse import FLING_OVER, FORWARD, column_angle
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.protection import beyond_stops
from pult.motion.grab.reasons import BEHIND_CAMERA, BESIDE_WRIST, NONE, Reason
from pult.motion.grab.solutions import Checks, finite
from pult.motion.grab.table import CAMERA_AHEAD, CAMERA_UP, GRAB_SIDE
from pult.native.library import Compiled


@kernel
def camera_offsets(t: Array, roll: float) -> tuple[float, float]:
    """The optical axis after a roll: above the grab axis in the arm's plane, and left of the column axis [m]."""
    return float(t[CAMERA_UP]) * math.cos(roll), float(t[GRAB_SIDE]) - float(t[CAMERA_UP]) * math.sin(roll)


@kernel
def aim_camera(
    t: Array, shoulder: float, elbow: float, roll: float, point: Array, fling_over: int, q: Array
) -> tuple[int, float, float]:
    """Column and wrist that put a point on the optical axis; stops are not looked at.

    Args:
        t: The manipulator's table.
        shoulder, elbow, roll: Given joint angles [rad].
        point: The point in the interface frame [m]. Shape (3,).
        fling_over: `FORWARD` or `FLING_OVER`.
        q: Filled: joint angles [rad]. Shape (5,).

    Returns:
        A reason; what is lacking [m]; distance of the point ahead of the camera [m].
    """
    up, left = camera_offsets(t, roll)
    q[1], q[2], q[3], q[4] = shoulder, elbow, 0.0, roll
    column, x, lacking = column_angle(float(point[0]), float(point[1]), left, fling_over, 0.0)
    q[0] = column
    if lacking > 0.0:
        return BESIDE_WRIST, lacking, 0.0
    wx, wz = wrist_place(t, shoulder, elbow)
    dx, dz = x - wx, float(point[2]) - wz
    # x forward and z up are the first two axes of the operator: pitch is positive up about the third
    k, length, _, case = tangent_to_circle((0.0, 0.0, 1.0), (dx, dz, 0.0), (0.0, 0.0, 0.0), up)
    if case in (INSIDE, FREE):
        return BESIDE_WRIST, max(abs(up) - math.sqrt(dx * dx + dz * dz), 0.0), 0.0
    pitch = -math.atan2(k[1], k[0])
    q[3] = wrap_angle(pitch - (shoulder + elbow))
    ahead = length - float(t[CAMERA_AHEAD])
    return (NONE, 0.0, ahead) if ahead > 0.0 else (BEHIND_CAMERA, -ahead, ahead)


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
