"""Design of a planar arm of two links whose joints are turned by cylinders: from its work space to its mount points."""

import math
from dataclasses import dataclass, field

from pult.core.errors import KinematicsError
from pult.motion.carry.mounts import MountPoints, mount_points
from pult.motion.carry.planar import Inertias

DEGREE = math.pi / 180.0


@dataclass(frozen=True)
class Cylinder:
    """A pneumatic cylinder.

    Attributes:
        folded: Distance of its ends, folded [m].
        stroke: Its stroke [m].
        bore: Inner diameter [m].
        rod: Diameter of the rod [m].
        pressure: Most differential pressure, of either sign [Pa].
        lag: Time constant of the pressure [s].
        friction: Dry friction of the piston [N].
    """

    folded: float = 0.2
    stroke: float = 0.1
    bore: float = 0.032
    rod: float = 0.012
    pressure: float = 6e5
    lag: float = 0.03
    friction: float = 10.0

    @property
    def extended(self) -> float:
        """Distance of its ends at full stroke [m]."""
        return self.folded + self.stroke

    @property
    def areas(self) -> tuple[float, float]:
        """Area of the piston that pushes, and of that with the rod, which pulls [m^2]."""
        area = math.pi * self.bore**2 / 4.0
        return area, area - math.pi * self.rod**2 / 4.0

    @property
    def forces(self) -> tuple[float, float]:
        """Most force that it pulls with and pushes with [N]."""
        push, pull = self.areas
        return pull * self.pressure, push * self.pressure


@dataclass(frozen=True)
class ArmDesign:
    """What is wanted of an arm.

    Attributes:
        links: Lengths of both links [m].
        shoulder: Least and largest angle of the first link from the x axis of the base [rad].
        elbow: Least and largest angle between the links, 0 stretched, bending to the left [rad].
        shoulder_cylinder: Cylinder between base and first link.
        elbow_cylinder: Cylinder between the links.
        swing: Angle between base and first link at the longest cylinder [rad]; free to choose.
        link_masses: Of both links, cylinders apart [kg].
        hand_mass: Of what holds the body [kg].
    """

    links: tuple[float, float] = (0.45, 0.45)
    shoulder: tuple[float, float] = (-88.8 * DEGREE, 1.2 * DEGREE)
    elbow: tuple[float, float] = (25.0 * DEGREE, 115.0 * DEGREE)
    shoulder_cylinder: Cylinder = field(default_factory=Cylinder)
    elbow_cylinder: Cylinder = field(default_factory=Cylinder)
    swing: float = 25.0 * DEGREE
    link_masses: tuple[float, float] = (0.9, 0.7)
    hand_mass: float = 0.1


@dataclass(frozen=True)
class JointDrive:
    """A joint with its cylinder.

    The angle of the mount points is theta = sense (q - offset), and the cylinder, pushing with F, turns the joint by
    F dh/dq.

    Attributes:
        cylinder: The cylinder.
        mounts: Distances of its mount points: k on the side of the base, p on the link that is turned [m].
        offset, sense: From the joint's angle to that of the mount points [rad], 1 or -1.
        lower, upper: Limits of the joint's angle, at the ends of the stroke [rad].
    """

    cylinder: Cylinder
    mounts: MountPoints
    offset: float
    sense: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Arm:
    """A designed arm.

    Attributes:
        design: What was wanted.
        shoulder, elbow: Both joints.
        inertias: Of the arm with its hand, cylinders apart.
    """

    design: ArmDesign
    shoulder: JointDrive
    elbow: JointDrive
    inertias: Inertias

    @property
    def joints(self) -> tuple[JointDrive, JointDrive]:
        """Both joints, from the base."""
        return self.shoulder, self.elbow


def design_arm(design: ArmDesign) -> Arm:
    """Find the mount points of both cylinders.

    Raises:
        KinematicsError: A length or angle is out of range, or there are no mount points; the message names the joint
            and says by how much.
    """
    l1, l2 = design.links
    if not (l1 > 0.0 and l2 > 0.0):
        raise KinematicsError(f"both links are longer than 0, not {l1:g} and {l2:g} m.")
    low, high = design.shoulder
    if not low < high:
        raise KinematicsError(
            f"the shoulder turns from a smaller to a larger angle, not {_degrees(low)} to {_degrees(high)}."
        )
    if not 0.0 < design.elbow[0] < design.elbow[1] < math.pi:
        near, far = (_degrees(angle) for angle in design.elbow)
        raise KinematicsError(
            f"the elbow turns within 0 to 180 degrees, from a smaller to a larger angle, not {near} to {far}."
        )
    swing = design.swing
    shoulder = _joint("shoulder", design.shoulder_cylinder, swing + high - low, swing)
    elbow = _joint("elbow", design.elbow_cylinder, design.elbow[1], design.elbow[0])
    return Arm(
        design,
        JointDrive(design.shoulder_cylinder, shoulder, high + swing, -1.0, low, high),
        JointDrive(design.elbow_cylinder, elbow, 0.0, 1.0, *design.elbow),
        _inertias(design),
    )


def _joint(name: str, cylinder: Cylinder, theta_min: float, theta_max: float) -> MountPoints:
    try:
        return mount_points(cylinder.folded, cylinder.extended, theta_min, theta_max)
    except KinematicsError as error:
        raise KinematicsError(f"{name}: {error}") from error


def _inertias(design: ArmDesign) -> Inertias:
    """Links as slender rods, the hand as a point."""
    (l1, l2), (m1, m2), hand = design.links, design.link_masses, design.hand_mass
    own = m2 * l2 * l2 / 3.0 + hand * l2 * l2
    return Inertias(m1 * l1 * l1 / 3.0 + (m2 + hand) * l1 * l1 + own, l1 * (m2 * l2 / 2.0 + hand * l2), own)


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.4g}"
