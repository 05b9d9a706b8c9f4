"""What a check of a scheme tells the editor: faults at their blocks, warnings, and every port with its unit."""

import re
import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pult.core.block_type import BlockType
from pult.core.document import decode, head_faults
from pult.core.errors import Fault
from pult.core.registry import blocks
from pult.core.units import Unit, variables
from pult.scheme.check import check_document
from pult.scheme.compile import flattened_faults
from pult.scheme.document import FORMAT, SchemeDocument, SubScheme
from pult.scheme.model import CheckedBlock, Level, Scheme, Terminal
from pult.scheme.order import ALGEBRAIC_LOOP
from pult.scheme.prepare import Provided
from pult.scheme.uses import resolve_parts
from pult.server.documents.palette import port_info
from pult.server.documents.scheme_warnings import warnings_of
from pult.server.documents.stand_in import terminal, whole_levels
from pult.server.http.wire import fault_message, fault_messages
from pult.server.messages import BlockFacts, CheckResult, FaultMessage, LevelFacts, PortInfo
from pult.sim.fitting import open_unit_faults

_PLACE = re.compile(r"(?:(?:schemes|uses)\.([^.\[\]]+)\.)*(blocks|wires|inputs|outputs)(?:\[(\d+)\]|\.([^.\[\]]+))?")


class Checked(NamedTuple):
    """A scheme that was looked at.

    Attributes:
        document: The document, with its parts among its sub-schemes; None if it is none.
        scheme: The scheme, if it has no faults.
        levels: All levels, made whole.
        faults: What is wrong.
        brought: Names of the sub-schemes that parts have brought; they are not the author's here.
    """

    document: SchemeDocument | None
    scheme: Scheme | None
    levels: Mapping[str, Level]
    faults: list[Fault]
    brought: Collection[str] = ()


def look_at(data: Any, folder: Path, provided: Provided = None) -> Checked:
    """Check a scheme document.

    Args:
        data: Plain data.
        folder: Folder that its parts and the files in its parameters are looked for in.
        provided: Things of the robots it is bound to; None if none are known.
    """
    faults = head_faults(data, FORMAT)
    if faults:
        return Checked(None, None, {}, faults)
    document, faults = decode(SchemeDocument, data)
    if document is None:
        return Checked(None, None, {}, faults)
    types = blocks()
    resolved = resolve_parts(document, folder)
    document = resolved.document
    levels, faults = check_document(document, types, folder, provided)
    faults = resolved.faults + faults
    scheme = Scheme(document, document.name or "scheme", folder, levels, provided, resolved.parts)
    faults = [resolved.located(fault) for fault in faults or flattened_faults(scheme)]
    whole = whole_levels(document, levels, types)
    return Checked(document, None if faults else scheme, whole, faults, resolved.places)


def check_result(checked: Checked, more: Iterable[Fault] = (), began: float | None = None) -> CheckResult:
    """The answer to the editor.

    Args:
        checked: What was found.
        more: What does not fit the world, if there is one.
        began: When the check began, by `time.perf_counter` [s].
    """
    document = checked.document
    if document is None:
        return CheckResult(faults=fault_messages(checked.faults))
    faults = [place_fault(document, fault) for fault in (*checked.faults, *more)]
    totals = _totals(document)
    return CheckResult(
        faults=faults,
        warnings=warnings_of(document, checked.levels, {(f.level, f.block) for f in faults}, checked.brought),
        not_runnable=fault_messages(open_unit_faults(checked.scheme)) if checked.scheme is not None else [],
        levels={name: _facts(level) for name, level in checked.levels.items()},
        blocks=totals[0],
        wires=totals[1],
        time=0.0 if began is None else time.perf_counter() - began,
    )


def place_fault(document: SchemeDocument, fault: Fault) -> FaultMessage:
    """A fault with the level and the blocks that it concerns."""
    match = _PLACE.match(fault.place)
    level = match[1] or "" if match else ""
    if level and level not in document.schemes:
        level = ""
    part: SchemeDocument | SubScheme = document.schemes[level] if level else document
    block, concerned = "", []
    if match and match[3] is not None:
        index = int(match[3])
        if match[2] == "blocks" and index < len(part.blocks):
            block = part.blocks[index].id
            concerned = [block]
        elif match[2] == "wires" and index < len(part.wires):
            wire = part.wires[index]
            ends = [terminal(wire.source).block, terminal(wire.target).block]
            concerned = list(dict.fromkeys(end for end in ends if end))
            block = ends[1] or ends[0] or ""
    if fault.code == ALGEBRAIC_LOOP.code:
        ports = fault.plain()["values"]["ports"]
        concerned = _on_loop(ports, level, {b.id for b in part.blocks}) or concerned
        block = concerned[0] if concerned else block
    return fault_message(fault, level, block, concerned)


def _on_loop(ports: list[str], level: str, there: set[str]) -> list[str]:
    """Blocks of one level that a circle of ports passes."""
    found: dict[str, None] = {}
    for port in ports:
        parts = port.split(".")
        if len(parts) > 1:
            found[parts[0] if not level else parts[-2]] = None
    return [block for block in found if block in there]


def _totals(document: SchemeDocument) -> tuple[int, int]:
    """Blocks and wires, sub-schemes counted as often as they are used."""
    known: dict[str, tuple[int, int]] = {}

    def count(name: str, above: tuple[str, ...]) -> tuple[int, int]:
        if name in known:
            return known[name]
        if name in above or (name and name not in document.schemes):
            return (0, 0)
        part: SchemeDocument | SubScheme = document.schemes[name] if name else document
        inner = [block.type.removeprefix("scheme.") for block in part.blocks if block.type.startswith("scheme.")]
        sums = [count(child, (*above, name)) for child in inner]
        own = len(part.blocks) - len(inner)
        known[name] = (own + sum(s[0] for s in sums), len(part.wires) + sum(s[1] for s in sums))
        return known[name]

    return count("", ())


def _facts(level: Level) -> LevelFacts:
    found = {block.id: _block_facts(block, level) for block in level.blocks.values() if _is_known(block)}
    return LevelFacts(
        blocks=found,
        inputs=[port_info(port, port.unit, None, False) for port in level.inputs],
        outputs=[port_info(port, port.unit, None, True) for port in level.outputs],
    )


def _is_known(block: CheckedBlock) -> bool:
    return block.type is not None or bool(block.scheme and "." not in block.scheme and block.scheme != "?")


def _block_facts(block: CheckedBlock, level: Level) -> BlockFacts:
    def info(ports: Iterable[Any], is_input: bool) -> list[PortInfo]:
        kind: BlockType | None = block.type
        return [port_info(p, _unit(level, Terminal(block.id, p.name), p.unit), kind, is_input) for p in ports]

    return BlockFacts(inputs=info(block.inputs, True), outputs=info(block.outputs, False))


def _unit(level: Level, end: Terminal, declared: Unit) -> Unit:
    """The unit that wires give a port; as declared while they do not."""
    if not variables(declared):
        return declared
    found = level.units.get(end, declared)
    return declared if variables(found) else found
