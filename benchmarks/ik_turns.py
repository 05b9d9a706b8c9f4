"""Interleaved timing of solvers: the same targets, the same starts, every call timed.

A turn is a few targets long and the order of the solvers is shuffled each time, so that a disturbance of the machine
affects all of them. At the beginning of a turn the processor's caches hold the others' code and data, so a turn begins
with some warm-up calls for earlier targets. The first of them is timed separately: it is the cost of a call in a
program that does other things in between.
"""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from benchmarks.ik_solvers import OWN, Answer, Solver
from benchmarks.measure import no_collection
from benchmarks.peers import Missing
from pult.core.signals import Array
from pult.robot.chain import Chain

SEED = 20_000
TURN = 10
"""Number of targets in a turn."""
WARMING = 4
"""Number of warm-up calls before them; from the fifth on, times are steady."""
SAME_MODEL = 1e-9
"""Largest difference of any entry of a pose between a peer's model and ours [m or 1]."""


class Problems(NamedTuple):
    """Targets as poses, shape (k, 4, 4), and starts [rad or m], shape (k, n)."""

    poses: Array
    starts: Array


def problems(chain: Chain, count: int, seed: int = SEED) -> Problems:
    """Targets reached by random configurations within the limits, and other random configurations as starts."""
    random = np.random.default_rng(seed)
    goals, starts = chain.random(random, count), chain.random(random, count)
    return Problems(chain.forward_many(goals)[:, 0], starts)


def same_arm(solver: Solver | Missing, chain: Chain) -> Solver | Missing:
    """Check that a peer's model agrees with the chain's forward kinematics."""
    if isinstance(solver, Missing):
        return solver
    for q in chain.random(SEED, 5):
        off = float(np.abs(solver.forward(q) - chain.forward(q)).max())
        if not off <= SAME_MODEL:
            return Missing(f"its arm is another one: poses differ by {off:.2g}")
    return solver


class Turns:
    """Measurements of a solver.

    Attributes:
        call_us: Time of the call for each target [us].
        cold_us: Time of the first call of each turn [us].
    """

    def __init__(self, solver: Solver, given: Problems) -> None:
        """Prepare the targets, before anything is timed."""
        self._solver = solver
        self._targets = [solver.prepare(pose) for pose in given.poses]
        self._starts = given.starts.copy()  # its own: nothing keeps a solver from writing to them
        self.call_us: list[float] = []
        self.cold_us: list[float] = []
        self._raw: list[Any] = []

    def take(self, first: int) -> None:
        """One turn."""
        self.cold_us.append(self._call(first - WARMING)[0])
        for k in range(first - WARMING + 1, first):
            self._call(k)
        for k in range(first, min(first + TURN, len(self._targets))):
            taken, raw = self._call(k)
            self.call_us.append(taken)
            self._raw.append(raw)

    def _call(self, k: int) -> tuple[float, Any]:
        """Time [us] and result; targets are counted from the end if k is negative."""
        solve, clock = self._solver.solve, time.perf_counter
        target, q0 = self._targets[k % len(self._targets)], self._starts[k % len(self._targets)]
        begin = clock()
        raw = solve(target, q0)
        end = clock()
        return 1e6 * (end - begin), raw

    @property
    def answers(self) -> Sequence[Answer]:
        """The solutions."""
        return [self._solver.read(raw) for raw in self._raw]


def take_turns(solvers: dict[str, Solver | Missing], given: Problems) -> dict[str, Turns]:
    """Call every solver for every target. A peer that fails becomes missing."""
    running = {name: Turns(solver, given) for name, solver in solvers.items() if not isinstance(solver, Missing)}
    random = np.random.default_rng(SEED)
    with no_collection():
        for first in range(0, len(given.poses), TURN):
            for name in random.permutation(list(running)).tolist():
                try:
                    running[name].take(first)
                except Exception as error:
                    if name in OWN:
                        raise
                    solvers[name] = Missing(f"cannot run: {error}")
                    del running[name]
    return running
