"""Faults of a panel document, all at once."""

from collections.abc import Container, Iterator, Sequence

from pult.core.errors import Fault, FaultKind, advice
from pult.core.kinds import NOT_ABOVE_ZERO
from pult.panel.check_element import NAME, element_faults, name_fault
from pult.panel.check_groups import group_faults
from pult.panel.document import PanelDocument
from pult.panel.elements import Button, Cameras, Effectors, Element, Joints, Joystick, OptionDocument, Switch
from pult.panel.signals import ACTUAL, FRAME
from pult.panel.streams import stream_faults

TAKEN_BY_FRAME = FaultKind(
    "duplicate-name", "{name!r} is the signal that tells the frame of {stick!r}; choose another name."
)
TAKEN_BY_ACTUAL = FaultKind("duplicate-name", "{name!r} is what is shown at {stick!r}; choose another name.")
NO_ELEMENT = FaultKind("missing-key", "a panel needs at least one element.")
UNKNOWN_ELEMENT = FaultKind("unknown-name", "there is no element {name!r}. {advice}")
NOT_A_BUTTON = FaultKind("bad-choice", "{name!r} is neither a button nor a switch. {advice}")
BAD_TIME = FaultKind("out-of-range", "must be above 0 s, not {value:g}.")
WRONG_PICTURE_SIZE = FaultKind(
    "bad-shape",
    "the file's own size is {width:g} x {height:g}; give this, or leave 'size' out.",
)
EMPTY_AREA = FaultKind("out-of-range", "width and height must be above 0.")
NO_SIZE = FaultKind("missing-key", "positions need the panel's 'size' [width, height].")
OUTSIDE_PANEL = FaultKind("out-of-range", "lies outside the panel of {width:g} x {height:g}.")
NO_PICTURE = FaultKind("missing-key", "is a place on the picture, but the panel has no 'picture'.")
OUTSIDE_PICTURE = FaultKind("out-of-range", "lies outside the picture of {width:g} x {height:g}.")


def panel_faults(document: PanelDocument, view: tuple[float, float] | None) -> list[Fault]:
    """All faults of a decoded document.

    Args:
        document: The document.
        view: Width and height of the picture's file in its own units, if the file is known.
    """
    faults = list(_panel_faults(document, view))
    own = document.picture.size if document.picture else []
    area = (own[0], own[1]) if own else view
    for name, element in document.elements.items():
        place = f"elements.{name}"
        if not NAME.fullmatch(name):
            faults.append(name_fault(place, name, "an element"))
        faults += _placement_faults(place, element, document.size)
        faults += element_faults(place, element)
        if isinstance(element, (Joints, Effectors, Cameras)):
            faults += _mark_faults(f"{place}.options", element.options, document.picture is not None, area)
        if isinstance(element, Joystick):
            faults += _own_name_faults(name, element, document.elements)
    faults += group_faults(document)
    faults += stream_faults(document.streams, document.elements)
    return faults


def _own_name_faults(name: str, element: Joystick, elements: Container[str]) -> Iterator[Fault]:
    """Names that a stick itself uses, taken by another element."""
    own = {FRAME: TAKEN_BY_FRAME} if len(element.frames) > 1 else {}
    if element.actual:
        own[ACTUAL] = TAKEN_BY_ACTUAL
    for ending, kind in own.items():
        if name + ending in elements:
            yield kind.at(f"elements.{name}{ending}", name=name + ending, stick=name)


def _panel_faults(document: PanelDocument, view: tuple[float, float] | None) -> Iterator[Fault]:
    if not document.elements:
        yield NO_ELEMENT.at("elements")
    buttons = [name for name, element in document.elements.items() if isinstance(element, (Button, Switch))]
    if document.enable and document.enable not in document.elements:
        yield UNKNOWN_ELEMENT.at("enable", name=document.enable, **advice(document.enable, buttons))
    elif document.enable and document.enable not in buttons:
        yield NOT_A_BUTTON.at("enable", name=document.enable, **advice(document.enable, buttons))
    for key, time in (("stop_time", document.stop_time), ("link_timeout", document.link_timeout)):
        if time <= 0.0:
            yield BAD_TIME.at(key, value=time)
    yield from _size_faults("size", document.size)
    picture = document.picture
    if picture is not None:
        yield from _size_faults("picture.size", picture.size)
        if picture.scale <= 0.0:
            yield NOT_ABOVE_ZERO.at("picture.scale", value=picture.scale)
        own = picture.size or view
        if own and document.size and picture.scale > 0.0:
            shown = [length * picture.scale for length in own]
            yield from _area_faults("picture.position", picture.position or [0.0, 0.0], shown, document.size)
        if picture.size and view and any(abs(a - b) > 1e-6 * b for a, b in zip(picture.size, view, strict=True)):
            yield WRONG_PICTURE_SIZE.at("picture.size", width=view[0], height=view[1])


def _size_faults(place: str, size: Sequence[float]) -> Iterator[Fault]:
    if any(length <= 0.0 for length in size):
        yield EMPTY_AREA.at(place)


def _placement_faults(place: str, element: Element, area: Sequence[float]) -> Iterator[Fault]:
    yield from _size_faults(f"{place}.size", element.size)
    if element.position and not area:
        yield NO_SIZE.at(f"{place}.position")
    elif element.position:
        yield from _area_faults(f"{place}.position", element.position, element.size or [0.0, 0.0], area)


def _area_faults(
    place: str, position: Sequence[float], size: Sequence[float], area: Sequence[float]
) -> Iterator[Fault]:
    inside = (x >= 0.0 and x + length <= most for x, length, most in zip(position, size, area, strict=True))
    if not all(inside):
        yield OUTSIDE_PANEL.at(place, width=area[0], height=area[1])


def _mark_faults(
    place: str, options: dict[str, OptionDocument], picture: bool, area: tuple[float, float] | None
) -> Iterator[Fault]:
    for name, option in options.items():
        spot = f"{place}.{name}.position"
        if not option.position:
            continue
        if not picture:
            yield NO_PICTURE.at(spot)
        elif area and not all(0.0 <= x <= most for x, most in zip(option.position, area, strict=True)):
            yield OUTSIDE_PICTURE.at(spot, width=area[0], height=area[1])
