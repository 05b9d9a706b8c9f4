"""Whether the operator is there: what the operator's page says of itself, and for how long nothing was heard of it.

A short hiccup puts the stick to neutral and goes on by itself; only a real absence stops the robot. Silence is counted
while this session is looking: time in which its own process was not run is nobody's silence, and in it nothing moved.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from pult.sim.commands import Cause

GRACE = 0.7
"""Time from a stick put to neutral to the stop, as a part of the timeout: a shorter hiccup goes on by itself."""
SERVER_GRACE = 2.0
"""Time that is given in addition while the server says that it is late itself, as a part of the timeout; the stick is
at neutral then."""
SERVER_NEWS = 0.15
"""Age up to which it counts that the server said so [s]."""
HICCUP = 0.12
"""Silence that a machine with time to spare does not show [s]..."""
HICCUPS, HICCUP_TIME = 3, 10.0
"""...and so many of them within this time [s] show a busy one: it gets the same additional time as a late server. Only
silences that have ended count, so that a page that stops responding on a machine that is not busy gets no more time."""
LONGEST_LOOK = 0.05
"""Time between two looks that counts as silence at most [s]."""

Hand = Literal["here", "hidden", "focus"]


class Sign(NamedTuple):
    """What the operator's page says of itself.

    Attributes:
        hand: "here", or why the page is not in hand: it is hidden, or its window has lost the focus.
        page: How long the page has not responded to its own worker [s].
        late: How late the worker itself was with this sign [s].
    """

    hand: Hand = "here"
    page: float = 0.0
    late: float = 0.0


class Absence(NamedTuple):
    """What is to be done about an operator.

    Attributes:
        do: "neutral": the stick is let go; "stop": the robot is stopped; "back": the operator is back in time.
        cause: What was late, or why nobody is there.
        seconds: By how much [s].
    """

    do: Literal["neutral", "stop", "back"]
    cause: Cause
    seconds: float


def back_text(absence: Absence) -> str:
    """What is told of an operator who is back in time."""
    late = {"page": "the operator's page", "network": "the network", "server": "the server"}.get(absence.cause, "")
    return f"the operator is back: {late} was late by {absence.seconds:.2f} s" if late else "the operator is back"


class OperatorLink:
    """Watches an operator. One who was lost and is heard again is watched again; the robot stays stopped.

    Attributes:
        timeout: Absence after which the stick is put to neutral [s]; `GRACE` of it later the robot is stopped.
        connected: Whether there is an operator.
    """

    def __init__(self, timeout: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without an operator."""
        self.timeout, self._clock = timeout, clock
        self.connected = False
        self._sign, self._heard, self._seen = Sign(), 0, 0  # signs heard so far, and when last looked
        self._looked = clock()
        self._silence = self._away = self._worst = 0.0
        self._state: Literal["fine", "neutral", "lost"] = "fine"
        self._cause: Cause = ""
        self._server = -SERVER_NEWS
        self._hiccups: deque[float] = deque(maxlen=HICCUPS)
        self._page = 0.0  # silence of the page as the last sign told it [s]

    @property
    def alive(self) -> bool:
        """Whether an operator is connected, heard of and in hand."""
        return self.connected and self._sign.hand == "here" and self._late <= self.timeout

    def connect(self) -> None:
        """An operator comes."""
        self._sign = Sign()
        self._silence = self._away = 0.0
        self._looked = self._clock()
        self._state = "fine"
        self.connected = True

    def disconnect(self) -> None:
        """The operator goes."""
        self.connected = False

    def hear(self, sign: Sign | None = None) -> None:
        """Something came from the operator just now; may be called from another thread.

        Args:
            sign: What the page says of itself; if left out it has just done something, and so responds.
        """
        self._sign = sign if sign is not None else Sign(self._sign.hand)
        self._heard += 1

    def server_is_late(self) -> None:
        """The server says that it cannot pass on now what it is sent; may be called from another thread."""
        self._server = self._clock()

    def tell_again(self) -> None:
        """The robot may move again: a loss that was told already counts no more, and is told once more if it lasts."""
        self._state = "fine"

    @property
    def _late(self) -> float:
        """How long the page has not been known to respond [s]."""
        return self._sign.page + (self._silence if self._heard == self._seen else 0.0)

    def look(self, moving: bool = True) -> Absence | None:
        """Look once more; returns what is to be done now, each once.

        Args:
            moving: Whether time runs; while it stands still nothing moves, and absence does no harm.
        """
        now, heard, sign = self._clock(), self._heard, self._sign
        step = min(max(now - self._looked, 0.0), LONGEST_LOOK)
        self._looked = now
        waited, self._silence = self._silence, self._silence + step if heard == self._seen else 0.0
        self._seen = heard
        self._away = self._away + step if sign.hand != "here" else 0.0
        late = sign.page + self._silence
        if not self.connected:
            return None
        self._note_hiccup(sign, waited if self._silence == 0.0 else 0.0, now)
        cause, allowed = self._judge(sign, now)
        if sign.hand == "here" and late <= self.timeout:
            return self._back(sign, waited)
        if not moving or self._state == "lost":
            return None
        if late > allowed or self._away > GRACE * self.timeout:
            self._state = "lost"
            return Absence("stop", cause, max(late, self._away))
        self._worst, self._cause = max(late, self._away), cause
        if self._state == "fine":
            self._state = "neutral"
            return Absence("neutral", cause, self._worst)
        return None

    def _note_hiccup(self, sign: Sign, waited: float, now: float) -> None:
        """Remember a silence that has just ended, of the page or of its worker; a loss is no hiccup."""
        ended = max(waited, self._page if sign.page < self._page else 0.0)
        self._page = sign.page
        if self._state == "lost":
            self._hiccups.clear()
        elif ended > HICCUP:
            self._hiccups.append(now)

    def _is_busy(self, now: float) -> bool:
        """Whether the operator's machine has been short of time lately."""
        return len(self._hiccups) == HICCUPS and now - self._hiccups[0] <= HICCUP_TIME

    def _judge(self, sign: Sign, now: float) -> tuple[Cause, float]:
        """What is late now, and for how long that is put up with [s]."""
        allowed = (1.0 + GRACE + (SERVER_GRACE if self._is_busy(now) else 0.0)) * self.timeout
        if sign.page + self._silence <= self.timeout and sign.hand != "here":
            return sign.hand, allowed
        if sign.page > self._silence:
            return "page", allowed
        if now - self._server <= SERVER_NEWS:
            return "server", (1.0 + GRACE + SERVER_GRACE) * self.timeout
        return "network", allowed

    def _back(self, sign: Sign, waited: float) -> Absence | None:
        was, self._state = self._state, "fine"
        if was != "neutral":
            return None
        # the sign that ends a silence tells whether it was late before it was sent
        late_before = self._cause == "network" and sign.late > 0.5 * waited
        return Absence("back", "page" if late_before else self._cause, self._worst)
