"""`pult check` and `pult schema`: documents of every kind."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct
from rich.markup import escape

from pult.cli.console import emit_json, err, out
from pult.core.document import read_json
from pult.core.document import schema as json_schema
from pult.core.errors import DocumentError, Fault, choose
from pult.core.shipped import shipped, shipped_file
from pult.robot.document import FORMAT as ROBOT_FORMAT
from pult.robot.document import RobotDocument
from pult.robot.robot import Robot, check_robot, load_robot
from pult.scheme.compile import check_scheme
from pult.scheme.document import FORMAT as SCHEME_FORMAT
from pult.scheme.document import SchemeDocument

Check = Callable[[Path, Robot | None], list[Fault]]
CHECKS: dict[str, Check] = {
    SCHEME_FORMAT: lambda path, robot: check_scheme(path, robot)[1],
    ROBOT_FORMAT: lambda path, _: check_robot(path)[1],
}
SCHEMAS: dict[str, tuple[type[Struct], str]] = {
    "robot": (RobotDocument, "pult robot, version 1"),
    "scheme": (SchemeDocument, "pult scheme, version 1"),
}


def check(
    files: Annotated[
        list[Path], typer.Argument(help="Documents to check: files, or names of shipped ones.", show_default=False)
    ],
    robot: Annotated[
        Path | None, typer.Option("--robot", help="Robot whose chains the schemes name: a file, or a shipped one.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Check documents; all faults of all files are shown at once."""
    bound = load_robot(robot) if robot is not None else None
    found = {str(path): _faults(_file(path), bound) for path in files}
    bad = sum(bool(faults) for faults in found.values())
    if json:
        rows: list[dict[str, Any]] = [
            {
                "file": name,
                "ok": not faults,
                "faults": [{"place": f.place, "code": f.code, "message": f.message} for f in faults],
            }
            for name, faults in found.items()
        ]
        emit_json({"ok": not bad, "files": rows})
    else:
        for name, faults in found.items():
            if not faults:
                out.print(f"[green]ok[/]  {escape(name)}")
                continue
            count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
            err.print(f"[bold red]bad[/] {escape(name)}: {count}")
            for fault in faults:
                place = f"[bold]{escape(fault.place)}[/]: " if fault.place else ""
                err.print(f"    {place}{escape(fault.message)}")
    raise typer.Exit(1 if bad else 0)


def _file(name: Path) -> Path:
    """The file that is meant: itself, or a shipped document of any kind by its name alone."""
    for kind in SCHEMAS:
        if not name.exists() and str(name) in shipped(kind):
            return shipped_file(kind, str(name))
    return name


def _faults(path: Path, robot: Robot | None) -> list[Fault]:
    try:
        data = read_json(path)
    except DocumentError as error:
        return list(error.faults)
    found = data.get("format") if isinstance(data, dict) else None
    if not isinstance(found, str):
        return [
            Fault("", f'not a pult document: an object with a "format" is needed. {choose("", CHECKS)}', "bad-format")
        ]
    if found not in CHECKS:
        return [Fault("format", f"unknown format {found!r}. {choose(found, CHECKS)}", "bad-format")]
    return CHECKS[found](path, robot)


def schema(
    kind: Annotated[str, typer.Argument(help="Kind of document: robot, scheme.", show_default=False)],
) -> None:
    """Print the JSON Schema of a kind of document."""
    if kind not in SCHEMAS:
        raise typer.BadParameter(f"unknown kind {kind!r}. {choose(kind, SCHEMAS)}", param_hint="KIND")
    struct, title = SCHEMAS[kind]
    emit_json(json_schema(struct, title))
