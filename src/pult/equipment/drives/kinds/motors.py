"""Electric motors: by their characteristic, and by the constants of a DC motor."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import mujoco
import numpy as np
from msgspec import Meta

from pult.core.errors import Fault, FaultKind, advice
from pult.core.figures import Figures
from pult.equipment.drives.actuators import (
    FRICTION_IMPEDANCE,
    limit_command,
    new_actuator,
    parameters,
    stiffen_friction,
)
from pult.equipment.drives.joints import TORQUE, Brake, JointDrive, Joints, PerJoint
from pult.equipment.drives.kind import Driven
from pult.equipment.drives.table import TableBuilder

FRICTION_TOO_HIGH = FaultKind(
    "implausible",
    "the dry friction of {friction:g} is not below the stall torque of {torque:g}: the drive cannot move.",
)
NO_JOINT_OR_TENDON = FaultKind("bad-shape", "names no joint and no tendon.")
TENDONS_AND_JOINTS = FaultKind("conflict", "stand next to 'joints'; give them drives of their own.")
UNKNOWN_TENDON = FaultKind("unknown-tendon", "unknown tendon {name!r}. {advice}")
TENDON_NOT_OVER_HINGES = FaultKind(
    "bad-tendon",
    "tendon {name!r} is not over turning joints alone; a motor drives those <fixed> over hinges.",
)
TENDON_TWICE = FaultKind("driven-twice", "tendon {name!r} is listed twice.")
TENDON_DRIVEN = FaultKind("driven-twice", "tendon {name!r} is already driven by {other}.")

Tendons = Annotated[
    list[str], Meta(description="Tendons of the model that it drives, instead of joints; each spans revolute joints.")
]


class MotorDrive(JointDrive, frozen=True, kw_only=True):
    """Common part of electric motors: inertia, friction and brake, in addition to those of the joint."""

    inertia: Annotated[
        PerJoint,
        Meta(
            description="Inertia of the rotor and the gear as the joint feels it [kg*m^2]: behind a gear of ratio N, "
            "N^2 times the inertia at the motor."
        ),
    ] = 0.0
    friction: Annotated[PerJoint, Meta(description="Dry friction in the joint [N*m].")] = 0.0
    damping: Annotated[PerJoint, Meta(description="Viscous friction in the joint [N*m*s/rad].")] = 0.0
    brake: Brake = 0.0
    friction_impedance: Annotated[
        float,
        Meta(
            description=(
                "How stiffly dry friction and brake hold a joint at rest, MuJoCo's impedance d: under a load that "
                "would accelerate it by a, it creeps at (1 - d) a times 1 ms, or a longer physics step. Nearer to 1 "
                "the physics costs more while joints turn back and forth."
            ),
            gt=0,
            le=FRICTION_IMPEDANCE,
        ),
    ] = FRICTION_IMPEDANCE

    unit, unit_sliding = "V", "V"
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {
        "inertia": (1e-9, 1e3), "friction": (1e-6, 1e4), "damping": (1e-7, 1e5), "brake": TORQUE,
    }  # fmt: skip

    @abstractmethod
    def stall_torques(self) -> list[float]:
        """Torque at full voltage and rest of each target [N*m]."""

    def warnings(self, place: str) -> Iterator[Fault]:
        """See `DriveKind`; and friction that the motor cannot overcome."""
        yield from super().warnings(place)
        for friction, torque in zip(self.per_joint("friction"), self.stall_torques(), strict=True):
            if friction >= torque:
                yield FRICTION_TOO_HIGH.at(f"{place}.friction", friction=friction, torque=torque)
                break

    def load(self, joint: Any, index: int) -> None:
        """Add the motor's inertia, friction and brake to a joint or tendon (both have the same fields).

        Args:
            joint: The joint or tendon.
            index: Its index.
        """
        friction = self.value("friction", index)
        joint.armature += self.value("inertia", index)
        joint.frictionloss += friction
        damping = list(joint.damping)
        damping[0] += self.value("damping", index)
        joint.damping = damping
        if friction or self.value("brake", index):
            stiffen_friction(joint, self.friction_impedance)


class ElectricDrive(MotorDrive, frozen=True, kw_only=True, tag_field="type", tag="electric"):
    """An electric motor by its characteristic: tau = M_s (U - w/w_idle), U the normalised voltage in [-1, 1].

    U = 0 is a motor with shorted terminals: it brakes by
    tau = -M_s w/w_idle. On a tendon of length sum(c_i q_i), w is the speed of this length [rad/s], and each joint gets
    c_i tau.
    """

    joints: Joints = []
    tendons: Tendons = []
    stall_torque: Annotated[PerJoint, Meta(description="Stall torque M_s at full voltage [N*m].")]
    no_load_speed: Annotated[PerJoint, Meta(description="No-load speed w_idle at full voltage [rad/s].")]

    command = "Voltage of the motors by the nominal one, -1 to 1."
    positive = frozenset({"stall_torque", "no_load_speed"})
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {
        **MotorDrive.plausible, "stall_torque": TORQUE, "no_load_speed": (1e-3, 1e3),
    }  # fmt: skip

    def stall_torques(self) -> list[float]:
        """See `MotorDrive`."""
        return self.per_joint("stall_torque")

    @property
    def targets(self) -> list[str]:
        """Names of its joints or tendons, in the order of its commands."""
        return self.tendons or self.joints

    def figures(self) -> Figures:
        """Its quantities; the maximum voltage is 1, because voltages are normalized."""
        labels, values = super().figures()
        return Figures(labels, {**values, "max_voltage": np.ones(len(labels))})

    def check(self, spec: Any, name: str, place: str, driven: Driven) -> Iterator[Fault]:
        """See `DriveKind`."""
        if not self.tendons:
            yield from super().check(spec, name, place, driven)
            return
        if self.joints:
            yield TENDONS_AND_JOINTS.at(f"{place}.tendons")
        known = {tendon.name: tendon for tendon in spec.tendons if tendon.name}
        for index, tendon in enumerate(self.tendons):
            here = f"{place}.tendons[{index}]"
            if tendon not in known:
                yield UNKNOWN_TENDON.at(here, name=tendon, **advice(tendon, known))
            elif not all(_turns(wrap) for wrap in known[tendon].path):
                yield TENDON_NOT_OVER_HINGES.at(here, name=tendon)
            elif tendon in self.tendons[:index]:
                yield TENDON_TWICE.at(here, name=tendon)
            elif tendon in driven.tendons:
                yield TENDON_DRIVEN.at(here, name=tendon, other=driven.tendons[tendon])
        driven.tendons.update(dict.fromkeys(self.tendons, f"the drive {name!r}"))
        yield from self._value_faults(place, "tendons")

    def add_to(self, spec: Any, name: str) -> None:
        """See `DriveKind`."""
        if not self.tendons:
            super().add_to(spec, name)
        for index, tendon in enumerate(self.tendons):
            actuator = new_actuator(spec, f"{name}[{tendon}]", mujoco.mjtTrn.mjTRN_TENDON, tendon)
            self.set_actuator(actuator, spec.tendon(tendon), index)

    def set_actuator(self, actuator: Any, joint: Any, index: int) -> None:
        """See `JointDrive`."""
        torque, speed = self.value("stall_torque", index), self.value("no_load_speed", index)
        actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
        actuator.gainprm = parameters(torque)
        actuator.biasprm = parameters(0.0, 0.0, -torque / speed)
        limit_command(actuator, -1.0, 1.0)
        self.load(joint, index)

    def lay_out(self, table: TableBuilder, prefix: str, name: str) -> None:
        """See `DriveKind`."""
        if not self.tendons:
            super().lay_out(table, prefix, name)
            return
        for tendon, torque in zip(self.tendons, self.brake_torques(), strict=True):
            actuator = table.actuator(f"{prefix}{name}[{tendon}]")
            table.add(table.row(actuator), actuator)
            table.add_lock(actuator, torque)
        table.describe(prefix + name, self.unit, self.command, tuple(self.tendons))

    def _no_joint(self) -> FaultKind:
        return NO_JOINT_OR_TENDON


class DcMotorDrive(MotorDrive, frozen=True, kw_only=True, tag_field="type", tag="dc"):
    """A DC motor with a gear of ratio N: u = i R + L di/dt + C_w N w, tau = N C_m i, w the speed of the joint.

    Inertia, friction, damping and brake are those that the joint feels: a rotor of inertia J at the motor gives N^2 J.
    """

    joints: Joints
    resistance: Annotated[PerJoint, Meta(description="Resistance R of the winding [Ohm].")]
    torque_constant: Annotated[PerJoint, Meta(description="Torque constant C_m [N*m/A].")]
    speed_constant: Annotated[PerJoint, Meta(description="Back-EMF constant C_w, by speed of the motor [V*s/rad].")]
    max_voltage: Annotated[PerJoint, Meta(description="Maximum voltage, in either direction [V].")]
    inductance: Annotated[PerJoint, Meta(description="Inductance L of the winding [H].")] = 0.0
    gear: Annotated[PerJoint, Meta(description="Gear ratio N: speed of the motor by speed of the joint.")] = 1.0

    command = "Voltage of the motors."
    positive = frozenset({"resistance", "torque_constant", "speed_constant", "max_voltage", "gear"})
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {
        **MotorDrive.plausible, "resistance": (1e-3, 1e3), "torque_constant": (1e-4, 1e2),
        "speed_constant": (1e-4, 1e2), "max_voltage": (0.5, 1e3), "inductance": (1e-7, 1.0), "gear": (1e-2, 1e4),
    }  # fmt: skip

    def stall_torques(self) -> list[float]:
        """See `MotorDrive`: N C_m u_max/R."""
        keys = ("gear", "torque_constant", "max_voltage", "resistance")
        return [N * c * u / R for N, c, u, R in zip(*(self.per_joint(key) for key in keys), strict=True)]

    def set_actuator(self, actuator: Any, joint: Any, index: int) -> None:
        """A DC motor whose torque and speed constants differ.

        MuJoCo's motor has one constant K for both. With K = C_w, and R and L both scaled by C_w/C_m, its state is
        i C_m/C_w: torque, back-EMF and time constant are those wanted, and the command stays the true voltage.
        """
        constant, gear = self.value("speed_constant", index), self.value("gear", index)
        scale = constant / self.value("torque_constant", index)
        actuator.set_to_dcmotor(
            motorconst=[constant, constant],
            resistance=self.value("resistance", index) * scale,
            inductance=[self.value("inductance", index) * scale, 0.0],
        )
        actuator.gear = [gear, 0.0, 0.0, 0.0, 0.0, 0.0]
        limit_command(actuator, -self.value("max_voltage", index), self.value("max_voltage", index))
        self.load(joint, index)


def _turns(wrap: Any) -> bool:
    """Whether a part of a tendon's path is a hinge joint."""
    return bool(wrap.type == mujoco.mjtWrap.mjWRAP_JOINT and wrap.target.type == mujoco.mjtJoint.mjJNT_HINGE)
