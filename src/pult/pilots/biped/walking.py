"""The operator who walks the robot to marks: turns towards the mark, walks, and lets go before it."""

import math
from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

BODY = "pelvis"
TURN_ON_THE_SPOT = 0.9
"""Farther off than this the robot turns before it walks [rad]."""
SLOW = 0.6
"""Distance from the last mark at which steps become shorter [m]."""
LET_GO = 0.16
"""Distance from the last mark at which the stick is released [m]: the robot ends its step and makes one more."""


def heading_of(view: View) -> float:
    """Heading of the robot [rad], from the orientation of its pelvis as it is seen."""
    w, x, y, z = (float(value) for value in view.poses[BODY][3:])
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


class Walker:
    """Steers towards the present mark: the stick is turned by the angle to it, and pushed forward the more the nearer
    the heading is to it. Having let go it waits until the robot stands: the body sways with every step, and who follows
    the sway with the stick neither stops nor moves it.
    """

    def __init__(self) -> None:
        """Nothing is let go of yet."""
        self._waits = False

    def act(self, view: View) -> Mapping[str, Any]:
        """Deflect the stick."""
        here, mark = view.position(BODY), view.aim
        dx, dy = float(mark[0] - here[0]), float(mark[1] - here[1])
        distance = math.hypot(dx, dy)
        last = view.stage == len(view.briefing.stages) - 1
        self._waits = last and (distance < LET_GO or (self._waits and not view.lamp("standing")))
        if self._waits:
            return {"joystick": [0.0, 0.0, 0.0]}
        if last and distance < 0.35:  # so near the angle says little: what is left is walked in any direction
            off, scale = _off(view, dx, dy), max(distance, 0.2) / distance
            ahead, left = scale * distance * math.cos(off), scale * distance * math.sin(off)
            return {"joystick": [clipped(1.6 * ahead), clipped(3.0 * left), 0.0]}
        return {"joystick": self.steer(view, dx, dy, slow=last)}

    def steer(self, view: View, dx: float, dy: float, *, slow: bool) -> list[float]:
        """Deflection that walks towards a mark.

        Args:
            view: What is seen.
            dx, dy: Way to the mark, in axes of the world [m].
            slow: Whether steps become shorter near to it.
        """
        off = _off(view, dx, dy)
        forward = max(0.0, math.cos(off)) if abs(off) < TURN_ON_THE_SPOT else 0.0
        if slow:
            forward *= min(1.0, math.hypot(dx, dy) / SLOW)
        return [forward, 0.0, clipped(1.4 * off)]


def _off(view: View, dx: float, dy: float) -> float:
    """Angle from the heading of the robot to a direction [rad]."""
    return math.remainder(math.atan2(dy, dx) - heading_of(view), 2.0 * math.pi)


def clipped(value: float) -> float:
    """The value, at most 1 and at least -1."""
    return min(max(value, -1.0), 1.0)


register(
    Pilot(
        "walker", {"biped-walk": "joystick"}, "Turns towards the mark, walks, and lets go before the last one.", Walker
    )
)
