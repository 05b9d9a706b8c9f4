"""Force elements between sites of a world: springs, dampers, visco-elastic contacts of spheres and smooth surfaces.

They are for laws that have to hold exactly; MuJoCo's own contacts are soft constraints with laws of their own. The
forces are explicit: with a mass m at one end and a physics step h, an element of stiffness c and damping k is stable as
long as h^2 c/m + 2 h k/m < 4.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
import mujoco
import numpy as np
from msgspec import Meta

from pult.core.channels import Channel, Channels, placed
from pult.core.document import WRONG_LENGTH, Part
from pult.core.errors import Fault, FaultKind, advice
from pult.core.kinds import UNKNOWN_SITE
from pult.core.signals import Array
from pult.equipment.drives.check import name_faults, number_fault
from pult.equipment.surface import SIZE

UNKNOWN_ELEMENT = FaultKind("unknown-name", "unknown force element {name!r}. {advice}")
UNKNOWN_FIELD = FaultKind("unknown-name", "a start cannot change {field!r} of it. {advice}")
ON_ONE_BODY = FaultKind("conflict", "{one!r} and {two!r} are on one body; a force between them moves nothing.")
NO_RADIUS = FaultKind("out-of-range", "two points never touch; give one of them a radius.")
NO_CONE = FaultKind("missing-value", "is empty; a surface is made of at least one cone.")
NOT_FINITE = FaultKind("bad-value", "must hold finite numbers.")

(
    KIND,
    SITE_A,
    SITE_B,
    BODY_A,
    BODY_B,
    ROOT_A,
    ROOT_B,
    STIFFNESS,
    DAMPING,
    REST,
    FRICTION,
    SLIP_SPEED,
    RADIUS_A,
    RADIUS_B,
) = range(14)
"""Columns of the table of elements: its kind; ids of the two sites, of their bodies and of the bodies at the roots of
those; numbers of the law, 0 where the kind of element has none.
"""
COLUMNS = 14
PAIR, CONTACT, SURFACE, CONE = range(4)
"""Kinds of rows: a spring with a damper, a contact of spheres, a contact with a surface, and after that the round cones
that it is made of.
"""
FIRST_OF_CONE = 1
"""Column in which the numbers of a round cone begin."""
READINGS = 3
"""Numbers that each element reports."""

From = Annotated[str, Meta(description="Site at one end.")]
To = Annotated[str, Meta(description="Site at the other end, on another body.")]


class Spring(Part, frozen=True, kw_only=True, tag_field="type", tag="spring"):
    """A spring with a damper: pulls its ends together with F = c (l - l0) + k l', l being their distance."""

    from_site: From = msgspec.field(name="from")
    to_site: To = msgspec.field(name="to")
    stiffness: Annotated[float, Meta(description="c [N/m].")]
    length: Annotated[float | None, Meta(description="l0, length without force [m]; that at the start if null.")] = None
    damping: Annotated[float, Meta(description="k [N*s/m].")] = 0.0


class Damper(Part, frozen=True, kw_only=True, tag_field="type", tag="damper"):
    """A damper: pulls its ends together with F = k l', l being their distance."""

    from_site: From = msgspec.field(name="from")
    to_site: To = msgspec.field(name="to")
    damping: Annotated[float, Meta(description="k [N*s/m].")]


class Contact(Part, frozen=True, kw_only=True, tag_field="type", tag="contact"):
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
    stiffness: Annotated[float, Meta(description="c [N/m].")]
    damping: Annotated[float, Meta(description="k [N*s/m].")] = 0.0
    friction: Annotated[float, Meta(description="Coefficient f of dry friction.")] = 0.0
    slip_speed: Annotated[float, Meta(description="v_f [m/s], speed from which on friction is fully there.")] = 0.01


class Cone(Part, frozen=True, kw_only=True):
    """What spheres cover whose centre goes from one point to another while their radius changes evenly."""

    begin: Annotated[list[float], Meta(min_length=3, max_length=3, description="One end, in axes of the site [m].")]
    end: Annotated[list[float], Meta(min_length=3, max_length=3, description="The other end [m].")]
    radii: Annotated[list[float], Meta(min_length=2, max_length=2, description="Radii at the ends [m].")]


