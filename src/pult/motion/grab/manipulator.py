"""Lengths, stops, shapes and masses of the manipulator PRM-1 on its base, as one record.

Lengths of the arm, side shifts and stops are those of paper 002. Masses, wheel places, platform and thickness of the
links are not in the paper; the defaults are those of the shipped robot `prm1`, and a test compares them with its model.

Frames: the interface frame has its origin where the column axis meets the platform, x forward, y left, z up. A frame of
a link has its origin on the link's joint axis, x along the link, y left, z up at zero angles.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.grab import table as at

Point = tuple[float, float, float]
Five = tuple[float, float, float, float, float]
JOINTS = ("column", "shoulder", "elbow", "wrist", "roll")
"""Names of the joints, from the base to the grab."""
FREE = 10.0
"""Half the size of an operating space that restricts nothing [m]."""


def _degrees(*angles: float) -> tuple[float, ...]:
    return tuple(math.radians(angle) for angle in angles)


@dataclass(frozen=True)
class PointMass:
    """A mass [kg] and its centre in the frame of its link [m]."""

    mass: float
    centre: Point


def _sum(parts: tuple[PointMass, ...]) -> PointMass:
    mass = sum(part.mass for part in parts)
    share = [part.mass / mass if mass > 0.0 else 0.0 for part in parts]
    x, y, z = (sum(s * part.centre[i] for s, part in zip(share, parts, strict=True)) for i in range(3))
    return PointMass(mass, (x, y, z))


@dataclass(frozen=True)
class Manipulator:
    """The arm on its base.

    Attributes:
        upper_arm, forearm, grab: Lengths of the links; the grab's from the wrist axis to the finger tips [m].
        shoulder_back, shoulder_height: Shoulder axis behind the column axis, and above the platform [m].
        upper_arm_side, forearm_side, grab_side: Planes of the links to the left of the column axis [m].
        camera_up, camera_ahead: The grab's camera above the grab axis at zero roll, and ahead of the wrist axis [m].
        lower, upper: Stops of the joints, in signs of CONFIG (pitch positive down) [rad].
        upper_arm_radius, forearm_radius, grab_radius: Half the thickness of the links [m].
        platform_radius: Radius of the base's body below the platform [m].
        platform_height: Platform above the floor [m].
        space_lower, space_upper: Corners of the operating space in the interface frame [m].
        base_masses: Body, steering and wheels of the base, in the interface frame.
        column_masses: What turns with the column, in the interface frame at column angle 0.
        upper_arm_masses, forearm_masses, hand_masses, grab_masses: Masses of the links; the grab's turn with its roll.
        wheels: Where the wheels touch the floor (x, y), counter-clockwise [m].
        margin: Least distance of the centre of mass from the edges of the wheels' triangle [m].
    """

    upper_arm: float = 0.580
    forearm: float = 0.440
    grab: float = 0.360
    shoulder_back: float = 0.090
    shoulder_height: float = 0.095
    upper_arm_side: float = 0.0785
    forearm_side: float = 0.0
    grab_side: float = 0.0355
    camera_up: float = 0.040
    camera_ahead: float = 0.230
    lower: tuple[float, ...] = _degrees(-135, -60, -90, -60, -179)
    upper: tuple[float, ...] = _degrees(135, 0, 130, 70, 179)
    upper_arm_radius: float = 0.042
    forearm_radius: float = 0.038
    grab_radius: float = 0.034
    platform_radius: float = 0.300
    platform_height: float = 0.450
    space_lower: Point = (-FREE, -FREE, -FREE)
    space_upper: Point = (FREE, FREE, FREE)
    base_masses: tuple[PointMass, ...] = (
        PointMass(62.0, (0.0, 0.0, -0.25)),
        *(
            PointMass(mass, (0.285 * math.cos(a), 0.285 * math.sin(a), z))
            for a in _degrees(60, 180, -60)
            for mass, z in ((1.5, -0.32), (1.5, -0.37))
        ),
    )
    column_masses: tuple[PointMass, ...] = (PointMass(5.0, (-0.03, 0.0, 0.05)),)
    upper_arm_masses: tuple[PointMass, ...] = (
        PointMass(4.0, (0.25, 0.0, 0.0)),
        PointMass(0.25, (0.12, -0.1285, 0.07)),
        PointMass(0.25, (0.12, -0.1285, 0.10)),
        PointMass(0.25, (0.50, 0.085, 0.03)),
    )
    forearm_masses: tuple[PointMass, ...] = (PointMass(2.5, (0.2, 0.0, 0.0)),)
    hand_masses: tuple[PointMass, ...] = (PointMass(0.8, (0.05, 0.0, 0.0)),)
    grab_masses: tuple[PointMass, ...] = (PointMass(0.55, (0.18, 0.0, 0.005)), PointMass(0.24, (0.3025, 0.0, 0.0)))
    wheels: tuple[tuple[float, float], ...] = tuple(
        (0.285 * math.cos(a), 0.285 * math.sin(a)) for a in _degrees(-60, 60, 180)
    )
    margin: float = 0.010

    def __post_init__(self) -> None:
        """Refuse what is no manipulator."""
        if not min(self.upper_arm, self.forearm, self.grab) > 0.0:
            raise KinematicsError("the links are longer than 0.")
        if len(self.lower) != 5 or len(self.upper) != 5:
            raise KinematicsError("the manipulator has 5 joints: give 5 lower and 5 upper stops.")
        for name, low, high in zip(JOINTS, self.lower, self.upper, strict=True):
            if not -2.0 * math.pi < low <= high < 2.0 * math.pi:
                raise KinematicsError(
                    f"the {name} turns from a smaller to a larger angle within a turn, not {low:g} to {high:g} rad."
                )
        if len(self.wheels) != 3:
            raise KinematicsError(f"the base has 3 wheels, not {len(self.wheels)}.")
        if not all(low < high for low, high in zip(self.space_lower, self.space_upper, strict=True)):
            raise KinematicsError("the operating space goes from a lower to an upper corner.")

    @property
    def bare(self) -> tuple[float, float, float, float]:
        """The held object that stands for the finger tips: angle, height, distance, length."""
        return 0.0, 0.0, self.grab, 0.0

    @cached_property
    def table(self) -> Array:
        """All numbers as the kernels read them; see `pult.motion.grab.table`. Shape (SIZE,)."""
        t = np.zeros(at.SIZE)
        t[at.UPPER_ARM], t[at.FOREARM], t[at.GRAB] = self.upper_arm, self.forearm, self.grab
        t[at.BACK], t[at.HEIGHT] = self.shoulder_back, self.shoulder_height
        t[at.UPPER_ARM_SIDE], t[at.FOREARM_SIDE], t[at.GRAB_SIDE] = (
            self.upper_arm_side, self.forearm_side, self.grab_side,
        )  # fmt: skip
        t[at.CAMERA_UP], t[at.CAMERA_AHEAD] = self.camera_up, self.camera_ahead
        t[at.LOWER : at.LOWER + 5], t[at.UPPER : at.UPPER + 5] = self.lower, self.upper
        t[at.UPPER_ARM_RADIUS], t[at.FOREARM_RADIUS], t[at.GRAB_RADIUS] = (
            self.upper_arm_radius, self.forearm_radius, self.grab_radius,
        )  # fmt: skip
        t[at.PLATFORM_RADIUS], t[at.FLOOR] = self.platform_radius, -self.platform_height
        t[at.SPACE_LOWER : at.SPACE_LOWER + 3], t[at.SPACE_UPPER : at.SPACE_UPPER + 3] = (
            self.space_lower, self.space_upper,
        )  # fmt: skip
        groups = (
            self.base_masses, self.column_masses, self.upper_arm_masses, self.forearm_masses, self.hand_masses,
            self.grab_masses,
        )  # fmt: skip
        for i, parts in enumerate(groups):
            whole = _sum(parts)
            t[at.MASSES + 4 * i : at.MASSES + 4 * i + 4] = (whole.mass, *whole.centre)
        t[at.MARGIN] = self.margin
        for i, (x, y) in enumerate(self.wheels):
            t[at.WHEELS + 2 * i], t[at.WHEELS + 2 * i + 1] = x, y
        return t  # not read-only: native code takes writable arrays alone


PRM1 = Manipulator()
"""The manipulator with its default numbers."""
