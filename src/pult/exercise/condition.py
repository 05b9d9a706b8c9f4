"""Conditions of an exercise as written in its document: when a stage is passed, when a limit is broken.

A condition is a quantity with bounds (a distance, an angle, a signal), or several conditions put together. Bounds are
excluded: `above` < value < `below`. A quantity that is not a number fulfils no bound.

Things are bodies and sites of the world by name; `body:NAME` and `site:NAME` where both bear it; an empty name is the
world itself, with its origin and axes.
"""

from collections.abc import Container, Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from pult.core.document import Part, Text

Vector = Annotated[list[float], Meta(min_length=3, max_length=3)]
Axes = Literal["xyz", "xy", "xz", "yz", "x", "y", "z"]
Above = Annotated[float | None, Meta(description="The value must be above this; no bound if omitted.")]
Below = Annotated[float | None, Meta(description="The value must be below this; no bound if omitted.")]
Title = Annotated[Text, Meta(description="Name of the measured quantity, shown to the operator.")]


def origin() -> list[float]:
    """No offset [m]."""
    return [0.0, 0.0, 0.0]


def upward() -> list[float]:
    """The direction of z."""
    return [0.0, 0.0, 1.0]


class Distance(Part, frozen=True, tag_field="type", tag="distance"):
    """The distance between two things [m], in space or along some axes of the world."""

    a: Annotated[str, Meta(description="A body or site.")]
    b: Annotated[str, Meta(description="A body or site; the world's origin if omitted.")] = ""
    offset: Annotated[Vector, Meta(description="Point instead of the origin of b, in the frame of b [m].")] = field(
        default_factory=origin
    )
    axes: Annotated[Axes, Meta(description="Axes of the world that count: 'xy' is the horizontal distance.")] = "xyz"
    above: Above = None
    below: Below = None
    title: Title = ""


class Along(Part, frozen=True, tag_field="type", tag="along"):
    """Signed distance of one thing from another along a direction [m], such as the height of a above b."""

    a: Annotated[str, Meta(description="A body or site.")]
    b: Annotated[str, Meta(description="A body or site; the world's origin if omitted.")] = ""
    axis: Annotated[Vector, Meta(description="The direction; its length does not matter.")] = field(
        default_factory=upward
    )
    frame: Annotated[Literal["world", "b"], Meta(description="Frame in which the direction is given.")] = "world"
    above: Above = None
    below: Below = None
    title: Title = ""


class Inside(Part, frozen=True, tag_field="type", tag="inside"):
    """A point of a thing lies in a box in the axes of another; the value is how far it is outside [m]."""

    thing: Annotated[str, Meta(description="A body or site.")]
    low: Annotated[Vector, Meta(description="Corner of the box with the smallest coordinates [m].")]
    high: Annotated[Vector, Meta(description="Corner of the box with the largest coordinates [m].")]
    of: Annotated[str, Meta(description="Body or site in whose frame the box is given; the world if omitted.")] = ""
    point: Annotated[Vector, Meta(description="The point, in the frame of the body or site [m].")] = field(
        default_factory=origin
    )
    title: Title = ""


class Shift(Part, frozen=True, tag_field="type", tag="shift"):
    """Displacement of a thing in the axes of another since the stage began [m], such as slip in a hand."""

    thing: Annotated[str, Meta(description="A body or site.")]
    of: Annotated[str, Meta(description="Body or site in whose frame it is measured; the world if omitted.")] = ""
    above: Above = None
    below: Below = None
    title: Title = ""


class Angle(Part, frozen=True, tag_field="type", tag="angle"):
    """The angle between an axis of a thing and one of another thing [rad], 0 to pi."""

    a: Annotated[str, Meta(description="A body or site.")]
    b: Annotated[str, Meta(description="A body or site; the world if omitted.")] = ""
    axis_a: Annotated[Vector, Meta(description="Axis in the frame of a.")] = field(default_factory=upward)
    axis_b: Annotated[Vector, Meta(description="Axis in the frame of b.")] = field(default_factory=upward)
    above: Above = None
    below: Below = None
    title: Title = ""


