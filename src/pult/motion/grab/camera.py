"""The grab's camera as a pinhole: where it is, and what it sees where."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.motion.grab.chain import turned, wrist_place
from pult.motion.grab.manipulator import PRM1, Manipulator


@dataclass(frozen=True, eq=False)
class CameraView:
    """A camera in the interface frame.

    Attributes:
        eye: Its place [m]. Shape (3,).
        R_interface_camera: Columns: right and down in the picture, ahead along the optical axis. Shape (3, 3).
        fovy: Vertical field of view [rad].
        width, height: Size of the picture [pixels].
    """

    eye: Array
    R_interface_camera: Array
    fovy: float = math.radians(45)
    width: int = 640
    height: int = 480

    @property
    def focal_length(self) -> float:
        """Focal length [pixels]."""
        return 0.5 * self.height / math.tan(0.5 * self.fovy)

    def seen(self, points: Sequence[float] | Array) -> Array:
        """Points in the camera's axes: right, down, ahead [m]. Shape (..., 3)."""
        return np.asarray((np.asarray(points) - self.eye) @ self.R_interface_camera)

    def off_axis(self, point: Sequence[float] | Array) -> float:
        """Angle between the optical axis and the direction to a point, 0 to pi [rad]."""
        right, down, ahead = (float(v) for v in self.seen(point))
        return math.atan2(math.hypot(right, down), ahead)

    def project(self, points: Sequence[float] | Array) -> Array:
        """Pixels of points: right from the left border, down from the upper one; NaN behind. Shape (..., 2)."""
        seen = self.seen(points)
        ahead = seen[..., 2:]
        centre = np.array([0.5 * self.width, 0.5 * self.height])
        with np.errstate(divide="ignore", invalid="ignore"):
            pixels = centre + self.focal_length * seen[..., :2] / ahead
        return np.where(ahead > 0.0, pixels, np.nan)


def camera_view(angles: Sequence[float] | Array, robot: Manipulator = PRM1) -> CameraView:
    """The grab's camera for joint angles: column, shoulder, elbow, wrist, roll [rad]."""
    column, shoulder, elbow, wrist, roll = (float(angle) for angle in angles)
    pitch = shoulder + elbow + wrist
    c, s = math.cos(column), math.sin(column)
    forward, left = np.array([c, s, 0.0]), np.array([-s, c, 0.0])
    up = np.array([0.0, 0.0, 1.0])
    axis = math.cos(pitch) * forward - math.sin(pitch) * up
    grab_up = math.sin(pitch) * forward + math.cos(pitch) * up
    right = -math.cos(roll) * left - math.sin(roll) * grab_up  # up goes to the right
    picture_up = math.cos(roll) * grab_up - math.sin(roll) * left
    x, z = wrist_place(robot.table, shoulder, elbow)
    wx, wy = turned(x, robot.grab_side, column)
    eye = np.array([wx, wy, z]) + robot.camera_ahead * axis + robot.camera_up * picture_up
    return CameraView(eye, np.column_stack([right, -picture_up, axis]))
