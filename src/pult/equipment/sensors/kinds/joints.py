"""Angles, speeds and load torques of joints."""

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import mujoco
from msgspec import Meta

from pult.core.errors import Fault, FaultKind, advice
from pult.equipment.sensors.kind import HIDDEN, HIDDEN_GROUP, QuantitySensor
from pult.equipment.sensors.table import Source

NO_JOINT = FaultKind("bad-shape", "must name at least one joint.")
UNKNOWN_JOINT = FaultKind("unknown-name", "there is no joint {name!r}. {advice}")
SEVERAL_AXES = FaultKind(
    "bad-joint",
    "{name!r} is a free or ball joint, which has no one axis; use the sensors of a body instead.",
)
JOINT_TWICE = FaultKind("duplicate-name", "{name!r} is listed twice.")
SHARED_BODY = FaultKind(
    "bad-joint",
    "{name!r} shares its body with a later joint, so its axis moves within the body; put one body between them, "
    "or name the later joint.",
)

_Joint, _Obj, _Type = mujoco.mjtJoint, mujoco.mjtObj, mujoco.mjtSensor


class JointSensor(QuantitySensor, frozen=True, kw_only=True):
    """A sensor of joints with one axis each."""

    joints: Annotated[
        str | list[str],
        Meta(
            description="Joints: a list for a vector, a single name for a scalar. Revolute and prismatic ones together "
            "give a vector with a unit for each entry."
        ),
    ]

    unit_sliding: ClassVar[str]
    """Unit for slide joints; `unit` is that for hinges."""
    needs_fixed_axis: ClassVar[bool] = False
    """Whether the axis of a joint has to be fixed in its body."""

    @property
    def names(self) -> list[str]:
        """Names of the joints."""
        return [self.joints] if isinstance(self.joints, str) else self.joints

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return () if isinstance(self.joints, str) else tuple(self.joints)

    def unit_in(self, model: Any, prefix: str) -> str:
        """See `SensorKind`."""
        slides = [int(model.joint(prefix + name).type[0]) == _Joint.mjJNT_SLIDE for name in self.names]
        units = [self.unit_sliding if one else self.unit for one in slides]
        return units[0] if len(set(units)) == 1 else f"[{', '.join(units)}]"

    def mujoco_names(self, name: str) -> list[str]:
        """One for each joint."""
        return [f"{name}[{joint}]" for joint in self.names]

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        names, place = self.names, f"{place}.joints"
        if not names:
            yield NO_JOINT.at(place)
        options = [j.name for j in spec.joints if j.name and j.type in (_Joint.mjJNT_HINGE, _Joint.mjJNT_SLIDE)]
        for index, name in enumerate(names):
            here = place if isinstance(self.joints, str) else f"{place}[{index}]"
            joint = spec.joint(name) if name else None
            if joint is None:
                yield UNKNOWN_JOINT.at(here, name=name, **advice(name, options))
            elif name not in options:
                yield SEVERAL_AXES.at(here, name=name)
            elif name in names[:index]:
                yield JOINT_TWICE.at(here, name=name)
            elif self.needs_fixed_axis and not _axis_is_fixed(joint):
                yield SHARED_BODY.at(here, name=name)


class _JointState(JointSensor, frozen=True, kw_only=True):
    """A coordinate of joints, or its speed."""

    mujoco_type: ClassVar[Any]
    """Type of the MuJoCo sensor of each joint (mujoco.mjtSensor)."""

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        for piece, joint in zip(self.mujoco_names(name), self.names, strict=True):
            spec.add_sensor(name=piece, type=self.mujoco_type, objtype=_Obj.mjOBJ_JOINT, objname=joint)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return [Source(address) for address in addresses]


class AngleSensor(_JointState, frozen=True, kw_only=True, tag_field="type", tag="angle"):
    """Angles of turning joints [rad], or positions of sliding ones [m]."""

    unit, unit_sliding = "rad", "m"
    mujoco_type = _Type.mjSENS_JOINTPOS


class SpeedSensor(_JointState, frozen=True, kw_only=True, tag_field="type", tag="speed"):
    """Speeds of joints [rad/s or m/s]."""

    unit, unit_sliding = "rad/s", "m/s"
    mujoco_type = _Type.mjSENS_JOINTVEL


class TorqueSensor(JointSensor, frozen=True, kw_only=True, tag_field="type", tag="torque"):
    """Load torques of joints about their axes [N*m], or forces of sliding ones along them [N].

    The torque tau_c that the shaft passes on to the link, after the rotor's inertia I (the joint's 'armature') and
    all that brakes the joint itself, tau_f (damping, dry friction, stops):

        I dw/dt = tau_e - tau_f - tau_c

    with the torque tau_e of the drive. It is positive where the shaft urges the link on in the joint's positive
    sense: what holds an arm up against gravity, or presses it against an obstacle. Torque that tendons, equality
    constraints between joints, springs of the joint or 'gravcomp' of bodies pass on counts as the shaft's.
    """

    unit, unit_sliding = "N*m", "N"
    needs_fixed_axis = True

    def add_to(self, spec: Any, name: str) -> None:
        """A site at the anchor of each joint with z along its axis, and a sensor of the torque (or force) there."""
        for piece, title in zip(self.mujoco_names(name), self.names, strict=True):
            joint = spec.joint(title)
            size = [0.005, 0.005, 0.005]
            site = joint.parent.add_site(name=HIDDEN + piece, pos=joint.pos, size=size, group=HIDDEN_GROUP)
            site.alt.type = mujoco.mjtOrientation.mjORIENTATION_QUAT
            site.quat = _turn_of_z(*(float(value) for value in joint.axis))
            if joint.frame is not None:
                site.set_frame(joint.frame)
            kind = _Type.mjSENS_FORCE if joint.type == _Joint.mjJNT_SLIDE else _Type.mjSENS_TORQUE
            spec.add_sensor(name=piece, type=kind, objtype=_Obj.mjOBJ_SITE, objname=HIDDEN + piece)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """The z of each site: the joint's axis."""
        return [Source(address + 2) for address in addresses]


def _axis_is_fixed(joint: Any) -> bool:
    """Whether the line of a joint's axis is fixed in the body's frame.

    MuJoCo moves a body by its joints in order, so that each joint is carried by those before it: in the body's frame
    the last one is fixed. Slide joints do not change directions.
    """
    together = list(joint.parent.joints)
    later = together[[other.name for other in together].index(joint.name) + 1 :]
    sliding = all(other.type == _Joint.mjJNT_SLIDE for other in [joint, *later])
    return not later or sliding


def _turn_of_z(x: float, y: float, z: float) -> list[float]:
    """The quaternion of the shortest rotation from the z axis to a direction."""
    size = math.sqrt(x * x + y * y + z * z)
    if size == 0.0:  # MuJoCo rejects such a joint when it compiles the model
        return [1.0, 0.0, 0.0, 0.0]
    w = 1.0 + z / size
    if w < 1e-12:
        return [0.0, 1.0, 0.0, 0.0]
    length = math.sqrt(2.0 * w)
    return [length / 2.0, -y / size / length, x / size / length, 0.0]
