"""How the attempt of a session stands."""

from typing import Annotated, Literal

from msgspec import Meta

from pult.core.document import Text
from pult.server.messages.general import Message
from pult.server.messages.records import ScorePart


class StageAccount(Message, frozen=True):
    """A stage of the running attempt."""

    name: str
    title: Text
    hint: Text
    state: Literal["done", "current", "ahead"]
    time: Annotated[float | None, Meta(description="How long it took [s].")] = None


class ReadingAccount(Message, frozen=True):
    """What the goal of a stage measures now."""

    title: Text
    value: Annotated[float | None, Meta(description="Null for a condition that is no number.")]
    unit: str = ""
    above: Annotated[float | None, Meta(description="The value must be above this.")] = None
    below: Annotated[float | None, Meta(description="The value must be below this.")] = None
    holds: bool = False


class AttemptEvent(Message, frozen=True):
    """A stage passed, a limit broken, and so on."""

    time: float
    kind: str
    title: Text
    points: Annotated[float, Meta(description="Points that it brought; below 0 if it cost some.")] = 0.0


class Account(Message, frozen=True):
    """How the attempt stands."""

    attempt: int
    state: Literal["waiting", "running", "done", "free"]
    time: float
    duration: float | None
    stage: int
    stages: list[StageAccount]
    held: Annotated[float, Meta(description="How long the goal has held [s].")]
    hold: Annotated[float, Meta(description="How long it has to hold [s].")]
    readings: list[ReadingAccount]
    points: Annotated[float | None, Meta(description="The score; while the attempt goes on, the most it can be yet.")]
    penalty: float
    events: list[AttemptEvent]
    success: bool
    reason: str
    score: Annotated[float | None, Meta(description="Points once the attempt is over.")] = None
    medal: str = ""
    parts: list[ScorePart] = []
    record: str = ""
    record_problem: Annotated[str, Meta(description="Why the record is not whole; empty if it is.")] = ""
