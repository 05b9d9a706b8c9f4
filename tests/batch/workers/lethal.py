"""Runs that end as their seed says, in real processes: by themselves, by a signal, or never."""

import os
import signal
import threading
import time
from pathlib import Path

import msgspec

from pult.batch.job import Job, Runner
from pult.batch.results.file import Row

GOOD, KILLS_ITS_PROCESS, KILLS_THE_DASK_WORKER, HANGS, WAITS = range(5)


class LethalTask(msgspec.Struct, frozen=True):
    """What all these runs have in common.

    Attributes:
        gate: File without which runs with the seed `WAITS` do not end.
    """

    gate: str = ""

    def runner(self) -> "LethalRunner":
        return LethalRunner(self.gate)


class LethalRunner(Runner):
    def __init__(self, gate: str) -> None:
        self._gate = gate

    def warm(self) -> None:
        pass

    def run(self, job: Job) -> Row:
        if job.seed == KILLS_ITS_PROCESS:
            os.kill(os.getpid(), signal.SIGKILL)
        if job.seed == KILLS_THE_DASK_WORKER:
            os.kill(os.getppid(), signal.SIGKILL)
            threading.Event().wait()
        if job.seed == HANGS:
            threading.Event().wait()
        while job.seed == WAITS and not Path(self._gate).exists():
            time.sleep(0.01)
        return Row(key=job.key, seed=job.seed, success=True, reason="success")

    def close(self) -> None:
        pass
