"""Walking to places: along a way of points, and to an exact place and heading."""

import math
from collections.abc import Sequence

from pult.pilot.view import View
from pult.pilots.biped.route import Point
from pult.pilots.biped.walking import BODY, heading_of

Stick = list[float]
REST: Stick = [0.0, 0.0, 0.0]
TURN_FIRST = 0.7
"""Farther off than this the robot turns before it walks [rad]."""
PASSED = 0.30
"""Distance at which a point of the way counts as reached [m]."""
GAINS = (1.6, 7.0, 1.6)
"""Deflection by what is left: forward and aside [1/m], and turn [1/rad]; about half of it in a pair of steps."""
CLOSE = (0.03, 0.03, 0.05)
"""What is left when the stick is released: forward and to the side [m], and turn [rad]."""
DONE = (0.05, 0.05, 0.09)
"""What may be left when the robot stands."""


def clipped(value: float, most: float = 1.0) -> float:
    """A deflection within its limits."""
    return min(max(value, -most), most)


def here(view: View) -> Point:
    """Where the robot is [m]."""
    place = view.position(BODY)
    return float(place[0]), float(place[1])


def towards(view: View, x: float, y: float) -> tuple[float, float]:
    """A place in the axes of the robot: forward and left [m]."""
    heading = heading_of(view)
    mine = here(view)
    dx, dy = x - mine[0], y - mine[1]
    c, s = math.cos(heading), math.sin(heading)
    return c * dx + s * dy, -s * dx + c * dy


class Way:
    """Walks along points; the last one is passed like the others."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = list(points)

    def stick(self, view: View) -> Stick | None:
        """The deflection; None at the end."""
        while self._points and math.dist(here(view), self._points[0]) < PASSED:
            self._points.pop(0)
        if not self._points:
            return None
        ahead, left = towards(view, *self._points[0])
        off = math.atan2(left, ahead)
        forward = max(math.cos(off), 0.0) if abs(off) < TURN_FIRST else 0.0
        if len(self._points) == 1:
            forward *= min(1.0, math.hypot(ahead, left) / 0.7)
        return [forward, 0.0, clipped(1.4 * off)]


class Stand:
    """Walks to a place and heading by steps in all directions, and stands there."""

    def __init__(self, x: float, y: float, heading: float, slow: float = 1.0) -> None:
        self.x, self.y, self.heading = x, y, heading
        self._slow = slow
        self._moves = True

    def stick(self, view: View) -> Stick | None:
        """The deflection; None when it stands there."""
        ahead, left = towards(view, self.x, self.y)
        off = math.remainder(self.heading - heading_of(view), 2.0 * math.pi)
        left_over = (ahead, left, off)
        if self._moves and all(abs(value) < limit for value, limit in zip(left_over, CLOSE, strict=True)):
            self._moves = False
        if not self._moves:
            if not view.lamp("standing"):
                return REST
            if all(abs(value) < limit for value, limit in zip(left_over, DONE, strict=True)):
                return None
            self._moves = True
        if abs(off) > TURN_FIRST:
            return [0.0, 0.0, clipped(GAINS[2] * off)]
        found = [clipped(gain * value) for gain, value in zip(GAINS, left_over, strict=True)]
        found[0] = clipped(found[0], self._slow)
        return found
