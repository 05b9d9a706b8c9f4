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
from pult.batch.results import Row
from pult.batch.worker import DECODER, Ready, Report, WorkerSpec, work
from pult.core.errors import PultError

AHEAD = 0.25
"""Work that a worker is given ahead [s]: it never waits for the next batch, and little is lost when it dies."""
MAX_AHEAD = 64
"""Most runs that a worker is given ahead."""
TRIES = 2
"""How often a run is begun whose worker dies of it, before that is its result."""
LONGEST_START = 600.0
"""Time in which a worker must have compiled its program [s]."""
LOOK = 0.5
"""Longest time between two looks at the clock [s]."""

_DEFAULT_LIMIT = 600.0


class WorkerFailed(PultError):  # noqa: N818
    """Workers cannot begin; the message says why."""


@dataclass
class _Worker:
    """A process with what it was given and has not done."""

    process: Any
    pipe: Connection
    given: deque[Job] = field(default_factory=deque)
    since: float = 0.0
    ready: bool = False
    retiring: bool = False


class Pool:
    """Does runs in processes of its own. Use it in a `with` statement."""

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
        self._workers = [self._start() for _ in range(workers)]

    def _start(self) -> _Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=work, args=(there, self._spec), daemon=True)
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
        rows: list[Row] = []
        try:
            while worker.pipe.poll():
                said = DECODER.decode(worker.pipe.recv_bytes())
                if isinstance(said, Ready):
                    if said.problem:
                        raise WorkerFailed(said.problem)
                    worker.ready, worker.since = True, now
                else:
                    rows.append(self._took(worker, said, now))
        except (EOFError, ConnectionResetError, BrokenPipeError, OSError):
            return rows + self._replace(worker, waiting, "killed")
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
        """A worker is gone, or has to go: its runs are done by another, and one that it died of once more at most."""
        _end(worker)
        if not worker.ready:
            raise WorkerFailed(
                "a worker ended before it could begin; it may have too little memory (--memory), "
                f"or have been ended from outside (exit code {worker.process.exitcode})."
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
        """End the workers, whatever they do."""
        for worker in self._workers:
            _end(worker)


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()
