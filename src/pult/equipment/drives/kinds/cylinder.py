"""Pneumatic cylinders."""

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import msgspec
import mujoco
from msgspec import Meta

from pult.core.errors import Fault, FaultKind, advice, brief, is_finite
from pult.core.kinds import UNKNOWN_SITE
from pult.equipment.checks import number_fault
from pult.equipment.drives.actuators import limit_command, new_actuator, new_tendon, parameters, stiffen_friction
from pult.equipment.drives.kind import DriveKind, Driven
from pult.equipment.drives.table import TableBuilder

TAKEN_BY_TENDON = FaultKind("taken-name", "the model has a tendon {name!r}; name the drive otherwise.")
ONE_SITE = FaultKind("conflict", "the cylinder starts and ends at {site!r}.")
ROD_TOO_THICK = FaultKind("out-of-range", "must be thinner than the bore of {bore:g} m.")
BAD_PRESSURE = FaultKind("out-of-range", "must be two numbers, 0 or below and 0 or above, not both 0; not {value}.")
BAD_STROKE = FaultKind("out-of-range", "must be the shortest and the longest distance, not {value}.")


class PneumaticDrive(DriveKind, frozen=True, kw_only=True, tag_field="type", tag="pneumatic"):
    """A cylinder between two sites that a valve feeds with a differential pressure p: one command [Pa].

    A positive p fills the chamber before the piston and pushes the sites apart with p pi bore^2/4; a negative one fills
    the chamber with the rod and pulls with |p| pi (bore^2 - rod^2)/4. The pressure in each chamber follows with a lag.
    """

    from_site: Annotated[str, Meta(description="Site at one end.")] = msgspec.field(name="from")
    to_site: Annotated[str, Meta(description="Site at the other end.")] = msgspec.field(name="to")
    bore: Annotated[float, Meta(description="Inner diameter of the cylinder [m].")]
    pressure: Annotated[
        list[float],
        Meta(min_length=2, max_length=2, description="Minimum (0 or below) and maximum differential pressure [Pa]."),
    ]
    rod: Annotated[float, Meta(description="Diameter of the piston rod [m].")] = 0.0
    lag: Annotated[float, Meta(description="Time constant of the pressure [s].")] = 0.0
    friction: Annotated[float, Meta(description="Dry friction of the piston [N].")] = 0.0
    brake: Annotated[
        float, Meta(description="Holding force of the rod lock while it is engaged [N]; 0 for no lock.")
    ] = 0.0
    stroke: Annotated[
        list[float] | None,
        Meta(description="End stops: minimum and maximum distance of the sites [m]; none if omitted."),
    ] = None

    unit = "Pa"
    command = "Differential pressure in the cylinder; above 0 it pushes."
    positive = frozenset({"bore"})
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {
        "bore": (1e-3, 0.5), "rod": (5e-4, 0.5), "pressure": (1e3, 2e6), "lag": (1e-4, 5.0),
        "friction": (1e-3, 1e4), "brake": (1e-1, 1e5),
    }  # fmt: skip

    def actuator_names(self, name: str) -> list[str]:
        """One for both chambers, or one for each."""
        return [name, f"{name}[rod]"]

    def check(self, spec: Any, name: str, place: str, driven: Driven) -> Iterator[Fault]:  # noqa: ARG002 - drives sites
        """See `DriveKind`."""
        sites = [site.name for site in spec.sites if site.name]
        for key, site in (("from", self.from_site), ("to", self.to_site)):
            if site not in sites:
                yield UNKNOWN_SITE.at(f"{place}.{key}", site=site, **advice(site, sites))
        if self.from_site == self.to_site:
            yield ONE_SITE.at(f"{place}.to", site=self.to_site)
        for field in ("bore", "rod", "lag", "friction", "brake"):
            yield from number_fault(getattr(self, field), f"{place}.{field}", field in self.positive)
        if self.rod >= self.bore > 0:
            yield ROD_TOO_THICK.at(f"{place}.rod", bore=self.bore)
        if not (_is_range(self.pressure) and self.pressure[0] <= 0.0 <= self.pressure[1]):
            yield BAD_PRESSURE.at(f"{place}.pressure", value=brief(self.pressure))
        if self.stroke is not None and not (_is_range(self.stroke) and self.stroke[0] >= 0.0):
            yield BAD_STROKE.at(f"{place}.stroke", value=brief(self.stroke))
        if any(tendon.name == name for tendon in spec.tendons):
            yield TAKEN_BY_TENDON.at(place, name=name)

    def add_to(self, spec: Any, name: str) -> None:
        """A tendon between the sites, and an actuator on it for each chamber."""
        tendon = new_tendon(spec, name)
        tendon.wrap_site(self.from_site)
        tendon.wrap_site(self.to_site)
        tendon.frictionloss = self.friction
        stiffen_friction(tendon)
        if self.stroke is not None:
            tendon.limited, tendon.range = mujoco.mjtLimited.mjLIMITED_TRUE, self.stroke
        low, high = self.pressure
        area = math.pi * self.bore**2 / 4.0
        rod_area = area - math.pi * self.rod**2 / 4.0
        if rod_area == area:
            chambers = [(name, area, low, high)]
        else:  # each has its own pressure, of one sign: MuJoCo clamps the command to it
            chambers = [(name, area, 0.0, high), (f"{name}[rod]", rod_area, low, 0.0)]
        for title, effective, least, most in chambers:
            if least < most:
                actuator = new_actuator(spec, title, mujoco.mjtTrn.mjTRN_TENDON, name)
                actuator.gainprm = parameters(effective)
                if self.lag > 0.0:
                    actuator.dyntype = mujoco.mjtDyn.mjDYN_FILTEREXACT
                    actuator.dynprm = parameters(self.lag)
                limit_command(actuator, least, most)

    def lay_out(self, table: TableBuilder, prefix: str, name: str) -> None:
        """See `DriveKind`."""
        titles = self.actuator_names(prefix + name)
        chambers = [table.actuators_by_name[title] for title in titles if title in table.actuators_by_name]
        first = chambers[0] if chambers else table.actuator(prefix + name)
        control, _, _, neutral, second = table.row(first)
        if len(chambers) > 1:
            second = float(table.model.actuator_ctrladr[chambers[1]])
        table.add_lock(first, self.brake)
        low, high = self.pressure
        table.add((control, low, high, neutral, second), *chambers)
        table.describe(prefix + name, self.unit, self.command)


def _is_range(pair: list[float]) -> bool:
    return len(pair) == 2 and all(is_finite(x) for x in pair) and pair[0] < pair[1]
