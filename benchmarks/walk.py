"""Walking: the time to plan a walk with joint motion and feed-forward, and the speed of a free run of the biped."""

import time
from pathlib import Path
from typing import Any

import msgspec
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
from pult.sim.open import open_session

STEPS = 100
MOST_SECONDS, LEAST_FACTOR = 1.0, 10.0
"""Promised: time to plan 100 steps with kinematics and feed-forward [s], and times real time of a free run."""
EXERCISE = "biped-walk"


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


class WalkReport(Struct, frozen=True, kw_only=True):
    """The report of `pult bench walk`; `free_run` is the speed of a session [times real time]."""

    environment: Environment
    times: list[WalkTimes]
    free_run: Sample
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
    factors = _free_run(repeats, 100 if quick else 500)
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
    return WalkReport(environment=environment, times=times, free_run=factors, targets=targets)


def _free_run(repeats: int, steps: int) -> Sample:
    """Speed of a session of the biped, standing and balancing [times real time]; the slowest stands for `minimum`."""
    exercise = load_exercise(EXERCISE)
    session = open_session(exercise.setup("", 0), exercise.folder)
    session.advance(50)
    factors = []
    for _ in range(repeats):
        begin = time.process_time()
        session.advance(steps)
        factors.append(steps * session.dt / (time.process_time() - begin))
    return Sample.of(factors)


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


HEADS = ["samples", "plan, s", "kinematics and feed-forward, s"]


def print_walk_report(report: WalkReport, console: Console) -> None:
    """Print the tables."""
    table = new_table(f"{STEPS} steps", ["gait"], HEADS)
    for row in walk_rows(report):
        table.add_row(*row)
    console.print(table)
    console.print(f"free run of {EXERCISE}: {report.free_run.median:.1f} times real time")
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
