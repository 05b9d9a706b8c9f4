"""Straight lines of the grab: a point is typed in, and the switch is put on."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion
from pult.pilot.view import View

PLATFORM, TIP = "platform", "tip"
REST = 0.9
"""Time that the switch is off before another point is typed in [s]: the hand has to reach for it."""
CLOSE = 0.004
"""Distance of the finger tips from the point at which they are there [m]."""


def on_platform(view: View, point: Array) -> Array:
    """A point of the world in the interface frame [m]. Shape (3,)."""
    pose = view.poses[PLATFORM]
    found: Array = matrix_from_quaternion(pose[3:]).T @ (point - pose[:3])
    return found


def ahead(view: View, point: Array) -> Array:
    """Horizontal direction from the column to a point of the world. Shape (3,)."""
    way = point - view.position(PLATFORM)
    way[2] = 0.0
    return way / float(np.linalg.norm(way))


@dataclass
class Line:
    """A straight motion of the finger tips to a point.

    Attributes:
        point: The point in the world [m]. Shape (3,).
        pitch: Pitch of the grab there, positive down [rad].
        began: When the operator began to type it in [s]; below 0 not yet.
    """

    point: Array
    pitch: float = 0.0
    began: float = -1.0

    def wanted(self, view: View) -> Mapping[str, Any]:
        """Values of the panel's elements: the switch off first, then the numbers, then on."""
        if self.began < 0.0:
            self.began = view.time
        if view.time - self.began < REST:
            return {"go": False}
        x, y, z = (round(1e3 * float(part)) for part in on_platform(view, self.point))
        numbers = {"target_x": x, "target_y": y, "target_z": z, "target_pitch": round(math.degrees(self.pitch), 1)}
        return {**numbers, "target_roll": 0, "go": True}

    def done(self, view: View) -> bool:
        """Whether the finger tips are there."""
        return self.began >= 0.0 and float(np.linalg.norm(view.position(TIP) - self.point)) < CLOSE
