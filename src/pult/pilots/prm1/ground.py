"""Places on the floor: how an operator judges where the base stands and where it should go."""

import math
from dataclasses import dataclass

from pult.core.signals import Array

GAIN, TURN_GAIN = 1.2, 1.5
"""Wanted speed by distance and rate by angle [1/s]; with a reaction time of 0.2 s, more would oscillate."""
LEAST = 0.2
"""Smallest deflection of the stick: a base that creeps wanders."""


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
    x, y, _, qw, qx, qy, qz = (float(value) for value in pose)
    return Spot(x, y, math.atan2(2.0 * (qw * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz)))


def driving_stick(here: Spot, goal: Spot, near: float, full: tuple[float, float], most: float = 1.0) -> list[float]:
    """Deflection (forward, left, turn) that brings the base to a place; zero when it is there.

    It drives first and turns when it is near, so that the wheels are steered once for each.

    Args:
        here: Where the base is.
        goal: Where it should be.
        near: Distance at which it has arrived [m].
        full: Speed and rate at full deflection [m/s, rad/s].
        most: Largest deflection.
    """
    way = here.seen(goal)
    far = math.hypot(way.x, way.y)
    if far > near:
        size = min(max(GAIN * far / full[0], LEAST), most)
        return [size * way.x / far, size * way.y / far, 0.0]
    if abs(way.heading) > 0.02:
        size = min(max(TURN_GAIN * abs(way.heading) / full[1], LEAST), most)
        return [0.0, 0.0, math.copysign(size, way.heading)]
    return [0.0, 0.0, 0.0]
