r"""Mount points of a cylinder that turns a joint, from the angles that it has to reach (paper 001, eq. (6)).

A cylinder of length h between two points at distances k and p from a joint, with the angle theta between the links (0
where they are stretched and the mount points lie on opposite sides of the joint):

    h^2 = k^2 + p^2 + 2 k p cos(theta)

Given the folded length h_min at theta_min and the extended one h_max at theta_max, 0 <= theta_max < theta_min <= pi,
this is solved in closed form. With P = k p and S = k^2 + p^2,

    P = (h_max^2 - h_min^2) / (2 (cos theta_max - cos theta_min)),  S = h_min^2 - 2 P cos theta_min,
    k, p = (sqrt(S + 2 P) +- sqrt(S - 2 P)) / 2

which is real if and only if cos(theta_min/2) / cos(theta_max/2) <= h_min/h_max < 1.
"""

import math
from typing import NamedTuple

from pult.core.errors import KinematicsError
from pult.core.kernels import cosine, kernel, ratio, sine, square_root


class MountPoints(NamedTuple):
    """Distances of the mount points from the joint [m].

    Attributes:
        k: The larger one.
        p: The smaller one.
    """

    k: float
    p: float


class NoMountPoints(KinematicsError):  # noqa: N818 - an answer, not a failure
    """No mount points give the wanted angles; says by how much the cylinder or the angles have to change.

    Attributes:
        ratio: Folded by extended length of the cylinder.
        least: Least ratio with which there are mount points.
        folded: Folded length from which there are some, the extended one unchanged [m].
        extended: Extended length up to which there are some, the folded one unchanged [m].
        theta_min: Angle from which on this cylinder can fold the joint, that at its longest unchanged [rad].
    """

    def __init__(self, h_min: float, h_max: float, theta_min: float, theta_max: float) -> None:
        self.ratio, self.least = h_min / h_max, least_ratio(theta_min, theta_max)
        self.folded, self.extended = h_max * self.least, h_min / self.least
        self.theta_min = 2.0 * math.acos(min(1.0, self.ratio * math.cos(theta_max / 2.0)))
        super().__init__(
            f"a cylinder of {h_min:.4g} to {h_max:.4g} m cannot turn the joint from {math.degrees(theta_max):.4g} to "
            f"{math.degrees(theta_min):.4g} degrees: folded by extended length is {self.ratio:.4g}, and at least "
            f"{self.least:.4g} is needed. Take a folded length of {self.folded:.4g} m or more, an extended one of "
            f"{self.extended:.4g} m or less, or fold the joint to {math.degrees(self.theta_min):.4g} degrees or more."
        )


def least_ratio(theta_min: float, theta_max: float) -> float:
    """Least folded by extended length for which there are mount points: cos(theta_min/2)/cos(theta_max/2)."""
    return math.cos(theta_min / 2.0) / math.cos(theta_max / 2.0)


def mount_points(h_min: float, h_max: float, theta_min: float, theta_max: float) -> MountPoints:
    """The distances k >= p of both mount points from the joint.

    Args:
        h_min: Length of the folded cylinder [m].
        h_max: Its length at full stroke [m].
        theta_min: Angle at h_min, the larger one [rad].
        theta_max: Angle at h_max [rad].

    Raises:
        KinematicsError: Lengths or angles are not in order.
        NoMountPoints: There are none; the message says by how much.
    """
    if not 0.0 < h_min < h_max < math.inf:
        raise KinematicsError(f"a cylinder has 0 < folded < extended length, not {h_min:g} and {h_max:g} m.")
    if not 0.0 <= theta_max < theta_min <= math.pi:
        low, high = math.degrees(theta_max), math.degrees(theta_min)
        raise KinematicsError(
            f"the angle is 0 to 180 degrees and smaller where the cylinder is long, not {low:g} there and {high:g} "
            "where it is short."
        )
    # half angles: no digits are lost where both angles are near each other, or near 0
    product = (h_max - h_min) * (h_max + h_min)
    product /= 4.0 * math.sin((theta_min + theta_max) / 2.0) * math.sin((theta_min - theta_max) / 2.0)
    wide = h_min * h_min + 4.0 * product * math.sin(theta_min / 2.0) ** 2  # (k + p)^2
    narrow = h_min * h_min - 4.0 * product * math.cos(theta_min / 2.0) ** 2  # (k - p)^2
    if narrow < 0.0:
        if narrow < -1e-14 * wide:
            raise NoMountPoints(h_min, h_max, theta_min, theta_max)
        narrow = 0.0  # on the border: k = p
    k = (math.sqrt(wide) + math.sqrt(narrow)) / 2.0
    return MountPoints(k, min(product / k, k))


@kernel
def cylinder_length(k: float, p: float, theta: float) -> float:
    """Length h of the cylinder at an angle [m].

    By half angles, h^2 = (k + p)^2 cos^2(theta/2) + (k - p)^2 sin^2(theta/2): with mount points far from the joint the
    sum as printed would lose digits.
    """
    along, across = (k + p) * cosine(theta / 2.0), (k - p) * sine(theta / 2.0)
    return square_root(along * along + across * across)


@kernel
def moment_arm(k: float, p: float, theta: float) -> float:
    """Moment arm of the cylinder, -dh/dtheta = k p sin(theta)/h [m]; its force, pushing, lowers theta."""
    return ratio(k * p * sine(theta), cylinder_length(k, p, theta))


def cylinder_angle(k: float, p: float, length: float) -> float:
    """Angle of the joint at a length of the cylinder [rad]; NaN where it cannot be so long or so short."""
    cosine_of = (length * length - k * k - p * p) / (2.0 * k * p)
    return math.acos(cosine_of) if -1.0 <= cosine_of <= 1.0 else math.nan
