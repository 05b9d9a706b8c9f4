r"""Motion of grasp points from the motion of the body that several arms hold (paper 001, eqs. (7)-(9)).

Frames: {G} of the body, {S} of the work space, {B_i} of the base of arm i. A body at P_S, turned by phi in {S}, has its
grasp point r_i (in {G}) at

    p_i = P_S + R(phi) r_i    in {S},        R_BS (p_i - b_i)    in {B_i}

with b_i the base of the arm in {S}, turned by beta_i, R_BS = R(-beta_i). (The print adds the origins of the frames to
the vectors r_i, which need rotation only.) Derivatives follow: p_i' = P' + w x (R r_i), p_i'' = P'' + w' x (R r_i) -
w^2 R r_i.

The grasp map G takes forces f_i at the grasp points to the wrench (force, moment) on the body. Its pseudo-inverse gives
the forces that carry the body without squeezing it; what is left, f - G^+ G f, are *internal forces*: they load the
arms and the body and move nothing.
"""

import math

import numpy as np

from pult.core.kernels import cosine, kernel, ratio, sine
from pult.core.signals import Array


@kernel
def grasp_points(x: float, y: float, turn: float, grasps: Array) -> Array:
    """Grasp points of a body in {S} [m]. Shape (n, 2).

    Args:
        x, y: The body's origin in {S} [m].
        turn: Its orientation [rad].
        grasps: Grasp points in {G} [m]. Shape (n, 2).
    """
    n = grasps.shape[0]
    c, s = cosine(turn), sine(turn)
    points = np.empty((n, 2))
    for i in range(n):
        points[i, 0] = x + c * float(grasps[i, 0]) - s * float(grasps[i, 1])
        points[i, 1] = y + s * float(grasps[i, 0]) + c * float(grasps[i, 1])
    return points


@kernel
def grasp_velocities(vx: float, vy: float, w: float, turn: float, grasps: Array) -> Array:
    """Velocities of the grasp points in {S} [m/s]. Shape (n, 2)."""
    arms = grasp_points(0.0, 0.0, turn, grasps)
    for i in range(arms.shape[0]):
        ax, ay = float(arms[i, 0]), float(arms[i, 1])
        arms[i, 0], arms[i, 1] = vx - w * ay, vy + w * ax
    return arms


@kernel
def grasp_accelerations(ax: float, ay: float, dw: float, w: float, turn: float, grasps: Array) -> Array:
    """Accelerations of the grasp points in {S} [m/s^2]. Shape (n, 2)."""
    arms = grasp_points(0.0, 0.0, turn, grasps)
    for i in range(arms.shape[0]):
        rx, ry = float(arms[i, 0]), float(arms[i, 1])
        arms[i, 0] = ax - dw * ry - w * w * rx
        arms[i, 1] = ay + dw * rx - w * w * ry
    return arms


@kernel
def into_base(x: float, y: float, turn: float) -> tuple[float, float]:
    """A vector of {S} in axes of a base that is turned by an angle [rad]."""
    c, s = cosine(turn), sine(turn)
    return c * x + s * y, c * y - s * x


@kernel
def out_of_base(x: float, y: float, turn: float) -> tuple[float, float]:
    """A vector in axes of a base in {S}; the inverse of `into_base`."""
    c, s = cosine(turn), sine(turn)
    return c * x - s * y, s * x + c * y


@kernel
def body_pose(points: Array, grasps: Array) -> tuple[float, float, float]:
    """Pose (x, y, turn) of the body whose grasp points are nearest to given points in {S} (least squares).

    Args:
        points: Where the grasp points are found to be, such as the ends of the arms [m]. Shape (n, 2).
        grasps: Grasp points in {G} [m]. Shape (n, 2).
    """
    n = points.shape[0]
    mean = np.zeros(4)
    for i in range(n):
        for j in range(2):
            mean[j] = float(mean[j]) + float(points[i, j]) / n
            mean[2 + j] = float(mean[2 + j]) + float(grasps[i, j]) / n
    along, across = 0.0, 0.0
    for i in range(n):
        px, py = float(points[i, 0]) - float(mean[0]), float(points[i, 1]) - float(mean[1])
        gx, gy = float(grasps[i, 0]) - float(mean[2]), float(grasps[i, 1]) - float(mean[3])
        along += gx * px + gy * py
        across += gx * py - gy * px
    turn = math.atan2(across, along)
    c, s = math.cos(turn), math.sin(turn)
    mx, my = float(mean[2]), float(mean[3])
    return float(mean[0]) - c * mx + s * my, float(mean[1]) - s * mx - c * my, turn


@kernel
def shared_forces(fx: float, fy: float, moment: float, arms: Array) -> Array:
    """Forces at the grasp points that make a wrench without internal forces, f = G^+ w [N]. Shape (n, 2).

    Args:
        fx, fy: Force on the body [N].
        moment: Moment about the point that the lever arms start from [N m].
        arms: Lever arms of the grasp points, in the axes of the force [m]. Shape (n, 2).
    """
    n = arms.shape[0]
    mx, my = 0.0, 0.0
    for i in range(n):
        mx += float(arms[i, 0]) / n
        my += float(arms[i, 1]) / n
    inertia = 0.0
    for i in range(n):
        rx, ry = float(arms[i, 0]) - mx, float(arms[i, 1]) - my
        inertia += rx * rx + ry * ry
    spin = ratio(moment - mx * fy + my * fx, inertia) if inertia > 0.0 else 0.0
    forces = np.empty((n, 2))
    for i in range(n):
        rx, ry = float(arms[i, 0]) - mx, float(arms[i, 1]) - my
        forces[i, 0] = fx / n - spin * ry
        forces[i, 1] = fy / n + spin * rx
    return forces


@kernel
def rigid_part(vectors: Array, arms: Array) -> Array:
    """The part G^+ G v of vectors at the grasp points that moves the body; v less it is internal. Shape (n, 2).

    It is a projection, symmetric, of rank 3 (n >= 2), the same for forces and for small displacements.

    Args:
        vectors: Forces, or displacements. Shape (n, 2).
        arms: Lever arms of the grasp points, in the same axes [m]. Shape (n, 2).
    """
    fx, fy, moment = 0.0, 0.0, 0.0
    for i in range(vectors.shape[0]):
        vx, vy = float(vectors[i, 0]), float(vectors[i, 1])
        fx += vx
        fy += vy
        moment += float(arms[i, 0]) * vy - float(arms[i, 1]) * vx
    return shared_forces(fx, fy, moment, arms)


@kernel
def internal_size(forces: Array, arms: Array) -> float:
    """Size of the internal force: root of half the sum of squares of f - G^+ G f [N].

    For two arms that pull at a bar with f against each other it is f.
    """
    rigid = rigid_part(forces, arms)
    total = 0.0
    for i in range(forces.shape[0]):
        for j in range(2):
            d = float(forces[i, j]) - float(rigid[i, j])
            total += d * d
    return math.sqrt(total / 2.0)
