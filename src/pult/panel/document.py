"""The panel document: a picture and elements."""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.document import Part, Text, read_document
from pult.panel.elements import Element, Pair
from pult.panel.streams import StreamDocument

FORMAT = "pult.panel"


class PictureDocument(Part, frozen=True, kw_only=True):
    """A schematic picture of the robot."""

    file: Annotated[str, Meta(description="SVG file in the folder of this document or below.")]
    size: Annotated[Pair, Meta(description="Width and height in its own units; those of the file if omitted.")] = []
    position: Annotated[Pair, Meta(description="Its top left corner on the panel [x, y]; [0, 0] if omitted.")] = []
    scale: Annotated[float, Meta(description="Scale of the picture: panel units per picture unit.")] = 1.0
    view: Annotated[
        Literal["", "front", "back", "left", "right", "above"],
        Meta(
            description="Side from which the studio draws the robot's model instead, as it moves, with the marks where "
            "its joints and hands are; the file as it is if omitted."
        ),
    ] = ""


class FoldDocument(Part, frozen=True, kw_only=True):
    """A part of the panel that is closed until somebody opens it."""

    label: Annotated[Text, Meta(description="Its heading.")]
    elements: Annotated[list[str], Meta(description="Names of its elements, which have no positions.")]


class PanelDocument(Part, frozen=True, kw_only=True):
    """A panel."""

    format: Annotated[Literal["pult.panel"], Meta(description="Always 'pult.panel'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str = ""
    title: Annotated[Text, Meta(description="Title of the panel; its name if omitted.")] = ""
    description: Text = ""
    picture: PictureDocument | None = None
    size: Annotated[Pair, Meta(description="Width and height of the area in which elements are positioned.")] = []
    elements: Annotated[dict[str, Element], Meta(description="Elements by name; the names are those of the signals.")]
    folds: Annotated[
        list[FoldDocument], Meta(description="Elements that are seldom needed, in parts that can be opened.")
    ] = []
    streams: Annotated[
        dict[str, StreamDocument],
        Meta(description="Input devices besides the panel that send streams of numbers, by name."),
    ] = {}
    enable: Annotated[str, Meta(description="Button or switch that must be on for the robot to move, or none.")] = ""
    stop_time: Annotated[
        float, Meta(description="Time within which the robot stands still after enable or link is lost [s].")
    ] = 0.5
    link_timeout: Annotated[
        float,
        Meta(description="Time without operator signal after which sticks are released [s]; 0.7 of it later it stops."),
    ] = 0.25


def read_panel_document(source: str | Path | dict[str, Any]) -> tuple[PanelDocument, str, Path]:
    """Decode a document; see `read_document`."""
    return read_document(source, PanelDocument, FORMAT)
