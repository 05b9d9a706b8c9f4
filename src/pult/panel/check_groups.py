"""Faults between elements of a panel: of points and their entries, folds, and positions of selectors."""

from collections.abc import Iterator

from pult.core.errors import Fault, FaultKind, advice
from pult.core.units import UnitError, conversion_factor, parse_unit
from pult.panel.document import PanelDocument
from pult.panel.elements import Entry, Joystick, Point, Positions, Selector

UNKNOWN_ENTRY = FaultKind("unknown-name", "there is no entry {name!r}. {advice}")
NOT_A_LENGTH = FaultKind("bad-unit", "{name!r} is in {unit!r}; coordinates of a point are lengths.")
ENTRY_TWICE = FaultKind("duplicate-name", "an entry is listed twice; x, y and z need one each.")
UNKNOWN_FOLDED = FaultKind("unknown-name", "there is no element {name!r} to fold. {advice}")
FOLDED_TWICE = FaultKind("duplicate-name", "{name!r} is in a fold already.")
FOLDED_AND_PLACED = FaultKind("conflict", "{name!r} is in a fold, which lays it out; leave its position out.")
FOLDED_ENABLE = FaultKind("bad-choice", "{name!r} enables motion, and must not be hidden.")

UNKNOWN_SELECTOR = FaultKind("unknown-name", "there is no selector {name!r}. {advice}")
OWN_SELECTOR = FaultKind("conflict", "a selector cannot depend on itself: nobody could set it again.")
UNKNOWN_POSITION = FaultKind("unknown-name", "{selector!r} has no position {name!r}. {advice}")
NO_SUCH_AXIS = FaultKind("out-of-range", "the joystick has {axes} axes, and no {axis}.")
AXES = ("x", "y", "z")


def group_faults(document: PanelDocument) -> Iterator[Fault]:
    """Faults of points, folds and positions of selectors.

    Args:
        document: A decoded document.
    """
    entries = {name: one for name, one in document.elements.items() if isinstance(one, Entry)}
    for name, element in document.elements.items():
        if isinstance(element, Point):
            yield from _point_faults(f"elements.{name}.entries", element, entries)
    yield from _fold_faults(document)
    selectors = {name: one for name, one in document.elements.items() if isinstance(one, Selector)}
    for name, element in document.elements.items():
        place = f"elements.{name}"
        if name in element.acts_in:
            yield OWN_SELECTOR.at(f"{place}.acts_in.{name}")
        yield from _position_faults(f"{place}.acts_in", element.acts_in, selectors)
        for index, idle in enumerate(element.idle if isinstance(element, Joystick) else []):
            if isinstance(element, Joystick) and AXES.index(idle.axis) >= element.axes:
                yield NO_SUCH_AXIS.at(f"{place}.idle[{index}].axis", axes=element.axes, axis=idle.axis)
            yield from _position_faults(f"{place}.idle[{index}].when", idle.when, selectors)


def _position_faults(place: str, positions: Positions, selectors: dict[str, Selector]) -> Iterator[Fault]:
    for name, wanted in positions.items():
        selector = selectors.get(name)
        if selector is None:
            yield UNKNOWN_SELECTOR.at(f"{place}.{name}", name=name, **advice(name, list(selectors)))
            continue
        for index, position in enumerate(wanted):
            if position not in selector.options:
                known = advice(position, list(selector.options))
                yield UNKNOWN_POSITION.at(f"{place}.{name}[{index}]", selector=name, name=position, **known)


def _point_faults(place: str, point: Point, entries: dict[str, Entry]) -> Iterator[Fault]:
    if len(set(point.entries)) < len(point.entries):
        yield ENTRY_TWICE.at(place)
    for index, name in enumerate(point.entries):
        entry = entries.get(name)
        if entry is None:
            yield UNKNOWN_ENTRY.at(f"{place}[{index}]", name=name, **advice(name, list(entries)))
        elif not _is_length(entry.unit):
            yield NOT_A_LENGTH.at(f"{place}[{index}]", name=name, unit=entry.unit)


def _is_length(unit: str) -> bool:
    try:
        return conversion_factor(parse_unit(unit), parse_unit("m")) is not None
    except UnitError:
        return True  # it is a fault of the entry


def _fold_faults(document: PanelDocument) -> Iterator[Fault]:
    folded: set[str] = set()
    for number, fold in enumerate(document.folds):
        for index, name in enumerate(fold.elements):
            place = f"folds[{number}].elements[{index}]"
            if name not in document.elements:
                yield UNKNOWN_FOLDED.at(place, name=name, **advice(name, list(document.elements)))
            elif name in folded:
                yield FOLDED_TWICE.at(place, name=name)
            elif document.elements[name].position:
                yield FOLDED_AND_PLACED.at(place, name=name)
            elif name == document.enable:
                yield FOLDED_ENABLE.at(place, name=name)
            folded.add(name)
