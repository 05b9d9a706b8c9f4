"""The operator of the arm in a tunnel: advance to the marker, wait, and retreat."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

EXERCISE = "snake-tunnel"
FULL_SPEED = "advance.k"
"""Parameter of the scheme: speed of the tip at full deflection [m/s]."""
GAIN = 1.6
"""Wanted speed by distance [1/s]; with a reaction time of 0.2 s, more would oscillate."""
CLOSE = 0.003
"""Distance at which the stick is released [m]."""


class Advance:
    """Advances the tip to the marker, slower as it comes near, and retreats when the card asks for it.

    The distance is seen, with its sign: past the marker the tip is behind it, as seen from the last link.
    """

    def act(self, view: View) -> Mapping[str, Any]:
        """Deflect the stick."""
        full = view.briefing.parameter(FULL_SPEED)
        if view.stage > view.briefing.number("advance"):
            return {"joystick": [-1.0 if view.shown["along"] > -0.01 else 0.0]}
        way = (view.aim - view.position("tip"))[:2]
        distance = float(np.linalg.norm(way))
        if distance < CLOSE:
            return {"joystick": [0.0]}
        last = max((name for name in view.poses if name.startswith("link")), key=lambda name: int(name[4:]))
        forward = view.position("tip")[:2] - view.position(last)[:2]
        # the tunnel bends: far from the marker the way leads forward, whatever the straight line to it says
        near = distance < 2.0 * float(np.linalg.norm(forward))
        sign = -1.0 if near and float(way @ forward) < 0.0 else 1.0
        stick = sign * min(GAIN * distance / full, 1.0)
        return {"joystick": [float(max(abs(stick), 0.08) * np.sign(stick))]}


register(
    Pilot(
        "semi-automatic",
        {EXERCISE: "advance"},
        "Advances the tip to the marker, and retreats.",
        Advance,
    )
)
