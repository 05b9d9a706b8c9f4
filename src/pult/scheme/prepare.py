"""Runs a block's `prepare` and `initial`: from parameters in the document to numbers for the step."""

import inspect
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import numpy as np

from pult.core.block_type import BlockType, Function, Parameter, Reference
from pult.core.errors import BlockError, Fault, FaultKind, advice
from pult.core.figures import Figures

REFUSED_PARAMETERS = FaultKind("bad-parameter", "{error}")
NO_ROBOT = FaultKind("bad-parameter", "the {what} {name!r} belongs to a robot, but the scheme is not bound to one.")
NO_SUCH_THINGS = FaultKind("bad-parameter", "unknown {what} {name!r}: the robot has none.")
UNKNOWN_THING = FaultKind("bad-parameter", "unknown {what} {name!r}. {advice}")
NO_FIGURE = FaultKind("bad-parameter", "the {what} {name!r} has no {figure!r}. {advice}")
NO_ENTRY = FaultKind("bad-parameter", "the {what} {name!r} has no entry {entry!r}. {advice}")
SEVERAL_NUMBERS = FaultKind(
    "bad-parameter",
    "{parameter!r} is one number, and {names!r} gives {count}: name one, such as {entry!r}, or give the block a "
    '"shape".',
)

Provided = Mapping[str, Mapping[str, Any]] | None
"""Components of a robot by kind and name; None if the scheme is not bound to a robot."""
_ENTRY = re.compile(r"(.+)\[([^\[\]]+)\]")


class NotProvidedError(ValueError):
    """A block refers to something that the robot does not have.

    Attributes:
        fault: The fault, with what the robot has.
    """

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


@cache
def keyword_names(function: Function) -> tuple[str, ...]:
    """Keyword-only arguments of a function, in order."""
    kinds = inspect.signature(function).parameters.items()
    return tuple(name for name, p in kinds if p.kind is inspect.Parameter.KEYWORD_ONLY)


def _call(function: Function, values: Mapping[str, Any], dt: float, folder: Path) -> Any:
    clock = {"dt": dt, "folder": str(folder)}
    names = keyword_names(function)
    return function(**{name: clock[name] if name in clock else values[name] for name in names})


def runtime_values(
    block_type: BlockType, values: Mapping[str, Any], dt: float, folder: Path, provided: Provided
) -> dict[str, Any]:
    """Values of every argument the step needs: parameters, replaced and completed by `prepare`.

    Raises:
        ValueError: `prepare` rejects the parameters, or they name something that is not provided.
    """
    found = {**{p.name: p.default for p in block_type.parameters}, **values}
    for p in block_type.provided:
        found[p.name] = provided_component(p, found[p.name], provided)
    if block_type.prepare is not None:
        made = _call(block_type.prepare, found, dt, folder)
        found |= made._asdict() if hasattr(made, "_asdict") else dict(made)
    return found


def provided_component(p: Parameter, name: str, provided: Provided) -> Any:
    """The robot component that a parameter names.

    Raises:
        NotProvidedError: There is none of that name, or the scheme is not bound to a robot.
    """
    if provided is None:
        raise NotProvidedError(NO_ROBOT.at(what=p.provided, name=name))
    things = provided.get(p.provided, {})
    if not things:
        raise NotProvidedError(NO_SUCH_THINGS.at(what=p.provided, name=name))
    if name not in things:
        raise NotProvidedError(UNKNOWN_THING.at(what=p.provided, name=name, **advice(name, things)))
    return things[name]


def resolve_references(p: Parameter, value: Any, repeated: bool, provided: Provided) -> Any:
    """Replace names of robot components in a value by their numbers.

    Args:
        p: The parameter.
        value: Its value in the document; anything but names is returned unchanged.
        repeated: Whether the block is repeated over a shape, so that a number may be a list with one for each entry.
        provided: Components of the robot.

    Returns:
        The value; a `Reference` for names if the scheme is not bound to a robot.

    Raises:
        NotProvidedError: The robot has no such component, or the component has no such quantity.
    """
    names = value if isinstance(value, list) else [value]
    if not p.figure or not names or not all(isinstance(name, str) for name in names):
        return value
    if provided is None:
        return Reference(", ".join(names))
    numbers = [number for name in names for number in _figure(p, name, provided)]
    if p.kind == "array" or (repeated and len(numbers) > 1):
        return numbers
    if len(numbers) > 1:
        entry = f"{names[0]}[{_labels(p, names[0], provided)[0]}]"
        raise NotProvidedError(SEVERAL_NUMBERS.at(parameter=p.name, names=names, count=len(numbers), entry=entry))
    return numbers[0]


