"""Checks of conditions by themselves."""

import math
from collections.abc import Iterator, Sequence

from pult.core.errors import Fault, choose
from pult.exercise import condition as c
from pult.exercise.rules import between, corners, given

DEEPEST = 32
"""How deep conditions may be nested."""


def condition_faults(condition: c.Condition, place: str, stages: Sequence[str], depth: int = 0) -> Iterator[Fault]:
    """What is wrong with a condition by itself; `stages` are the names that there are."""
    match condition:
        case c.All() | c.Any() | c.Not() if depth >= DEEPEST:
            yield Fault(place, f"conditions are nested deeper than {DEEPEST} levels.", "too-deep")
        case c.All() | c.Any():
            if not condition.of:
                yield Fault(f"{place}.of", "is empty; name at least one condition.", "missing-value")
            for index, inner in enumerate(condition.of):
                yield from condition_faults(inner, f"{place}.of[{index}]", stages, depth + 1)
        case c.Not():
            yield from condition_faults(condition.of, f"{place}.of", stages, depth + 1)
        case c.StageIs():
            if not 0.0 <= condition.after <= 3600.0:
                message = f"must be from 0 to 3600 s, not {condition.after:g}."
                yield Fault(f"{place}.after", message, "out-of-range")
            for index, name in enumerate(condition.stages):
                if name not in stages:
                    message = f"there is no stage {name!r}. {choose(name, stages)}"
                    yield Fault(f"{place}.stages[{index}]", message, "unknown-name")
        case c.Contact():
            if condition.bodies[0] == condition.bodies[1]:
                yield Fault(f"{place}.bodies", "a body does not touch itself; name two.", "duplicate")
            yield from between(f"{place}.above", condition.above, 0.0, math.inf, "N")
        case c.Still():
            yield from between(f"{place}.below", condition.below, 1e-12, math.inf)
        case _:
            yield from quantity_faults(condition, place)
            yield from _bounds(condition, place)


def quantity_faults(quantity: c.Quantity, place: str) -> Iterator[Fault]:
    """What is wrong with a quantity apart from its bounds."""
    axes: dict[str, list[float]] = {}
    if isinstance(quantity, c.Inside):
        yield from corners(f"{place}.", quantity.low, quantity.high)
        yield from given(f"{place}.thing", quantity.thing, "a body or site")
    elif isinstance(quantity, (c.Speed, c.Shift)):
        yield from given(f"{place}.thing", quantity.thing, "a body or site")
    elif isinstance(quantity, c.Signal):
        yield from given(f"{place}.name", quantity.name, "a signal")
    else:
        yield from given(f"{place}.a", quantity.a, "a body or site")
        axes = {"axis": quantity.axis} if isinstance(quantity, c.Along) else {}
        axes = {"axis_a": quantity.axis_a, "axis_b": quantity.axis_b} if isinstance(quantity, c.Angle) else axes
    for key, axis in axes.items():
        if not any(axis):
            yield Fault(f"{place}.{key}", "has no direction; one of its numbers must differ from 0.", "out-of-range")


def _bounds(quantity: c.Quantity, place: str) -> Iterator[Fault]:
    if isinstance(quantity, c.Inside):
        return
    above, below = quantity.above, quantity.below
    state = isinstance(quantity, c.Signal) and quantity.is_ is not None
    if above is None and below is None and not state:
        yield Fault(place, "has no bound; give 'above', 'below' or both.", "missing-value")
    elif state and (above is not None or below is not None):
        yield Fault(place, "give either 'is', or 'above' and 'below'.", "bad-choice")
    elif above is not None and below is not None and above >= below:
        yield Fault(place, f"nothing is above {above:g} and below {below:g}.", "out-of-range")
