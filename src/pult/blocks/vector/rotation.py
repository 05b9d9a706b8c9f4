"""Rotation of vectors. The axes are right-handed: x forward, y left, z up (REP-103)."""

from typing import Annotated

from pult.core.block import block
from pult.core.signals import Array, Quaternion, Rad, Shape, Vector3
from pult.geometry.quaternions import array3, from_axis_angle, from_rpy, rotate, triple, unit


@block("vector.rotate_axis_angle")
def rotate_axis_angle(x: Vector3, axis: Annotated[Array, "?b", Shape(3)], angle: Rad) -> Vector3:
    r"""Rotates a vector about an axis by an angle.

    $$ y = x \cos\theta + (k \times x) \sin\theta + k\,(k \cdot x)(1 - \cos\theta),
    \quad k = a / \lVert a \rVert $$

    The axis a may have any length; the angle is positive by the right-hand rule. A zero axis leaves the vector
    unchanged.
    """
    return array3(rotate(from_axis_angle(axis, angle), triple(x)))


@block("vector.rotate_quaternion")
def rotate_quaternion(x: Vector3, quaternion: Quaternion) -> Vector3:
    r"""Rotates a vector by a quaternion.

    $$ (0, y) = q\,(0, x)\,q^{-1}, \quad q = (w, x, y, z) $$

    The quaternion may have any length: only its direction counts, so the length of the vector is kept. The
    zero quaternion leaves the vector unchanged.
    """
    return array3(rotate(unit(quaternion), triple(x)))


@block("vector.rotate_rpy")
def rotate_rpy(x: Vector3, roll: Rad, pitch: Rad, yaw: Rad) -> Vector3:
    r"""Rotates a vector by roll, pitch and yaw about fixed axes.

    $$ y = R_z(\psi)\, R_y(\theta)\, R_x(\varphi)\, x $$

    First roll about x, then pitch about y, then yaw about z, all three axes staying where they are (REP-103).
    """
    return array3(rotate(from_rpy(roll, pitch, yaw), triple(x)))
