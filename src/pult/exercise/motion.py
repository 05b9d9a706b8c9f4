"""Measures of a path in space: length, speed, and how smooth the motion along it was.

Derivatives come from a Savitzky-Golay filter: a polynomial of degree 5 is fitted to the 21 positions about each
sample (0.2 s at a control step of 10 ms) and differentiated. It is exact for polynomials up to degree 5, among them the
minimum-jerk movement; at 10 ms it passes jerk up to 5 Hz (92 %) and blocks it above 15 Hz (3 %). Three plain
differences would amplify noise 130 times as much.

A. Savitzky, M. J. E. Golay, "Smoothing and differentiation of data by simplified least squares procedures", Analytical
Chemistry 36 (1964), 1627-1639.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from pult.core.signals import Array

HALF_WINDOW = 0.1
"""Half width of the filter's window [s]."""
DEGREE = 5
"""Degree of the filter's polynomial."""
STILL = 1e-3
"""Speed below which the effector counts as at rest [m/s]."""


@dataclass(frozen=True, slots=True)
class Smoothness:
    """How smooth a movement was.

    Attributes:
        rms_jerk: Root mean square of the jerk [m/s^3].
        log_jerk: Log dimensionless jerk; see `smoothness`.
    """

    rms_jerk: float
    log_jerk: float


def without(points: Array, kept: NDArray[np.bool_]) -> list[Array]:
    """The parts of a path between the rows that are left out. Shape of each (k, 3)."""
    ends = np.flatnonzero(np.diff(kept)) + 1
    return [part for part, first in zip(np.split(points, ends), (0, *ends), strict=True) if len(part) and kept[first]]


def path_length(points: Array) -> float:
    """Length of the line through points [m]. Shape (n, 3)."""
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def window(dt: float) -> int:
    """Number of samples in the filter's window: odd, and more than the degree of its polynomial."""
    return 2 * max(round(HALF_WINDOW / dt), (DEGREE + 1) // 2) + 1


def derivative(points: Array, dt: float, order: int) -> Array | None:
    """A filtered time derivative of a path; None if there are too few points for the filter.

    Args:
        points: Positions [m] at each control step. Shape (n, 3).
        dt: The control step [s].
        order: 1 for the velocity [m/s], 3 for the jerk [m/s^3].
    """
    size = window(dt)
    if len(points) < size:
        return None
    half = size // 2
    at = np.arange(-half, half + 1) / half  # times of the samples, from -1 to 1
    fit = np.linalg.pinv(np.vander(at, DEGREE + 1, increasing=True))  # samples to coefficients
    slopes = np.zeros((size, DEGREE + 1))  # coefficients to derivatives at these times
    for power in range(order, DEGREE + 1):
        slopes[:, power] = math.perm(power, order) * at ** (power - order)
    weights = slopes @ fit / (half * dt) ** order  # (size, size): row i gives the derivative at sample i
    found = np.empty(points.shape)
    found[:half] = weights[:half] @ points[:size]
    found[half : len(points) - half] = sliding_window_view(points, size, axis=0) @ weights[half]
    found[len(points) - half :] = weights[half + 1 :] @ points[-size:]
    return found


def velocity(points: Array, dt: float) -> Array:
    """Velocity along a path [m/s]: filtered, or by differences if the path is too short. Shape (n, 3)."""
    found = derivative(points, dt, 1)
    if found is not None:
        return found
    return np.gradient(points, dt, axis=0) if len(points) > 1 else np.zeros_like(points)


def moving_part(points: Array, dt: float) -> slice:
    """Rows of a path from the first to the last moving sample, without rest at either end."""
    moving = np.flatnonzero(np.linalg.norm(velocity(points, dt), axis=1) > STILL)
    return slice(int(moving[0]), int(moving[-1]) + 1) if len(moving) else slice(0, 0)


def smoothness(points: Array | Sequence[Array], dt: float) -> Smoothness | None:
    """Jerk of a movement of duration T with peak speed v:

        rms = sqrt(1/T int |d3x/dt3|^2 dt),    log_jerk = ln(T^3/v^2 int |d3x/dt3|^2 dt)

    The second is dimensionless: it depends only on the shape of a movement, not on its size or duration. It is
    ln 204.8 = 5.32 for one minimum-jerk movement, and grows by 4 ln n for n of them one after another.

    N. Hogan, D. Sternad, "Sensitivity of smoothness measures to movement duration, amplitude, and arrests", Journal
    of Motor Behavior 41 (2009), 529-534; with the peak speed as S. Balasubramanian et al., "A robust and sensitive
    metric for quantifying movement smoothness", IEEE Transactions on Biomedical Engineering 59 (2012), 2126-2136, use
    it. The sign is omitted: less is smoother.

    Args:
        points: A path, or the parts of a path that was interrupted: T is then the sum of their durations, and parts
            that are too short for the filter are left out. Shape of each (n, 3).
        dt: The control step [s].

    Returns:
        The two figures; None if the path is too short for the filter or does not move.
    """
    duration = total = peak = 0.0
    for part in [points] if isinstance(points, np.ndarray) else points:
        jerk = derivative(part, dt, 3)
        speed = derivative(part, dt, 1)
        if jerk is None or speed is None:
            continue
        square = np.sum(jerk * jerk, axis=1)
        duration += (len(part) - 1) * dt
        total += float(dt * (square.sum() - 0.5 * (square[0] + square[-1])))  # trapezoids
        peak = max(peak, float(np.linalg.norm(speed, axis=1).max()))
    if not (peak > 0.0 and total > 0.0):
        return None
    return Smoothness(math.sqrt(total / duration), math.log(duration**3 / peak**2 * total))
