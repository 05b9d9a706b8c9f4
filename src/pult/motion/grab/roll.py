"""The roll of the camera while it is aimed: level horizon, parallel to an edge, and turning with the object centred.

The roll moves the optical axis, so that column and wrist change with it; where the roll depends on them, it is found by
iteration: the offset of 40 mm is small against the distance, and each round is nearer by their ratio.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.kernels import wrap_angle
from pult.core.signals import Array
from pult.motion.grab.aiming import Aim, Aims, aim
from pult.motion.grab.camera import camera_view
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.reasons import ROLL_STOP, Reason, stop_text
from pult.motion.grab.solutions import Checks, finite

ROUNDS, CLOSE = 100, 1e-13
WAYS = ("forward", "fling-over")


def aim_level(
    shoulder: float,
    elbow: float,
    point: Sequence[float] | Array,
    *,
    upright: bool = False,
    checks: Checks = "ranges",
    robot: Manipulator = PRM1,
) -> Aims:
    """Aim with a level horizon.

    The horizon is level at roll 0, whatever the pitch, and at half a turn. Beyond a vertical view, as in a fling-over,
    the picture at roll 0 is upside down; the stops of the roll leave a turned picture one degree short of level.

    Args:
        shoulder, elbow: Given joint angles [rad].
        point: The point in the interface frame [m]. Shape (3,).
        upright: Turn the picture upright: ways that show it upside down at roll 0 are rolled as far as the stops go.
        checks: What refuses a way: the "ranges" of the joints, or "all" protections.
        robot: The manipulator.
    """
    level = aim(shoulder, elbow, 0.0, point, checks=checks, robot=robot)
    if not upright:
        return level
    good = [one for one in level if math.cos(one.pitch) >= 0.0]
    bad = [one for one in level.refused if math.cos(one.pitch) >= 0.0]
    for roll in (robot.upper[4], robot.lower[4]):
        turned = aim(shoulder, elbow, max(min(roll, math.pi), -math.pi), point, checks=checks, robot=robot)
        good += [one for one in turned if math.cos(one.pitch) < 0.0]
        bad += [one for one in turned.refused if math.cos(one.pitch) < 0.0]
    return Aims(good, bad)


def horizon_tilt(angles: Sequence[float] | Array, robot: Manipulator = PRM1) -> float:
    """Angle of the horizon in the picture, 0 if level and upright, pi if upside down [rad]."""
    R = camera_view(angles, robot).R_interface_camera
    return math.atan2(-float(R[2, 0]), -float(R[2, 1]))


def edge_angle(angles: Sequence[float] | Array, edge: Sequence[float] | Array, robot: Manipulator = PRM1) -> float:
    """Angle of an edge in the picture, from its right to its upper side; the edge goes through the centre [rad].

    Args:
        angles: Joint angles [rad].
        edge: Direction of the edge in the interface frame. Shape (3,).
        robot: The manipulator.
    """
    right, down, _ = np.asarray(edge) @ camera_view(angles, robot).R_interface_camera
    return math.atan2(-float(down), float(right))


def aim_along(
    shoulder: float,
    elbow: float,
    point: Sequence[float] | Array,
    edge: Sequence[float] | Array,
    *,
    axis: Literal["horizontal", "vertical"] = "horizontal",
    checks: Checks = "ranges",
    robot: Manipulator = PRM1,
) -> Aims:
    """Aim with the roll that makes an edge through the point parallel to an axis of the picture.

    Args:
        shoulder, elbow: Given joint angles [rad].
        point: The point in the interface frame [m]. Shape (3,).
        edge: Direction of the edge in the interface frame, of any length. Shape (3,).
        axis: Axis of the picture to which the edge is parallel; vertical, the fingers close across it.
        checks: What refuses a way: the "ranges" of the joints, or "all" protections.
        robot: The manipulator.

    Raises:
        KinematicsError: A number is not finite, or the edge has no direction.
    """
    if axis not in ("horizontal", "vertical"):
        raise KinematicsError(f"the axis is 'horizontal' or 'vertical', not {axis!r}.")
    direction = finite("edge", edge, 3)
    if not direction.any():
        raise KinematicsError("the edge must have a direction.")
    good: list[Aim] = []
    bad: list[Aim] = []
    quarter = 0.0 if axis == "horizontal" else 0.5 * math.pi
    for way in WAYS:
        for half in (0.0, math.pi):
            found = _parallel(shoulder, elbow, point, direction, quarter + half, way, checks, robot)
            if found is not None:
                (bad if found.reason else good).append(found)
    return Aims(good, bad)


def _parallel(
    shoulder: float, elbow: float, point: Sequence[float] | Array, edge: Array, wanted: float, way: str,
    checks: Checks, robot: Manipulator,
) -> Aim | None:  # fmt: skip
    """The way to aim with the edge at a wanted angle of the picture; nothing if it is seen as a point."""
    roll = 0.0
    for _ in range(ROUNDS):
        one = _way(aim(shoulder, elbow, roll, point, checks=checks, robot=robot), way)
        if one is None:
            return None
        R = camera_view(one.angles, robot).R_interface_camera
        right, down, _ = edge @ R
        if math.hypot(float(right), float(down)) < 1e-9 * float(np.linalg.norm(edge)):
            return None  # it is seen as a point
        turn = wrap_angle(edge_angle(one.angles, edge, robot) - wanted)
        # a roll turns the camera to the right, and the picture to the left
        if abs(turn) < CLOSE:
            break
        roll = wrap_angle(roll - turn)
    else:
        return None
    if not robot.lower[4] <= one.roll <= robot.upper[4]:
        text = stop_text(ROLL_STOP, one.roll, robot.lower[4], robot.upper[4])
        return Aim(*_parts(one), one.way, one.distance, Reason.ROLL_STOP, text)
    return one


def _parts(one: Aim) -> tuple[float, float, float, float, float]:
    return one.column, one.wrist, one.shoulder, one.elbow, one.roll


def _way(found: Aims, way: str) -> Aim | None:
    return next((one for one in (*found, *found.refused) if one.way == way), None)


@dataclass(frozen=True, eq=False)
class CentredRoll:
    """Column and wrist that keep an object in the centre while the grab rolls.

    Attributes:
        rolls, columns, wrists: Angles [rad]. Shape (n,).
        reasons: Why a roll cannot be reached; 0 if it can. Shape (n,).
    """

    rolls: Array
    columns: Array
    wrists: Array
    reasons: tuple[Reason, ...]

    @property
    def reachable(self) -> bool:
        """Whether the object stays in the centre all the way."""
        return not any(self.reasons)


def keep_centred(
    shoulder: float,
    elbow: float,
    point: Sequence[float] | Array,
    rolls: Sequence[float] | Array,
    *,
    way: str = "forward",
    robot: Manipulator = PRM1,
) -> CentredRoll:
    """Column and wrist as functions of the roll, with a point kept on the optical axis.

    Args:
        shoulder, elbow: Given joint angles [rad].
        point: The point in the interface frame [m]. Shape (3,).
        rolls: Angles of the roll, one after the other [rad]. Shape (n,).
        way: "forward" or "fling-over".
        robot: The manipulator.
    """
    if way not in WAYS:
        raise KinematicsError(f"the way is 'forward' or 'fling-over', not {way!r}.")
    turns = [float(roll) for roll in rolls]
    ways = [_way(aim(shoulder, elbow, roll, point, robot=robot), way) for roll in turns]
    found = [one for one in ways if one is not None]
    columns, wrists = np.array([one.column for one in found]), np.array([one.wrist for one in found])
    return CentredRoll(np.array(turns), columns, wrists, tuple(one.reason for one in found))
