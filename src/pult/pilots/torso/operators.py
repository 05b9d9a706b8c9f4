"""Operators of the torso robot: one moves the hand with the joystick, others turn one joint after another.

All follow the same plan (`pult.pilots.torso.tasks`), see the same view with the same delay, and have one hand for the
panel. They differ in the control mode, and so in the actions needed to move the hand to a place.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.pose import pose
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.torso.tasks import Button, Container, Task, Wish
from pult.pilots.torso.way import CLEAR, Sight, Turn, angle_between, plan, right_arm

FULL_SPEED = "velocity.k"
"""Parameter of the scheme: speed of the hand at full deflection [m/s]."""
HAND = 0.1
"""Distance from the wrist to the middle of the hand [m]: lever arm that converts angles to distances."""
FINE = 0.3
"""Speed setting for fine work; otherwise full speed."""
LEAST = 0.07
"""Smallest deflection of the stick with a certain effect."""
TASKS: Mapping[str, Callable[[], Task]] = {"torso-container": Container, "torso-button": Button}


class SemiAutomatic:
    """Deflects the joystick towards the target, in proportion to the distance."""

    GAIN = 1.8
    """Wanted speed by distance [1/s]; with a reaction time of 0.2 s, more would oscillate."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def act(self, view: View) -> Mapping[str, Any]:
        """Select the hand, and move it."""
        wish = self._task.wish(view)
        wanted = {"mode": "semi-automatic", "effectors": "right_hand", "speed": _slider(wish)}
        if wish.press:
            return {**wanted, wish.press: True}
        if not wish.moved:
            return wanted
        way = wish.aim - view.position(wish.moved)
        distance = float(np.linalg.norm(way))
        if distance < 0.5 * wish.near:
            return wanted
        speed = min(self.GAIN * distance, wish.speed)
        stick = way / distance * min(speed / (view.briefing.parameter(FULL_SPEED) * _slider(wish)), 1.0)
        return {**wanted, "joystick": [float(x) for x in stick]}


class Joints(ABC):
    """Turns one joint of the arm after another; subclasses choose the joints and angles."""

    CLOSE, EXACT = 0.012, 0.004
    """Tolerance of angles in normal and in fine work [rad]."""
    GAIN = 3.0
    """Wanted speed by angle [1/s]."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._step = ""
        self._turns: list[Turn] = []
        self._upright: Array | None = None
        self._close = self.CLOSE

    def act(self, view: View) -> Mapping[str, Any]:
        """Select a joint, and turn it."""
        wish = self._task.wish(view)
        wanted = {"mode": "command", "effectors": "right_hand", "speed": _slider(wish)}
        if self._upright is None:
            self._upright = pose(np.zeros(3), view.poses["right_wrist"][3:])
        if wish.step != self._step:
            self._step, self._turns = wish.step, []
            self._close = self.EXACT if wish.fine else self.CLOSE
        if wish.press:
            return {**wanted, wish.press: True}
        if not wish.moved:
            return wanted
        sight = Sight.of(view, wish)
        while self._turns and abs(self._turns[0][1] - sight.q[self._turns[0][0]]) <= self._close:
            self._turns.pop(0)
        if not self._turns:
            if float(np.linalg.norm(wish.aim - view.position(wish.moved))) < wish.near:
                return wanted
            self._turns = self._choose(sight, wish, sight.hand(sight.q) if wish.keep else self._upright)
        if not self._turns:
            return wanted
        joint, angle = self._turns[0]
        push = self._push(angle - sight.q[joint], sight.lever(joint), sight.full_turn * _slider(wish), wish)
        return {**wanted, "joints": [right_arm().names[joint]], "joystick": [push, 0.0, 0.0]}

    @abstractmethod
    def _choose(self, sight: Sight, wish: Wish, upright: Array) -> list[Turn]:
        """Joints to turn next, in order."""

    def _push(self, angle: float, lever: float, full: float, wish: Wish) -> float:
        """Deflection for a remaining angle, limited to the same speed of the moved point as in semi-automatic mode."""
        most = min(wish.speed / max(lever, 0.05) / full, 1.0)
        deflection = min(max(self.GAIN * angle / full, -most), most)
        return math.copysign(max(abs(deflection), LEAST), deflection)


class Command(Joints):
    """An *oracle*: it turns joints to angles that it knows from inverse kinematics.

    No person knows by how much each joint has to be turned. This operator does, and knows the best order as well; so it
    gives a lower bound for command mode.
    """

    def _choose(self, sight: Sight, wish: Wish, upright: Array) -> list[Turn]:
        turns = plan(sight, wish, upright, self._close)
        if not turns:  # all angles are within tolerance but the hand is not: use a smaller tolerance
            self._close = max(0.5 * self._close, 0.001)
        return turns


class Greedy(Joints):
    """Turns the joint that brings the hand closest, as far as possible, then the next: what a person may do.

    The distance combines position and orientation, with rotations weighted by how far they move the middle of the hand.
    It does not turn a joint so far that the hand would hit the table.
    """

    FARTHEST, STEPS = 0.8, 30
    """Candidate angles of a joint: maximum [rad], and number on each side."""
    WAIT = 10
    """Number of views to wait when no joint brings the hand closer."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._wait = 0

    def _choose(self, sight: Sight, wish: Wish, upright: Array) -> list[Turn]:
        self._wait -= 1
        if self._wait > 0:
            return []
        low = min(CLEAR, sight.clearance(sight.q))

        def far(q: Array) -> float:
            if wish.clear and sight.clearance(q) < low - 1e-9:
                return math.inf
            distance = float(np.linalg.norm(wish.aim - sight.moved(q)))
            return math.hypot(distance, HAND * angle_between(sight.hand(q), upright))

        chain = right_arm()
        best, chosen = far(sight.q), None
        angles = np.linspace(0.0, self.FARTHEST, self.STEPS + 1)[1:] ** 2 / self.FARTHEST  # finer near by
        for joint in range(len(sight.q)):
            for way in (-1.0, 1.0):
                for angle in way * angles:
                    q = sight.q.copy()
                    q[joint] += angle
                    distance = far(q)
                    if not chain.lower[joint] < q[joint] < chain.upper[joint] or math.isinf(distance):
                        break
                    if abs(angle) > self._close and distance < best - 1e-4:
                        best, chosen = distance, (joint, float(q[joint]))
        if chosen is None:
            self._close, self._wait = max(0.5 * self._close, 0.001), self.WAIT
        return [chosen] if chosen is not None else []


def _slider(wish: Wish) -> float:
    """Setting of the speed slider: up, and down for fine work."""
    return FINE if wish.fine else 1.0


for _exercise, _task in TASKS.items():
    register(
        Pilot(
            "semi-automatic",
            {_exercise: "semi-automatic"},
            "Moves the hand with the joystick, which sets its speed.",
            lambda task=_task: SemiAutomatic(task()),
        )
    )
    register(
        Pilot(
            "command",
            {_exercise: "command"},
            "Turns one joint after another to the right angle, which it knows.",
            lambda task=_task: Command(task()),
        )
    )
    register(
        Pilot(
            "command-greedy",
            {_exercise: "command"},
            "Turns the joint that brings the hand nearest, then the next.",
            lambda task=_task: Greedy(task()),
        )
    )
