"""Gravity kernel: the torques that hold a chain still, over flat arrays."""

from typing import NamedTuple

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.robot.kinematics import COORDINATE, KIND, PARENT, RATIO, place, place_tips

EARTH = (0.0, 0.0, -9.81)
"""Gravity [m/s^2] in a base whose z axis points up: MuJoCo's own default."""


class WeightArrays(NamedTuple):
    """A chain and its masses for the kernels.

    Attributes:
        links: The joints that the chain's coordinates move, see `pult.robot.kinematics`: first those of the chain, then
            others that follow its coordinates. Shape (m, 17).
        tips: The effector, where a load is carried. Shape (1, 13).
        moments: For each joint the mass that moves with it but with no joint after it [kg], and this mass times its
            centre in the joint's frame [kg*m]. Shape (m, 4).
    """

    links: Array
    tips: Array
    moments: Array


@kernel
def holding_torques(links: Array, tips: Array, moments: Array, q: Array, gravity: Array, load: float) -> Array:
    """Torques and forces of the coordinates that hold a chain still against gravity.

    tau_c = - sum_k m_k g . dp_k/dq_c over all masses k: those of the links, and the load at the effector. With M and S
    the mass distal to a joint and this mass times its centre, a revolute joint at p with axis z adds
    -ratio z . ((S - M p) x g), a prismatic one -ratio M z . g.

    Args:
        links: The joints. Shape (m, 17).
        tips: The effector. Shape (1, 13).
        moments: The masses. Shape (m, 4).
        q: Coordinates [rad or m]. Shape (n,).
        gravity: Gravitational acceleration in base axes [m/s^2]. Shape (3,).
        load: Mass at the effector [kg].

    Returns:
        Torques [N*m], or forces [N] of prismatic coordinates. Shape (n,).
    """
    m = links.shape[0]
    frames, poses, behind, found = np.empty((m, 12)), np.empty((1, 12)), np.empty((m, 4)), np.zeros(q.shape[0])
    place(links, q, frames)
    place_tips(tips, frames, poses)
    for j in range(m):
        mass, x, y, z = float(moments[j, 0]), float(moments[j, 1]), float(moments[j, 2]), float(moments[j, 3])
        behind[j, 0] = mass
        for r in range(3):
            turned = float(frames[j, 4 * r]) * x + float(frames[j, 4 * r + 1]) * y + float(frames[j, 4 * r + 2]) * z
            behind[j, 1 + r] = turned + mass * float(frames[j, 4 * r + 3])
    carrier = int(tips[0, 0])
    if carrier >= 0:
        behind[carrier, 0] = float(behind[carrier, 0]) + load
        for r in range(3):
            behind[carrier, 1 + r] = float(behind[carrier, 1 + r]) + load * float(poses[0, 4 * r + 3])
    gx, gy, gz = float(gravity[0]), float(gravity[1]), float(gravity[2])
    for j in range(m - 1, -1, -1):  # children before parents: what is behind a joint is complete when its turn comes
        parent, c, ratio = int(links[j, PARENT]), int(links[j, COORDINATE]), float(links[j, RATIO])
        mass = float(behind[j, 0])
        zx, zy, zz = float(frames[j, 2]), float(frames[j, 6]), float(frames[j, 10])
        if float(links[j, KIND]) == 0.0:
            x = float(behind[j, 1]) - mass * float(frames[j, 3])
            y = float(behind[j, 2]) - mass * float(frames[j, 7])
            z = float(behind[j, 3]) - mass * float(frames[j, 11])
            pull = zx * (y * gz - z * gy) + zy * (z * gx - x * gz) + zz * (x * gy - y * gx)
        else:
            pull = mass * (zx * gx + zy * gy + zz * gz)
        found[c] = float(found[c]) - ratio * pull
        if parent >= 0:
            for k in range(4):
                behind[parent, k] = float(behind[parent, k]) + float(behind[j, k])
    return found
