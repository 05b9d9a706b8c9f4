"""The loop of a real-time session: wait, carry out requests, check the operator, do a control step, publish."""

import math
import time
from typing import Any

import msgspec

from pult.core.errors import PultError
from pult.realtime.evidence import Evidence
from pult.realtime.frames import Status
from pult.realtime.link import Absence, back_text
from pult.realtime.observer import NOTHING_TO_SHOW, ObserverGuard
from pult.realtime.opening import describe
from pult.realtime.presses import Presses
from pult.realtime.requests import (
    Account,
    AskStatus,
    ConnectOperator,
    Demonstrate,
    DisconnectOperator,
    Heartbeat,
    IncomingRequest,
    Pause,
    Reply,
    RunnerRequest,
    SessionStatus,
    Shutdown,
    Speed,
    Start,
    State,
    Step,
    TakeOver,
    TakeSnapshot,
)
from pult.realtime.swap import RunnerContext, Swap
from pult.record.file.numbers import plain
from pult.sim.commands import Arm, Cause, CommandRefused, Feed, LoseLink, Neutral, Reset, Restore
from pult.sim.listener import Event, Listener
from pult.sim.safety import LINK, STILL
from pult.sim.session import Halted

IDLE = 0.02
"""Maximum time between two checks for a stop [s], as far as physics steps allow."""
MAX_REQUESTS = 64
"""Maximum number of requests carried out between two control steps."""
MAX_SHARE = 0.5
"""Maximum fraction of a period for requests, after the first of them."""
MAX_UNSENT = 4096
"""Maximum number of unsent messages; beyond it nobody reads the replies, so no more requests are carried out."""
MAX_STEPS = 100
"""Maximum number of control steps in one request."""
MAX_EVIDENCE = 10
"""Maximum number of evidence files of one session."""
RETREAT_TIME = 5.0
"""Maximum time for the robot of a session without an operator to come to rest before time is paused [s]."""
CHECK_INTERVAL = 0.5
"""Time between two checks of statistics and of the record [s]."""


