"""Functions that sweeps call in their workers."""

import os
import signal
from pathlib import Path

import numpy as np

from pult import Figures
from pult.batch.workers.starting import THREAD_COUNTS

SEEDS = range(5)
GAINS = [0.5, 2.0]


def settling(*, seed: int, gain: float) -> Figures:
    """x[k+1] = (1 - gain) x[k] for 20 steps from a drawn start: it settles for gains from 0 to 2, and is x0 (1 - gain)^20."""
    x = start = np.random.default_rng(seed).uniform(1.0, 2.0)
    for _ in range(20):
        x -= gain * x
    small = abs(x) < 1e-3
    return Figures(
        success=small, cause="not settled", metrics={"last": x, "start": start, "nothing": np.nan},
        time=2.0, data={"range": np.array([x, start])},
    )  # fmt: skip


def numbers(*, seed: int) -> dict[str, float]:
    """Figures alone."""
    return {"square": float(seed**2)}


def fatal_once(*, seed: int, folder: str) -> dict[str, float]:
    """Kills its worker the first time that it is called with seed 2."""
    mark = Path(folder) / "killed"
    if seed == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"seed": float(seed)}


def failing(*, seed: int) -> list[int]:
    """Returns what no row can hold, or raises."""
    if seed == 0:
        raise ZeroDivisionError("nothing to divide by")
    return [seed]


def environment(*, seed: int) -> Figures:
    """The numbers of threads that numerical libraries of this process were given."""
    return Figures(data={name: os.environ.get(name, "") for name in THREAD_COUNTS})
