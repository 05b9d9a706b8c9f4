"""Output of the report of the benchmark of PRM-1."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from benchmarks.prm1 import Prm1Report
from benchmarks.report import new_table, place_of, quantity, target_table
from pult.core.document import write_atomically

HEADS = ["native, us", "numeric solver, us", "times slower", "solved by it", "which solver"]


def write_prm1(report: Prm1Report, folder: str | Path) -> list[Path]:
    """Write `prm1.json` to a folder, which is created if missing; returns the files written."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "prm1.json"
    write_atomically(path, report.to_json())
    return [path]


def prm1_rows(report: Prm1Report) -> list[tuple[str, ...]]:
    """What is done, microseconds in native code, and the numeric solver beside it."""
    return [
        (
            one.what, quantity(one.native_us.median),
            "" if one.numeric_us is None else quantity(one.numeric_us.median),
            "" if one.ratio is None else quantity(one.ratio),
            "" if one.solved is None else f"{100 * one.solved:.1f} %", one.numeric,
        )
        for one in report.times
    ]  # fmt: skip


def print_prm1_report(report: Prm1Report, console: Console) -> None:
    """Print the tables."""
    table = new_table("Kinematics of PRM-1", ["function"], HEADS)
    for row in prm1_rows(report):
        table.add_row(*row)
    console.print(table)
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
