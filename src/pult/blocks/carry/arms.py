"""Planar arms of two links, any number of them at once."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.carry._arms import (
    LINKS,
    PLACES,
    TURNS,
    Accelerations,
    Angles,
    AngularAccelerations,
    Entries,
    Forces,
    Links,
    Places,
    Points,
    Rates,
    Torques,
    Turns,
    Velocities,
)
from pult.core.block import block
from pult.core.signals import Array, Shape
from pult.motion.carry.grasps import into_base, out_of_base
from pult.motion.carry.planar import (
    planar_accelerations,
    planar_forward,
    planar_inverse,
    planar_jacobian,
    planar_rates,
    planar_torques,
)

INERTIAS = np.array([[0.29, 0.091, 0.0675], [0.29, 0.091, 0.0675]])
INERTIAS.flags.writeable = False


class JointMotion(NamedTuple):
    """Motion of the joints of all arms."""

    angles: Angles
    rates: Rates
    joint_accelerations: AngularAccelerations
    reached: Annotated[bool, "1", "whether all points are within reach"]


class Hands(NamedTuple):
    """The ends of the arms in the work space."""

    points: Points
    forces: Forces


@block("carry.planar_inverse")
def inverse(
    points: Points,
    velocities: Velocities,
    accelerations: Accelerations,
    *,
    n: Entries = 4,
    places: Places = PLACES,
    turns: Turns = TURNS,
    links: Links = LINKS,
) -> JointMotion:
    r"""Motion of the joints of planar arms of two links that leads their ends along given motions.

    $$ {}^{B_i}p = R(-\beta_i)\,(p_i - b_i), \qquad \dot q = J^{-1} \dot p, \qquad
    \ddot q = J^{-1} (\ddot p - \dot J \dot q) $$

    Points are in the work space {S} and are taken to the base frame of each arm first (paper 001, eqs. (7) and (8)).
    Elbows bend to the left. Out of reach an arm is stretched towards its point.
    """
    q, w, a = np.zeros(n), np.zeros(n), np.zeros(n)
    everywhere = True
    for i in range(0, 2 * min(n // 2, turns.shape[0]), 2):
        l1, l2, turn = float(links[i]), float(links[i + 1]), float(turns[i // 2])
        x, y = into_base(float(points[i]) - float(places[i]), float(points[i + 1]) - float(places[i + 1]), turn)
        vx, vy = into_base(float(velocities[i]), float(velocities[i + 1]), turn)
        ax, ay = into_base(float(accelerations[i]), float(accelerations[i + 1]), turn)
        q1, q2, reached = planar_inverse(l1, l2, x, y, 1.0)
        w1, w2 = planar_rates(planar_jacobian(l1, l2, q1, q2), vx, vy)
        q[i], q[i + 1], w[i], w[i + 1] = q1, q2, w1, w2
        a[i], a[i + 1] = planar_accelerations(l1, l2, q1, q2, w1, w2, ax, ay)
        everywhere = everywhere and reached
    return JointMotion(q, w, a, everywhere)


@block("carry.hands")
def hands(
    angles: Angles,
    readings: Annotated[Array, "N", Shape("n+arms"), "force sensor of each hand, in its axes"],
    *,
    n: Entries = 4,
    places: Places = PLACES,
    turns: Turns = TURNS,
    links: Links = LINKS,
) -> Hands:
    r"""Where the ends of planar arms are, and what they apply to the body, in the work space {S}.

    $$ p_i = b_i + R(\beta_i) \begin{pmatrix} l_1 \cos q_1 + l_2 \cos(q_1 + q_2) \\ l_1 \sin q_1 + l_2 \sin(q_1 + q_2)
    \end{pmatrix}, \qquad f_i = R(\beta_i + q_1 + q_2)\, s_i $$

    s_i is the reading of a force sensor at the end of the second link; its third entry, across the plane, is left out.
    """
    points, applied = np.zeros(n), np.zeros(n)
    for i in range(0, 2 * min(n // 2, turns.shape[0]), 2):
        q1, q2, turn, s = float(angles[i]), float(angles[i + 1]), float(turns[i // 2]), 3 * (i // 2)
        bx, by = planar_forward(float(links[i]), float(links[i + 1]), q1, q2)
        x, y = out_of_base(bx, by, turn)
        points[i], points[i + 1] = x + float(places[i]), y + float(places[i + 1])
        fx, fy = out_of_base(float(readings[s]), float(readings[s + 1]), turn + q1 + q2)
        applied[i], applied[i + 1] = fx, fy
    return Hands(points, applied)


@block("carry.planar_torques")
def torques(
    angles: Angles,
    rates: Rates,
    accelerations: AngularAccelerations,
    forces: Forces,
    *,
    n: Entries = 4,
    turns: Turns = TURNS,
    links: Links = LINKS,
    inertias: Annotated[Array, "kg*m^2", Shape("arms", 3), "a1, a2, a3 of each arm"] = INERTIAS,
) -> Torques:
    r"""Torques that give planar arms of two links an acceleration while their ends apply forces (inverse dynamics).

    $$ \tau = M(q)\, \ddot q + c(q, \dot q) + J^T(q)\, f, \qquad M = \begin{pmatrix} a_1 + 2 a_2 \cos q_2 &
    a_3 + a_2 \cos q_2 \\ a_3 + a_2 \cos q_2 & a_3 \end{pmatrix} $$

    a_1 = I_1 + m_1 c_1^2 + I_2 + m_2 (l_1^2 + c_2^2), a_2 = m_2 l_1 c_2, a_3 = I_2 + m_2 c_2^2. Forces are in the work
    space {S}.
    """
    found = np.zeros(n)
    for i in range(0, 2 * min(n // 2, turns.shape[0], inertias.shape[0]), 2):
        q1, q2, row = float(angles[i]), float(angles[i + 1]), i // 2
        t1, t2 = planar_torques(
            float(inertias[row, 0]), float(inertias[row, 1]), float(inertias[row, 2]), q2, float(rates[i]),
            float(rates[i + 1]), float(accelerations[i]), float(accelerations[i + 1]),
        )  # fmt: skip
        fx, fy = into_base(float(forces[i]), float(forces[i + 1]), float(turns[row]))
        J = planar_jacobian(float(links[i]), float(links[i + 1]), q1, q2)
        found[i] = t1 + float(J[0, 0]) * fx + float(J[1, 0]) * fy
        found[i + 1] = t2 + float(J[0, 1]) * fx + float(J[1, 1]) * fy
    return found
