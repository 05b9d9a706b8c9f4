"""Sweeps that run: each is a job, whose thread watches the process that does the runs."""

import asyncio
import multiprocessing
import os
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pult.core.errors import DocumentError, FaultKind, PultError
from pult.realtime.exits import exit_cause
from pult.server.http.wire import Refusal
from pult.server.messages import Job
from pult.server.sweeps.child import DECODER, STOP, Begun, Ended, Progress, faults_of, run_in_child
from pult.server.workers.jobs import Cancelled, Jobs, Report

BAD_WORKERS = FaultKind("bad-request", "From 1 to {most} processes can run on this computer, not {value}.")
RUNS_ALREADY = FaultKind("busy", "The sweep {name!r} is running already.")
TOO_MANY_RUN = FaultKind("busy", "{count|sweep is running|sweeps are running} already; wait for {name!r} or stop it.")
NOT_RUNNING = FaultKind("not-running", "The sweep {name!r} is not running.")

MAX_RUNNING = 2
"""Sweeps that run at the same time."""
MAX_WORKERS = 64
POLL_INTERVAL = 0.1
"""Time between two looks for a cancelled job [s]."""
STOP_TIME = 20.0
"""Time in which a process that is to stop must have ended its workers [s]; then it is killed, and they end by
themselves."""
WINDOW = 20.0
"""The speed is that of the last so many seconds."""


@dataclass
class Run:
    """A sweep that runs, or ran last. The thread of its job writes it, the server reads it.

    Attributes:
        name: Name of the sweep.
        job: Its job.
        begun: What the process said first; None before that.
        progress: How far it is; None before the first run is done.
        stopping: Whether it was asked to stop.
        problem: Why it failed.
        pid: The process that does the runs; 0 before it is started.
        over: Set when its process has ended.
    """

    name: str
    job: str = ""
    begun: Begun | None = None
    progress: Progress | None = None
    stopping: bool = False
    problem: str = ""
    pid: int = 0
    over: threading.Event = field(default_factory=threading.Event)
    _marks: deque[tuple[float, int]] = field(default_factory=deque)

    def advance(self, progress: Progress) -> None:
        """Take a report."""
        now = time.monotonic()
        self._marks.append((now, progress.done))
        while now - self._marks[0][0] > WINDOW:
            self._marks.popleft()
        self.progress = progress

    @property
    def speed(self) -> float | None:
        """Runs a second, lately; None before two reports."""
        marks = list(self._marks)
        if len(marks) < 2 or marks[-1][0] <= marks[0][0]:
            return None
        return (marks[-1][1] - marks[0][1]) / (marks[-1][0] - marks[0][0])


class RunningSweeps:
    """The sweeps of a server that run. Its methods belong to the event loop."""

    def __init__(self, folder: Path, jobs: Jobs) -> None:
        """Begin with none.

        Args:
            folder: The project folder.
            jobs: The server's jobs.
        """
        self._folder, self._jobs = folder, jobs
        self._runs: dict[str, Run] = {}

    def last(self, name: str) -> Run | None:
        """The last run of a sweep since the server was started."""
        return self._runs.get(name)

    def running(self, name: str) -> Run | None:
        """The run of a sweep that goes on; None if none does."""
        run = self._runs.get(name)
        return run if run is not None and not run.over.is_set() else None

    def start(self, name: str, workers: int = 0) -> Job:
        """Start a sweep, or go on with it.

        Args:
            name: Its name.
            workers: Processes; 0 for all cores but one.

        Raises:
            Refusal: It runs already, too many others do, or the number of processes is not allowed.
        """
        cores = os.cpu_count() or 1
        most = min(cores, MAX_WORKERS)
        if not 0 <= workers <= most:
            raise Refusal.of(400, BAD_WORKERS.at(most=most, value=workers))
        if self.running(name):
            raise Refusal.of(409, RUNS_ALREADY.at(name=name))
        others = [run.name for run in self._runs.values() if not run.over.is_set()]
        if len(others) >= MAX_RUNNING:
            raise Refusal.of(409, TOO_MANY_RUN.at(count=MAX_RUNNING, name=others[0]))
        run = Run(name)
        job = self._jobs.start(f"sweep {name}", lambda report: self._watch(run, workers or max(1, cores - 1), report))
        run.job = job.id
        self._runs[name] = run
        return job

    async def stop(self, name: str) -> None:
        """Stop a sweep and wait until its processes have ended; the rows that are done are kept.

        Raises:
            Refusal: It does not run.
        """
        run = self.running(name)
        if run is None:
            raise Refusal.of(409, NOT_RUNNING.at(name=name))
        run.stopping = True
        self._jobs.cancel(run.job)
        await asyncio.to_thread(run.over.wait, 2 * STOP_TIME)

    def forget(self, name: str) -> None:
        """A sweep was deleted."""
        self._runs.pop(name, None)

    async def close(self) -> None:
        """Stop all of them."""
        for name in [run.name for run in self._runs.values() if not run.over.is_set()]:
            await self.stop(name)

    # --- in the thread of a job --------------------------------------------------------------------------------------

    def _watch(self, run: Run, workers: int, report: Report) -> dict[str, int]:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        order = (there, self._folder, run.name, workers)
        # not a daemon: it has children of its own, which end with it
        process = context.Process(target=run_in_child, args=order, name="pult-sweep")
        try:
            process.start()
            there.close()
            run.pid = process.pid or 0
            ended = _follow(run, here, report)
            if ended is None:
                process.join(5.0)
                raise PultError(f"The sweep was not finished: {exit_cause(process.exitcode, '')}")
            if ended.faults:
                raise DocumentError(f"sweep {run.name!r}", faults_of(ended))
            if ended.problem:
                raise PultError(ended.problem)
            return {"done": run.progress.done, "failed": run.progress.failed} if run.progress else {}
        except PultError as error:
            run.problem = str(error)
            raise
        finally:
            _end(process, here)
            run.over.set()


def _follow(run: Run, here: Any, report: Report) -> Ended | None:
    """Read what the process says until it is over; None if it ended without a word.

    Raises:
        Cancelled: The job was cancelled.
    """
    try:
        while True:
            now = run.progress
            report(now.done / now.runs if now and now.runs else None, "running" if now else "starting the workers")
            if not here.poll(POLL_INTERVAL):
                continue
            said = DECODER.decode(here.recv_bytes())
            if isinstance(said, Ended):
                return said
            if isinstance(said, Begun):
                run.begun = said
            else:
                run.advance(said)
    except Cancelled:
        run.stopping = True
        raise
    except (EOFError, OSError):
        return None


def _end(process: Any, here: Any) -> None:
    """Let a process end its workers, and end it."""
    if process.pid is None:
        return
    with suppress(OSError):  # it has ended
        here.send_bytes(STOP)
    process.join(STOP_TIME)
    if process.is_alive():
        process.kill()
        process.join(5.0)
    here.close()
