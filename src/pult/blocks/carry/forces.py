"""Forces at the grasp points: what carries the body, and what only squeezes it."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.carry._arms import GRASPS, Entries, Forces, Grasps, Pairs, flat, pairs
from pult.blocks.carry.body import Acceleration, Turn, TurnAcceleration
from pult.core.block import block
from pult.core.signals import Array, Range
from pult.motion.carry.grasps import grasp_points, internal_size, rigid_part, shared_forces


class Split(NamedTuple):
    """Both parts, and the size of the internal one."""

    rigid: Annotated[Array, "?a", Pairs]
    internal: Annotated[Array, "?a", Pairs]
    size: Annotated[float, "?a"]


@block("carry.split")
def split(vectors: Annotated[Array, "?a", Pairs], turn: Turn, *, n: Entries = 4, grasps: Grasps = GRASPS) -> Split:
    r"""Splits vectors at the grasp points into the part that moves the body and the internal one, which does not.

    $$ v_r = G^+ G\, v, \qquad v_i = v - v_r, \qquad |v_i| = \sqrt{\tfrac12 \textstyle\sum v_i^2} $$

    G is the grasp map, from forces at the grasp points to force and moment on the body. It holds for forces and for
    small displacements. For two arms that pull at a bar with f against each other the size is f.
    """
    rows, levers = pairs(vectors), grasp_points(0.0, 0.0, turn, pairs(grasps))
    rigid = flat(rigid_part(rows, levers))
    internal = np.empty(rigid.shape[0])
    for i in range(rigid.shape[0]):
        internal[i] = float(vectors[i]) - float(rigid[i])
    return Split(rigid, internal, internal_size(rows, levers))


@block("carry.share")
def share(
    acceleration: Acceleration,
    turn_acceleration: TurnAcceleration,
    turn: Turn,
    *,
    n: Entries = 4,
    grasps: Grasps = GRASPS,
    mass: Annotated[float, "kg", Range(0), "mass of the body"] = 2.0,
    inertia: Annotated[float, "kg*m^2", Range(0), "moment of inertia about its origin, which is its centre"] = 0.035,
) -> Forces:
    r"""Forces of the arms that accelerate the body without squeezing it.

    $$ f = G^+ \begin{pmatrix} m\, \ddot P \\ I\, \ddot\varphi \end{pmatrix} $$
    """
    levers = grasp_points(0.0, 0.0, turn, pairs(grasps))
    ax, ay = float(acceleration[0]), float(acceleration[1])
    return flat(shared_forces(mass * ax, mass * ay, inertia * turn_acceleration, levers))
