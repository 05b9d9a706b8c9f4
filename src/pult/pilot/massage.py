"""Pilots of the massage: they set force and speed, start the stroke, watch the force, and stop when it is done."""

from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

EXERCISE = "massage-stroke"
FORCE = 12.0
"""What the task asks for [N]."""
TOO_HARD = 20.0
"""On the gauge, the tool is drawn in at once [N]."""


class Stroke:
    """Sets the sliders, switches the stroke on, and off again when the lamp says that it is done.

    Where the gauge shows far too much it draws the tool in, and does not start again.
    """

    def __init__(self, speed: float) -> None:
        """Args:
        speed: Of the stroke [m/s].
        """
        self._speed, self._done, self._alarm = speed, False, False

    def decide(self, view: View) -> Mapping[str, Any]:
        """What the panel should be set to."""
        self._done = self._done or view.lamp("done")
        self._alarm = self._alarm or view.shown["pressed"] > TOO_HARD
        if self._alarm:
            return {"retract": True, "run": False}
        wanted: dict[str, Any] = {"force": FORCE, "speed": self._speed}
        if view.stage > 0:  # the force is set
            wanted["run"] = not self._done
        return wanted


register(
    Pilot(
        "semi-automatic",
        {EXERCISE: "position-force"},
        "Sets force and speed, starts the stroke and watches the force.",
        lambda: Stroke(0.025),
    )
)
register(
    Pilot(
        "position",
        {EXERCISE: "position"},
        "Does the same with position control alone, which cannot hold the force.",
        lambda: Stroke(0.025),
    )
)
