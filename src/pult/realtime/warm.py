"""Compiling ahead: a scheme that is being edited is native code on the disk before a session asks for it."""

import multiprocessing
import os
import threading
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from pult.core.errors import DocumentError, Fault, FaultKind, PultError
from pult.realtime.exits import cause
from pult.sim.setup import Setup

NOT_COMPILED = FaultKind("not-compiled", "{error}")
CHECK_FAILED = FaultKind("failed", "the check was not finished: {reason}")
FAILED = FaultKind("failed", "{type}: {error}")

NICE = 10
"""How much the compiler stands back behind sessions that run."""


class Warming(Future[list[Fault]]):
    """A setup that is being compiled. Its result are the faults of the setup; none if it is right.

    Attributes:
        pid: Number of the process.
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
        """Give it up: the process is killed. Returns whether it was not done yet."""
        cancelled = super().cancel()
        if cancelled:
            self._process.kill()
        return cancelled

    def _wait(self, connection: Connection) -> None:
        try:
            faults = [Fault.from_plain(fault) for fault in connection.recv()]
        except (EOFError, OSError):
            self._process.join()
            faults = [CHECK_FAILED.at(reason=cause(self._process.exitcode, ""))]
        connection.close()
        self._process.join()
        if self.set_running_or_notify_cancel():
            self.set_result(faults)


def warm(setup: Setup, folder: Path | None = None) -> Warming:
    """Check and compile a setup in a process of low priority, into the cache on the disk.

    A later `open_session` of the same documents takes it from there; a session that runs meanwhile is not held up.

    Args:
        setup: What a session will be made of.
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
    """End when nobody waits any more: the parent sends nothing, so whatever comes is the end of it."""
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
    except Exception as error:  # noqa: BLE001 - told to whoever asked
        return [FAILED.at(type=type(error).__name__, error=str(error))]
    return []
