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

AHEAD = 0.1
"""Work queued for a worker [s]: it never waits for the next batch, and little is lost when it dies."""
MAX_AHEAD = 64
"""Maximum number of runs queued for a worker."""
TRIES = 2
"""Number of attempts of a run that kills its worker, before that is its result."""
STARTS = 3
"""Number of consecutive workers that may die during their start before the sweep gives up."""
LONGEST_START = 600.0
"""Maximum time for a worker to compile its program [s]."""
LOOK = 0.5
"""Maximum time between two checks of time limits [s]."""

_DEFAULT_LIMIT = 600.0


class WorkerFailed(PultError):  # noqa: N818
    """Workers cannot start; the message says why."""


@dataclass
class _Worker:
    """A process with its unfinished runs."""

    process: Any
    pipe: Connection
    given: deque[Job] = field(default_factory=deque)
    since: float = 0.0
    ready: bool = False
    retiring: bool = False


class Pool:
    """Does runs in its own processes. Use it in a `with` statement."""

    def __init__(self, spec: WorkerSpec, workers: int, limit: float = _DEFAULT_LIMIT) -> None:
        """Start the workers; they compile while the first runs are prepared.

        Args:
            spec: What all runs have in common.
            workers: How many processes.
            limit: Longest time of a run [s], of the wall clock; it is ended then.
        """
        self._spec, self._count, self._limit = spec, workers, limit
        self._context = multiprocessing.get_context("spawn")
        self._tries: dict[str, int] = {}
        self._mean = AHEAD
        self._lost_starts = 0
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
            WorkerFailed: No worker can begin, such as for want of memory or because a document is not right.
        """
        waiting, source = deque[Job](), iter(jobs)
        more = True
        while True:
            while more and len(waiting) < self._count * MAX_AHEAD:
                job = next(source, None)
                more = job is not None
                if job is not None:
                    waiting.append(job)
            self._hand_out(waiting)
            if not waiting and not more and not any(worker.given for worker in self._workers):
                return
            rows = self._hear(waiting)
            if rows:
                yield rows

    def _hand_out(self, waiting: deque[Job]) -> None:
        ahead = min(max(2, math.ceil(AHEAD / max(self._mean, 1e-4))), MAX_AHEAD)
        # the last runs are spread: nobody has a batch in hand while others have nothing to do
        ahead = min(ahead, max(1, math.ceil(len(waiting) / len(self._workers))))
        for worker in self._workers:
            if not worker.ready or worker.retiring or len(worker.given) > ahead // 2 or not waiting:
                continue
            batch = [waiting.popleft() for _ in range(min(ahead - len(worker.given), len(waiting)))]
            if not worker.given:
                worker.since = time.monotonic()
            worker.given.extend(batch)
            try:
                worker.pipe.send_bytes(msgspec.msgpack.encode(batch))
            except OSError:  # it has died; its end is seen in `_hear`
                continue

    def _hear(self, waiting: deque[Job]) -> list[Row]:
        rows: list[Row] = []
        ready = set(wait([worker.pipe for worker in self._workers], LOOK))
        now = time.monotonic()
        for worker in list(self._workers):
            if worker.pipe in ready:
                rows += self._take(worker, waiting, now)
            elif now - worker.since > (self._limit if worker.ready else LONGEST_START) and (
                worker.given or not worker.ready
            ):
                rows += self._replace(worker, waiting, "timeout")
        return rows

    def _take(self, worker: _Worker, waiting: deque[Job], now: float) -> list[Row]:
        """Take one message of a worker that has one; `wait` tells of more."""
        rows: list[Row] = []
        try:
            said = DECODER.decode(worker.pipe.recv_bytes())
        except (EOFError, ConnectionResetError, BrokenPipeError, OSError):
            return self._replace(worker, waiting, "killed")
        if isinstance(said, Ready):
            if said.problem:
                raise WorkerFailed(said.problem)
            worker.ready, worker.since = True, now
            self._lost_starts = 0
        else:
            rows.append(self._took(worker, said, now))
        if worker.retiring and not worker.given:
            self._workers[self._workers.index(worker)] = self._start()
            _end(worker)
        return rows

    def _took(self, worker: _Worker, said: Report, now: float) -> Row:
        worker.given.popleft()
        took = now - worker.since
        self._mean += 0.1 * (took - self._mean)
        worker.since = now
        limit = self._spec.memory
        if limit and said.memory > 0.9 * limit:  # memory that runs have left behind is given back with the process
            worker.retiring = True
        return msgspec.json.decode(said.row, type=Row)

    def _replace(self, worker: _Worker, waiting: deque[Job], reason: str) -> list[Row]:
        """Replace a worker that has died or must be ended; the run that killed it is tried at most once more."""
        _end(worker)
        if not worker.ready:
            self._lost_starts += 1
        if self._lost_starts >= STARTS:
            raise WorkerFailed(
                f"{STARTS} workers in a row ended before they could begin; they may have too little memory "
                f"(--memory), or be ended from outside (exit code {worker.process.exitcode})."
            )
        self._workers[self._workers.index(worker)] = self._start()
        if not worker.given:
            return []
        first = worker.given.popleft()
        waiting.extendleft(reversed(worker.given))
        tries = self._tries[first.key] = self._tries.get(first.key, 0) + 1
        if reason == "killed" and tries < TRIES:
            waiting.appendleft(first)
            return []
        cause = (
            f"the run takes longer than {self._limit:g} s."
            if reason == "timeout"
            else f"the worker died of it {tries} times (exit code {worker.process.exitcode})."
        )
        return [
            Row(key=first.key, seed=first.seed, values=first.values, success=False, reason=reason, cause=cause)
        ]

    def close(self) -> None:
        """End the workers, even busy ones."""
        for worker in self._workers:
            _end(worker)


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
