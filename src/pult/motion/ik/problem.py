"""Kernels shared by all solvers: the robot, the task, and the error of a configuration.

Robot, task and scratch memory are passed as tuples of arrays between the outer functions, and as single arrays to the
innermost: native code counts references of every array in a tuple that it passes on, which costs more than the
arithmetic there.

A task gives every effector a target pose (rows of twelve numbers) with a scale for each of the six components of its
error; a component of scale 0 is free. The error of effector t, in base axes or in those of the target, is

    e_t = S_t ( p_target - p, log(R_target R^T) ),    cost = sum |e_t|^2 / 2.
"""

import math
from typing import NamedTuple

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.geometry.pose_rows import rotation_between
from pult.robot.kinematics import jacobian, place, place_tips

ROTATION_SCALE = 0.3
"""Scale of a rotation error [1/rad] relative to distances measured in units of the arm's reach. Between 0.2 and 0.5 the
number of iterations hardly changes."""
VANISHING = 1e-10
"""Fraction of the reach below which a projection counts as vanishing: far above rounding, far below any tolerance."""


class Robot(NamedTuple):
    """A robot as arrays, see `pult.robot.kinematics`; limits are lower and upper, shape (2, n)."""

    links: Array
    tips: Array
    limits: Array


class Task(NamedTuple):
    """Targets of the effectors, with tolerances.

    Attributes:
        targets: Target poses. Shape (e, 12).
        scales: Scale of every component of the error, 0 if it is free. Shape (e, 6).
        local: Whether components are along the axes of the target, instead of those of the base.
        distance: Position tolerance [m].
        angle: Orientation tolerance [rad].
    """

    targets: Array
    scales: Array
    local: bool
    distance: float
    angle: float


class Error(NamedTuple):
    """Error of a configuration.

    Attributes:
        cost: Half the sum of squares of the scaled components.
        distance: Largest position error of an effector [m].
        angle: Largest orientation error of an effector [rad].
    """

    cost: float
    distance: float
    angle: float


class Work(NamedTuple):
    """Scratch memory of a solver, allocated once per call, for m joints, e effectors and n coordinates.

    Attributes:
        frames: Frames of the joints. Shape (m, 12).
        poses: Poses of the effectors. Shape (e, 12).
        columns: Geometric Jacobians, transposed. Shape (n, 6 e).
        rows: Scaled Jacobian of the requested components, transposed. Shape (n, 6 e).
        residual: Scaled errors of the requested components. Shape (6 e,).
        slope: Negative gradient of the cost. Shape (n,).
        square: Matrix of the normal equations; the lower triangle is used. Shape (n, n).
        factor: Its Cholesky factor. Shape (n, n).
        right: Right-hand side. Shape (n,).
        step: Step of the coordinates. Shape (n,).
        held: 1 for coordinates in the active set. Shape (n,).
        trial: Configuration to try. Shape (n,).
    """

    frames: Array
    poses: Array
    columns: Array
    rows: Array
    residual: Array
    slope: Array
    square: Array
    factor: Array
    right: Array
    step: Array
    held: Array
    trial: Array


@kernel
def work_for(robot: Robot) -> Work:
    """Allocate scratch memory for a robot."""
    m, e, n = robot.links.shape[0], robot.tips.shape[0], robot.limits.shape[1]
    return Work(
        frames=np.empty((m, 12)), poses=np.empty((e, 12)), columns=np.empty((n, 6 * e)), rows=np.empty((n, 6 * e)),
        residual=np.empty(6 * e), slope=np.empty(n), square=np.empty((n, n)),
        factor=np.empty((n, n)), right=np.empty(n), step=np.empty(n), held=np.empty(n), trial=np.empty(n),
    )  # fmt: skip


@kernel
def component_count(scales: Array) -> int:
    """Number of requested components."""
    count = 0
    for t in range(scales.shape[0]):
        for i in range(6):
            if scales[t, i] != 0.0:
                count += 1
    return count


