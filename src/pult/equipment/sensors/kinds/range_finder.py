"""Distance along a beam."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import mujoco
from msgspec import Meta

from pult.core.errors import Fault
from pult.core.kinds import NOT_ABOVE_ZERO
from pult.equipment.sensors.site import SiteSensor
from pult.equipment.sensors.table import BEAM, Source


class RangeFinder(SiteSensor, frozen=True, kw_only=True, tag_field="type", tag="range"):
    """Distance from a site along its z axis to the nearest surface [m]; its own body is not seen."""

    far: Annotated[float, Meta(description="Range of the beam [m]; also its reading if nothing is hit.")] = 10.0

    unit = "m"
    mujoco_type = mujoco.mjtSensor.mjSENS_RANGEFINDER

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return ()

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        if not self.far > 0.0:
            yield NOT_ABOVE_ZERO.at(f"{place}.far", value=self.far)
        yield from super().check(spec, place)

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        super().add_to(spec, name)
        spec.sensor(name).intprm[0] = 1 << int(mujoco.mjtRayDataField.mjRAYDATA_DIST)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return [Source(addresses[0], BEAM, figure=self.far)]
