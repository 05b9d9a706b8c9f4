"""What is asked of a session and waits to be carried out."""

from collections import deque
from threading import Condition

from pult.realtime.link import OperatorLink, Sign
from pult.realtime.requests import Asked, Heartbeat, Opener
from pult.sim.commands import Stop


class Inbox:
    """Requests that wait to be carried out, in their order. When it is full, no more are taken from the pipe.

    A stop overtakes everything. It is carried out in its turn as well, so that nothing that was asked before it, such
    as to arm, undoes it.
    """

    MOST = 4096

    def __init__(self, link: OperatorLink) -> None:
        """Begin empty; what comes from the operator is heard at once, however long the queue."""
        self._link = link
        self._asked: deque[Asked] = deque()
        self._change = Condition()
        self._opener = Opener()

    def put(self, data: bytes) -> None:
        """Take a message; waits while there is no room."""
        asked, by_operator = self._opener.open(data)
        if by_operator:
            self._link.hear(_sign(asked.request))
        with self._change:
            self._change.wait_for(lambda: len(self._asked) < self.MOST)
            if self._asked and isinstance(asked.request, Stop):
                self._asked.appendleft(asked)
            self._asked.append(asked)
            self._change.notify_all()

    def pop(self) -> Asked | None:
        """The oldest, or a stop; None if there is none."""
        if not self._asked:
            return None
        with self._change:
            asked = self._asked.popleft()
            self._change.notify_all()
        return asked

    def pop_stop(self) -> Asked | None:
        """A stop that waits, or None; everything else stays."""
        with self._change:
            first = self._asked[0] if self._asked else None
            if first is None or not isinstance(first.request, Stop):
                return None
            self._asked.popleft()
            self._change.notify_all()
        return first

    def wait(self, timeout: float) -> None:
        """Wait until there is one."""
        with self._change:
            self._change.wait_for(lambda: bool(self._asked), timeout)


def _sign(request: object) -> Sign | None:
    """What a sign of life says of the operator's page; None for everything else."""
    return Sign(request.hand, request.page, request.late) if isinstance(request, Heartbeat) else None
