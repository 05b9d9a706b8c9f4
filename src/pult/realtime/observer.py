"""Observers: listeners in the session's process that report on it, such as a judge."""

import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from pult.core.signals import Array
from pult.sim.commands import Command, CommandRefused, as_plain
from pult.sim.listener import Event, Listener
from pult.sim.session import Session

INTERVAL = 0.1
"""Minimum time between two accounts [s]."""
NOTHING_TO_SHOW = "nobody can show anything in this session: it has no exercise."


CloseReason = Literal["ended", "abandoned", "replaced"]
"""Why a session ends for its observer: it was ended, ended because nobody operated it any more, or replaced."""


class SessionObserver(Listener):
    """Base class of observers of a real-time session. No method may take long, because the loop waits for it."""

    def account(self) -> msgspec.Struct | None:
        """The present account, or None; it is decoded by the process that started the session."""
        return None

    def close(self, reason: CloseReason) -> None:
        """The session ends or is replaced; this call may take long."""

    def before_step(self) -> None:
        """Called before a control step, after the commands before it."""

    def after_step(self) -> None:
        """Called after a control step."""

    def before_command(self, command: Command) -> None:
        """Called before a command is carried out; a stop may come in the middle of a control step.

        Raises:
            CommandRefused: It must not be carried out now.
        """

    def wants_pause(self) -> bool:
        """Whether the session should be paused now."""
        return False

    @property
    def demonstrates(self) -> bool:
        """Whether a pilot has the panel now."""
        return False

    def demonstrate(self, pilot: str) -> None:  # noqa: ARG002 - observers that have pilots take it
        """Let a pilot drive from the start; see `pult.realtime.requests.Demonstrate`.

        Raises:
            CommandRefused: It cannot; the message says why.
        """
        raise CommandRefused(NOTHING_TO_SHOW)

    def take_over(self) -> None:
        """Take the panel from the pilot that has it.

        Raises:
            CommandRefused: None has it.
        """
        raise CommandRefused("no pilot has the panel.")


ObserverFactory = Callable[[Session], SessionObserver]
"""Makes the observer of a newly opened session. It is sent to another process, so it must be picklable."""


class ObserverGuard(Listener):
    """Protects the loop from failures of an observer: they are reported, the observer is removed, the session goes on.

    Attributes:
        observer: The observer, or None if it was removed.
    """

    def __init__(
        self, session: Session, observer: SessionObserver, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start to listen."""
        self.observer: SessionObserver | None = observer
        self._session, self._clock = session, clock
        self._said, self._when = b"", -INTERVAL
        session.listeners.append(self)

    def frames(self, first: int, rows: Array) -> None:
        """Pass frames on."""
        self._do(lambda one: one.frames(first, rows))

    def command(self, tick: int, command: Command) -> None:
        """Pass a command on."""
        self._do(lambda one: one.command(tick, command))

    def event(self, event: Event) -> None:
        """Pass an event on."""
        self._do(lambda one: one.event(event))

    def keyframe(self, tick: int, state: bytes) -> None:
        """Pass a state on."""
        self._do(lambda one: one.keyframe(tick, state))

    def before_step(self) -> None:
        """A control step follows."""
        self._do(lambda one: one.before_step())

    def after_step(self) -> None:
        """A control step was done."""
        self._do(lambda one: one.after_step())

    def before_command(self, command: Command) -> None:
        """A command follows.

        Raises:
            CommandRefused: It must not be carried out now.
        """
        self._do(lambda one: one.before_command(command))

    @property
    def demonstrates(self) -> bool:
        """Whether a pilot has the panel now."""
        return bool(self._do(lambda one: one.demonstrates))

    def demonstrate(self, pilot: str) -> None:
        """Let a pilot drive from the start.

        Raises:
            CommandRefused: It cannot; the message says why.
        """
        self._do(lambda one: one.demonstrate(pilot))

    def take_over(self) -> None:
        """Take the panel from the pilot that has it.

        Raises:
            CommandRefused: None has it.
        """
        self._do(lambda one: one.take_over())

    def wants_pause(self) -> bool:
        """Whether the session is to stand still now."""
        return bool(self._do(lambda one: one.wants_pause()))

    def news(self) -> bytes | None:
        """The encoded account, if it is due and differs from the last one; else None."""
        now = self._clock()
        if self.observer is None or now - self._when < INTERVAL:
            return None
        self._when = now
        found: bytes | None = self._do(_encoded)
        if found is None or found == self._said:
            return None
        self._said = found
        return found

    def close(self, reason: CloseReason) -> bytes | None:
        """Close the observer, once; returns its last encoded account, if it is new."""
        self._do(lambda one: one.close(reason))
        self._when = -INTERVAL
        found = self.news()
        self.observer = None
        return found

    def _do(self, what: Callable[[SessionObserver], Any]) -> Any:
        observer = self.observer
        if observer is None:
            return None
        try:
            return what(observer)
        except CommandRefused:
            raise
        except Exception as error:  # noqa: BLE001 - an observer is user code
            self.observer = None
            self._session.emit("observer-failed", f"{type(observer).__name__} failed: {error!r}")
            return None


def _encoded(observer: SessionObserver) -> bytes | None:
    found = observer.account()
    return msgspec.msgpack.encode(found, enc_hook=as_plain) if found is not None else None
