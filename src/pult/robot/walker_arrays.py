"""Layout of the arrays of a robot on two legs."""

from typing import NamedTuple

from pult.core.signals import Array

MASS, CENTRE, INERTIA = 0, 1, 4
"""Columns of a body: mass, its centre, its inertia."""
BODY_SIZE = 10


class WalkerArrays(NamedTuple):
    """A walker for native kernels. Rows of joints are those of the left leg, then those of the right.

    Attributes:
        links: The joints, see `pult.robot.kinematics`; their base is the pelvis. Shape (2 m, 17).
        tips: The soles: carrying joint and placement. Shape (2, 13).
        limits: Lower and upper limits of the joints [rad]. Shape (2, 2 m).
        bodies: What the pelvis carries with all that does not move, then what each joint carries: mass [kg], its centre
            in the joint's frame [m], and its inertia about the centre in the axes of this frame, xx yy zz xy xz yz
            [kg*m^2]. Shape (1 + 2 m, 10).
        yaw_pairs: For each leg the first and the last joint if both turn about the vertical, and the sign with which
            equal angles turn the foot alike; -1 -1 0 if there is no such pair. Shape (2, 3).
        rotors: Inertia of the rotors at the joints [kg*m^2]. Shape (2 m,).
    """

    links: Array
    tips: Array
    limits: Array
    bodies: Array
    yaw_pairs: Array
    rotors: Array


class UpperBody(NamedTuple):
    """What the pelvis of a walker carries, for native kernels.

    Attributes:
        names: Joints above the pelvis that move, in the order of their angles.
        links: The joints, see `pult.robot.kinematics`; their base is the pelvis. Shape (k, 17).
        bodies: What the pelvis carries with all that neither these joints nor those of the legs move, then what each
            joint carries, as in `WalkerArrays.bodies`. Shape (1 + k, 10).
    """

    names: tuple[str, ...]
    links: Array
    bodies: Array
