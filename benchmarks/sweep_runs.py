"""Attempts in a plain loop, in sweeps of one and of two processes, and on a local Dask cluster, in turns."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.measure import no_collection
from pult.batch.job import Job
from pult.batch.plans.document import SweepDocument
from pult.batch.results.file import ResultsFile, appending
from pult.batch.sweep import prepare
from pult.batch.workers.executor import Executor
from pult.batch.workers.pool import Pool
from pult.batch.workers.worker import WorkerSpec
from pult.exercise.exercise import load_exercise
from pult.exercise.opened import OpenedExercise
from pult.exercise.run import run_attempt

EXERCISE = "two-link-reach"
WARM = 8
"""Runs of each before it is measured: processes are started, memory is touched."""
Work = Callable[[list[Job]], None]


def measure_runs(folder: Path, runs: int, rounds: int, tell: Callable[[str], None]) -> dict[str, list[float]]:
    """Wall time of a run [s], round by round, of each: "loop", "one", "two", and "dask" if it is installed.

    Args:
        folder: For results.
        runs: Runs of a round.
        rounds: How many.
        tell: Progress callback.
    """
    prepared = prepare(SweepDocument(exercise=EXERCISE, seeds=list(range(WARM + rounds * runs))))
    jobs, spec = list(prepared.jobs()), WorkerSpec(prepared.task())
    opened = OpenedExercise(load_exercise(EXERCISE), prepared.variant)

    def loop(some: list[Job]) -> None:
        for job in some:
            run_attempt(opened, prepared.pilot, job.seed, evidence=False)

    with ExitStack() as stack:
        work: dict[str, Work] = {"loop": loop}
        for name, count in (("one", 1), ("two", 2)):
            pool = stack.enter_context(Pool(spec, count))
            work[name] = _through(pool, stack.enter_context(appending(folder / f"{name}.jsonl", prepared.head())))
        for do in work.values():
            do(jobs[:WARM])
        found: dict[str, list[float]] = {name: [] for name in work}
        for number in range(rounds):
            some = jobs[WARM + number * runs : WARM + (number + 1) * runs]
            for name, do in work.items():
                tell(f"{EXERCISE}: round {number + 1} of {rounds}, {name}")
                found[name].append(_measured(do, some))
            with _dask(spec) as cluster:
                if cluster is not None:
                    tell(f"{EXERCISE}: round {number + 1} of {rounds}, dask")
                    with appending(folder / f"dask{number}.jsonl", prepared.head()) as file:
                        do = _through(cluster, file)
                        do(jobs[:WARM])
                        found.setdefault("dask", []).append(_measured(do, some))
    return found


def _measured(do: Work, jobs: list[Job]) -> float:
    """Wall time of a run [s]."""
    with no_collection():
        began = time.perf_counter()
        do(jobs)
        return (time.perf_counter() - began) / len(jobs)


def _through(executor: Executor, file: ResultsFile) -> Work:
    def do(jobs: list[Job]) -> None:
        for rows in executor.run(jobs):
            file.append(rows)

    return do


@contextmanager
def _dask(spec: WorkerSpec) -> Iterator[Executor | None]:
    """Two Dask workers on this machine; None without Dask.

    They live for their own turn alone: even idle, scheduler and nannies take 4 % of a core (Dask 2026.8), which two
    processes on two cores would lack, and a single one would not.
    """
    try:
        from distributed import LocalCluster
    except ImportError:
        yield None
        return
    from pult.batch.workers.cluster import Cluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        Cluster(spec, local.scheduler_address) as cluster,
    ):
        yield cluster
