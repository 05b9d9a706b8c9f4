"""Rate control: joint rates that give the effector a wanted velocity."""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainName, Coordinates, Joints, JointUnit, Rates, arrays_of
from pult.core.block import block
from pult.core.kernels import clamp, kernel
from pult.core.signals import Array, Positive, Range, Shape, Step
from pult.motion.ik.levenberg import bounded_step
from pult.robot.measures import geometric_jacobian, volume

_ZERO = np.zeros(3)
_ZERO.flags.writeable = False
_LEAST = 1e-8
"""Damping that is always there: it keeps the equations solvable and changes no rate visibly."""


class RateArrays(NamedTuple):
    """A chain, its scale, and which rows of the Jacobian count."""

    links: Array
    tips: Array
    limits: Array
    scale: float
    weights: Array
    rows: int
    turn: float


class JointRates(NamedTuple):
    """Joint rates, and the share of the wanted velocity that they give."""

    rates: Rates
    share: Annotated[float, "1"]


@kernel
def bounds_of(q: float, low: float, high: float, most: float, horizon: float) -> tuple[float, float]:
    """Least and greatest rate of a joint that keeps it inside its limits: slower the nearer the limit."""
    down = clamp((low - q) / horizon, -most, 0.0) if q >= low else 0.0
    up = clamp((high - q) / horizon, 0.0, most) if q <= high else 0.0
    return down, up


@block("kinematics.rate")
class DifferentialInverse:
    r"""Differential inverse kinematics: joint rates for a wanted velocity of the effector, in axes of the base.

    $$ \min_{\dot q} \lVert J \dot q - (v, \omega) \rVert^2 + \lambda^2 \lVert \dot q \rVert^2, \quad
    -\frac{q - q_{min}}{T} \le \dot q \le \frac{q_{max} - q}{T}, \; |\dot q| \le \dot q_{max} $$

    Near singular poses the damping $\lambda = \lambda_0 (1 - w/w_0)^2$ grows from 0 as the manipulability w falls below
    $w_0$ (Nakamura, Hanafusa 1986): the rates stay moderate, and the effector slows down where it cannot go.
    Towards a limit a joint slows down over the time T and stops there, and the other joints take over what they can.
    If more than the greatest rate were needed, the effector slows down and keeps its direction. With control of the
    position alone the arm turns as it likes.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        control: Annotated[Literal["position", "pose"], "1", "what is controlled"] = "pose",
        damping: Annotated[float, "1", Range(0), "damping in a singular pose, against the reach of the arm"] = 0.1,
        threshold: Annotated[float, "1", Range(0), "manipulability below which damping begins"] = 0.02,
        most: Annotated[float, "{unit}/s", Positive, "greatest rate of a joint"] = 2.0,
        horizon: Annotated[float, "s", Positive, "time over which a joint slows down towards its limit"] = 0.1,
    ) -> RateArrays:
        """Fetch the chain."""
        rows = 3 if control == "position" else 6
        return RateArrays(*arrays_of(chain, joints), 1.0 / chain.reach, chain.damping, rows, 0.3)

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
        weights: Array,
        rows: int,
        turn: float,
        damping: float,
        threshold: float,
        most: float,
        horizon: float,
        dt: Step,
    ) -> JointRates:
        """Damped least squares inside the bounds of the rates."""
        n = q.shape[0]
        J = geometric_jacobian(links, tips, q)
        wanted = np.zeros(6)
        for i in range(6):
            factor = scale if i < 3 else turn
            wanted[i] = factor * float(velocity[i] if i < 3 else angular_velocity[i - 3])
            for c in range(n):
                J[i, c] = factor * float(J[i, c])
        w = volume(J, rows)
        lack = 1.0 - w / threshold if w < threshold else 0.0
        level = damping * lack * lack
        level = level * level + _LEAST
        slope, square, bounds = np.zeros(n), np.zeros((n, n)), np.zeros((2, n))
        for a in range(n):
            for k in range(rows):
                slope[a] = float(slope[a]) + float(J[k, a]) * float(wanted[k])
            for b in range(a + 1):
                s = 0.0
                for k in range(rows):
                    s += float(J[k, a]) * float(J[k, b])
                square[a, b] = s
            square[a, a] = float(square[a, a]) + level * float(weights[a])
            slow = max(horizon, dt)
            bounds[0, a], bounds[1, a] = bounds_of(
                float(q[a]), float(limits[0, a]), float(limits[1, a]), math.inf, slow
            )
        rates, zero = np.zeros(n), np.zeros(n)
        bounded_step(bounds, zero, zero, slope, square, np.zeros((n, n)), np.zeros(n), rates, np.zeros(n))
        largest = 0.0
        for a in range(n):
            rates[a] = clamp(float(rates[a]), float(bounds[0, a]), float(bounds[1, a]))
            largest = max(largest, abs(float(rates[a])))
        if largest > most:
            for a in range(n):
                rates[a] = float(rates[a]) * most / largest
        along, size = 0.0, 0.0
        for k in range(rows):
            s = 0.0
            for a in range(n):
                s += float(J[k, a]) * float(rates[a])
            along += s * float(wanted[k])
            size += float(wanted[k]) * float(wanted[k])
        return JointRates(rates, clamp(along / size, 0.0, 1.0) if size > 0.0 else 1.0)
