"""Places on the floor: how an operator judges where things stand, seen from above."""

import math
from dataclasses import dataclass

from pult.core.signals import Array
from pult.pilots.prm1.driving import yaw_of


@dataclass(frozen=True)
class Spot:
    """A place with a heading, seen from above: position [m] and angle about z [rad]."""

    x: float
    y: float
    heading: float = 0.0

    def seen(self, other: "Spot") -> "Spot":
        """Another place in axes of this one."""
        dx, dy, c, s = other.x - self.x, other.y - self.y, math.cos(self.heading), math.sin(self.heading)
        turn = math.remainder(other.heading - self.heading, math.tau)
        return Spot(c * dx + s * dy, c * dy - s * dx, turn)

    def at(self, x: float, y: float, turn: float = 0.0) -> "Spot":
        """The place that has these coordinates in axes of this one."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return Spot(self.x + c * x - s * y, self.y + s * x + c * y, self.heading + turn)


def spot_of(pose: Array) -> Spot:
    """Place of a body, from its position and quaternion. Shape (7,)."""
    return Spot(float(pose[0]), float(pose[1]), yaw_of(pose))
