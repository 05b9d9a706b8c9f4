"""Redundancy resolution: the arm relaxes towards a rest posture while its effector keeps its position."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainName, Coordinates, Joints, JointUnit, arrays_of
from pult.core.block import block
from pult.core.kernels import clamp, kernel
from pult.core.signals import Array, Number, Positive, Provided, Range, Shape, Step
from pult.robot.measures import geometric_jacobian

_LEAST = 1e-6
"""Damping relative to the square of the reach: it keeps the equations solvable for a stretched arm."""


class RelaxArrays(NamedTuple):
    """A chain, and the damping [m^2]."""

    links: Array
    tips: Array
    limits: Array
    least: float


@kernel
def solve3(a: Array, b: Array) -> Array:
    """Solution of a x = b for a symmetric positive definite 3x3 matrix, by Cramer's rule. Shape (3,)."""
    a00, a01, a02 = float(a[0, 0]), float(a[0, 1]), float(a[0, 2])
    a11, a12, a22 = float(a[1, 1]), float(a[1, 2]), float(a[2, 2])
    c00, c01, c02 = a11 * a22 - a12 * a12, a02 * a12 - a01 * a22, a01 * a12 - a02 * a11
    c11, c12, c22 = a00 * a22 - a02 * a02, a01 * a02 - a00 * a12, a00 * a11 - a01 * a01
    det = a00 * c00 + a01 * c01 + a02 * c02
    x = np.zeros(3)
    if det > 0.0:
        b0, b1, b2 = float(b[0]), float(b[1]), float(b[2])
        x[0] = (c00 * b0 + c01 * b1 + c02 * b2) / det
        x[1] = (c01 * b0 + c11 * b1 + c12 * b2) / det
        x[2] = (c02 * b0 + c12 * b1 + c22 * b2) / det
    return x


@block("kinematics.relax")
class Relax:
    r"""Step of a redundant arm towards a rest posture that keeps the position of its effector to first order.

    $$ \Delta q = N\, S\,(q_{rest} - q), \quad N = I - \tilde J^T (\tilde J \tilde J^T)^{-1} \tilde J, \quad
    \tilde J = J_v S, \quad S = \operatorname{diag}(s) $$

    s says which joints take part: 1 or 0. A fraction $g\, \Delta t$ of $\Delta q$ is made in a step, no joint faster
    than `most`; both are multiplied by the input `share`, so that an elbow need not move unless the hand does. An arm
    of four joints whose wrist stays rotates about the line from shoulder to wrist: its swivel. Inverse kinematics after
    this block removes the remaining error of second order, and the arm returns to the same posture after a closed
    path.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        rest: Annotated[Array, "{unit}", Shape("joints"), Provided("pose", "coordinates"), "posture to relax to"],
        part: Annotated[Array, "1", Shape("joints"), "1 for joints that take part, 0 for others"],
        gain: Annotated[float, "1/s", Range(0), "fraction of the distance covered per second"] = 3.0,
        most: Annotated[float, "{unit}/s", Positive, "greatest rate of a joint"] = 0.6,
    ) -> RelaxArrays:
        """Fetch the chain."""
        return RelaxArrays(*arrays_of(chain, joints, unit), _LEAST * chain.reach * chain.reach)

    @staticmethod
    def output(
        q: Coordinates,
        share: Annotated[Number, "0: no motion, 1: full relaxation rate"] = 1.0,
        *,
        links: Array,
        tips: Array,
        limits: Array,
        least: float,
        rest: Array,
        part: Array,
        gain: float,
        most: float,
        dt: Step,
    ) -> Annotated[Array, "{unit}", Shape("joints")]:
        """One step in the null space."""
        n = q.shape[0]
        J, way, square, moved = geometric_jacobian(links, tips, q), np.zeros(n), np.zeros((3, 3)), np.zeros(3)
        for c in range(n):
            takes = 1.0 if part[c] != 0.0 else 0.0
            way[c] = takes * (clamp(float(rest[c]), float(limits[0, c]), float(limits[1, c])) - float(q[c]))
            for i in range(3):
                J[i, c] = takes * float(J[i, c])
                moved[i] = float(moved[i]) + float(J[i, c]) * float(way[c])
        for i in range(3):
            square[i, i] = least
            for j in range(3):
                for c in range(n):
                    square[i, j] = float(square[i, j]) + float(J[i, c]) * float(J[j, c])
        back = solve3(square, moved)
        largest = 0.0
        for c in range(n):
            for i in range(3):
                way[c] = float(way[c]) - float(J[i, c]) * float(back[i])
            largest = max(largest, abs(float(way[c])))
        size = clamp(share, 0.0, 1.0)
        factor = min(1.0, gain * dt) * size
        if factor * largest > most * dt * size:
            factor = most * dt * size / largest
        y = np.empty(n)
        for c in range(n):
            y[c] = float(q[c]) + factor * float(way[c])
        return y
