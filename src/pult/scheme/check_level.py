"""Checks of one level of a scheme: its ports, blocks and wires, with units found along the wires."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.block_type import MISSING, BlockType, ConcretePort, Reference
from pult.core.document import MAX_FAULTS
from pult.core.errors import Fault, choose
from pult.core.signals import format_shape
from pult.core.units import (
    ONE,
    Unit,
    UnitError,
    UnitSolver,
    format_unit,
    parse_unit,
    rename_variables,
    variables,
)
from pult.scheme.converters import shape_advice, unit_mismatch
from pult.scheme.document import BlockDocument, PortDocument, SchemeDocument, SubScheme
from pult.scheme.model import PREFIX, CheckedBlock, Level, Terminal
from pult.scheme.prepare import Provided, prepare_faults, written_out
from pult.scheme.values import as_entries, override_problem, override_written_out, read_constant

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
NAME_RULE = "use letters, digits, '_' and '-', starting with a letter or '_'."
_MAX_PORT_SIZE = 65536


class LevelChecker:
    """Checks one level; collects faults."""

    def __init__(
        self, document: SchemeDocument, types: Mapping[str, BlockType], levels: Mapping[str, Level], name: str,
        part: SchemeDocument | SubScheme, place: str, folder: Path, provided: Provided,
    ) -> None:  # fmt: skip
        self.document, self.types, self.levels = document, types, levels
        self.name, self.part, self.place, self.folder, self.provided = name, part, place, folder, provided
        self.faults: list[Fault] = []
        self.blocks: dict[str, CheckedBlock] = {}
        self.broken: set[str] = set()  # ids whose own faults make faults of their wires uninteresting
        self.sources: dict[Terminal, Terminal] = {}
        self.solver = UnitSolver()

    def fault(self, place: str, message: str, code: str) -> None:
        """Note a fault of this level."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(Fault(self.place + place, message, code))

    def advise(self, word: str, options: Iterable[str], where: str = "") -> str:
        """Advice costs time; whoever has a hundred faults has enough of it."""
        return choose(word, options, where) if len(self.faults) < 100 else ""

    def run(self) -> Level:
        """Check everything; the level is whole only if no faults were found."""
        inputs = self._ports("inputs", self.part.inputs)
        outputs = self._ports("outputs", self.part.outputs)
        for index, block in enumerate(self.part.blocks):
            self._block(index, block)
        self._wires({p.name: p for p in inputs}, {p.name: p for p in outputs})
        self._missing(outputs)
        return Level(
            name=self.name,
            inputs=inputs,
            outputs=outputs,
            blocks=dict(sorted(self.blocks.items())),
            sources=self.sources,
            units=self._units(),
        )

    # --- ports and blocks ------------------------------------------------------------------------------------------

    def _ports(self, which: str, ports: Mapping[str, PortDocument]) -> tuple[ConcretePort, ...]:
        found = []
        for name, port in ports.items():
            place = f"{which}.{name}"
            if not NAME.fullmatch(name):
                self.fault(place, f"{name!r} is not a valid name: {NAME_RULE}", "bad-id")
            if problem := _shape_problem(port.shape):
                self.fault(f"{place}.shape", problem, "bad-shape")
                continue
            try:
                unit = parse_unit(port.unit)
            except UnitError as error:
                self.fault(f"{place}.unit", f"{str(error).rstrip('.')}.", "bad-unit")
                continue
            if port.kind == "boolean" and port.unit != "1":
                self.fault(f"{place}.unit", f"a boolean signal has no unit, but {port.unit!r} is given.", "bad-unit")
                unit = ONE
            found.append(ConcretePort(name, port.kind, tuple(port.shape), unit, MISSING))
        return tuple(found)

    def _block(self, index: int, block: BlockDocument) -> None:
        place = f"blocks[{index}]"
        if not NAME.fullmatch(block.id):
            self.fault(f"{place}.id", f"{block.id!r} is no id: {NAME_RULE}", "bad-id")
            self.broken.add(block.id)
            return
        if block.id in self.blocks or block.id in self.broken:
            self.fault(
                f"{place}.id",
                f"the id {block.id!r} is taken by another block; ids are unique in a scheme.",
                "duplicate-id",
            )
            return
        found = self._sub_scheme(place, block) if block.type.startswith(PREFIX) else self._typed(place, block)
        if found is None:
            self.broken.add(block.id)
        else:
            self.blocks[block.id] = found

    def _typed(self, place: str, block: BlockDocument) -> CheckedBlock | None:
        block_type = self.types.get(block.type)
        if block_type is None:
            schemes = [PREFIX + name for name in self.document.schemes]
            advice = self.advise(block.type, [*self.types, *schemes], where="`pult list blocks` lists all types.")
            self.fault(f"{place}.type", f"block {block.id!r}: unknown type {block.type!r}. {advice}", "unknown-type")
            return None
        shape = tuple(block.shape)
        if problem := _shape_problem(block.shape):
            self.fault(f"{place}.shape", f"block {block.id!r}: {problem}", "bad-shape")
            return None
        given, entries, ok = self._entries(place, block, block_type, shape)
        concrete, problems = block_type.concrete(given)
        for parameter, message, code in problems:
            spot = f"{place}.parameters.{parameter}" if parameter in given else f"{place}.parameters"
            self.fault(spot, f"block {block.id!r}: {message}", code)
        if concrete is None or not ok:
            return None
        if shape and any(port.shape for port in (*concrete.inputs, *concrete.outputs)):
            message = f'block {block.id!r}: {block.type!r} has vector ports already; "shape" is for scalar blocks.'
            self.fault(f"{place}.shape", message, "bad-shape")
            return None
        if faults := prepare_faults(block_type, concrete.values, self.document.step, self.folder, self.provided):
            self.fault(f"{place}.parameters", f"block {block.id!r}: {faults}", "bad-parameter")
            return None
        inputs = _lift(concrete.inputs, shape)
        constants = self._constants(place, block, inputs)
        return CheckedBlock(
            block.id, block_type, None, concrete, inputs, _lift(concrete.outputs, shape), shape, entries, constants, {}
        )

    def _written_out(self, place: str, block: BlockDocument, block_type: BlockType) -> tuple[dict[str, Any], bool]:
        """Parameters with the robot's numbers in place of the names of its things."""
        given: dict[str, Any] = dict(block.parameters)
        ok = True
        for p in block_type.figures:
            if p.name not in given:
                continue
            try:
                given[p.name] = written_out(p, given[p.name], bool(block.shape), self.provided)
            except ValueError as error:
                self.fault(f"{place}.parameters.{p.name}", f"block {block.id!r}: {error}", "bad-parameter")
                given[p.name] = Reference()  # told already
                ok = False
        return given, ok

    def _entries(
        self, place: str, block: BlockDocument, block_type: BlockType, shape: tuple[int, ...]
    ) -> tuple[dict[str, Any], dict[str, Any], bool]:
        """Split off parameters given entry by entry; the first entry stands for all in the further checks."""
        given, ok = self._written_out(place, block, block_type)
        entries: dict[str, Any] = {}
        for name, value in list(given.items()):
            p = block_type.parameter(name)
            if not shape or p is None or not isinstance(value, list) or p.kind not in ("number", "integer", "boolean"):
                continue
            spot, head = f"{place}.parameters.{name}", f"block {block.id!r}: {name!r}"
            if p.structural:
                self.fault(spot, f"{head} must be one value for all entries.", "bad-shape")
                ok = False
                continue
            array = as_entries(value)
            if array is None or array.shape != shape:
                found = "a ragged list" if array is None else format_shape(array.shape)
                self.fault(spot, f"{head} must be one value or a {format_shape(shape)}, not {found}.", "bad-shape")
                ok = False
                continue
            for item in array.flat:
                _, problems = block_type.concrete({**_others(given, name), name: item})
                bad = next(((message, code) for parameter, message, code in problems if parameter == name), None)
                if bad:
                    self.fault(spot, f"block {block.id!r}: {bad[0]}", bad[1])
                    ok = False
                    break
            entries[name] = array
        for name, array in entries.items():
            given[name] = array.flat[0]
        if not ok and shape:  # what is wrong with a list is told; the rest is still checked
            for p in block_type.parameters:
                if isinstance(given.get(p.name), list):
                    given[p.name] = Reference() if p.kind == "number" else None
            given = {name: value for name, value in given.items() if value is not None and not isinstance(value, list)}
        return given, entries, ok

    def _sub_scheme(self, place: str, block: BlockDocument) -> CheckedBlock | None:
        name = block.type.removeprefix(PREFIX)
        if name not in self.document.schemes:
            if name in self.document.uses:  # a part that could not be read; that is reported elsewhere
                return None
            advice = (
                self.advise(name, self.document.schemes)
                if self.document.schemes
                else "The document has no sub-schemes."
            )
            self.fault(f"{place}.type", f"block {block.id!r}: unknown sub-scheme {name!r}. {advice}", "unknown-type")
            return None
        if block.shape:
            self.fault(
                f"{place}.shape", f'block {block.id!r}: a sub-scheme cannot be repeated by "shape".', "bad-shape"
            )
            return None
        level = self.levels.get(name)
        if level is None:  # it contains itself; that is reported elsewhere
            return None
        inputs = tuple(p._replace(unit=rename_variables(p.unit, block.id)) for p in level.inputs)
        outputs = tuple(p._replace(unit=rename_variables(p.unit, block.id)) for p in level.outputs)
        overrides = {}
        for path, given in block.parameters.items():
            spot = f"{place}.parameters.{path}"
            try:
                value = override_written_out(self.levels, level, path, given, self.provided)
            except ValueError as error:
                self.fault(spot, f"block {block.id!r}: {error}", "bad-parameter")
                continue
            if problem := override_problem(self.levels, level, path, value):
                self.fault(spot, f"block {block.id!r}: {problem[0]}", problem[1])
            else:
                overrides[path] = value
        constants = self._constants(place, block, inputs)
        return CheckedBlock(block.id, None, name, None, inputs, outputs, (), {}, constants, overrides)

    def _constants(self, place: str, block: BlockDocument, inputs: tuple[ConcretePort, ...]) -> dict[str, Any]:
        ports = {port.name: port for port in inputs}
        constants = {}
        for name, value in block.inputs.items():
            spot = f"{place}.inputs.{name}"
            if name not in ports:
                problem = f"has no input {name!r}. {self.advise(name, ports)}" if ports else "has no inputs."
                self.fault(spot, f"block {block.id!r}: {block.type!r} {problem}", "unknown-port")
                continue
            constant, problem, code = read_constant(ports[name], value, bool(block.shape))
            if problem:
                self.fault(spot, f"block {block.id!r}: {problem}", code)
            else:
                constants[name] = constant
        return constants

    # --- wires -----------------------------------------------------------------------------------------------------

    def _wires(self, inputs: Mapping[str, ConcretePort], outputs: Mapping[str, ConcretePort]) -> None:
        taken: dict[Terminal, int] = {}
        for index, wire in enumerate(self.part.wires):
            place = f"wires[{index}]"
            source = self._source(f"{place}.from", wire.source, inputs)
            target = self._target(f"{place}.to", wire.target, outputs)
            if target is not None:
                terminal = target[0]
                if terminal in taken:
                    other = f"the other is wires[{taken[terminal]}]"
                    message = f"two wires end at {str(terminal)!r} ({other}); an input takes one."
                    self.fault(f"{place}.to", message, "two-wires")
                    continue
                taken[terminal] = index
                if terminal.block and terminal.port in self.blocks[terminal.block].constants:
                    message = f"{str(terminal)!r} has a wire and a constant; keep one."
                    self.fault(f"{place}.to", message, "two-wires")
            if source is not None and target is not None:
                self.sources[target[0]] = source[0]
                self._compatible(place, source, target)
            elif target is not None:
                self.sources[target[0]] = target[0]  # its source is wrong, which is reported; it is not missing

    def _source(
        self, place: str, text: str, inputs: Mapping[str, ConcretePort]
    ) -> tuple[Terminal, ConcretePort] | None:
        return self._terminal(place, text, inputs, self.part.inputs, "output", "external input")

    def _target(
        self, place: str, text: str, outputs: Mapping[str, ConcretePort]
    ) -> tuple[Terminal, ConcretePort] | None:
        return self._terminal(place, text, outputs, self.part.outputs, "input", "external output")

    def _terminal(
        self, place: str, text: str, own: Mapping[str, ConcretePort], declared: Mapping[str, PortDocument],
        side: str, outside: str,
    ) -> tuple[Terminal, ConcretePort] | None:  # fmt: skip
        block_id, dot, name = text.partition(".")
        if not dot:
            if text in own:
                return Terminal(None, text), own[text]
            if text not in declared:
                hint = f" For a port of a block write '{text}.PORT'." if text in self.blocks else ""
                advice = self.advise(text, declared) if declared else "The scheme has none."
                self.fault(place, f"no {outside} is called {text!r}.{hint} {advice}", "unknown-port")
            return None
        block = self.blocks.get(block_id)
        if block is None:
            if block_id not in self.broken:
                advice = self.advise(block_id, self.blocks) if self.blocks else "The scheme has no blocks."
                self.fault(place, f"{text!r}: there is no block {block_id!r}. {advice}", "unknown-block")
            return None
        ports = {p.name: p for p in (block.outputs if side == "output" else block.inputs)}
        if name in ports:
            return Terminal(block_id, name), ports[name]
        others = {p.name for p in (block.inputs if side == "output" else block.outputs)}
        kind = block.type.name if block.type else f"{PREFIX}{block.scheme}"
        if name in others:
            ends = "starts at an output and ends at an input"
            message = f"{text!r} is an {'input' if side == 'output' else 'output'}; a wire {ends}."
        else:
            message = f"{kind!r} has no {side} {name!r}."
        self.fault(place, f"{message} {self.advise(name, ports) if ports else f'It has no {side}s.'}", "unknown-port")
        return None

    def _compatible(
        self, place: str, source: tuple[Terminal, ConcretePort], target: tuple[Terminal, ConcretePort]
    ) -> None:
        (start, one), (end, two) = source, target
        wire = f"{start} -> {end}"
        if one.kind != two.kind:
            fix = "'logic.to_number'" if one.kind == "boolean" else "'logic.compare' or 'logic.to_boolean'"
            message = f"{wire}: {start} is a {one.kind}, {end} takes a {two.kind}. Insert {fix} between them."
            self.fault(place, message, "kind-mismatch")
            return
        if one.shape != two.shape:
            message = f"{wire}: the shapes differ: {format_shape(one.shape)} and {format_shape(two.shape)}."
            advice = shape_advice(self.blocks.get(end.block) if end.block else None, one, two)
            self.fault(place, f"{message} {advice}".rstrip(), "shape-mismatch")
            return
        left, right = self.solver.reduce(self._unit(start, one)), self.solver.reduce(self._unit(end, two))
        if not self.solver.equate(left, right):
            self.fault(place, f"{wire}: the units differ: {unit_mismatch(left, right)}", "unit-mismatch")

    def _unit(self, terminal: Terminal, port: ConcretePort) -> Unit:
        """Unit of a terminal; variables belong to the block, or, on the border of a sub-scheme, stand for one unknown
        unit.
        """
        if not variables(port.unit):
            return port.unit
        if terminal.block is None:
            return tuple(sorted((s.replace("?", "'"), e) for s, e in port.unit))
        if self.blocks[terminal.block].scheme is not None:
            return port.unit
        return rename_variables(port.unit, terminal.block)

    def _units(self) -> dict[Terminal, Unit]:
        units = {}
        for block in self.blocks.values():
            for port in (*block.inputs, *block.outputs):
                terminal = Terminal(block.id, port.name)
                units[terminal] = self.solver.reduce(self._unit(terminal, port))
            if block.type and any("?" in p.unit for p in block.type.parameters):
                for p in block.type.parameters:
                    if "?" in p.unit and "#" not in p.unit and "{" not in p.unit:
                        units[Terminal(block.id, p.name)] = self.solver.reduce(
                            rename_variables(parse_unit(p.unit), block.id)
                        )
        return units

    def _missing(self, outputs: tuple[ConcretePort, ...]) -> None:
        numbers = {block.id: index for index, block in reversed(list(enumerate(self.part.blocks)))}
        for block in list(self.blocks.values()):
            for port in block.inputs:
                terminal = Terminal(block.id, port.name)
                if terminal in self.sources or port.name in block.constants:
                    continue
                if port.default is not MISSING:
                    default = np.broadcast_to(np.asarray(port.default, dtype=np.float64), port.shape).copy()
                    known = self.blocks[block.id]
                    self.blocks[block.id] = replace(known, constants={**known.constants, port.name: default})
                    continue
                if port.name in self.part.blocks[numbers[block.id]].inputs:
                    continue  # its constant is wrong, which is reported
                what = (
                    "boolean" if port.kind == "boolean" else format_unit(self.solver.reduce(self._unit(terminal, port)))
                )
                message = f"input {str(terminal)!r} [{what}] has no wire and no constant."
                self.fault(f"blocks[{numbers[block.id]}]", message, "missing-input")
        for port in outputs:
            if Terminal(None, port.name) not in self.sources:
                self.fault(
                    f"outputs.{port.name}", f"no wire ends at the external output {port.name!r}.", "missing-input"
                )


def _others(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {n: v for n, v in given.items() if n != name and not isinstance(v, list)}


def _shape_problem(shape: list[int]) -> str:
    if len(shape) > 2:
        return f"a shape has at most two sizes, not {len(shape)}."
    if any(size < 1 for size in shape):
        return f"every size in a shape is at least 1, not {min(shape)}."
    if math.prod(shape) > _MAX_PORT_SIZE:
        return f"a signal holds at most {_MAX_PORT_SIZE} numbers, not {math.prod(shape)}."
    return ""


def _lift(ports: tuple[ConcretePort, ...], shape: tuple[int, ...]) -> tuple[ConcretePort, ...]:
    return tuple(port._replace(shape=shape) for port in ports) if shape else ports
