"""`solve_ik`: the inverse kinematics to use."""

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
from pult.motion.ik.preference import CENTRE, MANIPULABILITY, NONE, PREFERENCES, REST, prefer
from pult.motion.ik.problem import Robot, Task, assess, work_for
from pult.motion.ik.result import REASONS, IkResult
from pult.motion.ik.search import KEPT, search
from pult.motion.ik.target import (
    FARTHEST,
    Axes,
    Components,
    axes,
    check_close,
    component_scales,
    count,
    pose_row,
    positive,
    read_goal,
    tolerances,
)
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.tree import Tree

First = Literal["levenberg", "descent"]
Preference = Literal["rest", "centre", "manipulability"]
STARTS, MORE_STARTS = 200, 800
"""Usual number of starts, and of those that follow if the target is missed by little: on arms with six and seven joints
one in a thousand targets needs more than thirty, and some at the corners of the joint space need hundreds."""
_LITTLE_DISTANCE, _LITTLE_ANGLE = 0.02, 0.05
"""What is missed by little: share of the reach, and angle [rad]."""
_PREFERENCE_STEPS = 40
_CHUNK = 25
_DESCENT_VISITS = 300
_NOT_FINITE = 2


@kernel
def run_search(
    links: Array, tips: Array, limits: Array, ranges: Array, damping: Array, start: Array, targets: Array,
    scales: Array, local: bool, distance: float, angle: float, random: Array, starts: int, q: Array, figures: Array,
) -> int:  # fmt: skip
    """Search over plain arguments; returns 0 if the task is reached, 1 if not, 2 if an argument is not finite.

    Args:
        start: First configuration; outside the limits it begins at the limit. Shape (n,).
        targets: Wanted poses. Shape (e, 12).
        random: State of the random numbers. Shape (6,).
        q: Receives the configuration. Shape (n,).
        figures: Receives distance, angle, starts, iterations, 1 if the target was followed, and the cost. Shape (6,).
    """
    robot, task = Robot(links, tips, limits), Task(targets, scales, local, distance, angle)
    begin = np.empty(start.shape[0])
    for a in range(start.shape[0]):
        begin[a] = clamp(float(start[a]), float(limits[0, a]), float(limits[1, a]))
        if not math.isfinite(begin[a]) or not math.isfinite(start[a]):
            return _NOT_FINITE
    found = search(robot, task, begin, ranges, damping, random, starts, KEPT, q)
    figures[0], figures[1] = found.error.distance, found.error.angle
    figures[2], figures[3], figures[4] = found.starts, found.iterations, found.followed
    figures[5] = found.error.cost
    return found.code


@kernel
def run_batch(
    links: Array, tips: Array, limits: Array, ranges: Array, damping: Array, begins: Array, targets: Array,
    scales: Array, local: bool, distance: float, angle: float, random: Array, starts: int, ends: int, first: int,
    qs: Array, figures: Array,
) -> None:  # fmt: skip
    """The same for many targets; target number first + i has random numbers of its own, whatever the others are.

    Args:
        begins: One start for all, or one for each target. Shape (1, n) or (k, n).
        targets: Wanted poses. Shape (k, 12).
        qs: Receives the configurations. Shape (k, n).
        figures: Receives distance, angle, starts, iterations and 0 if reached. Shape (k, 5).
    """
    robot = Robot(links, tips, limits)
    state = np.empty(6)
    for i in range(targets.shape[0]):
        for k in range(6):
            state[k] = random[k]
        state[0] = float(1 + (int(random[0]) + 7919 * (first + i)) % (MODULUS_X - 1))
        task = Task(targets[i : i + 1], scales, local, distance, angle)
        found = search(robot, task, begins[i % begins.shape[0]], ranges, damping, state, starts, ends, qs[i])
        figures[i, 0], figures[i, 1] = found.error.distance, found.error.angle
        figures[i, 2], figures[i, 3], figures[i, 4] = found.starts, found.iterations, found.code


