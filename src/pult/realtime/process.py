"""A session in a process of its own, as those see it who started it."""

import base64
import itertools
import multiprocessing
import os
import pickle
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import EllipsisType, TracebackType
from typing import Self

import msgspec

from pult.core.errors import PultError, UsageError
from pult.realtime import memory
from pult.realtime.child import ProcessSpec, main
from pult.realtime.evidence import SECONDS, evidence_folder
from pult.realtime.exits import cause, tidy
from pult.realtime.heard import OVER, PATIENCE, Heard
from pult.realtime.inbox import Inbox
from pult.realtime.link import Hand, Sign
from pult.realtime.mail import MAX_BYTES, Mail
from pult.realtime.observer import ObserverFactory
from pult.realtime.opening import Replacement, SessionSpec
from pult.realtime.pacing import FASTEST, SLOWEST
from pult.realtime.requests import Letter, Reply, is_stop
from pult.realtime.signs import SignWriter, new_cell
from pult.record.file.numbers import plain
from pult.sim.setup import Setup

MAX_REQUESTS = 1000
"""Requests that wait to be sent."""
MAX_OPEN = Inbox.MOST - 512
"""Requests without an answer; fewer than the session takes in, so that a stop always reaches it."""
BEHIND = "the session does not keep up; try again later."


