"""A session in a process of its own, as those see it who started it."""

import base64
import itertools
import multiprocessing
import os
import tempfile
import threading
import time
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from pult.core.channels import Channel, Channels
from pult.core.errors import PultError, UsageError
from pult.sim.evidence import SECONDS, evidence_folder
from pult.sim.paced import memory
from pult.sim.paced.child import Order, main
from pult.sim.paced.endings import cause, tidy
from pult.sim.paced.frames import FrameReader
from pult.sim.paced.mail import MOST_BYTES, Mail
from pult.sim.paced.pacing import FASTEST, SLOWEST
from pult.sim.paced.requests import Answer, Described, Letter, Reply, State, Told
from pult.sim.record.numbers import plain
from pult.sim.session import Event
from pult.sim.setup import Setup

MOST_EVENTS = 1000
"""Events that wait to be fetched; beyond it the oldest are dropped."""
MOST_REQUESTS = 1000
"""Requests that wait to be sent."""
PATIENCE = 5.0
"""Time to wait for an answer [s]."""
OVER = ("ended", "dead")
"""States from which a session does not come back."""


class SessionProcess:
    """A session that runs at pace in a process of its own. Nothing here waits for it longer than it is told to.

    States: "starting", "compiling" (for tens of seconds, the first time), "ready" (it stands still and can run),
    "running", "halted" (it cannot go on; a reset brings it back), "ended" (orderly), "dead" (killed, crashed, or
    refused to start). `reason` says why.
    """

    def __init__(self, order: Order) -> None:
        """Start the process; use `start`."""
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._order = order
        self._change = threading.Condition()
        self._state, self._reason = "starting", ""
        self._described: Described | None = None
        self._numbers = itertools.count(1)
        self._open: dict[int, Future[Reply]] = {}
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self._dropped_here = self._dropped_there = 0
        self._decoder = msgspec.msgpack.Decoder(Answer)
        self._expected = False  # whether its end was asked for
        self._last: State | None = None  # what it said about its end
        self._process: SpawnProcess = context.Process(target=main, args=(there, order), name="pult", daemon=True)
        self._mail = Mail(here, self._take, self._bury, most=MOST_REQUESTS)
        self._process.start()
        there.close()
        self._mail.start()

    @classmethod
    def start(
        cls,
        setup: Setup,
        folder: Path | None = None,
        *,
        record: Path | None = None,
        overwrite: bool = False,
        extra: Mapping[str, object] | None = None,
        evidence: Path | None = None,
        evidence_seconds: float = SECONDS,
        speed: float = 1.0,
        realtime: bool = False,
        background: bool = False,
    ) -> Self:
        """Start a session; this returns at once, see `wait_ready`.

        Args:
            setup: What it is made of.
            folder: Folder of the document that names the others.
            record: File to record to, or None.
            overwrite: Whether a record that is there is replaced.
            extra: More for the header of the record; see `record_header`.
            evidence: Folder for the last seconds of a session that halts; one of the user's if left out.
            evidence_seconds: How many of them [s].
            speed: Simulated time over real time.
            realtime: Ask the system for priority over ordinary programs, where it permits.
            background: Begin on the plain text of the scheme and change over to native code when it is compiled;
                until then steps may be late.

        Raises:
            UsageError: The speed is not in the range, or `extra` is not plain data.
        """
        if not SLOWEST <= speed <= FASTEST:
            raise UsageError(f"the speed must be from {SLOWEST:g} to {FASTEST:g} times real time, not {speed:g}.")
        handle, crash = tempfile.mkstemp(prefix="pult-crash-", suffix=".txt")
        os.close(handle)
        return cls(
            Order(
                setup=setup,
                folder=folder,
                frames=memory.new_name(),
                crash=crash,
                record=Path(record).absolute() if record is not None else None,
                overwrite=overwrite,
                extra=plain(dict(extra or {})),
                evidence=Path(evidence).absolute() if evidence is not None else evidence_folder(),
                evidence_seconds=evidence_seconds,
                speed=speed,
                realtime=realtime,
                background=background,
            )
        )

    # --- what it is ------------------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """What it does; see the class."""
        return self._state

    @property
    def reason(self) -> str:
        """Why it is in this state, for people."""
        return self._reason

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid or 0

    @property
    def described(self) -> Described:
        """What it is.

        Raises:
            PultError: It is not open yet, or never was.
        """
        if self._described is None:
            raise PultError(f"the session is {self._state}, not ready yet. {self._reason}".strip())
        return self._described

    @property
    def channels(self) -> Channels:
        """Names of the numbers in a row."""
        names = self.described.channels
        return Channels(Channel(**{**c, "shape": tuple(c["shape"]), "labels": tuple(c["labels"])}) for c in names)

    def reader(self) -> FrameReader:
        """A reader of its frames, for this process; others make theirs from `described.frames`."""
        return FrameReader(self.described.frames)

    def wait_ready(self, timeout: float = 300.0) -> None:
        """Wait until it can run.

        Raises:
            PultError: It has died; the message says why.
            TimeoutError: It takes longer.
        """
        if not self.wait_state("ready", "running", "halted", *OVER, timeout=timeout):
            raise TimeoutError(f"the session is still {self._state} after {timeout:g} s.")
        if self._state in OVER:
            raise PultError(self._gone())

    def wait_state(self, *states: str, timeout: float = PATIENCE) -> bool:
        """Wait until it is in one of these states; returns whether it is."""
        with self._change:
            return self._change.wait_for(lambda: self._state in states, timeout)

    def events(self) -> list[Event]:
        """What has happened since the last call, in order."""
        found = []
        with self._change:
            while self._events:
                found.append(self._events.popleft())
        return found

    @property
    def lost_events(self) -> int:
        """Events that were dropped because nobody fetched them."""
        return self._dropped_here + self._dropped_there

    # --- what is asked of it ---------------------------------------------------------------------------------------

    def send(self, request: object, *, operator: bool = False) -> "Future[Reply]":
        """Ask for something, and go on.

        Args:
            request: Plain data: {"do": "start"} and so on, see `pult.sim.paced.requests` and `pult.sim.commands`.
            operator: Whether it comes from the operator, and so shows that the operator is there.

        Returns:
            Its answer, in time. Answers come in the order of the questions.
        """
        number = next(self._numbers)
        answer: Future[Reply] = Future()
        answer.set_running_or_notify_cancel()  # what is asked cannot be taken back
        try:
            data = msgspec.msgpack.encode(Letter(number, operator, request))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            answer.set_result(Reply(number, False, f"not plain data: {error}."))
            return answer
        with self._change:  # numbered and sent in the same order, and not after the burial
            if self._state in OVER:
                problem = self._gone()
            elif len(data) > MOST_BYTES:
                problem = f"a request of more than {MOST_BYTES >> 20} MiB is refused."
            else:
                self._open[number] = answer
                problem = "" if self._mail.send(data) else "the session does not keep up; try again later."
            if problem:
                self._open.pop(number, None)
        if problem:
            answer.set_result(Reply(number, False, problem))
        return answer

    def ask(self, request: object, *, operator: bool = False, timeout: float = PATIENCE) -> Reply:
        """Ask for something and wait for the answer; no answer in time is an answer that says so."""
        answer = self.send(request, operator=operator)
        try:
            return answer.result(timeout)
        except NoAnswer:
            return Reply(-1, False, f"no answer within {timeout:g} s; the session is {self._state}.")

    def heartbeat(self) -> None:
        """Show that the operator is there."""
        self.send({"do": "heartbeat"}, operator=True)

    def snapshot(self, timeout: float = PATIENCE) -> bytes:
        """The whole state, for `restore`.

        Raises:
            PultError: It cannot be had; the message says why.
        """
        reply = self.ask({"do": "snapshot"}, timeout=timeout)
        if not reply.ok:
            raise PultError(reply.error)
        return bytes(reply.value)

    def restore(self, state: bytes, timeout: float = PATIENCE) -> Reply:
        """Go back to a snapshot."""
        return self.ask({"do": "restore", "state": base64.b64encode(state).decode()}, timeout=timeout)

    # --- its end ---------------------------------------------------------------------------------------------------

    def shutdown(self, result: Mapping[str, object] | None = None, timeout: float = 10.0) -> Reply:
        """End it in order: the record is closed. If it does not answer in time, it is killed.

        Args:
            result: Outcome of the run, for the record.
            timeout: Longest time to wait [s].
        """
        self._expected = True
        if self._state in ("starting", "compiling"):  # there is nothing to close, and a compiler does not listen
            self.kill()
            return Reply(-1)
        deadline = time.monotonic() + timeout
        said = {"do": "shutdown"} if result is None else {"do": "shutdown", "result": dict(result)}
        reply = self.ask(said, timeout=timeout)
        if not self.wait_state(*OVER, timeout=max(0.1, deadline - time.monotonic())):
            self.kill()
        return reply

    def kill(self) -> None:
        """End it at once. A record stays readable up to its last second."""
        self._process.kill()
        self.wait_state(*OVER, timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._state not in OVER:
            self.shutdown()

    # --- what comes from it; in the thread of the mail -------------------------------------------------------------

    def _take(self, data: bytes) -> None:
        answer: Answer = self._decoder.decode(data)
        if isinstance(answer, Reply):
            with self._change:
                waiting = self._open.pop(answer.id, None)
            if waiting is not None:
                waiting.set_result(answer)
            return
        with self._change:
            match answer:
                case Told():
                    self._dropped_here += len(self._events) == self._events.maxlen
                    self._events.append(Event(answer.tick, answer.kind, answer.text, answer.data))
                case State():
                    self._dropped_there = answer.lost
                    if answer.state not in OVER:
                        self._state, self._reason = answer.state, answer.reason
                    else:  # it is over when the process is
                        self._last = answer
                case Described():
                    self._described = answer
            self._change.notify_all()

    def _bury(self) -> None:
        """The other end of the pipe is gone: so is the process, or it will be."""
        self._process.join(PATIENCE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join(PATIENCE)
        state, reason = self._epitaph()
        tidy(self._order.frames, self._order.crash)
        with self._change:
            self._state, self._reason = state, reason
            waiting, self._open = self._open, {}
            self._change.notify_all()
        for number, answer in waiting.items():
            answer.set_result(Reply(number, False, self._gone()))
        self._mail.close()

    def _epitaph(self) -> tuple[str, str]:
        """The last state, and why."""
        code = self._process.exitcode
        if self._last is not None:
            return self._last.state, self._last.reason
        if self._expected:
            return "ended", "it was killed, since it did not end by itself."
        reason = cause(code, self._order.crash)
        if code == 1 and self._state == "starting":
            reason += " Does the script that started it have the line: if __name__ == '__main__':?"
        return "dead", reason

    def _gone(self) -> str:
        return f"the session is {self._state}: {self._reason}" if self._reason else f"the session is {self._state}."
