"""Checks of conditions by themselves."""

import math
from collections.abc import Iterator, Sequence

from pult.core.errors import Fault, FaultKind, advice
from pult.exercise import condition as c
from pult.exercise.rules import UNKNOWN_STAGE, between, corners, given

CONDITION_TOO_DEEP = FaultKind("too-deep", "conditions are nested deeper than {most|level|levels}.")
NO_CONDITION = FaultKind("missing-value", "is empty; name at least one condition.")
BAD_DELAY = FaultKind("out-of-range", "must be from 0 to 3600 s, not {value:g}.")
BODY_WITH_ITSELF = FaultKind("duplicate", "a body cannot touch itself; name two bodies.")
NO_DIRECTION = FaultKind("out-of-range", "has no direction; one of its numbers must differ from 0.")
NO_BOUND = FaultKind("missing-value", "has no bound; give 'above', 'below' or both.")
TWO_SORTS_OF_BOUND = FaultKind("bad-choice", "give either 'is', or 'above' and 'below'.")
EMPTY_RANGE = FaultKind("out-of-range", "no value is above {above:g} and below {below:g}.")

DEEPEST = 32
"""Maximum nesting depth of conditions."""


def condition_faults(condition: c.Condition, place: str, stages: Sequence[str], depth: int = 0) -> Iterator[Fault]:
    """Faults of a condition by itself; `stages` are the known names."""
    match condition:
        case c.All() | c.Any() | c.Not() if depth >= DEEPEST:
            yield CONDITION_TOO_DEEP.at(place, most=DEEPEST)
        case c.All() | c.Any():
            if not condition.of:
                yield NO_CONDITION.at(f"{place}.of")
            for index, inner in enumerate(condition.of):
                yield from condition_faults(inner, f"{place}.of[{index}]", stages, depth + 1)
        case c.Not():
            yield from condition_faults(condition.of, f"{place}.of", stages, depth + 1)
        case c.StageIs():
            if not 0.0 <= condition.after <= 3600.0:
                yield BAD_DELAY.at(f"{place}.after", value=condition.after)
            for index, name in enumerate(condition.stages):
                if name not in stages:
                    yield UNKNOWN_STAGE.at(f"{place}.stages[{index}]", name=name, **advice(name, stages))
        case c.Contact():
            if condition.bodies[0] == condition.bodies[1]:
                yield BODY_WITH_ITSELF.at(f"{place}.bodies")
            yield from between(f"{place}.above", condition.above, 0.0, math.inf, "N")
        case c.Still():
            yield from between(f"{place}.below", condition.below, 1e-12, math.inf)
        case _:
            yield from quantity_faults(condition, place)
            yield from _bounds(condition, place)


def quantity_faults(quantity: c.Quantity, place: str) -> Iterator[Fault]:
    """Faults of a quantity, except for its bounds."""
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
            yield NO_DIRECTION.at(f"{place}.{key}")


def _bounds(quantity: c.Quantity, place: str) -> Iterator[Fault]:
    if isinstance(quantity, c.Inside):
        return
    above, below = quantity.above, quantity.below
    state = isinstance(quantity, c.Signal) and quantity.is_ is not None
    if above is None and below is None and not state:
        yield NO_BOUND.at(place)
    elif state and (above is not None or below is not None):
        yield TWO_SORTS_OF_BOUND.at(place)
    elif above is not None and below is not None and above >= below:
        yield EMPTY_RANGE.at(place, above=above, below=below)
