"""The order of evaluation, and algebraic loops.

A leaf must come after every leaf whose output it feeds through directly. Leaves of the same kind that are ready at the
same time are evaluated together, as one loop over arrays: a hundred copies of a sub-scheme take the compiler as long
as one.
"""

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence

from pult.core.errors import Fault, FaultKind
from pult.scheme.flatten import Flat
from pult.scheme.model import Terminal

ALGEBRAIC_LOOP = FaultKind(
    "algebraic-loop",
    "algebraic loop: {ports: -> }. An output would depend on itself within one step. Insert a delay "
    "('digital.unit_delay') into one of these wires.",
)

MAX_LOOPS_SHOWN = 10


def dependencies(flat: Flat) -> list[list[int]]:
    """For every leaf, the leaves whose outputs its own outputs need in the same step."""
    found = []
    for leaf in flat.leaves:
        block_type = leaf.block.type
        assert block_type is not None
        before = {
            source.number
            for port, source in zip(leaf.block.inputs, leaf.inputs, strict=True)
            if source.kind == "leaf" and block_type.fed_through(port.name)
        }
        found.append(sorted(before))
    return found


def batches(kinds: Sequence[Hashable], before: Sequence[Sequence[int]]) -> list[list[int]]:
    """Sort leaves into batches of one kind, each after everything it needs.

    Greedy: of the kinds with ready leaves, first one whose leaves are all ready, else the one with the most; ties are
    broken by the order of first appearance, so the result depends on names only, never on the order in a file.

    Returns:
        Batches of leaf numbers. Leaves in an algebraic loop are in none.
    """
    waiting = [len(b) for b in before]
    after: dict[int, list[int]] = defaultdict(list)
    for leaf, needed in enumerate(before):
        for other in needed:
            after[other].append(leaf)
    left: dict[Hashable, int] = defaultdict(int)
    rank: dict[Hashable, int] = {}
    for kind in kinds:
        left[kind] += 1
        rank.setdefault(kind, len(rank))
    ready: dict[Hashable, list[int]] = defaultdict(list)
    for leaf, count in enumerate(waiting):
        if not count:
            ready[kinds[leaf]].append(leaf)
    found = []
    while ready:
        kind = min(ready, key=lambda k: (len(ready[k]) < left[k], -len(ready[k]), rank[k]))
        batch = sorted(ready.pop(kind))
        left[kind] -= len(batch)
        found.append(batch)
        for leaf in batch:
            for other in after[leaf]:
                waiting[other] -= 1
                if not waiting[other]:
                    ready[kinds[other]].append(other)
    return found


def loop_faults(flat: Flat, before: Sequence[Sequence[int]]) -> list[Fault]:
    """Faults for all algebraic loops: a shortest cycle of ports for each strongly connected component."""
    sorted_out = {leaf for batch in batches([0] * len(before), before) for leaf in batch}
    knotted = [leaf for leaf in range(len(before)) if leaf not in sorted_out]
    faults: list[Fault] = []
    shown: set[tuple[str, ...]] = set()
    for knot in _components(knotted, before):
        circle = _shortest_circle(knot, before)
        signature = tuple(sorted(flat.leaves[leaf].path.rsplit(".", 1)[-1] for leaf in circle))
        if signature in shown:  # the same loop in another copy of a sub-scheme
            continue
        shown.add(signature)
        faults.append(loop_fault(flat, _ports(flat, circle)))
        if len(faults) == MAX_LOOPS_SHOWN:
            break
    return faults


def loop_fault(flat: Flat, ports: list[str]) -> Fault:
    """The fault for a cycle of ports, placed at the first of its wires."""
    shown = [port for port, after in zip(ports, [*ports[1:], ""], strict=True) if port != after]
    return ALGEBRAIC_LOOP.at(_wire_place(flat, ports), ports=shown)


def _wire_place(flat: Flat, ports: list[str]) -> str:
    """Place in the document of the first wire of a cycle."""
    document = flat.scheme.document
    for port in ports:
        path, _, name = port.rpartition(".")
        place = flat.context_of(path) if path else None
        if place is None:
            continue
        level = place[0].level
        wires = document.schemes[level.name].wires if level.name else document.wires
        for number, wire in enumerate(wires):
            if wire.target == f"{place[1]}.{name}":
                return f"{f'schemes.{level.name}.' if level.name else ''}wires[{number}]"
    return "wires"


def _components(nodes: Sequence[int], before: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected components with a cycle (Tarjan, without recursion), each sorted, in order of first
    leaf.
    """
    inside = set(nodes)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found = []
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(before[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            following = next((n for n in rest if n in inside), None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    if len(component) > 1 or node in before[node]:
                        found.append(sorted(component))
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                on_stack.add(following)
                work.append((following, iter(before[following])))
            elif following in on_stack:
                low[node] = min(low[node], index[following])
    return sorted(found)


def _shortest_circle(knot: Sequence[int], before: Sequence[Sequence[int]]) -> list[int]:
    """A shortest cycle through the first leaf of a component, in the direction of the signals."""
    start = knot[0]
    inside = set(knot)
    came: dict[int, int] = {}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in before[node]:
            if other == start:
                circle = [node]
                while circle[-1] != start:
                    circle.append(came[circle[-1]])
                return circle
            if other in inside and other not in came:
                came[other] = node
                queue.append(other)
    return [start]


def _ports(flat: Flat, circle: Sequence[int]) -> list[str]:
    """The cycle as ports: into a block, out of it, through sub-scheme ports, into the next, and back to the first."""
    found: list[str] = []
    for position, leaf_number in enumerate(circle):
        leaf = flat.leaves[leaf_number]
        upstream = circle[position - 1]
        place = flat.context_of(leaf.path)
        assert place is not None and leaf.block.type is not None
        for port, source in zip(leaf.block.inputs, leaf.inputs, strict=True):
            if source.kind == "leaf" and source.number == upstream and leaf.block.type.fed_through(port.name):
                _, passed = flat.trace(place[0], Terminal(place[1], port.name))
                found += passed[::-1]
                break
    return [*found, found[0]]
