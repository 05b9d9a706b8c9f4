r"""Work space of a planar arm of two links with limited joints.

Where the elbow bends to one side only, the map from angles to points is one to one and its determinant is l_1 l_2 sin
q_2: the area is l_1 l_2 (q_1max - q_1min) (cos q_2min - cos q_2max), and the border is the image of the border of the
rectangle of angles.
"""

import math
from collections.abc import Sequence

import numpy as np

from pult.core.signals import Array
from pult.motion.carry.design import Arm
from pult.motion.carry.mounts import cylinder_angle, moment_arm
from pult.motion.carry.planar import planar_forward

POINTS = 48
"""Points on each side of the border."""


def work_space_area(arm: Arm) -> float:
    """Area that the hand can reach [m^2]."""
    (l1, l2), (low, high) = arm.design.links, arm.design.elbow
    return l1 * l2 * (arm.shoulder.upper - arm.shoulder.lower) * (math.cos(low) - math.cos(high))


def work_space_border(arm: Arm, points: int = POINTS) -> Array:
    """Border of the work space in {B}, closed, counter-clockwise [m]. Shape (4 points, 2).

    Args:
        arm: The arm.
        points: Points on each of its four sides.
    """
    (l1, l2), one, two = arm.design.links, arm.shoulder, arm.elbow
    steps = np.linspace(0.0, 1.0, points, endpoint=False)
    shoulder = [*(one.lower + (one.upper - one.lower) * steps), *[one.upper] * points]
    shoulder += [*(one.upper - (one.upper - one.lower) * steps), *[one.lower] * points]
    elbow = [*[two.lower] * points, *(two.lower + (two.upper - two.lower) * steps)]
    elbow += [*[two.upper] * points, *(two.upper - (two.upper - two.lower) * steps)]
    return np.array([planar_forward(l1, l2, float(a), float(b)) for a, b in zip(shoulder, elbow, strict=True)])


def moment_arms(arm: Arm, points: int = 101) -> list[tuple[Array, Array]]:
    """Moment arm of each cylinder over its stroke: stroke [m] and moment arm [m]. Shape (points,) each."""
    found = []
    for joint in arm.joints:
        k, p = joint.mounts
        stroke = np.linspace(0.0, joint.cylinder.stroke, points)
        angles = [cylinder_angle(k, p, joint.cylinder.folded + float(s)) for s in stroke]
        ends = (joint.sense * (joint.upper - joint.offset), joint.sense * (joint.lower - joint.offset))
        low, high = min(ends), max(ends)
        # at the very ends rounding may leave the range of the cosine
        angles = [high if math.isnan(a) and i == 0 else low if math.isnan(a) else a for i, a in enumerate(angles)]
        found.append((stroke, np.array([moment_arm(k, p, angle) for angle in angles])))
    return found


def area_of_border(border: Sequence[Sequence[float]] | Array) -> float:
    """Signed area within a closed polygon [m^2], positive counter-clockwise."""
    x, y = np.asarray(border, dtype=np.float64).T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2.0)


def area_by_mounts(arm: Arm, joint: int, k: Array, p: Array) -> Array:
    """Area of the work space with other mount points of one cylinder [m^2]; NaN where it cannot be mounted so.

    Args:
        arm: The arm; its cylinders, links and other joint stay.
        joint: 0 for the shoulder, 1 for the elbow.
        k, p: Distances of the mount points [m]. Shapes (n,) and (m,).

    Returns:
        The area. Shape (n, m).
    """
    (l1, l2), drive = arm.design.links, arm.joints[joint]
    found = np.full((len(k), len(p)), np.nan)
    for i, outer in enumerate(k):
        for j, inner in enumerate(p):
            short = cylinder_angle(float(outer), float(inner), drive.cylinder.folded)
            long = cylinder_angle(float(outer), float(inner), drive.cylinder.extended)
            if math.isnan(short) or math.isnan(long):
                continue
            if joint == 0:
                low, high = arm.design.elbow
                found[i, j] = l1 * l2 * (short - long) * (math.cos(low) - math.cos(high))
            else:
                found[i, j] = l1 * l2 * (arm.shoulder.upper - arm.shoulder.lower) * (math.cos(long) - math.cos(short))
    return found
