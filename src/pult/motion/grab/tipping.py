"""Tipping over: the centre of mass of robot and load against the triangle of the wheels."""

import math

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.grab.chain import elbow_place, offsets, turned, wrist_place
from pult.motion.grab.table import (
    BACK,
    BASE_MASS,
    COLUMN_MASS,
    FOREARM_MASS,
    FOREARM_SIDE,
    GRAB,
    GRAB_MASS,
    GRAB_SIDE,
    HAND_MASS,
    UPPER_ARM_MASS,
    UPPER_ARM_SIDE,
    WHEELS,
)


@kernel
def link_mass(
    t: Array, i: int, x: float, side: float, pitch: float, roll: float
) -> tuple[float, float, float]:
    """Mass of a link [kg], and its centre forward and left in the arm's axes [m]; x, side: where the link begins."""
    cx, cy, cz = float(t[i + 1]), float(t[i + 2]), float(t[i + 3])
    left, up = cy * math.cos(roll) - cz * math.sin(roll), cy * math.sin(roll) + cz * math.cos(roll)
    return float(t[i]), x + cx * math.cos(pitch) + up * math.sin(pitch), side + left


@kernel
def tipping_distance(t: Array, q: Array, held: Array, load: float) -> float:
    """How far the centre of mass is inside the triangle of the wheels [m]; below 0 the robot tips over.

    The load's mass is in the middle of the held object, or at the finger tips if there is none.
    """
    column, shoulder, elbow, roll = float(q[0]), float(q[1]), float(q[2]), float(q[4])
    forearm = shoulder + elbow
    pitch = forearm + float(q[3])
    ex, _ = elbow_place(t, shoulder)
    wx, _ = wrist_place(t, shoulder, elbow)
    total = float(t[COLUMN_MASS])
    forward, left = total * float(t[COLUMN_MASS + 1]), total * float(t[COLUMN_MASS + 2])
    m, x, y = link_mass(t, UPPER_ARM_MASS, -float(t[BACK]), float(t[UPPER_ARM_SIDE]), shoulder, 0.0)
    total, forward, left = total + m, forward + m * x, left + m * y
    m, x, y = link_mass(t, FOREARM_MASS, ex, float(t[FOREARM_SIDE]), forearm, 0.0)
    total, forward, left = total + m, forward + m * x, left + m * y
    m, x, y = link_mass(t, HAND_MASS, wx, float(t[GRAB_SIDE]), pitch, 0.0)
    total, forward, left = total + m, forward + m * x, left + m * y
    m, x, y = link_mass(t, GRAB_MASS, wx, float(t[GRAB_SIDE]), pitch, roll)
    total, forward, left = total + m, forward + m * x, left + m * y
    if load > 0.0:
        angle, height, distance, size = float(held[0]), float(held[1]), float(held[2]), float(held[3])
        share = 1.0 if angle == 0.0 and height == 0.0 and distance + size <= float(t[GRAB]) else 0.5
        along, up, aside = offsets(t, roll, angle, height, distance, share * size)
        x = wx + along * math.cos(pitch) + up * math.sin(pitch)
        total, forward, left = total + load, forward + load * x, left + load * aside
    x, y = turned(forward, left, column)
    m = float(t[BASE_MASS])
    x, y, total = x + m * float(t[BASE_MASS + 1]), y + m * float(t[BASE_MASS + 2]), total + m
    if total <= 0.0:
        return 1.0  # a robot without mass: nothing tips over
    x, y = x / total, y / total
    least = 1e300
    for i in range(3):
        j = (i + 1) % 3
        ax, ay = float(t[WHEELS + 2 * i]), float(t[WHEELS + 2 * i + 1])
        vx, vy = float(t[WHEELS + 2 * j]) - ax, float(t[WHEELS + 2 * j + 1]) - ay
        size = math.sqrt(vx * vx + vy * vy)
        if size > 0.0:
            least = min(least, (vx * (y - ay) - vy * (x - ax)) / size)
    return least
