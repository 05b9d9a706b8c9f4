"""Contents of the drawing of one level: nodes with pins, and nets between them, with sizes but no positions.

Every height and every pin is on a raster of 12 px, so a wire is either straight or bends by a visible
step.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pult.core.block_type import ConcretePort
from pult.core.units import Unit, variables
from pult.scheme.document import BlockDocument, SchemeDocument, SubScheme
from pult.scheme.draw.look import Quantity, quantity_of
from pult.scheme.draw.words import (
    Line,
    constant_text,
    key_parameters,
    shape_text,
    shorten,
    text_width,
    unit_text,
)
from pult.scheme.model import CheckedBlock, Level, Scheme, Terminal

RASTER = 12
HEADER = 30
PITCH = 24
"""Distance of two pins of a block."""
FIRST = 48
"""Distance of the first pin of a block below its upper edge."""
PILL = 24
"""Height of a terminal."""

Role = Literal["block", "input", "output"]


@dataclass(slots=True)
class Pin:
    """An end of a wire on a node. `offset` is its distance below the node's upper edge."""

    name: str
    shape: tuple[int, ...]
    quantity: Quantity
    unit: str
    offset: int
    wired: bool = False
    constant: str = ""
    fed_through: bool = True


@dataclass(slots=True)
class Node:
    """A block, or a terminal of the scheme itself.

    Attributes:
        inputs: Pins where wires end.
        outputs: Pins where wires start.
        margin: Room for constants beside the inputs.
        flipped: Inputs are on the right, outputs on the left.
    """

    role: Role
    name: str
    width: int
    height: int
    inputs: list[Pin]
    outputs: list[Pin]
    title: str = ""
    label: str = ""
    family: str = ""
    nested: bool = False
    lines: list[Line] = field(default_factory=list)
    tip: str = ""
    margin: int = 0
    flipped: bool = False
    color: str = ""

    @property
    def key(self) -> tuple[Role, str]:
        """Its unique key."""
        return self.role, self.name


@dataclass(frozen=True, slots=True)
class End:
    """A pin by indices: of the node, and of the pin in the node's list."""

    node: int
    pin: int


@dataclass(frozen=True, slots=True)
class Net:
    """An output and every input it feeds."""

    source: End
    targets: tuple[End, ...]


@dataclass(slots=True)
class Figure:
    """All nodes (inputs of the scheme, blocks by id, outputs) and all nets."""

    nodes: list[Node]
    nets: list[Net]

    def source(self, net: Net) -> Pin:
        """The pin a net starts at."""
        return self.nodes[net.source.node].outputs[net.source.pin]

    def wire_name(self, net: Net, target: End) -> str:
        """'from -> to' as in the document."""
        start, end = self.nodes[net.source.node], self.nodes[target.node]
        left, right = start.outputs[net.source.pin].name, end.inputs[target.pin].name
        one = f"{start.name}.{left}" if start.role == "block" else left
        return f"{one} -> {end.name}.{right}" if end.role == "block" else f"{one} -> {right}"


def part_of(scheme: Scheme, level: str) -> SchemeDocument | SubScheme:
    """The part of the document for a level."""
    return scheme.document.schemes[level] if level else scheme.document


def build_figure(scheme: Scheme, level: Level) -> Figure:
    """Collect the nodes and nets of a level."""
    documents = {block.id: block for block in part_of(scheme, level.name).blocks}
    through = _through_inputs(scheme)
    nodes = [_terminal("input", port) for port in level.inputs]
    nodes += [
        _block(block, documents[block.id], level.units, through.get(block.scheme)) for block in level.blocks.values()
    ]
    nodes += [_terminal("output", port) for port in level.outputs]
    return Figure(nodes, _nets(nodes, level.sources))


def _nets(nodes: list[Node], sources: Mapping[Terminal, Terminal]) -> list[Net]:
    starts: dict[Terminal, End] = {}
    ends: dict[Terminal, End] = {}
    for number, node in enumerate(nodes):
        block = node.name if node.role == "block" else None
        starts |= {Terminal(block, pin.name): End(number, index) for index, pin in enumerate(node.outputs)}
        ends |= {Terminal(block, pin.name): End(number, index) for index, pin in enumerate(node.inputs)}
    targets: dict[End, list[End]] = {}
    for target, source in sources.items():
        targets.setdefault(starts[source], []).append(ends[target])
    nets = []
    for source_end in sorted(targets, key=lambda end: (end.node, end.pin)):
        reached = sorted(targets[source_end], key=lambda end: (end.node, end.pin))
        start = nodes[source_end.node].outputs[source_end.pin]
        start.wired = True
        for end in reached:
            pin = nodes[end.node].inputs[end.pin]
            pin.wired, pin.quantity = True, start.quantity
        nets.append(Net(source_end, tuple(reached)))
    return nets


