"""The documents of a sweep, packed: every worker, here or elsewhere, makes its runs from the same bytes.

A bundle holds the exercise and everything it names, by their paths in a folder of documents ("worlds/NAME.world.json").
Changes of documents (`Patch`) are made to the bundle, so that what a world or a robot says can be varied, too.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pult.core.errors import UsageError
from pult.exercise.exercise import Exercise, load_exercise
from pult.sim.open import open_parts

Bundle = Mapping[str, bytes]
"""Content by path."""


class Patch(NamedTuple):
    """One value of a document that is changed.

    Attributes:
        file: Path of the document in the bundle.
        place: Keys and indices that lead to the value.
        value: The new value.
    """

    file: str
    place: tuple[str | int, ...]
    value: Any


def bundle_of(exercise: Exercise, variant: str) -> dict[str, bytes]:
    """The documents of an exercise in one of its variants.

    Raises:
        UsageError: The exercise was made in memory, so that there is no document of it.
        DocumentError: The exercise, or something it names, is not right.
    """
    if exercise.file is None:
        raise UsageError("a sweep needs an exercise that is in a file.")
    files = {f"exercises/{exercise.file.name}": exercise.based.content()}
    return {**open_parts(exercise.setup(variant), exercise.folder).files, **files}


def bundle_hash(bundle: Bundle) -> str:
    """SHA-256 of all paths and contents."""
    digest = hashlib.sha256()
    for path in sorted(bundle):
        digest.update(f"{path}\0{len(bundle[path])}\0".encode() + bundle[path])
    return digest.hexdigest()


def pack(bundle: Bundle) -> bytes:
    """A bundle as bytes."""
    return zlib.compress(msgspec.msgpack.encode({path: bundle[path] for path in sorted(bundle)}), 9)


def unpack(packed: bytes) -> dict[str, bytes]:
    """A bundle from bytes."""
    return msgspec.msgpack.decode(zlib.decompress(packed), type=dict[str, bytes])


def patched(bundle: Bundle, patches: Sequence[Patch]) -> dict[str, bytes]:
    """A bundle with changed values."""
    found = dict(bundle)
    for file in {patch.file for patch in patches}:
        document = json.loads(found[file])
        for patch in patches:
            if patch.file == file:
                _put(document, patch.place, patch.value)
        found[file] = json.dumps(document, ensure_ascii=False, indent=2).encode()
    return found


def _put(document: Any, place: tuple[str | int, ...], value: Any) -> None:
    *way, last = place
    for step in way:
        document = document[step]
    document[last] = value


def lay_out(bundle: Bundle, folder: Path) -> Exercise:
    """Write a bundle into an empty folder, and load its exercise from there."""
    for path, content in bundle.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    [exercise] = [path for path in bundle if path.startswith("exercises/")]
    return load_exercise(folder / exercise)
