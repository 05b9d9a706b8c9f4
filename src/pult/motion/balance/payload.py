"""What a standing robot carries besides its own masses, weighed by its feet.

While the robot stands still, the forces F_k and moments M_k that the feet exert on what is above them balance its weight.
With n the vertical, c the centre of mass, and o a point midway between the soles,

    m g = n . sum F_k,     m (c - o)_level = n x sum ((r_k - o) x F_k + M_k) / g.

Less the robot's own masses, this is the payload's mass and first moment: both are linear in the readings, and are
averaged. The vertical is the normal of the soles, not an estimate of the tilt: half a degree of error would be a
centimetre of the centre of mass, and half a metre of the place of 2 kg. Moments are taken on the floor, where the noise
of horizontal forces has no lever.
"""

import math

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.robot.floating import GRAVITY
from pult.robot.kinematics import place, place_tips
from pult.robot.walker_arrays import CENTRE, MASS

AVERAGE, RECENT, USED, SAMPLES, RECENT_SAMPLES, STILL = 0, 3, 6, 9, 10, 11
SIZE = 12
"""What is remembered: mass [kg] and first moment forward and to the left [kg*m], their long average, a short one, and the
long one led over smoothly (3 each); number of samples in the averages; how long the robot has stood still [s]."""
RECENT_TIME = 0.4
"""Time of the short average [s]."""
USE_TIME = 0.3
"""Time constant with which a result comes into use [s]."""
CHANGED_MASS, CHANGED_MOMENT = 1.5, 1.0
"""A short average that differs by so much from the long one [kg, kg*m] begins it anew: something was taken or laid
down, or moved. About five standard deviations while the shipped biped sways."""
FARTHEST = 1.0
"""A payload is not farther from the pelvis than this, forward or to a side [m]."""


@kernel
def excess(
    links: Array, tips: Array, bodies: Array, load: Array, q: Array, forces: Array, moments: Array, height: float,
    out: Array,
) -> None:  # fmt: skip
    """Mass and first moment that the feet bear beyond the masses that are known.

    Args:
        links, tips, bodies: The walker.
        load: What the pelvis carries, as known. Shape (13,).
        q: Joint angles of the legs [rad]. Shape (n,).
        forces, moments: Readings of the feet, in axes of the soles: what the leg exerts on the foot, so that a standing
            robot reads a negative vertical force [N, N*m]. Shape (2, 3).
        height: Height of these sensors above the soles [m].
        out: Overwritten with mass [kg] and first moment forward and to the left [kg*m]. Shape (3,).
    """
    m = links.shape[0]
    frames, soles = np.empty((m, 12)), np.empty((2, 12))
    place(links, q, frames)
    place_tips(tips, frames, soles)
    up, F, T, f, r = np.zeros(3), np.zeros(3), np.zeros(3), np.empty(3), np.empty(3)
    o = np.empty(3)
    for i in range(3):
        o[i] = 0.5 * (float(soles[0, 4 * i + 3]) + float(soles[1, 4 * i + 3]))
        up[i] = 0.5 * (float(soles[0, 4 * i + 2]) + float(soles[1, 4 * i + 2]))
    for k in range(2):
        for i in range(3):
            r[i] = float(soles[k, 4 * i + 3]) - float(o[i]) + height * float(soles[k, 4 * i + 2])
            f[i] = 0.0
            for j in range(3):
                f[i] = float(f[i]) - float(soles[k, 4 * i + j]) * float(forces[k, j])
                T[i] = float(T[i]) - float(soles[k, 4 * i + j]) * float(moments[k, j])
            F[i] = float(F[i]) + float(f[i])
        T[0] = float(T[0]) + float(r[1]) * float(f[2]) - float(r[2]) * float(f[1])
        T[1] = float(T[1]) + float(r[2]) * float(f[0]) - float(r[0]) * float(f[2])
        T[2] = float(T[2]) + float(r[0]) * float(f[1]) - float(r[1]) * float(f[0])
    size = max(math.sqrt(float(up[0]) ** 2 + float(up[1]) ** 2 + float(up[2]) ** 2), 1e-9)
    x, y, z = float(up[0]) / size, float(up[1]) / size, float(up[2]) / size
    total = (float(F[0]) * x + float(F[1]) * y + float(F[2]) * z) / GRAVITY
    mass = float(load[MASS])
    sx, sy, sz = mass * float(load[CENTRE]), mass * float(load[CENTRE + 1]), mass * float(load[CENTRE + 2])
    for j in range(m):
        if j == int(tips[0, 0]) or j == int(tips[1, 0]):
            continue  # the feet are below the sensors
        body, own = bodies[j + 1], float(bodies[j + 1, MASS])
        mass += own
        for i in range(3):
            r[i] = frames[j, 4 * i + 3]
            for k in range(3):
                r[i] = float(r[i]) + float(frames[j, 4 * i + k]) * float(body[CENTRE + k])
        sx, sy, sz = sx + own * float(r[0]), sy + own * float(r[1]), sz + own * float(r[2])
    sx, sy, sz = sx - total * float(o[0]), sy - total * float(o[1]), sz - total * float(o[2])
    along = sx * x + sy * y + sz * z
    out[0] = total - mass
    out[1] = (y * float(T[2]) - z * float(T[1])) / GRAVITY - (sx - along * x)
    out[2] = (z * float(T[0]) - x * float(T[2])) / GRAVITY - (sy - along * y)


