"""Faults of a panel document, all at once."""

from collections.abc import Container, Iterator, Sequence

from pult.core.errors import Fault, choose
from pult.panel.check_element import NAME, element_faults, name_fault
from pult.panel.document import PanelDocument
from pult.panel.elements import Button, Cameras, Effectors, Element, Joints, Joystick, OptionDocument, Switch
from pult.panel.signals import ACTUAL, FRAME
from pult.panel.streams import stream_faults


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
    faults += stream_faults(document.streams, document.elements)
    return faults


def _own_name_faults(name: str, element: Joystick, elements: Container[str]) -> Iterator[Fault]:
    """Names that a stick itself uses, taken by another element."""
    own = {FRAME: "the signal that tells the frame of"} if len(element.frames) > 1 else {}
    if element.actual:
        own[ACTUAL] = "what is shown at"
    for ending, what in own.items():
        if name + ending in elements:
            message = f"{name + ending!r} is {what} {name!r}; choose another name."
            yield Fault(f"elements.{name}{ending}", message, "duplicate-name")


def _panel_faults(document: PanelDocument, view: tuple[float, float] | None) -> Iterator[Fault]:
    if not document.elements:
        yield Fault("elements", "a panel has at least one element.", "missing-key")
    buttons = [name for name, element in document.elements.items() if isinstance(element, (Button, Switch))]
    if document.enable and document.enable not in document.elements:
        advice = choose(document.enable, buttons)
        yield Fault("enable", f"there is no element {document.enable!r}. {advice}", "unknown-name")
    elif document.enable and document.enable not in buttons:
        message = f"{document.enable!r} is neither a button nor a switch. {choose(document.enable, buttons)}"
        yield Fault("enable", message, "bad-choice")
    for key, time in (("stop_time", document.stop_time), ("link_timeout", document.link_timeout)):
        if time <= 0.0:
            yield Fault(key, f"must be above 0 s, not {time:g}.", "out-of-range")
    yield from _size_faults("size", document.size)
    picture = document.picture
    if picture is not None:
        yield from _size_faults("picture.size", picture.size)
        if picture.scale <= 0.0:
            yield Fault("picture.scale", f"must be above 0, not {picture.scale:g}.", "out-of-range")
        own = picture.size or view
        if own and document.size and picture.scale > 0.0:
            shown = [length * picture.scale for length in own]
            yield from _area_faults("picture.position", picture.position or [0.0, 0.0], shown, document.size)
        if picture.size and view and any(abs(a - b) > 1e-6 * b for a, b in zip(picture.size, view, strict=True)):
            message = f"the file's own size is {view[0]:g} x {view[1]:g}; give this, or leave 'size' out."
            yield Fault("picture.size", message, "bad-shape")


def _size_faults(place: str, size: Sequence[float]) -> Iterator[Fault]:
    if any(length <= 0.0 for length in size):
        yield Fault(place, "width and height must be above 0.", "out-of-range")


def _placement_faults(place: str, element: Element, area: Sequence[float]) -> Iterator[Fault]:
    yield from _size_faults(f"{place}.size", element.size)
    if element.position and not area:
        yield Fault(f"{place}.position", "positions need the panel's 'size' [width, height].", "missing-key")
    elif element.position:
        yield from _area_faults(f"{place}.position", element.position, element.size or [0.0, 0.0], area)


def _area_faults(
    place: str, position: Sequence[float], size: Sequence[float], area: Sequence[float]
) -> Iterator[Fault]:
    inside = (x >= 0.0 and x + length <= most for x, length, most in zip(position, size, area, strict=True))
    if not all(inside):
        yield Fault(place, f"lies outside the panel of {area[0]:g} x {area[1]:g}.", "out-of-range")


def _mark_faults(
    place: str, options: dict[str, OptionDocument], picture: bool, area: tuple[float, float] | None
) -> Iterator[Fault]:
    for name, option in options.items():
        spot = f"{place}.{name}.position"
        if not option.position:
            continue
        if not picture:
            yield Fault(spot, "is a place on the picture, but the panel has no 'picture'.", "missing-key")
        elif area and not all(0.0 <= x <= most for x, most in zip(option.position, area, strict=True)):
            yield Fault(spot, f"lies outside the picture of {area[0]:g} x {area[1]:g}.", "out-of-range")
