"""Output of the report of the scheme benchmark: tables for the terminal, JSON and a plot as files."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.figures import Environment, FirstStep, Native, Sample, SchemesReport, Stepped, Target
from pult.core.document import write_atomically


def write(report: SchemesReport, folder: str | Path) -> list[Path]:
    """Write `schemes.json`, and `schemes.png` and `schemes.svg` if Matplotlib is installed.

    Args:
        folder: Created if missing.

    Returns:
        The files written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "schemes.json"
    write_atomically(path, report.to_json())
    return [path, *_write_picture(report, folder)]


def _write_picture(report: SchemesReport, folder: Path) -> list[Path]:
    try:
        from benchmarks.picture import draw
    except ModuleNotFoundError:  # Matplotlib comes with the extras `plot` and `bench`
        return []
    figure = draw(report)
    paths = [folder / "schemes.png", folder / "schemes.svg"]
    for path in paths:
        figure.savefig(path, dpi=160)
    return paths


def print_report(report: SchemesReport, console: Console) -> None:
    """Print the tables."""
    console.print(_stepped_table(report.stepped))
    console.print(_native_table(report.native))
    if report.first_step:
        console.print(_first_step_table(report.first_step))
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
    if report.agrees:
        console.print("All engines computed the same trajectories.")
    else:
        console.print("[bold red]Not all engines computed the same trajectory: the figures cannot be compared.[/]")


def place_of(where: Environment) -> str:
    """The environment in one line."""
    load = ", ".join("?" if value is None else f"{value:.1f}" for value in (where.load_before, where.load_after))
    packages = ", ".join(f"{name} {version}" for name, version in where.packages.items())
    machine = f"{where.processor}, {where.cores} cores, load {load}, {where.system}"
    return f"{machine}; Python {where.python}; {packages}"


def quantity(value: float) -> str:
    """A number with three significant digits."""
    if value == 0.0:
        return "0"
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def _cell(sample: Sample) -> tuple[str, str]:
    return quantity(sample.median), quantity(sample.minimum)


def new_table(title: str, left: Sequence[str], right: Sequence[str]) -> Table:
    """An empty table with columns of words on the left and of numbers on the right."""
    table = Table(title=title, title_justify="left")
    for name in left:
        table.add_column(name)
    for name in right:
        table.add_column(name, justify="right")
    return table


def _stepped_table(rows: Sequence[Stepped]) -> Table:
    title = "One call per control step from Python, all angles read: us per step"
    table = new_table(title, ["engine"], ["blocks", "median", "min", "repeats x steps", "times pult", "off by, rad"])
    sizes = list(dict.fromkeys(row.blocks for row in rows))
    for size in sizes:
        for row in (r for r in rows if r.blocks == size):
            if row.step_us is None or row.ratio is None or row.agreement is None:
                table.add_row(row.engine, str(size), f"[dim]{escape(row.missing)}[/]")
                continue
            repeats = f"{row.step_us.repeats} x {row.steps}"
            off = f"{row.agreement.largest_rad:.1g}"
            cells = (
                *_cell(row.step_us),
                repeats,
                quantity(row.ratio),
                off if row.agreement.holds else f"[red]{off}[/]",
            )
            table.add_row(row.engine, str(size), *cells)
        table.add_section()
    return table


def _native_table(rows: Sequence[Native]) -> Table:
    title = "The loop over time inside native code: ns per step"
    columns = [
        "blocks",
        "pult median",
        "min",
        "by hand median",
        "min",
        "repeats x steps",
        "times by hand",
        "same bits",
    ]
    table = new_table(title, [], columns)
    for row in rows:
        cells = (
            *_cell(row.pult_ns),
            *_cell(row.by_hand_ns),
            f"{row.pult_ns.repeats} x {row.steps}",
            quantity(row.ratio),
        )
        table.add_row(str(row.blocks), *cells, "yes" if row.same_bits else "[red]no[/]")
    return table


def _first_step_table(rows: Sequence[FirstStep]) -> Table:
    title = "From document to first step, in a new process: s (medians)"
    table = new_table(
        title,
        ["start"],
        ["blocks", "document to step", "min", "load", "compile", "repeats", "apart: Python", "imports"],
    )
    for row in rows:
        load, compiling, python, imports = (
            quantity(sample.median) for sample in (row.load_s, row.compile_s, row.python_s, row.imports_s)
        )
        total, repeats = _cell(row.document_to_step_s), str(row.load_s.repeats)
        table.add_row(row.mode, str(row.blocks), *total, load, compiling, repeats, python, imports)
    return table


def target_table(rows: Sequence[Target]) -> Table:
    """Table of the targets, and whether they are met."""
    table = new_table("Targets", ["target"], ["found", ""])
    words = {True: "[green]kept[/]", False: "[red]missed[/]", None: "[dim]not measured[/]"}
    for row in rows:
        table.add_row(row.what, "" if row.found is None else quantity(row.found), words[row.holds])
    return table
