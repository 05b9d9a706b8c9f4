"""What a kind of drive is.

A kind is a class below `DriveKind` with a tag. Its fields are the keys of the document, its docstring is the text for
people, and its class variables and methods are all that the rest of pult knows of it.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec
import mujoco
import numpy as np

from pult.core.document import Part
from pult.core.errors import Fault
from pult.core.figures import Figures
from pult.equipment.drives.table import TableBuilder

_ON_JOINT = (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)


@dataclass(frozen=True, slots=True)
class Driven:
    """What is driven already, and by whom: joints and tendons by name."""

    joints: dict[str, str] = field(default_factory=dict)
    tendons: dict[str, str] = field(default_factory=dict)


def driven_in(spec: Any) -> Driven:
    """What the actuators of a model (mujoco.MjSpec) drive."""
    driven = Driven()
    for actuator in spec.actuators:
        by = f"the model's own actuator {actuator.name!r}"
        if actuator.trntype in _ON_JOINT:
            driven.joints[actuator.target] = by
        elif actuator.trntype == mujoco.mjtTrn.mjTRN_TENDON:
            driven.tendons[actuator.target] = by
    return driven


class DriveKind(Part, frozen=True, kw_only=True):
    """What every kind of drive has to say of itself."""

    unit: ClassVar[str]
    """Unit of its commands."""
    command: ClassVar[str]
    """What its command is, in one line for people."""
    positive: ClassVar[frozenset[str]]
    """Keys whose numbers must be above 0; all others are at least 0."""

    def figures(self) -> Figures:
        """What schemes may take from it, by the keys of its document: its single numbers, one entry each."""
        found = {field.encode_name: getattr(self, field.name) for field in msgspec.structs.fields(self)}
        return Figures((), {key: np.array([value]) for key, value in found.items() if isinstance(value, float)})

    @abstractmethod
    def actuator_names(self, name: str) -> list[str]:
        """Names of the actuators that it may make of a model, given its own."""

    @abstractmethod
    def check(self, spec: Any, name: str, place: str, driven: Driven) -> Iterator[Fault]:
        """Everything that is wrong with it.

        Args:
            spec: The model it is to be added to (mujoco.MjSpec).
            name: Its name.
            place: Where it stands in the document.
            driven: What is driven already. What it drives itself is put in.
        """

    @abstractmethod
    def add_to(self, spec: Any, name: str) -> None:
        """Put it into a model (mujoco.MjSpec), in which `check` finds nothing wrong, under its name."""

    @abstractmethod
    def lay_out(self, table: TableBuilder, prefix: str, name: str) -> None:
        """Add its commands to the table of a compiled world.

        Args:
            table: The table.
            prefix: What stands before the names of its document in the world.
            name: Its name.
        """
