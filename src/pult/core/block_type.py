"""Block types, as derived from a signature: ports, parameters, and checks of values."""

import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np

from pult.core.errors import Fault, FaultKind, advice, brief, is_finite
from pult.core.kinds import BAD_UNIT
from pult.core.signals import (
    Dimension,
    Kind,
    Pattern,
    Range,
    format_shape,
)
from pult.core.units import Unit, UnitError, parse_unit

UNKNOWN_PARAMETER = FaultKind("unknown-parameter", "{type!r} has no parameter {parameter!r}. {advice}")
NO_PARAMETERS = FaultKind("unknown-parameter", "{type!r} has no parameter {parameter!r}. {type!r} has no parameters.")
MISSING_PARAMETER = FaultKind("missing-parameter", "{type!r} needs a value for {parameter!r}.")
MISSING_IN = FaultKind("missing-parameter", "{type!r} needs a value for {parameter!r} [{unit}].")
MISSING_DESCRIBED = FaultKind("missing-parameter", "{type!r} needs a value for {parameter!r}: {description}.")
MISSING_DESCRIBED_IN = FaultKind(
    "missing-parameter", "{type!r} needs a value for {parameter!r} [{unit}]: {description}."
)
TOO_MANY_PORTS = FaultKind("out-of-range", "{parameter!r} asks for {count|port|ports}; at most {most} are allowed.")
PORT_TOO_LARGE = FaultKind("bad-shape", "port {port!r} would hold more than {most} numbers.")
WRONG_SIZE = FaultKind("bad-shape", "{parameter!r} must have {expected} entries along axis {axis}, not {count}.")
WRONG_SIZE_AS = FaultKind(
    "bad-shape", "{parameter!r} must have {expected} entries along axis {axis}, as {other!r} has, not {count}."
)
NOT_TRUE_OR_FALSE = FaultKind("bad-type", "{parameter!r} must be true or false, not {value}.")
NOT_A_TEXT = FaultKind("bad-type", "{parameter!r} must be a text, not {value}.")
BAD_CHOICE = FaultKind("bad-choice", "{parameter!r} is {value!r}. {advice}")
BAD_TEXT = FaultKind("bad-text", "{parameter!r} must be {rule}, not {value!r}.")
NOT_A_NUMBER = FaultKind("bad-type", "{parameter!r} must be a number, not {value}.")
NOT_FINITE = FaultKind("not-finite", "{parameter!r} must be a finite number, not {value}.")
NOT_WHOLE = FaultKind("bad-type", "{parameter!r} must be a whole number, not {value}.")
OUT_OF_RANGE = FaultKind("out-of-range", "{parameter!r} is {value:g}; allowed is {range}.")
OUT_OF_RANGE_IN = FaultKind("out-of-range", "{parameter!r} is {value:g} {unit}; allowed is {range} {unit}.")
NOT_A_LIST = FaultKind("bad-type", "{parameter!r} must be a list of numbers.")
NOT_A_MATRIX = FaultKind("bad-type", "{parameter!r} must be a list of lists of numbers.")
OTHER_THAN_LIST = FaultKind("bad-shape", "{parameter!r} must be a list of numbers, not {found}.")
OTHER_THAN_MATRIX = FaultKind("bad-shape", "{parameter!r} must be a list of lists of numbers, not {found}.")
NOT_ALL_FINITE = FaultKind("not-finite", "{parameter!r} must hold finite numbers only.")
ENTRY_OUT_OF_RANGE = FaultKind("out-of-range", "every entry of {parameter!r} must be {range}.")

ParameterKind = Literal["number", "integer", "boolean", "text", "choice", "array"]
Value = float | int | bool | str | np.ndarray[Any, np.dtype[np.float64]]
Function = Callable[..., Any]


class Missing:
    """Type of the marker for "no default"."""


MISSING = Missing()


