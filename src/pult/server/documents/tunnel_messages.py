"""What the server and the page say to each other about tunnels."""

from typing import Annotated, Any

from msgspec import Meta

from pult.server.messages import FaultMessage, Message


class PlanTunnel(Message, frozen=True):
    """Plan the path of the arm through a tunnel, saved or not."""

    document: Annotated[Any, Meta(description="The tunnel.")]


class TunnelCorner(Message, frozen=True):
    """A corner that stands out into a tunnel."""

    place: Annotated[str, Meta(description="Its place in the document, such as 'left[2]'.")]
    x: float
    y: float
    width: Annotated[float | None, Meta(description="Distance from the opposite wall [m].")]
    radius: Annotated[float, Meta(description="Radius of its circle [m].")]
    touched: Annotated[bool, Meta(description="Whether the path goes around it.")]


class TunnelPlan(Message, frozen=True):
    """A path through a tunnel, looked at."""

    ok: Annotated[bool, Meta(description="Whether the arm can pass without touching.")]
    faults: Annotated[list[FaultMessage], Meta(description="What is wrong, with places in the document.")] = []
    corners: list[TunnelCorner] = []
    path: Annotated[list[list[float]], Meta(description="Points of the path from the mouth to the target [m].")] = []
    arms: Annotated[list[list[list[float]]], Meta(description="Joints of the arm at some places of its tip [m].")] = []
    bound: Annotated[float | None, Meta(description="Clearance that is guaranteed [m].")] = None
    least: Annotated[float | None, Meta(description="Least clearance found on the way [m].")] = None
    way: Annotated[float | None, Meta(description="Length of the path from the mouth to the target [m].")] = None


class MadeWorld(Message, frozen=True):
    """What was made of a tunnel."""

    files: Annotated[list[str], Meta(description="Files in the project.")]
    exercise: Annotated[str, Meta(description="The exercise that can be run at once.")]
