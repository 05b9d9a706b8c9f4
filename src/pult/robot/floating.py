"""Dynamics of a walker whose pelvis floats freely: kernels over the arrays of `pult.robot.walker.WalkerArrays`.

Speeds are v = (velocity of the pelvis's origin, angular velocity of the pelvis, rates of the joints), both vectors of
the pelvis in world axes: 6 + n numbers. The equation of motion is

    M(q) v' + h(q, v) = [0; tau] + sum_k J_k^T w_k,

with gravity in h. Everything comes from joint angles and a pose of the pelvis that somebody estimates: nothing is asked
of a simulator.
"""

from typing import NamedTuple

import numpy as np

from pult.core.kernels import cosine, kernel, sine
from pult.core.signals import Array
from pult.robot.kinematics import COORDINATE, PARENT, RATIO, place, place_tips

GRAVITY = 9.81


class Dynamics(NamedTuple):
    """What the kernels compute, in world axes.

    Attributes:
        frames: Poses of the joints. Shape (n, 12).
        soles: Poses of the soles. Shape (2, 12).
        M: Mass matrix, rotors included. Shape (6 + n, 6 + n).
        h: Bias forces. Shape (6 + n,).
        com: Centre of mass [m], then its velocity [m/s]. Shape (6,).
        J: Jacobians of the soles, velocity before angular velocity. Shape (2, 6, 6 + n).
        drift: Accelerations of the soles at v' = 0. Shape (2, 6).
    """

    frames: Array
    soles: Array
    M: Array
    h: Array
    com: Array
    J: Array
    drift: Array


@kernel
def turn_frames(rows: Array, R: Array, p: Array) -> None:
    """Take poses in the pelvis to the world.

    Args:
        rows: Poses, overwritten. Shape (k, 12).
        R: Rotation of the pelvis, row by row. Shape (9,).
        p: Its position [m]. Shape (3,).
    """
    for i in range(rows.shape[0]):
        for k in range(4):
            x, y, z = float(rows[i, k]), float(rows[i, 4 + k]), float(rows[i, 8 + k])
            for r in range(3):
                rows[i, 4 * r + k] = float(R[3 * r]) * x + float(R[3 * r + 1]) * y + float(R[3 * r + 2]) * z
        for r in range(3):
            rows[i, 4 * r + 3] = float(rows[i, 4 * r + 3]) + float(p[r])


@kernel
def _cross(a: Array, b: Array) -> tuple[float, float, float]:
    return (
        float(a[1]) * float(b[2]) - float(a[2]) * float(b[1]),
        float(a[2]) * float(b[0]) - float(a[0]) * float(b[2]),
        float(a[0]) * float(b[1]) - float(a[1]) * float(b[0]),
    )


@kernel
def _world_inertia(body: Array, rotation: Array, out: Array) -> None:
    """Inertia of a body in world axes; `rotation` is that of its frame. Shapes (10,), (9,), (9,)."""
    xx, yy, zz = float(body[4]), float(body[5]), float(body[6])
    xy, xz, yz = float(body[7]), float(body[8]), float(body[9])
    for i in range(3):
        a, b, c = float(rotation[3 * i]), float(rotation[3 * i + 1]), float(rotation[3 * i + 2])
        x, y, z = a * xx + b * xy + c * xz, a * xy + b * yy + c * yz, a * xz + b * yz + c * zz
        for j in range(3):
            out[3 * i + j] = (
                x * float(rotation[3 * j]) + y * float(rotation[3 * j + 1]) + z * float(rotation[3 * j + 2])
            )


