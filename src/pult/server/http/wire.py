"""Messages over HTTP: JSON requests and responses, and refusals that say why."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from fastapi import Request, Response

from pult.core.errors import DocumentError, Fault, FaultKind, PultError
from pult.core.malformed import MALFORMED
from pult.server.http.language import language
from pult.server.messages import ErrorMessage, FaultMessage
from pult.server.translation.messages import translated

NOT_UNDERSTOOD = FaultKind("bad-request", "The request is not understood: {error}.")
NOT_JSON = FaultKind("bad-request", "The request is not JSON: {error}.")

T = TypeVar("T")
JSON = "application/json"
COMPONENT = "#/components/schemas/{name}"


class Refusal(PultError):  # noqa: N818 - an answer, not a failure
    """A request that is refused.

    Attributes:
        status: HTTP status.
        code: Short name of the reason for programs.
        text: What is wrong and what to do, for people.
        faults: Faults of a document, if that is the reason.
        version: For conflicts, the current version.
    """

    def __init__(
        self, status: int, code: str, text: str, faults: Iterable[FaultMessage] = (), version: str = ""
    ) -> None:
        self.status, self.code, self.text = status, code, text
        self.faults, self.version = list(faults), version
        super().__init__(text)

    @classmethod
    def of(cls, status: int, fault: Fault, version: str = "") -> "Refusal":
        """A refusal for one fault: code and text are the fault's, and its place and values go to the page."""
        return cls(status, fault.code, fault.message, [fault_message(fault)], version)

    def message(self) -> ErrorMessage:
        """The refusal as a message."""
        return ErrorMessage(error=self.text, code=self.code, faults=self.faults, version=self.version)


def fault_message(fault: Fault, level: str = "", block: str = "", blocks: Sequence[str] = ()) -> FaultMessage:
    """A fault as it is sent.

    Args:
        fault: The fault.
        level: Sub-scheme that its place is in.
        block: Block that is at fault.
        blocks: All blocks concerned.
    """
    return FaultMessage(**fault.plain(), message=fault.message, level=level, block=block, blocks=list(blocks))


def fault_messages(faults: Iterable[Fault]) -> list[FaultMessage]:
    """Faults as messages."""
    return [fault_message(fault) for fault in faults]


def refusal_of(error: PultError) -> Refusal:
    """Convert a user's error to a refusal."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, DocumentError):
        return Refusal(422, "faults", str(error), fault_messages(error.faults))
    return Refusal(400, "bad-request", str(error))


def encoded(message: Any) -> bytes:
    """Encode a message, or a list of messages, in the language of the current request."""
    return msgspec.json.encode(translated(message, language()))


def reply(message: Any, status: int = 200) -> Response:
    """A response with a message, or a list of messages."""
    return Response(encoded(message), status, media_type=JSON, headers={"Cache-Control": "no-store"})


def refuse(refusal: Refusal) -> Response:
    """A response with a refusal."""
    return reply(refusal.message(), refusal.status)


async def read_body(request: Request, kind: type[T]) -> T:
    """Read and decode the body of a request.

    Raises:
        Refusal: It is not JSON, or not such a message.
    """
    data = await request.body()
    return decode_body(data, kind)


def decode_body(data: bytes, kind: type[T]) -> T:
    """Decode a message; see `read_body`."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Refusal.of(400, NOT_UNDERSTOOD.at(error=str(error))) from None
    except MALFORMED as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Refusal.of(400, NOT_JSON.at(error=what)) from None


def describe(body: Any = None, answer: Any = None, status: int = 200, media: str = JSON) -> dict[str, Any]:
    """Arguments of a route that document its request and response in the API description.

    Args:
        body: Type of the request's body; None if it has none.
        answer: Type of the response; None if it has none.
        status: Status of the response.
        media: Media type of a response that is not a message.
    """
    content = {media: {"schema": _reference(answer)}} if answer is not None else {}
    if answer is None and media != JSON:
        content = {media: {"schema": {"type": "string", "format": "binary"}}}
    extra: dict[str, Any] = {"responses": {str(status): {"description": "All well.", "content": content}}}
    extra["responses"]["4XX"] = {
        "description": "Refused.",
        "content": {JSON: {"schema": _reference(ErrorMessage)}},
    }
    if body is not None:
        extra["requestBody"] = {"required": True, "content": {JSON: {"schema": _reference(body)}}}
    return {"openapi_extra": extra, "status_code": status, "response_class": Response, "response_model": None}


def _reference(kind: Any) -> dict[str, Any]:
    if get_origin(kind) is list:
        return {"type": "array", "items": _reference(get_args(kind)[0])}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {"$ref": COMPONENT.format(name=kind.__name__)}
    return {}
