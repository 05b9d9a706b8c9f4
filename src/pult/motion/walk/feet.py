"""Footprints, phases of support, and the motion of a swinging foot."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pult.core.signals import Array
from pult.motion.walk.rows import BOTH, LEFT_FOOT, RIGHT_FOOT

Side = Literal["left", "right"]
Footprint = tuple[float, float, float]
"""Pose of a sole frame on the floor: x, y [m], heading [rad]."""


def other(side: Side) -> Side:
    """The other side."""
    return "right" if side == "left" else "left"


def side_sign(side: Side) -> float:
    """1 for the left side, -1 for the right: the sign of y."""
    return 1.0 if side == "left" else -1.0


def moved(print_: Footprint, forward: float, left: float, turn: float = 0.0) -> Footprint:
    """A footprint moved in its own axes, and turned."""
    x, y, a = print_
    c, s = math.cos(a), math.sin(a)
    return x + c * forward - s * left, y + s * forward + c * left, a + turn


def turned_about(pivot: tuple[float, float], print_: Footprint, angle: float) -> Footprint:
    """A footprint turned about a point of the floor."""
    c, s = math.cos(angle), math.sin(angle)
    x, y = print_[0] - pivot[0], print_[1] - pivot[1]
    return pivot[0] + c * x - s * y, pivot[1] + s * x + c * y, print_[2] + angle


@dataclass(frozen=True)
class Stance:
    """Where both feet are."""

    left: Footprint
    right: Footprint

    def foot(self, side: Side) -> Footprint:
        """One of them."""
        return self.left if side == "left" else self.right

    def having(self, side: Side, place: Footprint) -> "Stance":
        """The same with one foot somewhere else."""
        return Stance(place, self.right) if side == "left" else Stance(self.left, place)

    @property
    def heading(self) -> float:
        """Mean heading of the feet [rad]."""
        return 0.5 * (self.left[2] + self.right[2])

    def centre(self, side: Side, middle: float) -> Array:
        """Centre of a sole, which lies a distance before its frame [m]. Shape (2,)."""
        return np.array(moved(self.foot(side), middle, 0.0)[:2])

    def middle(self, middle: float) -> Array:
        """Midway between the centres of the soles [m]. Shape (2,)."""
        return 0.5 * (self.centre("left", middle) + self.centre("right", middle))


def standing(half_spacing: float) -> Stance:
    """Both feet beside each other at the origin."""
    return Stance((0.0, half_spacing, 0.0), (0.0, -half_spacing, 0.0))


@dataclass(frozen=True)
class Phase:
    """A time with the same support.

    Attributes:
        name: What is done, for pictures and messages.
        duration: [s], whole control steps.
        start, end: The feet at its start and its end; one foot differs if it swings.
        swing: The foot that swings.
        pivot: Centre of the circle on which it swings [m]; a straight line if None.
        headings: Heading of the pelvis at its start and its end [rad].
    """

    name: str
    duration: float
    start: Stance
    end: Stance
    swing: Side | None
    headings: tuple[float, float]
    pivot: tuple[float, float] | None = None

    @property
    def support(self) -> int:
        """What stands on the floor, see `rows.SUPPORT`."""
        if self.swing is None:
            return BOTH
        return RIGHT_FOOT if self.swing == "left" else LEFT_FOOT


def cosine_law(s: Array, duration: float) -> Array:
    """(1 - cos(pi s))/2 with its rates, s = t/T from 0 to 1; paper 003. Shape (3, k)."""
    k = math.pi / duration
    angle = math.pi * s
    return np.array([0.5 * (1.0 - np.cos(angle)), 0.5 * k * np.sin(angle), 0.5 * k * k * np.cos(angle)])


def cosine_lift(s: Array, duration: float) -> Array:
    """(1 - cos(2 pi s))/2 with its rates; paper 003. Shape (3, k)."""
    return cosine_law(2.0 * s, duration / 2.0)


def even_law(s: Array, duration: float) -> Array:
    """Constant rate: the turn of a foot in paper 003. Shape (3, k)."""
    return np.array([s, np.full_like(s, 1.0 / duration), np.zeros_like(s)])


def smooth_law(s: Array, duration: float) -> Array:
    """10 s^3 - 15 s^4 + 6 s^5 with its rates: rate and acceleration vanish at both ends. Shape (3, k)."""
    return np.array(
        [
            s**3 * (10.0 - 15.0 * s + 6.0 * s * s),
            30.0 * s * s * (1.0 - s) ** 2 / duration,
            60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / duration**2,
        ]
    )


def smooth_lift(s: Array, duration: float) -> Array:
    """64 s^3 (1 - s)^3 with its rates: a lift and a touch-down without a jerk. Shape (3, k)."""
    u = s * (1.0 - s)
    v = 1.0 - 2.0 * s
    return np.array(
        [64.0 * u**3, 192.0 * u * u * v / duration, (384.0 * u * v * v - 384.0 * u * u) / duration**2]
    )


def foot_motion(phase: Phase, t: Array, lift: float, *, exact: bool) -> Array:
    """Motion of the swinging foot: x y z heading, then their rates, then their accelerations. Shape (k, 12).

    Args:
        phase: The phase.
        t: Instants from its start [s]. Shape (k,).
        lift: Height of the foot [m].
        exact: By the laws of paper 003; else without jumps of the acceleration.
    """
    assert phase.swing is not None
    T = phase.duration
    s = t / T
    a, b = np.array(phase.start.foot(phase.swing)), np.array(phase.end.foot(phase.swing))
    up = cosine_lift(s, T) if exact else smooth_lift(s, T)
    found = np.zeros((len(t), 12))
    if phase.pivot is None:
        along = cosine_law(s, T) if exact else smooth_law(s, T)
        for rank in range(3):
            found[:, 4 * rank : 4 * rank + 2] = along[rank][:, None] * (b - a)[:2]
            found[:, 4 * rank + 3] = along[rank] * (b - a)[2]
        found[:, 0:2] += a[:2]
        found[:, 3] += a[2]
    else:
        angle = (even_law(s, T) if exact else smooth_law(s, T)) * (b - a)[2]
        arm = a[:2] - np.array(phase.pivot)
        c, n = np.cos(angle[0]), np.sin(angle[0])
        radial = np.column_stack([c * arm[0] - n * arm[1], n * arm[0] + c * arm[1]])
        across = np.column_stack([-radial[:, 1], radial[:, 0]])
        found[:, 0:2] = radial + np.array(phase.pivot)
        found[:, 4:6] = angle[1][:, None] * across
        found[:, 8:10] = angle[2][:, None] * across - (angle[1] ** 2)[:, None] * radial
        found[:, 3], found[:, 7], found[:, 11] = a[2] + angle[0], angle[1], angle[2]
    found[:, 2], found[:, 6], found[:, 10] = lift * up[0], lift * up[1], lift * up[2]
    return found
