"""Replacement of a running session: opened in parallel, given its state, and switched between two steps."""

import dataclasses
import threading
from pathlib import Path

from pult.core.errors import PultError
from pult.realtime.evidence import SECONDS
from pult.realtime.frames import FrameWriter
from pult.realtime.inbox import Inbox
from pult.realtime.link import OperatorLink
from pult.realtime.mail import Mail
from pult.realtime.observer import ObserverGuard
from pult.realtime.opening import LINK_TIMEOUT, Opened, Opening, attach
from pult.realtime.pacing import Pacer
from pult.realtime.requests import Reopened, Reply
from pult.realtime.signs import SignReader
from pult.record import RollingBuffer
from pult.record.recording import Recording
from pult.sim.commands import CommandRefused
from pult.sim.handover import HandoverResult, hand_over
from pult.sim.listener import Listener
from pult.sim.session import Session


@dataclasses.dataclass
class RunnerContext:
    """Objects that a runner works with.

    Attributes:
        session: The session.
        mail: Connection to the process that started it.
        inbox: Requests.
        signs: Signs of life of the operator.
        link: Supervision of the operator.
        pacer: Schedule of control steps.
        writer: Writer of frames.
        buffer: Buffer of the last seconds.
        evidence: Folder for evidence.
        recording: The record, or None.
        observer: The observer, or None.
        seconds: Duration of the buffer [s].
        realtime: Whether the system gives priority over ordinary programs.
    """

    session: Session
    mail: Mail
    inbox: Inbox
    signs: SignReader
    link: OperatorLink
    pacer: Pacer
    writer: FrameWriter
    buffer: RollingBuffer
    evidence: Path
    recording: Recording | None
    observer: ObserverGuard | None = None
    seconds: float = SECONDS
    realtime: bool = False


class Swap:
    """Opens a replacement of the running session and switches to it; one at a time."""

    def __init__(self) -> None:
        """Start without a replacement."""
        self._opening: Opening | None = None
        self._leaving: list[threading.Thread] = []

    def begin(self, number: int, order: bytes) -> None:
        """Start to open a replacement.

        Raises:
            CommandRefused: One is being opened already.
        """
        if self._opening is not None:
            raise CommandRefused("another session is being opened; wait for it.")
        self._opening = Opening(number, order)

    @property
    def ready(self) -> bool:
        """Whether opening has finished or failed."""
        return self._opening is not None and self._opening.done

    def finish(self, context: RunnerContext, runner: Listener) -> tuple[Reply[Reopened], bool]:
        """Replace the old session by the new one, if it could be opened; else the old one continues unchanged.

        Args:
            context: The runner's objects; changed.
            runner: The runner, which listens to the session.

        Returns:
            The reply, and whether the state was to be kept.
        """
        opening, self._opening = self._opening, None
        if opening is None:
            raise PultError("nothing has been opened.")
        replacement, session, kept = opening.replacement, opening.session, HandoverResult()
        if session is not None and replacement is not None:
            try:
                if replacement.keep:
                    kept = hand_over(context.session, session)
                self._put(context, attach(session, replacement.spec, context.seconds), runner)
            except Exception as error:  # noqa: BLE001 - the old session continues, whatever is wrong with the new one
                opening.fail(error)
        if opening.session is None or replacement is None:
            return Reply(opening.number, False, opening.problem, Reopened(faults=opening.faults)), False
        return Reply(opening.number, value=Reopened(kept)), replacement.keep

    def _put(self, context: RunnerContext, new: Opened, runner: Listener) -> None:
        old = Opened(context.session, context.writer, context.buffer, context.recording, context.observer)
        old.session.listeners.clear()
        new.session.listen(runner)
        context.session, context.writer, context.buffer = new.session, new.writer, new.buffer
        context.recording, context.observer = new.recording, new.observer
        panel = new.session.panel
        context.link.timeout = panel.panel.link_timeout if panel is not None else LINK_TIMEOUT
        context.link.report_again()
        if new.session.dt != old.session.dt:
            context.pacer = Pacer(new.session.dt, context.pacer.speed)
        context.pacer.start()
        thread = threading.Thread(target=_leave, args=(old,), name="pult-leaving", daemon=True)
        self._leaving = [one for one in self._leaving if one.is_alive()] + [thread]
        thread.start()

    def wait(self, timeout: float) -> None:
        """Wait until the data of all replaced sessions is written."""
        for thread in self._leaving:
            thread.join(timeout)


def _leave(old: Opened) -> None:
    """Close the attachments of a session and free its memory."""
    try:
        if old.observer is not None:
            old.observer.close("replaced")
        if old.recording is not None:
            old.recording.close()
    finally:
        old.writer.close()
        _forget(old.session)


def _forget(session: Session) -> None:
    """Free the world of a session at once: it has reference cycles, and frozen objects are never collected."""
    vars(session).clear()
