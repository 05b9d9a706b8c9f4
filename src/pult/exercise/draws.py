"""Draws of an exercise as written in its document: what differs between one start and the next.

Each draw has a stream of random numbers of its own, made from the seed and the draw's name, so that adding or
removing one does not change the others (unless bodies have to keep apart).
"""

import math
from typing import Annotated, Literal

from msgspec import Meta, field

from pult.core.document import Part
from pult.exercise.condition import Vector, origin

Pair = Annotated[list[float], Meta(min_length=2, max_length=2)]


def zero_range() -> list[float]:
    """A range with one value, 0."""
    return [0.0, 0.0]


def full_circle() -> list[float]:
    """All angles [rad]."""
    return [-math.pi, math.pi]


class Box(Part, frozen=True, tag_field="type", tag="box"):
    """Uniform in a box with axes of the world."""

    low: Annotated[Vector, Meta(description="Corner with the smallest coordinates [m].")]
    high: Annotated[Vector, Meta(description="Corner with the largest coordinates [m].")]
    about: Annotated[
        str, Meta(description="Body relative to which the corners are given; the world's origin if omitted.")
    ] = ""


class Annulus(Part, frozen=True, tag_field="type", tag="annulus"):
    """Uniform by area in a sector of a horizontal ring, and uniform in height.

    With u uniform in 0..1: r = sqrt(r0^2 + u (r1^2 - r0^2)).
    """

    radius: Annotated[Pair, Meta(description="Inner and outer radius [m].")]
    angle: Annotated[Pair, Meta(description="First and last angle about z, measured from x towards y [rad].")] = field(
        default_factory=full_circle
    )
    height: Annotated[Pair, Meta(description="Minimum and maximum height, relative to the centre [m].")] = field(
        default_factory=zero_range
    )
    centre: Annotated[Vector, Meta(description="Centre of the ring, relative to the body [m].")] = field(
        default_factory=origin
    )
    about: Annotated[
        str, Meta(description="Body relative to which the centre is given; the world's origin if omitted.")
    ] = ""


class Spot(Part, frozen=True):
    """One place of a list."""

    position: Annotated[Vector, Meta(description="Position [m].")]
    rpy: Annotated[Vector | None, Meta(description="Roll, pitch, yaw [rad]; as in the world if omitted.")] = None


class Spots(Part, frozen=True, tag_field="type", tag="spots"):
    """One of several places, each as likely as the others."""

    spots: list[Spot]
    about: Annotated[
        str, Meta(description="Body relative to which positions are given; the world's origin if omitted.")
    ] = ""


Region = Box | Annulus | Spots


class Place(Part, frozen=True, tag_field="type", tag="place"):
    """A body (a mocap body, or one with a free joint) is placed at random in a region."""

    body: str
    region: Region
    name: Annotated[str, Meta(description="Name of the draw; the body's if omitted.")] = ""
    turn: Annotated[
        Pair, Meta(description="Range of the angle by which it is rotated about the world's z axis [rad].")
    ] = field(default_factory=zero_range)
    apart: Annotated[float, Meta(description="Minimum distance from bodies placed before [m].")] = 0.0


class Shuffle(Part, frozen=True, tag_field="type", tag="shuffle"):
    """Several bodies are put into several regions in random order, one in each; regions may be left empty."""

    name: str
    bodies: list[str]
    regions: list[Region]
    turn: Annotated[
        Pair, Meta(description="Range of the angle by which each is rotated about the world's z axis [rad].")
    ] = field(default_factory=zero_range)
    apart: Annotated[float, Meta(description="Minimum distance from bodies placed before [m].")] = 0.0


class JointStart(Part, frozen=True, tag_field="type", tag="joint"):
    """A joint starts at a value from a range."""

    joint: str
    range: Annotated[Pair, Meta(description="Minimum and maximum value [rad or m].")]
    name: Annotated[str, Meta(description="Name of the draw; the joint's if omitted.")] = ""


class Resistance(Part, frozen=True, tag_field="type", tag="resistance"):
    """A joint of the scene turns or slides against friction from a range, and a spring if it has one."""

    joint: str
    friction: Annotated[Pair, Meta(description="Minimum and maximum dry friction [N*m or N].")]
    damping: Annotated[Pair, Meta(description="Minimum and maximum viscous friction [N*m*s/rad or N*s/m].")]
    stiffness: Annotated[
        Pair | None,
        Meta(description="Minimum and maximum stiffness of its spring [N*m/rad or N/m]; the scene's if omitted."),
    ] = None
    name: Annotated[str, Meta(description="Name of the draw; that of the joint and 'resistance' if omitted.")] = ""


class ElementStart(Part, frozen=True, tag_field="type", tag="element"):
    """A number of a force element, such as the stiffness of a surface, is drawn from a range."""

    element: Annotated[str, Meta(description="Force element of the world.")]
    range: Annotated[Pair, Meta(description="Minimum and maximum value.")]
    of: Annotated[Literal["stiffness", "damping", "friction"], Meta(description="Parameter that is drawn.")] = (
        "stiffness"
    )
    name: Annotated[str, Meta(description="Name of the draw; that of the element and of the parameter if omitted.")] = (
        ""
    )


class PushDraw(Part, frozen=True, tag_field="type", tag="push"):
    """A body is pushed at a time, with an impulse and in a direction from ranges.

    The force acts at the centre of mass of the body: J/duration (cos(angle) cos(rise), sin(angle) cos(rise),
    sin(rise)).
    """

    name: str
    body: str
    time: Annotated[Pair, Meta(description="Earliest and latest beginning, since the attempt began [s].")]
    impulse: Annotated[Pair, Meta(description="Smallest and largest impulse J [N*s].")]
    duration: Annotated[float, Meta(description="How long it acts [s].")] = 0.1
    angle: Annotated[
        Pair, Meta(description="First and last direction about z, measured from x towards y, in world axes [rad].")
    ] = field(default_factory=full_circle)
    rise: Annotated[Pair, Meta(description="Smallest and largest angle above the horizontal [rad].")] = field(
        default_factory=zero_range
    )


_RESISTANCE = "resistance"

Draw = Place | Shuffle | JointStart | Resistance | ElementStart | PushDraw


def draw_name(draw: Draw) -> str:
    """The name that determines the random numbers of a draw."""
    if isinstance(draw, (Shuffle, PushDraw)):
        return draw.name
    if isinstance(draw, Resistance):
        return draw.name or f"{draw.joint} {_RESISTANCE}"
    if isinstance(draw, ElementStart):
        return draw.name or f"{draw.element} {draw.of}"
    return draw.name or (draw.body if isinstance(draw, Place) else draw.joint)


def regions(draw: Draw) -> list[Region]:
    """Regions of a draw."""
    if isinstance(draw, Place):
        return [draw.region]
    return list(draw.regions) if isinstance(draw, Shuffle) else []


def bodies(draw: Draw) -> list[str]:
    """Bodies that a draw places."""
    if isinstance(draw, Place):
        return [draw.body]
    return list(draw.bodies) if isinstance(draw, Shuffle) else []
