"""State, events and replies received from a session process."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

import msgspec

from pult.core.channels import Channel, Channels
from pult.core.errors import PultError
from pult.realtime.frames import FrameReader
from pult.realtime.requests import Account, Answer, Reply, ReplyLetter, SessionDescription, State
from pult.sim.listener import Event

MAX_EVENTS = 1000
"""Maximum number of events to be fetched; beyond it the oldest are dropped."""
ANSWER_TIMEOUT = 5.0
"""Time to wait for a reply [s]."""
FINAL_STATES = ("ended", "dead")
"""States that a session does not leave."""

_Kind = TypeVar("_Kind")


class PendingReply(NamedTuple):
    """A reply that is awaited, and the type of its value."""

    answer: Future[Reply[Any]]
    kind: Any


class SessionMonitor:
    """Receives messages of a session process and keeps its state."""

    def __init__(self) -> None:
        """Start without messages."""
        self._change = threading.Condition()
        self._state, self._reason, self._share, self._left = "starting", "", -1.0, -1.0
        self._described: SessionDescription | None = None
        self._described_number = 0
        self._account: msgspec.Raw | None = None
        self._account_number = 0
        self._open: dict[int, PendingReply] = {}
        self._events: deque[Event] = deque(maxlen=MAX_EVENTS)
        self._dropped_here = self._dropped_there = 0
        self._callbacks: tuple[Callable[[], None], ...] = ()
        self._decoder = msgspec.msgpack.Decoder(Answer)
        self._last: State | None = None  # its last state before the end

    @property
    def state(self) -> str:
        """State of the session; see `SessionProcess`."""
        return self._state

    @property
    def reason(self) -> str:
        """Reason for this state, for people."""
        return self._reason

    @property
    def share(self) -> float:
        """Fraction of the work of this state that is done, from 0 to 1; -1 if unknown."""
        return self._share

    @property
    def left(self) -> float:
        """Estimated remaining time of that work [s]; -1 if unknown."""
        return self._left

    @property
    def described(self) -> SessionDescription:
        """Description of the session.

        Raises:
            PultError: It is not open yet, or could not be opened.
        """
        if self._described is None:
            raise PultError(f"the session is {self._state}, not ready yet. {self._reason}".strip())
        return self._described

    @property
    def described_number(self) -> int:
        """Number of descriptions so far: 0 until the session is open, and one more for each replacement."""
        return self._described_number

    def account(self, kind: type[_Kind]) -> _Kind | None:
        """The last account of its observer; None if there is none yet.

        Args:
            kind: Type of the account, such as `pult.exercise.account.AttemptAccount`.
        """
        return msgspec.msgpack.decode(self._account, type=kind) if self._account is not None else None

    @property
    def account_number(self) -> int:
        """Number of accounts received."""
        return self._account_number

    def on_change(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Register a callback for changes of state, description, account or events.

        Args:
            callback: Called in the receiving thread: it must return at once, and fetch by itself what is new; for
                example `lambda: loop.call_soon_threadsafe(wake.set)`.

        Returns:
            A function that removes the callback.
        """
        with self._change:
            self._callbacks = (*self._callbacks, callback)

        def leave() -> None:
            with self._change:
                self._callbacks = tuple(one for one in self._callbacks if one is not callback)

        return leave

    @property
    def channels(self) -> Channels:
        """Names of the numbers in a row."""
        names = self.described.channels
        return Channels(Channel(**{**c, "shape": tuple(c["shape"]), "labels": tuple(c["labels"])}) for c in names)

    def reader(self) -> FrameReader:
        """A reader of its frames for this process; other processes open their own from `described.frames`."""
        return FrameReader(self.described.frames)

    def wait_ready(self, timeout: float = 300.0) -> None:
        """Wait until it can run.

        Raises:
            PultError: It has died; the message says why.
            TimeoutError: It is not ready in time.
        """
        if not self.wait_state("ready", "running", "halted", *FINAL_STATES, timeout=timeout):
            raise TimeoutError(f"the session is still {self._state} after {timeout:g} s.")
        if self._state in FINAL_STATES:
            raise PultError(self._gone())

    def wait_state(self, *states: str, timeout: float = ANSWER_TIMEOUT) -> bool:
        """Wait until it is in one of these states; returns whether it is."""
        with self._change:
            return self._change.wait_for(lambda: self._state in states, timeout)

    def events(self) -> list[Event]:
        """Events since the last call, in order."""
        found = []
        with self._change:
            while self._events:
                found.append(self._events.popleft())
        return found

    @property
    def lost_events(self) -> int:
        """Number of events dropped because they were not fetched."""
        return self._dropped_here + self._dropped_there

    # --- in the receiving thread -----------------------------------------------------------------------------------

    def _take(self, data: bytes) -> None:
        answer: Answer = self._decoder.decode(data)
        if isinstance(answer, ReplyLetter):
            with self._change:
                waiting = self._open.pop(answer.id, None)
            if waiting is not None:
                waiting.answer.set_result(answer.open(waiting.kind))
            return
        with self._change:
            match answer:
                case Event():
                    self._dropped_here += len(self._events) == self._events.maxlen
                    self._events.append(answer)
                case State():
                    self._dropped_there = answer.lost
                    if answer.state not in FINAL_STATES:
                        self._state, self._reason = answer.state, answer.reason
                        self._share, self._left = answer.share, answer.left
                    else:  # it is over when the process is
                        self._last = answer
                case SessionDescription():
                    self._described = answer
                    self._described_number += 1
                case Account():
                    self._account = answer.data
                    self._account_number += 1
            self._change.notify_all()
        self._call()

    def _call(self) -> None:
        for callback in self._callbacks:
            try:
                callback()
            except Exception:  # noqa: BLE001, S112 - a failing callback must not prevent the others
                continue

    def _gone(self) -> str:
        return f"the session is {self._state}: {self._reason}" if self._reason else f"the session is {self._state}."
