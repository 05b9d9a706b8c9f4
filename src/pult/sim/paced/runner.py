"""The loop of a session at pace: wait, carry out what was asked, watch the operator, do a control step, publish."""

import math
import time
from typing import Any

import msgspec

from pult.core.errors import PultError
from pult.core.signals import Array
from pult.sim.commands import Arm, Cause, Command, CommandRefused, Feed, LoseLink, Neutral, Reset, Restore
from pult.sim.evidence import Evidence
from pult.sim.paced.frames import Status
from pult.sim.paced.link import Absence, back_text
from pult.sim.paced.opening import describe
from pult.sim.paced.requests import (
    Account,
    AskStatus,
    ConnectOperator,
    DisconnectOperator,
    Doable,
    Heartbeat,
    Letter,
    Pause,
    Reply,
    Shutdown,
    Speed,
    Start,
    State,
    Step,
    TakeSnapshot,
    Told,
    read_request,
)
from pult.sim.paced.swap import Gear, Swap
from pult.sim.record.numbers import plain
from pult.sim.safety import LINK, STILL
from pult.sim.session import Event, Halted

IDLE = 0.02
"""Longest time between two looks around, while the session is paused or a long control step is waited for [s]."""
MOST_REQUESTS = 64
"""Requests that are carried out between two control steps."""
MOST_SHARE = 0.5
"""Part of a period that may go to requests, after the first of them."""
MOST_UNSENT = 4096
"""Messages that may wait to be sent; beyond it nobody reads the answers, so no more is carried out."""
MOST_STEPS = 100
"""Control steps that may be asked for at once."""
MOST_EVIDENCE = 10
"""Times that one session keeps its last seconds."""
DRAW_BACK = 5.0
"""Longest time that the robot of a session without an operator has to come to rest before time stands still [s]."""
JUDGE = 0.5
"""Time between two looks at statistics and at the record [s]."""


