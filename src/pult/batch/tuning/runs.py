"""The runs of a tuning: those in the results file are taken from there, the others are done."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from pult.batch.job import Job, job_key
from pult.batch.results.file import Row, appending, read_rows
from pult.batch.target import split
from pult.batch.tuning.prepare import PreparedTuning
from pult.batch.workers.executor import Execution, Executor
from pult.batch.workers.worker import WorkerSpec

Progress = Callable[[int, int, int], None]
"""Called after every batch of runs: runs done, failures among them, runs in all."""


class Runs:
    """Does runs, and appends them to a results file. Use it in a `with` statement."""

    def __init__(
        self, prepared: PreparedTuning, path: Path, execution: Execution, progress: Progress | None = None
    ) -> None:
        """Take what the runs have in common.

        Args:
            prepared: The tuning.
            path: The results file.
            execution: Where runs are done.
            progress: Called after every batch of runs.
        """
        self._prepared, self._path, self._execution, self._progress = prepared, path, execution, progress
        self._done: dict[str, Row] = {}
        self._used: set[str] = set()
        self._stack = ExitStack()
        self._executor: Executor | None = None

    def __enter__(self) -> "Runs":
        """Open the results file.

        Raises:
            ResultsError: It belongs to other documents, or cannot be written.
        """
        self._head = self._prepared.head()
        self._file = self._stack.enter_context(appending(self._path, self._head))
        self._done = {row.key: row for row in read_rows(self._path)}
        return self

    def __exit__(self, *error: Any) -> None:
        """Close the file and end the workers."""
        self._stack.__exit__(*error)

    def run(self, points: Sequence[Mapping[str, Any]], seeds: Sequence[int]) -> list[list[Row]]:
        """Every point with every seed and fault: the rows of each point, in the order of the seeds."""
        cases = self._prepared.cases
        jobs = [[self._job({**point, **case}, seed) for seed in seeds for case in cases] for point in points]
        keys = [job.key for group in jobs for job in group]
        missing = {job.key: job for group in jobs for job in group if job.key not in self._done}
        if missing:
            for rows in self._open().run(iter(missing.values())):
                self._file.append(rows)
                self._done |= {row.key: row for row in rows}
                self._report(row.key for row in rows)
        self._report(keys)
        return [[self._done[job.key] for job in group] for group in jobs]

    def _job(self, point: Mapping[str, Any], seed: int) -> Job:
        sweep = self._prepared.sweep
        key = job_key(sweep.documents, sweep.variant, sweep.pilot, point, seed)
        return Job(key, seed, dict(point), *split(sweep.targets, point))

    def _open(self) -> Executor:
        """The workers, started when the first run is missing, and kept for all trials."""
        if self._executor is None:
            spec = WorkerSpec(self._prepared.sweep.task(), fingerprint=self._head.fingerprint)
            self._executor = self._stack.enter_context(self._execution.open(spec, self._prepared.count))
        return self._executor

    def _report(self, keys: Iterable[str]) -> None:
        self._used.update(keys)
        if self._progress is not None:
            failed = sum(not self._done[key].success for key in self._used)
            self._progress(len(self._used), failed, max(self._prepared.count, len(self._used)))
