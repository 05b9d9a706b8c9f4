"""Checks for blocks that users write: is it pure, the same natively as plainly, documented, with units declared?

from pult.testing import check_block

def test_my_block():
check_block("my.block")
"""

import copy
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.block_type import MISSING, BlockType, Concrete, ConcretePort, argument_names
from pult.core.errors import PultError, choose
from pult.core.registry import blocks
from pult.native.flat_call import FlatCall
from pult.native.functions import positional
from pult.scheme.compile import Provider
from pult.scheme.prepare import initial_state, keyword_names, resolve_references, runtime_values


class BlockCheckError(PultError, AssertionError):
    """A block does not keep the rules; all that was found is listed."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"block {name!r}:\n" + "\n".join(f"  {fault}" for fault in faults))


def check_block(
    name: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    steps: int = 200,
    seed: int = 0,
    scale: float = 3.0,
    dt: float = 0.01,
    folder: Path | None = None,
    robot: Provider | None = None,
) -> None:
    """Check a registered block on random inputs.

    Args:
        name: Name of the block.
        parameters: Parameter values to check it with; needed where a parameter has no default.
        steps: Number of control steps to run.
        seed: Seed of the random inputs.
        scale: Standard deviation of the inputs; some are zero, some large.
        dt: Control step [s].
        folder: Folder for parameters that are paths.
        robot: The robot for parameters that name its chains.

    Raises:
        BlockCheckError: With every broken rule: missing documentation, equation or units; a value that depends on
            anything but the arguments; an argument changed; native code that differs from plain Python in any bit;
            NaN or an exception for finite inputs.
    """
    types = blocks()
    if name not in types:
        raise BlockCheckError(name, [f"there is no such block. {choose(name, types)}"])
    block_type = types[name]
    faults = _documentation(block_type)
    concrete, problems = block_type.concrete(_written_out(block_type, parameters, robot))
    faults += [fault.message for _, fault in problems]
    if concrete is not None:
        faults += _Trial(block_type, concrete, dt, folder or Path(), robot).run(steps, seed, scale)
    if faults:
        raise BlockCheckError(name, faults)


def simulate_block(
    name: str,
    inputs: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
    *,
    steps: int | None = None,
    dt: float = 0.01,
    folder: Path | None = None,
    robot: Provider | None = None,
) -> dict[str, Any]:
    """Run one block by itself, in plain Python, over a sequence of inputs.

    Args:
        name: Name of the block.
        inputs: Values by port. An array with one entry per step along its first axis, or one value for all steps.
        parameters: Parameter values.
        steps: Number of steps; by default the length of the longest input.
        dt: Control step [s].
        folder: Folder for parameters that are paths.
        robot: The robot for parameters that name its chains.

    Returns:
        The outputs by port, stacked along the first axis. Shape (steps, ...).
    """
    block_type = blocks()[name]
    concrete, problems = block_type.concrete(_written_out(block_type, parameters, robot))
    if concrete is None:
        raise BlockCheckError(name, [fault.message for _, fault in problems])
    trial = _Trial(block_type, concrete, dt, folder or Path(), robot)
    series = {port.name: np.asarray((inputs or {}).get(port.name, port.default)) for port in concrete.inputs}
    lengths = [len(v) for p, v in zip(concrete.inputs, series.values(), strict=True) if v.ndim > len(p.shape)]
    count = steps if steps is not None else max(lengths)
    output = positional(block_type.output)
    update = positional(block_type.update) if block_type.update is not None else None
    state = _state(trial.first())
    found: dict[str, list[Any]] = {port.name: [] for port in concrete.outputs}
    for k in range(count):
        now = {
            p.name: _plain(series[p.name][k] if series[p.name].ndim > len(p.shape) else series[p.name])
            for p in concrete.inputs
        }
        now = {
            p.name: float(now[p.name]) if p.kind == "number" and not p.shape else now[p.name] for p in concrete.inputs
        }
        result = output(*trial.arguments(block_type.output, state, now, k * dt))
        counted = len(block_type.outputs) == 1 and block_type.outputs[0].count is not None
        items = list(result) if counted or hasattr(result, "_fields") else [result]
        for port, item in zip(concrete.outputs, items, strict=False):
            found[port.name].append(copy.copy(item))
        if update is not None and block_type.update is not None:
            state = _state(update(*trial.arguments(block_type.update, state, now, k * dt)))
    return {port: np.array(values) for port, values in found.items()}


def _written_out(
    block_type: BlockType, parameters: Mapping[str, Any] | None, robot: Provider | None
) -> dict[str, Any]:
    """Parameters with the robot's numbers in place of the names of its things."""
    given = dict(parameters or {})
    if robot is not None:
        left = [p for p in block_type.figures if p.name in given]
        given |= {p.name: resolve_references(p, given[p.name], False, robot.provided()) for p in left}
    return given


def _documentation(block_type: BlockType) -> list[str]:
    faults = []
    if not block_type.summary:
        faults.append("has no docstring; its first line is what people read in the palette.")
    if not block_type.equation:
        faults.append("has no equation; write it in LaTeX between $$ and $$ in the docstring.")
    for port in (*block_type.inputs, *block_type.outputs):
        if port.kind == "number" and not port.unit_given:
            faults.append(f'port {port.name!r} declares no unit; write Annotated[float, "1"] for a plain number.')
    for p in block_type.parameters:
        if p.kind in ("number", "array") and not p.unit_given:
            faults.append(f'parameter {p.name!r} declares no unit; write Annotated[float, "1"] for a plain number.')
    return faults


