"""A worker process, which does runs until its pipe is closed."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection, wait
from typing import Any

import msgspec

from pult.batch.job import Job, Runner
from pult.batch.results.file import Row, encode_row
from pult.batch.tasks.task import Task
from pult.core.errors import PultError
from pult.record import RecordError, fingerprint


class WorkerSpec(msgspec.Struct, frozen=True):
    """Initial data of a worker.

    Attributes:
        task: What all its runs have in common.
        memory: Maximum memory of the worker [byte]; 0 for no limit.
        fingerprint: Fingerprint of the machine that started the sweep; differences are noted in the rows.
    """

    task: Task
    memory: int = 0
    fingerprint: dict[str, Any] = {}


class Report(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Result of a run.

    Attributes:
        row: The row, encoded.
        memory: Memory that the worker uses now [byte]; 0 if unknown.
    """

    row: bytes
    memory: int = 0


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The worker is ready: its program is compiled.

    Attributes:
        problem: Why it cannot start or continue; empty if it can.
    """

    problem: str = ""


WorkerMessage = Report | Ready
_ENCODER = msgspec.msgpack.Encoder()
_JOBS = msgspec.msgpack.Decoder(list[Job])
DECODER: msgspec.msgpack.Decoder[WorkerMessage] = msgspec.msgpack.Decoder(WorkerMessage)


def work(pipe: Connection, spec: WorkerSpec) -> None:
    """Main function of a worker: it ends when its pipe is closed, for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the coordinator ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _limit_memory(spec.memory)
    runner = spec.task.runner()
    differing = differences(spec.fingerprint)
    try:
        with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
            pipe.send_bytes(_ENCODER.encode(Ready(_warm(runner))))
            while True:
                for job in _JOBS.decode(pipe.recv_bytes()):
                    try:
                        row = do(runner, job, differing)
                    except RecordError as error:
                        problem = f"{error} Earlier rows are kept; the same command continues the sweep."
                        pipe.send_bytes(_ENCODER.encode(Ready(problem)))
                        return
                    pipe.send_bytes(_ENCODER.encode(Report(encode_row(row), memory_usage())))
    finally:
        runner.close()


def _end_with_parent() -> None:
    """End this process when its coordinator has died, since no other process would end a run that hangs."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _warm(runner: Runner) -> str:
    """Compile everything; returns why that failed, if it did."""
    try:
        runner.warm()
    except PultError as error:
        return str(error)
    return ""


def do(runner: Runner, job: Job, differing: dict[str, Any]) -> Row:
    """Do a run, catching all errors of its blocks and its operator; the row notes how this machine differs.

    Raises:
        RecordError: The record cannot be written: the sweep cannot go on, and the run is not done.
    """
    row = _run_or_report(runner, job)
    return msgspec.structs.replace(row, fingerprint=differing) if differing else row


def _run_or_report(runner: Runner, job: Job) -> Row:
    try:
        return runner.run(job)
    except RecordError:
        raise
    except MemoryError:
        cause = "the run needs more memory than a worker may take."
    except Exception as error:  # noqa: BLE001 - a run is anybody's pilot and blocks; one of thousands must not end the rest
        cause = f"{type(error).__name__}: {error}"
    return Row(key=job.key, seed=job.seed, values=job.values, success=False, reason="error", cause=cause)


def differences(begun: dict[str, Any]) -> dict[str, Any]:
    """Differences of this machine from the one that started the sweep."""
    here = fingerprint()
    return {name: value for name, value in here.items() if begun and begun.get(name) != value}


def _limit_memory(limit: int) -> None:
    """Limit the memory of this process, where the system can."""
    if limit <= 0:
        return
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def memory_usage() -> int:
    """Memory of this process [bytes]; 0 where the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - read once a run
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else 1024 * peak)
