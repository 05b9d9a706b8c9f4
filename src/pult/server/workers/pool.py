"""Work that takes long, or reads what strangers made, in processes of its own.

A process that crashes, hangs or eats memory there touches nothing else: who asked is told, and the next piece of work
gets a new one.
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
"""Processes at most; they are started when they are needed."""
MEMORY = 4 * 2**30
"""Memory that a process may take for its work, where the system lets us say so [bytes]."""


class Workers:
    """A few processes that do one piece of work after another. Its methods belong to the event loop."""

    def __init__(self, count: int = COUNT, memory: int = MEMORY) -> None:
        """Begin without a process.

        Args:
            count: Processes at most. One of them is kept for sessions, and one for them and short work.
            memory: Memory for each [bytes].
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
        """Start a process now, so that the first piece of work finds it ready."""
        if not self._idle and not self._busy:
            self._idle.append(self._new())

    @property
    def pids(self) -> list[int]:
        """Numbers of the processes that are there now, those that work first."""
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
        """Do some work.

        Args:
            function: A function of a module; it and its arguments are sent to the process.
            arguments: Its arguments.
            what: What is done, for people; it begins a sentence.
            seconds: Time allowed by the clock, from when a process has begun with it [s].
            short: Whether it takes a moment only as a rule; such work does not wait for what takes long.
            session: Whether somebody waits for a session; such work does not wait for any other.
            bounds: Processor time and memory for this piece of work, if it is to have less than others.

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
        future.add_done_callback(lambda done: done.cancelled() or done.exception())  # somebody may have left
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            worker.kill()  # nobody wants to know any more
            raise
        finally:
            self._busy.discard(worker)
            if worker.usable and not self._closed:
                self._idle.append(worker)
            else:
                worker.kill()

    def _take(self) -> Worker:
        """An idle process; the oldest one, which knows most by now."""
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
