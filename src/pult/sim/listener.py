"""Listeners of a session, and the events they receive."""

from typing import Any

import msgspec

from pult.core.signals import Array
from pult.sim.commands import Command


class Event(msgspec.Struct, frozen=True, tag="event"):
    """An event of a session.

    Attributes:
        tick: Control steps done when it happened.
        kind: Short name for programs.
        text: Description for people.
        data: Values by name.
    """

    tick: int
    kind: str
    text: str
    data: dict[str, Any]


class Listener:
    """Base class of listeners of a session. No method may take long, because the loop waits for it.

    Attributes:
        wants_keyframes: Whether it receives the whole state once a second.
    """

    wants_keyframes: bool = True

    def frames(self, first: int, rows: Array) -> None:
        """Receive the frames after ticks first, first + 1, ... Shape (n, size)."""

    def command(self, tick: int, command: Command) -> None:
        """Receive a command that was applied before the step that follows this tick."""

    def event(self, event: Event) -> None:
        """Something happened."""

    def keyframe(self, tick: int, state: bytes) -> None:
        """Receive a snapshot of the session, at the start and once per second."""
