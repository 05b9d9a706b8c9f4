"""`pult sweep`: many runs on all cores, and their results."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape
from typer.core import TyperGroup

from pult.batch.checking import reported_together
from pult.batch.plans.free import FreeDocument
from pult.batch.plans.plan import PLANS
from pult.batch.replay import find_row, replay_run
from pult.batch.results.file import ResultsError, appending, read_head, read_rows
from pult.batch.results.merging import merge
from pult.batch.results.summary import summarise
from pult.batch.results.table import table_of
from pult.batch.sweep import prepare_sweep
from pult.cli import sweep_show
from pult.cli.console import emit_json, note, out
from pult.cli.sweep_call import call_again
from pult.cli.sweep_options import SweepOptions, read_options
from pult.cli.sweep_progress import run_showing
from pult.core.errors import UsageError


class _RunByDefault(TyperGroup):
    """`pult sweep EXERCISE` runs a sweep; the other commands are named."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["run", *args])


app = typer.Typer(
    help=(
        "Sweeps of many runs: run them, show the results, replay a run. `pult sweep EXERCISE ...` is"
        " `pult sweep run EXERCISE ...`: `pult sweep run --help` lists its options."
    ),
    cls=_RunByDefault,
    no_args_is_help=True,
)
ResultsArgument = Annotated[Path, typer.Argument(help="A results file.", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@app.command("run")
def run(
    exercise: Annotated[
        str,
        typer.Argument(
            help="An exercise by name or file, a plan (NAME.sweep.json), or with --scheme a world.", show_default=False
        ),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Results file; an interrupted sweep is continued.")],
    pilot: Annotated[str, typer.Option(help="Pilot that attempts it.", show_default="the exercise's default")] = "",
    variant: Annotated[str, typer.Option(help="Variant of the exercise.", show_default="the pilot's")] = "",
    scheme: Annotated[str, typer.Option(help="Run a world with this scheme, without an operator.")] = "",
    duration: Annotated[float, typer.Option(help="Duration of a run without an operator [s].")] = 10.0,
    spread: Annotated[
        float, typer.Option(help="Fraction of its range in which each joint then starts, about the pose home.")
    ] = 0.1,
    watch: Annotated[
        list[str] | None,
        typer.Option(
            help="A signal, or a difference 'A - B', whose maximum, mean and final values are kept; repeatable."
        ),
    ] = None,
    seeds: Annotated[str, typer.Option(help="Seeds: 0:500, or a list.", show_default="0:20")] = "",
    draw: Annotated[
        int, typer.Option(min=0, help="Instead: draw this many fresh seeds, on which nothing was tuned.")
    ] = 0,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="What is varied: NAME=low:high:n, NAME=x,y,z, NAME~normal(m,s) ...; repeatable."),
    ] = None,
    faults: Annotated[
        list[str] | None,
        typer.Option("--fault", help="Runs with this fault and without: sensor:angles.stuck@2.5 ...; repeatable."),
    ] = None,
    plan: Annotated[str, typer.Option(help=f"Method by which points are chosen: {', '.join(PLANS)}.")] = "grid",
    points: Annotated[int, typer.Option(min=0, help="Number of points, unless the plan is a grid.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Number of processes.", show_default="one per core")] = 0,
    memory: Annotated[
        str, typer.Option(help="Maximum memory of all workers together, such as 4G.", show_default="no limit")
    ] = "",
    limit: Annotated[float, typer.Option(min=1.0, help="Maximum duration of a run [s], wall-clock time.")] = 600.0,
    cluster: Annotated[
        str, typer.Option(help="Dask scheduler whose workers do the runs: tcp://HOST:PORT.", show_default=False)
    ] = "",
    scheduler_file: Annotated[
        Path | None,
        typer.Option(help="Instead: the file that `dask scheduler --scheduler-file` wrote.", show_default=False),
    ] = None,
    records: Annotated[str, typer.Option(help="Runs to record: none, failed or all.")] = "none",
    shard: Annotated[str, typer.Option(help="Only the i-th of n parts of the sweep: i/n.", show_default="all")] = "",
    json: JsonOption = False,
) -> None:
    """Run an exercise many times; the same command continues an interrupted sweep. Exit code 1 if a run failed."""
    if records not in ("none", "failed", "all"):
        raise typer.BadParameter(f"{records!r} is not none, failed or all.", param_hint="--records")
    free = FreeDocument(world=exercise, scheme=scheme, duration=duration, spread=spread, watch=watch or [])
    if free != FreeDocument(world=exercise, scheme="") and not scheme:
        raise UsageError("--duration, --spread and --watch are for runs without an operator: name a --scheme.")
    given = SweepOptions(exercise, pilot, variant, seeds, draw, settings or [], faults or [], plan, points)
    document, problems = read_options(given)
    if scheme:
        document = msgspec.structs.replace(document, exercise="", free=free)
    part, allowed = _shard(shard), read_bytes(memory)
    with reported_together("sweep", problems):
        prepared = prepare_sweep(document)
    if not json:
        where = f", by the cluster of {cluster or scheduler_file}" if cluster or scheduler_file else ""
        what = f"{prepared.title}: {prepared.count} run{'s' if prepared.count != 1 else ''}{where}"
        out.print(escape(what))
    options: dict[str, Any] = {
        "workers": workers, "memory": allowed, "limit": limit, "records": records, "shard": part,
        "cluster": cluster, "scheduler_file": scheduler_file or "",
    }  # fmt: skip
    rows = run_showing(prepared, output, options, quiet=json)
    found = summarise(table_of(rows, prepared.units))
    if json:
        emit_json({"file": str(output), **found.plain()})
    else:
        sweep_show.show_summary(found)
        out.print(f"results in {escape(str(output))}; `pult sweep show {escape(str(output))}` shows them again")
    raise typer.Exit(0 if found.success.hits == found.success.runs else 1)


def _shard(text: str) -> tuple[int, int]:
    if not text:
        return 1, 1
    first, _, second = text.partition("/")
    if not (first.isdecimal() and second.isdecimal() and 1 <= int(first) <= int(second)):
        raise typer.BadParameter(f"{text!r}: write i/n with i from 1 to n, such as 3/40.", param_hint="--shard")
    return int(first), int(second)


def read_bytes(text: str) -> int:
    """A size as it is written for `--memory`, such as 4G [byte]; 0 for an empty text."""
    units = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    if not text:
        return 0
    try:
        return int(float(number) * units[unit])
    except (ValueError, KeyError, OverflowError):
        raise typer.BadParameter(f"{text!r}: write a size such as 800M or 4G.", param_hint="--memory") from None


app.command("show")(sweep_show.show)


@app.command("replay")
def replay(
    results: ResultsArgument,
    key: Annotated[str, typer.Argument(help="Key of a run, or its beginning.", show_default=False)],
    record: Annotated[Path | None, typer.Option(help="Record to this file (MCAP).", show_default=False)] = None,
    function: Annotated[
        str, typer.Option(help="Function package.module:function to call, for runs that are calls of it.")
    ] = "",
) -> None:
    """Replay one run of a sweep from the documents in its results file; exit code 1 if it differs."""
    head, row = read_head(results), find_row(results, key)
    if head.function or function:
        if record is not None:
            raise UsageError("a call of a function has no record.")
        raise typer.Exit(0 if call_again(results, head, row, function) else 1)
    row, again = replay_run(results, key, record)
    same = again.hash == row.hash
    words = "done" if again.success else f"not done ({again.cause})"
    out.print(f"seed {row.seed}: {escape(words)} in {again.time:.2f} s, {again.points:.0f} points")
    out.print("the same to the last bit" if same else "[bold red]it differs from the row of the results[/]")
    if record is not None:
        out.print(f"recorded to {escape(str(record))}")
    raise typer.Exit(0 if same else 1)


@app.command("merge")
def merge_files(
    files: Annotated[list[Path], typer.Argument(help="Results files of one sweep.", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", help="File to which all rows are written.")],
) -> None:
    """Merge the results of several machines; exit code 1 if runs of the plan are missing."""
    if output.exists() and output.resolve() not in {file.resolve() for file in files}:
        raise ResultsError(f"{output}: is there already. Name it among the files, too, to add to it.")
    merged = merge(sorted(files, key=lambda file: file.resolve() != output.resolve()))  # its first line stays
    known = {row.key for row in read_rows(output)} if output.exists() else set()
    with appending(output, merged.head) as file:
        file.append(merged.rows[key] for key in sorted(merged.rows) if key not in known)
    if any(row.fingerprint for row in merged.rows.values()):
        note("some rows were computed on machines that differ from the first; the rows note the differences.")
    out.print(f"{len(merged.rows)} runs in {escape(str(output))}")
    if merged.planned is None and len(files) > 1:
        note("the files were made by different plans, or do not state the number of runs.")
    if merged.missing:
        note(
            f"{merged.missing} of {merged.planned} runs are missing; the command of the sweep, without --shard and with"
            f" `-o {output}`, does them."
        )
        raise typer.Exit(1)
