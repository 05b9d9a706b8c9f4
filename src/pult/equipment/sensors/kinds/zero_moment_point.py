"""The zero moment point of a robot that stands on feet."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta

from pult.core.errors import Fault, FaultKind
from pult.equipment.sensors.kind import XYZ, QuantitySensor, names_of, unknown_name
from pult.equipment.sensors.kinds.contact import NET, WRENCH, add_contact
from pult.equipment.sensors.table import ZERO_MOMENT, Source

NO_BODY_OR_TWICE = FaultKind("bad-shape", "must name at least one body, and none twice.")
NO_LEAST_FORCE = FaultKind("out-of-range", "must be above 0, not {value:g}: the point is not defined without a force.")


class ZeroMomentPointSensor(QuantitySensor, frozen=True, kw_only=True, tag_field="type", tag="zmp"):
    """Zero moment point: where on the ground the horizontal moment of all forces on the feet vanishes [m].

    For forces F_i at points P_i with moments T_i, the point (x, y, h) with

        x = sum(P_x F_z - (P_z - h) F_x - T_y) / sum(F_z)
        y = sum(P_y F_z - (P_z - h) F_y + T_x) / sum(F_z)

    While the feet carry less than 'least' it keeps its last value, (0, 0, h) before the first step. Imperfections
    act on x and y.
    """

    feet: Annotated[list[str], Meta(description="Bodies of the feet; each includes its whole subtree.")]
    ground: Annotated[str, Meta(description="Body they stand on; anything they touch if omitted.")] = ""
    height: Annotated[float, Meta(description="Height h of the ground in the world [m].")] = 0.0
    least: Annotated[float, Meta(description="Minimum upward force on the feet for a valid reading [N].")] = 1.0

    unit = "m"

    @property
    def measured(self) -> int:
        """The height is given, not measured."""
        return 2

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return XYZ

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        if not self.least > 0.0:
            yield NO_LEAST_FORCE.at(f"{place}.least", value=self.least)
        if not self.feet or len(set(self.feet)) != len(self.feet):
            yield NO_BODY_OR_TWICE.at(f"{place}.feet")
            return
        bodies = names_of(spec.bodies)
        for index, foot in enumerate(self.feet):
            yield from unknown_name(f"{place}.feet[{index}]", foot, "body", bodies)
        if self.ground:
            yield from unknown_name(f"{place}.ground", self.ground, "body", bodies)

    def mujoco_names(self, name: str) -> list[str]:
        """One for each foot."""
        return [f"{name}[{foot}]" for foot in self.feet]

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        ground = [self.ground] if self.ground else []
        for piece, foot in zip(self.mujoco_names(name), self.feet, strict=True):
            add_contact(spec, piece, [foot, *ground], True, WRENCH, NET)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        feet = tuple((float(address),) for address in addresses)
        return [
            Source(rule=ZERO_MOMENT, terms=feet, axis=axis, figure=self.height, least=self.least) for axis in range(3)
        ]
