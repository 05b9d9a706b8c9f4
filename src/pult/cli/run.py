"""`pult run`: a scripted operator attempts an exercise, or a script moves the panel of a world."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TimeElapsedColumn
from rich.table import Table

from pult.cli.console import emit_json, err, note, out, read_assignment, text_column
from pult.core.document import localized
from pult.core.errors import UsageError
from pult.core.unit_names import shown_unit, typeset_unit
from pult.exercise.account import LimitBreaks, ReadingAccount
from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.operators import find_operator
from pult.exercise.parts import score_parts, shown_points
from pult.exercise.run import Outcome, run_attempt
from pult.pilot import Pilot
from pult.record.scripted import ScriptedRun, run_script
from pult.sim.fault_notation import read_fault_file
from pult.sim.loop import native_steps
from pult.sim.setup import Setup


def run(
    exercise: Annotated[
        str,
        typer.Argument(help="An exercise: a shipped one by name, or a file; none with --world.", show_default=False),
    ] = "",
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
    fault_file: Annotated[
        Path | None,
        typer.Option("--faults", help="A schedule of faults: a file with one in each line.", show_default=False),
    ] = None,
    world: Annotated[str, typer.Option(help="Without an exercise: the world.", show_default=False)] = "",
    scheme: Annotated[str, typer.Option(help="Without an exercise: the scheme.", show_default=False)] = "",
    panel: Annotated[str, typer.Option(help="Without an exercise: the panel.", show_default=False)] = "",
    script: Annotated[
        Path | None,
        typer.Option(help="Without an exercise: table of panel inputs over time (CSV).", show_default=False),
    ] = None,
    duration: Annotated[
        float | None,
        typer.Option(help="Without an exercise: how long \\[s].", show_default="a second after the script"),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Run as plain Python: same bits, no compiler, slow.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Let a scripted operator attempt an exercise, as fast as the machine allows; exit code 1 if it fails.

    Without an exercise a world runs under a scheme, and a table of inputs over time moves its panel.
    """
    parameters = dict(read_assignment(text, "--set") for text in settings or [])
    faults = [*(faults or []), *(read_fault_file(fault_file) if fault_file is not None else [])]
    if world or scheme:
        _check_alone(exercise, world, scheme, pilot or variant or streams)
        setup = Setup(world=world, scheme=scheme, panel=panel, parameters=parameters, seed=seed)
        _run_alone(
            run_script(
                setup, script or (), duration=duration, faults=faults, folder=Path.cwd(), record=record,
                overwrite=overwrite, plain=plain,
            ), json,
        )  # fmt: skip
    if panel or script or duration is not None:
        hint = "--panel, --script, --duration"
        raise typer.BadParameter("belong to a run without an exercise: --world and --scheme.", param_hint=hint)
    if not exercise:
        raise typer.BadParameter("name an exercise, or --world and --scheme.", param_hint="EXERCISE")
    sources = dict(_source(text) for text in streams or [])
    loaded = load_exercise(exercise)
    chosen = find_operator(loaded, pilot, variant)
    if not plain and not native_steps.is_kept():
        note("compiling for this machine, which takes up to half a minute; later runs find it in the cache.")
    outcome = _run(loaded, chosen, seed, variant, parameters, sources, faults, record, overwrite, plain, json)
    if json:
        emit_json(outcome.plain())
    else:
        _show(outcome)
    raise typer.Exit(0 if outcome.success and not outcome.problem else 1)


def _check_alone(exercise: str, world: str, scheme: str, other: object) -> None:
    """Check the options of a run without an exercise."""
    if exercise:
        raise typer.BadParameter("an exercise has a world and a scheme of its own.", param_hint="--world, --scheme")
    if not (world and scheme):
        raise typer.BadParameter("a run without an exercise needs both.", param_hint="--world, --scheme")
    if other:
        raise typer.BadParameter("belong to exercises.", param_hint="--pilot, --variant, --stream")


