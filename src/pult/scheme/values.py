"""Values given by name: constants at inputs, parameters of blocks at any depth."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.arguments import text
from pult.core.block_type import Concrete, ConcretePort, Reference
from pult.core.errors import Fault, FaultKind, advice, brief, is_finite
from pult.core.signals import format_shape
from pult.scheme.model import CheckedBlock, Level
from pult.scheme.prepare import Provided, resolve_references

RAGGED_CONSTANT = FaultKind("bad-shape", "the constant at {port!r} is a ragged list.")
CONSTANT_NOT_BOOLEAN = FaultKind("bad-type", "the constant at {port!r} must be true or false, not {value}.")
CONSTANT_NOT_A_NUMBER = FaultKind("bad-type", "the constant at {port!r} must be a number, not {value}.")
CONSTANT_NOT_FINITE = FaultKind("not-finite", "the constant at {port!r} must be finite, not {value}.")
WRONG_CONSTANT_SHAPE = FaultKind("shape-mismatch", "the constant at {port!r} must be a {shape}, not a {found}.")
NAMES_NO_BLOCK = FaultKind("unknown-parameter", "{path!r} does not name a block; write 'block.parameter'. {advice}")
NO_BLOCK_OF_PATH = FaultKind("unknown-parameter", "{path!r}: there is no block {step!r}. {advice}")
NO_BLOCK_INSIDE = FaultKind("unknown-parameter", "{path!r}: there is no block {step!r} in {inside!r}. {advice}")
NOT_A_SUB_SCHEME = FaultKind("unknown-parameter", "{path!r}: {step!r} is not a sub-scheme.")
UNKNOWN_PATH = FaultKind(
    "unknown-parameter", "{path!r}: {owner!r} has no parameter or constant {parameter!r}. {advice}"
)
NOT_A_NAME = FaultKind("bad-type", "{parameter!r} must be the name of a {what}.")
STRUCTURAL = FaultKind(
    "structural",
    "{parameter!r} changes the compiled program and cannot be set from outside; set it in the block itself.",
)
WRONG_ENTRIES = FaultKind("bad-shape", "{parameter!r} must be one value or a {shape}, not {found}.")
OTHER_SHAPE = FaultKind("bad-shape", "{parameter!r} must keep its shape: {shape}.")


def as_entries(value: Any) -> Any:
    """An array of Python objects (so that true stays a boolean), or None for a ragged list."""
    try:
        array = np.array(value, dtype=object)
    except ValueError:
        return None
    return None if any(isinstance(item, list) for item in array.flat) else array


def read_constant(port: ConcretePort, value: Any, broadcast: bool) -> tuple[Any, Fault | None]:
    """Check a constant for an input port; returns the constant or the fault."""
    array = as_entries(value)
    if array is None:
        return None, RAGGED_CONSTANT.at(port=port.name)
    wanted = bool if port.kind == "boolean" else (int, float)
    for item in array.flat:
        if not isinstance(item, wanted) or (port.kind == "number" and isinstance(item, bool)):
            kind = CONSTANT_NOT_BOOLEAN if port.kind == "boolean" else CONSTANT_NOT_A_NUMBER
            return None, kind.at(port=port.name, value=brief(item))
        if not is_finite(item):
            return None, CONSTANT_NOT_FINITE.at(port=port.name, value=brief(item))
    if array.shape != port.shape and not (broadcast and array.shape == ()):
        shape, found = format_shape(port.shape), format_shape(array.shape)
        return None, WRONG_CONSTANT_SHAPE.at(port=port.name, shape=shape, found=found)
    return np.broadcast_to(array.astype(np.float64), port.shape).copy(), None


def find_parameter(levels: Mapping[str, Level], level: Level, path: str) -> tuple[CheckedBlock, str] | Fault:
    """Follow 'block.block.parameter' into sub-schemes; returns the block and the parameter, or the fault."""
    *steps, name = text("the name of a parameter", path).split(".")
    if not steps:
        return NAMES_NO_BLOCK.at(path=path, **advice(path, level.blocks))
    for position, step in enumerate(steps):
        block = level.blocks.get(step)
        if block is None:
            others = advice(step, level.blocks)
            if position:
                return NO_BLOCK_INSIDE.at(path=path, step=step, inside=".".join(steps[:position]), **others)
            return NO_BLOCK_OF_PATH.at(path=path, step=step, **others)
        if position < len(steps) - 1:
            if block.scheme is None:
                return NOT_A_SUB_SCHEME.at(path=path, step=step)
            level = levels[block.scheme]
    assert block is not None
    names = [p.name for p in block.type.parameters] if block.type else []
    if name in names or name in block.constants:
        return block, name
    return UNKNOWN_PATH.at(path=path, owner=steps[-1], parameter=name, **advice(name, [*names, *block.constants]))


def override_fault(levels: Mapping[str, Level], level: Level, path: str, value: Any) -> Fault | None:
    """The fault in setting a parameter inside a sub-scheme, or None."""
    found = find_parameter(levels, level, path)
    if isinstance(found, Fault):
        return found
    block, name = found
    p = block.type.parameter(name) if block.type is not None and name not in block.constants else None
    if p is not None and p.provided and not p.figure:  # its existence is checked when a robot is bound
        return None if isinstance(value, str) else NOT_A_NAME.at(parameter=name, what=p.provided)
    return value_fault(block, name, value)


def resolve_override(levels: Mapping[str, Level], level: Level, path: str, value: Any, provided: Provided) -> Any:
    """Replace names of robot components by their numbers, for a value set inside a sub-scheme.

    Raises:
        NotProvidedError: The robot has no such component, or the component has no such quantity.
    """
    found = find_parameter(levels, level, path)
    if isinstance(found, Fault) or found[0].type is None or found[1] in found[0].constants:
        return value
    block, name = found
    p = found[0].type.parameter(name)
    return value if p is None else resolve_references(p, value, bool(block.shape), provided)


def value_fault(block: CheckedBlock, name: str, value: Any) -> Fault | None:
    """The fault in a new value for a parameter or constant of a block, or None."""
    if name in block.constants:
        port = block.input(name)
        assert port is not None
        return read_constant(port, value, bool(block.shape))[1]
    assert block.type is not None and block.concrete is not None
    p = block.type.parameter(name)
    assert p is not None
    if p.structural:
        return STRUCTURAL.at(parameter=name)
    items = [value]
    if block.shape and p.kind != "array" and isinstance(value, (list, tuple, np.ndarray)):
        array = as_entries(value if isinstance(value, list) else np.asarray(value).tolist())
        if array is None or array.shape != block.shape:
            found = "a ragged list" if array is None else format_shape(array.shape)
            return WRONG_ENTRIES.at(parameter=name, shape=format_shape(block.shape), found=found)
        items = list(array.flat)
    base: Concrete = block.concrete
    for item in items:
        concrete, problems = block.type.concrete({**base.values, name: item})
        if problems:
            return problems[0][1]
        if isinstance(item, Reference) or isinstance(base.values[name], Reference):
            continue  # sizes are known when the scheme is bound to a robot
        if concrete is not None and np.shape(concrete.values[name]) != np.shape(base.values[name]):
            return OTHER_SHAPE.at(parameter=name, shape=format_shape(np.shape(base.values[name])))
    return None
