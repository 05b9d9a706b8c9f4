"""Messages of the studio's live protocol, from the text that a page sends to the session that does what is asked.

The page's connection, the decoding on both sides, the operator's panel, the runner and the session are the real ones;
what is left out is the socket and the pipe between two processes.
"""

import asyncio
import atexit
import json
import random
import re
import tempfile
from concurrent.futures import Future
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import msgspec.inspect as mi

from pult.core.errors import PultError
from pult.realtime import memory
from pult.realtime.frames import FrameWriter
from pult.realtime.inbox import Inbox
from pult.realtime.link import OperatorLink
from pult.realtime.opening import describe
from pult.realtime.pacing import Pacer
from pult.realtime.requests import Letter, Reply, SessionRequest, Shutdown, result_type
from pult.realtime.runner import Runner, RunnerContext
from pult.realtime.signs import SignReader, new_cell
from pult.record import RollingBuffer
from pult.record.recording import record_header
from pult.server.live.client import Client
from pult.server.live.live_session import LiveSession
from pult.server.live.plan import make_plan
from pult.server.live.routes import MAX_RATE, _Reading
from pult.server.messages import FromPage, StartSession
from pult.server.translation.translator import languages
from pult.sim.commands import as_plain
from pult.sim.open import open_session
from tests.fuzz.bytes import damage
from tests.fuzz.values import sample
from tests.fuzz.watch import Outcome, watched
from tests.scheme.fuzz import mutate

EXERCISES = ("two-link-reach", "biped-buttons", "torso-container")
PART = 5000
"""Inputs after which a session begins anew: what one seed does depends on few others."""
INTERNAL = re.compile(r"^[A-Za-z.]*(Error|Exception|Warning)\b")
"""How an answer begins that is a traceback in short."""
_PAGE, _REQUEST = mi.type_info(FromPage), mi.type_info(SessionRequest)


class _Post:
    """The way back to the server: messages are made, and not sent."""

    dropped = waiting = 0

    def send(self, data: bytes) -> bool:
        return bool(data)

    send_droppable = send


class _Process:
    """The process of a session without the process."""

    state, reason, share, left = "running", "", -1.0, -1.0

    def __init__(self, plan: Any) -> None:
        session = open_session(plan.setup, plan.folder)
        link, writer = OperatorLink(0.25), FrameWriter(memory.new_name(), session.channels.size)
        self._inbox, folder = Inbox(link), Path(tempfile.gettempdir())
        signs, buffer = SignReader(new_cell(get_context("spawn")), link), RollingBuffer(1.0, record_header(session))
        pacer = Pacer(session.dt)
        self.context = RunnerContext(session, _Post(), self._inbox, signs, link, pacer, writer, buffer, folder, None)
        self.runner = Runner(self.context)
        self.described = describe(session, writer.name, False)
        self.number, self.problem = 0, ""

    def send(self, request: Any, *, operator: bool = False) -> "Future[Reply[Any]]":
        """Encode a request, decode it as the process does, and carry it out."""
        answer: Future[Reply[Any]] = Future()
        self.number += 1
        try:
            said = msgspec.Raw(msgspec.msgpack.encode(request, enc_hook=as_plain))
            letter = msgspec.msgpack.encode(Letter(self.number, operator, said))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            answer.set_result(Reply(self.number, False, f"not plain data: {error}."))
            return answer
        self._inbox.put(letter)
        while (asked := self._inbox.pop()) is not None:
            reply = self._carry_out(asked, type(request))
        answer.set_result(reply)
        return answer

    def _carry_out(self, asked: Any, kind: Any) -> Reply[Any]:
        if asked.request is None or isinstance(asked.request, Shutdown):
            return Reply(asked.id, False, asked.problem or "it ends")
        try:
            reply = Reply(asked.id, value=self.runner._carry_out(asked.request))
        except PultError as error:
            reply = Reply(asked.id, False, str(error))
            if not str(error).strip():
                self.problem = f"refused without words: {asked.request}"
        data = msgspec.msgpack.encode(reply)
        return msgspec.msgpack.decode(data, type=Reply[result_type(kind) | None])  # type: ignore[misc]

    def heartbeat(self, **_: object) -> None:
        """A sign of life: it goes through shared memory, not through a message."""

    def step(self) -> None:
        """A control step, as the loop does it."""
        self.runner._watch_operator()
        if self.runner.state == "running":
            self.runner._step()


