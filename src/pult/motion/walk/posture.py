r"""Whole-body inverse kinematics of a walker: both soles and the true centre of mass, by Levenberg-Marquardt.

Unknowns are the joint angles of both legs and the position p of the upright pelvis. With e_k the error of sole k (its
position and rotation vector, paper 003, eqs. (8) and (9)) and r the error of the centre of mass, one iteration solves

    (J_k^T J_k + W_n) dq_k = J_k^T (e_k - [dp; 0]),      W_n = (e_k^T e_k / 2 + bias) 1      (Sugihara's damping),
    dp + sum_k Jc_k dq_k / M = r,

where J_k holds a seventh row, hip yaw = ankle yaw, for legs of seven joints. Both legs depend on dp linearly, so that
three unknowns are left (the Schur complement of the legs). Joints stay within their limits: one at a limit that the
error pushes against is held.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.walk.frames import YAW_WEIGHT, body_centre, com_jacobian, place_in_world, sole_jacobian, turn_error

BIAS = 1e-9
"""Smallest damping; steps of 1e-12 rad are reached in three iterations from a neighbouring sample."""
_LARGEST_STEP = 0.5
"""Longest step of a joint in one iteration [rad]: far from the target the linear model holds no farther."""


@kernel
def damped_solve(J: Array, damping: float, held: Array, leg: int, B: Array, H: Array, X: Array) -> None:
    """Solve (J^T J + damping 1) X = J^T B for a leg by Cholesky; rows of held joints are zero.

    Args:
        J: Jacobian. Shape (7, m).
        damping: Above 0.
        held: Joints that do not move, of both legs. Shape (2 m,).
        leg: Leg.
        B: Right sides. Shape (7, c).
        H: Work space. Shape (m, m).
        X: Overwritten with the solutions. Shape (m, c).
    """
    m, columns = J.shape[1], B.shape[1]
    for i in range(m):
        free_i = 1.0 - float(held[leg * m + i])
        for j in range(i + 1):
            s = 0.0
            for k in range(7):
                s += float(J[k, i]) * float(J[k, j])
            H[i, j] = s * free_i * (1.0 - float(held[leg * m + j]))
        H[i, i] = float(H[i, i]) + damping if free_i > 0.0 else 1.0
        for c in range(columns):
            s = 0.0
            for k in range(7):
                s += float(J[k, i]) * float(B[k, c])
            X[i, c] = s * free_i
    for i in range(m):
        for j in range(i):
            s = float(H[i, j])
            for k in range(j):
                s -= float(H[i, k]) * float(H[j, k])
            H[i, j] = s * float(H[j, j])
        s = float(H[i, i])
        for k in range(i):
            s -= float(H[i, k]) * float(H[i, k])
        H[i, i] = 1.0 / math.sqrt(s if s > 1e-300 else 1e-300)
    for c in range(columns):
        for i in range(m):
            s = float(X[i, c])
            for k in range(i):
                s -= float(H[i, k]) * float(X[k, c])
            X[i, c] = s * float(H[i, i])
        for i in range(m - 1, -1, -1):
            s = float(X[i, c])
            for k in range(i + 1, m):
                s -= float(H[k, i]) * float(X[k, c])
            X[i, c] = s * float(H[i, i])


@kernel
def solve_three(A: Array, b: Array, x: Array) -> None:
    """Solve a 3x3 system by Cramer's rule; zero if it is singular."""
    a00, a01, a02 = float(A[0, 0]), float(A[0, 1]), float(A[0, 2])
    a10, a11, a12 = float(A[1, 0]), float(A[1, 1]), float(A[1, 2])
    a20, a21, a22 = float(A[2, 0]), float(A[2, 1]), float(A[2, 2])
    m0, m1, m2 = a11 * a22 - a12 * a21, a12 * a20 - a10 * a22, a10 * a21 - a11 * a20
    det = a00 * m0 + a01 * m1 + a02 * m2
    over = 1.0 / det if det != 0.0 else 0.0
    b0, b1, b2 = float(b[0]), float(b[1]), float(b[2])
    x[0] = over * (b0 * m0 + b1 * (a02 * a21 - a01 * a22) + b2 * (a01 * a12 - a02 * a11))
    x[1] = over * (b0 * m1 + b1 * (a00 * a22 - a02 * a20) + b2 * (a02 * a10 - a00 * a12))
    x[2] = over * (b0 * m2 + b1 * (a01 * a20 - a00 * a21) + b2 * (a00 * a11 - a01 * a10))


