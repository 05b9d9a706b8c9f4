"""Robots of one's own: their files, what is found in them, and what is made of them."""

from typing import Annotated, Literal

from msgspec import Meta

from pult.core.document import Text
from pult.server.messages.general import Message


class UploadedFile(Message, frozen=True):
    """A file that is going to be uploaded."""

    path: Annotated[str, Meta(description="Relative path, with the folders it came in.")]
    size: Annotated[int, Meta(ge=0, description="[bytes]")]


class AddToUpload(Message, frozen=True):
    """Files that are going to be uploaded; one that is there already is replaced."""

    files: list[UploadedFile]


class UploadState(Message, frozen=True):
    """An upload: its files are sent one by one, in pieces."""

    id: str
    piece: Annotated[int, Meta(description="Largest piece of a file in one request [bytes].")]
    numbers: Annotated[list[int], Meta(description="Numbers of the files that were announced, in their order.")]


class LookAtUpload(Message, frozen=True):
    """Look at the robot in an upload."""

    main: Annotated[str, Meta(description="The file of the robot, if there are several candidates.")] = ""
    without_meshes: Annotated[
        bool, Meta(description="Put simple shapes in the place of meshes that are missing, instead of refusing.")
    ] = False


class Follows(Message, frozen=True):
    """How a joint follows another one: offset + ratio times the value of that."""

    leader: str
    ratio: float
    offset: float


class LookedJoint(Message, frozen=True):
    """A joint of a robot that is going to be imported."""

    name: str
    kind: Literal["hinge", "slide", "ball", "free"]
    unit: Annotated[str, Meta(description="Of its range.")]
    low: float | None
    high: float | None
    rest: Annotated[float, Meta(description="Where it stands in the scene [rad or m].")]
    follows: Annotated[Follows | None, Meta(description="The joint that it follows, if it does.")]
    own: Annotated[str, Meta(description="The model's own actuator that moves it; empty if there is none.")]
    fixed: Annotated[bool, Meta(description="Whether its range is given for many copies and cannot be set.")] = False


class LookedChain(Message, frozen=True):
    """A chain that the model suggests."""

    name: str
    effector: str
    base: str
    joints: list[str]
    reach: Annotated[bool, Meta(description="Whether the joystick can move its end.")]


class RobotLook(Message, frozen=True):
    """What a robot is; the result of the job of looking at it. Its scene is at `/api/uploads/ID/scene`."""

    main: str
    others: Annotated[list[str], Meta(description="Other files that could be the robot.")]
    title: Annotated[str, Meta(description="Suggested name.")]
    bodies: int
    meshes: int
    joints: list[LookedJoint]
    actuators: Annotated[list[str], Meta(description="The model's own actuators.")]
    home: Annotated[dict[str, float], Meta(description="Suggested home pose: joint to value, 0 if left out.")]
    keyframes: Annotated[dict[str, dict[str, float]], Meta(description="The model's key frames: joint to value.")]
    chains: list[LookedChain]
    frames: Annotated[dict[str, str], Meta(description="Bodies and sites that may end a chain: name to its body.")]
    notes: Annotated[list[str], Meta(description="What was left out or assumed.")]


class ChainWanted(Message, frozen=True):
    """A chain of the new robot."""

    name: str
    effector: str
    base: str = ""
    reach: bool = True


class MakeRobot(Message, frozen=True):
    """Make robot, world, panel and scheme of an upload that was looked at."""

    title: Annotated[str, Meta(description="Name for people; names of documents and files are made from it.")]
    chains: list[ChainWanted]
    drives: Literal["auto", "model", "ours"] = "auto"
    pose: Annotated[str, Meta(description="Key frame that is the home pose.")] = ""
    home: Annotated[dict[str, float], Meta(description="Home pose by joint, instead of a key frame.")] = {}
    ranges: Annotated[dict[str, list[float]], Meta(description="Corrected ranges of joints [rad or m].")] = {}


class RobotMade(Message, frozen=True):
    """What was made; the result of its job."""

    name: Annotated[str, Meta(description="Name of robot, world, panel and scheme.")]
    title: str
    joints: Annotated[list[str], Meta(description="What command mode moves.")]
    arms: Annotated[list[str], Meta(description="Chains that semi-automatic mode moves.")]
    notes: list[str]


class OwnRobot(Message, frozen=True):
    """A robot of one's own that can be driven: world, scheme and panel have its name."""

    name: str
    title: Text
    picture: Annotated[str, Meta(description="Address of the picture of its panel; empty if it has none.")]
    changed: Annotated[float, Meta(description="[s since 1970]")]
