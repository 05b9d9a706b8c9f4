"""Those who listen to a session, and the events that they are told of."""

from typing import Any

import msgspec

from pult.core.signals import Array
from pult.sim.commands import Command


class Event(msgspec.Struct, frozen=True, tag="event"):
    """Something worth telling.

    Attributes:
        tick: Control steps done when it happened.
        kind: Short name for programs.
        text: What happened, for people.
        data: Figures.
    """

    tick: int
    kind: str
    text: str
    data: dict[str, Any]


class Listener:
    """Somebody who is told what a session does. None of these calls may take long: the loop waits."""

    def frames(self, first: int, rows: Array) -> None:
        """Frames after ticks first, first + 1, ... Shape (n, size)."""

    def command(self, tick: int, command: Command) -> None:
        """A command was carried out before the step that follows this tick."""

    def event(self, event: Event) -> None:
        """Something happened."""

    def keyframe(self, tick: int, state: bytes) -> None:
        """The whole state, at the start and once a second."""
