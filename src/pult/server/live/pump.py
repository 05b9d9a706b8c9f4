"""The frames of a session as its clients need them: read as they come, kept until each client has had them."""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channels
from pult.realtime.frames import Frame, FrameReader
from pult.server.live.frames import pose_indices, poses_of

POLL = 0.002
"""Time between two looks for a new frame while the session runs [s]."""
POLL_PAUSED = 0.02
MAX_ROWS = 200
"""Rows that are kept for clients that have not had them yet."""


class Kept(NamedTuple):
    """A frame that clients may still need.

    Attributes:
        number: Counts the frames kept, from 1.
        frame: The frame.
    """

    number: int
    frame: Frame


class Pump:
    """Reads the frames of one session, all of them as long as it keeps up. Nobody can make it wait.

    Attributes:
        channels: Layout of a row.
        newest: The newest frame, or None.
        published: Counts what was read, new rows or not.
        described: Number of the description that the frames follow.
    """

    def __init__(self, told: Callable[[], None]) -> None:
        """Begin without a session.

        Args:
            told: Called when there is a new frame; it must return at once.
        """
        self._told = told
        self._reader: FrameReader | None = None
        self._rows: deque[Kept] = deque(maxlen=MAX_ROWS)
        self._number = 0
        self._indices: NDArray[np.intp] = np.empty((0, 7), dtype=np.intp)
        self._poses: tuple[int, NDArray[np.float32]] = (-1, np.empty((0, 7), dtype=np.float32))
        self.channels = Channels(())
        self.newest: Frame | None = None
        self.published = 0
        self.described = 0
        self.dt = 0.0

    def open(self, reader: FrameReader, channels: Channels, described: int, dt: float) -> None:
        """Read another session from now on."""
        self.close()
        self._reader, self.channels, self.described, self.dt = reader, channels, described, dt
        self._indices = pose_indices(channels) if any(c.name.startswith("body.") for c in channels) else _NONE
        self._rows.clear()
        self.newest = None
        self.poll()

    def close(self) -> None:
        """Read no more."""
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()

    @property
    def age(self) -> float:
        """How long the session has not shown that it is alive [s]."""
        return self._reader.age if self._reader is not None else 0.0

    @property
    def last(self) -> int:
        """Number of the newest row."""
        return self._number

    def poll(self) -> bool:
        """Look for a new frame; returns whether there was one."""
        frame = self._reader.read() if self._reader is not None else None
        if frame is None:
            return False
        before = self.newest
        self.newest = frame
        self.published += 1
        again = before is not None and before.tick == frame.tick and np.array_equal(before.row, frame.row)
        if not again:  # while a session stands still only its status changes, and that is no row
            self._number += 1
            self._rows.append(Kept(self._number, frame))
        self._told()
        return True

    def since(self, number: int) -> list[Kept]:
        """Rows after that of a number, the oldest first; at most `MAX_ROWS`."""
        count = min(self._number - number, len(self._rows))
        if count <= 0:
            return []
        return [self._rows[index] for index in range(len(self._rows) - count, len(self._rows))]

    def poses(self) -> NDArray[np.float32]:
        """Poses of all bodies in the newest frame. Shape (n, 7)."""
        if self.newest is not None and self._poses[0] != self.published:
            self._poses = (self.published, poses_of(self.newest.row, self._indices))
        return self._poses[1]

    @property
    def usual_gap(self) -> int:
        """Ticks from one row to the next that do not count as missing rows."""
        return max(1, math.ceil(3 * POLL / self.dt)) if self.dt > 0.0 else 1

    async def run(self) -> None:
        """Look for frames until cancelled."""
        while True:
            self.poll()
            running = self.newest is not None and self.newest.status.state == "running"
            await asyncio.sleep(POLL if running else POLL_PAUSED)


_NONE = np.empty((0, 7), dtype=np.intp)
