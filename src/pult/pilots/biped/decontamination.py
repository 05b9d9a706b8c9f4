"""The operator who finds the radioactive jar with the meter, takes it, and drops it into the bin.

Jars look the same, and so they are without names to this operator: it remembers where it saw one, reads the meter at
three places, and goes to the jar that explains the readings best.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.pilot.pilot import Pilot, register
from pult.pilot.view import View
from pult.pilots.biped.route import Circle, Point, route
from pult.pilots.biped.steering import REST, Stand, Stick, Way, here, towards

JARS = ("container", "jar1", "jar2", "jar3")
"""Things that look like a jar; which one it is nobody can see."""
SHELVES = ("shelf1", "shelf2", "shelf3", "shelf4")
HAND, ARM = "right_grip", "right_hand"
LOOKOUTS: Sequence[Point] = ((1.55, 0.95), (4.75, 0.75), (4.55, -0.85))
"""Where the meter is read [m]: before each shelf, and between two of them."""
INSIDE: Sequence[Point] = ((-0.6, 0.0), (0.8, 0.0))
"""Through the door [m]."""
LOW, HIGH = (0.7, -1.75), (5.6, 1.75)
"""Corners of the free floor [m]."""
PARTITION: Sequence[Circle] = tuple((3.15, y, 0.55) for y in (1.8, 2.2, 2.6))
CLEAR = {"trolley": 0.84, "bin": 0.66}
"""Distance to keep from their middle [m]."""
FAR, WAIT = 5.0, 2.5
"""Jars are seen from this distance [m]; how long the meter is read [s]."""
BACKGROUND = 3e-11
"""Reading far from all sources [Sv/s]."""
BEFORE, AHEAD, ASIDE = 0.80, 0.36, -0.17
"""Where the jar is in the robot's axes before the last steps, and when it is taken: forward, and to the left [m]."""
BESIDE, ABOVE, LIFT = 0.095, 0.01, 0.13
"""Distance of hand and jar before the hand moves in, height of the hand over its middle, and how far to lift it [m]."""
CARRY = (0.30, -0.22)
"""Where the jar is carried in the robot's axes: forward and left [m]."""
BACK = 0.50
"""How far the robot steps back from a shelf [m]."""
BIN_AHEAD, BIN_ASIDE, NEARER = 0.52, -0.18, 0.09
"""Where the bin is in the robot's axes when the jar is dropped, with room for the knees before its column, and how far
before its middle the jar is dropped [m]."""
OVER = 0.24
"""Height of the jar's middle over the rim when it is carried over it [m]."""
CLOSING, OPENING = 2.0, 1.6
STUCK, MOVED, RETREAT = 10.0, 0.25, 3.0
"""Who has not moved so far [m] for so long [s] on a way is held by something, and steps back for some time [s]."""
GAIN = 1.8
"""Wanted speed of the hand by distance [1/s]."""


def in_robot(view: View, point: Array) -> Array:
    """A point in the axes of the robot, without its height [m]. Shape (3,)."""
    ahead, left = towards(view, float(point[0]), float(point[1]))
    return np.array([ahead, left, float(point[2])])


class Search:
    """What the operator has seen and read."""

    def __init__(self) -> None:
        self.jars: list[Array] = []
        self.readings: list[tuple[Point, float]] = []

    def look(self, view: View) -> None:
        """Remember jars in sight."""
        mine = here(view)
        if mine[0] < 0.0:
            return
        for place in sorted((view.position(name) for name in JARS), key=lambda place: (place[0], place[1])):
            spot = (float(place[0]), float(place[1]))
            hidden = (mine[0] - 3.15) * (spot[0] - 3.15) < 0.0 and _height_at(mine, spot, 3.15) > 1.7
            known = any(math.dist(spot, (float(jar[0]), float(jar[1]))) < 0.3 for jar in self.jars)
            if not hidden and not known and math.dist(mine, spot) < FAR:
                self.jars.append(place.copy())

    def best(self) -> list[Array]:
        """Jars in order of how well they explain the readings by the inverse square of the distance, best first."""

        def misfit(jar: Array) -> float:
            shape = np.array([1.0 / (math.dist(spot, (jar[0], jar[1])) ** 2 + 0.1) for spot, _ in self.readings])
            read = np.array([max(reading - BACKGROUND, 0.0) for _, reading in self.readings])
            strength = float(shape @ read) / float(shape @ shape)
            return float(np.sum((read - strength * shape) ** 2))

        return sorted(self.jars, key=misfit)


