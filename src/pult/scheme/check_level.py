"""Checks of one level of a scheme: its ports, blocks and wires, with units inferred along the wires."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pult.core.block_type import MISSING, BlockType, ConcretePort, Reference
from pult.core.document import MAX_FAULTS
from pult.core.errors import Fault, FaultKind, FaultPrefix, advice
from pult.core.kinds import BAD_UNIT
from pult.core.signals import format_shape, shapes_connect
from pult.core.units import (
    ONE,
    Unit,
    UnitError,
    UnitSolver,
    entry_units,
    format_unit,
    parse_unit,
    rename_variables,
    variables,
)
from pult.core.wording import FaultValue
from pult.scheme.converters import shape_mismatch, unit_mismatch
from pult.scheme.document import BlockDocument, PortDocument, SchemeDocument, SubScheme
from pult.scheme.model import PREFIX, CheckedBlock, Level, Terminal
from pult.scheme.prepare import NotProvidedError, Provided, prepare_fault, resolve_references
from pult.scheme.values import WRONG_ENTRIES, as_entries, override_fault, read_constant, resolve_override

Side = Literal["input", "output"]

IN_BLOCK = FaultPrefix("block {block!r}:")
ON_WIRE = FaultPrefix("{wire}:")
BAD_NAME = FaultKind("bad-id", "{name!r} is not a valid name: {rule}")
BAD_ID = FaultKind("bad-id", "{id!r} is not a valid id: {rule}")
DUPLICATE_ID = FaultKind("duplicate-id", "the id {id!r} is taken by another block; ids are unique in a scheme.")
BOOLEAN_WITH_UNIT = FaultKind("bad-unit", "a boolean signal has no unit, but {unit!r} is given.")
WRONG_ENTRY_COUNT = FaultKind(
    "bad-unit", "{port!r} is a {shape}, but its unit {unit} is one for each of {count} entries."
)
MIXES_ENTRIES = FaultKind(
    "bad-unit",
    "{type!r} would mix the entries of {port!r}, which have units of their own: {unit}. Use blocks that work entry by "
    'entry: scalar ones with "shape", or say the units at the ports of the sub-scheme.',
)
UNKNOWN_TYPE = FaultKind("unknown-type", "unknown type {type!r}. {advice}")
UNKNOWN_SUB_SCHEME = FaultKind("unknown-type", "unknown sub-scheme {scheme!r}. {advice}")
SHAPED_SUB_SCHEME = FaultKind("bad-shape", 'a sub-scheme cannot be repeated by "shape".')
VECTOR_PORTS = FaultKind("bad-shape", '{type!r} has vector ports already; "shape" is for scalar blocks.')
ONE_FOR_ALL = FaultKind("bad-shape", "{parameter!r} must be one value for all entries.")
UNKNOWN_INPUT = FaultKind("unknown-port", "{type!r} has no input {port!r}. {advice}")
NO_INPUTS = FaultKind("unknown-port", "{type!r} has no inputs.", ("port",))
TWO_WIRES = FaultKind("two-wires", "two wires end at {port!r} (the other is wires[{other}]); an input takes one.")
WIRE_AND_CONSTANT = FaultKind("two-wires", "{port!r} has a wire and a constant; keep one.")
UNKNOWN_EXTERNAL_INPUT = FaultKind("unknown-port", "no external input is called {port!r}. {advice}")
UNKNOWN_EXTERNAL_OUTPUT = FaultKind("unknown-port", "no external output is called {port!r}. {advice}")
BLOCK_AS_INPUT = FaultKind(
    "unknown-port",
    "no external input is called {port!r}. For a port of a block write '{port}.PORT'. {advice}",
)
BLOCK_AS_OUTPUT = FaultKind(
    "unknown-port",
    "no external output is called {port!r}. For a port of a block write '{port}.PORT'. {advice}",
)
UNKNOWN_BLOCK = FaultKind("unknown-block", "{end!r}: there is no block {id!r}. {advice}")
UNKNOWN_BLOCK_OUTPUT = FaultKind("unknown-port", "{type!r} has no output {port!r}. {advice}")
STARTS_AT_INPUT = FaultKind(
    "unknown-port", "{end!r} is an input; a wire starts at an output and ends at an input. {advice}", ("port",)
)
ENDS_AT_OUTPUT = FaultKind(
    "unknown-port", "{end!r} is an output; a wire starts at an output and ends at an input. {advice}", ("port",)
)
UNKNOWN_OUTSIDE: Mapping[Side, FaultKind] = {"output": UNKNOWN_EXTERNAL_INPUT, "input": UNKNOWN_EXTERNAL_OUTPUT}
BLOCK_WITHOUT_PORT: Mapping[Side, FaultKind] = {"output": BLOCK_AS_INPUT, "input": BLOCK_AS_OUTPUT}
UNKNOWN_PORT: Mapping[Side, FaultKind] = {"output": UNKNOWN_BLOCK_OUTPUT, "input": UNKNOWN_INPUT}
WRONG_SIDE: Mapping[Side, FaultKind] = {"output": STARTS_AT_INPUT, "input": ENDS_AT_OUTPUT}
"""Kinds of faults of a wire, by the side of the block that its end must be on."""
BOOLEAN_TO_NUMBER = FaultKind(
    "kind-mismatch",
    "{start} is a boolean, {end} takes a number. Insert 'logic.to_number' between them.",
)
NUMBER_TO_BOOLEAN = FaultKind(
    "kind-mismatch",
    "{start} is a number, {end} takes a boolean. Insert 'logic.compare' or 'logic.to_boolean' between them.",
)
MISSING_INPUT = FaultKind("missing-input", "input {port!r} [{what}] has no wire and no constant.")
UNWIRED_OUTPUT = FaultKind("missing-input", "no wire ends at the external output {port!r}.")
TOO_MANY_SIZES = FaultKind("bad-shape", "a shape has at most two sizes, not {count}.")
SIZE_BELOW_ONE = FaultKind("bad-shape", "every size in a shape is at least 1, not {size}.")
SIGNAL_TOO_LARGE = FaultKind("bad-shape", "a signal holds at most {most} numbers, not {count}.")

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
        self.broken: set[str] = set()  # ids with faults of their own; faults of their wires are not reported
        self.sources: dict[Terminal, Terminal] = {}
        self.solver = UnitSolver()

    def note(self, place: str, fault: Fault) -> None:
        """Add a fault at a place in this level."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault.at(self.place + place))

    def advise(self, word: str, options: Iterable[str], where: str = "", *, none: str = "") -> dict[str, FaultValue]:
        """Advice on a wrong name; none after many faults, because it takes time to compute."""
        options = list(options)
        return advice(word, options, where, none=none) if len(self.faults) < 100 or not options else {}

    def run(self) -> Level:
        """Check everything; the level is complete only if there are no faults."""
        inputs = self._ports("inputs", self.part.inputs)
        outputs = self._ports("outputs", self.part.outputs)
        for index, block in enumerate(self.part.blocks):
            self._block(index, block)
        self._wires({p.name: p for p in inputs}, {p.name: p for p in outputs})
        self._missing(outputs)
        self._units_by_entry(inputs, outputs)
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
                self.note(place, BAD_NAME.at(name=name, rule=NAME_RULE))
            if problem := _shape_problem(port.shape):
                self.note(f"{place}.shape", problem)
                continue
            try:
                unit = parse_unit(port.unit)
            except UnitError as error:
                self.note(f"{place}.unit", BAD_UNIT.at(error=f"{str(error).rstrip('.')}."))
                continue
            if port.kind == "boolean" and port.unit != "1":
                self.note(f"{place}.unit", BOOLEAN_WITH_UNIT.at(unit=port.unit))
                unit = ONE
            found.append(ConcretePort(name, port.kind, tuple(port.shape), unit, MISSING))
        return tuple(found)

    def _block(self, index: int, block: BlockDocument) -> None:
        place = f"blocks[{index}]"
        if not NAME.fullmatch(block.id):
            self.note(f"{place}.id", BAD_ID.at(id=block.id, rule=NAME_RULE))
            self.broken.add(block.id)
            return
        if block.id in self.blocks or block.id in self.broken:
            self.note(f"{place}.id", DUPLICATE_ID.at(id=block.id))
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
            others = self.advise(block.type, [*self.types, *schemes], where="`pult list blocks` lists all types.")
            self.note(f"{place}.type", IN_BLOCK.before(UNKNOWN_TYPE.at(type=block.type, **others), block=block.id))
            return None
        shape = tuple(block.shape)
        if problem := _shape_problem(block.shape):
            self.note(f"{place}.shape", IN_BLOCK.before(problem, block=block.id))
            return None
        given, entries, ok = self._entries(place, block, block_type, shape)
        concrete, problems = block_type.concrete(given)
        for parameter, problem in problems:
            spot = f"{place}.parameters.{parameter}" if parameter in given else f"{place}.parameters"
            self.note(spot, IN_BLOCK.before(problem, block=block.id))
        if concrete is None or not ok:
            return None
        if shape and any(port.shape for port in (*concrete.inputs, *concrete.outputs)):
            self.note(f"{place}.shape", IN_BLOCK.before(VECTOR_PORTS.at(type=block.type), block=block.id))
            return None
        if said := prepare_fault(block_type, concrete.values, self.document.step, self.folder, self.provided):
            self.note(f"{place}.parameters", IN_BLOCK.before(said, block=block.id))
            return None
        inputs = _lift(concrete.inputs, shape)
        constants = self._constants(place, block, inputs)
        return CheckedBlock(
            block.id, block_type, None, concrete, inputs, _lift(concrete.outputs, shape), shape, entries, constants, {}
        )

    def _written_out(self, place: str, block: BlockDocument, block_type: BlockType) -> tuple[dict[str, Any], bool]:
        """Parameters with names of robot components replaced by their numbers."""
        given: dict[str, Any] = dict(block.parameters)
        ok = True
        for p in block_type.figures:
            if p.name not in given:
                continue
            try:
                given[p.name] = resolve_references(p, given[p.name], bool(block.shape), self.provided)
            except NotProvidedError as error:
                self.note(f"{place}.parameters.{p.name}", IN_BLOCK.before(error.fault, block=block.id))
                given[p.name] = Reference()  # reported already
                ok = False
        return given, ok

    def _entries(
        self, place: str, block: BlockDocument, block_type: BlockType, shape: tuple[int, ...]
    ) -> tuple[dict[str, Any], dict[str, Any], bool]:
        """Split off parameters given per entry; later checks see the first entry only."""
        given, ok = self._written_out(place, block, block_type)
        entries: dict[str, Any] = {}
        for name, value in list(given.items()):
            p = block_type.parameter(name)
            if not shape or p is None or not isinstance(value, list) or p.kind not in ("number", "integer", "boolean"):
                continue
            spot = f"{place}.parameters.{name}"
            if p.structural:
                self.note(spot, IN_BLOCK.before(ONE_FOR_ALL.at(parameter=name), block=block.id))
                ok = False
                continue
            array = as_entries(value)
            if array is None or array.shape != shape:
                found = "a ragged list" if array is None else format_shape(array.shape)
                wrong = WRONG_ENTRIES.at(parameter=name, shape=format_shape(shape), found=found)
                self.note(spot, IN_BLOCK.before(wrong, block=block.id))
                ok = False
                continue
            for item in array.flat:
                _, problems = block_type.concrete({**_others(given, name), name: item})
                bad = next((problem for parameter, problem in problems if parameter == name), None)
                if bad:
                    self.note(spot, IN_BLOCK.before(bad, block=block.id))
                    ok = False
                    break
            entries[name] = array
        for name, array in entries.items():
            given[name] = array.flat[0]
        if not ok and shape:  # the faulty list is reported; the rest is still checked
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
            others = self.advise(name, self.document.schemes, none="The document has no sub-schemes.")
            self.note(f"{place}.type", IN_BLOCK.before(UNKNOWN_SUB_SCHEME.at(scheme=name, **others), block=block.id))
            return None
        if block.shape:
            self.note(f"{place}.shape", IN_BLOCK.before(SHAPED_SUB_SCHEME.at(), block=block.id))
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
                value = resolve_override(self.levels, level, path, given, self.provided)
            except NotProvidedError as error:
                self.note(spot, IN_BLOCK.before(error.fault, block=block.id))
                continue
            if problem := override_fault(self.levels, level, path, value):
                self.note(spot, IN_BLOCK.before(problem, block=block.id))
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
                wrong = (
                    UNKNOWN_INPUT.at(type=block.type, port=name, **self.advise(name, ports))
                    if ports
                    else NO_INPUTS.at(type=block.type, port=name)
                )
                self.note(spot, IN_BLOCK.before(wrong, block=block.id))
                continue
            constant, problem = read_constant(ports[name], value, bool(block.shape))
            if problem:
                self.note(spot, IN_BLOCK.before(problem, block=block.id))
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
                    self.note(f"{place}.to", TWO_WIRES.at(port=str(terminal), other=taken[terminal]))
                    continue
                taken[terminal] = index
                if terminal.block and terminal.port in self.blocks[terminal.block].constants:
                    self.note(f"{place}.to", WIRE_AND_CONSTANT.at(port=str(terminal)))
            if source is not None and target is not None:
                self.sources[target[0]] = source[0]
                self._compatible(place, source, target)
            elif target is not None:
                self.sources[target[0]] = target[0]  # its source is wrong, which is reported; it is not missing

    def _source(
        self, place: str, text: str, inputs: Mapping[str, ConcretePort]
    ) -> tuple[Terminal, ConcretePort] | None:
        return self._terminal(place, text, inputs, self.part.inputs, "output")

    def _target(
        self, place: str, text: str, outputs: Mapping[str, ConcretePort]
    ) -> tuple[Terminal, ConcretePort] | None:
        return self._terminal(place, text, outputs, self.part.outputs, "input")

    def _terminal(
        self, place: str, text: str, own: Mapping[str, ConcretePort], declared: Mapping[str, PortDocument],
        side: Side,
    ) -> tuple[Terminal, ConcretePort] | None:  # fmt: skip
        block_id, dot, name = text.partition(".")
        if not dot:
            if text in own:
                return Terminal(None, text), own[text]
            if text not in declared:
                kind = BLOCK_WITHOUT_PORT if text in self.blocks else UNKNOWN_OUTSIDE
                others = self.advise(text, declared, none="The scheme has none.")
                self.note(place, kind[side].at(port=text, **others))
            return None
        block = self.blocks.get(block_id)
        if block is None:
            if block_id not in self.broken:
                others = self.advise(block_id, self.blocks, none="The scheme has no blocks.")
                self.note(place, UNKNOWN_BLOCK.at(end=text, id=block_id, **others))
            return None
        ports = {p.name: p for p in (block.outputs if side == "output" else block.inputs)}
        if name in ports:
            return Terminal(block_id, name), ports[name]
        others = self.advise(name, ports, none=f"It has no {side}s.")
        if any(p.name == name for p in (block.inputs if side == "output" else block.outputs)):
            self.note(place, WRONG_SIDE[side].at(end=text, port=name, **others))
        else:
            owner = block.type.name if block.type else f"{PREFIX}{block.scheme}"
            self.note(place, UNKNOWN_PORT[side].at(type=owner, port=name, **others))
        return None

    def _compatible(
        self, place: str, source: tuple[Terminal, ConcretePort], target: tuple[Terminal, ConcretePort]
    ) -> None:
        (start, one), (end, two) = source, target
        wire = f"{start} -> {end}"
        if one.kind != two.kind:
            kind = BOOLEAN_TO_NUMBER if one.kind == "boolean" else NUMBER_TO_BOOLEAN
            self.note(place, ON_WIRE.before(kind.at(start=str(start), end=str(end)), wire=wire))
            return
        if not shapes_connect(one.shape, two.shape):
            wrong = shape_mismatch(self.blocks.get(end.block) if end.block else None, one, two)
            self.note(place, ON_WIRE.before(wrong, wire=wire))
            return
        left, right = self.solver.reduce(self._unit(start, one)), self.solver.reduce(self._unit(end, two))
        if not self.solver.equate(left, right):
            self.note(place, ON_WIRE.before(unit_mismatch(left, right), wire=wire))

    def _unit(self, terminal: Terminal, port: ConcretePort) -> Unit:
        """Unit of a terminal; variables belong to the block or, at a port of a sub-scheme, stand for one unknown
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

    def _units_by_entry(self, inputs: tuple[ConcretePort, ...], outputs: tuple[ConcretePort, ...]) -> None:
        """Vectors whose entries have units of their own have as many entries, and no block mixes the entries."""
        for side, ports in (("inputs", inputs), ("outputs", outputs)):
            for port in ports:
                if said := _entry_count_fault(port.name, port.shape, port.unit):
                    self.note(f"{side}.{port.name}.unit", said)
        for index, document in enumerate(self.part.blocks):
            block = self.blocks.get(document.id)
            if block is None or block.id in self.broken:
                continue
            is_entrywise = bool(block.shape) or (block.type is not None and block.type.entrywise)
            for port in (*block.inputs, *block.outputs):
                unit = self.solver.reduce(self._unit(Terminal(block.id, port.name), port))
                if not entry_units(unit):
                    continue
                said = _entry_count_fault(port.name, port.shape, unit)
                if said is None and variables(port.unit) and not is_entrywise:
                    said = MIXES_ENTRIES.at(type=document.type, port=port.name, unit=format_unit(unit))
                if said is not None:
                    self.note(f"blocks[{index}]", IN_BLOCK.before(said, block=block.id))
                    break

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
                self.note(f"blocks[{numbers[block.id]}]", MISSING_INPUT.at(port=str(terminal), what=what))
        for port in outputs:
            if Terminal(None, port.name) not in self.sources:
                self.note(f"outputs.{port.name}", UNWIRED_OUTPUT.at(port=port.name))


def _others(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {n: v for n, v in given.items() if n != name and not isinstance(v, list)}


def _shape_problem(shape: list[int]) -> Fault | None:
    if len(shape) > 2:
        return TOO_MANY_SIZES.at(count=len(shape))
    if any(size < 1 for size in shape):
        return SIZE_BELOW_ONE.at(size=min(shape))
    if math.prod(shape) > _MAX_PORT_SIZE:
        return SIGNAL_TOO_LARGE.at(most=_MAX_PORT_SIZE, count=math.prod(shape))
    return None


def _lift(ports: tuple[ConcretePort, ...], shape: tuple[int, ...]) -> tuple[ConcretePort, ...]:
    return tuple(port._replace(shape=shape) for port in ports) if shape else ports


def _entry_count_fault(port: str, shape: tuple[int, ...], unit: Unit) -> Fault | None:
    count = len(entry_units(unit))
    if not count or shape == (count,):
        return None
    return WRONG_ENTRY_COUNT.at(port=port, shape=format_shape(shape), unit=format_unit(unit), count=count)
