"""Attendants: those who go along with a session in its process and tell how it does there, such as a judge."""

import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from pult.core.signals import Array
from pult.record.file.numbers import plain
from pult.sim.commands import Command
from pult.sim.session import Event, Listener, Session

INTERVAL = 0.1
"""Shortest time between two accounts [s]."""


class Attendant(Listener, Protocol):
    """Somebody who goes along with a session at pace. None of these calls may take long: the loop waits.

    `before_step` and `wants_pause` may be left out.
    """

    def account(self) -> dict[str, Any]:
        """How it stands, as plain data."""

    def close(self, reason: str) -> None:
        """The session ends, or another takes its place; this call may take its time.

        Args:
            reason: "ended", "abandoned" if it is ended because nobody operated it any more, or "replaced".
        """

    def before_step(self) -> None:
        """A control step follows; commands before it have been carried out."""

    def wants_pause(self) -> bool:
        """Whether the session is to stand still now."""
        return False


Attend = Callable[[Session], Attendant]
"""Makes the attendant of a session that was opened just now. It goes to another process, so it must be picklable."""


def _nothing() -> None:
    """Stands in for what an attendant leaves out."""


def _never() -> bool:
    return False


class Attended:
    """An attendant as the loop sees it: one that fails is told of and dismissed, and the session goes on.

    Attributes:
        attendant: The attendant, or None if it has been dismissed.
    """

    def __init__(self, session: Session, attendant: Attendant, clock: Callable[[], float] = time.monotonic) -> None:
        """Let it listen from now on."""
        self.attendant: Attendant | None = attendant
        self._session, self._clock = session, clock
        self._before: Callable[[], None] = getattr(attendant, "before_step", _nothing)
        self._wants: Callable[[], bool] = getattr(attendant, "wants_pause", _never)
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
        self._do(lambda _: self._before())

    def wants_pause(self) -> bool:
        """Whether the session is to stand still now."""
        return bool(self._do(lambda _: self._wants()))

    def news(self) -> dict[str, Any] | None:
        """The account if it is another than the last one and it is time for it, else None."""
        now = self._clock()
        if self.attendant is None or now - self._when < INTERVAL:
            return None
        self._when = now
        found: dict[str, Any] | None = self._do(lambda one: plain(one.account()))
        said = msgspec.msgpack.encode(found)
        if found is None or said == self._said:
            return None
        self._said = said
        return found

    def close(self, reason: str) -> dict[str, Any] | None:
        """Let it end, once; returns its last account if that is new."""
        self._do(lambda one: one.close(reason))
        self._when = -INTERVAL
        found = self.news()
        self.attendant = None
        return found

    def _do(self, what: Callable[[Attendant], Any]) -> Any:
        attendant = self.attendant
        if attendant is None:
            return None
        try:
            return what(attendant)
        except Exception as error:  # noqa: BLE001 - an attendant is anybody's code
            self.attendant = None
            self._session.tell("attendant-failed", f"{type(attendant).__name__} failed: {error!r}")
            return None
