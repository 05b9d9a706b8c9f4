"""Common functions of the commands for records."""

import json as json_text
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from pult.cli.console import complain, err, text_column
from pult.exercise.document import ExerciseDocument, read_exercise_document
from pult.record import Record, RecordError, read_record

CANNOT_BE_READ = 2
FileArgument = Annotated[Path, typer.Argument(help="A record (MCAP).", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


def read_file(file: Path) -> Record:
    """Read a record, or exit with the code for unreadable files."""
    try:
        return read_record(file)
    except RecordError as error:
        complain(str(error))
        raise typer.Exit(CANNOT_BE_READ) from None


@contextmanager
def progress_bar(title: str, quiet: bool = False) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, and nothing elsewhere."""
    if quiet or not err.is_terminal:
        yield None
        return
    columns = (text_column("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def exercise_of(record: Record) -> ExerciseDocument | None:
    """The exercise of a record, if it contains one.

    Raises:
        PultError: This version of pult does not accept it.
    """
    names = [name for name in record.files if name.startswith("exercises/") and name.endswith(".json")]
    if not names:
        return None
    try:
        plain = json_text.loads(record.files[names[0]])
    except ValueError as error:
        raise RecordError(record.path, f"{names[0]} is not JSON: {error}.") from None
    return read_exercise_document(plain)[0]
