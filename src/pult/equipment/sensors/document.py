"""Sensors in the documents of robots and worlds."""

from typing import TYPE_CHECKING

from pult.core.document_kinds import kinds_in, union
from pult.equipment.sensors import kinds
from pult.equipment.sensors.kind import SensorKind

GROUP = "pult.sensors"
"""Group of entry points for kinds from other packages."""

SENSOR_KINDS = kinds_in(kinds, SensorKind, GROUP)  # type: ignore[type-abstract]  # it is not called
"""All kinds of sensors. `Sensor` is any of them, discriminated by 'type'."""

if TYPE_CHECKING:
    Sensor = SensorKind
else:
    Sensor = union(SENSOR_KINDS)
