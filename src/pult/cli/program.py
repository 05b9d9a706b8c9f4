"""`pult program`: check a program of frames as a whole, and run it in the simulation of the robot."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import emit_json, err, out
from pult.core.errors import UsageError
from pult.core.shipped import document_file
from pult.motion.grab.program.document import read_program
from pult.motion.grab.program.simulate import Simulation, check_program
from pult.pilots.prm1.program import ProgramRun, run_program

app = typer.Typer(help="Programs of frames for the manipulator PRM-1: check, run.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="A program: a shipped one by name, or a file.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


def _file(name: str) -> Path:
    return Path(name) if Path(name).exists() else document_file("program", name)


@app.command("check")
def check(name: Name, json: Json = False) -> None:
    """Check a whole program without running it; exit code 1 if a frame is refused, with its number and the reason."""
    found, faults = check_program(_file(name))
    if json:
        plain = [{**fault.plain(), "message": fault.message} for fault in faults]
        emit_json({"ok": not faults, "faults": plain, "frames": _frames(found)})
    else:
        for fault in faults:
            err.print(f"[bold red]{escape(fault.place or name)}[/]: {escape(fault.message)}", soft_wrap=True)
        if found is not None and not faults:
            length = sum(frame.length for frame in found.frames)
            out.print(f"{len(found.frames)} frames, {length:.2f} m of way: nothing is refused")
    raise typer.Exit(1 if faults else 0)


def _frames(found: Simulation | None) -> list[dict[str, Any]]:
    if found is None:
        return []
    return [
        {"angles": list(f.config.angles), "point": f.points[-1].tolist(), "length": f.length, "ok": f.fault is None}
        for f in found.frames
    ]


@app.command("run")
def run(
    name: Name,
    record: Annotated[Path | None, typer.Option("-o", "--output", help="Keep a record in this file.")] = None,
    json: Json = False,
) -> None:
    """Run a program in the simulation, by the panel of the robot; exit code 1 if a frame is not reached."""
    if record is not None and record.exists():
        raise UsageError(f"there is a file {record} already.")
    document, _, _ = read_program(_file(name))
    found = run_program(document, record)
    if json:
        emit_json(_plain(found))
    else:
        _show(found)
    raise typer.Exit(0 if found.done else 1)


def _plain(found: ProgramRun) -> dict[str, Any]:
    frames = [
        {"number": f.number, "reached": f.reached, "time": f.time, "miss": f.miss, "reason": f.reason}
        for f in found.frames
    ]
    return {"done": found.done, "time": found.time, "record": str(found.record or ""), "frames": frames}


def _show(found: ProgramRun) -> None:
    table = Table("frame", "reached", "time, s", "miss, mm", "reason")
    for frame in found.frames:
        reached = "[green]yes[/]" if frame.reached else "[red]no[/]"
        reason = escape(str(frame.reason)) if frame.reason else ""
        table.add_row(str(frame.number), reached, f"{frame.time:.1f}", f"{1000.0 * frame.miss:.1f}", reason)
    out.print(table)
    out.print(f"{found.time:.1f} s of simulated time")
    if found.record is not None:
        out.print(escape(str(found.record)))
