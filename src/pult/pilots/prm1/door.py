"""The operator of the door: takes the lever, turns it, drives around the hinge, lets go, drives through."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.prm1.ground import Spot, driving_stick, spot_of

BASE_SPEED, BASE_TURN, GRAB_SPEED = "base.forward.k", "base.turn.k", "contact.full.k"
"""Parameters of the scheme: speeds at full deflection [m/s], [rad/s], [m/s]."""
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
OPEN = math.radians(75.0)
"""Angle at which the door is left: beside a leaf that stands at 60 degrees there is little room."""
TURNING = 0.3
"""Deflection while the base turns about the hinge, which is far from its middle."""
PUSH = 0.4
"""Deflection with which the lever is pushed down, and let up."""
RETURNED = 0.012
"""The lever is let up until it is this far below its axis [m]: a grab that opens with tight springs would jump."""
OPENED = 0.05
"""Opening of the grab that lets the lever go [m]."""
DRAWN_IN = (0.78, SIDE, 0.14)
"""Where the grab is carried while driving, over the platform [m]."""
ROUND = ((-0.85, -1.85), (0.74, -1.9), (0.54, 0.1), (0.47, 1.25))
"""The way of the base around the leaf and through the doorway, in axes of the door [m]."""


class OpenDoor:
    """Acts stage by stage; what it has done within a stage is remembered."""

    def __init__(self) -> None:
        """Start a new attempt."""
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
                return self._drive_through(view)

    def _reach(self, view: View) -> dict[str, Any]:
        door, base = spot_of(view.poses["door"]), spot_of(view.poses["base"])
        lever = door.seen(_spot(view.position("lever")))
        goal = door.at(lever.x, lever.y - REACH, 0.5 * math.pi).at(0.0, -SIDE)
        stick = driving_stick(base, goal, 0.015 if not self._arrived else 0.04, self._full(view))
        self._arrived = self._arrived or not any(stick)
        if not self._arrived:
            return {"effectors": "base", "joystick": stick}
        inward = matrix_from_quaternion(view.poses["door"][3:])[:, 1]
        self._before = self._before or float(np.linalg.norm(self._missing(view, -BEFORE, inward))) < 0.012
        way = self._missing(view, INSIDE if self._before else -BEFORE, inward)
        return {"effectors": "grab", "joystick": self._push(view, way, 0.06 if self._before else 0.105)}

    def _pull(self, view: View) -> dict[str, Any]:
        """Turn the base about the hinge, with the arm held by its springs."""
        door, base = spot_of(view.poses["door"]), spot_of(view.poses["base"])
        if self._centre is None:
            self._centre = base.seen(door)
        turn = {"turn_x": round(1000.0 * self._centre.x), "turn_y": round(1000.0 * self._centre.y)}
        return {"effectors": "base", **turn, "joystick": [0.0, 0.0, -TURNING]}

    def _release(self, view: View) -> dict[str, Any]:
        opened = math.remainder(spot_of(view.poses["door"]).heading - spot_of(view.poses["leaf"]).heading, math.tau)
        if opened < OPEN and not self._released:
            return self._pull(view)
        sunk = view.position("handle_axis")[2] - view.position("lever")[2]
        self._up = self._up or sunk < RETURNED
        if not self._up:
            return {"effectors": "grab", "joystick": [0.0, 0.0, PUSH]}
        self._released = self._released or view.shown["opening"] > OPENED
        if not self._released:
            return {"effectors": "grab", "open_grab": True}
        return {"effectors": "grab", "joystick": [-0.5, 0.0, 0.0]}

    def _drive_through(self, view: View) -> dict[str, Any]:
        base = view.poses["base"]
        R = matrix_from_quaternion(base[3:])
        tip = R.T @ (view.position("tip") - base[:3]) - np.array([0.0, 0.0, 0.45])
        way = np.array(DRAWN_IN) - tip
        self._drawn_in = self._drawn_in or float(np.linalg.norm(way)) < 0.06
        if not self._drawn_in:
            return {"effectors": "grab", "joystick": self._stick(view, way, 0.105)}
        door, here = spot_of(view.poses["door"]), spot_of(base)
        x, y = ROUND[self._leg]
        ahead = ROUND[min(self._leg + 1, len(ROUND) - 1)]
        heading = 0.5 * math.pi - OPEN if self._leg == 0 else math.atan2(ahead[1] - y, ahead[0] - x)
        goal = door.at(x, y, heading if self._leg < len(ROUND) - 1 else here.heading - door.heading)
        stick = driving_stick(here, goal, 0.05, self._full(view))
        if not any(stick) and self._leg < len(ROUND) - 1:
            self._leg += 1
        return {"effectors": "base", "turn_x": 0, "turn_y": 0, "joystick": stick}

    def _missing(self, view: View, beyond: float, inward: Array) -> Array:
        """Way of the finger tips to a point beyond the lever [m]. Shape (3,)."""
        found: Array = view.position("lever") + beyond * inward - view.position("tip")
        return found

    def _push(self, view: View, way: Array, most: float) -> list[float]:
        """Deflection for a way given in axes of the world."""
        return self._stick(view, matrix_from_quaternion(view.poses["base"][3:]).T @ way, most)

    def _stick(self, view: View, way: Array, most: float) -> list[float]:
        """Deflection for a way in axes of the base, with at most a speed [m/s]."""
        distance = float(np.linalg.norm(way))
        if distance < 0.002:
            return [0.0, 0.0, 0.0]
        full = SPEED * view.briefing.parameter(GRAB_SPEED)
        size = min(min(GAIN * distance, most) / full, 1.0)
        return [float(x) for x in size * way / distance]

    def _full(self, view: View) -> tuple[float, float]:
        parameter = view.briefing.parameter
        return SPEED * parameter(BASE_SPEED), SPEED * parameter(BASE_TURN)


def _spot(position: Array) -> Spot:
    return Spot(float(position[0]), float(position[1]))


register(
    Pilot(
        "contact",
        {"prm1-door": "contact"},
        "Drives before the door, takes and turns the lever in contact mode, drives around the hinge and through.",
        OpenDoor,
    )
)
