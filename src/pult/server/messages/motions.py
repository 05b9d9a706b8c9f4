"""Recorded motions, to be played into a stream of a session."""

from typing import Annotated

from msgspec import Meta

from pult.core.document import Text
from pult.server.messages.general import Message


class MotionInfo(Message, frozen=True):
    """A recorded motion that a stream of the session takes."""

    name: str
    stream: Annotated[str, Meta(description="Name of the stream; empty if it matches none.")]
    title: Annotated[Text, Meta(description="Display name of the stream; empty if it has none.")]
    duration: Annotated[float, Meta(description="[s]")]
    own: Annotated[bool, Meta(description="Whether it is the user's, from the folder 'motions' of the project.")]
    problem: Annotated[str, Meta(description="Why it matches no stream.")] = ""


class PlayMotion(Message, frozen=True):
    """Play a recorded motion into a stream of the session."""

    motion: str
    stream: str