@kernel
def floating_dynamics(
    links: Array, tips: Array, bodies: Array, rotors: Array, carried: Array, R: Array, p: Array, v: Array, q: Array
) -> Dynamics:
    """Mass matrix, bias forces, centre of mass, and Jacobians of the soles.

    Composite bodies give M (Featherstone, "Rigid body dynamics algorithms", ch. 6), the recursive Newton-Euler
    equations h (ch. 5), all in world axes about the pelvis's origin.

    Args:
        links, tips, bodies, rotors: The walker.
        carried: What the pelvis carries, in place of the first row of `bodies`. Shape (10,).
        R: Rotation of the pelvis in the world, row by row. Shape (9,).
        p: Its position [m]. Shape (3,).
        v: Speeds. Shape (6 + n,).
        q: Joint angles [rad]. Shape (n,).
    """
    n = q.shape[0]
    frames, soles = np.empty((n, 12)), np.empty((2, 12))
    M, h, com, J, drift = (
        np.zeros((6 + n, 6 + n)),
        np.zeros(6 + n),
        np.zeros(6),
        np.zeros((2, 6, 6 + n)),
        np.zeros((2, 6)),
    )
    place(links, q, frames)
    place_tips(tips, frames, soles)
    origin = np.zeros(3)
    turn_frames(frames, R, origin)
    turn_frames(soles, R, origin)
    # bodies: row 0 the pelvis, row j + 1 what joint j carries; composites about the pelvis's origin
    mass, S, I0 = np.empty(n + 1), np.empty((n + 1, 3)), np.empty((n + 1, 9))
    f, t = np.empty((n + 1, 3)), np.empty((n + 1, 3))
    w, alpha, acc = np.empty((n + 1, 3)), np.empty((n + 1, 3)), np.empty((n + 1, 3))
    rotation, inertia, c = np.empty(9), np.empty(9), np.empty(3)
    axis, place_of = np.empty(3), np.empty(3)
    one, two = np.empty(3), np.empty(3)
    for r in range(3):
        w[0, r], alpha[0, r], acc[0, r] = v[3 + r], 0.0, 0.0
    acc[0, 2] = GRAVITY
    for row in range(n + 1):
        j = row - 1
        if row == 0:
            for k in range(9):
                rotation[k] = R[k]
            place_of[0] = place_of[1] = place_of[2] = 0.0
        else:
            for r in range(3):
                for k in range(3):
                    rotation[3 * r + k] = frames[j, 4 * r + k]
                place_of[r], axis[r] = frames[j, 4 * r + 3], frames[j, 4 * r + 2]
            parent = int(links[j, PARENT]) + 1
            rate = float(links[j, RATIO]) * float(v[6 + int(links[j, COORDINATE])])
            for r in range(3):
                one[r] = float(place_of[r]) - (0.0 if parent == 0 else float(frames[parent - 1, 4 * r + 3]))
            a = _cross(alpha[parent], one)
            u = _cross(w[parent], one)
            two[0], two[1], two[2] = u
            b = _cross(w[parent], two)
            for r in range(3):
                acc[row, r] = float(acc[parent, r]) + a[r] + b[r]
                w[row, r] = float(w[parent, r]) + rate * float(axis[r])
            a = _cross(w[parent], axis)
            for r in range(3):
                alpha[row, r] = float(alpha[parent, r]) + rate * a[r]
        body = carried if row == 0 else bodies[row]
        m = float(body[0])
        for r in range(3):
            one[r] = (
                float(rotation[3 * r]) * float(body[1]) + float(rotation[3 * r + 1]) * float(body[2])
                + float(rotation[3 * r + 2]) * float(body[3])
            )  # fmt: skip
            c[r] = float(one[r]) + float(place_of[r])
        _world_inertia(body, rotation, inertia)
        # force and moment that this body needs, about the pelvis's origin
        a = _cross(alpha[row], one)
        u = _cross(w[row], one)
        two[0], two[1], two[2] = u
        b = _cross(w[row], two)
        for r in range(3):
            f[row, r] = m * (float(acc[row, r]) + a[r] + b[r])
        for r in range(3):
            two[r] = (
                float(inertia[3 * r]) * float(w[row, 0]) + float(inertia[3 * r + 1]) * float(w[row, 1])
                + float(inertia[3 * r + 2]) * float(w[row, 2])
            )  # fmt: skip
        a = _cross(w[row], two)
        b = _cross(c, f[row])
        for r in range(3):
            t[row, r] = (
                a[r] + b[r] + float(inertia[3 * r]) * float(alpha[row, 0])
                + float(inertia[3 * r + 1]) * float(alpha[row, 1]) + float(inertia[3 * r + 2]) * float(alpha[row, 2])
            )  # fmt: skip
        mass[row] = m
        square = float(c[0]) * float(c[0]) + float(c[1]) * float(c[1]) + float(c[2]) * float(c[2])
        for r in range(3):
            S[row, r] = m * float(c[r])
            for k in range(3):
                I0[row, 3 * r + k] = float(inertia[3 * r + k]) - m * float(c[r]) * float(c[k])
            I0[row, 4 * r] = float(I0[row, 4 * r]) + m * square
    for j in range(n - 1, -1, -1):
        row, parent = j + 1, int(links[j, PARENT]) + 1
        coordinate, ratio = int(links[j, COORDINATE]), float(links[j, RATIO])
        for r in range(3):
            axis[r], place_of[r] = ratio * float(frames[j, 4 * r + 2]), frames[j, 4 * r + 3]
        a = _cross(place_of, f[row])
        h[6 + coordinate] = (
            float(axis[0]) * (float(t[row, 0]) - a[0]) + float(axis[1]) * (float(t[row, 1]) - a[1])
            + float(axis[2]) * (float(t[row, 2]) - a[2])
        )  # fmt: skip
        # momentum of the composite body at unit rate: P = z x (S - m o), L = I0 z - S x (z x o)
        zo = _cross(axis, place_of)
        zs = _cross(axis, S[row])
        one[0], one[1], one[2] = zo
        so = _cross(S[row], one)
        P, L = np.empty(3), np.empty(3)
        for r in range(3):
            P[r] = zs[r] - float(mass[row]) * zo[r]
            L[r] = (
                float(I0[row, 3 * r]) * float(axis[0]) + float(I0[row, 3 * r + 1]) * float(axis[1])
                + float(I0[row, 3 * r + 2]) * float(axis[2]) - so[r]
            )  # fmt: skip
            M[r, 6 + coordinate] = P[r]
            M[3 + r, 6 + coordinate] = L[r]
            M[6 + coordinate, r] = P[r]
            M[6 + coordinate, 3 + r] = L[r]
        i = j
        while i >= 0:
            other, scale = int(links[i, COORDINATE]), float(links[i, RATIO])
            for r in range(3):
                one[r] = frames[i, 4 * r + 3]
            a = _cross(one, P)
            value = 0.0
            for r in range(3):
                value += scale * float(frames[i, 4 * r + 2]) * (float(L[r]) - a[r])
            M[6 + other, 6 + coordinate] = value
            M[6 + coordinate, 6 + other] = value
            i = int(links[i, PARENT])
        mass[parent] = float(mass[parent]) + float(mass[row])
        for r in range(3):
            S[parent, r] = float(S[parent, r]) + float(S[row, r])
            f[parent, r] = float(f[parent, r]) + float(f[row, r])
            t[parent, r] = float(t[parent, r]) + float(t[row, r])
        for k in range(9):
            I0[parent, k] = float(I0[parent, k]) + float(I0[row, k])
    for r in range(3):
        h[r], h[3 + r] = f[0, r], t[0, r]
        M[r, r] = mass[0]
        for k in range(3):
            M[3 + r, 3 + k] = I0[0, 3 * r + k]
    sx, sy, sz = float(S[0, 0]), float(S[0, 1]), float(S[0, 2])
    M[0, 4], M[0, 5], M[1, 3], M[1, 5], M[2, 3], M[2, 4] = sz, -sy, -sz, sx, sy, -sx
    for r in range(3):
        for k in range(3):
            M[3 + k, r] = M[r, 3 + k]
    for i in range(n):
        M[6 + i, 6 + i] = float(M[6 + i, 6 + i]) + float(rotors[i])
    for r in range(3):
        speed = 0.0
        for i in range(6 + n):
            speed += float(M[r, i]) * float(v[i])
        com[r] = float(p[r]) + float(S[0, r]) / float(mass[0])
        com[3 + r] = speed / float(mass[0])
    for k in range(2):
        j = int(tips[k, 0])
        row = j + 1
        for r in range(3):
            one[r] = float(soles[k, 4 * r + 3]) - float(frames[j, 4 * r + 3])
            place_of[r] = soles[k, 4 * r + 3]
        a = _cross(alpha[row], one)
        u = _cross(w[row], one)
        two[0], two[1], two[2] = u
        b = _cross(w[row], two)
        for r in range(3):
            drift[k, r] = float(acc[row, r]) + a[r] + b[r] - (GRAVITY if r == 2 else 0.0)
            drift[k, 3 + r] = alpha[row, r]
        point_jacobian(links, frames, j, place_of, J[k])
    for i in range(n):
        for r in range(3):
            frames[i, 4 * r + 3] = float(frames[i, 4 * r + 3]) + float(p[r])
    for k in range(2):
        for r in range(3):
            soles[k, 4 * r + 3] = float(soles[k, 4 * r + 3]) + float(p[r])
    return Dynamics(frames, soles, M, h, com, J, drift)


