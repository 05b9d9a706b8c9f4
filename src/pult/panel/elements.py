"""Elements of a panel as they stand in its document: what the operator moves, and what is shown to the operator."""

from typing import Annotated, Literal

from msgspec import Meta, field

from pult.core.document import Part, Text

Pair = Annotated[list[float], Meta(min_length=2, max_length=2)]
Return = Literal["spring", "hold"]
Frame = Literal["effector", "base", "camera"]


Positions = dict[str, list[str]]
"""Names of positions by the name of each selector."""


class Placed(Part, frozen=True, kw_only=True):
    """What every element has. One without a position is laid out by whoever draws the panel."""

    label: Annotated[Text, Meta(description="Label on the panel; the element's name if omitted.")] = ""
    position: Annotated[Pair, Meta(description="Top left corner on the panel [x, y].")] = []
    size: Annotated[Pair, Meta(description="Width and height on the panel.")] = []
    acts_in: Annotated[
        Positions,
        Meta(description="Positions of selectors, by selector, in which it has an effect; in all if omitted."),
    ] = {}


class OptionDocument(Part, frozen=True, kw_only=True):
    """A joint, an effector or a camera that can be selected."""

    label: Annotated[Text, Meta(description="Display name; the name if omitted.")] = ""
    position: Annotated[
        Pair, Meta(description="Position of its mark, from the picture's top left corner, in the picture's units.")
    ] = []


Options = Annotated[dict[str, OptionDocument], Meta(description="What can be selected, by its name in the robot.")]


class Joints(Placed, frozen=True, kw_only=True, tag_field="type", tag="joints"):
    """Joints selected on the picture, several at once."""

    options: Options
    most: Annotated[int | None, Meta(description="Maximum number selected at once; all if omitted.")] = None
    initial: Annotated[list[str], Meta(description="Selected at the start.")] = []


class Effectors(Placed, frozen=True, kw_only=True, tag_field="type", tag="effectors"):
    """Effectors selected on the picture: one, or none."""

    options: Options
    initial: Annotated[str | None, Meta(description="Selected at the start; none if omitted.")] = None


class Cameras(Placed, frozen=True, kw_only=True, tag_field="type", tag="cameras"):
    """Cameras: always one is chosen."""

    options: Options
    initial: Annotated[str | None, Meta(description="Chosen at the start; the first if omitted.")] = None


class IdleAxis(Part, frozen=True, kw_only=True):
    """An axis of a joystick that moves nothing."""

    axis: Annotated[Literal["x", "y", "z"], Meta(description="The axis.")]
    reason: Annotated[Text, Meta(description="Why it moves nothing, for the operator.")]
    when: Annotated[
        Positions, Meta(description="Positions of selectors, by selector, in which this holds; in all if omitted.")
    ] = {}


class Joystick(Placed, frozen=True, kw_only=True, tag_field="type", tag="joystick"):
    """A stick of one to three axes, each -1 to 1."""

    axes: Annotated[Literal[1, 2, 3], Meta(description="Number of axes: x, y, z.")] = 3
    labels: Annotated[list[Text], Meta(description="Labels of the axes, one each; x, y, z if omitted.")] = []
    release: Annotated[
        Return, Meta(description="What the stick does when released: 'spring' back to zero, or 'hold' its position.")
    ] = field(name="return", default="spring")
    frames: Annotated[
        list[Frame], Meta(description="Reference frames to choose from; the first is selected at the start.")
    ] = field(default_factory=lambda: ["base"])
    dead_zone: Annotated[
        float, Meta(description="Dead zone of each axis, as a fraction of its travel; 0 <= d < 1.")
    ] = 0.0
    response: Annotated[
        Literal["linear", "cubic"], Meta(description="Response of the signal to the deflection: x or x^3.")
    ] = "linear"
    actual: Annotated[
        str, Meta(description="Signal with the actual motion, -1 to 1 for each axis, drawn beside the commanded one.")
    ] = ""
    idle: Annotated[list[IdleAxis], Meta(description="Axes that move nothing; their controls say why.")] = []


class Button(Placed, frozen=True, kw_only=True, tag_field="type", tag="button"):
    """On while it is pressed."""