class Runner(Listener):
    """Runs a real-time session until it is requested to end.

    Attributes:
        state: "ready", "running" or "halted".
        reason: Why it is halted.
        end: Set from outside to end the run.
        shutdown: The request that ended it, and its number.
        swap: Opens a replacement of the session.
    """

    def __init__(self, context: RunnerContext) -> None:
        """Begin paused."""
        self._context, self._session = context, context.session
        self.state, self.reason = "ready", ""
        self.end = False
        self.shutdown: tuple[int, Shutdown] | None = None
        self._presses = Presses(context.inbox)
        self._replies: list[bytes] = []
        self._files: list[str] = []
        self._evidence: Evidence | None = None
        self._percentiles = (0.0, 0.0)
        self._judged = time.monotonic()
        self._record_problem = ""
        self._deserted: int | None = None  # tick at which a session without an operator is paused
        self._native = self._is_native
        self._cost = 0.0  # of a physics step [s]
        self._put_off: list[Absence] = []  # found during a control step, to be handled after it
        self.swap = Swap()
        context.session.listen(self)

    def run(self) -> None:
        """The loop."""
        context = self._context
        self._say_state()
        self._publish()
        while not self.end:
            due = True
            if self.state == "running":
                due = context.pacer.wait(IDLE)
            else:
                context.inbox.wait(IDLE)
            asked = self._carry_out_requests()
            self._watch_operator()
            if self.state == "running" and due and not self.end:
                self._step()
                self._pause_if_deserted()
            elif asked:
                self._publish()
            self._send_replies()  # after the frame, so that the effect is visible when the reply arrives
            self._do_periodic_work()
        if self._evidence is not None:
            self._evidence.wait(1.0)
            self._report_evidence()

    def _step(self) -> None:
        try:
            self._advance()
        except Halted as error:
            self._halt(str(error))
        self._presses.stepped()
        self._context.pacer.done()
        self._publish()

    def _advance(self) -> None:
        observer = self._context.observer
        if observer is not None:
            observer.before_step()
        self._advance_in_parts()
        if observer is not None:
            observer.after_step()
            if observer.wants_pause():
                self._set_state("ready")

    def _advance_in_parts(self) -> None:
        """Do a control step and check for stops every `IDLE`, whether it is long in simulated or in computing time."""
        session, pacer = self._session, self._context.pacer
        count = session.physics_steps
        part = max(1, int(count / max(1.0, count * self._cost / IDLE, pacer.period / IDLE)))
        if part == count:
            begun = time.perf_counter()
            session.advance(1)
            self._cost = (time.perf_counter() - begun) / count
            return
        done, self._cost = False, 0.0
        while not done:
            begun = time.perf_counter()
            done = session.advance_part(part)
            self._cost = max(self._cost, (time.perf_counter() - begun) / part)
            held = done
            while not held:
                held = self.state != "running" or pacer.hold(session.physics_steps_done / count, IDLE)
                self._check_for_stops()

    def _check_for_stops(self) -> None:
        """Stop the robot during a control step, if requested. All other requests wait for its end."""
        while (asked := self._context.inbox.pop_stop()) is not None:
            self._answer(asked)
        absence = self._check_operator()
        if absence is None:
            return
        if absence.do == "stop":
            self._put_off.clear()  # the stop sets the stick to neutral as well
            self._handle(absence)
        else:
            self._put_off.append(absence)

    # --- messages --------------------------------------------------------------------------------------------------

    def event(self, event: Event) -> None:
        """Pass an event on."""
        told = msgspec.structs.replace(event, data=plain(event.data))
        self._context.mail.send_droppable(msgspec.msgpack.encode(told))
        if event.kind == "at-rest" and self._deserted is not None:
            self._deserted = event.tick

    def status(self) -> Status:
        """Present status."""
        pacer = self._context.pacer
        stopped, operator = self._session.safety.stopped or self.state == "halted", self._context.link.alive
        counts = (pacer.overruns, pacer.worst, pacer.lost)
        return Status(self.state, pacer.speed, stopped, operator, *counts, *self._percentiles)

    def _publish(self) -> None:
        session = self._session
        self._context.writer.write(session.tick, session.time, session.row, self.status())

    def _set_state(self, state: str, reason: str = "") -> None:
        if (state, reason) != (self.state, self.reason):
            self.state, self.reason = state, reason
            self._say_state()

    def _say_state(self, state: str = "") -> None:
        self._say(State(state or self.state, self.reason, self._context.mail.dropped))

    def _say(self, said: msgspec.Struct) -> None:
        self._context.mail.send(msgspec.msgpack.encode(said))

    # --- requests --------------------------------------------------------------------------------------------------

    def _carry_out_requests(self) -> bool:
        """Carry out waiting requests, in order, for a limited time; returns whether there were any."""
        begun, most = time.perf_counter(), MAX_SHARE * self._context.pacer.period
        count = 0
        while count < MAX_REQUESTS and not self.end and self._context.mail.waiting < MAX_UNSENT:
            if count and time.perf_counter() - begun > most:
                break
            asked = self._presses.pop(running=self.state == "running")
            if asked is None:
                break
            count += 1
            self._answer(asked)
        return count > 0

    def _answer(self, asked: IncomingRequest) -> None:
        try:
            if asked.order:  # replied to when it is open
                if self._demonstrates:
                    self._pilots().take_over()
                self.swap.begin(asked.id, asked.order)
                self._say_state("compiling")
                return
            if asked.request is None:
                raise CommandRefused(asked.problem)
            if isinstance(asked.request, Shutdown):  # replied to when the record is closed
                self.shutdown, self.end = (asked.id, asked.request), True
                return
            reply = Reply(asked.id, value=self._carry_out(asked.request))
        except PultError as error:
            reply = Reply(asked.id, False, str(error))
        except Exception as error:  # noqa: BLE001 - no request may end the session
            reply = Reply(asked.id, False, f"{type(error).__name__}: {error}")
        self._reply(reply)

    def _reply(self, reply: Reply[Any]) -> None:
        self._replies.append(msgspec.msgpack.encode(reply))

    def _send_replies(self) -> None:
        for data in self._replies:
            self._context.mail.send(data)
        self._replies.clear()

    def _carry_out(self, request: RunnerRequest) -> int | bytes | SessionStatus | None:
        context, session = self._context, self._session
        match request:
            case Start():
                self._refuse_if_halted()
                if self.state != "running":
                    if context.observer is not None:
                        context.observer.before_step()  # its initial work does not make the first step late
                    context.pacer.start()
                    self._set_state("running")
            case Pause():
                self._refuse_if_halted()
                self._set_state("ready")
            case Step():
                return self._do_steps(request.steps)
            case Speed():
                context.pacer.set_speed(request.factor)
            case Demonstrate():
                self._refuse_if_halted()
                self._pilots().demonstrate(request.pilot)
            case TakeOver():
                self._pilots().take_over()
            case TakeSnapshot():
                return session.snapshot().to_bytes()
            case AskStatus():
                return self._full_status()
            case Heartbeat():
                pass  # handled on arrival
            case ConnectOperator():
                context.link.connect()
            case DisconnectOperator():
                if context.link.connected:
                    context.link.disconnect()
                    self._lose_link(request.cause)
            case Feed() if self.state != "running":  # otherwise a record would grow while time is paused
                raise CommandRefused(f"the session is {self.state}; data of streams is taken while it runs.")
            case _:
                if context.observer is not None:
                    context.observer.before_command(request)
                session.apply(request)
                if isinstance(request, (Reset, Restore)) and self.state == "halted":
                    self._set_state("halted" if session.halted else "ready", session.halted)
                if isinstance(request, (Reset, Restore, Arm)):
                    context.link.report_again()
        return None

    def _pilots(self) -> ObserverGuard:
        """Who lets pilots drive."""
        if self._context.observer is None:
            raise CommandRefused(NOTHING_TO_SHOW)
        return self._context.observer

    @property
    def _demonstrates(self) -> bool:
        observer = self._context.observer
        return observer is not None and observer.demonstrates

    def _refuse_if_halted(self) -> None:
        if self.state == "halted":
            raise CommandRefused(f"the session is halted: {self.reason}")

    def _do_steps(self, steps: int) -> int:
        self._refuse_if_halted()
        if not 1 <= steps <= MAX_STEPS:
            raise CommandRefused(f"1 to {MAX_STEPS} steps can be done at once, not {steps}.")
        self._set_state("ready")
        try:
            for _ in range(steps):
                self._advance()
        except Halted as error:
            self._halt(str(error))
            raise
        return self._session.tick

    def _full_status(self) -> SessionStatus:
        """The full status."""
        recording = self._context.recording
        return SessionStatus(
            **self.status()._asdict(),
            tick=self._session.tick,
            time=self._session.time,
            reason=self.reason,
            reasons=list(self._session.safety.reasons.values()),
            stops=dict(self._session.safety.reasons),
            connected=self._context.link.connected,
            native=self._is_native,
            lost_events=self._context.mail.dropped,
            evidence=list(self._files),
            record=str(recording.path) if recording is not None else "",
            record_problem=recording.problem if recording is not None else "",
        )

    # --- supervision -----------------------------------------------------------------------------------------------

    def _watch_operator(self) -> None:
        """Set the stick to neutral after a hiccup, stop the robot after an absence; see `OperatorLink`."""
        for absence in (*self._put_off, self._check_operator()):
            if absence is not None:
                self._handle(absence)
        self._put_off.clear()

    def _check_operator(self) -> Absence | None:
        self._context.signs.look()
        return self._context.link.look(self.state == "running")

    def _handle(self, absence: Absence) -> None:
        if self._demonstrates:  # nobody needs to hold anything; who cannot see it is waited for
            if absence.do == "stop" and absence.cause != "focus":
                self._set_state("ready")
                self._session.emit("deserted", "paused: nobody watches the demonstration")
            return
        match absence:
            case Absence("neutral") if not self._session.halted:
                self._session.apply(Neutral(cause=absence.cause, seconds=absence.seconds))
            case Absence("stop"):
                self._lose_link(absence.cause, absence.seconds)
            case Absence("back"):
                self._session.emit("link-back", back_text(absence), cause=absence.cause, seconds=absence.seconds)

    def _lose_link(self, cause: Cause, seconds: float = 0.0) -> None:
        """Stop the robot by an ordinary command, so that the record can be replayed."""
        session = self._session
        if not session.halted:
            session.apply(LoseLink(cause=cause, seconds=seconds))
        # until it is at rest; a robot that still retracts its tool gets time for that
        self._deserted = session.tick + math.ceil((RETREAT_TIME if session.safety.settling else STILL) / session.dt)

    def _pause_if_deserted(self) -> None:
        """Pause a session without an operator as soon as its robot is at rest."""
        if self._deserted is None or self._session.tick < self._deserted:
            return
        self._deserted = None
        if LINK in self._session.safety.reasons and not self._context.link.alive:
            self._set_state("ready")
            self._session.emit("deserted", "paused: nobody operates the robot")

    def _halt(self, reason: str) -> None:
        self._set_state("halted", reason)
        if self._evidence is None and len(self._files) < MAX_EVIDENCE:
            context = self._context
            self._evidence = Evidence(context.buffer, context.evidence, self._session.setup.world, reason)

    def _report_evidence(self) -> None:
        """Report the file with the last seconds when it is written."""
        evidence = self._evidence
        if evidence is None or not evidence.text:
            return
        self._evidence = None
        if evidence.ok:
            self._files.append(str(evidence.path))
        self._session.emit("evidence", evidence.text, file=str(evidence.path) if evidence.ok else "")
        if self.state == "halted":
            self._set_state("halted", f"{self.reason} {evidence.text}")

    def _do_periodic_work(self) -> None:
        """Periodic work."""
        context = self._context
        context.writer.beat()
        self._report_evidence()
        if self.swap.ready:
            self._change_over()
        account = context.observer.news() if context.observer is not None else None
        if account is not None and context.mail.waiting < MAX_UNSENT:
            self._say(Account(msgspec.Raw(account)))
        if context.pacer.stall > 0.0:
            stall, context.pacer.stall = context.pacer.stall, 0.0
            self._session.emit("stall", f"{stall:.2f} s were lost: the machine was busy or asleep", seconds=stall)
        now = time.monotonic()
        if now - self._judged < CHECK_INTERVAL:
            return
        self._judged = now
        self._percentiles = context.pacer.percentiles()
        problem = context.recording.problem if context.recording is not None else ""
        if problem and not self._record_problem:
            self._session.emit("record-problem", problem)
        self._record_problem = problem
        if self._is_native and not self._native:
            self._native = True
            self._session.emit("native", "the scheme runs as native code from now on")

    # --- replacement -----------------------------------------------------------------------------------------------

    def _change_over(self) -> None:
        """Switch to the replacement, or continue with the old session if it could not be opened."""
        reply, keep = self.swap.finish(self._context, self)
        if reply.ok:
            self._session, self._record_problem = self._context.session, ""
            self._native = self._is_native
            stays = keep and self.state == "running"
            self.state, self.reason = "running" if stays else "ready", ""
            self._say(describe(self._session, self._context.writer.name, self._context.realtime))
            self._publish()
        self._say_state()
        self._reply(reply)
        self._send_replies()

    @property
    def _is_native(self) -> bool:
        return self._session.program.steps_in_native_code