class SessionProcess(Heard):
    """A real-time session in a process of its own. Nothing here waits for it longer than it is told to.

    States: "starting", "compiling" (for tens of seconds, the first time), "ready" (it stands still and can run),
    "running", "halted" (it cannot go on; a reset brings it back), "ended" (orderly), "dead" (killed, crashed, or
    refused to start). `reason` says why. While another session is opened in its place it is "compiling",
    too, but it goes on and answers.
    """

    def __init__(self, order: ProcessSpec) -> None:
        """Start the process; use `start`."""
        super().__init__()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._order = order
        self._spec = order.spec  # what was opened last
        self._frames = {order.spec.frames}
        self._numbers = itertools.count(1)
        self._expected = False  # whether its end was asked for
        cell = new_cell(context)
        self._signs = SignWriter(cell)
        self._process: SpawnProcess = context.Process(target=main, args=(there, order, cell), name="pult", daemon=True)
        self._mail = Mail(here, self._take, self._reap, most=MAX_REQUESTS)
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
        observer: ObserverFactory | None = None,
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
            observer: Called in the process with the open session; gives its observer, see
                `pult.realtime.observer`. It must be picklable.

        Raises:
            UsageError: The speed is not in the range, or `extra` is not plain data.
        """
        if not SLOWEST <= speed <= FASTEST:
            raise UsageError(f"the speed must be from {SLOWEST:g} to {FASTEST:g} times real time, not {speed:g}.")
        handle, crash = tempfile.mkstemp(prefix="pult-crash-", suffix=".txt")
        os.close(handle)
        return cls(
            ProcessSpec(
                spec=SessionSpec(
                    setup, folder, memory.new_name(), _absolute(record), overwrite, plain(dict(extra or {})), observer,
                    background,
                ),
                crash=crash,
                evidence=_absolute(evidence) or evidence_folder(),
                evidence_seconds=evidence_seconds,
                speed=speed,
                realtime=realtime,
            )
        )  # fmt: skip

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid or 0

    # --- what is asked of it ---------------------------------------------------------------------------------------

    def send(self, request: object, *, operator: bool = False) -> "Future[Reply]":
        """Ask for something, and go on.

        Args:
            request: Plain data: {"do": "start"} and so on, see `pult.realtime.requests` and `pult.sim.commands`.
            operator: Whether it comes from the operator, and so shows that the operator is there.

        Returns:
            Its answer, in time. Answers come in the order of the questions; only a stop overtakes all others.
        """
        return self._post(operator, request)

    def _post(self, operator: bool, request: object, order: bytes = b"") -> "Future[Reply]":
        number, urgent = next(self._numbers), is_stop(request)
        answer: Future[Reply] = Future()
        answer.set_running_or_notify_cancel()  # what is asked cannot be taken back
        try:
            data = msgspec.msgpack.encode(Letter(number, operator, request, order))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            answer.set_result(Reply(number, False, f"not plain data: {error}."))
            return answer
        with self._change:  # numbered and sent in the same order, and not after the burial
            if self._state in OVER:
                problem = self._gone()
            elif len(data) > MAX_BYTES:
                problem = f"a request of more than {MAX_BYTES >> 20} MiB is refused."
            elif len(self._open) >= MAX_OPEN and not urgent:
                problem = BEHIND
            else:
                self._open[number] = answer
                problem = "" if self._mail.send(data, urgent=urgent) else BEHIND
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

    def heartbeat(self, *, hand: Hand = "here", page: float = 0.0, late: float = 0.0) -> None:
        """Show that the operator is there, as far as the operator's page can tell.

        Args:
            hand: Whether the page is in hand.
            page: How long the page has not responded to its own worker [s].
            late: How late this sign was sent [s].
        """
        self._signs.write(Sign(hand, page, late))

    def server_is_late(self) -> None:
        """Say that those who pass on what the operator sends cannot do so now."""
        self._signs.server_is_late()

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

    def reopen(
        self,
        setup: Setup,
        *,
        keep: bool = False,
        observer: ObserverFactory | EllipsisType | None = ...,
        folder: Path | EllipsisType | None = ...,
        record: Path | None = None,
        overwrite: bool = False,
        extra: Mapping[str, object] | None = None,
        background: bool = False,
    ) -> "Future[Reply]":
        """Open another session in the same process and put it in the place of this one, which goes on until then.

        If it cannot be opened, the old one goes on untouched; the answer has the reason, and as value
        {"faults": [...]}, as `Fault.plain` writes them. Else the value tells what was kept (see
        `pult.sim.handover.Kept`), `described` is new and frames are in another shared memory: make a new `reader`.

        Args:
            setup: What it is made of.
            keep: Whether the state is handed over and a running session runs on; else the new one stands at its start.
            observer: Makes its observer, None for none; the same one if left out.
            folder: Folder of the document that names the others; the same one if left out.
            record: File to record to, or None.
            overwrite: Whether a record that is there is replaced.
            extra: More for the header of the record.
            background: Begin on the plain text of the scheme.
        """
        old = self._spec
        spec = SessionSpec(
            setup,
            old.folder if folder is ... else folder,
            memory.new_name(),
            _absolute(record),
            overwrite,
            plain(dict(extra or {})),
            old.observer if observer is ... else observer,
            background,
        )
        with self._change:
            self._frames.add(spec.frames)

        def note(answer: "Future[Reply]") -> None:
            if answer.result().ok:
                self._spec = spec

        answer = self._post(False, None, pickle.dumps(Replacement(spec, keep)))
        answer.add_done_callback(note)
        return answer

    # --- its end ---------------------------------------------------------------------------------------------------

    def shutdown(
        self, result: Mapping[str, object] | None = None, timeout: float = 10.0, *, abandoned: bool = False
    ) -> Reply:
        """End it in order: the record is closed. If it does not answer in time, it is killed.

        Args:
            result: Outcome of the run, for the record.
            timeout: Longest time to wait [s].
            abandoned: Whether it is ended because nobody operates it any more.
        """
        self._expected = True
        if self.described_number == 0 and self._state not in OVER:  # nothing to close, and a compiler does not listen
            self.kill()
            return Reply(-1)
        deadline = time.monotonic() + timeout
        said: dict[str, object] = {"do": "shutdown", "reason": "abandoned" if abandoned else "ended"}
        if result is not None:
            said["result"] = dict(result)
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

    # --- its end, in the thread of the mail ------------------------------------------------------------------------

    def _reap(self) -> None:
        """The other end of the pipe is gone: so is the process, or it will be."""
        self._process.join(PATIENCE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join(PATIENCE)
        state, reason = self._exit_reason()
        tidy(self._frames, self._order.crash)
        with self._change:
            self._state, self._reason = state, reason
            waiting, self._open = self._open, {}
            self._change.notify_all()
        for number, answer in waiting.items():
            answer.set_result(Reply(number, False, self._gone()))
        self._call()
        self._mail.close()

    def _exit_reason(self) -> tuple[str, str]:
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


def _absolute(path: Path | None) -> Path | None:
    return Path(path).absolute() if path is not None else None
