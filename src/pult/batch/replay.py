"""One run of a sweep done again, from the documents in the results file."""

from pathlib import Path

import msgspec

from pult.batch.bundle import unpack
from pult.batch.job import Job, Runner
from pult.batch.plans.free import FreeDocument
from pult.batch.results.file import Head, Row, read_head, read_rows
from pult.batch.target import Documents, split
from pult.batch.tasks.attempts import AttemptRunner
from pult.batch.tasks.free_task import FreeRunner
from pult.core.errors import UsageError, choose


def replay_run(results: Path, key: str, record: Path | None = None) -> tuple[Row, Row]:
    """Do one run again.

    Args:
        results: The results file.
        key: Key of the run, or its beginning.
        record: File to record to (MCAP).

    Returns:
        The row of the results, and that of the run done now; they have the same hash if not a single number differs.

    Raises:
        UsageError: There is no such run, the beginning is that of several, or runs are calls of a function.
        ResultsError: The file is not a results file.
    """
    head, row = read_head(results), find_row(results, key)
    if head.function:
        raise UsageError(f"{results}: its runs are calls of a function, not attempts of an exercise.")
    return row, _again(head, row, record)


def _again(head: Head, row: Row, record: Path | None) -> Row:
    bundle = unpack(head.bundle)
    documents = Documents(bundle)
    changes = split({name: documents.find(name) for name in row.values}, row.values)
    job = Job(row.key, row.seed, row.values, *changes, record=str(record or ""), always=record is not None)
    free = head.sweep.get("free")
    runner: Runner = (
        FreeRunner(bundle, msgspec.convert(free, FreeDocument))
        if free
        else AttemptRunner(bundle, head.variant, head.pilot)
    )
    try:
        return runner.run(job)
    finally:
        runner.close()


def find_row(results: Path, key: str) -> Row:
    """The row of a run.

    Args:
        results: The results file.
        key: Key of the run, or its beginning.

    Raises:
        UsageError: There is no such run, or the beginning is that of several.
    """
    rows = [row for row in read_rows(results) if row.key.startswith(key)]
    if not rows:
        raise UsageError(f"{results}: has no run {key!r}. {choose(key, [row.key for row in read_rows(results)])}")
    if len(rows) > 1:
        raise UsageError(f"{results}: {len(rows)} runs begin with {key!r}; write more of the key.")
    return rows[0]
