"""Signals, and a record looked into."""

from typing import Annotated, Literal

from msgspec import Meta

from pult.core.document import Text
from pult.exercise.account import ScorePart
from pult.server.messages.gallery import RecordEntry
from pult.server.messages.general import Message


class ChannelInfo(Message, frozen=True):
    """A signal: where it lies in a row, and what it is."""

    name: str
    start: int
    shape: list[int]
    unit: str
    kind: str = "number"
    labels: list[str] = []
    description: str = ""


class ProvidedThings(Message, frozen=True):
    """Names of things of a world, for parameters, bindings and panels."""

    names: Annotated[
        dict[str, list[str]], Meta(description="By kind: 'chain', 'joint', 'body', 'site', 'effector', 'camera', ...")
    ]
    sensors: list[ChannelInfo]
    drives: list[ChannelInfo]
    panel: Annotated[list[ChannelInfo], Meta(description="Signals of the panel that was named with the world.")] = []


class StageSpan(Message, frozen=True):
    """A stage of an attempt in time."""

    name: str
    title: Text
    begin: Annotated[float, Meta(description="[s] since the first row.")]
    end: Annotated[float | None, Meta(description="[s]; null if it was not passed.")]


class RecordEvent(Message, frozen=True):
    """Something that happened."""

    time: Annotated[float, Meta(description="[s] since the first row.")]
    kind: str
    text: Text
    points: float = 0.0


class Measure(Message, frozen=True):
    """A metric of an attempt."""

    name: str
    title: Text
    value: float | None
    unit: str
    better: Literal["less", "more", ""] = ""
    counts: Annotated[
        bool, Meta(description="False if it says nothing of how well it was done: the exercise was not completed.")
    ] = True


class RecordInfo(Message, frozen=True):
    """A record, looked into."""

    entry: RecordEntry
    dt: float
    rows: int
    first: Annotated[float, Meta(description="Time of the first row since the session began [s].")]
    begin: Annotated[float, Meta(description="When the attempt begins [s since the first row].")]
    channels: Annotated[list[ChannelInfo], Meta(description="Signals that `rows` can give.")]
    stages: list[StageSpan]
    events: list[RecordEvent]
    parts: list[ScorePart]
    measures: list[Measure]
    effector: Annotated[
        str, Meta(description="Pose signal of the hand, for its path, such as 'site.hand'; empty if there is none.")
    ] = ""
    replayable: Annotated[str, Meta(description="Empty if it can be replayed bit by bit here, otherwise why not.")] = ""
