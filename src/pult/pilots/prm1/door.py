"""The operator of the door: takes the lever, turns it, drives around the hinge, lets go, drives through."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.prm1.driving import Drive
from pult.pilots.prm1.ground import Spot, spot_of

GRAB_SPEED = "contact.full.k"
"""Parameter of the scheme: speed of the grab at full deflection [m/s]."""
SPEED = 0.7
"""Setting of the speed slider."""
REACH = 1.12
"""From the base to the lever when the grab takes it: the arm is bent and reaches on [m]."""
SIDE = 0.0355
"""The grab's plane lies to the left of the base's middle [m]."""
BEFORE, INSIDE = 0.11, 0.03
"""Finger tips wait before the lever, then go beyond it [m]."""
GAIN = 1.8
"""Wanted speed by distance [1/s]; with a reaction time of 0.2 s, more would oscillate."""
PUSH = 0.4
"""Deflection with which the lever is pushed down, and let up."""
OPEN = math.radians(75.0)
"""Angle at which the door is left: beside a leaf that stands at 60 degrees there is little room."""
TURNING = 0.3
"""Deflection while the base turns about the hinge, which is far from its middle."""
RETURNED = 0.012
"""The lever is let up until it is this far below its axis [m]: a grab that opens with tight springs would jump."""
OPENED = 0.05
"""Opening of the grab that lets the lever go [m]."""
DRAWN_IN = (0.78, SIDE, 0.59)
"""Where the grab is carried while driving, in axes of the base [m]."""
AHEAD = math.radians(100.0)
"""Heading on the way through the doorway, in axes of the door: slightly towards the hinge, along the leaf."""
ROUND = (
    (Spot(-0.85, -1.85, math.radians(15.0)), 0.1),
    (Spot(0.74, -1.9, AHEAD), 0.05),
    (Spot(0.54, 0.1, AHEAD), 0.15),
    (Spot(0.47, 1.25, AHEAD), 0.05),
)
"""The way of the base around the leaf and through the doorway, in axes of the door, and how near is near enough [m]."""


class OpenDoor:
    """Acts stage by stage; what it has done within a stage is remembered."""

    def __init__(self) -> None:
        """Start a new attempt."""
        self._drive: Drive | None = None
        self._arrived = self._before = self._up = self._released = self._drawn_in = False
        self._centre: Spot | None = None
        self._leg = 0

    def act(self, view: View) -> Mapping[str, Any]:
        """Act according to the stage on the task card."""
        names = [stage.name for stage in view.briefing.stages]
        stage = names[min(view.stage, len(names) - 1)]
        return {"mode": "contact", "speed": SPEED, **self._doing(stage, view)}

    def _doing(self, stage: str, view: View) -> dict[str, Any]:
        match stage:
            case "reach":
                return self._reach(view)
            case "grip":
                return {"effectors": "grab", "close_grab": True}
            case "turn":
                return {"effectors": "grab", "joystick": [0.0, 0.0, -PUSH]}
            case "pull":
                return self._pull(view)
            case "release":
                return self._release(view)
            case _:
                return self._go_through(view)

    def _reach(self, view: View) -> dict[str, Any]:
        """Drive before the lever, then bring it between the fingers."""
        if not self._arrived:
            door, (x, y, _) = spot_of(view.poses["door"]), view.position("lever")
            lever = door.seen(Spot(float(x), float(y)))
            stick = self._towards(view, door.at(lever.x, lever.y - REACH, 0.5 * math.pi).at(0.0, -SIDE), 0.02)
            self._arrived = stick is None
            return {"effectors": "base", "joystick": stick or [0.0, 0.0, 0.0]}
        inward = matrix_from_quaternion(view.poses["door"][3:])[:, 1]
        lever_way = view.position("lever") - view.position("tip")
        self._before = self._before or float(np.linalg.norm(lever_way - BEFORE * inward)) < 0.012
        way = lever_way + (INSIDE if self._before else -BEFORE) * inward
        most = 0.06 if self._before else 0.105
        return {"effectors": "grab", "joystick": self._stick(view, self._in_base(view, way), most)}

    def _pull(self, view: View) -> dict[str, Any]:
        """Turn the base about the hinge, with the arm held by its springs."""
        if self._centre is None:
            self._centre = spot_of(view.poses["base"]).seen(spot_of(view.poses["door"]))
        turn = {"turn_x": round(1000.0 * self._centre.x), "turn_y": round(1000.0 * self._centre.y)}
        return {"effectors": "base", **turn, "joystick": [0.0, 0.0, -TURNING]}

    def _release(self, view: View) -> dict[str, Any]:
        """Open the door further, let the lever up, open the grab and draw it back."""
        opened = spot_of(view.poses["leaf"]).seen(spot_of(view.poses["door"])).heading
        if opened < OPEN and not self._up:
            return self._pull(view)
        sunk = view.position("handle_axis")[2] - view.position("lever")[2]
        self._up = self._up or sunk < RETURNED
        if not self._up:
            return {"effectors": "grab", "joystick": [0.0, 0.0, PUSH]}
        self._released = self._released or view.shown["opening"] > OPENED
        if not self._released:
            return {"effectors": "grab", "open_grab": True}
        return {"effectors": "grab", "joystick": [-0.5, 0.0, 0.0]}

    def _go_through(self, view: View) -> dict[str, Any]:
        """Draw the arm in, drive around the leaf, then through the doorway."""
        base = view.poses["base"]
        way = np.array(DRAWN_IN) - self._in_base(view, view.position("tip") - base[:3])
        self._drawn_in = self._drawn_in or float(np.linalg.norm(way)) < 0.06
        if not self._drawn_in:
            return {"effectors": "grab", "joystick": self._stick(view, way, 0.105)}
        goal, near = ROUND[self._leg]
        stick = self._towards(view, spot_of(view.poses["door"]).at(goal.x, goal.y, goal.heading), near)
        if stick is None and self._leg < len(ROUND) - 1:
            self._leg += 1
        return {"effectors": "base", "turn_x": 0, "turn_y": 0, "joystick": stick or [0.0, 0.0, 0.0]}

    def _towards(self, view: View, goal: Spot, near: float) -> list[float] | None:
        """Deflection that drives the base to a place; None when it is there."""
        if self._drive is None:
            self._drive = Drive(np.array([goal.x, goal.y]), goal.heading, near)
        stick = self._drive.stick(view)
        if stick is None:
            self._drive = None
        return stick

    def _in_base(self, view: View, way: Array) -> Array:
        """A way of the world in axes of the base [m]. Shape (3,)."""
        found: Array = matrix_from_quaternion(view.poses["base"][3:]).T @ way
        return found

    def _stick(self, view: View, way: Array, most: float) -> list[float]:
        """Deflection that moves the grab along a way in axes of the base, with at most a speed [m/s]."""
        distance = float(np.linalg.norm(way))
        if distance < 0.002:
            return [0.0, 0.0, 0.0]
        size = min(min(GAIN * distance, most) / (SPEED * view.briefing.parameter(GRAB_SPEED)), 1.0)
        return [float(x) for x in size * way / distance]


register(
    Pilot(
        "contact",
        {"prm1-door": "contact"},
        "Drives before the door, takes and turns the lever in contact mode, drives around the hinge and through.",
        OpenDoor,
    )
)
