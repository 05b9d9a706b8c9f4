"""`solve_ik` and `solve_ik_batch`: inverse kinematics with restarts."""

import math
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from pult.core.errors import KinematicsError, choose
from pult.core.kernels import clamp, kernel
from pult.core.random import MODULUS_X, seeded
from pult.core.signals import Array
from pult.geometry.pose import finite_array
from pult.motion.ik.coordinate import coordinate_descent
from pult.motion.ik.preference import CENTRE, MANIPULABILITY, NONE, PREFERENCES, REST, move_in_null_space
from pult.motion.ik.problem import Robot, Task, task_error, work_for
from pult.motion.ik.result import REASONS, IkResult
from pult.motion.ik.search import MAX_CANDIDATES, search
from pult.motion.ik.target import (
    MAX_DISTANCE,
    Axes,
    Components,
    check_close,
    check_count,
    check_positive,
    check_tolerances,
    component_scales,
    parse_frame,
    pose_row,
    read_goal,
)
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.tree import Tree

FirstMethod = Literal["levenberg", "descent"]
Preference = Literal["rest", "centre", "manipulability"]
DEFAULT_STARTS, EXTRA_STARTS = 200, 800
"""Default number of starts, and of those that follow a near miss: on arms with six and seven joints one in a thousand
targets needs more than thirty, and some at the corners of joint space need hundreds."""
_LITTLE_DISTANCE, _LITTLE_ANGLE = 0.02, 0.05
"""Errors that count as a near miss: fraction of the reach, and angle [rad]."""
_PREFERENCE_STEPS = 40
_CHUNK = 25
_DESCENT_VISITS = 300
_NOT_FINITE = 2


@kernel
def run_search(
    links: Array, tips: Array, limits: Array, ranges: Array, damping: Array, start: Array, targets: Array,
    scales: Array, local: bool, distance: float, angle: float, random: Array, starts: int, q: Array, figures: Array,
) -> int:  # fmt: skip
    """`search` with plain arguments; returns 0 if the task is reached, 1 if not, 2 if an argument is not finite.

    Args:
        start: First configuration, clamped to the limits. Shape (n,).
        targets: Target poses. Shape (e, 12).
        random: State of the random number generator. Shape (6,).
        q: Overwritten with the configuration. Shape (n,).
        figures: Filled with distance, angle, starts, iterations, 1 if the target was followed, and cost. Shape (6,).
    """
    robot, task = Robot(links, tips, limits), Task(targets, scales, local, distance, angle)
    begin = np.empty(start.shape[0])
    for a in range(start.shape[0]):
        begin[a] = clamp(float(start[a]), float(limits[0, a]), float(limits[1, a]))
        if not math.isfinite(begin[a]) or not math.isfinite(start[a]):
            return _NOT_FINITE
    found = search(robot, task, begin, ranges, damping, random, starts, MAX_CANDIDATES, q)
    figures[0], figures[1] = found.error.distance, found.error.angle
    figures[2], figures[3], figures[4] = found.starts, found.iterations, found.followed
    figures[5] = found.error.cost
    return found.code


@kernel
def run_batch(
    links: Array, tips: Array, limits: Array, ranges: Array, damping: Array, begins: Array, targets: Array,
    scales: Array, local: bool, distance: float, angle: float, random: Array, starts: int, candidates: int, first: int,
    qs: Array, figures: Array,
) -> None:  # fmt: skip
    """`search` for many targets; target number first + i has a random stream of its own, whatever the others are.

    Args:
        begins: One start for all, or one for each target. Shape (1, n) or (k, n).
        targets: Target poses. Shape (k, 12).
        qs: Overwritten with the configurations. Shape (k, n).
        figures: Filled with distance, angle, starts, iterations, and 0 if reached. Shape (k, 5).
    """
    robot = Robot(links, tips, limits)
    state = np.empty(6)
    for i in range(targets.shape[0]):
        for k in range(6):
            state[k] = random[k]
        state[0] = float(1 + (int(random[0]) + 7919 * (first + i)) % (MODULUS_X - 1))
        task = Task(targets[i : i + 1], scales, local, distance, angle)
        found = search(robot, task, begins[i % begins.shape[0]], ranges, damping, state, starts, candidates, qs[i])
        figures[i, 0], figures[i, 1] = found.error.distance, found.error.angle
        figures[i, 2], figures[i, 3], figures[i, 4] = found.starts, found.iterations, found.code


