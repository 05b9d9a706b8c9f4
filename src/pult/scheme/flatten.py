"""Flattening: sub-schemes are expanded into leaves, and every input of a leaf has its source."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np

from pult.core.block_type import ConcretePort
from pult.scheme.model import CheckedBlock, Level, Scheme, Terminal


class Source(NamedTuple):
    """Source of an input: an output of a leaf, an external input, or a constant; `number` is its index among
    those.
    """

    kind: Literal["leaf", "external", "constant"]
    number: int
    port: int = 0


@dataclass(slots=True)
class Constant:
    """A value at an input without a wire."""

    path: str
    port: ConcretePort
    value: np.ndarray[Any, np.dtype[np.float64]]


@dataclass(slots=True)
class Leaf:
    """A block with a block type (not a sub-scheme), with its full path and the sources of its inputs."""

    path: str
    block: CheckedBlock
    overrides: Mapping[str, Any]
    inputs: list[Source] = field(default_factory=list)


class Context:
    """One instance of a level: the outermost one, or a sub-scheme."""

    __slots__ = ("children", "id", "level", "overrides", "parent", "prefix")

    def __init__(self, level: Level, parent: "Context | None", name: str, overrides: Mapping[str, Any]) -> None:
        self.level, self.parent, self.id, self.overrides = level, parent, name, overrides
        self.prefix: str = f"{parent.prefix}{name}." if parent is not None else ""
        self.children: dict[str, Context] = {}


class AlgebraicLoop(Exception):  # noqa: N818 - turned into a fault at once
    """A cycle of wires through ports of sub-schemes without any block."""

    def __init__(self, flat: "Flat", ports: list[str]) -> None:
        self.flat, self.ports = flat, ports
        super().__init__(" -> ".join(ports))


@dataclass
class Flat:
    """A flattened scheme."""

    scheme: Scheme
    root: Context
    leaves: list[Leaf]
    constants: list[Constant]
    outputs: list[Source]
    numbers: dict[str, int]
    constant_numbers: dict[str, int]

    def trace(self, context: Context, target: Terminal) -> tuple[Source, list[str]]:
        """Follow wires back from an input terminal across the ports of sub-schemes.

        Returns:
            The source and the names of the ports passed on the way, from the input backwards.

        Raises:
            AlgebraicLoop: The wires form a cycle.
        """
        passed: list[str] = []
        seen = set()
        while True:
            key = (context.prefix, target)
            if key in seen:
                raise AlgebraicLoop(
                    self, [*passed[passed.index(f"{context.prefix}{target}") :], f"{context.prefix}{target}"][::-1]
                )
            seen.add(key)
            passed.append(f"{context.prefix}{target}")
            source = context.level.sources.get(target)
            if source is None:
                return Source("constant", self._constant(context, target)), passed
            if source.block is None:
                passed.append(f"{context.prefix}{source}")
                if context.parent is None:
                    return Source("external", _index(context.level.inputs, source.port)), passed
                target = Terminal(context.id, source.port)
                context = context.parent
                continue
            block = context.level.blocks[source.block]
            if block.scheme is None:
                passed.append(f"{context.prefix}{source}")
                return Source(
                    "leaf", self.numbers[context.prefix + block.id], _index(block.outputs, source.port)
                ), passed
            context = context.children[block.id]
            target = Terminal(None, source.port)

    def _constant(self, context: Context, target: Terminal) -> int:
        path = f"{context.prefix}{target}"
        if path not in self.constant_numbers:
            assert target.block is not None
            block = context.level.blocks[target.block]
            port = block.input(target.port)
            assert port is not None
            value = block.constants[target.port]
            if path in self._constant_overrides:
                value = np.broadcast_to(np.asarray(self._constant_overrides[path], dtype=np.float64), port.shape).copy()
            self.constant_numbers[path] = len(self.constants)
            self.constants.append(Constant(path, port, np.array(value, dtype=np.float64)))
        return self.constant_numbers[path]

    _constant_overrides: dict[str, Any] = field(default_factory=dict)

    def context_of(self, path: str) -> tuple[Context, str] | None:
        """The context in which the last part of a dotted path is a name."""
        *steps, name = path.split(".")
        context = self.root
        for step in steps:
            if step not in context.children:
                return None
            context = context.children[step]
        return context, name


def _index(ports: tuple[ConcretePort, ...], name: str) -> int:
    return next(i for i, port in enumerate(ports) if port.name == name)


def flatten(scheme: Scheme) -> Flat:
    """Flatten a scheme.

    Raises:
        AlgebraicLoop: Wires form a cycle without a block.
    """
    root = Context(scheme.top, None, "", {})
    flat = Flat(scheme, root, [], [], [], {}, {})
    contexts = [root]
    for context in contexts:  # grows during the iteration
        for block in context.level.blocks.values():
            inside = {
                p.removeprefix(f"{block.id}."): v for p, v in context.overrides.items() if p.startswith(f"{block.id}.")
            }
            for path, value in inside.items():
                if "." not in path and path in block.constants:
                    flat._constant_overrides[f"{context.prefix}{block.id}.{path}"] = value
            if block.scheme is None:
                flat.numbers[context.prefix + block.id] = len(flat.leaves)
                flat.leaves.append(Leaf(context.prefix + block.id, block, inside))
            else:
                child = Context(scheme.levels[block.scheme], context, block.id, {**block.overrides, **inside})
                context.children[block.id] = child
                contexts.append(child)
    for context in contexts:
        for block in context.level.blocks.values():
            if block.scheme is not None:
                for port in block.inputs:  # a cycle of wires is a fault even if nothing reads it
                    flat.trace(context, Terminal(block.id, port.name))
            else:
                leaf = flat.leaves[flat.numbers[context.prefix + block.id]]
                leaf.inputs = [flat.trace(context, Terminal(block.id, port.name))[0] for port in block.inputs]
    flat.outputs = [flat.trace(root, Terminal(None, port.name))[0] for port in scheme.outputs]
    return flat
