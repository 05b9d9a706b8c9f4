"""What is asked of a session and waits to be carried out."""

from collections import deque
from threading import Condition

import msgspec

from pult.realtime.link import OperatorLink, Sign
from pult.realtime.requests import Heartbeat, Letter, is_stop


class Inbox:
    """Requests that wait to be carried out, in their order. When it is full, no more are taken from the pipe.

    A stop overtakes everything. It is carried out in its turn as well, so that nothing that was asked before it, such
    as to arm, undoes it.
    """

    MOST = 4096

    def __init__(self, link: OperatorLink) -> None:
        """Begin empty; what comes from the operator is heard at once, however long the queue."""
        self._link = link
        self._letters: deque[Letter | str] = deque()
        self._change = Condition()
        self._decoder = msgspec.msgpack.Decoder(Letter)

    def put(self, data: bytes) -> None:
        """Take a message; waits while there is no room."""
        try:
            letter: Letter | str = self._decoder.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            letter = str(error)
        if isinstance(letter, Letter) and letter.operator:
            self._link.hear(_sign(letter.request))
        with self._change:
            self._change.wait_for(lambda: len(self._letters) < self.MOST)
            if self._letters and isinstance(letter, Letter) and is_stop(letter.request):
                self._letters.appendleft(letter)
            self._letters.append(letter)
            self._change.notify_all()

    def pop(self) -> Letter | str | None:
        """The oldest, or a stop; what was wrong with it; or None."""
        if not self._letters:
            return None
        with self._change:
            letter = self._letters.popleft()
            self._change.notify_all()
        return letter

    def pop_stop(self) -> Letter | None:
        """A stop that waits, or None; everything else stays."""
        with self._change:
            first = self._letters[0] if self._letters else None
            if not isinstance(first, Letter) or not is_stop(first.request):
                return None
            self._letters.popleft()
            self._change.notify_all()
        return first

    def wait(self, timeout: float) -> None:
        """Wait until there is one."""
        with self._change:
            self._change.wait_for(lambda: bool(self._letters), timeout)


def _sign(request: object) -> Sign | None:
    """What a sign of life says of the operator's page; None for everything else."""
    if not isinstance(request, dict) or request.get("do") != "heartbeat":
        return None
    try:
        beat = msgspec.convert(request, Heartbeat)
    except msgspec.ValidationError:  # answered in its turn
        return Sign()
    return Sign(beat.hand, beat.page, beat.late)
