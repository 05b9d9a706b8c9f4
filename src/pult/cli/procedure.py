"""`pult procedure`: check a procedure, rehearse it on the model, and only then do it on the robot."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from pult.cli.console import emit_json, err, note, out, text_column
from pult.core.errors import DocumentError
from pult.procedure.certificate import (
    certificate_file,
    certificate_problem,
    plain_certificate,
    read_certificate,
    write_certificate,
)
from pult.procedure.plan import Planned, look_at_plan
from pult.procedure.procedure import Procedure, check_procedure, load_procedure
from pult.procedure.rehearse import Rehearsal, certify, rehearse
from pult.sim.loop import native_steps

app = typer.Typer(help="Procedures: check, rehearse on the model, do on the robot.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="A procedure: a shipped one by name, or a file.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
_WORDS = {
    "time": ("time", "s", 1.0, 1),
    "force_error": ("largest force error", "%", 100.0, 2),
    "force_rms": ("force error, rms", "%", 100.0, 2),
    "max_force": ("largest force", "N", 1.0, 2),
    "max_speed": ("largest speed", "mm/s", 1000.0, 1),
    "max_joint_speed": ("fastest joint", "rad/s", 1.0, 3),
    "joint_margin": ("nearest to a joint's limit", "rad", 1.0, 3),
    "off": ("time off the patient", "s", 1.0, 3),
    "stop_off": ("off the patient after a stop", "s", 1.0, 3),
    "stop_clear": ("retracted after a stop", "s", 1.0, 3),
    "stop_max_force": ("largest force after a stop", "N", 1.0, 2),
}


@app.command("check")
def check(name: Name, json: Json = False) -> None:
    """Check a procedure without moving anything: reach, joint limits, speeds, the force error that theory expects."""
    procedure = _load(name)
    plan = look_at_plan(procedure)
    problem = certificate_problem(procedure, read_certificate(certificate_file(procedure)))
    if json:
        emit_json({"procedure": procedure.name, **plan.plain(), "certificate": problem or "fresh"})
    else:
        _show_plan(procedure, plan)
        out.print(f"certificate: {escape(problem or 'fresh; the robot may do it.')}")
    raise typer.Exit(0 if plan.ok else 1)


@app.command("rehearse")
def rehearse_command(
    name: Name,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sensors' noise.")] = 0,
    certificate: Annotated[
        Path | None, typer.Option(help="Where the certificate goes.", show_default="beside the procedure")
    ] = None,
    json: Json = False,
) -> None:
    """Do a procedure on the model, try an emergency stop in it, and write a certificate; exit code 1 if it fails."""
    procedure = _load(name)
    plan = look_at_plan(procedure)
    if not plan.ok:
        _show_plan(procedure, plan, err)
        raise typer.Exit(1)
    if not native_steps.is_kept():
        note("compiling for this machine, which takes up to a minute; later runs find it in the cache.")
    rehearsal = _rehearse(procedure, seed, json)
    made = certify(procedure, rehearsal)
    file = certificate or certificate_file(procedure)
    write_certificate(file, made)
    if json:
        emit_json({**plain_certificate(made), "file": str(file)})
    else:
        _show_figures(made.measured)
        for fault in made.faults:
            err.print(f"[bold red]failed[/] {escape(fault)}")
        verdict = "[green]passed[/]" if made.passed else "[bold red]not passed[/]"
        out.print(f"{verdict}; certificate: {escape(str(file))}")
    raise typer.Exit(0 if made.passed else 1)


@app.command("run")
def run(
    name: Name,
    record: Annotated[Path | None, typer.Option(help="Record to this file (MCAP).", show_default="NAME.mcap")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing record.")] = False,
    certificate: Annotated[
        Path | None, typer.Option(help="Where the certificate is.", show_default="beside the procedure")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sensors' noise.")] = 0,
    json: Json = False,
) -> None:
    """Do a procedure on the robot in real time. It must have been rehearsed unchanged; Ctrl-C stops the robot."""
    from pult.procedure.robot import perform

    procedure = _load(name)
    found = read_certificate(certificate or certificate_file(procedure))
    target = record or Path(f"{procedure.name}.mcap")
    with _bar(json) as bar:
        task = bar.add_task("robot", total=1.0)
        done = perform(
            procedure, found, target, seed=seed, overwrite=overwrite,
            progress=lambda share, force: bar.update(task, completed=share, description=f"robot  {force:5.1f} N"),
        )  # fmt: skip
    if json:
        figures = {"procedure": procedure.name, "measured": asdict(done.measured), "faults": list(done.faults)}
        emit_json({**figures, "stopped": done.stopped or None, "record": str(done.record)})
    else:
        _show_figures(asdict(done.measured))
        for fault in (*done.faults, *([f"Stopped: {done.stopped}"] if done.stopped else [])):
            err.print(f"[bold red]failed[/] {escape(fault)}")
        out.print(f"record: {escape(str(done.record))}")
    raise typer.Exit(1 if done.faults or done.stopped else 0)


def _load(name: str) -> Procedure:
    """A procedure with everything that it names.

    Raises:
        DocumentError: With all faults.
    """
    procedure = load_procedure(name)
    faults = check_procedure(name)
    if faults:
        raise DocumentError(str(procedure.file or name), faults)
    return procedure


def _bar(quiet: bool) -> Progress:
    columns = (text_column("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    return Progress(*columns, TimeElapsedColumn(), console=err, transient=True, disable=quiet)


def _rehearse(procedure: Procedure, seed: int, quiet: bool) -> Rehearsal:
    with _bar(quiet) as bar:
        task = bar.add_task("model", total=1.0)
        return rehearse(
            procedure, seed=seed, progress=lambda share, what: bar.update(task, completed=share, description=what)
        )


def _show_plan(procedure: Procedure, plan: Planned, console: Any = out) -> None:
    document = procedure.document
    knots = f"{len(document.knots)} knots, {document.inserted} inserted between every two"
    console.print(f"{escape(procedure.name)}: {knots}; {1000 * plan.length:.0f} mm in {plan.duration:.1f} s")
    expected = plan.expected
    console.print(
        f"chords leave the surface by {1000 * expected.deviation:.2f} mm: "
        f"position control alone would err by {expected.force_error:.1f} N"
    )
    if expected.law_error is not None:
        share = 100.0 * expected.law_error / document.greatest_force
        console.print(f"force law of the scheme: {expected.law_error:.2f} N expected, {share:.1f} %")
    console.print(f"fastest joint {plan.joint_speed:.3f} rad/s; {plan.margin:.3f} rad from its limit at the nearest")
    for mark in plan.marks:
        console.print(f"[bold red]knot {mark.knot + 1}[/] {escape(mark.message)}")
    if plan.ok:
        console.print("[green]ok[/]  it can be rehearsed")


def _show_figures(figures: dict[str, Any]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, (words, unit, factor, digits) in _WORDS.items():
        if name in figures:
            value = figures[name]
            table.add_row(words, "never" if value is None else f"{factor * float(value):.{digits}f} {unit}")
    out.print(table)
