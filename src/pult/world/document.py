"""The world document: a scene, the robots in it, force elements and sensors."""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.bases import LoadedDocument, read_with_bases
from pult.core.document import Part, Text
from pult.equipment.elements.document import Element
from pult.equipment.lamps import LampDocument
from pult.equipment.sensors.model import Sensor
from pult.robot.document import PlacementDocument

FORMAT = "pult.world"
ViewName = Literal["front", "behind", "side", "top", "follow"]


class PlacedRobot(Part, frozen=True):
    """A robot in a world."""

    robot: Annotated[str, Meta(description="Name of a shipped robot, or a robot document relative to this file.")]
    prefix: Annotated[
        str, Meta(description="Prefix of all names of the robot; required if there are several robots.")
    ] = ""
    at: Annotated[str, Meta(description="Site or body of the scene to which it is attached; the world if omitted.")] = (
        ""
    )
    placement: Annotated[PlacementDocument, Meta(description="Pose of its base there.")] = PlacementDocument()
    fixed: Annotated[
        bool, Meta(description="A body of it that would move freely stands fixed in its place, as on a stand.")
    ] = False


class WorldDocument(Part, frozen=True):
    """A world: a MuJoCo scene with robots placed in it."""

    format: Annotated[Literal["pult.world"], Meta(description="Always 'pult.world'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str = ""
    title: Text = ""
    description: Text = ""
    source: Annotated[str, Meta(description="Source of dimensions and materials.")] = ""
    scene: Annotated[str, Meta(description="MJCF file relative to this one; empty space if omitted.")] = ""
    robots: Annotated[list[PlacedRobot], Meta(description="Robots in it.")] = []
    sensors: Annotated[dict[str, Sensor], Meta(description="Sensors of the world that belong to no robot.")] = {}
    elements: Annotated[dict[str, Element], Meta(description="Forces evaluated in every physics step.")] = {}
    lamps: Annotated[dict[str, LampDocument], Meta(description="Shapes (geoms) that are shown lit by a signal.")] = {}
    signs: Annotated[
        dict[str, str],
        Meta(
            description="Short words at sites or bodies, such as the numbers of buttons; the studio shows them."
        ),
    ] = {}
    view: Annotated[ViewName, Meta(description="Initial viewpoint; robots face +x.")] = "behind"
    gravity: Annotated[
        list[float],
        Meta(min_length=3, max_length=3, description="Gravitational acceleration [m/s^2]; the scene's if omitted."),
    ] = []
    timestep: Annotated[float, Meta(description="Physics step [s].")] = 0.002
    integrator: Annotated[
        Literal["implicitfast", "implicit", "euler", "rk4"],
        Meta(description="How the equations of motion are integrated; 'rk4' is of fourth order, the others of first."),
    ] = "implicitfast"
    max_speed: Annotated[
        float, Meta(description="A joint faster than this [rad/s or m/s] means that the simulation has diverged.")
    ] = 200.0


def read_world(
    source: str | Path | dict[str, Any], folder: Path | None = None, whole: Path | None = None
) -> LoadedDocument[WorldDocument]:
    """Decode a document with its bases; see `read_with_bases`."""
    return read_with_bases(source, WorldDocument, FORMAT, folder, whole)
