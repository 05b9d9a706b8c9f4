"""f3 as a block: steps of the working point on a straight line."""

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
    ReasonNumber,
    RobotTable,
    Slack,
    finite_angles,
    held_object,
    robot_table,
)
from pult.core.block import block
from pult.core.signals import Array, Metre, Number, Positive
from pult.motion.grab.line import step as line_step
from pult.motion.grab.reasons import NONE, NOT_FINITE


class Stepped(NamedTuple):
    """The configuration after a step; the present one if the step is refused."""

    angles: Angles
    share: Annotated[Number, "share of the way that the step goes: 1 for the last, 0 if it is refused"]
    reason: ReasonNumber


@block("grab.step")
class GrabStep:
    r"""One step of the manipulator PRM-1 on a straight line with all protections (f3).

    $$ P = P_n + f\,(P_t - P_n), \quad f = \min\left(1,\ \frac{d}{|P_t - P_n|}\right), \qquad
    \psi = \psi_n + f\,(\psi_t - \psi_n), \quad \gamma = \gamma_n + f\,(\gamma_t - \gamma_n) $$

    The type of the configuration is kept; where that is impossible, or the line passes too near the column axis, the
    step is refused. It is shortened where a joint would turn by more than `max_turn`. The last step ends in the target
    configuration itself.
    """

    @staticmethod
    def prepare(
        *,
        max_turn: Annotated[float, "rad", Positive, "largest turn of a joint in a step; the roll is free"] = 0.785,
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
        now: Angles,
        target: Angles,
        step: Annotated[Metre, "length of the step"] = 0.01,
        angle: ObjectAngle = 0.0,
        height: ObjectHeight = 0.0,
        distance: ObjectDistance = TIPS,
        length: ObjectLength = 0.0,
        load: Load = 0.0,
        *,
        table: Array,
        max_turn: float,
        slack: float,
    ) -> Stepped:
        """The next configuration."""
        q, goal, held, answer = np.zeros(5), np.zeros(5), np.zeros(4), np.zeros(5)
        begin, end, point = np.zeros(3), np.zeros(3), np.zeros(3)
        fine = finite_angles(table, now, slack, q) and finite_angles(table, target, slack, goal)
        if not (fine and held_object(angle, height, distance, length, load, held) and -math.inf < step < math.inf):
            return Stepped(q, 0.0, float(NOT_FINITE))
        reason, _, share, _ = line_step(
            table, q, goal, held, load, abs(step), max_turn, begin, end, point, answer
        )
        if reason != NONE:
            return Stepped(q, 0.0, float(reason))
        return Stepped(answer, share, 0.0)
