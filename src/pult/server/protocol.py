"""HTTP connections with limits that uvicorn does not have: how many of one address, and time for a request's head."""

import asyncio
from collections import Counter
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIME = 10.0
"""Time for the head of a request to arrive [s]."""
MOST_CONNECTIONS = 128
"""Most open connections of one address."""


class GuardedProtocol(H11Protocol):
    """Closes connections that are too many, or that say nothing."""

    present: ClassVar[Counter[str]] = Counter()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timer: asyncio.TimerHandle | None = None
        self._address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection is there."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self.present[self._address] += 1
        if self.present[self._address] > MOST_CONNECTIONS:
            transport.close()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes have come."""
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocket, which is counted elsewhere."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        waiting = self.conn.their_state is h11.IDLE
        if not waiting and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        elif waiting and self._timer is None and self._address is not None:
            self._timer = self.loop.call_later(HEAD_TIME, self._close_idle)

    def _close_idle(self) -> None:
        self._timer = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._address is not None:
            self.present[self._address] -= 1
            self._address = None
