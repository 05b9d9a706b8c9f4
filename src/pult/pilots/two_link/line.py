"""Pilots of the line: they lead the hand of the two-link arm from one marker to the other and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.two_link.reach import CLOSE, FULL_SPEED, Command

EXERCISE = "two-link-line"
GAIN = 1.8
"""Wanted speed by distance [1/s]; with a reaction time of 0.2 s, more would oscillate."""


class AlongLine:
    """Deflects the stick towards the marker, slower as the hand approaches, and corrects deviations from the line.

    With the unit vector u along the line, the remaining path w and the gain k, the wanted velocity is
    v = k (w - (w . u) u) + min(k |w . u|, rest) sign(w . u) u: the correction comes first, and the speed along the line
    is limited to the rest of full deflection.
    """

    def act(self, view: View) -> Mapping[str, Any]:
        """Deflect the stick."""
        wanted: dict[str, Any] = {"effectors": "hand", "joystick_mode": "rate"}
        if not view.target:
            return wanted
        way = (view.aim - view.position("hand"))[:2]
        if float(np.linalg.norm(way)) < CLOSE:
            return wanted
        first, second = (view.position(stage.target)[:2] for stage in view.briefing.stages[:2])
        # on the way to the first marker there is no line yet: go straight
        line = second - first if view.stage > 0 else way
        full = view.briefing.parameter(FULL_SPEED)
        stick = velocity(way, line / np.linalg.norm(line), full) / full
        return {**wanted, "joystick": [float(stick[0]), float(stick[1]), 0.0]}


def velocity(way: Array, along: Array, full: float) -> Array:
    """Wanted velocity of the hand [m/s], at most that of full deflection. Shape (2,).

    Args:
        way: Vector from the hand to the marker [m]. Shape (2,).
        along: Unit vector along the line. Shape (2,).
        full: Speed of the hand at full deflection [m/s].
    """
    forward = float(way @ along)
    back = GAIN * (way - forward * along)
    size = float(np.linalg.norm(back))
    back = back * min(1.0, full / size) if size > 0.0 else back
    rest = float(np.sqrt(max(full**2 - float(back @ back), 0.0)))
    found: Array = back + float(np.clip(GAIN * forward, -rest, rest)) * along
    return found


register(
    Pilot(
        "semi-automatic",
        {EXERCISE: "semi-automatic"},
        "Leads the hand along the line with the joystick, which sets its speed.",
        AlongLine,
    )
)
register(
    Pilot("command", {EXERCISE: "command"}, "Turns elbow and shoulder one after the other, off the line.", Command)
)
