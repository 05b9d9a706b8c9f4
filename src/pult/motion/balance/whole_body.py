"""Inverse dynamics of the whole body as one solve: accelerations that do all tasks, and the torques that make them.

Tasks, with c the centre of mass, w^2 = g/z0 and p the wanted centre of pressure:

    c'' = w^2 (c - p) level, kz (z0 - c_z) - dz c_z' upright;   torso: k log(R_wanted R^T) - d omega;
    stance foot: -20 v;   swing foot: a + k (x_ref - x) + d (v_ref - v);   hip yaw = ankle yaw.

The first six rows of M v'' + h give the wrench that the floor must exert. Where its centre of pressure would lie beyond
the soles, the torso gives way, then the centre of mass (`edge`); its level force and turning moment are kept within the
grip, and the torques are tau = (M v'' + h)_joints - sum_k share_k J_k^T wrench, with J_k at the centre of pressure of
foot k. Nothing holds the centre of mass at a place: nothing fights a push but the feet, and the torso at their edges.
"""

import math

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.motion.balance.edge import give_way, pressure_of
from pult.motion.balance.gait import HEIGHT, frequency, share_pressure
from pult.motion.balance.least_squares import factor, least_squares
from pult.robot.floating import GRAVITY, Dynamics, heading_matrix, point_jacobian

HEIGHT_GAINS, TILT_GAINS, YAW_GAINS = (100.0, 20.0), (150.0, 24.0), (60.0, 15.0)
SWING_GAINS, STANCE_DAMPING, PAIR_GAINS = (500.0, 45.0), 20.0, (50.0, 14.0)
"""Gains of the tasks [1/s^2, 1/s]: found in trials at a control step of 10 ms."""
GRIP, TURN_GRIP = 0.5, 0.04
"""Level force [1] and moment about the vertical [m] that are asked of the floor, by its vertical force: what it gives
where friction is usual. More would make the sole slide, and the legs could no longer tell where the body is."""
_FASTEST = 400.0


@kernel
def rotation_error(wanted: Array, R: Array, out: Array) -> None:
    """Rotation vector that takes R to the wanted rotation, in world axes [rad]. Shapes (9,), (9,), (3,)."""
    E = np.empty(9)
    for i in range(3):
        for j in range(3):
            value = 0.0
            for k in range(3):
                value += float(wanted[3 * i + k]) * float(R[3 * j + k])
            E[3 * i + j] = value
    x, y, z = float(E[7]) - float(E[5]), float(E[2]) - float(E[6]), float(E[3]) - float(E[1])
    size = math.sqrt(x * x + y * y + z * z)
    scale = 0.5 if size < 1e-12 else math.atan2(size, float(E[0]) + float(E[4]) + float(E[8]) - 1.0) / size
    out[0], out[1], out[2] = scale * x, scale * y, scale * z


