"""What runs in the process of a session: open it, run it, and leave nothing behind, whatever happens."""

import faulthandler
import gc
import multiprocessing
import os
import signal
import threading
import traceback
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from pult.core.errors import PultError
from pult.sim.paced.endings import tidy
from pult.sim.paced.frames import FrameWriter
from pult.sim.paced.inbox import Inbox
from pult.sim.paced.link import OperatorLink
from pult.sim.paced.mail import Mail
from pult.sim.paced.pacing import Pacer
from pult.sim.paced.requests import Described, Reply, State
from pult.sim.paced.runner import Gear, Runner
from pult.sim.record import RollingBuffer
from pult.sim.recording import APART, Recording, record_header, start_recording
from pult.sim.session import Session
from pult.sim.setup import Setup

MOST_WAITING = 8192
"""Messages that may wait to be sent; beyond it events are dropped."""
LOOK_FOR_PARENT = 0.25
"""Time between two looks whether the parent is alive [s]."""
LAST_WORDS = 1.2
"""Time in which an orphan must have ended by itself [s]."""
CLOSE_ORPHAN = 1.0
"""Time that an orphan gives the disk to take the end of its record [s]."""
PRIORITY = 10
"""Priority among real-time processes, where the system permits; low, since only others than ordinary ones count."""


@dataclass(frozen=True)
class Order:
    """What the process is to do; see `SessionProcess.start`."""

    setup: Setup
    folder: Path | None
    frames: str
    crash: str
    record: Path | None
    overwrite: bool
    extra: dict[str, Any]
    evidence: Path
    evidence_seconds: float
    speed: float
    realtime: bool
    background: bool


def main(connection: Connection, order: Order) -> None:
    """The process."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole family; the parent decides
    crash = Path(order.crash).open("w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
    faulthandler.enable(crash)
    child = _Child(connection, order)
    try:
        child.run()
    finally:
        child.finished.set()
        faulthandler.disable()
        crash.close()
        with suppress(OSError):
            Path(order.crash).unlink()


class _Child:
    def __init__(self, connection: Connection, order: Order) -> None:
        self.order = order
        self.finished = threading.Event()
        self.link = OperatorLink(0.25)
        self.inbox = Inbox(self.link)
        self.mail = Mail(connection, self.inbox.put, most=MOST_WAITING)
        self.runner: Runner | None = None
        self.recording: Recording | None = None
        self.orphan = False

    def run(self) -> None:
        """Everything from the beginning to the end."""
        self.mail.start()
        threading.Thread(target=self._watch_parent, name="pult-parent", daemon=True).start()
        signal.signal(signal.SIGTERM, self._terminate)
        try:
            self._run()
        except PultError as error:
            self._say(State("dead", str(error)))
        except Exception as error:  # noqa: BLE001 - told to the parent, whatever it is
            [said] = traceback.format_exception_only(error)[-1:]
            place = traceback.extract_tb(error.__traceback__)[-1]
            self._say(State("dead", f"{said.strip()} ({Path(place.filename).name}, line {place.lineno})"))
        finally:
            self.mail.flush(1.0)

    def _run(self) -> None:
        self._say(State("compiling"))
        session = self._open()
        writer = FrameWriter(self.order.frames, session.channels.size)
        try:
            gear = self._gear(session, writer)
            realtime = self.order.realtime and _take_priority()  # of this thread alone, not of those begun before
            self._say(_described(session, writer.name, realtime))
            self.runner = Runner(gear)
            gc.collect()
            gc.freeze()
            self.runner.end = self.runner.end or self.orphan
            self.runner.run()
        finally:
            try:
                self._close()
            finally:
                writer.close()

    def _open(self) -> Session:
        from pult.sim import loop
        from pult.sim.open import open_session

        session = open_session(self.order.setup, self.order.folder, background=self.order.background)
        if session.program.steps_in_native_code or self.order.background:
            loop.native_steps.ready()  # the same for all schemes, so it is compiled only once on a machine
        return session

    def _gear(self, session: Session, writer: FrameWriter) -> Gear:
        order = self.order
        if session.panel is not None:
            self.link.timeout = session.panel.panel.link_timeout
        header = record_header(session, **order.extra)
        buffer = RollingBuffer(order.evidence_seconds, header, session.files, apart=APART)
        Recording(session, buffer)
        if order.record is not None:
            self.recording = start_recording(
                session, order.record, overwrite=order.overwrite, extra=order.extra, when_full="drop"
            )
        pacer = Pacer(session.dt, order.speed)
        return Gear(session, self.mail, self.inbox, self.link, pacer, writer, buffer, order.evidence, self.recording)

    def _close(self) -> None:
        """Close the record and answer who asked for the end."""
        asked = self.runner.shutdown if self.runner is not None else None
        hashed = problem = ""
        if self.recording is not None:
            result = asked[1].result if asked is not None else None
            problem = self.recording.close(result, CLOSE_ORPHAN if self.orphan else 60.0)
            hashed = self.recording.hash
        if asked is not None:
            self._say(Reply(asked[0], value={"record_hash": hashed, "record_problem": problem}))
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
        """End this process when nobody is left who could."""
        parent, number = multiprocessing.parent_process(), os.getppid()
        while not self.mail.closed.wait(LOOK_FOR_PARENT):
            if (parent is not None and not parent.is_alive()) or os.getppid() != number:
                break
        self.orphan = True
        if self.runner is not None:
            self.runner.end = True
        if not self.finished.wait(LAST_WORDS):
            tidy(self.order.frames, self.order.crash)
            os._exit(1)


def _described(session: Session, frames: str, realtime: bool) -> Described:
    panel = session.panel.panel if session.panel is not None else None
    return Described(
        frames=frames,
        dt=session.dt,
        channels=[asdict(channel) for channel in session.channels],
        link_timeout=panel.link_timeout if panel is not None else 0.25,
        stop_time=panel.stop_time if panel is not None else 0.5,
        native=session.program.steps_in_native_code,
        realtime=realtime,
    )


def _take_priority() -> bool:
    """Ask the system for priority over ordinary programs; returns whether it was given. It is never needed."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    except (AttributeError, OSError):
        return False
    return True
