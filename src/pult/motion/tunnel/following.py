"""Following a path with an arm of many links, as native code."""

import numpy as np

from pult.core.signals import Array
from pult.motion.tunnel.arcs import follow, joint_values
from pult.motion.tunnel.plan import TunnelPath, plan_tunnel
from pult.motion.tunnel.tunnel import Arm, Tunnel
from pult.motion.tunnel.walls import arm_clearance, path_clearance
from pult.native.library import Compiled

_MATRIX, _VECTOR = "float64[:,::1]", "float64[::1]"
native_follow = Compiled(follow, f"{_MATRIX}, int64, {_VECTOR}, float64, float64, {_MATRIX}")
native_values = Compiled(joint_values, f"{_MATRIX}, {_VECTOR}, {_VECTOR}")
native_clearance = Compiled(arm_clearance, f"{_MATRIX}, int64, {_MATRIX}")
native_path_clearance = Compiled(path_clearance, f"{_MATRIX}, {_MATRIX}")


def plan_native(tunnel: Tunnel, arm: Arm) -> TunnelPath:
    """The path of an arm through a tunnel, see `plan_tunnel`; distances are measured by native code."""
    return plan_tunnel(tunnel, arm, native_path_clearance)


class Follower:
    """An arm that follows a path, its tip ahead.

    Attributes:
        path: The path.
        n: Number of links.
    """

    def __init__(self, path: TunnelPath) -> None:
        """Lay out the arrays."""
        self.path, self.n = path, len(path.arm.lengths)
        self._lengths, self._walls = path.lengths, path.tunnel.walls

    def joints(self, s: float, speed: float = 0.0) -> tuple[Array, float]:
        """Joints with the tip at a length of the path, and the length of the path up to the base [m].

        Args:
            s: Length of the path up to the tip [m].
            speed: Speed of the tip [m/s].

        Returns:
            What `arcs.follow` fills, shape (n + 1, 4), and the base's length of the path [m].
        """
        found = np.empty((self.n + 1, 4))
        base = native_follow(self.path.pieces, len(self.path.pieces), self._lengths, float(s), float(speed), found)
        return found, base

    def angles(self, s: float, speed: float = 0.0) -> tuple[Array, Array, float]:
        """Joint angles [rad] and their rates [rad/s], shape (n,) each, and the base's length of the path [m]."""
        found, base = self.joints(s, speed)
        angles, rates = np.empty(self.n), np.empty(self.n)
        native_values(found, angles, rates)
        return angles, rates, base

    def clearance(self, s: float) -> float:
        """Distance of the links' surfaces from the walls, with the tip at a length of the path [m]."""
        found, _ = self.joints(s)
        return native_clearance(found, self.n, self._walls)[0] - self.path.arm.half_width

    def least_clearance(self, step: float) -> float:
        """Least clearance on the whole way [m], looked at every step [m]."""
        return min(self.clearance(float(s)) for s in self.path.stations(step))
