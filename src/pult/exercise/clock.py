"""The task clock: simulated time since an attempt began, without the time for which it stood.

It stands while the robot is stopped because somebody pressed Stop or because its operator is absent. A released
enabling switch does not stop it: holding and releasing that switch is part of operating. When it stood is told by
events of the session, so that a record is judged as the attempt was; a record without such events, as all of earlier
versions, has a clock that never stood.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pult.exercise.operating import Flags
from pult.sim.safety import LINK, STOP
from pult.sim.session import Session

Standing = Literal["", "stop", "absence"]
"""Why the task clock stands: somebody pressed Stop, the operator is absent; empty if it runs."""
STANDS, RUNS = "clock-stopped", "clock-running"
"""Kinds of events; the tick of an event is that of the first row to which it applies."""


def why_standing(session: Session) -> Standing:
    """Why the task clock of a session stands now."""
    reasons = session.safety.reasons
    return "stop" if STOP in reasons else "absence" if LINK in reasons else ""


def emit_clock(session: Session, standing: Standing, tick: int) -> None:
    """Record that the task clock stands, and why, or that it runs again, from the row of a tick on."""
    if standing == "stop":
        session.emit(STANDS, "the task clock stands: the robot is stopped", tick=tick, cause=standing)
    elif standing == "absence":
        session.emit(STANDS, "the task clock stands: the operator is absent", tick=tick, cause=standing)
    else:
        session.emit(RUNS, "the task clock runs again", tick=tick)


class _ClockEvent(Protocol):
    @property
    def tick(self) -> int: ...

    @property
    def kind(self) -> str: ...


def standing_rows(events: Iterable[_ClockEvent], ticks: NDArray[np.int64]) -> Flags:
    """In which rows of a record the task clock stood.

    Args:
        events: Events of the record.
        ticks: Control steps of its rows, increasing. Shape (n,).

    Returns:
        Shape (n,).
    """
    found = np.zeros(len(ticks), dtype=np.bool_)
    for event in sorted((e for e in events if e.kind in (STANDS, RUNS)), key=lambda event: event.tick):
        found[int(np.searchsorted(ticks, event.tick)) :] = event.kind == STANDS
    return found


class Pause(NamedTuple):
    """Rows in which the clock stood, in control steps since the attempt began: the first and the last."""

    begin: int
    end: int


class TaskClock:
    """Counts the control steps of an attempt for which the task clock ran.

    Attributes:
        step: Control steps since the attempt began.
        stood: How many of them do not count.
        standing: Whether it stands at the last row.
        pauses: When it stood.
    """

    def __init__(self) -> None:
        """Start at zero."""
        self.step = self.stood = 0
        self.standing = False
        self.pauses: list[Pause] = []

    @property
    def ran(self) -> int:
        """Control steps that count."""
        return self.step - self.stood

    def go_to(self, step: int, standing: bool) -> None:
        """Go on to a later row; the time up to it does not count if the clock stands at it."""
        if standing:
            self.stood += step - self.step
            if self.standing:
                self.pauses[-1] = Pause(self.pauses[-1].begin, step)
            else:
                self.pauses.append(Pause(step, step))
        self.step, self.standing = step, standing


def running_rows(pauses: Iterable[Pause], count: int) -> Flags:
    """In which of the first `count` rows of an attempt the clock ran. Shape (count,)."""
    found = np.ones(count, dtype=np.bool_)
    for pause in pauses:
        found[pause.begin : pause.end + 1] = False
    return found


def stood_between(pauses: Iterable[Pause], begin: int, end: int) -> int:
    """Control steps from the row `begin` to the row `end` for which the clock stood."""
    return sum(max(0, min(pause.end, end) - max(pause.begin - 1, begin)) for pause in pauses)