@kernel
def run_null_space(
    links: Array, tips: Array, limits: Array, damping: Array, targets: Array, scales: Array, local: bool,
    distance: float, angle: float, kind: int, ideal: Array, scale: Array, steps: int, longest: float, q: Array,
    figures: Array,
) -> int:  # fmt: skip
    """`move_in_null_space` with plain arguments; returns the number of steps taken.

    Args:
        figures: Its first two entries are overwritten with the remaining distance and angle. Shape (6,).
    """
    robot, task = Robot(links, tips, limits), Task(targets, scales, local, distance, angle)
    work = work_for(robot)
    taken = move_in_null_space(robot, task, q, damping, kind, ideal, scale, steps, longest, work)
    error = task_error(links, tips, targets, scales, local, q, work.frames, work.poses, work.residual)
    figures[0], figures[1] = error.distance, error.angle
    return taken


_M, _V = "float64[:,::1]", "float64[::1]"
_TASK = f"{_M}, {_M}, boolean, float64, float64"
native_search = Compiled(run_search, f"{_M}, {_M}, {_M}, {_M}, {_V}, {_V}, {_TASK}, {_V}, int64, {_V}, {_V}")
native_batch = Compiled(
    run_batch, f"{_M}, {_M}, {_M}, {_M}, {_V}, {_M}, {_TASK}, {_V}, int64, int64, int64, {_M}, {_M}"
)
_native_null_space = Compiled(
    run_null_space, f"{_M}, {_M}, {_M}, {_V}, {_TASK}, int64, {_V}, {_V}, int64, float64, {_V}, {_V}"
)
_NOTHING = np.zeros(0)


def _random(seed: Any) -> Array:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise KinematicsError(f"seed must be a whole number, 0 or above, not {seed!r}.")
    return _seed_state(int(seed)).copy()


@lru_cache(maxsize=64)
def _seed_state(seed: int) -> Array:
    return np.array(seeded(seed), dtype=np.float64)


class _PreferenceArrays(NamedTuple):
    """A preference as arrays, see `pult.motion.ik.preference`."""

    kind: int
    ideal: Array
    scale: Array


_NO_PREFERENCE = _PreferenceArrays(NONE, _NOTHING, _NOTHING)


def _preference_arrays(chain: Tree, prefer: Preference | None, rest: Any) -> _PreferenceArrays:
    if prefer is None:
        raise KinematicsError("a rest configuration is used with prefer='rest' only.")
    if prefer not in PREFERENCES:
        raise KinematicsError(f"the preference is {prefer!r}. {choose(str(prefer), PREFERENCES)}")
    if prefer == "rest":
        return _PreferenceArrays(REST, chain.centre if rest is None else chain.coordinates(rest, "rest"), chain.damping)
    if rest is not None:
        raise KinematicsError("a rest configuration is used with prefer='rest' only.")
    if prefer == "centre":
        half = 0.5 * (chain.ranges[1] - chain.ranges[0])
        return _PreferenceArrays(CENTRE, chain.centre, 1.0 / np.maximum(half, 1e-9) ** 2)
    return _PreferenceArrays(MANIPULABILITY, chain.centre, chain.damping)


def _start(chain: Tree, q0: Any, first: FirstMethod, target: Any, tolerance: float, angle_tolerance: float) -> Array:
    if first == "levenberg":
        if q0 is None:
            return chain.centre
        if chain.fits(q0):  # native code clamps it and detects values that are not finite
            given: Array = q0
            return given
        return chain.coordinates(q0, "q0")
    if first != "descent":
        raise KinematicsError(f"the first method is {first!r}. {choose(str(first), ['descent', 'levenberg'])}")
    if not isinstance(chain, Chain):
        raise KinematicsError("coordinate descent moves one effector; a tree begins with 'levenberg'.")
    begin = chain.centre if q0 is None else q0
    if isinstance(target, Mapping):
        target = target[chain.effector]
    return coordinate_descent(
        chain, begin, target, eps2=tolerance, angle_tolerance=angle_tolerance, max_iterations=_DESCENT_VISITS
    ).q


def _freeze_idle(chain: Tree, scales: Array, begin: Array) -> tuple[Array, Array]:
    """Limits and ranges that hold the coordinates which move none of the requested effectors where they are."""
    links, tips, limits, *_ = chain.arrays
    idle = np.ones(chain.n, dtype=bool)
    for tip in tips[scales.any(axis=1)]:
        joint = int(tip[0])
        while joint >= 0:
            idle[int(links[joint, 2])] = False
            joint = int(links[joint, 1])
    limits, ranges = limits.copy(), chain.ranges.copy()
    limits[:, idle] = ranges[:, idle] = np.clip(begin, chain.lower, chain.upper)[idle]
    return limits, ranges


