"""The main program of a session process: opens the session, runs it and cleans up, even after errors."""

import faulthandler
import gc
import multiprocessing
import os
import signal
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
import mujoco

from pult.core.errors import PultError
from pult.native import progress
from pult.realtime.estimate import Estimate
from pult.realtime.exits import clean_up
from pult.realtime.inbox import Inbox
from pult.realtime.link import OperatorLink
from pult.realtime.mail import Mail
from pult.realtime.opening import LINK_TIMEOUT, Opened, SessionSpec, attach, describe, open_spec
from pult.realtime.pacing import Pacer
from pult.realtime.requests import Account, Closed, Reply, State
from pult.realtime.runner import Runner
from pult.realtime.signs import Cell, SignReader
from pult.realtime.swap import RunnerContext

MAX_WAITING = 8192
"""Maximum number of unsent messages; beyond it events are dropped."""
PARENT_CHECK_INTERVAL = 0.25
"""Time between two checks that the parent is alive [s]."""
ORPHAN_TIMEOUT = 1.2
"""Time within which an orphan must have ended by itself [s]."""
ORPHAN_CLOSE_TIMEOUT = 1.0
"""Time for an orphan to write the end of its record [s]."""
PRIORITY = 10
"""Real-time priority, where the system permits; low, since it only has to exceed ordinary processes."""


@dataclass(frozen=True)
class ProcessSpec:
    """Parameters of the process; see `SessionProcess.start`."""

    spec: SessionSpec
    crash: str
    evidence: Path
    evidence_seconds: float
    speed: float
    realtime: bool


def main(connection: Connection, order: ProcessSpec, signs: Cell) -> None:
    """The process."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole process group; the parent decides
    crash = Path(order.crash).open("w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
    faulthandler.enable(crash)
    # two threads that alternate as MuJoCo's log handlers (see `remarks`) may leave none: MuJoCo then writes to a file
    mujoco.set_mju_user_warning(_ignore)
    child = _Child(connection, order, signs)
    try:
        child.run()
    finally:
        child.finished.set()
        faulthandler.disable()
        crash.close()
        with suppress(OSError):
            Path(order.crash).unlink()


def _ignore(_: str) -> None:
    """Discard: the session reports MuJoCo's warnings during a step."""


class _Child:
    def __init__(self, connection: Connection, order: ProcessSpec, signs: Cell) -> None:
        self.order = order
        self.finished = threading.Event()
        self.link = OperatorLink(LINK_TIMEOUT)
        self.inbox = Inbox(self.link)
        self.signs = SignReader(signs, self.link)
        self.mail = Mail(connection, self.inbox.put, most=MAX_WAITING)
        self.runner: Runner | None = None
        self.context: RunnerContext | None = None
        self.orphan = False
        self.estimate = Estimate()

    def run(self) -> None:
        """Open the session, run it and close its records."""
        self.mail.start()
        threading.Thread(target=self._watch_parent, name="pult-parent", daemon=True).start()
        signal.signal(signal.SIGTERM, self._terminate)
        try:
            self._run()
        except PultError as error:
            self._say(State("dead", str(error)))
        except Exception as error:  # noqa: BLE001 - any error is reported to the parent
            [said] = traceback.format_exception_only(error)[-1:]
            place = traceback.extract_tb(error.__traceback__)[-1]
            self._say(State("dead", f"{said.strip()} ({Path(place.filename).name}, line {place.lineno})"))
        finally:
            self.mail.flush(1.0)

    def _run(self) -> None:
        order = self.order
        self._say(State("compiling"))
        self.estimate = Estimate()
        with progress.listening(self._say_compiled):
            opened = attach(open_spec(order.spec), order.spec, order.evidence_seconds)
        try:
            context = self.context = self._context(opened)
            context.realtime = order.realtime and _take_priority()  # for this thread only, not for those started before
            self._say(describe(context.session, context.writer.name, context.realtime))
            self.runner = Runner(context)
            gc.collect()
            gc.freeze()
            self.runner.end = self.runner.end or self.orphan
            self.runner.run()
        finally:
            try:
                self._close()
            finally:
                (self.context if self.context is not None else opened).writer.close()

    def _say_compiled(self, done: int, count: int) -> None:
        left = self.estimate.hear(done, count)
        self._say(State("compiling", f"{done} of {count} functions are compiled", share=done / count, left=left))

    def _context(self, opened: Opened) -> RunnerContext:
        order, session = self.order, opened.session
        if session.panel is not None:
            self.link.timeout = session.panel.panel.link_timeout
        pacer = Pacer(session.dt, order.speed)
        return RunnerContext(
            session, self.mail, self.inbox, self.signs, self.link, pacer, opened.writer, opened.buffer, order.evidence,
            opened.recording, opened.observer, order.evidence_seconds,
        )  # fmt: skip

    def _close(self) -> None:
        """Close the records and reply to the shutdown request."""
        asked = self.runner.shutdown if self.runner is not None else None
        hashed = problem = ""
        if self.context is not None and self.context.observer is not None:
            account = self.context.observer.close(asked[1].reason if asked is not None else "ended")
            if account is not None:
                self._say(Account(msgspec.Raw(account)))
        if self.context is not None and self.context.recording is not None:
            result = asked[1].result if asked is not None else None
            problem = self.context.recording.close(result, ORPHAN_CLOSE_TIMEOUT if self.orphan else 60.0)
            hashed = self.context.recording.hash
        if self.runner is not None:
            self.runner.swap.wait(ORPHAN_CLOSE_TIMEOUT if self.orphan else 60.0)
        if asked is not None:
            self._say(Reply(asked[0], value=Closed(hashed, problem)))
        if self.runner is not None and self.runner.end:
            self._say(State("ended", problem))

    def _say(self, said: msgspec.Struct) -> None:
        self.mail.send(msgspec.msgpack.encode(said))

    def _terminate(self, *_: object) -> None:
        """SIGTERM."""
        if self.runner is None:
            raise SystemExit(0)
        self.runner.end = True

    def _watch_parent(self) -> None:
        """End this process when the parent is gone."""
        parent, number = multiprocessing.parent_process(), os.getppid()
        while not self.mail.closed.wait(PARENT_CHECK_INTERVAL):
            if (parent is not None and not parent.is_alive()) or os.getppid() != number:
                break
        self.orphan = True
        if self.runner is not None:
            self.runner.end = True
        if not self.finished.wait(ORPHAN_TIMEOUT):
            names = {self.order.spec.frames} | ({self.context.writer.name} if self.context is not None else set())
            clean_up(names, self.order.crash)
            os._exit(1)


def _take_priority() -> bool:
    """Ask the system for priority over ordinary programs; returns whether it was granted. It is optional."""
    try:
        # threads started later, such as one that opens another session, must not have it
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(PRIORITY))
    except (AttributeError, OSError):
        return False
    return True
