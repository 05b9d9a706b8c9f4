"""What is known of a block once its signature is read: ports, parameters, and how values are checked."""

import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np

from pult.core.errors import brief, choose, is_finite
from pult.core.signals import (
    Dimension,
    Kind,
    Pattern,
    Range,
    format_shape,
)
from pult.core.units import Unit, UnitError, parse_unit

ParameterKind = Literal["number", "integer", "boolean", "text", "choice", "array"]
Value = float | int | bool | str | np.ndarray[Any, np.dtype[np.float64]]
Function = Callable[..., Any]


class Missing:
    """The default of what has none."""


MISSING = Missing()


class Reference(str):
    """Names of things of the robot in place of numbers that they have, while a scheme is bound to none."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Port:
    """An input or output as declared: shape and unit may still hold names and variables."""

    name: str
    kind: Kind
    shape: tuple[Dimension, ...]
    unit: str
    description: str
    count: str | None = None
    default: Any = MISSING
    unit_given: bool = True


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as declared."""

    name: str
    kind: ParameterKind
    unit: str
    description: str
    default: Any
    range: Range | None
    shape: tuple[Dimension, ...]
    fixed: bool
    choices: tuple[str, ...]
    pattern: Pattern | None
    unit_given: bool = True
    provided: str = ""
    """Kind of the thing of the robot that it names, or that has its numbers."""
    figure: str = ""
    """Which figure of such a thing is meant; none if the parameter names the thing itself."""

    @property
    def required(self) -> bool:
        """Whether the document must give a value."""
        return self.default is MISSING

    @property
    def structural(self) -> bool:
        """Whether a change of value needs a new compilation."""
        return self.fixed or self.kind in ("text", "choice")


class ConcretePort(NamedTuple):
    """A port of one block in a scheme: sizes are numbers, the unit is parsed (variables may remain)."""

    name: str
    kind: Kind
    shape: tuple[int, ...]
    unit: Unit
    default: Any

    @property
    def size(self) -> int:
        """Number of scalars."""
        return math.prod(self.shape)


@dataclass(frozen=True, slots=True)
class Concrete:
    """A block type with the parameters of one block in a scheme."""

    inputs: tuple[ConcretePort, ...]
    outputs: tuple[ConcretePort, ...]
    values: Mapping[str, Value]


