"""The procedure document: knots on a surface, speed, force along the path, limits, and how an emergency ends."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.document import Part, Text, read_document
from pult.core.errors import DocumentError

FORMAT = "pult.procedure"


class KnotDocument(Part, frozen=True):
    """A knot on the surface, by two angles about the middle of it."""

    a: Annotated[float, Meta(description="Polar angle from the top [rad]; negative on the other side.")]
    b: Annotated[float, Meta(description="Azimuth about the vertical, from the world's x axis [rad].")]


class ForcePoint(Part, frozen=True):
    """The wanted force at a place of the path; lines lead from one to the next."""

    at: Annotated[float, Meta(description="Position along the path, from 0 (first knot) to 1 (last knot).")]
    force: Annotated[float, Meta(description="Wanted force along the normal [N].")]


class LimitsDocument(Part, frozen=True):
    """What must be kept to, in the plan and in the rehearsal."""

    force: Annotated[float, Meta(description="Maximum force on the patient [N].")] = 20.0
    error: Annotated[float, Meta(description="Maximum force error on the path, as a fraction of the wanted force.")] = (
        0.1
    )
    speed: Annotated[float, Meta(description="Maximum speed of the tool on the surface [m/s].")] = 0.1
    joint_speed: Annotated[float, Meta(description="Maximum speed of a joint [rad/s].")] = 1.5
    joint_margin: Annotated[float, Meta(description="Minimum distance of a joint from its limits [rad].")] = 0.005


class RetractDocument(Part, frozen=True):
    """What an emergency stop must do to the tool."""

    time: Annotated[float, Meta(description="Time within which the tool must have left the patient [s].")] = 0.5
    distance: Annotated[float, Meta(description="Distance from the surface that it must have by then [m].")] = 0.01


class ProcedureDocument(Part, frozen=True):
    """A procedure."""

    format: Annotated[Literal["pult.procedure"], Meta(description="Always 'pult.procedure'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str
    robot: Annotated[str, Meta(description="Robot that performs it, by its name in the world.")]
    world: Annotated[str, Meta(description="A shipped world by name, or a file relative to this one.")]
    scheme: Annotated[str, Meta(description="A shipped scheme by name, or a file relative to this one.")]
    panel: Annotated[str, Meta(description="A shipped panel by name, or a file relative to this one.")]
    surface: Annotated[str, Meta(description="Contact element of the world between tool and patient, by name.")]
    knots: Annotated[list[KnotDocument], Meta(description="Knots that the tool passes, in this order.")]
    speed: Annotated[float, Meta(description="Speed along the path [m/s].")]
    force: Annotated[list[ForcePoint], Meta(description="Profile of the wanted force along the path.")]
    title: Text = ""
    description: Annotated[Text, Meta(description="One-line summary for lists.")] = ""
    inserted: Annotated[int, Meta(description="Number of knots inserted between each two given ones.")] = 0
    clearance: Annotated[
        float, Meta(description="Height above the first and the last knot for approach and retreat [m].")
    ] = 0.03
    chain: Annotated[str, Meta(description="Chain of the robot that carries the tool.")] = "arm"
    block: Annotated[str, Meta(description="Block of the scheme that follows the knots.")] = "path"
    limits: LimitsDocument = LimitsDocument()
    retract: RetractDocument = RetractDocument()

    @property
    def greatest_force(self) -> float:
        """The greatest wanted force [N]: what the panel's slider is set to."""
        return max((point.force for point in self.force), default=0.0)


def read_procedure_document(source: str | Path | Mapping[str, Any]) -> tuple[ProcedureDocument, str, Path]:
    """Decode a document and check all that can be checked without its world.

    Returns:
        The document, a name for it in messages, and the folder its relative paths start from.

    Raises:
        DocumentError: With everything that is wrong.
    """
    from pult.procedure.faults import level_faults

    document, title, folder = read_document(source, ProcedureDocument, FORMAT)
    faults = level_faults(document)
    if faults:
        raise DocumentError(title, faults)
    return document, title, folder
