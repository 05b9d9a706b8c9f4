"""Recording a session to a file without blocking it.

The calls put copies on a queue; a thread encodes and writes them. It closes and writes the open chunk at least twice
per second, so that a killed process loses at most the last second.
"""

import os
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pult.core.errors import UsageError
from pult.record.file.backlog import Backlog
from pult.record.file.container import Container
from pult.record.file.documents import attached
from pult.record.file.fingerprint import fingerprint
from pult.record.file.header import Header, RecordError, write_opening
from pult.record.file.intake import Intake, Item, Message, Rows, State, real_time
from pult.record.file.numbers import text
from pult.record.file.picture import Poses
from pult.record.file.rows import RowCodec
from pult.record.file.schemas import topics

QUEUE_BYTES = 64 * 2**20
"""Memory of the write queue [bytes]."""
CHUNK_SECONDS = 0.5
"""Maximum time that a message stays in an open chunk [s]."""
SYNC_SECONDS = 5.0
"""Time between flushes to the disk (fsync) [s]."""
_YIELD_SECONDS = 1e-3
_TOO_SLOW = "the disk does not keep up; the record ends early."


class Recorder(Intake):
    """Writes one record.

    Only the constructor and `close` access the disk, and no call raises because of it: with a full disk the state
    becomes "failed", `problem` says why, and all closed chunks stay in the file. Usable as a context manager.

    Attributes:
        path: The file.
    """

    def __init__(
        self,
        path: str | Path,
        header: Header,
        files: Mapping[str, bytes] | None = None,
        *,
        compress: bool = True,
        overwrite: bool = False,
        apart: Sequence[str] = (),
        picture_hz: float = 30.0,
        when_full: Literal["drop", "wait"] = "drop",
        queue_bytes: int = QUEUE_BYTES,
        chunk_seconds: float = CHUNK_SECONDS,
        sync_seconds: float = SYNC_SECONDS,
    ) -> None:
        """Start a record: header and documents are written when this returns.

        Args:
            path: The file; it must not exist.
            header: The header.
            files: Documents of the run by path; the record contains them.
            compress: Whether chunks are compressed.
            overwrite: Whether an existing file is replaced.
            apart: Prefixes of the names of channels that are not written to ``/signals`` ("body.", "site.": they follow
                from qpos). Their poses are on ``/tf`` nevertheless.
            picture_hz: How often poses are written to ``/tf`` [1/s of simulated time]; 0 for never.
            when_full: What to do when the queue is full: "drop" rows and report it in the record (for real-time
                sessions), or let the caller "wait" (for runs as fast as possible, where results must not depend on the
                disk).
            queue_bytes: Memory of the write queue.
            chunk_seconds: Maximum time that a message stays in an open chunk [s].
            sync_seconds: Time between flushes to the disk (fsync) [s].

        Raises:
            RecordError: The file exists already, or cannot be written.
            UsageError: The header is not plain data, or a channel has a name that cannot be recorded.
        """
        super().__init__(header)
        self.path = Path(path)
        self._apart = tuple(apart)
        opening = write_opening(header, self._apart, files or {})
        self._codec = RowCodec((c for c in header.channels if not c.name.startswith(self._apart)), header.dt)
        self._poses = Poses(header.channels)
        self._stride = max(1, round(1 / (picture_hz * header.dt))) if picture_hz > 0 else 0
        self._backlog = Backlog(queue_bytes, wait=when_full == "wait", tell=self._lost)
        self._chunk_seconds = chunk_seconds
        self._sync_seconds = sync_seconds
        self._result: bytes | None = None
        self._problem = ""
        self._hash = ""
        self._waited: float | None = None  # waiting time of the last call of close
        self._opened: float | None = None  # when the open chunk got its first message
        self._synced = self._yielded = time.monotonic()
        self._descriptor = _open(self.path, overwrite)
        try:
            self._container = self._begin(opening, files or {}, compress)
        except OSError as error:
            os.close(self._descriptor)
            if not overwrite:  # it has just been created
                self.path.unlink(missing_ok=True)
            raise RecordError(path, f"cannot be written: {error.strerror}.") from None
        _keep_name(self.path)
        self._thread = threading.Thread(target=self._run, name="pult-recorder", daemon=True)
        self._thread.start()

    def _begin(self, opening: bytes, files: Mapping[str, bytes], compress: bool) -> Container:
        versions = fingerprint()
        container = Container(self._descriptor, f"pult {versions['pult']}", compress=compress)
        container.attach("record.json", "application/json", opening)
        for document in attached(files):
            container.attach(*document)
        container.note("pult", versions)
        # dates are here and in the publish times of messages; everything else is the same for the same run
        container.note("start", {"time": datetime.now(UTC).isoformat(timespec="seconds")})
        for topic, (name, schema) in topics(self._codec.fields, self.header.inputs, self.header.commands).items():
            container.topic(topic, name, schema)
        return container

    @property
    def state(self) -> Literal["recording", "failed", "closed"]:
        """Present state."""
        if self._thread.is_alive() and not self._problem:
            return "recording"
        return "closed" if self._hash else "failed"

    @property
    def lost(self) -> int:
        """Number of rows dropped because the queue was full."""
        return self._backlog.lost

    @property
    def problem(self) -> str:
        """Why the record is incomplete, for people; empty if it is complete."""
        if self._problem:
            return f"{self.path}: {self._problem}"
        if self._waited is not None and self._thread.is_alive():
            return f"{self.path}: the disk did not answer for {self._waited:g} s; the end of the record is not written."
        if self._backlog.overflow:
            return f"{self.path}: {_TOO_SLOW}"
        return f"{self.path}: {self.lost} rows were lost because the disk could not keep up." if self.lost else ""

    @property
    def data_hash(self) -> str:
        """SHA-256 over topic, log time and data of all messages; empty until the record is closed."""
        return self._hash

    def take(self, item: Item) -> None:
        """Queue an item, taking ownership of it; see `Intake`."""
        if not self._backlog.put(item) and not self._problem:
            raise UsageError(f"{self.path}: the record is closed; nothing more can be recorded.")

    def _lost(self, first: int, last: int, count: int) -> Message:
        """The event that reports lost rows."""
        said = f"{count} rows were lost because the disk could not keep up"
        data = {"first": first, "last": last, "count": count}
        event = {"tick": first, "time": first * self.header.dt, "kind": "frames lost", "text": said, "data": data}
        return Message(first, "/events", text(event), real_time())

    def close(self, result: Mapping[str, object] | None = None, timeout: float = 60.0) -> str:
        """Write the remaining data and the end of the file, and wait for it.

        Args:
            result: Outcome of the run, such as its score, as plain JSON data.
            timeout: Maximum time to wait for the disk [s].

        Returns:
            The same as `problem`: empty if the complete record is on the disk.
        """
        self._result = self._result or (None if result is None else text(result))
        self._backlog.end()
        self._thread.join(timeout)
        self._waited = timeout
        return self.problem

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        """The writing thread."""
        try:
            while True:
                items, last = self._backlog.take()
                for item in items:
                    self._write(item)
                self._keep_time()
                if self._backlog.overflow:
                    self._fail(_TOO_SLOW)
                    return
                if last:
                    self._finish()
                    return
        except OSError as error:
            self._fail(f"writing failed: {error.strerror or error}; the record ends early.")
        except Exception as error:  # noqa: BLE001 - a thread cannot raise to a caller, and the session must continue
            self._fail(f"writing failed ({type(error).__name__}: {error}); the record ends early.")
        finally:
            os.close(self._descriptor)

    def _write(self, item: Item) -> None:
        if isinstance(item, Rows):
            for tick, data in self._codec.encode(item.tick, item.rows):
                self._put("/signals", tick, data, item.real)
                if self._stride and tick % self._stride == 0 and self._poses:
                    row = item.rows[tick - item.tick]
                    self._put("/tf", tick, self._poses.encode(self.header.nanoseconds(tick), row), item.real)
        elif isinstance(item, State):
            self._put("/state", item.tick, item.encode(), item.real)
        else:
            self._put(item.topic, item.tick, item.data, item.real)
        self._backlog.written(item)
        if time.monotonic() - self._yielded > _YIELD_SECONDS:  # let the session have the interpreter
            time.sleep(0)
            self._yielded = time.monotonic()

    def _put(self, topic: str, tick: int, data: bytes, real: int) -> None:
        self._container.message(topic, self.header.nanoseconds(tick), data, real)
        if self._opened is None:
            self._opened = time.monotonic()
        self._keep_time()

    def _keep_time(self) -> None:
        """Close the chunk and flush the file when they are due."""
        now = time.monotonic()
        if self._opened is not None and now - self._opened >= self._chunk_seconds:
            self._container.close_chunk()
            self._opened = None
        if now - self._synced >= self._sync_seconds:
            self._container.synchronise()
            self._synced = time.monotonic()

    def _finish(self) -> None:
        self._container.close_chunk()
        if self._result is not None:
            self._container.attach("result.json", "application/json", self._result)
        end = {"complete": "false" if self.lost else "true", "lost": str(self.lost), "hash": self._container.data_hash}
        self._container.note("end", end)
        self._container.finish()
        self._hash = self._container.data_hash

    def _fail(self, reason: str) -> None:
        self._problem = reason
        self._backlog.abandon()
        with suppress(OSError):  # a partial chunk at the end is harmless: reading stops there
            self._container.cut()


def _keep_name(path: Path) -> None:
    """Flush the directory entry of a new file, where the system can."""
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _open(path: Path, overwrite: bool) -> int:
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0) | (os.O_TRUNC if overwrite else os.O_EXCL)
    try:
        return os.open(path, flags, 0o666)
    except FileExistsError:
        advice = "there is a file of this name already; records are overwritten only on request."
        raise RecordError(path, advice) from None
    except FileNotFoundError:
        raise RecordError(path, f"there is no folder {str(path.parent)!r}.") from None
    except OSError as error:
        raise RecordError(path, f"cannot be written: {error.strerror}.") from None
