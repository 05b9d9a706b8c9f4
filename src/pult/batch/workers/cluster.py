"""Runs on a Dask cluster: batches are submitted as earlier ones are done, and rows come back as they are done.

The documents travel once, in a plug-in that Dask sets up on every worker (`pult.batch.workers.node`). What a lost
worker had in hand Dask gives to another. When Dask gives a batch up, because worker after worker was lost with it,
another batch of those workers may have been the cause: its runs are done in the end, one at a time with nothing else
on the cluster, and one that loses its workers even so is reported as killed.
"""

import contextlib
import itertools
import logging
import math
import queue
import time
import uuid
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from dask.typing import Key
from distributed import Future, KilledWorker

from pult.batch.job import Job
from pult.batch.results.file import ResultsError, Row
from pult.batch.workers.connect import ClusterError, check_versions, connect, report_lost_scheduler
from pult.batch.workers.node import BatchResult, SweepPlugin, run_batch
from pult.batch.workers.worker import WorkerSpec

MIN_BATCH_TIME = 0.5
"""Minimum work in one batch [s]: the overhead of a Dask task is small against it, and little is lost with a worker."""
MAX_TASKS = 100.0
"""Maximum number of Dask tasks per second: batches grow with the cluster, as the scheduler takes milliseconds each."""
MAX_BATCH = 256
"""Maximum number of runs in one batch."""
MAX_RECORDED = 8
"""Most runs in one batch if they are recorded: records come back with the rows, through the memory of the scheduler."""
BATCHES_PER_THREAD = 3
"""Batches in flight for each thread of the cluster."""
CHECK_INTERVAL = 1.0
"""Maximum time between two checks of the workers [s]."""
DISCONNECT_TIMEOUT = 2.0
"""Maximum time to disconnect from the cluster [s]."""
WORKER_TIMEOUT = 60.0
"""How long a sweep waits for a first worker, or for another when all are lost [s]."""
_LOG = logging.getLogger("distributed.client")


