"""Levenberg-Marquardt with robust damping, within joint limits.

One iteration solves, for the coordinates that are free to move,

    (J^T W J + d D) dq = J^T W e,    d = b (gain E + bias),    E = e^T W e / 2,

with Sugihara's damping: strong far from the target and at singular configurations that do not reach it, vanishing with
the error, so that convergence near the target is fast. T. Sugihara, "Solvability-unconcerned inverse kinematics by the
Levenberg-Marquardt method", IEEE Trans. Robotics 27 (2011), 984-991; paper 003 uses it for legs. D is 1 for revolute
joints, and for prismatic ones the square of the inverse reach, so that metres and radians weigh alike. A step that does
not decrease E is rejected and b grows, so E never increases.

Limits are enforced by an active set: a coordinate at a limit that its gradient pushes against is held; one that a step
would carry past a limit is set to the limit, and the others are solved for again.
"""

import math

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.motion.ik.problem import (
    Error,
    Robot,
    Task,
    Work,
    component_count,
    reached,
    task_error,
    task_jacobian,
    work_for,
)

REACHED, STALLED, EXHAUSTED = 0, 1, 2
GAIN = 0.1
"""Factor of the cost in the damping. 0.1 needs the fewest iterations on six- and seven-joint arms;
Sugihara's own choice is 1."""
BIAS = 1e-6
_ROUNDS = 4
_MAX_BOOST = 1e9
_SMALLEST_STEP = 1e-13


@kernel
def solve_cholesky(a: Array, b: Array, x: Array, n: int) -> bool:
    """Solve a x = b by Cholesky factorisation; returns whether a is positive definite.

    Only the lower triangle of a is read; it is overwritten.
    """
    for i in range(n):
        for j in range(i):
            s = float(a[i, j])
            for k in range(j):
                s -= float(a[i, k]) * float(a[j, k])
            a[i, j] = s * float(a[j, j])
        s = float(a[i, i])
        for k in range(i):
            s -= float(a[i, k]) * float(a[i, k])
        if not s > 0.0:
            return False
        a[i, i] = 1.0 / math.sqrt(s)  # the inverse is kept: products are quicker than divisions
    for i in range(n):
        s = float(b[i])
        for k in range(i):
            s -= float(a[i, k]) * float(x[k])
        x[i] = s * float(a[i, i])
    for i in range(n - 1, -1, -1):
        s = float(x[i])
        for k in range(i + 1, n):
            s -= float(a[k, i]) * float(x[k])
        x[i] = s * float(a[i, i])
    return True


@kernel
def bounded_step(
    limits: Array, q: Array, turns: Array, slope: Array, square: Array, factor: Array, right: Array, step: Array,
    held: Array,
) -> bool:  # fmt: skip
    """Solve square @ step = slope within the limits; coordinates marked in `turns` are unlimited."""
    n = q.shape[0]
    fixed = False
    for a in range(n):
        at_limit = (q[a] <= limits[0, a] and slope[a] < 0.0) or (q[a] >= limits[1, a] and slope[a] > 0.0)
        held[a] = 1.0 if at_limit and turns[a] == 0.0 else 0.0
        fixed = fixed or held[a] != 0.0
        step[a] = 0.0
    return solve_active_set(limits, q, turns, slope, square, factor, right, step, held, fixed)


@kernel
def solve_active_set(
    limits: Array, q: Array, turns: Array, slope: Array, square: Array, factor: Array, right: Array, step: Array,
    held: Array, fixed: bool,
) -> bool:  # fmt: skip
    """Solve square @ step = slope within the limits, with the coordinates marked in `held` making their given steps.

    Args:
        fixed: Whether any coordinate is held at the beginning.

    The other arguments are those of `bounded_step`.
    """
    n = q.shape[0]
    for _ in range(_ROUNDS):
        for a in range(n):
            right[a] = slope[a]
            for b in range(a + 1):
                factor[a, b] = square[a, b]
        if fixed:
            for a in range(n):
                if held[a] != 0.0:
                    for b in range(n):
                        right[b] = float(right[b]) - float(square[a, b] if b <= a else square[b, a]) * float(step[a])
                        if b < a:
                            factor[a, b] = 0.0
                        else:
                            factor[b, a] = 0.0
                    factor[a, a] = 1.0
            for a in range(n):
                if held[a] != 0.0:
                    right[a] = step[a]
        if not solve_cholesky(factor, right, step, n):
            return False
        again = False
        for a in range(n):
            if held[a] == 0.0 and turns[a] == 0.0:
                to = float(q[a]) + float(step[a])
                if to < limits[0, a] or to > limits[1, a]:
                    step[a] = float(limits[0, a] if to < limits[0, a] else limits[1, a]) - float(q[a])
                    held[a] = 1.0
                    fixed = again = True
        if not again:
            return True
    return True


