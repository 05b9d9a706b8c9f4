"""Faults of one element of a panel."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from pult.core.errors import Fault, FaultKind, advice
from pult.core.kinds import BAD_UNIT
from pult.core.units import UnitError, parse_unit
from pult.panel.elements import (
    Button,
    Cameras,
    Effectors,
    Element,
    Entry,
    Gauge,
    Indicator,
    Joints,
    Joystick,
    Lamp,
    Point,
    Selector,
    Slider,
    Switch,
)

BAD_NAME = FaultKind(
    "bad-name",
    "{name!r} cannot be the name of {what}: a letter first, then letters, digits, '_' and '-'.",
)
JOINT_TWICE = FaultKind("duplicate-name", "a joint is listed twice; keep one.")
BAD_MOST = FaultKind("out-of-range", "must be 1 to {joints}, the number of joints, not {most}.")
TOO_MANY_SELECTED = FaultKind("out-of-range", "at most {most} may be selected at once.")
NAME_TWICE = FaultKind("duplicate-name", "a name is listed twice; keep one.")
NO_OPTION = FaultKind("missing-key", "there must be at least one option.")
BAD_OPTION = FaultKind("bad-name", "the name {name!r} is empty or has spaces or brackets.")
UNKNOWN_OPTION = FaultKind("unknown-name", "there is no {name!r}. {advice}")
WRONG_LABEL_COUNT = FaultKind("bad-shape", "must have {axes} entries, one for each axis, not {count}.")
BAD_FRAMES = FaultKind("duplicate-name", "must name at least one frame, and none twice.")
BAD_DEAD_ZONE = FaultKind("out-of-range", "must be at least 0 and below 1, not {value:g}.")
INITIAL_OUT_OF_RANGE = FaultKind("out-of-range", "{value:g} is outside the range {low:g} to {high:g}.")
BAD_STEP = FaultKind("out-of-range", "the range must be a whole number of steps; {span:g} is not one of {step:g}.")
INITIAL_BETWEEN_STEPS = FaultKind(
    "out-of-range",
    "{value:g} lies between two steps; steps of {step:g} count from {low:g}.",
)
BAD_BAND = FaultKind("out-of-range", "must be two rising numbers within the range {low:g} to {high:g}.")
BAD_DIGITS = FaultKind("out-of-range", "must be 0 to {most}, not {value}.")
BAD_SIGNAL = FaultKind("bad-name", "{signal!r} cannot be a signal: it has spaces.")
REVERSED_RANGE = FaultKind("out-of-range", "must be two rising numbers, not {low:g} and {high:g}.")
NOT_A_UNIT = FaultKind("bad-unit", "{unit!r} is no unit of its own; write one, or '1' for a plain number.")

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
PART = re.compile(r"[^\s\[\]]+")
"""Names of the robot's parts: whatever its model allows, but for spaces and brackets."""
MAX_DIGITS = 10


def name_fault(place: str, name: str, what: str) -> Fault:
    """The fault of an invalid name."""
    return BAD_NAME.at(place, name=name, what=what)


def element_faults(place: str, element: Element) -> Iterator[Fault]:
    """Faults of an element by itself."""
    match element:
        case Joints():
            yield from _option_faults(place, element.options, element.initial, PART)
            if len(set(element.initial)) < len(element.initial):
                yield JOINT_TWICE.at(f"{place}.initial")
            if element.most is not None and not 1 <= element.most <= max(len(element.options), 1):
                yield BAD_MOST.at(f"{place}.most", joints=len(element.options), most=element.most)
            elif element.most is not None and len(element.initial) > element.most:
                yield TOO_MANY_SELECTED.at(f"{place}.initial", most=element.most)
        case Effectors() | Cameras():
            yield from _option_faults(place, element.options, [element.initial], PART)
        case Selector():
            yield from _option_faults(place, element.options, [element.initial], NAME)
            if len(set(element.options)) < len(element.options):
                yield NAME_TWICE.at(f"{place}.options")
        case Joystick():
            yield from _joystick_faults(place, element)
        case Slider() | Entry():
            yield from _level_faults(place, element)
        case Gauge():
            yield from _gauge_faults(place, element)
            yield from _shown_faults(place, element)
        case Lamp() | Indicator():
            yield from _shown_faults(place, element)
        case Button() | Switch() | Point():
            pass


