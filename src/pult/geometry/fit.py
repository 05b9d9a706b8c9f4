"""The pose that brings points onto others, by least squares, with residuals and what the points leave undetermined.

Minimises the sum of |R p_i + t - q_i|^2 over rotations R and translations t. With H = sum (p_i - p)(q_i - q)^T about
the mean points and H = U S V^T: R = V diag(1, 1, det(V U^T)) U^T, t = q - R p (Kabsch 1976).
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.pose import finite_array

_RANK = 1e-9
_WEAK = 0.05
"""Ratio of the spreads across and along the longest direction below which a rotation is poorly determined."""


class Determined(StrEnum):
    """Whether points determine a pose."""

    YES = "yes"
    """They do."""
    WEAKLY = "weakly"
    """They lie nearly on a line: the rotation about it is poorly determined."""
    COLLINEAR = "collinear"
    """They lie on a line: the rotation about it is arbitrary."""
    COINCIDENT = "coincident"
    """They are one point: the rotation is arbitrary."""
    TOO_FEW = "too-few"
    """There are fewer than three."""

    @property
    def text(self) -> str:
        """What to do about it; empty if the points determine the pose."""
        return _TEXTS[self]


_TEXTS = {
    Determined.YES: "",
    Determined.WEAKLY: "the points lie nearly on a line: the rotation about it is poorly determined. "
    "Touch points farther from that line.",
    Determined.COLLINEAR: "the points lie on a line: the rotation about it is arbitrary. Touch one beside it.",
    Determined.COINCIDENT: "the points are all the same: the rotation is arbitrary. Touch other points.",
    Determined.TOO_FEW: "a pose needs three points that are not on a line. Touch more points.",
}


@dataclass(frozen=True, eq=False)
class PoseFit:
    """A pose fitted to pairs of points.

    Attributes:
        pose: T_to_from, which brings the points onto the others best. Shape (4, 4).
        residuals: What is left of each pair, R p + t - q [m]. Shape (n, 3).
        rms: Root mean square of their lengths [m].
        determined: Whether the points determine the pose.
        spread: Standard deviations of the points along their principal directions, largest first [m]. Shape (3,).
        sigma: Standard deviation of one coordinate of a touch, estimated from the residuals [m]; 0 if none can be:
            with fewer than three points.
        covariance: Covariance of the translation [m] and of a small rotation vector [rad] about the frame's origin, in
            axes of `to`; zero if the points do not determine the pose. Shape (6, 6).
    """

    pose: Array
    residuals: Array
    rms: float
    determined: Determined
    spread: Array
    sigma: float
    covariance: Array

    @property
    def position_error(self) -> float:
        """Standard error of the position [m]: root of the sum of the variances."""
        return float(np.sqrt(np.trace(self.covariance[:3, :3])))

    @property
    def rotation_error(self) -> float:
        """Standard error of the rotation [rad]: root of the sum of the variances."""
        return float(np.sqrt(np.trace(self.covariance[3:, 3:])))


def fit_pose(points: ArrayLike, onto: ArrayLike, sigma: float | None = None) -> PoseFit:
    """The pose that brings points onto others, in the sense of least squares.

    Args:
        points: Points in the frame whose pose is sought [m]. Shape (n, 3).
        onto: The same points in the other frame [m]. Shape (n, 3).
        sigma: Standard deviation of one coordinate [m], for the covariance; estimated from the residuals if left out.

    Raises:
        KinematicsError: The arrays are not as many points, or not finite.
    """
    p, q = finite_array("points", points), finite_array("onto", onto)
    if p.ndim != 2 or p.shape[1:] != (3,) or p.shape != q.shape or not len(p):
        raise KinematicsError(f"a pose is fitted to as many points on both sides, not to {p.shape} and {q.shape}.")
    p_mean, q_mean = p.mean(axis=0), q.mean(axis=0)
    p_off, q_off = p - p_mean, q - q_mean
    u, _, vt = np.linalg.svd(p_off.T @ q_off)
    R = vt.T @ np.diag([1.0, 1.0, np.linalg.det(vt.T @ u.T)]) @ u.T
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, q_mean - R @ p_mean
    residuals = p @ R.T + T[:3, 3] - q
    spread = np.linalg.svd(q_off, compute_uv=False) / np.sqrt(len(q))
    spread = np.concatenate([spread, np.zeros(3 - len(spread))])
    determined = _determined(len(p), spread, float(np.abs(q).max()))
    left = 3 * len(p) - 6
    estimated = float(np.sqrt((residuals**2).sum() / left)) if left > 0 else 0.0
    used = estimated if sigma is None else sigma
    fixed = determined in (Determined.YES, Determined.WEAKLY)
    covariance = used**2 * _inverse_normal(p @ R.T) if fixed else np.zeros((6, 6))
    rms = float(np.sqrt((residuals**2).sum(axis=1).mean()))
    return PoseFit(T, residuals, rms, determined, spread, estimated, covariance)


def _determined(count: int, spread: Array, size: float) -> Determined:
    if count < 3:
        return Determined.TOO_FEW
    if spread[0] <= _RANK * max(size, 1e-300):
        return Determined.COINCIDENT
    if spread[1] <= _RANK * spread[0]:
        return Determined.COLLINEAR
    return Determined.WEAKLY if spread[1] < _WEAK * spread[0] else Determined.YES


def _inverse_normal(turned: Array) -> Array:
    """(J^T J)^-1 of the residuals with respect to a translation and a small rotation. Shape (6, 6)."""
    J = np.zeros((3 * len(turned), 6))
    for number, (x, y, z) in enumerate(turned):
        rows = slice(3 * number, 3 * number + 3)
        J[rows, :3] = np.eye(3)
        J[rows, 3:] = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]  # omega x p
    return np.asarray(np.linalg.inv(J.T @ J))
