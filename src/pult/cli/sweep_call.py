"""`pult sweep replay` of a call of a Python function."""

import sys
from pathlib import Path

from rich.markup import escape

from pult.batch.job import Job
from pult.batch.results.file import Head, Row, encode_row
from pult.batch.tasks.function_task import FunctionRunner
from pult.batch.workers.worker import do
from pult.cli.console import out
from pult.core.errors import UsageError


def call_again(results: Path, head: Head, row: Row, function: str) -> bool:
    """Repeat a call of a function; returns whether all its figures are the same.

    A function is Python code, and a results file may come from anywhere: so it has to be named on the command line. It
    may be in the present folder.

    Args:
        results: The results file, for messages.
        head: Its first line.
        row: The run.
        function: The function that was named on the command line.

    Raises:
        UsageError: No function was named, or another, or it cannot be imported.
    """
    if not head.function:
        raise UsageError(f"{results}: holds attempts; --function is for calls of a function.")
    if function != head.function:
        raise UsageError(
            f"{results}: holds calls of a Python function, and no code is imported because a file names it. "
            f"If you trust it, name it yourself: --function {head.function}"
        )
    sys.path.insert(0, str(Path.cwd()))
    runner = FunctionRunner(function)
    runner.warm()
    again = do(runner, Job(row.key, row.seed, row.values), row.fingerprint)
    same = encode_row(again) == encode_row(row)
    out.print(f"seed {row.seed}: {'done' if again.success else f'not done ({escape(again.cause)})'}")
    out.print("the same to the last bit" if same else "[bold red]it differs from the row of the results[/]")
    return same
