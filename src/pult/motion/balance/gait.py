"""Numbers of a gait as one array, and footholds.

Poses of feet are x, y [m] and heading [rad] on the floor. Foot 0 is the left one, foot 1 the right one.
"""

import math

import numpy as np

from pult.core.kernels import clamp, cosine, kernel, sine
from pult.core.signals import Array

(
    PERIOD, DOUBLE, LIFT, HEIGHT, SPACING, AHEAD, HALF_WIDTH, HEEL, TOE, MARGIN, TIME_WEIGHT, PLACE_WEIGHT,
    LEAST_PERIOD, LEAST_SWING, NARROW, WIDE, FAR, DEAD_BAND, ANKLE_SHARE, FOOT_SPEED, FREEZE, START, LANDING_FORCE,
    LATE, EARLY,
) = range(25)  # fmt: skip
"""Indices: period of a step [s], double support in it [s], lift of the swing foot [m], height of the centre of mass
[m], distance of the feet [m], nominal centre of pressure before the frame of the sole [m], edges of the sole [m],
margin kept to them [m], weights of time and place against the aim, shortest step [s], shortest swing [s], least and
largest distance of the feet sideways [m], largest step [m], dead band of footholds [m], share of the sole that the plan
of a foothold counts on, speed of the swing foot [m/s], time before landing at which the foothold is fixed [s], time of
the first shift [s], force that counts as landing [N], longest wait for it [s], how early the foot is in place [s]."""

USUAL = np.array([
    0.7, 0.06, 0.06, 1.2, 0.2018, 0.03, 0.055, 0.10, 0.16, 0.008, 0.02, 0.02, 0.30,
    0.25, 0.13, 0.55, 0.50, 0.012, 0.7, 3.0, 0.06, 0.8, 60.0, 0.08, 0.03,
])  # fmt: skip
USUAL.flags.writeable = False
PLANNED = 4
"""Steps over which the divergent component of motion is planned."""


@kernel
def wrapped(angle: float) -> float:
    """The angle in -pi .. pi [rad]."""
    return angle - 2.0 * math.pi * math.floor((angle + math.pi) / (2.0 * math.pi)) if abs(angle) < 1e9 else 0.0


@kernel
def frequency(gait: Array) -> float:
    """Natural frequency of the pendulum, sqrt(g/z0) [rad/s]."""
    return math.sqrt(9.81 / max(float(gait[HEIGHT]), 0.05))


@kernel
def pressure_point(gait: Array, foot: Array, out: Array) -> None:
    """Nominal centre of pressure of a foot [m]. Shapes (25,), (3,), (2,)."""
    out[0] = float(foot[0]) + float(gait[AHEAD]) * cosine(float(foot[2]))
    out[1] = float(foot[1]) + float(gait[AHEAD]) * sine(float(foot[2]))


@kernel
def foothold(gait: Array, support: int, foot: Array, command: Array, out: Array) -> None:
    """Next foothold from the pose of the support foot: u = p + R(psi) (0, s d/2) + R(psi + turn) (forward, s d/2 +
    side).

    s is 1 where the left foot swings, else -1. Only the foot that opens a turn or a side step makes it; the other
    closes.

    Args:
        gait: The gait. Shape (25,).
        support: Support foot.
        foot: Its pose. Shape (3,).
        command: Step forward [m], to the left [m], turn [rad], per pair of steps for the last two. Shape (3,).
        out: Overwritten with the pose of the foothold. Shape (3,).
    """
    side = -1.0 if support == 0 else 1.0
    turn = float(command[2]) if float(command[2]) * side > 0.0 else 0.0
    sideways = float(command[1]) if float(command[1]) * side > 0.0 else 0.0
    half, heading = 0.5 * side * float(gait[SPACING]), float(foot[2])
    c, s = cosine(heading + turn), sine(heading + turn)
    x, y = float(command[0]), half + sideways
    out[0] = float(foot[0]) - sine(heading) * half + c * x - s * y
    out[1] = float(foot[1]) + cosine(heading) * half + s * x + c * y
    out[2] = heading + turn


