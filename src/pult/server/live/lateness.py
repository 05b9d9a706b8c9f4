"""Lateness of the server itself: reported to the sessions, which would take it for silence of operators."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable

from pult.realtime import SessionProcess

BEAT = 0.02
"""Time between two signs of the event loop [s]."""
LOOK = 0.04
"""Time between two looks at them [s]."""
LATE = 0.1
"""Silence of the event loop that is reported [s]."""


class Lateness:
    """Watches the event loop from a thread of its own.

    What pages send is read by the event loop. While that is busy, signs of life lie unread, and nobody but the server
    knows: it says so to every session that has an operator.
    """

    def __init__(self, operated: Callable[[], Iterable[SessionProcess]]) -> None:
        """Begin to watch the running event loop.

        Args:
            operated: Gives the processes of the sessions that have an operator; called in another thread.
        """
        self._operated = operated
        self._seen = time.monotonic()
        self._ended = threading.Event()
        self._beating = asyncio.get_running_loop().create_task(self._beat())
        threading.Thread(target=self._watch, name="pult-lateness", daemon=True).start()

    @property
    def seconds(self) -> float:
        """How long the event loop has not come round [s]."""
        return max(0.0, time.monotonic() - self._seen - BEAT)

    async def _beat(self) -> None:
        while True:
            self._seen = time.monotonic()
            await asyncio.sleep(BEAT)

    def _watch(self) -> None:
        while not self._ended.wait(LOOK):
            if self.seconds > LATE:
                for process in self._operated():
                    process.server_is_late()

    def close(self) -> None:
        """Watch no more."""
        self._ended.set()
        self._beating.cancel()