def _through_inputs(scheme: Scheme) -> dict[str | None, set[str]]:
    """For every sub-scheme, the inputs with direct feed-through to an output. Levels come innermost first."""
    found: dict[str | None, set[str]] = {}
    for name, level in scheme.levels.items():
        reached: set[str] = set()
        seen: set[str] = set()
        ends = [Terminal(None, port.name) for port in level.outputs]
        work = [level.sources[end] for end in ends if end in level.sources]
        while work:
            source = work.pop()
            if source.block is None:
                reached.add(source.port)
            elif source.block not in seen:
                seen.add(source.block)
                block = level.blocks[source.block]
                for port in _fed(block, found.get(block.scheme)):
                    feeding = level.sources.get(Terminal(block.id, port))
                    if feeding is not None:
                        work.append(feeding)
        found[name] = reached
    return found


def _fed(block: CheckedBlock, through: set[str] | None) -> Iterator[str]:
    for port in block.inputs:
        if block.type.fed_through(port.name) if block.type is not None else port.name in (through or ()):
            yield port.name


def _terminal(role: Literal["input", "output"], port: ConcretePort) -> Node:
    unit = unit_text(port.unit)
    pin = Pin(port.name, port.shape, quantity_of(port.kind, port.unit), unit, PILL // 2)
    title = shorten(port.name, 28)
    width = 26 + text_width(title, 12) + (6 + text_width(unit, 10.5, mono=True) if unit else 0)
    node = Node(role, port.name, _up(width, 4), PILL, [], [], title=title, label=unit)
    (node.outputs if role == "input" else node.inputs).append(pin)
    size = f", {shape_text(port.shape)}" if port.shape else ""
    node.tip = f"{role} {port.name}{f' [{unit}]' if unit else ''}{size}"
    return node


def _block(
    block: CheckedBlock, document: BlockDocument, units: Mapping[Terminal, Unit], through: set[str] | None
) -> Node:
    fed = set(_fed(block, through))
    inputs = [_pin(block, port, units, index) for index, port in enumerate(block.inputs)]
    outputs = [_pin(block, port, units, index) for index, port in enumerate(block.outputs)]
    for port, pin in zip(block.inputs, inputs, strict=True):
        pin.fed_through = port.name in fed
        if port.name in block.constants:
            pin.constant = constant_text(block.constants[port.name], port.kind == "boolean", _unit(block, port, units))
    rows = max(len(inputs), len(outputs), 1)
    lines = key_parameters(block, document.parameters, 2 if rows <= 2 else 3)
    kind = block.type.name.split(".", 1)[1] if block.type is not None else str(block.scheme)
    same = document.id.lower().rstrip("0123456789_-") == kind
    label = "" if same and not block.shape else shorten(kind, 18)
    if block.shape:
        label = f"{'' if same else label + ' '}×{shape_text(block.shape)}"
    node = Node(
        "block",
        block.id,
        0,
        FIRST + PITCH * (rows - 1) + PITCH,
        inputs,
        outputs,
        title=shorten(block.id, 26),
        label=label,
        family=block.type.family if block.type is not None else "scheme",
        nested=block.type is None,
        lines=lines,
        tip=_tip(block, units, document.parameters),
    )
    node.width = _width(node)
    node.margin = _up(
        max((12 + text_width(pin.constant, 10.5, mono=True) for pin in inputs if pin.constant), default=0), 4
    )
    return node


def _pin(block: CheckedBlock, port: ConcretePort, units: Mapping[Terminal, Unit], index: int) -> Pin:
    unit = _unit(block, port, units)
    return Pin(port.name, port.shape, quantity_of(port.kind, unit), unit_text(unit), FIRST + PITCH * index)


def _unit(block: CheckedBlock, port: ConcretePort, units: Mapping[Terminal, Unit]) -> Unit:
    """The inferred unit, or that which the port declares."""
    return units.get(Terminal(block.id, port.name), port.unit) if variables(port.unit) else port.unit


def _width(node: Node) -> int:
    left = max((text_width(shorten(pin.name, 16), 11, mono=True) for pin in node.inputs), default=0.0)
    right = max((text_width(shorten(pin.name, 16), 11, mono=True) for pin in node.outputs), default=0.0)
    middle = max((line.width for line in node.lines), default=0.0)
    body = 24 + left + right + (28 + middle if middle else 24)
    head = 44 + text_width(node.title, 13, strong=True)
    if node.label:
        head += 12 + text_width(node.label, 10.5, mono=True)
    return _up(max(body, head, 100), 20)


def _tip(block: CheckedBlock, units: Mapping[Terminal, Unit], given: Mapping[str, Any]) -> str:
    """Tooltip of a block."""
    if block.type is None or block.concrete is None:
        rows = [f"{block.id}: sub-scheme {block.scheme}"]
        rows += [f"{path} = {Line(path, str(value)).value}" for path, value in given.items()]
        return "\n".join(rows)
    rows = [f"{block.id}: {block.type.name}", block.type.summary]
    for p in block.type.parameters:
        value = block.entries.get(p.name, block.concrete.values.get(p.name))
        unit = units.get(Terminal(block.id, p.name))
        text = unit_text(unit) if unit is not None else ("" if p.unit == "1" or "?" in p.unit else p.unit)
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        rows.append(f"{p.name} = {shorten(shown, 60)} {text}".rstrip())
    return "\n".join(row for row in rows if row)


def _up(value: float, step: int) -> int:
    return step * math.ceil(value / step)
