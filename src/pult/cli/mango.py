"""`pult mango`: design of arms driven by cylinders, and checks of motions of the body that they carry."""

import math
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import emit_json, out
from pult.makers.folder import write_documents
from pult.makers.mango.arm import home_reach
from pult.makers.mango.documents import design_files
from pult.makers.mango.layout import Layout, Load
from pult.makers.mango.picture import draw_design
from pult.motion.carry.check import check_motion
from pult.motion.carry.design import Arm, ArmDesign, Cylinder, design_arm
from pult.motion.carry.paths import path_through
from pult.motion.carry.workspace import moment_arms, work_space_area

app = typer.Typer(help="ManGo: planar arms with cylinders that carry a body together.", no_args_is_help=True)
USUAL = ArmDesign()
JOINTS = ("shoulder", "elbow")


def _pair(text: str, option: str) -> tuple[float, float]:
    found = _numbers(text, option, 2)
    return found[0], found[1]


def _numbers(text: str, option: str, size: int) -> list[float]:
    try:
        found = [float(word) for word in text.split(",")]
    except ValueError:
        found = []
    if len(found) != size or not all(math.isfinite(x) for x in found):
        raise typer.BadParameter(f"{text!r}: give {size} numbers with commas between them.", param_hint=option)
    return found


def _degrees(angles: tuple[float, float]) -> str:
    return ",".join(f"{math.degrees(angle):.4g}" for angle in angles)


LinksOption = Annotated[str, typer.Option("--links", help="Lengths of both links \\[m].")]
ShoulderOption = Annotated[str, typer.Option("--shoulder", help="Least and largest angle of the shoulder \\[deg].")]
ElbowOption = Annotated[str, typer.Option("--elbow", help="Least and largest angle of the elbow, 0 stretched \\[deg].")]
CylinderOption = Annotated[str, typer.Option("--cylinder", help="Folded length and stroke of both cylinders \\[m].")]
BoreOption = Annotated[str, typer.Option("--bore", help="Bore and rod of both cylinders \\[m].")]
ArmsOption = Annotated[int, typer.Option("--arms", help="Number of arms that carry the body.", min=1, max=6)]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
LINKS, CYLINDER, BORE = "0.45,0.45", "0.2,0.1", "0.032,0.012"
SHOULDER, ELBOW = _degrees(USUAL.shoulder), _degrees(USUAL.elbow)


