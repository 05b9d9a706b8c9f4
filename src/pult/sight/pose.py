"""Pose of a rigid target from points of it that are seen in one picture.

All points are solved together. The pose (R, t) of the target in the camera minimises the reprojection error

    E(R, t) = sum_i | pi(R X_i + t) - x_i |^2,    pi(p) = centre + focal (p_x / p_z, p_y / p_z),

by Gauss-Newton with Levenberg's damping over t and a rotation vector w, R <- exp(w) R. Points in one plane have two
local minima, whose normals are mirrored in the line of sight; both are tried, and the one with the smaller error is
taken. Axes of the camera here are the optical ones: x right, y down, z forward.
"""

from typing import NamedTuple

import numpy as np

from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_rotation_vector
from pult.sight.camera import Optics

MAX_ITERATIONS = 30
CONVERGED = 1e-10
"""Smallest step [m and rad] that is worth another iteration."""
PIXEL_NOISE = 0.02
"""Least standard deviation of a corner that is reckoned with [px]; a residual of few corners is small by chance."""


class Pose(NamedTuple):
    """A pose of a target in the optical axes of a camera.

    Attributes:
        rotation: Axes of the target as columns. Shape (3, 3).
        position: Its origin [m]. Shape (3,).
        residual: Root mean square of the reprojection error of the points, in both directions [px].
        covariance: Of position [m] and a small rotation about the camera's axes [rad]. Shape (6, 6).
    """

    rotation: Array
    position: Array
    residual: float
    covariance: Array


def estimate_pose(points: Array, pixels: Array, optics: Optics) -> Pose | None:
    """Pose of a target.

    Args:
        points: Points in the frame of the target [m]. The first four must lie in a plane, no three of them in a line.
            Shape (n, 3), n >= 4.
        pixels: Where they are seen. Shape (n, 2).
        optics: The camera.

    Returns:
        The pose, or None if no pose in front of the camera fits.
    """
    seen = (pixels - np.array(optics.centre)) / optics.focal  # (n, 2)
    start = _planar_pose(points[:4], seen[:4])
    if start is None:
        return None
    first = _refine(*start, points, seen)
    found = [one for one in (first, _refine(*_mirrored(*first[:2], points), points, seen)) if one[2] < np.inf]
    if not found:
        return None
    R, t, _ = min(found, key=lambda one: one[2])
    error, J = _errors(R, t, points, seen)
    error, J = error * optics.focal, J * optics.focal
    freedom = error.size - 6
    variance = max(float(error @ error) / freedom if freedom > 0 else 0.0, PIXEL_NOISE**2)
    covariance = variance * np.asarray(np.linalg.pinv(J.T @ J, hermitian=True), dtype=np.float64)
    return Pose(R, t, float(np.sqrt(np.mean(error**2))), covariance)


def _planar_pose(points: Array, seen: Array) -> tuple[Array, Array] | None:
    """Pose from four points of a plane by their homography, as a start; None if they are degenerate.

    With a basis (a, b) of the plane and its origin c, points X = c + [a b] y are seen at H y with
    H ~ [R a, R b, R c + t]; the first two columns are made orthonormal.
    """
    origin = points.mean(axis=0)
    _, spread, axes = np.linalg.svd(points - origin)
    if spread[1] < 1e-9:
        return None
    a, b = axes[0], axes[1]
    y = np.column_stack([(points - origin) @ a, (points - origin) @ b]) / spread[0]  # (4, 2)
    rows = []
    for (p, q), (u, v) in zip(y, seen, strict=True):
        rows += [[p, q, 1, 0, 0, 0, -u * p, -u * q, -u], [0, 0, 0, p, q, 1, -v * p, -v * q, -v]]
    H = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    scale = (np.linalg.norm(H[:, 0]) + np.linalg.norm(H[:, 1])) / 2.0
    if not scale > 1e-12 or abs(H[2, 2]) < 1e-12:
        return None
    H = H / scale * np.sign(H[2, 2])  # the plane is in front of the camera
    U, _, V = np.linalg.svd(H[:, :2], full_matrices=False)
    h = U @ V  # (3, 2): nearest orthonormal columns
    camera = np.column_stack([h, np.cross(h[:, 0], h[:, 1])])
    plane = np.column_stack([a, b, np.cross(a, b)])
    R = camera @ plane.T
    t = H[:, 2] * spread[0] - R @ origin
    return R, t


def _mirrored(R: Array, t: Array, points: Array) -> tuple[Array, Array]:
    """The pose with the normal of the points mirrored in the line of sight to their middle."""
    middle = points.mean(axis=0)
    normal = R @ np.linalg.svd(points - middle)[2][2]
    centre = R @ middle + t
    sight = centre / np.linalg.norm(centre)
    axis = np.cross(normal, sight)
    sine, cosine = float(np.linalg.norm(axis)), float(normal @ sight)
    if sine < 1e-12:
        return R, t
    angle = 2.0 * np.arctan2(sine * np.sign(cosine), abs(cosine))  # the normal goes through the line of sight
    vector = np.asarray(axis / sine * angle, dtype=np.float64)
    turn = matrix_from_rotation_vector(vector)
    return turn @ R, centre - turn @ R @ middle


def _refine(R: Array, t: Array, points: Array, seen: Array) -> tuple[Array, Array, float]:
    """The nearest minimum of the error, and its value; infinite if points come behind the camera."""
    damping = 1e-6
    error, J = _errors(R, t, points, seen)
    value = _value(error)
    for _ in range(MAX_ITERATIONS):
        if not value < np.inf:
            break
        A, g = J.T @ J, J.T @ error
        step = np.asarray(np.linalg.solve(A + damping * np.diag(np.diag(A)) + 1e-15 * np.eye(6), -g), dtype=np.float64)
        R_next, t_next = matrix_from_rotation_vector(step[3:]) @ R, t + step[:3]
        error_next, J_next = _errors(R_next, t_next, points, seen)
        if _value(error_next) <= value:
            R, t, error, J, value = R_next, t_next, error_next, J_next, _value(error_next)
            damping = max(damping * 0.1, 1e-12)
            if float(np.abs(step).max()) < CONVERGED:
                break
        elif damping > 1e6:
            break
        else:
            damping *= 10.0
    return R, t, value


def _value(error: Array) -> float:
    return float(error @ error) if np.isfinite(error).all() else np.inf


def _errors(R: Array, t: Array, points: Array, seen: Array) -> tuple[Array, Array]:
    """Reprojection errors in units of the focal length, shape (2n,), and their derivatives, shape (2n, 6).

    With r = R X and p = r + t, a small rotation w moves p by w x r. Errors are infinite if a point is behind the
    camera.
    """
    r = points @ R.T  # (n, 3)
    p = r + t
    count = len(points)
    if not (p[:, 2] > 1e-9).all():
        return np.full(2 * count, np.inf), np.zeros((2 * count, 6))
    inverse = 1.0 / p[:, 2]
    image = p[:, :2] * inverse[:, None]
    D = np.zeros((count, 2, 3))
    D[:, 0, 0] = D[:, 1, 1] = inverse
    D[:, :, 2] = -image * inverse[:, None]
    cross = np.zeros((count, 3, 3))  # w x r = -[r]x w
    cross[:, 0, 1], cross[:, 0, 2], cross[:, 1, 2] = r[:, 2], -r[:, 1], r[:, 0]
    cross -= np.transpose(cross, (0, 2, 1)).copy()
    J = np.concatenate([D, D @ cross], axis=2)  # (n, 2, 6)
    return (image - seen).ravel(), J.reshape(2 * count, 6)
