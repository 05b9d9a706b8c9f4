"""From the command to the first row of a sweep whose program is in the cache."""

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.sweep_runs import EXERCISE

PATIENCE = 600.0
"""Longest time that a start may take [s]."""


def measure_start(folder: Path, rounds: int) -> list[float]:
    """Time from the start of the command `pult sweep` to the first row in its file [s], round by round."""
    found = [_start(folder / f"start{number}.jsonl") for number in range(rounds + 1)]
    return found[1:]  # the first fills caches


def _start(path: Path) -> float:
    command = [sys.executable, "-m", "pult", "sweep", EXERCISE, "--seeds", "0:2", "--workers", "2", "-o", str(path)]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (path.exists() and path.read_bytes().count(b"\n") > 1):
            if process.poll() is not None and not path.exists():
                raise RuntimeError(f"the sweep ended with {process.returncode} before its first run")
            if time.perf_counter() - began > PATIENCE:
                raise RuntimeError("the sweep did not begin")
            time.sleep(0.005)
        return time.perf_counter() - began
    finally:
        process.wait()
