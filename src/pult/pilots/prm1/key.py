"""The operators of the key: look, approach, look again, insert."""

from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

SPEED = 1.0
"""Setting of the speed slider."""
WAIT = 1.2
"""How long it waits for another look from near, after the key has come before the lock [s]."""
NEAR = 0.002
"""Way left at which the grab has arrived [m]."""


class InsertKey:
    """Holds the button through the steps, waits for the lamp of the correction, and looks twice."""

    def __init__(self, sight: bool) -> None:
        """Start a new attempt; without sight it goes by the plan, and waits for no lamp."""
        self._sight, self._near = sight, -1.0
        self._step = "look"

    def act(self, view: View) -> Mapping[str, Any]:
        """Act according to the stage on the task card and the lamps."""
        number = view.briefing.number
        arrived = view.shown["left"] < NEAR and view.shown["depth"] > -0.04
        if self._step == "look" and view.stage > number("look") and (view.lamp("corrected") or not self._sight):
            self._step = "approach"
        elif self._step == "approach" and arrived:
            self._near = view.time if self._near < 0.0 else self._near
            if view.time - self._near > WAIT:
                self._step = "insert"
        return {"step": self._step, "go": True, "speed": SPEED}


register(
    Pilot(
        "sight",
        {"prm1-key": "sight"},
        "Looks at the plate, approaches, looks again, and inserts the key with a capped force.",
        lambda: InsertKey(sight=True),
    )
)
register(
    Pilot(
        "blind",
        {"prm1-key": "blind"},
        "Goes by the plan: it never looks where the lock is.",
        lambda: InsertKey(sight=False),
    )
)
