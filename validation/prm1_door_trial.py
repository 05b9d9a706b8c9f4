"""Attempts at the door, and operators that leave out what it cannot be opened without."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

import pult
from pult.exercise.run import drive, open_attempt
from pult.geometry.rotation import matrix_from_quaternion
from pult.pilot.pilot import Pilot
from pult.pilot.view import View
from pult.pilots.prm1.door import OpenDoor

EXERCISE, VARIANT = "prm1-door", "contact"
ENOUGH = 75.0
"""Time after which an attempt that must fail is ended [s]; the operator has the door open after 35 s."""


class WithoutTurning(OpenDoor):
    """Takes the lever and pulls by the base at once."""

    def act(self, view: View) -> Mapping[str, Any]:
        """Pull where the lever should be turned."""
        wanted = dict(super().act(view))
        return {**wanted, **self._pull(view)} if view.stage == view.briefing.number("turn") else wanted


class WithoutBase(OpenDoor):
    """Pulls the door along its arc with the arm alone; the base stands."""

    def act(self, view: View) -> Mapping[str, Any]:
        """Move the grab away from the leaf, at right angles to it."""
        if view.stage < view.briefing.number("pull"):
            return super().act(view)
        away = -matrix_from_quaternion(view.poses["leaf"][3:])[:, 1]
        return {"mode": "contact", "effectors": "grab", "joystick": [float(x) for x in 0.9 * self._in_base(view, away)]}


OPERATORS = {"complete": OpenDoor, "without turning": WithoutTurning, "without base": WithoutBase}


def attempt(*, seed: int, operator: str) -> pult.Figures:
    """One attempt.

    Args:
        seed: Seed of the start and of the tremor.
        operator: One of OPERATORS.

    Returns:
        Metrics "opened" (largest angle of the door) and "turned" (of the handle) [degrees], "force" (largest contact force
        on the grab) and "spring" (largest force of the contact mode) [N], "tilt" of the base [degrees], "points".
    """
    exercise = pult.load_exercise(EXERCISE)
    if operator != "complete":
        exercise = replace(exercise, document=msgspec.structs.replace(exercise.document, duration=ENOUGH))
    done = open_attempt(exercise, VARIANT, seed)
    drive(done, Pilot(operator, {EXERCISE: VARIANT}, "", OPERATORS[operator]), seed)
    verdict = done.judge.verdict()

    def signal(name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        return np.asarray(done.rows[:, done.session.channels.find(name).place])

    base = signal("body.base")
    upright = 1.0 - 2.0 * (base[:, 4] ** 2 + base[:, 5] ** 2)
    found = {
        "opened": math.degrees(float(signal("sensor.door_angle").max())),
        "turned": math.degrees(float(signal("sensor.handle_angle").max())),
        "force": float(signal("sensor.touch").max()),
        "spring": float(signal("output.force").max()),
        "tilt": math.degrees(math.acos(min(float(upright.min()), 1.0))),
        "points": float(done.score().points),
    }
    reason = verdict.limit or verdict.reason
    return pult.Figures(success=verdict.success, reason=reason, cause=reason, time=verdict.time, metrics=found)
