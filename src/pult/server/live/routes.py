"""Sessions over HTTP and WebSocket."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from pult.core.errors import FaultKind
from pult.core.malformed import MALFORMED
from pult.realtime.requests import tag_of
from pult.server.http.security import PROGRAM
from pult.server.http.state import studio_of
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.live.client import Client
from pult.server.live.live_session import LiveSession
from pult.server.live.scene import NO_MESH
from pult.server.messages import (
    Answer,
    ApplyScheme,
    Ask,
    Beat,
    BeatBack,
    FromPage,
    Job,
    Message,
    Release,
    Scene,
    SessionEvent,
    SessionInfo,
    Speak,
    StartSession,
    StateChanged,
    Take,
    Watch,
)
from pult.server.translation.translator import languages
from pult.sim.commands import Stop

OPERATED = FaultKind("operated", "{name} operates this session. Take the panel first.")
OPERATED_BY_ANOTHER = FaultKind("operated", "Somebody else operates this session. Take the panel first.")

MAX_BYTES = 64 * 1024
"""Longest message that a page may send, unless it is a list of signals."""
MAX_LIST = 256 * 1024
"""Longest list of signals that a page may send; longer ones are refused with words."""
COST = 8 * 1024
"""Bytes of a long message that count as one message."""
MAX_BAD = 20
"""Malformed messages after which a page is disconnected."""
MAX_RATE = 500.0
"""Messages that a page may send a second."""
MAX_SIGNALS = 2048
TOO_MANY = "too many messages; send fewer."
UNKNOWN, MISBEHAVED = 4404, 1008

router = APIRouter(tags=["sessions"])


class Again(Message, frozen=True):
    """Begin again."""

    seed: int | None = None
    variant: str = ""


@router.get("/api/sessions", **describe(answer=list[SessionInfo]))
async def sessions(request: Request) -> Response:
    """All sessions, the oldest first."""
    return reply(studio_of(request).sessions.infos())


@router.post("/api/sessions", **describe(body=StartSession, answer=SessionInfo))
async def start_session(request: Request) -> Response:
    """Start a session; it compiles while its state is 'compiling'."""
    asked = await read_body(request, StartSession)
    session = await studio_of(request).sessions.start(asked)
    return reply(session.info())


@router.get("/api/sessions/{number}", **describe(answer=SessionInfo))
async def session_info(request: Request, number: str) -> Response:
    """A session."""
    return reply(studio_of(request).sessions.get(number).info())


@router.delete("/api/sessions/{number}", **describe(status=204))
async def end_session(request: Request, number: str) -> Response:
    """End a session; its records are kept."""
    may_change(request, number)
    await studio_of(request).sessions.end(number)
    return Response(status_code=204)


@router.post("/api/sessions/{number}/restart", **describe(answer=SessionInfo))
async def restart_session(request: Request, number: str) -> Response:
    """Start a session again: one that has died, or anew by who operates it."""
    may_change(request, number)
    return reply((await studio_of(request).sessions.restart(number)).info())


@router.post("/api/sessions/{number}/again", **describe(body=Again, answer=SessionInfo))
async def again(request: Request, number: str) -> Response:
    """Draw a new start, or change to another variant."""
    may_change(request, number)
    asked = await read_body(request, Again)
    return reply((await studio_of(request).sessions.again(number, asked.seed, asked.variant)).info())


@router.post("/api/sessions/{number}/apply", **describe(body=ApplyScheme, answer=Job))
async def apply(request: Request, number: str) -> Response:
    """Put an edited scheme into the session; a job, since it is checked and compiled before."""
    may_change(request, number)
    asked = await read_body(request, ApplyScheme)
    return reply(studio_of(request).sessions.apply(number, asked))


def may_change(request: Request, number: str) -> None:
    """Only who operates a session changes it; others say `force=1`, after they were asked. Programs that have shown the
    secret for programs need not ask.

    Raises:
        Refusal: Somebody else operates it.
    """
    operators = studio_of(request).sessions.get(number).operators
    mine = request.headers.get("x-pult-client", "") == operators.client
    forced = request.query_params.get("force") == "1"
    if not operators.client or mine or forced or getattr(request.state, PROGRAM, False):
        return
    raise Refusal.of(409, OPERATED.at(name=operators.name) if operators.name else OPERATED_BY_ANOTHER.at())


@router.get("/api/sessions/{number}/scene", **describe(answer=Scene))
async def scene(request: Request, number: str) -> Response:
    """What is to be drawn."""
    return reply(studio_of(request).sessions.get(number).plan.scene)


@router.get("/api/sessions/{number}/meshes/{mesh}", **describe(media="application/octet-stream"))
async def mesh(request: Request, number: str, mesh: int) -> Response:
    """A mesh: u32 nv, u32 nf, f32[3 nv] vertices, f32[3 nv] normals, u32[3 nf] faces."""
    return mesh_reply(studio_of(request).sessions.get(number).plan.meshes, mesh)


def mesh_reply(meshes: Sequence[bytes], number: int) -> Response:
    """One of the meshes of a scene.

    Raises:
        Refusal: There is none of this number.
    """
    if not 0 <= number < len(meshes):
        raise Refusal.of(404, NO_MESH.at(count=len(meshes)))
    return Response(meshes[number], media_type="application/octet-stream")


# --- the WebSocket -------------------------------------------------------------------------------------------------


@router.websocket("/ws/sessions/{number}")
async def connect(socket: WebSocket, number: str) -> None:
    """A page that looks at a session: messages both ways, frames to the page."""
    await socket.accept()
    try:
        session = studio_of(socket).sessions.get(number)
    except Refusal as refusal:
        await socket.close(UNKNOWN, refusal.text[:100])
        return
    client = Client(socket, session.pump)
    session.join(client)
    reading = asyncio.create_task(_Reading(socket, session, client).run())
    tasks = [asyncio.create_task(client.write()), reading, asyncio.create_task(client.gone.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        session.leave(client)
        if client.gone.is_set() and not reading.done():  # the last words, if it listens
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(_flushed(client)), 0.5)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await client.close()


async def _flushed(client: Client) -> None:
    while client.waiting:
        await asyncio.sleep(0.01)


class _Reading:
    """Reads what a page sends, and does it."""

    def __init__(self, socket: WebSocket, session: LiveSession, client: Client) -> None:
        self._socket, self._session, self._client = socket, session, client
        self._decoder = msgspec.json.Decoder(FromPage)
        self._lists = msgspec.json.Decoder(Watch)
        self._bad = 0
        self._allowed, self._when = MAX_RATE, time.monotonic()

    async def run(self) -> None:
        """Until the page disconnects."""
        while not self._client.gone.is_set():
            try:
                event = await self._socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if event["type"] == "websocket.disconnect":
                return
            self._take(event.get("text"))

    def _take(self, text: str | None) -> None:
        if text is not None and len(text) > MAX_BYTES:
            self._take_long(text)
            return
        if text is None:
            self._complain("a message is JSON text.")
            return
        try:
            message = self._decoder.decode(text)
        except MALFORMED as error:
            self._complain(f"the message is not understood: {error}.")
            return
        if self._too_many() and not _is_stop(message):
            if isinstance(message, (Ask, Take, Release)):
                self._client.say(Answer(id=message.id, ok=False, error=TOO_MANY))
            elif isinstance(message, Watch):
                self._tell_watch(message, TOO_MANY)
            return
        self._do(message)

    def _take_long(self, text: str) -> None:
        """Only a list of signals may be longer than other messages."""
        if self._too_many(len(text) / COST):
            self._client.say(Answer(id=-1, ok=False, error=TOO_MANY))
            return
        try:
            watch = self._lists.decode(text)
        except MALFORMED:
            most = f"{MAX_BYTES >> 10} KiB at most, a list of signals of {MAX_LIST >> 10} KiB"
            self._complain(f"a message is JSON text of {most}.")
            return
        if len(text) > MAX_LIST:
            length = f"{len(text) >> 10} KiB long; at most {MAX_LIST >> 10} KiB are allowed"
            self._tell_watch(watch, f"The list of signals is {length}. Watch fewer signals at once.")
            return
        self._watch(watch)

    def _too_many(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self._allowed = min(MAX_RATE, self._allowed + (now - self._when) * MAX_RATE)
        self._when = now
        if self._allowed < min(cost, MAX_RATE):
            return True
        self._allowed -= min(cost, MAX_RATE)
        return False

    def _complain(self, text: str) -> None:
        self._bad += 1
        self._client.say(Answer(id=-1, ok=False, error=text[:500]))
        if self._bad >= MAX_BAD:
            self._client.drop(MISBEHAVED, "too many malformed messages")

    def _do(self, message: FromPage) -> None:
        session, client = self._session, self._client
        match message:
            case Ask():
                session.ask(client, message)
            case Take():
                problem = session.operators.take(client.id, message.name, message.force)
                client.say(Answer(id=message.id, ok=not problem, error=problem))
            case Release():
                problem = session.operators.release(client.id)
                client.say(Answer(id=message.id, ok=not problem, error=problem))
            case Watch():
                self._watch(message)
            case Speak():
                self._speak(message.language)
            case Beat():
                session.beat(client, message)
                client.say(BeatBack(time=message.time, age=session.pump.age))

    def _speak(self, language: str) -> None:
        if language not in languages():
            self._complain(f"there are no texts in the language {language!r}.")
            return
        self._client.language = language
        self._client.say(StateChanged(session=self._session.info()))

    def _watch(self, watch: Watch) -> None:
        if not 0 <= watch.number < 2**32 or not 1 <= watch.every <= 10_000:
            self._complain("a list of signals has a number below 2^32, and is every 1 to 10000 steps.")
            return
        if len(watch.signals) > MAX_SIGNALS:
            count = f"The list has {len(watch.signals)} signals; at most {MAX_SIGNALS} are allowed"
            self._tell_watch(watch, f"{count}. Watch fewer signals at once.")
            return
        if problem := self._client.watch(watch):
            self._tell_watch(watch, problem)

    def _tell_watch(self, watch: Watch, text: str) -> None:
        """Say what is wrong with a list of signals."""
        newest = self._session.pump.newest
        tick = newest.tick if newest is not None else 0
        self._client.say(SessionEvent(tick=tick, kind="watch", text=text[:2000], data={"number": watch.number}))


def _is_stop(message: FromPage) -> bool:
    """Whether it asks to stop the robot: that is not counted, and so not read with care either."""
    request = message.request if isinstance(message, Ask) else None
    return isinstance(request, dict) and request.get("do") == tag_of(Stop())