class Reference(str):
    """Stands for numbers that come from the robot, in a scheme that is not bound to a robot yet."""

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
    """Kind of robot component, such as "drive", that it names or takes its numbers from."""
    figure: str = ""
    """Quantity of that component; empty if the parameter names the component itself."""

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
    """Declaration of a block, derived from its signature.

    Attributes:
        name: Dotted name ``family.block``.
        inputs: Input ports in order.
        outputs: Output ports in order.
        parameters: Parameters in order.
        state: Class of the state (a NamedTuple), or None.
        output: Computes the outputs.
        update: Computes the next state, or None.
        initial: Gives the initial state, or None.
        prepare: Turns parameters into run-time values, or None.
        host: Whether it runs as plain Python, outside native code.
        entrywise: Whether vectors with units by entry may pass through ports whose unit is open.
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
    entrywise: bool = False

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
        """Parameters that name components of the robot."""
        return tuple(p for p in self.parameters if p.provided and not p.figure)

    @property
    def figures(self) -> tuple[Parameter, ...]:
        """Numeric parameters whose values may be taken from the robot."""
        return tuple(p for p in self.parameters if p.figure)

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name."""
        return next((p for p in self.parameters if p.name == name), None)

    def fed_through(self, port: str) -> bool:
        """Whether the outputs depend directly on this input (feed-through)."""
        return _takes(self.output, port, self.state is not None)

    def read_by_update(self, port: str) -> bool:
        """Whether the next state depends on this input."""
        return self.update is not None and _takes(self.update, port, True)

    def concrete(self, given: Mapping[str, Any]) -> tuple[Concrete | None, list[tuple[str, Fault]]]:
        """Check parameters and work out the ports.

        Args:
            given: Parameter values as the document has them.

        Returns:
            The concrete block (None if there are faults), and each fault with the name of its parameter.
        """
        faults: list[tuple[str, Fault]] = []
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                kind = UNKNOWN_PARAMETER if known else NO_PARAMETERS
                others = advice(name, known) if known else {}
                faults.append((name, kind.at(type=self.name, parameter=name, **others)))
        values: dict[str, Value] = {}
        for p in self.parameters:
            if p.name not in given and p.required:
                faults.append((p.name, _missing(self.name, p)))
                continue
            value, problem = read_value(self._with_unit(p, given), given.get(p.name, p.default))
            if problem:
                faults.append((p.name, problem))
            elif value is not None:
                values[p.name] = value
        if faults:
            return None, faults
        sizes, faults = self._sizes(values)
        for port in (*self.inputs, *self.outputs):
            if port.count is not None and sizes[port.count] > MAX_COUNTED:
                wrong = TOO_MANY_PORTS.at(parameter=port.count, count=sizes[port.count], most=MAX_COUNTED)
                faults.append((port.count, wrong))
            elif math.prod(_size(d, sizes) for d in port.shape) > MAX_PORT_SIZE:
                faults.append(("", PORT_TOO_LARGE.at(port=port.name, most=MAX_PORT_SIZE)))
        if faults:
            return None, faults
        try:
            inputs = tuple(_expand(self.inputs, sizes, values))
            outputs = tuple(_expand(self.outputs, sizes, values))
        except UnitError as error:
            return None, [("", BAD_UNIT.at(error=str(error)))]
        return Concrete(inputs, outputs, values), []

    def _with_unit(self, p: Parameter, given: Mapping[str, Any]) -> Parameter:
        """A parameter whose unit names another one, with the value of that in its place."""
        if "{" not in p.unit:
            return p
        texts = {q.name: given.get(q.name, q.default) for q in self.parameters if q.kind in ("text", "choice")}
        return replace(p, unit=p.unit.format(**texts))

    def _sizes(self, values: Mapping[str, Value]) -> tuple[dict[str, int], list[tuple[str, Fault]]]:
        sizes = {p.name: int(values[p.name]) for p in self.parameters if p.kind == "integer"}
        sizes |= {n: len(v) for n, v in values.items() if isinstance(v, str)}
        owner: dict[str, str] = {}
        faults: list[tuple[str, Fault]] = []
        for p in self.parameters:
            if p.kind != "array" or isinstance(values[p.name], Reference):
                continue
            actual = np.shape(values[p.name])
            for axis, dimension in enumerate(p.shape):
                expected = sizes.setdefault(dimension, actual[axis]) if isinstance(dimension, str) else dimension
                if isinstance(dimension, str):
                    owner.setdefault(dimension, p.name)
                if expected != actual[axis]:
                    given = {"parameter": p.name, "expected": expected, "axis": axis + 1, "count": actual[axis]}
                    if isinstance(dimension, str):
                        faults.append((p.name, WRONG_SIZE_AS.at(other=owner.get(dimension, dimension), **given)))
                    else:
                        faults.append((p.name, WRONG_SIZE.at(**given)))
        return sizes, faults


