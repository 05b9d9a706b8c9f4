"""Whether the finger tips reach a place of the vertical plane: exactly, at a given pitch or at any."""

import math

import numpy as np

from pult.core.kernels import kernel, wrap_angle
from pult.core.signals import Array
from pult.motion.grab.inverse import DOWN, UP, arm_angles
from pult.motion.grab.protection import STOP_TOLERANCE
from pult.motion.grab.reasons import NONE
from pult.motion.grab.table import BACK, FOREARM, GRAB, HEIGHT, LOWER, UPPER, UPPER_ARM
from pult.native.library import Compiled


@kernel
def between_stops(t: Array, joint: int, angle: float) -> bool:
    """Whether an angle, or one that differs by a whole turn, lies between the stops of a joint, both as in CONFIG."""
    low, high = float(t[LOWER + joint]) - STOP_TOLERANCE, float(t[UPPER + joint]) + STOP_TOLERANCE
    turned = angle + math.tau if angle < low else angle - math.tau
    return low <= angle <= high or low <= turned <= high


@kernel
def reached_at(t: Array, x: float, z: float, pitch: float) -> bool:
    """Whether the finger tips reach (x, z) with a pitch, by the stops of shoulder, elbow and wrist."""
    q = np.empty(5)
    for elbow in (UP, DOWN):
        reason, _ = arm_angles(t, x, z, pitch, float(t[GRAB]), 0.0, elbow, q)
        fine = reason == NONE
        for i in range(1, 4):
            fine = fine and between_stops(t, i, float(q[i]))
        if fine:
            return True
    return False


@kernel
def _reached_from(t: Array, x: float, z: float, shoulder: float) -> bool:
    """Whether the finger tips reach (x, z), seen from the shoulder axis, with a shoulder angle of CONFIG."""
    l1, l2, l3 = float(t[UPPER_ARM]), float(t[FOREARM]), float(t[GRAB])
    dx, dz = x - l1 * math.cos(shoulder), z + l1 * math.sin(shoulder)
    cosine = (dx * dx + dz * dz - l2 * l2 - l3 * l3) / (2.0 * l2 * l3)
    if abs(cosine) > 1.0:
        return False
    bend = math.acos(cosine)
    slope = math.atan2(dz, dx)
    for wrist in (bend, -bend):  # positive down
        forearm = -slope + math.atan2(-l3 * math.sin(wrist), l2 + l3 * math.cos(wrist))
        if between_stops(t, 3, wrist) and between_stops(t, 2, wrap_angle(forearm - shoulder)):
            return True
    return False


@kernel
def _add_cuts(angles: Array, count: int, slope: float, apart: float, arm: float, reach: float, turn: float) -> int:
    """Shoulder angles at which a point of the arm, at a radius and turned by an angle, has a distance from the target.

    Args:
        angles: Filled from `count` on.
        count: How many are there.
        slope: Of the target, positive up [rad].
        apart: Distance of the target from the shoulder axis [m].
        arm: Radius of the point [m].
        reach: Wanted distance between the two [m].
        turn: Slope of the point for a shoulder angle of 0, positive up [rad].

    Returns:
        How many are there now.
    """
    if apart <= 0.0 or arm <= 0.0:
        return count
    cosine = (arm * arm + apart * apart - reach * reach) / (2.0 * arm * apart)
    if abs(cosine) > 1.0:
        return count
    half = math.acos(cosine)
    angles[count] = wrap_angle(turn - slope - half)
    angles[count + 1] = wrap_angle(turn - slope + half)
    return count + 2


@kernel
def reached(t: Array, x: float, z: float) -> bool:
    """Whether the finger tips reach (x, z) at any pitch, by the stops of shoulder, elbow and wrist.

    The shoulder angles that do are intervals between few angles: a stop of the shoulder, or where the grab or the elbow
    comes to a stop or is stretched. One angle between each two of them is tried.
    """
    px, pz = x + float(t[BACK]), z - float(t[HEIGHT])
    l1, l2, l3 = float(t[UPPER_ARM]), float(t[FOREARM]), float(t[GRAB])
    apart, slope = math.sqrt(px * px + pz * pz), math.atan2(pz, px)
    low, high = float(t[LOWER + 1]), float(t[UPPER + 1])
    angles = np.empty(16)
    angles[0], angles[1] = low, high
    count = 2
    for wrist in (float(t[LOWER + 3]), float(t[UPPER + 3]), 0.0, math.pi):
        reach = math.sqrt(max(l2 * l2 + l3 * l3 + 2.0 * l2 * l3 * math.cos(wrist), 0.0))
        count = _add_cuts(angles, count, slope, apart, l1, reach, 0.0)
    for elbow in (float(t[LOWER + 2]), float(t[UPPER + 2])):
        wx, wz = l1 + l2 * math.cos(elbow), -l2 * math.sin(elbow)
        count = _add_cuts(angles, count, slope, apart, math.sqrt(wx * wx + wz * wz), l3, math.atan2(wz, wx))
    for i in range(count):
        for j in range(i):
            if angles[i] < angles[j]:
                angles[i], angles[j] = angles[j], angles[i]
    for i in range(count - 1):
        middle = 0.5 * (float(angles[i]) + float(angles[i + 1]))
        if low <= middle <= high and _reached_from(t, px, pz, middle):
            return True
    return _reached_from(t, px, pz, low) or _reached_from(t, px, pz, high)


native_reached = Compiled(reached, "float64[::1], float64, float64")
native_reached_at = Compiled(reached_at, "float64[::1], float64, float64, float64")
