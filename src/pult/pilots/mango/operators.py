"""Pilots that lead the body with one joystick: to the line, along it through the gate, onto the mark, and down."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

EXERCISE = "mango-carry"
BODY, LINE, BEGIN, GATE, MARK = "load", "line", "begin", "gate", "mark"
FULL_SPEED, FULL_TURN = "velocity.k", "turning.k"
GAIN, TURN_GAIN = 1.3, 1.3
"""Wanted speed by distance and rate by angle [1/s]; with a reaction time of 0.2 s and a body that is led softly, more
would oscillate."""
CLOSE, ALIGNED = 0.0015, 0.006
"""Where the stick is released [m, rad]: well within the tolerances of the task card."""
LEAST = 0.09
"""Least deflection: a smaller one would be lost in the dead zones of hand and stick."""


class Carry:
    """Leads the body along the line: deviations across it are corrected first; its turn is that of the next goal."""

    def act(self, view: View) -> Mapping[str, Any]:
        """Deflect the stick, or set the body down."""
        stage = view.briefing.stages[view.stage].name if view.stage < len(view.briefing.stages) else ""
        body = view.poses[BODY]
        if stage not in ("begin", "gate", "mark"):
            return {"set_down": stage == "set-down"}
        along = _direction(view.poses[LINE])
        if stage == "begin":
            goal, turn = view.poses[BEGIN], _turn(view.poses[LINE])
        else:
            # the gate is on the way to the mark; up to it the bar stands across the line
            goal = view.poses[MARK]
            turn = _turn(view.poses[LINE if stage == "gate" else MARK])
        way = (goal - body)[:2]
        full, full_turn = view.briefing.parameter(FULL_SPEED), view.briefing.parameter(FULL_TURN)
        rates = _velocity(way, along, full) if stage != "begin" else _straight(way, full)
        left = math.remainder(turn - _turn(body), 2.0 * math.pi)
        turning = 0.0 if abs(left) < ALIGNED else float(np.clip(TURN_GAIN * left / full_turn, -1.0, 1.0))
        stick = rates / full if float(np.linalg.norm(way)) > CLOSE else np.zeros(2)
        none = CLOSE * GAIN / full
        return {"joystick": [_effective(float(stick[0]), none), _effective(float(stick[1]), none), _effective(turning)]}


def _effective(deflection: float, none: float = 0.0) -> float:
    """A deflection beyond the dead zones; none if so little is wanted that the axis is better left at rest."""
    if abs(deflection) <= none / 2.0:
        return 0.0
    return math.copysign(max(abs(deflection), LEAST), deflection)


def _straight(way: Array, full: float) -> Array:
    """Towards the goal, slower as it comes near [m/s]. Shape (2,)."""
    speed: Array = GAIN * way
    size = float(np.linalg.norm(speed))
    return speed * min(1.0, full / size) if size > 0.0 else speed


def _velocity(way: Array, along: Array, full: float) -> Array:
    """Towards the goal along a line: first back to the line, then on [m/s]. Shape (2,)."""
    forward = float(way @ along)
    back = _straight(way - forward * along, full)
    rest = math.sqrt(max(full**2 - float(back @ back), 0.0))
    found: Array = back + float(np.clip(GAIN * forward, -rest, rest)) * along
    return found


def _turn(pose: Array) -> float:
    """Angle of a thing about the vertical [rad]."""
    w, x, y, z = (float(value) for value in pose[3:7])
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def _direction(pose: Array) -> Array:
    """The y axis of a thing over the table. Shape (2,)."""
    turn = _turn(pose)
    return np.array([-math.sin(turn), math.cos(turn)])


for _name, _variant, _says in (
    ("semi-automatic", "coordinated", "Leads the body with the joystick along the line and sets it down."),
    ("each-arm", "each-arm", "Does the same with arms that integrate each by itself: they squeeze the body."),
    ("no-feedback", "no-feedback", "Does the same without feedback: the body does not go where it is led."),
):
    register(Pilot(_name, {EXERCISE: _variant}, _says, Carry))