class Desk:
    """A page at a session, in this process."""

    def __init__(self, exercise: str) -> None:
        self._loop = asyncio.new_event_loop()
        folder = Path(tempfile.mkdtemp(prefix="pult-fuzz-"))
        plan = make_plan(folder, StartSession(exercise=exercise, seed=1))
        self.session = self._run(lambda: LiveSession("fuzz", plan, folder, lambda: None))
        self.process = self.session.process = _Process(plan)  # type: ignore[assignment]
        self.names = _names(self.process)
        self.said: list[str] = []

    def _run(self, call: Any) -> Any:
        async def inside() -> Any:
            found = call()
            await asyncio.sleep(0)
            return found

        return self._loop.run_until_complete(inside())

    def take(self, text: str | None, *, operates: bool, language: str) -> bool | str:
        """Take a text from the page; returns whether it was refused, or what is wrong with the answers."""
        found: bool | str = self._run(lambda: self._take(text, operates, language))
        return found

    def _take(self, text: str | None, operates: bool, language: str) -> bool | str:
        session = self.session
        client = Client(None, session.pump)  # type: ignore[arg-type]
        client.language = language
        session.clients = {client.id: client}
        if operates:
            session.operators.take(client.id, "somebody", True)
        reading = _Reading(None, session, client)  # type: ignore[arg-type]
        reading._allowed = MAX_RATE
        reading._take(text)
        self.process.step()
        answers = [json.loads(said) for said in client._waiting]
        wrong = [said["error"] for said in answers if INTERNAL.match(str(said.get("error", "")))]
        return next(iter(wrong), self.process.problem) or any(said.get("ok") is False for said in answers)

    def close(self) -> None:
        """Free the memory of its frames."""
        self.process.context.writer.close()
        self._loop.close()


def _names(process: _Process) -> list[str]:
    """Texts that mean something to a session."""
    session = process.context.session
    panel = [name for channel in session.channels for name in (channel.name, channel.name.rpartition(".")[2])]
    bodies = [session.model.body(number).name for number in range(session.model.nbody)]
    return [*panel, *bodies, *list(session.program.parameters())[:200]]


_open: dict[int, Desk] = {}
"""The present desk, by the part of the seeds that it serves."""


@atexit.register
def _close() -> None:
    for desk in _open.values():
        desk.close()
    _open.clear()


def _desk(part: int) -> Desk:
    if part not in _open:
        _close()
        _open[part] = Desk(EXERCISES[part % len(EXERCISES)])
    return _open[part]


def fuzz_message(seed: int) -> Outcome:
    """Say something to a session that a page may say, or something like it."""
    rng = random.Random(f"message {seed}")
    desk = _desk(seed // PART)
    text = _message(desk, rng)
    operates, language = rng.random() < 0.9, rng.choice(sorted(languages()))
    if text is None:
        return Outcome(refused=True)

    found = watched(lambda: desk.take(text, operates=operates, language=language))
    return found._replace(problem=f"{found.problem} for {text[:300]}") if found.problem else found


def _message(desk: Desk, rng: random.Random) -> str | None:
    said = sample(_PAGE, rng, desk.names)
    if isinstance(said, dict) and (said.get("type") == "ask" or rng.random() < 0.5):
        said = {"type": "ask", "id": rng.randrange(1000), "request": sample(_REQUEST, rng, desk.names)}
    if rng.random() < 0.15:
        said = mutate(said, rng.randrange(2**40)) if isinstance(said, dict) else said
    try:
        text = json.dumps(said)
    except ValueError:
        return None
    return damage(text.encode(), rng).decode("utf-8", "replace") if rng.random() < 0.1 else text
