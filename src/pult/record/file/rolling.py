"""Rolling buffer of the last seconds of a session, as evidence of failures."""

import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pult.core.errors import UsageError
from pult.record.file.header import Header
from pult.record.file.intake import Intake, Item, Message, Rows, State
from pult.record.file.recorder import QUEUE_BYTES, Recorder

_PATIENCE = 4
"""Maximum duration without a keyframe, as a multiple of the wanted one."""


class RollingBuffer(Intake):
    """Keeps the last seconds of a session; has the interface of a `Recorder`.

    The buffer begins with a keyframe, so that a replay can start there, and covers at least the wanted time.
    States are complete: commands before the first of them are not needed.
    """

    def __init__(
        self,
        seconds: float,
        header: Header,
        files: Mapping[str, bytes] | None = None,
        *,
        apart: Sequence[str] = (),
        picture_hz: float = 30.0,
        max_bytes: int = 4 * QUEUE_BYTES,
    ) -> None:
        """Start empty.

        Args:
            seconds: Minimum duration to keep [s].
            header: The header.
            files: Documents of the run by path.
            apart: See `Recorder`.
            picture_hz: See `Recorder`.
            max_bytes: Maximum memory; beyond it the oldest items are dropped, even keyframes.

        Raises:
            UsageError: The time is not above 0.
        """
        super().__init__(header)
        if not seconds > 0:
            raise UsageError(f"a rolling buffer keeps a time above 0 s, not {seconds!r}.")
        self._span = round(seconds / header.dt)
        self._files = dict(files or {})
        self._apart = tuple(apart)
        self._picture_hz = picture_hz
        self._most_bytes = max_bytes
        self._lock = threading.Lock()
        self._scenes: list[Message] = []
        self._items: deque[Item] = deque()
        self._keys: deque[int] = deque()  # ticks of the keyframes among the items
        self._bytes = 0
        self._newest = header.first_tick

    @property
    def first_tick(self) -> int:
        """Tick at which a dump would begin."""
        with self._lock:
            return self._first()

    def take(self, item: Item) -> None:
        """Keep an item and drop old ones; see `Intake`."""
        with self._lock:
            if isinstance(item, Message) and item.topic == "/scene":
                self._scenes = [item]
                return
            if isinstance(item, State):
                self._keys.append(item.tick)
            self._items.append(item)
            self._bytes += item.weight
            last = item.tick + len(item.rows) - 1 if isinstance(item, Rows) else item.tick
            self._newest = max(self._newest, last)
            self._forget()

    def _forget(self) -> None:
        limit = self._newest - self._span
        while len(self._keys) > 1 and self._keys[1] <= limit:
            self._drop()  # the first keyframe, or items before it
            while self._items and not isinstance(self._items[0], State):
                self._drop()
        if self._keys and not isinstance(self._items[0], State) and self._keys[0] <= limit:
            while not isinstance(self._items[0], State):
                self._drop()
        hopeless = self._newest - _PATIENCE * self._span
        while len(self._items) > 1 and (self._bytes > self._most_bytes or self._items[0].tick < hopeless):
            self._drop()

    def _drop(self) -> None:
        item = self._items.popleft()
        self._bytes -= item.weight
        if isinstance(item, State):
            self._keys.popleft()

    def _first(self) -> int:
        return min((item.tick for item in self._items), default=self._newest)

    def close(self, result: Mapping[str, object] | None = None) -> str:  # noqa: ARG002 - the same call as a recorder's
        """Discard everything without writing. Has the signature of `Recorder.close`, and never reports a problem."""
        with self._lock:
            self._items.clear()
            self._keys.clear()
            self._scenes.clear()
            self._bytes = 0
        return ""

    def dump(
        self, path: str | Path, reason: str, result: Mapping[str, object] | None = None, *, overwrite: bool = False
    ) -> str:
        """Write the buffer as a record.

        Args:
            path: The file.
            reason: Why, for people; written to the header.
            result: Outcome of the run, as plain JSON data.
            overwrite: Whether an existing file is replaced.

        Returns:
            Why the record is incomplete; empty if it is complete.

        Raises:
            RecordError: The file exists already, or cannot be written.
        """
        with self._lock:
            first = self._first()
            items: list[Item] = [*self._scenes, *self._items]
        header = replace(self.header, first_tick=first, reason=reason)
        recorder = Recorder(
            path,
            header,
            self._files,
            overwrite=overwrite,
            apart=self._apart,
            picture_hz=self._picture_hz,
            when_full="wait",
        )
        for item in items:
            recorder.take(item)
        return recorder.close(result)
