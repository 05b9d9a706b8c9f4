"""Rotations that align directions, planes and pairs of directions."""

from typing import Annotated, NamedTuple

from pult.blocks.geometry._ports import CaseNumber, MissAngle, Solved, Unit
from pult.core.block import block
from pult.core.signals import Array, Rad, Shape, Vector3
from pult.geometry.algebra.cases import FREE
from pult.geometry.algebra.kernels import alignment
from pult.geometry.quaternions import array3, triple

_directions, _planes, _pairs = alignment.align_directions, alignment.align_planes, alignment.align_pairs
B = Annotated[Array, "?b", Shape(3)]
C = Annotated[Array, "?c", Shape(3)]
D = Annotated[Array, "?d", Shape(3)]


class Turn(NamedTuple):
    """A rotation by axis and angle."""

    axis: Unit
    angle: Rad
    solved: Solved
    case: CaseNumber


@block("geometry.align_directions")
def align_directions(a: Vector3, b: B) -> Turn:
    r"""The smallest rotation that takes one direction to another.

    $$ R(\mathit{axis}, \mathit{angle})\,\frac{a}{\lVert a \rVert} = \frac{b}{\lVert b \rVert},
    \quad \mathit{axis} = \frac{a \times b}{\lVert a \times b \rVert} $$

    Of equal or opposite directions (free) an axis orthogonal to them is chosen.
    """
    axis, angle, case = _directions(triple(a), triple(b))
    return Turn(array3(axis), angle, case <= FREE, float(case))


@block("geometry.align_planes")
def align_planes(normal1: Vector3, normal2: B) -> Turn:
    r"""The smallest rotation that takes the plane with one normal to the plane with another.

    $$ R(\mathit{axis}, \mathit{angle})\,n_1 = \pm n_2, \quad 0 \le \mathit{angle} \le \tfrac{\pi}{2} $$

    The axis is the line where the planes meet.
    """
    axis, angle, case = _planes(triple(normal1), triple(normal2))
    return Turn(array3(axis), angle, case <= FREE, float(case))


class PairTurn(NamedTuple):
    """A rotation by axis and angle, and what it leaves."""

    axis: Unit
    angle: Rad
    miss: MissAngle
    solved: Solved
    case: CaseNumber


@block("geometry.align_pairs")
def align_pairs(a1: Vector3, b1: B, a2: C, b2: D) -> PairTurn:
    r"""The rotation that takes one pair of directions to another: the first exactly, the second into its half-plane.

    $$ R = (x_2\ y_2\ z_2)\,(x_1\ y_1\ z_1)^T $$

    The columns are the frames attached to the pairs (`geometry.attach_frame`). Of the same two directions given in two
    frames it is the rotation between the frames.
    """
    axis, angle, miss, case = _pairs(triple(a1), triple(b1), triple(a2), triple(b2))
    return PairTurn(array3(axis), angle, miss, case <= FREE, float(case))
