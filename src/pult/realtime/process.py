"""Client side of a session in its own process."""

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
from typing import Any, Self

import msgspec

from pult.core.errors import UsageError
from pult.realtime import memory
from pult.realtime.child import ProcessSpec, main
from pult.realtime.evidence import SECONDS, evidence_folder
from pult.realtime.exits import clean_up, exit_cause
from pult.realtime.inbox import Inbox
from pult.realtime.link import Hand, Sign
from pult.realtime.mail import MAX_BYTES, Mail
from pult.realtime.monitor import ANSWER_TIMEOUT, FINAL_STATES, PendingReply, SessionMonitor
from pult.realtime.observer import ObserverFactory
from pult.realtime.opening import Replacement, SessionSpec
from pult.realtime.pacing import FASTEST, SLOWEST
from pult.realtime.requests import Closed, Letter, Reopened, Reply, Result, Shutdown, TakeSnapshot, result_type
from pult.realtime.signs import SignWriter, new_cell
from pult.record.file.numbers import plain
from pult.sim.commands import Request, Restore, Stop, as_plain
from pult.sim.setup import Setup

MAX_REQUESTS = 1000
"""Maximum number of unsent requests."""
MAX_OPEN = Inbox.MAX_WAITING - 512
"""Maximum number of requests without a reply; fewer than the session accepts, so that a stop always reaches it."""
BEHIND = "the session does not keep up; try again later."


