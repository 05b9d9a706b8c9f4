"""The packed documents of a sweep: every worker, local or remote, uses the same bytes.

A bundle holds the exercise and everything it names, by their paths in a folder of documents ("worlds/NAME.world.json").
Changes of documents (`Patch`) are made to the bundle, so that what a world or a robot says can be varied, too.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pult.core.errors import UsageError
from pult.exercise.exercise import Exercise, load_exercise
from pult.sim.open import open_parts

MAX_BYTES = 2**30
"""Maximum size of a bundle that is unpacked [bytes]."""
Bundle = Mapping[str, bytes]
"""Content by path."""


class Patch(NamedTuple):
    """A changed value of a document.

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
        DocumentError: The exercise, or something that it names, is invalid.
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
    """Decode a bundle from bytes, which may be untrusted.

    Raises:
        UsageError: It is damaged, larger than `MAX_BYTES`, or has a path that leads out of its folder.
    """
    try:
        inflating = zlib.decompressobj()
        found = msgspec.msgpack.decode(inflating.decompress(packed, MAX_BYTES), type=dict[str, bytes])
    except (zlib.error, msgspec.DecodeError):
        raise UsageError(f"the documents of the sweep are damaged, or have more than {MAX_BYTES >> 20} MiB.") from None
    for path in found:
        if ":" in path or "\\" in path or any(part in ("", ".", "..") for part in path.split("/")):
            raise UsageError(f"the documents of the sweep have a path that leads elsewhere: {path[:80]!r}.")
    return found


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


def write_bundle(bundle: Bundle, folder: Path) -> None:
    """Write a bundle into an empty folder."""
    for path, content in bundle.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def load_bundled_exercise(bundle: Bundle, folder: Path) -> Exercise:
    """The exercise of a bundle that was written into a folder."""
    [exercise] = [path for path in bundle if path.startswith("exercises/")]
    return replace(load_exercise(folder / exercise), whole=folder)
