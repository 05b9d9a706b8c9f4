"""Work zones of the manipulator PRM-1: what is asked, and what is drawn."""

from typing import Annotated

from msgspec import Meta

from pult.server.messages.general import Message


class ZoneQuery(Message, frozen=True):
    """A pitch of the grab, what it holds, and a point that was clicked."""

    pitch: Annotated[float, Meta(description="Pitch of the grab, positive down [rad].")]
    point: Annotated[list[float], Meta(description="Forward and up in the vertical plane [m]; empty for none.")] = []
    roll: Annotated[float, Meta(description="Roll of the grab [rad].")] = 0.0
    held: Annotated[
        list[float],
        Meta(description="Held object: angle [rad], height, distance, length [m]; empty for the finger tips."),
    ] = []


class ZoneWay(Message, frozen=True):
    """A configuration that reaches the point."""

    column: Annotated[str, Meta(description="forward or fling-over.")]
    elbow: Annotated[str, Meta(description="up or down.")]
    angles: Annotated[list[float], Meta(description="Column, shoulder, elbow, wrist, roll [rad].")]
    joints: Annotated[list[list[float]], Meta(description="Shoulder, elbow, wrist, finger tips: forward, up [m].")]
    held: Annotated[list[list[float]], Meta(description="Start and far end of the held object; empty without one.")]
    reason: Annotated[int, Meta(description="Number of the reason why it is refused; 0 if it is not.")]
    text: Annotated[str, Meta(description="The reason in words.")]


class ZoneGap(Message, frozen=True):
    """Where two arcs of the boundary miss each other."""

    point: Annotated[list[float], Meta(description="End of the one arc [m].")]
    distance: Annotated[float, Meta(description="How far it is off the other one [m].")]


class ZoneLook(Message, frozen=True):
    """The zones, and what reaches the point."""

    area: Annotated[float, Meta(description="Area of the zone at this pitch [m^2].")]
    borders: Annotated[list[list[list[float]]], Meta(description="Its closed boundaries: forward, up [m].")]
    free_area: Annotated[float, Meta(description="Area of the zone at any pitch [m^2].")]
    free_borders: Annotated[list[list[list[float]]], Meta(description="Its closed boundaries [m].")]
    gaps: list[ZoneGap]
    ways: Annotated[list[ZoneWay], Meta(description="Configurations that reach the point, the refused ones last.")]
    problem: Annotated[str, Meta(description="Why nothing reaches the point; empty if something does.")]
    platform_radius: float
    platform_height: float
