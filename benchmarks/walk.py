"""Walking: the time to plan a walk with joint motion and feed-forward, the speed of a free run of the biped that walks
on line, and what a control step of it costs.
"""

import time
from pathlib import Path
from typing import Any

import msgspec
import mujoco
import numpy as np
from msgspec import Struct
from rich.console import Console
from rich.markup import escape

from benchmarks.environment import describe, load_average
from benchmarks.figures import Environment, Sample, Target
from benchmarks.report import new_table, place_of, quantity, target_table
from pult.core.document import write_atomically
from pult.exercise.exercise import load_exercise
from pult.motion.walk.gait import dcm_gait, paper_gait
from pult.motion.walk.pattern import pattern_of
from pult.motion.walk.plan import Walk, plan_walk
from pult.robot.robot import load_robot
from pult.sim.commands import Input
from pult.sim.open import open_session
from pult.sim.session import Session

STEPS = 100
MOST_SECONDS, LEAST_FACTOR = 1.0, 10.0
"""Promised: time to plan 100 steps with kinematics and feed-forward [s], and times real time of a free run."""
EXERCISE = "biped-walk"
JOYSTICK = [0.8, 0.0, 0.0]
"""Forward, with steps of 0.24 m."""
SETTLING = 300
"""Control steps until it stands, and then walks at its pace."""

Timer = mujoco.mjtTimer
PHYSICS = {
    "physics: constraint solver": (Timer.mjTIMER_CONSTRAINT,),
    "physics: bodies, masses, constraints": (
        Timer.mjTIMER_POS_KINEMATICS, Timer.mjTIMER_POS_INERTIA, Timer.mjTIMER_POS_MAKE, Timer.mjTIMER_POS_PROJECT,
    ),
    "physics: search for contacts": (Timer.mjTIMER_POS_COLLISION,),
    "physics: forces, sensors, integration": (
        Timer.mjTIMER_VELOCITY, Timer.mjTIMER_ACTUATION, Timer.mjTIMER_ADVANCE,
    ),
}  # fmt: skip
"""Parts of MuJoCo's steps by its own timers; sensors are counted with what is left of a control step."""


class WalkTimes(Struct, frozen=True, kw_only=True):
    """Times of one gait.

    Attributes:
        gait: Its name.
        rows: Samples of 100 steps.
        plan_s: Motion of the centre of mass and the feet [s].
        joints_s: Inverse kinematics and feed-forward [s].
    """

    gait: str
    rows: int
    plan_s: Sample
    joints_s: Sample


class StepPart(Struct, frozen=True, kw_only=True):
    """Part of a control step of the biped while it walks.

    Attributes:
        part: What is done.
        time_us: Its time [us].
    """

    part: str
    time_us: float


class WalkReport(Struct, frozen=True, kw_only=True):
    """The report of `pult bench walk`; `free_run` is the speed of a session [times real time], `parts` what a control
    step of it consists of.
    """

    environment: Environment
    times: list[WalkTimes]
    free_run: Sample
    parts: list[StepPart]
    targets: list[Target]

    def to_json(self) -> bytes:
        """As a file."""
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    @staticmethod
    def from_json(data: bytes) -> "WalkReport":
        """From a file."""
        return msgspec.json.decode(data, type=WalkReport)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def bench_walk(*, quick: bool = False) -> WalkReport:
    """Measure planning by both gaits, and a free run of the shipped biped with its walking scheme.

    Args:
        quick: Fewer repeats.
    """
    before, repeats = load_average(), 3 if quick else 9
    walker = load_robot("biped").walker()
    times = []
    for gait in (paper_gait(), dcm_gait()):
        pattern_of(plan_walk(gait, walker, [Walk(1)]), walker)  # compiles
        planned, tracked, rows = [], [], 0
        for _ in range(repeats):
            begin = time.process_time()
            plan = plan_walk(gait, walker, [Walk(STEPS)])
            middle = time.process_time()
            pattern_of(plan, walker)
            planned.append(middle - begin)
            tracked.append(time.process_time() - middle)
            rows = len(plan.rows)
        times.append(WalkTimes(gait=gait.name, rows=rows, plan_s=Sample.of(planned), joints_s=Sample.of(tracked)))
    session = _walking_session()
    factors = _free_run(session, repeats, 100 if quick else 500)
    parts = _parts(session, 100 if quick else 1000, 1e6 * session.dt / factors.median)
    slowest = max(one.plan_s.median + one.joints_s.median for one in times)
    targets = [
        Target(
            what=f"{STEPS} steps with kinematics and feed-forward: at most {MOST_SECONDS:g} s",
            wanted=MOST_SECONDS, found=slowest, holds=slowest <= MOST_SECONDS,
        ),
        Target(
            what=f"free run: at least {LEAST_FACTOR:g} times real time",
            wanted=LEAST_FACTOR, found=factors.median, holds=factors.median >= LEAST_FACTOR,
        ),
    ]  # fmt: skip
    environment = describe(["mujoco-core"], before, "process_time")
    return WalkReport(environment=environment, times=times, free_run=factors, parts=parts, targets=targets)


