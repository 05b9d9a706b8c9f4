"""Reading records, complete or not."""

import base64
import binascii
import hashlib
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from mcap.records import Attachment, Metadata

from pult.core.arguments import one_of
from pult.core.errors import UsageError
from pult.core.malformed import MALFORMED
from pult.record.file.container import MAGIC, hash_message, metadata_check
from pult.record.file.contents import Command, Event, Input, Keyframe, Record
from pult.record.file.documents import FOLDER, shared, unpacked_content
from pult.record.file.header import Opening, RecordError, Tick, read_opening
from pult.record.file.numbers import is_nonfinite_text, number
from pult.record.file.rows import RowCodec
from pult.record.file.scan import MAX_FILES, Broken, Damage, Found, Scanned, scan

MAX_ROWS = 100_000_000
"""Maximum number of rows of a record: ten days."""
MAX_BYTES = 8 * 2**30
"""Maximum uncompressed size of the chunks of a record [bytes]."""


def read_record(path: str | Path, *, max_bytes: int = MAX_BYTES, max_rows: int = MAX_ROWS) -> Record:
    """Read a record; a truncated or damaged one is read up to the damage.

    Args:
        path: The file.
        max_bytes: Maximum uncompressed size of its chunks, and maximum memory for its rows; reading stops there
            [bytes].
        max_rows: Maximum number of rows; reading stops there.

    Raises:
        RecordError: It is not a record, or nothing of it can be read.
    """
    one_of("path", path, (str, os.PathLike), "the path of a record")
    path = Path(path)
    try:
        if not path.is_file():
            raise RecordError(path, "this is a folder." if path.is_dir() else "there is no such file.")
        size = path.stat().st_size
        if size == 0:
            raise RecordError(path, "the file is empty.")
        with path.open("rb") as stream:
            first = stream.read(len(MAGIC))
            if first != MAGIC:
                raise RecordError(path, f"this is not an MCAP file: it begins with {first!r}, not {MAGIC!r}.")
            reading = _Reading(path, max_bytes, max_rows)
            try:
                for found in scan(stream, size, max_bytes):
                    reading.take(found)
            except Damage as damage:
                reading.stop(damage)
    except OSError as error:
        raise RecordError(path, f"cannot be read: {error.strerror}.") from None
    return reading.done()


class _Inputs(msgspec.Struct):
    tick: Tick
    name: str
    value: Any


class _Commands(msgspec.Struct):
    tick: Tick
    command: dict[str, Any]


class _Events(msgspec.Struct):
    tick: Tick
    time: float
    kind: str
    text: str
    data: dict[str, Any]


class _States(msgspec.Struct):
    tick: Tick
    state: str
    hash: str


class _Scenes(msgspec.Struct):
    entities: list[dict[str, Any]]


