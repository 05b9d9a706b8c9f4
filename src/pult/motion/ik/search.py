"""Restarts of a local method: a good first start, then random places.

1. A start close to the target (an arm that follows a path) is followed patiently and inside the limits, so that joint
   paths stay smooth; some restarts in its neighbourhood follow, which free an arm from a singular pose.
2. A start far away is given up as soon as it makes little headway. Joints that can make a full turn may pass their
   limits by turning back a whole one: the same pose, inside the limits.
3. Restarts: the best of a few random configurations, again given up early. Quick failures are what makes the whole
   quick.
4. If none arrives, the best are followed further, see `finish`: the closest point found.
"""

import math
from typing import NamedTuple

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.random import draw
from pult.core.signals import Array
from pult.motion.ik.finish import finish
from pult.motion.ik.levenberg import BIAS, GAIN, REACHED, descend
from pult.motion.ik.problem import Error, Robot, Task, Work, assess, work_for

NEAR = 0.02
"""Scaled cost of a start that counts as following: about a fifth of the reach, or two thirds of a radian."""
PATIENT, QUICK = 100, 30
"""Most iterations of a patient and of a quick descent."""
LITTLE, NOTHING = 0.1, 1e-7
"""Share of the cost that an iteration must gain, in a quick and in a patient descent."""
DRAWS = 4
"""Random configurations of which a restart takes the best."""
LATE, EDGE = 8, 0.15
"""After so many starts the draws go over the ends of the ranges by this share of them, and are cut to the limits: what
only a corner of the joint space reaches is not found from inside in any reasonable number of starts."""
AROUND = 0.3
"""Half width of the neighbourhood of a near start [rad, or share of the reach]."""
FEW_NEAR = 6
KEPT = 24
"""Ends that are followed further if none arrived."""
_FULL_TURN = 2.0 * math.pi - 1e-9


class Found(NamedTuple):
    """What a search found: why it stopped, starts and iterations it took, the error, and whether the target was close
    to the start (if it was reached: and followed from there).
    """

    code: int
    starts: int
    iterations: int
    error: Error
    followed: bool


@kernel
def full_turns(robot: Robot, turns: Array) -> None:
    """Mark the coordinates that turn joints alone, by their own angle, and have a full turn within their limits."""
    for a in range(turns.shape[0]):
        turns[a] = 1.0 if robot.limits[1, a] - robot.limits[0, a] >= _FULL_TURN else 0.0
    for j in range(robot.links.shape[0]):
        if robot.links[j, 0] != 0.0 or abs(float(robot.links[j, 3])) != 1.0:
            turns[int(robot.links[j, 2])] = 0.0


@kernel
def pick(
    robot: Robot, task: Task, ranges: Array, random: Array, draws: int, edge: float, work: Work, q: Array
) -> float:
    """The best of a few random configurations, or q itself for no draws; returns its cost.

    Args:
        robot: The robot.
        task: What is wanted.
        ranges: Ranges of the coordinates. Shape (2, n).
        random: State of the random numbers; moves on. Shape (6,).
        draws: Number of configurations.
        edge: Share of the range by which draws go over each of its ends, where they are cut to it.
        work: Memory.
        q: Receives the configuration. Shape (n,).
    """
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    frames, poses, other, trial = work.frames, work.poses, work.other, work.trial
    best = math.inf
    for _ in range(max(draws, 1)):
        for a in range(q.shape[0]):
            low, high = float(ranges[0, a]), float(ranges[1, a])
            wide = edge * (high - low)
            trial[a] = clamp(low - wide + draw(random) * (high - low + 2.0 * wide), low, high) if draws else q[a]
        error = assess(links, tips, targets, scales, local, trial, frames, poses, other)
        if error.cost < best:
            best = error.cost
            for a in range(q.shape[0]):
                q[a] = trial[a]
    return best


@kernel
def search(
    robot: Robot, task: Task, start: Array, ranges: Array, damping: Array, random: Array, starts: int, ends: int,
    q: Array,
) -> Found:  # fmt: skip
    """Bring the robot to the task, or as close as can be found.

    Args:
        robot: The robot.
        task: What is wanted.
        start: First configuration, inside the limits. Shape (n,).
        ranges: Finite ranges of the coordinates, for restarts. Shape (2, n).
        damping: Damping of each coordinate, see `descend`; also its unit for the neighbourhood of a start. Shape (n,).
        random: State of the random numbers; moves on. Shape (6,).
        starts: Most starts.
        ends: If none arrives, so many of the best are followed to their ends; 1..KEPT.
        q: Receives the configuration. Shape (n,).
    """
    n = start.shape[0]
    work = work_for(robot)
    none, turns, end = np.zeros(n), np.zeros(n), np.empty(n)
    full_turns(robot, turns)
    kept, costs = np.empty((KEPT, n)), np.full(KEPT, math.inf)
    near = False
    total = 0
    for a in range(n):
        q[a] = start[a]  # stays for a target so far that the error is no number
    for k in range(starts):
        patient = False
        if k <= near:  # once patiently inside the limits, once with free turns
            for a in range(n):
                end[a] = start[a]
        elif near and k <= FEW_NEAR:
            for a in range(n):
                width = AROUND / math.sqrt(float(damping[a]))
                low, high = float(robot.limits[0, a]), float(robot.limits[1, a])
                end[a] = clamp(float(start[a]) + width * (2.0 * draw(random) - 1.0), low, high)
        if k == 0 or k > FEW_NEAR or not near:
            cost = pick(robot, task, ranges, random, DRAWS if k else 0, EDGE if k >= LATE else 0.0, work, end)
            if k == 0:
                near = patient = cost < NEAR
        most, stall = (PATIENT, NOTHING) if patient else (QUICK, LITTLE)
        code, iterations, error = descend(
            robot, task, end, damping, none if patient else turns, GAIN, BIAS, most, stall, work
        )
        total += iterations
        if code == REACHED:
            for a in range(n):
                q[a] = end[a]
            return Found(code, k + 1, total, error, patient)
        keep(kept, costs, end, error.cost)
    code, iterations, error = finish(robot, task, kept, costs, ends, damping, turns, work, q)
    return Found(code, starts, total + iterations, error, near)


@kernel
def keep(kept: Array, costs: Array, q: Array, cost: float) -> None:
    """Put a configuration among the best ones, in order of cost; of equal ones the earlier stays."""
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