class SurfaceContact(Part, frozen=True, kw_only=True, tag_field="type", tag="surface"):
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
    cones: Annotated[list[Cone], Meta(min_length=1, description="Round cones that make the surface.")]
    stiffness: Annotated[float, Meta(description="c [N/m].")]
    blend: Annotated[float, Meta(description="b, how far joints of cones are rounded [m].")] = 0.0
    damping: Annotated[float, Meta(description="k [N*s/m].")] = 0.0
    friction: Annotated[float, Meta(description="Coefficient f of dry friction.")] = 0.0
    slip_speed: Annotated[float, Meta(description="v_f [m/s], speed from which on friction is fully there.")] = 0.01


Element = Spring | Damper | Contact | SurfaceContact
"""Any force element; its 'type' tells which."""


def element_table(
    model: mujoco.MjModel, elements: Mapping[str, Element], place: str = "elements"
) -> tuple[Array, Channels, list[Fault]]:
    """Find the ends of force elements in a compiled world.

    Args:
        model: The world.
        elements: The elements by name.
        place: Where they stand in the document.

    Returns:
        The table for `apply_elements`, a row for each element and for each cone of a surface, shape (n, 14); what the
        elements report, for each three numbers: "NAME.length" [m], "NAME.speed" [m/s] and "NAME.force" [N] (it pulls if
        above 0), or of a contact "NAME.depth" [m] (below 0: a gap), "NAME.normal" [N] and "NAME.friction" [N]; and all
        faults. With a fault, the table is not to be used.
    """
    sites = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_SITE, number) or "" for number in range(model.nsite)]
    faults: list[Fault] = []
    rows: list[list[float]] = []
    channels: list[Channel] = []
    for name, element in elements.items():
        here = f"{place}.{name}" if place else name
        found = [*name_faults(name, here, "force element"), *_value_faults(element, here)]
        found += _site_faults(model, element, here, sites)
        faults += found
        channels += _reports(name, element)
        if not found:
            rows.append(_row(model, element, sites))
            if isinstance(element, SurfaceContact):
                rows += [_cone_row(cone) for cone in element.cones]
    return np.array(rows, dtype=np.float64).reshape(-1, COLUMNS), Channels(placed(channels)), faults


def with_start_lengths(table: Array, site_xpos: Array) -> Array:
    """The table at the start of a run: a spring whose length was left open has the one it has now.

    Args:
        table: From `element_table`; it stays as it is.
        site_xpos: `data.site_xpos`, up to date.
    """
    found = table.copy()
    for row in found:
        if math.isnan(row[REST]):
            row[REST] = math.dist(site_xpos[int(row[SITE_A])], site_xpos[int(row[SITE_B])])
    return found


def _row(model: mujoco.MjModel, element: Element, sites: list[str]) -> list[float]:
    row = [0.0] * COLUMNS
    for column, site in ((SITE_A, element.from_site), (SITE_B, element.to_site)):
        number = sites.index(site)
        body = int(model.site_bodyid[number])
        row[column], row[column + BODY_A - SITE_A] = number, body
        row[column + ROOT_A - SITE_A] = int(model.body_rootid[body])
    row[DAMPING] = element.damping
    match element:
        case Spring():
            row[STIFFNESS], row[REST] = element.stiffness, math.nan if element.length is None else element.length
        case Contact():
            row[KIND], row[STIFFNESS] = CONTACT, element.stiffness
            row[FRICTION], row[SLIP_SPEED] = element.friction, element.slip_speed
            row[RADIUS_A], row[RADIUS_B] = element.radii
        case SurfaceContact():
            row[KIND], row[STIFFNESS] = SURFACE, element.stiffness
            row[FRICTION], row[SLIP_SPEED] = element.friction, element.slip_speed
            row[RADIUS_A], row[RADIUS_B] = element.radius, element.blend
        case Damper():
            pass
    return row


