"""Adding drives to a MuJoCo model, and finding them in the compiled one. Other packages import from here."""

from collections.abc import Collection, Mapping, Sequence

import mujoco

from pult.core.errors import Fault, FaultKind
from pult.equipment.checks import name_faults
from pult.equipment.drives.document import Drive
from pult.equipment.drives.kind import driven_in
from pult.equipment.drives.table import DriveTable, TableBuilder

__all__ = ["Drive", "DriveTable", "add_drives", "drive_table", "settled_drives"]

TAKEN_BY_ACTUATOR = FaultKind("taken-name", "the model has an actuator {name!r}; name the drive otherwise.")


def add_drives(spec: mujoco.MjSpec, drives: Mapping[str, Drive], place: str = "drives") -> list[Fault]:
    """Add drives to the model of a robot, before it is placed in a world.

    A drive NAME on joints becomes actuators "NAME[JOINT]", on tendons "NAME[TENDON]"; a cylinder becomes a tendon and
    an actuator "NAME", and a second one, "NAME[rod]", if the area on the rod side differs. Inertia (as armature), dry
    friction and damping are added to those of the joints or tendons.

    Args:
        spec: The model; it is changed only if there is no fault.
        drives: The drives by name.
        place: Their place in the document.

    Returns:
        All faults.
    """
    own = {actuator.name for actuator in spec.actuators}
    driven = driven_in(spec)
    faults: list[Fault] = []
    for name, drive in drives.items():
        here = f"{place}.{name}" if place else name
        faults += name_faults(name, here, "drive")
        faults += drive.check(spec, name, here, driven)
        if not own.isdisjoint(drive.actuator_names(name)):
            faults.append(TAKEN_BY_ACTUATOR.at(here, name=name))
    if not faults:
        for name, drive in drives.items():
            drive.add_to(spec, name)
    return faults


def settled_drives(spec: mujoco.MjSpec, drives: Mapping[str, Drive]) -> dict[str, Drive]:
    """Drives with all that they leave to the model written out.

    Args:
        spec: The model, after `add_drives`.
        drives: The drives by name.
    """
    added = {actuator for name, drive in drives.items() for actuator in drive.actuator_names(name)}
    own = [actuator.name for actuator in spec.actuators if actuator.name not in added]
    return {name: drive.settled(own) for name, drive in drives.items()}


def drive_table(
    model: mujoco.MjModel, placed: Sequence[tuple[str, Mapping[str, Drive]]], holding: Collection[str] = ()
) -> DriveTable:
    """Find the drives of all robots in a compiled world.

    Other actuators of the model are included under their own names, with the unit "1", so that a plain model can be
    driven.

    Args:
        model: The world.
        placed: For each robot the prefix of its names in the world, and its drives.
        holding: Prefixes of the robots that are held by their scheme while stopped; their brakes stay released.

    Raises:
        UsageError: The world lacks an actuator or a joint of a drive.
    """
    table = TableBuilder(model)
    for prefix, drives in placed:
        table.holds = prefix in holding
        for name, drive in drives.items():
            drive.lay_out(table, prefix, name)
    table.holds = False
    table.add_others()
    return table.finished()
