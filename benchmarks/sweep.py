"""The benchmark of sweeps: processes against one, a cluster, free runs against `mujoco.rollout`, starts, many rows."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.environment import describe, load_average
from benchmarks.figures import Environment, Sample, Target
from benchmarks.sweep_free import measure_free
from benchmarks.sweep_rows import RowsFigures, measure_rows
from benchmarks.sweep_runs import EXERCISE, measure_runs
from benchmarks.sweep_start import measure_start

RUNS, FREE_RUNS, ROWS = 2000, 1000, 100_000
ROUNDS = 5
TWO, OVERHEAD, CLUSTER, FREE = 1.9, 1.03, 0.85, 0.75
"""Least gain of two processes, largest cost against a loop, least share of the pool, least share of rollouts."""
START, ROWS_TIME, ROWS_MEMORY, GROWTH = 3.0, 10.0, 500.0, 1.5
"""Longest time to the first run [s]; time [s], memory [MB] and growth of the cost of a row, at most."""


class SweepReport(msgspec.Struct, frozen=True, kw_only=True):
    """The report of the benchmark of sweeps.

    Attributes:
        exercise: What was run.
        runs: Runs in all, over the rounds.
        loop_s: A run in a plain loop of one process.
        one_s, two_s: A run of a sweep with one worker and with two: wall time by runs.
        dask_s: The same with two Dask workers on this machine; None without Dask.
        free_runs: Free runs in all.
        free_steps: Physics steps of each.
        free_s, rollout_s: Wall time of a free run, and of a rollout of the same model with as many steps, on two cores.
        start_s: From the command to the first row of a warm sweep.
        rows: What many rows of results cost.
        targets: The targets.
        environment: The environment.
    """

    exercise: str
    runs: int
    loop_s: Sample
    one_s: Sample
    two_s: Sample
    dask_s: Sample | None
    free_runs: int
    free_steps: int
    free_s: Sample
    rollout_s: Sample
    start_s: Sample
    rows: RowsFigures
    targets: list[Target]
    environment: Environment

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    def to_json(self) -> bytes:
        """As JSON for people and programs."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"

    @staticmethod
    def from_json(data: bytes) -> "SweepReport":
        """From the file that `pult bench sweep -o` has written."""
        return msgspec.json.decode(data, type=SweepReport)


def bench_sweep(
    *,
    runs: int = RUNS,
    free_runs: int = FREE_RUNS,
    rows: int = ROWS,
    rounds: int = ROUNDS,
    say: Callable[[str], None] | None = None,
) -> SweepReport:
    """Measure sweeps.

    Args:
        runs: Attempts in all.
        free_runs: Free runs in all.
        rows: Rows of results that are appended, summarised and drawn.
        rounds: Rounds that attempts and free runs are split into; what is compared takes turns in each.
        say: Progress callback.
    """
    tell = say or (lambda _: None)
    before = load_average()
    with tempfile.TemporaryDirectory(prefix="pult-bench-") as name:
        folder = Path(name)
        times = measure_runs(folder, max(1, runs // rounds), rounds, tell)
        tell("free runs and rollouts")
        free = measure_free(folder, max(2, free_runs // rounds), rounds)
        tell("starts")
        starts = measure_start(folder, rounds)
        tell("rows of results")
        figures = measure_rows(folder, rows)
    kept = [
        _least("one process by two", times["one"], times["two"], TWO),
        _most("a sweep of one process by a loop", times["one"], times["loop"], OVERHEAD),
        _least("the pool by two Dask workers", times["two"], times.get("dask"), CLUSTER),
        _least("rollouts by free runs", free.rollout, free.free, FREE),
        _limit("first run of a warm sweep [s]", float(np.median(starts)), START),
        _limit("many rows appended, summarised and drawn [s]", figures.append_s + figures.show_s, ROWS_TIME),
        _limit("peak memory of that [MB]", figures.peak_mb, ROWS_MEMORY),
        _limit("cost of the last tenth of the rows by the first", figures.growth, GROWTH),
    ]
    samples = {key: Sample.of(values) for key, values in times.items()}
    return SweepReport(
        exercise=EXERCISE, runs=max(1, runs // rounds) * rounds, loop_s=samples["loop"], one_s=samples["one"],
        two_s=samples["two"], dask_s=samples.get("dask"), free_runs=max(2, free_runs // rounds) * rounds,
        free_steps=free.steps, free_s=Sample.of(free.free), rollout_s=Sample.of(free.rollout),
        start_s=Sample.of(starts), rows=figures, targets=kept,
        environment=describe(["mujoco-core", "distributed"], before, "perf_counter"),
    )  # fmt: skip


def _least(what: str, first: list[float], second: list[float] | None, wanted: float) -> Target:
    """A ratio that must not be less: the less favourable of that of the medians and that of the minima."""
    if not second:
        return Target(what=what, wanted=wanted, found=None, holds=None)
    found = min(float(np.median(first)) / float(np.median(second)), min(first) / min(second))
    return Target(what=what, wanted=wanted, found=found, holds=found >= wanted)


def _most(what: str, first: list[float], second: list[float], wanted: float) -> Target:
    found = max(float(np.median(first)) / float(np.median(second)), min(first) / min(second))
    return Target(what=what, wanted=wanted, found=found, holds=found <= wanted)


def _limit(what: str, found: float, wanted: float) -> Target:
    return Target(what=what, wanted=wanted, found=found, holds=found <= wanted)
