"""`pult run`: a scripted operator attempts an exercise."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from pult.cli.console import emit_json, err, note, out, read_assignment
from pult.core.document import localized
from pult.core.errors import UsageError
from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.operators import find_operator
from pult.exercise.run import Outcome, run_attempt
from pult.pilot import Pilot
from pult.sim.loop import native_steps


def run(
    exercise: Annotated[str, typer.Argument(help="An exercise: a shipped one by name, or a file.", show_default=False)],
    pilot: Annotated[
        str, typer.Option(help="Pilot; `pult list pilots` lists them.", show_default="the exercise's own")
    ] = "",
    variant: Annotated[str, typer.Option(help="Variant of the exercise.", show_default="the pilot's")] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the start, the noise and the tremor.")] = 0,
    record: Annotated[Path | None, typer.Option(help="Record to this file (MCAP).", show_default=False)] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing record.")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Parameter of the scheme, BLOCK.PARAMETER=VALUE; repeatable.")
    ] = None,
    streams: Annotated[
        list[str] | None,
        typer.Option("--stream", help="Recorded data of a stream, NAME=FILE (CSV or MCAP); repeatable."),
    ] = None,
    faults: Annotated[
        list[str] | None, typer.Option("--fault", help="A fault, such as sensor:angles.stuck@2.5; repeatable.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Run as plain Python: same bits, no compiler, slow.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Let a scripted operator attempt an exercise, as fast as the machine allows; exit code 1 if it fails."""
    parameters = dict(read_assignment(text, "--set") for text in settings or [])
    sources = dict(_source(text) for text in streams or [])
    loaded = load_exercise(exercise)
    chosen = find_operator(loaded, pilot, variant)
    if not plain and not native_steps.is_kept():
        note("compiling for this machine, which takes up to half a minute; later runs find it in the cache.")
    outcome = _run(loaded, chosen, seed, variant, parameters, sources, faults or [], record, overwrite, plain, json)
    if json:
        emit_json(outcome.plain())
    else:
        _show(outcome)
    raise typer.Exit(0 if outcome.success and not outcome.problem else 1)


def _source(text: str) -> tuple[str, str]:
    name, _, file = text.partition("=")
    if not name.strip() or not file.strip():
        raise UsageError(f"--stream {text!r}: write NAME=FILE, such as master=motion.csv.")
    return name.strip(), file.strip()


def _run(
    exercise: Exercise,
    pilot: Pilot,
    seed: int,
    variant: str,
    parameters: dict[str, Any],
    streams: dict[str, str],
    faults: list[str],
    record: Path | None,
    overwrite: bool,
    plain: bool,
    quiet: bool,
) -> Outcome:
    options: dict[str, Any] = {
        "variant": variant, "parameters": parameters, "streams": streams, "faults": faults, "record": record,
        "overwrite": overwrite, "plain": plain,
    }  # fmt: skip
    if quiet or not err.is_terminal:
        return run_attempt(exercise, pilot, seed, **options)
    document = exercise.document
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[clock]}"), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("preparing", total=len(document.stages), clock="")

        def tell(time: float, stage: int) -> None:
            title = localized(document.stages[min(stage, len(document.stages) - 1)].title)
            bar.update(task, completed=stage, description=title, clock=f"{time:.0f} s simulated")

        return run_attempt(exercise, pilot, seed, progress=tell, **options)


def _show(outcome: Outcome) -> None:
    word = "[green]done[/]" if outcome.success else f"[bold red]not done[/] ({escape(outcome.reason)})"
    medal = f", {outcome.score.medal}" if outcome.score.medal else ""
    out.print(
        f"{escape(outcome.exercise)} ({escape(outcome.variant)}), pilot {escape(outcome.pilot)}, seed {outcome.seed}: "
        f"{word} in {outcome.time:.1f} s, {outcome.score.points:.0f} of 100 points{medal}"
    )
    if outcome.score.limit:
        out.print(f"ended by the limit [bold]{escape(outcome.score.limit)}[/]")
    table = Table(box=None, pad_edge=False)
    for title in ("metric", "value", "unit", "par", "points"):
        table.add_column(title, justify="left" if title in ("metric", "unit") else "right")
    shares = {share.metric.name: share for share in outcome.score.shares}
    for name, metric in outcome.score.metrics.items():
        if metric.value is None:
            continue
        share = shares.get(name)
        par = f"{share.par:.3g}" if share is not None and share.par is not None else ""
        points = f"{share.points:.1f} of {share.of:.0f}" if share is not None else ""
        unit = "" if metric.unit == "1" else metric.unit
        table.add_row(escape(localized(metric.title)), f"{metric.value:.3g}", unit, par, points)
    out.print(table)
    for penalty in outcome.score.penalties:
        title = escape(localized(penalty.title))
        out.print(f"[yellow]limit[/] {title}: {penalty.count} times, -{penalty.points:g} points")
    factor = outcome.wall["real_time_factor"]
    out.print(f"{outcome.steps} control steps, {factor:.0f} times real time; data {outcome.hash[:16]}")
    if outcome.record is not None:
        file = escape(str(outcome.record))
        out.print(f"recorded to {file}; `pult replay {file} --check` runs it again")
    if outcome.problem:
        err.print(f"[bold red]problem:[/] {escape(outcome.problem)}")
