"""Supervision of the operator: what the operator's page reports, and how long it has been silent.

A short hiccup sets the stick to neutral and recovers by itself; only a real absence stops the robot. Silence counts
only while this session is running: while its own process was suspended nothing moved.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from pult.sim.commands import Cause

GRACE = 0.7
"""Time from setting the stick to neutral to the stop, as a fraction of the timeout: shorter hiccups recover."""
SERVER_GRACE = 2.0
"""Additional time while the server reports that it is late itself, as a fraction of the timeout; the stick is at
neutral then."""
SERVER_NEWS = 0.15
"""Maximum age of such a report of the server [s]."""
HICCUP = 0.12
"""Silence that does not occur on an idle machine [s]..."""
HICCUPS, HICCUP_TIME = 3, 10.0
"""...and this number of them within this time [s] indicate a busy machine, which gets the same additional time as a
late server. Only silences that have ended count, so that a page that hangs on an idle machine gets no more time."""
LONGEST_LOOK = 0.05
"""Maximum time between two checks that counts as silence [s]."""

Hand = Literal["here", "hidden", "focus"]


class Sign(NamedTuple):
    """A sign of life of the operator's page.

    Attributes:
        hand: "here", or why the page is not in use: it is hidden, or its window has lost the focus.
        page: How long the page has not responded to its own worker [s].
        late: How late the worker itself was with this sign [s].
    """

    hand: Hand = "here"
    page: float = 0.0
    late: float = 0.0


class Absence(NamedTuple):
    """Action to take on an absent operator.

    Attributes:
        do: "neutral": set the stick to neutral; "stop": stop the robot; "back": the operator is back in time.
        cause: What was late, or why the operator is absent.
        seconds: Lateness [s].
    """

    do: Literal["neutral", "stop", "back"]
    cause: Cause
    seconds: float


def back_text(absence: Absence) -> str:
    """Message about an operator who is back in time."""
    late = {"page": "the operator's page", "network": "the network", "server": "the server"}.get(absence.cause, "")
    return f"the operator is back: {late} was late by {absence.seconds:.2f} s" if late else "the operator is back"


class OperatorLink:
    """Supervises an operator. After a loss, supervision resumes with the next sign of life; the robot stays stopped.

    Attributes:
        timeout: Absence after which the stick is set to neutral [s]; after a further `GRACE` the robot is stopped.
        connected: Whether there is an operator.
    """

    def __init__(self, timeout: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without an operator."""
        self.timeout, self._clock = timeout, clock
        self.connected = False
        self._sign, self._heard, self._seen = Sign(), 0, 0  # signs received so far, and at the last check
        self._looked = clock()
        self._silence = self._away = self._worst = 0.0
        self._state: Literal["fine", "neutral", "lost"] = "fine"
        self._cause: Cause = ""
        self._server = -SERVER_NEWS
        self._hiccups: deque[float] = deque(maxlen=HICCUPS)
        self._page = 0.0  # silence of the page according to the last sign [s]

    @property
    def alive(self) -> bool:
        """Whether an operator is connected, responding and using the page."""
        return self.connected and self._sign.hand == "here" and self._late <= self.timeout

    def connect(self) -> None:
        """An operator connects."""
        self._sign = Sign()
        self._silence = self._away = 0.0
        self._looked = self._clock()
        self._state = "fine"
        self.connected = True

    def disconnect(self) -> None:
        """The operator disconnects."""
        self.connected = False

    def hear(self, sign: Sign | None = None) -> None:
        """Note a sign of life; may be called from another thread.

        Args:
            sign: The sign; by default that of a page that has just sent something else, and so responds.
        """
        self._sign = sign if sign is not None else Sign(self._sign.hand)
        self._heard += 1

    def server_is_late(self) -> None:
        """Note that the server cannot forward messages in time; may be called from another thread."""
        self._server = self._clock()

    def report_again(self) -> None:
        """The robot may move again: a loss already reported is reported again if it persists."""
        self._state = "fine"

    @property
    def _late(self) -> float:
        """Time since the page was last known to respond [s]."""
        return self._sign.page + (self._silence if self._heard == self._seen else 0.0)

    def look(self, moving: bool = True) -> Absence | None:
        """Check the operator; returns the action to take, each only once.

        Args:
            moving: Whether simulated time runs; while it is paused nothing moves, and absence is harmless.
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
        """Remember a silence that has just ended, of the page or of its worker; a loss is not a hiccup."""
        ended = max(waited, self._page if sign.page < self._page else 0.0)
        self._page = sign.page
        if self._state == "lost":
            self._hiccups.clear()
        elif ended > HICCUP:
            self._hiccups.append(now)

    def _is_busy(self, now: float) -> bool:
        """Whether the operator's machine has been busy recently."""
        return len(self._hiccups) == HICCUPS and now - self._hiccups[0] <= HICCUP_TIME

    def _judge(self, sign: Sign, now: float) -> tuple[Cause, float]:
        """What is late now, and how long that is tolerated [s]."""
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
        # the sign that ends a silence tells whether it was sent late
        late_before = self._cause == "network" and sign.late > 0.5 * waited
        return Absence("back", "page" if late_before else self._cause, self._worst)
