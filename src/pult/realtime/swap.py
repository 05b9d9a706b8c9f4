"""Another session in the place of one that runs: opened beside it, handed its state, and put in between two steps."""

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
from pult.realtime.opening import LINK_TIMEOUT, Opened, Opening, equip
from pult.realtime.pacing import Pacer
from pult.realtime.requests import Reopened, Reply
from pult.realtime.signs import SignReader
from pult.record import RollingBuffer
from pult.record.recording import Recording
from pult.sim.commands import CommandRefused
from pult.sim.handover import Kept, hand_over
from pult.sim.listener import Listener
from pult.sim.session import Session


@dataclasses.dataclass
class RunnerContext:
    """All that a runner works with.

    Attributes:
        session: The session.
        mail: The way to those who asked for it.
        inbox: What they ask.
        signs: Signs of life of the operator.
        link: The operator.
        pacer: The pace.
        writer: The frames.
        buffer: The last seconds.
        evidence: Folder for evidence.
        recording: The record, or None.
        observer: The observer, or None.
        seconds: Time that the buffer keeps [s].
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
    """Opens another session beside the one that runs, and puts it in its place; one at a time."""

    def __init__(self) -> None:
        """Begin with nothing to open."""
        self._opening: Opening | None = None
        self._leaving: list[threading.Thread] = []

    def begin(self, number: int, order: bytes) -> None:
        """Begin to open.

        Raises:
            CommandRefused: Something is being opened already.
        """
        if self._opening is not None:
            raise CommandRefused("another session is being opened; wait for it.")
        self._opening = Opening(number, order)

    @property
    def ready(self) -> bool:
        """Whether what is opened is open, or cannot be opened."""
        return self._opening is not None and self._opening.done

    def finish(self, context: RunnerContext, runner: Listener) -> tuple[Reply[Reopened], bool]:
        """Put the new session in the place of the old one, if it could be opened; else the old one goes on untouched.

        Args:
            context: All that the runner works with; changed.
            runner: Who listens to the session.

        Returns:
            The answer to who asked, and whether the state was to be kept.
        """
        opening, self._opening = self._opening, None
        if opening is None:
            raise PultError("nothing has been opened.")
        replacement, session, kept = opening.replacement, opening.session, Kept()
        if session is not None and replacement is not None:
            try:
                if replacement.keep:
                    kept = hand_over(context.session, session)
                self._put(context, equip(session, replacement.spec, context.seconds), runner)
            except Exception as error:  # noqa: BLE001 - the old session goes on, whatever is wrong with the new one
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
        context.link.tell_again()
        if new.session.dt != old.session.dt:
            context.pacer = Pacer(new.session.dt, context.pacer.speed)
        context.pacer.start()
        thread = threading.Thread(target=_leave, args=(old,), name="pult-leaving", daemon=True)
        self._leaving = [one for one in self._leaving if one.is_alive()] + [thread]
        thread.start()

    def wait(self, timeout: float) -> None:
        """Wait until everything of sessions before this one is written."""
        for thread in self._leaving:
            thread.join(timeout)


def _leave(old: Opened) -> None:
    """Close what went along with a session, and free its memory."""
    try:
        if old.observer is not None:
            old.observer.close("replaced")
        if old.recording is not None:
            old.recording.close()
    finally:
        old.writer.close()
        _forget(old.session)


def _forget(session: Session) -> None:
    """Free the world of a session at once: its parts refer to each other, and what is frozen is never collected."""
    vars(session).clear()
