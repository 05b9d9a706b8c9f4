"""Compiling ahead: a scheme being edited is compiled to the disk cache before a session needs it."""

import multiprocessing
import os
import threading
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from pult.core.errors import DocumentError, Fault, FaultKind, PultError
from pult.realtime.exits import exit_cause
from pult.sim.setup import Setup

NOT_COMPILED = FaultKind("not-compiled", "{error}")
CHECK_FAILED = FaultKind("failed", "the check was not finished: {reason}")
FAILED = FaultKind("failed", "{type}: {error}")

NICE = 10
"""Niceness of the compiler, relative to running sessions."""


class Warming(Future[list[Fault]]):
    """A setup that is being compiled. Its result is the list of faults of the setup.

    Attributes:
        pid: Process id.
    """

    def __init__(self, setup: Setup, folder: Path | None) -> None:
        """Start the process; use `warm`."""
        super().__init__()
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=_work, args=(there, setup, folder), name="pult-warm", daemon=True
        )
        self._process.start()
        there.close()
        self.pid = self._process.pid or 0
        threading.Thread(target=self._wait, args=(here,), name="pult-warm", daemon=True).start()

    def cancel(self) -> bool:
        """Kill the process. Returns whether it was still running."""
        cancelled = super().cancel()
        if cancelled:
            self._process.kill()
        return cancelled

    def _wait(self, connection: Connection) -> None:
        try:
            faults = [Fault.from_plain(fault) for fault in connection.recv()]
        except (EOFError, OSError):
            self._process.join()
            faults = [CHECK_FAILED.at(reason=exit_cause(self._process.exitcode, ""))]
        connection.close()
        self._process.join()
        if self.set_running_or_notify_cancel():
            self.set_result(faults)


def warm(setup: Setup, folder: Path | None = None) -> Warming:
    """Check and compile a setup into the disk cache, in a process of low priority.

    A later `open_session` of the same documents uses the cache; running sessions are not delayed.

    Args:
        setup: The setup.
        folder: Folder of the document that names the others.
    """
    return Warming(setup, folder)


def _work(connection: Connection, setup: Setup, folder: Path | None) -> None:
    """The process."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
    threading.Thread(target=_watch, args=(connection,), name="pult-parent", daemon=True).start()
    with suppress(OSError):
        connection.send([fault.plain() for fault in _faults(setup, folder)])


def _watch(connection: Connection) -> None:
    """End when the parent is gone: it sends nothing, so anything received is the end of the pipe."""
    with suppress(EOFError, OSError):
        connection.recv_bytes()
    os._exit(0)


def _faults(setup: Setup, folder: Path | None) -> list[Fault]:
    from pult.sim.open import open_session

    try:
        open_session(setup, folder)
    except DocumentError as error:
        return list(error.faults)
    except PultError as error:
        return [NOT_COMPILED.at("scheme", error=str(error))]
    except Exception as error:  # noqa: BLE001 - reported as a fault
        return [FAILED.at(type=type(error).__name__, error=str(error))]
    return []
