"""The block: its signature is its declaration.

A block is a pure function. Positional arguments are input ports, keyword-only arguments are parameters, the return value is
the output (several: a NamedTuple). ``Annotated`` carries unit, range and shape. A block with state is a class used as a
namespace of static functions:

* ``output(state, inputs..., *, parameters...)`` gives the outputs of this control step;
* ``update(state, inputs..., *, parameters...)`` gives the state of the next one;
* ``initial(*, parameters...)`` (optional) gives the first state; without it every field's default is taken;
* ``prepare(*, parameters...)`` (optional, stateless blocks too) turns what the user writes into what the step needs, once,
  outside the loop: coefficients of a filter, the table of a file. It may use any Python and refuses with ``ValueError``.

An input that ``output`` does not take breaks an algebraic loop, so feed-through is derived, not declared. Fields of a state are
``float``, ``int``, ``bool`` or arrays; ``update`` writes array fields in place (they are views into the scheme's state) and returns
them as they are.
"""

import inspect
import math
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from pult.core.errors import BlockError, brief, choose, listing
from pult.core.signals import (
    FOLDER,
    STEP,
    TIME,
    Count,
    Dimension,
    Fixed,
    Kind,
    Pattern,
    Range,
    Shape,
    format_shape,
)
from pult.core.units import Unit, UnitError, parse_unit

ParameterKind = Literal["number", "integer", "boolean", "text", "choice", "array"]
Value = float | int | bool | str | np.ndarray[Any, np.dtype[np.float64]]
Function = Callable[..., Any]
_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
CLOCK_ARGUMENTS = {"t": TIME, "dt": STEP, "folder": FOLDER}


class Missing:
    """The default of what has none."""