@kernel
def average(s: Array, sample: Array, still: bool, wait: float, duration: float, dt: float) -> None:
    """Take a sample into the averages if the robot has stood still long enough; else keep them.

    Args:
        s: Memory, changed. Shape (12,).
        sample: Mass and first moment. Shape (3,).
        still: Whether the robot stands still.
        wait: Time of standing still before anything is believed [s].
        duration: Time constant of the long average [s].
        dt: Control step [s].
    """
    for i in range(3):
        s[USED + i] = float(s[USED + i]) + min(dt / USE_TIME, 1.0) * (float(s[AVERAGE + i]) - float(s[USED + i]))
    s[STILL] = float(s[STILL]) + dt if still else 0.0
    if float(s[STILL]) <= wait:
        s[RECENT_SAMPLES] = 0.0
        return
    s[RECENT_SAMPLES] = float(s[RECENT_SAMPLES]) + 1.0
    count, full = float(s[RECENT_SAMPLES]), max(RECENT_TIME / dt, 1.0)
    for i in range(3):
        s[RECENT + i] = float(s[RECENT + i]) + (float(sample[i]) - float(s[RECENT + i])) / min(count, full)
    if count < full:
        return
    changed = abs(float(s[RECENT]) - float(s[AVERAGE])) > CHANGED_MASS
    for i in range(1, 3):
        changed = changed or abs(float(s[RECENT + i]) - float(s[AVERAGE + i])) > CHANGED_MOMENT
    if changed and count >= full + 1.0:
        s[RECENT_SAMPLES] = 0.0  # a short average is made anew, of nothing but what is carried now
    elif changed or float(s[SAMPLES]) < 1.0:
        s[SAMPLES] = full
        for i in range(3):
            s[AVERAGE + i] = s[RECENT + i]
    else:
        s[SAMPLES] = min(float(s[SAMPLES]) + 1.0, max(duration / dt, full))
        for i in range(3):
            s[AVERAGE + i] = float(s[AVERAGE + i]) + (float(sample[i]) - float(s[AVERAGE + i])) / float(s[SAMPLES])


@kernel
def payload_of(s: Array, least: float, height: float, out: Array) -> float:
    """Mass of the payload [kg]; 0 up to a least mass, and the whole from twice that on, so that nothing jumps.

    Args:
        s: Memory. Shape (12,).
        least: The least mass [kg].
        height: Height at which it is taken to be [m].
        out: Overwritten with its place in the frame of the pelvis [m]. Shape (3,).
    """
    mass = float(s[USED])
    out[0] = out[1] = 0.0
    out[2] = height
    if mass <= least:
        return 0.0
    for i in range(2):
        out[i] = clamp(float(s[USED + 1 + i]) / mass, -FARTHEST, FARTHEST)
    return mass * min((mass - least) / max(least, 1e-6), 1.0)
