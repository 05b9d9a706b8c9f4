r"""Kinematics and dynamics of a planar arm of two links.

Frame {B} has its origin in the first joint. With the angles q_1 of the first link from the x axis and q_2 of the second
from the first,

    x = l_1 cos q_1 + l_2 cos(q_1 + q_2),  y = l_1 sin q_1 + l_2 sin(q_1 + q_2)

and with the inertias a_1, a_2, a_3 (see `Inertias`)

    M(q) = [[a_1 + 2 a_2 cos q_2, a_3 + a_2 cos q_2], [a_3 + a_2 cos q_2, a_3]]
    c(q, q') = a_2 sin q_2 (-q_2' (2 q_1' + q_2'), q_1'^2)
"""

import math
from typing import NamedTuple

import numpy as np

from pult.core.kernels import cosine, kernel, ratio, sine
from pult.core.signals import Array


class Inertias(NamedTuple):
    """Inertias of a planar arm of two links [kg m^2].

    Attributes:
        a1: I_1 + m_1 c_1^2 + I_2 + m_2 (l_1^2 + c_2^2), with centres of mass at c_1, c_2.
        a2: m_2 l_1 c_2.
        a3: I_2 + m_2 c_2^2.
    """

    a1: float
    a2: float
    a3: float


@kernel
def planar_forward(l1: float, l2: float, q1: float, q2: float) -> tuple[float, float]:
    """The end of the arm in {B} [m]."""
    return l1 * cosine(q1) + l2 * cosine(q1 + q2), l1 * sine(q1) + l2 * sine(q1 + q2)


@kernel
def planar_jacobian(l1: float, l2: float, q1: float, q2: float) -> Array:
    """The Jacobian of the end of the arm [m/rad]. Shape (2, 2)."""
    J = np.empty((2, 2))
    J[0, 1] = -l2 * sine(q1 + q2)
    J[1, 1] = l2 * cosine(q1 + q2)
    J[0, 0] = float(J[0, 1]) - l1 * sine(q1)
    J[1, 0] = float(J[1, 1]) + l1 * cosine(q1)
    return J


@kernel
def planar_inverse(l1: float, l2: float, x: float, y: float, bend: float) -> tuple[float, float, bool]:
    """Angles that bring the end of the arm to a point, and whether it can be reached.

    Out of reach the arm is stretched towards the point, or folded.

    Args:
        l1, l2: Lengths of the links [m].
        x, y: The point in {B} [m].
        bend: Sign of q_2: 1 bends to the left, -1 to the right.
    """
    c = ratio(x * x + y * y - l1 * l1 - l2 * l2, 2.0 * l1 * l2)
    reached = -1.0 <= c <= 1.0
    if not c < 1.0:
        c = 1.0
    c = max(c, -1.0)
    q2 = math.acos(c)
    if bend < 0.0:
        q2 = -q2
    q1 = math.atan2(y, x) - math.atan2(l2 * math.sin(q2), l1 + l2 * c)
    if q1 > math.pi:
        q1 -= 2.0 * math.pi
    if q1 < -math.pi:
        q1 += 2.0 * math.pi
    return q1, q2, reached


@kernel
def planar_rates(J: Array, vx: float, vy: float) -> tuple[float, float]:
    """Rates of the joints for a velocity of the end [rad/s]; 0 where the arm is singular."""
    det = float(J[0, 0]) * float(J[1, 1]) - float(J[0, 1]) * float(J[1, 0])
    if not abs(det) > 1e-9:
        return 0.0, 0.0
    return (float(J[1, 1]) * vx - float(J[0, 1]) * vy) / det, (float(J[0, 0]) * vy - float(J[1, 0]) * vx) / det


@kernel
def planar_accelerations(
    l1: float, l2: float, q1: float, q2: float, w1: float, w2: float, ax: float, ay: float
) -> tuple[float, float]:
    """Accelerations of the joints for an acceleration of the end at given rates [rad/s^2]; 0 where singular.

    q'' = J^-1 (a - J' q'), with J' q' = -l_1 w_1^2 u_1 - l_2 (w_1 + w_2)^2 u_2, u_i along the links.
    """
    both = (w1 + w2) * (w1 + w2)
    left = ax + l1 * w1 * w1 * cosine(q1) + l2 * both * cosine(q1 + q2)
    right = ay + l1 * w1 * w1 * sine(q1) + l2 * both * sine(q1 + q2)
    return planar_rates(planar_jacobian(l1, l2, q1, q2), left, right)


@kernel
def planar_torques(
    a1: float, a2: float, a3: float, q2: float, w1: float, w2: float, acc1: float, acc2: float
) -> tuple[float, float]:
    """Torques M(q) q'' + c(q, q') of the joints [N m]."""
    c, s = a2 * cosine(q2), a2 * sine(q2)
    one = (a1 + 2.0 * c) * acc1 + (a3 + c) * acc2 - s * w2 * (2.0 * w1 + w2)
    return one, (a3 + c) * acc1 + a3 * acc2 + s * w1 * w1
