"""Base class of the kinds of drives.

A kind is a tagged subclass of `DriveKind`. Its fields are the keys of the document, its docstring is the description
for people, and its class variables and methods are all that the rest of pult uses.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec
import mujoco
import numpy as np

from pult.core.document import Part
from pult.core.errors import Fault, FaultKind
from pult.core.figures import Figures
from pult.equipment.drives.table import TableBuilder

IMPLAUSIBLE = FaultKind(
    "implausible", "{value:g} is outside what machines have, {low:g} to {high:g}. Is it in the right unit?"
)

_ON_JOINT = (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)


@dataclass(frozen=True, slots=True)
class Driven:
    """What is already driven: name to the driver.

    Attributes:
        joints, tendons: Driven by the model's own actuators or by drives.
        actuators: Actuators of the model that a drive commands.
        own: Joints that the model's own actuators drive.
    """

    joints: dict[str, str] = field(default_factory=dict)
    tendons: dict[str, str] = field(default_factory=dict)
    actuators: dict[str, str] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)


def driven_in(spec: Any) -> Driven:
    """Joints and tendons driven by the actuators of a model (mujoco.MjSpec)."""
    driven = Driven()
    for actuator in spec.actuators:
        by = f"the model's own actuator {actuator.name!r}"
        if actuator.trntype in _ON_JOINT:
            driven.joints[actuator.target] = by
            driven.own.add(actuator.target)
        elif actuator.trntype == mujoco.mjtTrn.mjTRN_TENDON:
            driven.tendons[actuator.target] = by
    return driven


class DriveKind(Part, frozen=True, kw_only=True):
    """A kind of drive; subclasses define the following."""

    unit: ClassVar[str]
    """Unit of its commands."""
    command: ClassVar[str]
    """One-line description of its command."""
    positive: ClassVar[frozenset[str]]
    """Keys whose numbers must be above 0; all others are at least 0."""
    plausible: ClassVar[Mapping[str, tuple[float, float]]] = {}
    """Least and largest number that machines have, by key, in the unit of the key; 0 is always plausible."""

    def numbers(self, key: str) -> list[float]:
        """All numbers of a key; none if it is omitted."""
        value = getattr(self, key)
        if value is None:
            return []
        return [float(one) for one in value] if isinstance(value, list) else [float(value)]

    def warnings(self, place: str) -> Iterator[Fault]:
        """Numbers outside what machines have, such as those in another unit."""
        for key, (low, high) in self.plausible.items():
            for value in self.numbers(key):
                if value and not low <= abs(value) <= high:
                    yield IMPLAUSIBLE.at(f"{place}.{key}", value=value, low=low, high=high)
                    break

    def figures(self) -> Figures:
        """Quantities for schemes, by the keys of its document: its single numbers, one entry each."""
        found = {field.encode_name: getattr(self, field.name) for field in msgspec.structs.fields(self)}
        return Figures((), {key: np.array([value]) for key, value in found.items() if isinstance(value, float)})

    @abstractmethod
    def actuator_names(self, name: str) -> list[str]:
        """Names of the actuators that it may add to a model, given its own name."""

    @abstractmethod
    def check(self, spec: Any, name: str, place: str, driven: Driven) -> Iterator[Fault]:
        """Its faults.

        Args:
            spec: The model it is to be added to (mujoco.MjSpec).
            name: Its name.
            place: Its place in the document.
            driven: What is driven already; its own joints and tendons are added.
        """

    @abstractmethod
    def add_to(self, spec: Any, name: str) -> None:
        """Add it to a model (mujoco.MjSpec), after `check` has found no faults."""

    def settled(self, own: Sequence[str]) -> "DriveKind":  # noqa: ARG002 - for kinds that depend on the model
        """The drive with all that it leaves to the model written out, given the model's own actuators by name."""
        return self

    @abstractmethod
    def lay_out(self, table: TableBuilder, prefix: str, name: str) -> None:
        """Add its commands to the table of a compiled world.

        Args:
            table: The table.
            prefix: Prefix of the robot's names in the world.
            name: Its name.
        """
