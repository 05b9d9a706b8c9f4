"""The layered graph: nodes in columns, and lanes where a wire passes a column without ending there.

A forward net has one lane in every column it passes. A feedback net leaves its block to the right, turns
back in the channel there, and has one lane in every column from its own back to that of its last target.
All ends of a net in one channel form a `Bundle`; channel k is between
columns k and k + 1.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from pult.scheme.draw.figure import Figure


@dataclass(slots=True)
class Spot:
    """A place in a column: a node, or the lane of a net (`node` is None)."""

    layer: int
    node: int | None
    net: int


@dataclass(slots=True)
class Bundle:
    """The ends of one net in one channel, as (spot, pin) on its left and on its right side."""

    net: int
    left: list[tuple[int, int]] = field(default_factory=list)
    right: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Lanes:
    """A figure in columns.

    Attributes:
        spots: All spots; the first are the nodes, in their order.
        columns: Spots of every column, from top to bottom.
        channels: Bundles of every channel.
        forward: (net, column) to the lane of a forward net.
        backward: (net, column) to the lane of a feedback net.
    """

    figure: Figure
    spots: list[Spot]
    columns: list[list[int]]
    channels: list[list[Bundle]]
    forward: dict[tuple[int, int], int]
    backward: dict[tuple[int, int], int]

    def offset(self, spot: int, pin: int, left: bool) -> int:
        """Distance of an end below the upper edge of its spot; `left` is its side of the channel."""
        node = self.spots[spot].node
        if node is None:
            return 0
        return (self.figure.nodes[node].outputs if left else self.figure.nodes[node].inputs)[pin].offset

    def height(self, spot: int) -> int:
        """Height of a spot; a lane has none."""
        node = self.spots[spot].node
        return 0 if node is None else self.figure.nodes[node].height


def build_lanes(figure: Figure, layers: list[int]) -> Lanes:
    """Put every net into the channels it passes."""
    spots = [Spot(layer, node, -1) for node, layer in enumerate(layers)]
    blocks = [layer for layer, node in zip(layers, figure.nodes, strict=True) if node.role == "block"]
    count = max([1, *layers, *(layer + 1 for layer in blocks)]) + 1  # there is a channel on both sides of every block
    forward: dict[tuple[int, int], int] = {}
    backward: dict[tuple[int, int], int] = {}
    channels: list[dict[int, Bundle]] = [{} for _ in range(count - 1)]

    def bundle(channel: int, net: int) -> Bundle:
        return channels[channel].setdefault(net, Bundle(net))

    def lane(lanes: dict[tuple[int, int], int], net: int, layer: int) -> None:
        lanes[net, layer] = len(spots)
        spots.append(Spot(layer, None, net))

    for number, net in enumerate(figure.nets):
        start = layers[net.source.node]
        reached: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for end in net.targets:
            reached[layers[end.node]].append((end.node, end.pin))
        last, first = max(reached), min(reached)
        bundle(start, number).left.append((net.source.node, net.source.pin))
        for layer in range(start + 1, last + 1):
            if layer < last:
                lane(forward, number, layer)
                bundle(layer - 1, number).right.append((forward[number, layer], 0))
                bundle(layer, number).left.append((forward[number, layer], 0))
            bundle(layer - 1, number).right.extend(reached.get(layer, ()))
        for layer in range(start, first - 1, -1):
            lane(backward, number, layer)
            bundle(layer, number).left.append((backward[number, layer], 0))
            into = bundle(layer - 1, number)
            into.right.append((backward[number, layer], 0))
            into.right.extend(reached.get(layer, ()))
    columns: list[list[int]] = [[] for _ in range(count)]
    for index, spot in enumerate(spots):
        columns[spot.layer].append(index)
    return Lanes(figure, spots, columns, [list(c.values()) for c in channels], forward, backward)
