"""Rate control: joint rates that give the effector a desired velocity."""

from typing import Annotated, Literal, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainName, Coordinates, Joints, JointUnit, Rates, arrays_of
from pult.core.block import block
from pult.core.kernels import clamp, kernel
from pult.core.signals import Array, Positive, Range, Shape, Step
from pult.motion.ik.levenberg import bounded_step
from pult.motion.ik.problem import ROTATION_SCALE
from pult.robot.measures import geometric_jacobian, jacobi_eigen

_ZERO = np.zeros(3)
_ZERO.flags.writeable = False
_LEAST = 1e-10
"""Minimum damping: it keeps the equations solvable and changes no rate visibly."""


class RateArrays(NamedTuple):
    """A chain, the inverse of its reach [1/m], units of its coordinates, and how many rows of the Jacobian count."""

    links: Array
    tips: Array
    limits: Array
    scale: float
    units: Array
    rows: int


class JointRates(NamedTuple):
    """Joint rates, and the fraction of the desired velocity that they achieve."""

    rates: Rates
    share: Annotated[float, "1"]


@kernel
def bounds_of(q: float, low: float, high: float, horizon: float) -> tuple[float, float]:
    """Smallest and largest rate of a joint that keeps it within its limits: the nearer the limit, the slower."""
    down = (low - q) / horizon if q > low else 0.0
    up = (high - q) / horizon if q < high else 0.0
    return down, up


@kernel
def damp(square: Array, damping: float, threshold: float) -> None:
    """Add to J^T J a damping that keeps rates moderate in directions of joint space that hardly move the effector.

    With eigenvalues s_k^2 and vectors v_k of J^T J it adds sum d_k^2 v_k v_k^T, d_k = damping (1 - (s_k/threshold)^2)
    where s_k is below the threshold, and nothing elsewhere: other directions are followed exactly.
    """
    n = square.shape[0]
    values, vectors = square.copy(), np.empty((n, n))
    jacobi_eigen(values, vectors)
    for k in range(n):
        value = max(float(values[k, k]), 0.0)
        if value < threshold * threshold:
            d = damping * (1.0 - value / (threshold * threshold))
            d = d * d + _LEAST
            for a in range(n):
                for b in range(n):
                    square[a, b] = float(square[a, b]) + d * float(vectors[a, k]) * float(vectors[b, k])
        else:
            for a in range(n):
                for b in range(n):
                    square[a, b] = float(square[a, b]) + _LEAST * float(vectors[a, k]) * float(vectors[b, k])


@block("kinematics.rate")
class DifferentialInverse:
    r"""Differential inverse kinematics: joint rates for a desired velocity of the effector, in axes of the base.

    $$ \min_{\dot q} \lVert J \dot q - (v, \omega) \rVert^2 + \sum_k \lambda_k^2 (v_k \cdot \dot q)^2, \quad
    \frac{q_{min} - q}{T} \le \dot q \le \frac{q_{max} - q}{T}, \; |\dot q| \le \dot q_{max} $$

    Damping acts only on directions $v_k$ of joint space that hardly move the effector: where a singular value
    $\sigma_k$ of J falls below $\sigma_0$, $\lambda_k = \lambda_0 (1 - \sigma_k^2/\sigma_0^2)$ (Chiaverini 1997). Near
    singular configurations the rates stay moderate and the effector slows down where it cannot move; elsewhere the
    velocity is followed exactly.
    Towards a limit a joint slows down over the time T and stops there, and the other joints take over what they can.
    If more than the largest rate were needed, the effector slows down and keeps its direction. If only the position is
    controlled, the orientation is free.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        control: Annotated[Literal["position", "pose"], "1", "what is controlled"] = "pose",
        damping: Annotated[float, "1", Range(0), "damping in a singular pose, against the reach of the arm"] = 0.05,
        threshold: Annotated[float, "1", Positive, "singular value below which damping begins"] = 0.02,
        most: Annotated[float, "{unit}/s", Positive, "greatest rate of a joint"] = 2.0,
        horizon: Annotated[float, "s", Positive, "time over which a joint slows down towards its limit"] = 0.1,
    ) -> RateArrays:
        """Fetch the chain."""
        units = 1.0 / np.sqrt(chain.damping)
        return RateArrays(*arrays_of(chain, joints, unit), 1.0 / chain.reach, units, 3 if control == "position" else 6)

    @staticmethod
    def output(
        q: Coordinates,
        velocity: Annotated[Array, "m/s", Shape(3)],
        angular_velocity: Annotated[Array, "rad/s", Shape(3)] = _ZERO,
        *,
        links: Array,
        tips: Array,
        limits: Array,
        scale: float,
        units: Array,
        rows: int,
        damping: float,
        threshold: float,
        most: float,
        horizon: float,
        dt: Step,
    ) -> JointRates:
        """Damped least squares inside the bounds of the rates."""
        n = q.shape[0]
        J, wanted = geometric_jacobian(links, tips, q), np.zeros(6)
        for i in range(6):
            factor = scale if i < 3 else ROTATION_SCALE
            wanted[i] = factor * float(velocity[i] if i < 3 else angular_velocity[i - 3])
            for c in range(n):
                J[i, c] = factor * float(units[c]) * float(J[i, c])
        slope, square, bounds = np.zeros(n), np.zeros((n, n)), np.zeros((2, n))
        for a in range(n):
            for k in range(rows):
                slope[a] = float(slope[a]) + float(J[k, a]) * float(wanted[k])
            for b in range(n):
                s = 0.0
                for k in range(rows):
                    s += float(J[k, a]) * float(J[k, b])
                square[a, b] = s
            down, up = bounds_of(float(q[a]), float(limits[0, a]), float(limits[1, a]), max(horizon, dt))
            bounds[0, a], bounds[1, a] = down / float(units[a]), up / float(units[a])
        damp(square, damping, threshold)
        rates, zero = np.zeros(n), np.zeros(n)
        bounded_step(bounds, zero, zero, slope, square, np.zeros((n, n)), np.zeros(n), rates, np.zeros(n))
        largest = 0.0
        for a in range(n):
            rates[a] = clamp(float(rates[a]), float(bounds[0, a]), float(bounds[1, a]))
            largest = max(largest, abs(float(rates[a]) * float(units[a])))
        slower = most / largest if largest > most else 1.0
        along, size = 0.0, 0.0
        for k in range(rows):
            s = 0.0
            for a in range(n):
                s += float(J[k, a]) * float(rates[a])
            along += slower * s * float(wanted[k])
            size += float(wanted[k]) * float(wanted[k])
        for a in range(n):
            rates[a] = slower * float(rates[a]) * float(units[a])
        return JointRates(rates, clamp(along / size, 0.0, 1.0) if size > 0.0 else 1.0)
