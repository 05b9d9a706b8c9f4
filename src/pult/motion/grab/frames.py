"""All frames of PRM-1 as one tree: rooms, base, interface, arm, grab and cameras (paper 002, "frames").

| frame | parent | axes, origin |
|---|---|---|
| (rooms) | | world frame of each room |
| `start` | the room | the base where and as it was switched on; on the floor |
| `trikol` | `start` | base: x forward, y left, z up; on the floor, below the middle of the body |
| `interface` | `trikol` | data exchange: x forward of the arm, y left, z up; column axis at the platform |
| `rva` | `interface` | of the operators: x forward, y up, z right |
| `arm` | `interface` | turned with the column |
| `upper_arm`, `forearm` | `arm` | x along the link, on its joint axis |
| `grab` | `forearm` | grab at zero roll: x along the grab, on the wrist axis |
| `working_grab` | `grab` | turned with the roll |
| `tip` | `working_grab` | finger tips |
| `grab_camera`, `mast_camera`, `side_camera` | | x right and y down in the picture, z ahead |

The base's "forward" is roughly opposite to the arm's; by how much exactly is a matter of calibration
(`pult.motion.grab.calibration`). Pitch angles are positive down, as in CONFIG.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pult.core.signals import Array
from pult.geometry.frames import FrameTree, Motion, floor_pose
from pult.geometry.pose import pose
from pult.motion.grab.manipulator import JOINTS, PRM1, Manipulator

BASE = ("x", "y", "heading")
"""Joints of the base: its place in the start frame [m], and its heading [rad]."""
CAMERAS = ("mast_pan", "mast_tilt", "side_tilt")
"""Joints of the two cameras on the upper arm [rad]."""

_UP, _LEFT, _AHEAD = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)
_R_INTERFACE_RVA = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
_R_LINK_PICTURE = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
"""A camera that looks along x, its up along z: right is -y, down is -z, ahead is x."""
MAST = (0.12, -0.1285, 0.10)
SIDE = (0.50, 0.085, 0.03)
_EYE = (0.03, 0.0, 0.0)
"""Places of the cameras of the shipped robot [m]: the paper does not give them. A test compares them with its model."""


def prm1_frames(
    room: str | FrameTree = "world",
    *,
    in_room: str = "",
    start: ArrayLike | None = None,
    T_trikol_interface: ArrayLike | None = None,
    robot: Manipulator = PRM1,
) -> FrameTree:
    """The tree of all frames of the robot.

    Args:
        room: Name of the room, or the tree of all rooms (`pult.geometry.frames.rooms`).
        in_room: The room in which the base was switched on; the root of the tree if left out.
        start: Pose of the start frame in the room; its origin by default. Shape (4, 4).
        T_trikol_interface: Pose of the interface frame on the base; by default above its middle at the height of the
            platform, facing backwards. Shape (4, 4).
        robot: The manipulator.

    Returns:
        The tree; its joints are x, y, heading, column, shoulder, elbow, wrist, roll, mast_pan, mast_tilt, side_tilt.
    """
    tree = FrameTree(room) if isinstance(room, str) else room
    mount = floor_pose(0.0, 0.0, np.pi, robot.platform_height) if T_trikol_interface is None else T_trikol_interface
    drive = (Motion("x", _AHEAD, "slide"), Motion("y", _LEFT, "slide"), Motion("heading", _UP))
    shoulder = (-robot.shoulder_back, robot.upper_arm_side, robot.shoulder_height)
    elbow = (robot.upper_arm, robot.forearm_side - robot.upper_arm_side, 0.0)
    wrist = (robot.forearm, robot.grab_side - robot.forearm_side, 0.0)
    return (
        tree.add("start", in_room or tree.root, start)
        .add("trikol", "start", motions=drive)
        .add("interface", "trikol", mount)
        .add("rva", "interface", pose(rotation=_R_INTERFACE_RVA))
        .add("arm", "interface", motions=Motion("column", _UP))
        .add("upper_arm", "arm", pose(shoulder), Motion("shoulder", _LEFT))
        .add("forearm", "upper_arm", pose(elbow), Motion("elbow", _LEFT))
        .add("grab", "forearm", pose(wrist), Motion("wrist", _LEFT))
        .add("working_grab", "grab", motions=Motion("roll", _AHEAD))
        .add("tip", "working_grab", pose((robot.grab, 0.0, 0.0)))
        .add("grab_camera", "working_grab", pose((robot.camera_ahead, 0.0, robot.camera_up), _R_LINK_PICTURE))
        .add("mast_mount", "upper_arm", pose(MAST), Motion("mast_pan", _UP))
        .add("mast_head", "mast_mount", motions=Motion("mast_tilt", _LEFT))
        .add("mast_camera", "mast_head", pose(_EYE, _R_LINK_PICTURE))
        .add("side_head", "upper_arm", pose(SIDE), Motion("side_tilt", _LEFT))
        .add("side_camera", "side_head", pose(_EYE, _R_LINK_PICTURE))
    )


def joint_positions(
    angles: Sequence[float] | Array = (0.0,) * 5,
    base: Sequence[float] | Array = (0.0,) * 3,
    cameras: Sequence[float] | Array = (0.0,) * 3,
) -> dict[str, float]:
    """Joint positions for the tree: five of the arm [rad], x, y [m] and heading [rad] of the base, three of cameras."""
    names = (*JOINTS, *BASE, *CAMERAS)
    return dict(zip(names, map(float, (*angles, *base, *cameras)), strict=True))


def hand_over(tree: FrameTree, room: str) -> FrameTree:
    """The tree with the robot's start frame in the world frame of another room: everything stays where it is."""
    return tree.reparent("start", room)
