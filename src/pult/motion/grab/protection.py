"""Protections: stops, floor, operating space, platform, and tipping over (`tipping`).

Links are segments with a thickness; the grab reaches from the wrist to the finger tips, the held object from its start
to its far end. The base is a cylinder below the platform.
"""

import math

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.grab.chain import elbow_place, offsets, turned, wrist_place
from pult.motion.grab.reasons import (
    ARM_IN_PLATFORM,
    ARM_OUTSIDE,
    ARM_UNDER_FLOOR,
    COLUMN_STOP,
    NONE,
    TIPS_EMPTY,
    TIPS_LOADED,
)
from pult.motion.grab.table import (
    BACK,
    FLOOR,
    FOREARM_RADIUS,
    FOREARM_SIDE,
    GRAB,
    GRAB_RADIUS,
    GRAB_SIDE,
    HEIGHT,
    LOWER,
    MARGIN,
    PLATFORM_RADIUS,
    SPACE_LOWER,
    SPACE_UPPER,
    UPPER,
    UPPER_ARM_RADIUS,
    UPPER_ARM_SIDE,
)
from pult.motion.grab.tipping import tipping_distance

STOP_TOLERANCE = 1e-7
"""What counts as at a stop [rad]: the error of an inverse problem where the arm is stretched."""
LENGTH_TOLERANCE = 1e-9
"""What counts as touching a limit of length [m]."""


@kernel
def beyond_stops(t: Array, q: Array) -> tuple[int, float]:
    """The first angle beyond its stop, as a reason, and by how much [rad]; below 0 below the lower one."""
    for i in range(5):
        angle = float(q[i])
        if angle < float(t[LOWER + i]) - STOP_TOLERANCE:
            return COLUMN_STOP + i, angle - float(t[LOWER + i])
        if angle > float(t[UPPER + i]) + STOP_TOLERANCE:
            return COLUMN_STOP + i, angle - float(t[UPPER + i])
    return NONE, 0.0


@kernel
def depth_in_platform(
    t: Array, ax: float, ay: float, az: float, bx: float, by: float, bz: float, radius: float
) -> float:
    """How deep a segment with a thickness is in the base below the platform [m]; 0 if it is not.

    The base is made thicker by the radius, upwards and outwards, and the segment thin. The part of the segment below
    the thick platform is a segment; its point nearest to the column axis decides.
    """
    if az >= radius and bz >= radius:
        return 0.0
    begin, end = 0.0, 1.0
    if az > radius:
        begin = (az - radius) / (az - bz)
    elif bz > radius:
        end = (radius - az) / (bz - az)
    vx, vy = bx - ax, by - ay
    size = vx * vx + vy * vy
    s = begin
    if size > 0.0:
        s = min(max(-(ax * vx + ay * vy) / size, begin), end)
    px, py = ax + s * vx, ay + s * vy
    inside = float(t[PLATFORM_RADIUS]) + radius - math.sqrt(px * px + py * py)
    if inside <= LENGTH_TOLERANCE:
        return 0.0
    lowest = min(az + begin * (bz - az), az + end * (bz - az))
    below = radius - lowest
    return min(inside, below) if below > LENGTH_TOLERANCE else 0.0


@kernel
def outside_space(t: Array, x: float, y: float, z: float, radius: float) -> float:
    """How far a ball is outside the operating space along an axis [m]; 0 or less inside."""
    far = max(float(t[SPACE_LOWER]) - x, x - float(t[SPACE_UPPER]))
    far = max(far, float(t[SPACE_LOWER + 1]) - y, y - float(t[SPACE_UPPER + 1]))
    return max(far, float(t[SPACE_LOWER + 2]) - z, z - float(t[SPACE_UPPER + 2])) + radius


