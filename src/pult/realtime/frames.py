"""The newest frame of a session, in shared memory: one writer, any number of readers, wait-free.

Three slots are written in turn. A slot holds its number, the frame and a checksum of both; the number of the newest
is written last. A reader copies the newest slot and accepts it only if number and checksum match. A torn copy, which
the writer has overwritten in the meantime, is repeated.
"""

import struct
import time
import zlib
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.realtime import memory

SLOTS = 3
MAX_TRIES = 16
"""Maximum number of attempts of a reader to copy a frame."""
STATES = ("ready", "running", "halted", "ended")
"""States of a real-time session after it is open."""
_MAGIC = b"pultfrm1"
_HEAD = struct.Struct("<8sQQ")  # magic, numbers in a row, numbers of the status
_BEAT = struct.Struct("<q")  # last sign of life of the writer [ns]
_NEWEST = struct.Struct("<Q")  # number of the newest frame
_BEAT_AT = _HEAD.size
_NEWEST_AT = _BEAT_AT + _BEAT.size
_SLOTS_AT = 64  # a cache line: the number written last is apart from the slots
_FRAME = struct.Struct("<Qqdq")  # number, tick, time [s], when it was written [ns]
_CHECK = struct.Struct("<Q")


class Status(NamedTuple):
    """Status of a session.

    Attributes:
        state: One of `STATES`.
        speed: Simulated time over real time.
        stopped: Whether the drives are stopped.
        operator: Whether an operator is connected and responding.
        overruns: Control steps that ended after their period.
        worst: Maximum lateness of a step [s].
        lost: Real time lost in stalls [s].
        p50, p99: Median and 99th percentile of the recent real time between steps [s].
    """

    state: str = "ready"
    speed: float = 1.0
    stopped: bool = False
    operator: bool = False
    overruns: int = 0
    worst: float = 0.0
    lost: float = 0.0
    p50: float = 0.0
    p99: float = 0.0

    def numbers(self) -> tuple[float, ...]:
        """As numbers."""
        return (float(STATES.index(self.state)), *map(float, self[1:]))

    @staticmethod
    def of(numbers: tuple[float, ...]) -> "Status":
        """Inverse of `numbers`."""
        state, speed, stopped, operator, overruns, *times = numbers
        return Status(STATES[int(state)], speed, bool(stopped), bool(operator), int(overruns), *times)


_STATUS = struct.Struct(f"<{len(Status._fields)}d")


class Frame(NamedTuple):
    """A frame.

    Attributes:
        tick: Control steps done.
        time: Time since the session began [s].
        row: All signals; see `Session.channels`. Shape (size,).
        status: Status of the session.
        written: When it was written, on the clock of `time.monotonic` [s].
    """

    tick: int
    time: float
    row: Array
    status: Status
    written: float


def _slot_size(size: int) -> int:
    return _FRAME.size + _STATUS.size + 8 * size + _CHECK.size


class FrameWriter:
    """Publishes frames; there is one writer per name."""

    def __init__(self, name: str, size: int) -> None:
        """Create the shared memory.

        Args:
            name: An unused name; see `pult.realtime.memory.new_name`.
            size: Numbers in a row.
        """
        self.name, self._size, self._number = name, size, 0
        self._memory = memory.create(name, _SLOTS_AT + SLOTS * _slot_size(size))
        data = self._memory.buf
        if data is None:
            raise UsageError(f"the shared memory {name!r} cannot be used.")
        self._data = data
        _NEWEST.pack_into(self._data, _NEWEST_AT, 0)
        self.beat()
        _HEAD.pack_into(self._data, 0, _MAGIC, size, len(Status._fields))

    def write(self, tick: int, seconds: float, row: Array, status: Status) -> None:
        """Publish a frame."""
        self._number += 1
        now = time.monotonic_ns()
        said = _FRAME.pack(self._number, tick, seconds, now) + _STATUS.pack(*status.numbers())
        body = said + np.ascontiguousarray(row, dtype=np.float64).tobytes()
        if len(body) != _slot_size(self._size) - _CHECK.size:
            raise UsageError(f"a row of this session has {self._size} numbers, not {np.size(row)}.")
        start = _SLOTS_AT + self._number % SLOTS * _slot_size(self._size)
        self._data[start : start + _slot_size(self._size)] = body + _CHECK.pack(zlib.crc32(body))
        _NEWEST.pack_into(self._data, _NEWEST_AT, self._number)
        _BEAT.pack_into(self._data, _BEAT_AT, now)

    def beat(self) -> None:
        """Signal that the session is alive, without a new frame."""
        _BEAT.pack_into(self._data, _BEAT_AT, time.monotonic_ns())

    def close(self) -> None:
        """Remove the shared memory; readers that have it open keep their view."""
        self._data.release()
        self._memory.close()
        with suppress(FileNotFoundError):  # already removed
            self._memory.unlink()


class FrameReader:
    """Reads the newest frame of a session, from any process."""

    def __init__(self, name: str) -> None:
        """Open the shared memory.

        Raises:
            UsageError: There is none of this name, or it does not contain frames.
        """
        self.name = name
        self._look = memory.open_view(name)
        self._seen = 0
        magic, size, statuses = _HEAD.unpack_from(self._look.data, 0)
        if magic != _MAGIC or statuses != len(Status._fields):
            self._look.close()
            raise UsageError(f"the shared memory {name!r} holds no frames that this pult reads.")
        self.size = int(size)

    @property
    def age(self) -> float:
        """Time since the last sign of life of the session [s]; a paused session gives them, too."""
        [beat] = _BEAT.unpack_from(self._look.data, _BEAT_AT)
        return max(0.0, (time.monotonic_ns() - int(beat)) * 1e-9)

    def read(self) -> Frame | None:
        """The newest frame, or None if this reader has already returned it."""
        return self._copy(self._seen)

    def newest(self) -> Frame | None:
        """The newest frame, even if it was returned before; None if there is none yet."""
        return self._copy(0)

    def _copy(self, seen: int) -> Frame | None:
        length = _slot_size(self.size)
        for _ in range(MAX_TRIES):
            [number] = _NEWEST.unpack_from(self._look.data, _NEWEST_AT)
            if number == seen:
                return None
            start = _SLOTS_AT + number % SLOTS * length
            copy = bytes(self._look.data[start : start + length])
            [check] = _CHECK.unpack_from(copy, length - _CHECK.size)
            found, tick, seconds, written = _FRAME.unpack_from(copy, 0)
            if found != number or zlib.crc32(copy[: -_CHECK.size]) != check:
                continue
            self._seen = number
            status = Status.of(_STATUS.unpack_from(copy, _FRAME.size))
            row = np.frombuffer(copy, np.float64, self.size, _FRAME.size + _STATUS.size)
            return Frame(tick, seconds, row, status, written * 1e-9)
        return None

    def close(self) -> None:
        """Close this reader."""
        self._look.close()
