"""What can be chosen when a robot is imported, and where its documents lie."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

DrivesChoice = Literal["auto", "model", "ours"]
"""`model`: the model's own actuators; `ours`: electric drives sized by masses and limits; `auto`: the model's own where
it has any."""


@dataclass(frozen=True, slots=True)
class ChainChoice:
    """A chain of the robot.

    Attributes:
        effector: Body, site or link at its end.
        base: Frame in which poses are given; the root of the model if empty.
        reach: Whether the joystick moves the effector in semi-automatic mode, if its joints have drives.
    """

    effector: str
    base: str = ""
    reach: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Choices of an import; every one has a default.

    Attributes:
        name: Name of all documents; that of the model or of its folder if empty.
        chains: Chains by name; suggested by `OwnModel.chains` if None.
        drives: Whose drives move the joints.
        pose: Key frame of the model that becomes the pose 'home'; its first one if empty.
        home: Positions of joints in the pose 'home', in place of those of the model [rad or m].
        title: Name for people; `name` if empty.
        operate: Whether panel and scheme are made, besides robot and world.
    """

    name: str = ""
    chains: Mapping[str, ChainChoice] | None = None
    drives: DrivesChoice = "auto"
    pose: str = ""
    home: Mapping[str, float] = field(default_factory=dict)
    title: str = ""
    operate: bool = True


@dataclass(frozen=True, slots=True)
class Layout:
    """Paths of the documents, relative to one folder, with '/'.

    Attributes:
        robot, world, panel, picture, scheme: Paths of the documents.
        scene: Path of the scene of the world.
        model: Folder of the model and its files.
    """

    robot: str
    world: str
    panel: str
    picture: str
    scheme: str
    scene: str
    model: str

    @classmethod
    def flat(cls, name: str) -> "Layout":
        """All documents in one folder, the model in a folder below."""
        return cls(
            f"{name}.robot.json", f"{name}.world.json", f"{name}.panel.json", f"{name}.svg", f"{name}.scheme.json",
            f"{name}-scene.xml", name,
        )  # fmt: skip

    @classmethod
    def project(cls, name: str) -> "Layout":
        """As in a project of the studio: a folder for each kind of document."""
        return cls(
            f"robots/{name}.robot.json", f"worlds/{name}.world.json", f"panels/{name}.panel.json",
            f"panels/{name}.svg", f"schemes/{name}.scheme.json", f"worlds/{name}/scene.xml", f"robots/{name}",
        )  # fmt: skip
