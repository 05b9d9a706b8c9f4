"""Drives of a robot, as its document has them: electric and DC motors, pneumatic cylinders, ideal drives.

A drive on joints takes one command for each joint; its values are one number for all of them or a list with one for
each. Where joints slide, read N for N m, m for rad and m/s for rad/s. An electric drive may pull tendons instead: a
tendon over several joints, sum(c_i q_i), is moved by one motor, as the joints of a finger are.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from pult.core.document import Part

PerJoint = float | list[float]
"""One number for all joints of a drive, or a list with one for each."""

Joints = Annotated[list[str], Meta(description="Joints it drives, all turning or all sliding.")]
Tendons = Annotated[
    list[str], Meta(description="Tendons of the model that it drives, instead of joints; each over turning joints.")
]
Limit = Annotated[PerJoint | None, Meta(description="Most torque [N*m] or force [N]; no limit if left out.")]


Brake = Annotated[PerJoint, Meta(description="Torque of the brake, while it is on [N*m]; 0 for none.")]


class MotorPart(Part, frozen=True, kw_only=True):
    """What electric motors of both kinds have besides the motor itself. It adds to what the joint itself has."""

    inertia: Annotated[PerJoint, Meta(description="Inertia of the rotor [kg*m^2].")] = 0.0
    friction: Annotated[PerJoint, Meta(description="Dry friction in the joint [N*m].")] = 0.0
    damping: Annotated[PerJoint, Meta(description="Viscous friction in the joint [N*m*s/rad].")] = 0.0
    brake: Brake = 0.0


class ElectricDrive(MotorPart, frozen=True, kw_only=True, tag_field="type", tag="electric"):
    """An electric motor by its characteristic: tau = M_s (U - w/w_idle), U the normalised voltage in [-1, 1].

    The inertia of its rotor is reflected to the joint. U = 0 is a motor with shorted terminals: it brakes by
    tau = -M_s w/w_idle. On a tendon of length sum(c_i q_i), w is the speed of this length [rad/s], and each joint gets
    c_i tau.
    """

    joints: Joints = []
    tendons: Tendons = []
    stall_torque: Annotated[PerJoint, Meta(description="Torque M_s at standstill with full voltage [N*m].")]
    no_load_speed: Annotated[PerJoint, Meta(description="Speed w_idle at full voltage without load [rad/s].")]


class DcMotorDrive(MotorPart, frozen=True, kw_only=True, tag_field="type", tag="dc"):
    """A DC motor with a gear of ratio N: u = i R + L di/dt + C_w N w, tau = N C_m i, w the speed of the joint.

    The inertia of the rotor is that at the motor; the joint feels N^2 of it. Friction, damping and brake are those of
    the joint.
    """

    joints: Joints
    resistance: Annotated[PerJoint, Meta(description="Resistance R of the winding [Ohm].")]
    torque_constant: Annotated[PerJoint, Meta(description="C_m, torque by current [N*m/A].")]
    speed_constant: Annotated[PerJoint, Meta(description="C_w, back-EMF by speed of the motor [V*s/rad].")]
    max_voltage: Annotated[PerJoint, Meta(description="Most voltage, of either sign [V].")]
    inductance: Annotated[PerJoint, Meta(description="Inductance L of the winding [H].")] = 0.0
    gear: Annotated[PerJoint, Meta(description="Ratio N: speed of the motor by speed of the joint.")] = 1.0


class PneumaticDrive(Part, frozen=True, kw_only=True, tag_field="type", tag="pneumatic"):
    """A cylinder between two sites that a valve feeds with a differential pressure p: one command [Pa].

    A positive p fills the chamber before the piston and pushes the sites apart with p pi bore^2/4; a negative one fills
    the chamber with the rod and pulls with |p| pi (bore^2 - rod^2)/4. The pressure in each chamber follows with a lag.
    """

    from_site: Annotated[str, Meta(description="Site at one end.")] = msgspec.field(name="from")
    to_site: Annotated[str, Meta(description="Site at the other end.")] = msgspec.field(name="to")
    bore: Annotated[float, Meta(description="Inner diameter of the cylinder [m].")]
    pressure: Annotated[
        list[float],
        Meta(min_length=2, max_length=2, description="Least (0 or below) and most differential pressure [Pa]."),
    ]
    rod: Annotated[float, Meta(description="Diameter of the piston rod [m].")] = 0.0
    lag: Annotated[float, Meta(description="Time constant of the pressure [s].")] = 0.0
    friction: Annotated[float, Meta(description="Dry friction of the piston [N].")] = 0.0
    brake: Annotated[float, Meta(description="Force of the rod lock, while it is on [N]; 0 for none.")] = 0.0
    stroke: Annotated[
        list[float] | None, Meta(description="Shortest and longest distance of the sites [m]; no stops if left out.")
    ] = None


class TorqueDrive(Part, frozen=True, kw_only=True, tag_field="type", tag="torque"):
    """An ideal drive: the torque [N*m] is what is asked for."""

    joints: Joints
    limit: Annotated[PerJoint, Meta(description="Most torque [N*m] or force [N], of either sign.")]
    brake: Brake = 0.0


class PositionDrive(Part, frozen=True, kw_only=True, tag_field="type", tag="position"):
    """An ideal position servo: tau = k (wanted - q) - d q', the wanted position [rad] within the joint's limits.

    Without a command it holds the position it finds.
    """

    joints: Joints
    stiffness: Annotated[PerJoint, Meta(description="k [N*m/rad].")]
    damping: Annotated[PerJoint | None, Meta(description="d [N*m*s/rad]; or give a damping ratio.")] = None
    damping_ratio: Annotated[
        PerJoint | None,
        Meta(description="d by the inertia of the model as it stands, 1 being critical; 1 if nothing is given."),
    ] = None
    limit: Limit = None


class VelocityDrive(Part, frozen=True, kw_only=True, tag_field="type", tag="velocity"):
    """An ideal speed servo: tau = k (wanted - q'), the wanted speed in rad/s."""

    joints: Joints
    gain: Annotated[PerJoint, Meta(description="k [N*m*s/rad].")]
    limit: Limit = None
    brake: Brake = 0.0


JointDrive = ElectricDrive | DcMotorDrive | TorqueDrive | PositionDrive | VelocityDrive
Drive = ElectricDrive | DcMotorDrive | PneumaticDrive | TorqueDrive | PositionDrive | VelocityDrive
"""Any drive; its 'type' tells which."""

POSITIVE = frozenset(
    {
        "stall_torque", "no_load_speed", "resistance", "torque_constant", "speed_constant", "max_voltage", "gear",
        "bore", "limit", "stiffness", "gain",
    }
)  # fmt: skip
"""Values that must be above 0; all others are at least 0."""


def is_tendon_driven(drive: JointDrive) -> bool:
    """Whether it drives tendons, not joints."""
    return isinstance(drive, ElectricDrive) and bool(drive.tendons)


def targets(drive: JointDrive) -> list[str]:
    """Names of the joints or tendons that it drives, in the order of its commands."""
    return drive.tendons if isinstance(drive, ElectricDrive) and drive.tendons else drive.joints


def per_joint(drive: JointDrive, field: str) -> list[float]:
    """A value of a drive for each of its joints or tendons; none of them if it is left out."""
    value: PerJoint | None = getattr(drive, field)
    if value is None:
        return []
    return [float(x) for x in value] if isinstance(value, list) else [float(value)] * len(targets(drive))


def unit_of(drive: Drive, slides: bool) -> str:
    """Unit of a drive's commands.

    Args:
        drive: The drive.
        slides: Whether its joints slide.
    """
    match drive:
        case ElectricDrive() | DcMotorDrive():
            return "V"
        case PneumaticDrive():
            return "Pa"
        case TorqueDrive():
            return "N" if slides else "N*m"
        case PositionDrive():
            return "m" if slides else "rad"
        case VelocityDrive():
            return "m/s" if slides else "rad/s"


def command_description(drive: Drive) -> str:
    """What a drive's command is, in one line for people."""
    match drive:
        case ElectricDrive():
            return "Voltage of the motors by the nominal one, -1 to 1."
        case DcMotorDrive():
            return "Voltage of the motors."
        case PneumaticDrive():
            return "Differential pressure in the cylinder; above 0 it pushes."
        case TorqueDrive():
            return "Torque or force of the drives."
        case PositionDrive():
            return "Position that the drives hold."
        case VelocityDrive():
            return "Speed that the drives keep."
