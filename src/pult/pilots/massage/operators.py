"""Pilots of the massage: they set the force, start the stroke, watch the force, and stop when it is done."""

from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

EXERCISES = ("massage-stroke", "massage-patient")
TOO_HARD = 1.7
"""Ratio of shown to wanted force above which the tool is retracted at once."""


class Stroke:
    """Sets the force, switches the stroke on, and off again when the lamp says that it is done.

    The speed setting of the panel is kept. If the gauge shows far too much force, the tool is retracted and the stroke
    is not started again.
    """

    def __init__(self) -> None:
        """Start a new attempt."""
        self._done = self._alarm = False

    def act(self, view: View) -> Mapping[str, Any]:
        """Wanted panel values."""
        force = view.briefing.stage("set").middle("panel.force")
        self._done = self._done or view.lamp("done")
        self._alarm = self._alarm or view.shown["pressed"] > TOO_HARD * force
        if self._alarm:
            return {"retract": True, "run": False}
        wanted: dict[str, Any] = {"force": force}
        if view.stage > view.briefing.number("set"):
            wanted["run"] = not self._done
        return wanted


for exercise in EXERCISES:
    register(
        Pilot(
            "semi-automatic",
            {exercise: "position-force"},
            "Sets the force, starts the stroke and watches the force.",
            Stroke,
        )
    )
    register(
        Pilot(
            "position",
            {exercise: "position"},
            "Does the same with position control alone, which cannot hold the force.",
            Stroke,
        )
    )
