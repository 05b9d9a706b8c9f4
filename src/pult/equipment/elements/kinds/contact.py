"""Visco-elastic contacts with friction: of two spheres, and of a sphere with a smooth surface."""

import math
from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from pult.core.document import WRONG_LENGTH, Part
from pult.core.errors import Fault, FaultKind
from pult.equipment.checks import number_fault
from pult.equipment.elements.kind import ElementKind, Reading
from pult.equipment.elements.table import (
    COLUMNS,
    CONE,
    CONTACT,
    FIRST_OF_CONE,
    FRICTION,
    KIND,
    RADIUS_A,
    RADIUS_B,
    SLIP_SPEED,
    STIFFNESS,
    SURFACE,
)
from pult.equipment.surface import SIZE

NO_RADIUS = FaultKind("out-of-range", "two points never touch; give one of them a radius.")
NO_CONE = FaultKind("missing-value", "is empty; a surface is made of at least one cone.")
NOT_FINITE = FaultKind("bad-value", "must hold finite numbers.")

_NORMAL = Reading("normal", "N", "Force of the contact along its normal.")
_FRICTION = Reading("friction", "N", "Size of the friction.")


class Contact(ElementKind, frozen=True, kw_only=True, tag_field="type", tag="contact"):
    """Two spheres about sites that press on each other and rub.

    While they overlap by z > 0, the normal force is N = c z + k z', but never pulls: N >= 0. At the point where the
    surfaces meet, the friction on each is -f N v/|v| where its speed v along the other's surface is above v_f, and
    -f N v/v_f below. Friction alone is stable as long as h f N/(m v_f) < 2.
    """

    from_site: Annotated[str, Meta(description="Site at the centre of one sphere.")] = msgspec.field(name="from")
    to_site: Annotated[str, Meta(description="Site at the centre of the other, on another body.")] = msgspec.field(
        name="to"
    )
    radii: Annotated[list[float], Meta(min_length=2, max_length=2, description="Radii of the two spheres [m].")]
    stiffness: Annotated[float, Meta(description="Stiffness c [N/m].")]
    damping: Annotated[float, Meta(description="Damping k [N*s/m].")] = 0.0
    friction: Annotated[float, Meta(description="Coefficient f of dry friction.")] = 0.0
    slip_speed: Annotated[
        float, Meta(description="v_f [m/s], sliding speed above which friction is fully developed.")
    ] = 0.01

    readings = (Reading("depth", "m", "Overlap of the spheres; a gap if below 0."), _NORMAL, _FRICTION)
    positive = frozenset({"slip_speed"})

    def check(self, place: str) -> Iterator[Fault]:
        """See `ElementKind`."""
        yield from super().check(place)
        if len(self.radii) != 2:
            yield WRONG_LENGTH.at(f"{place}.radii", length=2, count=len(self.radii))
        for index, radius in enumerate(self.radii):
            yield from number_fault(radius, f"{place}.radii[{index}]", False)
        if len(self.radii) == 2 and not sum(self.radii) > 0.0:
            yield NO_RADIUS.at(f"{place}.radii")

    def fill(self, row: list[float]) -> None:
        """See `ElementKind`."""
        row[KIND], row[STIFFNESS] = CONTACT, self.stiffness
        row[FRICTION], row[SLIP_SPEED] = self.friction, self.slip_speed
        row[RADIUS_A], row[RADIUS_B] = self.radii


class Cone(Part, frozen=True, kw_only=True):
    """What spheres cover whose centre goes from one point to another while their radius changes evenly."""

    begin: Annotated[
        list[float], Meta(min_length=3, max_length=3, description="One end, in the frame of the site [m].")
    ]
    end: Annotated[list[float], Meta(min_length=3, max_length=3, description="The other end [m].")]
    radii: Annotated[list[float], Meta(min_length=2, max_length=2, description="Radii at the ends [m].")]

    def faults(self, place: str) -> Iterator[Fault]:
        """What is wrong with it."""
        for key, values, count in (("begin", self.begin, 3), ("end", self.end, 3), ("radii", self.radii, 2)):
            if len(values) != count:
                yield WRONG_LENGTH.at(f"{place}.{key}", length=count, count=len(values))
            elif not all(math.isfinite(value) for value in values):
                yield NOT_FINITE.at(f"{place}.{key}")
        for number, radius in enumerate(self.radii):
            yield from number_fault(radius, f"{place}.radii[{number}]", False)

    def row(self) -> list[float]:
        """Its row of the table."""
        row = [0.0] * COLUMNS
        row[KIND] = CONE
        row[FIRST_OF_CONE : FIRST_OF_CONE + SIZE] = [*self.begin, *self.end, *self.radii]
        return row


class SurfaceContact(ElementKind, frozen=True, kw_only=True, tag_field="type", tag="surface"):
    """A sphere about a site that presses and rubs on a smooth surface fixed to another.

    The surface is where d = 0, d being the soft minimum -b log(sum(exp(-d_i/b))) of the distances d_i of the sphere's
    centre from round cones. With z = r - d the law is that of a contact of spheres: N = c z + k z' while z > 0, along
    the gradient of d, and never below 0; friction as there.
    """

    from_site: Annotated[str, Meta(description="Site at the centre of the sphere.")] = msgspec.field(name="from")
    to_site: Annotated[str, Meta(description="Site that carries the surface, on another body.")] = msgspec.field(
        name="to"
    )
    radius: Annotated[float, Meta(description="Radius r of the sphere [m].")]
    cones: Annotated[list[Cone], Meta(min_length=1, description="Round cones that form the surface.")]
    stiffness: Annotated[float, Meta(description="Stiffness c [N/m].")]
    blend: Annotated[float, Meta(description="Blending radius b at the joints of cones [m].")] = 0.0
    damping: Annotated[float, Meta(description="Damping k [N*s/m].")] = 0.0
    friction: Annotated[float, Meta(description="Coefficient f of dry friction.")] = 0.0
    slip_speed: Annotated[
        float, Meta(description="v_f [m/s], sliding speed above which friction is fully developed.")
    ] = 0.01

    readings = (Reading("depth", "m", "How deep the sphere is in; a gap if below 0."), _NORMAL, _FRICTION)
    positive = frozenset({"slip_speed"})

    def check(self, place: str) -> Iterator[Fault]:
        """See `ElementKind`."""
        yield from super().check(place)
        if not self.cones:
            yield NO_CONE.at(f"{place}.cones")
        for index, cone in enumerate(self.cones):
            yield from cone.faults(f"{place}.cones[{index}]")

    def fill(self, row: list[float]) -> None:
        """See `ElementKind`."""
        row[KIND], row[STIFFNESS] = SURFACE, self.stiffness
        row[FRICTION], row[SLIP_SPEED] = self.friction, self.slip_speed
        row[RADIUS_A], row[RADIUS_B] = self.radius, self.blend

    def more_rows(self) -> list[list[float]]:
        """Its cones."""
        return [cone.row() for cone in self.cones]
