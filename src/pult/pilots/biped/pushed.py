"""The operator who keeps the robot on its mark under pushes: catching steps on, and back with small steps."""

import math
from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.biped.walking import BODY, LET_GO, Walker, clipped, heading_of

AWAY = 0.22
"""Distance from the mark at which the robot is led back [m]."""
FAR = 0.8
"""Farther off the robot walks forward to the mark, nearer it steps back in any direction [m]."""
FULL, FULL_SIDE = 0.3, 0.1
"""Length of the steps at full deflection, forward and to the side [m]."""


class Steadfast:
    """Switches the catching steps on, walks to the mark, and leads the robot back onto it after each push."""

    def __init__(self) -> None:
        """Let go of the stick."""
        self._walker, self._leading = Walker(), False

    def act(self, view: View) -> Mapping[str, Any]:
        """Deflect the stick, or leave it alone while the robot stands where it should."""
        here, mark = view.position(BODY), view.aim
        dx, dy = float(mark[0] - here[0]), float(mark[1] - here[1])
        distance = math.hypot(dx, dy)
        self._leading = distance > (LET_GO if self._leading else AWAY)
        return {"catch": True, "joystick": self._stick(view, dx, dy, distance)}

    def _stick(self, view: View, dx: float, dy: float, distance: float) -> list[float]:
        if not self._leading:
            return [0.0, 0.0, 0.0]
        if distance > FAR:
            return self._walker.steer(view, dx, dy, slow=True)
        heading = heading_of(view)
        ahead = math.cos(heading) * dx + math.sin(heading) * dy
        left = math.cos(heading) * dy - math.sin(heading) * dx
        return [clipped(0.5 * ahead / FULL), clipped(0.5 * left / FULL_SIDE), 0.0]


register(
    Pilot(
        "steadfast",
        {"biped-push": "joystick"},
        "Switches the catching steps on and leads the robot back onto its mark after each push.",
        Steadfast,
    )
)
