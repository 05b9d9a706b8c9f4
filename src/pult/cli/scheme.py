"""`pult scheme`: show a scheme and run it by itself."""

import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import emit_json, note, out, read_assignment, show, write_text
from pult.core.errors import UsageError, choose
from pult.core.shipped import document_file
from pult.core.signals import Array, Kind, format_shape
from pult.core.unit_names import typeset_unit
from pult.core.units import format_unit
from pult.media.plot import LOGIC, Curve, draw_curves, save_figure
from pult.robot.robot import load_robot
from pult.scheme.compile import compile_scheme, load_scheme
from pult.scheme.draw import draw_scheme
from pult.scheme.program import Program

app = typer.Typer(help="Show schemes and run them.", no_args_is_help=True)
FileArgument = Annotated[
    Path, typer.Argument(help="A scheme document: a file, or the name of a shipped scheme.", show_default=False)
]
RobotOption = Annotated[
    Path | None,
    typer.Option("--robot", help="The robot whose chains the scheme names: a file, or the name of a shipped robot."),
]
_KEPT = 1_000_000
"""Maximum number of rows that are kept."""
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@app.command("show")
def show_scheme(
    file: FileArgument,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write a drawing (SVG) here.")] = None,
    theme: Annotated[str, typer.Option(help="Colours of the drawing: light or dark.")] = "light",
    robot: RobotOption = None,
    part: Annotated[str, typer.Option("--part", help="Draw this sub-scheme.", show_default=False)] = "",
    json: JsonOption = False,
) -> None:
    """Show a scheme: blocks, order of evaluation, inputs, outputs, states; as a drawing with -o."""
    scheme = load_scheme(document_file("scheme", file))
    if theme not in ("light", "dark"):
        raise typer.BadParameter(f"{theme!r} is neither light nor dark.", param_hint="--theme")
    if part not in scheme.levels:
        names = ", ".join(repr(n) for n in scheme.levels if n) or "none"
        raise UsageError(f"there is no sub-scheme {part!r}. The scheme has: {names}.")
    if output is not None:
        write_text(output, draw_scheme(scheme, part, "dark" if theme == "dark" else "light"))
    if scheme.robot_references() and robot is None and output is not None:
        out.print(f"drawing written to {escape(str(output))}")
        names = ", ".join(scheme.robot_references().values())
        note(f"the scheme names {names}: with --robot its order and states are shown too.")
        return
    program = compile_scheme(scheme, plain=True, robot=load_robot(robot) if robot else None)
    facts = _facts(program)
    if json:
        emit_json(facts)
        return
    size = f"{len(facts['blocks'])} blocks, step {scheme.step * 1000:g} ms"
    out.print(f"[bold]{escape(scheme.name)}[/]  {size}, hash {scheme.hash[:12]}")
    for side in ("inputs", "outputs"):
        rows = [f"{s['name']} [{s['unit']}] {s['shape']}" for s in facts[side]]
        out.print(f"[bold]{side}[/]  {escape(', '.join(rows) or 'none')}")
    if facts["parts"]:
        used = ", ".join(part if part == name else f"{part} as {name}" for name, part in facts["parts"].items())
        out.print(f"[bold]parts[/]  {escape(used)}")
    table = Table(box=None, pad_edge=False)
    for heading in ("order", "block", "type", "outputs", "states"):
        table.add_column(heading, overflow="fold")
    for row in facts["blocks"]:
        outputs = ", ".join(
            f"{o['name']} [{o['unit']}]" + ("" if o["shape"] == "scalar" else f" {o['shape']}") for o in row["outputs"]
        )
        table.add_row(str(row["order"]), escape(row["path"]), row["type"], escape(outputs), ", ".join(row["states"]))
    out.print(table)
    if output is not None:
        out.print(f"drawing written to {escape(str(output))}")


def _facts(program: Program) -> dict[str, Any]:
    position = {path: n for n, batch in enumerate(program.order(), 1) for path in batch}
    rows = []
    for leaf in program.layout.flat.leaves:
        block_type = leaf.block.type
        assert block_type is not None
        signals = [program.signal(f"{leaf.path}.{port.name}") for port in leaf.block.outputs]
        rows.append(
            {
                "path": leaf.path,
                "type": block_type.name,
                "order": position[leaf.path],
                "outputs": [
                    {
                        "name": s.name.rsplit(".", 1)[1],
                        "unit": format_unit(s.unit),
                        "shape": format_shape(s.shape, s.kind),
                    }
                    for s in signals
                ],
                "states": list(getattr(block_type.state, "_fields", ())),
                "parameters": dict(leaf.block.concrete.values) if leaf.block.concrete else {},
            }
        )

    def ports(which: tuple[Any, ...]) -> list[dict[str, str]]:
        return [{"name": p.name, "unit": format_unit(p.unit), "shape": format_shape(p.shape, p.kind)} for p in which]

    return {
        "name": program.scheme.name,
        "step": program.scheme.step,
        "hash": program.scheme.hash,
        "inputs": ports(program.inputs),
        "outputs": ports(program.outputs),
        "blocks": sorted(rows, key=lambda row: (row["order"], row["path"])),
        "states": len(program.state.names),
        "subschemes": sorted(name for name in program.scheme.levels if name),
        "parts": {used.name: used.part for used in program.scheme.parts if used.by is None},
    }


