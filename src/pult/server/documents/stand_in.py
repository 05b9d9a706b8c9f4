"""Levels of a scheme that has faults, made whole: what is wrong gets a stand-in, so that the rest can be shown.

While somebody draws, a scheme is hardly ever without faults. Ports, units and places of everything that can be
understood are known all the same.
"""

from collections.abc import Mapping
from typing import Any

from pult.core.block_type import MISSING, BlockType, Concrete, ConcretePort, read_value
from pult.core.units import ONE, UnitError, parse_unit
from pult.scheme.document import BlockDocument, PortDocument, SchemeDocument, SubScheme
from pult.scheme.model import PREFIX, CheckedBlock, Level, Terminal
from pult.server.documents.palette import simplest

_NUMBER = 8
"""Largest stand-in shape that is believed, as number of dimensions and size are checked elsewhere."""


def whole_levels(
    document: SchemeDocument, levels: Mapping[str, Level], types: Mapping[str, BlockType]
) -> dict[str, Level]:
    """Every level with all its blocks and all wires whose ends are there.

    Args:
        document: The document.
        levels: What the checks have found.
        types: All block types.

    Returns:
        Levels by name, sub-schemes before the outermost; blocks that are wrong have stand-ins.
    """
    found: dict[str, Level] = {}
    order = [name for name in levels if name] + [name for name in document.schemes if name not in levels]
    for name in [*order, ""]:
        part = document.schemes[name] if name else document
        known = levels.get(name)
        blocks: dict[str, CheckedBlock] = dict(known.blocks) if known is not None else {}
        for block in part.blocks:
            if block.id and block.id not in blocks:
                blocks[block.id] = _block(block, part, document, found, types)
        inputs = known.inputs if known is not None else ()
        outputs = known.outputs if known is not None else ()
        inputs, outputs = _ports(part.inputs, inputs), _ports(part.outputs, outputs)
        found[name] = Level(
            name=name,
            inputs=inputs,
            outputs=outputs,
            blocks=dict(sorted(blocks.items())),
            sources=_sources(part, inputs, outputs, blocks),
            units=known.units if known is not None else {},
        )
    return found


def _ports(declared: Mapping[str, PortDocument], known: tuple[ConcretePort, ...]) -> tuple[ConcretePort, ...]:
    there = {port.name: port for port in known}
    return tuple(there.get(name) or _port(name, port) for name, port in declared.items())


def _port(name: str, port: PortDocument) -> ConcretePort:
    try:
        unit = parse_unit(port.unit)
    except UnitError:
        unit = ONE
    shape = tuple(size for size in port.shape if size > 0)[:2]
    return ConcretePort(name, port.kind, shape, unit, MISSING)


def _block(
    block: BlockDocument,
    part: SchemeDocument | SubScheme,
    document: SchemeDocument,
    levels: Mapping[str, Level],
    types: Mapping[str, BlockType],
) -> CheckedBlock:
    name = block.type.removeprefix(PREFIX)
    if block.type.startswith(PREFIX) and name in levels:
        level = levels[name]
        return CheckedBlock(block.id, None, name, None, level.inputs, level.outputs, (), {}, {}, {})
    if block.type.startswith(PREFIX) and name in document.schemes:  # it contains itself
        inner = document.schemes[name]
        inputs, outputs = _ports(inner.inputs, ()), _ports(inner.outputs, ())
        return CheckedBlock(block.id, None, name, None, inputs, outputs, (), {}, {}, {})
    kind = types.get(block.type)
    concrete = _nearly(kind, block.parameters) if kind is not None else None
    if kind is None or concrete is None:
        inputs, outputs = _guessed(block.id, part)
        return CheckedBlock(block.id, None, block.type or "?", None, inputs, outputs, (), {}, {}, {})
    shape = tuple(size for size in block.shape if 0 < size <= _NUMBER * 4096)[:2]
    scalar = not any(port.shape for port in (*concrete.inputs, *concrete.outputs))
    lifted = shape if shape and scalar else ()
    inputs = tuple(port._replace(shape=lifted or port.shape) for port in concrete.inputs)
    outputs = tuple(port._replace(shape=lifted or port.shape) for port in concrete.outputs)
    return CheckedBlock(block.id, kind, None, concrete, inputs, outputs, lifted, {}, {}, {})


def _nearly(kind: BlockType, given: Mapping[str, Any]) -> Concrete | None:
    """The block with those of its parameters that are right, the others at their defaults."""
    right = {}
    for p in kind.parameters:
        if p.name in given and not read_value(p, given[p.name])[1]:
            right[p.name] = given[p.name]
        elif p.required:
            right[p.name] = simplest(p)
    concrete, _ = kind.concrete(right)
    if concrete is None:
        concrete, _ = kind.concrete({p.name: simplest(p) for p in kind.parameters if p.required})
    return concrete


def _guessed(block: str, part: SchemeDocument | SubScheme) -> tuple[tuple[ConcretePort, ...], tuple[ConcretePort, ...]]:
    """Ports of a block of unknown type: those that wires name."""
    head = f"{block}."
    ends = dict.fromkeys(wire.target[len(head) :] for wire in part.wires if wire.target.startswith(head))
    starts = dict.fromkeys(wire.source[len(head) :] for wire in part.wires if wire.source.startswith(head))
    return (
        tuple(ConcretePort(name, "number", (), ONE, MISSING) for name in ends if name),
        tuple(ConcretePort(name, "number", (), ONE, MISSING) for name in starts if name),
    )


def _sources(
    part: SchemeDocument | SubScheme,
    inputs: tuple[ConcretePort, ...],
    outputs: tuple[ConcretePort, ...],
    blocks: Mapping[str, CheckedBlock],
) -> dict[Terminal, Terminal]:
    starts = {Terminal(None, port.name) for port in inputs}
    ends = {Terminal(None, port.name) for port in outputs}
    for block in blocks.values():
        starts |= {Terminal(block.id, port.name) for port in block.outputs}
        ends |= {Terminal(block.id, port.name) for port in block.inputs}
    found: dict[Terminal, Terminal] = {}
    for wire in part.wires:
        source, target = terminal(wire.source), terminal(wire.target)
        if source in starts and target in ends:
            found.setdefault(target, source)
    return found


def terminal(text: str) -> Terminal:
    """An end of a wire as the document writes it."""
    block, dot, port = text.partition(".")
    return Terminal(block, port) if dot else Terminal(None, text)
