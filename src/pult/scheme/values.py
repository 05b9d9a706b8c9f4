"""Values given by name: constants at inputs, parameters of blocks at any depth."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.block_type import Concrete, ConcretePort, Reference
from pult.core.errors import brief, choose, is_finite
from pult.core.signals import format_shape
from pult.scheme.model import CheckedBlock, Level
from pult.scheme.prepare import Provided, written_out


def as_entries(value: Any) -> Any:
    """An array of Python objects (so that true stays a boolean), or None for a ragged list."""
    try:
        array = np.array(value, dtype=object)
    except ValueError:
        return None
    return None if any(isinstance(item, list) for item in array.flat) else array


def read_constant(port: ConcretePort, value: Any, broadcast: bool) -> tuple[Any, str, str]:
    """Check a constant for an input port; returns (value, problem, code)."""
    array = as_entries(value)
    if array is None:
        return None, f"the constant at {port.name!r} is a ragged list.", "bad-shape"
    wanted = bool if port.kind == "boolean" else (int, float)
    for item in array.flat:
        if not isinstance(item, wanted) or (port.kind == "number" and isinstance(item, bool)):
            what = "true or false" if port.kind == "boolean" else "a number"
            return None, f"the constant at {port.name!r} must be {what}, not {brief(item)}.", "bad-type"
        if not is_finite(item):
            return None, f"the constant at {port.name!r} must be finite, not {brief(item)}.", "not-finite"
    if array.shape != port.shape and not (broadcast and array.shape == ()):
        found = format_shape(array.shape)
        return (
            None,
            f"the constant at {port.name!r} must be a {format_shape(port.shape)}, not a {found}.",
            "shape-mismatch",
        )
    return np.broadcast_to(array.astype(np.float64), port.shape).copy(), "", ""


def find_parameter(levels: Mapping[str, Level], level: Level, path: str) -> tuple[CheckedBlock, str] | str:
    """Follow 'block.block.parameter' into sub-schemes; returns the block and the parameter, or what is wrong."""
    *steps, name = path.split(".")
    if not steps:
        return f"{path!r} names no block; write 'block.parameter'. {choose(path, level.blocks)}"
    for position, step in enumerate(steps):
        block = level.blocks.get(step)
        if block is None:
            inside = f" in {'.'.join(steps[:position])!r}" if position else ""
            return f"{path!r}: there is no block {step!r}{inside}. {choose(step, level.blocks)}"
        if position < len(steps) - 1:
            if block.scheme is None:
                return f"{path!r}: {step!r} is not a sub-scheme."
            level = levels[block.scheme]
    assert block is not None
    names = [p.name for p in block.type.parameters] if block.type else []
    if name in names or name in block.constants:
        return block, name
    return f"{path!r}: {steps[-1]!r} has no parameter or constant {name!r}. {choose(name, [*names, *block.constants])}"


def override_problem(levels: Mapping[str, Level], level: Level, path: str, value: Any) -> tuple[str, str] | None:
    """What is wrong with setting a parameter inside a sub-scheme, as (message, code)."""
    found = find_parameter(levels, level, path)
    if isinstance(found, str):
        return found, "unknown-parameter"
    block, name = found
    p = block.type.parameter(name) if block.type is not None and name not in block.constants else None
    if p is not None and p.provided and not p.figure:  # whether there is such a thing is seen when a robot is bound
        return None if isinstance(value, str) else (f"{name!r} must be the name of a {p.provided}.", "bad-type")
    return value_problem(block, name, value)


def override_written_out(levels: Mapping[str, Level], level: Level, path: str, value: Any, provided: Provided) -> Any:
    """A value that is set inside a sub-scheme, with the robot's numbers in place of names of its things.

    Raises:
        ValueError: The robot has no such thing, or the thing has no such figure.
    """
    found = find_parameter(levels, level, path)
    if isinstance(found, str) or found[0].type is None or found[1] in found[0].constants:
        return value
    block, name = found
    p = found[0].type.parameter(name)
    return value if p is None else written_out(p, value, bool(block.shape), provided)


def value_problem(block: CheckedBlock, name: str, value: Any) -> tuple[str, str] | None:
    """What is wrong with a new value for a parameter or constant of a block, as (message, code)."""
    if name in block.constants:
        port = block.input(name)
        assert port is not None
        _, problem, code = read_constant(port, value, bool(block.shape))
        return (problem, code) if problem else None
    assert block.type is not None and block.concrete is not None
    p = block.type.parameter(name)
    assert p is not None
    if p.structural:
        return (
            f"{name!r} shapes the program and cannot be changed from outside; change it in the block itself.",
            "structural",
        )
    items = [value]
    if block.shape and p.kind != "array" and isinstance(value, (list, tuple, np.ndarray)):
        array = as_entries(value if isinstance(value, list) else np.asarray(value).tolist())
        if array is None or array.shape != block.shape:
            found = "a ragged list" if array is None else format_shape(array.shape)
            return f"{name!r} must be one value or a {format_shape(block.shape)}, not {found}.", "bad-shape"
        items = list(array.flat)
    base: Concrete = block.concrete
    for item in items:
        concrete, problems = block.type.concrete({**base.values, name: item})
        if problems:
            return problems[0][1], problems[0][2]
        if isinstance(item, Reference) or isinstance(base.values[name], Reference):
            continue  # sizes are known when the scheme is bound to a robot
        if concrete is not None and np.shape(concrete.values[name]) != np.shape(base.values[name]):
            return f"{name!r} must keep its shape: {format_shape(np.shape(base.values[name]))}.", "bad-shape"
    return None