@kernel
def dcm_offset(gait: Array, support: int, first: Array, before: Array, command: Array, out: Array) -> None:
    """Offset b of the divergent component of motion from the pressure point when a step begins on a foothold.

    Planned backwards over some steps with the same command, each with a constant centre of pressure after a double
    support in which it goes over evenly:

        xi(T_ds) = p + (xi_T - p) e^{-w (T - T_ds)},   p' = (p - p_before)/T_ds,
        xi(0) = p_before + p'/w + e^{-w T_ds} (xi(T_ds) - p - p'/w),   b = xi(0) - p.

    Args:
        gait: The gait. Shape (25,).
        support: Foot that stands on the foothold.
        first: The foothold. Shape (3,).
        before: Pressure point of the step before [m]. Shape (2,).
        command: See `foothold`. Shape (3,).
        out: Overwritten with b [m]. Shape (2,).
    """
    w, double = frequency(gait), max(float(gait[DOUBLE]), 1e-3)
    points, pose, following = np.empty((PLANNED + 1, 2)), np.empty(3), np.empty(3)
    for r in range(3):
        pose[r] = first[r]
    pressure_point(gait, pose, points[0])
    foot = support
    for k in range(PLANNED):
        foothold(gait, foot, pose, command, following)
        for r in range(3):
            pose[r] = following[r]
        pressure_point(gait, pose, points[k + 1])
        foot = 1 - foot
    shrink, mix = math.exp(-w * max(float(gait[PERIOD]) - double, 0.0)), math.exp(-w * double)
    for r in range(2):
        xi = 0.5 * (float(points[PLANNED, r]) + float(points[PLANNED - 1, r]))
        for k in range(PLANNED - 1, -1, -1):
            here = float(points[k, r])
            last = float(points[k - 1, r]) if k > 0 else float(before[r])
            slope = (here - last) / double
            xi = here + (xi - here) * shrink
            xi = last + slope / w + mix * (xi - here - slope / w)
        out[r] = xi - float(points[0, r])


@kernel
def into_foot(gait: Array, foot: Array, point: Array, out: Array) -> None:
    """The point of a sole, less its margin, that is nearest to a point on the floor [m]. Shapes (25,), (3,), (2,)."""
    c, s, margin = cosine(float(foot[2])), sine(float(foot[2])), float(gait[MARGIN])
    dx, dy = float(point[0]) - float(foot[0]), float(point[1]) - float(foot[1])
    x = clamp(c * dx + s * dy, margin - float(gait[HEEL]), float(gait[TOE]) - margin)
    y = clamp(c * dy - s * dx, margin - float(gait[HALF_WIDTH]), float(gait[HALF_WIDTH]) - margin)
    out[0] = float(foot[0]) + c * x - s * y
    out[1] = float(foot[1]) + s * x + c * y


@kernel
def share_pressure(gait: Array, feet: Array, contacts: Array, point: Array, points: Array) -> float:
    """Share a centre of pressure between the feet that stand; returns the share of the left one.

    With both feet the point is projected to the line between their pressure points, what is left over is added to both,
    and each is kept within its sole.

    Args:
        gait: The gait. Shape (25,).
        feet: Poses of the feet. Shape (2, 3).
        contacts: 1 where a foot stands. Shape (2,).
        point: The wanted centre of pressure [m]; overwritten with the one that the soles can bear. Shape (2,).
        points: Overwritten with the centre of pressure of each foot [m]. Shape (2, 2).
    """
    if float(contacts[0]) > 0.5 and float(contacts[1]) > 0.5:
        A, B = np.empty(2), np.empty(2)
        pressure_point(gait, feet[0], A)
        pressure_point(gait, feet[1], B)
        ex, ey = float(A[0]) - float(B[0]), float(A[1]) - float(B[1])
        square = max(ex * ex + ey * ey, 1e-9)
        part = clamp(((float(point[0]) - float(B[0])) * ex + (float(point[1]) - float(B[1])) * ey) / square, 0.0, 1.0)
        for r in range(2):
            rest = float(point[r]) - part * float(A[r]) - (1.0 - part) * float(B[r])
            A[r], B[r] = float(A[r]) + rest, float(B[r]) + rest
        into_foot(gait, feet[0], A, points[0])
        into_foot(gait, feet[1], B, points[1])
    else:
        part = 1.0 if float(contacts[0]) > 0.5 else 0.0
        foot = 0 if part > 0.5 else 1
        into_foot(gait, feet[foot], point, points[foot])
        for r in range(2):
            points[1 - foot, r] = points[foot, r]
    for r in range(2):
        point[r] = part * float(points[0, r]) + (1.0 - part) * float(points[1, r])
    return part
