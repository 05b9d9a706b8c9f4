"""Contacts between bodies: whether they touch, and with what force."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

import mujoco
from msgspec import Meta

from pult.core.channels import Channel
from pult.core.errors import Fault, FaultKind
from pult.equipment.sensors.kind import QuantitySensor, SensorKind, names_of, unknown_name
from pult.equipment.sensors.table import LARGEST, TOUCHED, Source

WRONG_BODY_COUNT = FaultKind("bad-shape", "names two bodies, or one that may touch anything; not {count}.")
WRONG_SUBTREE_COUNT = FaultKind("bad-shape", "one value, or one for each of {bodies} bodies; not {count}.")
BODY_WITH_ITSELF = FaultKind("duplicate-name", "the two bodies must be different.")

WORLD = "world"
"""The root body; in contacts it means only itself, never its subtree."""
PROGRAM_PREFIX = "contact:"
"""Prefix of the names of sensors added by programs; names in documents cannot have a colon."""
WITH_ALL = "/*"
"""Suffix of the name of a body that includes its subtree."""

_Data, _Obj = mujoco.mjtConDataField, mujoco.mjtObj
FOUND, FORCE = 1 << int(_Data.mjCONDATA_FOUND), 1 << int(_Data.mjCONDATA_FORCE)
WRENCH = FORCE | 1 << int(_Data.mjCONDATA_TORQUE) | 1 << int(_Data.mjCONDATA_POS)
"""Outputs of MuJoCo's contact sensor: whether there is a contact; a force; force, torque and point of application."""
FIRST, NET = 0, 3
"""Reduction of several contacts to one: the first, or the sum."""

Bodies = Annotated[list[str], Meta(description="Two bodies, or one for its contacts with anything.")]
Subtrees = Annotated[
    bool | list[bool],
    Meta(
        description="Each body stands for all bodies that hang on it, too; 'world' for what is fixed to the world "
        "itself. One value for both bodies, or one for each."
    ),
]


class ContactSensor(SensorKind, frozen=True, kw_only=True, tag_field="type", tag="contact"):
    """Whether a body touched another in any physics substep of the control step. It has no noise.

    Shapes with a 'margin' touch as soon as they come within it.
    """

    bodies: Bodies
    subtrees: Subtrees = False

    unit = "1"
    signal_kind = "boolean"

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return ()

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        yield from _bodies_faults(spec, self.bodies, self.subtrees, place)

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        add_contact(spec, name, self.bodies, self.subtrees, FOUND, FIRST)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return [Source(addresses[0], TOUCHED)]


class ContactForceSensor(QuantitySensor, frozen=True, kw_only=True, tag_field="type", tag="contact_force"):
    """Size of the net contact force between bodies [N], the largest over the physics substeps."""

    bodies: Bodies
    subtrees: Subtrees = False

    unit = "N"

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        return ()

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        yield from _bodies_faults(spec, self.bodies, self.subtrees, place)

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        add_contact(spec, name, self.bodies, self.subtrees, FORCE, NET)

    def channels(self, model: Any, prefix: str, name: str, start: int) -> list[Channel]:
        """See `SensorKind`. A sensor named after its bodies is also found by their names in the other order."""
        (channel,) = super().channels(model, prefix, name, start)
        if name.startswith(PROGRAM_PREFIX) and isinstance(self.subtrees, list):
            pair = [body + WITH_ALL * whole for body, whole in zip(self.bodies, self.subtrees, strict=True)]
            channel = replace(channel, alias=contact_name(pair[1], pair[0]))
        return [channel]

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return [Source(addresses[0], LARGEST)]


def contact_name(first: str, second: str) -> str:
    """Name of the sensor of the contact force between two bodies [N], in the order in which they are written."""
    return f"{PROGRAM_PREFIX}{first}:{second}"


def contact_force_between(first: str, second: str) -> SensorKind:
    """The sensor of the contact force between two bodies; NAME/* means a body with its subtree."""
    pair = [first, second]
    whole = [name.endswith(WITH_ALL) for name in pair]
    return ContactForceSensor(bodies=[name.removesuffix(WITH_ALL) for name in pair], subtrees=whole)


def add_contact(
    spec: Any, name: str, bodies: Sequence[str], subtrees: bool | Sequence[bool], what: int, reduction: int
) -> None:
    """Add MuJoCo's sensor of the contacts of one body with another, or with anything.

    Args:
        spec: The model.
        name: Name of the sensor.
        bodies: One body or two.
        subtrees: Whether their subtrees are included; one value, or one for each.
        what: `FOUND`, `FORCE` or `WRENCH`.
        reduction: `FIRST` or `NET`.
    """
    whole = [subtrees] * len(bodies) if isinstance(subtrees, bool) else subtrees
    kinds = [  # how MuJoCo distinguishes a subtree from a body here
        _Obj.mjOBJ_XBODY if subtree and body != WORLD else _Obj.mjOBJ_BODY
        for body, subtree in zip(bodies, whole, strict=True)
    ]
    other = {"reftype": kinds[1], "refname": bodies[1]} if len(bodies) == 2 else {}
    made = spec.add_sensor(
        name=name, type=mujoco.mjtSensor.mjSENS_CONTACT, objtype=kinds[0], objname=bodies[0], **other
    )
    made.intprm[:3] = [what, reduction, 1]


def _bodies_faults(spec: Any, bodies: list[str], subtrees: bool | list[bool], place: str) -> Iterator[Fault]:
    if len(bodies) not in (1, 2):
        yield WRONG_BODY_COUNT.at(f"{place}.bodies", count=len(bodies))
    elif isinstance(subtrees, list) and len(subtrees) != len(bodies):
        yield WRONG_SUBTREE_COUNT.at(f"{place}.subtrees", bodies=len(bodies), count=len(subtrees))
    elif bodies[0] == bodies[-1] and len(bodies) == 2:
        yield BODY_WITH_ITSELF.at(f"{place}.bodies")
    else:
        for index, body in enumerate(bodies):
            yield from unknown_name(f"{place}.bodies[{index}]", body, "body", names_of(spec.bodies))
