"""Finding force elements in a compiled world."""

from collections.abc import Mapping

import mujoco
import numpy as np

from pult.core.channels import Channel, Channels, lay_out
from pult.core.errors import Fault, FaultKind, advice
from pult.core.signals import Array
from pult.equipment.checks import name_faults, number_fault
from pult.equipment.elements.document import Element
from pult.equipment.elements.table import CHANGEABLE, COLUMNS

UNKNOWN_ELEMENT = FaultKind("unknown-name", "unknown force element {name!r}. {advice}")
UNKNOWN_FIELD = FaultKind("unknown-name", "a start cannot change {field!r} of it. {advice}")


def element_table(
    model: mujoco.MjModel, elements: Mapping[str, Element], place: str = "elements"
) -> tuple[Array, Channels, list[Fault]]:
    """The table of the force elements of a compiled world, and their readings.

    Args:
        model: The world.
        elements: The elements by name.
        place: Their place in the document.

    Returns:
        The table for `apply_elements`, with a row for each element and for each cone of a surface, shape (n, 14); the
        readings, three for each element: "NAME.length" [m], "NAME.speed" [m/s] and "NAME.force" [N] (positive pulls),
        or for a contact "NAME.depth" [m] (negative: a gap), "NAME.normal" [N] and "NAME.friction" [N]; and all faults.
        With a fault, the table must not be used.
    """
    sites = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_SITE, number) or "" for number in range(model.nsite)]
    faults: list[Fault] = []
    rows: list[list[float]] = []
    channels: list[Channel] = []
    for name, element in elements.items():
        here = f"{place}.{name}" if place else name
        found = [*name_faults(name, here, "force element"), *element.check(here)]
        found += element.site_faults(model, sites, here)
        faults += found
        channels += element.channels(name)
        if not found:
            rows += element.rows(model, sites)
    return np.array(rows, dtype=np.float64).reshape(-1, COLUMNS), Channels(lay_out(channels)), faults


def change_faults(
    elements: Mapping[str, Element], changes: Mapping[str, Mapping[str, float]], place: str
) -> list[Fault]:
    """Faults of new numbers of elements at the start.

    Args:
        elements: The elements by name.
        changes: New numbers by element.
        place: Their place in the document.
    """
    faults: list[Fault] = []
    for name, values in changes.items():
        if name not in elements:
            faults.append(UNKNOWN_ELEMENT.at(f"{place}.{name}", name=name, **advice(name, elements)))
            continue
        have = [field for field in CHANGEABLE if hasattr(elements[name], field)]
        for field, value in values.items():
            if field not in have:
                faults.append(UNKNOWN_FIELD.at(f"{place}.{name}.{field}", field=field, **advice(field, have)))
            else:
                faults += number_fault(value, f"{place}.{name}.{field}", False)
    return faults
