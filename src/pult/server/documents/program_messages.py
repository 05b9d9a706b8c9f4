"""What the server and the page say to each other about programs of frames."""

from typing import Annotated, Any

from msgspec import Meta

from pult.server.messages import FaultMessage, Message


class PlanProgram(Message, frozen=True):
    """Look at a whole program, saved or not."""

    document: Annotated[Any, Meta(description="The program.")]


class PlannedFrame(Message, frozen=True):
    """A frame of a program, looked at."""

    arms: Annotated[
        list[list[list[float]]],
        Meta(description="Column, shoulder, elbow, wrist and finger tips along the way, in the interface frame [m]."),
    ]
    angles: Annotated[list[float], Meta(description="Joint angles at its end, or where it is refused [rad].")]
    point: Annotated[list[float], Meta(description="The finger tips there [m].")]
    pitch: Annotated[float, Meta(description="Pitch of the grab there, positive down [rad].")]
    length: Annotated[float, Meta(description="Length of the way [m].")]
    refused: Annotated[bool, Meta(description="Whether it does not come to its target.")]


class ProgramPlan(Message, frozen=True):
    """A program, looked at from its start to its end or to the first refusal."""

    ok: Annotated[bool, Meta(description="Whether nothing is refused.")]
    faults: Annotated[list[FaultMessage], Meta(description="What is wrong, with places in the document.")] = []
    start: Annotated[list[list[float]], Meta(description="The arm at the start [m].")] = []
    frames: list[PlannedFrame] = []
