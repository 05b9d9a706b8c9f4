"""A compiled scheme with its state; it is stepped once per control step."""

import copy
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from pult.core.arguments import one_of, text
from pult.core.errors import Fault, listing
from pult.core.signals import Array, format_shape
from pult.core.units import format_unit
from pult.native.address import plain_address
from pult.scheme.diagnose import BlockRunError, explain_exception, explain_nan
from pult.scheme.emit import Text
from pult.scheme.engine import Engine
from pult.scheme.layout import HEAD, Layout, LeafValues, leaf_values, state_fields, value_fields
from pult.scheme.model import Scheme
from pult.scheme.ports import (
    check_arrays,
    check_names,
    check_rows,
    fill_inputs,
    named_outputs,
    plain,
    port_series,
    value_of,
)
from pult.scheme.signals import Signal, UnknownName, ValueRefused, find_signal, parameter_unit
from pult.scheme.state import State, frozen, layout_hash, named_places
from pult.scheme.values import find_parameter, read_constant, value_fault


def _aligned(size: int, item: int) -> Array:
    """Zeros, with the given item aligned to a cache line: loops from there on are fastest."""
    spare = np.zeros(size + 8)
    start = (-spare.ctypes.data // 8 - item) % 8
    return spare[start : start + size]


class Program:
    """A compiled scheme with its state.

    The compiled functions are immutable; everything that changes is in two arrays, states and wires in `x` and
    parameters in `p`.

    Attributes:
        scheme: The scheme it was made from.
        inputs: External inputs in the order of `u`.
        outputs: External outputs in the order of `y`.
        native: Whether the step is native code.
        cached: Whether the native code came from the disk cache.
        warnings: Warnings of the compiler.
    """

    def __init__(
        self, scheme: Scheme, layout: Layout, values: list[LeafValues], text: Text, engine: Engine, warnings: list[str]
    ) -> None:
        self.scheme, self.inputs, self.outputs = scheme, scheme.inputs, scheme.outputs
        self.layout, self.text, self.warnings = layout, text, tuple(warnings)
        self.native, self.cached, self.key = engine.native, engine.cached, engine.key
        self._engine = engine
        self._call, self._dt = engine.step, float(scheme.step)
        self._own, self._values = tuple(values), list(values)
        self._constants = [constant.value.copy() for constant in layout.flat.constants]
        self._given: list[dict[str, Any]] = [dict(leaf.overrides) for leaf in layout.flat.leaves]
        self._x, self._p = _aligned(layout.x_size, HEAD), _aligned(layout.p_size, 0)
        self._u = np.zeros(sum(port.size for port in self.inputs))
        self._y = np.zeros(sum(port.size for port in self.outputs))
        self._known_u: Array | None = None
        self._known_y: Array | None = None
        self._steps = 0
        self._engine_thread: threading.Thread | None = None
        self._engine_error: Exception | None = None
        for leaf in range(len(layout.flat.leaves)):
            self._write_parameters(leaf)
        for constant, address in zip(self._constants, layout.constants, strict=True):
            self._p[address : address + constant.size] = constant.ravel()
        self._signals: dict[str, Signal] = {}
        self._first: dict[str, Any] = {}
        self.reset()

    def fresh(self) -> "Program":
        """Another program of the same compiled functions: at time zero, with the parameters of the scheme, and with
        nothing in common that changes.
        """
        return Program(self.scheme, self.layout, list(self._own), self.text, self._engine, list(self.warnings))

    # --- running ---------------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Time of the next step, k*dt [s]."""
        return self._steps * self._dt

    @property
    def steps(self) -> int:
        """Number of steps done."""
        return self._steps

    def step(self, inputs: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Do one control step with inputs and outputs by name.

        Args:
            inputs: A value for every external input: a number, a boolean, or an array of the declared shape.

        Returns:
            The external outputs by name.

        Raises:
            UnknownName: An input is missing or unknown.
            ValueRefused: A value has the wrong shape or is not finite.
            BlockRunError: A block raised or gave NaN.
        """
        fill_inputs(self.inputs, self._u, inputs or {})
        self.step_array(self._u, self._y)
        return named_outputs(self.outputs, self._y)

    def step_array(self, u: Array, y: Array) -> None:
        """Do one control step with flat arrays, for speed: inputs in `u`, outputs into `y`, both contiguous arrays of
        float64 with all signals one after another.
        """
        if u is not self._known_u or y is not self._known_y:  # the same two arrays are checked only once
            check_arrays(u, y, self._u.size, self._y.size)
            self._known_u, self._known_y = u, y
        try:
            code = self._call(self._x, self._p, u, y, self._steps * self._dt, self._dt)
        except Exception as error:
            raise explain_exception(self.layout, self._x, self._p, self.time, error) from error
        if code:
            check_arrays(u, y, self._u.size, self._y.size)
            raise explain_nan(self.layout, self._x, self._p, self.time, code)
        self._steps += 1

    def run(self, steps: int, inputs: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Do many steps inside native code.

        Args:
            steps: Number of steps.
            inputs: For every external input one value, or an array with one row per step.

        Returns:
            The external outputs by name, one row per step. Shape (steps, ...).
        """
        if type(steps) is bool or not hasattr(steps, "__index__") or steps < 0:
            raise ValueRefused(f"the number of steps must be a whole number from 0, not {steps!r}.")
        u, y = np.zeros((steps, self._u.size)), np.zeros((steps, self._y.size))
        check_names(self.inputs, inputs or {})
        start = 0
        for port in self.inputs:
            value = port_series(port, (inputs or {})[port.name])
            if value.shape not in (port.shape, (steps, *port.shape)):
                shapes = f"{format_shape(port.shape)}, or one for each of the {steps} steps"
                raise ValueRefused(f"input {port.name!r} must be a {shapes}, not a {format_shape(value.shape)}.")
            u[:, start : start + port.size] = value.reshape((-1, port.size))
            start += port.size
        self.run_array(u, y)
        found, start = {}, 0
        for port in self.outputs:
            rows = y[:, start : start + port.size].reshape((steps, *port.shape))
            found[port.name] = rows.astype(bool) if port.kind == "boolean" else rows
            start += port.size
        return found

    def run_array(self, u: Array, y: Array) -> None:
        """Do many steps inside native code, with one row of `u` and `y` per step. Raises the error of the first block
        that fails.
        """
        try:
            code = self._engine.run(self._x, self._p, u, y, self._dt)
        except Exception as error:
            check_rows(u, y, self._u.size, self._y.size)
            self._steps = int(self._x[1])
            raise explain_exception(self.layout, self._x, self._p, self.time, error) from error
        self._steps = int(self._x[1])
        if code:
            check_rows(u, y, self._u.size, self._y.size)
            raise explain_nan(self.layout, self._x, self._p, self.time, code)

    @property
    def arrays(self) -> tuple[Array, Array, Array, Array]:
        """The arrays x, p, u and y themselves, for a loop that steps the program by its address."""
        return self._x, self._p, self._u, self._y

    @property
    def steps_in_native_code(self) -> bool:
        """Whether a loop in native code can step it; a scheme with host blocks is stepped from Python."""
        return self.native and not self.text.hosted

    def address(self) -> int:
        """Address of the step for `pult.native.address.call_step`; it changes with the engine."""
        return self._engine.address or plain_address(self._call)

    def count_outside_steps(self) -> None:
        """Account for steps that were done by address."""
        self._steps = int(self._x[1])

    def explain(self, code: int) -> BlockRunError:
        """The error for a non-zero code returned by the step."""
        return explain_nan(self.layout, self._x, self._p, self.time, code)

    def explain_exception(self, error: Exception) -> BlockRunError:
        """The error for an exception raised by the step."""
        return explain_exception(self.layout, self._x, self._p, self.time, error)

    def reset(self) -> None:
        """Reset to time zero and the initial states. Parameters keep their values."""
        self._x[:] = 0.0
        self._steps = 0
        for leaf in range(len(self.layout.flat.leaves)):
            kind = self.layout.kinds[self.layout.kind_of[leaf]]
            for within, state in enumerate(self._values[leaf].states):
                item = self.layout.item_of[leaf] + within
                for place, value in zip(kind.state, state, strict=True):
                    start = place.base + item * place.size
                    self._x[start : start + place.size] = np.ravel(value)

    def change_engine(self, engine: Engine) -> None:
        """Continue with other functions for the same text, such as native ones that have become ready. State and bits
        stay the same.
        """
        self._engine, self._call = engine, engine.step
        self.native, self.cached, self.key = engine.native, engine.cached, engine.key

    def change_engine_later(self, make: Callable[[], Engine]) -> None:
        """Make another engine in a thread and switch to it between two steps."""

        def work() -> None:
            try:
                self.change_engine(make())
            except Exception as error:  # noqa: BLE001 - raised in wait_native; the plain engine keeps running
                self._engine_error = error

        self._engine_thread = threading.Thread(target=work, name="pult-compile", daemon=True)
        self._engine_thread.start()

    def wait_native(self, timeout: float | None = None) -> bool:
        """Wait for native code that is being compiled in the background; returns whether the program runs on it."""
        if self._engine_thread is not None:
            self._engine_thread.join(timeout)
        if self._engine_error is not None:
            raise self._engine_error
        return self.native

    # --- parameters ------------------------------------------------------------------------------------------------

    def set(self, name: str, value: Any) -> None:
        """Change a parameter or constant, "block.parameter" or "sub.block.parameter", at once and without recompiling.

        Raises:
            UnknownName: There is no such parameter.
            ValueRefused: The value is not allowed, or the parameter needs a new compilation.
        """
        found = find_parameter(self.scheme.levels, self.scheme.top, name)
        if isinstance(found, Fault):
            raise UnknownName(found.message)
        block, parameter = found
        value = plain(value)
        problem = value_fault(block, parameter, value)
        if problem:
            raise ValueRefused(f"{name}: {problem.message}")
        before = self.get(name)
        self._set(name, block, parameter, value)
        self._first.setdefault(name, before)

    def changed(self) -> dict[str, Any]:
        """Parameters that were set since compilation, with their original values."""
        return dict(self._first)

    def _set(self, name: str, block: Any, parameter: str, value: Any) -> None:
        path = name.rsplit(".", 1)[0]
        flat = self.layout.flat
        if parameter in block.constants:
            number = flat.constant_numbers.get(f"{path}.{parameter}")
            if number is not None:  # None: nothing inside reads this input
                address = self.layout.constants[number]
                array, _ = read_constant(flat.constants[number].port, value, bool(block.shape))
                self._constants[number] = array
                self._p[address : address + array.size] = array.ravel()
            return
        leaf = flat.numbers[path]
        given = {**self._given[leaf], parameter: value}
        try:
            values = leaf_values(flat.leaves[leaf], flat, given)
        except Exception as error:  # noqa: BLE001 - `prepare` is user code
            raise ValueRefused(f"{name}: {error}") from None
        if problem_text := self._misfit(leaf, values):
            raise ValueRefused(f"{name}: {problem_text}")
        self._values[leaf], self._given[leaf] = values, given
        self._write_parameters(leaf)

    def get(self, name: str) -> Any:
        """Present value of a parameter or constant."""
        found = find_parameter(self.scheme.levels, self.scheme.top, name)
        if isinstance(found, Fault):
            raise UnknownName(found.message)
        block, parameter = found
        path = name.rsplit(".", 1)[0]
        flat = self.layout.flat
        if parameter in block.constants:
            number = flat.constant_numbers.get(name)
            value = self._constants[number] if number is not None else np.asarray(block.constants[parameter])
            port = block.input(parameter)
            assert port is not None
            return value_of(port.kind, port.shape, value.ravel())
        leaf = flat.numbers[path]
        assert block.concrete is not None
        entries = block.entries.get(parameter)
        fallback = entries.tolist() if entries is not None else block.concrete.values[parameter]
        value = self._given[leaf].get(parameter, fallback)
        return copy.deepcopy(value)

    def _misfit(self, leaf: int, values: LeafValues) -> str:
        """Why new run-time values do not fit the compiled program; empty if they do."""
        kind = self.layout.kinds[self.layout.kind_of[leaf]]
        for item, state in zip(values.values, values.states, strict=True):
            found = value_fields(kind.type, item, dict(kind.key.literals)), state_fields(kind.type, state)
            for old, new in zip((kind.key.values, kind.key.state), found, strict=True):
                for before, after in zip(old, new, strict=True):
                    if before != after:
                        return f"this changes the size of {before.name!r}, which needs a new compilation."
        return ""

    def parameters(self) -> Iterator[str]:
        """Names that `set` accepts."""
        yield from self.parameter_words()

    def parameter_words(self) -> dict[str, str]:
        """Unit and description of each parameter that `set` accepts, by its name."""
        found = {}
        for leaf in self.layout.flat.leaves:
            assert leaf.block.type is not None
            for p in leaf.block.type.parameters:
                if not p.structural:
                    unit = parameter_unit(self.layout.flat, leaf, p.unit)
                    found[f"{leaf.path}.{p.name}"] = f"[{unit}] {p.description}".rstrip()
        for constant in self.layout.flat.constants:
            found[constant.path] = f"[{format_unit(constant.port.unit)}] a constant input"
        return found

    def _write_parameters(self, leaf: int) -> None:
        kind = self.layout.kinds[self.layout.kind_of[leaf]]
        for within, values in enumerate(self._values[leaf].values):
            item = self.layout.item_of[leaf] + within
            for place in kind.values:
                start = place.base + item * place.size
                self._p[start : start + place.size] = np.ravel(values[place.field.name])

    # --- state -----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the complete present state."""
        return State(self.layout_hash, frozen(self._x[1:].copy()), self._named)

    def restore(self, state: State) -> None:
        """Go back to a saved state; the steps after it then repeat bit for bit.

        Raises:
            ValueRefused: The state belongs to another scheme; the message names what differs.
        """
        one_of("state", state, State, "the state of a program")
        if state.layout != self.layout_hash or state.values.shape != (self._x.size - 1,):
            mine, theirs = set(self._named), set(state.names)
            only = sorted(theirs - mine) or sorted(mine - theirs)
            detail = f" They differ in {listing(only)}." if only else ""
            raise ValueRefused(f"this state was saved from another scheme.{detail}")
        steps = float(state.values[0])
        if not 0.0 <= steps < 2.0**53:
            raise ValueRefused(f"not a saved state: it counts {steps:g} steps.")
        self._x[1:] = state.values
        self._steps = int(steps)

    @cached_property
    def layout_hash(self) -> str:
        """Hash of names, shapes and addresses of all states and wires."""
        return layout_hash(self.layout, self._named)

    @cached_property
    def _named(self) -> dict[str, tuple[int, int]]:
        return named_places(self.layout)

    # --- probes ----------------------------------------------------------------------------------------------------

    def probe(self, name: str) -> Any:
        """Value of a signal as of the last step: "block.port", "sub.block.port", or an external input or output.

        Wires are memory, so probing needs no recompilation, and signals that are not probed cost nothing.

        Raises:
            UnknownName: There is no such signal.
        """
        try:
            signal = self._signals[name]
        except (KeyError, TypeError):
            signal = self.signal(name)
        array = self._x if signal.array == "x" else self._p
        return value_of(signal.kind, signal.shape, array[signal.address : signal.address + signal.size])

    def signal(self, name: str) -> Signal:
        """Address, shape and unit of a signal."""
        if text("the name of a signal", name) not in self._signals:
            self._signals[name] = find_signal(self.layout, name)
        return self._signals[name]

    def signals(self) -> Iterator[str]:
        """Names of the outputs of all blocks, and of the external inputs and outputs."""
        yield from dict.fromkeys(port.name for port in (*self.inputs, *self.outputs))
        for leaf in self.layout.flat.leaves:
            yield from (f"{leaf.path}.{port.name}" for port in leaf.block.outputs)

    def order(self) -> list[list[str]]:
        """Paths of the blocks in the order of evaluation; blocks of one list are evaluated together."""
        found = []
        for batch in self.layout.batches:
            kind = self.layout.kinds[batch.kind]
            leaves = {self.layout.leaf_at(kind, item)[0] for item in range(batch.start, batch.stop)}
            found.append(sorted(self.layout.flat.leaves[leaf].path for leaf in leaves))
        return found