class Cluster:
    """Does runs on a Dask cluster. Use it in a `with` statement."""

    def __init__(
        self,
        spec: WorkerSpec,
        address: str,
        scheduler_file: str | Path = "",
        limit: float = 600.0,
        patience: float = WORKER_TIMEOUT,
    ) -> None:
        """Connect, check the workers, and start their processes.

        Args:
            spec: What all runs have in common; memory is bounded by what each Dask worker may take.
            address: Address of the scheduler, such as "tcp://10.0.0.1:8786"; empty if a file names it.
            scheduler_file: The file that `dask scheduler --scheduler-file` writes.
            limit: Longest time of a run [s], of the wall clock.
            patience: How long to wait for a worker while there is none [s].

        Raises:
            ClusterError: There is no scheduler or no worker, or one has another version of pult.
        """
        self._client = connect(address, scheduler_file)
        # a lost scheduler is reported by `ClusterError`, and not by tracebacks of attempts to reconnect as well
        self._log_level = _LOG.level
        _LOG.setLevel(logging.CRITICAL)
        self._patience = patience
        self._threads = 0
        self._checked_at = self._seen_at = time.monotonic()
        self._mean = MIN_BATCH_TIME
        self._suspects = deque[Job]()
        self._alone = False
        self._flight: dict[Key, list[Job]] = {}
        self._futures: dict[Key, Future[bytes]] = {}
        self._done: queue.SimpleQueue[Future[bytes]] = queue.SimpleQueue()
        self._name = f"pult-sweep-{uuid.uuid4().hex[:16]}"
        self._keys = (f"{self._name}-{number}" for number in itertools.count())
        try:
            with report_lost_scheduler():
                while not self._threads:
                    self._check_workers(pause=CHECK_INTERVAL)
                check_versions(self._client)
                self._client.register_plugin(SweepPlugin(self._name, spec, limit))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Row]]:
        """Do runs; rows come as they are done, in any order.

        Raises:
            ClusterError: The scheduler or all workers are lost, or a worker cannot do runs.
            ResultsError: A record cannot be written.
        """
        ahead, source = deque[Job](), iter(jobs)
        while True:
            self._submit(ahead, source)
            if not self._flight:
                return
            with report_lost_scheduler():
                whole, lost = self._wait()
                results = self._client.gather(whole) if whole else []
            rows: list[Row] = []
            for future, result in zip(whole, results, strict=True):
                batch = self._flight.pop(future.key)
                rows += self._rows(batch, msgspec.msgpack.decode(result, type=BatchResult))
                done = {row.key for row in rows}
                ahead.extendleft(job for job in batch if job.key not in done)  # left by a worker that was closed
            for future in lost:
                rows += self._failed(future)
            for future in whole + lost:
                del self._futures[future.key]
            if rows:
                yield rows

    def _submit(self, ahead: deque[Job], source: Iterator[Job]) -> None:
        """Fill up what is in flight; in the end, runs that may have killed their workers, one at a time."""
        while len(self._flight) < BATCHES_PER_THREAD * max(self._threads, 1):
            batch = self._next_batch(ahead, source)
            self._alone = not batch and not self._flight
            if self._alone and self._suspects:
                batch = [self._suspects.popleft()]
            if not batch:
                return
            key = next(self._keys)
            with report_lost_scheduler():
                future = self._client.submit(run_batch, self._name, msgspec.msgpack.encode(batch), key=key, pure=False)
                future.add_done_callback(self._done.put)
            self._flight[key], self._futures[key] = batch, future
            if self._alone:
                return

    def _next_batch(self, ahead: deque[Job], source: Iterator[Job]) -> list[Job]:
        threads = max(self._threads, 1)
        work = max(MIN_BATCH_TIME, threads / MAX_TASKS)
        size = min(max(1, math.ceil(work / max(self._mean, 1e-4))), MAX_BATCH)
        ahead.extend(itertools.islice(source, max(0, size * threads - len(ahead))))
        # the last runs are spread, so that no thread has a batch waiting while others are idle
        size = min(size, math.ceil(len(ahead) / threads))
        if ahead and ahead[0].record:
            size = min(size, MAX_RECORDED)
        return [ahead.popleft() for _ in range(size)]

    def _wait(self) -> tuple[list[Future[bytes]], list[Future[bytes]]]:
        """Completed batches, and lost ones."""
        found = []
        with contextlib.suppress(queue.Empty):
            found.append(self._done.get(timeout=CHECK_INTERVAL))
            while True:
                found.append(self._done.get_nowait())
        if time.monotonic() - self._checked_at > CHECK_INTERVAL:
            self._check_workers()
        done = [future for future in found if future.status == "finished"]
        return done, [future for future in found if future.status != "finished"]

    def _check_workers(self, pause: float = 0.0) -> None:
        """Count the threads of the cluster; wait a moment if there are none."""
        self._checked_at = time.monotonic()
        if self._client.status != "running":
            raise ConnectionError
        self._threads = sum(self._client.nthreads().values())
        if self._threads:
            self._seen_at = self._checked_at
        elif self._checked_at - self._seen_at > self._patience:
            raise ClusterError(
                f"the cluster has had no worker for {self._patience:g} s. Start one (`dask worker ADDRESS`); rows that "
                "are done are kept, and the same command continues it."
            )
        else:
            time.sleep(pause)

    def _rows(self, batch: list[Job], result: BatchResult) -> list[Row]:
        if result.problem:
            raise ClusterError(f"the worker {result.worker} cannot do runs: {result.problem}")
        self._mean += 0.5 * (result.seconds / max(len(result.rows), 1) - self._mean)
        for job in batch:
            if job.key in result.records:
                _write(Path(job.record), result.records[job.key])
        return [msgspec.json.decode(row, type=Row) for row in result.rows]

    def _failed(self, future: Future[bytes]) -> list[Row]:
        """Handle a batch without a result: its runs become suspects, or a single one is identified as the cause."""
        batch = self._flight.pop(future.key)
        with report_lost_scheduler():
            if future.status == "cancelled":
                raise ConnectionError
            error = future.exception()
        if not isinstance(error, KilledWorker):
            raise ClusterError(f"a worker cannot do runs: {type(error).__name__}: {error}")
        if not self._alone:
            self._suspects.extend(batch)
            return []
        cause = "every worker that did it was lost."
        return [
            Row(key=job.key, seed=job.seed, values=job.values, success=False, reason="killed", cause=cause)
            for job in batch
        ]

    def close(self) -> None:
        """Cancel batches in flight, end the processes of the workers, and disconnect."""
        with contextlib.suppress(Exception):  # the scheduler may be lost already
            if self._client.status == "running":
                self._client.cancel(list(self._futures.values()), force=True)
                self._client.unregister_worker_plugin(self._name)
        self._futures.clear()
        with contextlib.suppress(Exception):
            self._client.close(timeout=DISCONNECT_TIMEOUT)
        _LOG.setLevel(self._log_level)


def _write(path: Path, content: bytes) -> None:
    """Write a record: whole, before the row that it belongs to."""
    part = path.with_suffix(".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        raise ResultsError(
            f"{path}: cannot be written: {error.strerror}. Earlier rows are kept; the same command continues the sweep."
        ) from None
