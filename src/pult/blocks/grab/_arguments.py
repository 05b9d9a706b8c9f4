"""Ports and parameters that blocks of grab motions share."""

import math
from dataclasses import replace
from typing import Annotated, NamedTuple

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array, Metre, Number, Positive, Rad, Range, Shape
from pult.motion.grab.manipulator import FREE, PRM1
from pult.motion.grab.table import LOWER, UPPER

Angles = Annotated[Array, "rad", Shape(5), "column, shoulder, elbow, wrist, roll; pitch positive down"]
Point = Annotated[Array, "m", Shape(3), "in the interface frame: x forward, y left, z up from the platform"]
ObjectAngle = Annotated[Rad, "angle of the held object to the grab axis, positive down"]
ObjectHeight = Annotated[Metre, "height of its start above the grab axis"]
ObjectDistance = Annotated[Metre, "distance of its start from the wrist axis"]
ObjectLength = Annotated[Metre, "its length"]
Load = Annotated[float, "kg", "mass of what is held"]
ReasonNumber = Annotated[Number, "why it is refused, see the table of reasons; 0 if it is not"]
PlatformHeight = Annotated[float, "m", Positive, "height of the platform above the floor"]
Corner = Annotated[Array, "m", Shape(3), "corner of the operating space"]
Margin = Annotated[float, "m", Range(0), "least distance of the centre of mass from the edges of the wheels' triangle"]
Slack = Annotated[float, "rad", Range(0), "measured angles beyond a stop by this are taken as at the stop"]

TIPS, PLATFORM, MARGIN = PRM1.grab, PRM1.platform_height, PRM1.margin
SPACE_LOWER, SPACE_UPPER = np.full(3, -FREE), np.full(3, FREE)
for _corner in (SPACE_LOWER, SPACE_UPPER):
    _corner.flags.writeable = False


class RobotTable(NamedTuple):
    """Numbers of the manipulator, see `pult.motion.grab.table`."""

    table: Array


def robot_table(platform: float, lower: Array, upper: Array, margin: float) -> RobotTable:
    """The manipulator with another floor, operating space and margin."""
    low, high = (tuple(float(v) for v in corner) for corner in (lower, upper))
    if not all(a < b for a, b in zip(low, high, strict=True)):
        raise ValueError("the operating space goes from a lower to an upper corner.")
    robot = replace(
        PRM1, platform_height=platform, space_lower=(low[0], low[1], low[2]),
        space_upper=(high[0], high[1], high[2]), margin=margin,
    )  # fmt: skip
    return RobotTable(robot.table)


@kernel
def finite_angles(table: Array, angles: Array, slack: float, q: Array) -> bool:
    """Fill q with angles, those a little beyond a stop at the stop; whether all are finite."""
    for i in range(5):
        angle = float(angles[i])
        if not -math.inf < angle < math.inf:
            return False
        low, high = float(table[LOWER + i]), float(table[UPPER + i])
        near = clamp(angle, low, high)
        q[i] = near if abs(near - angle) <= slack else angle
    return True


@kernel
def held_object(angle: float, height: float, distance: float, length: float, load: float, held: Array) -> bool:
    """Fill the held object; whether all is finite."""
    held[0], held[1], held[2], held[3] = angle, height, distance, length
    return -math.inf < angle + height + distance + length + load < math.inf
