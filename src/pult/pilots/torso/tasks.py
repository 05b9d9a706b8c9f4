"""Plans of the exercises with the torso robot, independent of the control mode.

The same plan serves the operators of all modes: a *wish* is the next target of a point of the hand, or a button of the
panel to press. Axes are those of the base: x forward, y to the robot's left, z up; the palm of the right hand faces
left.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion
from pult.pilot.view import View


@dataclass(frozen=True)
class Wish:
    """The operator's next goal.

    Attributes:
        moved: Body or site to be moved; empty if nothing should move.
        aim: Its target position [m]. Shape (3,).
        speed: Maximum speed [m/s].
        press: Button of the panel to press; empty for none.
        fine: Whether it has to be done slowly, with reduced speed.
        step: A name that changes with the goal.
        near: Tolerance [m].
        stray: Maximum deviation from the straight path [m].
        beyond: Maximum overshoot beyond its end [m].
        turn: Maximum rotation of the hand on the way [rad].
        tilt: Maximum deviation of the hand from upright [rad].
        load: Points of a load that have to stay above the table, relative to the moved point [m].
        clear: Whether hand and load have to stay above the table.
        keep: Whether the hand should keep its orientation; else it is brought upright on the way.
    """

    moved: str
    aim: Array
    speed: float = 0.25
    press: str = ""
    fine: bool = False
    step: str = ""
    near: float = 0.008
    stray: float = 0.05
    beyond: float = 0.03
    turn: float = 0.6
    tilt: float = 0.5
    load: tuple[tuple[float, float, float], ...] = ()
    clear: bool = True
    keep: bool = False


class Task(Protocol):
    """A plan for an exercise."""

    def wish(self, view: View) -> Wish:
        """The next goal for a view."""


def _rest(step: str, press: str = "") -> Wish:
    return Wish("", np.zeros(3), press=press, step=step)


def _at(place: Sequence[float] | Array, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Array:
    moved: Array = np.asarray(place) + np.array([x, y, z])
    return moved


class Container:
    """Take the container from the side of the palm, lift it, carry it over the mark, set it down, leave.

    While it is carried, the controlled point is the container itself. If it ends up off the mark, it is grasped again,
    carried low and set down again.
    """

    BESIDE = 0.095
    """Distance from the middle of the container to the grip when the hand is beside it [m]."""
    HIGH = 0.01
    """Height of the grip above the middle of the container [m]: away from the table."""
    LIFT = 0.235
    CARRY = 0.045
    """Height at which the container is carried above the table [m]."""
    FEET = ((0.03, 0.0, -0.076), (-0.03, 0.0, -0.076), (0.0, 0.03, -0.076), (0.0, -0.03, -0.076))
    """Points where it would touch the table first, relative to its middle [m]."""
    TILT = 0.2
    """Maximum tilt while it is carried [rad]; less than half of what ends the attempt."""
    CLEAR = 0.08
    """Distance that the hand moves straight aside until its fingers are clear of it [m]."""
    AWAY, UP = 0.16, 0.05
    """Distance that the hand moves away from it at the end, and up if necessary [m]."""
    STANDING, LOW, PATIENCE = 0.15, 0.003, 15.0
    """It stands if its tilt [rad] and height [m] are below these; after this time [s] it is released anyway."""
    OPENING, CLOSING = 1.6, 2.0
    """Time for the hand to open, and to close firmly [s]."""
    SURE = 0.001
    """Margin to the tolerance of the task card beyond which it is grasped again [m]."""

    def __init__(self) -> None:
        self._stood = np.zeros(3)
        self._again = -1
        self._begin()

    def _begin(self) -> None:
        self._beside = self._over = self._clear = False
        self._opened = self._set = self._closed = -1.0
        self._left, self._back = np.zeros(3), np.zeros(3)

    def wish(self, view: View) -> Wish:
        """The goal for the stage on the task card; in a repetition, for what is seen."""
        grip, jar = view.position("right_grip"), view.position("container")
        stage = self._seen(view, grip, jar) if self._again >= 0 else view.stage
        if stage == 0:
            self._stood = jar.copy()
            beside = _at(jar, y=-self.BESIDE, z=self.HIGH)
            if not self._beside:
                self._beside = float(np.linalg.norm(grip - beside)) < 0.02
            if not self._beside:
                return Wish("right_grip", beside, step="beside", near=0.015, stray=0.045, tilt=0.4)
            aim = _at(jar, z=self.HIGH)
            return Wish("right_grip", aim, speed=0.08, step="in", near=0.012, stray=0.02, turn=0.3, tilt=0.15)
        if stage == 1:
            return _rest("close", "close_hand")
        if stage == 2:
            aim = _at(self._stood, z=self.LIFT if self._again < 0 else self.CARRY)
            return Wish("container", aim, speed=0.15, step="lift", near=0.01, tilt=self.TILT, load=self.FEET)
        if stage == 3:
            return _rest("hold")
        if stage == 4:
            return self._carry(view, jar)
        if self._opened < 0.0 and not self._stands(view, jar):
            return self._down(view)
        return self._leave(view, grip, jar)

    def _seen(self, view: View, grip: Array, jar: Array) -> int:
        """Progress of a repetition, which the task card does not show."""
        if self._again == 0 and float(np.linalg.norm(grip - jar)) < 0.02:
            self._again, self._closed = 1, view.time
        elif self._again == 1 and view.time - self._closed > self.CLOSING:
            self._again = 2
        elif self._again == 2 and float(jar[2] - self._stood[2]) > 0.7 * self.CARRY:
            self._again = 4
        elif self._again == 4 and float(jar[2] - self._stood[2]) < self.LOW:
            self._again = 5
        return self._again

    def _stands(self, view: View, jar: Array) -> bool:
        """Whether the container stands on the table, upright enough to be released; after a while always true."""
        if self._set < 0.0:
            self._set = view.time
        _, x, y, _ = view.poses["container"][3:]
        tilt = math.acos(max(1.0 - 2.0 * float(x * x + y * y), -1.0))
        stands = tilt < self.STANDING and float(jar[2] - self._stood[2]) < self.LOW
        return stands or view.time - self._set > self.PATIENCE

    def _carry(self, view: View, jar: Array) -> Wish:
        mark = view.position("place")
        away = float(np.linalg.norm((jar - mark)[:2]))
        self._over = away < (0.08 if self._over else 0.015)
        if not self._over:
            aim = np.array([mark[0], mark[1], self._stood[2] + self.CARRY])
            return Wish("container", aim, speed=0.15, step="carry", near=0.012, tilt=self.TILT, load=self.FEET)
        return self._down(view)

    def _down(self, view: View) -> Wish:
        mark = view.position("place")
        aim = np.array([mark[0], mark[1], self._stood[2] - 0.004])
        return Wish("container", aim, speed=0.05, step="down", near=0.002, stray=0.015, tilt=0.13)

    def _leave(self, view: View, grip: Array, jar: Array) -> Wish:
        if self._opened < 0.0:
            self._opened = view.time
        if view.time - self._opened < self.OPENING:
            self._left = grip.copy()
            # away from the palm, in any orientation of the hand: otherwise its fingers would drag the container along
            palm = matrix_from_quaternion(view.poses["right_wrist"][3:])[:, 1]
            back = np.array([-palm[0], -palm[1], max(-palm[2], 0.0)])
            self._back = back / np.linalg.norm(back)
            return _rest("open", "open_hand")
        if not self._clear:
            self._clear = float((grip - self._left) @ self._back) > self.CLEAR
        if not self._clear:
            aim = self._left + (self.CLEAR + 0.02) * self._back + np.array([0.0, 0.0, 0.015])
            return Wish(
                "right_grip", aim, speed=0.1, step="clear", near=0.01, stray=0.015, turn=0.15, tilt=0.12, keep=True
            )
        allowed = view.briefing.stage("let-go").below("container to place")
        if float(np.linalg.norm((jar - view.position("place"))[:2])) > allowed - self.SURE:
            self._again = 0
            self._begin()
            return self.wish(view)
        aim = _at(self._left, y=-self.AWAY, z=self.UP)
        return Wish("right_grip", aim, speed=0.1, step="leave", near=0.02, stray=0.03, tilt=0.25)


class Button:
    """Move the longest finger in front of the button, push straight in until it clicks, and retract.

    The last centimetres are done at reduced speed.
    """

    BEFORE = 0.05
    """Distance of the finger from the face of the button before pushing [m]."""

    TURN = 0.2
    """Maximum rotation of the hand close to the buttons [rad]: at twice that the next finger touches a neighbour."""
    DEEP = 1.5
    """Depth of the push beyond the face, as a multiple of the travel at which the button clicks."""

    def __init__(self) -> None:
        self._fine = self._before = self._near = False

    def wish(self, view: View) -> Wish:
        """The goal for the stage on the task card."""
        press = view.briefing.stage("press")
        tip, face = view.position("right_fingertip"), view.position(view.target or press.target)
        before = _at(face, x=-self.BEFORE)
        if view.stage >= view.briefing.number("back"):
            return Wish("right_fingertip", before, speed=0.05, step="back", stray=0.012, turn=self.TURN, fine=True)
        away, aside = float(np.linalg.norm(tip - before)), float(np.linalg.norm((tip - face)[1:]))
        self._fine = self._fine or away < 0.06
        # single joints swing the finger far aside: harmless while it is still in front of the button
        self._before = away < 0.006 or (self._before and aside < (0.03 if self._near else 0.06))
        if not self._before:
            self._near = False  # start the approach again: a push from here would swing the finger far aside
            return Wish("right_fingertip", before, speed=0.2, step="before", near=0.004, stray=0.03, fine=self._fine)
        self._near = self._near or float(face[0] - tip[0]) < 0.014
        if not self._near:
            return Wish(
                "right_fingertip", _at(face, x=-0.01), speed=0.05, step="near", near=0.004, stray=0.02, beyond=0.003,
                turn=self.TURN, fine=True,
            )  # fmt: skip
        [click] = [above for above, _ in press.asked.values() if above is not None]
        return Wish(
            "right_fingertip", _at(face, x=self.DEEP * click), speed=0.012, step="push", near=0.0, stray=0.007,
            beyond=0.001, turn=self.TURN, fine=True,
        )  # fmt: skip
