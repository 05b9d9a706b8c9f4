"""Figures of drives that schemes take from the robot: what its document says, for each joint."""

import msgspec
import numpy as np

from pult.core.figures import Figures
from pult.equipment.drives.document import Drive, ElectricDrive, PneumaticDrive, per_joint, targets

_NAMES = frozenset({"joints", "tendons"})


def drive_figures(drive: Drive) -> Figures:
    """Figures of a drive by the names of its document, with one entry for each joint or tendon.

    The most voltage of a motor that is given by its characteristic is 1: its voltage is normalised. A cylinder, which
    moves no joint of its own, has the figures that are single numbers, with one entry.
    """
    names = [field.encode_name for field in msgspec.structs.fields(drive) if field.encode_name not in _NAMES]
    if isinstance(drive, PneumaticDrive):
        single = {name: getattr(drive, name) for name in names if isinstance(getattr(drive, name, None), float)}
        return Figures((), {name: np.array([value]) for name, value in single.items()})
    labels = tuple(targets(drive))
    found = {name: np.array(values) for name in names if (values := per_joint(drive, name))}
    if isinstance(drive, ElectricDrive):
        found["max_voltage"] = np.ones(len(labels))
    return Figures(labels, found)