def solve_ik(
    chain: Tree,
    target: Any,
    q0: Any = None,
    seed: int = 0,
    *,
    components: Components = None,
    weights: Any = None,
    frame: Axes = "base",
    tolerance: float = 1e-4,
    angle_tolerance: float = 1e-3,
    starts: int | None = None,
    time_limit: float | None = None,
    first: FirstMethod = "levenberg",
    prefer: Preference | None = None,
    rest: Any = None,
    preference_step: float = 0.05,
) -> IkResult:
    """Inverse kinematics with restarts; for a target out of reach it finds the closest configuration.

    The search begins at q0. A target nearby is followed from there without leaving the limits, so that a smooth path of
    targets gives a smooth joint path if each call starts from the last result (`followed` in the result). Where the
    posture ends, at a limit or out of reach, restarts follow, in the neighbourhood and then over the whole ranges of
    the joints, always the same for the same seed: the joints may then jump, and `followed` is false.

    Args:
        chain: A chain, or a tree with several effectors.
        target: A point (3,) [m] or a pose (4, 4); for several effectors a mapping from their names to such targets.
        q0: Start [rad or m]; the middle of the ranges by default. Shape (n,).
        seed: Seed of the restarts.
        components: Those of x, y, z, rx, ry, rz that count; all of a pose, x y z of a point by default.
        weights: Weights of the squared components relative to the defaults. Shape (6,), or a mapping by name.
        frame: Axes of the components: those of the "base", or of the "target" (leave out "rz" there to leave rotation
            about the tool axis free).
        tolerance: Position tolerance [m].
        angle_tolerance: Orientation tolerance [rad].
        starts: Maximum number of starts; by default 200, and 800 more if a target far from the start is narrowly
            missed. With 1 the arm never leaves its posture: a target that cannot be followed is then approached as
            closely as the posture allows.
        time_limit: Restart for this long [s] instead of counting starts. The result then depends on the speed of the
            machine, but only where the target is not reached.
        first: Method of the first start: "levenberg", or "descent" for coordinate descent followed by the former.
        prefer: How a redundant arm uses its null space: move close to a "rest" configuration, stay near the "centre"
            of the ranges, or keep its "manipulability" high.
        rest: The rest configuration; the centre by default. Shape (n,).
        preference_step: Largest motion of a joint towards the preference in one call [rad] when the target is followed
            from the start: along a path the arm drifts to the preferred configuration instead of jumping.

    Returns:
        The configuration, always inside the limits. Its `reason` is "reached" or "unreachable".

    Raises:
        KinematicsError: An invalid target, NaN, a wrong number of coordinates, an unknown name.
    """
    preference = _NO_PREFERENCE if prefer is None and rest is None else _preference_arrays(chain, prefer, rest)
    rows, scales = read_goal(chain, target, components, weights)
    near, turned = check_tolerances(tolerance, angle_tolerance)
    max_starts = DEFAULT_STARTS if starts is None else check_count("starts", starts)
    begin = _start(chain, q0, first, target, near, turned)
    task = rows, scales, parse_frame(frame), near, turned
    flat, random = chain.arrays, _random(seed)
    limits, ranges = flat.limits, chain.ranges
    if len(chain.effectors) > 1 and not scales.any(axis=1).all():
        limits, ranges = _freeze_idle(chain, scales, begin)
    q, figures = np.empty(len(chain.names)), np.empty(6)
    end = math.inf
    if time_limit is not None:
        max_starts, end = _CHUNK, time.monotonic() + check_positive("time_limit", time_limit)
    best, cost, total = None, math.inf, 0
    while True:
        code = native_search(
            flat.links, flat.tips, limits, ranges, chain.damping, begin, *task, random, max_starts, q, figures
        )
        if code == _NOT_FINITE:
            chain.coordinates(q0, "q0")  # raises, and names the coordinate
        if code == 0 and preference.kind != NONE:
            longest = check_positive("preference_step", preference_step) if figures[4] else 1e9
            _native_null_space(
                flat.links, flat.tips, limits, chain.damping, *task, *preference, _PREFERENCE_STEPS, longest, q, figures
            )
        distance, angle, begun, iterations, near_start, left = figures.tolist()
        total += int(begun)
        followed = code == 0 and near_start != 0.0
        one = IkResult(q, code == 0, distance, REASONS[code], angle, int(iterations), total, followed=followed)
        if best is None or one.reached or left < cost:
            best, cost = one, left
        if one.reached or (time_limit is not None and time.monotonic() >= end):
            break
        if time_limit is None:
            little = best.residual < _LITTLE_DISTANCE * chain.reach and best.angle < _LITTLE_ANGLE
            if starts is not None or total > DEFAULT_STARTS or not little or near_start:
                break
            max_starts = EXTRA_STARTS
        q = np.empty(chain.n)  # more restarts, with the next random numbers
    return best if best.starts == total else best._replace(starts=total)


