"""An arm in the forms that other libraries take: a serial chain of placements, and a URDF."""

import math
from typing import NamedTuple

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.rotation import rpy_from_matrix
from pult.robot.chain import Chain
from pult.robot.kinematics import COORDINATE, KIND, OFFSET, PARENT, PLACEMENT, RATIO


class ArmJoint(NamedTuple):
    """A joint that moves about or along the z axis of its own frame.

    Attributes:
        slides: Whether it is prismatic instead of revolute.
        T_before_joint: Its frame at zero, in the frame of the previous joint. Shape (4, 4).
        lower: Lower limit [rad or m].
        upper: Upper limit [rad or m].
    """

    slides: bool
    T_before_joint: Array
    lower: float
    upper: float


class Arm(NamedTuple):
    """Joints from base to effector, and the effector in the frame of the last one. Shape (4, 4)."""

    joints: tuple[ArmJoint, ...]
    T_last_effector: Array


def arm_of(chain: Chain) -> Arm:
    """The joints of a chain; offsets are part of the placements.

    Raises:
        KinematicsError: A joint follows another, has a negative ratio, or its parent is not the previous joint.
    """
    flat = chain.arrays
    joints = []
    for number, row in enumerate(flat.links):
        if (row[PARENT], row[COORDINATE], row[RATIO]) != (number - 1, number, 1.0):
            raise KinematicsError(f"{chain.source}: {chain.joints[number]!r} is not simply one joint behind another.")
        slides, offset = row[KIND] != 0.0, float(row[OFFSET])
        low, high = flat.limits[:, number]
        joints.append(ArmJoint(slides, _matrix(row[PLACEMENT:]) @ _moved(slides, offset), float(low), float(high)))
    if flat.tips[0, 0] != len(joints) - 1:
        raise KinematicsError(f"{chain.source}: the effector is not behind the last joint.")
    return Arm(tuple(joints), _matrix(flat.tips[0, 1:]))


def _matrix(row: Array) -> Array:
    """A row of twelve numbers as a pose. Shape (4, 4)."""
    made = np.eye(4)
    made[:3] = row.reshape(3, 4)
    return made


def _moved(slides: bool, value: float) -> Array:
    """Motion of a joint. Shape (4, 4)."""
    made = np.eye(4)
    if slides:
        made[2, 3] = value
    else:
        c, s = math.cos(value), math.sin(value)
        made[:2, :2] = [[c, -s], [s, c]]
    return made


def urdf_of(arm: Arm) -> str:
    """The arm as a URDF without masses and shapes: links link0, link1, ... and tip."""
    lines = ['<robot name="arm">', '<link name="link0"/>']
    for number, joint in enumerate(arm.joints, 1):
        kind = "prismatic" if joint.slides else "revolute"
        lines += [
            f'<link name="link{number}"/>',
            f'<joint name="joint{number}" type="{kind}">',
            f'<parent link="link{number - 1}"/><child link="link{number}"/><axis xyz="0 0 1"/>',
            _origin(joint.T_before_joint),
            f'<limit lower="{joint.lower!r}" upper="{joint.upper!r}" effort="1" velocity="1"/>',
            "</joint>",
        ]
    lines += [
        '<link name="tip"/>',
        '<joint name="mount" type="fixed">',
        f'<parent link="link{len(arm.joints)}"/><child link="tip"/>',
        _origin(arm.T_last_effector),
        "</joint>",
        "</robot>",
    ]
    return "\n".join(lines)


def _origin(placement: Array) -> str:
    xyz, rpy = (
        " ".join(repr(float(x)) for x in part) for part in (placement[:3, 3], rpy_from_matrix(placement[:3, :3]))
    )
    return f'<origin xyz="{xyz}" rpy="{rpy}"/>'
