"""Dimensions, masses and ranges of the torso robot, and where they are from.

Lengths are those of a person 1.75 m tall after R. Drillis and R. Contini, "Body segment parameters", New York
University 1966, as fractions of the height. Masses are shared out as in D. A. Winter, "Biomechanics and motor control
of human movement", table 4.1: thorax 0.216, abdomen 0.139, pelvis 0.142, head and neck 0.081, upper arm 0.028, forearm
0.016 and hand 0.006 of the body, with centres of mass at 0.436 of the upper arm and 0.430 of the forearm from the joint
above. A robot is no body of water: an arm with seven motors weighs 5.7 kg, half as much again as a person's; trunk and
head are shells and weigh less, so that the whole comes to 41 kg. Within the arm, and within trunk and head, the shares
are the table's. Ranges of motion are near those of the American Academy of Orthopaedic Surgeons, "Joint motion", 1965.
"""

from dataclasses import dataclass

import numpy as np

HEIGHT = 1.75
UPPER_ARM, FOREARM, HAND = (share * HEIGHT for share in (0.186, 0.146, 0.108))
SHOULDER_HEIGHT, WAIST_HEIGHT, EYE_HEIGHT = 1.43, 0.93, 0.936 * HEIGHT
"""0.818 and 0.530 of the height, rounded; the eyes at 0.936 of it [m]."""
SHOULDER = 0.22
"""From the middle to the shoulder [m]; half of 0.259 of the height would be 0.227."""
NECK_HEIGHT, HEAD_HEIGHT = 1.475, 1.545
"""Heights of the neck's root and of the axis about which the head nods [m]."""
MIDDLE = 0.13
"""From the elbow to where the forearm turns in itself [m]."""

ARM_MASS, BODY_MASS = 5.7, 41.0
ARM_SHARES = {"upper arm": 0.028, "forearm": 0.016, "hand": 0.006}
TRUNK_SHARES = {"chest": 0.216, "waist": 0.139, "pelvis": 0.142, "head and neck": 0.081}
UPPER_ARM_CENTRE, FOREARM_CENTRE = 0.436 * UPPER_ARM, 0.430 * FOREARM


def _shared(total: float, shares: dict[str, float]) -> dict[str, float]:
    whole = sum(shares.values())
    return {name: total * share / whole for name, share in shares.items()}


SEGMENTS = _shared(ARM_MASS, ARM_SHARES) | _shared(BODY_MASS - 2.0 * ARM_MASS, TRUNK_SHARES)
"""Masses of segments [kg]; those of the arm for each side."""


@dataclass(frozen=True)
class Mass:
    """A body's mass as that of a block: its mass [kg], its centre and its sides in the body's frame [m]."""

    mass: float
    centre: tuple[float, float, float]
    sides: tuple[float, float, float]

    @property
    def inertia(self) -> np.ndarray:
        """Moments of inertia about the centre [kg*m^2]. Shape (3,)."""
        squares = np.square(self.sides)
        return self.mass / 12.0 * (squares.sum() - squares)


def together(masses: list[Mass]) -> Mass:
    """Several blocks in one frame as one of the same mass, centre and moments of inertia; products are left out."""
    total = sum(part.mass for part in masses)
    centres = np.array([part.centre for part in masses])
    weights = np.array([part.mass for part in masses])
    centre = weights @ centres / total
    inertia = np.zeros(3)
    for part, place in zip(masses, centres - centre, strict=True):
        inertia += part.inertia + part.mass * (place @ place - place**2)
    squares = 6.0 / total * (inertia.sum() - 2.0 * inertia)
    sides = np.sqrt(np.maximum(squares, 1e-8))
    return Mass(total, (float(centre[0]), float(centre[1]), float(centre[2])), (sides[0], sides[1], sides[2]))


FINGERS = ("thumb", "index", "middle", "ring")


@dataclass(frozen=True)
class Finger:
    """A finger in the frame of the hand: (along the stretched fingers, out of the palm, to the thumb) [m].

    Attributes:
        base: Where its first joint is.
        tilt: How far it stands off the fingers' direction towards the palm when it is open [rad].
        first, second: Lengths of its two links; the second ends in the centre of the tip.
        ranges: Ranges of its two joints [degrees].
    """

    base: tuple[float, float, float]
    tilt: float
    first: float
    second: float
    ranges: tuple[float, float]


