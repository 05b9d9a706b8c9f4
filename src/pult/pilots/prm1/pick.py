"""The operator of `prm1-pick`: drives to the table, and fetches the canister in straight lines of the grab."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.prm1.driving import BASE, Drive
from pult.pilots.prm1.lines import TIP, Line, ahead

EXERCISE = "prm1-pick"
CANISTER, MARK = "canister", "mark"
REACH = 1.09
"""Distance from the column at which the arm reaches over the table best [m]."""
BEFORE, OVER = 0.075, 0.035
"""Finger tips before the canister and below its middle while the camera is aimed at it [m]: the camera looks past them,
40 mm over the axis."""
DEEP = 0.012
"""How far the finger tips reach beyond the middle of the canister [m]."""
HIGH = 0.008
"""Height at which it is held over its middle [m]."""
LIFT, DOWN = 0.11, 0.002
"""How far it is lifted, and pressed down on the mark [m]."""
OPEN = 0.085
"""Opening at which the fingers are clear of it [m]."""

Plan = Iterator[Mapping[str, Any]]


def parking(view: View) -> Drive:
    """Where to stand: before canister and mark, equally far from both, on the robot's side of the table."""
    one, two = view.position(CANISTER)[:2], view.position(MARK)[:2]
    across = one - two
    aside = float(np.linalg.norm(across)) / 2.0
    forward = np.array([-across[1], across[0]]) / (2.0 * aside)
    if forward @ ((one + two) / 2.0 - view.position(BASE)[:2]) < 0.0:
        forward = -forward
    place = (one + two) / 2.0 - math.sqrt(REACH**2 - aside**2) * forward
    return Drive(place, math.atan2(forward[1], forward[0]))


class Fetch:
    """Does one thing after another; each waits for what it sees."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._plan = self._whole()

    def act(self, view: View) -> Mapping[str, Any]:
        """Wanted values of the panel's elements."""
        self._view = view
        return next(self._plan, {})

    @property
    def _now(self) -> View:
        if self._view is None:
            raise RuntimeError("nothing has been seen yet.")
        return self._view

    def _whole(self) -> Plan:
        yield from self._drive(parking(self._now))
        can = self._now.position(CANISTER).copy()
        way = ahead(self._now, can)
        yield from self._line(can - BEFORE * way - np.array([0.0, 0.0, OVER]), lambda: self._at("reach"))
        yield from self._line(can + DEEP * way + np.array([0.0, 0.0, HIGH]))
        yield from self._press("close_grab", lambda: self._at("lift"))
        offset = self._now.position(TIP) - self._now.position(CANISTER)
        held = self._now.position(TIP).copy()
        up = np.array([0.0, 0.0, LIFT])
        yield from self._line(held + up, lambda: self._at("put-down"))
        put = self._now.position(MARK) + offset
        yield from self._line(put + up)
        yield from self._line(put - np.array([0.0, 0.0, DOWN]), lambda: self._at("let-go"))
        yield from self._press("open_grab", lambda: self._now.shown["opening"] > OPEN)
        yield from self._line(self._now.position(TIP) + up)

    def _at(self, stage: str) -> bool:
        """Whether the task card shows this stage, or a later one."""
        return self._now.stage >= self._now.briefing.number(stage)

    def _drive(self, drive: Drive) -> Plan:
        while (stick := drive.stick(self._now)) is not None or not self._at("aim"):
            yield {"effectors": "base", "speed": 1.0, "joystick": stick or [0.0, 0.0, 0.0]}

    def _line(self, point: Array, enough: Callable[[], bool] | None = None) -> Plan:
        line = Line(point)
        while not (line.done(self._now) and (enough is None or enough())):
            yield {"effectors": "grab", **line.wanted(self._now)}

    def _press(self, button: str, enough: Callable[[], bool]) -> Plan:
        while not enough():
            yield {button: True}


register(
    Pilot(
        "semi-automatic",
        {EXERCISE: "semi-automatic"},
        "Drives to the table, then types in one point after another for the grab.",
        Fetch,
    )
)