@kernel
def point_jacobian(links: Array, frames: Array, joint: int, point: Array, J: Array) -> None:
    """Jacobian of a point that a joint carries, velocity before angular velocity.

    Args:
        links: The joints. Shape (n, 17).
        frames: Their poses, positions from the pelvis's origin. Shape (n, 12).
        joint: The joint.
        point: The point from the pelvis's origin [m]. Shape (3,).
        J: Overwritten. Shape (6, 6 + n).
    """
    for r in range(6):
        for i in range(J.shape[1]):
            J[r, i] = 0.0
        J[r, r] = 1.0
    x, y, z = float(point[0]), float(point[1]), float(point[2])
    J[0, 4], J[0, 5], J[1, 3], J[1, 5], J[2, 3], J[2, 4] = z, -y, -z, x, y, -x
    one, axis = np.empty(3), np.empty(3)
    j = joint
    while j >= 0:
        i, ratio = 6 + int(links[j, COORDINATE]), float(links[j, RATIO])
        for r in range(3):
            axis[r] = ratio * float(frames[j, 4 * r + 2])
            one[r] = float(point[r]) - float(frames[j, 4 * r + 3])
        a = _cross(axis, one)
        for r in range(3):
            J[r, i], J[3 + r, i] = a[r], axis[r]
        j = int(links[j, PARENT])


@kernel
def heading_matrix(angle: float) -> Array:
    """Rotation about the vertical, row by row. Shape (9,)."""
    c, s = cosine(angle), sine(angle)
    return np.array([c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0])