@kernel
def run_prefer(
    links: Array, tips: Array, limits: Array, damping: Array, targets: Array, scales: Array, local: bool,
    distance: float, angle: float, kind: int, ideal: Array, wish: Array, steps: int, longest: float, q: Array,
    figures: Array,
) -> int:  # fmt: skip
    """Improve a reached configuration by a preference, over plain arguments; returns the steps taken.

    Args:
        figures: Receives distance and angle left. Shape (6,).
    """
    robot, task = Robot(links, tips, limits), Task(targets, scales, local, distance, angle)
    work = work_for(robot)
    taken = prefer(robot, task, q, damping, kind, ideal, wish, steps, longest, work)
    error = assess(links, tips, targets, scales, local, q, work.frames, work.poses, work.other)
    figures[0], figures[1] = error.distance, error.angle
    return taken


_M, _V = "float64[:,::1]", "float64[::1]"
_TASK = f"{_M}, {_M}, boolean, float64, float64"
native_search = Compiled(run_search, f"{_M}, {_M}, {_M}, {_M}, {_V}, {_V}, {_TASK}, {_V}, int64, {_V}, {_V}")
native_batch = Compiled(
    run_batch, f"{_M}, {_M}, {_M}, {_M}, {_V}, {_M}, {_TASK}, {_V}, int64, int64, int64, {_M}, {_M}"
)
_prefer = Compiled(run_prefer, f"{_M}, {_M}, {_M}, {_V}, {_TASK}, int64, {_V}, {_V}, int64, float64, {_V}, {_V}")
_NOTHING = np.zeros(0)


def _random(seed: Any) -> Array:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise KinematicsError(f"seed must be a whole number, 0 or above, not {seed!r}.")
    return _words(int(seed)).copy()


@lru_cache(maxsize=64)
def _words(seed: int) -> Array:
    return np.array(seeded(seed), dtype=np.float64)


class _Wish(NamedTuple):
    """A preference in arrays."""

    kind: int
    ideal: Array
    scale: Array


_NO_WISH = _Wish(NONE, _NOTHING, _NOTHING)


def _wish(chain: Tree, prefer: Preference | None, rest: Any) -> _Wish:
    if prefer is None:
        raise KinematicsError("a rest configuration is used with prefer='rest' only.")
    if prefer not in PREFERENCES:
        raise KinematicsError(f"the preference is {prefer!r}. {choose(str(prefer), PREFERENCES)}")
    if prefer == "rest":
        return _Wish(REST, chain.centre if rest is None else chain.coordinates(rest, "rest"), chain.damping)
    if rest is not None:
        raise KinematicsError("a rest configuration is used with prefer='rest' only.")
    if prefer == "centre":
        half = 0.5 * (chain.ranges[1] - chain.ranges[0])
        return _Wish(CENTRE, chain.centre, 1.0 / np.maximum(half, 1e-9) ** 2)
    return _Wish(MANIPULABILITY, chain.centre, chain.damping)


def _begin(chain: Tree, q0: Any, first: First, target: Any, tolerance: float, angle_tolerance: float) -> Array:
    if first == "levenberg":
        if q0 is None:
            return chain.centre
        if chain.fits(q0):  # native code clamps it, and finds what is not finite
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


