"""Drives put into a model: as actuators of MuJoCo, with the inertia, friction and damping they bring along."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import mujoco

from pult.core.errors import Fault
from pult.equipment.drives.check import drive_faults
from pult.equipment.drives.document import (
    DcMotorDrive,
    Drive,
    ElectricDrive,
    JointDrive,
    PneumaticDrive,
    PositionDrive,
    TorqueDrive,
    VelocityDrive,
    is_tendon_driven,
    per_joint,
    targets,
)
from pult.equipment.drives.table import DriveTable, drive_table

__all__ = [
    "DcMotorDrive", "Drive", "DriveTable", "ElectricDrive", "PneumaticDrive", "PositionDrive", "TorqueDrive",
    "VelocityDrive", "add_drives", "drive_table",
]  # fmt: skip

# Dry friction is a soft constraint: a joint at rest creeps at (1 - d) a T/2 under a load that would accelerate it by a,
# with d, T the impedance and the time constant here (d as near 1 as MuJoCo allows; T at least two physics steps). At
# 20 rad/s^2 that is 2 urad/s; with MuJoCo's usual 0.9 and 20 ms it is 20 mrad/s.
_FRICTION_SOLIMP = [0.9999, 0.9999, 0.001, 0.5, 2.0]
_FRICTION_SOLREF = [0.002, 1.0]

_ACTUATOR_FIELDS = (
    "actdim", "actearly", "actlimited", "actrange", "armature", "biasprm", "biastype", "ctrllimited", "ctrlrange",
    "ctrlspec", "damping", "delay", "dynprm", "dyntype", "ffrange", "forcelimited", "forcerange", "gainprm", "gaintype",
    "gear", "inheritrange", "interp", "lengthrange", "nsample", "velrange",
)  # fmt: skip
_TENDON_FIELDS = (
    "actfrclimited", "actfrcrange", "armature", "damping", "frictionloss", "limited", "margin", "range",
    "solimp_friction", "solimp_limit", "solref_friction", "solref_limit", "springlength", "springyield", "stiffness",
)  # fmt: skip


def add_drives(spec: mujoco.MjSpec, drives: Mapping[str, Drive], place: str = "drives") -> list[Fault]:
    """Put drives into the model of a robot, before it is placed in a world.

    A drive NAME on joints becomes actuators "NAME[JOINT]", on tendons "NAME[TENDON]"; a cylinder becomes a tendon and
    an actuator "NAME", and one more, "NAME[rod]", if the area on the side of the rod is another. Inertia (as armature),
    dry friction and damping are added to what the joints or tendons have.

    Args:
        spec: The model; it is changed only if there is no fault.
        drives: The drives by name.
        place: Where they stand in the document.

    Returns:
        All faults.
    """
    faults = drive_faults(spec, drives, place)
    if not faults:
        for name, drive in drives.items():
            if isinstance(drive, PneumaticDrive):
                _add_cylinder(spec, name, drive)
            else:
                _add_on_joints(spec, name, drive)
    return faults


def _add_on_joints(spec: mujoco.MjSpec, name: str, drive: JointDrive) -> None:
    transmission = mujoco.mjtTrn.mjTRN_TENDON if is_tendon_driven(drive) else mujoco.mjtTrn.mjTRN_JOINT
    for index, target in enumerate(targets(drive)):

        def value(field: str, index: int = index) -> float:
            return (per_joint(drive, field) or [-1.0] * len(targets(drive)))[index]

        joint = spec.tendon(target) if is_tendon_driven(drive) else spec.joint(target)
        actuator = _new_actuator(spec, f"{name}[{target}]", transmission, target)
        match drive:
            case ElectricDrive():
                torque, speed = value("stall_torque"), value("no_load_speed")
                actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
                actuator.gainprm = _parameters(torque)
                actuator.biasprm = _parameters(0.0, 0.0, -torque / speed)
                _limit_command(actuator, -1.0, 1.0)
                _load(joint, value, value("inertia"))
            case DcMotorDrive():
                _set_dc_motor(actuator, value)
                _load(joint, value, value("inertia") * value("gear") ** 2)
            case TorqueDrive():
                _brake(joint, value)
                _limit_command(actuator, -value("limit"), value("limit"))
            case PositionDrive():
                ratio = value("damping_ratio") if drive.damping_ratio is not None else 1.0
                if drive.damping is None:
                    actuator.set_to_position(kp=value("stiffness"), dampratio=ratio)
                else:
                    actuator.set_to_position(kp=value("stiffness"), kv=value("damping"))
                _limit_force(actuator, value("limit"))
            case VelocityDrive():
                _brake(joint, value)
                actuator.set_to_velocity(kv=value("gain"))
                _limit_force(actuator, value("limit"))


def _set_dc_motor(actuator: Any, value: Any) -> None:
    """A DC motor whose torque and speed constants differ.

    MuJoCo's motor has one constant K for both. With K = C_w, and R and L both scaled by C_w/C_m, its state is
    i C_m/C_w: torque, back-EMF and time constant are those wanted, and the command stays the true voltage.
    """
    constant = value("speed_constant")
    scale = constant / value("torque_constant")
    actuator.set_to_dcmotor(
        motorconst=[constant, constant],
        resistance=value("resistance") * scale,
        inductance=[value("inductance") * scale, 0.0],
    )
    actuator.gear = [value("gear"), 0.0, 0.0, 0.0, 0.0, 0.0]
    _limit_command(actuator, -value("max_voltage"), value("max_voltage"))


def _load(joint: Any, value: Any, armature: float) -> None:
    """What a motor brings along into its joint or tendon, which has the same fields."""
    joint.armature += armature
    joint.frictionloss += value("friction")
    damping = list(joint.damping)
    damping[0] += value("damping")
    joint.damping = damping
    _brake(joint, value)
    if value("friction"):
        joint.solimp_friction, joint.solref_friction = _FRICTION_SOLIMP, _FRICTION_SOLREF


def _brake(joint: Any, value: Any) -> None:
    if value("brake"):
        joint.solimp_friction, joint.solref_friction = _FRICTION_SOLIMP, _FRICTION_SOLREF


def _add_cylinder(spec: mujoco.MjSpec, name: str, drive: PneumaticDrive) -> None:
    tendon = spec.add_tendon(name=name)
    stock = mujoco.MjSpec()
    _restore(tendon, stock.add_tendon(), _TENDON_FIELDS)
    tendon.wrap_site(drive.from_site)
    tendon.wrap_site(drive.to_site)
    tendon.frictionloss = drive.friction
    tendon.solimp_friction, tendon.solref_friction = _FRICTION_SOLIMP, _FRICTION_SOLREF
    if drive.stroke is not None:
        tendon.limited, tendon.range = mujoco.mjtLimited.mjLIMITED_TRUE, drive.stroke
    low, high = drive.pressure
    area = math.pi * drive.bore**2 / 4.0
    rod_area = area - math.pi * drive.rod**2 / 4.0
    if rod_area == area:
        chambers = [(name, area, low, high)]
    else:  # each has its own pressure, of one sign: MuJoCo clamps the command to it
        chambers = [(name, area, 0.0, high), (f"{name}[rod]", rod_area, low, 0.0)]
    for title, effective, least, most in chambers:
        if least < most:
            actuator = _new_actuator(spec, title, mujoco.mjtTrn.mjTRN_TENDON, name)
            actuator.gainprm = _parameters(effective)
            if drive.lag > 0.0:
                actuator.dyntype = mujoco.mjtDyn.mjDYN_FILTEREXACT
                actuator.dynprm = _parameters(drive.lag)
            _limit_command(actuator, least, most)


def _new_actuator(spec: mujoco.MjSpec, name: str, transmission: Any, target: str) -> Any:
    actuator = spec.add_actuator(name=name, trntype=transmission, target=target)
    stock = mujoco.MjSpec()
    _restore(actuator, stock.add_actuator(), _ACTUATOR_FIELDS)
    return actuator


def _restore(thing: Any, stock: Any, fields: Sequence[str]) -> None:
    """Undo the defaults of the model's author: they are not meant for drives."""
    for field in fields:
        setattr(thing, field, getattr(stock, field))


def _parameters(*values: float) -> list[float]:
    return [*values, *[0.0] * (10 - len(values))]


def _limit_command(actuator: Any, low: float, high: float) -> None:
    actuator.ctrllimited, actuator.ctrlrange = mujoco.mjtLimited.mjLIMITED_TRUE, [low, high]


def _limit_force(actuator: Any, limit: float) -> None:
    if limit > 0.0:  # else none is given
        actuator.forcelimited, actuator.forcerange = mujoco.mjtLimited.mjLIMITED_TRUE, [-limit, limit]
