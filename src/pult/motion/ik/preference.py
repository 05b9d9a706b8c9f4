"""What a redundant arm does with its freedom: move in the null space of the task towards what is preferred.

At a configuration that reaches the task, a step x towards the preference is taken that hardly moves the effector,

    (D + m J^T J) x = D d,    m large,

d being the way to the preference; the task is then reached again by Levenberg-Marquardt. The step counts if it is
better by the measure and the task is still reached, else it is halved. The preferences:

* rest: sum D (q - rest)^2, the nearest to a given configuration;
* centre: sum ((q - centre) / half range)^2, far from the limits;
* manipulability: Yoshikawa's measure of the components asked for, far from singular poses.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.ik.levenberg import BIAS, GAIN, REACHED, descend, solve_inside, within
from pult.motion.ik.problem import Robot, Task, Work, assess, rows_of, slopes
from pult.robot.measures import volume

NONE, REST, CENTRE, MANIPULABILITY = 0, 1, 2, 3
PREFERENCES = ("rest", "centre", "manipulability")
_STIFF = 1e6
"""How much more moving the effector weighs than going the preferred way."""
_DIFFERENCE = 1e-4
_LONGEST = 0.5
"""Longest step towards a preference [rad, or share of the reach]."""
_MAX_LENGTH, _HALVINGS = 64.0, 12
"""Steps that creep, gaining half as much as the one before or more, are doubled up to so many times their length; those
that fail are halved: the curvature of what reaches the task may make them too short as well as too long."""
_NO_ROOM = 1e-3
_ENOUGH = 1e-5
"""Share of the measure below which a gain is not worth another step."""


@kernel
def dexterity(robot: Robot, task: Task, q: Array, work: Work) -> float:
    """Manipulability of the scaled components asked for."""
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    assess(links, tips, targets, scales, local, q, work.frames, work.poses, work.other)
    slopes(links, tips, targets, scales, local, work.frames, work.poses, work.columns, work.rows)
    n, count = q.shape[0], rows_of(scales)
    J = np.empty((count, n))
    for k in range(count):
        for a in range(n):
            J[k, a] = work.rows[a, k]
    return volume(J, count)


@kernel
def dislike(robot: Robot, task: Task, kind: int, ideal: Array, scale: Array, q: Array, work: Work) -> float:
    """The measure to be lowered."""
    if kind == MANIPULABILITY:
        return -dexterity(robot, task, q, work)
    found = 0.0
    for a in range(q.shape[0]):
        d = float(q[a]) - float(ideal[a])
        found += float(scale[a]) * d * d
    return found


@kernel
def wish(robot: Robot, task: Task, kind: int, ideal: Array, scale: Array, q: Array, work: Work, way: Array) -> None:
    """The way to the preference; that to more manipulability has a direction only, and a moderate length."""
    n = q.shape[0]
    longest = 0.0
    if kind == MANIPULABILITY:
        for a in range(n):
            old = float(q[a])
            width = _DIFFERENCE / math.sqrt(float(scale[a]))
            q[a] = old + width
            after = dexterity(robot, task, q, work)
            q[a] = old - width
            before = dexterity(robot, task, q, work)
            q[a] = old
            way[a] = (after - before) / (2.0 * width * float(scale[a]))
            longest = max(longest, abs(float(way[a])) * math.sqrt(float(scale[a])))
        if longest > 0.0:
            for a in range(n):
                way[a] = float(way[a]) * _LONGEST / longest
        return
    for a in range(n):
        way[a] = float(ideal[a]) - float(q[a])


@kernel
def way_from(begin: Array, q: Array, damping: Array) -> float:
    """The farthest that a coordinate has gone [rad, or share of the reach]."""
    found = 0.0
    for a in range(q.shape[0]):
        found = max(found, abs(float(q[a]) - float(begin[a])) * math.sqrt(float(damping[a])))
    return found


@kernel
def room(q: Array, begin: Array, step: Array, damping: Array, longest: float) -> float:
    """How many times a step keeps every coordinate within the longest way from where it began."""
    found = math.inf
    for a in range(q.shape[0]):
        root = math.sqrt(float(damping[a]))
        way, gone = abs(float(step[a])) * root, (float(q[a]) - float(begin[a])) * root
        left = longest - gone if step[a] > 0.0 else longest + gone
        if way > 0.0:
            found = min(found, max(left, 0.0) / way)
    return found


@kernel
def prefer(
    robot: Robot, task: Task, q: Array, damping: Array, kind: int, ideal: Array, scale: Array, most: int,
    longest: float, work: Work,
) -> int:  # fmt: skip
    """Improve a configuration that reaches the task by a preference, the task staying reached.

    Args:
        robot: The robot.
        task: The task, reached at q.
        q: The configuration; receives the better one. Shape (n,).
        damping: Damping of each coordinate. Shape (n,).
        kind: REST, CENTRE or MANIPULABILITY.
        ideal: The configuration preferred, for the first two. Shape (n,).
        scale: Weight of each coordinate. Shape (n,).
        most: Most steps.
        longest: How far a coordinate may go from where it was [rad, or share of the reach].
        work: Memory.

    Returns:
        Steps taken.
    """
    n, count = q.shape[0], rows_of(task.scales)
    links, tips, targets, scales, local = robot.links, robot.tips, task.targets, task.scales, task.local
    limits = robot.limits
    way, step, trial, none = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    square, begin = np.zeros((n, n)), q.copy()
    now = dislike(robot, task, kind, ideal, scale, q, work)
    length = 1.0
    tired = False
    before = math.inf
    taken = 0
    for _ in range(most):
        wish(robot, task, kind, ideal, scale, q, work, way)
        assess(links, tips, targets, scales, local, q, work.frames, work.poses, work.other)
        slopes(links, tips, targets, scales, local, work.frames, work.poses, work.columns, work.rows)
        for a in range(n):
            way[a] = float(way[a]) * float(scale[a])
            step[a], work.held[a] = 0.0, 0.0
            for b in range(a + 1):
                s = 0.0
                for k in range(count):
                    s += float(work.rows[a, k]) * float(work.rows[b, k])
                square[a, b] = _STIFF * s
            square[a, a] = float(square[a, a]) + float(scale[a])
        # at a limit only the step itself is stopped, not the way: the task may take a joint along the other way
        if not solve_inside(limits, q, none, way, square, work.factor, work.right, step, work.held, False):
            return taken
        length = min(length, room(q, q, step, damping, _LONGEST), room(q, begin, step, damping, longest))
        if length <= _NO_ROOM:
            return taken
        better = False
        for _ in range(_HALVINGS):
            for a in range(n):
                low, high = float(limits[0, a]), float(limits[1, a])
                trial[a] = within(float(q[a]) + length * float(step[a]), low, high, False)
            code, _, _ = descend(robot, task, trial, damping, none, GAIN, BIAS, 20, 1e-7, work)
            new = dislike(robot, task, kind, ideal, scale, trial, work)
            if code == REACHED and new < now and way_from(begin, trial, damping) <= 1.01 * longest:
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
        little = gained <= _ENOUGH * abs(now) or gained < 1e-12
        if little and (tired or length <= 1.0):
            return taken
        # little is gained at the best place, but also by a step of twice the best length: once more with a short one
        tired = little
        if little:
            length *= 0.3
        elif gained > 0.5 * before:
            length = min(_MAX_LENGTH, 2.0 * length)
        before = gained
    return taken
