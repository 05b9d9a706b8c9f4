"""Pose and motion of a frame, in the world or in another frame."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import mujoco
from msgspec import Meta

from pult.core.errors import Fault
from pult.equipment.sensors.kind import XYZ, QuantitySensor, consecutive, names_of, unknown_name
from pult.equipment.sensors.table import Source

_Obj, _Type = mujoco.mjtObj, mujoco.mjtSensor


class FrameSensor(QuantitySensor, frozen=True, kw_only=True):
    """A sensor of a site or a body, relative to another or to the world."""

    frame: Annotated[str, Meta(description="Site or body that is measured; the site if both have this name.")]
    base: Annotated[str, Meta(description="Site or body in whose frame it is given; the world's if omitted.")] = ""

    mujoco_type: ClassVar[Any]
    """Type of the MuJoCo sensor that it is (mujoco.mjtSensor)."""

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return XYZ

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        options = names_of(spec.sites) + names_of(spec.bodies)
        yield from unknown_name(f"{place}.frame", self.frame, "site or body", options)
        if self.base:
            yield from unknown_name(f"{place}.base", self.base, "site or body", options)

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        sites = names_of(spec.sites)

        def kind(frame: str) -> Any:
            return _Obj.mjOBJ_SITE if frame in sites else _Obj.mjOBJ_XBODY  # its own, not the inertial frame

        given = {"reftype": kind(self.base), "refname": self.base} if self.base else {}
        spec.add_sensor(name=name, type=self.mujoco_type, objtype=kind(self.frame), objname=self.frame, **given)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return consecutive(addresses[0], self.size)


class PositionSensor(FrameSensor, frozen=True, kw_only=True, tag_field="type", tag="position"):
    """Position of a frame [m]."""

    unit = "m"
    mujoco_type = _Type.mjSENS_FRAMEPOS


class OrientationSensor(FrameSensor, frozen=True, kw_only=True, tag_field="type", tag="orientation"):
    """Orientation of a frame as a quaternion (w, x, y, z). Noise and bias act on its four numbers, and it is not
    made a unit quaternion again: a rotation made from it has to do that.
    """

    unit = "1"
    mujoco_type = _Type.mjSENS_FRAMEQUAT

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return ("w", *XYZ)


class VelocitySensor(FrameSensor, frozen=True, kw_only=True, tag_field="type", tag="velocity"):
    """Velocity of a frame's origin [m/s]: how fast its position in the base changes, in the base's axes."""

    unit = "m/s"
    mujoco_type = _Type.mjSENS_FRAMELINVEL


class AngularVelocitySensor(FrameSensor, frozen=True, kw_only=True, tag_field="type", tag="angular_velocity"):
    """Angular velocity of a frame relative to the base, in the base's axes [rad/s]."""

    unit = "rad/s"
    mujoco_type = _Type.mjSENS_FRAMEANGVEL
