"""f3 as a kernel: one step of the working point along the straight line to the target.

Pitch and roll go with the fraction of the way, and are not wrapped. The last step is exact: it ends in the target
configuration itself. The type of the configuration is kept (see `choice`). A line that lies in the grab's plane passes
the column axis with the column at rest, from forward to fling-over or back; any other line must keep off the circle of
the side shift, inside which there is no configuration.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.grab.chain import offsets, working_point
from pult.motion.grab.choice import NEITHER, elbow_choice, elbow_type
from pult.motion.grab.inverse import FLING_OVER, FORWARD, UP, arm_angles, configuration
from pult.motion.grab.protection import LENGTH_TOLERANCE, refusal
from pult.motion.grab.reasons import COLUMN_CHANGE, ELBOW_CHANGE, JOINT_STEP, NONE, PATH_NEAR_COLUMN

IN_PLANE = 1e-7
"""A line is in the grab's plane if its ends are not farther from it than this [m]."""
SAME_COLUMN = 1e-6
"""Column angles that are the same for a line in the grab's plane [rad]."""
SAME_ROLL = 1e-9
"""Rolls that differ by less are equal [rad]."""
SAMPLES = 64
"""Places of a line that are compared with a side shift that changes on the way, by the roll of an object."""
SHORTEST = 1e-6
"""A step is not shortened below this share of the way."""
AT_NOW, AT_TARGET, ON_THE_WAY = 0, 1, 2
"""Where f3 has found what it refuses."""


@kernel
def side_shift(t: Array, roll: float, held: Array) -> float:
    """How far the working point is to the left of the column plane [m]."""
    _, _, left = offsets(t, roll, float(held[0]), float(held[1]), float(held[2]), float(held[3]))
    return left


@kernel
def clearance_of_shift(t: Array, held: Array, begin: Array, end: Array, roll: float, roll_end: float) -> float:
    """Least distance of a line from the column axis, less the side shift there [m]; below 0 there is no solution."""
    ax, ay = float(begin[0]), float(begin[1])
    vx, vy = float(end[0]) - ax, float(end[1]) - ay
    on_axis = float(held[0]) == 0.0 and float(held[1]) == 0.0
    if on_axis or abs(roll - roll_end) <= SAME_ROLL:
        size = vx * vx + vy * vy
        s = min(max(-(ax * vx + ay * vy) / size, 0.0), 1.0) if size > 0.0 else 0.0
        return math.sqrt((ax + s * vx) * (ax + s * vx) + (ay + s * vy) * (ay + s * vy)) - abs(side_shift(t, roll, held))
    least = 1e300
    for i in range(SAMPLES + 1):
        s = i / SAMPLES
        x, y = ax + s * vx, ay + s * vy
        shift = abs(side_shift(t, roll + s * (roll_end - roll), held))
        least = min(least, math.sqrt(x * x + y * y) - shift)
    return least


@kernel
def off_plane(point: Array, column: float, left: float) -> tuple[float, float]:
    """A point in the plane of a column angle: forward along it, and its distance to the left of the shifted plane."""
    c, s = math.cos(column), math.sin(column)
    x, y = float(point[0]), float(point[1])
    return x * c + y * s, y * c - x * s - left


@kernel
def largest_turn(a: Array, b: Array) -> float:
    """Largest difference of the angles of column, shoulder, elbow and wrist [rad]."""
    most = 0.0
    for i in range(4):
        most = max(most, abs(float(a[i]) - float(b[i])))
    return most


@kernel
def on_line(
    t: Array, now: Array, target: Array, held: Array, begin: Array, end: Array, share: float,
    flung: int, in_plane: bool, point: Array, answer: Array,
) -> tuple[int, float]:  # fmt: skip
    """The configuration at a share of the way, of the type of the present one.

    Args:
        t: The manipulator's table.
        now, target: Joint angles at the beginning and at the end [rad]. Shape (5,).
        held: The held object. Shape (4,).
        begin, end: The working point there [m]. Shape (3,).
        share: Share of the way, 0 to 1.
        flung: `FORWARD` or `FLING_OVER`.
        in_plane: Whether the line passes the column axis in the grab's plane: the column rests.
        point: Filled: the working point [m]. Shape (3,).
        answer: Filled: joint angles [rad]. Shape (5,).

    Returns:
        A reason, and what is lacking.
    """
    for i in range(3):
        point[i] = float(begin[i]) + share * (float(end[i]) - float(begin[i]))
    pitch = float(now[1]) + float(now[2]) + float(now[3])
    pitch += share * (float(target[1]) + float(target[2]) + float(target[3]) - pitch)
    roll = float(now[4]) + share * (float(target[4]) - float(now[4]))
    previous, aim = elbow_type(float(now[2])), elbow_type(float(target[2]))
    wanted = previous if previous != NEITHER else aim
    if wanted == NEITHER:
        wanted = UP
    if in_plane:
        along, up, left = offsets(t, roll, float(held[0]), float(held[1]), float(held[2]), float(held[3]))
        x, _ = off_plane(point, float(now[0]), left)
        answer[0], answer[4] = now[0], roll
        reason, lacking = arm_angles(t, x, float(point[2]), pitch, along, up, wanted, answer)
    else:
        reason, lacking = configuration(t, point, pitch, roll, held, flung, wanted, float(now[0]), answer)
    if reason != NONE:
        return reason, lacking
    _, reason = elbow_choice(previous, elbow_type(float(answer[2])), aim)
    return reason, 0.0


