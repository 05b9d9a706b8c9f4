"""Units of what a sweep varies: those of parameters, of sensors, and those that descriptions of documents name."""

import re
import types
from collections.abc import Callable, Mapping
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from pult.batch.plans.variation import Variation
from pult.batch.target import Documents, Target
from pult.core.document_kinds import tag
from pult.core.errors import Fault, FaultKind, PultError, UsageError, choose
from pult.core.kinds import BAD_UNIT
from pult.core.quantities import UnitError, factor_between, symbol_of
from pult.core.units import parse_unit, variables
from pult.exercise.document import ExerciseDocument
from pult.robot.document import RobotDocument
from pult.scheme.signals import parameter_unit
from pult.sim.fault_notation import read_fault
from pult.sim.injection import size_unit
from pult.sim.session import Session
from pult.world.document import WorldDocument

_DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "exercises": ExerciseDocument, "robots": RobotDocument, "worlds": WorldDocument,
}  # fmt: skip
NO_UNIT = FaultKind("bad-unit", "it has no unit that is known; write plain numbers, not {unit}.")
_NAMED = re.compile(r"\[([^\]]+)\]")
_READING = ("noise", "bias", "resolution", "range")
"""Imperfections of a sensor that are in the unit of its readings."""


def in_own_units(
    vary: Mapping[str, Variation], targets: Mapping[str, Target], documents: Documents, session: Callable[[], Session]
) -> tuple[dict[str, Variation], list[Fault]]:
    """Variations with their numbers in the units of what they vary.

    Args:
        vary: The variations by name.
        targets: What is varied, by name; names that are not among them stay as they are.
        documents: The documents of the exercise.
        session: Opens a session of the exercise; called if a variation has a unit.

    Returns:
        The variations, and what is wrong with units.
    """
    found, faults = dict(vary), []
    for name, variation in vary.items():
        if not variation.unit or name not in targets:
            continue
        try:
            unit = unit_of(targets[name], documents, session())
            if not unit:
                faults.append(NO_UNIT.at(f"vary.{name}", unit=variation.unit))
                continue
            found[name] = variation.scaled(factor_between(symbol_of(variation.unit), unit))
        except PultError as error:
            faults.append(BAD_UNIT.at(f"vary.{name}", error=str(error)))
    return found, faults


def units_of(targets: Mapping[str, Target], documents: Documents, session: Callable[[], Session]) -> dict[str, str]:
    """Units of what is varied, by name, where they are known; arguments as of `in_own_units`."""
    found = {}
    for name, target in targets.items():
        try:
            unit = unit_of(target, documents, session())
        except PultError:  # there is no such value, which other checks report
            continue
        if unit not in ("", "1"):
            found[name] = unit
    return found


def unit_of(target: Target, documents: Documents, session: Session) -> str:
    """The unit of what is varied; empty if it has none that is known.

    Args:
        target: What is varied.
        documents: The documents of the exercise.
        session: A session of the exercise as it stands.

    Raises:
        UsageError: There is no such field.
    """
    if target.parameter:
        unit = _parameter_unit(target.parameter, session)
    elif target.fault is not None:
        unit = _fault_unit(target.fault, session)
    else:
        group = target.file.partition("/")[0]
        document = documents.content(target.file)
        unit = _described(_DOCUMENTS.get(group), document, target.place)
        if not unit and target.place[0] == "sensors" and target.place[2] in _READING:
            unit = _reading_unit(str(target.place[1]), session)
    return unit if _is_unit(unit) else ""


def _is_unit(text: str) -> bool:
    try:
        return not variables(parse_unit(text))
    except UnitError:
        return False


def _parameter_unit(name: str, session: Session) -> str:
    leaf, _, parameter = name.rpartition(".")
    for one in session.program.layout.flat.leaves:
        if one.path == leaf and one.block.type is not None:
            found = (p.unit for p in one.block.type.parameters if p.name == parameter)
            return next((parameter_unit(session.program.layout.flat, one, unit) for unit in found), "")
    return ""


def _fault_unit(gap: tuple[str, str], session: Session) -> str:
    before, after = gap
    if not after:
        return "s" if before else ""
    push = before.endswith("push=")
    return size_unit(read_fault(f"{before}{'[0,0,0]' if push else '0'}{after}"), session.sensors.channels)


def _reading_unit(name: str, session: Session) -> str:
    """Unit of a sensor; the names of a robot's have a prefix in the world."""
    fitting = [channel for channel in session.sensors.channels if channel.name.endswith(name)]
    return min(fitting, key=lambda channel: len(channel.name)).unit if fitting else ""


def _described(kind: Any, data: Any, place: tuple[str | int, ...]) -> str:
    """The unit that the description of a value names in brackets: "Delay [s]"."""
    unit = ""
    for step in place:
        kind = _chosen(kind, data)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            hints = get_type_hints(kind, include_extras=True)
            names = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
            if step not in names:
                raise UsageError(f"there is no {step!r}. {choose(str(step), names)}")
            kind = hints[names[str(step)]]
            notes = [getattr(note, "description", None) or "" for note in getattr(kind, "__metadata__", ())]
            match = next(filter(None, map(_NAMED.search, notes)), None)
            unit = match[1] if match else ""
        else:
            kind = get_args(kind)[-1] if get_origin(kind) in (dict, list) else None
        if isinstance(data, Mapping):
            data = data.get(step)
        else:
            data = data[step] if isinstance(data, list) and isinstance(step, int) else None
    return unit


def _chosen(kind: Any, data: Any) -> Any:
    """A type without its notes; of several, the one that the data is of."""
    while hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    if get_origin(kind) not in (Union, types.UnionType):
        return kind
    options = [_chosen(option, data) for option in get_args(kind) if option is not type(None)]
    structs = [option for option in options if isinstance(option, type) and issubclass(option, msgspec.Struct)]
    named = data.get("type") if isinstance(data, Mapping) else None
    tagged = [option for option in structs if named is not None and tag(option) == named]
    if tagged:
        return tagged[0]
    wanted = dict if isinstance(data, Mapping) else list if isinstance(data, list) else None
    return next((option for option in options if get_origin(option) is wanted), (structs or options)[0])
