"""Import of a robot from a file: the model with its files, and documents that can be driven, in a folder."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pult.core.errors import DocumentError, Fault, UsageError
from pult.core.temporary import TemporaryFolder
from pult.importing.folder import collect
from pult.importing.sanitise import sanitise
from pult.makers.folder import write_documents
from pult.makers.own.choices import ChainChoice, Choices, DrivesChoice, Layout
from pult.makers.own.make import MadeRobot, make_own
from pult.makers.own.own_model import own_name, read_own_model
from pult.panel.panel import check_panel
from pult.scheme.compile import check_scheme
from pult.world.world import check_world

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


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
    flat: bool = False,
    meshes: Sequence[str | Path] = (),
    without_meshes: bool = False,
) -> ImportedRobot:
    """Import a robot: copy its model with all files, and make robot, world, panel and scheme.

    Args:
        path: MJCF or URDF file.
        into: Folder for everything, such as a project of the studio; one with the robot's name in the present folder
            by default.
        name: Name of the documents; that of the model or its folder if empty.
        drives: Whose drives move the joints, see `Choices`.
        chains: Chains by name; guessed if None.
        pose: Key frame of the model that becomes 'home'; its first one if empty.
        operate: Whether panel and scheme are made.
        flat: Whether all documents lie in one folder, and not in a folder for each kind as in a project.
        meshes: Folders where meshes and ROS packages are looked for, besides those around the file.
        without_meshes: Whether simple shapes stand in for meshes that are missing.

    Raises:
        UsageError: A file is missing or exists already, a choice does not exist; nothing was written.
        KinematicsError: The model cannot be read, or meshes are missing.
    """
    source = Path(path)
    collected = collect(source, meshes)
    title = name or own_name(source)
    if not _NAME.fullmatch(title):
        raise UsageError(f"{title!r} is not a valid name: a letter first, then letters, digits, '_' and '-'.")
    folder = Path(into) if into is not None else Path(title)
    layout = Layout.flat(title) if flat else Layout.project(title)
    read = sanitise(collected.bundle, collected.bundle.main(collected.main), without_meshes)
    main = f"{title}{'.urdf' if read.kind == 'urdf' else '.xml'}"
    files = {f"{layout.model}/{file}": data for file, data in {**read.files, main: read.source}.items()}
    temporary = TemporaryFolder("import")
    try:
        write_documents(files, temporary.path)
        model = read_own_model(temporary.path / layout.model / main)
        made = make_own(model, Choices(name=title, chains=chains, drives=drives, pose=pose, operate=operate), layout)
        write_documents(made.files, temporary.path)
        _check(temporary.path, layout, made)
    finally:
        temporary.remove()
    written = write_documents({**made.files, **files}, folder)
    return ImportedRobot(
        title, folder, tuple(written), (*read.notes, *made.notes), made.arms, made.joints,
        folder / layout.robot, folder / layout.world,
        folder / layout.panel if operate else None, folder / layout.scheme if operate else None,
    )  # fmt: skip


def _check(folder: Path, layout: Layout, made: MadeRobot) -> None:
    """Check what was made.

    Raises:
        DocumentError: It has faults.
    """
    world, faults = check_world(folder / layout.world)
    found: list[Fault] = list(faults)
    if layout.scheme in made.files and world is not None:
        found += check_panel(folder / layout.panel)[1]
        found += check_scheme(folder / layout.scheme)[1]
    if found:
        raise DocumentError(made.name, found)
