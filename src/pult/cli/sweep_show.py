"""`pult sweep show`: a results file as text, pictures and tables."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from pult.batch.results.export import write_csv, write_parquet
from pult.batch.results.file import read_head, read_rows
from pult.batch.results.pictures import PICTURES, draw_sweep
from pult.batch.results.summary import Median, Rate, Summary, summarise
from pult.batch.results.table import table_of, with_unit
from pult.cli.console import emit_json, out
from pult.core.errors import UsageError, choose

MAX_SHOWN = 40
"""Points that are listed on a terminal."""
MAX_CAUSES = 20
"""Causes of failures that are listed on a terminal."""


def show(
    results: Annotated[Path, typer.Argument(help="A results file.", show_default=False)],
    plot: Annotated[Path | None, typer.Option(help="Draw a picture to this file (SVG, PNG or PDF).")] = None,
    picture: Annotated[str, typer.Option(help=f"Kind of picture: {', '.join(PICTURES)}.")] = "overview",
    figure: Annotated[str, typer.Option(help="Quantity that it shows: points, time or a metric.")] = "points",
    csv: Annotated[Path | None, typer.Option(help="Write all runs to this file as a table (CSV).")] = None,
    parquet: Annotated[Path | None, typer.Option(help="The same, as Parquet.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Summarise a results file: success rates, medians, causes of failure, sensitivity to the varied values."""
    if picture not in PICTURES:
        raise typer.BadParameter(f"unknown picture {picture!r}. {choose(picture, PICTURES)}", param_hint="--picture")
    head = read_head(results)
    table = table_of(read_rows(results), head.units)
    if not len(table):
        raise UsageError(f"{results}: no run is done yet.")
    found = summarise(table)
    if csv is not None:
        write_csv(table, csv)
    if parquet is not None:
        write_parquet(table, parquet)
    if plot is not None:
        draw_sweep(table, plot, f"{head.title}, {len(table)} runs", picture, figure)
    if json:
        emit_json({"file": str(results), "sweep": head.sweep, **found.plain()})
        return
    out.print(escape(head.title))
    show_summary(found)


def show_summary(found: Summary) -> None:
    """Print a summary."""
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
    if found.failures:
        _show_failures(found)


def _show_failures(found: Summary) -> None:
    table = Table(box=None, pad_edge=False)
    for title in ("failed", "cause", "keys, for `pult sweep replay`"):
        table.add_column(title, justify="right" if title == "failed" else "left", overflow="fold")
    for cause, count, keys in found.failures[:MAX_CAUSES]:
        more = " ..." if count > len(keys) else ""
        table.add_row(f"[red]{count}[/]", escape(cause), f"[dim]{escape(' '.join(keys) + more)}[/]")
    out.print(table)
    if len(found.failures) > MAX_CAUSES:
        out.print(f"... and {len(found.failures) - MAX_CAUSES} more causes; --json lists them")


def _show_points(found: Summary) -> None:
    names = list(found.points[0][0])
    table = Table(box=None, pad_edge=False)
    for title in (*(with_unit(name, found.units) for name in names), "done", "95 %", "points"):
        table.add_column(escape(title), justify="right", overflow="fold")
    repeated = found.success.runs > len(found.points)  # of points with one run each, rates say nothing
    for values, rate, median in found.points[: MAX_SHOWN if repeated or len(found.points) <= MAX_SHOWN else 0]:
        shown = [f"{v:.4g}" if isinstance(v, float) else str(v) for v in (values.get(name) for name in names)]
        interval = f"{100 * rate.low:.0f} to {100 * rate.high:.0f} %"
        table.add_row(*map(escape, shown), f"{rate.hits}/{rate.runs}", interval, _median_words(median))
    if table.row_count:
        out.print(table)
    if len(found.points) > table.row_count:
        more = len(found.points) - table.row_count
        out.print(f"{f'... and {more} more' if table.row_count else more} points; --csv writes all rows")
    influence = Table(box=None, pad_edge=False)
    for title in ("variance explained by itself", "of success", "of points"):
        influence.add_column(title, justify="left" if title.startswith("variance") else "right")
    for name, (success, points) in sorted(found.sensitivity.items(), key=lambda item: -sum(item[1])):
        influence.add_row(escape(with_unit(name, found.units)), f"{100 * success:.0f} %", f"{100 * points:.0f} %")
    out.print(influence)


def _rate_words(rate: Rate) -> str:
    share = 100.0 * rate.hits / rate.runs if rate.runs else 0.0
    return f"{rate.hits} of {rate.runs} ({share:.4g} %), 95 %: {100 * rate.low:.3g} to {100 * rate.high:.3g} %"


def _median_words(median: Median) -> str:
    return f"{median.value:.1f}" if median.values else "-"
