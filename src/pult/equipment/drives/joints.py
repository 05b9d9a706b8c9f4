"""Drives of joints, and of tendons over joints."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec
import mujoco
import numpy as np
from msgspec import Meta

from pult.core.errors import Fault, FaultKind, advice
from pult.core.figures import Figures
from pult.equipment.checks import number_fault
from pult.equipment.drives.actuators import new_actuator, stiffen_friction
from pult.equipment.drives.kind import DriveKind, Driven
from pult.equipment.drives.table import Row, TableBuilder

NO_JOINT = FaultKind("bad-shape", "names no joint.")
UNKNOWN_JOINT = FaultKind("unknown-joint", "unknown joint {joint!r}. {advice}")
SEVERAL_AXES = FaultKind("bad-joint", "joint {joint!r} has several axes; drives are for those with one.")
JOINT_TWICE = FaultKind("driven-twice", "joint {joint!r} is listed twice.")
JOINT_DRIVEN = FaultKind("driven-twice", "joint {joint!r} is already driven by {other}.")
JOINTS_HAVE_ACTUATORS = FaultKind(
    "driven-twice",
    "the model's own actuators drive {joints: and } already. Command these by a drive of the type 'model', or delete "
    "them from the model.",
)
MIXED_JOINTS = FaultKind(
    "mixed-joints",
    "joint {joint!r} {kind} while {other!r} {first}; give them drives of their own.",
)
WRONG_COUNT = FaultKind("bad-shape", "has {given} values for {count} {what}; give one for each, or one number.")

PerJoint = float | list[float]
"""One number for all joints of a drive, or a list with one for each."""

Joints = Annotated[
    list[str],
    Meta(description="Joints it drives; if its commands have other units for prismatic joints, all of one kind."),
]
Limit = Annotated[PerJoint | None, Meta(description="Maximum torque [N*m] or force [N]; unlimited if omitted.")]
Brake = Annotated[PerJoint, Meta(description="Holding torque of the brake while it is engaged [N*m]; 0 for no brake.")]

TORQUE = (1e-3, 1e5)
"""Torques [N*m] and forces [N] that drives of joints have."""
_NAMES = ("joints", "tendons")
"""Keys with names; all others have numbers."""
_MOTIONS = {mujoco.mjtJoint.mjJNT_HINGE: "turns", mujoco.mjtJoint.mjJNT_SLIDE: "slides"}


class JointDrive(DriveKind, frozen=True, kw_only=True):
    """A drive with an actuator "NAME[JOINT]" for each joint, and one command for each.

    Its values are one number for all joints or a list with one for each. Where joints slide, read N for N m, m for rad
    and m/s for rad/s.
    """

    if TYPE_CHECKING:  # each kind declares it, in the order of its keys
        joints: list[str]

    unit_sliding: ClassVar[str]
    """Unit of the commands for slide joints; `unit` is that for hinges."""

    @abstractmethod
    def set_actuator(self, actuator: Any, joint: Any, index: int) -> None:
        """Set the law of the actuator of a joint, and the drive's inertia, friction and brake on the joint.

        Args:
            actuator: The actuator, without a law.
            joint: The joint or tendon that it moves.
            index: Index of the joint.
        """

    @property
    def targets(self) -> list[str]:
        """Names of the joints or tendons it moves, in the order of its commands."""
        return self.joints

    def per_joint(self, key: str) -> list[float]:
        """A value for each of its targets; empty if the key is omitted."""
        value: PerJoint | None = getattr(self, key)
        if value is None:
            return []
        return [float(x) for x in value] if isinstance(value, list) else [float(value)] * len(self.targets)

    def value(self, key: str, index: int) -> float:
        """A value of one target; the key must be given."""
        return self.per_joint(key)[index]

    def brake_torques(self) -> list[float]:
        """Torque of the brake of each target [N*m or N]; 0 for none, as for a kind without the key 'brake'."""
        return self.per_joint("brake") if "brake" in self.__struct_fields__ else [0.0] * len(self.targets)

    def figures(self) -> Figures:
        """Its numbers by the keys of its document, with one entry for each of its targets."""
        keys = [field.encode_name for field in msgspec.structs.fields(self) if field.encode_name not in _NAMES]
        found = {key: np.array(values) for key in keys if (values := self.per_joint(key))}
        return Figures(tuple(self.targets), found)

    def actuator_names(self, name: str) -> list[str]:
        """See `DriveKind`."""
        return [name, *(f"{name}[{target}]" for target in self.targets)]

    def check(self, spec: Any, name: str, place: str, driven: Driven) -> Iterator[Fault]:
        """See `DriveKind`."""
        yield from self._joint_faults(spec, place, driven)
        driven.joints.update(dict.fromkeys(self.joints, f"the drive {name!r}"))
        yield from self._value_faults(place)

    def add_to(self, spec: Any, name: str) -> None:
        """See `DriveKind`."""
        for index, joint in enumerate(self.joints):
            actuator = new_actuator(spec, f"{name}[{joint}]", mujoco.mjtTrn.mjTRN_JOINT, joint)
            self.set_actuator(actuator, spec.joint(joint), index)

    def lay_out(self, table: TableBuilder, prefix: str, name: str) -> None:
        """See `DriveKind`."""
        model = table.model
        joints = [table.joint(prefix + joint) for joint in self.joints]
        for title, joint, torque in zip(self.joints, joints, self.brake_torques(), strict=True):
            actuator = table.actuator(f"{prefix}{name}[{title}]")
            table.add(self._row(table, actuator, joint), actuator)
            table.add_brake(int(model.jnt_dofadr[joint]), torque)
        slides = bool(joints) and model.jnt_type[joints[0]] == mujoco.mjtJoint.mjJNT_SLIDE
        unit = self.unit_sliding if slides else self.unit
        table.describe(prefix + name, unit, self.command, tuple(self.joints))

    def _row(self, table: TableBuilder, actuator: int, joint: int) -> Row:  # noqa: ARG002 - for kinds that know more
        """Range and neutral value of the command of a joint."""
        return table.row(actuator)

    def _joint_faults(self, spec: Any, place: str, driven: Driven) -> Iterator[Fault]:
        joints = {joint.name: _MOTIONS.get(joint.type) for joint in spec.joints if joint.name}
        if not self.joints:
            yield self._no_joint().at(f"{place}.joints")
        kinds: dict[str, str] = {}  # kind of joint to the first joint of that kind
        for index, joint in enumerate(self.joints):
            here = f"{place}.joints[{index}]"
            if joint not in joints:
                options = [name for name, kind in joints.items() if kind]
                yield UNKNOWN_JOINT.at(here, joint=joint, **advice(joint, options))
                continue
            kind = joints[joint]
            if kind is None:
                yield SEVERAL_AXES.at(here, joint=joint)
            elif joint in self.joints[:index]:
                yield JOINT_TWICE.at(here, joint=joint)
            elif joint in driven.own:
                continue
            elif joint in driven.joints:
                yield JOINT_DRIVEN.at(here, joint=joint, other=driven.joints[joint])
            else:
                kinds.setdefault(kind, joint)
                if kind != next(iter(kinds)) and self.unit != self.unit_sliding:
                    first = next(iter(kinds))
                    yield MIXED_JOINTS.at(here, joint=joint, kind=kind, other=kinds[first], first=first)
        owned = [joint for joint in dict.fromkeys(self.joints) if joint in driven.own]
        if owned:
            yield JOINTS_HAVE_ACTUATORS.at(f"{place}.joints", joints=owned)

    def _no_joint(self) -> FaultKind:
        return NO_JOINT

    def _value_faults(self, place: str, what: str = "joints") -> Iterator[Fault]:
        count = len(self.targets)
        for field in msgspec.structs.fields(self):
            value = getattr(self, field.name)
            if field.name in _NAMES or value is None:
                continue
            here, above = f"{place}.{field.encode_name}", field.name in self.positive
            if isinstance(value, list):
                if len(value) != count:
                    yield WRONG_COUNT.at(here, given=len(value), count=count, what=what)
                for index, one in enumerate(value):
                    yield from number_fault(one, f"{here}[{index}]", above)
            else:
                yield from number_fault(value, here, above)


def prepare_brake(joint: Any, torque: float) -> None:
    """Prepare a joint or tendon for its brake, if it has one; an engaged brake is dry friction."""
    if torque:
        stiffen_friction(joint)
