"""The robot document: a model, and names for the chains in it.

A model is a MuJoCo (MJCF) or URDF file next to the document. Chains are cut out of it by the names of their ends, or
are given by a Denavit-Hartenberg table in the document itself.
"""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.bases import LoadedDocument, read_with_bases
from pult.core.document import Part, Text
from pult.equipment.drives.model import Drive
from pult.equipment.sensors.model import Sensor

FORMAT = "pult.robot"


class PlacementDocument(Part, frozen=True):
    """A pose: position, and rotation by roll, pitch, yaw or by a quaternion."""

    position: Annotated[list[float], Meta(min_length=3, max_length=3, description="Position [m].")] = []
    rpy: Annotated[list[float], Meta(min_length=3, max_length=3, description="Roll, pitch, yaw [rad].")] = []
    quaternion: Annotated[list[float], Meta(min_length=4, max_length=4, description="Quaternion (w, x, y, z).")] = []


class RowDocument(Part, frozen=True):
    """One row of a Denavit-Hartenberg table. The parameter that moves is added to what the row gives."""

    a: Annotated[float, Meta(description="Length of the link [m].")]
    alpha: Annotated[float, Meta(description="Twist of the link [rad].")]
    d: Annotated[float, Meta(description="Offset along the joint's axis [m]; moves if the joint is prismatic.")] = 0.0
    theta: Annotated[float, Meta(description="Angle about the joint's axis [rad]; moves if it is revolute.")] = 0.0
    joint: Literal["revolute", "prismatic"] = "revolute"
    lower: Annotated[float | None, Meta(description="Lower limit [rad or m]; none if omitted.")] = None
    upper: Annotated[float | None, Meta(description="Upper limit [rad or m]; none if omitted.")] = None
    name: Annotated[str, Meta(description="Name of the joint; 'joint1' and so on if omitted.")] = ""


class TableDocument(Part, frozen=True):
    """A Denavit-Hartenberg table."""

    convention: Annotated[
        Literal["standard", "modified"],
        Meta(description="Standard: Rz(theta) Tz(d) Tx(a) Rx(alpha). Modified: Rx(alpha) Tx(a) Rz(theta) Tz(d)."),
    ]
    rows: list[RowDocument]
    base: Annotated[PlacementDocument, Meta(description="Pose of the table's first frame in the base.")] = (
        PlacementDocument()
    )
    tool: Annotated[PlacementDocument, Meta(description="Pose of the effector in the last frame.")] = (
        PlacementDocument()
    )


class ChainDocument(Part, frozen=True):
    """A chain: two frames of the model, or a table."""

    effector: Annotated[str, Meta(description="Body, site or link of the model at the end of the chain.")] = ""
    base: Annotated[
        str, Meta(description="Body, site or link that is the base frame; the model's root if omitted.")
    ] = ""
    table: Annotated[
        TableDocument | None, Meta(description="The chain as a table of its own, instead of a part of the model.")
    ] = None
    limits: Annotated[
        dict[str, Annotated[list[float], Meta(min_length=2, max_length=2)]],
        Meta(description="Limits narrower than the model's, by joint [rad or m], for all computations with the chain."),
    ] = {}


class CameraDocument(Part, frozen=True):
    """A camera on a body of the model. It looks along its own -z axis, with y up in the picture."""

    body: Annotated[str, Meta(description="Body to which it is attached.")]
    placement: Annotated[PlacementDocument, Meta(description="Its pose on the body.")] = PlacementDocument()
    field_of_view: Annotated[float, Meta(description="Vertical field of view [rad].")] = 0.8


class SoleDocument(Part, frozen=True):
    """A rectangular sole, measured from the effector of the leg: a frame on the sole, x to the toe, z up."""

    half_width: Annotated[float, Meta(description="Half its width [m].")]
    heel: Annotated[float, Meta(description="Distance of the heel's edge behind the frame [m].")]
    toe: Annotated[float, Meta(description="Distance of the toe's edge before the frame [m].")]


class WalkerDocument(Part, frozen=True):
    """Two legs to walk on: chains with one base, the pelvis, whose x axis points forward and z axis up."""

    left: Annotated[str, Meta(description="Chain from the pelvis to the left sole.")]
    right: Annotated[str, Meta(description="Chain from the pelvis to the right sole.")]
    sole: Annotated[SoleDocument, Meta(description="Either sole.")]
    pose: Annotated[
        str,
        Meta(
            description="Pose in which the robot stands, knees bent; joints that are neither of the legs nor of "
            "'carries' stay in it."
        ),
    ] = "home"
    carries: Annotated[
        list[str],
        Meta(
            description="Chains above the pelvis whose joints move while it walks: waist, neck, arms. Their masses are "
            "counted where the joint sensors say they are."
        ),
    ] = []


class RobotDocument(Part, frozen=True):
    """A robot."""

    format: Annotated[Literal["pult.robot"], Meta(description="Always 'pult.robot'.")]
    version: Annotated[Literal[2], Meta(description="Version of the format.")]
    name: str = ""
    title: Annotated[Text, Meta(description="Name for people; 'name' if omitted.")] = ""
    description: str = ""
    source: Annotated[str, Meta(description="Source of dimensions and limits.")] = ""
    model: Annotated[str, Meta(description="MJCF (.xml, .mjcf) or URDF (.urdf) file, relative to this one.")] = ""
    chains: Annotated[dict[str, ChainDocument], Meta(description="Chains by name.")] = {}
    drives: Annotated[dict[str, Drive], Meta(description="Drives by name; each moves one or several joints.")] = {}
    actuators: Annotated[
        Literal["keep", "drop"],
        Meta(
            description="What becomes of the model's own actuators. keep: drives of the type 'model' command them. "
            "drop: they are left out, so that drives of other types can move their joints."
        ),
    ] = "keep"
    stop: Annotated[
        Literal["power-off", "hold"],
        Meta(
            description="What a stop means. power-off: no voltage, and the brakes are on. hold: the scheme runs on, "
            "reads 'session.stopped' and keeps the robot safe, such as one that would fall."
        ),
    ] = "power-off"
    sensors: Annotated[dict[str, Sensor], Meta(description="Sensors by name.")] = {}
    cameras: Annotated[dict[str, CameraDocument], Meta(description="Cameras by name, besides those of the model.")] = {}
    poses: Annotated[
        dict[str, dict[str, float]],
        Meta(description="Named configurations: joint to value [rad or m]; omitted joints are at 0."),
    ] = {}
    walkers: Annotated[dict[str, WalkerDocument], Meta(description="Pairs of legs to walk on, by name.")] = {}


def read_robot(
    source: str | Path | dict[str, Any], folder: Path | None = None, whole: Path | None = None
) -> LoadedDocument[RobotDocument]:
    """Decode a document and what it builds on; see `read_with_bases`."""
    return read_with_bases(source, RobotDocument, FORMAT, folder, whole)