class Signal(Part, frozen=True, tag_field="type", tag="signal"):
    """A signal of the session, or one entry of it: 'sensor.grip', 'panel.stick[2]', 'sensor.angles[elbow]'."""

    name: Annotated[str, Meta(description="The signal; an entry is given in brackets, by index or label.")]
    above: Above = None
    below: Below = None
    is_: Annotated[bool | None, Meta(description="Required state of a boolean signal.")] = field(
        name="is", default=None
    )
    title: Title = ""


class Contact(Part, frozen=True, tag_field="type", tag="contact"):
    """Two bodies touch: the force between them is above a threshold [N]."""

    bodies: Annotated[
        list[str],
        Meta(min_length=2, max_length=2, description="The two bodies; NAME/* includes the whole subtree of a body."),
    ]
    above: Annotated[float, Meta(description="Force above which a contact counts [N].")] = 0.0
    title: Title = ""


class Speed(Part, frozen=True, tag_field="type", tag="speed"):
    """Speed of a thing [m/s]: its displacement in one control step, divided by the step."""

    thing: Annotated[str, Meta(description="A body or site.")]
    above: Above = None
    below: Below = None
    title: Title = ""


class Still(Part, frozen=True, tag_field="type", tag="still"):
    """Nothing moves: every joint speed is below a bound [rad/s or m/s]."""

    below: Annotated[float, Meta(description="Maximum speed that counts as rest [rad/s or m/s].")] = 0.01
    joints: Annotated[list[str], Meta(description="Only these entries of 'qvel'; all of them if none.")] = []
    title: Title = ""


class StageIs(Part, frozen=True, tag_field="type", tag="stage"):
    """The current stage is one of those named: for limits that apply in a part of the exercise."""

    stages: Annotated[list[str], Meta(description="Names of stages.")]
    after: Annotated[float, Meta(description="Minimum time in the stage [s]: what began before does not count.")] = 0.0
    title: Title = ""


class All(Part, frozen=True, tag_field="type", tag="all"):
    """All conditions of a list hold."""

    of: "list[Condition]"
    title: Title = ""


class Any(Part, frozen=True, tag_field="type", tag="any"):
    """At least one condition of a list holds."""

    of: "list[Condition]"
    title: Title = ""


class Not(Part, frozen=True, tag_field="type", tag="not"):
    """A condition does not hold."""

    of: "Condition"
    title: Title = ""


Quantity = Distance | Along | Inside | Shift | Angle | Signal | Speed
"""What conditions and measures of the scoring can take the value of."""
Condition = Distance | Along | Inside | Shift | Angle | Signal | Contact | Speed | Still | StageIs | All | Any | Not


def parts(condition: Condition) -> Iterator[Condition]:
    """The condition and all its parts, recursively."""
    yield condition
    if isinstance(condition, (All, Any)):
        for inner in condition.of:
            yield from parts(inner)
    elif isinstance(condition, Not):
        yield from parts(condition.of)


def things(condition: Condition | Quantity) -> list[str]:
    """Bodies and sites that a condition names, as written."""
    found = []
    for part in parts(condition):
        if isinstance(part, (Distance, Along, Angle)):
            found += [part.a, part.b]
        elif isinstance(part, (Inside, Shift)):
            found += [part.thing, part.of]
        elif isinstance(part, Speed):
            found += [part.thing]
    return [name for name in found if name]


def contact_signal(a: str, b: str, names: Container[str] = ()) -> str:
    """Name of the signal of the contact force of two bodies [N].

    Args:
        a: One body.
        b: The other.
        names: Names of signals; if they have the bodies in the other order, so has the result.
    """
    other = f"sensor.contact:{b}:{a}"
    return other if other in names else f"sensor.contact:{a}:{b}"


def forbids_contact(condition: Condition) -> bool:
    """Whether a limit with this condition is broken by making contact, not by losing it."""
    if isinstance(condition, (All, Any)):
        return any(forbids_contact(inner) for inner in condition.of)
    return isinstance(condition, Contact)
