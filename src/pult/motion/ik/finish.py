"""Refinement of the closest configurations that a search found, for targets out of reach.

There the error does not vanish, and Gauss-Newton steps, which neglect the curvature of the workspace, converge slowly.
Newton's method does not: with g the gradient of the cost E and H its Hessian,

    (H + d D) dq = -g,

where d is raised until the matrix is positive definite and E decreases. H comes from finite differences of g, which
any task has.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.ik.levenberg import BIAS, GAIN, REACHED, STALLED, bounded_step, descend, wrap_or_clamp
from pult.motion.ik.problem import Error, Robot, Task, Work, component_count, reached, task_error, task_jacobian

REFINE_ITERATIONS, REFINE_MIN_GAIN = 100, 1e-6
"""Maximum number of iterations for each candidate, and the relative decrease of the cost below which they stop: before
refinement the order of candidates whose costs differ by a thousandth is a matter of chance."""
NEWTON_CANDIDATES, NEWTON_ITERATIONS = 3, 40
"""Number of the best candidates that Newton's method refines, and its maximum number of iterations."""
_WIDTH = 1e-5
_FIRST_DAMPING, _MAX_DAMPING = 1e-6, 1e6
_NO_GAIN = 1e-15


@kernel
def negative_gradient(robot: Robot, task: Task, q: Array, work: Work, slope: Array) -> Error:
    """Write the negative gradient of the cost at q to `slope`, shape (n,); returns the error."""
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    error = task_error(links, tips, targets, scales, local, q, work.frames, work.poses, work.residual)
    task_jacobian(links, tips, targets, scales, local, work.frames, work.poses, work.columns, work.rows)
    for a in range(q.shape[0]):
        s = 0.0
        for k in range(component_count(scales)):
            s += float(work.rows[a, k]) * float(work.residual[k])
        slope[a] = s
    return error


@kernel
def hessian(robot: Robot, task: Task, q: Array, damping: Array, work: Work, H: Array) -> Error:
    """Write the negative gradient of the cost at q to `work.slope` and its Hessian to `H`; returns the error.

    Only the lower triangle of H is filled. Shape (n, n).
    """
    n = q.shape[0]
    slope, trial = work.slope, work.trial
    error = Error(math.inf, math.inf, math.inf)
    for a in range(n):
        trial[a] = q[a]
        for b in range(n):
            H[a, b] = 0.0
    for k in range(2 * n + 1):  # both sides of every coordinate, and q itself last
        a, side = k // 2, 1.0 - 2.0 * (k % 2)
        if a < n:
            width = _WIDTH / math.sqrt(float(damping[a]))
            trial[a] = float(q[a]) + side * width
        error = negative_gradient(robot, task, trial, work, slope)
        if a < n:
            trial[a] = q[a]
            for b in range(n):
                H[max(a, b), min(a, b)] -= side * float(slope[b]) / (2.0 * width) * (1.0 if a == b else 0.5)
    return error


@kernel
def newton(
    robot: Robot, task: Task, q: Array, damping: Array, turns: Array, max_iterations: int, H: Array, work: Work
) -> tuple[int, int, Error]:
    """Improve q in place to the nearest minimum of the cost inside the limits.

    Args:
        robot: The robot.
        task: The task.
        q: Start, within the limits and near a minimum; overwritten with the minimum. Shape (n,).
        damping: Damping of each coordinate relative to the others, D. Shape (n,).
        turns: 1 for coordinates that may wrap around by full turns. Shape (n,).
        max_iterations: Maximum number of iterations.
        H: Scratch memory. Shape (n, n).
        work: Scratch memory.

    Returns:
        Why it stopped (REACHED, STALLED), iterations done, and the final error.
    """
    n = q.shape[0]
    trial = work.trial
    d = _FIRST_DAMPING
    now = hessian(robot, task, q, damping, work, H)
    for iteration in range(max_iterations):
        for a in range(n):
            for b in range(a + 1):
                work.square[a, b] = H[a, b]
            work.square[a, a] = float(H[a, a]) + d * float(damping[a])
        cost = now.cost
        if bounded_step(robot.limits, q, turns, work.slope, work.square, work.factor, work.right, work.step, work.held):
            for a in range(n):
                low, high = float(robot.limits[0, a]), float(robot.limits[1, a])
                trial[a] = wrap_or_clamp(float(q[a]) + float(work.step[a]), low, high, turns[a] != 0.0)
            cost = task_error(
                robot.links, robot.tips, task.targets, task.scales, task.local, trial, work.frames, work.poses,
                work.residual,
            ).cost  # fmt: skip
        if cost < now.cost:
            gained = now.cost - cost
            for a in range(n):
                q[a] = trial[a]
            now = hessian(robot, task, q, damping, work, H)
            d *= 0.1
            if reached(now, task.distance, task.angle):
                return REACHED, iteration, now
            if gained <= _NO_GAIN * now.cost:
                return STALLED, iteration, now
        else:
            d *= 10.0
            if d > _MAX_DAMPING:
                return STALLED, iteration, now
    return STALLED, max_iterations, now


@kernel
def finish(
    robot: Robot, task: Task, kept: Array, costs: Array, candidates: int, damping: Array, turns: Array, work: Work,
    q: Array,
) -> tuple[int, int, Error]:  # fmt: skip
    """Refine the best candidates, and the best of these to the minimum by Newton's method.

    Args:
        robot: The robot.
        task: The task.
        kept: Candidates, the best first; refined in place. Shape (k, n).
        costs: Their costs; infinite for unused rows. Shape (k,).
        candidates: Number of candidates to refine.
        damping: Damping of each coordinate. Shape (n,).
        turns: 1 for coordinates that may wrap around by full turns. Shape (n,).
        work: Scratch memory.
        q: Overwritten with the closest configuration. Shape (n,).

    Returns:
        Why the last descent stopped, the total number of iterations, and the error at q.
    """
    n = q.shape[0]
    H = np.empty((n, n))
    total = 0
    best = Error(math.inf, math.inf, math.inf)
    for k in range(candidates + min(candidates, NEWTON_CANDIDATES)):
        i = k
        if k >= candidates:  # they are no longer in order
            i = 0
            for other in range(candidates):
                i = other if costs[other] < costs[i] else i
        if costs[i] == math.inf:
            continue
        if k < candidates:
            code, iterations, error = descend(
                robot, task, kept[i], damping, turns, GAIN, BIAS, REFINE_ITERATIONS, REFINE_MIN_GAIN, work
            )
            costs[i] = error.cost
        else:
            code, iterations, error = newton(robot, task, kept[i], damping, turns, NEWTON_ITERATIONS, H, work)
            costs[i] = math.inf
        total += iterations
        if code == REACHED or (k >= candidates and error.cost < best.cost * (1.0 - 1e-9)):  # of equal ones the earlier
            best = error
            for a in range(n):
                q[a] = kept[i, a]
        if code == REACHED:
            return REACHED, total, error
    return STALLED, total, best
