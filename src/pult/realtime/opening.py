"""Opening a session, possibly while another one is running that it will replace."""

import pickle
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pult.core.errors import DocumentError, FaultKind, PultError
from pult.realtime.frames import FrameWriter
from pult.realtime.observer import ObserverFactory, ObserverGuard
from pult.realtime.requests import SessionDescription
from pult.record import RollingBuffer
from pult.record.recording import Recording, record_header, start_recording
from pult.sim.row import DERIVED
from pult.sim.session import Session
from pult.sim.setup import Setup

NOT_OPENED = FaultKind("failed", "{error}")

LINK_TIMEOUT = 0.25
"""Absence of the operator after which the stick is set to neutral, if there is no panel to define it [s]."""


@dataclass(frozen=True)
class SessionSpec:
    """Parameters of a session to be opened; see `SessionProcess.start`.

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
    """A session that replaces another, and whether the state is handed over."""

    spec: SessionSpec
    keep: bool


@dataclass
class Opened:
    """A session with its attachments.

    Attributes:
        session: The session.
        writer: Writer of its frames.
        buffer: Buffer of its last seconds.
        recording: Its record, or None.
        observer: Its observer, or None.
    """

    session: Session
    writer: FrameWriter
    buffer: RollingBuffer
    recording: Recording | None
    observer: ObserverGuard | None


def open_spec(spec: SessionSpec) -> Session:
    """Open a session, ready to run.

    Raises:
        DocumentError: Lists all faults.
    """
    from pult.sim import loop
    from pult.sim.open import open_session

    session = open_session(spec.setup, spec.folder, background=spec.background)
    if session.program.steps_in_native_code or spec.background:
        loop.ensure_native(elements=len(session.world.elements) > 0)  # the same for all schemes
    return session


def attach(session: Session, spec: SessionSpec, seconds: float) -> Opened:
    """Attach frames, buffer, recording and observer to a session, beginning with its present state.

    Args:
        session: The session.
        spec: Its parameters.
        seconds: Duration of the buffer [s].

    Raises:
        RecordError: The record exists already, or cannot be written.
    """
    extra = spec.extra or {}
    writer = FrameWriter(spec.frames, session.channels.size)
    recording = None
    try:
        buffer = RollingBuffer(seconds, record_header(session, **extra), session.files, apart=DERIVED)
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
        number: Number of the request.
        replacement: The decoded request.
        session: The session, once it is open.
        problem: Why it cannot be opened.
        faults: The same as faults in plain data.
    """

    def __init__(self, number: int, order: bytes) -> None:
        """Start to open a `Replacement`, as pickled by `SessionProcess.reopen`."""
        self.number, self._order = number, order
        self.replacement: Replacement | None = None
        self.session: Session | None = None
        self.problem = ""
        self.faults: list[dict[str, Any]] = []
        self._thread = threading.Thread(target=self._open, name="pult-opening", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether opening has finished or failed."""
        return not self._thread.is_alive()

    def _open(self) -> None:
        try:
            self.replacement = pickle.loads(self._order)  # noqa: S301 - from the parent itself, never from a request
            self.session = open_spec(self.replacement.spec)
        except Exception as error:  # noqa: BLE001 - reported in the reply; the old session continues
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Keep the reason why it cannot be opened."""
        self.session = None
        self.problem = str(error) if isinstance(error, PultError) else f"{type(error).__name__}: {error}"
        found = error.faults if isinstance(error, DocumentError) else ()
        self.faults = [fault.plain() for fault in found or [NOT_OPENED.at(error=self.problem)]]


def describe(session: Session, frames: str, realtime: bool) -> SessionDescription:
    """Description of a session for other processes."""
    panel = session.panel.panel if session.panel is not None else None
    return SessionDescription(
        frames=frames,
        dt=session.dt,
        channels=[asdict(channel) for channel in session.channels],
        link_timeout=panel.link_timeout if panel is not None else LINK_TIMEOUT,
        stop_time=panel.stop_time if panel is not None else 0.5,
        native=session.program.steps_in_native_code,
        realtime=realtime,
    )
