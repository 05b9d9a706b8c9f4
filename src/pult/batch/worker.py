"""A process that does runs until nobody wants any more."""

import contextlib
import os
import signal
import sys
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from pult.batch.bundle import unpack
from pult.batch.job import Job, Runner
from pult.batch.results import Row, encode_row
from pult.core.errors import PultError
from pult.exercise.run import open_attempt
from pult.record import fingerprint


class WorkerSpec(msgspec.Struct, frozen=True):
    """What all runs of a worker have in common.

    Attributes:
        bundle: The documents, packed.
        variant, pilot: Variant and operator.
        memory: Memory that the worker may take [byte]; 0 for no limit.
        fingerprint: That of the machine that began the sweep; differences go into the rows.
    """

    bundle: bytes
    variant: str
    pilot: str
    memory: int = 0
    fingerprint: dict[str, Any] = {}


class Report(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A run is done.

    Attributes:
        row: What came of it, encoded.
        memory: Memory that the worker takes now [byte]; 0 where that is not known.
    """

    row: bytes
    memory: int = 0


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The worker can begin: its program is compiled.

    Attributes:
        problem: Why it cannot, in words; empty if it can.
    """

    problem: str = ""


FromWorker = Report | Ready
_ENCODER = msgspec.msgpack.Encoder()
_JOBS = msgspec.msgpack.Decoder(list[Job])
DECODER: msgspec.msgpack.Decoder[FromWorker] = msgspec.msgpack.Decoder(FromWorker)


def work(pipe: Connection, spec: WorkerSpec) -> None:
    """The whole life of a worker: it ends when its pipe does, whatever became of those at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the coordinator ends its workers
    _limit_memory(spec.memory)
    runner = Runner(unpack(spec.bundle), spec.variant, spec.pilot)
    differing = _differences(spec.fingerprint)
    try:
        with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
            pipe.send_bytes(_ENCODER.encode(Ready(_warm(runner))))
            while True:
                for job in _JOBS.decode(pipe.recv_bytes()):
                    row = _done(runner, job)
                    if differing:
                        row = msgspec.structs.replace(row, fingerprint=differing)
                    pipe.send_bytes(_ENCODER.encode(Report(encode_row(row), memory_now())))
    finally:
        runner.close()


def _warm(runner: Runner) -> str:
    """Have the program compiled; returns why that cannot be."""
    try:
        open_attempt(runner.exercise([]), runner.variant, begin=False)
    except PultError as error:
        return str(error)
    return ""


def _done(runner: Runner, job: Job) -> Row:
    try:
        return runner.run(job)
    except MemoryError:
        cause = "the run needs more memory than a worker may take."
    except Exception as error:  # noqa: BLE001 - a run is anybody's pilot and blocks; one of thousands must not end the rest
        cause = f"{type(error).__name__}: {error}"
    return Row(key=job.key, seed=job.seed, values=job.values, success=False, reason="error", cause=cause)


def _differences(begun: dict[str, Any]) -> dict[str, Any]:
    here = fingerprint()
    return {name: value for name, value in here.items() if begun and begun.get(name) != value}


def _limit_memory(limit: int) -> None:
    """Have the system refuse what goes beyond, where it can."""
    if limit <= 0:
        return
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def memory_now() -> int:
    """Memory that this process takes [byte]; 0 where the system does not tell."""
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
