"""Verdicts and events of a judge."""

from dataclasses import dataclass
from typing import Literal

from pult.core.document import Text
from pult.exercise.clock import Pause, stood_between
from pult.exercise.compile import Reading

Reason = Literal["running", "success", "time", "limit"]
EventKind = Literal["stage", "limit", "time", "success", "fail"]


@dataclass(frozen=True, slots=True)
class Event:
    """An event of an attempt.

    Attributes:
        tick: Control step of the session.
        time: Task clock [s].
        kind: "stage" (passed), "limit" (broken), "time" (over), "success" or "fail".
        name: Name of the stage or limit; empty for the others.
        title: Title for people.
        points: Points lost.
        readings: Readings of the condition.
        stage: Index of the stage in which it happened.
        place: Where the effector was, in the world [m]; None if the exercise names none.
    """

    tick: int
    time: float
    kind: EventKind
    name: str = ""
    title: Text = ""
    points: float = 0.0
    readings: tuple[Reading, ...] = ()
    stage: int = 0
    place: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """An interval, in control steps since the attempt began.

    Attributes:
        name: Name of the stage or limit.
        begin: First step.
        end: Last step; None for a stage that was not passed.
    """

    name: str
    begin: int
    end: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on an attempt.

    Attributes:
        success: Whether all stages were passed.
        reason: Why it ended; "running" if it did not.
        limit: The limit that ended it, if one did.
        steps: Control steps that it took, with those for which the task clock stood.
        time: How long it took by the task clock [s].
        stages: Stages begun, in order.
        breaks: Intervals in which limits were broken, in order of their beginning.
        penalty: Points lost for breaks.
        events: All events.
        pauses: When the task clock stood.
    """

    success: bool
    reason: Reason
    limit: str
    steps: int
    time: float
    stages: tuple[Span, ...]
    breaks: tuple[Span, ...]
    penalty: float
    events: tuple[Event, ...]
    pauses: tuple[Pause, ...] = ()

    @property
    def stood(self) -> int:
        """Control steps for which the task clock stood."""
        return stood_between(self.pauses, 0, self.steps)

    def steps_in(self, span: Span) -> int | None:
        """Control steps of a span for which the task clock ran; None if it has not ended."""
        return None if span.end is None else span.end - span.begin - stood_between(self.pauses, span.begin, span.end)