@kernel
def wrap_or_clamp(value: float, low: float, high: float, turns: bool) -> float:
    """Bring a coordinate within its limits: by full turns if `turns`, else by clamping."""
    if turns and value < low:
        value = low + (value - low) % (2.0 * math.pi)
    elif turns and value > high:  # counted from this limit: the other may be infinite
        value = high - (high - value) % (2.0 * math.pi)
    return clamp(value, low, high)


@kernel
def descend(
    robot: Robot, task: Task, q: Array, damping: Array, turns: Array, gain: float, bias: float, max_iterations: int,
    min_gain: float, work: Work,
) -> tuple[int, int, Error]:  # fmt: skip
    """Improve q in place until the task is reached or the cost stops decreasing.

    Args:
        robot: The robot.
        task: The task.
        q: Start, within the limits; overwritten with the result. Shape (n,).
        damping: Damping of each coordinate relative to the others, D. Shape (n,).
        turns: 1 for coordinates that may wrap around because a full turn lies within their limits. Shape (n,).
        gain: Factor of the cost in the damping.
        bias: Smallest damping.
        max_iterations: Maximum number of iterations.
        min_gain: Relative decrease of the cost in an iteration below which the descent stops.
        work: Scratch memory.

    Returns:
        Why it stopped (REACHED, STALLED, EXHAUSTED), iterations done, and the final error.
    """
    links, tips, limits = robot
    targets, scales, local, distance, angle = task
    frames, poses, columns, rows, residual, slope, square, factor, right, step, held, trial = work
    n, count = q.shape[0], component_count(scales)
    now = Error(math.inf, math.inf, math.inf)
    boost = 1.0
    size = math.inf
    for a in range(n):
        trial[a] = q[a]
    for iteration in range(max_iterations + 1):
        new = task_error(links, tips, targets, scales, local, trial, frames, poses, residual)
        if new.cost < now.cost:
            stalled = now.cost - new.cost < min_gain * now.cost
            now = new
            for a in range(n):
                q[a] = trial[a]
            if reached(now, distance, angle):
                return REACHED, iteration, now
            if stalled:
                return STALLED, iteration, now
            boost = boost * 0.25 if boost > 4.0 else 1.0
            task_jacobian(links, tips, targets, scales, local, frames, poses, columns, rows)
            for a in range(n):
                s = 0.0
                for k in range(count):
                    s += float(rows[a, k]) * float(residual[k])
                slope[a] = s
        else:
            boost *= 8.0
            if size < _SMALLEST_STEP or boost > _MAX_BOOST:
                return STALLED, iteration, now
        d = boost * (gain * now.cost + bias)
        for a in range(n):
            for b in range(a + 1):
                s = 0.0
                for k in range(count):
                    s += float(rows[a, k]) * float(rows[b, k])
                square[a, b] = s
            square[a, a] = float(square[a, a]) + d * float(damping[a])
        if not bounded_step(limits, q, turns, slope, square, factor, right, step, held):
            return STALLED, iteration, now
        size = 0.0
        for a in range(n):
            low, high = float(limits[0, a]), float(limits[1, a])
            trial[a] = wrap_or_clamp(float(q[a]) + float(step[a]), low, high, turns[a] != 0.0)
            size = max(size, abs(float(step[a])))
    return EXHAUSTED, max_iterations, now


@kernel
def follow(
    links: Array, tips: Array, limits: Array, damping: Array, start: Array, targets: Array, scales: Array,
    distance: float, angle: float, max_iterations: int,
) -> tuple[Array, int, Error]:  # fmt: skip
    """Track targets: one descent of bounded length from the present coordinates, as blocks do in each control step.

    Args:
        links: The joints. Shape (m, 17).
        tips: The effectors. Shape (e, 13).
        limits: Limits of the coordinates. Shape (2, n).
        damping: Damping of each coordinate. Shape (n,).
        start: Present coordinates. Shape (n,).
        targets: Target poses. Shape (e, 12).
        scales: Scales of the components. Shape (e, 6).
        distance: Position tolerance [m].
        angle: Orientation tolerance [rad].
        max_iterations: Maximum number of iterations.

    Returns:
        The coordinates within the limits, why it stopped, and the remaining error.
    """
    n = start.shape[0]
    q, none = np.empty(n), np.zeros(n)
    for a in range(n):
        q[a] = clamp(float(start[a]), float(limits[0, a]), float(limits[1, a]))
    robot, task = Robot(links, tips, limits), Task(targets, scales, False, distance, angle)
    code, _, error = descend(robot, task, q, damping, none, GAIN, BIAS, max_iterations, 1e-7, work_for(robot))
    return q, code, error