HANDS = {
    "thumb": Finger((0.018, 0.012, 0.0), np.radians(105.0), 0.046, 0.034, (75.0, 90.0)),
    "index": Finger((0.088, 0.0, 0.027), 0.0, 0.044, 0.034, (95.0, 100.0)),
    "middle": Finger((0.090, 0.0, 0.0), 0.0, 0.050, 0.042, (95.0, 100.0)),
    "ring": Finger((0.088, 0.0, -0.027), 0.0, 0.044, 0.034, (95.0, 100.0)),
}
FINGER_RADIUS, TIP_RADIUS, TIP_BACK = 0.010, 0.009, 0.003
"""Radii of the links [m]. The tip lies a little behind the joints: what presses on it stretches the finger."""
FINGER_MASSES = (0.030, 0.020)
COUPLING = 0.6
"""A finger's tendon is as long as the first angle and this part of the second."""
GRIP = (0.066, 0.052, 0.0)
"""Middle of what the hand holds, in the frame of the hand [m]."""

_upper, _fore, _hand = (SEGMENTS[name] for name in ("upper arm", "forearm", "hand"))
_roll = 0.60
_upper_own = _upper - 0.80 - _roll
_wrist = 0.15
_lower = 0.72
_fore_own = _fore - _lower - _wrist
_palm = _hand - 4.0 * sum(FINGER_MASSES)
ARM = {
    "shoulder": Mass(0.80, (0.0, 0.0, 0.0), (0.10, 0.10, 0.10)),
    "upper_roll": Mass(_roll, (0.0, 0.0, -0.05), (0.09, 0.09, 0.10)),
    "upper_arm": Mass(
        _upper_own, (0.0, 0.0, -(_upper * UPPER_ARM_CENTRE - 0.05 * _roll) / _upper_own), (0.085, 0.085, 0.20)
    ),
    "forearm": Mass(_fore_own, (0.0, 0.0, -0.055), (0.08, 0.08, 0.14)),
    "lower_forearm": Mass(
        _lower,
        (0.0, 0.0, MIDDLE - (_fore * FOREARM_CENTRE - 0.055 * _fore_own - FOREARM * _wrist) / _lower),
        (0.07, 0.07, 0.12),
    ),
    "wrist": Mass(_wrist, (0.0, 0.0, 0.0), (0.05, 0.05, 0.05)),
    "palm": Mass(_palm, (0.0, 0.0, -0.05), (0.085, 0.035, 0.09)),
}
"""Bodies of an arm in their own frames, z along the hanging arm upwards."""

_neck = 0.55
TRUNK = {
    "pelvis": Mass(SEGMENTS["pelvis"], (0.0, 0.0, 0.80), (0.20, 0.20, 0.20)),
    "waist": Mass(SEGMENTS["waist"], (0.0, 0.0, 0.03), (0.20, 0.22, 0.16)),
    "chest": Mass(SEGMENTS["chest"], (0.0, 0.0, 0.33), (0.19, 0.30, 0.40)),
    "neck": Mass(_neck, (0.0, 0.0, 0.02), (0.08, 0.08, 0.10)),
    "head": Mass(SEGMENTS["head and neck"] - _neck, (0.02, 0.0, 0.10), (0.19, 0.17, 0.22)),
}

RANGES = {
    "waist_yaw": (-60.0, 60.0), "waist_pitch": (-15.0, 50.0), "neck_yaw": (-80.0, 80.0), "neck_pitch": (-35.0, 50.0),
    "shoulder_pitch": (-60.0, 170.0), "shoulder_roll": (-15.0, 130.0), "shoulder_yaw": (-90.0, 90.0),
    "elbow": (0.0, 145.0), "forearm_roll": (-100.0, 100.0), "wrist_flexion": (-70.0, 80.0),
    "wrist_deviation": (-45.0, 45.0),
}  # fmt: skip
"""Ranges of the joints [degrees]."""
ARM_JOINTS = (
    "shoulder_pitch", "shoulder_roll", "shoulder_yaw", "elbow", "forearm_roll", "wrist_flexion", "wrist_deviation",
)  # fmt: skip
SIDES = {"right": -1.0, "left": 1.0}
"""The sign of y on each side."""
