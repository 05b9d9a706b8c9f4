"""Queue of requests to a session."""

from collections import deque
from threading import Condition

from pult.realtime.link import OperatorLink, Sign
from pult.realtime.requests import Heartbeat, IncomingRequest, RequestDecoder
from pult.sim.commands import Stop


class Inbox:
    """Requests waiting to be carried out, in order. When it is full, no more are taken from the pipe.

    A stop overtakes all others. It is carried out in its turn as well, so that no earlier request, such as to arm,
    undoes it.
    """

    MAX_WAITING = 4096

    def __init__(self, link: OperatorLink) -> None:
        """Start empty; signs of life of the operator are passed on at once, however long the queue."""
        self._link = link
        self._asked: deque[IncomingRequest] = deque()
        self._change = Condition()
        self._opener = RequestDecoder()

    def put(self, data: bytes) -> None:
        """Add a message; waits while the queue is full."""
        asked, by_operator = self._opener.open(data)
        if by_operator:
            self._link.hear(_sign(asked.request))
        with self._change:
            self._change.wait_for(lambda: len(self._asked) < self.MAX_WAITING)
            if self._asked and isinstance(asked.request, Stop):
                self._asked.appendleft(asked)
            self._asked.append(asked)
            self._change.notify_all()

    def pop(self) -> IncomingRequest | None:
        """The oldest request, or a stop; None if the queue is empty."""
        if not self._asked:
            return None
        with self._change:
            asked = self._asked.popleft()
            self._change.notify_all()
        return asked

    def pop_stop(self) -> IncomingRequest | None:
        """A waiting stop, or None; all other requests stay."""
        with self._change:
            first = self._asked[0] if self._asked else None
            if first is None or not isinstance(first.request, Stop):
                return None
            self._asked.popleft()
            self._change.notify_all()
        return first

    def wait(self, timeout: float) -> None:
        """Wait until there is a request."""
        with self._change:
            self._change.wait_for(lambda: bool(self._asked), timeout)


def _sign(request: object) -> Sign | None:
    """The sign of life in a request; None for other requests."""
    return Sign(request.hand, request.page, request.late) if isinstance(request, Heartbeat) else None
