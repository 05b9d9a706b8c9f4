"""The process that does the runs of a sweep: it starts the workers and appends the rows, and reports how far it is."""

import _thread
import os
import signal
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from pult.batch.sweep import run_sweep
from pult.core.errors import DocumentError, Fault, PultError
from pult.server.documents.project import Project
from pult.server.sweeps.files import SweepFiles
from pult.server.sweeps.prepared import operator_of, prepare_in, read_plan
from pult.server.workers.process import end_with_parent

NICENESS = 10
"""How much a sweep gives way to real-time sessions (see `os.nice`); its workers inherit it."""
REPORT_INTERVAL = 0.1
"""Least time between two reports [s]."""
MEMORY = 4 * 2**30
"""Memory limit of each worker [byte]."""
STOP = b"stop"


class Begun(msgspec.Struct, frozen=True, tag=True):
    """The plan is right; the workers start."""

    pilot: str
    variant: str
    runs: int


class Progress(msgspec.Struct, frozen=True, tag=True):
    """So many runs are done."""

    done: int
    failed: int
    runs: int


class Ended(msgspec.Struct, frozen=True, tag=True):
    """It is over. Faults are plain data; see `Fault.plain`."""

    stopped: bool = False
    problem: str = ""
    faults: list[dict[str, Any]] = []


FromChild = Begun | Progress | Ended
_ENCODER = msgspec.msgpack.Encoder()
DECODER: msgspec.msgpack.Decoder[FromChild] = msgspec.msgpack.Decoder(FromChild)


class _Stopped(Exception):  # noqa: N818 - asked for
    """The sweep is to be stopped."""


def run_in_child(connection: Connection, folder: Path, name: str, workers: int) -> None:
    """Do the missing runs of a sweep; the whole life of the process.

    Args:
        connection: Reports go out, `STOP` comes in; the process ends with it.
        folder: The project folder.
        name: Name of the sweep.
        workers: How many processes do the runs.
    """
    end_with_parent()
    signal.signal(signal.SIGTERM, _raise_stopped)
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICENESS)
    threading.Thread(target=_listen, args=(connection,), daemon=True).start()
    try:
        ended = _run(connection, folder, name, workers)
    except _Stopped:
        ended = Ended(stopped=True)
    except DocumentError as error:
        ended = Ended(problem=str(error), faults=[fault.plain() for fault in error.faults])
    except PultError as error:
        ended = Ended(problem=str(error))
    except Exception as error:  # noqa: BLE001 - reported to the server
        ended = Ended(problem=f"{type(error).__name__}: {error}")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _send(connection, ended)


def _raise_stopped(*_: object) -> None:
    raise _Stopped


def _listen(connection: Connection) -> None:
    """Interrupt the main thread when the sweep is to be stopped, or nobody listens any more."""
    with suppress(EOFError, OSError):
        while connection.recv_bytes() != STOP:
            pass
    _thread.interrupt_main(signal.SIGTERM)


def _send(connection: Connection, report: FromChild) -> None:
    with suppress(OSError):  # the server is gone; the results are kept
        connection.send_bytes(_ENCODER.encode(report))


def _run(connection: Connection, folder: Path, name: str, workers: int) -> Ended:
    project = Project(folder)
    paths = SweepFiles(project).paths(name)
    prepared = prepare_in(project, read_plan(paths))
    _send(connection, Begun(*operator_of(prepared), prepared.count))
    last = 0.0

    def progress(done: int, failed: int, runs: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done == runs or now - last >= REPORT_INTERVAL:
            last = now
            _send(connection, Progress(done, failed, runs))

    run_sweep(prepared, paths.results, workers=workers, memory=workers * MEMORY, progress=progress)
    return Ended()


def faults_of(ended: Ended) -> list[Fault]:
    """Faults of the plan, if these ended it."""
    return [Fault.from_plain(plain) for plain in ended.faults]