@app.command("run")
def run_scheme(
    file: FileArgument,
    steps: Annotated[int, typer.Option("--steps", "-n", min=1, max=100_000_000, help="Number of control steps.")] = 100,
    inputs: Annotated[
        list[str] | None, typer.Option("--input", "-i", help="NAME=VALUE of an external input, held; may be repeated.")
    ] = None,
    sets: Annotated[list[str] | None, typer.Option("--set", help="BLOCK.PARAMETER=VALUE; may be repeated.")] = None,
    probes: Annotated[
        list[str] | None, typer.Option("--probe", help="BLOCK.PORT whose last value to show; may be repeated.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", help="Draw outputs and probes over time: .png, .svg, .pdf.", show_default=False),
    ] = None,
    robot: RobotOption = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Run as plain Python instead of native code: same bits.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Run a scheme by itself with constant inputs and show its outputs."""
    given = dict(read_assignment(text, "--input") for text in inputs or [])
    begin = time.perf_counter()
    program = compile_scheme(document_file("scheme", file), plain=plain, robot=load_robot(robot) if robot else None)
    for name in given:
        if name not in (names := [port.name for port in program.inputs]):
            raise UsageError(f"there is no input {name!r}. {choose(name, names)}")
    for text in sets or []:
        program.set(*read_assignment(text, "--set"))
    missing = [port for port in program.inputs if port.name not in given]
    for port in missing:
        given[port.name] = np.zeros(port.shape, dtype=bool if port.kind == "boolean" else float) if port.shape else (
            False if port.kind == "boolean" else 0.0
        )  # fmt: skip
    if missing and not json:
        note(f"no --input for {', '.join(repr(p.name) for p in missing)}: taken as 0 or false.")
    for name in probes or []:
        program.signal(name)  # unknown names are rejected before the run
    ready = time.perf_counter()
    watched = probes if plot is not None and probes else []
    history, inside = _watched(program, given, steps, watched) if watched else _run(program, given, steps)
    finish = time.perf_counter()
    last = {name: rows[-1] for name, rows in history.items()}
    probed = {name: program.probe(name) for name in probes or []}
    if plot is not None:
        _draw(program, {**history, **inside}, plot)
    if json:
        emit_json(
            {
                "scheme": program.scheme.name, "steps": steps, "dt": program.scheme.step, "time": program.time,
                "native": program.native, "outputs": history, "last": last, "probes": probed,
                "wall": {"prepare_s": ready - begin, "run_s": finish - ready},
            }
        )  # fmt: skip
        return
    engine = "native code" if program.native else "plain Python"
    out.print(f"[bold]{escape(program.scheme.name)}[/]  {steps} steps of {program.scheme.step * 1000:g} ms, {engine}")
    table = Table(box=None, pad_edge=False)
    for heading in ("output", "first", "last", "least", "most", "unit"):
        left = heading in ("output", "unit")
        table.add_column(heading, justify="left" if left else "right", overflow="fold", no_wrap=heading == "output")
    units = {port.name: format_unit(port.unit) for port in program.outputs}
    for name, rows in history.items():
        low, high = (
            show(np.asarray(f(rows, axis=0)).tolist() if rows.ndim == 1 else f(rows, axis=0)) for f in (np.min, np.max)
        )
        first, final = (show(v.item() if np.ndim(v) == 0 else v) for v in (rows[0], rows[-1]))
        table.add_row(escape(name), first, final, low, high, typeset_unit(units[name]))
    for name, value in probed.items():
        table.add_row(escape(name), "", show(value), "", "", typeset_unit(format_unit(program.signal(name).unit)))
    out.print(table)
    if plot is not None:
        out.print(f"picture written to {escape(str(plot))}")
    out.print(f"[dim]ready in {ready - begin:.2f} s, {(finish - ready) / steps * 1e6:.2f} us per step[/]")


def _run(program: Program, given: dict[str, Any], steps: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Do all steps; only the last million rows are kept, to limit memory. Nothing inside is watched."""
    found: dict[str, Any] = {}
    for _ in range(steps // _KEPT):
        found = program.run(_KEPT, given)
    return (program.run(steps % _KEPT, given) if steps % _KEPT else found), {}


def _watched(
    program: Program, given: dict[str, Any], steps: int, probes: list[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Do all steps one by one, and keep outputs and probes of each."""
    if steps > _KEPT:
        raise UsageError(f"probes are drawn over at most {_KEPT} steps, not {steps}.")
    outputs: dict[str, list[Any]] = {port.name: [] for port in program.outputs}
    inside: dict[str, list[Any]] = {name: [] for name in probes}
    for _ in range(steps):
        for name, value in program.step(given).items():
            outputs[name].append(value)
        for name in probes:
            inside[name].append(program.probe(name))
    return {name: np.array(rows) for name, rows in outputs.items()}, {name: np.array(r) for name, r in inside.items()}


def _draw(program: Program, history: dict[str, Any], path: Path) -> None:
    """Draw signals of a run over time."""
    units = {port.name: format_unit(port.unit) for port in program.outputs}
    lines: list[Curve] = []
    times: Array = np.zeros(0)
    for name, rows in history.items():
        unit = LOGIC if rows.dtype == bool else units.get(name) or format_unit(program.signal(name).unit)
        flat = rows.reshape(len(rows), -1).astype(float)
        labels = [name] if rows.ndim == 1 else [f"{name}[{index}]" for index in range(flat.shape[1])]
        kind: Kind = "boolean" if rows.dtype == bool else "number"
        lines += [Curve(label, unit, kind, flat[:, column]) for column, label in enumerate(labels)]
        times = np.subtract(program.time, program.scheme.step * np.arange(len(rows), 0, -1), dtype=np.float64)
    save_figure(draw_curves(times, lines, (), program.scheme.name), path)
