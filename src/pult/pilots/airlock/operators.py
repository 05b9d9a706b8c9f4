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
"""Setting of the speed slider."""
SEAT = 0.0235
"""Distance from the bar in the palm to the middle of the grip, towards the axis [m]."""
BEFORE, CLEAR = 0.09, 0.012
"""Waiting position of the hand: distance before the wheel, and outwards from where it grasps [m]."""
PRESS = 0.004
"""The target is slightly beyond the bar, so that the bar touches the palm [m]."""
GAIN = 1.8
"""Wanted speed by distance [1/s]; with a reaction time of 0.2 s, more would oscillate."""


class TurnValve:
    """Moves the hand to the rim of the wheel, closes it, and leaves the turning to the force control."""

    def __init__(self) -> None:
        """Start a new attempt."""
        self._zeroed = self._before = self._in = self._there = False

    def act(self, view: View) -> Mapping[str, Any]:
        """Act according to the stage on the task card."""
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
        """Target of the grip [m], tolerance [m] and maximum speed [m/s]."""
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
