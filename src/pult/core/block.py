"""The block: its signature is its declaration.

A block is a pure function. Positional arguments are input ports, keyword-only arguments are parameters, the return
value is the output (several: a NamedTuple). ``Annotated`` carries unit, range and shape. A block with state is a
class used as a namespace of static functions:

* ``output(state, inputs..., *, parameters...)`` returns the outputs of this control step;
* ``update(state, inputs..., *, parameters...)`` returns the state of the next one;
* ``initial(*, parameters...)`` (optional) returns the initial state; without it the defaults of the fields are used;
* ``prepare(*, parameters...)`` (optional, stateless blocks too) turns what the user writes into what the step needs,
once,
  outside the loop: coefficients of a filter, the table of a file. It may use any Python, and raises
  ``ValueError`` for values it does not accept.

An input that ``output`` does not take breaks an algebraic loop, so feed-through is derived, not declared. Fields of a
state are ``float``, ``int``, ``bool`` or arrays; ``update`` writes array fields in place (they are views into the
scheme's state) and returns them as they are.
"""

import inspect
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from pult.core.block_type import MISSING, BlockType, Function, Parameter, ParameterKind, Port, read_value
from pult.core.errors import BlockError, choose, listing
from pult.core.signals import (
    FOLDER,
    STEP,
    TIME,
    Count,
    Dimension,
    Fixed,
    Kind,
    Pattern,
    Provided,
    Range,
    Shape,
)
from pult.core.units import UnitError, parse_unit

_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
CLOCK_ARGUMENTS = {"t": TIME, "dt": STEP, "folder": FOLDER}


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
    provided: Provided | None


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
        provided=next((m for m in extra if isinstance(m, Provided)), None),
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
    kinds: dict[Any, ParameterKind] = {
        float: "number",
        int: "integer",
        bool: "boolean",
        str: "text",
        np.ndarray: "array",
    }
    choices: tuple[str, ...] = ()
    if get_origin(marks.base) is Literal:
        kind: ParameterKind = "choice"
        choices = get_args(marks.base)
    elif marks.provided is not None and marks.base not in (float, np.ndarray):
        kind = "text"  # the document holds its name
    elif marks.base in kinds:
        kind = kinds[marks.base]
    else:
        raise BlockError(
            name, f"parameter {argument!r} must be float, int, bool, str, Literal or Array, not {marks.base!r}."
        )
    unit, description = marks.unit, marks.description
    if kind not in ("number", "array") and not description and unit != "1":
        unit, description = "1", unit  # only quantities have units: a single text is the description
    if "{" not in unit:
        try:
            parse_unit(unit.replace("#", "1"))
        except UnitError as error:
            raise BlockError(name, f"parameter {argument!r}: {error}") from None
    p = Parameter(
        argument, kind, unit, description, default, marks.range, marks.shape, marks.fixed, choices,
        marks.pattern, marks.unit_given, marks.provided.kind if marks.provided is not None else "",
        (marks.provided.figure or argument) if marks.provided is not None and kind in ("number", "array") else "",
    )  # fmt: skip
    if default is not MISSING:
        _, problem = read_value(p, default)
        if problem:
            raise BlockError(name, f"the default of {problem.message}")
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


def _differ(one: Any, two: Any) -> bool:
    return not np.array_equal(one, two)


def declare(name: str, thing: Any, host: bool = False, entrywise: bool = False) -> BlockType:
    """Derive a block type from a function or a namespace class.

    Raises:
        BlockError: The declaration is invalid; the message says what to change.
    """
    if not _NAME.fullmatch(name):
        raise BlockError(name, "a name is 'family.block' in lower-case letters, digits and underscores.")
    functions = (
        {part: _function(thing, part) for part in ("output", "update", "initial", "prepare")}
        if isinstance(thing, type)
        else {"output": thing, "update": None, "initial": None, "prepare": None}
    )
    output, update, initial, prepare = (functions[part] for part in ("output", "update", "initial", "prepare"))
    if output is None:
        raise BlockError(name, "the class has no function 'output'.")
    if isinstance(thing, type):
        extra = sorted(
            set(vars(thing)) - set(functions) - {"__module__", "__doc__", "__dict__", "__weakref__", "__qualname__"}
        )
        extra = [e for e in extra if not e.startswith("__")]
        if extra:
            raise BlockError(name, f"unknown member {extra[0]!r}. {choose(extra[0], functions)}")
    doc = inspect.getdoc(thing) or ""
    state = None
    inputs: dict[str, Port] = {}
    parameters: dict[str, Parameter] = {}
    bare: set[str] = set()  # parameters seen without annotations so far: a full annotation elsewhere counts
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
                if (
                    known is not None
                    and known.default is not MISSING
                    and default is not MISSING
                    and _differ(known.default, default)
                ):
                    raise BlockError(
                        name, f"{argument!r} has two defaults, {known.default!r} and {default!r}; give it one."
                    )
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
        entrywise=entrywise,
        module=thing.__module__,
    )
    _check_names(block_type)
    if prepare is None:
        texts = [parameter.name for parameter in block_type.parameters if parameter.kind == "text" or parameter.choices]
        if texts:
            raise BlockError(name, f"{texts[0]!r} is a text; texts reach only 'prepare', which makes numbers of them.")
    return block_type


def _function(thing: type, part: str) -> Function | None:
    member = vars(thing).get(part)
    function: Function | None = member.__func__ if isinstance(member, staticmethod) else member
    return function


def _state_class(name: str, hint: Any, before: type[tuple[Any, ...]] | None) -> type[tuple[Any, ...]]:
    if not (isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")):
        raise BlockError(
            name, "the first argument of 'output' and 'update' is the state, a NamedTuple declared at module level."
        )
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
                raise BlockError(
                    name, f"port {port.name!r} depends on {need!r}, which is not a parameter. Have: {listing(sizes)}."
                )
    known = {p.name for p in block_type.parameters if p.kind == "integer"}
    for p in block_type.figures:
        open_sizes = [d for d in p.shape if isinstance(d, str) and d not in known]
        if len(p.shape) > 1 or open_sizes:
            raise BlockError(
                name, f"{p.name!r} may be left to the robot: it is a number, or a vector whose size is a parameter."
            )
    names = [port.name for port in (*block_type.inputs, *block_type.outputs)]
    names += [p.name for p in block_type.parameters]
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
        """Add a type. Names are unique; adding a type from the same source again replaces it."""
        old = self._types.get(block_type.name)
        if old is not None and (old.module, old.output.__qualname__) != (
            block_type.module,
            block_type.output.__qualname__,
        ):
            raise BlockError(block_type.name, f"the name is taken by {old.module}; choose another family or name.")
        self._types[block_type.name] = block_type

    def types(self) -> Mapping[str, BlockType]:
        """All types, sorted by name, read only."""
        return types.MappingProxyType(dict(sorted(self._types.items())))


REGISTRY = Registry()
_Thing = TypeVar("_Thing")


def block(name: str, *, host: bool = False, entrywise: bool = False) -> Callable[[_Thing], _Thing]:
    """Register a function or namespace class as the block ``name``.

    Args:
        name: ``family.block``.
        host: Run it as plain Python, without restrictions; this splits the compiled step and costs time.
        entrywise: Its vectors are worked on entry by entry, so the entries may have units of their own.
    """

    def register(thing: _Thing) -> _Thing:
        REGISTRY.add(declare(name, thing, host, entrywise))
        return thing

    return register
