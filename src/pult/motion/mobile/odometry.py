"""Odometry: the motion of a base from the motions of its steered wheels, by least squares."""

import numpy as np

from pult.core.kernels import cosine, kernel, sine
from pult.core.signals import Array


def motion_matrix(x: Array, y: Array) -> Array:
    """Pseudo-inverse of the motions of all wheels by the motion of the base.

    The base moves by (a, b, c), wheel i by (a - c y_i, b + c x_i). Wheels that stand in one point do not tell the turn.

    Args:
        x, y: Places of the wheels [m]. Shape (n,) each.

    Returns:
        The matrix that takes (dx_1, dy_1, dx_2, ...) to (a, b, c). Shape (3, 2 n).

    Raises:
        ValueError: Fewer than two wheels, or all in one point.
    """
    rows = np.zeros((2 * len(x), 3))
    rows[0::2, 0] = rows[1::2, 1] = 1.0
    rows[0::2, 2], rows[1::2, 2] = -y, x
    if np.linalg.matrix_rank(rows) < 3:
        raise ValueError("the wheels do not determine the motion of the base: they all stand in one point.")
    return np.ascontiguousarray(np.linalg.pinv(rows))


@kernel
def base_motion(way: Array, angles: Array, matrix: Array) -> tuple[float, float, float]:
    """Motion of the base in its own axes: forward [m], left [m], turn [rad].

    Args:
        way: How far each wheel rolled [m]. Shape (n,).
        angles: Steering angles [rad]. Shape (n,).
        matrix: See `motion_matrix`. Shape (3, 2 n).
    """
    forward, left, turn = 0.0, 0.0, 0.0
    for i in range(way.shape[0]):
        dx, dy = float(way[i]) * cosine(float(angles[i])), float(way[i]) * sine(float(angles[i]))
        forward += float(matrix[0, 2 * i]) * dx + float(matrix[0, 2 * i + 1]) * dy
        left += float(matrix[1, 2 * i]) * dx + float(matrix[1, 2 * i + 1]) * dy
        turn += float(matrix[2, 2 * i]) * dx + float(matrix[2, 2 * i + 1]) * dy
    return forward, left, turn


@kernel
def moved_pose(x: float, y: float, yaw: float, forward: float, left: float, turn: float) -> tuple[float, float, float]:
    """Pose after a small motion in axes of the base; its direction is that of half the turn.

    The chord of an arc with the turn c is sin(c/2)/(c/2) of its length: exact for any steady twist.
    """
    half = 0.5 * turn
    chord = sine(half) / half if abs(half) > 1e-4 else 1.0 - half * half / 6.0
    c, s = chord * cosine(yaw + half), chord * sine(yaw + half)
    return x + c * forward - s * left, y + s * forward + c * left, yaw + turn
