"""`pult import`: a robot of one's own, from its model to documents that can be driven."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from pult.cli.console import emit_json, out
from pult.makers.own.choices import DrivesChoice
from pult.makers.own.robot_import import ImportedRobot, import_robot


def import_(
    file: Annotated[Path, typer.Argument(help="The robot: an MJCF (.xml) or URDF (.urdf) file.", show_default=False)],
    name: Annotated[
        str, typer.Option("--name", help="Name of its documents.", show_default="that of the model or its folder")
    ] = "",
    into: Annotated[
        Path | None,
        typer.Option(
            "--into", help="Folder, such as a project of the studio.", show_default="one with the robot's name"
        ),
    ] = None,
    drive: Annotated[
        bool, typer.Option("--drive/--no-drive", help="Make panel and scheme, besides robot and world.")
    ] = True,
    own: Annotated[
        bool | None,
        typer.Option(
            "--keep-actuators/--our-drives",
            help="Drive it by the model's own actuators, or by electric drives sized for it.",
            show_default="its own, if it has any",
        ),
    ] = None,
    pose: Annotated[
        str, typer.Option("--pose", help="Key frame of the model that becomes 'home'.", show_default="the first")
    ] = "",
    meshes: Annotated[
        list[Path] | None,
        typer.Option(
            "--meshes", help="Folder of meshes, or of ROS packages; may be given several times.", show_default=False
        ),
    ] = None,
    simple: Annotated[
        bool, typer.Option("--simple-shapes", help="Let simple shapes stand in for meshes that are missing.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Import a robot: its model with all files, and robot, world, panel and scheme to drive it with."""
    drives: DrivesChoice = "auto" if own is None else "model" if own else "ours"
    made = import_robot(
        file, into, name=name, drives=drives, pose=pose, operate=drive, meshes=meshes or (), without_meshes=simple
    )
    if json:
        emit_json(
            {
                "name": made.name, "robot": str(made.robot), "world": str(made.world),
                "panel": str(made.panel) if made.panel else None, "scheme": str(made.scheme) if made.scheme else None,
                "arms": list(made.arms), "joints": list(made.joints), "notes": list(made.notes),
                "files": [str(one) for one in made.files],
            }
        )  # fmt: skip
        return
    _show(made)


def _show(made: ImportedRobot) -> None:
    for note in made.notes:
        out.print(f"  {escape(note)}")
    documents = [path for path in (made.robot, made.world, made.panel, made.scheme) if path is not None]
    out.print(f"{escape(made.name)}: {len(made.files)} files in {escape(str(made.folder))}", highlight=False)
    for path in documents:
        out.print(f"written {escape(str(path))}", highlight=False)
    out.print("Next:")
    if made.scheme is not None and made.panel is not None:
        out.print(
            f"  pult run --world {made.world} --scheme {made.scheme} --panel {made.panel} --duration 5",
            highlight=False, soft_wrap=True, markup=False,
        )  # fmt: skip
    else:
        out.print(f"  pult check {made.robot} {made.world}", highlight=False, soft_wrap=True, markup=False)
    out.print(f"  pult studio --project {made.folder}", highlight=False, soft_wrap=True, markup=False)
