"""Aiming of the grab's camera as a block."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.grab._arguments import Angles, Point, ReasonNumber, RobotTable, Slack, finite_angles
from pult.core.block import block
from pult.core.signals import Array, Metre, Rad
from pult.motion.grab.manipulator import PRM1
from pult.motion.grab.optical_axis import aim_camera
from pult.motion.grab.protection import beyond_stops
from pult.motion.grab.reasons import NONE, NOT_FINITE


class Aimed(NamedTuple):
    """The configuration that looks at a point; the present one if it is refused."""

    angles: Angles
    distance: Annotated[Metre, "distance of the point ahead of the camera"]
    reason: ReasonNumber


@block("grab.aim")
class GrabAim:
    r"""Aims the camera of the manipulator PRM-1: column and wrist that put a point on its optical axis.

    $$ R = s - c \sin\theta_5, \quad |K|^2 + R^2 = \rho^2, \qquad
    \psi = \angle K', \quad |K'|^2 + (c \cos\theta_5)^2 = |P - W|^2, \quad \theta_4 = \psi - (\theta_2 + \theta_3) $$

    K is the tangent from the circle of radius R about the column axis to the point P, K' in the arm's plane that from
    the circle about the wrist axis W. Shoulder and elbow stay as they are; the roll is given. With `fling_over` the
    point is behind the column axis. The stops are looked at, other protections by `grab.forward`.
    """

    @staticmethod
    def prepare(
        *,
        fling_over: Annotated[bool, "1", "look back over the column"] = False,
        slack: Slack = 0.02,
    ) -> RobotTable:
        """Numbers of the manipulator."""
        return RobotTable(PRM1.table.copy())

    @staticmethod
    def output(
        now: Angles,
        point: Point,
        roll: Annotated[Rad, "roll of the camera; 0 keeps the horizon level"] = 0.0,
        *,
        table: Array,
        fling_over: bool,
        slack: float,
    ) -> Aimed:
        """Column and wrist for this point."""
        q, target, answer = np.zeros(5), np.zeros(3), np.zeros(5)
        total = abs(roll)
        for i in range(3):
            target[i] = point[i]
            total += abs(float(point[i]))
        if not finite_angles(table, now, slack, q) or not -math.inf < total < math.inf:
            return Aimed(q, 0.0, float(NOT_FINITE))
        reason, _, distance = aim_camera(
            table, float(q[1]), float(q[2]), roll, target, 1 if fling_over else 0, answer
        )
        if reason == NONE:
            reason, _ = beyond_stops(table, answer)
        if reason != NONE:
            return Aimed(q, distance, float(reason))
        return Aimed(answer, distance, 0.0)
