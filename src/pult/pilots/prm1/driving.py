"""Driving the base: turn on the spot first, then go straight to the place, in any direction."""

import math
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.pilot.view import View

BASE = "base"
FULL_SPEED, FULL_TURN = "forward.k", "turn.k"
"""Parameters of the scheme: speed [m/s] and rate of turn [rad/s] of the base at full deflection."""
GAIN, TURN_GAIN = 1.0, 1.2
"""Wanted speed by distance and rate by angle [1/s]; with a reaction time of 0.2 s, more would overshoot."""
LEAST = 0.12
"""Least deflection: less is lost in the dead zones of hand and stick."""


def yaw_of(pose: Array) -> float:
    """Turn of a pose about the vertical [rad]. Shape (7,)."""
    w, x, y, z = (float(part) for part in pose[3:])
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def in_base(view: View, way: Array) -> Array:
    """A horizontal direction of the world in axes of the base. Shape (2,)."""
    yaw = yaw_of(view.poses[BASE])
    c, s = math.cos(yaw), math.sin(yaw)
    return np.array([c * way[0] + s * way[1], -s * way[0] + c * way[1]])


@dataclass
class Drive:
    """A way to a place of the base.

    Attributes:
        place: Where its origin should be [m]. Shape (2,).
        yaw: Where it should look [rad].
        near: Distance that is near enough [m].
        aligned: Angle that is near enough [rad].
        turning: Whether it turns on the spot at present.
    """

    place: Array
    yaw: float
    near: float = 0.02
    aligned: float = 0.02
    turning: bool = True

    def stick(self, view: View) -> list[float] | None:
        """Deflection of the joystick; None if the base is there."""
        pose = view.poses[BASE]
        turn = math.remainder(self.yaw - yaw_of(pose), math.tau)
        way = self.place - pose[:2]
        far = float(np.linalg.norm(way))
        if self.turning and abs(turn) < self.aligned:
            self.turning = False
        elif not self.turning and abs(turn) > 4.0 * self.aligned:
            self.turning = True
        if self.turning:
            rate = TURN_GAIN * turn / view.briefing.parameter(FULL_TURN)
            return [0.0, 0.0, math.copysign(min(max(abs(rate), LEAST), 1.0), rate)]
        if far < self.near:
            return None
        speed = min(max(GAIN * far / view.briefing.parameter(FULL_SPEED), LEAST), 1.0)
        x, y = speed * in_base(view, way) / far
        return [float(x), float(y), 0.0]
