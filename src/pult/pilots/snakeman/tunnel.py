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
NEAR = 0.015
"""Distance from the marker below which no wall can be in between [m]."""
CLOSE = 0.003
"""Distance at which the stick is released [m]."""


class Advance:
    """Advances the tip to the marker, slower as it comes near, and retreats when the card asks for it.

    Once the tip has been near the marker, it is seen from the last link whether the marker is before it or was passed.
    Before that the way leads forward, whatever the straight line to the marker says: the tunnel bends.
    """

    def __init__(self) -> None:
        """Start a new attempt."""
        self._near = False

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
        self._near = self._near or distance < NEAR
        sign = -1.0 if self._near and float(way @ forward) < 0.0 else 1.0
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
