"""Free runs against `mujoco.rollout`: the same model, as many physics steps, as many cores."""

import time
from pathlib import Path
from typing import NamedTuple

import mujoco
import numpy as np
from mujoco import rollout

from benchmarks.loop import arm_setup
from benchmarks.measure import no_collection
from pult.batch.free_sweep import prepare_free
from pult.batch.plans.document import SweepDocument
from pult.batch.plans.free import FreeDocument
from pult.batch.results.file import appending
from pult.batch.workers.pool import Pool
from pult.batch.workers.worker import WorkerSpec
from pult.core.signals import Array
from pult.sim.listener import Listener
from pult.sim.open import SessionFactory

CORES = 2
DURATION = 10.0
"""Of a run [s]."""


class FreeTimes(NamedTuple):
    """Wall time of a run [s], round by round, and physics steps of a run."""

    free: list[float]
    rollout: list[float]
    steps: int


class _Commands(Listener):
    """Keeps the commands of the drives."""

    def __init__(self, place: slice) -> None:
        self._place = place
        self.kept: list[Array] = []

    def frames(self, first: int, rows: Array) -> None:  # noqa: ARG002 - as all listeners have it
        self.kept.append(rows[:, self._place].copy())


def measure_free(folder: Path, runs: int, rounds: int) -> FreeTimes:
    """Free runs of the seven-joint arm with its scheme in two processes, and rollouts in two threads, in turns.

    The rollouts start from the same random postures, with the commands that the scheme gave from one of them.
    """
    setup = arm_setup(folder)
    free = FreeDocument(world=setup.world, scheme=setup.scheme, duration=DURATION)
    prepared = prepare_free(SweepDocument(free=free, seeds=list(range(4 + runs * rounds))))
    jobs = list(prepared.jobs())
    session = SessionFactory(setup).session(setup)
    steps = round(DURATION / session.dt)
    heard = _Commands(session.channels["drive.motors"].place)
    session.listeners.append(heard)
    session.advance(steps)
    model = session.model
    commands = np.zeros((steps, model.nu))
    commands[:, session.world.drives.table[:, 0].astype(int)] = np.concatenate(heard.kept)
    control = np.repeat(commands, session.physics_steps, axis=0)[None]  # (1, physics steps, nu)
    starts = _starts(model, runs)
    data = [mujoco.MjData(model) for _ in range(CORES)]
    found = FreeTimes([], [], control.shape[1])
    with (
        Pool(WorkerSpec(prepared.task()), CORES) as pool,
        appending(folder / "free.jsonl", prepared.head()) as file,
        rollout.Rollout(nthread=CORES) as engine,
    ):
        for rows in pool.run(jobs[:4]):
            file.append(rows)
        engine.rollout(model, data, starts[:4], control)
        for number in range(rounds):
            with no_collection():
                began = time.perf_counter()
                for rows in pool.run(jobs[4 + number * runs : 4 + (number + 1) * runs]):
                    file.append(rows)
                found.free.append((time.perf_counter() - began) / runs)
                began = time.perf_counter()
                engine.rollout(model, data, starts, control)
                found.rollout.append((time.perf_counter() - began) / runs)
    return found


def _starts(model: mujoco.MjModel, runs: int) -> Array:
    """Full physics states with random postures. Shape (runs, states)."""
    kind, data = mujoco.mjtState.mjSTATE_FULLPHYSICS, mujoco.MjData(model)
    generator = np.random.default_rng(0)
    found = np.zeros((runs, mujoco.mj_stateSize(model, kind)))
    for state in found:
        data.qpos[:] = model.qpos0 + generator.uniform(-0.1, 0.1, model.nq)
        mujoco.mj_getState(model, data, state, kind)
    return found
