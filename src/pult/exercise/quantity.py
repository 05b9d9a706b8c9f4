"""Quantities of an exercise as functions of a row: distances, angles, speeds, signals.

A measure reads scalars in plain Python, which for one row is faster than arrays.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from pult.core.channels import Channel, Channels
from pult.core.errors import Fault, FaultKind, UsageError
from pult.core.kinds import UNKNOWN_NAME
from pult.core.signals import Array
from pult.exercise import condition as c
from pult.exercise.things import Moment, find_thing, position_of, rotation_of
from pult.geometry.quaternions import Triple, conjugate, rotate

SEVERAL_NUMBERS = FaultKind("bad-shape", "{name!r} has {size|number|numbers}; add one in brackets: {entries}.")

Measure = Callable[[Moment], float]


@dataclass(frozen=True, slots=True)
class Scale:
    """A quantity that can be measured.

    Attributes:
        measure: Its value for a row.
        unit: Its unit.
        above: It must be above this; minus infinity for no bound.
        below: It must be below this; infinity for no bound.
        words: Default title, if the document gives none.
    """

    measure: Measure
    unit: str
    above: float
    below: float
    words: str


class Faults(list[Fault]):
    """Faults of the condition at one place of a document."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place

    def add(self, key: str, fault: Fault) -> None:
        """Add a fault in the value of a key."""
        self.append(fault.at(f"{self.place}.{key}" if self.place else key))


def _thing(channels: Channels, name: str, key: str, faults: Faults) -> int | None:
    """First index of the pose of a body or site in a row; None for the world."""
    if not name:
        return None
    try:
        return find_thing(channels, name).start
    except UsageError as error:
        faults.add(key, UNKNOWN_NAME.at(error=str(error)))
        return None


def _triple(values: list[float]) -> Triple:
    return (float(values[0]), float(values[1]), float(values[2]))


def _unit(values: list[float]) -> Triple:
    x, y, z = _triple(values)
    size = math.hypot(x, y, z)
    return (x / size, y / size, z / size) if size > 0.0 else (0.0, 0.0, 1.0)


def _point(row: Array, start: int | None, offset: Triple) -> Triple:
    """A point of a body or site, in the world."""
    x, y, z = position_of(row, start)
    if offset == (0.0, 0.0, 0.0):
        return (x, y, z)
    dx, dy, dz = rotate(rotation_of(row, start), offset)
    return (x + dx, y + dy, z + dz)


def _distance(d: c.Distance, channels: Channels, faults: Faults) -> tuple[Measure, str]:
    a, b, offset = _thing(channels, d.a, "a", faults), _thing(channels, d.b, "b", faults), _triple(d.offset)
    along = tuple("xyz".index(axis) for axis in d.axes)

    def space(now: Moment) -> float:
        return math.dist(position_of(now.row, a), _point(now.row, b, offset))

    def some(now: Moment) -> float:
        p, q = position_of(now.row, a), _point(now.row, b, offset)
        return math.hypot(*(p[i] - q[i] for i in along))

    return (space if d.axes == "xyz" else some), f"{d.a} – {d.b or 'origin'}"


def _along(d: c.Along, channels: Channels, faults: Faults) -> tuple[Measure, str]:
    a, b, axis = _thing(channels, d.a, "a", faults), _thing(channels, d.b, "b", faults), _unit(d.axis)
    turned = d.frame == "b" and b is not None

    def along(now: Moment) -> float:
        p, q = position_of(now.row, a), position_of(now.row, b)
        n = rotate(rotation_of(now.row, b), axis) if turned else axis
        return (p[0] - q[0]) * n[0] + (p[1] - q[1]) * n[1] + (p[2] - q[2]) * n[2]

    return along, f"{d.a} – {d.b or 'origin'}"


def _inside(d: c.Inside, channels: Channels, faults: Faults) -> tuple[Measure, str]:
    a, b = _thing(channels, d.thing, "thing", faults), _thing(channels, d.of, "of", faults)
    point, low, high = _triple(d.point), _triple(d.low), _triple(d.high)

    def overstep(now: Moment) -> float:
        p = _point(now.row, a, point)
        if b is not None:
            q = position_of(now.row, b)
            p = rotate(conjugate(rotation_of(now.row, b)), (p[0] - q[0], p[1] - q[1], p[2] - q[2]))
        if p[0] + p[1] + p[2] != p[0] + p[1] + p[2]:  # max() may lose a NaN
            return math.nan
        return max(low[0] - p[0], p[0] - high[0], low[1] - p[1], p[1] - high[1], low[2] - p[2], p[2] - high[2])

    return overstep, f"{d.thing} – {d.of or 'box'}"


