"""Attempts of scripted operators with the torso robot whose physics can be spoiled, and what is measured of them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import mujoco
import numpy as np

from pult.core.signals import Array
from pult.exercise.attempt import Attempt
from pult.exercise.exercise import load_exercise
from pult.exercise.run import drive, open_attempt
from pult.geometry.rotation import matrix_from_quaternion
from pult.pilot import Pilot, View, find_pilot
from pult.pilots.torso.operators import SemiAutomatic
from pult.pilots.torso.tasks import Button, Wish
from pult.sim.session import Session

IN_THE_AIR = 0.09
"""Height of the middle of the container over the table from which on it is carried [m]; it stands at 0.076."""
SLIP_TIME = 5.0
"""Slip is looked for within this time [s]."""
SLIPPERY = 0.015
"""Friction of slippery pads; usual is 0.9."""
WEAK = {"hands.right_fingers.grip.voltage": [0.075, 0.056, 0.056, 0.056]}
"""Fingers as weak as with motors of 0.15 N m instead of 1.6."""


class Palm:
    """Tries to press the button with the middle of the open hand instead of a fingertip."""

    def __init__(self) -> None:
        self._task = Button()

    def wish(self, view: View) -> Wish:
        """As with a fingertip, but the point that moves is another."""
        wish = self._task.wish(replace(view, poses={**view.poses, "right_fingertip": view.poses["right_grip"]}))
        return replace(wish, moved="right_grip") if wish.moved else wish


PALM = Pilot("palm", {"torso-button": "semi-automatic"}, "Presses with the open hand.", lambda: SemiAutomatic(Palm()))


def attempted(
    exercise: str,
    pilot: str | Pilot,
    seed: int,
    *,
    friction: float | None = None,
    parameters: Mapping[str, Any] | None = None,
    duration: float | None = None,
) -> Attempt:
    """An attempt to its end.

    Args:
        exercise: The exercise.
        pilot: A pilot, or its name.
        seed: Seed of the start and of the tremor.
        friction: Another coefficient of friction of the right hand's pads and palm.
        parameters: Parameters of the scheme.
        duration: Another longest time [s].
    """
    chosen = load_exercise(exercise)
    if duration is not None:
        chosen = replace(chosen, document=msgspec.structs.replace(chosen.document, duration=duration))
    who = find_pilot(exercise, pilot) if isinstance(pilot, str) else pilot
    attempt = open_attempt(chosen, who.exercises[exercise], seed, parameters, begin=False)
    if friction is not None:
        make_slippery(attempt.session, friction)
    attempt.settle()
    drive(attempt, who, seed)
    return attempt


def make_slippery(session: Session, friction: float) -> None:
    """Give everything of the right hand that touches another friction; the hand's counts, not that of what it holds."""
    model: Any = session.model
    hand = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, "right_hand")
    for geom in range(model.ngeom):
        body = int(model.geom_bodyid[geom])
        while body not in (0, hand):
            body = int(model.body_parentid[body])
        if body == hand and model.geom_contype[geom]:
            model.geom_priority[geom] = 1
            model.geom_friction[geom] = [friction, 0.02 * friction, 1e-6]


def carried(attempt: Attempt) -> list[Array]:
    """Where the container is in axes of the grip while it is in the air, time after time, at 20 Hz [m]. Shape (n, 3) each.

    Where it has stood on the table meanwhile, there are several.
    """
    channels, rows = attempt.session.channels, attempt.rows[:: round(0.05 / attempt.session.dt)]
    jar, grip = (rows[:, channels.find(name).place] for name in ("body.container", "site.right_grip"))
    table = rows[0, channels.find("body.table").place][2]
    turns = np.array([matrix_from_quaternion(quaternion) for quaternion in grip[:, 3:]])
    inside: Array = np.einsum("nji,nj->ni", turns, jar[:, :3] - grip[:, :3])
    up = jar[:, 2] - table > IN_THE_AIR
    edges = np.flatnonzero(np.diff(up)) + 1
    return [part for part, high in zip(np.split(inside, edges), np.split(up, edges), strict=True) if high[0]]


def slip(attempt: Attempt) -> float:
    """How far the container moves in the hand within 5 s, at most, while it is carried [m]."""
    most = 0.0
    for inside in carried(attempt):
        for lag in range(1, min(len(inside), round(SLIP_TIME / 0.05) + 1)):
            most = max(most, float(np.linalg.norm(inside[lag:] - inside[:-lag], axis=1).max()))
    return most
