"""Levenberg-Marquardt with robust damping inside joint limits.

One iteration solves, for the coordinates that are free to move,

    (J^T W J + d D) dq = J^T W e,    d = b (gain E + bias),    E = e^T W e / 2,

Sugihara's damping: strong far from the target and at singular poses that do not reach it, vanishing as the error does,
so that the end is quick. T. Sugihara, "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method",
IEEE Trans. Robotics 27 (2011), 984-991; paper 003 uses it for legs. D is 1 for turning joints, and for sliding ones
the square of the inverse reach, so that metres and radians weigh alike. A step that does not lower E is taken back and
b grows, so E never rises.

Limits are kept by an active set: a coordinate at a limit towards which it is pulled is held; one that a step would
carry over a limit goes to it exactly, and the others are solved for anew.
"""

import math

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.motion.ik.problem import Error, Robot, Task, Work, assess, reached, rows_of, slopes, work_for

REACHED, STALLED, EXHAUSTED = 0, 1, 2
GAIN = 0.1
"""Share of the error in the damping. 0.1 needs the fewest iterations on six- and seven-joint arms;
Sugihara's own choice is 1."""
BIAS = 1e-6
_ROUNDS = 4
_MAX_BOOST = 1e9
_SMALLEST_STEP = 1e-13


@kernel
def solve_positive(a: Array, b: Array, x: Array, n: int) -> bool:
    """Solve a x = b for a symmetric positive a, of which the lower half is given and overwritten (Cholesky)."""
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
    """Solve square @ step = slope inside the limits; coordinates marked in `turns` have none, a full turn is free."""
    n = q.shape[0]
    fixed = False
    for a in range(n):
        at_limit = (q[a] <= limits[0, a] and slope[a] < 0.0) or (q[a] >= limits[1, a] and slope[a] > 0.0)
        held[a] = 1.0 if at_limit and turns[a] == 0.0 else 0.0
        fixed = fixed or held[a] != 0.0
        step[a] = 0.0
    return solve_inside(limits, q, turns, slope, square, factor, right, step, held, fixed)


@kernel
def solve_inside(
    limits: Array, q: Array, turns: Array, slope: Array, square: Array, factor: Array, right: Array, step: Array,
    held: Array, fixed: bool,
) -> bool:  # fmt: skip
    """The same with coordinates held from the beginning: those marked, if any is, make the step they are given."""
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
        if not solve_positive(factor, right, step, n):
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
def within(value: float, low: float, high: float, turns: bool) -> float:
    """The coordinate inside its limits: the same angle some full turns on, where turning is free; else clamped."""
    if turns and value < low:
        value = low + (value - low) % (2.0 * math.pi)
    elif turns and value > high:  # counted from here: the other end may be at infinity
        value = high - (high - value) % (2.0 * math.pi)
    return clamp(value, low, high)


@kernel
def descend(
    robot: Robot, task: Task, q: Array, damping: Array, turns: Array, gain: float, bias: float, most: int, stall: float,
    work: Work,
) -> tuple[int, int, Error]:  # fmt: skip
    """Improve q in place until the task is reached, or nothing is gained any more.

    Args:
        robot: The robot.
        task: What is wanted.
        q: Start, inside the limits; receives the end. Shape (n,).
        damping: Damping of each coordinate relative to the others, D. Shape (n,).
        turns: 1 for coordinates that may go over their limits because a full turn lies within them. Shape (n,).
        gain: Share of the error in the damping.
        bias: Least damping.
        most: Most iterations.
        stall: Give up when an iteration lowers the cost by a smaller share than this.
        work: Memory.

    Returns:
        Why it stopped (REACHED, STALLED, EXHAUSTED), iterations done, and the error at the end.
    """
    links, tips, limits = robot
    targets, scales, local, distance, angle = task
    frames, poses, columns, rows, other, slope, square, factor, right, step, held, trial = work
    n, count = q.shape[0], rows_of(scales)
    now = Error(math.inf, math.inf, math.inf)
    boost = 1.0
    size = math.inf
    for a in range(n):
        trial[a] = q[a]
    for iteration in range(most + 1):
        new = assess(links, tips, targets, scales, local, trial, frames, poses, other)
        if new.cost < now.cost:
            stalled = now.cost - new.cost < stall * now.cost
            now = new
            for a in range(n):
                q[a] = trial[a]
            if reached(now, distance, angle):
                return REACHED, iteration, now
            if stalled:
                return STALLED, iteration, now
            boost = boost * 0.25 if boost > 4.0 else 1.0
            slopes(links, tips, targets, scales, local, frames, poses, columns, rows)
            for a in range(n):
                s = 0.0
                for k in range(count):
                    s += float(rows[a, k]) * float(other[k])
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
            trial[a] = within(float(q[a]) + float(step[a]), low, high, turns[a] != 0.0)
            size = max(size, abs(float(step[a])))
    return EXHAUSTED, most, now


@kernel
def follow(
    links: Array, tips: Array, limits: Array, damping: Array, start: Array, targets: Array, scales: Array,
    distance: float, angle: float, most: int,
) -> tuple[Array, int, Error]:  # fmt: skip
    """What a scheme does once a step: one descent of bounded length from the present coordinates.

    Args:
        links: The joints. Shape (m, 17).
        tips: The effectors. Shape (e, 13).
        limits: Limits of the coordinates. Shape (2, n).
        damping: Damping of each coordinate. Shape (n,).
        start: Present coordinates. Shape (n,).
        targets: Wanted poses. Shape (e, 12).
        scales: Scales of the components. Shape (e, 6).
        distance: Allowed distance [m].
        angle: Allowed angle [rad].
        most: Most iterations.

    Returns:
        The coordinates inside the limits, why it stopped, and the error left.
    """
    n = start.shape[0]
    q, none = np.empty(n), np.zeros(n)
    for a in range(n):
        q[a] = clamp(float(start[a]), float(limits[0, a]), float(limits[1, a]))
    robot, task = Robot(links, tips, limits), Task(targets, scales, False, distance, angle)
    code, _, error = descend(robot, task, q, damping, none, GAIN, BIAS, most, 1e-7, work_for(robot))
    return q, code, error
