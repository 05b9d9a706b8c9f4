"""Faults of one element of a panel."""

import re
from collections.abc import Iterable, Iterator, Sequence

from pult.core.errors import Fault, choose
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
    Selector,
    Slider,
    Switch,
)

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
PART = re.compile(r"[^\s\[\]]+")
"""Names of the robot's parts: whatever its model allows, but for spaces and brackets."""
MAX_DIGITS = 10


def name_fault(place: str, name: str, what: str) -> Fault:
    """The fault of an invalid name."""
    message = f"{name!r} cannot be the name of {what}: a letter first, then letters, digits, '_' and '-'."
    return Fault(place, message, "bad-name")


def element_faults(place: str, element: Element) -> Iterator[Fault]:
    """Faults of an element by itself."""
    match element:
        case Joints():
            yield from _option_faults(place, element.options, element.initial, PART)
            if len(set(element.initial)) < len(element.initial):
                yield Fault(f"{place}.initial", "a joint stands twice; keep one.", "duplicate-name")
            if element.most is not None and not 1 <= element.most <= max(len(element.options), 1):
                message = f"must be 1 to {len(element.options)}, the number of joints, not {element.most}."
                yield Fault(f"{place}.most", message, "out-of-range")
            elif element.most is not None and len(element.initial) > element.most:
                yield Fault(f"{place}.initial", f"at most {element.most} may be selected at once.", "out-of-range")
        case Effectors() | Cameras():
            yield from _option_faults(place, element.options, [element.initial], PART)
        case Selector():
            yield from _option_faults(place, element.options, [element.initial], NAME)
            if len(set(element.options)) < len(element.options):
                yield Fault(f"{place}.options", "a name stands twice; keep one.", "duplicate-name")
        case Joystick():
            yield from _joystick_faults(place, element)
        case Slider() | Entry():
            yield from _level_faults(place, element)
        case Gauge():
            yield from _gauge_faults(place, element)
            yield from _shown_faults(place, element)
        case Lamp() | Indicator():
            yield from _shown_faults(place, element)
        case Button() | Switch():
            pass


def _option_faults(
    place: str, options: Iterable[str], initial: Sequence[str | None], pattern: re.Pattern[str]
) -> Iterator[Fault]:
    names = list(options)
    if not names:
        yield Fault(f"{place}.options", "there must be at least one option.", "missing-key")
    for name in names:
        if not pattern.fullmatch(name) and pattern is NAME:
            yield name_fault(f"{place}.options", name, "an option")
        elif not pattern.fullmatch(name):
            yield Fault(f"{place}.options", f"the name {name!r} is empty or has spaces or brackets.", "bad-name")
    for chosen in initial:
        if chosen is not None and chosen not in names:
            yield Fault(f"{place}.initial", f"there is no {chosen!r}. {choose(chosen, names)}", "unknown-name")


def _joystick_faults(place: str, element: Joystick) -> Iterator[Fault]:
    if element.labels and len(element.labels) != element.axes:
        message = f"must have {element.axes} entries, one for each axis, not {len(element.labels)}."
        yield Fault(f"{place}.labels", message, "bad-shape")
    if not element.frames or len(set(element.frames)) < len(element.frames):
        yield Fault(f"{place}.frames", "must name at least one frame, and none twice.", "duplicate-name")
    yield from _signal_faults(f"{place}.actual", element.actual)
    if not 0.0 <= element.dead_zone < 1.0:
        message = f"must be at least 0 and below 1, not {element.dead_zone:g}."
        yield Fault(f"{place}.dead_zone", message, "out-of-range")


def _level_faults(place: str, element: Slider | Entry) -> Iterator[Fault]:
    low, high = element.range
    yield from _range_faults(f"{place}.range", element.range)
    yield from _unit_faults(f"{place}.unit", element.unit)
    if low >= high:
        return
    if element.initial is not None and not low <= element.initial <= high:
        message = f"{element.initial:g} is outside the range {low:g} to {high:g}."
        yield Fault(f"{place}.initial", message, "out-of-range")
    step = element.step if isinstance(element, Slider) else None
    if step is None:
        return
    notches = (high - low) / step if step > 0.0 else 0.0
    if round(notches) < 1 or abs(notches - round(notches)) > 1e-6:
        message = f"the range must be a whole number of steps; {high - low:g} is not one of {step:g}."
        yield Fault(f"{place}.step", message, "out-of-range")
    elif element.initial is not None:
        notch = (element.initial - low) / step
        if abs(notch - round(notch)) > 1e-6:
            message = f"{element.initial:g} lies between two steps; steps of {step:g} count from {low:g}."
            yield Fault(f"{place}.initial", message, "out-of-range")


def _gauge_faults(place: str, element: Gauge) -> Iterator[Fault]:
    low, high = element.range
    yield from _range_faults(f"{place}.range", element.range)
    for key, zone in (("working", element.working), ("end", element.end)):
        if zone and (zone[0] >= zone[1] or zone[0] < low or zone[1] > high):
            message = f"must be two rising numbers within the range {low:g} to {high:g}."
            yield Fault(f"{place}.{key}", message, "out-of-range")


def _shown_faults(place: str, element: Lamp | Gauge | Indicator) -> Iterator[Fault]:
    yield from _signal_faults(f"{place}.signal", element.signal)
    if isinstance(element, Lamp):
        return
    yield from _unit_faults(f"{place}.unit", element.unit)
    if not 0 <= element.digits <= MAX_DIGITS:
        yield Fault(f"{place}.digits", f"must be 0 to {MAX_DIGITS}, not {element.digits}.", "out-of-range")


def _signal_faults(place: str, signal: str) -> Iterator[Fault]:
    if re.search(r"\s", signal):
        yield Fault(place, f"{signal!r} cannot be a signal: it has spaces.", "bad-name")


def _range_faults(place: str, ends: Sequence[float]) -> Iterator[Fault]:
    if ends[0] >= ends[1] or ends[1] - ends[0] == float("inf"):
        yield Fault(place, f"must be two rising numbers, not {ends[0]:g} and {ends[1]:g}.", "out-of-range")


def _unit_faults(place: str, unit: str) -> Iterator[Fault]:
    try:
        parse_unit(unit)
    except UnitError as error:
        yield Fault(place, str(error), "bad-unit")
    else:
        if "?" in unit:
            yield Fault(place, f"{unit!r} is no unit of its own; write one, or '1' for a plain number.", "bad-unit")
