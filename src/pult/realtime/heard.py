"""What is heard from a session in a process of its own, for those who started it."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

import msgspec

from pult.core.channels import Channel, Channels
from pult.core.errors import PultError
from pult.realtime.frames import FrameReader
from pult.realtime.requests import Account, Answer, Described, Reply, ReplyLetter, State
from pult.sim.listener import Event

MAX_EVENTS = 1000
"""Events that wait to be fetched; beyond it the oldest are dropped."""
PATIENCE = 5.0
"""Time to wait for an answer [s]."""
OVER = ("ended", "dead")
"""States from which a session does not come back."""

_Kind = TypeVar("_Kind")


class Waiting(NamedTuple):
    """Somebody who waits for an answer, of this type."""

    answer: Future[Reply[Any]]
    kind: Any


class Heard:
    """What a session has told so far."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._change = threading.Condition()
        self._state, self._reason, self._share, self._left = "starting", "", -1.0, -1.0
        self._described: Described | None = None
        self._described_number = 0
        self._account: msgspec.Raw | None = None
        self._account_number = 0
        self._open: dict[int, Waiting] = {}
        self._events: deque[Event] = deque(maxlen=MAX_EVENTS)
        self._dropped_here = self._dropped_there = 0
        self._callbacks: tuple[Callable[[], None], ...] = ()
        self._decoder = msgspec.msgpack.Decoder(Answer)
        self._last: State | None = None  # what it said about its end

    @property
    def state(self) -> str:
        """What it does; see the class."""
        return self._state

    @property
    def reason(self) -> str:
        """Why it is in this state, for people."""
        return self._reason

    @property
    def share(self) -> float:
        """Part of the work of this state that is done, from 0 to 1; -1 where that is not known."""
        return self._share

    @property
    def left(self) -> float:
        """Time that the rest of that work will take, as far as can be told [s]; -1 where it cannot."""
        return self._left

    @property
    def described(self) -> Described:
        """What it is.

        Raises:
            PultError: It is not open yet, or never was.
        """
        if self._described is None:
            raise PultError(f"the session is {self._state}, not ready yet. {self._reason}".strip())
        return self._described

    @property
    def described_number(self) -> int:
        """How often it was described: 0 until it is open, and one more for each session opened in its place."""
        return self._described_number

    def account(self, kind: type[_Kind]) -> _Kind | None:
        """What its observer said last; None if it has none, or has not said anything yet.

        Args:
            kind: What the observer gives, such as `pult.exercise.account.AttemptAccount`.
        """
        return msgspec.msgpack.decode(self._account, type=kind) if self._account is not None else None

    @property
    def account_number(self) -> int:
        """How many accounts have come."""
        return self._account_number

    def on_change(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have something called whenever state, description, account or events have changed.

        Args:
            callback: Called in the thread that hears the session: it must return at once, and look by itself at what
                is new, such as `lambda: loop.call_soon_threadsafe(wake.set)`.

        Returns:
            Call it to have it called no more.
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
        """A reader of its frames, for this process; others make theirs from `described.frames`."""
        return FrameReader(self.described.frames)

    def wait_ready(self, timeout: float = 300.0) -> None:
        """Wait until it can run.

        Raises:
            PultError: It has died; the message says why.
            TimeoutError: It takes longer.
        """
        if not self.wait_state("ready", "running", "halted", *OVER, timeout=timeout):
            raise TimeoutError(f"the session is still {self._state} after {timeout:g} s.")
        if self._state in OVER:
            raise PultError(self._gone())

    def wait_state(self, *states: str, timeout: float = PATIENCE) -> bool:
        """Wait until it is in one of these states; returns whether it is."""
        with self._change:
            return self._change.wait_for(lambda: self._state in states, timeout)

    def events(self) -> list[Event]:
        """What has happened since the last call, in order."""
        found = []
        with self._change:
            while self._events:
                found.append(self._events.popleft())
        return found

    @property
    def lost_events(self) -> int:
        """Events that were dropped because nobody fetched them."""
        return self._dropped_here + self._dropped_there

    # --- in the thread of the mail ---------------------------------------------------------------------------------

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
                    if answer.state not in OVER:
                        self._state, self._reason = answer.state, answer.reason
                        self._share, self._left = answer.share, answer.left
                    else:  # it is over when the process is
                        self._last = answer
                case Described():
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
            except Exception:  # noqa: BLE001, S112 - whoever is gone by now must not keep us from hearing the rest
                continue

    def _gone(self) -> str:
        return f"the session is {self._state}: {self._reason}" if self._reason else f"the session is {self._state}."