@dataclass
class _Reading:
    """The part of a record read so far."""

    path: Path
    max_bytes: int
    max_rows: int
    opening: Opening | None = None
    codec: RowCodec | None = None
    ticks: list[int] = field(default_factory=list)
    real: list[float] = field(default_factory=list)
    rows: bytearray = field(default_factory=bytearray)
    inputs: list[Input] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    keyframes: list[Keyframe] = field(default_factory=list)
    scene: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    problems: list[str] = field(default_factory=list)
    count: int = 0
    reached: int = 0
    cut: bool = False
    digest: Any = field(default_factory=hashlib.sha256)

    def take(self, found: Found) -> None:
        if isinstance(found, Scanned):
            self._message(found)
        elif isinstance(found, Attachment):
            self._attachment(found)
        elif isinstance(found, Metadata):
            said = dict(found.metadata)
            if found.name not in ("pult", "start", "end"):
                return
            if said.pop("check", "") != metadata_check(said):
                self._broken(Broken(0, f"the checksum of the metadata {found.name!r} does not fit"))
            else:
                self.notes[found.name] = said
        else:
            self._broken(found)

    def _broken(self, broken: Broken) -> None:
        if broken.message not in self.problems:
            self.problems.append(broken.message)

    def _attachment(self, found: Attachment) -> None:
        if found.name == "record.json" and self.opening is None:
            self.opening = read_opening(found.data, self.path)
            try:
                self.codec = RowCodec(self.opening.kept, self.opening.header.dt)
            except UsageError as error:
                raise RecordError(self.path, f"record.json: {error}") from None
        elif found.name.startswith(FOLDER):
            most = MAX_FILES - sum(map(len, self.files.values()))
            try:
                content = unpacked_content(found.media_type, found.data, most)
            except ValueError as error:
                self._broken(Broken(0, str(error)))
            else:
                self.files[found.name.removeprefix(FOLDER)] = content
        elif found.name == "result.json":
            try:
                self.result = msgspec.json.decode(found.data, type=dict[str, Any])
            except MALFORMED:
                self._broken(Broken(0, "the result is not JSON"))

    def _message(self, found: Scanned) -> None:
        if self.opening is None or self.codec is None:
            raise Damage(0, "messages come before the header")
        if found.sequence != self.count & 0xFFFFFFFF:
            raise Damage(0, "messages are missing")
        try:
            self._decode(found, self.codec)
        except (ValueError, TypeError, RecursionError, MemoryError) as error:
            raise Damage(0, f"a message of {found.topic[:40]} cannot be understood ({str(error)[:200]})") from None
        hash_message(self.digest, found.topic, found.log_time, found.data)
        self.count += 1
        self.reached = max(self.reached, found.log_time)

    def _decode(self, found: Scanned, codec: RowCodec) -> None:
        if found.topic == "/signals":
            if len(self.rows) + 8 * codec.size > self.max_bytes:
                raise Damage(0, f"its rows need more than {self.max_bytes >> 20} MiB", bound=True)
            if len(self.ticks) >= self.max_rows:
                raise Damage(0, f"it has more than {self.max_rows} rows", bound=True)
            tick, row = codec.decode(found.data)
            self.ticks.append(tick)
            self.real.append(found.publish_time * 1e-9 if found.publish_time != found.log_time else math.nan)
            self.rows += row.tobytes()
        elif found.topic == "/inputs":
            got = msgspec.json.decode(found.data, type=_Inputs)
            self.inputs.append(Input(got.tick, got.name, _value(got.value)))
        elif found.topic == "/commands":
            command = msgspec.json.decode(found.data, type=_Commands)
            self.commands.append(Command(command.tick, command.command))
        elif found.topic == "/events":
            event = msgspec.json.decode(found.data, type=_Events)
            self.events.append(Event(event.tick, event.time, event.kind, event.text, event.data))
        elif found.topic == "/state":
            keyframe = msgspec.json.decode(found.data, type=_States)
            try:
                state = base64.b64decode(keyframe.state, validate=True)
            except binascii.Error:
                raise ValueError("the state is not base64") from None
            if hashlib.sha256(state).hexdigest() != keyframe.hash:
                raise ValueError("the hash of the state does not fit")
            self.keyframes.append(Keyframe(keyframe.tick, state, keyframe.hash))
        elif found.topic == "/scene":
            self.scene.extend(msgspec.json.decode(found.data, type=_Scenes).entities)

    def stop(self, damage: Damage) -> None:
        """Remember why reading ends here."""
        when = f"after {self.reached * 1e-9:.2f} s"
        where = f" at byte {damage.at}" if damage.at else ""
        if damage.bound:
            self.problems.append(f"read for the first {self.reached * 1e-9:.2f} s only: {damage}")
        elif damage.cut:
            self.cut = True
            self.problems.append(f"cut off {when}: {damage}; everything up to the last complete chunk is read")
        else:
            self.problems.append(f"damaged {when} of the run{where}: {damage}; everything before it is read")

    def done(self) -> Record:
        if self.opening is None or self.codec is None:
            if self.cut:
                raise RecordError(self.path, "the file is cut off before its header; nothing can be read.")
            if self.problems:
                raise RecordError(self.path, f"nothing can be read: {'; '.join(self.problems)}.")
            raise RecordError(self.path, "this MCAP file is not a record of pult: it has no attachment record.json.")
        self._check(self.opening)
        versions = self.notes.get("pult", {})
        return Record(
            path=self.path,
            header=self.opening.header,
            channels=self.codec.channels,
            ticks=np.array(self.ticks, dtype=np.int64),
            real_times=np.array(self.real, dtype=np.float64),
            rows=np.frombuffer(self.rows, dtype=np.float64).reshape(len(self.ticks), self.codec.size),
            inputs=tuple(self.inputs),
            commands=tuple(self.commands),
            events=tuple(self.events),
            keyframes=tuple(self.keyframes),
            scene=tuple(self.scene),
            files=self.files,
            result=self.result,
            fingerprint=versions,
            started=self.notes.get("start", {}).get("time", ""),
            complete=not self.problems,
            problem="; ".join(self.problems),
            hash=self.digest.hexdigest(),
        )

    def _check(self, opening: Opening) -> None:
        """Check for missing parts of an undamaged file."""
        self.files = shared(self.files, opening.files)
        bad = [
            path
            for path, digest in opening.files.items()
            if path not in self.files or hashlib.sha256(self.files[path]).hexdigest() != digest
        ]
        for path in bad:
            self.files.pop(path, None)
        if bad and not self.cut:
            self.problems.append(f"documents are missing or damaged: {', '.join(sorted(bad))[:400]}")
        end = self.notes.get("end")
        if self.problems:
            return
        if end is None or "pult" not in self.notes:
            self.problems.append("a part of the file is missing")
        elif end.get("lost", "0") != "0":
            self.problems.append(f"{end['lost']} rows were lost while recording because the disk could not keep up")
        elif end.get("hash") != self.digest.hexdigest():
            self.problems.append("the messages are not those that were recorded: their hash does not fit")


def _value(value: Any) -> Any:
    """The original value of an input: strings for non-finite numbers become numbers."""
    if isinstance(value, list):
        return [_value(entry) for entry in value]
    return number(value) if is_nonfinite_text(value) else value
