"""Single proofs of inverse kinematics, as calls of a sweep: some targets, one path, one point out of reach."""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from validation.seeds import drawn_generator, drawn_seeds

import pult
from pult import Figures
from pult.geometry.rotation import rotation_angle

Array = NDArray[np.float64]
JUMP = 0.5
"""Change of an angle in one step of a path above which the posture counts as another [rad]."""


@functools.cache
def chain(name: str) -> pult.Chain:
    """The arm of a shipped robot."""
    return pult.load_robot(name).chain("arm")


def reached(arm: pult.Chain, q: Array, target: Array) -> bool:
    """Independent check of a result: within the limits and within 1e-4 m (and 1e-3 rad) of the target."""
    at = arm.forward(q)
    inside = (q >= arm.lower).all() and (q <= arm.upper).all()
    if np.shape(target) == (3,):
        return bool(inside and np.linalg.norm(at[:3, 3] - target) <= 1e-4)
    near = np.linalg.norm(at[:3, 3] - target[:3, 3]) <= 1e-4
    return bool(inside and near and rotation_angle(at[:3, :3], target[:3, :3]) <= 1e-3 + 1e-9)


@functools.cache
def drawn_targets(robot: str, total: int) -> Array:
    """Angles of all targets of an arm and starts for them, for positions and for poses [rad]. Shape (2, total, 2, n)."""
    arm, generator = chain(robot), drawn_generator(f"kinematics reachable {robot}")
    return np.array([arm.random(generator) for _ in range(4 * total)]).reshape(2, total, 2, arm.n)


@functools.cache
def solver_seeds(robot: str, pose: bool, total: int) -> list[int]:
    """Seed of the solver for each of these targets."""
    return drawn_seeds(f"kinematics solve_ik {robot} {pose}", total)


def reachable(seed: int, robot: str, pose: bool, total: int, first: int, count: int) -> Figures:  # noqa: ARG001 - many are drawn
    """Whether solve_ik reaches some of the drawn points or poses: so fast that one by one they would hardly be worth a run.

    Returns:
        How many were "reached", and of the "starts" that this took the sum and the "most"; seeds of those "missed".
    """
    arm, some = chain(robot), slice(first, first + count)
    seeds = solver_seeds(robot, pose, total)[some]
    starts, missed = [], []
    for number, (angles, start) in zip(seeds, drawn_targets(robot, total)[int(pose), some], strict=True):
        target = arm.forward(angles)
        wanted = target if pose else target[:3, 3].copy()
        result = pult.solve_ik(arm, wanted, start, seed=number)
        starts.append(result.starts)
        if not (reached(arm, result.q, wanted) and result.reached):
            missed.append(number)
    metrics = {"reached": len(seeds) - len(missed), "starts": sum(starts), "most": max(starts)}
    return Figures(success=not missed, cause="not reached", metrics=metrics, data={"missed": missed})


def path(seed: int, robot: str, begin: list[float], end: list[float]) -> Figures:  # noqa: ARG001 - nothing is drawn
    """Follow the effector's poses under a smooth motion of the joints, each step from the angles of the last one.

    Returns:
        How many "steps", the "largest" change of an angle without a jump [rad], the "ends" of a posture, and the
        "flips": jumps that were avoidable, and poses that were not reached.
    """
    arm, first, last = chain(robot), np.array(begin), np.array(end)
    q, largest, ends, flips = first, 0.0, 0, 0
    places = np.linspace(0.0, 1.0, 200)
    for s in places:
        target = arm.forward(first + (last - first) * 0.5 * (1.0 - math.cos(math.pi * s)))
        result = pult.solve_ik(arm, target, q)
        change = float(np.abs(result.q - q).max())
        if change > JUMP:
            ends += 1
            flips += avoidable(arm, q, target, change)
        else:
            largest = max(largest, change)
        flips += not result.reached
        q = result.q
    metrics = {"steps": len(places), "largest": largest, "ends": ends, "flips": flips}
    return Figures(success=not flips, cause="an avoidable jump", metrics=metrics)


def avoidable(arm: pult.Chain, q: Array, target: Array, jump: float) -> bool:
    """Whether a thorough search of the neighbourhood finds a configuration much nearer than the one after the jump."""
    generator = drawn_generator("kinematics neighbourhood")
    for _ in range(1000):
        start = arm.clamp(q + generator.uniform(-0.3, 0.3, arm.n))
        near = pult.levenberg_marquardt(arm, start, target)
        if near.reached and np.abs(near.q - q).max() < 0.5 * jump:
            return True
    return False


def unreachable(seed: int, lengths: list[float], ends: list[list[float]], point: list[float]) -> Figures:  # noqa: ARG001 - nothing is drawn
    """How much "farther" solve_ik ends from a point out of reach than the closest configuration of a planar arm [m]."""
    rows = [
        {"a": a, "alpha": 0.0, "d": 0.0, "lower": lo, "upper": up} for a, (lo, up) in zip(lengths, ends, strict=True)
    ]
    result = pult.solve_ik(pult.Chain.from_dh(rows, "standard"), np.array(point))
    farther = result.residual - closest(np.array(lengths), np.array(ends), np.array(point))
    return Figures(success=farther < 1e-6, cause="not the closest point", metrics={"farther": farther})


def closest(lengths: Array, ends: Array, point: Array) -> float:
    """Smallest distance of a planar arm from a point, by a grid over the joints and SciPy's bounded minimiser."""
    from scipy.optimize import minimize

    def far(q: Array) -> float:
        total = np.cumsum(q)
        return float(np.hypot(lengths @ np.cos(total) - point[0], lengths @ np.sin(total) - point[1]))

    axes = [np.linspace(lo, up, 24) for lo, up in ends]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    total = np.cumsum(grid, axis=1)
    values = np.hypot(np.cos(total) @ lengths - point[0], np.sin(total) @ lengths - point[1])
    starts = grid[np.argsort(values)[:6]]
    options = {"ftol": 1e-15, "gtol": 1e-12}
    bounds = [(float(lo), float(up)) for lo, up in ends]
    return min(far(minimize(far, q, bounds=bounds, method="L-BFGS-B", options=options).x) for q in starts)


MEASURES: dict[str, Callable[..., Figures]] = {"reachable": reachable, "path": path, "unreachable": unreachable}


def trial(*, seed: int, measure: str, **values: Any) -> Figures:
    """One proof, by name."""
    return MEASURES[measure](seed, **values)
