"""Sensors at a site of the model that MuJoCo has itself."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import mujoco
from msgspec import Meta

from pult.core.errors import Fault
from pult.equipment.sensors.kind import XYZ, QuantitySensor, consecutive, names_of, unknown_name
from pult.equipment.sensors.table import Source


class SiteSensor(QuantitySensor, frozen=True, kw_only=True):
    """A sensor that sits at a site and reads a vector in the site's axes."""

    site: Annotated[str, Meta(description="Site of the model at which it is mounted; it measures in the site's axes.")]

    mujoco_type: ClassVar[Any]
    """Type of the MuJoCo sensor that it is (mujoco.mjtSensor)."""

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return XYZ

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        yield from unknown_name(f"{place}.site", self.site, "site", names_of(spec.sites))

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        spec.add_sensor(name=name, type=self.mujoco_type, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=self.site)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return consecutive(addresses[0], self.size)
