"""Multi-start search: a local method from the given start, then from random configurations.

1. From a start close to the target (an arm that follows a path) the descent is patient and stays within the limits, so
   that joint paths are smooth. Where it narrowly misses a tolerance, distance and angle are rebalanced, see
   `tolerances`. Some restarts in its neighbourhood follow, which free an arm from a singular configuration.
2. From a start far away the descent is given up as soon as it makes little progress. Joints that can make a full turn
   may wrap around: the same pose, within the limits.
3. Restarts: from the best of a few random configurations, again given up early. Quick failures make the whole quick.
4. If none reaches the target, the best candidates are refined to the closest point, see `finish`.
"""

import math
from typing import NamedTuple

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.random import draw
from pult.core.signals import Array
from pult.motion.ik.finish import finish
from pult.motion.ik.levenberg import BIAS, GAIN, REACHED, descend
from pult.motion.ik.problem import Error, Robot, Task, Work, task_error, work_for
from pult.motion.ik.tolerances import descend_into_tolerances

NEAR_COST = 0.02
"""Cost below which a start counts as close to the target: about a fifth of the reach, or two thirds of a radian."""
PATIENT_ITERATIONS, QUICK_ITERATIONS = 100, 30
"""Maximum number of iterations of a patient and of a quick descent."""
QUICK_MIN_GAIN, PATIENT_MIN_GAIN = 0.1, 1e-7
"""Relative decrease of the cost below which a quick and a patient descent stop."""
DRAWS_PER_RESTART = 4
"""Number of random configurations of which a restart takes the best."""
EDGE_DRAWS_AFTER, EDGE_MARGIN = 8, 0.15
"""After this many starts the draws extend beyond the ranges by this fraction and are clamped to the limits: targets
that only a corner of joint space reaches are not found from inside it in any reasonable number of starts."""
NEIGHBOURHOOD = 0.3
"""Half width of the neighbourhood of a near start [rad, or fraction of the reach]."""
NEAR_RESTARTS = 6
"""Number of restarts in that neighbourhood."""
MAX_CANDIDATES = 24
"""Number of candidates that are refined if none reaches the target."""
_FULL_TURN = 2.0 * math.pi - 1e-9


class SearchResult(NamedTuple):
    """Result of a search.

    Attributes:
        code: Why it stopped: REACHED or STALLED.
        starts: Number of starts.
        iterations: Number of iterations, over all starts.
        error: The final error.
        followed: Whether the target was close to the start and, if it was reached, was reached from there.
    """

    code: int
    starts: int
    iterations: int
    error: Error
    followed: bool


@kernel
def mark_full_turn_joints(robot: Robot, turns: Array) -> None:
    """Mark with 1 the coordinates that move revolute joints one to one and have a full turn within their limits."""
    for a in range(turns.shape[0]):
        turns[a] = 1.0 if robot.limits[1, a] - robot.limits[0, a] >= _FULL_TURN else 0.0
    for j in range(robot.links.shape[0]):
        if robot.links[j, 0] != 0.0 or abs(float(robot.links[j, 3])) != 1.0:
            turns[int(robot.links[j, 2])] = 0.0


@kernel
def best_random(
    robot: Robot, task: Task, ranges: Array, random: Array, draws: int, edge: float, work: Work, q: Array
) -> float:
    """Write the best of a few random configurations to q, or keep q if there are no draws; returns its cost.

    Args:
        robot: The robot.
        task: The task.
        ranges: Ranges of the coordinates. Shape (2, n).
        random: State of the random number generator; advanced. Shape (6,).
        draws: Number of random configurations.
        edge: Fraction of the range by which draws extend beyond each end, where they are clamped.
        work: Scratch memory.
        q: Overwritten with the configuration. Shape (n,).
    """
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    frames, poses, residual, trial = work.frames, work.poses, work.residual, work.trial
    best = math.inf
    for _ in range(max(draws, 1)):
        for a in range(q.shape[0]):
            low, high = float(ranges[0, a]), float(ranges[1, a])
            wide = edge * (high - low)
            trial[a] = clamp(low - wide + draw(random) * (high - low + 2.0 * wide), low, high) if draws else q[a]
        error = task_error(links, tips, targets, scales, local, trial, frames, poses, residual)
        if error.cost < best:
            best = error.cost
            for a in range(q.shape[0]):
                q[a] = trial[a]
    return best


