"""`pult list`: blocks, documents and pilots that are available."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import emit_json, out
from pult.cli.kinds import KINDS
from pult.core.bases import read_merged
from pult.core.block_type import MISSING, BlockType, Parameter, Port
from pult.core.document import localized
from pult.core.errors import UsageError, choose
from pult.core.registry import blocks as all_blocks
from pult.core.shipped import shipped, shipped_file, shipped_parts, shipped_scheme
from pult.exercise.exercise import load_exercise
from pult.pilot import pilots
from pult.scheme.document import read_scheme_document
from pult.scheme.uses import users_of

app = typer.Typer(help="List what is installed.", no_args_is_help=True)


@app.callback()
def _root() -> None:
    pass


@app.command("blocks")
def list_blocks(
    family: Annotated[str, typer.Argument(help="Only this family, or one block.", show_default=False)] = "",
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """List the blocks that schemes can use: the standard library and those of installed packages."""
    types = all_blocks()
    families = sorted({t.family for t in types.values()})
    chosen = [t for t in types.values() if not family or family in (t.family, t.name)]
    if not chosen:
        advice = choose(family, [*families, *types], where="`pult list blocks` lists all.")
        raise UsageError(f"there is no family or block {family!r}. {advice}")
    if json:
        emit_json([describe(t) for t in chosen])
    elif len(chosen) == 1 and family == chosen[0].name:
        _show(chosen[0])
    else:
        _table(chosen)


@app.command("schemes")
def list_schemes(json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
    """List the schemes that pult ships; `pult list parts` lists the parts that they use."""
    names = [name for name in shipped("scheme") if name not in shipped_parts()]
    rows = [(name, read_scheme_document(file)[0].description, str(file)) for name, file in _scheme_files(names)]
    _documents(rows, json)


@app.command("parts")
def list_parts(json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
    """List the schemes of the library: parts for other schemes to use, with those shipped schemes that do."""
    files = [file for _, file in _scheme_files(shipped("scheme"))]
    rows = [
        {
            "name": name,
            "description": read_scheme_document(file)[0].description,
            "used_by": [user.name.removesuffix(".scheme.json") for user in users_of(file, files)],
            "file": str(file),
        }
        for name, file in _scheme_files(shipped_parts())
    ]
    if json:
        emit_json(rows)
        return
    for row in rows:
        out.print(f"[cyan]{escape(str(row['name'])):<20}[/] {escape(str(row['description']))}")
        out.print(f"{'':<20} used by: {escape(', '.join(row['used_by']) or 'none')}")


def _scheme_files(names: list[str]) -> list[tuple[str, Path]]:
    return [(name, shipped_scheme(name)) for name in names]


def _list_kind(kind: str, listed: str) -> Callable[[bool], None]:
    """The command that lists the shipped documents of a kind."""

    def list_documents(json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
        rows = []
        for name in shipped(kind):
            file = shipped_file(kind, name)
            data = read_merged(file, kind).data
            about = localized(data.get("description", ""))
            rows.append((name, f"{data['name']}. {about}" if kind == "robot" else about, str(file)))
        _documents(rows, json)

    list_documents.__doc__ = f"List the {listed} that pult ships."
    return list_documents


for _kind, _found in sorted(KINDS.items()):
    if _found.listed:
        app.command(f"{_kind}s")(_list_kind(_kind, _found.listed))


@app.command("exercises")
def list_exercises(json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
    """List the exercises that pult ships, with their variants and the pilots that know them."""
    rows = []
    for name in shipped("exercise"):
        exercise = load_exercise(name)
        document = exercise.document
        rows.append(
            {
                "name": name,
                "title": localized(document.title),
                "description": localized(document.description),
                "difficulty": document.difficulty,
                "variants": list(document.variants),
                "operator": document.operator,
                "pilots": [pilot.name for pilot in pilots(name)],
                "file": str(exercise.file),
            }
        )
    if json:
        emit_json(rows)
        return
    for row in rows:
        out.print(f"[cyan]{escape(str(row['name'])):<20}[/] {escape(str(row['description']))}")
        for what in ("variants", "pilots"):
            out.print(f"{'':<20} {what}: {escape(', '.join(row[what]))}")  # type: ignore[arg-type]


@app.command("pilots")
def list_pilots(json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
    """List the scripted operators, and the exercises that they know."""
    found = pilots()
    if json:
        emit_json([{"name": p.name, "description": p.description, "exercises": dict(p.exercises)} for p in found])
        return
    for pilot in found:
        known = ", ".join(f"{exercise} ({variant})" for exercise, variant in pilot.exercises.items())
        out.print(f"[cyan]{escape(pilot.name):<20}[/] {escape(pilot.description)} {escape(known)}")


def _documents(rows: list[tuple[str, str, str]], json: bool) -> None:
    if json:
        emit_json([{"name": name, "description": about, "file": file} for name, about, file in rows])
        return
    for name, about, _ in rows:
        out.print(f"[cyan]{escape(name):<20}[/] {escape(about)}")


def describe(block_type: BlockType) -> dict[str, Any]:
    """A block type as plain data, for palettes and property sheets."""
    return {
        "name": block_type.name,
        "family": block_type.family,
        "summary": block_type.summary,
        "doc": block_type.doc,
        "equation": block_type.equation,
        "host": block_type.host,
        "state": list(getattr(block_type.state, "_fields", ())),
        "inputs": [
            {**_port(port), "feeds_through": block_type.fed_through(f"{port.name}1" if port.count else port.name)}
            for port in block_type.inputs
        ],
        "outputs": [_port(port) for port in block_type.outputs],
        "parameters": [_parameter(p) for p in block_type.parameters],
    }


def _port(port: Port) -> dict[str, Any]:
    found: dict[str, Any] = {"name": port.name, "kind": port.kind, "unit": port.unit, "shape": list(port.shape)}
    if port.description:
        found["description"] = port.description
    if port.count:
        found["count"] = port.count
    if port.default is not MISSING:
        found["default"] = port.default
    return found


def _parameter(p: Parameter) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": p.name,
        "kind": p.kind,
        "unit": p.unit,
        "required": p.required,
        "tunable": not p.structural,
    }
    if p.description:
        found["description"] = p.description
    if not p.required:
        found["default"] = p.default
    if p.shape:
        found["shape"] = list(p.shape)
    if p.choices:
        found["choices"] = list(p.choices)
    if p.pattern:
        found["pattern"] = {"regex": p.pattern.regex, "says": p.pattern.says}
    if p.range:
        limits = {"low": p.range.low, "high": p.range.high}
        found["range"] = {k: v for k, v in limits.items() if abs(v) != float("inf")} | {"above": p.range.above}
    return found


def _table(chosen: list[BlockType]) -> None:
    family = ""
    for block_type in chosen:
        if block_type.family != family:
            family = block_type.family
            count = sum(t.family == family for t in chosen)
            out.print(f"\n[bold]{escape(family)}[/] [dim]({count})[/]")
        host = " [yellow](plain Python)[/]" if block_type.host else ""
        out.print(f"  [cyan]{escape(block_type.name):<34}[/] {escape(block_type.summary)}{host}")
    out.print(f"\n[dim]{len(chosen)} blocks. `pult list blocks NAME` describes one.[/]")


def _show(block_type: BlockType) -> None:
    out.print(f"[bold cyan]{escape(block_type.name)}[/]\n{escape(block_type.doc)}\n")
    table = Table(box=None, pad_edge=False)
    for heading in ("", "name", "kind", "unit", "default", "allowed", ""):
        table.add_column(heading, overflow="fold", no_wrap=heading == "name")
    for side, ports in (("in", block_type.inputs), ("out", block_type.outputs)):
        for port in ports:
            shape = "x".join(map(str, port.shape)) or "scalar"
            name = f"{port.name}1..{port.name}[{port.count}]" if port.count else port.name
            default = "" if port.default is MISSING else str(port.default)
            breaks = side == "in" and not block_type.fed_through(f"{port.name}1" if port.count else port.name)
            about = "; ".join(text for text in (port.description, "breaks loops" if breaks else "") if text)
            table.add_row(side, escape(name), f"{port.kind} {shape}", escape(port.unit), default, "", escape(about))
    for p in block_type.parameters:
        allowed = ", ".join(p.choices) or (p.pattern.says if p.pattern else str(p.range) if p.range else "")
        default = "needed" if p.required else str(p.default)
        table.add_row(
            "parameter", escape(p.name), p.kind, escape(p.unit), escape(default), escape(allowed), escape(p.description)
        )
    out.print(table)
