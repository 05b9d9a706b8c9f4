"""Cyclic coordinate descent: one joint at a time, each moved to its own optimum (paper 000).

For a joint at P_i with unit axis n, v = P - P_i and w = P_target - P_i, both projected onto the plane normal to n, the
rotation that brings the effector closest is the angle from v to w,

    dq = atan2(n . (v x w), v . w),

which is the arc cosine of the paper without its loss of precision near zero. Beyond the paper, the orientation of the
effector: with axes a_k of the effector and b_k of the target, weights s and s_k, the rotation that minimises

    s |P - P_target|^2 + sum_k s_k |a_k - b_k|^2

has a closed form too, since every term is a cosine of the angle (L.-C. T. Wang, C. C. Chen,
"A combined optimization method for solving the inverse kinematics problem of mechanical manipulators", IEEE Trans.
Robotics and Automation 7 (1991), 489-499):

    dq = atan2(s n . (v x w) + sum s_k n . (a_k x b_k),  s v . w + sum s_k a_k . b_k),    vectors normal to n.

A prismatic joint moves along its axis to the foot of the perpendicular from the target point. A coordinate that several
joints follow has no closed form; it takes a Gauss-Newton step, halved until the sum decreases.
"""

import math
from typing import NamedTuple

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.geometry.pose_rows import rotation_between
from pult.motion.ik.levenberg import EXHAUSTED, REACHED, STALLED
from pult.robot.kinematics import COORDINATE, KIND, RATIO, place, place_one, place_tips

TRACE_SIZE = 4
_HALVINGS = 30


class DescentTarget(NamedTuple):
    """Target of the effector.

    Attributes:
        target: Pose, of which the position and the weighted axes count. Shape (1, 12).
        weights: Weight of the squared distance [1/m^2], and of each of the three axes. Shape (4,).
        distance: Position tolerance, eps2 [m].
        angle: Orientation tolerance [rad].
    """

    target: Array
    weights: Array
    distance: float
    angle: float


class Descent(NamedTuple):
    """Result of a descent.

    Attributes:
        code: REACHED, STALLED or EXHAUSTED.
        visits: Joints visited, the paper's k.
        rotations: Rotations made.
        distance: Remaining position error [m].
        angle: Remaining orientation error [rad].
    """

    code: int
    visits: int
    rotations: int
    distance: float
    angle: float


@kernel
def position_error(target: Array, poses: Array) -> float:
    """Distance of the effector from the target point [m]."""
    x = float(target[0, 3]) - float(poses[0, 3])
    y = float(target[0, 7]) - float(poses[0, 7])
    z = float(target[0, 11]) - float(poses[0, 11])
    return math.sqrt(x * x + y * y + z * z)


@kernel
def orientation_error(target: Array, weights: Array, poses: Array) -> float:
    """Orientation error [rad]: of the one axis that counts, or of the whole orientation; 0 if none counts."""
    counted = 0
    axis = 0
    for k in range(3):
        if weights[1 + k] != 0.0:
            counted += 1
            axis = k
    if counted == 0:
        return 0.0
    if counted > 1:
        x, y, z = rotation_between(poses, 0, target, 0)
        return math.sqrt(x * x + y * y + z * z)
    apart = 0.0
    together = 0.0
    for r in range(0, 12, 4):
        a, b = float(poses[0, r + axis]), float(target[0, r + axis])
        apart += (a - b) * (a - b)
        together += (a + b) * (a + b)
    return 2.0 * math.atan2(math.sqrt(apart), math.sqrt(together))


@kernel
def sum_of_squares(target: Array, weights: Array, poses: Array) -> float:
    """Weighted sum of squares that the descent minimises."""
    distance = position_error(target, poses)
    found = float(weights[0]) * distance * distance
    for k in range(3):
        s = 0.0
        for r in range(0, 12, 4):
            d = float(poses[0, r + k]) - float(target[0, r + k])
            s += d * d
        found += float(weights[1 + k]) * s
    return found


@kernel
def best_joint_step(
    links: Array, j: int, target: Array, weights: Array, frames: Array, poses: Array, small: float
) -> float:
    """Step of joint j alone that minimises the weighted sum of squares [rad, or m if it is prismatic].

    Args:
        small: Length below which a projection counts as vanishing [m].
    """
    nx, ny, nz = float(frames[j, 2]), float(frames[j, 6]), float(frames[j, 10])
    if float(links[j, KIND]) != 0.0:
        if weights[0] == 0.0:
            return 0.0
        x = float(target[0, 3]) - float(poses[0, 3])
        y = float(target[0, 7]) - float(poses[0, 7])
        z = float(target[0, 11]) - float(poses[0, 11])
        return nx * x + ny * y + nz * z
    along = 0.0
    across = 0.0
    for k in range(4):
        weight = float(weights[k])
        if weight != 0.0:
            c = 3 if k == 0 else k - 1  # column of the pose: its position, then its axes
            vx, vy, vz = float(poses[0, c]), float(poses[0, c + 4]), float(poses[0, c + 8])
            wx, wy, wz = float(target[0, c]), float(target[0, c + 4]), float(target[0, c + 8])
            if k == 0:
                px, py, pz = float(frames[j, 3]), float(frames[j, 7]), float(frames[j, 11])
                vx, vy, vz = vx - px, vy - py, vz - pz
                wx, wy, wz = wx - px, wy - py, wz - pz
            s = vx * nx + vy * ny + vz * nz
            vx, vy, vz = vx - s * nx, vy - s * ny, vz - s * nz
            s = wx * nx + wy * ny + wz * nz
            wx, wy, wz = wx - s * nx, wy - s * ny, wz - s * nz
            least = small * small if k == 0 else 1e-24
            if vx * vx + vy * vy + vz * vz > least and wx * wx + wy * wy + wz * wz > least:
                along += weight * (vx * wx + vy * wy + vz * wz)
                across += weight * (
                    nx * (vy * wz - vz * wy) + ny * (vz * wx - vx * wz) + nz * (vx * wy - vy * wx)
                )  # fmt: skip
    return math.atan2(across, along)


