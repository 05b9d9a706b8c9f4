"""Records: damaged as files are, and changed by somebody who makes all checksums fit."""

import functools
import json
import random
import struct
import tempfile
from pathlib import Path
from typing import Any

from pult.record import read_record
from pult.record.file.container import MAGIC
from pult.record.replay import replay
from pult.record.signals import RecordSignals
from pult.server.records.digest import make_digest
from pult.server.records.summary import summarise_record
from tests.fuzz.bytes import damage
from tests.fuzz.watch import Outcome, watched
from tests.scheme.fuzz import mutate
from tests.server.hostile_records import changed, small_record, with_file

LOOKED = 0.03
"""Share of the readable records that are prepared for the page as well; that compiles their worlds."""
REPLAYED = 0.01
"""Share that is run again."""
_HEAD = struct.Struct("<BQ")


@functools.cache
def _bases() -> tuple[bytes, ...]:
    """Real records: one of few steps, one of some with an event."""
    return tuple(small_record(_folder() / f"base-{steps}.mcap", steps) for steps in (3, 30))


@functools.cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="pult-fuzz-"))


def fuzz_record(seed: int) -> Outcome:
    """Read a changed record: whole, as an entry of a list, and sometimes as the studio and the replay do."""
    rng = random.Random(f"record {seed}")
    data = _changed(rng.choice(_bases()), rng)
    path = _folder() / "fuzzed.mcap"
    path.write_bytes(data)
    further = rng.random()

    def call() -> bool | str:
        summarise_record(path, len(data), 0.0)
        record = read_record(path)
        if not record.complete and not record.problem.strip():
            return "an incomplete record without a reason"
        signals = RecordSignals(record)
        for name in record.channels.names:
            signals[name]
        if further < LOOKED:
            _looked_at(path)
        elif further < LOOKED + REPLAYED:
            replay(record, plain=True)
        return not record.complete

    return watched(call)


def _looked_at(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        make_digest(path, Path(folder) / "digest", Path(folder) / "making")


def _changed(data: bytes, rng: random.Random) -> bytes:
    match rng.randrange(4):
        case 0:
            return damage(data, rng)
        case 1:
            return _reordered(data, rng)
        case 2:
            return _said(data, rng)
    return _rewritten(data, rng)


def _reordered(data: bytes, rng: random.Random) -> bytes:
    """Parts of the file that are missing, doubled or swapped."""
    parts, at = [], len(MAGIC)
    while at + _HEAD.size < len(data):
        end = at + _HEAD.size + _HEAD.unpack_from(data, at)[1]
        parts.append(data[at:end])
        at = end
    for _ in range(rng.randint(1, 3)):
        one, two = rng.randrange(len(parts)), rng.randrange(len(parts))
        match rng.randrange(3):
            case 0 if len(parts) > 1:
                del parts[one]
            case 1:
                parts.insert(two, parts[one])
            case _:
                parts[one], parts[two] = parts[two], parts[one]
    return MAGIC + b"".join(parts) + MAGIC


def _said(data: bytes, rng: random.Random) -> bytes:
    """Other messages; all checksums fit."""
    share = rng.choice((0.02, 0.3))

    def message(said: Any) -> Any:
        return _plain(mutate(said, rng.randrange(2**40)), said) if rng.random() < share else said

    return changed(data, message=message)


def _rewritten(data: bytes, rng: random.Random) -> bytes:
    """Other header, result or documents; all checksums of the file fit."""
    if rng.random() < 0.1:
        name = rng.choice(("../evil.json", "a//b", "\0", "x" * 500, "exercises", "worlds/w.world.json/x", ".hidden"))
        return with_file(data, name)
    chosen = rng.random()

    def attachment(name: str, content: bytes) -> tuple[str, bytes]:
        if (name == "record.json") == (chosen < 0.5):
            return name, _rewrite(content, rng)
        return name, content

    return changed(data, attachment=attachment)


def _rewrite(content: bytes, rng: random.Random) -> bytes:
    try:
        read = json.loads(content)
    except ValueError:
        return damage(content, rng)
    return json.dumps(_plain(mutate(read, rng.randrange(2**40)), read)).encode()


def _plain(new: Any, old: Any) -> Any:
    """The mutated value if it can be encoded, else the one before."""
    try:
        json.dumps(new).encode()
    except (ValueError, UnicodeEncodeError):
        return old
    return new
