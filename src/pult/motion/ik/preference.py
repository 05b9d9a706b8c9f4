"""Redundancy resolution: motion in the null space of the task towards a preferred configuration.

At a configuration that reaches the task, a step x towards the preference is taken that hardly moves the effector,

    (D + m J^T J) x = D d,    m large,

where d is the displacement to the preference; the task is then reached again by Levenberg-Marquardt. The step is
accepted if it decreases the cost of the preference and the task is still reached, else it is halved. The preferences:

* rest: sum D (q - rest)^2, the nearest to a given configuration;
* centre: sum ((q - centre) / half range)^2, far from the limits;
* manipulability: Yoshikawa's measure of the requested components, far from singular configurations.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.ik.levenberg import BIAS, GAIN, REACHED, descend, solve_active_set, wrap_or_clamp
from pult.motion.ik.problem import Robot, Task, Work, component_count, task_error, task_jacobian
from pult.robot.measures import volume

NONE, REST, CENTRE, MANIPULABILITY = 0, 1, 2, 3
PREFERENCES = ("rest", "centre", "manipulability")
_TASK_WEIGHT = 1e6
"""Weight of effector motion relative to motion towards the preference, m."""
_DIFFERENCE = 1e-4
_MAX_STEP = 0.5
"""Longest step towards a preference [rad, or fraction of the reach]."""
_MAX_LENGTH, _HALVINGS = 64.0, 12
"""Largest factor of a step, and number of halvings. A step that gains at least half as much as the one before is
doubled, a failed one is halved: the curvature of the solution manifold may make steps too short or too long."""
_MIN_FACTOR = 1e-3
_MIN_GAIN = 1e-5
"""Relative decrease of the cost below which another step is not worth its time."""


@kernel
def scaled_manipulability(robot: Robot, task: Task, q: Array, work: Work) -> float:
    """Manipulability of the requested components, scaled."""
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    task_error(links, tips, targets, scales, local, q, work.frames, work.poses, work.residual)
    task_jacobian(links, tips, targets, scales, local, work.frames, work.poses, work.columns, work.rows)
    n, count = q.shape[0], component_count(scales)
    J = np.empty((count, n))
    for k in range(count):
        for a in range(n):
            J[k, a] = work.rows[a, k]
    return volume(J, count)


@kernel
def preference_cost(robot: Robot, task: Task, kind: int, ideal: Array, scale: Array, q: Array, work: Work) -> float:
    """Cost of a configuration under a preference, to be minimised."""
    if kind == MANIPULABILITY:
        return -scaled_manipulability(robot, task, q, work)
    found = 0.0
    for a in range(q.shape[0]):
        d = float(q[a]) - float(ideal[a])
        found += float(scale[a]) * d * d
    return found


@kernel
def preference_direction(
    robot: Robot, task: Task, kind: int, ideal: Array, scale: Array, q: Array, work: Work, way: Array
) -> None:
    """Write the displacement towards the preference to `way`; for manipulability a scaled gradient. Shape (n,)."""
    n = q.shape[0]
    longest = 0.0
    if kind == MANIPULABILITY:
        for a in range(n):
            old = float(q[a])
            width = _DIFFERENCE / math.sqrt(float(scale[a]))
            q[a] = old + width
            after = scaled_manipulability(robot, task, q, work)
            q[a] = old - width
            before = scaled_manipulability(robot, task, q, work)
            q[a] = old
            way[a] = (after - before) / (2.0 * width * float(scale[a]))
            longest = max(longest, abs(float(way[a])) * math.sqrt(float(scale[a])))
        if longest > 0.0:
            for a in range(n):
                way[a] = float(way[a]) * _MAX_STEP / longest
        return
    for a in range(n):
        way[a] = float(ideal[a]) - float(q[a])


@kernel
def max_displacement(begin: Array, q: Array, damping: Array) -> float:
    """Largest displacement of a coordinate [rad, or fraction of the reach]."""
    found = 0.0
    for a in range(q.shape[0]):
        found = max(found, abs(float(q[a]) - float(begin[a])) * math.sqrt(float(damping[a])))
    return found


@kernel
def max_step_factor(q: Array, begin: Array, step: Array, damping: Array, longest: float) -> float:
    """Largest factor of a step that keeps every coordinate within `longest` of where it began."""
    found = math.inf
    for a in range(q.shape[0]):
        root = math.sqrt(float(damping[a]))
        way, gone = abs(float(step[a])) * root, (float(q[a]) - float(begin[a])) * root
        left = longest - gone if step[a] > 0.0 else longest + gone
        if way > 0.0:
            found = min(found, max(left, 0.0) / way)
    return found


@kernel
def move_in_null_space(
    robot: Robot, task: Task, q: Array, damping: Array, kind: int, ideal: Array, scale: Array, max_steps: int,
    longest: float, work: Work,
) -> int:  # fmt: skip
    """Move a configuration that reaches the task towards a preference, keeping the task reached.

    Args:
        robot: The robot.
        task: The task, reached at q.
        q: The configuration; overwritten with the better one. Shape (n,).
        damping: Damping of each coordinate. Shape (n,).
        kind: REST, CENTRE or MANIPULABILITY.
        ideal: The preferred configuration, for the first two. Shape (n,).
        scale: Weight of each coordinate. Shape (n,).
        max_steps: Maximum number of steps.
        longest: Largest displacement of a coordinate [rad, or fraction of the reach].
        work: Scratch memory.

    Returns:
        Number of steps taken.
    """
    n, count = q.shape[0], component_count(task.scales)
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    limits = robot.limits
    way, step, trial, none = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    square, begin = np.zeros((n, n)), q.copy()
    now = preference_cost(robot, task, kind, ideal, scale, q, work)
    length = 1.0
    shortened = False
    before = math.inf
    taken = 0
    for _ in range(max_steps):
        preference_direction(robot, task, kind, ideal, scale, q, work, way)
        task_error(links, tips, targets, scales, local, q, work.frames, work.poses, work.residual)
        task_jacobian(links, tips, targets, scales, local, work.frames, work.poses, work.columns, work.rows)
        for a in range(n):
            way[a] = float(way[a]) * float(scale[a])
            step[a], work.held[a] = 0.0, 0.0
            for b in range(a + 1):
                s = 0.0
                for k in range(count):
                    s += float(work.rows[a, k]) * float(work.rows[b, k])
                square[a, b] = _TASK_WEIGHT * s
            square[a, a] = float(square[a, a]) + float(scale[a])
        # a limit stops only the step, not the direction: the task may move a joint the other way
        if not solve_active_set(limits, q, none, way, square, work.factor, work.right, step, work.held, False):
            return taken
        length = min(length, max_step_factor(q, q, step, damping, _MAX_STEP))
        length = min(length, max_step_factor(q, begin, step, damping, longest))
        if length <= _MIN_FACTOR:
            return taken
        better = False
        for _ in range(_HALVINGS):
            for a in range(n):
                low, high = float(limits[0, a]), float(limits[1, a])
                trial[a] = wrap_or_clamp(float(q[a]) + length * float(step[a]), low, high, False)
            code, _, _ = descend(robot, task, trial, damping, none, GAIN, BIAS, 20, 1e-7, work)
            new = preference_cost(robot, task, kind, ideal, scale, trial, work)
            if code == REACHED and new < now and max_displacement(begin, trial, damping) <= 1.01 * longest:
                better = True
                break
            length *= 0.5
        if not better:
            return taken
        gained = now - new
        now = new
        taken += 1
        for a in range(n):
            q[a] = trial[a]
        little = gained <= _MIN_GAIN * abs(now) or gained < 1e-12
        if little and (shortened or length <= 1.0):
            return taken
        # a small gain may mean the optimum, or a step of twice the best length: try once more with a short one
        shortened = little
        if little:
            length *= 0.3
        elif gained > 0.5 * before:
            length = min(_MAX_LENGTH, 2.0 * length)
        before = gained
    return taken
