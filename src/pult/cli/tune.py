"""`pult tune`: optimise parameters of an exercise over many runs."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from pult.batch.plans.seeds import read_seeds
from pult.batch.results.summary import Rate
from pult.batch.tuning.apply import apply
from pult.batch.tuning.check import MIN_PAIRS, Check, Estimate
from pult.batch.tuning.optimiser import method
from pult.batch.tuning.pictures import draw_tuning
from pult.batch.tuning.prepare import PreparedTuning, TuningSpec, prepare_tuning
from pult.batch.tuning.space import read_axis
from pult.batch.tuning.trial import Trial
from pult.batch.tuning.tune import TuningResult, run_tuning
from pult.batch.workers.executor import Execution
from pult.cli.console import emit_json, err, note, out, text_column
from pult.cli.sweep import read_bytes
from pult.core.errors import UsageError

MAX_SHOWN = 5
"""Trials that are listed, the best first."""


def tune(
    exercise: Annotated[str, typer.Argument(help="An exercise by name or file.", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", help="Results file; an interrupted tuning is continued.")],
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary", help="Parameter to tune: NAME=a:b, NAME~log(a,b), NAME~int(a,b), NAME=x,y,z; repeatable."
        ),
    ],
    goal: Annotated[
        str, typer.Option(help="A metric, score or success; 'minimise ...' or 'maximise ...' overrides its direction.")
    ] = "score",
    constraints: Annotated[
        list[str] | None, typer.Option("--constraint", help="Constraint such as 'peak_force<60'; repeatable.")
    ] = None,
    trials: Annotated[int, typer.Option(min=1, help="Number of trials.")] = 40,
    seeds: Annotated[str, typer.Option(help="Seeds of every trial: 0:5, or a list.")] = "0:5",
    over: Annotated[
        str, typer.Option(help="Aggregate over the seeds: mean, median, worst, or a quantile such as q90.")
    ] = "mean",
    check: Annotated[
        int, typer.Option(min=0, help="Number of fresh seeds on which the result is validated; 0 for none.")
    ] = 40,
    pilot: Annotated[str, typer.Option(help="Pilot that attempts it.", show_default="the exercise's default")] = "",
    variant: Annotated[str, typer.Option(help="Variant of the exercise.", show_default="the pilot's")] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the optimiser.")] = 0,
    faults: Annotated[
        list[str] | None,
        typer.Option("--fault", help="Run every trial with this fault and without; repeatable."),
    ] = None,
    write: Annotated[bool, typer.Option("--apply", help="Write the best values into the documents.")] = False,
    picture: Annotated[
        Path | None, typer.Option("--plot", help="Draw all trials to this file (SVG, PNG or PDF).")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, help="Number of processes.", show_default="one per core")] = 0,
    memory: Annotated[
        str, typer.Option(help="Maximum memory of all workers together, such as 4G.", show_default="no limit")
    ] = "",
    limit: Annotated[float, typer.Option(min=1.0, help="Maximum duration of a run [s], wall-clock time.")] = 600.0,
    cluster: Annotated[
        str, typer.Option(help="Dask scheduler whose workers do the runs: tcp://...", show_default="this machine")
    ] = "",
    scheduler_file: Annotated[
        Path | None,
        typer.Option(help="Instead: the file that `dask scheduler --scheduler-file` wrote.", show_default=False),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Optimise parameters of an exercise over many runs, and validate the result on fresh seeds.

    The same command continues an interrupted tuning. Exit code 1 if no trial satisfies the constraints.
    """
    axes = [read_axis(text) for text in vary]
    if len({name for name, _ in axes}) < len(axes):
        raise UsageError("--vary: a name is given twice.")
    spec = TuningSpec(
        exercise=exercise, pilot=pilot, variant=variant, vary=dict(axes), goal=goal, constraints=constraints or [],
        over=over, trials=trials, seeds=read_seeds(seeds), check=check, seed=seed, faults=faults or [],
    )  # fmt: skip
    execution = Execution(
        workers=workers, memory=read_bytes(memory), limit=limit, cluster=cluster, scheduler_file=scheduler_file or ""
    )
    execution.check()
    prepared = prepare_tuning(spec)
    if write:
        prepared.check_writable()
    if not json:
        _announce(prepared)
    tuned = _run(prepared, output, execution, quiet=json)
    if picture is not None:
        draw_tuning(tuned, picture)
    written = apply(prepared.locations, tuned.values) if write and tuned.best.feasible else []
    if json:
        emit_json({"file": str(output), **tuned.plain(), "written": [str(file) for file in written]})
    else:
        _show(tuned)
        for file in written:
            out.print(f"written to {escape(str(file))}")
    if not tuned.best.feasible:
        note("no trial satisfies all constraints; nothing is written.")
        raise typer.Exit(1)


