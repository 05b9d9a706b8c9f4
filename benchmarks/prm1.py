"""Inverse kinematics and aiming of the manipulator PRM-1: closed forms with all protections against numeric solvers."""

import math
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from benchmarks.environment import describe, load_average
from benchmarks.figures import Environment, Sample, Target
from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.grab import PRM1
from pult.motion.grab.camera import camera_view
from pult.motion.grab.chain import working_point
from pult.motion.grab.choice import inverse
from pult.motion.grab.functions import native_refusal, native_working_point
from pult.motion.grab.line import step
from pult.motion.grab.optical_axis import aim_camera
from pult.motion.grab.protection import refusal
from pult.motion.grab.table import BACK, CAMERA_UP, FOREARM, GRAB_SIDE, HEIGHT, UPPER_ARM
from pult.motion.ik.solve import solve_ik_batch
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.model import Joint

MOST_US = 2.0
"""Promised: f2 and aiming, each [us]."""
_V, _M = "float64[::1]", "float64[:,::1]"


class Prm1Times(Struct, frozen=True, kw_only=True):
    """Time of one function.

    Attributes:
        what: What is done.
        native_us: One call inside native code [us].
        numeric_us: A numeric solver for the same targets [us].
        numeric: Which solver.
        solved: Share of the targets that it solves.
        ratio: How many times slower it is.
    """

    what: str
    native_us: Sample
    numeric_us: Sample | None = None
    numeric: str = ""
    solved: float | None = None
    ratio: float | None = None


class Prm1Report(Struct, frozen=True, kw_only=True):
    """The report of `pult bench prm1`."""

    environment: Environment
    targets_count: int
    times: list[Prm1Times]
    targets: list[Target]

    def to_json(self) -> bytes:
        """As a file."""
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    @staticmethod
    def from_json(data: bytes) -> "Prm1Report":
        """From a file."""
        return msgspec.json.decode(data, type=Prm1Report)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


@kernel
def many_f1(t: Array, qs: Array, held: Array, point: Array) -> int:
    """f1 of many configurations; how many are not refused."""
    count = 0
    for i in range(qs.shape[0]):
        working_point(t, qs[i], held, point)
        reason, _ = refusal(t, qs[i], held, 1.0)
        if reason == 0:
            count += 1
    return count


@kernel
def many_f2(t: Array, starts: Array, held: Array, targets: Array, found: Array, answer: Array) -> int:
    """f2 of many targets (point, pitch, roll); how many are solved."""
    count = 0
    for i in range(targets.shape[0]):
        row = targets[i]
        reason, _, _ = inverse(t, starts[i], held, 1.0, row, float(row[3]), float(row[4]), found, answer)
        if reason == 0:
            count += 1
    return count


@kernel
def many_f3(t: Array, starts: Array, goals: Array, held: Array, work: Array, answer: Array) -> int:
    """One step of f3 of many motions; how many are not refused."""
    count = 0
    for i in range(goals.shape[0]):
        reason, _, _, _ = step(
            t, starts[i], goals[i], held, 1.0, 0.01, 0.785, work[0], work[1], work[2], answer
        )
        if reason == 0:
            count += 1
    return count


@kernel
def many_aims(t: Array, qs: Array, points: Array, answer: Array) -> int:
    """Aiming at many points; how many can be aimed at."""
    count = 0
    for i in range(points.shape[0]):
        q = qs[i]
        reason, _, _ = aim_camera(t, float(q[1]), float(q[2]), float(q[4]), points[i], 0, answer)
        if reason == 0:
            count += 1
    return count


@kernel
def off_axis(t: Array, q: Array, column: float, wrist: float, point: Array) -> tuple[float, float]:
    """Distances of a point from the optical axis: to the left and up [m]."""
    shoulder, elbow, roll = float(q[1]), float(q[2]), float(q[4])
    pitch = shoulder + elbow + wrist
    c, s = math.cos(column), math.sin(column)
    x, y, z = float(point[0]), float(point[1]), float(point[2])
    left = y * c - x * s - float(t[GRAB_SIDE]) + float(t[CAMERA_UP]) * math.sin(roll)
    dx = x * c + y * s + float(t[BACK]) - float(t[UPPER_ARM]) * math.cos(shoulder)
    dz = z - float(t[HEIGHT]) + float(t[UPPER_ARM]) * math.sin(shoulder)
    dx -= float(t[FOREARM]) * math.cos(shoulder + elbow)
    dz += float(t[FOREARM]) * math.sin(shoulder + elbow)
    return left, dx * math.sin(pitch) + dz * math.cos(pitch) - float(t[CAMERA_UP]) * math.cos(roll)


@kernel
def many_newton_aims(t: Array, qs: Array, points: Array) -> int:
    """Aiming by Newton's method with differences, from the azimuth of the point; how many meet 1e-9 m."""
    count = 0
    for i in range(points.shape[0]):
        point = points[i]
        column, wrist = math.atan2(float(point[1]), float(point[0])), 0.0
        for _ in range(50):
            a, b = off_axis(t, qs[i], column, wrist, point)
            if abs(a) + abs(b) < 1e-9:
                count += 1
                break
            a1, b1 = off_axis(t, qs[i], column + 1e-7, wrist, point)
            a2, b2 = off_axis(t, qs[i], column, wrist + 1e-7, point)
            j11, j21, j12, j22 = (a1 - a) * 1e7, (b1 - b) * 1e7, (a2 - a) * 1e7, (b2 - b) * 1e7
            det = j11 * j22 - j12 * j21
            if abs(det) < 1e-12:
                break
            column -= min(max((j22 * a - j12 * b) / det, -0.5), 0.5)
            wrist -= min(max((j11 * b - j21 * a) / det, -0.5), 0.5)
    return count


