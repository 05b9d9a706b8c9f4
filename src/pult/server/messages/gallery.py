"""Exercises, what was opened lately, records in a list, and demonstrations."""

from typing import Annotated, Literal

from msgspec import Meta

from pult.core.document import Text
from pult.server.messages.general import Message


class VariantInfo(Message, frozen=True):
    """A way to do an exercise."""

    name: str
    title: Text
    scheme: str
    panel: str


class Best(Message, frozen=True):
    """The best attempt so far."""

    points: float
    medal: str
    time: float
    record: str


class AttemptPoint(Message, frozen=True):
    """One attempt in the progress over time."""

    record: str
    started: Annotated[float, Meta(description="[s since 1970]")]
    points: float
    success: bool


class ExerciseCard(Message, frozen=True):
    """An exercise in the gallery."""

    name: str
    title: Text
    description: Text
    instructions: Text
    difficulty: Annotated[int, Meta(description="1 basic, 2 medium, 3 hard.")]
    duration: Annotated[float | None, Meta(description="Time allowed [s].")]
    stages: list[Text]
    variants: list[VariantInfo]
    variant: Annotated[str, Meta(description="The default one.")]
    world: str
    panel: str
    picture: Annotated[str, Meta(description="Address of its picture; empty if there is none.")]
    own: Annotated[bool, Meta(description="Whether it is one of the user's own documents.")]
    attempts: int
    effector: Annotated[str, Meta(description="Body or site with which it is done; empty if none is named.")] = ""
    best: Best | None = None
    progress: Annotated[list[AttemptPoint], Meta(description="The latest scored attempts of a person, in order.")] = []
    robot: Annotated[str, Meta(description="The first robot of its world; empty if there is none.")] = ""
    robot_title: Annotated[Text, Meta(description="Name of the robot for people.")] = ""
    robot_text: Annotated[Text, Meta(description="What the robot is.")] = ""
    problem: Annotated[str, Meta(description="Why it cannot be started.")] = ""


class Recent(Message, frozen=True):
    """Something opened lately."""

    kind: Literal["exercise", "scheme", "panel", "procedure", "program", "tunnel", "world", "robot", "record"]
    name: str
    title: Text
    detail: Annotated[str, Meta(description="'8 blocks', 'score 81', ...")]
    when: Annotated[float, Meta(description="[s since 1970]")]


class NoteRecent(Message, frozen=True):
    """Something that the user has opened just now."""

    kind: Literal["exercise", "scheme", "panel", "procedure", "program", "tunnel", "world", "robot", "record"]
    name: str


class RecordEntry(Message, frozen=True):
    """A record in a list."""

    name: Annotated[str, Meta(description="File name.")]
    exercise: str
    title: Text
    variant: str
    operator: str
    pilot: Annotated[str, Meta(description="Name of the pilot that attempted it, or began to; empty for a person.")]
    assisted: Annotated[bool, Meta(description="Whether a person took over from the pilot.")]
    seed: int
    started: Annotated[float, Meta(description="[s since 1970]")]
    time: Annotated[float, Meta(description="Length [s].")]
    points: float | None
    medal: str
    success: bool
    reason: Annotated[str, Meta(description="'success', 'time', 'reset', 'ended', 'abandoned', 'interrupted', ...")]
    partial: Annotated[str, Meta(description="What is missing, if the file is damaged or truncated.")] = ""
    size: Annotated[int, Meta(description="Size [byte].")] = 0


class DemoInfo(Message, frozen=True):
    """Who can show an exercise."""

    pilot: Annotated[str, Meta(description="Name of the pilot; empty if there is none.")]
    variant: Annotated[str, Meta(description="The variant that the pilot uses.")]
