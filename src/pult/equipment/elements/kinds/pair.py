"""Springs and dampers between two points."""

import math
from typing import Annotated

import msgspec
from msgspec import Meta

from pult.equipment.elements.kind import ElementKind, Reading
from pult.equipment.elements.table import KIND, PAIR, REST, STIFFNESS

From = Annotated[str, Meta(description="Site at one end.")]
To = Annotated[str, Meta(description="Site at the other end, on another body.")]


class PairElement(ElementKind, frozen=True, kw_only=True):
    """A force along the line between two sites."""

    readings = (
        Reading("length", "m", "Distance of the ends."),
        Reading("speed", "m/s", "Speed at which the ends part."),
        Reading("force", "N", "Force on the ends; it pulls if above 0."),
    )
    positive = frozenset()


class Spring(PairElement, frozen=True, kw_only=True, tag_field="type", tag="spring"):
    """A spring with a damper: pulls its ends together with F = c (l - l0) + k l', l being their distance."""

    from_site: From = msgspec.field(name="from")
    to_site: To = msgspec.field(name="to")
    stiffness: Annotated[float, Meta(description="Stiffness c [N/m].")]
    length: Annotated[float | None, Meta(description="Rest length l0 [m]; the initial length if null.")] = None
    damping: Annotated[float, Meta(description="Damping k [N*s/m].")] = 0.0

    def fill(self, row: list[float]) -> None:
        """See `ElementKind`."""
        row[KIND], row[STIFFNESS] = PAIR, self.stiffness
        row[REST] = math.nan if self.length is None else self.length


class Damper(PairElement, frozen=True, kw_only=True, tag_field="type", tag="damper"):
    """A damper: pulls its ends together with F = k l', l being their distance."""

    from_site: From = msgspec.field(name="from")
    to_site: To = msgspec.field(name="to")
    damping: Annotated[float, Meta(description="Damping k [N*s/m].")]

    def fill(self, row: list[float]) -> None:
        """See `ElementKind`."""
        row[KIND] = PAIR
