"""What gives way where a centre of pressure would have to lie beyond the soles.

A wrench that the floor cannot exert makes the feet tip and the swing foot miss its place. So accelerations are changed
until the soles can bear them: first that of the torso's tilt, then that of the centre of mass. With the moment of
inertia I of what turns, an angular acceleration a of the torso moves the point about which the floor's force has no
moment by I a/(m g) beyond the centre of pressure: a torso that leans into a fall stops it as a longer foot would, as
long as it can go on leaning, and pays it back when it is straightened up, later and smaller by e^{-w t}.

The torso leans no farther than `LEAN`. At the largest speed w from which it can still be braked with `BRAKE`,
w^2 = 2 BRAKE (LEAN - tilt), the bound of its acceleration is -BRAKE.
"""

import math

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.motion.balance.gait import share_pressure
from pult.motion.balance.least_squares import least_squares
from pult.robot.floating import Dynamics

LEAN, BRAKE = 0.3, 2.0
"""Tilt within which a torso that gives way comes to rest [rad], and how it is braked [rad/s^2]: for a biped of 90 kg
that moves the centre of pressure by 3 cm."""
APPROACH = 10.0
"""How fast the torso's speed is led to the one from which it can be braked [1/s]."""
NOWHERE = 1e-5
"""Distance from the soles that counts for nothing [m]."""


@kernel
def give_way(
    d: Dynamics, gait: Array, base: Array, v: Array, tilt: Array, feet: Array, contacts: Array, A: Array, H: Array,
    acceleration: Array,
) -> None:  # fmt: skip
    """Change accelerations that need a centre of pressure beyond the soles.

    Accelerations are linear in what the tasks ask for, v' = v'_0 + S db, and so are the moments of the floor's wrench
    about the point of the soles nearest to the centre of pressure: two equations for the change of two tasks, first of
    the torso's tilt within `turning_bound`, then of the level motion of the centre of mass.

    Args:
        d: Dynamics of the walker.
        gait: The gait. Shape (25,).
        base, v: Position of the pelvis, speeds.
        tilt: Tilt of the torso about x and y [rad]. Shape (2,).
        feet: Poses of the feet that stand. Shape (2, 3).
        contacts: 1 where a foot stands. Shape (2,).
        A, H: Rows of the tasks, those of the centre of mass first, then those of the tilt, and their factor. Shapes
            (20, 6 + n), (6 + n, 6 + n).
        acceleration: v' that does the tasks; changed. Shape (6 + n,).
    """
    rows, size = A.shape
    point, moment, unit, response = np.empty(2), np.empty(2), np.zeros(rows), np.empty((2, size))
    for first in (3, 0):
        if not beyond_soles(d, gait, base, feet, contacts, acceleration, point, moment):
            return
        for k in range(2):
            unit[first + k] = 1.0
            least_squares(A, H, unit, response[k])
            unit[first + k] = 0.0
        xx = moment_about(d, base, point, response[0], 0, False)
        xy = moment_about(d, base, point, response[1], 0, False)
        yx = moment_about(d, base, point, response[0], 1, False)
        yy = moment_about(d, base, point, response[1], 1, False)
        square = xx * yy - xy * yx
        if abs(square) < 1e-9:
            return
        for k in range(2):
            change = (xy * float(moment[1]) - yy * float(moment[0])) / square
            if k == 1:
                change = (yx * float(moment[0]) - xx * float(moment[1])) / square
            if first == 3:
                now, lean, speed = float(acceleration[3 + k]), float(tilt[k]), float(v[3 + k])
                change = clamp(now + change, -turning_bound(-lean, -speed), turning_bound(lean, speed)) - now
            for i in range(size):
                acceleration[i] = float(acceleration[i]) + change * float(response[k, i])


@kernel
def turning_bound(tilt: float, speed: float) -> float:
    """Largest angular acceleration of a torso that is to come to rest within `LEAN` [rad/s^2].

    k (sqrt(2 a (LEAN - tilt)) - speed) - a, with a = `BRAKE` and k = `APPROACH`.
    """
    return APPROACH * (math.sqrt(2.0 * BRAKE * max(LEAN - tilt, 0.0)) - speed) - BRAKE


@kernel
def moment_about(d: Dynamics, base: Array, point: Array, acceleration: Array, axis: int, whole: bool) -> float:
    """Moment of the floor's wrench about a level axis through a point of the floor [N*m].

    With f, n the wrench at the pelvis, M v' + h, and x, y, z the way from the point to the pelvis it is
    n_x + y f_z - z f_y, n_y + z f_x - x f_z.

    Args:
        d: Dynamics of the walker.
        base: Position of the pelvis [m]. Shape (3,).
        point: The point [m]. Shape (2,).
        acceleration: v'. Shape (6 + n,).
        axis: 0 for x, 1 for y.
        whole: Whether h counts; without it the moment is linear in v'.
    """
    side = float(base[1]) - float(point[1]) if axis == 0 else float(point[0]) - float(base[0])
    above = -float(base[2]) if axis == 0 else float(base[2])
    turn = down = level = 0.0
    if whole:
        turn, down, level = float(d.h[3 + axis]), float(d.h[2]), float(d.h[1 - axis])
    for k in range(acceleration.shape[0]):
        change = float(acceleration[k])
        turn += float(d.M[3 + axis, k]) * change
        down += float(d.M[2, k]) * change
        level += float(d.M[1 - axis, k]) * change
    return turn + side * down + above * level


@kernel
def beyond_soles(
    d: Dynamics, gait: Array, base: Array, feet: Array, contacts: Array, acceleration: Array, point: Array,
    moment: Array,
) -> bool:  # fmt: skip
    """Whether accelerations need a centre of pressure beyond the soles.

    Args:
        d: Dynamics of the walker.
        gait: The gait. Shape (25,).
        base: Position of the pelvis [m]. Shape (3,).
        feet: Poses of the feet that stand. Shape (2, 3).
        contacts: 1 where a foot stands. Shape (2,).
        acceleration: v'. Shape (6 + n,).
        point: Overwritten with the nearest point of the soles [m]. Shape (2,).
        moment: Overwritten with the moments about the level axes through it [N*m]. Shape (2,).
    """
    F, points, needed = np.empty(6), np.empty((2, 2)), np.empty(2)
    for i in range(6):
        value = float(d.h[i])
        for k in range(acceleration.shape[0]):
            value += float(d.M[i, k]) * float(acceleration[k])
        F[i] = value
    pressure_of(F, base, needed)
    point[0], point[1] = needed[0], needed[1]
    share_pressure(gait, feet, contacts, point, points)
    for axis in range(2):
        moment[axis] = moment_about(d, base, point, acceleration, axis, True)
    return abs(float(point[0]) - float(needed[0])) + abs(float(point[1]) - float(needed[1])) > NOWHERE


@kernel
def pressure_of(F: Array, base: Array, point: Array) -> float:
    """Centre of pressure of a wrench at the pelvis; returns its vertical force, at least 200 N.

    Args:
        F: Force and moment, in axes of the world [N, N*m]; rows after the sixth do not count. Shape (6 + n,).
        base: Position of the pelvis above the floor [m]. Shape (3,).
        point: Overwritten [m]. Shape (2,).
    """
    x, y, z = float(base[0]), float(base[1]), float(base[2])
    down = max(float(F[2]), 200.0)
    point[0] = -(float(F[4]) + z * float(F[0]) - x * float(F[2])) / down
    point[1] = (float(F[3]) + y * float(F[2]) - z * float(F[1])) / down
    return down
