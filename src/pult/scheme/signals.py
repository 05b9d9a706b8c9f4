"""Signals by name and their addresses: every wire is memory."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from pult.core.block_type import ConcretePort
from pult.core.errors import PultError, choose
from pult.core.signals import Kind, format_shape
from pult.core.units import Unit, UnitSolver, format_unit, parse_unit, variables
from pult.scheme.flatten import Flat, Leaf, Source
from pult.scheme.layout import Layout
from pult.scheme.model import Terminal


class UnknownName(PultError, KeyError):  # noqa: N818
    """A name that the program does not have; the message lists those it has."""

    def __str__(self) -> str:
        return str(self.args[0])


class ValueRefused(PultError, ValueError):  # noqa: N818
    """A value that the program does not accept."""


class Signal(NamedTuple):
    """A signal of a program: its address in the flat array `x` (or `p` for a constant), shape and unit."""

    name: str
    kind: Kind
    shape: tuple[int, ...]
    unit: Unit
    array: str
    address: int

    @property
    def size(self) -> int:
        """Number of scalars."""
        return int(np.prod(self.shape)) if self.shape else 1

    def __str__(self) -> str:
        return f"{self.name}: {format_shape(self.shape, self.kind)} [{format_unit(self.unit)}]"


def find_signal(layout: Layout, name: str) -> Signal:
    """Find a signal by name.

    Raises:
        UnknownName: There is none of that name.
    """
    flat = layout.flat
    inputs, outputs = flat.scheme.inputs, flat.scheme.outputs
    path, _, port_name = name.rpartition(".")
    if not path:  # if an input and an output share a name, the output is used
        for port, source in zip(outputs, flat.outputs, strict=True):
            if port.name == name:
                return _located(layout, name, port, port.unit, source)
        for index, port in enumerate(inputs):
            if port.name == name:
                return Signal(name, port.kind, port.shape, port.unit, "x", layout.external(index))
        ports = [p.name for p in (*inputs, *outputs)]
        raise UnknownName(
            f"there is no signal {name!r}. {choose(name, [*ports, *_port_names(flat.root.level.blocks)])}"
        )
    place = flat.context_of(path)
    if place is None or place[1] not in place[0].level.blocks:
        blocks = place[0].level.blocks if place is not None else flat.root.level.blocks
        last = path.rsplit(".", 1)[-1]
        raise UnknownName(f"{name!r}: there is no block {path!r}. {choose(last, blocks)}")
    context, block_id = place
    block = context.level.blocks[block_id]
    unit = context.level.units.get(Terminal(block_id, port_name), ())
    input_port, output_port = block.input(port_name), block.output(port_name)
    if output_port is None:
        if input_port is None:
            names = [p.name for p in (*block.inputs, *block.outputs)]
            raise UnknownName(f"{name!r}: block {path!r} has no port {port_name!r}. {choose(port_name, names)}")
        source, _ = flat.trace(context, Terminal(block_id, port_name))
        return _located(layout, name, input_port, unit, source)
    if block.scheme is not None:
        source, _ = flat.trace(context.children[block_id], Terminal(None, port_name))
    else:
        number = next(i for i, port in enumerate(block.outputs) if port.name == port_name)
        source = Source("leaf", flat.numbers[path], number)
    return _located(layout, name, output_port, unit, source)


UNIT_OF_WIRES = "unit of its wires"
"""What is said of a parameter whose unit the wires leave open."""


def parameter_unit(flat: Flat, leaf: Leaf, declared: str) -> str:
    """Unit of a parameter of a block, by the units of its wires where it depends on them."""
    concrete, place = leaf.block.concrete, flat.context_of(leaf.path)
    assert concrete is not None and place is not None
    unit = parse_unit(declared.format(**concrete.values))
    context, block_id = place
    solver = UnitSolver()
    for port in (*concrete.inputs, *concrete.outputs):
        known = context.level.units.get(Terminal(block_id, port.name), port.unit)
        if not variables(known):
            solver.equate(port.unit, known)
    found = solver.reduce(unit)
    return UNIT_OF_WIRES if variables(found) else format_unit(found)


def _port_names(blocks: Mapping[str, Any]) -> list[str]:
    return [f"{block.id}.{port.name}" for block in blocks.values() for port in block.outputs]


def _located(layout: Layout, name: str, port: ConcretePort, unit: Unit, source: Source) -> Signal:
    if source.kind == "leaf":
        return Signal(name, port.kind, port.shape, unit, "x", layout.wire(source.number, source.port))
    if source.kind == "external":
        return Signal(name, port.kind, port.shape, unit, "x", layout.external(source.number))
    return Signal(name, port.kind, port.shape, unit, "p", layout.constants[source.number])
