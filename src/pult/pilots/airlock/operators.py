"""The operator of the valve in the airlock: joystick to the wheel, close the hand, force until the lamp lights."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

FULL_SPEED = "velocity.k"
"""Parameter of the scheme: speed of the hand at full deflection [m/s]."""
SPEED = 0.3
"""Where the operator sets the slider of the speed."""
SEAT = 0.0235
"""How far the middle of the grip is nearer to the axis than the bar that lies in the palm [m]."""
BEFORE, CLEAR = 0.09, 0.012
"""Where the hand waits: before the wheel, and that much farther out than where it takes hold [m]."""
PRESS = 0.004
"""The hand is led a little through the bar: it should lie on the palm [m]."""
GAIN = 1.8
"""Wanted speed by distance [1/s]; with eyes 0.2 s late, more would swing."""


class TurnValve:
    """Brings the hand before the side of the wheel, in, and onto it; closes it, and leaves the turning to the law."""

    def __init__(self) -> None:
        """Nothing is done yet."""
        self._zeroed = self._before = self._in = self._there = False

    def act(self, view: View) -> Mapping[str, Any]:
        """By the stage that the task card shows."""
        number = view.briefing.number
        if view.stage >= number("force"):
            self._there = self._there or (view.stage >= number("rest") and view.lamp("there"))
            return {"mode": "semi-automatic" if self._there else "force"}
        wanted: dict[str, Any] = {"mode": "semi-automatic", "speed": SPEED}
        if view.stage == number("grip"):
            return {**wanted, "close_hand": True}
        if not self._zeroed:
            self._zeroed = view.time > 1.0
            return {**wanted, "zero": True}
        aim, near, speed = self._aim(view)
        way = aim - view.position("right_grip")
        distance = float(np.linalg.norm(way))
        if distance < near:
            return wanted
        full = view.briefing.parameter(FULL_SPEED)
        stick = way / distance * min(min(GAIN * distance, speed) / (full * SPEED), 1.0)
        return {**wanted, "joystick": [float(x) for x in stick]}

    def _aim(self, view: View) -> tuple[Array, float, float]:
        """Where the grip should be now [m], how near will do [m], and how fast it goes there [m/s]."""
        forward = matrix_from_quaternion(view.poses["valve"][3:])[:, 2]
        handle = view.position("handle")
        out = handle - view.position("valve")
        out = out / np.linalg.norm(out)
        seat = handle - SEAT * out
        before = seat + CLEAR * out - BEFORE * forward
        inside = seat + CLEAR * out
        grip = view.position("right_grip")
        self._before = self._before or float(np.linalg.norm(grip - before)) < 0.012
        if not self._before:
            return before, 0.003, 0.075
        self._in = self._in or abs(float((grip - inside) @ forward)) < 0.006
        if not self._in:
            return inside, 0.002, 0.06
        return seat - PRESS * out, 0.001, 0.02


for _exercise in ("airlock-valve", "airlock-valve-gravity"):
    register(
        Pilot(
            "semi-automatic",
            {_exercise: "quarter"},
            "Brings the hand to the wheel with the joystick, closes it, and turns by force.",
            TurnValve,
        )
    )
