"""Work that would hold up the event loop, in processes of its own: a crash there touches nothing else."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, TypeVar

from pult.core.errors import DocumentError, Fault, PultError
from pult.server.wire import Refusal

T = TypeVar("T")
COUNT = 2
"""Processes at most; they are started when they are needed."""


@dataclass(frozen=True)
class _Done:
    """What came of a piece of work. Errors travel as plain data, because not all of them can be pickled."""

    value: Any = None
    error: str = ""
    source: str = ""
    faults: Sequence[Fault] = ()
    refusal: tuple[int, str] | None = None


class Workers:
    """A few processes that do what takes long. Its methods belong to the event loop."""

    def __init__(self, count: int = COUNT) -> None:
        """Begin without a process."""
        self._count = count
        self._pool: ProcessPoolExecutor | None = None

    def warm_up(self) -> None:
        """Start a process now, so that the first piece of work finds it ready."""
        self._get().submit(_import)

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Do some work.

        Args:
            function: A function of a module; it and its arguments are sent to the process.
            arguments: Its arguments.

        Raises:
            PultError: What the function raised, or that the process has crashed.
        """
        pool = self._get()
        try:
            done = await asyncio.wrap_future(pool.submit(_guarded, function, arguments))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            pool.shutdown(wait=False)
            raise PultError("the process that did this has crashed; perhaps a model file is damaged.") from None
        found: T = _unwrapped(done)
        return found

    def close(self) -> None:
        """End the processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.terminate()

    def _get(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=end_with_parent)
        return self._pool


def _guarded(function: Callable[..., Any], arguments: Sequence[Any]) -> _Done:
    try:
        return _Done(function(*arguments))
    except DocumentError as error:
        return _Done(error=str(error), source=error.source, faults=error.faults)
    except Refusal as error:
        return _Done(error=error.text, refusal=(error.status, error.code))
    except PultError as error:
        return _Done(error=str(error) or type(error).__name__)


def _unwrapped(done: _Done) -> Any:
    if done.faults:
        raise DocumentError(done.source, done.faults)
    if done.refusal is not None:
        raise Refusal(*done.refusal, done.error)
    if done.error:
        raise PultError(done.error)
    return done.value


def end_with_parent() -> None:
    """End this process when the one that started it is gone, even if it was killed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole family; the server decides
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, name="pult-parent", daemon=True).start()


def _import() -> None:
    """Load what most of the work needs."""
    import pult.exercise.exercise
    import pult.server.plan
    import pult.sim.open  # noqa: F401
