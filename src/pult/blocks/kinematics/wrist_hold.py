"""Wrist control: the last three joints keep the orientation of the hand, whatever the arm does."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainArrays, ChainName, Coordinates, Joints, JointUnit, arrays_of
from pult.blocks.kinematics.inverse import target_pose
from pult.core.block import block
from pult.core.kernels import clamp, kernel, wrap_angle
from pult.core.signals import Array, Rad, Shape
from pult.motion.ik.descent import best_joint_step, orientation_error
from pult.robot.kinematics import COORDINATE, KIND, OFFSET, PARENT, PLACEMENT, RATIO, place, place_one, place_tips

_PERPENDICULAR = 1e-6
"""Cosine of the angle between neighbouring axes up to which they count as perpendicular."""
_ALIGNED = 1e-9
"""Sine of the angle between the first and the last axis below which they count as aligned."""
_ROUNDS = 8
"""Rounds of moving the joints one at a time where a limit stops one of them."""
_NO_POINT = np.zeros(3)
_NO_POINT.flags.writeable = False


class Held(NamedTuple):
    """Angles with the wrist rotated, and the remaining orientation error."""

    angles: Coordinates
    turn: Rad


@kernel
def transpose_times(a: Array, b: Array) -> Array:
    """a^T b. Shape (3, 3)."""
    c = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            for k in range(3):
                c[i, j] = float(c[i, j]) + float(a[k, i]) * float(b[k, j])
    return c


@kernel
def inverse_rotate_z(a: Array, angle: float) -> Array:
    """Rz(angle)^T a. Shape (3, 3)."""
    c, s = math.cos(angle), math.sin(angle)
    b = np.empty((3, 3))
    for j in range(3):
        b[0, j] = c * float(a[0, j]) + s * float(a[1, j])
        b[1, j] = c * float(a[1, j]) - s * float(a[0, j])
        b[2, j] = a[2, j]
    return b


@kernel
def placement_rotation(row: Array, start: int) -> Array:
    """The rotation matrix of the placement that begins at `start` in a row. Shape (3, 3)."""
    found = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            found[i, j] = row[start + 4 * i + j]
    return found


@kernel
def wrist_angles(m: Array, second: Array, third: Array, side: float, present: float) -> tuple[float, float, float]:
    """Angles (a, b, c) with Rz(a) second Rz(b) third Rz(c) = m, for axes each perpendicular to the next.

    The z axis of the third frame does not depend on c: m z = Rz(a) second Rz(b) t with t = third z, which lies in the
    plane normal to z. Its third component does not depend on a and gives b, with either sign; then a is the angle
    between the two in the plane, and c follows from the remaining rotation.

    Args:
        m: The whole rotation. Shape (3, 3).
        second: Placement of the second axis. Shape (3, 3).
        third: Placement of the third axis. Shape (3, 3).
        side: 1 or -1, which of the two solutions.
        present: Angle a to use where the first and the last axis are aligned, and a is arbitrary [rad].
    """
    x, y, z = float(m[0, 2]), float(m[1, 2]), float(m[2, 2])
    level = math.sqrt(x * x + y * y)
    bent = math.atan2(float(second[2, 1]), float(second[2, 0])) + side * math.atan2(level, z)
    b = bent - math.atan2(float(third[1, 2]), float(third[0, 2]))
    a = present
    if level > _ALIGNED:
        dx = float(second[0, 0]) * math.cos(bent) + float(second[0, 1]) * math.sin(bent)
        dy = float(second[1, 0]) * math.cos(bent) + float(second[1, 1]) * math.sin(bent)
        a = math.atan2(y, x) - math.atan2(dy, dx)
    rest = transpose_times(third, inverse_rotate_z(transpose_times(second, inverse_rotate_z(m, a)), b))
    return a, b, math.atan2(float(rest[1, 0]), float(rest[0, 0]))


@kernel
def nearest_solution(links: Array, m: Array, q: Array) -> Array:
    """Coordinates of the last three joints that give the rotation m, nearest to the present ones. Shape (3,)."""
    last = links.shape[0] - 1
    second, third = placement_rotation(links[last - 1], PLACEMENT), placement_rotation(links[last], PLACEMENT)
    found, least = np.empty(3), math.inf
    present = np.empty(3)
    for k in range(3):
        j = last - 2 + k
        present[k] = float(links[j, RATIO]) * float(q[int(links[j, COORDINATE])]) + float(links[j, OFFSET])
    for side in (1.0, -1.0):
        turns = wrist_angles(m, second, third, side, float(present[0]))
        way, trial = 0.0, np.empty(3)
        for k in range(3):
            j = last - 2 + k
            by = wrap_angle(turns[k] - float(present[k]))
            way += abs(by)
            trial[k] = float(q[int(links[j, COORDINATE])]) + by / float(links[j, RATIO])
        if way < least:
            least = way
            for k in range(3):
                found[k] = trial[k]
    return found


@block("kinematics.wrist_hold")
class WristHold:
    r"""Orientation of the hand by the last three joints alone, in closed form.

    $$ R_z(q_{n-2})\, F_{n-1}\, R_z(q_{n-1})\, F_n\, R_z(q_n) = (R_{n-3}(q)\, F_{n-2})^T\, R_{wanted}\, R_{tool}^T $$

    The axes of the three joints are each perpendicular to the next, so the rotation splits into three angles; of the
    two solutions the one nearest to the present angles is taken. If the three axes intersect in the effector (a
    spherical wrist), its position stays: arm and wrist are solved one after the other. If a limit stops a joint, the
    others move one at a time to where the orientation is nearest, and `turn` is the remaining angle.
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain, and check its wrist."""
        arrays = arrays_of(chain, joints, unit)
        links = arrays.links
        last = len(links) - 1
        simple = last >= 2 and all(
            links[j, KIND] == 0.0
            and links[j, PARENT] == j - 1
            and links[j, RATIO] != 0.0
            and np.count_nonzero((links[:, COORDINATE] == links[j, COORDINATE]) & (links[:, RATIO] != 0.0)) == 1
            for j in (last - 2, last - 1, last)
        )
        if not simple or arrays.tips[0, 0] != last:
            raise ValueError("the last three joints of the chain must turn, one after the other, and follow no other.")
        for j in (last - 1, last):
            if abs(float(links[j, PLACEMENT + 10])) > _PERPENDICULAR:
                raise ValueError("the axes of the last three joints must each be perpendicular to the next.")
        return arrays

    @staticmethod
    def output(
        q: Coordinates,
        quaternion: Annotated[Array, "1", Shape(4), "wanted orientation (w, x, y, z), in the base of the chain"],
        *,
        links: Array,
        tips: Array,
        limits: Array,
    ) -> Held:
        """Rotate the wrist."""
        m, n = links.shape[0], q.shape[0]
        frames, poses = np.empty((m, 12)), np.empty((1, 12))
        angles, target, weights = np.empty(n), target_pose(_NO_POINT, quaternion), np.ones(4)
        for c in range(n):
            angles[c] = q[c]
        weights[0] = 0.0
        place(links, angles, frames)
        first = np.empty((3, 3))  # where the first of the three axes stands before it turns
        place_first = placement_rotation(links[m - 3], PLACEMENT)
        for i in range(3):
            for j in range(3):
                first[i, j] = place_first[i, j]
                if m > 3:
                    s = 0.0
                    for k in range(3):
                        s += float(frames[m - 4, 4 * i + k]) * float(place_first[k, j])
                    first[i, j] = s
        tool, wanted = placement_rotation(tips[0], 1), placement_rotation(target[0], 0)
        whole = np.zeros((3, 3))
        for i in range(3):
            for j in range(3):
                for k in range(3):
                    whole[i, j] = float(whole[i, j]) + float(wanted[i, k]) * float(tool[j, k])
        found = nearest_solution(links, transpose_times(first, whole), angles)
        stopped = False
        for k in range(3):
            c = int(links[m - 3 + k, COORDINATE])
            angles[c] = clamp(float(found[k]), float(limits[0, c]), float(limits[1, c]))
            stopped = stopped or angles[c] != found[k]
        place(links, angles, frames)
        place_tips(tips, frames, poses)
        if stopped:
            for _ in range(_ROUNDS):
                for j in range(m - 1, m - 4, -1):
                    c = int(links[j, COORDINATE])
                    by = best_joint_step(links, j, target, weights, frames, poses, 0.0) / float(links[j, RATIO])
                    angles[c] = clamp(float(angles[c]) + by, float(limits[0, c]), float(limits[1, c]))
                    for later in range(j, m):
                        place_one(links, later, angles, frames)
                    place_tips(tips, frames, poses)
        return Held(angles, orientation_error(target, weights, poses))
