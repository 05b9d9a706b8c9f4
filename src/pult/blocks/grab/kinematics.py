"""f1 and f2 as blocks: configuration to point, point to configuration."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.grab._arguments import (
    MARGIN,
    PLATFORM,
    SPACE_LOWER,
    SPACE_UPPER,
    TIPS,
    Angles,
    Corner,
    Load,
    Margin,
    ObjectAngle,
    ObjectDistance,
    ObjectHeight,
    ObjectLength,
    PlatformHeight,
    Point,
    ReasonNumber,
    RobotTable,
    Slack,
    finite_angles,
    held_object,
    robot_table,
)
from pult.core.block import block
from pult.core.signals import Array, Rad
from pult.motion.grab.chain import working_point
from pult.motion.grab.choice import inverse
from pult.motion.grab.inverse import COLUMNS, ROWS
from pult.motion.grab.protection import refusal
from pult.motion.grab.reasons import NONE, NOT_FINITE


class Reached(NamedTuple):
    """Where the working point is."""

    point: Point
    pitch: Annotated[Rad, "pitch of the grab, positive down"]
    reason: ReasonNumber


class Configured(NamedTuple):
    """The target configuration; the start if it is refused."""

    angles: Angles
    reason: ReasonNumber


@block("grab.forward")
class GrabForward:
    r"""Direct kinematics of the manipulator PRM-1 with all protections (f1): where the working point is.

    $$ x = -b + l_1 \cos\theta_2 + l_2 \cos(\theta_2 + \theta_3) + a \cos\psi + h \cos\gamma \sin\psi, \qquad
    P = R_z(\theta_1)\,(x,\ s - h \sin\gamma,\ z) $$

    The working point is the far end of the held object, or the finger tips. The reason is 0, or the number of the
    protection that refuses the configuration: stops, floor, operating space, platform, tipping over.
    """

    @staticmethod
    def prepare(
        *,
        platform: PlatformHeight = PLATFORM,
        lower: Corner = SPACE_LOWER,
        upper: Corner = SPACE_UPPER,
        margin: Margin = MARGIN,
        slack: Slack = 0.02,
    ) -> RobotTable:
        """Numbers of the manipulator."""
        return robot_table(platform, lower, upper, margin)

    @staticmethod
    def output(
        angles: Angles,
        angle: ObjectAngle = 0.0,
        height: ObjectHeight = 0.0,
        distance: ObjectDistance = TIPS,
        length: ObjectLength = 0.0,
        load: Load = 0.0,
        *,
        table: Array,
        slack: float,
    ) -> Reached:
        """The working point."""
        point, q, held = np.zeros(3), np.zeros(5), np.zeros(4)
        if not (finite_angles(table, angles, slack, q) and held_object(angle, height, distance, length, load, held)):
            return Reached(point, 0.0, float(NOT_FINITE))
        working_point(table, q, held, point)
        reason, _ = refusal(table, q, held, load)
        return Reached(point, float(q[1]) + float(q[2]) + float(q[3]), float(reason))


@block("grab.inverse")
class GrabInverse:
    r"""Inverse kinematics of the manipulator PRM-1 with all protections (f2): the configuration that reaches a point.

    $$ |K|^2 + R^2 = \rho^2, \quad R = s - h \sin\gamma, \qquad \theta_2 + \theta_3 + \theta_4 = \psi $$

    Up to four configurations reach a point: forward or fling-over, elbow up or down. One of the start's type is
    preferred. With `keep_pitch` and `keep_roll` the grab keeps its pitch and roll. Refused, the answer is the start,
    with the number of the reason.
    """

    @staticmethod
    def prepare(
        *,
        keep_pitch: Annotated[bool, "1", "keep the pitch of the start instead of the given one"] = False,
        keep_roll: Annotated[bool, "1", "keep the roll of the start instead of the given one"] = False,
        platform: PlatformHeight = PLATFORM,
        lower: Corner = SPACE_LOWER,
        upper: Corner = SPACE_UPPER,
        margin: Margin = MARGIN,
        slack: Slack = 0.02,
    ) -> RobotTable:
        """Numbers of the manipulator."""
        return robot_table(platform, lower, upper, margin)

    @staticmethod
    def output(
        start: Angles,
        point: Point,
        pitch: Annotated[Rad, "wanted pitch of the grab, positive down"] = 0.0,
        roll: Annotated[Rad, "wanted roll of the grab"] = 0.0,
        angle: ObjectAngle = 0.0,
        height: ObjectHeight = 0.0,
        distance: ObjectDistance = TIPS,
        length: ObjectLength = 0.0,
        load: Load = 0.0,
        *,
        table: Array,
        keep_pitch: bool,
        keep_roll: bool,
        slack: float,
    ) -> Configured:
        """The target configuration."""
        q, held, target, answer = np.zeros(5), np.zeros(4), np.zeros(3), np.zeros(5)
        total = 0.0
        for i in range(3):
            target[i] = point[i]
            total += abs(float(point[i]))
        fine = finite_angles(table, start, slack, q) and held_object(angle, height, distance, length, load, held)
        psi = float(q[1]) + float(q[2]) + float(q[3]) if keep_pitch else pitch
        gamma = float(q[4]) if keep_roll else roll
        if not fine or not -math.inf < total + abs(psi) + abs(gamma) < math.inf:
            return Configured(q, float(NOT_FINITE))
        found = np.zeros((ROWS, COLUMNS))
        reason, _, _ = inverse(table, q, held, load, target, psi, gamma, found, answer)
        return Configured(answer if reason == NONE else q, float(reason))
