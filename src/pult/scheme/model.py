"""A checked scheme: every name resolved, every port with its shape and unit. Immutable."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pult.core.block_type import BlockType, Concrete, ConcretePort, Reference
from pult.core.folders import is_file_beside
from pult.core.units import Unit
from pult.scheme.document import SchemeDocument, scheme_hash
from pult.scheme.uses import UsedPart

MAX_BLOCKS = 100_000
"""Maximum number of blocks of a flattened scheme."""
MAX_DEPTH = 100
"""Deepest nesting of sub-schemes."""
PREFIX = "scheme."


class Terminal(NamedTuple):
    """One end of a wire: a port of a block, or of the scheme itself (block is None)."""

    block: str | None
    port: str

    def __str__(self) -> str:
        return self.port if self.block is None else f"{self.block}.{self.port}"


@dataclass(frozen=True, slots=True)
class CheckedBlock:
    """A block of one level.

    Attributes:
        type: The block type; None for a sub-scheme.
        scheme: Name of the sub-scheme; None for a block type.
        concrete: Ports and parameter values of a block type.
        shape: Shape over which a scalar block is repeated; () if it is not.
        entries: Parameters given per entry for a repeated block. Arrays of that shape.
        constants: Values at inputs without wires.
        overrides: For a sub-scheme: (path, parameter) to value.
    """

    id: str
    type: BlockType | None
    scheme: str | None
    concrete: Concrete | None
    inputs: tuple[ConcretePort, ...]
    outputs: tuple[ConcretePort, ...]
    shape: tuple[int, ...]
    entries: Mapping[str, Any]
    constants: Mapping[str, Any]
    overrides: Mapping[str, Any]

    def input(self, name: str) -> ConcretePort | None:
        """The input of that name."""
        return next((port for port in self.inputs if port.name == name), None)

    def output(self, name: str) -> ConcretePort | None:
        """The output of that name."""
        return next((port for port in self.outputs if port.name == name), None)


@dataclass(frozen=True, slots=True)
class Level:
    """A scheme or sub-scheme: its ports, its blocks sorted by id, and for every input terminal its source."""

    name: str
    inputs: tuple[ConcretePort, ...]
    outputs: tuple[ConcretePort, ...]
    blocks: Mapping[str, CheckedBlock]
    sources: Mapping[Terminal, Terminal]
    units: Mapping[Terminal, Unit]


@dataclass(frozen=True)
class Scheme:
    """A scheme that passed every check, ready to compile.

    Attributes:
        document: The document with its parts resolved into sub-schemes.
        source: Name for messages.
        folder: Folder of its file.
        levels: The scheme ("") and its sub-schemes.
        provided: Components of the robot it is bound to, by kind and name; None if it is not bound.
        parts: The parts that it uses, directly and indirectly.
    """

    document: SchemeDocument
    source: str
    folder: Path
    levels: Mapping[str, Level]
    provided: Mapping[str, Mapping[str, Any]] | None = None
    parts: tuple[UsedPart, ...] = ()

    @property
    def name(self) -> str:
        """Name for people."""
        return self.document.name or Path(self.source).name.split(".")[0]

    @property
    def step(self) -> float:
        """Control step [s]."""
        return self.document.step

    @property
    def hash(self) -> str:
        """SHA-256 of what it computes, independent of drawing and notes."""
        return scheme_hash(self.document)

    def robot_references(self) -> dict[str, str]:
        """References to a robot: path of the parameter (block.parameter, in sub-schemes SCHEME:block.parameter) to what
        it names.
        """
        found = {}
        for level in self.levels.values():
            for block in level.blocks.values():
                head = f"{level.name}:{block.id}" if level.name else block.id
                for p in block.type.parameters if block.type and block.concrete else ():
                    assert block.concrete is not None
                    value = block.concrete.values[p.name]
                    if p.provided and (not p.figure or isinstance(value, Reference)):
                        found[f"{head}.{p.name}"] = f"{p.provided} {str(value)!r}"
                for path, value in block.overrides.items():
                    if isinstance(value, Reference):
                        found[f"{head}.{path}"] = repr(str(value))
        return found

    def files(self) -> list[str]:
        """Files that its blocks read, relative to its folder and, after resolving links, inside it."""
        texts = {
            value
            for level in self.levels.values()
            for block in level.blocks.values()
            if block.concrete is not None
            for value in block.concrete.values.values()
            if isinstance(value, str) and value
        }
        return sorted(text for text in texts if is_file_beside(self.folder, text))

    @property
    def top(self) -> Level:
        """The outermost level."""
        return self.levels[""]

    @property
    def inputs(self) -> tuple[ConcretePort, ...]:
        """External inputs in order."""
        return self.top.inputs

    @property
    def outputs(self) -> tuple[ConcretePort, ...]:
        """External outputs in order."""
        return self.top.outputs