@kernel
def coupled_solve(
    bodies: Array, yaw_pairs: Array, frames: Array, soles: Array, base: Array, heading: float, held: Array,
    goals: Array, com_goal: Array, damping: float, limits: Array, q: Array, dq: Array, dp: Array,
) -> float:  # fmt: skip
    """Change of joints and pelvis that changes soles and centre of mass by given amounts, to first order.

    Args:
        bodies, yaw_pairs: The walker.
        frames, soles, base, heading: Where it is.
        held: Overwritten: joints at a limit that the goal pushes against. Shape (2 m,).
        goals: Changes of the soles: position [m], rotation vector [rad], and the row of the yaw pair. Shape (2, 7).
        com_goal: Change of the centre of mass [m]. Shape (3,).
        damping: Damping besides that of Sugihara; 0 or below for exact rates without limits.
        limits: Limits of the joints [rad]. Shape (2, 2 m).
        q: Joint angles [rad]. Shape (2 m,).
        dq: Overwritten with the change of the joints [rad]. Shape (2 m,).
        dp: Overwritten with the change of the pelvis [m]. Shape (3,).

    Returns:
        Half the squared error of the soles.
    """
    n = q.shape[0]
    m = n // 2
    mass = 0.0
    for row in range(bodies.shape[0]):
        mass += float(bodies[row, 0])
    J, Jc, H = np.empty((7, m)), np.empty((3, m)), np.empty((m, m))
    B, X = np.zeros((7, 4)), np.empty((n, 4))
    A, rest = np.zeros((3, 3)), np.empty(3)
    moment, centre = np.zeros(3), np.empty(3)
    for r in range(3):
        A[r, r], rest[r] = 1.0, com_goal[r]
        B[r, 1 + r] = -1.0
    half = 0.0
    for leg in range(2):
        sole_jacobian(frames, soles, yaw_pairs, leg, J)
        com_jacobian(bodies, frames, base, heading, leg, Jc, moment, centre)
        e2 = 0.0
        for k in range(7):
            B[k, 0] = goals[leg, k]
            e2 += float(goals[leg, k]) ** 2
        half += 0.5 * e2
        added = 1e-12
        for i in range(m):
            held[leg * m + i] = 0.0
        if damping > 0.0:
            added = damping + 0.5 * e2
            for i in range(m):
                push = 0.0
                for k in range(7):
                    push += float(J[k, i]) * float(goals[leg, k])
                j = leg * m + i
                at_low, at_high = float(q[j]) <= float(limits[0, j]), float(q[j]) >= float(limits[1, j])
                held[j] = 1.0 if (at_low and push < 0.0) or (at_high and push > 0.0) else 0.0
        damped_solve(J, added, held, leg, B, H, X[leg * m : (leg + 1) * m])
        for r in range(3):
            for c in range(4):
                s = 0.0
                for i in range(m):
                    s += float(Jc[r, i]) * float(X[leg * m + i, c])
                if c == 0:
                    rest[r] = float(rest[r]) - s / mass
                else:
                    A[r, c - 1] = float(A[r, c - 1]) + s / mass
    solve_three(A, rest, dp)
    for i in range(n):
        dq[i] = float(X[i, 0]) + float(X[i, 1]) * float(dp[0]) + float(X[i, 2]) * float(dp[1]) + float(X[i, 3]) * float(
            dp[2]
        )
    return half


