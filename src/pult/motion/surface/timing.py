"""Speed profiles: constant speed with smooth ramps at both ends.

The speed rises as V (3 u^2 - 2 u^3), u from 0 to 1 over the ramp: acceleration begins and ends with 0 and is at most
1.5 V divided by the ramp's duration. A path that is too short for the speed is travelled at a lower one.
"""

import math
from dataclasses import dataclass

from pult.core.errors import KinematicsError


@dataclass(frozen=True)
class SpeedProfile:
    """Motion along a path with smooth ramps.

    Attributes:
        length: Length of the path [m].
        speed: Speed between the ramps [m/s].
        ramp: Duration of a ramp [s].
        duration: Total duration [s].
    """

    length: float
    speed: float
    ramp: float
    duration: float

    def at(self, t: float) -> tuple[float, float]:
        """Distance travelled [m] and speed [m/s] at a time since the start [s]."""
        if t <= 0.0:
            return 0.0, 0.0
        if t >= self.duration:
            return self.length, 0.0
        if t > 0.5 * self.duration:
            way, speed = self._first_half(self.duration - t)
            return max(0.0, self.length - way), speed
        return self._first_half(t)

    def _first_half(self, t: float) -> tuple[float, float]:
        if t < self.ramp:
            u = t / self.ramp
            return self.speed * self.ramp * u**3 * (1.0 - 0.5 * u), self.speed * min(1.0, u * u * (3.0 - 2.0 * u))
        return self.speed * (t - 0.5 * self.ramp), self.speed


def smooth_profile(length: float, speed: float, acceleration: float) -> SpeedProfile:
    """The fastest profile of this kind within the limits.

    Args:
        length: Length of the path [m].
        speed: Maximum speed [m/s].
        acceleration: Maximum acceleration [m/s^2].

    Raises:
        KinematicsError: An invalid number.
    """
    for name, value in (("speed", speed), ("acceleration", acceleration)):
        if not (math.isfinite(value) and value > 0.0):
            raise KinematicsError(f"the {name} of a run is above 0, not {value:g}.")
    if not (math.isfinite(length) and length >= 0.0):
        raise KinematicsError(f"the length of a run is 0 or above, not {length:g}.")
    top = min(speed, math.sqrt(length * acceleration / 1.5))
    if top <= 0.0:
        return SpeedProfile(0.0, 0.0, 0.0, 0.0)
    ramp = 1.5 * top / acceleration
    return SpeedProfile(length, top, ramp, length / top + ramp)
