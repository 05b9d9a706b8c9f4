"""What may be asked of a real-time session, and what it answers.

Each request is a class whose base says what it is answered with: `Step(Request[int])`. So whoever asks knows the type
of the answer, and nothing on the way from a page to the process of a session is told by words in dictionaries.
"""

from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args

import msgspec
from msgspec import Meta

from pult.core.document import decode
from pult.core.errors import Fault, PultError
from pult.sim.commands import Cause, Command, CommandRefused, Request
from pult.sim.handover import Kept
from pult.sim.listener import Event

Result = TypeVar("Result")


class SessionStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How a session does: everything that its frames say (see `pult.realtime.frames.Status`), and more."""

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
    reasons: Annotated[list[str], Meta(description="Why the robot is stopped, for people.")]
    stops: Annotated[dict[str, str], Meta(description="The same by kind: 'stop', 'link', 'enable'.")]
    connected: Annotated[bool, Meta(description="Whether an operator has the panel.")]
    native: Annotated[bool, Meta(description="Whether everything runs as native code.")]
    lost_events: Annotated[int, Meta(description="Events that were dropped because nobody fetched them.")]
    evidence: Annotated[list[str], Meta(description="Files with the last seconds before a halt.")]
    record: str
    record_problem: str


class Closed(msgspec.Struct, frozen=True):
    """What came of the record of a session that was ended."""

    record_hash: str
    record_problem: str


class Start(Request[None], frozen=True, tag="start"):
    """Run in real time."""


class Pause(Request[None], frozen=True, tag="pause"):
    """Stand still in time."""


class Step(Request[int], frozen=True, tag="step"):
    """Pause, and do a few control steps at once; answered with the tick after them."""

    steps: Annotated[int, Meta(description="How many, up to 100.")] = 1


class Speed(Request[None], frozen=True, tag="speed"):
    """Run slower or faster than real time."""

    factor: Annotated[float, Meta(description="Simulated time over real time, 0.25 to 4.")]


class TakeSnapshot(Request[bytes], frozen=True, tag="snapshot"):
    """Give the whole state, as bytes for 'restore'."""


class AskStatus(Request[SessionStatus], frozen=True, tag="status"):
    """Say how the session does."""


class Heartbeat(Request[None], frozen=True, tag="heartbeat"):
    """The operator is there, as far as the operator's page can tell."""

    hand: Annotated[
        Literal["here", "hidden", "focus"],
        Meta(description="Whether the page is in hand; else it is hidden, or its window has lost the focus."),
    ] = "here"
    page: Annotated[float, Meta(description="How long the page has not responded to its own worker [s].", ge=0.0)] = 0.0
    late: Annotated[float, Meta(description="How late this sign was sent [s].", ge=0.0)] = 0.0


class ConnectOperator(Request[None], frozen=True, tag="connect-operator"):
    """An operator takes the panel; from now on silence stops the robot."""


class DisconnectOperator(Request[None], frozen=True, tag="disconnect-operator"):
    """The operator leaves the panel: neutral, the robot stops until it is armed, and time stands still."""

    cause: Annotated[Cause, Meta(description="Why the operator leaves.")] = "released"


class Shutdown(Request[Closed], frozen=True, tag="shutdown"):
    """Close the record and end."""

    result: Annotated[dict[str, Any] | None, Meta(description="Outcome of the run, for the record.")] = None
    reason: Annotated[
        Literal["ended", "abandoned"], Meta(description="Why: it was ended, or nobody operated it any more.")
    ] = "ended"


Doable = (
    Start | Pause | Step | Speed | TakeSnapshot | AskStatus | Heartbeat | ConnectOperator
    | DisconnectOperator | Command
)  # fmt: skip
SessionRequest = Doable | Shutdown


class _Envelope(msgspec.Struct):
    request: SessionRequest


KINDS: dict[str, type[SessionRequest]] = {str(kind.__struct_config__.tag): kind for kind in get_args(SessionRequest)}
"""All requests, by the word after "do"."""


def word_of(request: Request[object]) -> str:
    """The word that a request has after "do" in plain data."""
    return str(request.__struct_config__.tag)


