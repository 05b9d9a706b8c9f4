"""Output of the report of the benchmark of arms of many links."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from benchmarks.report import new_table, place_of, quantity, target_table
from benchmarks.snake import SnakeReport
from pult.core.document import write_atomically

HEADS = ["corners", "planning, ms", "following, us a step", "contact forces, us a step", "their error, degrees"]


def write_snake(report: SnakeReport, folder: str | Path) -> list[Path]:
    """Write `snake.json` to a folder, which is created if missing; returns the files written."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "snake.json"
    write_atomically(path, report.to_json())
    return [path]


def snake_rows(report: SnakeReport) -> list[tuple[str, ...]]:
    """Number of links, corners, milliseconds to plan, microseconds to follow, and the method of contact forces."""

    def words(value: float | None) -> str:
        return "" if value is None else quantity(value)

    return [
        (
            str(one.links), str(one.elbows), quantity(one.plan_ms.median), quantity(one.follow_us.median),
            words(one.contact_us), words(one.contact_error_deg),
        )
        for one in report.times
    ]  # fmt: skip


def print_snake_report(report: SnakeReport, console: Console) -> None:
    """Print the tables."""
    table = new_table("Arms of many links in tunnels", ["links"], HEADS)
    for row in snake_rows(report):
        table.add_row(*row)
    console.print(table)
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
