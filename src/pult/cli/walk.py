"""`pult walk`: plan a walk of a robot on two legs, check it, export its joint angles."""

import math
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from pult.cli.console import emit_json, err, out
from pult.core.document import write_atomically
from pult.core.errors import DocumentError, UsageError
from pult.core.shipped import document_file
from pult.motion.walk.capture import Step
from pult.motion.walk.check import WalkCheck, check_pattern
from pult.motion.walk.gait import GaitDocument, dcm_gait, paper_gait, read_gait
from pult.motion.walk.pattern import Pattern, make_pattern, make_table
from pult.motion.walk.picture import walk_svg
from pult.motion.walk.plan import Command, Shift, Steps, Turn, Walk
from pult.robot.robot import load_robot
from pult.robot.walker import Walker

app = typer.Typer(help="Walks on two legs: plan, check, export.", no_args_is_help=True)
BUILT_IN = {"paper": paper_gait, "dcm": dcm_gait}
Robot = Annotated[str, typer.Argument(help="A robot with legs: a shipped one by name, or a file.", show_default=False)]
Commands = Annotated[
    list[str] | None,
    typer.Argument(
        help="What to do: 'forward:N' cyclic steps, 'left:DEGREES', 'right:DEGREES', 'shift:left', 'shift:right', "
        "'steps:N:FORWARD:LEFT:DEGREES' in any direction [m]. All segments of the four buttons if none is given.",
        show_default=False,
    ),
]
Gait = Annotated[str, typer.Option("--gait", help="Gait: 'dcm', 'paper', a shipped gait or a file.")]
Legs = Annotated[str, typer.Option("--walker", help="Pair of legs, if the robot has several.")]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@app.command("check")
def check(robot: Robot, commands: Commands = None, gait: Gait = "dcm", walker: Legs = "", json: Json = False) -> None:
    """Check whether a robot can walk; exit code 1 if not, with every reason, by how much and when."""
    pattern, legs = _pattern(robot, gait, walker, commands or [])
    found = check_pattern(pattern, legs)
    if json:
        faults = [{**fault.plain(), "message": fault.message} for fault in found.faults]
        emit_json({"ok": not found.faults, "faults": faults, **_figures(pattern, found)})
    else:
        for fault in found.faults:
            err.print(f"[bold red]{escape(fault.place)}[/]: {escape(fault.message)}", soft_wrap=True)
        _show(pattern, found)
    raise typer.Exit(1 if found.faults else 0)


@app.command("plan")
def plan(
    robot: Robot,
    commands: Commands = None,
    gait: Gait = "dcm",
    walker: Legs = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw it into this SVG file.")] = None,
    json: Json = False,
) -> None:
    """Plan a walk with joint motion and feed-forward, and draw it from above; refused if the robot would fall."""
    pattern, legs = _pattern(robot, gait, walker, commands or [])
    found = check_pattern(pattern, legs)
    if output is not None:
        write_atomically(output, walk_svg(pattern, legs, found).encode())
    if found.faults:
        raise DocumentError(gait, found.faults)
    if json:
        emit_json(_figures(pattern, found))
    else:
        _show(pattern, found)
        if output is not None:
            out.print(escape(str(output)))


@app.command("export")
def export(
    robot: Robot,
    output: Annotated[Path, typer.Option("-o", "--output", help="Pattern as .npz, or joint angles as .csv.")],
    commands: Commands = None,
    gait: Gait = "dcm",
    walker: Legs = "",
    unchecked: Annotated[bool, typer.Option("--unchecked", help="Save it even if the robot would fall.")] = False,
) -> None:
    """Save a walk: all its arrays as .npz, or the joint angles over time as .csv."""
    if output.suffix not in (".npz", ".csv"):
        raise UsageError(f"a pattern is saved as .npz or .csv, not {output.name!r}.")
    pattern, legs = _pattern(robot, gait, walker, commands or [])
    found = check_pattern(pattern, legs)
    if found.faults and not unchecked:
        raise DocumentError(gait, found.faults)
    pattern.save(output)
    out.print(escape(str(output)))


def _pattern(robot: str, gait: str, walker: str, commands: list[str]) -> tuple[Pattern, Walker]:
    legs = load_robot(robot).walker(walker)
    chosen = _gait(gait)
    if not commands:
        return make_table(chosen, legs), legs
    return make_pattern(chosen, legs, [parse_command(text) for text in commands]), legs


def _gait(name: str) -> GaitDocument:
    if name in BUILT_IN:
        return BUILT_IN[name]()
    return read_gait(Path(name) if Path(name).exists() else document_file("gait", name))


def parse_command(text: str) -> Command:
    """A command of a walk from its text.

    Raises:
        UsageError: It is none; the message says what there is.
    """
    name, *values = text.split(":")
    numbers = [float(v) for v in values if re.fullmatch(r"[+-]?\d+(\.\d*)?|[+-]?\.\d+", v)]
    if name == "forward" and len(values) == len(numbers) == 1 and numbers[0].is_integer() and numbers[0] >= 0:
        return Walk(int(numbers[0]))
    if name in ("left", "right") and len(values) == len(numbers) == 1 and 0.0 < numbers[0] <= 360.0:
        return Turn(math.radians(numbers[0]) * (1.0 if name == "left" else -1.0))
    if name == "shift" and values == ["left"]:
        return Shift("left")
    if name == "shift" and values == ["right"]:
        return Shift("right")
    if name == "steps" and len(values) == len(numbers) == 4 and numbers[0].is_integer() and numbers[0] >= 1:
        return Steps([Step(numbers[1], numbers[2], math.radians(numbers[3]))] * int(numbers[0]))
    raise UsageError(
        f"'{text}' is not a command of a walk. There are forward:N, left:DEGREES, right:DEGREES, shift:left, "
        "shift:right and steps:N:FORWARD:LEFT:DEGREES."
    )


def _figures(pattern: Pattern, found: WalkCheck) -> dict[str, Any]:
    return {
        "mode": pattern.gait.mode,
        "duration": pattern.duration,
        "rows": len(pattern.rows),
        "segments": list(pattern.segments),
        "planned_margin": found.planned_margin,
        "body_margin": found.body_margin,
        "gap": found.gap,
        "joint_margin": found.joint_margin,
        "voltage": found.voltage,
    }


def _show(pattern: Pattern, found: WalkCheck) -> None:
    out.print(f"{len(pattern.segments)} segments, {pattern.duration:.2f} s: {', '.join(_runs(pattern.segments))}")
    out.print(
        f"zero-moment point: {1000 * found.planned_margin:.1f} mm inside the support polygon as planned, "
        f"{1000 * found.body_margin:.1f} mm with the motion of the legs"
    )
    out.print(
        f"soles {1000 * found.gap:.1f} mm apart, joints {math.degrees(found.joint_margin):.1f} degrees from their "
        f"limits, voltage up to {found.voltage:.2f}"
    )


def _runs(names: tuple[str, ...]) -> list[str]:
    """Names, with the number of those that repeat."""
    found: list[tuple[str, int]] = []
    for name in names:
        kind = "step" if name.startswith("step-") else name
        found = [*found[:-1], (kind, found[-1][1] + 1)] if found and found[-1][0] == kind else [*found, (kind, 1)]
    return [f"{count} {name}s" if count > 1 else name for name, count in found]
