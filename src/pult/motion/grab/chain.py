r"""Direct kinematics of the arm with the side-shifted grab, in the interface frame and in signs of CONFIG.

In the arm's vertical plane, turned by the column angle, x is forward from the column axis and z up from the platform.
Pitch angles are positive down:

    a_2 = q_2,  a_3 = q_2 + q_3,  psi = q_2 + q_3 + q_4
    wrist = (-b + l_1 cos a_2 + l_2 cos a_3,  h - l_1 sin a_2 - l_2 sin a_3)

The working point has the offsets (paper 002, with the object's roll)

    along = D + L cos(phi),  up = (H - L sin(phi)) cos(gamma),  left = side - (H - L sin(phi)) sin(gamma)

from the wrist in the axes of the grab, of which "along" points down by psi.
"""

import math

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.grab.table import BACK, FOREARM, GRAB_SIDE, HEIGHT, UPPER_ARM


@kernel
def elbow_place(t: Array, shoulder: float) -> tuple[float, float]:
    """The elbow axis in the arm's plane: x, z [m]."""
    return (
        float(t[UPPER_ARM]) * math.cos(shoulder) - float(t[BACK]),
        float(t[HEIGHT]) - float(t[UPPER_ARM]) * math.sin(shoulder),
    )


@kernel
def wrist_place(t: Array, shoulder: float, elbow: float) -> tuple[float, float]:
    """The wrist axis in the arm's plane: x, z [m]."""
    x, z = elbow_place(t, shoulder)
    a = shoulder + elbow
    return x + float(t[FOREARM]) * math.cos(a), z - float(t[FOREARM]) * math.sin(a)


@kernel
def offsets(
    t: Array, roll: float, angle: float, height: float, distance: float, length: float
) -> tuple[float, float, float]:
    """Offsets of the far end of a held object: along the grab axis and up from the wrist, left of the column [m]."""
    up = height - length * math.sin(angle)
    return distance + length * math.cos(angle), up * math.cos(roll), float(t[GRAB_SIDE]) - up * math.sin(roll)


@kernel
def plane_point(
    t: Array, shoulder: float, elbow: float, wrist: float, along: float, up: float
) -> tuple[float, float]:
    """A point of the grab in the arm's plane: x, z [m]."""
    x, z = wrist_place(t, shoulder, elbow)
    pitch = shoulder + elbow + wrist
    c, s = math.cos(pitch), math.sin(pitch)
    return x + along * c + up * s, z - along * s + up * c


@kernel
def turned(x: float, left: float, column: float) -> tuple[float, float]:
    """A place in the arm's axes (forward, left) turned by the column angle: x, y of the interface frame [m]."""
    c, s = math.cos(column), math.sin(column)
    return x * c - left * s, x * s + left * c


@kernel
def working_point(t: Array, q: Array, held: Array, point: Array) -> float:
    """Direct kinematics.

    Args:
        t: The manipulator's table.
        q: Column, shoulder, elbow, wrist, roll [rad]. Shape (5,).
        held: Angle [rad], height, distance, length [m] of the held object. Shape (4,).
        point: Filled: the working point in the interface frame [m]. Shape (3,).

    Returns:
        Distance of the working point from the column axis in the arm's plane, below 0 behind it [m].
    """
    along, up, left = offsets(t, float(q[4]), float(held[0]), float(held[1]), float(held[2]), float(held[3]))
    x, z = plane_point(t, float(q[1]), float(q[2]), float(q[3]), along, up)
    point[0], point[1] = turned(x, left, float(q[0]))
    point[2] = z
    return x
