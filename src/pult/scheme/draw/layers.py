"""Assignment of nodes to columns: signals run from left to right, and the wires that cannot are feedback.

Blocks are put into a reading order first: each follows the blocks that feed it. In a cycle, the block
nearest to the first input of the scheme that reaches it comes first: the first input is the command by
convention. Without an input, it is a block without feed-through (a delay, an integrator). A wire against
that order is a feedback wire. Columns are then longest paths, compacted to shorten wires.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from pult.scheme.draw.figure import Figure

_FAR = 1 << 30


class _Graph(NamedTuple):
    """Blocks and wires between them; `before[b]` counts wires into b as block -> (feeding through, not)."""

    blocks: list[int]
    before: dict[int, dict[int, tuple[int, int]]]
    after: dict[int, set[int]]
    distance: dict[int, int]


def assign_layers(figure: Figure) -> list[int]:
    """The column of every node: inputs of the scheme in column 0, outputs in the last, blocks between."""
    graph = _graph(figure)
    rank = {block: number for number, block in enumerate(_reading_order(graph))}
    before = {b: [a for a in graph.before[b] if rank[a] < rank[b]] for b in graph.blocks}
    after: dict[int, list[int]] = {b: [] for b in graph.blocks}
    for b in graph.blocks:
        for a in before[b]:
            after[a].append(b)
    order = sorted(graph.blocks, key=rank.__getitem__)
    layer: dict[int, int] = {}
    for b in order:
        layer[b] = 1 + max((layer[a] for a in before[b]), default=0)
    _draw_in(figure, order, before, after, layer)
    last = max(layer.values(), default=0) + 1
    place = {"input": 0, "output": last}
    return [layer[i] if node.role == "block" else place[node.role] for i, node in enumerate(figure.nodes)]


def _graph(figure: Figure) -> _Graph:
    nodes = figure.nodes
    blocks = [i for i, node in enumerate(nodes) if node.role == "block"]
    before: dict[int, dict[int, tuple[int, int]]] = {b: {} for b in blocks}
    after: dict[int, set[int]] = {b: set() for b in blocks}
    entered: dict[int, list[int]] = {}
    for net in figure.nets:
        for end in net.targets:
            if nodes[end.node].role != "block":
                continue
            if nodes[net.source.node].role != "block":
                entered.setdefault(net.source.node, []).append(end.node)
            elif end.node != net.source.node:
                through = nodes[end.node].inputs[end.pin].fed_through
                hard, soft = before[end.node].get(net.source.node, (0, 0))
                before[end.node][net.source.node] = (hard + through, soft + (not through))
                after[net.source.node].add(end.node)
    distance: dict[int, int] = {}
    sources = [b for b in blocks if not before[b]]
    for roots in (*(entered[i] for i in sorted(entered)), sources):
        base = max(distance.values(), default=0)
        for b, steps in _distances(roots, after).items():
            distance.setdefault(b, base + steps)
    return _Graph(blocks, before, after, distance)


def _distances(roots: Sequence[int], after: dict[int, set[int]]) -> dict[int, int]:
    found = dict.fromkeys(roots, 1)
    queue = deque(roots)
    while queue:
        block = queue.popleft()
        for other in sorted(after[block]):
            if other not in found:
                found[other] = found[block] + 1
                queue.append(other)
    return found


def _reading_order(graph: _Graph) -> list[int]:
    waiting = {b: len(graph.before[b]) for b in graph.blocks}
    ready = [(graph.distance.get(b, _FAR), b) for b in graph.blocks if not waiting[b]]
    heapify(ready)
    left = set(graph.blocks)
    order: list[int] = []
    while left:
        block = heappop(ready)[1] if ready else _opening(graph, left)
        if block not in left:
            continue
        left.discard(block)
        order.append(block)
        for other in graph.after[block]:
            waiting[other] -= 1
            if not waiting[other] and other in left:
                heappush(ready, (graph.distance.get(other, _FAR), other))
    return order


def _opening(graph: _Graph, left: set[int]) -> int:
    """The block to begin with where all remaining ones form cycles."""
    best: tuple[tuple[int, ...], int] | None = None
    for knot in _first_knots(graph, left):
        for b in knot:
            hard = sum(counts[0] for a, counts in graph.before[b].items() if a in left)
            soft = sum(counts[1] for a, counts in graph.before[b].items() if a in left)
            key = (graph.distance.get(b, _FAR), hard, soft, b)
            if best is None or key < best[0]:
                best = key, b
    assert best is not None
    return best[1]


def _first_knots(graph: _Graph, left: set[int]) -> list[list[int]]:
    """Strongly connected components of the remaining blocks without predecessors (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    home: dict[int, int] = {}
    stack: list[int] = []
    knots: list[list[int]] = []
    for root in sorted(left):
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        work = [(root, iter(sorted(graph.before[root])))]
        while work:
            block, rest = work[-1]
            other = next((a for a in rest if a in left), None)
            if other is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[block])
                if low[block] == index[block]:
                    knot: list[int] = []
                    while not knot or knot[-1] != block:
                        knot.append(stack.pop())
                        home[knot[-1]] = len(knots)
                    knots.append(knot)
            elif other not in index:
                index[other] = low[other] = len(index)
                stack.append(other)
                work.append((other, iter(sorted(graph.before[other]))))
            elif other not in home:
                low[block] = min(low[block], index[other])
    return [
        knot
        for number, knot in enumerate(knots)
        if all(home[a] == number for b in knot for a in graph.before[b] if a in left)
    ]


def _draw_in(
    figure: Figure,
    order: list[int],
    before: dict[int, list[int]],
    after: dict[int, list[int]],
    layer: dict[int, int],
) -> None:
    """Move blocks to the right, next to their targets, where that shortens more wires than it lengthens."""
    incoming: dict[int, int] = defaultdict(int)
    for net in figure.nets:
        fed = {end.node for end in net.targets}
        for block in fed:
            if len(fed) == 1 or figure.nodes[net.source.node].role == "block":
                incoming[block] += 1
    moved = True
    for _ in range(len(order)):
        if not moved:
            break
        moved = False
        for block in reversed(order):
            if not after[block]:
                continue
            room = min(layer[b] for b in after[block]) - 1
            if room > layer[block] and (len(after[block]) > incoming[block] or not before[block]):
                layer[block] = room
                moved = True
