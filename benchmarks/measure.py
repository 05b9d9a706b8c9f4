"""Tools of all measurements: the clock, the check against NumPy, and a pause of garbage collection."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import numpy as np

from benchmarks.figures import Agreement
from pult.core.signals import Array

TOLERANCE = 1e-9
"""Largest difference of angles [rad]. The same equations in another order of additions differ by rounding
alone, some 1e-16 rad a step, and the loops are stable."""


CLOCK: Literal["process_time", "perf_counter"] = (
    "process_time" if time.get_clock_info("process_time").resolution <= 1e-6 else "perf_counter"
)
"""Time of the processor in this process; where the system counts that too coarsely, time that passes."""
_clock = time.process_time if CLOCK == "process_time" else time.perf_counter
_TICK = time.get_clock_info(CLOCK).resolution


def seconds(work: Callable[[], object]) -> float:
    """Duration of a call; at least one tick of the clock [s]."""
    start = _clock()
    work()
    return max(_clock() - start, _TICK)


def agreement(found: Array, expected: Array) -> Agreement:
    """Compare a trajectory with the reference. Shapes (steps, loops)."""
    largest = float(np.abs(found - expected).max())
    holds = largest <= TOLERANCE  # false for NaN
    return Agreement(steps=len(found), largest_rad=largest, tolerance_rad=TOLERANCE, holds=holds)


@contextmanager
def no_collection() -> Iterator[None]:
    """Disable Python's garbage collector, as `timeit` does: one engine's objects must not delay another."""
    gc.collect()
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
