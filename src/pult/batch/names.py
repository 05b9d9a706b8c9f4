"""Names that a sweep of an exercise can vary, with their present values: for completion in editors."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_type_hints

import msgspec

from pult.batch.bundle import bundle_of
from pult.batch.target import Documents
from pult.equipment.drives.document import DRIVE_KINDS
from pult.equipment.sensors.document import SENSOR_KINDS
from pult.exercise.exercise import Exercise
from pult.scheme.compile import compile_scheme
from pult.scheme.flatten import Leaf
from pult.scheme.program import Program
from pult.scheme.signals import UNIT_OF_WIRES, parameter_unit
from pult.sim.open import open_parts

MAX_NAMES = 2000
"""Maximum number of listed names."""
_EQUIPMENT: tuple[tuple[str, Sequence[type[msgspec.Struct]]], ...] = (("sensor", SENSOR_KINDS), ("drive", DRIVE_KINDS))
_UNIT = re.compile(r"\[([^\]]+)\]")


class VariedName(NamedTuple):
    """Something that can be varied.

    Attributes:
        name: As a sweep writes it: "pd.kp", "sensor:angles.noise", "world:timestep".
        value: Its present value: a number, true or false, or a list of these.
        unit: Its unit, if known.
    """

    name: str
    value: Any
    unit: str = ""


def varied_names(exercise: Exercise, variant: str) -> list[VariedName]:
    """Parameters of the scheme, fields of sensors and drives, and numbers of the documents of an exercise.

    Raises:
        DocumentError: The exercise, or something that it names, is invalid.
    """
    parts = open_parts(exercise.setup(variant), exercise.folder)
    found = list(_parameters(compile_scheme(parts.scheme, plain=True)))
    documents = Documents(bundle_of(exercise, variant))
    for prefix, kinds in _EQUIPMENT:
        for _, thing, data in documents.equipment(f"{prefix}s"):
            found += _fields(f"{prefix}:{thing}", data, kinds)
    for kind in ("exercise", "world", "robot"):
        known = documents.of_kind(kind)
        for name, path in known.items():
            prefix = f"{kind}:" if len(known) == 1 else f"{kind}[{name}]:"
            content = {k: v for k, v in documents.content(path).items() if k not in ("version", "sensors", "drives")}
            found += (VariedName(prefix + place, value) for place, value in _numbers(content, ""))
    return found[:MAX_NAMES]


def _parameters(program: Program) -> Iterator[VariedName]:
    units = {
        f"{leaf.path}.{p.name}": _wire_unit(program, leaf, p.unit)
        for leaf in program.layout.flat.leaves
        if leaf.block.type is not None
        for p in leaf.block.type.parameters
    }
    for name in program.parameters():
        value = program.get(name)
        if _is_number(value) or isinstance(value, (bool, list)):
            yield VariedName(name, value, units.get(name, ""))


def _wire_unit(program: Program, leaf: Leaf, declared: str) -> str:
    found = parameter_unit(program.layout.flat, leaf, declared)
    return declared if found == UNIT_OF_WIRES else found


def _fields(name: str, data: Mapping[str, Any], kinds: Sequence[type[msgspec.Struct]]) -> Iterator[VariedName]:
    """Numbers of a sensor or drive: those that are written, and those left at their defaults."""
    kind = next((kind for kind in kinds if kind.__struct_config__.tag == data.get("type")), None)
    if kind is None:
        return
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        value = data.get(field.encode_name, field.default)
        if _is_number(value):
            yield VariedName(f"{name}.{field.encode_name}", value, _unit(hints[field.name]))
        elif isinstance(value, list) and value and all(_is_number(item) for item in value):
            for index, item in enumerate(value):
                yield VariedName(f"{name}.{field.encode_name}[{index}]", item, _unit(hints[field.name]))


def _unit(hint: Any) -> str:
    texts = [getattr(note, "description", None) or "" for note in getattr(hint, "__metadata__", ())]
    match = next(filter(None, map(_UNIT.search, texts)), None)
    return match[1] if match else ""


def _numbers(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Numbers of a document with their places, such as ("robots[0].position[2]", 0.7)."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if not re.search(r"[.\[\]:]", key):  # a path cannot name it
                yield from _numbers(item, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _numbers(item, f"{place}[{index}]")
    elif _is_number(value):
        yield place, value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
