"""Ideal drives, for trials without a motor: torque, position and speed are what is asked for."""

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from pult.core.errors import Fault, FaultKind
from pult.equipment.drives.actuators import limit_command, limit_force
from pult.equipment.drives.joints import TORQUE, Brake, JointDrive, Joints, Limit, PerJoint, prepare_brake
from pult.equipment.drives.kind import Driven
from pult.equipment.drives.table import Row, TableBuilder

TWO_DAMPINGS = FaultKind("conflict", "stands next to 'damping'; keep one of them.")


class TorqueDrive(JointDrive, frozen=True, kw_only=True, tag_field="type", tag="torque"):
    """An ideal drive: the torque [N*m] is what is asked for."""

    joints: Joints
    limit: Annotated[PerJoint, Meta(description="Maximum torque [N*m] or force [N], in either direction.")]
    brake: Brake = 0.0

    unit, unit_sliding = "N*m", "N"
    command = "Torque or force of the drives."
    positive = frozenset({"limit"})
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {"limit": TORQUE, "brake": TORQUE}

    def set_actuator(self, actuator: Any, joint: Any, index: int) -> None:
        """See `JointDrive`."""
        prepare_brake(joint, self.value("brake", index))
        limit_command(actuator, -self.value("limit", index), self.value("limit", index))


class PositionDrive(JointDrive, frozen=True, kw_only=True, tag_field="type", tag="position"):
    """An ideal position servo: tau = k (wanted - q) - d q', the wanted position [rad] within the joint's limits.

    Without a command it holds the position it finds.
    """

    joints: Joints
    stiffness: Annotated[PerJoint, Meta(description="Stiffness k [N*m/rad].")]
    damping: Annotated[PerJoint | None, Meta(description="Damping d [N*m*s/rad]; alternatively a damping ratio.")] = (
        None
    )
    damping_ratio: Annotated[
        PerJoint | None,
        Meta(description="Damping ratio at the model's reference configuration; 1 is critical, and the default."),
    ] = None
    limit: Limit = None

    unit, unit_sliding = "rad", "m"
    command = "Position that the drives hold."
    positive = frozenset({"stiffness", "limit"})
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {"stiffness": (1e-3, 1e8), "limit": TORQUE}

    def check(self, spec: Any, name: str, place: str, driven: Driven) -> Iterator[Fault]:
        """See `DriveKind`."""
        yield from super().check(spec, name, place, driven)
        if self.damping is not None and self.damping_ratio is not None:
            yield TWO_DAMPINGS.at(f"{place}.damping_ratio")

    def set_actuator(self, actuator: Any, joint: Any, index: int) -> None:  # noqa: ARG002 - the joint stays as it is
        """See `JointDrive`."""
        if self.damping is None:
            ratio = 1.0 if self.damping_ratio is None else self.value("damping_ratio", index)
            actuator.set_to_position(kp=self.value("stiffness", index), dampratio=ratio)
        else:
            actuator.set_to_position(kp=self.value("stiffness", index), kv=self.value("damping", index))
        limit_force(actuator, None if self.limit is None else self.value("limit", index))

    def _row(self, table: TableBuilder, actuator: int, joint: int) -> Row:
        control, low, high, _, second = table.row(actuator)
        if table.model.jnt_limited[joint]:
            low, high = (float(limit) for limit in table.model.jnt_range[joint])
        return control, low, high, math.nan, second


class VelocityDrive(JointDrive, frozen=True, kw_only=True, tag_field="type", tag="velocity"):
    """An ideal speed servo: tau = k (wanted - q'), the wanted speed in rad/s."""

    joints: Joints
    gain: Annotated[PerJoint, Meta(description="Velocity gain k [N*m*s/rad].")]
    limit: Limit = None
    brake: Brake = 0.0

    unit, unit_sliding = "rad/s", "m/s"
    command = "Speed that the drives keep."
    positive = frozenset({"gain", "limit"})
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {"gain": (1e-4, 1e6), "limit": TORQUE, "brake": TORQUE}

    def set_actuator(self, actuator: Any, joint: Any, index: int) -> None:
        """See `JointDrive`."""
        prepare_brake(joint, self.value("brake", index))
        actuator.set_to_velocity(kv=self.value("gain", index))
        limit_force(actuator, None if self.limit is None else self.value("limit", index))
