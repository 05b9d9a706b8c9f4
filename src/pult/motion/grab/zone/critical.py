r"""Critical arcs: every place where the boundary of a work zone can be.

At the boundary all joints that are not at a stop move the grab in one direction, so that their axes and the finger tips
lie on one line. Hence every boundary is an arc about a joint: the other joints are at a stop, or stretched (or folded)
so that the line holds. Angles are positive up here.
"""

import cmath
import math
from collections.abc import Iterator

from pult.motion.grab.manipulator import Manipulator
from pult.motion.grab.zone.arc import Arc

_SLACK = 1e-12


def _unit(angle: float) -> complex:
    return cmath.exp(1j * angle)


def _up(robot: Manipulator, joint: int) -> tuple[float, float]:
    """Stops of a joint, positive up [rad]."""
    return -robot.upper[joint], -robot.lower[joint]


def _within(angle: float, low: float, high: float) -> Iterator[float]:
    """An angle, turned by whole turns, as often as it lies between stops."""
    for k in (-1, 0, 1):
        turned = angle + 2.0 * math.pi * k
        if low - _SLACK <= turned <= high + _SLACK:
            yield turned


def _arc(centre: complex, arm: complex, low: float, high: float, sweeps: str, fixed: str) -> Arc:
    turn = cmath.phase(arm) if abs(arm) > 0.0 else 0.0
    return Arc(centre.real, centre.imag, abs(arm), low + turn, high + turn, sweeps, fixed)


def _degrees(name: str, up: float) -> str:
    return f"{name} at {-math.degrees(up) + 0.0:.0f}"


def shoulder_axis(robot: Manipulator) -> complex:
    """The shoulder axis in the plane [m]."""
    return complex(-robot.shoulder_back, robot.shoulder_height)


def free_arcs(robot: Manipulator, tilt: float = 0.0) -> list[Arc]:
    """Critical arcs of the end of the last link if the grab may have any pitch.

    Args:
        robot: The manipulator; its grab may stand for grab and held object.
        tilt: How far its last link is tilted up against the grab, of whose wrist the arcs tell [rad].
    """
    l1, l2, l3, s = robot.upper_arm, robot.forearm, robot.grab, shoulder_axis(robot)
    stops2, stops3, stops4 = _up(robot, 1), _up(robot, 2), _up(robot, 3)
    arcs: list[Arc] = []
    straight4 = [*_within(0.0, *stops4), *_within(math.pi, *stops4)]
    for a2 in stops2:
        elbow = s + l1 * _unit(a2)
        for a3 in stops3:
            wrist = elbow + l2 * _unit(a2 + a3)
            fixed = f"{_degrees('shoulder', a2)}, {_degrees('elbow', a3)}"
            arcs.append(_arc(wrist, l3 * _unit(a2 + a3), *stops4, "wrist", fixed))
        for a4 in (*stops4, *straight4):
            arm = (l2 + l3 * _unit(a4)) * _unit(a2)
            fixed = f"{_degrees('shoulder', a2)}, {_degrees('wrist', a4 - tilt)}"
            arcs.append(_arc(elbow, arm, *stops3, "elbow", fixed))
    bends = [(a3, a4) for a3 in stops3 for a4 in stops4]
    for a4 in stops4:
        beta = cmath.phase(l2 + l3 * _unit(a4))
        bends += [(a3, a4) for line in (0.0, math.pi) for a3 in _within(line - beta, *stops3)]
    for a3 in stops3:
        alpha = cmath.phase(l1 + l2 * _unit(a3))
        bends += [(a3, a4) for line in (0.0, math.pi) for a4 in _within(alpha - a3 + line, *stops4)]
    bends += [(a3, a4) for line in (0.0, math.pi) for a3 in _within(line, *stops3) for a4 in straight4]
    for a3, a4 in bends:
        arm = l1 + l2 * _unit(a3) + l3 * _unit(a3 + a4)
        arcs.append(_arc(s, arm, *stops2, "shoulder", f"{_degrees('elbow', a3)}, {_degrees('wrist', a4 - tilt)}"))
    return [arc for arc in arcs if arc.length > 0.0]


def fixed_arcs(robot: Manipulator, pitch: float, tilt: float = 0.0) -> list[Arc]:
    """Critical arcs of the end of the last link if it keeps a pitch, positive down [rad]; see `free_arcs`."""
    l1, l2 = robot.upper_arm, robot.forearm
    shift = shoulder_axis(robot) + robot.grab * _unit(-pitch)
    (low2, high2), (low3, high3), (low4, high4) = _up(robot, 1), _up(robot, 2), _up(robot, 3)
    arcs: list[Arc] = []

    def add(centre: complex, arm: complex, low: float, high: float, sweeps: str, fixed: str) -> None:
        if high > low:
            arcs.append(_arc(centre, arm, low, high, sweeps, fixed))

    for k in (-1, 0, 1):
        slope = -pitch + 2.0 * math.pi * k
        least, most = slope - high4, slope - low4  # slopes of the forearm that the wrist allows
        for a2 in (low2, high2):
            begin, end = max(low3, least - a2), min(high3, most - a2)
            add(shift + l1 * _unit(a2), l2 * _unit(a2), begin, end, "elbow", _degrees("shoulder", a2))
        for a3 in (low3, high3, *_within(0.0, low3, high3), *_within(math.pi, low3, high3)):
            begin, end = max(low2, least - a3), min(high2, most - a3)
            add(shift, l1 + l2 * _unit(a3), begin, end, "shoulder", _degrees("elbow", a3))
        for forearm, a4 in ((least, high4), (most, low4)):
            begin, end = max(low2, forearm - high3), min(high2, forearm - low3)
            fixed = _degrees("wrist", a4 - tilt)
            add(shift + l2 * _unit(forearm), complex(l1), begin, end, "shoulder and elbow", fixed)
    return arcs
