"""Worker processes by themselves."""

import os
import subprocess
import sys
from pathlib import Path

from tests.batch.workers.lethal import HANGS

COORDINATOR = """
import multiprocessing, os, signal
import msgspec
from pult.batch.job import Job
from pult.batch.workers.worker import WorkerSpec, work
from tests.batch.workers.lethal import LethalTask

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    context.Process(target=work, args=(there, WorkerSpec(task=LethalTask()))).start()
    there.close()
    here.recv_bytes()  # it is ready
    here.send_bytes(msgspec.msgpack.encode([Job(key="x", seed=HANGS)]))
    print("sent", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_run_that_hangs_ends_with_a_coordinator_that_was_killed(tmp_path):
    script = tmp_path / "coordinator.py"
    script.write_text(COORDINATOR.replace("HANGS", str(HANGS)))
    root = str(Path(__file__).parents[3])
    # the worker holds the same standard output: it is at its end only when both processes are gone
    said = subprocess.run(
        [sys.executable, str(script)],
        cwd=root,
        env=_environment(root),
        stdout=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    assert said.stdout.decode().split() == ["sent"]


def _environment(root: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": root}
