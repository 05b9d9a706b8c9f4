"""The body that is carried: where its grasp points have to be, and where it is found to be."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.carry._arms import GRASPS, Accelerations, Entries, Grasps, Points, Velocities, flat, pairs
from pult.core.block import block
from pult.core.signals import Array, Rad, Shape
from pult.motion.carry.grasps import body_pose, grasp_accelerations, grasp_points, grasp_velocities

Place = Annotated[Array, "m", Shape(2), "place of the body in the work space"]
Velocity = Annotated[Array, "m/s", Shape(2), "its velocity"]
Acceleration = Annotated[Array, "m/s^2", Shape(2), "its acceleration"]
Turn = Annotated[float, "rad", "orientation of the body"]
Turning = Annotated[float, "rad/s", "its rate"]
TurnAcceleration = Annotated[float, "rad/s^2", "its angular acceleration"]


class GraspMotion(NamedTuple):
    """Motion of the grasp points in the work space."""

    points: Points
    velocities: Velocities
    accelerations: Accelerations


class Pose(NamedTuple):
    """Pose of the body in the work space."""

    place: Annotated[Array, "m", Shape(2)]
    turn: Rad


@block("carry.grasp_points")
def grasp_motion(
    place: Place,
    turn: Turn,
    velocity: Velocity,
    turning: Turning,
    acceleration: Acceleration,
    turn_acceleration: TurnAcceleration,
    *,
    n: Entries = 4,
    grasps: Grasps = GRASPS,
) -> GraspMotion:
    r"""Motion of the grasp points of a body from that of the body, in the work space {S}.

    $$ p_i = P + R(\varphi)\, r_i, \qquad \dot p_i = \dot P + \dot\varphi\, \hat z \times R r_i, \qquad
    \ddot p_i = \ddot P + \ddot\varphi\, \hat z \times R r_i - \dot\varphi^2 R r_i $$

    Paper 001, eq. (9): r_i are the grasp points in axes of the body, for any number of arms.
    """
    rows = pairs(grasps)
    vx, vy, ax, ay = float(velocity[0]), float(velocity[1]), float(acceleration[0]), float(acceleration[1])
    return GraspMotion(
        flat(grasp_points(float(place[0]), float(place[1]), turn, rows)),
        flat(grasp_velocities(vx, vy, turning, turn, rows)),
        flat(grasp_accelerations(ax, ay, turn_acceleration, turning, turn, rows)),
    )


@block("carry.body_pose")
def found_pose(points: Points, *, n: Entries = 4, grasps: Grasps = GRASPS) -> Pose:
    r"""Pose of the body whose grasp points are nearest to those that are measured (least squares).

    $$ \min_{P,\, \varphi} \sum_i \left| P + R(\varphi)\, r_i - p_i \right|^2 $$
    """
    x, y, turn = body_pose(pairs(points), pairs(grasps))
    place = np.empty(2)
    place[0], place[1] = x, y
    return Pose(place, turn)
