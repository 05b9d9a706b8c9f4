"""Design of a ManGo: what is wanted, and what comes of it."""

from typing import Annotated

from msgspec import Meta

from pult.server.messages.general import Message


class MangoDesign(Message, frozen=True):
    """What is wanted of the arms. Lengths in m, angles in rad."""

    link1: float
    link2: float
    shoulder_low: float
    shoulder_high: float
    elbow_low: Annotated[float, Meta(description="Least angle between the links; 0 is stretched.")]
    elbow_high: float
    folded: Annotated[float, Meta(description="Length of the folded cylinders.")]
    stroke: float
    bore: Annotated[float, Meta(description="Inner diameter of the cylinders.")]
    arms: Annotated[int, Meta(description="How many of them carry the body, 1 to 6.")]


class MangoMount(Message, frozen=True):
    """A cylinder of the design."""

    k: Annotated[float, Meta(description="Distance of its mount point on the side of the base from the joint [m].")]
    p: Annotated[float, Meta(description="Distance of the other one [m].")]
    stroke: Annotated[list[float], Meta(description="Strokes of the curve of moment arms [m].")]
    moment_arm: Annotated[list[float], Meta(description="Moment arms there [m].")]
    begin: Annotated[list[float], Meta(description="Mount point on the side of the base, in the pose shown [m].")]
    end: Annotated[list[float], Meta(description="The other one [m].")]


class MangoLook(Message, frozen=True):
    """What a design is like. If it cannot be, only `problem` says so."""

    problem: Annotated[str, Meta(description="Why it cannot be, and by how much; empty if it can.")] = ""
    area: Annotated[float, Meta(description="Area of the work space [m^2].")] = 0.0
    border: Annotated[list[list[float]], Meta(description="Border of the work space, x and y [m].")] = []
    pose: Annotated[list[list[float]], Meta(description="Shoulder, elbow and hand in a middle pose [m].")] = []
    push: Annotated[float, Meta(description="Most force that a cylinder pushes with [N].")] = 0.0
    pull: Annotated[float, Meta(description="Most force that it pulls with [N].")] = 0.0
    mounts: Annotated[list[MangoMount], Meta(description="Shoulder and elbow.")] = []


class MakeMango(Message, frozen=True):
    """Robot, world, scheme and an exercise are made of a design."""

    name: str
    design: MangoDesign


class MangoMade(Message, frozen=True):
    """What was made."""

    name: str
    exercise: Annotated[str, Meta(description="Its exercise; empty for a single arm.")]
    files: Annotated[list[str], Meta(description="Files in the project.")]
