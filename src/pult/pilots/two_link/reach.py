"""Pilots of the two-link arm: they touch targets one after another and report the one that is out of reach."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View

EXERCISE = "two-link-reach"
FULL_SPEED, FULL_TURN = "velocity.k", "rate.k"
"""Parameters of the schemes: speed of the hand [m/s], or of a joint [rad/s], at full deflection."""
NEAR = 0.30
"""Minimum distance of a path from the base; a closer one goes around it [m]."""
CLOSE = 0.008
"""Distance at which the target is touched and the stick released [m]."""
FARTHER = 0.01
"""How much farther from the base than the hand a target must be to count as out of reach [m]."""


class _Patience:
    """Detects that the hand makes no progress towards the target."""

    def __init__(self) -> None:
        self._target = ""
        self._best = math.inf
        self._since = 0.0

    def waited(self, view: View, distance: float) -> float:
        """Time without progress [s]."""
        if view.target != self._target or distance < self._best - 0.004:
            self._target, self._best, self._since = view.target, distance, view.time
        return view.time - self._since


def _way(hand: Array, aim: Array, base: Array) -> Array:
    """Vector to go in the plane: straight, or around the base. Shape (2,)."""
    p, q = hand[:2] - base[:2], aim[:2] - base[:2]
    straight = q - p
    length = float(np.linalg.norm(straight))
    nearest = 0.0 if length == 0.0 else float(np.clip(-(p @ straight) / length**2, 0.0, 1.0))
    if float(np.linalg.norm(p + nearest * straight)) >= min(NEAR, float(np.linalg.norm(q)) - 1e-3):
        return straight
    turn = _bearing(q) - _bearing(p)
    radius = float(np.linalg.norm(p))
    outward = p / radius
    along = np.array([-outward[1], outward[0]]) * math.copysign(1.0, turn)
    return (along + outward * (0.42 - radius) * 6.0) * 0.3


class SemiAutomatic:
    """Moves the hand with the joystick towards the target, slower as it comes near.

    The target is reported if the lamp shows that the hand cannot move on, there was no progress for a while, and the
    target is farther out than the hand. The lamp alone is not sufficient: after a report the wanted point is still out
    of reach, so that the lamp stays lit while the stick already points towards the next target.
    """

    def __init__(self, mode: str, gain: float) -> None:
        """Args:
        mode: What the joystick sets: "rate" or "displacement".
        gain: Wanted speed by distance [1/s].
        """
        self._mode, self._gain = mode, gain
        self._patience = _Patience()
        self._given_up = ""

    def act(self, view: View) -> Mapping[str, Any]:
        """Deflect the stick towards the target, or report it."""
        wanted: dict[str, Any] = {"effectors": "hand", "joystick_mode": self._mode}
        if not view.target:
            return wanted
        hand, aim, base = view.position("hand"), view.aim, view.position("base")
        distance = float(np.linalg.norm((aim - hand)[:2]))
        stuck = self._patience.waited(view, distance)
        if distance < CLOSE:
            return wanted
        farther = float(np.linalg.norm((aim - base)[:2]) - np.linalg.norm((hand - base)[:2]))
        if view.lamp("out_of_reach") and stuck > 1.0 and farther > FARTHER:
            self._given_up = view.target
        if self._given_up == view.target:  # the lamp may go out as soon as the stick is released
            return {**wanted, "unreachable": True}
        way = _way(hand, aim, base)
        speed = self._gain * way / view.briefing.parameter(FULL_SPEED)
        size = float(np.linalg.norm(speed))
        stick = speed / max(size, 1.0)
        return {**wanted, "joystick": [float(stick[0]), float(stick[1]), 0.0]}


class Command:
    """Turns one joint at a time: the elbow until the hand is as far out as the target, then the shoulder.

    It estimates angles from the positions of shoulder, elbow, hand and target. If the arm is stretched and the hand is
    still not at the target, the target is reported.
    """

    def act(self, view: View) -> Mapping[str, Any]:
        """Select a joint and turn it, or report the target."""
        if not view.target:
            return {}
        base, elbow, hand = (view.position(name)[:2] for name in ("base", "fore", "hand"))
        aim = view.aim[:2]
        upper, fore = float(np.linalg.norm(elbow - base)), float(np.linalg.norm(hand - elbow))
        far = float(np.linalg.norm(aim - base))
        if float(np.linalg.norm(aim - hand)) < CLOSE:
            return {}
        bend = _angle(elbow - base, hand - elbow)
        cosine = (far**2 - upper**2 - fore**2) / (2.0 * upper * fore)
        wanted_bend = math.copysign(math.acos(min(max(cosine, -1.0), 1.0)), bend)
        turn = _bearing(aim - base) - _bearing(hand - base)
        straight = cosine >= 1.0
        full = view.briefing.parameter(FULL_TURN)
        if abs(wanted_bend - bend) > (0.02 if straight else 0.012):
            return self._turn("elbow", wanted_bend - bend, full)
        if abs(turn) > 0.008:
            return self._turn("shoulder", turn, full)
        return {"unreachable": True} if far > upper + fore + 0.01 else self._turn("elbow", wanted_bend - bend, full)

    def _turn(self, joint: str, angle: float, full: float) -> Mapping[str, Any]:
        deflection = min(max(2.0 * angle / full, -1.0), 1.0)
        if abs(deflection) < 0.08:  # a smaller one would be lost in the dead zone of the hand
            deflection = math.copysign(0.08, deflection)
        return {"joints": [joint], "joystick": [deflection, 0.0, 0.0]}


def _bearing(a: Array) -> float:
    """Direction from the base [rad]; its jump by 2 pi is at the back, where the shoulder has its limit."""
    return math.atan2(float(a[1]), float(a[0]))


def _angle(a: Array, b: Array) -> float:
    """Angle from one direction to another in the plane [rad]."""
    return math.atan2(float(a[0] * b[1] - a[1] * b[0]), float(a @ b))


register(
    Pilot(
        "semi-automatic",
        {EXERCISE: "semi-automatic"},
        "Moves the hand with the joystick, which sets its speed.",
        lambda: SemiAutomatic("rate", 1.8),
    )
)
register(
    Pilot(
        "displacement",
        {EXERCISE: "semi-automatic"},
        "Moves the hand with the joystick, which sets its displacement.",
        lambda: SemiAutomatic("displacement", 1.2),
    )
)
register(
    Pilot("command", {EXERCISE: "command"}, "Turns elbow and shoulder one after the other with the joystick.", Command)
)
