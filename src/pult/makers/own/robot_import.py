"""Import of a robot from a file: the model with its files, and documents that can be driven, in a folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pult.makers.own.choices import ChainChoice, DrivesChoice


@dataclass(frozen=True, slots=True)
class ImportedRobot:
    """An imported robot.

    Attributes:
        name: Name of all its documents.
        folder: Where they are.
        files: All written files.
        notes: What was chosen, guessed and left out, for people.
        arms: Chains that semi-automatic mode moves.
        joints: What command mode moves.
        robot, world: Their documents.
        panel, scheme: Their documents; None if only robot and world were made.
    """

    name: str
    folder: Path
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    arms: tuple[str, ...]
    joints: tuple[str, ...]
    robot: Path
    world: Path
    panel: Path | None
    scheme: Path | None


def import_robot(
    path: str | Path,
    into: str | Path | None = None,
    *,
    name: str = "",
    drives: DrivesChoice = "auto",
    chains: Mapping[str, ChainChoice] | None = None,
    pose: str = "",
    operate: bool = True,
) -> ImportedRobot:
    """Import a robot: copy its model with all files, and make robot, world, panel and scheme.

    Args:
        path: MJCF or URDF file.
        into: Folder for everything; one with the robot's name in the present folder by default.
        name: Name of the documents; that of the model or its folder if empty.
        drives: Whose drives move the joints, see `Choices`.
        chains: Chains by name; guessed if None.
        pose: Key frame of the model that becomes 'home'; its first one if empty.
        operate: Whether panel and scheme are made.

    Raises:
        UsageError: A file is missing or exists already, a choice does not exist; nothing was written.
        KinematicsError: The model cannot be read.
    """
    raise NotImplementedError
