"""Operators of the torso robot: one moves the hand with the joystick, one turns joint after joint.

Both follow the same plan (`pult.pilot.torso_tasks`), see the same picture with the same delay, and have one hand for
the panel. What differs is the mode of control, and so what they have to do to bring the hand to a place.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.pose import inverse, pose
from pult.motion.ik.solve import solve_ik
from pult.pilot.pilot import Pilot, register
from pult.pilot.torso_tasks import Button, Container, Task, Wish
from pult.pilot.view import View
from pult.robot.chain import Chain
from pult.robot.robot import load_robot

FULL_SPEED = 0.25
"""Speed of the hand at full deflection [m/s]."""
FULL_TURN = 0.6
"""Speed of a joint at full deflection [rad/s]."""
HAND = 0.19
"""Length of the hand [m]: a turn by an angle moves the fingertips as far as a shift by that angle times this."""
LEVER = 0.5
"""From the shoulder to the fingers, about [m]."""
FINE = 0.3
"""What the speed is turned down to for fine work."""
TASKS: Mapping[str, Callable[[], Task]] = {"torso-container": Container, "torso-button": Button}
ARM = (
    "right_shoulder_pitch", "right_shoulder_roll", "right_shoulder_yaw", "right_elbow", "right_forearm_roll",
    "right_wrist_flexion", "right_wrist_deviation",
)  # fmt: skip


class SemiAutomatic:
    """Pushes the joystick towards the aim, the less the nearer the hand is."""

    GAIN = 1.8
    """Wanted speed by distance [1/s]; with eyes 0.2 s late, more would swing."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def decide(self, view: View) -> Mapping[str, Any]:
        """Choose the hand, and push it."""
        wish = self._task.wish(view)
        wanted: dict[str, Any] = {"mode": "semi-automatic", "effectors": "right_hand"}
        if wish.fine:
            wanted["speed"] = FINE
        if wish.press:
            return {**wanted, wish.press: True}
        if not wish.moved:
            return wanted
        way = wish.aim - view.position(wish.moved)
        distance = float(np.linalg.norm(way))
        if distance < 0.5 * wish.near:
            return wanted
        speed = min(self.GAIN * distance, wish.speed)
        full = FULL_SPEED * (FINE if wish.fine else 1.0)
        stick = way / distance * min(speed / full, 1.0)
        return {**wanted, "joystick": [float(x) for x in stick]}


class Command:
    """Turns the joints of the arm one after another to angles that it knows: an *oracle*.

    No person knows by how much each joint has to be turned; this operator does, from inverse kinematics. It is the
    lower bound of what command mode takes. The way to the aim is cut into short pieces, so that the hand keeps near to
    the straight line and near to its orientation.
    """

    CLOSE, ROUGH, EXACT = 0.012, 0.03, 0.004
    """An angle that is wrong by less will do: at the end of the way, on it, and in fine work [rad]."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._step = ""
        self._held: Array | None = None
        self._goals: list[Array] = []
        self._joint = -1
        self._close, self._full, self._most = self.CLOSE, FULL_TURN, 1.0

    def decide(self, view: View) -> Mapping[str, Any]:
        """Choose a joint, and turn it."""
        wish = self._task.wish(view)
        wanted: dict[str, Any] = {"mode": "command", "effectors": "right_hand"}
        if wish.fine:
            wanted["speed"] = FINE
        self._close = self.EXACT if wish.fine else self.CLOSE
        self._full = FULL_TURN * (FINE if wish.fine else 1.0)
        self._most = min(wish.speed / LEVER / self._full, 1.0) if wish.fine else 1.0
        if self._held is None:
            self._held = view.poses["right_wrist"][3:].copy()
        if wish.step != self._step:
            self._step, self._goals, self._joint = wish.step, [], -1
        if wish.press:
            return {**wanted, wish.press: True}
        if not wish.moved:
            return wanted
        if not self._goals:
            if float(np.linalg.norm(wish.aim - view.position(wish.moved))) < wish.near:
                return wanted
            self._goals = self._way(view, wish)
        q = np.array([view.angles[name] for name in ARM])
        joint = self._next(q)
        if joint < 0:
            return wanted
        return {**wanted, "joints": [ARM[joint]], "joystick": [self._push(self._goals[0][joint] - q[joint]), 0.0, 0.0]}

    def _next(self, q: Array) -> int:
        """The joint that is being turned, or the one to turn next; -1 if the aim's angles are all there."""
        while self._goals:
            left = np.abs(self._goals[0] - q)
            if self._joint >= 0 and left[self._joint] > self._close:
                return self._joint
            enough = self._close if len(self._goals) == 1 else self.ROUGH
            wrong = [int(joint) for joint in np.flatnonzero(left > enough)]
            if wrong:
                self._joint = min(wrong, key=lambda joint: self._astray(q, joint))
                return self._joint
            self._goals.pop(0)
            self._joint = -1
        return -1

    def _astray(self, q: Array, joint: int) -> float:
        """How far the hand is off its aim, turned and moved, once a joint has been turned: small ones come first."""
        tried = q.copy()
        tried[joint] = self._goals[0][joint]
        there, aim = _right_arm().forward(tried), _right_arm().forward(self._goals[0])
        turn = math.acos(min(max((float(np.trace(there[:3, :3].T @ aim[:3, :3])) - 1.0) / 2.0, -1.0), 1.0))
        return turn + float(np.linalg.norm(there[:3, 3] - aim[:3, 3])) / HAND

    def _push(self, angle: float) -> float:
        deflection = min(max(3.0 * angle / self._full, -self._most), self._most)
        return math.copysign(max(abs(deflection), 0.07), deflection)

    def _way(self, view: View, wish: Wish) -> list[Array]:
        """Angles of the arm for each piece of the straight way of what moves. Shape (7,) each."""
        chain = _right_arm()
        chest = pose(view.position("chest"), view.poses["chest"][3:])
        wrist = pose(view.position("right_wrist"), view.poses["right_wrist"][3:])
        held = pose(np.zeros(3), self._held)
        begin = view.position(wish.moved)
        # in the axes of the hand, which comes back to its orientation
        offset = wrist[:3, :3].T @ (begin - wrist[:3, 3])
        pieces = max(1, math.ceil(float(np.linalg.norm(wish.aim - begin)) / wish.piece))
        q, found = np.array([view.angles[name] for name in ARM]), []
        for n in range(1, pieces + 1):
            point = begin + (wish.aim - begin) * (n / pieces)
            goal = held.copy()
            goal[:3, 3] = point - held[:3, :3] @ offset
            q = solve_ik(chain, inverse(chest) @ goal, q, starts=1).q
            found.append(q)
        return found


@cache
def _right_arm() -> Chain:
    return load_robot("torso").chain("right_arm")


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
