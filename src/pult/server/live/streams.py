"""Streams of sessions over WebSocket: a program sends samples, and hears of those that are refused."""

import asyncio
import time
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, WebSocket
from msgspec import Meta
from starlette.websockets import WebSocketDisconnect

from pult.core.errors import choose
from pult.core.malformed import MALFORMED
from pult.panel.streams import StreamDocument
from pult.realtime import Reply
from pult.server.http.state import studio_of
from pult.server.http.wire import Refusal
from pult.server.live.live_session import LiveSession
from pult.server.messages import Message
from pult.sim.commands import Feed

MAX_BYTES = 64 * 1024
"""Longest message that a program may send."""
MAX_RATE = 1000.0
"""Samples that a program may send a second."""
MAX_TOLD = 16
"""Maximum number of refusals waiting to be reported; beyond it the oldest are dropped."""
SHAPE = 'a sample is {"time": 1.23, "values": [...]} with finite numbers'
UNKNOWN, BUSY, ENDED = 4404, 4409, 4410

router = APIRouter(tags=["sessions"])


class Declared(Message, frozen=True, tag_field="type", tag="stream"):
    """First thing that is said: what the stream takes."""

    session: str
    name: str
    stream: StreamDocument


class Sample(Message, frozen=True):
    """From the program: a sample."""

    time: Annotated[float, Meta(description="Time stamp, of any clock [s]; it increases.")]
    values: Annotated[list[float], Meta(description="As many numbers as the stream has, in its unit.")]


class Refused(Message, frozen=True, tag_field="type", tag="refused"):
    """A sample was refused, and the robot has not seen it."""

    error: str
    time: Annotated[float | None, Meta(description="Its time stamp, if it could be read.")] = None


def declared_streams(session: LiveSession) -> dict[str, StreamDocument]:
    """Streams that the panel of a session declares, by name."""
    document = session.plan.panel_document
    found = document.get("streams", {}) if isinstance(document, dict) else {}
    return msgspec.convert(found, dict[str, StreamDocument])


@router.websocket("/ws/sessions/{number}/streams/{name}")
async def send_stream(socket: WebSocket, number: str, name: str) -> None:
    """A program that sends a stream: one at a time for each."""
    await socket.accept()
    try:
        session = studio_of(socket).sessions.get(number)
    except Refusal as refusal:
        await socket.close(UNKNOWN, refusal.text[:100])
        return
    streams = declared_streams(session)
    if name not in streams:
        await socket.close(UNKNOWN, f"no stream {name[:20]!r}. {choose(name, streams)}"[:100])
        return
    if name in session.senders:
        await socket.close(BUSY, f"another program sends {name} already")
        return
    session.senders.add(name)
    try:
        await socket.send_text(_text(Declared(session=number, name=name, stream=streams[name])))
        await _Sender(socket, session, name).run()
    except WebSocketDisconnect:
        return
    finally:
        session.senders.discard(name)


def _text(message: Message) -> str:
    return msgspec.json.encode(message).decode()


class _Sender:
    """One program that sends a stream."""

    def __init__(self, socket: WebSocket, session: LiveSession, name: str) -> None:
        self._socket, self._session, self._name = socket, session, name
        self._loop = asyncio.get_running_loop()
        self._decoder = msgspec.json.Decoder(Sample)
        self._refused: deque[Refused] = deque(maxlen=MAX_TOLD)
        self._wake = asyncio.Event()
        self._allowed, self._when = MAX_RATE, time.monotonic()

    async def run(self) -> None:
        """Until the program disconnects or the session ends."""
        tasks = [asyncio.create_task(work()) for work in (self._read, self._write)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if self._session.closing:
                await self._socket.close(ENDED, "the session was ended")
                return
            self._take(event.get("text"))

    def _take(self, text: str | None) -> None:
        if self._too_many():
            self._refuse(f"more than {MAX_RATE:g} samples a second; send fewer.")
            return
        if text is None or len(text) > MAX_BYTES:
            self._refuse("a sample is JSON text of 64 KiB at most.")
            return
        try:
            sample = self._decoder.decode(text)
        except MALFORMED as error:
            self._refuse(f"{SHAPE}; this is not: {error}.")
            return
        process = self._session.process
        if process is None:
            self._refuse("the session is starting.", sample.time)
        else:
            request = Feed(stream=self._name, time=sample.time, values=sample.values)
            process.send(request).add_done_callback(lambda answer: self._answered(answer, sample.time))

    def _too_many(self) -> bool:
        now = time.monotonic()
        self._allowed = min(MAX_RATE, self._allowed + (now - self._when) * MAX_RATE)
        self._when = now
        if self._allowed < 1.0:
            return True
        self._allowed -= 1.0
        return False

    def _answered(self, answer: "Future[Reply[None]]", when: float) -> None:
        """In another thread: what the session said to a sample."""
        reply = answer.result()
        if not reply.ok:
            with suppress(RuntimeError):  # the server is ending
                self._loop.call_soon_threadsafe(self._refuse, reply.error, when)

    def _refuse(self, error: str, when: float | None = None) -> None:
        self._refused.append(Refused(error=error[:500], time=when))
        self._wake.set()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._refused:
                await self._socket.send_text(_text(self._refused.popleft()))
