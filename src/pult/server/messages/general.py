"""What all messages have in common, and those that belong to no part of the studio."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything that is sent."""


class FaultMessage(Message, frozen=True):
    """One thing wrong in a document."""

    place: Annotated[str, Meta(description="Path inside the document, such as 'blocks[3].parameters.kp'.")]
    message: Annotated[str, Meta(description="What is wrong and what is allowed.")]
    code: Annotated[str, Meta(description="Code of the kind of fault, such as 'unknown-type'.")]
    level: Annotated[str, Meta(description="Sub-scheme the place is in; empty for the outermost.")] = ""
    block: Annotated[str, Meta(description="The block at fault, if there is exactly one; otherwise see `blocks`.")] = ""
    blocks: Annotated[list[str], Meta(description="All blocks concerned, for instance those of a loop.")] = []
    templates: Annotated[
        list[str],
        Meta(description="Template of the message: English with named placeholders. Empty for texts of others."),
    ] = []
    values: Annotated[
        dict[str, str | int | float | list[str | int | float]],
        Meta(
            description="Values of the placeholders, by name; with the code they identify the fault in every language."
        ),
    ] = {}


class ErrorMessage(Message, frozen=True):
    """Answer to a request that was refused; the HTTP status says in what way."""

    error: Annotated[str, Meta(description="What went wrong and what to do.")]
    code: Annotated[str, Meta(description="'conflict', 'not-found', 'bad-request', 'too-large', 'gone', ...")]
    faults: list[FaultMessage] = []
    version: Annotated[str, Meta(description="For conflicts: the version that is there now.")] = ""


class Info(Message, frozen=True):
    """What this server is."""

    version: Annotated[str, Meta(description="Version of pult.")]
    key: Annotated[
        str, Meta(description="To be sent in the header X-Pult-Key with every request that changes something.")
    ]
    project: Annotated[str, Meta(description="Name of the project folder.")]
    folder: Annotated[str, Meta(description="Path of the project folder, for display.")]
    exercise: Annotated[str, Meta(description="Exercise that was named on the command line.")] = ""


class Job(Message, frozen=True):
    """Work that takes longer than half a second."""

    id: str
    what: Annotated[str, Meta(description="Description of the work.")]
    state: Literal["running", "done", "failed", "cancelled"]
    progress: Annotated[float | None, Meta(description="Progress from 0 to 1; null if unknown.")] = None
    detail: Annotated[str, Meta(description="Current step.")] = ""
    error: Annotated[str, Meta(description="Why it failed.")] = ""
    faults: list[FaultMessage] = []
    result: Annotated[Any, Meta(description="Result; depends on the kind of work.")] = None
