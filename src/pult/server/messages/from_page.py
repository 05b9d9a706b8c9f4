"""What a page says over the WebSocket of a session."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.server.messages.general import Message


class Ask(Message, frozen=True, tag_field="type", tag="ask"):
    """A request to the session (see the sessions page of the docs); answered by an `Answer` of the same number."""

    id: int
    request: Annotated[Any, Meta(description="{'do': 'start'}, {'do': 'input', 'values': {...}}, and so on.")]


class Take(Message, frozen=True, tag_field="type", tag="take"):
    """Ask for the panel."""

    id: int
    name: Annotated[str, Meta(description="Who asks.")] = ""
    force: Annotated[bool, Meta(description="Take it from whoever has it.")] = False


class Release(Message, frozen=True, tag_field="type", tag="release"):
    """Give the panel back."""

    id: int


class Watch(Message, frozen=True, tag_field="type", tag="watch"):
    """Say which signals frames should bring, by name, whole or by entry: 'sensor.angles', 'body.hand[z]'."""

    number: Annotated[int, Meta(description="Returned in frames, so that the page knows to which list they belong.")]
    signals: list[str]
    every: Annotated[int, Meta(description="Control steps from one row of signals to the next.")] = 1


class Beat(Message, frozen=True, tag_field="type", tag="beat"):
    """The page's connection is alive; comes back with the same time. It is sent by a worker of the page, which drawing
    does not delay, and says how the page itself does.
    """

    time: Annotated[float, Meta(description="Any number.")]
    operating: Annotated[bool, Meta(description="Whether it is the operator's.")] = False
    hand: Annotated[
        Literal["here", "hidden", "focus"],
        Meta(description="Whether the page is visible and its window has the focus."),
    ] = "here"
    page: Annotated[float, Meta(description="How long the page has not responded to its worker [s].", ge=0.0)] = 0.0
    late: Annotated[float, Meta(description="How late the worker was with this [s].", ge=0.0)] = 0.0


class Speak(Message, frozen=True, tag_field="type", tag="speak"):
    """Say in which language texts for people come from now on; the connection begins with that of its address."""

    language: Annotated[str, Meta(description="The language, such as 'en'; it must have a catalog.")]


FromPage = Ask | Take | Release | Watch | Beat | Speak
