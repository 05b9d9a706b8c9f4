"""Taut paths: a string pulled tight around circles, made of common tangents and arcs."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.motion.tunnel.arcs import table

_TIGHT = 1e-9
"""Arcs shorter than this angle are left out [rad]."""


@dataclass(frozen=True)
class Circle:
    """A circle that the path goes around.

    Attributes:
        x, y: Centre [m].
        radius: Radius [m]; 0 for an end of the path.
        turn: 1 if the path goes around it to the left, with the centre on its left; -1 to the right.
        number: Index of its corner; -1 for an end of the path.
    """

    x: float
    y: float
    radius: float
    turn: int
    number: int = -1


def tangent_heading(a: Circle, b: Circle) -> float | None:
    r"""Heading of the common tangent from one circle to the next [rad]; None if they overlap so that there is none.

    With the unit normal n to the left of the path, the tangent touches a at c_a - t_a r_a n, as the centre lies to the
    left of the path for t = 1. Both points lie on one line with the normal n, so n . (c_b - c_a) = t_b r_b - t_a r_a:
    an outer tangent for turns to the same side, a crossing one for turns to different sides. This is the system (10) of
    paper 001 with its signs put right, solved once for all four cases.
    """
    dx, dy = b.x - a.x, b.y - a.y
    distance = math.hypot(dx, dy)
    offset = b.turn * b.radius - a.turn * a.radius
    if distance <= abs(offset) or distance == 0.0:
        return None
    return math.atan2(dy, dx) - math.asin(offset / distance)


def pull_taut(start: Circle, circles: Sequence[Circle], end: Circle) -> tuple[list[Circle], list[float]] | None:
    """Pull a string tight from a start to an end around circles.

    A circle whose arc would turn the wrong way is dropped; one that the string then crosses is taken up again.

    Args:
        start, end: Ends of the path, of radius 0.
        circles: Circles in the order in which they are passed.

    Returns:
        The circles that the string touches, the ends included, and the headings of the tangents between them; None if
        two circles overlap so that no string can pass between them.
    """
    used = set(range(len(circles)))
    seen: set[frozenset[int]] = set()
    while True:
        chain = [start, *(circles[i] for i in sorted(used)), end]
        numbers = sorted(used)
        slack, headings = _worst_arc(chain)
        if slack is not None:
            used.discard(numbers[slack])
            continue
        if headings is None:
            return None
        missing = _crossed(chain, headings, numbers, circles)
        if missing is None or frozenset(used) in seen:
            return chain, headings
        seen.add(frozenset(used))
        used.add(missing)


def as_printed(start: Circle, circles: Sequence[Circle], end: Circle) -> tuple[list[Circle], list[float]] | None:
    """The path of paper 001: around all circles, none dropped. An arc the wrong way becomes a whole turn less it."""
    chain = [start, *circles, end]
    headings = [tangent_heading(a, b) for a, b in itertools.pairwise(chain)]
    known = [heading for heading in headings if heading is not None]
    return (chain, known) if len(known) == len(headings) else None


def _worst_arc(chain: list[Circle]) -> tuple[int | None, list[float] | None]:
    """Index of the circle to drop, counted without the start, if an arc turns the wrong way; and the headings."""
    headings = []
    for k, (a, b) in enumerate(itertools.pairwise(chain)):
        heading = tangent_heading(a, b)
        if heading is None:
            if a.turn == b.turn and 0 < k < len(chain) - 2:  # one circle lies in the other
                return (k - 1 if a.radius < b.radius else k), None
            return None, None
        headings.append(heading)
    worst, which = -_TIGHT, None
    for k in range(1, len(chain) - 1):
        arc = chain[k].turn * _wrapped(headings[k] - headings[k - 1])
        if arc < worst:
            worst, which = arc, k - 1
    return which, headings


def _crossed(chain: list[Circle], headings: list[float], numbers: list[int], circles: Sequence[Circle]) -> int | None:
    """The dropped circle that the string crosses most, if any."""
    worst, which = 1e-9, None
    for i in range(len(circles)):
        if i in numbers:
            continue
        k = sum(number < i for number in numbers)  # the tangent from chain[k] to chain[k + 1]
        heading, a, b, c = headings[k], chain[k], chain[k + 1], circles[i]
        ux, uy = math.cos(heading), math.sin(heading)
        ax, ay = a.x + a.turn * a.radius * uy, a.y - a.turn * a.radius * ux
        bx, by = b.x + b.turn * b.radius * uy, b.y - b.turn * b.radius * ux
        along = (c.x - ax) * ux + (c.y - ay) * uy
        if 0.0 < along < math.hypot(bx - ax, by - ay):
            deep = c.radius - c.turn * ((c.y - ay) * ux - (c.x - ax) * uy)
            if deep > worst:
                worst, which = deep, i
    return which


def pieces_of(chain: list[Circle], headings: list[float]) -> Array:
    """The table of the path (`arcs`): tangents and the arcs between them. Shape (m, 5)."""
    found = []
    for k, heading in enumerate(headings):
        a, b = chain[k], chain[k + 1]
        if k > 0 and a.radius > 0.0:
            arc = a.turn * _wrapped(heading - headings[k - 1])
            arc = arc if arc >= -_TIGHT else arc + 2.0 * math.pi  # only as printed
            if arc > _TIGHT:
                x, y = _touch(a, headings[k - 1])
                found.append((x, y, headings[k - 1], a.turn / a.radius, arc * a.radius))
        (ax, ay), (bx, by) = _touch(a, heading), _touch(b, heading)
        length = math.hypot(bx - ax, by - ay)
        if length > 1e-12:
            found.append((ax, ay, heading, 0.0, length))
    return table(found)


def _touch(circle: Circle, heading: float) -> tuple[float, float]:
    """Where a tangent with a heading touches a circle [m]."""
    side = circle.turn * circle.radius
    return circle.x + side * math.sin(heading), circle.y - side * math.cos(heading)


def _wrapped(angle: float) -> float:
    return float(np.arctan2(math.sin(angle), math.cos(angle)))
