"""Places for everything on one level of a scheme, and its picture, faults or not."""

import dataclasses
from pathlib import Path
from typing import Literal

from pult.core.errors import FaultKind
from pult.scheme.document import SchemeDocument
from pult.scheme.draw import draw_scheme
from pult.scheme.draw.figure import RASTER, Figure, build_figure
from pult.scheme.draw.place import Placed, lay_out
from pult.scheme.model import Level, Scheme, Terminal
from pult.server.documents.scheme_facts import Checked
from pult.server.http.wire import Refusal, fault_messages
from pult.server.messages import Layout

NO_LEVEL = FaultKind("not-found", "There is no sub-scheme {name!r}.")

APART = 4 * RASTER


def layout_of(checked: Checked, level: str) -> Layout:
    """Lay a level out.

    Args:
        checked: The scheme, with all levels made whole.
        level: Name of the level.

    Raises:
        Refusal: There is no such level, or what was sent is no scheme.
    """
    scheme = _understood(checked, level, "laid out")
    shown, loose = _wired(scheme.levels[level])
    figure = build_figure(scheme, shown)
    placed = lay_out(figure) if figure.nodes else Placed(figure, [])
    return _layout(placed, loose)


def drawing_of(checked: Checked, level: str, theme: Literal["light", "dark"]) -> str:
    """Draw a level: a scheme with faults, too, as far as it can be understood.

    Args:
        checked: The scheme, with all levels made whole.
        level: Name of the level.
        theme: Colours.

    Raises:
        Refusal: There is no such level, or what was sent is no scheme.
    """
    scheme = checked.scheme
    if scheme is None or level not in scheme.levels:
        scheme = _understood(checked, level, "drawn")
    return draw_scheme(scheme, level, theme)


def _understood(checked: Checked, level: str, done: str) -> Scheme:
    """The scheme as far as it can be shown.

    Raises:
        Refusal: There is no such level, or what was sent is no scheme.
    """
    document = checked.document
    if document is None:
        faults = fault_messages(checked.faults)
        raise Refusal(422, "not-a-document", f"This cannot be {done}: {checked.faults[0]}", faults)
    if level not in checked.levels:
        raise Refusal.of(404, NO_LEVEL.at(name=level[:60]))
    levels = {name: _known(document, part) for name, part in checked.levels.items()}
    return Scheme(document, document.name or "scheme", Path(), levels)


def _known(document: SchemeDocument, level: Level) -> Level:
    """The level with the blocks of the document alone."""
    there = {block.id for block in (document.schemes[level.name] if level.name else document).blocks}
    return dataclasses.replace(level, blocks={name: block for name, block in level.blocks.items() if name in there})


def _wired(level: Level) -> tuple[Level, list[str]]:
    """The level without outputs at which no wire ends, and these outputs."""
    wired = tuple(port for port in level.outputs if Terminal(None, port.name) in level.sources)
    return dataclasses.replace(level, outputs=wired), [port.name for port in level.outputs if port not in wired]


def _layout(placed: Placed, loose: list[str]) -> Layout:
    figure: Figure = placed.figure
    places: dict[str, dict[str, list[float]]] = {"block": {}, "input": {}, "output": {}}
    right = bottom = 0.0
    for node, (x, y) in zip(figure.nodes, placed.corners, strict=True):
        places[node.role][node.name] = [float(x), float(y)]
        right, bottom = max(right, x + node.width), max(bottom, y + node.height)
    outputs = places["output"]
    at = max((y for _, y in outputs.values()), default=bottom - APART) + APART
    column = min((x for x, _ in outputs.values()), default=right + APART)
    for name in loose:
        outputs[name] = [float(column), float(at)]
        at += APART
    wires = {
        figure.wire_name(net, target): [[float(x), float(y)] for x, y in placed.routes.get((i, j), [])]
        for i, net in enumerate(figure.nets)
        for j, target in enumerate(net.targets)
    }
    return Layout(blocks=places["block"], inputs=places["input"], outputs=outputs, wires=wires)
