"""What a judge says of an attempt."""

from dataclasses import dataclass
from typing import Literal

from pult.core.document import Text
from pult.exercise.compile import Reading

Reason = Literal["running", "success", "time", "limit"]
EventKind = Literal["stage", "limit", "time", "success", "fail"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in an attempt.

    Attributes:
        tick: Control step of the session.
        time: Time since the attempt began [s].
        kind: "stage" (passed), "limit" (broken), "time" (over), "success" or "fail".
        name: Name of the stage or limit; empty for the others.
        title: Words for people.
        points: Points that it cost.
        readings: What the condition measured.
    """

    tick: int
    time: float
    kind: EventKind
    name: str = ""
    title: Text = ""
    points: float = 0.0
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which something lasted, in control steps since the attempt began.

    Attributes:
        name: Of the stage or limit.
        begin: First step.
        end: Last step; None for a stage that was not passed.
    """

    name: str
    begin: int
    end: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an attempt.

    Attributes:
        success: Whether all stages were passed.
        reason: Why it ended; "running" if it did not.
        limit: The limit that ended it, if one did.
        steps: Control steps that it took.
        time: How long it took [s].
        stages: Stages begun, in order.
        breaks: Times in which limits were broken, in order of their beginning.
        penalty: Points that breaks cost.
        events: All events.
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