def _held(chain: Tree, scales: Array, begin: Array) -> tuple[Array, Array]:
    """Limits and ranges in which coordinates that move none of the effectors asked for stay where they are."""
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
    first: First = "levenberg",
    prefer: Preference | None = None,
    rest: Any = None,
    preference_step: float = 0.05,
) -> IkResult:
    """Inverse kinematics with restarts: for a target out of reach the closest point is found.

    The search begins at q0. A target nearby is followed from there without leaving the limits, so that a smooth path of
    targets gives a smooth path of joints if each call starts from the last result (`followed` in the result). Where the
    posture ends, at a limit or out of reach, restarts follow, in the neighbourhood and then all over the ranges of the
    joints, always the same for the same seed: the joints may then jump, and `followed` is false.

    Args:
        chain: A chain, or a tree with several effectors.
        target: A point (3,) [m], a pose (4, 4); for several effectors a mapping from their names to such.
        q0: Where to begin [rad or m]; the middle of the ranges by default. Shape (n,).
        seed: Seed of the restarts.
        components: Those of x, y, z, rx, ry, rz that count; all of a pose, x y z of a point by default.
        weights: Weights of the squared components relative to the usual ones. Shape (6,), or a mapping by name.
        frame: Axes of the components: those of the "base", or of the "target" (leave out "rz" there to leave the turn
            about the tool free).
        tolerance: Distance that counts as reached [m].
        angle_tolerance: Angle that counts as reached [rad].
        starts: Most starts; by default 200, and 800 more if a target far from the start is missed by little. With 1
            the arm never leaves its posture: a target that cannot be followed is then approached as closely as the
            posture allows.
        time_limit: Go on restarting for this long [s] instead of counting starts. The result then depends on the speed
            of the machine, but only where the target is not reached.
        first: Method of the first start: "levenberg", or "descent" for coordinate descent finished by the former.
        prefer: What a redundant arm does with its freedom: come close to a "rest" configuration, stay in the "centre"
            of the ranges, or keep its "manipulability".
        rest: The rest configuration; the centre by default. Shape (n,).
        preference_step: If the target is close to the start and is followed from there, so far a joint may go towards
            the preference in one call [rad]: along a path the arm drifts to where it likes to be instead of jumping.

    Returns:
        The configuration, always inside the limits. Its `reason` is "reached" or "unreachable".

    Raises:
        KinematicsError: A target that is none, NaN, a wrong number of coordinates, an unknown name.
    """
    wish = _NO_WISH if prefer is None and rest is None else _wish(chain, prefer, rest)
    rows, scales = read_goal(chain, target, components, weights)
    near, turned = tolerances(tolerance, angle_tolerance)
    most = STARTS if starts is None else count("starts", starts)
    begin = _begin(chain, q0, first, target, near, turned)
    task = rows, scales, axes(frame), near, turned
    flat, random = chain.arrays, _random(seed)
    limits, ranges = flat.limits, chain.ranges
    if len(chain.effectors) > 1 and not scales.any(axis=1).all():
        limits, ranges = _held(chain, scales, begin)
    q, figures = np.empty(len(chain.names)), np.empty(6)
    end = math.inf
    if time_limit is not None:
        most, end = _CHUNK, time.monotonic() + positive("time_limit", time_limit)
    best, cost, total = None, math.inf, 0
    while True:
        code = native_search(
            flat.links, flat.tips, limits, ranges, chain.damping, begin, *task, random, most, q, figures
        )
        if code == _NOT_FINITE:
            chain.coordinates(q0, "q0")  # raises, and says which
        if code == 0 and wish.kind != NONE:
            longest = positive("preference_step", preference_step) if figures[4] else 1e9
            _prefer(flat.links, flat.tips, limits, chain.damping, *task, *wish, _PREFERENCE_STEPS, longest, q, figures)
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
            if starts is not None or total > STARTS or not little or near_start:
                break
            most = MORE_STARTS
        q = np.empty(chain.n)  # more restarts; the random numbers go on
    return best if best.starts == total else best._replace(starts=total)


@dataclass(frozen=True)
class IkBatch:
    """Configurations found for many targets.

    Attributes:
        q: Coordinates. Shape (k, n).
        reached: Which are reached. Shape (k,), boolean.
        residual: Distances left [m]. Shape (k,).
        angle: Angles left [rad]. Shape (k,).
        starts: Starts taken. Shape (k,).
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
    """`solve_ik` for many targets at once, in native code on all processors; each result is its own.

    Args:
        chain: A chain.
        targets: Points (k, 3) or poses (k, 4, 4).
        q0: One start for all (n,), or one for each (k, n); the middle of the ranges by default.
        seed: Seed of the restarts.
        starts: Most starts a target. An unreachable target uses them all; reachability maps need few.
        closest: Follow what is not reached to the closest point; without it the residuals are rough, and maps quick.
        workers: Threads; as many as processors by default.

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
        scales, axes(frame), positive("tolerance", tolerance), positive("angle_tolerance", angle_tolerance),
        _random(seed), count("starts", starts), KEPT if closest else 1,
    )  # fmt: skip
    threads = count("workers", workers if workers is not None else os.cpu_count() or 1)
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
        for i in np.flatnonzero(np.abs(found).max(axis=1, initial=0.0) > FARTHEST):
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
