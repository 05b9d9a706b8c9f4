"""A pool of worker processes, for work that takes long or reads untrusted data.

A process that crashes, hangs or exhausts its memory affects nothing else: the caller gets an error, and the next task a
new process.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from typing import Any, TypeVar

from pult.core.errors import PultError
from pult.server.workers.process import Bounds, Worker, unwrapped

T = TypeVar("T")
COUNT = 4
"""Maximum number of processes; they are started on demand."""
MEMORY = 4 * 2**30
"""Memory limit of a process for its work, where the system supports one [bytes]."""


class Workers:
    """A pool of worker processes. Call its methods in the event loop."""

    def __init__(self, count: int = COUNT, memory: int = MEMORY) -> None:
        """Create an empty pool.

        Args:
            count: Maximum number of processes. One is reserved for sessions, and one for sessions and short work.
            memory: Memory limit of each [bytes].
        """
        self._count, self._memory = count, memory
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._numbers = 0
        self._closed = False
        self._any = asyncio.Semaphore(count)
        self._common = asyncio.Semaphore(max(1, count - 1))
        self._long = asyncio.Semaphore(max(1, count - 2))
        self._threads = ThreadPoolExecutor(count, "pult-work")

    def warm_up(self) -> None:
        """Start a process now, so that it is ready for the first task."""
        if not self._idle and not self._busy:
            self._idle.append(self._new())

    @property
    def pids(self) -> list[int]:
        """Ids of the present processes, busy ones first."""
        return [worker.pid for worker in (*self._busy, *self._idle)]

    async def run(
        self,
        function: Callable[..., T],
        *arguments: Any,
        what: str,
        seconds: float,
        short: bool = False,
        session: bool = False,
        bounds: Bounds = Bounds(),  # noqa: B008 - it is immutable
    ) -> T:
        """Run a function in a worker process.

        Args:
            function: A module-level function; it and its arguments are sent to the process.
            arguments: Its arguments.
            what: Description of the work, for people; it begins a sentence.
            seconds: Wall-clock time limit from the start of the work in a process [s].
            short: Whether it is usually quick; such work does not wait behind long work.
            session: Whether a session depends on it; such work does not wait behind any other.
            bounds: Limits of processor time and memory for this task, if lower than the usual ones.

        Raises:
            Undone: Its process crashed, took too long, or needed too much memory.
            PultError: What the function raised.
        """
        async with AsyncExitStack() as stack:
            if not (short or session):
                await stack.enter_async_context(self._long)
            if not session:
                await stack.enter_async_context(self._common)
            await stack.enter_async_context(self._any)
            if self._closed:
                raise PultError("the server is ending.")
            done = await self._work(self._take(), function, arguments, what, seconds, bounds)
        found: T = unwrapped(done)
        return found

    async def _work(self, worker: Worker, *order: Any) -> Any:
        future = asyncio.get_running_loop().run_in_executor(self._threads, worker.do, *order)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())  # the caller may no longer wait
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            worker.kill()  # the result is no longer wanted
            raise
        finally:
            self._busy.discard(worker)
            if worker.usable and not self._closed:
                self._idle.append(worker)
            else:
                worker.kill()

    def _take(self) -> Worker:
        """An idle process; the oldest one, which has most modules loaded."""
        self._idle = [worker for worker in self._idle if worker.usable]
        worker = min(self._idle, key=lambda one: one.number, default=None)
        if worker is None:
            worker = self._new()
        else:
            self._idle.remove(worker)
        self._busy.add(worker)
        return worker

    def _new(self) -> Worker:
        self._numbers += 1
        return Worker(self._numbers, self._memory)

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        workers, self._idle = [*self._idle, *self._busy], []
        for worker in workers:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)
