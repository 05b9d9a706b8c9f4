"""Output of the report of the loop benchmark."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from benchmarks.loop import LoopReport
from benchmarks.report import new_table, place_of, quantity, target_table
from pult.core.document import write_atomically


def write_loop(report: LoopReport, folder: str | Path) -> list[Path]:
    """Write `loop.json`.

    Args:
        report: The report.
        folder: Created if missing.

    Returns:
        The files written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "loop.json"
    write_atomically(path, report.to_json())
    return [path]


def loop_rows(report: LoopReport) -> list[tuple[str, str, str]]:
    """Rows of the report: description, median and minimum [us]."""
    rows = [
        ("free run, native code with the physics inside", report.free_us),
        ("the physics alone, same states and commands", report.bare_us),
        ("one call from Python a control step", report.python_us),
    ]
    for one in report.driven:
        rows += [
            (f"{one.exercise}, a new input and one call from Python a control step", one.session_us),
            (f"{one.exercise}, `mj_step` from Python, same states and commands", one.bare_us),
        ]
    return [(words, quantity(sample.median), quantity(sample.minimum)) for words, sample in rows]


def paced_words(report: LoopReport) -> str:
    """The real-time run in a sentence; empty if there was none."""
    paced = report.paced
    if paced is None:
        return ""
    return (
        f"Paced runs, {paced.rounds} of {paced.seconds:g} s, with a period of {paced.wanted_ms:g} ms: median "
        f"{paced.median_ms:.2f} ms, p99 {paced.p99_ms:.2f} ms ({paced.least_p99_ms:.2f} ms in the quietest); "
        f"{paced.overruns} of {paced.steps} steps late, the latest by {paced.worst_ms:.2f} ms. A loop that does "
        f"nothing but sleep had a p99 of {paced.bare_p99_ms:.2f} ms on this machine at the same time."
    )


def print_loop_report(report: LoopReport, console: Console) -> None:
    """Print the tables."""
    title = f"A control step: {report.joints} joints, {report.blocks} blocks, {report.substeps} physics steps (us)"
    table = new_table(title, ["what"], ["median", "minimum"])
    for row in loop_rows(report):
        table.add_row(*row)
    console.print(table)
    if report.paced is not None:
        console.print(paced_words(report))
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
