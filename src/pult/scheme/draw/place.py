"""A figure with positions: automatic layout in columns, or the positions from the document."""

from dataclasses import dataclass, field

from pult.scheme.draw.channels import Channel, Strand, route_channel
from pult.scheme.draw.crossings import column_orders
from pult.scheme.draw.figure import RASTER, End, Figure, Node
from pult.scheme.draw.heights import GAP, fit_heights
from pult.scheme.draw.lanes import Bundle, Lanes, build_lanes
from pult.scheme.draw.layers import assign_layers

Point = tuple[float, float]

_CHANNEL = 60
"""Minimum width of a channel."""
_MARGIN = 30
"""Distance between a column and the nearest track."""


_CROSSING = 600
"""Cost of a crossing, as much as a height difference of 30 px of a wire between two blocks."""
_TRACK = 60
"""Cost of a track."""


@dataclass(slots=True)
class Placed:
    """A figure with the upper left corner of every node and, by (net, target), the corners of every wire."""

    figure: Figure
    corners: list[Point]
    routes: dict[tuple[int, int], list[Point]] = field(default_factory=dict)
    notes: list[Point | None] = field(default_factory=list)

    def start(self, end: End) -> Point:
        """Position where a wire leaves an output."""
        node = self.figure.nodes[end.node]
        x, y = self.corners[end.node]
        return x + (0 if node.flipped else node.width), y + node.outputs[end.pin].offset

    def end(self, end: End) -> Point:
        """Position where a wire reaches an input."""
        node = self.figure.nodes[end.node]
        x, y = self.corners[end.node]
        return x + (node.width if node.flipped else 0), y + node.inputs[end.pin].offset


def simplify(points: list[Point]) -> list[Point]:
    """Remove points that are not corners."""
    kept: list[Point] = []
    for point in points:
        if kept and point == kept[-1]:
            continue
        if len(kept) > 1 and (kept[-2][0] == kept[-1][0] == point[0] or kept[-2][1] == kept[-1][1] == point[1]):
            kept[-1] = point
        else:
            kept.append(point)
    return kept


@dataclass(slots=True)
class _Draft:
    """A figure in columns with the height of every spot and the tracks of every channel."""

    lanes: Lanes
    y: list[int]
    channels: list[Channel]
    cost: int
    tracks: list[int] = field(default_factory=list)

    def track(self, channel: int, strand: Strand) -> float:
        """Horizontal position of a vertical segment."""
        return float(self.tracks[channel] + RASTER * strand.track)


def lay_out(figure: Figure) -> Placed:
    """Place a figure in columns and route its wires through the channels between them."""
    wired = {end.node for net in figure.nets for end in (net.source, *net.targets)}
    alone = [i for i, node in enumerate(figure.nodes) if node.role == "block" and i not in wired]
    lanes = build_lanes(figure, assign_layers(figure))
    if alone:
        apart = set(alone)
        lanes.columns[:] = [[spot for spot in column if spot not in apart] for column in lanes.columns]
    draft = _fairest(lanes)
    columns = _across(draft)
    placed = Placed(figure, [(0.0, 0.0)] * len(figure.nodes))
    for number, column in enumerate(lanes.columns):
        left, width = columns[number]
        for spot in column:
            node = lanes.spots[spot].node
            if node is not None:
                placed.corners[node] = (left + _inset(figure.nodes[node], width), float(draft.y[spot]))
    _place_alone(placed, alone)
    for net, wires in enumerate(figure.nets):
        for number, end in enumerate(wires.targets):
            placed.routes[net, number] = _route(placed, draft, net, end)
    return placed


def _fairest(lanes: Lanes) -> _Draft:
    """Lay out every order of the columns; keep the one with the fewest bends and crossings and the shortest wires."""
    best: tuple[_Draft, list[list[int]]] | None = None
    for order in column_orders(lanes):
        lanes.columns[:] = order
        y, cost = fit_heights(lanes)
        channels = [_channel(lanes, bundles, y) for bundles in lanes.channels]
        cost += sum(_CROSSING * channel.crossings + _TRACK * channel.tracks for channel in channels)
        if best is None or cost < best[0].cost:
            best = _Draft(lanes, y, channels, cost), order
    assert best is not None
    lanes.columns[:] = best[1]
    return best[0]