class Runner:
    """Runs a session at pace until it is told to end.

    Attributes:
        state: "ready", "running" or "halted".
        reason: Why it is halted.
        end: Set from outside to end the run.
        shutdown: The request that ended it, and its number.
        swap: What is being opened in place of the session.
    """

    def __init__(self, gear: Gear) -> None:
        """Begin paused."""
        self._gear, self._session = gear, gear.session
        self.state, self.reason = "ready", ""
        self.end = False
        self.shutdown: tuple[int, Shutdown] | None = None
        self._replies: list[bytes] = []
        self._files: list[str] = []
        self._evidence: Evidence | None = None
        self._percentiles = (0.0, 0.0)
        self._judged = time.monotonic()
        self._record_problem = ""
        self._deserted: int | None = None  # tick at which a session without an operator is paused
        self._native = self._is_native
        self.swap = Swap()
        gear.session.listen(self)

    def run(self) -> None:
        """The loop."""
        gear = self._gear
        self._say_state()
        self._publish()
        while not self.end:
            due = True
            if self.state == "running":
                due = gear.pacer.wait(IDLE)
            else:
                gear.inbox.wait(IDLE)
            asked = self._carry_out_requests()
            self._watch_operator()
            if self.state == "running" and due and not self.end:
                self._step()
                self._pause_if_deserted()
            elif asked:
                self._publish()
            self._send_replies()  # after the frame, so that who has an answer sees what was done
            self._look_around()
        if self._evidence is not None:
            self._evidence.wait(1.0)
            self._tell_evidence()

    def _step(self) -> None:
        try:
            self._advance()
        except Halted as error:
            self._halt(str(error))
        self._gear.pacer.done()
        self._publish()

    def _advance(self) -> None:
        attended = self._gear.attended
        if attended is not None:
            attended.before_step()
        self._session.advance(1)
        if attended is not None and attended.wants_pause():
            self._set_state("ready")

    # --- what is told ----------------------------------------------------------------------------------------------

    def frames(self, first: int, rows: Array) -> None:
        """Frames are published by the loop itself."""

    def command(self, tick: int, command: Command) -> None:
        """Commands are answered to those who gave them."""

    def keyframe(self, tick: int, state: bytes) -> None:
        """States go to records alone."""

    def event(self, event: Event) -> None:
        """Pass an event on."""
        told = Told(event.tick, event.kind, event.text, plain(event.data))
        self._gear.mail.tell(msgspec.msgpack.encode(told))
        if event.kind == "at-rest" and self._deserted is not None:
            self._deserted = event.tick

    def status(self) -> Status:
        """How it does."""
        pacer = self._gear.pacer
        stopped, operator = self._session.safety.stopped or self.state == "halted", self._gear.link.alive
        counts = (pacer.overruns, pacer.worst, pacer.lost)
        return Status(self.state, pacer.speed, stopped, operator, *counts, *self._percentiles)

    def _publish(self) -> None:
        session = self._session
        self._gear.writer.write(session.tick, session.time, session.row, self.status())

    def _set_state(self, state: str, reason: str = "") -> None:
        if (state, reason) != (self.state, self.reason):
            self.state, self.reason = state, reason
            self._say_state()

    def _say_state(self, state: str = "") -> None:
        self._say(State(state or self.state, self.reason, self._gear.mail.dropped))

    def _say(self, said: msgspec.Struct) -> None:
        self._gear.mail.send(msgspec.msgpack.encode(said))

    # --- requests --------------------------------------------------------------------------------------------------

    def _carry_out_requests(self) -> bool:
        """Carry out what waits, in its order, but not for long; returns whether there was anything."""
        begun, most = time.perf_counter(), MOST_SHARE * self._gear.pacer.period
        count = 0
        while count < MOST_REQUESTS and not self.end and self._gear.mail.waiting < MOST_UNSENT:
            if count and time.perf_counter() - begun > most:
                break
            letter = self._gear.inbox.pop()
            if letter is None:
                break
            count += 1
            self._answer(letter)
        return count > 0

    def _answer(self, letter: Letter | str) -> None:
        if isinstance(letter, str):
            self._reply(Reply(-1, False, f"not a request: {letter}."))
            return
        try:
            if letter.order:  # answered when it is open
                self.swap.begin(letter.id, letter.order)
                self._say_state("compiling")
                return
            request = read_request(letter.request)
            if isinstance(request, Shutdown):  # answered when the record is closed
                self.shutdown, self.end = (letter.id, request), True
                return
            reply = Reply(letter.id, value=self._carry_out(request))
        except PultError as error:
            reply = Reply(letter.id, False, str(error))
        except Exception as error:  # noqa: BLE001 - whatever is sent, the session goes on
            reply = Reply(letter.id, False, f"{type(error).__name__}: {error}")
        self._reply(reply)

    def _reply(self, reply: Reply) -> None:
        try:
            data = msgspec.msgpack.encode(reply)
        except (TypeError, ValueError, OverflowError) as error:
            data = msgspec.msgpack.encode(Reply(reply.id, False, f"the answer cannot be sent: {error}."))
        self._replies.append(data)

    def _send_replies(self) -> None:
        for data in self._replies:
            self._gear.mail.send(data)
        self._replies.clear()

    def _carry_out(self, request: Doable) -> Any:
        gear, session = self._gear, self._session
        match request:
            case Start():
                self._refuse_if_halted()
                if self.state != "running":
                    if gear.attended is not None:
                        gear.attended.before_step()  # what it has to begin does not make the first step late
                    gear.pacer.start()
                    self._set_state("running")
            case Pause():
                self._refuse_if_halted()
                self._set_state("ready")
            case Step():
                return self._do_steps(request.steps)
            case Speed():
                gear.pacer.set_speed(request.factor)
            case TakeSnapshot():
                return session.snapshot().to_bytes()
            case AskStatus():
                return self._how()
            case Heartbeat():
                pass  # heard when it came in
            case ConnectOperator():
                gear.link.connect()
            case DisconnectOperator():
                if gear.link.connected:
                    gear.link.disconnect()
                    self._lose_link(request.cause)
            case Feed() if self.state != "running":  # else a record would fill while time stands still
                raise CommandRefused(f"the session is {self.state}; data of streams is taken while it runs.")
            case _:
                session.apply(request)
                if isinstance(request, (Reset, Restore)) and self.state == "halted":
                    self._set_state("halted" if session.halted else "ready", session.halted)
                if isinstance(request, (Reset, Restore, Arm)):
                    gear.link.tell_again()
        return None

    def _refuse_if_halted(self) -> None:
        if self.state == "halted":
            raise CommandRefused(f"the session is halted: {self.reason}")

    def _do_steps(self, steps: int) -> int:
        self._refuse_if_halted()
        if not 1 <= steps <= MOST_STEPS:
            raise CommandRefused(f"1 to {MOST_STEPS} steps can be done at once, not {steps}.")
        self._set_state("ready")
        try:
            for _ in range(steps):
                self._advance()
        except Halted as error:
            self._halt(str(error))
            raise
        return self._session.tick

    def _how(self) -> dict[str, Any]:
        """Everything there is to say about how it does."""
        recording = self._gear.recording
        return self.status()._asdict() | {
            "tick": self._session.tick,
            "time": self._session.time,
            "reason": self.reason,
            "reasons": list(self._session.safety.reasons.values()),
            "stops": dict(self._session.safety.reasons),
            "connected": self._gear.link.connected,
            "native": self._is_native,
            "lost_events": self._gear.mail.dropped,
            "evidence": list(self._files),
            "record": str(recording.path) if recording is not None else "",
            "record_problem": recording.problem if recording is not None else "",
        }

    # --- what must not be missed -----------------------------------------------------------------------------------

    def _watch_operator(self) -> None:
        """A hiccup lets go of the stick, an absence stops the robot; see `OperatorLink`."""
        self._gear.signs.look()
        absence = self._gear.link.look(self.state == "running")
        match absence:
            case Absence("neutral") if not self._session.halted:
                self._session.apply(Neutral(cause=absence.cause, seconds=absence.seconds))
            case Absence("stop"):
                self._lose_link(absence.cause, absence.seconds)
            case Absence("back"):
                self._session.tell("link-back", back_text(absence), cause=absence.cause, seconds=absence.seconds)

    def _lose_link(self, cause: Cause, seconds: float = 0.0) -> None:
        """Stop the robot by a command like any other, so that the record can be run again."""
        session = self._session
        if not session.halted:
            session.apply(LoseLink(cause=cause, seconds=seconds))
        # until it stands, but a robot that still draws its tool back is given time to
        self._deserted = session.tick + math.ceil((DRAW_BACK if session.safety.settling else STILL) / session.dt)

    def _pause_if_deserted(self) -> None:
        """A session that nobody operates stands still as soon as its robot does."""
        if self._deserted is None or self._session.tick < self._deserted:
            return
        self._deserted = None
        if LINK in self._session.safety.reasons and not self._gear.link.alive:
            self._set_state("ready")
            self._session.tell("deserted", "paused: nobody operates the robot")

    def _halt(self, reason: str) -> None:
        self._set_state("halted", reason)
        if self._evidence is None and len(self._files) < MOST_EVIDENCE:
            gear = self._gear
            self._evidence = Evidence(gear.buffer, gear.evidence, self._session.setup.world, reason)

    def _tell_evidence(self) -> None:
        """Say where the last seconds are, once they are there."""
        evidence = self._evidence
        if evidence is None or not evidence.text:
            return
        self._evidence = None
        if evidence.ok:
            self._files.append(str(evidence.path))
        self._session.tell("evidence", evidence.text, file=str(evidence.path) if evidence.ok else "")
        if self.state == "halted":
            self._set_state("halted", f"{self.reason} {evidence.text}")

    def _look_around(self) -> None:
        """What has to be done now and then."""
        gear = self._gear
        gear.writer.beat()
        self._tell_evidence()
        if self.swap.ready:
            self._change_over()
        account = gear.attended.news() if gear.attended is not None else None
        if account is not None and gear.mail.waiting < MOST_UNSENT:
            self._say(Account(account))
        if gear.pacer.stall > 0.0:
            stall, gear.pacer.stall = gear.pacer.stall, 0.0
            self._session.tell("stall", f"{stall:.2f} s were lost: the machine was busy or asleep", seconds=stall)
        now = time.monotonic()
        if now - self._judged < JUDGE:
            return
        self._judged = now
        self._percentiles = gear.pacer.percentiles()
        problem = gear.recording.problem if gear.recording is not None else ""
        if problem and not self._record_problem:
            self._session.tell("record-problem", problem)
        self._record_problem = problem
        if self._is_native and not self._native:
            self._native = True
            self._session.tell("native", "the scheme runs as native code from now on")

    # --- another session in the place of this one ------------------------------------------------------------------

    def _change_over(self) -> None:
        """Go on with the session that is open now, or with the old one if there is none."""
        reply, keep = self.swap.finish(self._gear, self)
        if reply.ok:
            self._session, self._record_problem = self._gear.session, ""
            self._native = self._is_native
            stays = keep and self.state == "running"
            self.state, self.reason = "running" if stays else "ready", ""
            self._say(describe(self._session, self._gear.writer.name, self._gear.realtime))
            self._publish()
        self._say_state()
        self._reply(reply)
        self._send_replies()

    @property
    def _is_native(self) -> bool:
        return self._session.program.steps_in_native_code
