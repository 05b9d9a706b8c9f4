"""Named signals in a flat array: readings of sensors, commands of drives, values of a panel."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pult.core.signals import Kind


@dataclass(frozen=True, slots=True)
class Channel:
    """A named signal that lies in a flat array of float64.

    Attributes:
        name: Its name.
        start: Index of its first number in the array.
        shape: Empty for a scalar.
        unit: Its unit.
        kind: "number" or "boolean" (0.0 or 1.0).
        labels: Names of its entries (joints, axes), or none.
        description: One line for people.
    """

    name: str
    start: int
    shape: tuple[int, ...] = ()
    unit: str = "1"
    kind: Kind = "number"
    labels: tuple[str, ...] = ()
    description: str = ""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """Index after its last number."""
        return self.start + self.size

    @property
    def place(self) -> slice:
        """Where it lies in the array."""
        return slice(self.start, self.stop)


def total(channels: Iterable[Channel]) -> int:
    """Length of the array that holds the channels."""
    return max((channel.stop for channel in channels), default=0)
