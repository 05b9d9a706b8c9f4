"""What may be asked of a real-time session, and what it answers; all of it plain data."""

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from pult.core.document import Part, decode
from pult.core.errors import Fault
from pult.sim.commands import Cause, Command, CommandRefused
from pult.sim.listener import Event


class _Request(Part, frozen=True, tag_field="do"):
    """Base of the requests that are no commands of the session itself."""


class Start(_Request, frozen=True, tag="start"):
    """Run in real time."""


class Pause(_Request, frozen=True, tag="pause"):
    """Stand still in time."""


class Step(_Request, frozen=True, tag="step"):
    """Pause, and do a few control steps at once."""

    steps: Annotated[int, Meta(description="How many, up to 100.")] = 1


class Speed(_Request, frozen=True, tag="speed"):
    """Run slower or faster than real time."""

    factor: Annotated[float, Meta(description="Simulated time over real time, 0.25 to 4.")]


class TakeSnapshot(_Request, frozen=True, tag="snapshot"):
    """Give the whole state, as bytes for 'restore'."""


class AskStatus(_Request, frozen=True, tag="status"):
    """Say how the session does."""


class Heartbeat(_Request, frozen=True, tag="heartbeat"):
    """The operator is there, as far as the operator's page can tell."""

    hand: Annotated[
        Literal["here", "hidden", "focus"],
        Meta(description="Whether the page is in hand; else it is hidden, or its window has lost the focus."),
    ] = "here"
    page: Annotated[float, Meta(description="How long the page has not responded to its own worker [s].", ge=0.0)] = 0.0
    late: Annotated[float, Meta(description="How late this sign was sent [s].", ge=0.0)] = 0.0


class ConnectOperator(_Request, frozen=True, tag="connect-operator"):
    """An operator takes the panel; from now on silence stops the robot."""


class DisconnectOperator(_Request, frozen=True, tag="disconnect-operator"):
    """The operator leaves the panel: neutral, the robot stops until it is armed, and time stands still."""

    cause: Annotated[Cause, Meta(description="Why the operator leaves.")] = "released"


class Shutdown(_Request, frozen=True, tag="shutdown"):
    """Close the record and end."""

    result: Annotated[dict[str, Any] | None, Meta(description="Outcome of the run, for the record.")] = None
    reason: Annotated[
        Literal["ended", "abandoned"], Meta(description="Why: it was ended, or nobody operated it any more.")
    ] = "ended"


Doable = (
    Start | Pause | Step | Speed | TakeSnapshot | AskStatus | Heartbeat | ConnectOperator
    | DisconnectOperator | Command
)  # fmt: skip
Request = Doable | Shutdown


class _Envelope(msgspec.Struct):
    request: Request


_KINDS: dict[object, type[Request]] = {kind.__struct_config__.tag: kind for kind in get_args(Request)}


def read_request(data: Any) -> Request:
    """A request from plain data.

    Raises:
        CommandRefused: With everything that does not fit.
    """
    word = data.get("do") if isinstance(data, dict) else None
    kind = _KINDS.get(word) if isinstance(word, str) else None
    if kind is None:  # not worth much time, but a good answer
        _, faults = decode(_Envelope, {"request": data})
        raise CommandRefused("; ".join(str(_bare(fault)) for fault in faults))
    found, faults = decode(kind, data)
    if found is None:
        raise CommandRefused("; ".join(map(str, faults)))
    return found


def is_stop(data: Any) -> bool:
    """Whether plain data asks to stop the robot: that does not wait for anything else."""
    return isinstance(data, dict) and data.get("do") == "stop"


def _bare(fault: Fault) -> Fault:
    return fault.at(fault.place.removeprefix("request").removeprefix("."))


class Letter(msgspec.Struct, array_like=True, frozen=True):
    """A request on its way.

    Attributes:
        id: Number by which the answer is known.
        operator: Whether it comes from the operator.
        request: The request, as plain data.
        order: What is to be opened in place of the session, pickled. It has a field of its own and is no request, so
            that nobody who may only send requests can have anything unpickled.
    """

    id: int
    operator: bool
    request: Any
    order: bytes = b""


class Reply(msgspec.Struct, tag="reply", frozen=True):
    """The answer to a request.

    Attributes:
        id: Number of the request; -1 if it could not be read.
        ok: Whether it was done.
        error: Why not, for people.
        value: What was asked for, if anything.
    """

    id: int
    ok: bool = True
    error: str = ""
    value: Any = None


class State(msgspec.Struct, tag="state", frozen=True):
    """The session is in another state.

    Attributes:
        state: The state.
        reason: Why, for people.
        share: Part of the work that is done, where that is known; -1 where it is not.
        left: Time that the rest of it will take, as far as can be told [s]; -1 where it cannot.
        lost: Events that were dropped so far because nobody fetched them.
    """

    state: str
    reason: str = ""
    lost: int = 0
    share: float = -1.0
    left: float = -1.0


class Account(msgspec.Struct, tag="account", frozen=True):
    """What the observer of a session says; see `pult.realtime.observer`.

    Attributes:
        data: Plain data.
    """

    data: dict[str, Any]


class Described(msgspec.Struct, tag="described", frozen=True):
    """What a session is, said once when it is open, and again when another is opened in its place.

    Attributes:
        frames: Name of the shared memory with its frames.
        dt: Control step [s].
        channels: Layout of a row, as plain data.
        link_timeout: Silence of the operator that stops the robot [s].
        stop_time: Time in which a stopped robot must stand [s].
        native: Whether everything runs as native code.
        realtime: Whether the system gives it priority over ordinary programs.
    """

    frames: str
    dt: float
    channels: list[dict[str, Any]]
    link_timeout: float
    stop_time: float
    native: bool
    realtime: bool


Answer = Reply | Event | State | Described | Account
