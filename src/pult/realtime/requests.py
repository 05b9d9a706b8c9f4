"""Requests to a real-time session, and its replies.

Each request is a class whose base gives the type of the reply's value: `Step(Request[int])`. So requests and replies
are typed all the way from a page to the process of a session.
"""

from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args

import msgspec
from msgspec import Meta

from pult.core.document import decode
from pult.core.errors import Fault, PultError
from pult.core.malformed import MALFORMED
from pult.sim.commands import Cause, Command, CommandRefused, Request
from pult.sim.handover import HandoverResult
from pult.sim.listener import Event

Result = TypeVar("Result")


class SessionStatus(msgspec.Struct, frozen=True, kw_only=True):
    """Full status of a session: that of its frames (see `pult.realtime.frames.Status`), and more."""

    state: str
    speed: float
    stopped: bool
    operator: bool
    overruns: int
    worst: float
    lost: float
    p50: float
    p99: float
    tick: int
    time: float
    reason: Annotated[str, Meta(description="Why it is halted.")]
    reasons: Annotated[list[str], Meta(description="Why the robot is stopped.")]
    stops: Annotated[dict[str, str], Meta(description="Kinds of causes: 'stop', 'link', 'enable'.")]
    connected: Annotated[bool, Meta(description="Whether an operator has the panel.")]
    native: Annotated[bool, Meta(description="Whether everything runs as native code.")]
    lost_events: Annotated[int, Meta(description="Events that were dropped because nobody fetched them.")]
    evidence: Annotated[list[str], Meta(description="Files with the last seconds before a halt.")]
    record: str
    record_problem: str


class Closed(msgspec.Struct, frozen=True):
    """State of the record of a session that was ended."""

    record_hash: str
    record_problem: str


class Start(Request[None], frozen=True, tag="start"):
    """Run in real time."""


class Pause(Request[None], frozen=True, tag="pause"):
    """Pause simulated time."""


class Step(Request[int], frozen=True, tag="step"):
    """Pause, and do a few control steps at once; the reply is the tick after them."""

    steps: Annotated[int, Meta(description="How many, up to 100.")] = 1


class Speed(Request[None], frozen=True, tag="speed"):
    """Run slower or faster than real time."""

    factor: Annotated[float, Meta(description="Simulated time over real time, 0.25 to 4.")]


class Demonstrate(Request[None], frozen=True, tag="demonstrate"):
    """Let a pilot show the exercise in this session, from its start: it drives as soon as the session runs. It acts at
    the same control steps at any speed, so the attempt is the same to the last bit as one that is not paced.
    """

    pilot: Annotated[str, Meta(description="Name of the pilot; the best one for the variant if omitted.")] = ""


class TakeOver(Request[None], frozen=True, tag="take-over"):
    """Take the panel from the pilot of a demonstration: the stick goes to neutral, the attempt goes on from here."""


class TakeSnapshot(Request[bytes], frozen=True, tag="snapshot"):
    """Get the complete state, as bytes for 'restore'."""


class AskStatus(Request[SessionStatus], frozen=True, tag="status"):
    """Get the status of the session."""


class Heartbeat(Request[None], frozen=True, tag="heartbeat"):
    """A sign of life of the operator."""

    hand: Annotated[
        Literal["here", "hidden", "focus"],
        Meta(description="Whether the page is visible and its window has the focus."),
    ] = "here"
    page: Annotated[float, Meta(description="How long the page has not responded to its own worker [s].", ge=0.0)] = 0.0
    late: Annotated[float, Meta(description="How late this sign was sent [s].", ge=0.0)] = 0.0


class ConnectOperator(Request[None], frozen=True, tag="connect-operator"):
    """An operator takes the panel; from now on silence stops the robot."""


class DisconnectOperator(Request[None], frozen=True, tag="disconnect-operator"):
    """The operator leaves the panel: neutral, the robot stops until it is armed, and time is paused."""

    cause: Annotated[Cause, Meta(description="Why the operator leaves.")] = "released"


class Shutdown(Request[Closed], frozen=True, tag="shutdown"):
    """Close the record and end."""

    result: Annotated[dict[str, Any] | None, Meta(description="Outcome of the run, for the record.")] = None
    reason: Annotated[
        Literal["ended", "abandoned"], Meta(description="Reason: it was ended, or it had no operator any more.")
    ] = "ended"


RunnerRequest = (
    Start | Pause | Step | Speed | Demonstrate | TakeOver | TakeSnapshot | AskStatus | Heartbeat | ConnectOperator
    | DisconnectOperator | Command
)  # fmt: skip
SessionRequest = RunnerRequest | Shutdown


class _Envelope(msgspec.Struct):
    request: SessionRequest


KINDS: dict[str, type[SessionRequest]] = {str(kind.__struct_config__.tag): kind for kind in get_args(SessionRequest)}
"""All requests by tag, the value of "do"."""


def tag_of(request: Request[object]) -> str:
    """The tag of a request, the value of "do" in plain data."""
    return str(request.__struct_config__.tag)


