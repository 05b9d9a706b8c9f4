"""What is to be drawn."""

from typing import Annotated, Literal

from msgspec import Meta

from pult.server.messages.general import Message
from pult.world.document import ViewName


class SceneGeom(Message, frozen=True):
    """A shape fixed to a body."""

    id: int
    body: Annotated[int, Meta(description="Index into `bodies`; -1 is the world.")]
    kind: Literal["plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]
    size: Annotated[list[float], Meta(description="As in MuJoCo [m]: half sizes, or radius and half length.")]
    position: Annotated[list[float], Meta(description="In the body [m].")]
    quaternion: Annotated[list[float], Meta(description="(w, x, y, z) in the body.")]
    rgba: list[float]
    mesh: Annotated[int, Meta(description="Number of the mesh; -1 for none.")] = -1
    name: str = ""
    shininess: float = 0.5
    metallic: float = 0.0
    roughness: float = 0.6
    texture: Annotated[int, Meta(description="Index into `textures`, on every side of a box; -1 for none.")] = -1
    outline: Annotated[
        list[float],
        Meta(description="Corners of its hull in the body [m], three numbers each, for shapes of robots; else none."),
    ] = []


class SceneJoint(Message, frozen=True):
    """A joint."""

    name: str
    kind: Literal["hinge", "slide", "ball", "free"]
    body: int
    anchor: Annotated[list[float], Meta(description="In the body [m].")]
    axis: Annotated[list[float], Meta(description="In the body.")]
    low: Annotated[float | None, Meta(description="[rad or m]")]
    high: float | None
    qpos: Annotated[int, Meta(description="Index of its coordinate in the signal 'qpos'.")]


class SceneCamera(Message, frozen=True):
    """A camera of the model."""

    name: str
    body: int
    position: list[float]
    quaternion: Annotated[list[float], Meta(description="(w, x, y, z) in the body; looks along -z, y up.")]
    fovy: Annotated[float, Meta(description="Vertical field of view [rad].")]


class SceneSite(Message, frozen=True):
    """A named point."""

    name: str
    body: int
    position: list[float]
    quaternion: list[float]


class SceneBody(Message, frozen=True):
    """A body."""

    name: str
    parent: Annotated[int, Meta(description="Index into `bodies`; -1 is the world.")]
    position: Annotated[list[float], Meta(description="In the world at the start [m].")]
    quaternion: list[float]


class SceneLamp(Message, frozen=True):
    """A shape that is lit while a signal is above a value."""

    geom: Annotated[int, Meta(description="`id` of the shape.")]
    signal: str
    above: float
    colour: Annotated[list[float], Meta(description="Red, green, blue; 0 to 1.")]


class SceneSign(Message, frozen=True):
    """A short word at a place, such as the number of a button."""

    place: Annotated[str, Meta(description="Signal of the pose of a site or body.")]
    text: str


class SceneSight(Message, frozen=True):
    """A target that the robot itself looks for in the pictures of a camera."""

    name: Annotated[str, Meta(description="Name of the sensor.")]
    camera: Annotated[str, Meta(description="The camera.")]
    seen: Annotated[str, Meta(description="Signal: whether the target was in the last picture.")]
    position: Annotated[str, Meta(description="Signal: where it is in the camera's frame [m]; x right, y up, z back.")]
    orientation: Annotated[str, Meta(description="Signal: how it is turned there, (w, x, y, z).")]


class Scene(Message, frozen=True):
    """What is to be drawn. Bodies stand in the order of the poses in frames."""

    bodies: list[SceneBody]
    geoms: list[SceneGeom]
    joints: list[SceneJoint]
    cameras: list[SceneCamera]
    sites: list[SceneSite]
    meshes: Annotated[int, Meta(description="Meshes to be fetched one by one.")]
    center: Annotated[list[float], Meta(description="Centre of the scene [m].")]
    extent: Annotated[float, Meta(description="Size of the scene [m].")]
    robots: Annotated[dict[str, list[int]], Meta(description="Bodies of each robot, by its prefix.")] = {}
    effectors: Annotated[dict[str, str], Meta(description="Site or body of each effector of the panel, by name.")] = {}
    lamps: Annotated[list[SceneLamp], Meta(description="Shapes that are lit by a signal.")] = []
    signs: Annotated[list[SceneSign], Meta(description="Short words, shown where they are.")] = []
    textures: Annotated[list[str], Meta(description="Pictures on shapes: PNG files in base 64.")] = []
    sights: Annotated[list[SceneSight], Meta(description="Targets that cameras look for.")] = []
    view: Annotated[ViewName, Meta(description="Initial viewpoint.")] = "behind"
