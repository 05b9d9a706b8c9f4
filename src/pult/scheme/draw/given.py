"""Positions from the document: used if every block has one and no blocks overlap.

The editor may draw blocks a little smaller than they are drawn here. Where they would touch, all
positions are spread by a common factor, which keeps the arrangement.
"""

import re
from collections.abc import Mapping
from itertools import pairwise

from pult.scheme.document import UiDocument, UiPlace
from pult.scheme.draw.figure import PILL, RASTER, End, Figure, Node
from pult.scheme.draw.maze import Rect, route_freely
from pult.scheme.draw.place import Placed, Point, simplify

_SPREAD = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0)
_APART = (28, 24)
"""Minimum horizontal and vertical distance of two nodes that leaves a line of the maze between them."""
_LIMIT = 100_000.0
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def apply_colors(figure: Figure, ui: UiDocument) -> None:
    """Apply the colours of blocks; anything but #rgb and #rrggbb is ignored."""
    for node in figure.nodes:
        place = ui.blocks.get(node.name) if node.role == "block" else None
        if place is not None and _COLOR.fullmatch(place.color):
            node.color = place.color


def place_as_given(figure: Figure, ui: UiDocument) -> Placed | None:
    """Place a figure as in the document and route its wires; None if positions are missing."""
    blocks = [i for i, node in enumerate(figure.nodes) if node.role == "block"]
    places = {i: ui.blocks.get(figure.nodes[i].name, UiPlace()) for i in blocks}
    if not blocks or not all(_sane(place) for place in places.values()):
        return None
    for i, place in places.items():
        node = figure.nodes[i]
        node.flipped = place.flipped
        if len(place.size) == 2 and all(0 < side < _LIMIT for side in place.size):
            node.width, node.height = (
                max(node.width, round(place.size[0])),
                max(node.height, round(place.size[1])),
            )
    for factor in _SPREAD:
        placed = _spread(figure, ui, places, factor)
        walls = [_wall(node, corner) for node, corner in zip(figure.nodes, placed.corners, strict=True)]
        if _free(walls):
            route_freely(placed, walls, _bends(placed, ui, walls) if factor == 1.0 else {})
            placed.notes = [
                (place.position[0] * factor, place.position[1] * factor) if _sane(place) else None for place in ui.notes
            ]
            return placed
    for i in blocks:
        figure.nodes[i].flipped = False
    return None


def _sane(place: UiPlace) -> bool:
    return len(place.position) == 2 and all(abs(value) < _LIMIT for value in place.position)


def _spread(figure: Figure, ui: UiDocument, places: Mapping[int, UiPlace], factor: float) -> Placed:
    placed = Placed(figure, [(0.0, 0.0)] * len(figure.nodes))
    for i, place in places.items():
        placed.corners[i] = (
            float(round(place.position[0] * factor)),
            float(round(place.position[1] * factor)),
        )
    left = min(placed.corners[i][0] - figure.nodes[i].margin for i in places) - 6 * RASTER
    right = max(placed.corners[i][0] + figure.nodes[i].width + figure.nodes[i].margin for i in places) + 6 * RASTER
    _terminals(placed, "input", ui.inputs, left, factor)
    _terminals(placed, "output", ui.outputs, right, factor)
    return placed


def _terminals(placed: Placed, role: str, places: Mapping[str, UiPlace], x: float, factor: float) -> None:
    """Place terminals as in the document; the others beside the blocks, aligned with their wires."""
    figure = placed.figure
    waiting: list[tuple[float, int]] = []
    for i, node in enumerate(figure.nodes):
        if node.role != role:
            continue
        place = places.get(node.name)
        if place is not None and _sane(place):
            placed.corners[i] = (
                float(round(place.position[0] * factor)),
                float(round(place.position[1] * factor)),
            )
        else:
            waiting.append((_level(placed, i), i))
    at = -float("inf")
    for y, i in sorted(waiting):
        node = figure.nodes[i]
        at = max(y - PILL / 2, at)
        placed.corners[i] = (x - node.width if role == "input" else x, at)
        at += PILL + _APART[1]


def _level(placed: Placed, terminal: int) -> float:
    """Height of the first block pin that a terminal is wired to."""

    def is_block(end: End) -> bool:
        return placed.figure.nodes[end.node].role == "block"

    for net in placed.figure.nets:
        if net.source.node == terminal:
            return next((placed.end(end)[1] for end in net.targets if is_block(end)), 0.0)
        if any(end.node == terminal for end in net.targets) and is_block(net.source):
            return placed.start(net.source)[1]
    return 0.0


def _wall(node: Node, corner: Point) -> Rect:
    x, y = corner
    left, right = (0, node.margin) if node.flipped else (node.margin, 0)
    return x - left, y, x + node.width + right, y + node.height


def _free(walls: list[Rect]) -> bool:
    """Whether wires can pass between any two nodes."""
    ordered = sorted(walls)
    for i, one in enumerate(ordered):
        for two in ordered[i + 1 :]:
            if two[0] >= one[2] + _APART[0]:
                break
            if two[1] < one[3] + _APART[1] and one[1] < two[3] + _APART[1]:
                return False
    return True


def _bends(placed: Placed, ui: UiDocument, walls: list[Rect]) -> dict[tuple[int, int], list[Point]]:
    """Wires whose bends the document gives, if they are horizontal and vertical and avoid all nodes."""
    found = {}
    for i, net in enumerate(placed.figure.nets):
        for j, target in enumerate(net.targets):
            bends = ui.wires.get(placed.figure.wire_name(net, target), [])
            points = [(float(bend[0]), float(bend[1])) for bend in bends if len(bend) == 2]
            if not points or len(points) != len(bends):
                continue
            start, end = placed.start(net.source), placed.end(target)
            points[0], points[-1] = (points[0][0], start[1]), (points[-1][0], end[1])
            route = simplify([start, *points, end])
            if all(_clear(a, b, walls) for a, b in pairwise(route)):
                found[i, j] = route
    return found


def _clear(a: Point, b: Point, walls: list[Rect]) -> bool:
    if a[0] != b[0] and a[1] != b[1]:
        return False
    left, right = min(a[0], b[0]), max(a[0], b[0])
    top, bottom = min(a[1], b[1]), max(a[1], b[1])
    return not any(left < w[2] and w[0] < right and top < w[3] and w[1] < bottom for w in walls) and all(
        abs(value) < _LIMIT for value in (*a, *b)
    )
