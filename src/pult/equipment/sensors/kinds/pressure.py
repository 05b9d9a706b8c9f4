"""Pressure in the chambers of cylinders."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import mujoco
from msgspec import Meta

from pult.core.errors import Fault, FaultKind
from pult.equipment.sensors.kind import QuantitySensor, unknown_name
from pult.equipment.sensors.table import SCALED, Source

NO_ROD = FaultKind("conflict", "the cylinder {drive!r} has no rod, and so one pressure only; leave 'chamber' out.")


class PressureSensor(QuantitySensor, frozen=True, kw_only=True, tag_field="type", tag="pressure"):
    """Pressure in a chamber of a pneumatic drive [Pa], over that of the other chamber at rest.

    It follows the command with the drive's lag. Of a cylinder without a rod it is the differential pressure, of either
    sign.
    """

    drive: Annotated[str, Meta(description="The pneumatic drive.")]
    chamber: Annotated[
        Literal["piston", "rod"], Meta(description="The chamber that pushes, or the one with the rod, which pulls.")
    ] = "piston"

    unit = "Pa"

    @property
    def _actuator(self) -> str:
        return f"{self.drive}[rod]" if self.chamber == "rod" else self.drive

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return ()

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        actuators = [a.name for a in spec.actuators if a.trntype == mujoco.mjtTrn.mjTRN_TENDON and a.name == a.target]
        yield from unknown_name(f"{place}.drive", self.drive, "pneumatic drive", actuators)
        if self.drive in actuators and self._actuator not in {a.name for a in spec.actuators}:
            yield NO_ROD.at(f"{place}.chamber", drive=self.drive)

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        kind, thing = mujoco.mjtSensor.mjSENS_ACTUATORFRC, mujoco.mjtObj.mjOBJ_ACTUATOR
        spec.add_sensor(name=name, type=kind, objtype=thing, objname=self._actuator)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """The force of the chamber; `sources_in` knows its area."""
        return [Source(addresses[0])]

    def sources_in(self, model: Any, prefix: str, addresses: Sequence[int]) -> list[Source]:
        """The force of the chamber over its area."""
        area = float(model.actuator(prefix + self._actuator).gainprm[0])
        return [Source(addresses[0], SCALED, figure=(-1.0 if self.chamber == "rod" else 1.0) / area)]
