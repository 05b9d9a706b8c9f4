"""Conversions between rotation matrices, quaternions, rotation vectors and roll, pitch, yaw.

Matrices R_a_b map coordinates in b to coordinates in a. Quaternions are (w, x, y, z) of length 1; those returned have
w >= 0, and those given may have any length but zero. A rotation vector is the axis times the angle [rad], the angle at
most pi. Roll, pitch, yaw are about the fixed axes x, y, z in this order: R = Rz(yaw) Ry(pitch) Rx(roll) (REP-103); at
pitch +-pi/2, where roll and yaw rotate about the same line, roll is taken as 0. All conversions keep full accuracy
near the singular cases: the identity, half a turn, and gimbal lock.
"""

from collections.abc import Sequence

import numpy as np

from pult.core.errors import KinematicsError, brief
from pult.core.signals import Array
from pult.geometry import forms, quaternions, scaled

Numbers = Sequence[float] | Array


def _given(name: str, value: Numbers, shape: tuple[int, ...]) -> Array:
    try:
        found = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        found = np.empty(0)
    if found.shape != shape or not np.isfinite(found).all():
        what = "x".join(map(str, shape))
        raise KinematicsError(f"a {name} is {what} finite numbers, not {brief(_plain(value))}.")
    return found


def _plain(value: Numbers) -> object:
    return value.tolist() if isinstance(value, np.ndarray) else value


def _unit(q: Numbers) -> quaternions.Quadruple:
    found = _given("quaternion", q, (4,))
    if not found.any():
        raise KinematicsError("the quaternion 0, 0, 0, 0 is no rotation.")
    return quaternions.unit(found)


def _signed(q: quaternions.Quadruple) -> Array:
    return np.array(q if q[0] >= 0.0 else [-x for x in q])


def matrix_from_quaternion(q: Numbers) -> Array:
    """Rotation matrix of a quaternion. Shape (3, 3)."""
    return np.array(quaternions.matrix(_unit(q))).reshape(3, 3)


def matrix_from_rotation_vector(v: Numbers) -> Array:
    """Rotation matrix of a rotation vector [rad]. Shape (3, 3)."""
    return matrix_from_quaternion(quaternion_from_rotation_vector(v))


def matrix_from_rpy(rpy: Numbers) -> Array:
    """Rotation matrix of roll, pitch, yaw [rad]. Shape (3, 3)."""
    return matrix_from_quaternion(quaternion_from_rpy(rpy))


def quaternion_from_matrix(R: Numbers) -> Array:
    """Quaternion (w, x, y, z), w >= 0, of a rotation matrix. Shape (4,)."""
    return np.array(forms.from_matrix(_given("rotation matrix", R, (3, 3))))


def quaternion_from_rotation_vector(v: Numbers) -> Array:
    """Quaternion (w, x, y, z), w >= 0, of a rotation vector [rad] of any length. Shape (4,)."""
    return _signed(forms.from_rotation_vector(_given("rotation vector", v, (3,))))


def quaternion_from_rpy(rpy: Numbers) -> Array:
    """Quaternion (w, x, y, z), w >= 0, of roll, pitch, yaw [rad]. Shape (4,)."""
    roll, pitch, yaw = _given("roll, pitch, yaw", rpy, (3,))
    return _signed(quaternions.from_rpy(float(roll), float(pitch), float(yaw)))


def rotation_vector_from_matrix(R: Numbers) -> Array:
    """Rotation vector [rad], of length at most pi, of a rotation matrix. Shape (3,)."""
    return rotation_vector_from_quaternion(quaternion_from_matrix(R))


def rotation_vector_from_quaternion(q: Numbers) -> Array:
    """Rotation vector [rad], of length at most pi, of a quaternion. Shape (3,)."""
    return np.array(forms.to_rotation_vector(_unit(q)))


def rotation_vector_from_rpy(rpy: Numbers) -> Array:
    """Rotation vector [rad] of roll, pitch, yaw [rad]. Shape (3,)."""
    return rotation_vector_from_quaternion(quaternion_from_rpy(rpy))


def rpy_from_matrix(R: Numbers) -> Array:
    """Roll, pitch, yaw [rad] of a rotation matrix. Shape (3,)."""
    return rpy_from_quaternion(quaternion_from_matrix(R))


def rpy_from_quaternion(q: Numbers) -> Array:
    """Roll, pitch, yaw [rad] of a quaternion. Shape (3,)."""
    return np.array(forms.to_rpy(_unit(q)))


def rpy_from_rotation_vector(v: Numbers) -> Array:
    """Roll, pitch, yaw [rad] of a rotation vector [rad]. Shape (3,)."""
    return rpy_from_quaternion(quaternion_from_rotation_vector(v))


def quaternion_product(p: Numbers, q: Numbers) -> Array:
    """Product p q, the rotation q followed by p; w >= 0. Shape (4,)."""
    return _signed(quaternions.unit(quaternions.hamilton(_unit(p), _unit(q))))


def quaternion_inverse(q: Numbers) -> Array:
    """Inverse rotation, w >= 0. Shape (4,)."""
    return _signed(quaternions.conjugate(_unit(q)))


def rotation_angle(R_a: Numbers, R_b: Numbers) -> float:
    """Angle between two rotation matrices [rad], 0..pi."""
    a, b = _given("rotation matrix", R_a, (3, 3)), _given("rotation matrix", R_b, (3, 3))
    return scaled.norm(rotation_vector_from_matrix(b @ a.T))


def rotation_to(direction: Numbers) -> Array:
    """The smallest rotation that takes the z axis to a direction. Shape (3, 3)."""
    v = _given("direction", direction, (3,))
    if not v.any():
        raise KinematicsError("a direction must not be zero.")
    x, y, z = scaled.direction(v)
    across = float(np.hypot(x, y))
    if across < 1e-300:
        return np.eye(3) if z > 0 else np.diag([1.0, -1.0, -1.0])
    axis = np.array([-y, x, 0.0]) / across
    return matrix_from_rotation_vector(axis * np.arctan2(across, z))
