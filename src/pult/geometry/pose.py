"""Poses as 4x4 matrices, and reading what people give for one."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pult.core.errors import KinematicsError, brief
from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion, matrix_from_rpy

_ROTATION = 1e-6
"""How far from orthonormal a rotation may be: matrices printed with seven digits pass."""


def pose(position: Sequence[float] | Array = (0.0, 0.0, 0.0), rotation: Sequence[float] | Array | None = None) -> Array:
    """A pose from a position and a rotation.

    Args:
        position: Position of the frame [m]. Shape (3,).
        rotation: Rotation matrix (3, 3), quaternion (w, x, y, z), or roll, pitch, yaw [rad]; none if left out.

    Returns:
        The pose T_a_b, which takes coordinates in b to coordinates in a. Shape (4, 4).
    """
    made = np.eye(4)
    made[:3, 3] = numbers("position", position, (3,))
    if rotation is not None:
        given = numbers("rotation", rotation)
        if given.shape == (3, 3):
            made[:3, :3] = given
        elif given.shape == (4,):
            made[:3, :3] = matrix_from_quaternion(given)
        elif given.shape == (3,):
            made[:3, :3] = matrix_from_rpy(given)
        else:
            allowed = "a 3x3 matrix, a quaternion (w, x, y, z) or roll, pitch, yaw"
            raise KinematicsError(f"a rotation is {allowed}, not an array of shape {given.shape}.")
    return as_pose("pose", made)


def as_pose(name: str, given: Any) -> Array:
    """Check that something is a pose; returns it with the rotation made orthonormal to the last digit.

    Raises:
        KinematicsError: Wrong shape, not finite, or no rotation.
    """
    found = numbers(name, given, (4, 4))
    if not np.allclose(found[3], [0.0, 0.0, 0.0, 1.0], rtol=0.0, atol=1e-9):
        raise KinematicsError(f"the last row of {name} must be 0, 0, 0, 1, not {brief(found[3].tolist())}.")
    rotation = found[:3, :3]
    off = float(np.abs(rotation @ rotation.T - np.eye(3)).max())
    if off > _ROTATION or np.linalg.det(rotation) < 0.0:
        why = f"it is {off:.2g} from orthonormal" if off > _ROTATION else "it is a mirror image (determinant -1)"
        raise KinematicsError(f"the rotation of {name} is no rotation matrix: {why}.")
    made = np.eye(4)
    made[:3, 3] = found[:3, 3]
    # one Newton step towards the nearest orthonormal matrix: squares the error, and leaves exact matrices as they are
    made[:3, :3] = rotation if off < 1e-15 else 1.5 * rotation - 0.5 * rotation @ rotation.T @ rotation
    return made


def inverse(T_a_b: Array) -> Array:
    """The pose of a in b, from the pose of b in a. Shape (4, 4)."""
    made = np.eye(4)
    made[:3, :3] = T_a_b[:3, :3].T
    made[:3, 3] = -T_a_b[:3, :3].T @ T_a_b[:3, 3]
    return made


def numbers(name: str, given: Any, shape: tuple[int, ...] | None = None) -> Array:
    """Something as an array of finite numbers of a given shape.

    Raises:
        KinematicsError: It is none; the message says what was found and what is allowed.
    """
    try:
        found = np.asarray(given, dtype=np.float64)
        bad = isinstance(given, (bool, str)) or np.asarray(given).dtype == np.bool_
    except (TypeError, ValueError):
        bad = True
    if bad:
        raise KinematicsError(f"{name} must be numbers, not {brief(given)}.")
    if shape is not None and found.shape != shape:
        want = f"{shape[0]} numbers" if len(shape) == 1 else f"a {'x'.join(map(str, shape))} matrix"
        raise KinematicsError(f"{name} must be {want}, not an array of shape {found.shape}.")
    if not np.isfinite(found).all():
        place = np.argwhere(~np.isfinite(found))[0]
        where = f" at {', '.join(map(str, place))}" if found.ndim else ""
        raise KinematicsError(f"{name} must be finite, but holds {found[tuple(place)]}{where}.")
    return found