class Switch(Placed, frozen=True, kw_only=True, tag_field="type", tag="switch"):
    """Stays on or off."""

    initial: Annotated[bool, Meta(description="Position at the start.")] = False


class Selector(Placed, frozen=True, kw_only=True, tag_field="type", tag="selector"):
    """One of several positions."""

    options: Annotated[list[str] | dict[str, Text], Meta(description="Names of the positions, with display names.")]
    initial: Annotated[str | None, Meta(description="Position at the start; the first if omitted.")] = None


class Slider(Placed, frozen=True, kw_only=True, tag_field="type", tag="slider"):
    """A lever for one number."""

    range: Annotated[Pair, Meta(description="Ends [low, high], in the unit.")]
    unit: Annotated[str, Meta(description="Unit of the number.")] = "1"
    initial: Annotated[float | None, Meta(description="Value at the start; 0, or the low end if 0 is outside.")] = None
    step: Annotated[float | None, Meta(description="Spacing of its detents; none if omitted.")] = None
    release: Annotated[
        Return, Meta(description="What it does when released: 'hold' its value, or 'spring' back to the initial one.")
    ] = field(name="return", default="hold")


class Entry(Placed, frozen=True, kw_only=True, tag_field="type", tag="entry"):
    """A number that is typed in."""

    range: Annotated[Pair, Meta(description="Allowed values [low, high], in the unit.")]
    unit: Annotated[str, Meta(description="Unit of the number.")] = "1"
    initial: Annotated[float | None, Meta(description="Value at the start; 0, or the low end if 0 is outside.")] = None


class Point(Placed, frozen=True, kw_only=True, tag_field="type", tag="point"):
    """A point picked in the scene: it sets three entries, and has no signal of its own."""

    entries: Annotated[
        list[str],
        Meta(min_length=3, max_length=3, description="Names of the entries for x, y and z, with units of length."),
    ]
    frame: Annotated[
        str, Meta(description="Site or body of the world in whose axes the entries are; those of the world if omitted.")
    ] = ""


Signal = Annotated[str, Meta(description="Signal it shows; 'output.' and the element's own name if omitted.")]
Unit = Annotated[str, Meta(description="Unit it is shown in.")]
Digits = Annotated[int, Meta(description="Number of decimal places.")]


class Lamp(Placed, frozen=True, kw_only=True, tag_field="type", tag="lamp"):
    """Lit while a signal is on, or while a number is above a limit."""

    signal: Signal = ""
    colour: Annotated[
        Literal["yes", "caution", "stop"], Meta(description="Green, amber or red; each also has its own shape.")
    ] = "yes"
    above: Annotated[float | None, Meta(description="For numbers: lit above this value.")] = None


class Gauge(Placed, frozen=True, kw_only=True, tag_field="type", tag="gauge"):
    """A number on a scale."""

    signal: Signal = ""
    range: Annotated[Pair, Meta(description="Ends of the scale [low, high].")]
    working: Annotated[Pair, Meta(description="Range of normal values on the scale [low, high].")] = []
    end: Annotated[Pair, Meta(description="Range of critical values on the scale [low, high].")] = []
    unit: Unit = "1"
    digits: Digits = 2
    style: Annotated[Literal["dial", "bar"], Meta(description="Shape of the gauge: semicircular dial or bar.")] = "dial"


class Indicator(Placed, frozen=True, kw_only=True, tag_field="type", tag="indicator"):
    """A number in figures, or words in its place."""

    signal: Signal = ""
    unit: Unit = "1"
    digits: Digits = 3
    words: Annotated[
        list[Text], Meta(description="Texts shown for the values 0, 1, 2 and so on, instead of numbers.")
    ] = []


Input = Joints | Effectors | Cameras | Joystick | Button | Switch | Selector | Slider | Entry | Point
Output = Lamp | Gauge | Indicator
Element = (
    Joints
    | Effectors
    | Cameras
    | Joystick
    | Button
    | Switch
    | Selector
    | Slider
    | Entry
    | Point
    | Lamp
    | Gauge
    | Indicator
)
