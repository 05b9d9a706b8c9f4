"""Sessions: started, described, given another scheme."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.document import Text
from pult.server.messages.gallery import ExerciseCard
from pult.server.messages.general import Message
from pult.server.messages.records import ChannelInfo

SessionState = Literal["starting", "compiling", "ready", "running", "halted", "ended", "dead"]


class StartSession(Message, frozen=True):
    """Start a session: an exercise, or a scheme in a world."""

    exercise: str = ""
    variant: str = ""
    procedure: Annotated[str, Meta(description="A procedure that was rehearsed, instead of an exercise.")] = ""
    seed: Annotated[int | None, Meta(description="Seed of the start; a new one if null.")] = None
    world: str = ""
    scheme: str = ""
    panel: str = ""
    bench: Annotated[bool, Meta(description="Run `scheme` without a robot, with sources at its inputs.")] = False
    operator: Annotated[str, Meta(description="Name of the person, for the record.")] = ""


class SessionInfo(Message, frozen=True):
    """A session."""

    id: str
    exercise: str
    variant: str
    world: str
    scheme: str
    panel: str
    seed: int
    title: Text
    state: SessionState
    reason: Annotated[str, Meta(description="Why it is in this state.")]
    share: Annotated[float | None, Meta(description="Fraction of the work of this state that is done, if known.")]
    left: Annotated[float | None, Meta(description="Estimated time left, if known [s].")]
    started: Annotated[float, Meta(description="[s since 1970]")]
    watchers: int
    operator: Annotated[str, Meta(description="Name of who operates; empty if nobody does.")] = ""
    scheme_version: Annotated[str, Meta(description="Hash of the scheme that runs.")] = ""
    records: Annotated[list[str], Meta(description="Records it has made.")] = []


class Planned(Message, frozen=True):
    """What a session is made of: known before it is open, so that it can be shown while it compiles."""

    panel: Annotated[Any, Meta(description="The panel document, or null.")]
    values: Annotated[
        dict[str, Any], Meta(description="Initial values of panel elements that differ from those of the panel.")
    ]
    acting: Annotated[list[str], Meta(description="Elements of the panel that reach the scheme.")]
    exercise: Annotated[ExerciseCard | None, Meta(description="The exercise, if it is one.")] = None


class Described(Message, frozen=True):
    """What a session is, once it is open; sent again when it was reopened."""

    number: Annotated[int, Meta(description="Increases with every reopening.")]
    dt: Annotated[float, Meta(description="Control step [s].")]
    channels: list[ChannelInfo]
    bodies: Annotated[list[str], Meta(description="Names of the bodies whose poses are in frames, in order.")]
    link_timeout: float
    stop_time: float
    panel: Annotated[Any, Meta(description="The panel document, or null.")]
    scheme: Annotated[Any, Meta(description="The scheme document that runs.")]
    exercise: Annotated[ExerciseCard | None, Meta(description="The exercise, if it is one.")] = None


class WarmingState(Message, frozen=True):
    """How far the shipped exercises are compiled ahead."""

    state: Annotated[
        Literal["off", "waiting", "working", "done"],
        Meta(description="'waiting' while a session is prepared or runs, which has priority."),
    ]
    exercise: Annotated[str, Meta(description="What is compiled now.")] = ""
    variant: str = ""
    done: Annotated[int, Meta(description="Exercises and variants that are compiled.")] = 0
    all: int = 0
    problems: Annotated[dict[str, str], Meta(description="What could not be compiled, by 'exercise/variant'.")] = {}


class ApplyScheme(Message, frozen=True):
    """Put an edited scheme into the running session; blocks that are the same keep their state."""

    document: Any


class Applied(Message, frozen=True):
    """Result of the job of applying a scheme."""

    kept: Annotated[list[str], Meta(description="Blocks that kept their state.")]
    fresh: Annotated[list[str], Meta(description="Blocks that were reset.")]