MISSING = Missing()


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

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name."""
        return next((p for p in self.parameters if p.name == name), None)

    def fed_through(self, port: str) -> bool:
        """Whether the outputs depend at once on this input."""
        return port in _ports_of(self.output, self.inputs, self.state is not None)

    def read_by_update(self, port: str) -> bool:
        """Whether the next state depends on this input."""
        return self.update is not None and port in _ports_of(self.update, self.inputs, True)

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
            value, problem, code = _read(p, given.get(p.name, p.default))
            if problem:
                faults.append((p.name, problem, code))
            elif value is not None:
                values[p.name] = value
        if faults:
            return None, faults
        sizes, faults = self._sizes(values)
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
            if p.kind != "array":
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


def _read(p: Parameter, raw: Any) -> tuple[Value | None, str, str]:
    """Check one value; returns (value, problem, code)."""
    where = f"{p.name!r}"
    if p.kind == "boolean":
        return (raw, "", "") if isinstance(raw, bool) else (None, f"{where} must be true or false, not {brief(raw)}.", "bad-type")
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
    if not math.isfinite(raw):
        return None, f"{where} must be a finite number, not {raw}.", "not-finite"
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
    except (TypeError, ValueError):
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
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    names = [n for n, p in inspect.signature(function).parameters.items() if p.kind in positional]
    return tuple(names[1:] if has_state else names)


def _ports_of(function: Function, ports: tuple[Port, ...], has_state: bool) -> set[str]:
    """Names of the concrete ports a function takes; counted ports by their numbered names."""
    taken = _port_names(function, has_state)
    plain = {p.name for p in ports if p.count is None and p.name in taken}
    counted = [p.name for p in ports if p.count is not None and p.name in taken]
    return plain | {f"{name}{i}" for name in counted for i in range(1, MOST_COUNTED + 1)}


MOST_COUNTED = 64
"""Most ports that one counted argument may stand for."""


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


# --- reading a declaration -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Marks:
    base: Any
    unit: str
    description: str
    range: Range | None
    shape: tuple[Dimension, ...]
    count: str | None
    fixed: bool
    pattern: Pattern | None
    unit_given: bool


def _marks(name: str, argument: str, hint: Any) -> _Marks:
    base, extra = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    texts = [m for m in extra if isinstance(m, str)]
    shape: tuple[Dimension, ...] = next((tuple(m) for m in extra if isinstance(m, Shape)), ())
    is_array = get_origin(base) is np.ndarray or base is np.ndarray
    if is_array != bool(shape) and not any(isinstance(m, Count) for m in extra):
        raise BlockError(name, f"{argument!r} is an array without a Shape, or has a Shape without being an Array.")
    return _Marks(
        base=np.ndarray if is_array else base,
        unit=texts[0] if texts else "1",
        description=texts[1] if len(texts) > 1 else "",
        range=next((m for m in extra if isinstance(m, Range)), None),
        shape=shape,
        count=next((m.of for m in extra if isinstance(m, Count)), None),
        fixed=any(m is Fixed or isinstance(m, Fixed) for m in extra),
        pattern=next((m for m in extra if isinstance(m, Pattern)), None),
        unit_given=bool(texts),
    )


def _port(name: str, argument: str, hint: Any, default: Any = MISSING) -> Port:
    marks = _marks(name, argument, hint)
    if marks.base not in (float, bool, np.ndarray):
        raise BlockError(name, f"port {argument!r} must be float, bool or Array, not {marks.base!r}.")
    if "{" not in marks.unit:
        try:
            parse_unit(marks.unit.replace("#", "1"))
        except UnitError as error:
            raise BlockError(name, f"port {argument!r}: {error}") from None
    kind: Kind = "boolean" if marks.base is bool else "number"
    return Port(argument, kind, marks.shape, marks.unit, marks.description, marks.count, default, marks.unit_given)


def _parameter(name: str, argument: str, hint: Any, default: Any) -> Parameter:
    marks = _marks(name, argument, hint)
    kinds: dict[Any, ParameterKind] = {float: "number", int: "integer", bool: "boolean", str: "text", np.ndarray: "array"}
    choices: tuple[str, ...] = ()
    if get_origin(marks.base) is Literal:
        kind: ParameterKind = "choice"
        choices = get_args(marks.base)
    elif marks.base in kinds:
        kind = kinds[marks.base]
    else:
        raise BlockError(name, f"parameter {argument!r} must be float, int, bool, str, Literal or Array, not {marks.base!r}.")
    unit, description = marks.unit, marks.description
    if kind not in ("number", "array") and not description and unit != "1":
        unit, description = "1", unit  # only quantities have units: a lone text describes
    if "{" not in unit:
        try:
            parse_unit(unit.replace("#", "1"))
        except UnitError as error:
            raise BlockError(name, f"parameter {argument!r}: {error}") from None
    p = Parameter(
        argument, kind, unit, description, default, marks.range, marks.shape, marks.fixed, choices,
        marks.pattern, marks.unit_given,
    )  # fmt: skip
    if default is not MISSING:
        _, problem, _ = _read(p, default)
        if problem:
            raise BlockError(name, f"the default of {problem}")
    return p


def _signature(name: str, function: Function) -> tuple[dict[str, inspect.Parameter], dict[str, Any]]:
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise BlockError(name, f"an annotation cannot be resolved: {error}") from None
    arguments = dict(inspect.signature(function).parameters)
    for argument in arguments:
        if argument not in hints:
            raise BlockError(name, f"argument {argument!r} of {function.__name__!r} has no annotation.")
    return arguments, hints


def _outputs(name: str, function: Function) -> tuple[Port, ...]:
    hint = _signature(name, function)[1].get("return", MISSING)
    if hint is MISSING:
        raise BlockError(name, f"{function.__name__!r} does not say what it returns.")
    if hint is type(None):
        return ()
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return tuple(_port(name, f, h) for f, h in get_type_hints(hint, include_extras=True).items())
    return (_port(name, "y", hint),)


def declare(name: str, thing: Any, host: bool = False) -> BlockType:
    """Derive a block type from a function or a namespace class.

    Raises:
        BlockError: The declaration is not one; the message says what to change.
    """
    if not _NAME.fullmatch(name):
        raise BlockError(name, "a name is 'family.block' in lower-case letters, digits and underscores.")
    functions = {
        part: _function(thing, part) for part in ("output", "update", "initial", "prepare")
    } if isinstance(thing, type) else {"output": thing, "update": None, "initial": None, "prepare": None}
    output, update, initial, prepare = (functions[part] for part in ("output", "update", "initial", "prepare"))
    if output is None:
        raise BlockError(name, "the class has no function 'output'.")
    if isinstance(thing, type):
        extra = sorted(set(vars(thing)) - set(functions) - {"__module__", "__doc__", "__dict__", "__weakref__", "__qualname__"})
        extra = [e for e in extra if not e.startswith("__")]
        if extra:
            raise BlockError(name, f"unknown member {extra[0]!r}. {choose(extra[0], functions)}")
    doc = inspect.getdoc(thing) or ""
    state = None
    inputs: dict[str, Port] = {}
    parameters: dict[str, Parameter] = {}
    bare: set[str] = set()  # parameters seen without marks so far: a fuller mention elsewhere counts
    for function in (prepare, update, output, initial):
        if function is None:
            continue
        arguments, hints = _signature(name, function)
        for argument, p in arguments.items():
            if p.kind is inspect.Parameter.VAR_KEYWORD:
                raise BlockError(name, f"{function.__name__!r} must not take **{argument}.")
            if p.kind is inspect.Parameter.KEYWORD_ONLY:
                if argument in CLOCK_ARGUMENTS:
                    continue
                if function is not prepare and prepare is not None and argument not in parameters:
                    continue  # a run-time value that `prepare` makes
                default = MISSING if p.default is inspect.Parameter.empty else p.default
                known = parameters.get(argument)
                if known is not None and known.default is not MISSING and default is not MISSING and known.default != default:
                    raise BlockError(name, f"{argument!r} has two defaults, {known.default!r} and {default!r}; give it one.")
                marked = get_origin(hints[argument]) is Annotated
                if known is None or (known.required and default is not MISSING) or (marked and argument in bare):
                    default = known.default if known is not None and default is MISSING else default
                    bare = bare - {argument} if marked else bare | {argument}
                    parameters[argument] = _parameter(name, argument, hints[argument], default)
            elif function in (prepare, initial):
                raise BlockError(name, f"{function.__name__!r} takes parameters only: put '*' before {argument!r}.")
            elif update is not None and argument == next(iter(arguments)):
                state = _state_class(name, hints[argument], state)
            elif argument not in inputs:
                default = MISSING if p.default is inspect.Parameter.empty else p.default
                inputs[argument] = _port(name, argument, hints[argument], default)
    if initial is not None and update is None:
        raise BlockError(name, "'initial' without 'update' makes no sense.")
    block_type = BlockType(
        name=name,
        doc=doc,
        inputs=tuple(inputs.values()),
        outputs=_outputs(name, output),
        parameters=tuple(parameters.values()),
        state=state,
        output=output,
        update=update,
        initial=initial,
        prepare=prepare,
        host=host,
        module=thing.__module__,
    )
    _check_names(block_type)
    return block_type


def _function(thing: type, part: str) -> Function | None:
    member = vars(thing).get(part)
    function: Function | None = member.__func__ if isinstance(member, staticmethod) else member
    return function


def _state_class(name: str, hint: Any, before: type[tuple[Any, ...]] | None) -> type[tuple[Any, ...]]:
    if not (isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")):
        raise BlockError(name, "the first argument of 'output' and 'update' is the state, a NamedTuple declared at module level.")
    if before is not None and before is not hint:
        raise BlockError(name, f"'output' and 'update' disagree on the state: {before.__name__} and {hint.__name__}.")
    if "<locals>" in hint.__qualname__ or "." in hint.__qualname__:
        raise BlockError(name, f"the state {hint.__name__!r} must be declared at module level.")
    return hint


def _check_names(block_type: BlockType) -> None:
    name = block_type.name
    sizes = {p.name for p in block_type.parameters}
    sizes |= {d for p in block_type.parameters for d in p.shape if isinstance(d, str)}
    for port in (*block_type.inputs, *block_type.outputs):
        needs = [term.strip() for d in port.shape if isinstance(d, str) for term in d.split("+")]
        for need in [*needs, *([port.count] if port.count else [])]:
            if need not in sizes:
                raise BlockError(name, f"port {port.name!r} depends on {need!r}, which is no parameter. Have: {listing(sizes)}.")
    names = [thing.name for thing in (*block_type.inputs, *block_type.outputs, *block_type.parameters)]
    twice = next((n for n in names if names.count(n) > 1), None)
    if twice is not None:
        raise BlockError(name, f"{twice!r} is the name of two ports or parameters; a block's names are unique.")
    counted = [p for p in block_type.inputs if p.count]
    if len(counted) > 1:
        raise BlockError(name, "only one argument may stand for several ports.")
    for port in block_type.outputs:
        if port.count and len(block_type.outputs) > 1:
            raise BlockError(name, "a counted output must be the only one.")


class Registry:
    """Block types by name."""

    def __init__(self) -> None:
        self._types: dict[str, BlockType] = {}

    def add(self, block_type: BlockType) -> None:
        """Add a type; a name can be taken once (adding the same source again replaces it)."""
        old = self._types.get(block_type.name)
        if old is not None and (old.module, old.output.__qualname__) != (block_type.module, block_type.output.__qualname__):
            raise BlockError(block_type.name, f"the name is taken by {old.module}; choose another family or name.")
        self._types[block_type.name] = block_type

    def types(self) -> Mapping[str, BlockType]:
        """All types, sorted by name, read only."""
        return types.MappingProxyType(dict(sorted(self._types.items())))


REGISTRY = Registry()
_Thing = TypeVar("_Thing")


def block(name: str, *, host: bool = False) -> Callable[[_Thing], _Thing]:
    """Register a function or namespace class as the block ``name``.

    Args:
        name: ``family.block``.
        host: Run it as plain Python (it may then use anything), splitting the compiled step at a cost.
    """

    def register(thing: _Thing) -> _Thing:
        REGISTRY.add(declare(name, thing, host))
        return thing

    return register