@kernel
def coupled_step(
    links: Array, tips: Array, low: float, high: float, c: int, goal: DescentTarget, q: Array, frames: Array,
    poses: Array,
) -> float:  # fmt: skip
    """Gauss-Newton step of a coordinate that several joints follow, halved until the sum of squares decreases."""
    target, weights, _, _ = goal
    before = sum_of_squares(target, weights, poses)
    slope = 0.0
    bend = 0.0
    for j in range(links.shape[0]):
        if int(links[j, COORDINATE]) == c:
            ratio = float(links[j, RATIO])
            nx, ny, nz = ratio * float(frames[j, 2]), ratio * float(frames[j, 6]), ratio * float(frames[j, 10])
            slides = float(links[j, KIND]) != 0.0
            for k in range(4):
                column = 3 if k == 0 else k - 1
                vx, vy, vz = float(poses[0, column]), float(poses[0, column + 4]), float(poses[0, column + 8])
                ex, ey, ez = float(target[0, column]), float(target[0, column + 4]), float(target[0, column + 8])
                ex, ey, ez = ex - vx, ey - vy, ez - vz
                if k == 0:
                    vx, vy, vz = vx - float(frames[j, 3]), vy - float(frames[j, 7]), vz - float(frames[j, 11])
                dx, dy, dz = ny * vz - nz * vy, nz * vx - nx * vz, nx * vy - ny * vx
                if slides:
                    dx, dy, dz = (nx, ny, nz) if k == 0 else (0.0, 0.0, 0.0)
                slope += float(weights[k]) * (dx * ex + dy * ey + dz * ez)
                bend += float(weights[k]) * (dx * dx + dy * dy + dz * dz)
    if bend <= 0.0:
        return 0.0
    start = float(q[c])
    step = clamp(slope / bend, -0.5 * math.pi, 0.5 * math.pi)
    for _ in range(_HALVINGS):
        q[c] = clamp(start + step, low, high)
        place(links, q, frames)
        place_tips(tips, frames, poses)
        if sum_of_squares(target, weights, poses) < before:
            break
        step *= 0.5
    found = float(q[c]) - start
    q[c] = start
    place(links, q, frames)
    place_tips(tips, frames, poses)
    return found if abs(step) > 1e-9 else 0.0


@kernel
def sweep(
    links: Array, tips: Array, limits: Array, goal: DescentTarget, q: Array, eps1: float, eps3: float, max_visits: int,
    small: float, trace: Array,
) -> Descent:  # fmt: skip
    """Sweep over the joints from the effector to the base, returning to the last joint after each large rotation.

    Args:
        links: The joints of a chain. Shape (m, 17).
        tips: Its effector. Shape (1, 13).
        limits: Limits of the coordinates. Shape (2, n).
        goal: Target of the effector.
        q: Start, within the limits; overwritten with the result. Shape (n,).
        eps1: Smallest rotation made [rad].
        eps3: Rotation above which the sweep returns to the last joint [rad].
        max_visits: Maximum number of joint visits, the paper's MaxIter.
        small: Length below which a projection counts as vanishing [m].
        trace: Filled with coordinate, rotation, distance and angle of each rotation, up to its size. Shape (k, 4).
    """
    m, n = links.shape[0], q.shape[0]
    target, weights, eps2, eps_angle = goal
    frames, poses = np.empty((m, 12)), np.empty((1, 12))
    rows, counts = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for j in range(m - 1, -1, -1):
        c = int(links[j, COORDINATE])
        if links[j, RATIO] != 0.0:
            rows[c] = j
            counts[c] += 1
    place(links, q, frames)
    place_tips(tips, frames, poses)
    k = 0
    rotations = 0
    while True:
        total = 0.0
        turned = False
        i = n - 1
        while i >= 0:
            k += 1
            j = rows[i]
            low, high = float(limits[0, i]), float(limits[1, i])
            if counts[i] == 1:
                dq = best_joint_step(links, j, target, weights, frames, poses, small) / float(links[j, RATIO])
            elif counts[i] > 1:
                dq = coupled_step(links, tips, low, high, i, goal, q, frames, poses)
            else:
                dq = 0.0
            old = float(q[i])
            new = clamp(old + dq, low, high)
            dq = new - old
            total += abs(dq)
            if abs(dq) >= eps1:
                turned = True
                q[i] = new
                for later in range(j, m):
                    place_one(links, later, q, frames)
                place_tips(tips, frames, poses)
                distance = position_error(target, poses) if weights[0] != 0.0 else 0.0
                angle = orientation_error(target, weights, poses)
                if rotations < trace.shape[0]:
                    trace[rotations, 0] = i
                    trace[rotations, 1] = dq
                    trace[rotations, 2] = distance
                    trace[rotations, 3] = angle
                rotations += 1
                arrived = distance < eps2 and angle < eps_angle
                if k > max_visits or arrived:
                    return Descent(REACHED if arrived else EXHAUSTED, k, rotations, distance, angle)
                if i < n - 1 and abs(dq) > eps3:
                    i = n - 1
                    continue
            i -= 1
        # Without the second condition, rotations below eps1 whose sum exceeds it would repeat forever.
        if total < eps1 or not turned:
            distance = position_error(target, poses) if weights[0] != 0.0 else 0.0
            angle = orientation_error(target, weights, poses)
            arrived = distance < eps2 and angle < eps_angle
            return Descent(REACHED if arrived else STALLED, k, rotations, distance, angle)
