"""HTTP and WebSocket protocols with limits that uvicorn lacks: unauthenticated connections, and slow requests."""

import asyncio
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pult.server.http.visitors import Visitor, Visitors

HEAD_TIME = 10.0
"""Time limit for the header of a request to arrive [s]."""
LINGER = 2.0
"""Time limit for the rest of a body after its request was answered early [s]."""
VISITOR = "visitor"
"""Key of the `Visitor` in the state of a request."""


class GuardedProtocol(H11Protocol):
    """HTTP protocol that closes excess or overdue unauthenticated connections, and those with unfinished requests."""

    visitors: ClassVar[Visitors]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.app_state = dict(self.app_state)  # each connection has its own, which its requests see
        self._timer: asyncio.TimerHandle | None = None
        self._patience: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register a new connection."""
        super().connection_made(transport)
        self.app_state[VISITOR] = self.visitors.arrive(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._unwatch()
        visitor: Visitor = self.app_state[VISITOR]
        visitor.left()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Handle received bytes, and watch an unfinished request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Stop or restart the watch after a response."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._unwatch()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuse malformed HTTP, unless a response has been started already."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        if cycle is not None and not cycle.response_complete:  # the response of an unfinished cycle would reach nobody
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _watch(self) -> None:
        """Start the timeout of an unfinished request."""
        unwanted = self.conn.their_state is h11.SEND_BODY and self.conn.our_state is h11.DONE
        patience = HEAD_TIME if self.conn.their_state is h11.IDLE else LINGER if unwanted else None
        if patience != self._patience:
            self._unwatch()
        if patience is not None and self._timer is None and not self.transport.is_closing():
            self._timer, self._patience = self.loop.call_later(patience, self.transport.abort), patience

    def _unwatch(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = self._patience = None


class GuardedSocket(WebSocketsSansIOProtocol):
    """WebSocket protocol whose connection is unauthenticated until its first request has shown a secret."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        visitor: Visitor = self.app_state[VISITOR]
        visitor.left()
        super().connection_lost(exc)


def guarded_protocol() -> type[GuardedProtocol]:
    """Protocol class of one server, whose connections are counted together."""
    return type("ServerProtocol", (GuardedProtocol,), {"visitors": Visitors()})
