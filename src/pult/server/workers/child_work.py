"""Work in a child process that reports progress and can be cancelled at any time."""

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from pult.core.errors import PultError
from pult.realtime.exits import exit_cause
from pult.server.workers.jobs import Report
from pult.server.workers.process import Undone, end_with_parent, limit_memory

Tell = Callable[[int, int], None]
"""Progress callback: amount done, and total amount."""
Work = Callable[..., Any]
"""A function that takes a `Tell` first, then its arguments; its result is plain data."""
MEMORY = 4 * 2**30
"""Memory limit of the work, where the system supports one [bytes]."""
POLL_INTERVAL = 0.1
"""Time between two checks for cancellation [s]."""


def run_child(work: Work, arguments: tuple[Any, ...], report: Report, detail: str, *, what: str, seconds: float) -> Any:
    """Do some work in a child process, and wait for it; called in a thread.

    Args:
        work: The work; a module-level function.
        arguments: Its arguments.
        report: Progress callback; if it raises, the process is ended.
        detail: Description of the present step, for people.
        what: Description of the work, for people; it begins a sentence.
        seconds: Wall-clock time limit [s].

    Raises:
        Undone: It took too long, or its process crashed.
        PultError: The work failed.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_main, args=(there, work, arguments), name="pult-work", daemon=True)
    process.start()
    there.close()
    progress: float | None = None
    deadline = time.monotonic() + seconds
    try:
        while True:
            report(progress, detail)
            if time.monotonic() > deadline:
                allowed = f"{seconds / 60.0:g} min" if seconds >= 60.0 else f"{seconds:g} s"
                text = f"{what} took longer than {allowed}, which is the most that is allowed; it was ended."
                raise Undone("too-slow", text)
            if not here.poll(POLL_INTERVAL):
                continue
            kind, value = here.recv()
            if kind == "progress":
                progress = value
            elif kind == "done":
                return value
            else:
                raise PultError(value)
    except (EOFError, OSError):
        process.join(1.0)
        raise Undone("crashed", f"{what} was not finished: {exit_cause(process.exitcode, '')}") from None
    finally:
        if process.is_alive():
            process.kill()
        process.join(5.0)
        here.close()


def _main(connection: Connection, work: Work, arguments: tuple[Any, ...]) -> None:
    end_with_parent()
    limit_memory(MEMORY)

    def tell(done: int, total: int) -> None:
        connection.send(("progress", done / total if total else None))

    try:
        connection.send(("done", work(tell, *arguments)))
    except PultError as error:
        connection.send(("error", str(error)))
    except MemoryError:
        text = f"it needs more than {MEMORY >> 30} GiB of memory, which is the most that is allowed."
        connection.send(("error", text))
    except Exception as error:  # noqa: BLE001 - reported to the caller
        connection.send(("error", f"{type(error).__name__}: {error}"))
