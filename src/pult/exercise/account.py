"""Accounts: the progress of an attempt, sent from its session to the server and the page."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pult.core.document import Text
from pult.exercise.clock import Standing
from pult.exercise.compile import ReadingKind
from pult.exercise.document import ExerciseDocument
from pult.exercise.gauges import GaugeZones
from pult.exercise.judge import Judge

LAST_EVENTS = 20
"""Number of the judge's events in an account."""
AttemptState = Literal["waiting", "running", "done"]
"""Life cycle of an attempt: it waits for its first step and for the world to settle, runs, and is done."""
EndReason = Literal[
    "", "success", "time", "limit", "halted", "reset", "restored", "ended", "abandoned", "replaced", "stopped"
]
"""Why an attempt is over. The first three come from its judge; then the session halted, was reset or restored to a
snapshot, was ended, was ended because nobody operated it any more, or was replaced; or its robot was stopped and nobody
was there to release it.
"""


class _AccountPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the parts of an account."""


class StageAccount(_AccountPart, frozen=True):
    """A stage of the running attempt."""

    name: str
    title: Text
    hint: Text
    caption: Text
    state: Literal["done", "current", "ahead"]
    time: Annotated[float | None, Meta(description="How long it took [s].")] = None


class ReadingAccount(_AccountPart, frozen=True):
    """What the goal of a stage measures now."""

    title: Text
    value: Annotated[float | None, Meta(description="Null for a condition that is not a number.")]
    unit: str = ""
    kind: Annotated[
        ReadingKind,
        Meta(description="'outside' for how far a point is outside a box, below 0 inside; 'contact' for a force."),
    ] = ""
    above: Annotated[float | None, Meta(description="The value must be above this.")] = None
    below: Annotated[float | None, Meta(description="The value must be below this.")] = None
    holds: bool = False


class LimitBreaks(_AccountPart, frozen=True):
    """Breaks of one limit: what is shown of them is the first, or the one that ended the attempt."""

    name: str
    title: Text
    count: int
    points: Annotated[float, Meta(description="Points that they cost, 0 or less.")] = 0.0
    fatal: Annotated[bool, Meta(description="Whether it ended the attempt.")] = False
    time: Annotated[float, Meta(description="Time of the break since the attempt began [s].")] = 0.0
    stage: Annotated[Text, Meta(description="Title of the stage in which it happened; empty if there was none.")] = ""
    place: Annotated[
        list[float] | None, Meta(description="Where the effector was, in the world [m]; null if there is none.")
    ] = None
    readings: Annotated[list[ReadingAccount], Meta(description="What was measured then, and what is allowed.")] = []


class AttemptEvent(_AccountPart, frozen=True):
    """A stage passed, a limit broken, and so on."""

    time: float
    kind: str
    title: Text
    points: Annotated[float, Meta(description="Points gained; negative if it cost points.")] = 0.0


class ScorePart(_AccountPart, frozen=True):
    """One part of a score, in whole points: all parts of a score add up to its whole points."""

    name: str
    title: Text
    points: float
    most: Annotated[float, Meta(description="The most that it can be; 0 for a penalty.")]
    counts: Annotated[bool, Meta(description="False if it brings nothing because the exercise was not done.")] = True


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
    time: Annotated[float, Meta(description="The task clock [s].")] = 0.0
    standing: Annotated[
        Standing, Meta(description="Why the task clock stands: Stop was pressed, or the operator is absent.")
    ] = ""
    stood: Annotated[float, Meta(description="How long the task clock has stood so far [s].")] = 0.0
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
    gauges: Annotated[
        dict[str, GaugeZones], Meta(description="Zones of gauges of the panel in the current stage, by name.")
    ] = {}
    breaks: Annotated[list[LimitBreaks], Meta(description="Limits that were broken, in order of the first break.")] = []
    success: bool = False
    reason: EndReason = ""
    pilot: Annotated[str, Meta(description="Name of the pilot that shows it; empty if a person attempts it.")] = ""
    taken_over: Annotated[
        float | None, Meta(description="When a person took over from the pilot [s]; null if none did.")
    ] = None
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
        StageAccount(
            name=s.name,
            title=s.title or s.name,
            hint=s.hint,
            caption=s.caption or s.hint,
            state="ahead" if index else "current",
        )
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
    verdict = judge.verdict()
    spans = [verdict.steps_in(span) for span in verdict.stages]
    lasted = [steps * judge.dt for steps in spans if steps is not None]
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
        points=told.score if state == "done" else max(0.0, 100.0 - judge.penalty),
        penalty=judge.penalty,
        broken=list(judge.broken),
        events=[
            AttemptEvent(time=e.time, kind=e.kind, title=e.title or e.kind, points=-e.points)
            for e in judge.events[-LAST_EVENTS:]
        ],
        breaks=_breaks(judge),
    )


def _breaks(judge: Judge) -> list[LimitBreaks]:
    """What limits were broken, and where."""
    stages = judge.document.stages
    found: dict[str, LimitBreaks] = {}
    for event in judge.events:
        if event.kind not in ("limit", "fail"):
            continue
        known = found.get(event.name)
        if event.kind == "fail" and known is not None:  # it comes right after its break, which is the one to show
            found[event.name] = msgspec.structs.replace(known, fatal=True)
        elif event.kind == "limit" and known is not None:
            count, points = known.count + 1, known.points - event.points
            found[event.name] = msgspec.structs.replace(known, count=count, points=points)
        elif event.kind == "limit":
            stage = stages[event.stage] if event.stage < len(stages) else None
            found[event.name] = LimitBreaks(
                name=event.name,
                title=event.title or event.name,
                count=1,
                points=-event.points,
                time=event.time,
                stage=(stage.title or stage.name) if stage is not None else "",
                place=list(event.place) if event.place is not None else None,
                readings=[ReadingAccount(**reading.allowed().plain()) for reading in event.readings if reading.tells],
            )
    return list(found.values())