def result_type(kind: type[Request[object]]) -> Any:
    """Type of the reply's value for a kind of request."""
    [base] = kind.__orig_bases__  # type: ignore[attr-defined]
    [found] = get_args(base)
    return found


def read_request(data: object) -> SessionRequest:
    """Decode a request from plain data, such as {"do": "start"}.

    Raises:
        CommandRefused: Lists every fault.
    """
    word = data.get("do") if isinstance(data, dict) else None
    kind = KINDS.get(word) if isinstance(word, str) else None
    if kind is None:  # slow, but with a good message
        _, faults = decode(_Envelope, {"request": data})
        raise CommandRefused("; ".join(str(_bare(fault)) for fault in faults))
    found, faults = decode(kind, data)
    if found is None:
        raise CommandRefused("; ".join(map(str, faults)))
    return found


def _bare(fault: Fault) -> Fault:
    return fault.at(fault.place.removeprefix("request").removeprefix("."))


class Letter(msgspec.Struct, array_like=True, frozen=True):
    """A request as sent to the process.

    Attributes:
        id: Number that identifies the reply.
        operator: Whether it comes from the operator.
        request: The request, encoded.
        order: A pickled `Replacement`. It is a separate field and not a request, so that senders of requests cannot
            have anything unpickled.
    """

    id: int
    operator: bool
    request: msgspec.Raw
    order: bytes = b""


class IncomingRequest(NamedTuple):
    """A decoded request.

    Attributes:
        id: Number that identifies the reply; -1 if it could not be read.
        request: The request; None if it is invalid, or if there is an `order`.
        order: A pickled `Replacement`.
        problem: Why it is invalid.
    """

    id: int
    request: SessionRequest | None = None
    order: bytes = b""
    problem: str = ""


class RequestDecoder:
    """Decodes requests."""

    def __init__(self) -> None:
        """Make the decoders."""
        self._letters = msgspec.msgpack.Decoder(Letter)
        self._requests: msgspec.msgpack.Decoder[SessionRequest] = msgspec.msgpack.Decoder(SessionRequest)

    def open(self, data: bytes) -> tuple[IncomingRequest, bool]:
        """Decode a request; returns it, and whether it comes from the operator."""
        try:
            letter = self._letters.decode(data)
        except MALFORMED as error:
            return IncomingRequest(-1, problem=f"not a request: {error}."), False
        if letter.order:
            return IncomingRequest(letter.id, order=letter.order), letter.operator
        try:
            return IncomingRequest(letter.id, self._requests.decode(letter.request)), letter.operator
        except MALFORMED as error:
            return IncomingRequest(letter.id, problem=f"not a request: {error}."), letter.operator


class Reply(msgspec.Struct, Generic[Result], tag="reply", frozen=True):
    """The reply to a request.

    Attributes:
        id: Number of the request; -1 if it could not be read.
        ok: Whether it was carried out.
        error: Why not, for people.
        value: The result, if it was carried out.
    """

    id: int
    ok: bool = True
    error: str = ""
    value: Result | None = None

    def result(self) -> Result:
        """The result.

        Raises:
            PultError: It was not carried out; the message says why.
        """
        if not self.ok:
            raise PultError(self.error)
        value: Any = self.value
        found: Result = value
        return found


class ReplyLetter(msgspec.Struct, tag="reply", frozen=True):
    """A `Reply` as sent; the type of its value is known to the sender of the request."""

    id: int
    ok: bool
    error: str
    value: msgspec.Raw

    def open(self, kind: Any) -> Reply[Any]:
        """Decode the reply, with a value of this type."""
        try:
            return Reply(self.id, self.ok, self.error, msgspec.msgpack.decode(self.value, type=kind | None))
        except MALFORMED as error:
            return Reply(self.id, False, f"the answer is not understood: {error}.")


class Reopened(msgspec.Struct, frozen=True):
    """Result of replacing a session.

    Attributes:
        kept: What was kept of the old one.
        faults: Why it cannot be opened, as `pult.core.errors.Fault.plain` writes it.
    """

    kept: HandoverResult = HandoverResult()
    faults: list[dict[str, Any]] = []


class State(msgspec.Struct, tag="state", frozen=True):
    """A change of state of the session.

    Attributes:
        state: The state.
        reason: Why, for people.
        share: Fraction of the work that is done; -1 if unknown.
        left: Estimated remaining time [s]; -1 if unknown.
        lost: Number of events dropped so far because they were not fetched.
    """

    state: str
    reason: str = ""
    lost: int = 0
    share: float = -1.0
    left: float = -1.0


class Account(msgspec.Struct, tag="account", frozen=True):
    """An account of the observer of a session; see `pult.realtime.observer`.

    Attributes:
        data: The account, encoded.
    """

    data: msgspec.Raw


class SessionDescription(msgspec.Struct, tag="described", frozen=True):
    """Description of a session, sent once when it is open, and again when it is replaced.

    Attributes:
        frames: Name of the shared memory with its frames.
        dt: Control step [s].
        channels: Layout of a row, as plain data.
        link_timeout: Silence of the operator that stops the robot [s].
        stop_time: Time within which a stopped robot must come to rest [s].
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


Answer = ReplyLetter | Event | State | SessionDescription | Account