@kernel
def track(
    d: Dynamics, links: Array, tips: Array, yaw_pairs: Array, gait: Array, R: Array, base: Array, v: Array, q: Array,
    feet: Array, contacts: Array, swing: Array, heading: float, pressure: Array, torques: Array, acceleration: Array,
    rates: Array,
) -> None:  # fmt: skip
    """Torques of the joints that do the tasks.

    Args:
        d: Dynamics of the walker.
        links, tips, yaw_pairs: The walker.
        gait: The gait. Shape (25,).
        R, base, v, q: Rotation and position of the pelvis, speeds, joint angles.
        feet: Poses of the feet that stand. Shape (2, 3).
        contacts: 1 where a foot stands. Shape (2,).
        swing: Swing foot: position, velocity, acceleration, heading with its rates. Shape (12,).
        heading: Wanted heading of the body [rad].
        pressure: Wanted centre of pressure [m]. Shape (2,).
        torques: Overwritten [N*m]. Shape (n,).
        acceleration: Overwritten with v'. Shape (6 + n,).
        rates: Overwritten with rates of the joints that do the tasks without feedback [rad/s]. Shape (n,).
    """
    n = q.shape[0]
    size = 6 + n
    A, b, flow, H = np.zeros((20, size)), np.zeros(20), np.zeros(20), np.empty((size, size))
    mass, w = float(d.M[0, 0]), frequency(gait)
    for r in range(3):
        for i in range(size):
            A[r, i] = float(d.M[r, i]) / mass
        b[r] = -float(d.h[r]) / mass
    b[2] = float(b[2]) + GRAVITY
    for r in range(2):
        b[r] = float(b[r]) + w * w * (float(d.com[r]) - float(pressure[r]))
        flow[r] = d.com[3 + r]
    b[2] = float(b[2]) + HEIGHT_GAINS[0] * (float(gait[HEIGHT]) - float(d.com[2])) - HEIGHT_GAINS[1] * float(d.com[5])
    error, tilt, wanted, own = np.empty(3), np.empty(2), heading_matrix(heading), np.empty(9)
    rotation_error(wanted, R, error)
    tilt[0], tilt[1] = -float(error[0]), -float(error[1])
    for r in range(3):
        A[3 + r, 3 + r] = 1.0
        k, damping = TILT_GAINS if r < 2 else YAW_GAINS
        b[3 + r] = k * float(error[r]) - damping * float(v[3 + r])
    for foot in range(2):
        row = 6 + 6 * foot
        for r in range(6):
            for i in range(size):
                A[row + r, i] = d.J[foot, r, i]
            speed = 0.0
            for i in range(size):
                speed += float(d.J[foot, r, i]) * float(v[i])
            b[row + r] = -float(d.drift[foot, r])
            if float(contacts[foot]) > 0.5:
                b[row + r] = float(b[row + r]) - STANCE_DAMPING * speed
            elif r < 3:
                there = float(d.soles[foot, 4 * r + 3])
                pull = SWING_GAINS[0] * (float(swing[r]) - there) + SWING_GAINS[1] * (float(swing[3 + r]) - speed)
                b[row + r] = float(b[row + r]) + float(swing[6 + r]) + pull
                flow[row + r] = swing[3 + r]
            else:
                b[row + r] = float(b[row + r]) - SWING_GAINS[1] * speed
        if float(contacts[foot]) < 0.5:
            for r in range(3):
                for k in range(3):
                    own[3 * r + k] = d.soles[foot, 4 * r + k]
            rotation_error(heading_matrix(float(swing[9])), own, error)
            for r in range(3):
                b[row + 3 + r] = float(b[row + 3 + r]) + SWING_GAINS[0] * float(error[r])
            b[row + 5] = float(b[row + 5]) + SWING_GAINS[1] * float(swing[10]) + float(swing[11])
            flow[row + 5] = swing[10]
        sign = float(yaw_pairs[foot, 2])
        if sign != 0.0:
            i, j = int(yaw_pairs[foot, 0]), int(yaw_pairs[foot, 1])
            A[18 + foot, 6 + i], A[18 + foot, 6 + j] = 1.0, -sign
            b[18 + foot] = -PAIR_GAINS[0] * (float(q[i]) - sign * float(q[j]))
            b[18 + foot] = float(b[18 + foot]) - PAIR_GAINS[1] * (float(v[6 + i]) - sign * float(v[6 + j]))
    factor(A, H)
    least_squares(A, H, b, acceleration)
    all_rates = np.empty(size)
    least_squares(A, H, flow, all_rates)
    for i in range(n):
        rates[i] = all_rates[6 + i]
    give_way(d, gait, base, v, tilt, feet, contacts, A, H, acceleration)
    F = np.empty(size)
    for i in range(size):
        acceleration[i] = clamp(float(acceleration[i]), -_FASTEST, _FASTEST)
    for i in range(size):
        value = float(d.h[i])
        for k in range(size):
            value += float(d.M[i, k]) * float(acceleration[k])
        F[i] = value
    distribute(d, links, tips, gait, base, feet, contacts, F, torques)


@kernel
def distribute(
    d: Dynamics, links: Array, tips: Array, gait: Array, base: Array, feet: Array, contacts: Array, F: Array,
    torques: Array,
) -> None:  # fmt: skip
    """Torques of the joints from M v' + h, with the wrench of the floor shared between the feet that stand."""
    n = torques.shape[0]
    fx, fy, fz = float(F[0]), float(F[1]), float(F[2])
    x, y = float(base[0]), float(base[1])
    nz = float(F[5]) + x * fy - y * fx
    point, points = np.empty(2), np.empty((2, 2))
    down = pressure_of(F, base, point)
    turn = clamp(nz - (float(point[0]) * fy - float(point[1]) * fx), -TURN_GRIP * down, TURN_GRIP * down)
    fx, fy = clamp(fx, -GRIP * down, GRIP * down), clamp(fy, -GRIP * down, GRIP * down)
    share = share_pressure(gait, feet, contacts, point, points)
    frames, J, place = d.frames.copy(), np.empty((6, 6 + n)), np.empty(3)
    for i in range(n):
        torques[i] = F[6 + i]
        for r in range(3):
            frames[i, 4 * r + 3] = float(frames[i, 4 * r + 3]) - float(base[r])
    for foot in range(2):
        part = share if foot == 0 else 1.0 - share
        if part <= 0.0 or float(contacts[foot]) < 0.5:
            continue
        place[0], place[1] = float(points[foot, 0]) - x, float(points[foot, 1]) - y
        place[2] = float(d.soles[foot, 11]) - float(base[2])
        point_jacobian(links, frames, int(tips[foot, 0]), place, J)
        for i in range(n):
            pull = float(J[0, 6 + i]) * fx + float(J[1, 6 + i]) * fy + float(J[2, 6 + i]) * fz
            torques[i] = float(torques[i]) - part * (pull + float(J[5, 6 + i]) * turn)