@app.command()
def design(
    links: LinksOption = LINKS,
    shoulder: ShoulderOption = SHOULDER,
    elbow: ElbowOption = ELBOW,
    cylinder: CylinderOption = CYLINDER,
    elbow_cylinder: Annotated[
        str, typer.Option("--elbow-cylinder", help="Another one at the elbow \\[m].", show_default=False)
    ] = "",
    bore: BoreOption = BORE,
    picture: Annotated[
        Path | None, typer.Option("-o", "--output", help="Draw it here: .svg, .png or .pdf.", show_default=False)
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", help="Folder for robot, world and scheme.", show_default=False)
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Name of these documents.")] = "my-mango",
    arms: ArmsOption = 2,
    json: JsonOption = False,
) -> None:
    """Find the mount points of the cylinders from the work space, draw them, and make a robot of them."""
    diameters = _pair(bore, "--bore")
    first, second = _pair(cylinder, "--cylinder"), _pair(elbow_cylinder or cylinder, "--elbow-cylinder")
    wanted = ArmDesign(
        links=_pair(links, "--links"),
        shoulder=_radians(shoulder, "--shoulder"),
        elbow=_radians(elbow, "--elbow"),
        shoulder_cylinder=Cylinder(*first, *diameters),
        elbow_cylinder=Cylinder(*second, *diameters),
    )
    arm = design_arm(wanted)
    if picture is not None:
        draw_design(arm, picture)
    files = []
    if write is not None:
        files = write_documents(design_files(arm, Layout(arms=arms, reach=home_reach(arm)), name), write)
    if json:
        emit_json({**_figures(arm), "files": [str(file) for file in files]})
        return
    table = Table("joint", "k \\[mm]", "p \\[mm]", "angle \\[deg]", "stroke \\[mm]", "moment arm \\[mm]", box=None)
    for row in _figures(arm)["joints"]:
        low, high = (f"{math.degrees(angle):.1f}" for angle in row["angles"])
        least, most = (f"{1e3 * lever:.1f}" for lever in row["moment_arm"])
        table.add_row(
            row["joint"], f"{1e3 * row['k']:.2f}", f"{1e3 * row['p']:.2f}", f"{low} to {high}",
            f"{1e3 * row['folded']:.0f} to {1e3 * row['extended']:.0f}", f"{least} to {most}",
        )  # fmt: skip
    out.print(table)
    out.print(f"work space {work_space_area(arm):.4f} m^2")
    for file in (*([picture] if picture is not None else []), *files):
        out.print(f"written {escape(str(file))}")


def _radians(text: str, option: str) -> tuple[float, float]:
    low, high = _pair(text, option)
    return math.radians(low), math.radians(high)


def _figures(arm: Arm) -> dict[str, Any]:
    joints = []
    for name, joint, (_, lever) in zip(JOINTS, arm.joints, moment_arms(arm), strict=True):
        c = joint.cylinder
        joints.append({
            "joint": name, "k": joint.mounts.k, "p": joint.mounts.p, "angles": [joint.lower, joint.upper],
            "folded": c.folded, "extended": c.extended, "moment_arm": [float(lever.min()), float(lever.max())],
        })  # fmt: skip
    return {"joints": joints, "area": work_space_area(arm)}


@app.command(context_settings={"ignore_unknown_options": True})  # a pose may begin with a minus
def motion(
    knots: Annotated[
        list[str],
        typer.Argument(
            help="Poses of the body, X,Y,TURN each \\[m, m, deg]: two, or more for a spline.", show_default=False
        ),
    ],
    arc: Annotated[bool, typer.Option("--arc", help="An arc by way of the second of three poses.")] = False,
    speed: Annotated[float, typer.Option("--speed", help="Largest speed along the path \\[m/s].")] = 0.3,
    acceleration: Annotated[float, typer.Option("--acceleration", help="Largest acceleration \\[m/s^2].")] = 1.0,
    arms: ArmsOption = 2,
    load: Annotated[float, typer.Option("--load", help="Mass of the body \\[kg].")] = 2.0,
    supply: Annotated[float, typer.Option("--supply", help="Supply pressure relative to the nominal one.")] = 1.0,
    json: JsonOption = False,
) -> None:
    """Check a motion of the body without running it: reach, stroke, speed and force of every cylinder."""
    arm, layout = design_arm(USUAL), Layout(arms=arms, load=Load(mass=load))
    rows = [_numbers(knot, "KNOTS", 3) for knot in knots]
    poses = [(x, y, math.radians(turn)) for x, y, turn in rows]
    path = path_through(poses, arc, layout.load.radius)
    found = check_motion(arm, layout.carried, path, speed, acceleration, supply)
    peaks = {
        "force": np.abs(found.forces).max(axis=0), "speed": np.abs(found.speeds).max(axis=0),
        "shortest": found.lengths.min(axis=0), "longest": found.lengths.max(axis=0),
    }  # fmt: skip
    if json:
        emit_json({"duration": float(found.times[-1]), "arms": layout.carried.names, **peaks})
        return
    table = Table("arm", "cylinder", "length \\[mm]", "largest speed \\[mm/s]", "largest force \\[N]", box=None)
    for i, name in enumerate(layout.carried.names):
        for j, joint in enumerate(JOINTS):
            length = f"{1e3 * peaks['shortest'][i, j]:.1f} to {1e3 * peaks['longest'][i, j]:.1f}"
            table.add_row(name, joint, length, f"{1e3 * peaks['speed'][i, j]:.0f}", f"{peaks['force'][i, j]:.0f}")
    out.print(table)
    out.print(f"possible, in {found.times[-1]:.2f} s")