def _option_faults(
    place: str, options: Iterable[str], initial: Sequence[str | None], pattern: re.Pattern[str]
) -> Iterator[Fault]:
    names = list(options)
    if not names:
        yield NO_OPTION.at(f"{place}.options")
    for name in names:
        if not pattern.fullmatch(name) and pattern is NAME:
            yield name_fault(f"{place}.options", name, "an option")
        elif not pattern.fullmatch(name):
            yield BAD_OPTION.at(f"{place}.options", name=name)
    for chosen in initial:
        if chosen is not None and chosen not in names:
            yield UNKNOWN_OPTION.at(f"{place}.initial", name=chosen, **advice(chosen, names))


def _joystick_faults(place: str, element: Joystick) -> Iterator[Fault]:
    if element.labels and len(element.labels) != element.axes:
        yield WRONG_LABEL_COUNT.at(f"{place}.labels", axes=element.axes, count=len(element.labels))
    if not element.frames or len(set(element.frames)) < len(element.frames):
        yield BAD_FRAMES.at(f"{place}.frames")
    yield from _signal_faults(f"{place}.actual", element.actual)
    if not 0.0 <= element.dead_zone < 1.0:
        yield BAD_DEAD_ZONE.at(f"{place}.dead_zone", value=element.dead_zone)


def _level_faults(place: str, element: Slider | Entry) -> Iterator[Fault]:
    low, high = element.range
    yield from _range_faults(f"{place}.range", element.range)
    yield from _unit_faults(f"{place}.unit", element.unit)
    if low >= high:
        return
    if element.initial is not None and not low <= element.initial <= high:
        yield INITIAL_OUT_OF_RANGE.at(f"{place}.initial", value=element.initial, low=low, high=high)
    step = element.step if isinstance(element, Slider) else None
    if step is None:
        return
    notches = (high - low) / step if step > 0.0 else 0.0
    if not math.isfinite(notches) or round(notches) < 1 or abs(notches - round(notches)) > 1e-6:
        yield BAD_STEP.at(f"{place}.step", span=high - low, step=step)
    elif element.initial is not None:
        notch = (element.initial - low) / step
        if abs(notch - round(notch)) > 1e-6:
            yield INITIAL_BETWEEN_STEPS.at(f"{place}.initial", value=element.initial, step=step, low=low)


def _gauge_faults(place: str, element: Gauge) -> Iterator[Fault]:
    low, high = element.range
    yield from _range_faults(f"{place}.range", element.range)
    for key, zone in (("working", element.working), ("end", element.end)):
        if zone and (zone[0] >= zone[1] or zone[0] < low or zone[1] > high):
            yield BAD_BAND.at(f"{place}.{key}", low=low, high=high)


def _shown_faults(place: str, element: Lamp | Gauge | Indicator) -> Iterator[Fault]:
    yield from _signal_faults(f"{place}.signal", element.signal)
    if isinstance(element, Lamp):
        return
    yield from _unit_faults(f"{place}.unit", element.unit)
    if not 0 <= element.digits <= MAX_DIGITS:
        yield BAD_DIGITS.at(f"{place}.digits", most=MAX_DIGITS, value=element.digits)


def _signal_faults(place: str, signal: str) -> Iterator[Fault]:
    if re.search(r"\s", signal):
        yield BAD_SIGNAL.at(place, signal=signal)


def _range_faults(place: str, ends: Sequence[float]) -> Iterator[Fault]:
    if ends[0] >= ends[1] or ends[1] - ends[0] == float("inf"):
        yield REVERSED_RANGE.at(place, low=ends[0], high=ends[1])


def _unit_faults(place: str, unit: str) -> Iterator[Fault]:
    try:
        parse_unit(unit)
    except UnitError as error:
        yield BAD_UNIT.at(place, error=str(error))
    else:
        if "?" in unit:
            yield NOT_A_UNIT.at(place, unit=unit)
