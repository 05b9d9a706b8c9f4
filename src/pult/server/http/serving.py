"""The uvicorn server of the application, with its limits."""

import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from pult.server.http.protocol import GuardedSocket, guarded_protocol

KEEP_ALIVE = 20
"""Time limit of an idle connection [s]."""
MAX_HEAD = 16 * 1024
"""Largest header of a request [bytes]."""
MAX_FRAME = 1024 * 1024
"""Largest WebSocket message from a page [bytes]; a longer one ends the connection."""
ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""Signals that ask a program to end: Ctrl-C, `kill`, a closed terminal, Ctrl-Break."""


@contextmanager
def ended_by(handler: Callable[[int, Any], None]) -> Iterator[None]:
    """Install a handler for the signals that ask the program to end; ignored ones stay ignored (`nohup`)."""
    before = {number: signal.getsignal(number) for number in ENDING}
    heard = {number: old for number, old in before.items() if old is not signal.SIG_IGN}
    try:
        for number in heard:
            signal.signal(number, handler)
        yield
    finally:
        for number, old in heard.items():
            signal.signal(number, old)


class Server(uvicorn.Server):
    """A server that reports when it is ready, and returns when a signal asks it to end."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report that it is ready."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Shut down gracefully on a signal, without raising it again: that would skip the caller's cleanup."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        with ended_by(self.handle_exit):
            yield


def server_for(app: Any, ready: Callable[[], None]) -> Server:
    """A server for the application; requests are not logged, because addresses hold the token."""
    config = uvicorn.Config(
        app,
        http=guarded_protocol(),
        ws=GuardedSocket,
        log_level="error",  # strangers who send nonsense must not fill the terminal
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=MAX_HEAD,
        ws_max_size=MAX_FRAME,
        ws_max_queue=64,
        ws_ping_interval=10.0,
        ws_ping_timeout=20.0,
    )
    return Server(config, ready)
