"""Messages between two processes, without blocking either of them."""

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

MAX_BYTES = 64 * 2**20
"""Longest message [bytes]."""


class Mail:
    """One end of a pipe, with a receiving and a sending thread.

    Attributes:
        closed: Set when the other end is gone.
        dropped: Number of messages dropped to make room for newer ones.
    """

    def __init__(
        self,
        connection: Connection,
        on_message: Callable[[bytes], None],
        on_closed: Callable[[], None] = lambda: None,
        *,
        most: int,
    ) -> None:
        """Prepare this end; see `start`.

        Args:
            connection: This end of the pipe.
            on_message: Called for each message, in the receiving thread, which waits for it.
            on_closed: Called once when the other end is gone.
            most: Maximum number of unsent messages.
        """
        self.closed = threading.Event()
        self.dropped = 0
        self._connection, self._most = connection, most
        self._on_message, self._on_closed = on_message, on_closed
        self._change = threading.Condition()
        self._going: deque[tuple[bool, bytes]] = deque()  # whether it may be dropped, message
        self._sending = False
        self._reader = threading.Thread(target=self._read, name="pult-mail-in", daemon=True)
        self._writer = threading.Thread(target=self._write, name="pult-mail-out", daemon=True)

    def start(self) -> None:
        """Start to receive and to send."""
        self._reader.start()
        self._writer.start()

    def send(self, data: bytes, *, urgent: bool = False) -> bool:
        """Queue a message; returns whether there was room for it.

        Args:
            data: The message.
            urgent: It overtakes waiting messages, with twice as much room. It is sent in its turn as well, so that no
                earlier message undoes it.
        """
        with self._change:
            most = 2 * self._most if urgent else self._most
            if self.closed.is_set() or len(self._going) >= most or len(data) > MAX_BYTES:
                return False
            if urgent and self._going:
                self._going.appendleft((False, data))
            self._going.append((False, data))
            self._change.notify_all()
        return True

    def send_droppable(self, data: bytes) -> None:
        """Queue a message that may be dropped; the newest are kept."""
        with self._change:
            if self.closed.is_set():
                return
            if len(self._going) >= self._most:
                oldest = next((place for place, (may, _) in enumerate(self._going) if may), None)
                self.dropped += 1
                if oldest is None:
                    return
                del self._going[oldest]
            self._going.append((True, data))
            self._change.notify_all()

    @property
    def waiting(self) -> int:
        """Number of unsent messages."""
        return len(self._going)

    def flush(self, timeout: float) -> bool:
        """Wait until all messages are sent; returns whether they are."""
        with self._change:
            return self._change.wait_for(lambda: self.closed.is_set() or not (self._going or self._sending), timeout)

    def _read(self) -> None:
        try:
            while True:
                self._on_message(self._connection.recv_bytes(MAX_BYTES))
        except (EOFError, OSError):
            pass  # the other end is gone
        finally:
            self._shut()
            self._on_closed()

    def _write(self) -> None:
        while True:
            with self._change:
                self._sending = False
                self._change.notify_all()
                self._change.wait_for(lambda: self._going or self.closed.is_set())
                if self.closed.is_set():
                    return
                _, data = self._going.popleft()
                self._sending = True
            try:
                self._connection.send_bytes(data)
            except (OSError, ValueError):
                self._shut()
                return

    def _shut(self) -> None:
        with self._change:
            self.closed.set()
            self._going.clear()
            self._change.notify_all()

    def close(self) -> None:
        """Close this end, after the other end is gone."""
        self._shut()
        for thread in (self._reader, self._writer):
            if thread.is_alive() and thread is not threading.current_thread():
                thread.join(1.0)
        with suppress(OSError):
            self._connection.close()
