"""Accounts: the progress of an attempt, sent from its session to the server and the page."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pult.core.document import Text
from pult.exercise.document import ExerciseDocument
from pult.exercise.judge import Judge

LAST_EVENTS = 20
"""Number of the judge's events in an account."""
AttemptState = Literal["waiting", "running", "done"]
"""Life cycle of an attempt: it waits for its first step and for the world to settle, runs, and is done."""
EndReason = Literal["", "success", "time", "limit", "halted", "reset", "restored", "ended", "abandoned", "replaced"]
"""Why an attempt is over. The first three come from its judge; then the session halted, was reset or restored to a
snapshot, was ended, was ended because nobody operated it any more, or was replaced.
"""


class _AccountPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the parts of an account."""


class StageAccount(_AccountPart, frozen=True):
    """A stage of the running attempt."""

    name: str
    title: Text
    hint: Text
    state: Literal["done", "current", "ahead"]
    time: Annotated[float | None, Meta(description="How long it took [s].")] = None


class ReadingAccount(_AccountPart, frozen=True):
    """What the goal of a stage measures now."""

    title: Text
    value: Annotated[float | None, Meta(description="Null for a condition that is not a number.")]
    unit: str = ""
    above: Annotated[float | None, Meta(description="The value must be above this.")] = None
    below: Annotated[float | None, Meta(description="The value must be below this.")] = None
    holds: bool = False


class AttemptEvent(_AccountPart, frozen=True):
    """A stage passed, a limit broken, and so on."""

    time: float
    kind: str
    title: Text
    points: Annotated[float, Meta(description="Points gained; negative if it cost points.")] = 0.0


class ScorePart(_AccountPart, frozen=True):
    """One part of a score."""

    name: str
    title: Text
    points: float
    most: float


class AttemptResult(_AccountPart, frozen=True):
    """Result of an attempt."""

    attempt: int
    time: float
    success: bool
    reason: EndReason
    points: Annotated[float | None, Meta(description="Null if there is no score.")] = None
    score_missing: Annotated[str, Meta(description="Why there is no score.")] = ""
    record: Annotated[str, Meta(description="Name of its record; empty if there is none.")] = ""
    record_problem: Annotated[str, Meta(description="Why the record is incomplete; empty if it is complete.")] = ""


class AttemptAccount(_AccountPart, frozen=True):
    """State of the attempt."""

    attempt: int = 0
    state: Annotated[
        Literal["waiting", "running", "done", "free"],
        Meta(description="'free' if there is no exercise: it is recorded, but not judged."),
    ] = "waiting"
    time: float = 0.0
    duration: float | None = None
    stage: int = 0
    stages: list[StageAccount] = []
    held: Annotated[float, Meta(description="Time for which the goal has held [s].")] = 0.0
    hold: Annotated[float, Meta(description="Time for which it has to hold [s].")] = 0.0
    readings: list[ReadingAccount] = []
    points: Annotated[
        float | None, Meta(description="The score; while the attempt runs, the maximum that is still possible.")
    ] = 100.0
    penalty: float = 0.0
    broken: Annotated[list[str], Meta(description="Limits that are violated now.")] = []
    events: list[AttemptEvent] = []
    success: bool = False
    reason: EndReason = ""
    score: Annotated[float | None, Meta(description="Points once the attempt is over.")] = None
    medal: str = ""
    parts: list[ScorePart] = []
    score_missing: Annotated[str, Meta(description="Why there is no score; empty if there is one, or not yet.")] = ""
    record: str = ""
    record_problem: Annotated[str, Meta(description="Why the record is incomplete; empty if it is complete.")] = ""
    last: Annotated[AttemptResult | None, Meta(description="Result of the last attempt.")] = None


def waiting_account(document: ExerciseDocument | None) -> AttemptAccount:
    """The account of an attempt that has not begun."""
    if document is None:
        return AttemptAccount(state="free")
    stages = [
        StageAccount(name=s.name, title=s.title or s.name, hint=s.hint, state="ahead" if index else "current")
        for index, s in enumerate(document.stages)
    ]
    hold = document.stages[0].hold if document.stages else 0.0
    return AttemptAccount(duration=document.duration, stages=stages, hold=hold)


def judged_account(told: AttemptAccount, judge: Judge, state: AttemptState) -> AttemptAccount:
    """Add the judge's findings to an account.

    Args:
        told: The account, with the stages as they were before the attempt.
        judge: The judge.
        state: State of the attempt.
    """
    index, stages = judge.stage, judge.document.stages
    lasted = [(span.end - span.begin) * judge.dt for span in judge.verdict().stages if span.end is not None]
    return msgspec.structs.replace(
        told,
        state=state,
        stage=index,
        stages=[
            msgspec.structs.replace(
                stage,
                state="done" if k < index else "current" if k == index else "ahead",
                time=lasted[k] if k < len(lasted) else None,
            )
            for k, stage in enumerate(told.stages)
        ],
        held=judge.held,
        hold=stages[index].hold if index < len(stages) else 0.0,
        readings=[ReadingAccount(**reading.plain()) for reading in judge.readings()],
        points=told.score if state == "done" else 100.0 - judge.penalty,
        penalty=judge.penalty,
        broken=list(judge.broken),
        events=[
            AttemptEvent(time=e.time, kind=e.kind, title=e.title or e.kind, points=-e.points)
            for e in judge.events[-LAST_EVENTS:]
        ],
    )


def score_parts(score: Mapping[str, Any]) -> list[ScorePart]:
    """Parts that add up to a score: the points for each metric, then the penalties for broken limits.

    Args:
        score: The score as plain data, as in records.
    """
    shares = [
        ScorePart(name=s["name"], title=s.get("title") or s["name"], points=s["points"], most=s["of"])
        for s in score.get("shares", [])
    ]
    costs = [
        ScorePart(name=p["name"], title=p.get("title") or p["name"], points=-p["points"], most=0.0)
        for p in score.get("penalties", [])
        if p["points"]
    ]
    return shares + costs
