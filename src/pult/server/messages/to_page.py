"""Messages to a page over the WebSocket of a session."""

from typing import Annotated, Any

from msgspec import Meta

from pult.exercise.account import AttemptAccount
from pult.server.messages.general import Job, Message
from pult.server.messages.sessions import Described, Planned, SessionInfo


class Hello(Message, frozen=True, tag_field="type", tag="hello"):
    """First thing that is said."""

    client: Annotated[str, Meta(description="Name of this connection.")]
    session: SessionInfo


class PlannedMessage(Message, frozen=True, tag_field="type", tag="planned"):
    """What the session is made of, before it is open and whenever that changes."""

    planned: Planned


class Opened(Message, frozen=True, tag_field="type", tag="opened"):
    """The session is open, or was reopened."""

    described: Described


class StateChanged(Message, frozen=True, tag_field="type", tag="state"):
    """The session is in another state."""

    session: SessionInfo


class AccountMessage(Message, frozen=True, tag_field="type", tag="account"):
    """State of the attempt."""

    account: AttemptAccount


class SessionEvent(Message, frozen=True, tag_field="type", tag="event"):
    """Something happened in the session."""

    tick: int
    kind: str
    text: str
    data: Any = None


class OperatorMessage(Message, frozen=True, tag_field="type", tag="operator"):
    """Who has the panel."""

    client: Annotated[str, Meta(description="Connection that has it; empty if nobody.")]
    name: str
    watchers: int


class Answer(Message, frozen=True, tag_field="type", tag="answer"):
    """Answer to a request of the page."""

    id: int
    ok: bool
    error: str = ""
    value: Any = None
    tick: Annotated[int | None, Meta(description="Control steps done when it was carried out, if known.")] = None


class BeatBack(Message, frozen=True, tag_field="type", tag="beat"):
    """The server is alive."""

    time: float
    age: Annotated[float, Meta(description="Time since the last sign of life of the session [s].")]


class JobMessage(Message, frozen=True, tag_field="type", tag="job"):
    """Work for this session goes on."""

    job: Job


class Playing(Message, frozen=True, tag_field="type", tag="playing"):
    """A recorded motion is played into a stream of the session."""

    motion: Annotated[str, Meta(description="Name of the motion.")]
    stream: str
    time: Annotated[float, Meta(description="Position in the motion [s].")]
    duration: Annotated[float, Meta(description="[s]")]
    over: Annotated[bool, Meta(description="It has ended, or was ended.")] = False
    problem: Annotated[str, Meta(description="Why a sample was refused, if one was.")] = ""


ToPage = (
    Hello | PlannedMessage | Opened | StateChanged | AccountMessage | SessionEvent | OperatorMessage | Playing | Answer
    | BeatBack | JobMessage
)  # fmt: skip
