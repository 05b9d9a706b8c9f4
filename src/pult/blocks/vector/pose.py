"""Poses: position [m] and orientation, a quaternion (w, x, y, z), of a frame, on two ports.

`position_ab` and `quaternion_ab` are the pose of frame b in frame a: they map coordinates in b to coordinates
in a.
"""

from typing import NamedTuple

from pult.core.block import block
from pult.core.signals import Position, Quaternion
from pult.geometry.quaternions import array3, array4, conjugate, hamilton, rotate, triple, unit


class Pose(NamedTuple):
    """Pose of a frame; the quaternion has length 1."""

    position: Position
    quaternion: Quaternion


@block("vector.pose_compose")
def pose_compose(
    position_ab: Position, quaternion_ab: Quaternion, position_bc: Position, quaternion_bc: Quaternion
) -> Pose:
    r"""Pose of c in a, from the pose of b in a and that of c in b.

    $$ p_{ac} = p_{ab} + R(q_{ab})\, p_{bc}, \quad q_{ac} = q_{ab}\, q_{bc} $$

    Quaternions are normalised first, so that a long chain of poses does not drift.
    """
    q_ab = unit(quaternion_ab)
    ax, ay, az = triple(position_ab)
    bx, by, bz = rotate(q_ab, triple(position_bc))
    return Pose(array3((ax + bx, ay + by, az + bz)), array4(hamilton(q_ab, unit(quaternion_bc))))


@block("vector.pose_inverse")
def pose_inverse(position_ab: Position, quaternion_ab: Quaternion) -> Pose:
    r"""Pose of a in b, from the pose of b in a.

    $$ p_{ba} = -R(q_{ab})^T\, p_{ab}, \quad q_{ba} = q_{ab}^{-1} $$
    """
    q_ba = conjugate(unit(quaternion_ab))
    x, y, z = rotate(q_ba, triple(position_ab))
    return Pose(array3((-x, -y, -z)), array4(q_ba))


@block("vector.pose_apply")
def pose_apply(position_ab: Position, quaternion_ab: Quaternion, point: Position) -> Position:
    r"""Transforms a point from frame b to frame a.

    $$ y = p_{ab} + R(q_{ab})\, p $$
    """
    ax, ay, az = triple(position_ab)
    x, y, z = rotate(unit(quaternion_ab), triple(point))
    return array3((ax + x, ay + y, az + z))
