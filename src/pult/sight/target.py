"""A target that carries markers, and its pose from a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion, quaternion_from_matrix
from pult.sight.camera import Optics
from pult.sight.markers import CORNERS, Marker
from pult.sight.pose import estimate_pose

MAX_RESIDUAL = 2.0
"""Largest reprojection error with which a pose is believed [px]: more means a wrong marker or a bent target."""
_CAMERA_OPTICAL = np.diag([1.0, -1.0, -1.0])
"""From optical axes (x right, y down, z forward) to those of a model's camera (x right, y up, z backward)."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """A target in a picture, in the axes of the model's camera: x right, y up, z backward.

    Attributes:
        count: Number of its markers that were found.
        position: Its origin [m]. Shape (3,).
        quaternion: Its orientation (w, x, y, z). Shape (4,).
        residual: Root mean square of the reprojection error of the corners [px].
        position_deviation: Standard deviation of its position [m]. Shape (3,).
        rotation_deviation: Standard deviation of a small rotation about the camera's axes [rad]. Shape (3,).
    """

    count: int
    position: Array
    quaternion: Array
    residual: float
    position_deviation: Array
    rotation_deviation: Array


def marker_corners(size: float, position: Sequence[float], quaternion: Sequence[float]) -> Array:
    """Corners of a marker in the frame of its target [m], in the order of `CORNERS`. Shape (4, 3).

    Args:
        size: Side of its black square [m].
        position: Its centre [m].
        quaternion: Its orientation (w, x, y, z): x to its right, y to its upper edge, z out of its face.
    """
    corners: Array = np.array(position) + size * CORNERS @ matrix_from_quaternion(quaternion).T
    return corners


def locate(found: Sequence[Marker], corners: Mapping[int, Array], optics: Optics, least: int) -> Sighting | None:
    """Pose of a target from the markers found in a picture, all their corners together.

    Args:
        found: Markers in the picture.
        corners: Corners of each marker of the target in its frame, by number. Shape (4, 3) each.
        optics: The camera.
        least: Number of markers of the target that must have been found.

    Returns:
        The target, or None if it is not seen, or no pose fits.
    """
    own = sorted((marker for marker in found if marker.number in corners), key=_area, reverse=True)
    if len(own) < max(least, 1):
        return None
    points = np.concatenate([corners[marker.number] for marker in own])
    pose = estimate_pose(points, np.concatenate([marker.corners for marker in own]), optics)
    if pose is None or pose.residual > MAX_RESIDUAL:
        return None
    deviation = np.sqrt(np.maximum(np.diag(pose.covariance), 0.0))
    return Sighting(
        count=len(own),
        position=_CAMERA_OPTICAL @ pose.position,
        quaternion=quaternion_from_matrix(_CAMERA_OPTICAL @ pose.rotation),
        residual=pose.residual,
        position_deviation=deviation[:3],
        rotation_deviation=deviation[3:],
    )


def _area(marker: Marker) -> float:
    """Area of a marker in the picture [px^2]; the largest gives the best start."""
    diagonals = marker.corners[2] - marker.corners[0], marker.corners[3] - marker.corners[1]
    return abs(float(diagonals[0][0] * diagonals[1][1] - diagonals[0][1] * diagonals[1][0])) / 2.0
