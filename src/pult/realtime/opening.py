"""Opening a session, in the place of another that goes on meanwhile."""

import pickle
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pult.core.errors import DocumentError, FaultKind, PultError
from pult.realtime.frames import FrameWriter
from pult.realtime.observer import ObserverFactory, ObserverGuard
from pult.realtime.requests import Described
from pult.record import RollingBuffer
from pult.record.recording import Recording, record_header, start_recording
from pult.sim.row import APART
from pult.sim.session import Session
from pult.sim.setup import Setup

NOT_OPENED = FaultKind("failed", "{error}")

LINK_TIMEOUT = 0.25
"""Absence of the operator after which the stick is put to neutral, where there is no panel to say it [s]."""


@dataclass(frozen=True)
class SessionSpec:
    """What is opened; see `SessionProcess.start`.

    Attributes:
        frames: Name of the shared memory for its frames.
    """

    setup: Setup
    folder: Path | None
    frames: str
    record: Path | None = None
    overwrite: bool = False
    extra: dict[str, Any] | None = None
    observer: ObserverFactory | None = None
    background: bool = False


@dataclass(frozen=True)
class Replacement:
    """What is opened in place of a session, and whether the state is handed over."""

    spec: SessionSpec
    keep: bool


@dataclass
class Opened:
    """A session with everything that goes along with it.

    Attributes:
        session: The session.
        writer: Its frames.
        buffer: Its last seconds.
        recording: Its record, or None.
        observer: Its observer, or None.
    """

    session: Session
    writer: FrameWriter
    buffer: RollingBuffer
    recording: Recording | None
    observer: ObserverGuard | None


def open_spec(spec: SessionSpec) -> Session:
    """The session, ready to run.

    Raises:
        DocumentError: One error that lists all faults.
    """
    from pult.sim import loop
    from pult.sim.open import open_session

    session = open_session(spec.setup, spec.folder, background=spec.background)
    if session.program.steps_in_native_code or spec.background:
        loop.ready(elements=len(session.world.elements) > 0)  # the same for all schemes: compiled once on a machine
    return session


def equip(session: Session, spec: SessionSpec, seconds: float) -> Opened:
    """Give a session all that goes along with it, from its present state on.

    Args:
        session: The session.
        spec: What was asked for.
        seconds: Time that is kept in memory [s].

    Raises:
        RecordError: The record is there already, or cannot be written.
    """
    extra = spec.extra or {}
    writer = FrameWriter(spec.frames, session.channels.size)
    recording = None
    try:
        buffer = RollingBuffer(seconds, record_header(session, **extra), session.files, apart=APART)
        Recording(session, buffer)
        if spec.record is not None:
            recording = start_recording(session, spec.record, overwrite=spec.overwrite, extra=extra, when_full="drop")
        observer = ObserverGuard(session, spec.observer(session)) if spec.observer is not None else None
    except BaseException:
        if recording is not None:
            recording.close()
        writer.close()
        raise
    return Opened(session, writer, buffer, recording, observer)


class Opening:
    """A session that is being opened in a thread.

    Attributes:
        number: Of the request.
        replacement: What was asked for, once it is known.
        session: The session, once it is open.
        problem: Why it cannot be opened.
        faults: The same as faults, in plain data.
    """

    def __init__(self, number: int, order: bytes) -> None:
        """Begin with an order as `SessionProcess.reopen` sends it."""
        self.number, self._order = number, order
        self.replacement: Replacement | None = None
        self.session: Session | None = None
        self.problem = ""
        self.faults: list[dict[str, Any]] = []
        self._thread = threading.Thread(target=self._open, name="pult-opening", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it is open, or cannot be opened."""
        return not self._thread.is_alive()

    def _open(self) -> None:
        try:
            self.replacement = pickle.loads(self._order)  # noqa: S301 - from the parent itself, never from a request
            self.session = open_spec(self.replacement.spec)
        except Exception as error:  # noqa: BLE001 - told to whoever asked; the old session goes on
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Note why it cannot be opened."""
        self.session = None
        self.problem = str(error) if isinstance(error, PultError) else f"{type(error).__name__}: {error}"
        found = error.faults if isinstance(error, DocumentError) else ()
        self.faults = [fault.plain() for fault in found or [NOT_OPENED.at(error=self.problem)]]


def describe(session: Session, frames: str, realtime: bool) -> Described:
    """What a session is, for those outside."""
    panel = session.panel.panel if session.panel is not None else None
    return Described(
        frames=frames,
        dt=session.dt,
        channels=[asdict(channel) for channel in session.channels],
        link_timeout=panel.link_timeout if panel is not None else LINK_TIMEOUT,
        stop_time=panel.stop_time if panel is not None else 0.5,
        native=session.program.steps_in_native_code,
        realtime=realtime,
    )
