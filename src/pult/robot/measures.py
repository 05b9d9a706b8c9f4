"""Kernels of derived quantities: poses as 4x4 matrices, Jacobians, manipulability, distances from limits."""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.robot.kinematics import jacobian, place, place_tips

_MAX_SWEEPS = 30
"""Maximum number of sweeps of the Jacobi eigenvalue method; six are usual."""


@kernel
def as_matrices(rows: Array) -> Array:
    """Poses in rows of twelve numbers as 4x4 matrices. Shape (k, 4, 4)."""
    found = np.zeros((rows.shape[0], 4, 4))
    for i in range(rows.shape[0]):
        for k in range(12):
            found[i, k // 4, k % 4] = rows[i, k]
        found[i, 3, 3] = 1.0
    return found


@kernel
def effector_poses(links: Array, tips: Array, q: Array) -> Array:
    """Poses of the effectors in the base, as rows. Shape (e, 12)."""
    frames, poses = np.empty((links.shape[0], 12)), np.empty((tips.shape[0], 12))
    place(links, q, frames)
    place_tips(tips, frames, poses)
    return poses


@kernel
def effector_matrices(links: Array, tips: Array, q: Array) -> Array:
    """Poses of the effectors in the base. Shape (e, 4, 4)."""
    return as_matrices(effector_poses(links, tips, q))


@kernel
def effector_matrices_of(links: Array, tips: Array, qs: Array) -> Array:
    """Poses of the effectors for many configurations. Shape (k, e, 4, 4)."""
    found = np.empty((qs.shape[0], tips.shape[0], 4, 4))
    for i in range(qs.shape[0]):
        one = effector_matrices(links, tips, qs[i])
        for t in range(tips.shape[0]):
            for r in range(4):
                for c in range(4):
                    found[i, t, r, c] = one[t, r, c]
    return found


@kernel
def joint_matrices(links: Array, q: Array) -> Array:
    """Poses of the joint frames in the base. Shape (m, 4, 4)."""
    frames = np.empty((links.shape[0], 12))
    place(links, q, frames)
    return as_matrices(frames)


@kernel
def geometric_jacobian(links: Array, tips: Array, q: Array) -> Array:
    """Stacked Jacobians of the effectors, velocity above angular velocity, in base axes. Shape (6 e, n)."""
    frames, poses = np.empty((links.shape[0], 12)), np.empty((tips.shape[0], 12))
    columns = np.empty((q.shape[0], 6 * tips.shape[0]))
    place(links, q, frames)
    place_tips(tips, frames, poses)
    jacobian(links, tips, frames, poses, columns)
    found = np.empty((6 * tips.shape[0], q.shape[0]))
    for c in range(columns.shape[0]):
        for k in range(columns.shape[1]):
            found[k, c] = columns[c, k]
    return found


@kernel
def volume(J: Array, rows: int) -> float:
    """Yoshikawa's manipulability of the first rows of a Jacobian.

    It is sqrt(det(J J^T)), or sqrt(det(J^T J)) if there are fewer columns than rows: the volume of the ellipsoid of
    effector velocities that unit joint rates give, up to a constant. By Gram-Schmidt, which keeps small volumes exact.
    """
    columns = J.shape[1]
    tall = columns < rows
    count, size = (columns, rows) if tall else (rows, columns)
    basis = np.empty((count, size))
    found = 1.0
    for i in range(count):
        for k in range(size):
            basis[i, k] = J[k, i] if tall else J[i, k]
        for _ in range(2):  # twice is enough: Kahan and Parlett's rule
            for j in range(i):
                s = 0.0
                for k in range(size):
                    s += float(basis[i, k]) * float(basis[j, k])
                for k in range(size):
                    basis[i, k] = float(basis[i, k]) - s * float(basis[j, k])
        s = 0.0
        for k in range(size):
            s += float(basis[i, k]) * float(basis[i, k])
        s = math.sqrt(s)
        found *= s
        if s == 0.0:
            return 0.0
        for k in range(size):
            basis[i, k] = float(basis[i, k]) / s
    return found


@kernel
def jacobi_eigen(a: Array, vectors: Array) -> None:
    """Diagonalise a symmetric matrix by the Jacobi eigenvalue method.

    Args:
        a: The matrix; its diagonal is overwritten with the eigenvalues. Shape (n, n).
        vectors: Its columns are overwritten with the eigenvectors. Shape (n, n).
    """
    n = a.shape[0]
    size = 0.0
    for i in range(n):
        for j in range(n):
            vectors[i, j] = 1.0 if i == j else 0.0
            size = max(size, abs(float(a[i, j])))
    for _ in range(_MAX_SWEEPS):
        off = 0.0
        for i in range(n):
            for j in range(i + 1, n):
                off = max(off, abs(float(a[i, j])))
        if not off > 1e-15 * size:
            return
        for i in range(n):
            for j in range(i + 1, n):
                s = float(a[i, j])
                if abs(s) > 1e-18 * size:
                    angle = 0.5 * math.atan2(2.0 * s, float(a[j, j]) - float(a[i, i]))
                    jacobi_rotation(a, vectors, i, j, math.cos(angle), math.sin(angle))


@kernel
def jacobi_rotation(a: Array, vectors: Array, i: int, j: int, c: float, s: float) -> None:
    """Apply one Jacobi rotation, in the plane of axes i and j."""
    n = a.shape[0]
    for k in range(n):
        x, y = float(a[k, i]), float(a[k, j])
        a[k, i], a[k, j] = c * x - s * y, s * x + c * y
    for k in range(n):
        x, y = float(a[i, k]), float(a[j, k])
        a[i, k], a[j, k] = c * x - s * y, s * x + c * y
    for k in range(n):
        x, y = float(vectors[k, i]), float(vectors[k, j])
        vectors[k, i], vectors[k, j] = c * x - s * y, s * x + c * y


@kernel
def manipulability(links: Array, tips: Array, q: Array, rows: int) -> float:
    """Manipulability of the first effector: for its position (3 rows) or its pose (6)."""
    return volume(geometric_jacobian(links, tips, q), rows)


@kernel
def limit_distances(limits: Array, q: Array) -> Array:
    """Distance of each coordinate from its lower and upper limit [rad or m], negative outside. Shape (n, 2)."""
    found = np.empty((q.shape[0], 2))
    for a in range(q.shape[0]):
        found[a, 0] = float(q[a]) - float(limits[0, a])
        found[a, 1] = float(limits[1, a]) - float(q[a])
    return found