@dataclass(frozen=True)
class IkBatch:
    """Configurations found for many targets.

    Attributes:
        q: Coordinates. Shape (k, n).
        reached: Which targets are reached. Shape (k,), boolean.
        residual: Remaining distances [m]. Shape (k,).
        angle: Remaining angles [rad]. Shape (k,).
        starts: Number of starts. Shape (k,).
    """

    q: Array
    reached: np.ndarray[Any, np.dtype[np.bool_]]
    residual: Array
    angle: Array
    starts: Array

    def __len__(self) -> int:
        return len(self.q)


def solve_ik_batch(
    chain: Tree,
    targets: Any,
    q0: Any = None,
    seed: int = 0,
    *,
    components: Components = None,
    weights: Any = None,
    frame: Axes = "base",
    tolerance: float = 1e-4,
    angle_tolerance: float = 1e-3,
    starts: int = 30,
    closest: bool = True,
    workers: int | None = None,
) -> IkBatch:
    """`solve_ik` for many independent targets at once, in native code on all processors.

    Args:
        chain: A chain.
        targets: Points (k, 3) or poses (k, 4, 4).
        q0: One start for all (n,), or one for each (k, n); the middle of the ranges by default.
        seed: Seed of the restarts.
        starts: Maximum number of starts per target. An unreachable target uses them all; reachability maps need few.
        closest: Refine unreached targets to the closest point; without it residuals are rough, and maps quick.
        workers: Number of threads; one per processor by default.

    The other arguments are those of `solve_ik`.
    """
    if len(chain.effectors) != 1:
        raise KinematicsError("a batch moves one effector; take a chain of the tree: tree.chain(NAME).")
    poses, point = _read_targets(targets)
    scales = component_scales(chain.reach, point, components, weights)
    begins = _read_begins(chain, q0, len(poses))
    flat = chain.arrays
    qs, figures = np.empty((len(poses), chain.n)), np.zeros((len(poses), 5))
    settings = (
        scales, parse_frame(frame), check_positive("tolerance", tolerance),
        check_positive("angle_tolerance", angle_tolerance), _random(seed), check_count("starts", starts),
        MAX_CANDIDATES if closest else 1,
    )  # fmt: skip
    threads = check_count("workers", workers if workers is not None else os.cpu_count() or 1)
    size = max(1, -(-len(poses) // (4 * threads)))

    def run(at: int) -> None:
        part = slice(at, at + size)
        some = begins if len(begins) == 1 else begins[part]
        native_batch(
            flat.links, flat.tips, flat.limits, chain.ranges, chain.damping, some, poses[part], *settings, at,
            qs[part], figures[part],
        )  # fmt: skip

    native_batch.ready()  # compiled once, before the threads ask for it
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, range(0, len(poses), size)))
    return IkBatch(qs, figures[:, 4] == 0.0, figures[:, 0], figures[:, 1], figures[:, 2])


def _read_targets(targets: Any) -> tuple[Array, bool]:
    found = finite_array("targets", targets)
    if found.ndim == 2 and found.shape[1] == 3:
        rows = np.zeros((len(found), 12))
        rows[:, [0, 5, 10]] = 1.0
        rows[:, [3, 7, 11]] = found
        for i in np.flatnonzero(np.abs(found).max(axis=1, initial=0.0) > MAX_DISTANCE):
            check_close(f"target {i}", *found[i].tolist())
        return rows, True
    if found.ndim == 3 and found.shape[1:] == (4, 4):
        return np.array([pose_row(f"target {i}", one) for i, one in enumerate(found)]).reshape(-1, 12), False
    raise KinematicsError(f"targets are points (k, 3) or poses (k, 4, 4), not an array of shape {found.shape}.")


def _read_begins(chain: Tree, q0: Any, size: int) -> Array:
    if q0 is None:
        return chain.centre[None]
    given = finite_array("q0", q0)
    if given.ndim == 2:
        if given.shape != (size, chain.n):
            raise KinematicsError(f"q0 must be of shape {(size, chain.n)}, one row a target, not {given.shape}.")
        return np.minimum(np.maximum(given, chain.lower), chain.upper)
    return chain.clamp(chain.coordinates(given, "q0"))[None]
