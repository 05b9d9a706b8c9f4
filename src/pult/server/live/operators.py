"""Who has the panel of a session: one client at most, and everybody knows which."""

from collections.abc import Callable

from pult.realtime.requests import (
    AskStatus,
    ConnectOperator,
    DisconnectOperator,
    SessionRequest,
    Shutdown,
    tag_of,
)
from pult.sim.commands import Cause, Request, Stop

ALONE = (ConnectOperator, DisconnectOperator, Shutdown)
"""Requests that the server alone may make of a session."""
EVERYBODY = (Stop, AskStatus)
"""Requests that anybody may make who looks on: whoever sees a danger must be able to stop the robot."""
LONGEST_NAME = 80


class Operators:
    """Hands the panel of one session to one client at a time.

    When a client leaves the panel, for whatever reason, the robot stops until an operator arms it again.

    Attributes:
        client: Id of the client that has the panel; empty if nobody has.
        name: Name of who operates.
    """

    def __init__(self, send: Callable[[Request[None]], object], changed: Callable[[], None]) -> None:
        """Begin with a free panel.

        Args:
            send: Sends a request to the session.
            changed: Called when somebody else has the panel.
        """
        self._send, self._changed = send, changed
        self.client = self.name = ""

    def take(self, client: str, name: str, force: bool) -> str:
        """Give the panel to a client; returns why not, or nothing."""
        name = name.strip()[:LONGEST_NAME]
        if client == self.client:
            self.name = name or self.name
            self._changed()
            return ""
        if self.client and not force:
            return f"{self.name or 'Somebody else'} has the panel. Ask them to release it, or take it over."
        if self.client:  # what the other was doing ends here: neutral, and stopped until it is armed
            self._send(DisconnectOperator(cause="taken"))
        self.client, self.name = client, name
        self._send(ConnectOperator())
        self._changed()
        return ""

    def release(self, client: str, cause: Cause = "released") -> str:
        """Take the panel back from a client; returns why not, or nothing."""
        if client != self.client:
            return "You do not have the panel."
        self.client = self.name = ""
        self._send(DisconnectOperator(cause=cause))
        self._changed()
        return ""

    def left(self, client: str) -> None:
        """A client has disconnected."""
        if client == self.client:
            self.release(client, "closed")

    def opened(self) -> None:
        """The session is open, or open anew: who took the panel before that is told to it."""
        if self.client:
            self._send(ConnectOperator())

    def forget(self) -> None:
        """The session has ended, and with it its panel."""
        if self.client:
            self.client = self.name = ""
            self._changed()

    def problem(self, client: str, request: SessionRequest) -> str:
        """Why a client may not make a request; empty if it may."""
        word = tag_of(request)
        if isinstance(request, ALONE):
            return f"{word!r} is not for pages: take and release the panel instead, or end the session."
        if client != self.client and not isinstance(request, EVERYBODY):
            who = f"{self.name or 'Somebody else'} has the panel" if self.client else "Nobody has the panel"
            return f"{who}. Take it before you ask for {word!r}; without it you can watch, and stop the robot."
        return ""
