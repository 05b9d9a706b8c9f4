r"""Aiming the grab's camera at a point: column and wrist for given shoulder, elbow and roll.

The optical axis is parallel to the grab axis, c = 40 mm above it at zero roll. After the roll gamma it is
up = c cos(gamma) above the grab axis in the arm's plane, and left = side - c sin(gamma) of the column axis.

1. Column: as in the inverse kinematics, the vertical plane of the optical axis goes through the point: the tangent
   from the circle of radius `left` about the column axis (PkO), forward or fling-over.
2. Wrist: in the arm's plane the optical axis rolls on a circle of radius |up| about the wrist axis. Its slope is that
   of the tangent from this circle to the point (PkO with R = +up, pitch positive up there); the wrist is the rest.

Both are checked by projection: the point is on the axis and ahead of the camera.
"""

import math

from pult.core.kernels import kernel, wrap_angle
from pult.core.signals import Array
from pult.geometry.algebra.cases import FREE, INSIDE
from pult.geometry.algebra.kernels.circles import tangent_to_circle
from pult.motion.grab.chain import wrist_place
from pult.motion.grab.inverse import column_angle
from pult.motion.grab.reasons import BEHIND_CAMERA, BESIDE_WRIST, NONE
from pult.motion.grab.table import CAMERA_AHEAD, CAMERA_UP, GRAB_SIDE


@kernel
def camera_offsets(t: Array, roll: float) -> tuple[float, float]:
    """The optical axis after a roll: above the grab axis in the arm's plane, and left of the column axis [m]."""
    return float(t[CAMERA_UP]) * math.cos(roll), float(t[GRAB_SIDE]) - float(t[CAMERA_UP]) * math.sin(roll)


@kernel
def aim_camera(
    t: Array, shoulder: float, elbow: float, roll: float, point: Array, fling_over: int, q: Array
) -> tuple[int, float, float]:
    """Column and wrist that put a point on the optical axis; stops are not looked at.

    Args:
        t: The manipulator's table.
        shoulder, elbow, roll: Given joint angles [rad].
        point: The point in the interface frame [m]. Shape (3,).
        fling_over: `FORWARD` or `FLING_OVER`.
        q: Filled: joint angles [rad]. Shape (5,).

    Returns:
        A reason; what is lacking [m]; distance of the point ahead of the camera [m].
    """
    up, left = camera_offsets(t, roll)
    q[1], q[2], q[3], q[4] = shoulder, elbow, 0.0, roll
    column, x, lacking = column_angle(float(point[0]), float(point[1]), left, fling_over, 0.0)
    q[0] = column
    if lacking > 0.0:
        return BESIDE_WRIST, lacking, 0.0
    wx, wz = wrist_place(t, shoulder, elbow)
    dx, dz = x - wx, float(point[2]) - wz
    # x forward and z up are the first two axes of the operator: pitch is positive up about the third
    k, length, _, case = tangent_to_circle((0.0, 0.0, 1.0), (dx, dz, 0.0), (0.0, 0.0, 0.0), up)
    if case in (INSIDE, FREE):
        return BESIDE_WRIST, max(abs(up) - math.sqrt(dx * dx + dz * dz), 0.0), 0.0
    pitch = -math.atan2(k[1], k[0])
    q[3] = wrap_angle(pitch - (shoulder + elbow))
    ahead = length - float(t[CAMERA_AHEAD])
    return (NONE, 0.0, ahead) if ahead > 0.0 else (BEHIND_CAMERA, -ahead, ahead)