@dataclass(frozen=True)
class BlockType:
    """Everything known of a block, derived from its signature.

    Attributes:
        name: Dotted name ``family.block``.
        inputs: Input ports in order.
        outputs: Output ports in order.
        parameters: Parameters in order.
        state: Class of the state (a NamedTuple), or None.
        output: The function of the outputs.
        update: The function of the next state, or None.
        initial: The function of the first state, or None.
        prepare: The function from parameters to run-time values, or None.
        host: Whether it runs as plain Python, outside native code.
    """

    name: str
    doc: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    parameters: tuple[Parameter, ...]
    state: type[tuple[Any, ...]] | None
    output: Function
    update: Function | None
    initial: Function | None
    prepare: Function | None
    host: bool
    module: str

    @property
    def family(self) -> str:
        """First part of the name."""
        return self.name.split(".", 1)[0]

    @property
    def summary(self) -> str:
        """First line of the documentation."""
        return self.doc.split("\n", 1)[0].strip()

    @property
    def equation(self) -> str:
        """The first displayed formula of the documentation (LaTeX), or nothing."""
        match = re.search(r"\$\$(.+?)\$\$", self.doc, re.DOTALL)
        return " ".join(match.group(1).split()) if match else ""

    @property
    def provided(self) -> tuple[Parameter, ...]:
        """Parameters that name things of the robot."""
        return tuple(p for p in self.parameters if p.provided and not p.figure)

    @property
    def figures(self) -> tuple[Parameter, ...]:
        """Numbers that may be left to the robot."""
        return tuple(p for p in self.parameters if p.figure)

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name."""
        return next((p for p in self.parameters if p.name == name), None)

    def fed_through(self, port: str) -> bool:
        """Whether the outputs depend at once on this input."""
        return _takes(self.output, port, self.state is not None)

    def read_by_update(self, port: str) -> bool:
        """Whether the next state depends on this input."""
        return self.update is not None and _takes(self.update, port, True)

    def concrete(self, given: Mapping[str, Any]) -> tuple[Concrete | None, list[tuple[str, str, str]]]:
        """Check parameters and work out the ports.

        Args:
            given: Parameter values as the document has them.

        Returns:
            The concrete block (None if refused) and the faults as (parameter, message, code).
        """
        faults: list[tuple[str, str, str]] = []
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                advice = choose(name, known) if known else f"{self.name!r} has no parameters."
                faults.append((name, f"{self.name!r} has no parameter {name!r}. {advice}", "unknown-parameter"))
        values: dict[str, Value] = {}
        for p in self.parameters:
            if p.name not in given and p.required:
                faults.append((p.name, f"{self.name!r} needs a value for {p.name!r}{_about(p)}.", "missing-parameter"))
                continue
            value, problem, code = read_value(p, given.get(p.name, p.default))
            if problem:
                faults.append((p.name, problem, code))
            elif value is not None:
                values[p.name] = value
        if faults:
            return None, faults
        sizes, faults = self._sizes(values)
        for port in (*self.inputs, *self.outputs):
            if port.count is not None and sizes[port.count] > MAX_COUNTED:
                message = f"{port.count!r} asks for {sizes[port.count]} ports; at most {MAX_COUNTED} are allowed."
                faults.append((port.count, message, "out-of-range"))
            elif math.prod(_size(d, sizes) for d in port.shape) > MAX_PORT_SIZE:
                faults.append(("", f"port {port.name!r} would hold more than {MAX_PORT_SIZE} numbers.", "bad-shape"))
        if faults:
            return None, faults
        try:
            inputs = tuple(_expand(self.inputs, sizes, values))
            outputs = tuple(_expand(self.outputs, sizes, values))
        except UnitError as error:
            return None, [("", str(error), "bad-unit")]
        return Concrete(inputs, outputs, values), []

    def _sizes(self, values: Mapping[str, Value]) -> tuple[dict[str, int], list[tuple[str, str, str]]]:
        sizes = {p.name: int(values[p.name]) for p in self.parameters if p.kind == "integer"}
        sizes |= {n: len(v) for n, v in values.items() if isinstance(v, str)}
        owner: dict[str, str] = {}
        faults = []
        for p in self.parameters:
            if p.kind != "array" or isinstance(values[p.name], Reference):
                continue
            actual = np.shape(values[p.name])
            for axis, dimension in enumerate(p.shape):
                expected = sizes.setdefault(dimension, actual[axis]) if isinstance(dimension, str) else dimension
                if isinstance(dimension, str):
                    owner.setdefault(dimension, p.name)
                if expected != actual[axis]:
                    why = f", as {owner.get(str(dimension), dimension)!r} has" if isinstance(dimension, str) else ""
                    message = f"{p.name!r} must have {expected} entries along axis {axis + 1}{why}, not {actual[axis]}."
                    faults.append((p.name, message, "bad-shape"))
        return sizes, faults


def _about(p: Parameter) -> str:
    unit = "" if p.unit == "1" or p.kind in ("text", "choice", "boolean") else f" [{p.unit}]"
    return f"{unit}: {p.description}" if p.description else unit


def read_value(p: Parameter, raw: Any) -> tuple[Value | None, str, str]:
    """Check one value; returns (value, problem, code)."""
    where = f"{p.name!r}"
    if isinstance(raw, Reference):  # its numbers are checked when the scheme is bound to a robot
        return raw, "", ""
    if p.kind == "boolean":
        return (
            (raw, "", "")
            if isinstance(raw, bool)
            else (None, f"{where} must be true or false, not {brief(raw)}.", "bad-type")
        )
    if p.kind in ("text", "choice"):
        if not isinstance(raw, str):
            return None, f"{where} must be a text, not {brief(raw)}.", "bad-type"
        if p.choices and raw not in p.choices:
            return None, f"{where} is {raw!r}. {choose(raw, p.choices)}", "bad-choice"
        if p.pattern and not re.fullmatch(p.pattern.regex, raw):
            return None, f"{where} must be {p.pattern.says}, not {raw!r}.", "bad-text"
        return raw, "", ""
    if p.kind == "array":
        return _read_array(p, raw)
    if isinstance(raw, bool) or not isinstance(raw, (int, float)):
        return None, f"{where} must be a number, not {brief(raw)}.", "bad-type"
    if not is_finite(raw):
        return None, f"{where} must be a finite number, not {brief(raw)}.", "not-finite"
    if p.kind == "integer" and raw != int(raw):
        return None, f"{where} must be a whole number, not {raw!r}.", "bad-type"
    if p.range and not p.range.holds(raw):
        unit = "" if p.unit == "1" or p.unit.startswith("?") else f" {p.unit}"
        return None, f"{where} is {raw:g}{unit}; allowed is {p.range}{unit}.", "out-of-range"
    return (int(raw) if p.kind == "integer" else float(raw)), "", ""


def _read_array(p: Parameter, raw: Any) -> tuple[Value | None, str, str]:
    what = "list" if len(p.shape) == 1 else "list of lists"
    try:
        array = np.array(raw, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return None, f"{p.name!r} must be a {what} of numbers.", "bad-type"
    if isinstance(raw, (bool, str)) or _holds_other(raw):
        return None, f"{p.name!r} must be a {what} of numbers.", "bad-type"
    if array.ndim != len(p.shape) or array.size == 0:
        found = f"a {format_shape(array.shape)}" if array.size else "an empty list"
        return None, f"{p.name!r} must be a {what} of numbers, not {found}.", "bad-shape"
    if not np.all(np.isfinite(array)):
        return None, f"{p.name!r} must hold finite numbers only.", "not-finite"
    if p.range and not all(p.range.holds(float(v)) for v in array.flat):
        return None, f"every entry of {p.name!r} must be {p.range}.", "out-of-range"
    return array, "", ""


def _holds_other(raw: Any) -> bool:
    if isinstance(raw, (list, tuple)):
        return any(_holds_other(item) for item in raw)
    return isinstance(raw, (bool, str)) or raw is None


def _expand(ports: tuple[Port, ...], sizes: Mapping[str, int], values: Mapping[str, Value]) -> list[ConcretePort]:
    found = []
    for port in ports:
        unit_text = port.unit.format(**values) if "{" in port.unit else port.unit
        shape = tuple(_size(d, sizes) for d in port.shape)
        if port.count is None:
            found.append(ConcretePort(port.name, port.kind, shape, parse_unit(unit_text), port.default))
            continue
        for number in range(1, sizes[port.count] + 1):
            unit = parse_unit(unit_text.replace("#", str(number)))
            found.append(ConcretePort(f"{port.name}{number}", port.kind, shape, unit, port.default))
    return found


def _size(dimension: Dimension, sizes: Mapping[str, int]) -> int:
    return dimension if isinstance(dimension, int) else sum(sizes[term.strip()] for term in dimension.split("+"))


@cache
def _port_names(function: Function, has_state: bool) -> tuple[str, ...]:
    positional = (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
    )
    names = [n for n, p in inspect.signature(function).parameters.items() if p.kind in positional]
    return tuple(names[1:] if has_state else names)


def _takes(function: Function, port: str, has_state: bool) -> bool:
    """Whether a function takes a port; counted ports go by their numbered names."""
    taken = _port_names(function, has_state)
    return port in taken or port.rstrip("0123456789") in taken


MAX_COUNTED = 64
"""Most ports that one counted argument may stand for."""
MAX_PORT_SIZE = 65536
"""Most numbers in one signal."""


def argument_names(function: Function) -> tuple[list[str], list[str], str | None]:
    """Split a signature: positional names (ports), keyword-only names (parameters), name of the counted ports."""
    ports, parameters, counted = [], [], None
    for name, p in inspect.signature(function).parameters.items():
        if p.kind is inspect.Parameter.KEYWORD_ONLY:
            parameters.append(name)
        elif p.kind is inspect.Parameter.VAR_POSITIONAL:
            counted = name
        else:
            ports.append(name)
    return ports, parameters, counted
