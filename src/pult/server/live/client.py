"""One page that looks at a session: what waits to be sent to it, and the task that sends it.

Messages wait in a bounded queue; a page that lets it fill is disconnected. Frames do not wait: a page gets the newest,
with the rows of signals since the one before. So a slow page misses frames and affects no other page.
"""

import asyncio
import secrets
import time
from collections import deque
from contextlib import suppress

import msgspec
import numpy as np
from numpy.typing import NDArray
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pult.core.errors import UsageError
from pult.server.http.language import language
from pult.server.live.frames import pack_frame, watched_indices
from pult.server.live.pump import Pump
from pult.server.messages import Message, Watch
from pult.server.translation.messages import translated
from pult.server.translation.translator import ENGLISH

MAX_WAITING = 512
"""Messages that may wait for a page."""
INTERVAL = 0.016
"""Shortest time from one frame to the next, if nothing was done just now [s]."""
MAX_SIGNALS = 4096
"""Numbers in a row that a page may watch."""
MAX_TOLD = 8
"""Maximum number of unknown signals that are reported to a page."""
PATIENCE = 30.0
"""Time that a page may take to read one message [s]."""
TOO_SLOW = 4008
"""Code with which a page is disconnected that does not read what it is sent."""

_encoder = msgspec.json.Encoder()
_NONE = np.empty(0, dtype=np.intp)


def encoded(message: Message, language: str = ENGLISH) -> str:
    """A message as text, for a page of this language."""
    return _encoder.encode(translated(message, language)).decode()


class Client:
    """A page that is connected.

    Attributes:
        id: Name of the connection.
        gone: Set when it is to be disconnected; see `reason`.
        reason: Close code and why.
        language: Language of the page; that of the request which opened the connection, until the page says another.
    """

    def __init__(self, socket: WebSocket, pump: Pump) -> None:
        """Begin with nothing to send and no signals watched."""
        self.id = secrets.token_hex(6)
        self._socket, self._pump = socket, pump
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self.gone = asyncio.Event()
        self.reason = (1000, "")
        self.language = language()
        self._watch = Watch(number=0, signals=[])
        self._indices = _NONE
        self._described = -1
        self._row = self._published = self._tick = -1
        self._sent = -INTERVAL
        self._urgent = False
        self._timer: asyncio.TimerHandle | None = None
        self._since: float | None = None  # when the present sending began

    # --- what is to be sent ----------------------------------------------------------------------------------------

    def say(self, message: Message) -> None:
        """Send a message."""
        self.say_text(encoded(message, self.language))

    def say_text(self, text: str) -> None:
        """Send a message that is encoded already."""
        if len(self._waiting) >= MAX_WAITING:
            self.drop(TOO_SLOW, "the page does not read what it is sent")
            return
        self._waiting.append(text)
        self._wake.set()

    def frame_is_there(self) -> None:
        """There is a new frame: send it when it is time."""
        wait = INTERVAL - (time.monotonic() - self._sent)
        if self._urgent or wait <= 0.0:
            self._wake.set()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._timed)

    def hurry(self) -> None:
        """Something was done just now: the next frame does not wait."""
        self._urgent = True
        self._wake.set()

    def _timed(self) -> None:
        self._timer = None
        self._wake.set()

    def drop(self, code: int, reason: str) -> None:
        """Disconnect it."""
        if not self.gone.is_set():
            self.reason = (code, reason)
            self.gone.set()

    @property
    def waiting(self) -> int:
        """Messages that wait to be sent."""
        return len(self._waiting)

    @property
    def is_stuck(self) -> bool:
        """Whether it has not taken a message for too long."""
        return self._since is not None and time.monotonic() - self._since > PATIENCE

    # --- what it watches -------------------------------------------------------------------------------------------

    def watch(self, watch: Watch) -> str:
        """Watch other signals; returns what cannot be watched, for people. The rest is."""
        self._watch = watch
        self._row = self._pump.last - 1 if self._pump.last else 0  # the list begins with the newest row
        self._published = -1  # which is sent also while the session stands still
        self.hurry()
        return self._find() if self._pump.described else ""  # it is not open yet, so this is not known

    def _find(self) -> str:
        """Find the watched signals in the session that runs now."""
        self._described = self._pump.described
        found: list[NDArray[np.intp]] = []
        problems: list[str] = []
        known = {channel.name for channel in self._pump.channels}
        for name in self._watch.signals:
            if len(problems) >= MAX_TOLD and name not in known and name.rpartition("[")[0] not in known:
                continue  # looking for what is near takes time, and that is everybody's
            try:
                found.append(watched_indices(self._pump.channels, [name]))
            except UsageError as error:
                problems.append(str(error))
        self._indices = np.concatenate(found) if found else _NONE
        if len(self._indices) > MAX_SIGNALS:
            self._indices = _NONE
            return f"{MAX_SIGNALS} numbers can be watched at once, not more."
        return " ".join(problems[:MAX_TOLD])

    # --- sending ---------------------------------------------------------------------------------------------------

    async def write(self) -> None:
        """Send what waits until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._send()
            except (WebSocketDisconnect, RuntimeError):  # it has gone; who reads from it knows, too
                self.drop(1006, "")
                return
            finally:
                self._since = None

    async def _send(self) -> None:
        while self._waiting:
            self._since = time.monotonic()
            await self._socket.send_text(self._waiting.popleft())
        data = self._frame()
        if data:
            self._since = time.monotonic()
            await self._socket.send_bytes(data)

    def _frame(self) -> bytes:
        """The newest frame, if it is new to this page and it is time for it."""
        pump, now = self._pump, time.monotonic()
        frame = pump.newest
        if frame is None or pump.published == self._published:
            return b""
        if not self._urgent and now - self._sent < 0.97 * INTERVAL:
            self.frame_is_there()
            return b""
        if pump.described != self._described:
            self._row, self._tick = pump.last - 1, -1
            self._find()
        times, rows, gap = self._rows()
        self._urgent, self._sent, self._published = False, now, pump.published
        return pack_frame(frame, pump.poses(), times, rows, watch=self._watch.number, described=pump.described, gap=gap)

    def _rows(self) -> tuple[list[float], NDArray[np.float32], bool]:
        """Times and watched signals since the last frame, and whether rows are missing before the first."""
        every = max(1, self._watch.every)
        kept = self._pump.since(self._row)
        self._row = self._pump.last
        chosen = [one.frame for one in kept if every == 1 or one.frame.tick % every == 0]
        gap = False
        if chosen:
            gap = 0 <= self._tick < chosen[0].tick - max(every, self._pump.usual_gap)
            self._tick = chosen[-1].tick
        rows = np.empty((len(chosen), len(self._indices)), dtype=np.float32)
        for place, frame in enumerate(chosen):
            rows[place] = frame.row[self._indices]
        return [frame.time for frame in chosen], rows, gap

    async def close(self) -> None:
        """Say goodbye, if the page still listens."""
        if self._timer is not None:
            self._timer.cancel()
        if self._socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(self._socket.close(*self.reason), 1.0)