def _shift(d: c.Shift, channels: Channels, faults: Faults) -> tuple[Measure, str]:
    a, b = _thing(channels, d.thing, "thing", faults), _thing(channels, d.of, "of", faults)

    def seen(row: Array) -> Triple:
        p, q = position_of(row, a), position_of(row, b)
        return rotate(conjugate(rotation_of(row, b)), (p[0] - q[0], p[1] - q[1], p[2] - q[2]))

    def shift(now: Moment) -> float:
        return 0.0 if now.began is None else math.dist(seen(now.row), seen(now.began))

    return shift, f"{d.thing} – {d.of or 'origin'}"


def _angle(d: c.Angle, channels: Channels, faults: Faults) -> tuple[Measure, str]:
    a, b = _thing(channels, d.a, "a", faults), _thing(channels, d.b, "b", faults)
    axis_a, axis_b = _unit(d.axis_a), _unit(d.axis_b)

    def angle(now: Moment) -> float:
        m = rotate(rotation_of(now.row, a), axis_a)
        n = rotate(rotation_of(now.row, b), axis_b)
        across = math.hypot(m[1] * n[2] - m[2] * n[1], m[2] * n[0] - m[0] * n[2], m[0] * n[1] - m[1] * n[0])
        return math.atan2(across, m[0] * n[0] + m[1] * n[1] + m[2] * n[2])

    return angle, f"{d.a} ∠ {d.b or 'z'}"


def _speed(d: c.Speed, channels: Channels, faults: Faults) -> tuple[Measure, str]:
    start = _thing(channels, d.thing, "thing", faults)

    def speed(now: Moment) -> float:
        return (
            math.dist(position_of(now.row, start), position_of(now.before, start)) / now.elapsed
            if now.elapsed > 0.0
            else math.nan
        )

    return speed, d.thing


def entry_of(start: int) -> Measure:
    """A measure that reads one number of the row."""

    def entry(now: Moment) -> float:
        return now.row.item(start)

    return entry


def scalar(channels: Channels, name: str, key: str, faults: Faults) -> Channel | None:
    """A signal of one number, or one entry of a signal."""
    try:
        channel = channels.find(name)
    except UsageError as error:
        faults.add(key, UNKNOWN_NAME.at(error=str(error)))
        return None
    if channel.size != 1:
        entries = channel.labels or (f"0..{channel.size - 1}",)
        faults.add(key, SEVERAL_NUMBERS.at(name=name, size=channel.size, entries=entries))
        return None
    return channel


def compile_quantity(quantity: c.Quantity, channels: Channels, place: str = "") -> tuple[Scale | None, list[Fault]]:
    """Compile a quantity to a function of rows.

    Args:
        quantity: The quantity.
        channels: Channels of the rows.
        place: Its place in the document, for messages.

    Returns:
        The quantity, or None if there are faults; and the faults.
    """
    faults = Faults(place)
    unit = "m"
    above, below = -math.inf, math.inf
    measure: Measure
    match quantity:
        case c.Distance():
            measure, words = _distance(quantity, channels, faults)
        case c.Along():
            measure, words = _along(quantity, channels, faults)
        case c.Inside():
            measure, words = _inside(quantity, channels, faults)
            below = 0.0
        case c.Shift():
            measure, words = _shift(quantity, channels, faults)
        case c.Angle():
            measure, words = _angle(quantity, channels, faults)
            unit = "rad"
        case c.Speed():
            measure, words = _speed(quantity, channels, faults)
            unit = "m/s"
        case c.Signal():
            channel = scalar(channels, quantity.name, "name", faults)
            measure, words = entry_of(channel.start if channel else 0), quantity.name
            unit = channel.unit if channel else "1"
            if quantity.is_ is not None:
                above, below = (0.5, math.inf) if quantity.is_ else (-math.inf, 0.5)
    if not isinstance(quantity, c.Inside):
        above = above if quantity.above is None else float(quantity.above)
        below = below if quantity.below is None else float(quantity.below)
    return (None if faults else Scale(measure, unit, above, below, words)), list(faults)
