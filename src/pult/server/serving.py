"""The web server around the application, with its limits."""

import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from pult.server.protocol import GuardedProtocol

KEEP_ALIVE = 20
"""How long an idle connection is kept [s]."""
MOST_AT_ONCE = 256
"""Most connections and requests at the same time, of all addresses."""
MOST_HEAD = 16 * 1024
"""Most bytes of the head of a request."""
MOST_FRAME = 1024 * 1024
"""Most bytes of a WebSocket message from a page; a longer one ends the connection."""


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def server_for(app: Any, ready: Callable[[], None]) -> Server:
    """A server for the application; requests are not logged, because addresses hold the token."""
    config = uvicorn.Config(
        app,
        http=GuardedProtocol,
        ws="websockets-sansio",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=3,
        limit_concurrency=MOST_AT_ONCE,
        h11_max_incomplete_event_size=MOST_HEAD,
        ws_max_size=MOST_FRAME,
        ws_max_queue=64,
        ws_ping_interval=10.0,
        ws_ping_timeout=20.0,
    )
    return Server(config, ready)
