"""What a kind of force element is.

A kind is a class below `ElementKind` with a tag. Its fields are the keys of the document, its docstring is the text for
people, and its class variables and methods are all that the rest of pult knows of it. The law itself, which the loop
evaluates in every physics step, is in `pult.sim.elements`, chosen by the column KIND of the table.
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
    """A number that an element reports: its name, its unit, and what it is."""

    name: str
    unit: str
    description: str


class ElementKind(Part, frozen=True, kw_only=True):
    """What every force element has, and what every kind has to say of itself."""

    if TYPE_CHECKING:  # each kind declares them where the keys stand among its own, with a text of its own
        from_site: str
        to_site: str
        damping: float

    readings: ClassVar[tuple[Reading, Reading, Reading]]
    """What it reports."""
    positive: ClassVar[frozenset[str]]
    """Keys whose numbers must be above 0; all others are at least 0."""

    @abstractmethod
    def fill(self, row: list[float]) -> None:
        """Write its kind and the numbers of its law into its row of the table. Ends and damping are there already."""

    def more_rows(self) -> list[list[float]]:
        """Rows that follow its own."""
        return []

    def check(self, place: str) -> Iterator[Fault]:
        """What is wrong with its numbers."""
        for field in msgspec.structs.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, (int, float)):
                yield from number_fault(value, f"{place}.{field.name}", field.name in self.positive)

    def site_faults(self, model: Any, sites: Sequence[str], place: str) -> Iterator[Fault]:
        """What is wrong with its ends.

        Args:
            model: The compiled world (mujoco.MjModel).
            sites: Names of all sites by their numbers.
            place: Where it stands in the document.
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
        """What it reports, as signals."""
        return [Channel(f"{name}.{what}", 0, (), unit, description=about) for what, unit, about in self.readings]
