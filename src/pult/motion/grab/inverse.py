r"""Inverse kinematics: the four configurations that bring the working point to a place with a given pitch and roll.

1. Column: the working point is R = left of the column plane, so that |K|^2 + R^2 = rho^2 in the horizontal right
   triangle. Forward: K is the tangent from the circle of radius R (PkO), x = |K|. Fling-over: K is the tangent from the
   circle of radius -R, the column turns half a turn more, x = -|K|.
2. Wrist: the working point less the offsets of the grab at the pitch psi.
3. Shoulder, elbow, wrist: the three-link figure (U3zvn), elbow up or down.

Operators of the vector algebra count pitch positive up, CONFIG positive down: their angles change sign here.
"""

import math

from pult.core.kernels import kernel, wrap_angle
from pult.core.signals import Array
from pult.geometry.algebra.cases import APART, FREE, INSIDE
from pult.geometry.algebra.kernels.circles import tangent_to_circle
from pult.geometry.algebra.kernels.planar import three_link_angles
from pult.motion.grab.chain import offsets
from pult.motion.grab.protection import LENGTH_TOLERANCE
from pult.motion.grab.reasons import INSIDE_SHIFT_CIRCLE, NONE, TOO_FAR, TOO_NEAR
from pult.motion.grab.table import BACK, FOREARM, HEIGHT, UPPER_ARM

FORWARD, FLING_OVER = 0, 1
UP, DOWN = 0, 1
ANGLES, CASE, AMOUNT = 5, 5, 6
"""Columns of a table of configurations: five angles, then why there is none (a reason), and what is lacking [m]."""
COLUMNS = 7
ROWS = 4
"""Forward elbow up, forward elbow down, fling-over elbow up, fling-over elbow down."""
TWIN = -1
"""In place of a reason: the same configuration as the row before or the other column's."""
SAME_ANGLE = 1e-9
"""Configurations whose angles differ by less are one [rad]."""


@kernel
def column_angle(x: float, y: float, left: float, fling_over: int, hint: float) -> tuple[float, float, float]:
    """Column angle that brings a plane, shifted to the left, through a point.

    Args:
        x, y: The point [m].
        left: Shift R of the plane to the left of the column axis [m].
        fling_over: 0 with the point ahead of the axis, 1 behind.
        hint: Answer where every angle does: the point is on the axis, and the plane is not shifted [rad].

    Returns:
        Column angle [rad]; place of the point along the plane, below 0 for a fling-over [m]; how much too near to the
        axis the point is [m], 0 if it is not.
    """
    rho = math.sqrt(x * x + y * y)
    lacking = abs(left) - rho
    if lacking > LENGTH_TOLERANCE:
        return 0.0, 0.0, lacking
    if lacking > 0.0 and rho > 0.0:  # within rounding of the circle: on it
        x, y = x * (abs(left) / rho), y * (abs(left) / rho)
    sign = -1.0 if fling_over else 1.0
    k, length, _, case = tangent_to_circle((0.0, 0.0, 1.0), (x, y, 0.0), (0.0, 0.0, 0.0), sign * left)
    if case == INSIDE:
        return 0.0, 0.0, max(lacking, 0.0)
    if case == FREE or rho <= LENGTH_TOLERANCE:
        return hint, 0.0, 0.0
    azimuth = math.atan2(k[1], k[0])
    return wrap_angle(azimuth + math.pi) if fling_over else azimuth, sign * length, 0.0


@kernel
def arm_angles(
    t: Array, x: float, z: float, pitch: float, along: float, up: float, elbow: int, q: Array
) -> tuple[int, float]:
    """Shoulder, elbow and wrist for a place of the working point in the arm's plane.

    Args:
        t: The manipulator's table.
        x, z: The working point in the arm's plane [m].
        pitch: Pitch of the grab, positive down [rad].
        along, up: Offsets of the working point from the wrist [m].
        elbow: `UP` or `DOWN`.
        q: Entries 1 to 3 are filled. Shape (5,).

    Returns:
        A reason, and how far out of reach the wrist would be [m].
    """
    c, s = math.cos(pitch), math.sin(pitch)
    base = x - along * c - up * s + float(t[BACK])
    height = z + along * s - up * c - float(t[HEIGHT])
    first, second = float(t[UPPER_ARM]), float(t[FOREARM])
    shoulder, bend, wrist, case = three_link_angles(
        height, base, first, second, -pitch, 1.0 if elbow == UP else -1.0
    )
    q[1], q[2], q[3] = -shoulder, -bend, wrap_angle(-wrist)
    if case == APART:
        lacking = math.sqrt(base * base + height * height) - (first + second)
        return (TOO_FAR, lacking) if lacking > LENGTH_TOLERANCE else (NONE, 0.0)
    if case == INSIDE:
        lacking = abs(first - second) - math.sqrt(base * base + height * height)
        return (TOO_NEAR, lacking) if lacking > LENGTH_TOLERANCE else (NONE, 0.0)
    return NONE, 0.0


@kernel
def configuration(
    t: Array, point: Array, pitch: float, roll: float, held: Array, fling_over: int, elbow: int, hint: float, q: Array
) -> tuple[int, float]:
    """One of the four configurations.

    Args:
        t: The manipulator's table.
        point: Where the working point is to be, in the interface frame [m]. Shape (3,).
        pitch, roll: Of the grab [rad].
        held: Angle [rad], height, distance, length [m] of the held object. Shape (4,).
        fling_over: `FORWARD` or `FLING_OVER`.
        elbow: `UP` or `DOWN`.
        hint: Column angle where every one does [rad].
        q: Filled: joint angles [rad]. Shape (5,).

    Returns:
        A reason, and what is lacking [m]; `reasons.NONE` if there is such a configuration, stops apart.
    """
    along, up, left = offsets(t, roll, float(held[0]), float(held[1]), float(held[2]), float(held[3]))
    column, x, lacking = column_angle(float(point[0]), float(point[1]), left, fling_over, hint)
    q[0], q[4] = column, roll
    if lacking > 0.0:
        q[1], q[2], q[3] = 0.0, 0.0, 0.0
        return INSIDE_SHIFT_CIRCLE, lacking
    return arm_angles(t, x, float(point[2]), pitch, along, up, elbow, q)


@kernel
def same_angles(a: Array, b: Array) -> bool:
    """Whether two configurations are one; column angles are compared as directions."""
    apart = 0.0
    for i in range(5):
        apart = max(apart, abs(wrap_angle(float(a[i]) - float(b[i]))))
    return apart <= SAME_ANGLE


@kernel
def all_configurations(
    t: Array, point: Array, pitch: float, roll: float, held: Array, hint: float, found: Array
) -> None:
    """All configurations, up to four; stops and collisions are not looked at.

    Args:
        t: The manipulator's table.
        point: Where the working point is to be [m]. Shape (3,).
        pitch, roll: Of the grab [rad].
        held: The held object. Shape (4,).
        hint: Column angle where every one does [rad].
        found: Filled, see `ROWS` and `CASE`. Shape (4, 7).
    """
    for i in range(ROWS):
        reason, lacking = configuration(t, point, pitch, roll, held, i // 2, i % 2, hint, found[i])
        for j in range(i):
            if reason == NONE and int(found[j, CASE]) == NONE and same_angles(found[i], found[j]):
                reason = TWIN
        found[i, CASE], found[i, AMOUNT] = float(reason), lacking
