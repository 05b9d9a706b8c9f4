"""Workers on this machine: started once, given runs in batches, replaced when they die or hang."""

import math
import multiprocessing
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

import msgspec

from pult.batch.job import Job
from pult.batch.results.file import Row
from pult.batch.workers.starting import worker_environment
from pult.batch.workers.worker import DECODER, Ready, Report, WorkerSpec, work
from pult.core.errors import PultError

PREFETCH_TIME = 0.1
"""Work queued for a worker [s]: it never waits for the next batch, and little is lost when it dies."""
MAX_PREFETCH = 64
"""Maximum number of runs queued for a worker."""
MAX_TRIES = 2
"""Number of attempts of a run that kills its worker, before that is its result."""
MAX_FAILED_STARTS = 3
"""Number of consecutive workers that may die during their start before the sweep gives up."""
START_TIMEOUT = 600.0
"""Maximum time for a worker to compile its program [s]."""
POLL_INTERVAL = 0.5
"""Maximum time between two checks of time limits [s]."""

_DEFAULT_LIMIT = 600.0


class WorkerError(PultError):
    """Workers cannot start; the message says why."""


@dataclass
class _Worker:
    """A process with its unfinished runs."""

    process: Any
    pipe: Connection
    assigned: deque[Job] = field(default_factory=deque)
    since: float = 0.0
    ready: bool = False
    retiring: bool = False


class Pool:
    """Does runs in its own processes. Use it in a `with` statement."""

    def __init__(self, spec: WorkerSpec, workers: int, limit: float = _DEFAULT_LIMIT) -> None:
        """Start the workers; they compile while the first runs are prepared.

        Args:
            spec: What all runs have in common.
            workers: Number of processes.
            limit: Maximum duration of a run [s], wall-clock time; then it is terminated.
        """
        self._spec, self._count, self._limit = spec, workers, limit
        self._context = multiprocessing.get_context("spawn")
        self._tries: dict[str, int] = {}
        self._mean_time = PREFETCH_TIME
        self._failed_starts = 0
        self._workers = [self._start() for _ in range(workers)]

    def _start(self) -> _Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=work, args=(there, self._spec), daemon=True)
        with worker_environment():
            process.start()
        there.close()
        return _Worker(process, here, since=time.monotonic())

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.process.pid for worker in self._workers]

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Row]]:
        """Do runs; rows come as they are done, in any order.

        Raises:
            WorkerError: No worker can begin, for lack of memory, or because a document is invalid.
        """
        waiting, source = deque[Job](), iter(jobs)
        more = True
        while True:
            while more and len(waiting) < self._count * MAX_PREFETCH:
                job = next(source, None)
                more = job is not None
                if job is not None:
                    waiting.append(job)
            self._dispatch(waiting)
            if not waiting and not more and not any(worker.assigned for worker in self._workers):
                return
            rows = self._receive(waiting)
            if rows:
                yield rows

    def _dispatch(self, waiting: deque[Job]) -> None:
        ahead = min(max(2, math.ceil(PREFETCH_TIME / max(self._mean_time, 1e-4))), MAX_PREFETCH)
        # the last runs are spread, so that no worker has a batch waiting while others are idle
        ahead = min(ahead, max(1, math.ceil(len(waiting) / len(self._workers))))
        for worker in self._workers:
            if not worker.ready or worker.retiring or len(worker.assigned) > ahead // 2 or not waiting:
                continue
            batch = [waiting.popleft() for _ in range(min(ahead - len(worker.assigned), len(waiting)))]
            if not worker.assigned:
                worker.since = time.monotonic()
            worker.assigned.extend(batch)
            try:
                worker.pipe.send_bytes(msgspec.msgpack.encode(batch))
            except OSError:  # it has died; its end is seen in `_receive`
                continue

    def _receive(self, waiting: deque[Job]) -> list[Row]:
        rows: list[Row] = []
        ready = set(wait([worker.pipe for worker in self._workers], POLL_INTERVAL))
        now = time.monotonic()
        for worker in list(self._workers):
            if worker.pipe in ready:
                rows += self._receive_from(worker, waiting, now)
            elif now - worker.since > (self._limit if worker.ready else START_TIMEOUT) and (
                worker.assigned or not worker.ready
            ):
                rows += self._replace(worker, waiting, "timeout")
        return rows

    def _receive_from(self, worker: _Worker, waiting: deque[Job], now: float) -> list[Row]:
        """Take one message of a worker that has one; `wait` tells of more."""
        rows: list[Row] = []
        try:
            message = DECODER.decode(worker.pipe.recv_bytes())
        except (EOFError, ConnectionResetError, BrokenPipeError, OSError):
            return self._replace(worker, waiting, "killed")
        if isinstance(message, Ready):
            if message.problem:
                raise WorkerError(message.problem)
            worker.ready, worker.since = True, now
            self._failed_starts = 0
        else:
            rows.append(self._finish_run(worker, message, now))
        if worker.retiring and not worker.assigned:
            self._workers[self._workers.index(worker)] = self._start()
            _terminate(worker)
        return rows

    def _finish_run(self, worker: _Worker, message: Report, now: float) -> Row:
        worker.assigned.popleft()
        took = now - worker.since
        self._mean_time += 0.1 * (took - self._mean_time)
        worker.since = now
        limit = self._spec.memory
        if limit and message.memory > 0.9 * limit:  # a new process starts with little memory
            worker.retiring = True
        return msgspec.json.decode(message.row, type=Row)

    def _replace(self, worker: _Worker, waiting: deque[Job], reason: str) -> list[Row]:
        """Replace a worker that has died or must be ended; the run that killed it is tried at most once more."""
        _terminate(worker)
        if not worker.ready:
            self._failed_starts += 1
        if self._failed_starts >= MAX_FAILED_STARTS:
            raise WorkerError(
                f"{MAX_FAILED_STARTS} workers in a row ended before they could begin; they may have too little memory "
                f"(--memory), or be ended from outside (exit code {worker.process.exitcode})."
            )
        self._workers[self._workers.index(worker)] = self._start()
        if not worker.assigned:
            return []
        first = worker.assigned.popleft()
        waiting.extendleft(reversed(worker.assigned))
        tries = self._tries[first.key] = self._tries.get(first.key, 0) + 1
        if reason == "killed" and tries < MAX_TRIES:
            waiting.appendleft(first)
            return []
        cause = (
            f"the run takes longer than {self._limit:g} s."
            if reason == "timeout"
            else f"the worker crashed during it {tries} times (exit code {worker.process.exitcode})."
        )
        return [Row(key=first.key, seed=first.seed, values=first.values, success=False, reason=reason, cause=cause)]

    def close(self) -> None:
        """End the workers, even busy ones."""
        for worker in self._workers:
            _terminate(worker)


def _terminate(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
