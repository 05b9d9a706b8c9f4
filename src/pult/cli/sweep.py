"""`pult sweep`: many runs, on all cores, and what they say."""

import csv
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from typer.core import TyperGroup

from pult.batch.bundle import unpack
from pult.batch.document import SweepDocument, read_sweep_document, sweep_faults
from pult.batch.job import Job, Runner
from pult.batch.pictures import draw_sweep
from pult.batch.plan import PLANS
from pult.batch.results import Head, ResultsError, Row, appending, merge, read_head, read_rows
from pult.batch.seeds import read_seeds
from pult.batch.summary import Median, Rate, Summary, summarise
from pult.batch.sweep import Prepared, prepare, run_sweep
from pult.batch.target import Documents, split
from pult.batch.variation import read_variation
from pult.cli.console import emit_json, err, note, out
from pult.core.errors import DocumentError, UsageError, choose

MAX_SHOWN = 40
"""Points that are listed on a terminal."""


class _RunByDefault(TyperGroup):
    """`pult sweep EXERCISE` runs a sweep; the other commands are named."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["run", *args])


app = typer.Typer(help="Many runs: do them, look at them, do one again.", cls=_RunByDefault, no_args_is_help=True)
ResultsArgument = Annotated[Path, typer.Argument(help="A file of results.", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@app.command("run")
def run(
    exercise: Annotated[
        str, typer.Argument(help="An exercise by name or file, or a plan (NAME.sweep.json).", show_default=False)
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="File of results; an earlier run of it goes on.")],
    pilot: Annotated[str, typer.Option(help="Who attempts it.", show_default="the exercise's own")] = "",
    variant: Annotated[str, typer.Option(help="Variant of the exercise.", show_default="the pilot's")] = "",
    seeds: Annotated[str, typer.Option(help="Seeds: 0:500, or a list.", show_default="0:20")] = "",
    draw: Annotated[int, typer.Option(min=0, help="Instead: draw so many that nobody has tuned on.")] = 0,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="What is varied: NAME=a:b:n, NAME=x,y,z, NAME~normal(m,s) ...; repeatable."),
    ] = None,
    plan: Annotated[str, typer.Option(help=f"How points are chosen: {', '.join(PLANS)}.")] = "grid",
    points: Annotated[int, typer.Option(min=0, help="How many points, if the plan is not a grid.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes.", show_default="one a core")] = 0,
    memory: Annotated[str, typer.Option(help="Memory of all workers, such as 4G.", show_default="no limit")] = "",
    limit: Annotated[float, typer.Option(min=1.0, help="Longest time of one run [s].")] = 600.0,
    records: Annotated[str, typer.Option(help="Runs that are recorded: none, failed or all.")] = "none",
    shard: Annotated[str, typer.Option(help="Only the i-th of n parts: i/n.", show_default="all")] = "",
    json: JsonOption = False,
) -> None:
    """Do many runs of an exercise; the same command goes on where it was stopped. 1 is returned if a run failed."""
    if records not in ("none", "failed", "all"):
        raise typer.BadParameter(f"{records!r} is not none, failed or all.", param_hint="--records")
    document = _document(exercise, pilot, variant, seeds, draw, settings or [], plan, points)
    part, allowed = _shard(shard), _bytes(memory)
    prepared = prepare(document)
    if not json:
        what = f"{prepared.exercise.name} ({prepared.variant}), pilot {prepared.pilot}"
        out.print(f"{escape(what)}: {prepared.count} run{'s' if prepared.count != 1 else ''}")
    options: dict[str, Any] = {
        "workers": workers, "memory": allowed, "limit": limit, "records": records, "shard": part,
    }  # fmt: skip
    rows = _run(prepared, output, options, quiet=json)
    found = summarise(rows)
    if json:
        emit_json({"file": str(output), **found.plain()})
    else:
        _show(found)
        out.print(f"results in {escape(str(output))}; `pult sweep show {escape(str(output))}` shows them again")
    raise typer.Exit(0 if found.success.hits == found.success.runs else 1)


def _document(
    exercise: str, pilot: str, variant: str, seeds: str, draw: int, settings: list[str], plan: str, points: int
) -> SweepDocument:
    if exercise.endswith(".sweep.json"):
        if pilot or variant or seeds or draw or settings or points or plan != "grid":
            raise UsageError("the plan says what is run; options that change it are not taken with it.")
        found, _, folder = read_sweep_document(exercise)
        return msgspec.structs.replace(found, exercise=_near(folder, found.exercise))
    if plan not in PLANS:
        raise typer.BadParameter(f"unknown plan {plan!r}. {choose(plan, PLANS)}", param_hint="--plan")
    if seeds and draw:
        raise UsageError("give either --seeds or --draw.")
    vary = dict(read_variation(text) for text in settings)
    numbers = [] if draw else read_seeds(seeds or "0:20")
    document = SweepDocument(
        exercise=exercise, pilot=pilot, variant=variant, seeds=numbers, draw=draw, vary=vary, plan=plan, points=points
    )
    if faults := sweep_faults(document):
        raise DocumentError("sweep", faults)
    return document


def _near(folder: Path, name: str) -> str:
    return str(folder / name) if (folder / name).is_file() else name


def _shard(text: str) -> tuple[int, int]:
    if not text:
        return 1, 1
    first, _, second = text.partition("/")
    if not (first.isdecimal() and second.isdecimal() and 1 <= int(first) <= int(second)):
        raise typer.BadParameter(f"{text!r}: write i/n with i from 1 to n, such as 3/40.", param_hint="--shard")
    return int(first), int(second)


def _bytes(text: str) -> int:
    units = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    if not text:
        return 0
    try:
        return int(float(number) * units[unit])
    except (ValueError, KeyError, OverflowError):
        raise typer.BadParameter(f"{text!r}: write a size such as 800M or 4G.", param_hint="--memory") from None


def _run(prepared: Prepared, output: Path, options: dict[str, Any], quiet: bool) -> list[Row]:
    if quiet or not err.is_terminal:
        return run_sweep(prepared, output, **options)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    began = time.monotonic()
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("starting", total=prepared.count, speed="")
        first: list[int] = []

        def tell(done: int, failed: int, total: int) -> None:
            first.append(done)
            speed = (done - first[0] + 1) / max(time.monotonic() - began, 1e-3)
            words = f"{failed} failed" if failed else "none failed"
            bar.update(task, completed=done, total=total, description=words, speed=f"{speed:.1f} runs/s")

        return run_sweep(prepared, output, progress=tell, **options)


@app.command("show")
def show(
    results: ResultsArgument,
    picture: Annotated[Path | None, typer.Option("--plot", help="Draw it here (SVG, PNG or PDF).")] = None,
    table: Annotated[Path | None, typer.Option("--csv", help="Write all rows as a table (CSV) here.")] = None,
    json: JsonOption = False,
) -> None:
    """Show what a file of results says: rates, medians, causes of failures, influence of what was varied."""
    head, rows = read_head(results), list(read_rows(results))
    if not rows:
        raise UsageError(f"{results}: no run is done yet.")
    found = summarise(rows)
    if table is not None:
        _write_csv(table, rows)
    if picture is not None:
        draw_sweep(rows, picture, f"{head.sweep.get('exercise', '')} ({head.variant}), {len(rows)} runs")
    if json:
        emit_json({"file": str(results), "sweep": head.sweep, **found.plain()})
        return
    out.print(f"{escape(str(head.sweep.get('exercise', '')))} ({escape(head.variant)}), pilot {escape(head.pilot)}")
    _show(found)


def _show(found: Summary) -> None:
    out.print(f"done: {_rate_words(found.success)}")
    if found.none_failed is not None:
        out.print(f"no failure: at most {100 * found.none_failed:.2g} % of all runs fail (95 %, exact)")
    if found.success.hits:
        table = Table(box=None, pad_edge=False)
        for title in ("of the successes", "median", "95 %"):
            table.add_column(title, justify="left" if title == "of the successes" else "right")
        for name, median in found.figures.items():
            table.add_row(escape(name), f"{median.value:.4g}", f"{median.low:.4g} to {median.high:.4g}")
        out.print(table)
    if found.points:
        _show_points(found)
    for cause, count, keys in found.failures:
        times = "once" if count == 1 else f"{count} times"
        out.print(f"[red]failed[/] {times}: {escape(cause)}  [dim]{escape(' '.join(keys))}[/]")


def _show_points(found: Summary) -> None:
    names = list(found.points[0][0])
    table = Table(box=None, pad_edge=False)
    for title in (*names, "done", "95 %", "points"):
        table.add_column(escape(title), justify="right")
    for values, rate, median in found.points[:MAX_SHOWN]:
        shown = [f"{v:.4g}" if isinstance(v, float) else str(v) for v in (values.get(name) for name in names)]
        interval = f"{100 * rate.low:.0f} to {100 * rate.high:.0f} %"
        table.add_row(*map(escape, shown), f"{rate.hits}/{rate.runs}", interval, _median_words(median))
    out.print(table)
    if len(found.points) > MAX_SHOWN:
        out.print(f"... and {len(found.points) - MAX_SHOWN} more points; --csv writes all rows")
    for name, (success, points) in sorted(found.sensitivity.items(), key=lambda item: -item[1][1]):
        shares = f"{100 * success:.0f} % of the variance of success, {100 * points:.0f} % of that of points"
        out.print(f"{escape(name)}: explains {shares}")


def _rate_words(rate: Rate) -> str:
    share = 100.0 * rate.hits / rate.runs if rate.runs else 0.0
    return f"{rate.hits} of {rate.runs} ({share:.4g} %), 95 %: {100 * rate.low:.3g} to {100 * rate.high:.3g} %"


def _median_words(median: Median) -> str:
    return f"{median.value:.1f}" if median.values else "-"


def _write_csv(path: Path, rows: list[Row]) -> None:
    varied = sorted({name for row in rows for name in row.values})
    metrics = sorted({name for row in rows for name in row.metrics} - {"time"})
    stages = list(dict.fromkeys(name for row in rows for name in row.stages))
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            ends = [f"passed {name}" for name in stages]
            titles = ["success", "reason", "cause", "time", "points", *ends, *metrics, "hash"]
            writer.writerow(["key", "seed", *varied, *titles])
            for row in sorted(rows, key=lambda row: row.key):
                writer.writerow(
                    [row.key, row.seed, *(row.values.get(n, "") for n in varied), row.success, row.reason, row.cause,
                     row.time, row.points, *(row.stages.get(n, "") for n in stages),
                     *(row.metrics.get(n, "") for n in metrics), row.hash]
                )  # fmt: skip
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}.") from None


@app.command("replay")
def replay(
    results: ResultsArgument,
    key: Annotated[str, typer.Argument(help="Key of a run, or its beginning.", show_default=False)],
    record: Annotated[Path | None, typer.Option(help="Record to this file (MCAP).", show_default=False)] = None,
) -> None:
    """Do one run of a sweep again, from the documents in the file of results; 1 is returned if it differs."""
    head, row = read_head(results), _find(results, key)
    bundle = unpack(head.bundle)
    documents = Documents(bundle)
    parameters, patches = split({name: documents.find(name) for name in row.values}, row.values)
    job = Job(row.key, row.seed, row.values, parameters, patches, str(record or ""), record is not None)
    runner = Runner(bundle, head.variant, head.pilot)
    try:
        again = runner.run(job)
    finally:
        runner.close()
    same = again.hash == row.hash
    words = "done" if again.success else f"not done ({again.cause})"
    out.print(f"seed {row.seed}: {escape(words)} in {again.time:.2f} s, {again.points:.0f} points")
    out.print("the same to the last bit" if same else "[bold red]it differs from the row of the results[/]")
    if record is not None:
        out.print(f"recorded to {escape(str(record))}")
    raise typer.Exit(0 if same else 1)


def _find(results: Path, key: str) -> Row:
    rows = [row for row in read_rows(results) if row.key.startswith(key)]
    if not rows:
        raise UsageError(f"{results}: has no run {key!r}. {choose(key, [row.key for row in read_rows(results)])}")
    if len(rows) > 1:
        raise UsageError(f"{results}: {len(rows)} runs begin with {key!r}; write more of the key.")
    return rows[0]


@app.command("merge")
def merge_files(
    files: Annotated[list[Path], typer.Argument(help="Files of results of one sweep.", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", help="File that all rows go to.")],
) -> None:
    """Put the results of several machines together."""
    head: Head = read_head(files[0])
    rows = merge(files, head)
    if output.exists() and output not in files:
        raise ResultsError(f"{output}: is there already.")
    known = {row.key for row in read_rows(output)} if output.exists() else set()
    with appending(output, head) as file:
        file.append(rows[key] for key in sorted(rows) if key not in known)
    if any(row.fingerprint for row in rows.values()):
        note("some rows were computed on machines that differ from the first; they say in what.")
    out.print(f"{len(rows)} runs in {escape(str(output))}")
