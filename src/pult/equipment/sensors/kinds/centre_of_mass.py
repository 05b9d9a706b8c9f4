"""Centre of mass of a part of the model."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import mujoco
from msgspec import Meta

from pult.core.errors import Fault
from pult.equipment.sensors.kind import XYZ, QuantitySensor, consecutive, names_of, unknown_name
from pult.equipment.sensors.table import Source


class CentreOfMassSensor(QuantitySensor, frozen=True, kw_only=True, tag_field="type", tag="com"):
    """Centre of mass of a body and all that hangs on it, in the world [m]."""

    body: Annotated[str, Meta(description="The first body.")]

    unit = "m"

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return XYZ

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        yield from unknown_name(f"{place}.body", self.body, "body", names_of(spec.bodies))

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        kind = mujoco.mjtSensor.mjSENS_SUBTREECOM
        spec.add_sensor(name=name, type=kind, objtype=mujoco.mjtObj.mjOBJ_BODY, objname=self.body)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return consecutive(addresses[0], self.size)
