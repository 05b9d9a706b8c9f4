"""Sweeps of a Python function: workers, results file and resumption are those of attempts."""

import hashlib
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from pult.batch.job import Job, job_key
from pult.batch.plans.document import SweepDocument, sweep_faults
from pult.batch.plans.plan import Plan, plan_points
from pult.batch.plans.seeds import drawn_seeds
from pult.batch.plans.variation import Variation, as_variations
from pult.batch.results.file import Head, Row
from pult.batch.sweep import Progress, run_jobs
from pult.batch.tasks.function_task import Function, FunctionTask, check_arguments, find_function, function_path, plain
from pult.batch.workers.executor import Execution
from pult.core.errors import DocumentError, UsageError
from pult.record import fingerprint

Run = tuple[Mapping[str, Any], int]
"""Values and seed of a run."""


@dataclass(frozen=True)
class FunctionRuns:
    """Calls of a function, checked and ready to run.

    Attributes:
        function: Import path.
        document: Plan, seeds and variations; empty where runs are listed one by one.
        documents: Hash of the function's module and of the revision, with the version of pult.
        runs: Values and seed of every run.
    """

    function: str
    document: SweepDocument
    documents: str
    runs: Sequence[Run]

    @property
    def count(self) -> int:
        """Total number of runs."""
        return len(self.runs)

    def head(self) -> Head:
        """First line of the results file."""
        return Head(
            sweep=msgspec.to_builtins(self.document), documents=self.documents, function=self.function,
            fingerprint=fingerprint(),
        )  # fmt: skip

    def task(self) -> FunctionTask:
        """Common data of its runs, for workers."""
        return FunctionTask(self.function)

    def jobs(self) -> Iterator[Job]:
        """All runs."""
        for values, seed in self.runs:
            yield Job(job_key(self.documents, "", self.function, values, seed), seed, dict(values))


def prepare_function(
    function: str | Function,
    *,
    seeds: Sequence[int] = (),
    draw: int = 0,
    vary: Mapping[str, Variation | Sequence[Any]] | None = None,
    plan: Plan = "grid",
    points: int = 0,
    runs: Sequence[Run] = (),
    revision: str = "",
) -> FunctionRuns:
    """Import a function and check everything it is to be called with; arguments as of `sweep_function`.

    Raises:
        DocumentError: Seeds, variations or plan are invalid.
        UsageError: The function cannot be imported, or does not take these arguments, or one has a unit.
    """
    import pult

    path = function_path(function)
    found = find_function(path)
    document = SweepDocument(
        exercise="", seeds=list(seeds), draw=draw, vary=as_variations(vary or {}), plan=plan, points=points
    )
    if runs:
        if seeds or draw or vary:
            raise UsageError("give either runs, or seeds and what is varied.")
        listed = [(plain(values), int(seed)) for values, seed in runs]
    else:
        if faults := sweep_faults(document):
            raise DocumentError("sweep", faults)
        for name, variation in document.vary.items():
            if variation.unit:
                raise UsageError(
                    f"{name!r}: arguments of a function have no units; give numbers without {variation.unit!r}."
                )
        numbers = document.seeds or drawn_seeds(f"sweep {path}", draw, pult.__version__)
        chosen = plan_points(document.vary, plan, points)
        listed = [(values, seed) for values in map(plain, chosen) for seed in numbers]
    for names in {tuple(values) for values, _ in listed}:
        check_arguments(path, found, names)
    digest = hashlib.sha256(f"{_source(path)}\0{revision}".encode()).hexdigest()
    return FunctionRuns(path, document, f"{digest[:32]}-{pult.__version__}", listed)


def _source(path: str) -> str:
    """Source text of the function's module."""
    try:
        return inspect.getsource(sys.modules[path.partition(":")[0]])
    except (OSError, TypeError):  # a compiled module, or one made at a prompt
        return path


def sweep_function(
    function: str | Function,
    output: str | Path,
    *,
    seeds: Sequence[int] = (),
    draw: int = 0,
    vary: Mapping[str, Variation | Sequence[Any]] | None = None,
    plan: Plan = "grid",
    points: int = 0,
    runs: Sequence[Run] = (),
    revision: str = "",
    workers: int = 0,
    memory: int = 0,
    limit: float = 600.0,
    cluster: str = "",
    scheduler_file: str | Path = "",
    shard: tuple[int, int] = (1, 1),
    progress: Progress | None = None,
) -> list[Row]:
    """Call a function many times, on all cores, and keep what it found in every run.

    Runs that are already in the results file are not repeated, so that the same call continues a sweep that was
    stopped for whatever reason. Rows are the same bytes for any number of workers if the function's figures depend on
    its arguments alone.

    Args:
        function: A function at the top level of a module, or its import path "package.module:function". It is called
            with `seed` and the values of the run as keyword arguments and returns `Figures` or a mapping of numbers.
            What it raises becomes a failed run.
        output: The file of results; rows are appended to it.
        seeds: Seeds; every point of the plan is run with each of them.
        draw: Instead of seeds: number of fresh seeds to draw, on which nothing was tuned.
        vary: Arguments of the function that are varied, each with a list of values or a `Variation` without a unit.
        plan: How points are chosen: every combination ("grid"), or `points` of them.
        points: How many points, if the plan is not a grid.
        runs: Instead of seeds and variations: values and seed of every run.
        revision: Names the state of whatever the results depend on besides the function's own module, such as a hash of
            the sources that it calls. Results of another revision are not mixed in.
        workers, memory, limit, cluster, scheduler_file, shard, progress: See `pult.batch.sweep.run_sweep`. Execution of
            a cluster have to be able to import the function.

    Returns:
        One row a run, sorted by key.

    Raises:
        DocumentError: Seeds, variations or plan are invalid; nothing was run.
        UsageError: The function cannot be imported, or does not take these arguments, or one has a unit; nothing was
            run.
        ResultsError: The file belongs to another sweep, or cannot be written.
    """
    execution = Execution(workers=workers, memory=memory, limit=limit, cluster=cluster, scheduler_file=scheduler_file)
    execution.check()
    prepared = prepare_function(
        function, seeds=seeds, draw=draw, vary=vary, plan=plan, points=points, runs=runs, revision=revision
    )
    return run_jobs(prepared, output, execution, shard=shard, progress=progress)