def _cone_row(cone: Cone) -> list[float]:
    row = [0.0] * COLUMNS
    row[KIND] = CONE
    row[FIRST_OF_CONE : FIRST_OF_CONE + SIZE] = [*cone.begin, *cone.end, *cone.radii]
    return row


CHANGEABLE = {"stiffness": STIFFNESS, "damping": DAMPING, "friction": FRICTION}
"""Numbers of an element that a start may change, and their columns."""


def changed_table(table: Array, names: Sequence[str], changes: Mapping[str, Mapping[str, float]]) -> Array:
    """The table with other numbers of some elements.

    Args:
        table: From `element_table`; it stays as it is.
        names: Names of all elements, in order.
        changes: New numbers by element, see `CHANGEABLE`.
    """
    found = table.copy()
    rows = np.flatnonzero(table[:, KIND] != CONE)
    for name, values in changes.items():
        for field, value in values.items():
            found[rows[list(names).index(name)], CHANGEABLE[field]] = value
    return found


def change_faults(
    elements: Mapping[str, Element], changes: Mapping[str, Mapping[str, float]], place: str
) -> list[Fault]:
    """What is wrong with new numbers of elements at the start.

    Args:
        elements: The elements by name.
        changes: New numbers by element.
        place: Where they stand in the document.
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


def _reports(name: str, element: Element) -> list[Channel]:
    if isinstance(element, (Contact, SurfaceContact)):
        spheres, surface = "Overlap of the spheres; a gap if below 0.", "How deep the sphere is in; a gap if below 0."
        return [
            Channel(f"{name}.depth", 0, (), "m", description=spheres if isinstance(element, Contact) else surface),
            Channel(f"{name}.normal", 0, (), "N", description="Force of the contact along its normal."),
            Channel(f"{name}.friction", 0, (), "N", description="Size of the friction."),
        ]
    return [
        Channel(f"{name}.length", 0, (), "m", description="Distance of the ends."),
        Channel(f"{name}.speed", 0, (), "m/s", description="Speed at which the ends part."),
        Channel(f"{name}.force", 0, (), "N", description="Force on the ends; it pulls if above 0."),
    ]


def _site_faults(model: mujoco.MjModel, element: Element, place: str, sites: list[str]) -> Iterator[Fault]:
    bodies = []
    for key, site in (("from", element.from_site), ("to", element.to_site)):
        if site and site in sites:
            bodies.append(int(model.site_bodyid[sites.index(site)]))
        else:
            yield UNKNOWN_SITE.at(f"{place}.{key}", site=site, **advice(site, [name for name in sites if name]))
    if len(bodies) == 2 and bodies[0] == bodies[1]:
        yield ON_ONE_BODY.at(f"{place}.to", one=element.from_site, two=element.to_site)


def _value_faults(element: Element, place: str) -> Iterator[Fault]:
    for field in msgspec.structs.fields(element):
        value = getattr(element, field.name)
        if isinstance(value, (int, float)):
            yield from number_fault(value, f"{place}.{field.name}", field.name == "slip_speed")
    if isinstance(element, Contact):
        if len(element.radii) != 2:
            yield WRONG_LENGTH.at(f"{place}.radii", length=2, count=len(element.radii))
        for index, radius in enumerate(element.radii):
            yield from number_fault(radius, f"{place}.radii[{index}]", False)
        if len(element.radii) == 2 and not sum(element.radii) > 0.0:
            yield NO_RADIUS.at(f"{place}.radii")
    if isinstance(element, SurfaceContact):
        if not element.cones:
            yield NO_CONE.at(f"{place}.cones")
        for index, cone in enumerate(element.cones):
            here = f"{place}.cones[{index}]"
            for key, values, count in (("begin", cone.begin, 3), ("end", cone.end, 3), ("radii", cone.radii, 2)):
                if len(values) != count:
                    yield WRONG_LENGTH.at(f"{here}.{key}", length=count, count=len(values))
                elif not all(math.isfinite(value) for value in values):
                    yield NOT_FINITE.at(f"{here}.{key}")
            for number, radius in enumerate(cone.radii):
                yield from number_fault(radius, f"{here}.radii[{number}]", False)
