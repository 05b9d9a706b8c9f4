"""The closest point: what a search found is followed to its end.

Out of reach the error does not vanish, and the step of Gauss and Newton, which neglects the curvature of the work
space, only creeps along. Newton's own step does not: with g the gradient of the cost E and H its second derivatives,

    (H + d D) dq = -g,

d being raised until the matrix is positive and E falls. H is taken from differences of g, which any task has.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.ik.levenberg import BIAS, GAIN, REACHED, STALLED, bounded_step, descend, within
from pult.motion.ik.problem import Error, Robot, Task, Work, assess, reached, rows_of, slopes

FOLLOWED, SLIGHT = 100, 1e-6
"""Most iterations for every end, and the share of the cost that one must gain: ends whose costs differ by a thousandth
are as often as not in the wrong order before."""
LAST, FINISH = 3, 40
"""The best of them, which Newton's method finishes, and its most iterations."""
_WIDTH = 1e-5
_FIRST_DAMPING, _MAX_DAMPING = 1e-6, 1e6
_NO_GAIN = 1e-15


@kernel
def pull(robot: Robot, task: Task, q: Array, work: Work, slope: Array) -> Error:
    """The error at q, and minus the gradient of its cost. Shape (n,)."""
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    error = assess(links, tips, targets, scales, local, q, work.frames, work.poses, work.other)
    slopes(links, tips, targets, scales, local, work.frames, work.poses, work.columns, work.rows)
    for a in range(q.shape[0]):
        s = 0.0
        for k in range(rows_of(scales)):
            s += float(work.rows[a, k]) * float(work.other[k])
        slope[a] = s
    return error


@kernel
def curvature(robot: Robot, task: Task, q: Array, damping: Array, work: Work, second: Array) -> Error:
    """The error at q; minus the gradient of its cost goes to work.slope, the second derivatives to `second`.

    Of the latter the lower half is right. Shape (n, n).
    """
    n = q.shape[0]
    slope, trial = work.slope, work.trial
    error = Error(math.inf, math.inf, math.inf)
    for a in range(n):
        trial[a] = q[a]
        for b in range(n):
            second[a, b] = 0.0
    for k in range(2 * n + 1):  # both sides of every coordinate, and q itself last
        a, side = k // 2, 1.0 - 2.0 * (k % 2)
        if a < n:
            width = _WIDTH / math.sqrt(float(damping[a]))
            trial[a] = float(q[a]) + side * width
        error = pull(robot, task, trial, work, slope)
        if a < n:
            trial[a] = q[a]
            for b in range(n):
                second[max(a, b), min(a, b)] -= side * float(slope[b]) / (2.0 * width) * (1.0 if a == b else 0.5)
    return error


@kernel
def newton(
    robot: Robot, task: Task, q: Array, damping: Array, turns: Array, most: int, second: Array, work: Work
) -> tuple[int, int, Error]:
    """Improve q in place to the nearest minimum of the cost inside the limits.

    Args:
        robot: The robot.
        task: What is wanted.
        q: Start, inside the limits and near a minimum; receives it. Shape (n,).
        damping: Damping of each coordinate relative to the others, D. Shape (n,).
        turns: 1 for coordinates that may go over their limits by full turns. Shape (n,).
        most: Most iterations.
        second: Memory. Shape (n, n).
        work: Memory.

    Returns:
        Why it stopped (REACHED, STALLED), iterations done, and the error at the end.
    """
    n = q.shape[0]
    trial = work.trial
    d = _FIRST_DAMPING
    now = curvature(robot, task, q, damping, work, second)
    for iteration in range(most):
        for a in range(n):
            for b in range(a + 1):
                work.square[a, b] = second[a, b]
            work.square[a, a] = float(second[a, a]) + d * float(damping[a])
        cost = now.cost
        if bounded_step(robot.limits, q, turns, work.slope, work.square, work.factor, work.right, work.step, work.held):
            for a in range(n):
                low, high = float(robot.limits[0, a]), float(robot.limits[1, a])
                trial[a] = within(float(q[a]) + float(work.step[a]), low, high, turns[a] != 0.0)
            cost = assess(
                robot.links, robot.tips, task.targets, task.scales, task.local, trial, work.frames, work.poses,
                work.other,
            ).cost  # fmt: skip
        if cost < now.cost:
            gained = now.cost - cost
            for a in range(n):
                q[a] = trial[a]
            now = curvature(robot, task, q, damping, work, second)
            d *= 0.1
            if reached(now, task.distance, task.angle):
                return REACHED, iteration, now
            if gained <= _NO_GAIN * now.cost:
                return STALLED, iteration, now
        else:
            d *= 10.0
            if d > _MAX_DAMPING:
                return STALLED, iteration, now
    return STALLED, most, now


@kernel
def finish(
    robot: Robot, task: Task, kept: Array, costs: Array, ends: int, damping: Array, turns: Array, work: Work, q: Array
) -> tuple[int, int, Error]:
    """Follow the best ends some way, and the best of these to the minimum.

    Args:
        robot: The robot.
        task: What is wanted.
        kept: The ends, the best first; they move on. Shape (k, n).
        costs: Their costs; infinite for those that are not there. Shape (k,).
        ends: How many of them to follow.
        damping: Damping of each coordinate. Shape (n,).
        turns: Coordinates that may go over their limits by full turns. Shape (n,).
        work: Memory.
        q: Receives the closest configuration. Shape (n,).

    Returns:
        Why the last descent stopped, iterations of all, and the error at q.
    """
    n = q.shape[0]
    second = np.empty((n, n))
    total = 0
    best = Error(math.inf, math.inf, math.inf)
    for k in range(ends + min(ends, LAST)):
        i = k
        if k >= ends:  # they are no longer in order
            i = 0
            for other in range(ends):
                i = other if costs[other] < costs[i] else i
        if costs[i] == math.inf:
            continue
        if k < ends:
            code, iterations, error = descend(robot, task, kept[i], damping, turns, GAIN, BIAS, FOLLOWED, SLIGHT, work)
            costs[i] = error.cost
        else:
            code, iterations, error = newton(robot, task, kept[i], damping, turns, FINISH, second, work)
            costs[i] = math.inf
        total += iterations
        if code == REACHED or (k >= ends and error.cost < best.cost * (1.0 - 1e-9)):  # of equal ones the earlier
            best = error
            for a in range(n):
                q[a] = kept[i, a]
        if code == REACHED:
            return REACHED, total, error
    return STALLED, total, best