@kernel
def segment_fault(
    t: Array, part: int, ax: float, ay: float, az: float, bx: float, by: float, bz: float, radius: float, free: float
) -> tuple[int, float]:
    """Why a segment is refused, and by how much.

    Args:
        t: The manipulator's table.
        part: 0 the arm, 1 the grab, 2 the held object.
        ax, ay, az: One end [m].
        bx, by, bz: The other end [m].
        radius: Half the thickness for the platform [m].
        free: Half the thickness for the floor and the operating space: 0 for what may touch them [m].
    """
    under = float(t[FLOOR]) - (min(az, bz) - free)
    if under > LENGTH_TOLERANCE:
        return ARM_UNDER_FLOOR + part, under
    far = max(outside_space(t, ax, ay, az, free), outside_space(t, bx, by, bz, free))
    if far > LENGTH_TOLERANCE:
        return ARM_OUTSIDE + part, far
    deep = depth_in_platform(t, ax, ay, az, bx, by, bz, radius)
    if deep > 0.0:
        return ARM_IN_PLATFORM + part, deep
    return NONE, 0.0


@kernel
def collision(t: Array, q: Array, held: Array) -> tuple[int, float]:
    """Floor, operating space and platform: the first reason, from the arm to the held object, and by how much [m]."""
    column, shoulder, elbow, roll = float(q[0]), float(q[1]), float(q[2]), float(q[4])
    pitch = shoulder + elbow + float(q[3])
    ex, ez = elbow_place(t, shoulder)
    wx, wz = wrist_place(t, shoulder, elbow)
    side = float(t[UPPER_ARM_SIDE])
    ax, ay = turned(-float(t[BACK]), side, column)
    bx, by = turned(ex, side, column)
    reason, amount = segment_fault(
        t, 0, ax, ay, float(t[HEIGHT]), bx, by, ez, float(t[UPPER_ARM_RADIUS]), float(t[UPPER_ARM_RADIUS])
    )
    if reason != NONE:
        return reason, amount
    side = float(t[FOREARM_SIDE])
    ax, ay = turned(ex, side, column)
    bx, by = turned(wx, side, column)
    reason, amount = segment_fault(
        t, 0, ax, ay, ez, bx, by, wz, float(t[FOREARM_RADIUS]), float(t[FOREARM_RADIUS])
    )
    if reason != NONE:
        return reason, amount
    c, s, length = math.cos(pitch), math.sin(pitch), float(t[GRAB])
    ax, ay = turned(wx, float(t[GRAB_SIDE]), column)
    bx, by = turned(wx + length * c, float(t[GRAB_SIDE]), column)
    reason, amount = segment_fault(t, 1, ax, ay, wz, bx, by, wz - length * s, float(t[GRAB_RADIUS]), 0.0)
    if reason != NONE:
        return reason, amount
    angle, height, distance, size = float(held[0]), float(held[1]), float(held[2]), float(held[3])
    along, up, left = offsets(t, roll, angle, height, distance, 0.0)
    ax, ay = turned(wx + along * c + up * s, left, column)
    az = wz - along * s + up * c
    along, up, left = offsets(t, roll, angle, height, distance, size)
    bx, by = turned(wx + along * c + up * s, left, column)
    return segment_fault(t, 2, ax, ay, az, bx, by, wz - along * s + up * c, 0.0, 0.0)


@kernel
def refusal(t: Array, q: Array, held: Array, load: float) -> tuple[int, float]:
    """The first reason why a configuration is refused, and by how much; `reasons.NONE` if it is not.

    Args:
        t: The manipulator's table.
        q: Joint angles [rad]. Shape (5,).
        held: Held object: angle [rad], height, distance, length [m]. Shape (4,).
        load: Mass of what is held [kg].
    """
    reason, amount = beyond_stops(t, q)
    if reason != NONE:
        return reason, amount
    reason, amount = collision(t, q, held)
    if reason != NONE:
        return reason, amount
    lacking = float(t[MARGIN]) - tipping_distance(t, q, held, 0.0)
    if lacking > LENGTH_TOLERANCE:
        return TIPS_EMPTY, lacking
    if load > 0.0:
        lacking = float(t[MARGIN]) - tipping_distance(t, q, held, load)
        if lacking > LENGTH_TOLERANCE:
            return TIPS_LOADED, lacking
    return NONE, 0.0