def _missing(block: str, p: Parameter) -> Fault:
    unit = "" if p.unit == "1" or p.kind in ("text", "choice", "boolean") else p.unit
    given = {"type": block, "parameter": p.name}
    if p.description:
        given["description"] = p.description
        return MISSING_DESCRIBED_IN.at(unit=unit, **given) if unit else MISSING_DESCRIBED.at(**given)
    return MISSING_IN.at(unit=unit, **given) if unit else MISSING_PARAMETER.at(**given)


def read_value(p: Parameter, raw: Any) -> tuple[Value | None, Fault | None]:
    """Check one value; returns the value or the fault."""
    name = p.name
    if isinstance(raw, Reference):  # its numbers are checked when the scheme is bound to a robot
        return raw, None
    if p.kind == "boolean":
        return (raw, None) if isinstance(raw, bool) else (None, NOT_TRUE_OR_FALSE.at(parameter=name, value=brief(raw)))
    if p.kind in ("text", "choice"):
        if not isinstance(raw, str):
            return None, NOT_A_TEXT.at(parameter=name, value=brief(raw))
        if p.choices and raw not in p.choices:
            return None, BAD_CHOICE.at(parameter=name, value=raw, **advice(raw, p.choices))
        if p.pattern and not re.fullmatch(p.pattern.regex, raw):
            return None, BAD_TEXT.at(parameter=name, rule=p.pattern.says, value=raw)
        return raw, None
    if p.kind == "array":
        return _read_array(p, raw)
    if isinstance(raw, bool) or not isinstance(raw, (int, float)):
        return None, NOT_A_NUMBER.at(parameter=name, value=brief(raw))
    if not is_finite(raw):
        return None, NOT_FINITE.at(parameter=name, value=brief(raw))
    if p.kind == "integer" and raw != int(raw):
        return None, NOT_WHOLE.at(parameter=name, value=repr(raw))
    if p.range and not p.range.holds(raw):
        if p.unit == "1" or "?" in p.unit or "{" in p.unit:
            return None, OUT_OF_RANGE.at(parameter=name, value=raw, range=str(p.range))
        return None, OUT_OF_RANGE_IN.at(parameter=name, value=raw, unit=p.unit, range=str(p.range))
    return (int(raw) if p.kind == "integer" else float(raw)), None


def _read_array(p: Parameter, raw: Any) -> tuple[Value | None, Fault | None]:
    name, flat = p.name, len(p.shape) == 1
    try:
        array = np.array(raw, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return None, (NOT_A_LIST if flat else NOT_A_MATRIX).at(parameter=name)
    if isinstance(raw, (bool, str)) or _holds_other(raw):
        return None, (NOT_A_LIST if flat else NOT_A_MATRIX).at(parameter=name)
    if array.ndim != len(p.shape) or array.size == 0:
        found = f"a {format_shape(array.shape)}" if array.size else "an empty list"
        return None, (OTHER_THAN_LIST if flat else OTHER_THAN_MATRIX).at(parameter=name, found=found)
    if not np.all(np.isfinite(array)):
        return None, NOT_ALL_FINITE.at(parameter=name)
    if p.range and not all(p.range.holds(float(v)) for v in array.flat):
        return None, ENTRY_OUT_OF_RANGE.at(parameter=name, range=str(p.range))
    return array, None


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
    """Whether a function takes a port; counted ports have numbered names."""
    taken = _port_names(function, has_state)
    return port in taken or port.rstrip("0123456789") in taken


MAX_COUNTED = 64
"""Maximum number of ports of one counted argument."""
MAX_PORT_SIZE = 65536
"""Maximum number of scalars in one signal."""


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
