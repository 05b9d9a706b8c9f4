"""Executors of a sweep: processes of one machine, or a cluster."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import msgspec

from pult.batch.job import Job
from pult.batch.results.file import Row
from pult.batch.workers.pool import Pool
from pult.batch.workers.worker import WorkerSpec
from pult.core.errors import UsageError


class Executor(Protocol):
    """Does runs. Use it in a `with` statement."""

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Row]]:
        """Do runs; rows come as they are done, in any order.

        Raises:
            PultError: No run can be done any more; the message says why.
        """
        ...

    def __enter__(self) -> "Executor":
        """Itself."""
        ...

    def __exit__(self, *_: object) -> None:
        """End all processes that it has started."""
        ...


class Execution(msgspec.Struct, frozen=True, kw_only=True):
    """Where runs are executed: in processes of this machine, unless a Dask scheduler is named.

    Attributes:
        workers: Number of processes on this machine; one per core if 0.
        memory: Memory of these processes together [byte]; 0 for no limit.
        cluster: Address of a Dask scheduler, such as "tcp://10.0.0.1:8786".
        scheduler_file: Instead: the file that `dask scheduler --scheduler-file` writes.
        limit: Maximum duration of a run [s], wall-clock time.
    """

    workers: int = 0
    memory: int = 0
    cluster: str = ""
    scheduler_file: str | Path = ""
    limit: float = 600.0

    def check(self) -> None:
        """Check that the fields agree.

        Raises:
            UsageError: They do not, or Dask is not installed.
        """
        if not (self.cluster or self.scheduler_file):
            return
        if self.cluster and self.scheduler_file:
            raise UsageError("name a cluster by its address or by its scheduler file, not by both.")
        if self.workers or self.memory:
            raise UsageError(
                "workers and memory are of this machine; on a cluster, `dask worker --nthreads N --memory-limit M`"
                " says how many runs a machine does at a time and what they may take."
            )
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise UsageError("runs on a cluster need Dask: pip install 'pult[cluster]'") from None

    def open(self, spec: WorkerSpec, runs: int) -> Executor:
        """Start an executor.

        Args:
            spec: What all runs have in common.
            runs: How many there are to do.

        Raises:
            PultError: No run can be done; the message says why.
        """
        if self.cluster or self.scheduler_file:
            from pult.batch.workers.cluster import Cluster

            return Cluster(spec, self.cluster, self.scheduler_file, self.limit)
        count = self.workers or os.cpu_count() or 1
        return Pool(msgspec.structs.replace(spec, memory=self.memory // count), min(count, runs), self.limit)
