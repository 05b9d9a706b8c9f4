"""`pult grab`: kinematics of the manipulator PRM-1: points, configurations, work zones, aiming."""

import math
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import emit_json, err, out
from pult.core.document import write_atomically
from pult.motion import grab
from pult.motion.grab.picture import zone_svg

app = typer.Typer(help="The manipulator PRM-1: points, configurations, work zones, aiming.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Svg = Annotated[Path | None, typer.Option("-o", "--output", help="Draw it into this SVG file.")]
AnglesGiven = Annotated[
    str, typer.Argument(help="Column, shoulder, elbow, wrist, roll \\[deg], with commas; pitch positive down.")
]
PointGiven = Annotated[str, typer.Argument(help="x,y,z in the interface frame \\[m].")]
Pitch = Annotated[float, typer.Option(help="Pitch of the grab, positive down \\[deg].")]
Roll = Annotated[float, typer.Option(help="Roll of the grab \\[deg].")]
Held = Annotated[str, typer.Option(help="Held object: angle \\[deg], height, distance, length \\[mm].")]
Load = Annotated[float, typer.Option(min=0.0, help="Mass of what is held \\[kg].")]
TIPS = "0,0,360,0"


def _numbers(text: str, size: int, what: str) -> list[float]:
    try:
        found = [float(word) for word in text.split(",")]
    except ValueError:
        found = []
    if len(found) != size or not all(math.isfinite(x) for x in found):
        raise typer.BadParameter(f"{text!r}: give {size} finite numbers with commas between them.", param_hint=what)
    return found


def _held(text: str) -> tuple[float, float, float, float]:
    angle, height, distance, length = _numbers(text, 4, "--held")
    return math.radians(angle), 1e-3 * height, 1e-3 * distance, 1e-3 * length


def _refuse(text: str) -> None:
    err.print(f"[bold red]refused[/]: {escape(text)}", soft_wrap=True)
    raise typer.Exit(1)


@app.command("forward")
def forward(angles: AnglesGiven, held: Held = TIPS, load: Load = 0.0, json: Json = False) -> None:
    """Where the working point is, and whether a protection refuses the configuration (f1); exit code 1 if so."""
    config = grab.Config.of(np.radians(_numbers(angles, 5, "ANGLES")), held=_held(held))
    found = grab.f1(config, load=load)
    point = [] if found.point is None else found.point.tolist()
    if json:
        emit_json({"reason": int(found.reason), "text": found.text, "point": point, "pitch": config.pitch})
        raise typer.Exit(1 if found.reason else 0)
    out.print(", ".join(f"{value:.6f}" for value in point) + " m")
    if found.reason:
        _refuse(found.text)


@app.command("solve")
def solve(
    point: PointGiven,
    pitch: Pitch = 0.0,
    roll: Roll = 0.0,
    held: Held = TIPS,
    load: Load = 0.0,
    ranges: Annotated[bool, typer.Option("--ranges", help="Look at the stops of the joints alone.")] = False,
    output: Svg = None,
    json: Json = False,
) -> None:
    """All configurations that reach a point, and why others are refused; exit code 1 if there is none."""
    place, thing = _numbers(point, 3, "POINT"), _held(held)
    tilt, turn = math.radians(pitch), math.radians(roll)
    found = grab.solutions(place, tilt, turn, thing, "ranges" if ranges else "all", load=load)
    if output is not None:
        arms = [(one.angles, f"{one.column}, elbow {one.elbow}") for one in found]
        shown = None if held == TIPS else thing
        write_atomically(output, zone_svg([grab.work_zone(tilt, held=thing, roll=turn)], arms, held=shown).encode())
    if json:
        emit_json({"solutions": [_plain(one) for one in found], "refused": [_plain(one) for one in found.refused],
                   "reason": int(found.reason), "text": found.text})  # fmt: skip
        raise typer.Exit(0 if found else 1)
    table = Table("column", "elbow", "angles, degrees", "")
    for one in (*found, *found.refused):
        degrees = ", ".join(f"{angle:.2f}" for angle in np.degrees(one.angles))
        table.add_row(one.column, one.elbow, degrees, escape(one.text) if one.reason else "reaches it")
    out.print(table)
    if output is not None:
        out.print(escape(str(output)))
    if not found:
        _refuse(found.text)


def _plain(one: grab.Solution) -> dict[str, Any]:
    return {"angles": list(one.angles), "column": one.column, "elbow": one.elbow, "reason": int(one.reason),
            "text": one.text}  # fmt: skip


@app.command("zone")
def zone(
    pitch: Annotated[
        float | None, typer.Option(help="Pitch of the grab, positive down \\[deg].", show_default="any")
    ] = None,
    roll: Roll = 0.0,
    held: Held = TIPS,
    output: Svg = None,
    json: Json = False,
) -> None:
    """The work zone of the finger tips or of a held object in the vertical plane: arcs, area, gaps, and its volume."""
    thing, turn = _held(held), math.radians(roll)
    space = grab.space_zone(None if pitch is None else math.radians(pitch), held=thing, roll=turn)
    found = space.plane
    if output is not None:
        zones = [found] if pitch is None else [grab.work_zone(held=thing, roll=turn), found]
        write_atomically(output, zone_svg(zones).encode())
    gaps = [{"distance": gap.distance, "point": list(gap.point), "arc": gap.arc.fixed, "other": gap.other.fixed}
            for gap in found.gaps]  # fmt: skip
    if json:
        arcs = [{"centre": [arc.x, arc.z], "radius": arc.radius, "begin": arc.begin, "end": arc.end,
                 "sweeps": arc.sweeps, "fixed": arc.fixed} for arc in found.arcs]  # fmt: skip
        emit_json({"area": found.area, "volume": space.volume, "arcs": arcs, "gaps": gaps})
        return
    for arc in found.arcs:
        out.print(f"{arc.sweeps:18} radius {1e3 * arc.radius:7.1f} mm  {escape(arc.fixed)}")
    out.print(f"area {found.area:.4f} m^2, volume with the column {space.volume:.3f} m^3")
    for gap in found.gaps:
        out.print(f"gap of {1e3 * gap.distance:.2f} mm: {escape(gap.arc.fixed)} ends off {escape(gap.other.fixed)}")
    if output is not None:
        out.print(escape(str(output)))


@app.command("aim")
def aim(
    point: PointGiven,
    shoulder: Annotated[float, typer.Option(help="Shoulder angle \\[deg].")] = -35.0,
    elbow: Annotated[float, typer.Option(help="Elbow angle \\[deg].")] = 50.0,
    roll: Roll = 0.0,
    edge: Annotated[str, typer.Option(help="Direction x,y,z that the picture is made parallel to.")] = "",
    json: Json = False,
) -> None:
    """Column and wrist that put a point on the optical axis of the grab's camera; exit code 1 if there are none."""
    place = _numbers(point, 3, "POINT")
    a, b = math.radians(shoulder), math.radians(elbow)
    if edge:
        found = grab.aim_along(a, b, place, _numbers(edge, 3, "--edge"))
    else:
        found = grab.aim(a, b, math.radians(roll), place)
    if json:
        emit_json({"aims": [{"column": one.column, "wrist": one.wrist, "roll": one.roll, "way": one.way,
                             "distance": one.distance} for one in found], "text": found.text})  # fmt: skip
        raise typer.Exit(0 if found else 1)
    for one in found:
        column, wrist, turn = (math.degrees(v) for v in (one.column, one.wrist, one.roll))
        angles = f"column {column:.2f}, wrist {wrist:.2f}, roll {turn:.2f} degrees"
        out.print(f"{one.way}: {angles}; {one.distance:.3f} m ahead")
    if not found:
        _refuse(found.text)