@kernel
def step(
    t: Array, now: Array, target: Array, held: Array, load: float, length: float, max_turn: float,
    begin: Array, end: Array, point: Array, answer: Array,
) -> tuple[int, float, float, int]:  # fmt: skip
    """f3: the configuration one step further on the straight line to the target.

    Args:
        t: The manipulator's table.
        now, target: Joint angles of the present and the target configuration [rad]. Shape (5,).
        held: The held object: angle [rad], height, distance, length [m]. Shape (4,).
        load: Mass of what is held [kg].
        length: Length of the step [m].
        max_turn: Largest turn of column, shoulder, elbow and wrist in a step; the step is shortened to keep it [rad].
        begin, end, point: Filled: the working point now, at the target, and after the step [m]. Shape (3,) each.
        answer: Filled: joint angles after the step [rad]. Shape (5,).

    Returns:
        A reason; by how much; the share of the way that the step goes, 1 for the last; where the fault is.
    """
    reason, amount = refusal(t, now, held, load)
    if reason != NONE:
        return reason, amount, 0.0, AT_NOW
    reason, amount = refusal(t, target, held, load)
    if reason != NONE:
        return reason, amount, 0.0, AT_TARGET
    x_now, x_end = working_point(t, now, held, begin), working_point(t, target, held, end)
    way = 0.0
    for i in range(3):
        way += (float(end[i]) - float(begin[i])) * (float(end[i]) - float(begin[i]))
    way = math.sqrt(way)
    share = length / way if length + LENGTH_TOLERANCE < way else 1.0
    flung = FORWARD if x_now > 0.0 or (x_now == 0.0 and x_end >= 0.0) else FLING_OVER
    crosses = x_now * x_end < 0.0
    in_plane = False
    if crosses:
        left, left_end = side_shift(t, float(now[4]), held), side_shift(t, float(target[4]), held)
        _, off = off_plane(end, float(now[0]), left_end)
        in_plane = abs(off) <= IN_PLANE and abs(left - left_end) <= IN_PLANE
        in_plane = in_plane and abs(float(now[0]) - float(target[0])) <= SAME_COLUMN
    if not in_plane:
        near = clearance_of_shift(t, held, begin, end, float(now[4]), float(target[4]))
        if near < -LENGTH_TOLERANCE:
            return PATH_NEAR_COLUMN, -near, 0.0, ON_THE_WAY
        if crosses:
            return COLUMN_CHANGE, 0.0, 0.0, ON_THE_WAY
    previous, aim = elbow_type(float(now[2])), elbow_type(float(target[2]))
    if share >= 1.0 and previous not in (NEITHER, aim) and aim != NEITHER:
        return ELBOW_CHANGE, 0.0, 0.0, ON_THE_WAY
    while True:
        if share >= 1.0:
            for i in range(5):
                answer[i] = target[i]
            for i in range(3):
                point[i] = end[i]
        else:
            reason, amount = on_line(t, now, target, held, begin, end, share, flung, in_plane, point, answer)
            if reason == NONE:
                reason, amount = refusal(t, answer, held, load)
            if reason != NONE:
                return reason, amount, share, ON_THE_WAY
        turn = largest_turn(now, answer)
        if turn <= max_turn:
            return NONE, 0.0, share, ON_THE_WAY
        if share < SHORTEST:
            return JOINT_STEP, turn, share, ON_THE_WAY
        share *= min(max(0.95 * max_turn / turn, 0.05), 0.9)


@kernel
def joint_deviation(t: Array, a: Array, b: Array, held: Array) -> float:
    """How far the working point leaves the straight line if all joints turn evenly from one configuration to another.

    Args:
        t: The manipulator's table.
        a, b: Joint angles [rad]. Shape (5,).
        held: The held object. Shape (4,).

    Returns:
        Largest distance from the line between the ends [m], at the quarters of the way.
    """
    begin, end, point, q = np.empty(3), np.empty(3), np.empty(3), np.empty(5)
    working_point(t, a, held, begin)
    working_point(t, b, held, end)
    vx, vy, vz = float(end[0] - begin[0]), float(end[1] - begin[1]), float(end[2] - begin[2])
    size = vx * vx + vy * vy + vz * vz
    most = 0.0
    for k in range(1, 4):
        for i in range(5):
            q[i] = float(a[i]) + 0.25 * k * (float(b[i]) - float(a[i]))
        working_point(t, q, held, point)
        x, y, z = float(point[0] - begin[0]), float(point[1] - begin[1]), float(point[2] - begin[2])
        s = min(max((x * vx + y * vy + z * vz) / size, 0.0), 1.0) if size > 0.0 else 0.0
        x, y, z = x - s * vx, y - s * vy, z - s * vz
        most = max(most, math.sqrt(x * x + y * y + z * z))
    return most
