"""An operator who lets the robot copy a master: the motion comes by a stream, the operator only engages the clutch."""

from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

VARIANT = "copying"


class Copying:
    """Selects copying and engages the clutch; a loss of the master is handled by the scheme."""

    def act(self, view: View) -> Mapping[str, Any]:  # noqa: ARG002 - independent of the view
        """Wanted values of the panel's elements."""
        return {"mode": "copying", "clutch": True}


register(
    Pilot(
        "copying",
        {"torso-container": VARIANT, "torso-button": VARIANT},
        "Lets the arms follow a master; its motion comes by --stream master=FILE.",
        Copying,
    )
)
