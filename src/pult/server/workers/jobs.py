"""Background jobs, for work that takes longer than half a second: start, watch, cancel, fetch the result."""

import asyncio
import inspect
import secrets
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import msgspec
from fastapi import APIRouter, Request, Response

from pult.core.errors import DocumentError, FaultKind, PultError
from pult.server.http.wire import Refusal, describe, fault_messages, reply
from pult.server.messages import Job

TOO_MANY_JOBS = FaultKind("busy", "{count|job is running|jobs are running} already; wait until one is done.")
NO_JOB = FaultKind("not-found", "There is no such job, or it was done long ago.")

MAX_KEPT = 200
"""Number of finished jobs that are remembered."""
MAX_RUNNING = 16


class Cancelled(Exception):  # noqa: N818 - ends the work, is no failure
    """Raised in the work when it has been cancelled."""


class Report(Protocol):
    """Progress callback of a job; raises Cancelled once the job has been cancelled."""

    def __call__(self, progress: float | None = None, detail: str = "") -> None:
        """Report progress.

        Args:
            progress: Completed fraction, 0 to 1; None if unknown.
            detail: Description of the present step, for people.
        """


Work = Callable[[Report], Any] | Callable[[Report], Awaitable[Any]]
Listener = Callable[[Job], None]


class _Entry:
    def __init__(self, job: Job) -> None:
        self.job = job
        self.task: asyncio.Task[None] | None = None
        self.cancelled = threading.Event()
        self.listeners: list[Listener] = []
        self.done = asyncio.Event()
        self.asked = time.monotonic()
        self.looking: asyncio.TimerHandle | None = None


class Jobs:
    """All jobs of a server. Call its methods in the server's event loop; only the work runs elsewhere."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        # threads of their own: long work must not keep short work, such as saving, from the common ones
        self._threads = ThreadPoolExecutor(MAX_RUNNING, "pult-job")

    def start(self, what: str, work: Work, patience: float | None = None) -> Job:
        """Start a job.

        Args:
            what: Description of the work, for people.
            work: A function, which runs in a thread of its own, or a coroutine function. It takes a progress callback
                and returns the job's result.
            patience: Time without a request for the job after which it is cancelled [s]; never by default.

        Raises:
            Refusal: Too many jobs are running.
        """
        if sum(entry.job.state == "running" for entry in self._entries.values()) >= MAX_RUNNING:
            raise Refusal.of(503, TOO_MANY_JOBS.at(count=MAX_RUNNING))
        job = Job(id=secrets.token_hex(8), what=what, state="running")
        entry = self._entries[job.id] = _Entry(job)
        entry.task = asyncio.get_running_loop().create_task(self._run(entry, work))
        if patience is not None:
            self._look_after(entry, patience)
        self._forget()
        return job

    def _look_after(self, entry: _Entry, patience: float) -> None:
        """Cancel a job that has not been asked for lately: its page was closed."""
        left = entry.asked + patience - time.monotonic()
        if left > 0.0:
            entry.looking = asyncio.get_running_loop().call_later(left, self._look_after, entry, patience)
        elif entry.job.state == "running":
            self.cancel(entry.job.id)

    def get(self, number: str) -> Job:
        """A job.

        Raises:
            Refusal: There is no job with that id.
        """
        entry = self._entry(number)
        entry.asked = time.monotonic()
        return entry.job

    def cancel(self, number: str) -> Job:
        """Cancel a job; work already done is kept."""
        entry = self._entry(number)
        if entry.job.state == "running":
            entry.cancelled.set()
            self._change(entry, state="cancelled")
            if entry.task is not None:
                entry.task.cancel()
        return entry.job

    def listen(self, number: str, listener: Listener) -> None:
        """Call a listener on every change of a job."""
        self._entry(number).listeners.append(listener)

    async def wait(self, number: str) -> Job:
        """Wait until a job is no longer running."""
        entry = self._entry(number)
        await entry.done.wait()
        return entry.job

    async def close(self) -> None:
        """Cancel all running jobs and wait for them."""
        for number in list(self._entries):
            self.cancel(number)
        tasks = [entry.task for entry in self._entries.values() if entry.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _entry(self, number: str) -> _Entry:
        if number not in self._entries:
            raise Refusal.of(404, NO_JOB.at())
        return self._entries[number]

    def _change(self, entry: _Entry, **changes: Any) -> None:
        if entry.job.state != "running":
            return
        entry.job = msgspec.structs.replace(entry.job, **changes)
        if entry.job.state != "running":
            entry.done.set()
            if entry.looking is not None:
                entry.looking.cancel()
        for listener in list(entry.listeners):
            listener(entry.job)

    async def _run(self, entry: _Entry, work: Work) -> None:
        loop = asyncio.get_running_loop()

        def report(progress: float | None = None, detail: str = "") -> None:
            if entry.cancelled.is_set():
                raise Cancelled
            loop.call_soon_threadsafe(lambda: self._change(entry, progress=progress, detail=detail))

        try:
            if inspect.iscoroutinefunction(work):
                result = await work(report)
            else:
                result = await loop.run_in_executor(self._threads, work, report)
                if inspect.isawaitable(result):
                    result = await result
            self._change(entry, state="done", progress=1.0, result=msgspec.to_builtins(result))
        except (Cancelled, asyncio.CancelledError):
            entry.cancelled.set()
            self._change(entry, state="cancelled")
        except Refusal as error:
            self._change(entry, state="failed", error=error.text, faults=error.faults)
        except DocumentError as error:
            self._change(entry, state="failed", error=str(error), faults=fault_messages(error.faults))
        except PultError as error:
            self._change(entry, state="failed", error=str(error))
        except Exception as error:  # noqa: BLE001 - whatever happens, the page must learn that it is over
            self._change(entry, state="failed", error=f"It failed: {type(error).__name__}: {error}")

    def _forget(self) -> None:
        over = [number for number, entry in self._entries.items() if entry.job.state != "running"]
        for number in over[:-MAX_KEPT]:
            del self._entries[number]


router = APIRouter(prefix="/api/jobs", tags=["jobs"])


@router.get("/{number}", **describe(answer=Job))
async def job(request: Request, number: str) -> Response:
    """A job: how far it is, and what came of it."""
    return reply(request.app.state.jobs.get(number))


@router.post("/{number}/cancel", **describe(answer=Job))
async def cancel_job(request: Request, number: str) -> Response:
    """Cancel a job."""
    return reply(request.app.state.jobs.cancel(number))
