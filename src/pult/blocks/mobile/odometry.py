"""Odometry of a base with steered and driven wheels."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.mobile._wheels import PlacesX, PlacesY, Radius, Steered, Wheels, X, Y
from pult.core.block import block
from pult.core.kernels import kernel, ratio, wrap_angle
from pult.core.signals import Array, Shape, Step
from pult.motion.mobile.odometry import base_motion, motion_matrix, moved_pose


class Matrix(NamedTuple):
    """What least squares need."""

    matrix: Array


class OdometryState(NamedTuple):
    """Pose (m, m, rad) in the step before, and the angles of wheels and steering there."""

    pose: Array
    rolled: Array
    steered: Array
    started: bool = False


class Odometry(NamedTuple):
    """Where the base is, counted from where it began, and how it moves in its own axes."""

    x: Annotated[float, "m"]
    y: Annotated[float, "m"]
    yaw: Annotated[float, "rad"]
    velocity: Annotated[Array, "m/s", Shape(2), "forward and to the left"]
    rate: Annotated[float, "rad/s"]


Rolled = Annotated[Array, "rad", Shape("n"), "angles of the wheels, as they rolled"]
Reset = Annotated[bool, "1", "count from here"]


@kernel
def motion_since(
    state: OdometryState, rolled: Array, steered: Array, radius: float, matrix: Array
) -> tuple[float, float, float]:
    """Motion of the base since the step before, in its own axes: forward [m], left [m], turn [rad]."""
    if not state.started:
        return 0.0, 0.0, 0.0
    n = rolled.shape[0]
    way, angles = np.empty(n), np.empty(n)
    for i in range(n):
        way[i] = radius * (float(rolled[i]) - float(state.rolled[i]))
        angles[i] = 0.5 * (float(steered[i]) + float(state.steered[i]))
    return base_motion(way, angles, matrix)


@block("mobile.odometry")
class OdometryBlock:
    r"""Pose of a base from the angles of its wheels and of their steering, counted from where it began.

    $$ \min_{a, b, c} \sum_i \left| r\, \Delta\varphi_i \begin{pmatrix} \cos\theta_i \\ \sin\theta_i \end{pmatrix} -
       \begin{pmatrix} a - c\, y_i \\ b + c\, x_i \end{pmatrix} \right|^2, \qquad
       p_{k+1} = p_k + \frac{\sin(c/2)}{c/2} R(\psi_k + c/2) \begin{pmatrix} a \\ b \end{pmatrix}, \qquad
       \psi_{k+1} = \psi_k + c $$

    Steering angles are those of the middle of the step. `reset` starts it anew where the base is. It counts what has
    rolled up to this step.
    """

    @staticmethod
    def prepare(*, n: Wheels = 3, wheels_x: PlacesX = X, wheels_y: PlacesY = Y, radius: Radius = 0.08) -> Matrix:
        """The least squares of all wheels."""
        return Matrix(motion_matrix(wheels_x, wheels_y))

    @staticmethod
    def initial(*, n: int) -> OdometryState:
        """Not begun."""
        return OdometryState(np.zeros(3), np.zeros(n), np.zeros(n))

    @staticmethod
    def output(
        state: OdometryState,
        rolled: Rolled,
        steered: Steered,
        reset: Reset = False,
        *,
        radius: float,
        matrix: Array,
        dt: Step,
    ) -> Odometry:
        """Pose and motion up to this step."""
        forward, left, turn = motion_since(state, rolled, steered, radius, matrix)
        x, y, yaw = moved_pose(float(state.pose[0]), float(state.pose[1]), float(state.pose[2]), forward, left, turn)
        if reset:
            x, y, yaw = 0.0, 0.0, 0.0
        velocity = np.empty(2)
        velocity[0], velocity[1] = ratio(forward, dt), ratio(left, dt)
        return Odometry(x, y, wrap_angle(yaw), velocity, ratio(turn, dt))

    @staticmethod
    def update(
        state: OdometryState,
        rolled: Rolled,
        steered: Steered,
        reset: Reset = False,
        *,
        radius: float,
        matrix: Array,
    ) -> OdometryState:
        """Remember pose and angles of this step."""
        forward, left, turn = motion_since(state, rolled, steered, radius, matrix)
        x, y, yaw = moved_pose(float(state.pose[0]), float(state.pose[1]), float(state.pose[2]), forward, left, turn)
        if reset:
            x, y, yaw = 0.0, 0.0, 0.0
        state.pose[0], state.pose[1], state.pose[2] = x, y, wrap_angle(yaw)
        for i in range(rolled.shape[0]):
            state.rolled[i], state.steered[i] = rolled[i], steered[i]
        return OdometryState(state.pose, state.rolled, state.steered, True)
