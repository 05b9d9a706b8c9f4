"""Connections of a server: unauthenticated ones (strangers), and those that have shown a secret.

Every program on this computer can connect. A connection is a stranger until a request on it has shown the cookie, the
token or the bearer. Strangers are limited in number and time: the oldest is closed for the next one. They are counted
apart from authenticated clients, so that however many there are, they lock no user out.
"""

import asyncio

MAX_STRANGERS = 64
"""Maximum number of strangers, without those that have just connected."""
MAX_FRESH = 192
"""Maximum number of strangers, including those that have just connected."""
FRESH = 1.0
"""Age up to which a connection counts as just made [s]: its first request may not have been read yet."""
STRANGER_TIME = 10.0
"""Time within which a connection must show a secret [s]; after that it is closed."""
MAX_KNOWN = 256
"""Maximum number of authenticated connections."""


class Visitor:
    """One open connection; a stranger at first."""

    def __init__(self, visitors: "Visitors", transport: asyncio.Transport) -> None:
        self._visitors, self._transport = visitors, transport
        self._loop = asyncio.get_running_loop()
        self._came = self._loop.time()
        self._timer = self._loop.call_later(STRANGER_TIME, self.abort)

    @property
    def is_fresh(self) -> bool:
        """Whether it has just connected."""
        return self._loop.time() - self._came < FRESH

    def admit(self) -> bool:
        """Mark the connection as authenticated; returns False if there are too many already."""
        admitted = self._visitors.admit(self)
        if admitted:
            self._timer.cancel()
        return admitted

    def left(self) -> None:
        """Forget a closed connection."""
        self._timer.cancel()
        self._visitors.forget(self)

    def abort(self) -> None:
        """Close the connection at once, even if the other side does not read what it was sent."""
        self._transport.abort()


class Visitors:
    """All connections of a server."""

    def __init__(self) -> None:
        self._strangers: dict[Visitor, None] = {}  # the oldest first
        self._known: set[Visitor] = set()

    def arrive(self, transport: asyncio.Transport) -> Visitor:
        """Register a new connection."""
        visitor = Visitor(self, transport)
        self._strangers[visitor] = None
        while len(self._strangers) > MAX_STRANGERS:
            oldest = next(iter(self._strangers))
            if oldest.is_fresh and len(self._strangers) <= MAX_FRESH:
                break
            oldest.left()
            oldest.abort()
        return visitor

    def admit(self, visitor: Visitor) -> bool:
        """Count a connection as authenticated; see `Visitor.admit`."""
        if visitor in self._known:
            return True
        if len(self._known) >= MAX_KNOWN:
            return False
        self._strangers.pop(visitor, None)
        self._known.add(visitor)
        return True

    def forget(self, visitor: Visitor) -> None:
        """Remove a connection from the counts."""
        self._strangers.pop(visitor, None)
        self._known.discard(visitor)
