"""Write queue of a recorder: bounded in memory, and never blocks a real-time session."""

import threading
from collections.abc import Callable

from pult.record.file.intake import Item, Rows

_WAKE_BYTES = 2**20
_POLL_SECONDS = 0.1


class Backlog:
    """Queue between a session and the writing thread.

    Attributes:
        lost: Number of rows dropped because the queue was full.
        overflow: Whether the queue was full for items that must not be dropped, so that the record has to end.
    """

    def __init__(self, max_bytes: int, *, wait: bool, tell: Callable[[int, int, int], Item]) -> None:
        """Start empty.

        Args:
            max_bytes: Memory for rows; all other items, which are small, may take the same amount.
            wait: Whether a call waits for room; if not, rows are dropped.
            tell: Makes the item that reports dropped rows, from the first and last tick and the number of rows.
        """
        self.lost = 0
        self.overflow = False
        self._most_bytes = max_bytes
        self._wait = wait
        self._tell = tell
        self._room = threading.Condition()
        self._wake = threading.Event()
        self._items: list[Item] = []
        self._bytes = 0
        self._gap: tuple[int, int, int] | None = None
        self._ended = False

    def put(self, item: Item) -> bool:
        """Queue an item; false if the queue has been ended."""
        with self._room:
            while self._wait and self._bytes > self._most_bytes and not self._ended:
                self._wake.set()
                self._room.wait(_POLL_SECONDS)
            if self._ended or self.overflow:
                return not self._ended
            if not self._wait and isinstance(item, Rows) and self._bytes + item.weight > self._most_bytes:
                self._drop(item)
            elif not self._wait and self._bytes + item.weight > 2 * self._most_bytes:
                self.overflow = True
            else:
                if isinstance(item, Rows):  # reported once, after the gap: reports would fill the queue
                    self._tell_gap()
                self._append(item)
            if self._bytes > _WAKE_BYTES:
                self._wake.set()
            return True

    def take(self) -> tuple[list[Item], bool]:
        """Wait briefly for items; returns all, and whether they are the last. They occupy room until `written`."""
        self._wake.wait(_POLL_SECONDS)
        self._wake.clear()
        with self._room:
            items, self._items = self._items, []
            return items, self._ended

    def written(self, item: Item) -> None:
        """Free the room of an item."""
        with self._room:
            self._bytes -= item.weight
            self._room.notify_all()

    def end(self) -> None:
        """Accept no more items; those in the queue can still be written."""
        with self._room:
            if not self._ended:
                self._tell_gap()
            self._ended = True
            self._wake.set()
            self._room.notify_all()

    def abandon(self) -> None:
        """Accept no more items and discard those in the queue."""
        with self._room:
            self._ended = True
            self._items.clear()
            self._bytes = 0
            self._room.notify_all()

    def _append(self, item: Item) -> None:
        self._items.append(item)
        self._bytes += item.weight

    def _drop(self, item: Rows) -> None:
        last = item.tick + len(item.rows) - 1
        first, _, count = self._gap or (item.tick, last, 0)
        self._gap = (first, last, count + len(item.rows))
        self.lost += len(item.rows)

    def _tell_gap(self) -> None:
        if self._gap is not None:
            self._append(self._tell(*self._gap))
            self._gap = None