_f1 = Compiled(many_f1, f"{_V}, {_M}, {_V}, {_V}")
_f2 = Compiled(many_f2, f"{_V}, {_M}, {_V}, {_M}, {_M}, {_V}")
_f3 = Compiled(many_f3, f"{_V}, {_M}, {_M}, {_V}, {_M}, {_V}")
_aims = Compiled(many_aims, f"{_V}, {_M}, {_M}, {_V}")
_newton = Compiled(many_newton_aims, f"{_V}, {_M}, {_M}")


def prm1_chain() -> Chain:
    """The manipulator as a chain for numeric solvers, with the axes of the interface frame."""
    down, about_x = (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)

    def place(x: float, y: float, z: float) -> Array:
        T = np.eye(4)
        T[:3, 3] = x, y, z
        return T

    side, shift = PRM1.upper_arm_side, PRM1.grab_side
    rows = [
        ("column", (0.0, 0.0, 1.0), place(0.0, 0.0, 0.0)),
        ("shoulder", down, place(-PRM1.shoulder_back, side, PRM1.shoulder_height)),
        ("elbow", down, place(PRM1.upper_arm, -side, 0.0)),
        ("wrist", down, place(PRM1.forearm, shift, 0.0)),
        ("roll", about_x, place(0.0, 0.0, 0.0)),
    ]
    joints = [
        (Joint(name, axis=axis, lower=PRM1.lower[i], upper=PRM1.upper[i]), T) for i, (name, axis, T) in enumerate(rows)
    ]
    return Chain.from_joints(joints, tool=place(PRM1.grab, 0.0, 0.0), name="prm1")


def configurations(count: int, seed: int = 0) -> Array:
    """Random configurations that no protection refuses. Shape (count, 5)."""
    random, held = np.random.default_rng(seed), np.array(PRM1.bare)
    rows: list[Array] = []
    while len(rows) < count:
        q = random.uniform(PRM1.lower, PRM1.upper)
        if native_refusal(PRM1.table, q, held, 1.0)[0] == 0:
            rows.append(q)
    return np.array(rows)


def _timed(run: Callable[[], Any], count: int, repeats: int) -> Sample:
    run()
    taken = []
    for _ in range(repeats):
        begin = time.process_time()
        run()
        taken.append(1e6 * (time.process_time() - begin) / count)
    return Sample.of(taken)


def _numeric(goals: Array, starts: Array) -> tuple[Sample, float]:
    """Time of a numeric solver [us], and the share of targets that it solves."""
    chain = prm1_chain()
    poses = np.array([chain.forward(q) for q in goals])
    spent = _timed(lambda: solve_ik_batch(chain, poses, starts, workers=1), len(goals), 5)
    return spent, float(np.mean(solve_ik_batch(chain, poses, starts, workers=1).reached))


def bench_prm1(*, quick: bool = False) -> Prm1Report:
    """Measure f1, f2, f3 and aiming.

    Args:
        quick: Fewer targets and repeats, and no numeric solver of inverse kinematics.
    """
    before = load_average()
    count, repeats = (200, 5) if quick else (5000, 21)
    starts, goals, held = configurations(count, 1), configurations(count, 2), np.array(PRM1.bare)
    targets, answer = np.empty((count, 5)), np.empty(5)
    for q, row in zip(goals, targets, strict=True):
        native_working_point(PRM1.table, q, held, row)
        row[3], row[4] = q[1:4].sum(), q[4]
    points = np.array([view.eye + 0.7 * view.R_interface_camera[:, 2] for view in map(camera_view, goals)])
    t, found, work = PRM1.table, np.empty((4, 7)), np.empty((3, 3))
    f1 = _timed(lambda: _f1(t, goals, held, np.empty(3)), count, repeats)
    f2 = _timed(lambda: _f2(t, starts, held, targets, found, answer), count, repeats)
    f3 = _timed(lambda: _f3(t, starts, goals, held, work, answer), count, repeats)
    aims = _timed(lambda: _aims(t, goals, points, answer), count, repeats)
    newton = _timed(lambda: _newton(t, goals, points), count, repeats)
    solver, solved = (None, None) if quick else _numeric(goals[:500], starts[:500])
    times = [
        Prm1Times(what="f1: direct kinematics, all protections", native_us=f1),
        Prm1Times(
            what="f2: all configurations, all protections, choice", native_us=f2, numeric_us=solver,
            numeric="" if solver is None else "Levenberg-Marquardt with restarts, no protections", solved=solved,
            ratio=None if solver is None else solver.median / f2.median,
        ),
        Prm1Times(what="f3: one step, all protections", native_us=f3),
        Prm1Times(
            what="aiming of the camera", native_us=aims, numeric_us=newton, numeric="Newton with differences",
            solved=_newton(t, goals, points) / count, ratio=newton.median / aims.median,
        ),
    ]  # fmt: skip
    promises = [
        Target(what=f"{what} at most {MOST_US:g} us", wanted=MOST_US, found=spent.median, holds=spent.median <= MOST_US)
        for what, spent in (("f2", f2), ("aiming", aims))
    ]
    environment = describe(["mujoco-core"], before, "process_time")
    return Prm1Report(environment=environment, targets_count=count, times=times, targets=promises)
