"""A press that is shorter than the time to the next control step still lasts one step.

Press and release of a button come as two inputs. On a busy machine both may wait before the same step; carried out
together, the scheme would see nothing of them.
"""

from pult.realtime.inbox import Inbox
from pult.realtime.requests import IncomingRequest
from pult.sim.commands import Input


class Presses:
    """Takes requests in order, and lets a release wait until a control step has seen the press."""

    def __init__(self, inbox: Inbox) -> None:
        """Take from an inbox."""
        self._inbox = inbox
        self._unseen: set[str] = set()  # what was pressed since the last control step
        self._waiting: IncomingRequest | None = None

    def pop(self, running: bool) -> IncomingRequest | None:
        """The next request, or a stop; None if there is none, or if it waits for a control step.

        Args:
            running: Whether a control step will come by itself.
        """
        if self._waiting is not None and (stop := self._inbox.pop_stop()) is not None:
            return stop
        asked, self._waiting = self._waiting or self._inbox.pop(), None
        values = asked.request.values if asked is not None and isinstance(asked.request, Input) else {}
        if running and any(value is False and name in self._unseen for name, value in values.items()):
            self._waiting = asked
            return None
        self._unseen |= {name for name, value in values.items() if value is True}
        return asked

    def stepped(self) -> None:
        """A control step has seen all that is pressed."""
        self._unseen.clear()