def _height_at(one: Point, other: Point, x: float) -> float:
    return one[1] + (other[1] - one[1]) * (x - one[0]) / (other[0] - one[0])


class Decontaminator:
    """Searches, takes, carries and drops: a list of things to do, one after another."""

    def __init__(self) -> None:
        self._search = Search()
        self._step = "enter"
        self._since = 0.0
        self._walk: Way | Stand | None = None
        self._left = list(LOOKOUTS)
        self._rates: list[float] = []
        self._jar = np.zeros(3)
        self._tried: list[Array] = []
        self._face = 0.0
        self._hold = np.zeros(3)
        self._moved: tuple[float, Point] = (0.0, (0.0, 0.0))
        self._again = ""

    def act(self, view: View) -> Mapping[str, Any]:
        """What to do with the panel now."""
        self._search.look(view)
        for _ in range(8):  # a step that is done leads to the next one
            wanted: Mapping[str, Any] | None = getattr(self, f"_{self._step}")(view)
            if wanted is not None:
                return wanted
        return {}

    def _go(self, step: str, view: View) -> None:
        self._step, self._since, self._walk = step, view.time, None

    def _lasted(self, view: View) -> float:
        return view.time - self._since

    def _walked(self, view: View, walk: Way | Stand, next_step: str) -> Mapping[str, Any] | None:
        if walk is not self._walk or math.dist(here(view), self._moved[1]) > MOVED:
            self._moved = (view.time, here(view))
        self._walk = walk
        stick = walk.stick(view)
        if stick is None:
            self._go(next_step, view)
            return None
        if isinstance(walk, Way) and view.time - self._moved[0] > STUCK:
            self._again = self._step
            self._go("retreat", view)
            return None
        return _walking(stick)

    def _retreat(self, view: View) -> Mapping[str, Any] | None:
        """Step back from what is in the way, and look for another one."""
        if self._lasted(view) > RETREAT:
            self._go(self._again, view)
            return None
        return _walking([-0.6, 0.0, 0.0])

    def _obstacles(self, view: View) -> list[Circle]:
        seen = [(float(view.position(name)[0]), float(view.position(name)[1]), far) for name, far in CLEAR.items()]
        return [*seen, *PARTITION]

    def _route(self, view: View, x: float, y: float) -> list[Point]:
        return route(here(view), (x, y), self._obstacles(view), LOW, HIGH)

    # search

    def _enter(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or Way(INSIDE), "lookout")

    def _lookout(self, view: View) -> Mapping[str, Any] | None:
        if not self._left:
            self._go("choose", view)
            return None
        return self._walked(view, self._walk or Way(self._route(view, *self._left[0])), "halt")

    def _halt(self, view: View) -> Mapping[str, Any] | None:
        if view.lamp("standing") and self._lasted(view) > 1.0:
            self._rates = []
            self._go("read", view)
            return None
        return _walking(REST)

    def _read(self, view: View) -> Mapping[str, Any] | None:
        if self._lasted(view) > WAIT:
            self._search.readings.append((here(view), float(np.mean(self._rates))))
            self._left.pop(0)
            self._go("lookout", view)
            return None
        self._rates.append(view.shown["dose_rate"])
        return _walking(REST)

    def _choose(self, view: View) -> Mapping[str, Any] | None:
        options = [jar for jar in self._search.best() if not any(np.array_equal(jar, one) for one in self._tried)]
        if not options:  # none of them was it: begin again
            self._tried, self._left, self._search.readings = [], list(LOOKOUTS), []
            self._go("lookout", view)
            return None
        self._jar = options[0]
        self._tried.append(self._jar)
        shelf = min(SHELVES, key=lambda name: float(np.linalg.norm(view.position(name)[:2] - self._jar[:2])))
        w, x, y, z = (float(value) for value in view.poses[shelf][3:])
        out = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        self._face = math.remainder(out + math.pi, 2.0 * math.pi)
        self._go("to_jar", view)
        return None

    # take

    def _place(self, point: Array, ahead: float, aside: float) -> Point:
        """Where the robot stands when a point is there in its axes."""
        c, s = math.cos(self._face), math.sin(self._face)
        return float(point[0]) - c * ahead + s * aside, float(point[1]) - s * ahead - c * aside

    def _way(self, view: View, point: Array, ahead: float, aside: float) -> Way:
        return Way(self._route(view, *self._place(point, ahead, aside)))

    def _stand(self, point: Array, ahead: float, aside: float, slow: float = 1.0) -> Stand:
        return Stand(*self._place(point, ahead, aside), self._face, slow)

    def _to_jar(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or self._way(view, self._jar, BEFORE, ASIDE), "before_jar")

    def _before_jar(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or self._stand(self._jar, BEFORE, ASIDE), "at_jar")

    def _at_jar(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or self._stand(self._jar, AHEAD, ASIDE, 0.5), "found")

    def _found(self, view: View) -> Mapping[str, Any] | None:
        if view.stage > 0:
            self._go("beside", view)
            return None
        if self._lasted(view) > 3.0:
            self._go("away", view)
            return None
        return _walking(REST)

    def _away(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or self._stand(self._jar, BEFORE, ASIDE), "choose")

    def _beside(self, view: View) -> Mapping[str, Any] | None:
        jar = in_robot(view, self._jar)
        return self._hand(view, HAND, jar + np.array([0.0, -BESIDE, ABOVE]), 0.25, 0.015, "into")

    def _into(self, view: View) -> Mapping[str, Any] | None:
        jar = in_robot(view, view.position(view.target))
        return self._hand(view, HAND, jar + np.array([0.0, 0.0, ABOVE]), 0.08, 0.012, "close")

    def _close(self, view: View) -> Mapping[str, Any] | None:
        if self._lasted(view) > CLOSING and view.stage >= view.briefing.number("lift"):
            self._hold = in_robot(view, view.position(HAND))
            self._go("lift", view)
            return None
        return _working(close_hand=True)

    def _lift(self, view: View) -> Mapping[str, Any] | None:
        return self._hand(view, HAND, self._hold + np.array([0.0, 0.0, LIFT]), 0.12, 0.02, "draw")

    def _draw(self, view: View) -> Mapping[str, Any] | None:
        return self._hand(view, HAND, np.array([*CARRY, self._hold[2] + LIFT]), 0.12, 0.02, "back")

    # carry and drop

    def _back(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or self._stand(self._jar, AHEAD + BACK, ASIDE, 0.7), "to_bin")

    def _to_bin(self, view: View) -> Mapping[str, Any] | None:
        self._face = -0.5 * math.pi
        before = self._walk or self._way(view, view.position("bin"), BEFORE + 0.1, BIN_ASIDE)
        return self._walked(view, before, "before_bin")

    def _before_bin(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or self._stand(view.position("bin"), BEFORE + 0.1, BIN_ASIDE), "at_bin")

    def _at_bin(self, view: View) -> Mapping[str, Any] | None:
        return self._walked(view, self._walk or self._stand(view.position("bin"), BIN_AHEAD, BIN_ASIDE, 0.5), "over")

    def _over(self, view: View) -> Mapping[str, Any] | None:
        mouth = in_robot(view, view.position("bin_mouth"))
        return self._hand(view, "container", mouth + np.array([-NEARER, 0.0, OVER]), 0.12, 0.03, "open")

    def _open(self, view: View) -> Mapping[str, Any] | None:
        return _working(open_hand=True) if self._lasted(view) < OPENING else _working()

    def _hand(
        self, view: View, moved: str, aim: Array, fastest: float, near: float, next_step: str
    ) -> Mapping[str, Any] | None:
        """Move a thing with the hand to a place in the axes of the robot."""
        way = aim - in_robot(view, view.position(moved))
        distance = float(np.linalg.norm(way))
        if distance < near and self._lasted(view) > 0.5:
            self._go(next_step, view)
            return None
        speed = min(GAIN * distance, fastest)
        stick = way / distance * min(speed / view.briefing.parameter("velocity.k"), 1.0)
        return _working(joystick=[float(value) for value in stick])


def _walking(stick: Stick) -> dict[str, Any]:
    return {"mode": "walk", "joystick": stick}


def _working(**wanted: Any) -> dict[str, Any]:
    return {"mode": "semi-automatic", "effectors": ARM, **wanted}


register(
    Pilot(
        "decontaminator",
        {"biped-decontaminate": "semi-automatic"},
        "Reads the meter at three places, goes to the jar that explains the readings, takes it and drops it.",
        Decontaminator,
    )
)
