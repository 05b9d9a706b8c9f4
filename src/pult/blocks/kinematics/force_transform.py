"""The transform of paper 004: joint torques for a force of the effector in its own axes."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import (
    ChainArrays,
    ChainName,
    Coordinates,
    ForceUnit,
    Joints,
    JointUnit,
    arrays_of,
    loaded_arrays_of,
)
from pult.blocks.kinematics.force import ZERO, Torques
from pult.blocks.kinematics.sensors import Pose
from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Array, Range, Shape
from pult.geometry.forms import from_matrix
from pult.geometry.quaternions import array4
from pult.robot.kinematics import COORDINATE, KIND, PARENT, RATIO, place, place_tips


class JointRow(NamedTuple):
    """A chain, and the row of one of its joints."""

    links: Array
    tips: Array
    row: int


@kernel
def along(frames: Array, j: int, axis: int, pose: Array, x: Array) -> float:
    """Component along an axis of a joint's frame of a vector given in axes of the effector."""
    found = 0.0
    for r in range(3):
        turned = float(pose[4 * r]) * float(x[0]) + float(pose[4 * r + 1]) * float(x[1])
        turned += float(pose[4 * r + 2]) * float(x[2])
        found += float(frames[j, 4 * r + axis]) * turned
    return found


@kernel
def lever(frames: Array, j: int, axis: int, pose: Array) -> float:
    """Component along an axis of a joint's frame of the vector from the joint to the effector."""
    found = 0.0
    for r in range(3):
        found += float(frames[j, 4 * r + axis]) * (float(pose[4 * r + 3]) - float(frames[j, 4 * r + 3]))
    return found


@kernel
def joint_torque(frames: Array, j: int, slides: bool, as_printed: bool, pose: Array, f: Array, mu: Array) -> float:
    """Torque of one joint, or the force of a prismatic one. The products are taken in the joint's own frame."""
    if slides:
        return along(frames, j, 2, pose, f)
    x, y = lever(frames, j, 0, pose), lever(frames, j, 1, pose)
    fx, fy, about = along(frames, j, 0, pose, f), along(frames, j, 1, pose, f), along(frames, j, 2, pose, mu)
    return y * fy - x * fx + about if as_printed else x * fy - y * fx + about


@block("kinematics.force_transform")
class ForceTransform:
    r"""ForceTransform of paper 004: torques with which the effector applies a force and a moment, in its own axes.

    $$ \tau_i = f \cdot R_i v_i + \mu \cdot R_i n', \qquad n' = (0, 0, 1), \quad v_i = n' \times r_i = (-r_y, r_x, 0) $$

    $r_i$ is the position of the effector in the frame of joint i, whose z axis is the joint's, and $R_i$ is the
    rotation from that frame to the effector's. It equals $J^T$ times the force and moment; for a prismatic joint,
    $f \cdot R_i n'$. Force and moment are those that the effector applies to its surroundings. The paper prints
    $v_i = (-r_x, r_y, 0)$, a misprint that gives torques which oppose each other: `as_printed` reproduces it.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        force_unit: ForceUnit = "N*m",
        as_printed: Annotated[bool, "with the misprint of the paper, which is wrong"] = False,
    ) -> ChainArrays:
        """Fetch the chain."""
        return loaded_arrays_of(chain, joints, unit, force_unit)

    @staticmethod
    def output(
        q: Coordinates,
        force: Annotated[Array, "N", Shape(3), "force that the effector applies, in its axes"],
        moment: Annotated[Array, "N*m", Shape(3), "moment that the effector applies, in its axes"] = ZERO,
        *,
        links: Array,
        tips: Array,
        as_printed: bool,
    ) -> Torques:
        """Joint by joint, from the effector to the base."""
        frames, poses, found = np.empty((links.shape[0], 12)), np.empty((tips.shape[0], 12)), np.zeros(q.shape[0])
        place(links, q, frames)
        place_tips(tips, frames, poses)
        j = int(tips[0, 0])
        while j >= 0:
            c, slides = int(links[j, COORDINATE]), float(links[j, KIND]) != 0.0
            torque = joint_torque(frames, j, slides, as_printed, poses[0], force, moment)
            found[c] = float(found[c]) + float(links[j, RATIO]) * torque
            j = int(links[j, PARENT])
        return Torques(found)


@block("kinematics.joint_pose")
class JointPose:
    r"""Pose of the frame of one joint in the base of the chain; it moves about or along the z axis of that frame.

    $$ T_i(q) = \prod_{k \le i} F_k\, M_k(q_k) $$

    $F_k$ are the placements of the joints, $M_k$ their rotations or translations.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        joint: Annotated[int, "number of the joint, from the base", Range(1, 64)] = 1,
    ) -> JointRow:
        """Fetch the chain, and look the joint up."""
        arrays = arrays_of(chain, joints, unit)
        rows = [row for row in range(len(arrays.links)) if int(arrays.links[row, COORDINATE]) == joint - 1]
        if len(rows) != 1:
            raise ValueError(f"'joint' is {joint}; the chain has joints 1 to {joints} ({', '.join(chain.names)}).")
        return JointRow(arrays.links, arrays.tips, rows[0])

    @staticmethod
    def output(q: Coordinates, *, links: Array, row: int) -> Pose:
        """Forward kinematics up to the joint."""
        frames, position, rotation = np.empty((links.shape[0], 12)), np.empty(3), np.empty((3, 3))
        place(links, q, frames)
        for i in range(3):
            position[i] = frames[row, 4 * i + 3]
            for k in range(3):
                rotation[i, k] = frames[row, 4 * i + k]
        return Pose(position, array4(from_matrix(rotation)))
