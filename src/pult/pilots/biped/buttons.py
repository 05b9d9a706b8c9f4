"""The operator of the four buttons: turns by 45 degrees, walks, and stops a step before the mark."""

import math
from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.biped.walking import BODY, heading_of

TURN = math.pi / 4.0
"""What a press of a turn makes [rad]."""
STOP_BEFORE = 0.33
"""Distance from the place to stop at which the hand goes to the button [m]: half a step until it is there, the rest of
the step, and the last one."""
ASIDE = 0.15
"""So far beside the mark it may be passed [m]; farther off another turn is needed."""
NEAR_ENOUGH = 0.2
"""Distance from the mark at which it stays standing [m]."""
WORKING = ("walks", "stops", "turns_left", "turns_right")
"""Lamps of the command in work."""


class Presser:
    """Plans while the robot stands: presses of a turn, then *Forward*. While it walks: when to press *Stop walking*.

    A mark that lies between two of the eight headings is reached by two legs: the first ends where the mark is 45
    degrees aside.
    """

    def __init__(self) -> None:
        """Nothing is planned."""
        self._plan: list[str] = []
        self._seen = 0

    def act(self, view: View) -> Mapping[str, Any]:
        """Press a button, or wait."""
        given = sum(view.lamp(name) for name in WORKING) + round(view.shown["waiting"])
        if self._plan and given > self._seen:  # the lamps show that the button was pressed
            self._plan.pop(0)
        self._seen = given
        if view.lamp("walks") and not view.shown["waiting"]:
            self._plan = []
            return {"stop": True} if self._left_to_walk(view) < STOP_BEFORE else {}
        if view.lamp("standing") and not self._plan and not given:
            self._plan = self._next_leg(view)
        return {self._plan[0]: True} if self._plan else {}

    def _left_to_walk(self, view: View) -> float:
        """Distance that the present leg still has [m]."""
        distance, off = _bearing(view)
        ahead, aside = distance * math.cos(off), abs(distance * math.sin(off))
        return ahead if aside < ASIDE else ahead - aside

    def _next_leg(self, view: View) -> list[str]:
        """Turns towards the mark, and a walk."""
        distance, off = _bearing(view)
        if distance < NEAR_ENOUGH:
            return []
        turns = round(off / TURN)
        return ["left" if turns > 0 else "right"] * abs(turns) + ["forward"]


def _bearing(view: View) -> tuple[float, float]:
    """Distance of the mark [m], and its direction from straight ahead [rad]."""
    here, mark = view.position(BODY), view.aim
    dx, dy = float(mark[0] - here[0]), float(mark[1] - here[1])
    return math.hypot(dx, dy), math.remainder(math.atan2(dy, dx) - heading_of(view), 2.0 * math.pi)


register(
    Pilot(
        "presser", {"biped-buttons": "dynamic"}, "Turns by 45 degrees, walks, stops a step before the mark.", Presser
    )
)