def result_type(kind: type[Request[object]]) -> Any:
    """What requests of a kind are answered with."""
    [base] = kind.__orig_bases__  # type: ignore[attr-defined]
    [found] = get_args(base)
    return found


def read_request(data: object) -> SessionRequest:
    """A request from plain data, such as {"do": "start"}.

    Raises:
        CommandRefused: With everything that does not fit.
    """
    word = data.get("do") if isinstance(data, dict) else None
    kind = KINDS.get(word) if isinstance(word, str) else None
    if kind is None:  # not worth much time, but a good answer
        _, faults = decode(_Envelope, {"request": data})
        raise CommandRefused("; ".join(str(_bare(fault)) for fault in faults))
    found, faults = decode(kind, data)
    if found is None:
        raise CommandRefused("; ".join(map(str, faults)))
    return found


def _bare(fault: Fault) -> Fault:
    return fault.at(fault.place.removeprefix("request").removeprefix("."))


class Letter(msgspec.Struct, array_like=True, frozen=True):
    """A request on its way.

    Attributes:
        id: Number by which the answer is known.
        operator: Whether it comes from the operator.
        request: The request, encoded.
        order: What is to be opened in place of the session, pickled. It has a field of its own and is no request, so
            that nobody who may only send requests can have anything unpickled.
    """

    id: int
    operator: bool
    request: msgspec.Raw
    order: bytes = b""


class Asked(NamedTuple):
    """A letter that was opened.

    Attributes:
        id: Number by which the answer is known; -1 if it could not be read.
        request: The request; None if it is no request, or if something is to be opened.
        order: What is to be opened in place of the session, pickled.
        problem: Why it is no request.
    """

    id: int
    request: SessionRequest | None = None
    order: bytes = b""
    problem: str = ""


class Opener:
    """Opens letters."""

    def __init__(self) -> None:
        """Know all requests."""
        self._letters = msgspec.msgpack.Decoder(Letter)
        self._requests: msgspec.msgpack.Decoder[SessionRequest] = msgspec.msgpack.Decoder(SessionRequest)

    def open(self, data: bytes) -> tuple[Asked, bool]:
        """What is asked, and whether by the operator."""
        try:
            letter = self._letters.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            return Asked(-1, problem=f"not a request: {error}."), False
        if letter.order:
            return Asked(letter.id, order=letter.order), letter.operator
        try:
            return Asked(letter.id, self._requests.decode(letter.request)), letter.operator
        except (msgspec.DecodeError, RecursionError) as error:
            return Asked(letter.id, problem=f"not a request: {error}."), letter.operator


class Reply(msgspec.Struct, Generic[Result], tag="reply", frozen=True):
    """The answer to a request.

    Attributes:
        id: Number of the request; -1 if it could not be read.
        ok: Whether it was done.
        error: Why not, for people.
        value: What was asked for, if it was done.
    """

    id: int
    ok: bool = True
    error: str = ""
    value: Result | None = None

    def result(self) -> Result:
        """What was asked for.

        Raises:
            PultError: It was not done; the message says why.
        """
        if not self.ok:
            raise PultError(self.error)
        value: Any = self.value
        found: Result = value
        return found


class ReplyLetter(msgspec.Struct, tag="reply", frozen=True):
    """A `Reply` on its way; what it is answered with knows whoever asked."""

    id: int
    ok: bool
    error: str
    value: msgspec.Raw

    def open(self, kind: Any) -> Reply[Any]:
        """The reply, with a value of this type."""
        try:
            return Reply(self.id, self.ok, self.error, msgspec.msgpack.decode(self.value, type=kind | None))
        except msgspec.DecodeError as error:
            return Reply(self.id, False, f"the answer is not understood: {error}.")


class Reopened(msgspec.Struct, frozen=True):
    """What came of opening another session in the place of one.

    Attributes:
        kept: What of the old one goes on.
        faults: Why it cannot be opened, as `pult.core.errors.Fault.plain` writes it.
    """

    kept: Kept = Kept()
    faults: list[dict[str, Any]] = []


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
        data: The account, encoded.
    """

    data: msgspec.Raw


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


Answer = ReplyLetter | Event | State | Described | Account
