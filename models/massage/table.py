"""Numbers of PM-01: kinematics, masses and drives of the PUMA 560, and of the tool that it presses with.

Sources:
    B. Armstrong, O. Khatib, J. Burdick, "The explicit dynamic model and inertial parameters of the PUMA 560 arm", IEEE
    ICRA 1986: masses, centres, moments of inertia of the links.
    P. Corke, B. Armstrong-Helouvry, "A search for consensus among model parameters reported for the PUMA 560 robot",
    IEEE ICRA 1994: lengths, limits, gears, inertia and viscous friction of the motors; frames of the masses as here.

The electrical constants, brakes and the tool's drive are our own choice: round numbers for such motors. Dry friction
of the gears is left out.
"""

import math
from typing import NamedTuple

SHOULDER_HEIGHT = 0.672
"""Of the shoulder's axis over the floor [m]."""
HALF = math.pi / 2
DEG = math.pi / 180


class Link(NamedTuple):
    """A joint, the link after it, and its motor.

    Attributes:
        name: Of the joint.
        a, alpha, d: Denavit-Hartenberg parameters, standard convention [m, rad, m].
        lower, upper: Limits of the angle [rad].
        mass: [kg]
        centre: Of mass, in the frame after the joint [m].
        inertia: About it: xx, yy, zz in axes of that frame [kg m^2].
        gear: Turns of the motor for one of the joint.
        rotor: Inertia of the motor [kg m^2].
        viscous: Friction of the motor [N m s/rad].
        torque_constant: Of the motor [N m/A]; that of the back-EMF is the same.
        resistance: Of winding and amplifier [Ohm].
        voltage: Most [V].
        brake: At the joint [N m].
    """

    name: str
    a: float
    alpha: float
    d: float
    lower: float
    upper: float
    mass: float
    centre: tuple[float, float, float]
    inertia: tuple[float, float, float]
    gear: float
    rotor: float
    viscous: float
    torque_constant: float
    resistance: float
    voltage: float
    brake: float


# The first link turns about the vertical alone: its published 0.35 kg m^2 about that axis is all that counts, the rest
# makes it a body. The published moments of the third, 0.066, 0.086 and 0.0125, are those of no body (two of them are
# never less than the third): 0.086 is lowered to 0.0785.
LINKS = (
    Link("waist", 0.0, HALF, 0.0, -160.0 * DEG, 160.0 * DEG, 13.0, (0.0, 0.0, 0.0), (0.2, 0.35, 0.2),
         62.6111, 200e-6, 1.48e-3, 0.23, 2.1, 40.0, 200.0),
    Link("shoulder", 0.4318, 0.0, 0.0, -45.0 * DEG, 225.0 * DEG, 17.4, (-0.3638, 0.006, 0.2275),
         (0.13, 0.524, 0.539), 107.815, 200e-6, 0.817e-3, 0.23, 2.1, 40.0, 250.0),
    Link("elbow", 0.0203, -HALF, 0.15005, -225.0 * DEG, 45.0 * DEG, 4.8, (-0.0203, -0.0141, 0.070),
         (0.066, 0.0785, 0.0125), 53.7063, 200e-6, 1.38e-3, 0.23, 2.1, 40.0, 120.0),
    Link("wrist_roll", 0.0, HALF, 0.4318, -110.0 * DEG, 170.0 * DEG, 0.82, (0.0, 0.019, 0.0),
         (1.8e-3, 1.3e-3, 1.8e-3), 76.0364, 33e-6, 71.2e-6, 0.07, 6.7, 40.0, 25.0),
    Link("wrist_bend", 0.0, -HALF, 0.0, -100.0 * DEG, 100.0 * DEG, 0.34, (0.0, 0.0, 0.0), (0.3e-3, 0.4e-3, 0.3e-3),
         71.923, 33e-6, 82.6e-6, 0.07, 6.7, 40.0, 25.0),
    Link("flange", 0.0, 0.0, 0.0, -266.0 * DEG, 266.0 * DEG, 0.09, (0.0, 0.0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3),
         76.686, 33e-6, 36.7e-6, 0.07, 6.7, 40.0, 20.0),
)  # fmt: skip


class Tool:
    """The tool on its prismatic drive, lengths along its axis from the middle of the wrist [m]."""

    MOUNT = 0.04
    """Where the drive's housing begins: the flange."""
    HOUSING = 0.06
    """Its length."""
    CYLINDER = 0.09
    CYLINDER_RADIUS = 0.02
    BALL_RADIUS = 0.03
    """The sphere's centre is that of the cylinder's end face."""
    RETRACTED = 0.116
    """Where the sphere's centre is with the tool drawn in."""
    STROKE = 0.06
    MIDDLE = 0.03
    """Stroke at which the arm is led: the drive presses and yields from there."""
    HOUSING_MASS = 0.4
    CARRIAGE_MASS = 0.99
    """Of the cylinder, with what moves in the drive [kg]."""
    BALL_MASS = 0.01
    """Of what is beyond the force sensor, a thin shell [kg]: a sensor feels the inertia of that, too, and its share in
    the tool times the gain of the force law must stay well below 1.
    """
    SPRING = 100.0
    """Stiffness of the spring that draws the tool in [N/m]..."""
    PRELOAD = 30.0
    """...and its force with the tool drawn in [N]: three times the weight of the tool."""
    STALL_FORCE = 120.0
    """Of the drive at full voltage [N]."""
    NO_LOAD_SPEED = 1.0
    """[m/s] With no voltage the drive brakes by 120 N s/m: the spring draws the tool in at about 0.25 m/s."""
