"""Sensors of a robot or a world, as documents have them."""

from typing import TYPE_CHECKING

from pult.core.document_kinds import kinds_in, union
from pult.equipment.sensors import kinds
from pult.equipment.sensors.kind import SensorKind

GROUP = "pult.sensors"
"""Entry points by which other packages add kinds."""

SENSOR_KINDS = kinds_in(kinds, SensorKind, GROUP)  # type: ignore[type-abstract]  # it is not called
"""All kinds of sensors. `Sensor` is any of them, discriminated by 'type'."""

if TYPE_CHECKING:
    Sensor = SensorKind
else:
    Sensor = union(SENSOR_KINDS)
