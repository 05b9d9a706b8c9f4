"""Descent into the tolerances, for a target just beyond what a posture can reach.

Where a joint is at its limit, least squares trade distance against angle by their scales, which know nothing of the
tolerances: the best configuration may miss one tolerance by a little and have room in the other. Lawson's algorithm
finds the configuration whose larger error, relative to its tolerance, is smallest: it solves weighted least squares
again and again, and multiplies each weight by the relative error that is left (C. L. Lawson, *Contributions to the
theory of linear least maximum approximation*, dissertation, UCLA, 1961).
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.ik.levenberg import BIAS, GAIN, REACHED, descend
from pult.motion.ik.problem import ROTATION_SCALE, Error, Robot, Task, Work

CLOSE = 10.0
"""Errors up to this multiple of their tolerances are worth the descents."""
ROUNDS = 6
"""Maximum number of descents with new weights."""
_MAX_ITERATIONS, _MIN_GAIN = 30, 1e-6


@kernel
def descend_into_tolerances(
    robot: Robot, task: Task, q: Array, error: Error, damping: Array, work: Work
) -> tuple[bool, int]:
    """Move q within both tolerances, if that takes no more than another balance of distance and angle.

    If both errors at a minimum exceed their tolerances there is no such configuration nearby: it would cost less.

    Args:
        robot: The robot.
        task: The task.
        q: A minimum of the cost within the limits that misses a tolerance; overwritten if it can be met. Shape (n,).
        error: Its error.
        damping: Damping of each coordinate, see `descend`. Shape (n,).
        work: Scratch memory.

    Returns:
        Whether both tolerances are met, and iterations done.
    """
    far, turned = error.distance / task.distance, error.angle / task.angle
    total = 0
    if max(far, turned) > CLOSE or min(far, turned) > 1.0:
        return False, total
    n, effectors = q.shape[0], task.scales.shape[0]
    end, none, scales = np.empty(n), np.zeros(n), np.zeros((effectors, 6))
    for a in range(n):
        end[a] = q[a]
    balance = 1.0  # weight of distances by that of angles, each in units of its tolerance
    for _ in range(ROUNDS):
        straight, turning = min(balance, 1.0) * task.angle / task.distance, 1.0 / max(balance, 1.0)
        for t in range(effectors):
            for i in range(6):
                if task.scales[t, i] != 0.0:
                    scales[t, i] = ROTATION_SCALE * (straight if i < 3 else turning)
        balanced = Task(task.targets, scales, task.local, task.distance, task.angle)
        code, iterations, left = descend(
            robot, balanced, end, damping, none, GAIN, BIAS, _MAX_ITERATIONS, _MIN_GAIN, work
        )
        total += iterations
        if code == REACHED:
            for a in range(n):
                q[a] = end[a]
            return True, total
        far, turned = left.distance / task.distance, left.angle / task.angle
        if min(far, turned) > 1.0 or min(far, turned) == 0.0:
            break
        balance *= math.sqrt(far / turned)
    return False, total
