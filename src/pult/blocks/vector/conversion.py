"""Conversions between the forms of a rotation: quaternion, matrix, roll-pitch-yaw, rotation vector."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import Array, Quaternion, Rad, Shape
from pult.geometry.forms import from_matrix, from_rotation_vector, to_rotation_vector, to_rpy
from pult.geometry.quaternions import array3, array4, from_rpy, matrix, unit

Matrix3 = Annotated[Array, "1", Shape(3, 3)]
RotationVector = Annotated[Array, "rad", Shape(3)]


@block("vector.quaternion_to_matrix")
def quaternion_to_matrix(x: Quaternion) -> Matrix3:
    r"""Rotation matrix of a quaternion.

    $$ Y = \begin{pmatrix}
    1 - 2(y^2 + z^2) & 2(xy - wz) & 2(xz + wy) \\
    2(xy + wz) & 1 - 2(x^2 + z^2) & 2(yz - wx) \\
    2(xz - wy) & 2(yz + wx) & 1 - 2(x^2 + y^2)
    \end{pmatrix} $$

    The quaternion is normalised first; zero gives the unit matrix.
    """
    r = matrix(unit(x))
    y = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            y[i, j] = r[3 * i + j]
    return y


@block("vector.matrix_to_quaternion")
def matrix_to_quaternion(x: Matrix3) -> Quaternion:
    r"""Quaternion of a rotation matrix.

    $$ w = \tfrac12 \sqrt{1 + \operatorname{tr} X}, \quad
    (x, y, z) = \tfrac{1}{4w} (X_{32} - X_{23},\ X_{13} - X_{31},\ X_{21} - X_{12}) $$

    Where w is small, the same is computed from the largest of x, y, z, so that no accuracy is lost at any
    angle. The output has length 1 and w >= 0. The matrix is trusted to be a rotation: one that is off by
    rounding errors gives a quaternion that is off as little.
    """
    return array4(from_matrix(x))


@block("vector.rpy_to_quaternion")
def rpy_to_quaternion(roll: Rad, pitch: Rad, yaw: Rad) -> Quaternion:
    r"""Quaternion of roll, pitch and yaw about fixed axes.

    $$ y = q_z(\psi)\, q_y(\theta)\, q_x(\varphi), \quad
    q_z(\psi) = \left(\cos\tfrac{\psi}{2},\ 0,\ 0,\ \sin\tfrac{\psi}{2}\right) $$

    First roll about x, then pitch about y, then yaw about z, all three axes staying where they are (REP-103).
    """
    return array4(from_rpy(roll, pitch, yaw))


class RollPitchYaw(NamedTuple):
    """Rotations about the fixed axes x, y, z, in this order."""

    roll: Rad
    pitch: Rad
    yaw: Rad


@block("vector.quaternion_to_rpy")
def quaternion_to_rpy(x: Quaternion) -> RollPitchYaw:
    r"""Roll, pitch and yaw of a quaternion, about fixed axes.

    $$ R(x) = R_z(\psi)\, R_y(\theta)\, R_x(\varphi), \quad |\theta| \le \tfrac{\pi}{2} $$

    Roll and yaw are in (-pi, pi]. At gimbal lock (pitch of plus or minus pi/2) only the difference or the
    sum of roll and yaw is determined: roll is then 0, and yaw has it all. Close to it roll and yaw are
    sensitive, but together they still are the rotation.
    """
    roll, pitch, yaw = to_rpy(unit(x))
    return RollPitchYaw(roll, pitch, yaw)


@block("vector.rotation_vector_to_quaternion")
def rotation_vector_to_quaternion(x: RotationVector) -> Quaternion:
    r"""Quaternion of a rotation vector: a rotation about its direction by its length.

    $$ y = \left(\cos\tfrac{\theta}{2},\ \tfrac{x}{\theta} \sin\tfrac{\theta}{2}\right),
    \quad \theta = \lVert x \rVert $$
    """
    return array4(from_rotation_vector(x))


@block("vector.quaternion_to_rotation_vector")
def quaternion_to_rotation_vector(x: Quaternion) -> RotationVector:
    r"""Rotation vector of a quaternion: the axis, as long as the angle.

    $$ y = \theta\,k, \quad x = \pm\left(\cos\tfrac{\theta}{2},\ k \sin\tfrac{\theta}{2}\right),
    \quad 0 \le \theta \le \pi $$

    The angle is the smaller one. For the quaternion from the present to the desired orientation, it is the error that
    an orientation controller needs.
    """
    return array3(to_rotation_vector(unit(x)))
