"""Output of the report of the benchmark of sweeps."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from benchmarks.report import new_table, place_of, target_table
from benchmarks.sweep import SweepReport
from pult.core.document import write_atomically


def write_sweep(report: SweepReport, folder: str | Path) -> list[Path]:
    """Write `sweep.json`.

    Args:
        report: The report.
        folder: Created if missing.

    Returns:
        The files written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "sweep.json"
    write_atomically(path, report.to_json())
    return [path]


def sweep_rows(report: SweepReport) -> list[tuple[str, str, str]]:
    """Rows of the report: description, median and minimum."""
    timed = [
        (f"{report.exercise}, in a loop of one process", report.loop_s),
        (f"{report.exercise}, a sweep with one worker", report.one_s),
        (f"{report.exercise}, a sweep with two workers", report.two_s),
        (f"{report.exercise}, two Dask workers on this machine", report.dask_s),
        (f"free run of {report.free_steps} physics steps, two workers", report.free_s),
        ("`mujoco.rollout` of as many steps, two threads", report.rollout_s),
    ]
    found = [(words, f"{1e3 * one.median:.4g} ms", f"{1e3 * one.minimum:.4g} ms") for words, one in timed if one]
    start, rows = report.start_s, report.rows
    found.append(("from the command to the first run, warm", f"{start.median:.3g} s", f"{start.minimum:.3g} s"))
    found.append((f"{rows.rows} rows appended ({rows.file_mb:.0f} MB)", f"{rows.append_s:.3g} s", ""))
    found.append((f"{rows.rows} rows summarised and drawn", f"{rows.show_s:.3g} s", ""))
    return found


def print_sweep_report(report: SweepReport, console: Console) -> None:
    """Print the tables."""
    table = new_table(f"Sweeps: {report.runs} attempts, {report.free_runs} free runs", ["what"], ["median", "minimum"])
    for row in sweep_rows(report):
        table.add_row(*row)
    console.print(table)
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
