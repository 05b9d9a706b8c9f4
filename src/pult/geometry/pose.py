"""Poses as 4x4 homogeneous transforms: construction, validation, inverse."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pult.core.errors import KinematicsError, brief
from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion, matrix_from_rpy

_EXACT = 1e-13
_ROTATION_TOLERANCE = 1e-6
"""Largest deviation from orthonormality that a rotation may have: matrices printed with seven digits pass."""


def pose(position: Sequence[float] | Array = (0.0, 0.0, 0.0), rotation: Sequence[float] | Array | None = None) -> Array:
    """Build a pose from a position and a rotation.

    Args:
        position: Position of the frame [m]. Shape (3,).
        rotation: Rotation matrix (3, 3), quaternion (w, x, y, z), or roll, pitch, yaw [rad]; the identity by default.

    Returns:
        The pose T_a_b, which maps coordinates in b to coordinates in a. Shape (4, 4).
    """
    made = np.eye(4)
    made[:3, 3] = finite_array("position", position, (3,))
    if rotation is not None:
        given = finite_array("rotation", rotation)
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
    """Validate a pose and return it with its rotation orthonormalised to machine precision. Shape (4, 4).

    Raises:
        KinematicsError: Wrong shape, not finite, or not a rotation matrix.
    """
    found = finite_array(name, given, (4, 4))
    (a, b, c, _), (d, e, f, _), (g, h, i, _), last = found.tolist()  # plain floats: many times quicker than arrays
    if max(abs(last[0]), abs(last[1]), abs(last[2]), abs(last[3] - 1.0)) > 1e-9:
        raise KinematicsError(f"the last row of {name} must be 0, 0, 0, 1, not {brief(last)}.")
    off = max(
        abs(a * a + b * b + c * c - 1.0), abs(d * d + e * e + f * f - 1.0), abs(g * g + h * h + i * i - 1.0),
        abs(a * d + b * e + c * f), abs(a * g + b * h + c * i), abs(d * g + e * h + f * i),
    )  # fmt: skip
    mirrored = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0.0
    skewed = off > _ROTATION_TOLERANCE
    if skewed or mirrored:
        why = f"it is {off:.2g} from orthonormal" if skewed else "it is a mirror image (determinant -1)"
        raise KinematicsError(f"the rotation of {name} is no rotation matrix: {why}.")
    if off < _EXACT:
        return found
    made = found.copy()
    rotation = found[:3, :3]
    for _ in range(2):  # a Newton step towards the nearest orthonormal matrix squares the error: from 1e-6 it takes two
        rotation = 1.5 * rotation - 0.5 * rotation @ rotation.T @ rotation
    made[:3, :3] = rotation
    return made


def inverse(T_a_b: Array) -> Array:
    """Inverse of a pose: T_b_a from T_a_b. Shape (4, 4)."""
    made = np.eye(4)
    made[:3, :3] = T_a_b[:3, :3].T
    made[:3, 3] = -T_a_b[:3, :3].T @ T_a_b[:3, 3]
    return made


def finite_array(name: str, given: Any, shape: tuple[int, ...] | None = None) -> Array:
    """Convert a value to an array of finite float64 numbers.

    Args:
        name: What the value is, for messages.
        given: The value.
        shape: Required shape; any by default.

    Raises:
        KinematicsError: It cannot be converted; the message says what was found and what is allowed.
    """
    if type(given) is np.ndarray and given.dtype == np.float64 and (shape is None or given.shape == shape):
        total = sum(given.ravel().tolist())  # not finite if an entry is not; a sum that overflows is examined below
        if total - total == 0.0:
            return given
    try:
        bad = np.asarray(given).dtype.kind not in "fiuO"  # strings and booleans would be converted
        found = np.empty(0) if bad else np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
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