@kernel
def task_error(
    links: Array, tips: Array, targets: Array, scales: Array, local: bool, q: Array, frames: Array, poses: Array,
    error: Array,
) -> Error:  # fmt: skip
    """Place the robot at q and write its error to `error`, one entry for each requested component."""
    place(links, q, frames)
    place_tips(tips, frames, poses)
    row = 0
    cost = 0.0
    far = 0.0
    turned = 0.0
    for t in range(targets.shape[0]):
        x = float(targets[t, 3]) - float(poses[t, 3])
        y = float(targets[t, 7]) - float(poses[t, 7])
        z = float(targets[t, 11]) - float(poses[t, 11])
        a, b, c = 0.0, 0.0, 0.0
        if scales[t, 3] != 0.0 or scales[t, 4] != 0.0 or scales[t, 5] != 0.0:
            a, b, c = rotation_between(poses, t, targets, t)
        if local:
            x, y, z = to_target_axes(targets, t, x, y, z)
            a, b, c = to_target_axes(targets, t, a, b, c)
        distance = 0.0
        angle = 0.0
        for i in range(6):
            scale = float(scales[t, i])
            if scale != 0.0:
                v = x if i == 0 else y if i == 1 else z if i == 2 else a if i == 3 else b if i == 4 else c
                if i < 3:
                    distance += v * v
                else:
                    angle += v * v
                v *= scale
                cost += v * v
                error[row] = v
                row += 1
        far = distance if distance > far else far
        turned = angle if angle > turned else turned
    return Error(0.5 * cost, math.sqrt(far), math.sqrt(turned))


@kernel
def to_target_axes(poses: Array, t: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Components of a vector, given in base axes, along the axes of the pose in row t."""
    return (
        float(poses[t, 0]) * x + float(poses[t, 4]) * y + float(poses[t, 8]) * z,
        float(poses[t, 1]) * x + float(poses[t, 5]) * y + float(poses[t, 9]) * z,
        float(poses[t, 2]) * x + float(poses[t, 6]) * y + float(poses[t, 10]) * z,
    )


@kernel
def reached(error: Error, distance: float, angle: float) -> bool:
    """Whether an error is within the tolerances [m, rad]."""
    return error.distance <= distance and error.angle <= angle


@kernel
def task_jacobian(
    links: Array, tips: Array, targets: Array, scales: Array, local: bool, frames: Array, poses: Array, columns: Array,
    rows: Array,
) -> None:  # fmt: skip
    """Scaled Jacobian of the requested components at the configuration placed last: rows[c, k] = -d error_k / d q_c.

    A rotation w changes the rotation error f by -(w + f x w / 2 + k f x (f x w)), the inverse of the right Jacobian of
    SO(3) (J. Sola, J. Deray, D. Atchuthan, "A micro Lie theory for state estimation in robotics", arXiv:1812.01537,
    appendix B). Where all three components weigh the same, the last two terms do not change the gradient and are
    omitted; with unequal weights the gradient would be wrong without them.
    """
    jacobian(links, tips, frames, poses, columns)
    first = 0
    for t in range(scales.shape[0]):
        uneven = scales[t, 3] != scales[t, 4] or scales[t, 4] != scales[t, 5]
        fx, fy, fz = rotation_between(poses, t, targets, t) if uneven else (0.0, 0.0, 0.0)
        k = right_jacobian_factor(math.sqrt(fx * fx + fy * fy + fz * fz))
        row = first
        for c in range(columns.shape[0]):
            row = first
            for half in range(0, 6, 3):
                x = float(columns[c, 6 * t + half])
                y = float(columns[c, 6 * t + half + 1])
                z = float(columns[c, 6 * t + half + 2])
                if uneven and half == 3:
                    ux, uy, uz = fy * z - fz * y, fz * x - fx * z, fx * y - fy * x
                    x += 0.5 * ux + k * (fy * uz - fz * uy)
                    y += 0.5 * uy + k * (fz * ux - fx * uz)
                    z += 0.5 * uz + k * (fx * uy - fy * ux)
                if local:
                    x, y, z = to_target_axes(targets, t, x, y, z)
                for i in range(3):
                    scale = float(scales[t, half + i])
                    if scale != 0.0:
                        rows[c, row] = scale * (x if i == 0 else y if i == 1 else z)
                        row += 1
        first = row


@kernel
def right_jacobian_factor(angle: float) -> float:
    """The factor k of `task_jacobian`, 1/t^2 - cot(t/2)/(2 t), for an angle t in 0..pi [rad]; at 0 it is 1/12."""
    if angle < 1e-3:
        return 1.0 / 12.0 + angle * angle / 720.0
    return (1.0 - 0.5 * angle * math.cos(0.5 * angle) / math.sin(0.5 * angle)) / (angle * angle)
