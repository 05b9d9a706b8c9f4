"""Angles of rotations about one, two and three axes: the inverse problems."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.geometry._ports import Axis, CaseNumber, Miss, MissAngle, OtherAxis, Solved, ThirdAxis
from pult.core.block import block
from pult.core.signals import Array, Quaternion, Rad, Shape, Vector3
from pult.geometry.algebra.cases import FREE
from pult.geometry.algebra.kernels import axes
from pult.geometry.quaternions import array3, triple, unit

_between, _about = axes.angle_between, axes.angle_about
_two, _three = axes.two_axis_angles, axes.three_axis_angles
Pair = Annotated[Array, "rad", Shape(2)]
Three = Annotated[Array, "rad", Shape(3)]


class AngleBetween(NamedTuple):
    """Angle between two vectors."""

    angle: Rad
    solved: Solved
    case: CaseNumber


@block("geometry.angle_between")
def angle_between(a: Vector3, b: Annotated[Array, "?b", Shape(3)]) -> AngleBetween:
    r"""Angle between two vectors, from 0 to π.

    $$ \theta = 2 \operatorname{atan2}(\lVert u - v \rVert, \lVert u + v \rVert),
    \quad u = a / \lVert a \rVert,\ v = b / \lVert b \rVert $$

    Accurate also near 0 and π, where the arc cosine of the scalar product loses half of the digits.
    """
    angle, case = _between(triple(a), triple(b))
    return AngleBetween(angle, case <= FREE, float(case))


class AngleAbout(NamedTuple):
    """Angle about an axis."""

    angle: Rad
    miss: Miss
    solved: Solved
    case: CaseNumber


@block("geometry.angle_about")
def angle_about(a: Vector3, b: Vector3, axis: Axis) -> AngleAbout:
    r"""Angle of the rotation about an axis that takes one vector to another: the inverse of `geometry.rotate`.

    $$ \theta = \operatorname{atan2}\left(k \cdot (a \times b),\ a \cdot b - (k \cdot a)(k \cdot b)\right),
    \quad k = \mathit{axis} / \lVert \mathit{axis} \rVert $$

    Unequal: their lengths or their cones about the axis differ; the miss is the least distance that a rotation leaves.
    """
    angle, miss, case = _about(triple(a), triple(b), triple(axis))
    return AngleAbout(angle, miss, case <= FREE, float(case))


class TwoAxisAngles(NamedTuple):
    """Both solutions of a problem of two axes."""

    first: Annotated[Pair, "angles about the first and the second axis"]
    second: Annotated[Pair, "the other solution"]
    miss: Miss
    solved: Solved
    case: CaseNumber


@block("geometry.two_axis_angles")
def two_axis_angles(a: Vector3, b: Vector3, axis1: Axis, axis2: OtherAxis) -> TwoAxisAngles:
    r"""Angles of the rotations about one axis and then about another that take one vector to another.

    $$ b = R(\mathit{axis}_2, q_2)\, R(\mathit{axis}_1, q_1)\, a $$

    The vector between the two rotations lies on two cones, which have two common directions at most. If they have
    none (apart, inside), the angles that come nearest are given.
    """
    q1, q2, r1, r2, miss, case = _two(triple(a), triple(b), triple(axis1), triple(axis2))
    first, second = np.empty(2), np.empty(2)
    first[0], first[1] = q1, q2
    second[0], second[1] = r1, r2
    return TwoAxisAngles(first, second, miss, case <= FREE, float(case))


class ThreeAxisAngles(NamedTuple):
    """Both solutions of a problem of three axes."""

    first: Annotated[Three, "angles about the three axes"]
    second: Annotated[Three, "the other solution"]
    miss: MissAngle
    solved: Solved
    case: CaseNumber


@block("geometry.three_axis_angles")
def three_axis_angles(rotation: Quaternion, axis1: Axis, axis2: OtherAxis, axis3: ThirdAxis) -> ThreeAxisAngles:
    r"""Angles of rotations about three fixed axes, one after the other, that make up a rotation.

    $$ R = R(\mathit{axis}_3, q_3)\, R(\mathit{axis}_2, q_2)\, R(\mathit{axis}_1, q_1) $$

    The axes need not be orthogonal. For axes that move along with the body, give them in the reverse order. At gimbal
    lock (free) only a sum of two angles counts.
    """
    q, r, miss, case = _three(unit(rotation), triple(axis1), triple(axis2), triple(axis3))
    return ThreeAxisAngles(array3(q), array3(r), miss, case <= FREE, float(case))
