"""Check of solutions by forward kinematics and the limits, independent of the solver's own claim."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.ik_figures import Mode
from benchmarks.ik_solvers import Answer
from pult.core.signals import Array
from pult.robot.chain import Chain

Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]
POSITION_TOLERANCE = 1e-4
"""Distance that counts as reached [m]."""
ANGLE_TOLERANCE = 1e-3
"""Angle that counts as reached [rad]."""
ROUNDING = 1e-6
"""Relative slack of the tolerances, and absolute slack of the limits [rad or m]: solvers round differently."""


class Off(NamedTuple):
    """Distances [m] and angles [rad] between poses. Shapes (k,)."""

    distance: Array
    angle: Array


def apart(found: Array, wanted: Array) -> Off:
    """Distances and angles between poses. Shapes (k, 4, 4).

    The angle between rotations R and S is 2 asin(|R - S| / sqrt(8)) in the Frobenius norm: accurate for small angles.
    """
    distance = np.linalg.norm(found[:, :3, 3] - wanted[:, :3, 3], axis=1)
    sine = np.linalg.norm(found[:, :3, :3] - wanted[:, :3, :3], axis=(1, 2)) / np.sqrt(8.0)
    return Off(distance, 2.0 * np.arcsin(np.minimum(sine, 1.0)))


def within(off: Off, mode: Mode) -> Flags:
    """Which errors are within the tolerances. Shape (k,)."""
    near: Flags = off.distance <= POSITION_TOLERANCE * (1.0 + ROUNDING)
    if mode == "pose":
        near &= off.angle <= ANGLE_TOLERANCE * (1.0 + ROUNDING)
    return near


def reached(chain: Chain, mode: Mode, poses: Array, answers: Sequence[Answer]) -> Flags:
    """Which targets are reached, within the limits. Shapes (k, 4, 4) to (k,)."""
    qs = np.array([answer.q for answer in answers])
    finite = np.isfinite(qs).all(axis=1)
    inside = (qs >= chain.lower - ROUNDING).all(axis=1) & (qs <= chain.upper + ROUNDING).all(axis=1)
    found = chain.forward_many(np.where(finite[:, None], qs, chain.centre))[:, 0]
    right: Flags = finite & inside & within(apart(found, poses), mode)
    return right