def _inset(node: Node, width: int) -> int:
    """Terminals are placed next to the channel, blocks in the middle of their column."""
    free = width - node.width
    if node.role == "input":
        return free
    return 0 if node.role == "output" else free // 2


def _channel(lanes: Lanes, bundles: list[Bundle], y: list[int]) -> Channel:
    nets = []
    for bundle in bundles:
        left = [y[spot] + lanes.offset(spot, pin, True) for spot, pin in bundle.left]
        right = [y[spot] + lanes.offset(spot, pin, False) for spot, pin in bundle.right]
        nets.append((bundle.net, left, right))
    return route_channel(nets)


def _across(draft: _Draft) -> list[tuple[int, int]]:
    """Left edge and width of every column, without constants; places the tracks between them."""
    columns: list[tuple[int, int]] = []
    x = 0
    nodes = draft.lanes.figure.nodes
    for number, column in enumerate(draft.lanes.columns):
        standing = [nodes[node] for node in (draft.lanes.spots[spot].node for spot in column) if node is not None]
        x += max((node.margin for node in standing), default=0)
        width = max((node.width for node in standing), default=0)
        columns.append((x, width))
        x += width
        if number == len(draft.channels):
            break
        count = draft.channels[number].tracks
        span = RASTER * max(count - 1, 0)
        room = max(_CHANNEL, span + 2 * _MARGIN)
        if not column and number == 0:  # there is nothing left of the first blocks
            room = span + _MARGIN if count else 0
            draft.tracks.append(x)
        else:
            draft.tracks.append(x + (room - span) // 2)
        x += room
    return columns


def _place_alone(placed: Placed, alone: list[int]) -> None:
    """Place blocks without wires in rows below the rest."""
    if not alone:
        return
    nodes = placed.figure.nodes
    rest = [i for i in range(len(nodes)) if i not in set(alone)]
    right = max((placed.corners[i][0] + nodes[i].width for i in rest), default=0.0)
    top = max((placed.corners[i][1] + nodes[i].height + 2 * GAP for i in rest), default=0.0)
    area = sum((nodes[i].width + nodes[i].margin + GAP) * (nodes[i].height + GAP) for i in alone)
    right = max(right, (1.6 * area) ** 0.5)
    x, y, tallest = 0.0, top, 0
    for i in alone:
        node = nodes[i]
        if x and x + node.margin + node.width > right:
            x, y, tallest = 0.0, y + tallest + GAP, 0
        placed.corners[i] = (x + node.margin, y)
        x += node.margin + node.width + GAP
        tallest = max(tallest, node.height)


def _route(placed: Placed, draft: _Draft, net: int, end: End) -> list[Point]:
    """The corners of one wire: along its lanes, and up or down a track in every channel it passes."""
    lanes, source = draft.lanes, placed.figure.nets[net].source
    start, goal = lanes.spots[source.node].layer, lanes.spots[end.node].layer
    begin, finish = placed.start(source), placed.end(end)
    if goal > start:
        heights = [float(draft.y[lanes.forward[net, layer]]) for layer in range(start + 1, goal)]
        passed = range(start, goal)
    else:
        heights = [float(draft.y[lanes.backward[net, layer]]) for layer in range(start, goal - 1, -1)]
        passed = range(start, goal - 2, -1)
    points = [begin]
    at = begin[1]
    for channel, following in zip(passed, [*heights, finish[1]], strict=True):
        here = draft.channels[channel]
        tracks = [draft.track(channel, here.first[net])]
        if net in here.second:
            tracks.append(draft.track(channel, here.second[net]))
            if goal <= start and channel == start:  # it turns back on the left side
                tracks = tracks[:1]
            elif goal <= start:
                tracks = tracks[:0:-1] if channel == passed[-1] else tracks[::-1]
        if len(tracks) == 2:
            jog = float(here.jogs[net])
            points += [(tracks[0], at), (tracks[0], jog), (tracks[1], jog), (tracks[1], following)]
        elif at != following:
            points += [(tracks[0], at), (tracks[0], following)]
        at = following
    return simplify([*points, finish])