@kernel
def centre_of_mass(bodies: Array, frames: Array, base: Array, heading: float, com: Array, centre: Array) -> float:
    """Centre of mass of the whole robot [m]; returns its mass [kg]."""
    mass = 0.0
    com[0] = com[1] = com[2] = 0.0
    for row in range(bodies.shape[0]):
        own = body_centre(bodies, frames, base, heading, row, centre)
        mass += own
        for r in range(3):
            com[r] = float(com[r]) + own * float(centre[r])
    for r in range(3):
        com[r] = float(com[r]) / mass
    return mass


@kernel
def solve_posture(
    links: Array, tips: Array, limits: Array, bodies: Array, yaw_pairs: Array, q: Array, base: Array, heading: float,
    com: Array, feet: Array, eps: float, max_iterations: int, frames: Array, soles: Array,
) -> tuple[int, float, float]:  # fmt: skip
    """Joint angles and position of the upright pelvis that bring soles and centre of mass to their places.

    Args:
        links, tips, limits, bodies, yaw_pairs: The walker.
        q: Start, overwritten with the joint angles [rad]. Shape (2 m,).
        base: Start, overwritten with the position of the pelvis [m]. Shape (3,).
        heading: Heading of the pelvis [rad].
        com: Wanted centre of mass [m]. Shape (3,).
        feet: Wanted poses of the level soles: x y z [m], heading [rad]. Shape (2, 4).
        eps: Largest last step of a joint [rad], see paper 003.
        max_iterations: Maximum number of iterations.
        frames, soles: Overwritten with the poses of joints and soles, see `place_in_world`.

    Returns:
        Number of iterations, distance of a sole or the centre of mass from its place [m], angle of a sole from its
        orientation [rad]; the larger ones of both legs.
    """
    n = q.shape[0]
    goals, com_goal, dq, dp, held = np.zeros((2, 7)), np.empty(3), np.empty(n), np.empty(3), np.empty(n)
    found, centre = np.empty(3), np.empty(3)
    distance = angle = 0.0
    for iteration in range(max_iterations + 1):
        place_in_world(links, tips, q, base, heading, frames, soles)
        centre_of_mass(bodies, frames, base, heading, found, centre)
        distance = angle = 0.0
        for r in range(3):
            com_goal[r] = float(com[r]) - float(found[r])
            distance = max(distance, abs(float(com_goal[r])))
        for leg in range(2):
            for r in range(3):
                goals[leg, r] = float(feet[leg, r]) - float(soles[leg, 4 * r + 3])
            turn_error(soles, leg, float(feet[leg, 3]), goals[leg])
            goals[leg, 6] = yaw_error(yaw_pairs, leg, q)
            d2 = a2 = 0.0
            for r in range(3):
                d2 += float(goals[leg, r]) ** 2
                a2 += float(goals[leg, 3 + r]) ** 2
            distance, angle = max(distance, math.sqrt(d2)), max(angle, math.sqrt(a2))
        if iteration == max_iterations:
            break
        coupled_solve(
            bodies, yaw_pairs, frames, soles, base, heading, held, goals, com_goal, BIAS, limits, q, dq, dp
        )
        size = 0.0
        for i in range(n):
            size = max(size, abs(float(dq[i])))
        shrink = _LARGEST_STEP / size if size > _LARGEST_STEP else 1.0
        for i in range(n):
            q[i] = min(max(float(q[i]) + shrink * float(dq[i]), float(limits[0, i])), float(limits[1, i]))
        for r in range(3):
            base[r] = float(base[r]) + shrink * float(dp[r])
        if size <= eps:
            place_in_world(links, tips, q, base, heading, frames, soles)
            return iteration + 1, distance, angle
    return max_iterations, distance, angle


@kernel
def yaw_error(yaw_pairs: Array, leg: int, q: Array) -> float:
    """Weighted error of 'hip yaw = ankle yaw'; 0 for a leg without such a pair."""
    sign = float(yaw_pairs[leg, 2])
    if sign == 0.0:
        return 0.0
    return -YAW_WEIGHT * (float(q[int(yaw_pairs[leg, 0])]) - sign * float(q[int(yaw_pairs[leg, 1])]))
