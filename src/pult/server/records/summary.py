"""Summary of a record from its file, without decompressing it.

Only the framing of the file is parsed and its checksum computed. That is enough for the subject of a record, its
duration, its result, and whether it is complete. Whatever a file claims, no more than a few MiB of it are in memory.
"""

import contextlib
import itertools
import re
import struct
import zlib
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.opcode import Opcode
from mcap.records import Attachment, Metadata

from pult.core.document import Text
from pult.core.malformed import MALFORMED
from pult.record.file.container import MAGIC
from pult.record.file.documents import unpacked_content
from pult.record.file.scan import MAX_CHUNK, crc_of
from pult.server.messages import RecordEntry

MAX_ATTACHMENT = 8 * 2**20
"""Largest attachment that is read [bytes]; headers, results and exercises are far smaller."""
MAX_CHECKED = 2**30
"""Largest file whose checksum is computed for a list [bytes]: some seconds of work."""
MAX_FRAMES = 1_000_000
"""Maximum number of parts that are parsed: a day of recording."""
_HEAD = struct.Struct("<BQ")
_SPAN = struct.Struct("<QQ")
_PARTS = frozenset(
    [
        Opcode.HEADER, Opcode.SCHEMA, Opcode.CHANNEL, Opcode.MESSAGE, Opcode.CHUNK, Opcode.MESSAGE_INDEX,
        Opcode.ATTACHMENT, Opcode.METADATA, Opcode.DATA_END, *range(0x80, 0x100),
    ]
)  # fmt: skip


@dataclass
class _Seen:
    """What has been found so far in a file."""

    header: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    exercise: dict[str, Any] = field(default_factory=dict)
    started: str = ""
    first: int | None = None
    last: int = 0
    problem: str = ""

    @property
    def length(self) -> float:
        return 0.0 if self.first is None else max(0.0, (self.last - self.first) * 1e-9)


def summarise_record(path: Path, size: int, changed: float) -> RecordEntry:
    """Summarise a record for a list.

    Args:
        path: Its file.
        size: Size of the file [bytes].
        changed: Modification time [s since 1970].

    Raises:
        OSError: It cannot be read.
    """
    seen = _Seen()
    with path.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            seen.problem = "this is not an MCAP file" if size else "the file is empty"
        else:
            _follow(stream, size, seen)
    if not seen.header and not seen.problem:
        seen.problem = "this MCAP file is not a record of pult"
    more = _dict(seen.header.get("more"))
    result, score = _dict(seen.result), _dict(_dict(seen.result).get("score"))
    return RecordEntry(
        name=path.name,
        exercise=_text(seen.header.get("exercise")),
        title=_words(seen.exercise.get("title")) or _text(seen.header.get("exercise")) or path.stem,
        variant=_text(seen.header.get("variant")),
        operator=_text(more.get("operator")),
        pilot=_text(seen.header.get("pilot")),
        assisted=result.get("taken_over") is not None,
        seed=_number(seen.header.get("seed"), int) or 0,
        started=_when(seen.started, path.stem, changed),
        time=seen.length,
        points=_number(score.get("points"), float),
        medal=_text(score.get("medal")),
        success=result.get("success") is True,
        reason=_text(result.get("reason")) or _text(score.get("reason")) or "interrupted",
        partial=seen.problem,
        size=size,
    )


def _follow(stream: BinaryIO, size: int, seen: _Seen) -> None:
    """Parse the parts of a file and note its faults, with bounded memory."""
    crc, at = zlib.crc32(MAGIC), len(MAGIC)
    checked = size <= MAX_CHECKED
    for count in itertools.count():
        head = stream.read(_HEAD.size)
        opcode, length = _HEAD.unpack(head) if len(head) == _HEAD.size else (0, size)
        if length > size - at - _HEAD.size:
            seen.problem = f"cut off after {seen.length:.2f} s: the file has no end"
            return
        if opcode not in _PARTS or length > MAX_CHUNK or count > MAX_FRAMES:
            seen.problem = f"damaged after {seen.length:.2f} s: what follows is no part of a record"
            return
        known = stream.read(min(length, _wanted(opcode, length)))
        if opcode == Opcode.DATA_END:
            break
        _note(opcode, length, known, seen)
        if checked:
            crc = crc_of(stream, length - len(known), zlib.crc32(known, zlib.crc32(head, crc)))
        else:
            stream.seek(length - len(known), 1)
        at += len(head) + length
    if checked and int.from_bytes(known[:4], "little") not in (0, crc):
        seen.problem = "damaged: the checksum of the data does not fit; what is before the damage can be read"
        return
    stream.seek(-len(MAGIC), 2)
    if stream.read() != MAGIC:
        seen.problem = "the end of the file is missing; all data are there"


def _wanted(opcode: int, length: int) -> int:
    """How much of a part is read [bytes]."""
    if opcode in (Opcode.ATTACHMENT, Opcode.METADATA):
        return length if length <= MAX_ATTACHMENT else 0
    return _SPAN.size


def _note(opcode: int, length: int, known: bytes, seen: _Seen) -> None:
    if opcode == Opcode.CHUNK and len(known) == _SPAN.size:
        begin, end = _SPAN.unpack(known)
        seen.first = begin if seen.first is None else min(seen.first, begin)
        seen.last = max(seen.last, end)
    elif opcode in (Opcode.ATTACHMENT, Opcode.METADATA) and len(known) == length:
        with contextlib.suppress(McapError, struct.error, ValueError, OverflowError, MemoryError):
            _take(opcode, known, seen)


def _take(opcode: int, content: bytes, seen: _Seen) -> None:
    data = ReadDataStream(BytesIO(content))
    if opcode == Opcode.METADATA:
        metadata = Metadata.read(data)
        if metadata.name == "start":
            seen.started = metadata.metadata.get("time", "")
        return
    attachment = Attachment.read(data)
    if attachment.name == "record.json":
        seen.header = _json(attachment.data)
    elif attachment.name == "result.json":
        seen.result = _json(attachment.data)
    elif attachment.name.startswith("files/exercises/") and attachment.name.endswith(".json"):
        with contextlib.suppress(ValueError):
            seen.exercise = _json(unpacked_content(attachment.media_type, attachment.data, MAX_ATTACHMENT))


def _json(data: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except MALFORMED:
        return {}


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _words(value: Any) -> Text:
    if isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
        return value
    return _text(value)


def _number(value: Any, kind: Any) -> Any:
    """A number in the range of a double."""
    fits = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 2**53
    return kind(value) if fits else None


def _when(started: str, stem: str, changed: float) -> float:
    """Start time of a record [s since 1970]: from its header, its name, or the file's modification time."""
    with contextlib.suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(started).timestamp()
    if match := re.search(r"(\d{8}-\d{6})(-\d+)?$", stem):
        with contextlib.suppress(ValueError, OverflowError, OSError):
            return datetime.strptime(match[1], "%Y%m%d-%H%M%S").astimezone().timestamp()
    return changed