@kernel
def search(
    robot: Robot, task: Task, start: Array, ranges: Array, damping: Array, random: Array, starts: int, candidates: int,
    q: Array,
) -> SearchResult:  # fmt: skip
    """Find a configuration that reaches the task, or the closest one.

    Args:
        robot: The robot.
        task: The task.
        start: First configuration, within the limits. Shape (n,).
        ranges: Finite ranges of the coordinates, for restarts. Shape (2, n).
        damping: Damping of each coordinate, see `descend`; also its unit for the neighbourhood of a start. Shape (n,).
        random: State of the random number generator; advanced. Shape (6,).
        starts: Maximum number of starts.
        candidates: Number of candidates that are refined if none reaches the task; 1..MAX_CANDIDATES.
        q: Overwritten with the configuration. Shape (n,).
    """
    n = start.shape[0]
    work = work_for(robot)
    none, turns, end = np.zeros(n), np.zeros(n), np.empty(n)
    mark_full_turn_joints(robot, turns)
    kept, costs = np.empty((MAX_CANDIDATES, n)), np.full(MAX_CANDIDATES, math.inf)
    near = False
    total = 0
    for a in range(n):
        q[a] = start[a]  # stays if the target is so far that the error is NaN
    for k in range(starts):
        patient = False
        if k <= near:  # once patiently within the limits, once with wrapping
            for a in range(n):
                end[a] = start[a]
        elif near and k <= NEAR_RESTARTS:
            for a in range(n):
                width = NEIGHBOURHOOD / math.sqrt(float(damping[a]))
                low, high = float(robot.limits[0, a]), float(robot.limits[1, a])
                end[a] = clamp(float(start[a]) + width * (2.0 * draw(random) - 1.0), low, high)
        if k == 0 or k > NEAR_RESTARTS or not near:
            draws, edge = DRAWS_PER_RESTART if k else 0, EDGE_MARGIN if k >= EDGE_DRAWS_AFTER else 0.0
            cost = best_random(robot, task, ranges, random, draws, edge, work, end)
            if k == 0:
                near = patient = cost < NEAR_COST
        limit, min_gain = (PATIENT_ITERATIONS, PATIENT_MIN_GAIN) if patient else (QUICK_ITERATIONS, QUICK_MIN_GAIN)
        code, iterations, error = descend(
            robot, task, end, damping, none if patient else turns, GAIN, BIAS, limit, min_gain, work
        )
        total += iterations
        if patient and code != REACHED:
            met, more = descend_into_tolerances(robot, task, end, error, damping, work)
            total += more
            if met:
                code = REACHED
                error = task_error(
                    robot.links, robot.tips, task.targets, task.scales, task.local, end, work.frames, work.poses,
                    work.residual,
                )  # fmt: skip
        if code == REACHED:
            for a in range(n):
                q[a] = end[a]
            return SearchResult(code, k + 1, total, error, patient)
        insert_sorted(kept, costs, end, error.cost)
    code, iterations, error = finish(robot, task, kept, costs, candidates, damping, turns, work, q)
    return SearchResult(code, starts, total + iterations, error, near)


@kernel
def insert_sorted(kept: Array, costs: Array, q: Array, cost: float) -> None:
    """Insert a configuration among the best ones, in order of cost; of equal ones the earlier comes first."""
    place = costs.shape[0]
    while place > 0 and cost < costs[place - 1]:
        place -= 1
    for i in range(costs.shape[0] - 1, place, -1):
        costs[i] = costs[i - 1]
        for a in range(q.shape[0]):
            kept[i, a] = kept[i - 1, a]
    if place < costs.shape[0]:
        costs[place] = cost
        for a in range(q.shape[0]):
            kept[place, a] = q[a]
