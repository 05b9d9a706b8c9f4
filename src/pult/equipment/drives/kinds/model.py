"""The actuators of the model itself as a drive."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
import mujoco
from msgspec import Meta

from pult.core.errors import Fault, FaultKind, advice
from pult.core.figures import Figures
from pult.equipment.drives.kind import DriveKind, Driven
from pult.equipment.drives.own_actuators import control_unit
from pult.equipment.drives.table import TableBuilder

NO_ACTUATORS = FaultKind("no-model", "the model has no actuators; give its joints drives of another kind.")
UNKNOWN_ACTUATOR = FaultKind("unknown-name", "the model has no actuator {name!r}. {advice}")
ACTUATOR_TWICE = FaultKind("driven-twice", "actuator {name!r} is listed twice.")
ACTUATOR_TAKEN = FaultKind("driven-twice", "{names: and } belong to {other} already.")


class ModelDrive(DriveKind, frozen=True, kw_only=True, tag_field="type", tag="model"):
    """The model's own actuators, as they are, whatever they act on: joints, tendons, sites.

    Its commands are their controls, in their units and within their ranges: the position of a servo in rad or m, the
    torque of a motor in N*m, plain numbers where the model scales them. If the units differ, the drive has the unit 1;
    drives of some actuators each keep units apart. Servos without a command hold the position that they find.
    """

    actuators: Annotated[
        list[str], Meta(description="Names of the actuators, in the order of the commands; all if omitted.")
    ] = []

    unit: ClassVar[str] = "1"
    command: ClassVar[str] = "Controls of actuators of the model itself."
    positive: ClassVar[frozenset[str]] = frozenset()

    def actuator_names(self, name: str) -> list[str]:  # noqa: ARG002 - it adds none
        """See `DriveKind`."""
        return []

    def figures(self) -> Figures:
        """None: its numbers are in the model."""
        return Figures((), {})

    def check(self, spec: Any, name: str, place: str, driven: Driven) -> Iterator[Fault]:
        """See `DriveKind`."""
        names = own_names(spec)
        if not names:
            yield NO_ACTUATORS.at(place)
            return
        taken: dict[str, list[str]] = {}
        for index, one in enumerate(self.actuators or names):
            if one not in names:
                yield UNKNOWN_ACTUATOR.at(f"{place}.actuators[{index}]", name=one, **advice(one, names))
            elif one in self.actuators[:index]:
                yield ACTUATOR_TWICE.at(f"{place}.actuators[{index}]", name=one)
            elif one in driven.actuators:
                taken.setdefault(driven.actuators[one], []).append(one)
            else:
                driven.actuators[one] = f"the drive {name!r}"
        for other, those in taken.items():
            yield ACTUATOR_TAKEN.at(f"{place}.actuators" if self.actuators else place, names=those, other=other)

    def add_to(self, spec: Any, name: str) -> None:  # noqa: ARG002 - they are there
        """See `DriveKind`; actuators without a name get one."""
        for actuator, own in zip(spec.actuators, own_names(spec), strict=True):
            actuator.name = own

    def settled(self, own: Sequence[str]) -> "ModelDrive":
        """See `DriveKind`: with all actuators named."""
        return self if self.actuators else msgspec.structs.replace(self, actuators=list(own))

    def lay_out(self, table: TableBuilder, prefix: str, name: str) -> None:
        """See `DriveKind`."""
        model = table.model
        labels, units = [], set()
        for own in self.actuators:
            actuator = table.actuator(prefix + own)
            inputs = int(model.actuator_ctrlnum[actuator])
            for index in range(inputs):
                word = mujoco.mj_actuatorInputName(model, actuator, index) or str(index)
                labels.append(own if inputs == 1 else f"{own}.{word}")
                table.add(table.row(actuator, index), actuator)
            units.add(control_unit(model, actuator))
        unit = units.pop() if len(units) == 1 else "1"
        table.describe(prefix + name, unit, self.command, tuple(labels))


def own_names(spec: Any) -> list[str]:
    """Names of the actuators of a model (mujoco.MjSpec); those without one are 'actuator0' and so on by number."""
    given = {actuator.name for actuator in spec.actuators if actuator.name}
    names = []
    for number, actuator in enumerate(spec.actuators):
        name = actuator.name or f"actuator{number}"
        while not actuator.name and name in given:
            name += "_"
        given.add(name)
        names.append(name)
    return names