class _Trial:
    """Runs one block plainly and natively, side by side."""

    def __init__(
        self, block_type: BlockType, concrete: Concrete, dt: float, folder: Path, robot: Provider | None
    ) -> None:
        self.type, self.concrete, self.dt = block_type, concrete, dt
        provided = None if robot is None else robot.provided()
        self.values = runtime_values(block_type, concrete.values, dt, folder, provided)
        self.folder = folder

    def first(self) -> tuple[Any, ...]:
        return initial_state(self.type, self.values, self.dt, self.folder)

    def arguments(self, function: Any, state: Any, inputs: Mapping[str, Any], t: float) -> list[Any]:
        ports, _, counted = argument_names(function)
        names = ports[1:] if self.type.update is not None else ports
        clock = {"t": t, "dt": self.dt}
        found = [state] if self.type.update is not None else []
        found += [inputs[n] for n in names]
        found += [clock[n] if n in clock else _plain(self.values[n]) for n in keyword_names(function)]
        if counted:
            found += [v for n, v in inputs.items() if n.startswith(counted) and n[len(counted) :].isdigit()]
        return found

    def run(self, steps: int, seed: int, scale: float) -> list[str]:
        generator = np.random.default_rng(seed)
        functions = [positional(self.type.output)]
        if self.type.update is not None:
            functions.append(positional(self.type.update))
        compiled = (
            functions
            if self.type.host
            else [FlatCall(f) for f in (self.type.output, self.type.update) if f is not None]
        )
        states = [_state(self.first()), _state(self.first())]
        for k in range(steps):
            inputs = {p.name: _random(generator, p, scale) for p in self.concrete.inputs}
            t = k * self.dt
            try:
                faults = self._step(k, functions, compiled, states, inputs, t)
            except Exception as error:  # noqa: BLE001 - whatever the block raises is a finding
                return [f"step {k}: raised {type(error).__name__}: {error} for inputs {_show(inputs)}."]
            if faults:
                return faults
        return []

    def _step(
        self, k: int, functions: list[Any], compiled: list[Any], states: list[Any], inputs: Any, t: float
    ) -> list[str]:
        faults = []
        results = []
        for which, (fs, state) in enumerate(zip((functions, compiled), states, strict=True)):
            arguments = self.arguments(self.type.output, state, inputs, t)
            before = copy.deepcopy(arguments)
            result = copy.deepcopy(fs[0](*arguments))
            if not _same(before, arguments):
                faults.append(f"step {k}: 'output' changed one of its arguments; it must not.")
            if which == 0 and not _same(result, fs[0](*arguments)):
                faults.append(
                    f"step {k}: 'output' gave two results for the same arguments; it must depend on nothing else."
                )
            results.append(result)
            if self.type.update is not None:
                arguments = self.arguments(self.type.update, state, inputs, t)
                kept = copy.deepcopy(arguments[1:])
                new = fs[1](*arguments)
                if not _same(kept, arguments[1:]):
                    faults.append(f"step {k}: 'update' changed an input or parameter; it must not.")
                for name, old_field, new_field in zip(new._fields, state, new, strict=True):
                    if isinstance(old_field, np.ndarray) and not np.shares_memory(old_field, new_field):
                        faults.append(f"'update' must write the array {name!r} of the state in place and return it.")
                states[which] = _state(new)
        if not _same(results[0], results[1]):
            faults.append(f"step {k}: native and plain differ: {results[1]} and {results[0]} for {_show(inputs)}.")
        elif not _same(states[0], states[1]):
            faults.append(f"step {k}: native and plain states differ: {states[1]} and {states[0]} for {_show(inputs)}.")
        if _has_nan(results[0]):
            faults.append(f"step {k}: the output is NaN for inputs {_show(inputs)}.")
        faults += self._shapes(results[0])
        return faults

    def _shapes(self, result: Any) -> list[str]:
        outputs = self.concrete.outputs
        if len(self.type.outputs) == 1 and self.type.outputs[0].count:
            return (
                []
                if np.shape(result) == (len(outputs),)
                else [f"returns shape {np.shape(result)}, not ({len(outputs)},)."]
            )
        named = hasattr(result, "_fields")
        items = list(result) if named else [result] if outputs else []
        return [
            f"output {port.name!r} has shape {np.shape(item)}, declared is {port.shape}."
            for port, item in zip(outputs, items, strict=False)
            if np.shape(item) != port.shape
        ]


def _state(state: Any) -> Any:
    return type(state)(*(_plain(v) for v in state)) if state else state


def _plain(value: Any) -> Any:
    if np.ndim(value) == 0 and isinstance(value, np.ndarray):
        value = value.item()
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(value)
    return np.ascontiguousarray(value, dtype=np.float64)


def _random(generator: np.random.Generator, port: ConcretePort, scale: float) -> Any:
    if (
        port.kind == "boolean" and port.default is not MISSING
    ):  # such as reset: true so seldom that much happens between
        return bool(port.default) != bool(generator.random() < 0.03)
    if port.kind == "boolean":
        return bool(generator.random() < 0.5)
    sizes = scale * np.array([0.0, 1.0, 1.0, 1.0, 1.0, 1000.0])
    if not port.shape:
        return float(generator.normal() * generator.choice(sizes))
    return generator.normal(size=port.shape) * generator.choice(sizes)


def _bits(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return (value.shape, value.astype(np.float64).tobytes())
    if isinstance(value, (tuple, list)):
        return tuple(_bits(v) for v in value)
    return np.float64(value).tobytes() if isinstance(value, (int, float, bool, np.number, np.bool_)) else value


def _same(one: Any, two: Any) -> bool:
    return bool(_bits(one) == _bits(two))


def _has_nan(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_has_nan(v) for v in value)
    return (
        bool(np.isnan(value).any()) if isinstance(value, np.ndarray) else isinstance(value, float) and math.isnan(value)
    )


def _show(inputs: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in inputs.items())
