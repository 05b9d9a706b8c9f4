"""A sweep on a terminal: a bar with runs done, failures, runs a second and time left, and an end by Ctrl+C."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress

from pult.batch.free_sweep import FreeRuns
from pult.batch.results.file import Row, read_rows
from pult.batch.sweep import Prepared, run_sweep
from pult.cli.console import err, text_column

INTERRUPTED = 130
"""What is returned after Ctrl+C, as shells do."""


def run_showing(prepared: Prepared | FreeRuns, output: Path, options: dict[str, Any], quiet: bool) -> list[Row]:
    """Run a sweep and show how far it is. Ctrl+C ends it; what is done is kept.

    Args:
        prepared: The sweep.
        output: The results file.
        options: Further arguments of `run_sweep`.
        quiet: Whether nothing is shown.

    Raises:
        typer.Exit: It was interrupted.
    """
    try:
        with _bar(prepared.count, quiet or not err.is_terminal) as progress:
            return run_sweep(prepared, output, progress=progress, **options)
    except KeyboardInterrupt:
        done = sum(1 for _ in read_rows(output)) if output.is_file() else 0
        where = escape(str(output))
        err.print(f"interrupted: {done} of {prepared.count} runs are kept in {where}; the same command continues it")
        raise typer.Exit(INTERRUPTED) from None


@contextmanager
def _bar(total: int, hidden: bool) -> Iterator[Callable[[int, int, int], None] | None]:
    if hidden:
        yield None
        return
    columns = (
        text_column("{task.description}"), BarColumn(), MofNCompleteColumn(), text_column("{task.fields[speed]}"),
    )  # fmt: skip
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("starting", total=total, speed="")
        speed = Speed()

        def tell(done: int, failed: int, total: int) -> None:
            words = f"{failed} failed" if failed else "none failed"
            bar.update(task, completed=done, total=total, description=words, speed=speed.words(done, total))

        yield tell


class Speed:
    """Runs a second since the first that was done here, and the time left."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: tuple[float, int] | None = None

    def words(self, done: int, total: int) -> str:
        """For people, given the runs done and those in all; empty until there is something to measure."""
        now = self._clock()
        if self._began is None:
            self._began = now, done
        began, first = self._began
        if done == first or now <= began:
            return ""
        rate = (done - first) / (now - began)
        left = round((total - done) / rate)
        minutes, seconds = divmod(left, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{rate:.3g} runs/s, {f'{hours}:' if hours else ''}{minutes:02d}:{seconds:02d} left"
