"""Pilots of the massage: they set force and speed, start the stroke, watch the force, and stop when it is done."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

SPHERE, PATIENT = "massage-stroke", "massage-patient"
FORCES = {SPHERE: 12.0, PATIENT: 8.0}
"""What the tasks ask for [N]."""
TOO_HARD = 1.7
"""Where the gauge shows so many times the wanted force, the tool is drawn in at once."""


class Stroke:
    """Sets the sliders, switches the stroke on, and off again when the lamp says that it is done.

    Where the gauge shows far too much it draws the tool in, and does not start again.
    """

    def __init__(self, force: float, speed: float) -> None:
        """Args:
        force: That the task asks for [N].
        speed: Of the stroke [m/s].
        """
        self._force, self._speed, self._done, self._alarm = force, speed, False, False

    def act(self, view: View) -> Mapping[str, Any]:
        """What the panel should be set to."""
        self._done = self._done or view.lamp("done")
        self._alarm = self._alarm or view.shown["pressed"] > TOO_HARD * self._force
        if self._alarm:
            return {"retract": True, "run": False}
        wanted: dict[str, Any] = {"force": self._force, "speed": self._speed}
        if view.stage > 0:  # the force is set
            wanted["run"] = not self._done
        return wanted


for exercise, force in FORCES.items():
    register(
        Pilot(
            "semi-automatic",
            {exercise: "position-force"},
            "Sets force and speed, starts the stroke and watches the force.",
            partial(Stroke, force, 0.025),
        )
    )
    register(
        Pilot(
            "position",
            {exercise: "position"},
            "Does the same with position control alone, which cannot hold the force.",
            partial(Stroke, force, 0.025),
        )
    )
