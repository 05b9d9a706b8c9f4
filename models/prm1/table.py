"""Numbers of PRM-1 and its base Trikol, in SI units and radians.

Lengths and ranges of the arm are those of paper 002, with signs of CONFIG: pitch is positive down, the column positive
to the left, the roll about x. Masses, places of the wheels and heights are not in the paper: they are our own choice,
made together with a doorway 0.9 m wide, a table at 0.75 m and 2 kg at the end of the stretched arm.
"""

import math
from dataclasses import dataclass

PLATFORM = 0.45
"""Height of the platform over the floor [m]."""
WHEEL_RADIUS, WHEEL_HALF_WIDTH = 0.08, 0.03
WHEEL_CIRCLE = 0.285
"""Radius of the circle about the column axis on which the wheels stand [m]: 0.654 m wide with wheels turned across."""
WHEELS = {
    name: (WHEEL_CIRCLE * math.cos(angle), WHEEL_CIRCLE * math.sin(angle))
    for name, angle in {"left": math.radians(60), "rear": math.radians(180), "right": math.radians(-60)}.items()
}
"""Where the wheels stand (x, y): two on the arm's side, one behind."""
STEERING_RANGE = math.radians(120)
"""More than a quarter of a turn each way: every direction can be had, and most in two ways."""
BODY_MASS, BODY_CENTRE, BODY_RADIUS = 62.0, 0.2, 0.3
"""Chassis with batteries; without steering and wheels [kg, m, m]."""
STEERING_MASS, WHEEL_MASS = 1.5, 1.5

SHOULDER_HEIGHT, SHOULDER_BACK = 0.095, 0.09
"""Shoulder axis over the platform, and behind the column axis [m]."""
UPPER_ARM, FOREARM, GRAB = 0.58, 0.44, 0.36
"""Lengths of the links; the last one from the wrist axis to the finger tips [m]."""
UPPER_ARM_SIDE, GRAB_SIDE = 0.0785, 0.0355
"""How far the planes of the upper arm and of the grab lie to the left of the column axis [m]."""
CAMERA_UP, CAMERA_AHEAD = 0.04, 0.23
"""The grab's camera: over the grab's axis at zero roll, and ahead of the wrist axis [m]."""
FINGER_STROKE = 0.055
"""Way of each finger [m]."""


@dataclass(frozen=True)
class Joint:
    """A joint of the arm.

    Attributes:
        lower: Lower stop [rad].
        upper: Upper stop [rad].
        stall_torque: Of its motor [N*m].
        no_load_speed: Of its motor [rad/s].
        rotor: Inertia of its rotor, reflected to the joint [kg*m^2].
        damping: Viscous friction [N*m*s/rad].
    """

    lower: float
    upper: float
    stall_torque: float
    no_load_speed: float
    rotor: float
    damping: float


def _joint(low: float, high: float, *drive: float) -> Joint:
    return Joint(math.radians(low), math.radians(high), *drive)


ARM = {
    "column": _joint(-135, 135, 120, 2, 1.0, 1.0),
    "shoulder": _joint(-60, 0, 160, 1.5, 1.0, 1.0),
    "elbow": _joint(-90, 130, 90, 2, 0.5, 0.5),
    "wrist": _joint(-60, 70, 30, 3, 0.1, 0.2),
    "roll": _joint(-179, 179, 10, 4, 0.03, 0.1),
}
CAMERAS = {
    "mast_pan": _joint(-150, 150, 2, 3, 0.004, 0.02),
    "mast_tilt": _joint(-45, 135, 2, 3, 0.004, 0.02),
    "side_tilt": _joint(-45, 135, 2, 3, 0.004, 0.02),
}
CAMERAS_HOME = {"mast_tilt": 1.05, "side_tilt": 1.25}
HOME = {"shoulder": -0.9, "elbow": 1.9, "wrist": -0.8, **CAMERAS_HOME, "left_finger": 0.045}
"""Folded for driving: the grab ahead of the base, the cameras on what it is going to hold."""
READY = {"shoulder": -0.957, "elbow": 1.155, "wrist": -0.023, **CAMERAS_HOME, "left_finger": 0.045}
"""Raised over a table: the finger tips 1.03 m ahead and 0.42 m over the platform, pitched down by 10 degrees."""
