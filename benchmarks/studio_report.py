"""Output of the report of the studio benchmark."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from benchmarks.report import new_table, place_of, target_table
from benchmarks.studio import StudioReport
from pult.core.document import write_atomically


def write_studio(report: StudioReport, folder: str | Path) -> list[Path]:
    """Write `studio.json`.

    Args:
        report: The report.
        folder: Created if missing.

    Returns:
        The files written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "studio.json"
    write_atomically(path, report.to_json())
    return [path]


def studio_rows(report: StudioReport) -> list[tuple[str, str]]:
    """Rows of the report: descriptions and figures."""
    watched, seen = report.watched, report.seen
    rows = []
    if seen is not None:
        rows += [
            ("first load of the home page, compressed", f"{seen.home_kb:.0f} kB"),
            ("first load of the page to operate, 3D part included", f"{seen.operate_kb:.0f} kB"),
            ("second start of the command to a usable page", f"{seen.usable_s:.1f} s"),
            (
                f"stick to drawn picture, {seen.latencies} moves, {seen.pictures:.0f} pictures a second in software",
                _pair(seen.latency_ms, seen.latency_p95_ms, "median", "p95"),
            ),
            (
                f"{seen.interactions} interactions with a scheme of 500 blocks",
                _pair(seen.interaction_ms, seen.interaction_worst_ms, "p95", "worst"),
            ),
        ]
    rows += [
        (
            "control period p99 of a seven-joint arm, one client and "
            f"{watched.watchers} clients, median of {len(watched.alone_p99_ms)} rounds in turns",
            f"{_middle(watched.alone_p99_ms):.2f} ms, {_middle(watched.watched_p99_ms):.2f} ms",
        ),
        ("frames a second that a client got", f"{watched.frames[0]:.0f}, {watched.frames[1]:.0f}"),
    ]
    if watched.server_share is not None and watched.session_share is not None:
        many = f", {100 * watched.watched_server_share:.0f} %" if watched.watched_server_share is not None else ""
        rows += [
            ("processor time of the server, one client and many", f"{100 * watched.server_share:.0f} %{many}"),
            ("processor time of the session", f"{100 * watched.session_share:.0f} %"),
        ]
    return rows


def _pair(one: float | None, two: float | None, first: str, second: str) -> str:
    return "not measured" if one is None or two is None else f"{first} {one:.0f} ms, {second} {two:.0f} ms"


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def print_studio_report(report: StudioReport, console: Console) -> None:
    """Print the tables."""
    table = new_table("The studio", ["what"], ["figure"])
    for row in studio_rows(report):
        table.add_row(*row)
    console.print(table)
    if report.problem:
        console.print(f"Nothing was measured in a browser: {escape(report.problem)}")
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
