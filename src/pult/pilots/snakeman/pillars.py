"""The operator who steers the head between pillars: plans a way and follows it."""

import math
from collections.abc import Mapping
from typing import Any

from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.snakeman.steering import STEP, Spot, find_way

EXERCISE = "snake-open"
FULL_SPEED, RADIUS = "advance.k", "head.radius"
"""Parameters of the scheme: speed at full deflection [m/s], radius of the tightest turn [m]."""
KEEP = (0.092, 0.084, 0.077)
"""Clearances from the middle of a pillar [m]; the first that leaves a way is used."""
SPARE = 1.07
"""Ratio of the planned minimum radius to the tightest turn: the margin is for correcting deviations."""
SPEED = 0.55
"""Deflection on the way."""
AHEAD = 0.035
"""Look-ahead: distance covered during the reaction time and the movement of the hand [m]."""
AIM, STOP = 0.012, 0.008
"""Distances from the target at which the way ends, and at which the stick is released [m]."""
KY, KH = 25.0, 6.0
"""Curvature by deviation sideways [1/m^2] and by heading [1/m]."""


class Steer:
    """Plans a way between the pillars that it sees, and follows it with the stick.

    The heading of the head is taken from its motion. The stick is set for the curvature of the way a little ahead, and
    against the deviation from it: k = k_way - ky e - kh (heading - heading of the way).
    """

    def __init__(self) -> None:
        """Nothing is planned yet."""
        self._way: list[Spot] = []
        self._last: tuple[float, float] | None = None
        self._heading = 0.0
        self._at = 0

    def act(self, view: View) -> Mapping[str, Any]:
        """Deflect the stick."""
        x, y = (float(v) for v in view.position("tip")[:2])
        tx, ty = (float(v) for v in view.aim[:2])
        if not self._way:
            self._way = self._plan(view, Spot(x, y, 0.0), (tx, ty))
        if self._last is not None and math.hypot(x - self._last[0], y - self._last[1]) > 0.004:
            self._heading = math.atan2(y - self._last[1], x - self._last[0])
            self._last = (x, y)
        self._last = self._last or (x, y)
        distance = math.hypot(tx - x, ty - y)
        while self._at < len(self._way) - 1 and self._passed(x, y, self._way[self._at + 1]):
            self._at += 1
        if distance < STOP or (self._at == len(self._way) - 1 and distance < 2.5 * AIM):
            return {"joystick": [0.0, 0.0]}
        here = self._way[self._at]
        off = (y - here.y) * math.cos(here.heading) - (x - here.x) * math.sin(here.heading)
        turned = math.remainder(self._heading - here.heading, 2.0 * math.pi)
        radius, full = view.briefing.parameter(RADIUS), view.briefing.parameter(FULL_SPEED)
        ahead = self._way[min(self._at + 1 + round(AHEAD / STEP), len(self._way) - 1)]
        steer = ahead.turn / SPARE - radius * (KY * off + KH * turned)
        speed = min(SPEED, max(1.6 * distance / full, 0.1))
        return {"joystick": [speed, min(max(steer, -1.0), 1.0)]}

    @staticmethod
    def _passed(x: float, y: float, spot: Spot) -> bool:
        """Whether the head is beyond a point of the way."""
        return (x - spot.x) * math.cos(spot.heading) + (y - spot.y) * math.sin(spot.heading) >= 0.0

    @staticmethod
    def _plan(view: View, start: Spot, target: tuple[float, float]) -> list[Spot]:
        pillars = [
            (float(pose[0]), float(pose[1])) for name, pose in sorted(view.poses.items()) if name.startswith("pillar")
        ]
        radius = SPARE * view.briefing.parameter(RADIUS)
        for keep in KEEP:
            way = find_way(start, target, pillars, radius=radius, keep=keep, close=AIM)
            if way:
                return way
        return [start]  # no way is seen: stay


register(
    Pilot(
        "semi-automatic",
        {EXERCISE: "steered"},
        "Plans a way between the pillars and steers the head along it.",
        Steer,
    )
)