def _figure(p: Parameter, name: str, provided: Provided) -> list[float]:
    """A quantity of a component: all entries, or the one of "component[entry]"."""
    things = (provided or {}).get(p.provided, {})
    entry = _ENTRY.fullmatch(name) if name not in things else None
    whole = entry[1] if entry else name
    found: Figures = provided_component(p, whole, provided)
    if p.figure not in found.values:
        others = advice(whole, [other for other, has in things.items() if p.figure in has.values])
        raise NotProvidedError(NO_FIGURE.at(what=p.provided, name=whole, figure=p.figure, **others))
    numbers: list[float] = found.values[p.figure].tolist()
    if entry is None:
        return numbers
    if entry[2] not in found.labels:
        others = advice(entry[2], found.labels)
        raise NotProvidedError(NO_ENTRY.at(what=p.provided, name=whole, entry=entry[2], **others))
    return [numbers[found.labels.index(entry[2])]]


def _labels(p: Parameter, name: str, provided: Provided) -> tuple[str, ...]:
    found: Figures = provided_component(p, name, provided)
    return found.labels


def is_unbound(block_type: BlockType, values: Mapping[str, Any], provided: Provided) -> bool:
    """Whether some of a block's values come from a robot and there is none."""
    return provided is None and (bool(block_type.provided) or any(isinstance(v, Reference) for v in values.values()))


def prepare_fault(
    block_type: BlockType, values: Mapping[str, Any], dt: float, folder: Path, provided: Provided
) -> Fault | None:
    """The fault if `prepare` or `initial` rejects the parameters; None if they accept them or need a robot first."""
    if (block_type.prepare is None and block_type.initial is None) or is_unbound(block_type, values, provided):
        return None
    try:
        initial_state(block_type, runtime_values(block_type, values, dt, folder, provided), dt, folder)
    except NotProvidedError as error:
        return error.fault
    except Exception as error:  # noqa: BLE001 - user code; its message is the fault
        known = isinstance(error, (ValueError, OSError))
        text = str(error) if known and str(error) else f"{type(error).__name__}: {error}"
        return REFUSED_PARAMETERS.at(error=text if text.endswith(".") else f"{text}.")
    return None


class Field(NamedTuple):
    """One field of a state: its kind and shape."""

    name: str
    kind: str  # number, integer, boolean or array
    shape: tuple[int, ...]


@cache
def annotations(provided_component: Any) -> Mapping[str, Any]:
    """Plain types of a function's arguments or a class's fields, without `Annotated`."""
    try:
        return get_type_hints(provided_component)
    except (NameError, TypeError):
        return {}


def field_of(name: str, value: Any, hint: Any = None) -> Field:
    """Kind and shape of a run-time value or state field. A value annotated float is a number even if it is an int."""
    if np.ndim(value):
        return Field(name, "array", np.shape(value))
    if isinstance(value, (bool, np.bool_)):
        return Field(name, "boolean", ())
    whole = isinstance(value, (int, np.integer)) and hint is not float
    return Field(name, "integer" if whole else "number", ())


def initial_state(block_type: BlockType, values: Mapping[str, Any], dt: float, folder: Path) -> tuple[Any, ...]:
    """The state before the first step; () for a block without state."""
    if block_type.state is None:
        return ()
    if block_type.initial is not None:
        state: tuple[Any, ...] = _call(block_type.initial, values, dt, folder)
        return state
    try:
        return block_type.state()
    except TypeError:
        fields = ", ".join(block_type.state._fields)  # type: ignore[attr-defined]
        raise BlockError(block_type.name, f"the state ({fields}) needs defaults, or the block an 'initial'.") from None
