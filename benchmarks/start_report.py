"""Output of the report of the start benchmark."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from benchmarks.figures import Sample
from benchmarks.report import new_table, place_of, quantity, target_table
from benchmarks.start import StartReport
from pult.core.document import write_atomically


def write_start(report: StartReport, folder: str | Path) -> list[Path]:
    """Write `start.json` to a folder, which is created if missing; returns the files written."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "start.json"
    write_atomically(path, report.to_json())
    return [path]


def start_rows(report: StartReport) -> list[tuple[str, str, str, str]]:
    """Exercise, and seconds with an empty cache, with another scheme of the same blocks, and with a full cache."""
    def words(sample: Sample) -> str:
        return quantity(sample.median)

    return [(one.exercise, words(one.cold_s), words(one.altered_s), words(one.warm_s)) for one in report.starts]


def print_start_report(report: StartReport, console: Console) -> None:
    """Print the tables."""
    title = "From the command to the first control step (s)"
    table = new_table(title, ["exercise"], ["empty cache", "another scheme of the same blocks", "full cache"])
    for row in start_rows(report):
        table.add_row(*row)
    console.print(table)
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
