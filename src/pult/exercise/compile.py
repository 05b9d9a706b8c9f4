"""Conditions of an exercise as functions of a row, with names resolved once."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from pult.core.channels import Channels
from pult.core.document import Text
from pult.core.errors import Fault, FaultKind, advice
from pult.exercise import condition as c
from pult.exercise.quantity import Faults, Scale, compile_quantity, entry_of, scalar
from pult.exercise.rules import UNKNOWN_STAGE
from pult.exercise.things import Moment

NO_SPEEDS = FaultKind("unknown-name", "'still' needs the signal 'qvel', and there is none.")

ReadingKind = Literal["", "outside", "contact"]
"""How far a point is outside a box; the force of a contact; or any other quantity."""
Holds = Callable[[Moment], bool]


@dataclass(frozen=True, slots=True)
class Reading:
    """State of a condition, for display.

    Attributes:
        title: Name of the measured quantity.
        value: Its value; None for a condition that is not a number.
        unit: Its unit.
        above: The value must be above this, or None.
        below: The value must be below this, or None.
        holds: Whether it is fulfilled.
        kind: "outside" for how far a point is outside a box [m], below 0 inside; "contact" for the force of a contact.
    """

    title: Text
    value: float | None
    unit: str
    above: float | None
    below: float | None
    holds: bool
    kind: ReadingKind = ""

    @property
    def tells(self) -> bool:
        """Whether it is a number that fulfils the condition, with something to compare it with."""
        return self.holds and self.value is not None and (self.above, self.below) != (None, None)

    def allowed(self) -> "Reading":
        """The same reading of a condition that is forbidden, with the bounds of what is allowed instead."""
        if self.above is not None and self.below is not None:
            return replace(self, above=None, below=None)
        return replace(self, above=self.below, below=self.above)

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "title": self.title,
            "value": None if self.value is None or not math.isfinite(self.value) else self.value,
            "unit": self.unit,
            "above": self.above,
            "below": self.below,
            "holds": self.holds,
            "kind": self.kind,
        }


Readings = Callable[[Moment], list[Reading]]


@dataclass(frozen=True, slots=True)
class Check:
    """A condition that can be evaluated for a row.

    Attributes:
        holds: Whether it holds.
        readings: Its readings; combined conditions have several.
    """

    holds: Holds
    readings: Readings


def compile_condition(
    condition: c.Condition, channels: Channels, place: str = "", stages: Sequence[str] = ()
) -> tuple[Check | None, list[Fault]]:
    """Compile a condition to a function of rows.

    Args:
        condition: The condition.
        channels: Channels of the rows.
        place: Its place in the document, for messages.
        stages: Names of the exercise's stages, in order.

    Returns:
        The check, or None if there are faults; and the faults, with the closest existing names.
    """
    match condition:
        case c.All() | c.Any():
            return _several(condition, channels, place, stages)
        case c.Not():
            inner, faults = compile_condition(condition.of, channels, f"{place}.of" if place else "of", stages)
            return (None if inner is None else _not(inner, condition.title)), faults
        case c.StageIs():
            return _stage_is(condition, place, stages)
        case c.Contact():
            return _contact(condition, channels, place)
        case c.Still():
            return _still(condition, channels, place)
        case _:
            scale, faults = compile_quantity(condition, channels, place)
            if scale is not None and isinstance(condition, c.Signal) and condition.is_ is not None:
                return _switched(scale, condition.title), faults
            kind: ReadingKind = "outside" if isinstance(condition, c.Inside) else ""
            return (None if scale is None else _bounds(scale, condition.title, kind)), faults


def _switched(scale: Scale, title: Text) -> Check:
    """A boolean signal that has to be on or off."""
    return _state(lambda now: scale.above < scale.measure(now) < scale.below, title or scale.words)


def _bounds(scale: Scale, title: Text, kind: ReadingKind = "") -> Check:
    measure, above, below = scale.measure, scale.above, scale.below
    words: Text = title or scale.words
    low = above if above > -math.inf else None
    high = below if below < math.inf else None

    def holds(now: Moment) -> bool:
        return above < measure(now) < below

    def readings(now: Moment) -> list[Reading]:
        value = measure(now)
        return [Reading(words, value, scale.unit, low, high, above < value < below, kind)]

    return Check(holds, readings)


def _state(holds: Holds, words: Text) -> Check:
    def readings(now: Moment) -> list[Reading]:
        return [Reading(words, None, "", None, None, holds(now))]

    return Check(holds, readings)


def _several(
    condition: c.All | c.Any, channels: Channels, place: str, stages: Sequence[str]
) -> tuple[Check | None, list[Fault]]:
    checks: list[Check] = []
    faults: list[Fault] = []
    for index, part in enumerate(condition.of):
        found, wrong = compile_condition(part, channels, f"{place}.of[{index}]" if place else f"of[{index}]", stages)
        faults += wrong
        if found is not None:
            checks.append(found)
    if faults:
        return None, faults
    asks = tuple(check.holds for check in checks)
    every = isinstance(condition, c.All)

    def holds(now: Moment) -> bool:
        for ask in asks:
            if ask(now) != every:
                return not every
        return every

    def readings(now: Moment) -> list[Reading]:
        return [reading for check in checks for reading in check.readings(now)]

    return (_state(holds, condition.title) if condition.title else Check(holds, readings)), []


def _not(inner: Check, title: Text) -> Check:
    def holds(now: Moment) -> bool:
        return not inner.holds(now)

    def readings(now: Moment) -> list[Reading]:
        found = inner.readings(now)
        if len(found) > 1 or (found and found[0].above is not None and found[0].below is not None):
            return [Reading(title or found[0].title, None, "", None, None, holds(now))]
        return [  # not below 3 is above 3
            replace(r, title=title or r.title, above=r.below, below=r.above, holds=not r.holds) for r in found
        ]

    return Check(holds, readings)


def _stage_is(condition: c.StageIs, place: str, stages: Sequence[str]) -> tuple[Check | None, list[Fault]]:
    faults = Faults(place)
    wanted, after = set(), condition.after - 1e-9
    for index, name in enumerate(condition.stages):
        if name in stages:
            wanted.add(stages.index(name))
        else:
            faults.add(f"stages[{index}]", UNKNOWN_STAGE.at(name=name, **advice(name, stages)))

    def holds(now: Moment) -> bool:
        return now.stage in wanted and now.lasted >= after

    words = condition.title or ", ".join(condition.stages)
    return (None if faults else _state(holds, words)), list(faults)


def _contact(condition: c.Contact, channels: Channels, place: str) -> tuple[Check | None, list[Fault]]:
    faults = Faults(place)
    a, b = condition.bodies
    channel = scalar(channels, c.contact_signal(a, b, channels.names), "bodies", faults)
    if channel is None:
        return None, list(faults)
    scale = Scale(entry_of(channel.start), channel.unit, float(condition.above), math.inf, f"{a} – {b}")
    return _bounds(scale, condition.title, "contact"), []


def _still(condition: c.Still, channels: Channels, place: str) -> tuple[Check | None, list[Fault]]:
    faults = Faults(place)
    if "qvel" not in channels:
        faults.add("type", NO_SPEEDS.at())
        return None, list(faults)
    channel = channels["qvel"]
    entries = list(range(channel.start, channel.stop))
    if condition.joints:
        found = [
            scalar(channels, f"qvel[{name}]", f"joints[{index}]", faults) for index, name in enumerate(condition.joints)
        ]
        entries = [one.start for one in found if one is not None]
    index = np.array(entries, dtype=np.intp)

    def fastest(now: Moment) -> float:
        return float(np.abs(now.row[index]).max()) if len(index) else 0.0

    scale = Scale(fastest, "", -math.inf, float(condition.below), "speed")
    return (None if faults else _bounds(scale, condition.title)), list(faults)