def _run_alone(done: ScriptedRun, json: bool) -> None:
    """Tell what a run without an exercise was, and exit."""
    steps = len(done.rows) - 1
    if json:
        told = [{"time": event.tick * done.dt, "kind": event.kind, "text": event.text} for event in done.events]
        emit_json(
            {
                "steps": steps, "time": steps * done.dt, "hash": done.hash, "halted": done.halted or None,
                "record": str(done.record) if done.record else None, "events": told,
            }
        )  # fmt: skip
        raise typer.Exit(1 if done.halted else 0)
    for event in done.events:
        out.print(f"{event.tick * done.dt:8.2f} s  {escape(event.text)}")
    if done.halted:
        out.print(f"[bold red]halted[/]: {escape(done.halted)}")
    factor = steps * done.dt / max(done.wall, 1e-9)
    out.print(f"{steps} control steps, {factor:.0f} times real time; data {done.hash[:16]}")
    if done.record is not None:
        file = escape(str(done.record))
        out.print(f"recorded to {file}; `pult plot {file} --list` names its signals")
    raise typer.Exit(1 if done.halted else 0)


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
    columns = (
        text_column("{task.description}"),
        BarColumn(),
        text_column("{task.fields[clock]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("preparing", total=len(document.stages), clock="")

        def tell(time: float, stage: int) -> None:
            title = localized(document.stages[min(stage, len(document.stages) - 1)].title)
            bar.update(task, completed=stage, description=title, clock=f"{time:.0f} s simulated")

        return run_attempt(exercise, pilot, seed, progress=tell, **options)


def _broken(broken: LimitBreaks) -> str:
    """A broken limit in words: which, when, where, and what was measured."""
    words = [f"limit [bold]{escape(localized(broken.title))}[/] broken at {broken.time:.1f} s"]
    if stage := localized(broken.stage):
        words.append(f"in the stage '{escape(stage)}'")
    if broken.place is not None:
        words.append(f"with the effector at ({', '.join(f'{x:.2f}' for x in broken.place)}) m")
    for reading in broken.readings:
        words.append(f"({_reading(reading)})")
    end = "which ended the attempt" if broken.fatal else ""
    cost = f"{broken.count} {'time' if broken.count == 1 else 'times'}, {broken.points:g} points" if not end else ""
    return f"[yellow]{' '.join(words)}[/]; {end or cost}"


def _reading(reading: ReadingAccount) -> str:
    shown, factor = shown_unit(reading.unit)

    def written(value: float) -> str:
        return f"{value * factor:.3g} {typeset_unit(shown)}".strip().replace(" °", "°")

    text = f"{escape(localized(reading.title))} {written(reading.value or 0.0)}"
    if reading.kind or (reading.above is None) == (reading.below is None):
        return text
    bound = f"max {written(reading.below)}" if reading.below is not None else f"min {written(reading.above or 0.0)}"
    return f"{text}, {bound}"


def _metrics(outcome: Outcome) -> Table:
    """Metrics with what they bring: the points of the table add up to the score."""
    table = Table(box=None, pad_edge=False)
    for title in ("metric", "value", "unit", "par", "points"):
        table.add_column(title, justify="left" if title in ("metric", "unit") else "right")
    shares = {share.metric.name: share for share in outcome.score.shares}
    parts = score_parts(outcome.score.plain())
    brought = {part.name: part for part in parts if part.most > 0.0}
    for name, metric in outcome.score.metrics.items():
        if metric.value is None:
            continue
        share, part = shares.get(name), brought.get(name)
        shown, factor = shown_unit(metric.unit)
        par = f"{share.par * factor:.3g}" if share is not None and share.par is not None else ""
        points = "" if part is None else f"{part.points:.0f} of {part.most:.0f}" if part.counts else "does not count"
        title = escape(localized(metric.title))
        table.add_row(title, f"{metric.value * factor:.3g}", typeset_unit(shown), par, points)
    for part in parts:
        if part.most == 0.0:
            table.add_row(escape(localized(part.title)), "", "", "", f"{part.points:.0f}")
    table.add_row("[bold]sum[/]", "", "", "", f"[bold]{shown_points(outcome.score.points)}[/]")
    return table


def _show(outcome: Outcome) -> None:
    word = "[green]done[/]" if outcome.success else f"[bold red]not done[/] ({escape(outcome.reason)})"
    medal = f", {outcome.score.medal}" if outcome.score.medal else ""
    points = shown_points(outcome.score.points)
    out.print(
        f"{escape(outcome.exercise)} ({escape(outcome.variant)}), pilot {escape(outcome.pilot)}, seed {outcome.seed}: "
        f"{word} in {outcome.time:.1f} s, {points} of 100 points{medal}"
    )
    for broken in outcome.breaks:
        out.print(_broken(broken))
    out.print(_metrics(outcome))
    factor = outcome.wall["real_time_factor"]
    out.print(f"{outcome.steps} control steps, {factor:.0f} times real time; data {outcome.hash[:16]}")
    if outcome.record is not None:
        file = escape(str(outcome.record))
        out.print(f"recorded to {file}; `pult replay {file} --check` runs it again")
    if outcome.problem:
        err.print(f"[bold red]problem:[/] {escape(outcome.problem)}")