def _walking_session() -> Session:
    """A session of the biped, walking."""
    exercise = load_exercise(EXERCISE)
    session = open_session(exercise.setup("", 0), exercise.folder)
    session.advance(SETTLING)
    session.apply(Input(values={"joystick": JOYSTICK}))
    session.advance(SETTLING)
    return session


def _free_run(session: Session, repeats: int, steps: int) -> Sample:
    """Speed of a session [times real time]; the slowest stands for `minimum`."""
    factors = []
    for _ in range(repeats):
        begin = time.process_time()
        session.advance(steps)
        factors.append(steps * session.dt / (time.process_time() - begin))
    return Sample.of(factors)


def _parts(session: Session, steps: int, step_us: float) -> list[StepPart]:
    """What a control step of a given processor time consists of: shares are taken by the clock on the wall, which
    MuJoCo's timers read, and by running the scheme alone.
    """
    timers = session.data.timer
    for timer in timers:
        timer.duration = 0.0
    begin = time.perf_counter()
    session.advance(steps)
    whole = time.perf_counter() - begin
    found = {name: sum(float(timers[int(one)].duration) for one in given) for name, given in PHYSICS.items()}
    kept, program = session.snapshot(), session.program
    _, _, inputs, outputs = program.arrays
    u, y = np.tile(inputs, (steps, 1)), np.empty((steps, outputs.size))
    begin = time.perf_counter()
    program.run_array(u, y)
    found["scheme"] = time.perf_counter() - begin
    session.restore(kept)
    found["sensors, drives, frame"] = max(whole - sum(found.values()), 0.0)
    return [StepPart(part=name, time_us=step_us * spent / whole) for name, spent in found.items()]


def write_walk(report: WalkReport, folder: str | Path) -> list[Path]:
    """Write `walk.json` to a folder, which is created if missing; returns the files written."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "walk.json"
    write_atomically(path, report.to_json())
    return [path]


def walk_rows(report: WalkReport) -> list[tuple[str, ...]]:
    """Gait, samples, seconds of the plan and of the joints."""
    return [
        (one.gait, str(one.rows), quantity(one.plan_s.median), quantity(one.joints_s.median)) for one in report.times
    ]


def part_rows(report: WalkReport) -> list[tuple[str, str]]:
    """Part of a control step, and its time [us]."""
    return [(one.part, quantity(one.time_us)) for one in report.parts]


HEADS = ["samples", "plan, s", "kinematics and feed-forward, s"]


def print_walk_report(report: WalkReport, console: Console) -> None:
    """Print the tables."""
    table = new_table(f"{STEPS} steps", ["gait"], HEADS)
    for row in walk_rows(report):
        table.add_row(*row)
    console.print(table)
    parts = new_table("Control step", ["part"], ["us"])
    for part in part_rows(report):
        parts.add_row(*part)
    console.print(parts)
    console.print(f"free run of {EXERCISE}: {report.free_run.median:.1f} times real time")
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
