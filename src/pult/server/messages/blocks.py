"""Types of blocks, for the palette and the property sheet."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.server.messages.general import Message


class PortInfo(Message, frozen=True):
    """A port of a block, its sizes known."""

    name: str
    kind: Literal["number", "boolean"]
    shape: list[int]
    unit: Annotated[str, Meta(description="'rad', 'V*s/rad', '1'; '?a' for a unit that follows from the wires.")]
    quantity: Annotated[
        Literal["length", "angle", "rate", "force", "electric", "pose", "logic", "number"],
        Meta(description="Colour of the port."),
    ]
    description: str = ""
    optional: Annotated[bool, Meta(description="Whether an input may have neither wire nor constant.")] = False
    default: Any = None
    through: Annotated[bool, Meta(description="Whether an output depends on this input in the same step.")] = False


class ParameterInfo(Message, frozen=True):
    """A parameter of a block."""

    name: str
    kind: Literal["number", "integer", "boolean", "text", "choice", "array"]
    unit: str
    description: str
    required: bool
    default: Any = None
    low: float | None = None
    high: float | None = None
    low_open: Annotated[bool, Meta(description="Whether `low` itself is excluded.")] = False
    high_open: bool = False
    shape: Annotated[list[int | str], Meta(description="Sizes, or names of sizes.")] = []
    choices: list[str] = []
    structural: Annotated[bool, Meta(description="Whether a change needs a new compilation.")] = False
    provided: Annotated[
        str,
        Meta(
            description="Kind of robot item that it names, such as 'chain'; its numbers may be provided by the robot."
        ),
    ] = ""


class BlockInfo(Message, frozen=True):
    """A type of block, for the palette and the property sheet."""

    name: Annotated[str, Meta(description="'family.block'.")]
    family: str
    title: Annotated[str, Meta(description="Short name for people: 'PD controller'.")]
    summary: str
    text: Annotated[str, Meta(description="The whole documentation, in Markdown.")]
    equation: Annotated[str, Meta(description="Its equation in LaTeX, if it has one.")]
    inputs: Annotated[list[PortInfo], Meta(description="Ports with all parameters at their defaults.")]
    outputs: list[PortInfo]
    parameters: list[ParameterInfo]
    state: Annotated[bool, Meta(description="Whether it remembers something.")]
    elementwise: Annotated[bool, Meta(description="Whether `shape` applies it to every entry of vectors.")]
    host: Annotated[bool, Meta(description="Whether it runs as plain Python.")] = False
