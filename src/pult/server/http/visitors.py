"""Who is connected: strangers, and those who have shown a secret.

Every program of this computer can connect. A connection is a stranger's until a request on it has shown the cookie, the
token or the bearer. Strangers are few, and stay for a short time: the oldest gives way to the next one. They are not
counted among those who are signed in, so however many come, they keep nobody out.
"""

import asyncio

MAX_STRANGERS = 64
"""Connections of strangers at the same time, but for those that have just come."""
MAX_FRESH = 192
"""Connections of strangers at the same time, however young."""
FRESH = 1.0
"""Age up to which a connection counts as just come [s]: what it has sent may not have been read yet."""
STRANGER_TIME = 10.0
"""Time in which a connection must have shown a secret [s]; after it, it is closed."""
MAX_KNOWN = 256
"""Connections at the same time of those who are signed in."""


class Visitor:
    """One connection, as long as it is open; a stranger's at first."""

    def __init__(self, visitors: "Visitors", transport: asyncio.Transport) -> None:
        self._visitors, self._transport = visitors, transport
        self._loop = asyncio.get_running_loop()
        self._came = self._loop.time()
        self._timer = self._loop.call_later(STRANGER_TIME, self.send_away)

    @property
    def is_fresh(self) -> bool:
        """Whether it has just come."""
        return self._loop.time() - self._came < FRESH

    def admit(self) -> bool:
        """A secret was shown; returns False if too many are signed in already."""
        admitted = self._visitors.admit(self)
        if admitted:
            self._timer.cancel()
        return admitted

    def left(self) -> None:
        """The connection is closed."""
        self._timer.cancel()
        self._visitors.forget(self)

    def send_away(self) -> None:
        """Close the connection at once, even if the other side does not read what it was sent."""
        self._transport.abort()


class Visitors:
    """All connections of a server."""

    def __init__(self) -> None:
        self._strangers: dict[Visitor, None] = {}  # the oldest first
        self._known: set[Visitor] = set()

    def arrive(self, transport: asyncio.Transport) -> Visitor:
        """There is a new connection."""
        visitor = Visitor(self, transport)
        self._strangers[visitor] = None
        while len(self._strangers) > MAX_STRANGERS:
            oldest = next(iter(self._strangers))
            if oldest.is_fresh and len(self._strangers) <= MAX_FRESH:
                break
            oldest.left()
            oldest.send_away()
        return visitor

    def admit(self, visitor: Visitor) -> bool:
        """Count a connection among those who are signed in; see `Visitor.admit`."""
        if visitor in self._known:
            return True
        if len(self._known) >= MAX_KNOWN:
            return False
        self._strangers.pop(visitor, None)
        self._known.add(visitor)
        return True

    def forget(self, visitor: Visitor) -> None:
        """Count a connection no more."""
        self._strangers.pop(visitor, None)
        self._known.discard(visitor)
