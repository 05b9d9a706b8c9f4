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
    size: Annotated[Pair, Meta(description="Width and height in its own units; those of the file if left out.")] = []
    position: Annotated[Pair, Meta(description="Its top left corner on the panel [x, y]; [0, 0] if left out.")] = []
    scale: Annotated[float, Meta(description="Units of the panel to one unit of the picture.")] = 1.0


class PanelDocument(Part, frozen=True, kw_only=True):
    """A panel."""

    format: Annotated[Literal["pult.panel"], Meta(description="Always 'pult.panel'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str = ""
    title: Annotated[Text, Meta(description="Heading of the panel; its name if left out.")] = ""
    description: Text = ""
    picture: PictureDocument | None = None
    size: Annotated[Pair, Meta(description="Width and height that positions of elements lie in.")] = []
    elements: Annotated[dict[str, Element], Meta(description="Elements by name; the names are those of the signals.")]
    streams: Annotated[
        dict[str, StreamDocument], Meta(description="Devices beside the panel that send numbers, by name.")
    ] = {}
    enable: Annotated[str, Meta(description="Button or switch that must be on for the robot to move, or none.")] = ""
    stop_time: Annotated[
        float, Meta(description="Time within which the robot stands still after enable or link is lost [s].")
    ] = 0.5
    link_timeout: Annotated[
        float,
        Meta(description="Time without the operator after which the stick is let go of [s]; 0.7 of it later it stops."),
    ] = 0.25


def read_panel_document(source: str | Path | dict[str, Any]) -> tuple[PanelDocument, str, Path]:
    """Decode a document; see `read_document`."""
    return read_document(source, PanelDocument, FORMAT)
