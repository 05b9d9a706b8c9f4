"""Where tuned values are written in the documents of an exercise, and writing them there."""

import difflib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pult.batch.target import Target
from pult.batch.tuning.edit import Place, find_value, set_value
from pult.core.document import read_json, write_atomically
from pult.core.errors import UsageError
from pult.core.shipped import catalogs, document_file
from pult.exercise.exercise import Exercise


class ValueLocation(NamedTuple):
    """Where a value is, or would be, written.

    Attributes:
        file: The document.
        place: Keys and indices in it.
    """

    file: Path
    place: Place


def locate_value(exercise: Exercise, variant: str, target: Target) -> ValueLocation:
    """Where the value that is tuned is written.

    A parameter of the scheme is looked for where it would take effect first: among the parameters of the variant, of
    the exercise, and in the scheme. In a sub-scheme that several blocks share, or that comes from another document, it
    is written to the block of the scheme itself, as `"block.parameter"`, so that nothing else changes.

    Raises:
        UsageError: The file of a document cannot be found.
    """
    if target.parameter:
        return _locate_parameter(exercise, variant, target.parameter)
    kind = target.file.partition("/")[0].removesuffix("s")
    name = target.file.rpartition("/")[2].removesuffix(f".{kind}.json")
    return ValueLocation(_document_of(exercise, variant, kind, name), target.place)


def _document_of(exercise: Exercise, variant: str, kind: str, name: str) -> Path:
    assert exercise.file is not None  # a sweep has checked that
    if kind == "exercise":
        return exercise.file
    if kind == "scheme":
        return document_file("scheme", exercise.variant(variant)[1].scheme, exercise.folder)
    world = document_file("world", exercise.document.world, exercise.based.home("world"))
    return world if kind == "world" else document_file(kind, name, world.parent)


def _locate_parameter(exercise: Exercise, variant: str, parameter: str) -> ValueLocation:
    file = _document_of(exercise, variant, "exercise", "")
    _, chosen = exercise.variant(variant)
    if parameter in chosen.parameters:
        return ValueLocation(file, ("variants", variant, "parameters", parameter))
    if parameter in exercise.document.parameters:
        return ValueLocation(file, ("parameters", parameter))
    scheme = _document_of(exercise, variant, "scheme", "")
    return ValueLocation(scheme, _place_in_scheme(read_json(scheme), parameter))


def _place_in_scheme(document: Any, path: str) -> Place:
    """Where a parameter 'block.block.parameter' is written in a scheme, or where it has to be added."""
    first, *_ = path.split(".")
    place: Place = ()
    level, rest = document, path
    outer: Place = ()
    while True:
        block, _, rest = rest.partition(".")
        numbers = [i for i, one in enumerate(level.get("blocks", [])) if one.get("id") == block]
        if not numbers:
            return outer
        here: Place = (*place, "blocks", numbers[0])
        found = level["blocks"][numbers[0]]
        if not outer:
            outer = (*here, "parameters", path.removeprefix(f"{first}."))
        for group in ("parameters", "inputs"):
            if rest in found.get(group, {}):
                return (*here, group, rest)
        name = str(found.get("type", "")).removeprefix("scheme.")
        shared = json.dumps(document).count(json.dumps(f"scheme.{name}")) > 1
        if "." not in rest or name not in document.get("schemes", {}) or shared:
            return outer
        place, level = ("schemes", name), document["schemes"][name]


def current_value(location: ValueLocation) -> Any:
    """The value that is written at a place now; None if none is."""
    text = location.file.read_bytes().decode()
    span, depth = find_value(text, location.place)
    return json.loads(text[span.start : span.end]) if depth == len(location.place) else None


def changed_texts(locations: Mapping[str, ValueLocation], values: Mapping[str, Any]) -> dict[Path, tuple[str, str]]:
    """The text of every document that changes, before and after."""
    found: dict[Path, tuple[str, str]] = {}
    for name, location in locations.items():
        before, now = found.get(location.file) or (location.file.read_bytes().decode(),) * 2
        found[location.file] = before, set_value(now, location.place, values[name])
    return found


def difference(locations: Mapping[str, ValueLocation], values: Mapping[str, Any]) -> str:
    """The changes as a unified diff, one part a document."""
    parts = []
    for file, (before, after) in changed_texts(locations, values).items():
        lines = difflib.unified_diff(
            before.splitlines(), after.splitlines(), f"a/{file.name}", f"b/{file.name}", n=1, lineterm=""
        )
        parts += list(lines)
    return "\n".join(parts)


def check_writable(exercise: Exercise, locations: Mapping[str, ValueLocation]) -> None:
    """Refuse to change documents that are shipped.

    Raises:
        UsageError: The message says how to make a copy.
    """
    for location in locations.values():
        if any(location.file.resolve().is_relative_to(folder.resolve()) for folder in catalogs()):
            raise UsageError(
                f"{location.file.name} is shipped and stays as it is. Copy the exercise with "
                f"`pult copy {exercise.name} FOLDER` and tune FOLDER/exercises/{exercise.name}.exercise.json."
            )


def apply(locations: Mapping[str, ValueLocation], values: Mapping[str, Any]) -> list[Path]:
    """Write values into their documents; nothing but these values changes. Returns the files.

    Raises:
        UsageError: A file cannot be written.
    """
    texts = changed_texts(locations, values)
    for file, (_, after) in texts.items():
        try:
            write_atomically(file, after.encode())
        except OSError as error:
            raise UsageError(f"cannot write {str(file)!r}: {error.strerror}.") from None
    return list(texts)
