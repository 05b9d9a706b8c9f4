"""A cheap list of the records of a project: each file is gone through once, without unpacking what is in it.

Only the frames of the file are followed and their checksum is made. That is enough to know what a record is of, how
long it is, what came of it, and whether it is whole.
"""

import contextlib
import re
import struct
import threading
import zlib
from collections.abc import Callable, Iterable
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
from pult.core.errors import choose
from pult.server.messages import RecordEntry
from pult.server.project import READ_ONLY, Project
from pult.server.wire import Refusal
from pult.sim.record.container import MAGIC

SUFFIX = ".mcap"
MOST_ATTACHMENT = 64 * 2**20
"""Longest attachment that is looked into [bytes]."""
_HEAD = struct.Struct("<BQ")
_SPAN = struct.Struct("<QQ")
BEING_WRITTEN = "it is being recorded now"


class RecordIndex:
    """The records of a project. Its methods may be called from any thread.

    Attributes:
        running: Tells which records are being written now.
    """

    def __init__(self, project: Project) -> None:
        """Begin with nothing read."""
        self.folder = project.records
        self._project = project.folder
        self.running: Callable[[], Iterable[str]] = tuple
        self._known: dict[str, tuple[int, int, RecordEntry]] = {}
        self._lock = threading.Lock()

    def changed(self) -> None:
        """There may be another record; what is listed is looked at anew with every list anyhow."""

    def path(self, name: str) -> Path:
        """The file of a record.

        Raises:
            Refusal: There is none of this name.
        """
        names = [path.name for path in self._paths()]
        if name not in names:
            raise Refusal(404, "not-found", f"There is no record {name[:100]!r}. {choose(name[:100], names)}")
        return self.folder / name

    def film(self, name: str) -> Path:
        """The file of the film of a record.

        Raises:
            Refusal: There is no such record, or no film of it.
        """
        path = film_of(self.path(name))
        if not self._is_held(path):
            raise Refusal(404, "not-found", "There is no film of this record yet; make one first.")
        return path

    def entries(self) -> list[RecordEntry]:
        """All records, the latest first."""
        found = [entry for path in self._paths() for entry in [self._entry(path)] if entry is not None]
        return sorted(found, key=lambda entry: (entry.started, entry.name), reverse=True)

    def entry(self, name: str) -> RecordEntry:
        """One record.

        Raises:
            Refusal: There is none of this name.
        """
        entry = self._entry(self.path(name))
        if entry is None:
            raise Refusal(404, "gone", f"The record {name[:100]!r} is gone.")
        return entry

    def delete(self, name: str) -> None:
        """Delete a record, and its film.

        Raises:
            Refusal: There is none of this name, or it is being written.
        """
        path = self.path(name)
        if name in self.running():
            raise Refusal(409, "busy", "This attempt is being recorded; end it before you delete its record.")
        try:
            path.unlink()
            film_of(path).unlink(missing_ok=True)
        except FileNotFoundError:
            pass
        except OSError as error:
            status, code = (403, "read-only") if error.errno in READ_ONLY else (500, "disk")
            raise Refusal(status, code, f"The record could not be deleted: {error.strerror}.") from None
        with self._lock:
            self._known.pop(name, None)

    def _paths(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if path.suffix == SUFFIX and self._is_held(path)]
        except OSError:
            return []

    def _is_held(self, path: Path) -> bool:
        """Whether a path is a file of the project; a link that leads out of it would give away what lies elsewhere."""
        try:
            if not path.is_symlink():
                return path.is_file()
            real = path.resolve()
            return real.is_relative_to(self._project.resolve()) and real.is_file()
        except (OSError, RuntimeError):
            return False

    def _entry(self, path: Path) -> RecordEntry | None:
        try:
            stat = path.stat()
            with self._lock:
                known = self._known.get(path.name)
            if known is None or known[:2] != (stat.st_size, stat.st_mtime_ns):
                known = (stat.st_size, stat.st_mtime_ns, _look_into(path, stat.st_size, stat.st_mtime))
                with self._lock:
                    self._known[path.name] = known
        except OSError:  # gone meanwhile
            return None
        entry = known[2]
        if entry.partial and path.name in self.running():
            return msgspec.structs.replace(entry, reason="running", partial=BEING_WRITTEN)
        return entry


def film_of(path: Path) -> Path:
    """File of the film of a record, whether there is one or not."""
    return path.with_suffix(".mp4")


# --- one file --------------------------------------------------------------------------------------------------------


@dataclass
class _Seen:
    """What has been found in a file so far."""

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


def _look_into(path: Path, size: int, changed: float) -> RecordEntry:
    seen = _Seen()
    with path.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            seen.problem = "this is not an MCAP file" if size else "the file is empty"
        else:
            _follow(stream, size, seen)
    if not seen.header and not seen.problem:
        seen.problem = "this MCAP file is no record of pult"
    more = _dict(seen.header.get("more"))
    result, score = _dict(seen.result), _dict(_dict(seen.result).get("score"))
    return RecordEntry(
        name=path.name,
        exercise=_text(seen.header.get("exercise")),
        title=_words(seen.exercise.get("title")) or _text(seen.header.get("exercise")) or path.stem,
        variant=_text(seen.header.get("variant")),
        operator=_text(more.get("operator")),
        pilot=_text(seen.header.get("pilot")),
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
    """Go through the frames of a file; what is wrong with it is noted."""
    crc, at = zlib.crc32(MAGIC), len(MAGIC)
    while True:
        head = stream.read(_HEAD.size)
        opcode, length = _HEAD.unpack(head) if len(head) == _HEAD.size else (0, size)
        if length > size - at - _HEAD.size:
            seen.problem = f"cut off after {seen.length:.2f} s: the file has no end"
            return
        content = stream.read(length)
        at += len(head) + len(content)
        if opcode == Opcode.DATA_END:
            break
        crc = zlib.crc32(content, zlib.crc32(head, crc))
        if opcode == Opcode.CHUNK and length >= _SPAN.size:
            begin, end = _SPAN.unpack_from(content)
            seen.first = begin if seen.first is None else min(seen.first, begin)
            seen.last = max(seen.last, end)
        elif opcode in (Opcode.ATTACHMENT, Opcode.METADATA) and length < MOST_ATTACHMENT:
            with contextlib.suppress(McapError, struct.error, ValueError, OverflowError, MemoryError):
                _note(opcode, content, seen)
    if int.from_bytes(content[:4], "little") not in (0, crc):
        seen.problem = "damaged: the checksum of the data does not fit; what is before the damage can be read"
        return
    stream.seek(-len(MAGIC), 2)
    if stream.read() != MAGIC:
        seen.problem = "the end of the file is missing; all data are there"


def _note(opcode: int, content: bytes, seen: _Seen) -> None:
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
        seen.exercise = _json(attachment.data)


def _json(data: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
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
    """A number of a size that every program can hold."""
    fits = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 2**53
    return kind(value) if fits else None


def _when(started: str, stem: str, changed: float) -> float:
    """When a record was begun [s since 1970]: as it says, as its name says, or when its file was changed."""
    with contextlib.suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(started).timestamp()
    if match := re.search(r"(\d{8}-\d{6})(-\d+)?$", stem):
        with contextlib.suppress(ValueError, OverflowError, OSError):
            return datetime.strptime(match[1], "%Y%m%d-%H%M%S").astimezone().timestamp()
    return changed
