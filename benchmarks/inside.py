"""The loop over time inside native code: pult's `run_array` against Numba written by hand."""

from typing import Any

import numpy as np

import pult
from benchmarks.figures import Native, Sample
from benchmarks.loops import BLOCKS_PER_LOOP, by_hand_many, by_hand_one, document, references, trajectory
from benchmarks.measure import agreement, no_collection, seconds
from pult.core.signals import Array

STEPS = 40_000
"""Steps times loops of a turn: long against the call, short enough to stay in the processor's cache."""


def bench_inside(loops: int, turns: int, steps: int | None = None) -> Native:
    """Measure one size.

    Args:
        loops: Number of loops.
        turns: Number of repeats of each.
        steps: Control steps of a turn; chosen automatically by default.
    """
    import numba

    count = steps or max(STEPS // loops, 1)
    wanted, mine, theirs = (_aligned(count, loops) for _ in range(3))
    wanted[:] = references(count, loops)
    expected = trajectory(wanted)[:-1]
    program = pult.compile_scheme(document(loops))
    by_hand: Any = numba.njit(by_hand_one if loops == 1 else by_hand_many)
    q, w, signals = _aligned(1, loops)[0], _aligned(1, loops)[0], _aligned(BLOCKS_PER_LOOP, loops)
    by_hand(q, w, signals, wanted, theirs)  # compiles
    times: tuple[list[float], list[float]] = ([], [])
    with no_collection():
        for _ in range(turns):
            program.reset()
            times[0].append(1e9 * seconds(lambda: program.run_array(wanted, mine)) / count)
            q[:], w[:] = 0.0, 0.0
            times[1].append(1e9 * seconds(lambda: by_hand(q, w, signals, wanted, theirs)) / count)
    ours, hands = Sample.of(times[0]), Sample.of(times[1])
    return Native(
        blocks=BLOCKS_PER_LOOP * loops,
        steps=count,
        pult_ns=ours,
        by_hand_ns=hands,
        ratio=ours.median / hands.median,
        ratio_of_minima=ours.minimum / hands.minimum,
        agreement=agreement(mine, expected),
        by_hand_agreement=agreement(theirs, expected),
        same_bits=mine.tobytes() == theirs.tobytes(),
    )


def _aligned(rows: int, columns: int) -> Array:
    """Zeros at the start of a cache line: elsewhere the hand-written loop can be 1.8 times slower."""
    spare = np.zeros(rows * columns + 8)
    start = -spare.ctypes.data // 8 % 8
    return spare[start : start + rows * columns].reshape((rows, columns))