def _announce(prepared: PreparedTuning) -> None:
    sweep, goal, count = prepared.sweep, prepared.objective.goal, len(prepared.document.seeds) * len(prepared.cases)
    out.print(f"{escape(f'{sweep.exercise.name} ({sweep.variant})')}, pilot {escape(sweep.pilot)}")
    runs = f"{prepared.document.trials} trials of {count} run{'s' if count != 1 else ''}"
    out.print(f"{escape(goal.words)} {prepared.direction}: {runs}, {method(prepared.space)}")
    if prepared.first is None:
        note("the values of the documents lie outside the search space; they are the reference, but not a trial.")


def _run(prepared: PreparedTuning, output: Path, execution: Execution, quiet: bool) -> TuningResult:
    if quiet or not err.is_terminal:
        return run_tuning(prepared, output, execution)
    columns = (
        text_column("{task.description}"), BarColumn(), MofNCompleteColumn(), text_column("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    began = time.monotonic()
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("starting", total=prepared.count, speed="")

        def update(done: int, failed: int, total: int) -> None:
            speed = done / max(time.monotonic() - began, 1e-3)
            words = f"{failed} failed" if failed else "none failed"
            bar.update(task, completed=done, total=total, description=words, speed=f"{speed:.1f} runs/s")

        return run_tuning(prepared, output, execution, update)


def _show(tuned: TuningResult) -> None:
    ranked = sorted(tuned.trials, key=tuned.prepared.objective.rank)[:MAX_SHOWN]
    goal = tuned.prepared.objective.goal
    table = Table(box=None, pad_edge=False)
    for title in ("trial", *tuned.prepared.space, goal.words, "done", "constraints"):
        table.add_column(escape(title), justify="left" if title == "constraints" else "right")
    for trial in (*([tuned.before] if tuned.prepared.first is None else []), *ranked):
        values = [_value(trial.values.get(name)) for name in tuned.prepared.space]
        number = "before" if trial.number < 0 else str(trial.number)
        done = f"{len(trial.runs) - trial.failed}/{len(trial.runs)}"
        table.add_row(number, *map(escape, values), _value(trial.objective), done, escape(_broken(trial)))
    out.print(table)
    out.print(escape(tuned.difference) or "no better values were found than those of the documents")
    if tuned.check is not None:
        _show_check(tuned.check)


def _value(value: Any) -> str:
    return "-" if value is None else f"{value:.5g}" if isinstance(value, float) else str(value)


def _broken(trial: Trial) -> str:
    broken = [name for name, violation in trial.violations.items() if violation > 0.0]
    return f"violated: {', '.join(broken)}" if broken else "satisfied"


def _show_check(check: Check) -> None:
    out.print(f"on {check.success_after.runs} fresh seeds, {escape(check.goal.words)} with 95 % intervals:")
    rows = (("before", check.before, check.success_before), ("after", check.after, check.success_after))
    for name, estimate, rate in rows:
        out.print(f"  {name:<10} {_estimate(estimate)}, done {_rate(rate)}")
    out.print(f"  difference {_estimate(check.difference)}, {check.pairs} pairs")
    words = {
        "better": "[green]better[/]: the interval of the difference excludes 0",
        "worse": "[red]worse than before[/]: the seeds used for tuning are not typical; use more of them",
        "unclear": "[yellow]not significant[/]: the interval of the difference includes 0",
    }
    few = f"[yellow]not significant[/]: {MIN_PAIRS} or more pairs are needed; --check sets the number of seeds"
    out.print(words[check.verdict] if check.pairs >= MIN_PAIRS else few)
    if not check.trial.feasible:
        note(f"on fresh seeds constraints are {_broken(check.trial)}.")


def _estimate(estimate: Estimate | None) -> str:
    return "-" if estimate is None else f"{estimate.value:.5g} ({estimate.low:.5g} to {estimate.high:.5g})"


def _rate(rate: Rate) -> str:
    return f"{rate.hits} of {rate.runs} ({100 * rate.low:.0f} to {100 * rate.high:.0f} %)"
