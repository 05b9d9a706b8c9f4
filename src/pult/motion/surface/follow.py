"""Joint trajectories of strokes: inverse kinematics of every sample, distances from joint limits, joint speeds."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.pose import as_pose
from pult.geometry.rotation import matrix_from_rpy
from pult.motion.ik.solve import solve_ik
from pult.motion.surface.stroke import Stroke
from pult.robot.chain import Chain

_FREE_TURN = ("x", "y", "z", "rx", "ry")


@dataclass(frozen=True, eq=False)
class JointTrajectory:
    """Joint coordinates along a stroke.

    Attributes:
        joints: Coordinates [rad or m]. Shape (n, joints).
        residual: Remaining distance between tool and target [m]. Shape (n,).
        angle: Remaining angle [rad]. Shape (n,).
        reached: Which samples are reached without a jump of the joints. Shape (n,).
        margin: Smallest distance of a joint from its limits [rad or m]. Shape (n,).
        speeds: Joint speeds between samples [rad/s or m/s]. Shape (n, joints).
    """

    joints: Array
    residual: Array
    angle: Array
    reached: np.ndarray[Any, np.dtype[np.bool_]]
    margin: Array
    speeds: Array


def tool_pose(centre: Array, normal: Array, yaw: float = 0.0) -> Array:
    """Pose of a tool that points against a normal: straight down, rotated by yaw, then tilted by the smallest rotation.

    Args:
        centre: Centre of the tool tip [m]. Shape (3,).
        normal: Outward unit normal; the pose's z axis points the other way. Shape (3,).
        yaw: Rotation about the vertical [rad].
    """
    made = np.eye(4)
    down = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]])
    made[:3, :3] = _shortest_turn(normal) @ matrix_from_rpy(np.array([0.0, 0.0, yaw])) @ down
    made[:3, 3] = centre
    return as_pose("the tool's pose", made)


def _shortest_turn(normal: Array) -> Array:
    """Smallest rotation from the vertical to a direction; about x if that is straight down. Shape (3, 3)."""
    x, y, z = normal.tolist()
    if z < -1.0 + 1e-12:
        return np.diag([1.0, -1.0, -1.0])
    k = 1.0 / (1.0 + z)
    return np.array([[1.0 - k * x * x, -k * x * y, x], [-k * x * y, 1.0 - k * y * y, y], [-x, -y, z]])


def follow_stroke(
    chain: Chain,
    stroke: Stroke,
    q0: Any = None,
    *,
    base: Array | None = None,
    tool: Array | None = None,
    yaw: float = 0.0,
    free_turn: bool = False,
    tolerance: float = 1e-5,
    angle_tolerance: float = 1e-3,
) -> JointTrajectory:
    """Solve the inverse kinematics of every sample of a stroke, each starting from the one before.

    Args:
        chain: The arm. Its effector's z axis is the tool axis, pointing out of the tool.
        stroke: The stroke.
        q0: Start; the middle of the ranges by default.
        base: Pose of the chain's base in the world; the identity by default. Shape (4, 4).
        tool: Pose of the tool tip in the effector's frame, its z axis pointing out of the tool. Shape (4, 4).
        yaw: Rotation of the tool about its axis, see `tool_pose` [rad].
        free_turn: Whether rotation about the tool axis is free.
        tolerance: Position tolerance [m].
        angle_tolerance: Orientation tolerance [rad].
    """
    to_base = np.eye(4) if base is None else np.linalg.inv(base)
    off_tool = np.eye(4) if tool is None else np.linalg.inv(tool)
    count, q = len(stroke.times), q0
    joints, residual, angle = np.empty((count, chain.n)), np.empty(count), np.empty(count)
    reached = np.zeros(count, dtype=bool)
    for number in range(count):
        wanted = to_base @ tool_pose(stroke.centres[number], stroke.normals[number], yaw) @ off_tool
        found = solve_ik(
            chain, wanted, q, components=_FREE_TURN if free_turn else None, frame="target", tolerance=tolerance,
            angle_tolerance=angle_tolerance,
        )  # fmt: skip
        q = joints[number] = found.q
        residual[number], angle[number] = found.residual, found.angle
        reached[number] = found.reached and (found.followed or number == 0)
    ends = np.minimum(joints - chain.lower, chain.upper - joints)
    speeds = np.zeros_like(joints)
    if count > 1:
        speeds[1:] = np.diff(joints, axis=0) / np.diff(stroke.times)[:, None]
    return JointTrajectory(joints, residual, angle, reached, ends.min(axis=1, initial=math.inf), speeds)