class SessionProcess(SessionMonitor):
    """A real-time session in its own process. No method waits longer than its timeout.

    States: "starting", "compiling" (for tens of seconds, the first time), "ready" (paused, can run), "running",
    "halted" (cannot continue until it is reset), "ended" (orderly), "dead" (killed, crashed, or could not start).
    `reason` says why. While its replacement is being opened the state is "compiling" as well, but the session keeps
    running and replying.
    """

    def __init__(self, order: ProcessSpec) -> None:
        """Start the process; use `start`."""
        super().__init__()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._order = order
        self._spec = order.spec  # the session opened last
        self._frames = {order.spec.frames}
        self._numbers = itertools.count(1)
        self._expected = False  # whether its end was requested
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
        """Start a session; returns at once, see `wait_ready`.

        Args:
            setup: Its setup.
            folder: Folder of the document that names the others.
            record: File to record to, or None.
            overwrite: Whether an existing record is replaced.
            extra: Additional data for the header of the record; see `record_header`.
            evidence: Folder for the last seconds of a session that halts; by default one of the user's.
            evidence_seconds: Their duration [s].
            speed: Simulated time over real time.
            realtime: Ask the system for priority over ordinary programs, where it permits.
            background: Start on the plain text of the scheme and switch to native code when it is compiled; until then
                steps may be late.
            observer: Called in the process with the open session; returns its observer, see
                `pult.realtime.observer`. It must be picklable.

        Raises:
            UsageError: The speed is out of range, or `extra` is not plain data.
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
        """Process id."""
        return self._process.pid or 0

    # --- requests --------------------------------------------------------------------------------------------------

    def send(self, request: Request[Result], *, operator: bool = False) -> "Future[Reply[Result]]":
        """Send a request without waiting for the reply.

        Args:
            request: `Start()` and so on, see `pult.realtime.requests` and `pult.sim.commands`; `read_request` makes one
                from plain data.
            operator: Whether it comes from the operator, and so counts as a sign of life.

        Returns:
            The future reply. Replies come in the order of the requests; only a stop overtakes all others.

        Raises:
            UsageError: It is not a request.
        """
        given: object = request  # untyped programs may send anything
        if not isinstance(given, Request):
            said = type(given).__name__
            raise UsageError(f"a request is one of pult.realtime.requests, not {said}; see `read_request`.")
        return self._post(operator, given, result_type(type(given)))

    def _post(self, operator: bool, request: object, kind: Any, order: bytes = b"") -> "Future[Reply[Any]]":
        number, urgent = next(self._numbers), isinstance(request, Stop)
        answer: Future[Reply[Any]] = Future()
        answer.set_running_or_notify_cancel()  # a request cannot be cancelled
        try:
            said = msgspec.Raw(msgspec.msgpack.encode(request, enc_hook=as_plain))
            data = msgspec.msgpack.encode(Letter(number, operator, said, order))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            answer.set_result(Reply(number, False, f"not plain data: {error}."))
            return answer
        with self._change:  # numbered and sent in the same order, and not after the process was reaped
            if self._state in FINAL_STATES:
                problem = self._gone()
            elif len(data) > MAX_BYTES:
                problem = f"a request of more than {MAX_BYTES >> 20} MiB is refused."
            elif len(self._open) >= MAX_OPEN and not urgent:
                problem = BEHIND
            else:
                self._open[number] = PendingReply(answer, kind)
                problem = "" if self._mail.send(data, urgent=urgent) else BEHIND
            if problem:
                self._open.pop(number, None)
        if problem:
            answer.set_result(Reply(number, False, problem))
        return answer

    def ask(
        self, request: Request[Result], *, operator: bool = False, timeout: float = ANSWER_TIMEOUT
    ) -> Reply[Result]:
        """Send a request and wait for the reply; after the timeout, the reply is an error."""
        answer = self.send(request, operator=operator)
        try:
            return answer.result(timeout)
        except NoAnswer:
            return Reply(-1, False, f"no answer within {timeout:g} s; the session is {self._state}.")

    def heartbeat(self, *, hand: Hand = "here", page: float = 0.0, late: float = 0.0) -> None:
        """Send a sign of life of the operator.

        Args:
            hand: Whether the page is in use.
            page: How long the page has not responded to its own worker [s].
            late: How late this sign was sent [s].
        """
        self._signs.write(Sign(hand, page, late))

    def server_is_late(self) -> None:
        """Report that the server cannot forward the operator's messages in time."""
        self._signs.server_is_late()

    def snapshot(self, timeout: float = ANSWER_TIMEOUT) -> bytes:
        """The complete state, for `restore`.

        Raises:
            PultError: It is not available; the message says why.
        """
        return self.ask(TakeSnapshot(), timeout=timeout).result()

    def restore(self, state: bytes, timeout: float = ANSWER_TIMEOUT) -> Reply[None]:
        """Go back to a snapshot."""
        return self.ask(Restore(state=state), timeout=timeout)

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
    ) -> "Future[Reply[Reopened]]":
        """Open another session in the same process and replace this one by it; this one continues until then.

        If it cannot be opened, the old one continues unchanged; the reply has the reason, and its value the faults.
        Otherwise the value says what was kept, `described` is new and frames are in another shared memory: make a new
        `reader`.

        Args:
            setup: Its setup.
            keep: Whether the state is handed over and a running session keeps running; else the new one starts afresh.
            observer: Makes its observer, None for none; by default the same one.
            folder: Folder of the document that names the others; by default the same one.
            record: File to record to, or None.
            overwrite: Whether an existing record is replaced.
            extra: Additional data for the header of the record.
            background: Start on the plain text of the scheme.
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

        def note(answer: "Future[Reply[Reopened]]") -> None:
            if answer.result().ok:
                self._spec = spec

        answer = self._post(False, None, Reopened, pickle.dumps(Replacement(spec, keep)))
        answer.add_done_callback(note)
        return answer

    # --- its end ---------------------------------------------------------------------------------------------------

    def shutdown(
        self, result: Mapping[str, object] | None = None, timeout: float = 10.0, *, abandoned: bool = False
    ) -> Reply[Closed]:
        """End it in an orderly way: the record is closed. If it does not reply in time, it is killed.

        Args:
            result: Outcome of the run, for the record.
            timeout: Maximum time to wait [s].
            abandoned: Whether it is ended because nobody operates it any more.
        """
        self._expected = True
        if self.described_number == 0 and self._state not in FINAL_STATES:  # nothing to close
            self.kill()
            return Reply(-1)
        deadline = time.monotonic() + timeout
        given = dict(result) if result is not None else None
        reply = self.ask(Shutdown(result=given, reason="abandoned" if abandoned else "ended"), timeout=timeout)
        if not self.wait_state(*FINAL_STATES, timeout=max(0.1, deadline - time.monotonic())):
            self.kill()
        return reply

    def kill(self) -> None:
        """Kill it at once. A record stays readable up to its last second."""
        self._process.kill()
        self.wait_state(*FINAL_STATES, timeout=ANSWER_TIMEOUT)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._state not in FINAL_STATES:
            self.shutdown()

    # --- its end, in the receiving thread --------------------------------------------------------------------------

    def _reap(self) -> None:
        """Called when the other end of the pipe is gone: the process has ended or is about to."""
        self._process.join(ANSWER_TIMEOUT)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join(ANSWER_TIMEOUT)
        state, reason = self._exit_reason()
        clean_up(self._frames, self._order.crash)
        with self._change:
            self._state, self._reason = state, reason
            waiting, self._open = self._open, {}
            self._change.notify_all()
        for number, one in waiting.items():
            one.answer.set_result(Reply(number, False, self._gone()))
        self._call()
        self._mail.close()

    def _exit_reason(self) -> tuple[str, str]:
        """The final state and its reason."""
        code = self._process.exitcode
        if self._last is not None:
            return self._last.state, self._last.reason
        if self._expected:
            return "ended", "it was killed, since it did not end by itself."
        reason = exit_cause(code, self._order.crash)
        if code == 1 and self._state == "starting":
            reason += " Does the script that started it have the line: if __name__ == '__main__':?"
        return "dead", reason


def _absolute(path: Path | None) -> Path | None:
    return Path(path).absolute() if path is not None else None
