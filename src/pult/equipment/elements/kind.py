"""Base class of the kinds of force elements.

A kind is a tagged subclass of `ElementKind`. Its fields are the keys of the document, its docstring is the description
for people, and its class variables and methods are all that the rest of pult uses. The law itself, which the loop
evaluates in every physics step, is in `pult.sim.elements`, selected by the column KIND of the table.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from pult.core.channels import Channel
from pult.core.document import Part
from pult.core.errors import Fault, FaultKind, advice
from pult.core.kinds import UNKNOWN_SITE
from pult.equipment.checks import number_fault
from pult.equipment.elements.table import BODY_A, COLUMNS, DAMPING, ROOT_A, SITE_A, SITE_B

ON_ONE_BODY = FaultKind("conflict", "{one!r} and {two!r} are on one body; a force between them moves nothing.")


class Reading(NamedTuple):
    """A reading of an element: name, unit and description."""

    name: str
    unit: str
    description: str


class ElementKind(Part, frozen=True, kw_only=True):
    """A kind of force element; subclasses define the following."""

    if TYPE_CHECKING:  # each kind declares them with its own description, in the order of its keys
        from_site: str
        to_site: str
        damping: float

    readings: ClassVar[tuple[Reading, Reading, Reading]]
    """Its readings."""
    positive: ClassVar[frozenset[str]]
    """Keys whose numbers must be above 0; all others are at least 0."""

    @abstractmethod
    def fill(self, row: list[float]) -> None:
        """Write its kind and the parameters of its law into its row, which has ends and damping already."""

    def more_rows(self) -> list[list[float]]:
        """Additional rows after its own."""
        return []

    def check(self, place: str) -> Iterator[Fault]:
        """Faults of its numbers."""
        for field in msgspec.structs.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, (int, float)):
                yield from number_fault(value, f"{place}.{field.name}", field.name in self.positive)

    def site_faults(self, model: Any, sites: Sequence[str], place: str) -> Iterator[Fault]:
        """Faults of its ends.

        Args:
            model: The compiled world (mujoco.MjModel).
            sites: Names of all sites, in the order of the model.
            place: Its place in the document.
        """
        bodies = []
        for key, site in (("from", self.from_site), ("to", self.to_site)):
            if site and site in sites:
                bodies.append(int(model.site_bodyid[sites.index(site)]))
            else:
                yield UNKNOWN_SITE.at(f"{place}.{key}", site=site, **advice(site, [name for name in sites if name]))
        if len(bodies) == 2 and bodies[0] == bodies[1]:
            yield ON_ONE_BODY.at(f"{place}.to", one=self.from_site, two=self.to_site)

    def rows(self, model: Any, sites: Sequence[str]) -> list[list[float]]:
        """Its rows of the table, if it has no faults; see `site_faults`."""
        row = [0.0] * COLUMNS
        for column, site in ((SITE_A, self.from_site), (SITE_B, self.to_site)):
            number = sites.index(site)
            body = int(model.site_bodyid[number])
            row[column], row[column + BODY_A - SITE_A] = number, body
            row[column + ROOT_A - SITE_A] = int(model.body_rootid[body])
        row[DAMPING] = self.damping
        self.fill(row)
        return [row, *self.more_rows()]

    def channels(self, name: str) -> list[Channel]:
        """Its readings as signals."""
        return [Channel(f"{name}.{what}", 0, (), unit, description=about) for what, unit, about in self.readings]
