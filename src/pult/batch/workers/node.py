"""The part of a sweep that lives in a Dask worker: processes for its runs, kept warm from batch to batch.

Runs are not done in the threads of the Dask worker but in processes of its own, one for each thread, which are those of
a sweep on one machine (`Pool`). So a run that crashes or hangs is treated as it is there, native code never keeps the
Dask worker from answering the scheduler, and `dask worker --nthreads N` does N runs at a time.
"""

import asyncio
import multiprocessing
import queue
import time
from pathlib import Path
from typing import Any

import msgspec
from distributed import Worker, WorkerPlugin, get_worker

import pult
from pult.batch.job import Job
from pult.batch.results.file import encode_row
from pult.batch.workers.pool import Pool
from pult.batch.workers.worker import WorkerSpec
from pult.core.errors import PultError
from pult.core.temporary import temporary_folder

IDLE_TIMEOUT = 300.0
"""Time after which idle processes are ended [s]: a killed sweep leaves none behind."""


class BatchResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Result of a batch of runs.

    Attributes:
        rows: The rows, encoded; those of runs that were left out because the worker was closed are missing.
        records: Content of the records that were wanted, by key of the run.
        seconds: How long it took [s].
        problem: Why runs cannot be done by this worker; empty if they can.
        worker: Address of the Dask worker, if there is a problem.
    """

    rows: list[bytes] = []
    records: dict[str, bytes] = {}
    seconds: float = 0.0
    problem: str = ""
    worker: str = ""


_ENCODER = msgspec.msgpack.Encoder()
_JOBS = msgspec.msgpack.Decoder(list[Job])


class SweepPlugin(WorkerPlugin):
    """Processes for the runs of one sweep; Dask sets it up on every worker, and on each that joins later.

    The documents of the sweep travel in it, so that they reach every worker once.
    """

    def __init__(self, name: str, spec: WorkerSpec, limit: float) -> None:
        """Take what all runs have in common.

        Args:
            name: Names the sweep among all that share the cluster.
            spec: What all runs have in common.
            limit: Longest time of a run [s], of the wall clock.
        """
        self.name = name
        self._spec, self._limit, self._version = spec, limit, pult.__version__

    async def setup(self, worker: Worker) -> None:
        """Start the processes; they compile their program while the first batch is on its way."""
        # A nanny starts its worker as a daemonic process, which `multiprocessing` lets have no children, lest they
        # outlive it. These end with their pipe.
        multiprocessing.current_process().daemon = False
        threads = worker.state.nthreads
        memory = worker.memory_manager.memory_limit or 0
        self._spec = msgspec.structs.replace(self._spec, memory=memory // threads)
        self._closed = False
        self._used = time.monotonic()
        self._pools: queue.SimpleQueue[Pool | None] = queue.SimpleQueue()
        for _ in range(threads):
            self._pools.put(self._start())
        self._idle = asyncio.create_task(self._end_idle())

    def _start(self) -> Pool:
        return Pool(self._spec, 1, self._limit)

    async def _end_idle(self) -> None:
        while True:
            await asyncio.sleep(IDLE_TIMEOUT / 2)
            if time.monotonic() - self._used > IDLE_TIMEOUT:
                for _ in range(self._close_unused()):
                    self._pools.put(None)

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - Dask's signature
        """End the processes; a busy one ends after its present run."""
        self._closed = True
        self._idle.cancel()
        self._close_unused()

    def _close_unused(self) -> int:
        """End processes that have no batch in hand; returns for how many threads there are none now."""
        count = 0
        while True:
            try:
                pool = self._pools.get_nowait()
            except queue.Empty:
                return count
            count += 1
            if pool is not None:
                pool.close()

    def do(self, jobs: list[Job]) -> BatchResult:
        """Do a batch of runs, in a process of the calling thread's own.

        Raises:
            PultError: Runs cannot be done here; the message says why.
        """
        if self._version != pult.__version__:
            raise PultError(f"it has pult {pult.__version__}, and the sweep was begun by pult {self._version}.")
        began = time.monotonic()
        pool = self._pools.get() or self._start()
        try:
            with temporary_folder("records") as folder:
                rows = []
                for some in pool.run([_recorded_in(folder, job) for job in jobs]):
                    rows += [encode_row(row) for row in some]
                    if self._closed:
                        break
                records = {path.stem: path.read_bytes() for path in folder.glob("*.mcap")}
        except BaseException:
            pool.close()
            self._pools.put(None)
            raise
        if self._closed:
            pool.close()
        else:
            self._pools.put(pool)
        self._used = time.monotonic()
        return BatchResult(rows, records, self._used - began)


def _recorded_in(folder: Path, job: Job) -> Job:
    return msgspec.structs.replace(job, record=str(folder / f"{job.key}.mcap")) if job.record else job


def run_batch(name: str, jobs: bytes) -> bytes:
    """Do a batch of runs on this Dask worker; both are encoded as MessagePack, a list of `Job` and a `BatchResult`.

    Args:
        name: The sweep's plug-in.
        jobs: The runs.
    """
    worker = get_worker()
    plugin: Any = worker.plugins.get(name)
    try:
        if not isinstance(plugin, SweepPlugin):
            raise PultError("it was not prepared for this sweep; its log says why.")
        result = plugin.do(_JOBS.decode(jobs))
    except (PultError, OSError) as error:
        result = BatchResult(problem=str(error), worker=worker.address)
    return _ENCODER.encode(result)
