"""The contact between a tool and a patient: the surface, the tool tip and the medium, from the world's element."""

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from pult.core.errors import DocumentError, Fault, FaultKind, advice
from pult.core.signals import Array
from pult.equipment.elements.kinds.contact import Contact, SurfaceContact
from pult.equipment.surface import Surface as BodySurface
from pult.equipment.surface import cone_table
from pult.motion.surface.shapes import Sphere, Surface
from pult.motion.surface.star_shaped import StarShapedSurface
from pult.world.world import World

UNKNOWN_CONTACT = FaultKind("unknown-name", "the world {world!r} has no contact {name!r}. {advice}")
MOVING_CONTACT = FaultKind(
    "bad-choice", "the contact {name!r} is not between a tool and something that stands still."
)


@dataclass(frozen=True)
class ToolContact:
    """A contact of a world, as planning needs it.

    Attributes:
        name: Its name; it reports `element.NAME.normal` and `element.NAME.depth`.
        surface: The patient's surface, in the axes of the world.
        shape: "sphere" or "body", for people.
        centre: Centre of the angles that parametrise the surface [m].
        size: Radius of a sphere about it that contains the surface [m].
        tool_radius: Radius of the tool tip [m].
        tool_site: Site at the centre of the tool tip.
        stiffness: Stiffness c of the medium [N/m].
    """

    name: str
    surface: Surface
    shape: str
    centre: tuple[float, float, float]
    size: float
    tool_radius: float
    tool_site: str
    stiffness: float


def find_contact(world: World, name: str) -> ToolContact:
    """Find a contact by name, with everything at its initial pose.

    Raises:
        DocumentError: There is none, or it is not between a robot and something stationary.
    """
    element = world.document.elements.get(name)
    contacts = [key for key, one in world.document.elements.items() if isinstance(one, (Contact, SurfaceContact))]
    if not isinstance(element, (Contact, SurfaceContact)):
        raise _wrong(UNKNOWN_CONTACT.at("surface", world=world.name, name=name, **advice(name, contacts)))
    sites = (element.from_site, element.to_site)
    still = [int(_still(world.model, site)) for site in sites]
    if sum(still) != 1 or (isinstance(element, SurfaceContact) and still[0]):
        raise _wrong(MOVING_CONTACT.at("surface", name=name))
    return (
        _sphere(world, name, element, still.index(1)) if isinstance(element, Contact) else _body(world, name, element)
    )


def _sphere(world: World, name: str, element: Contact, patient: int) -> ToolContact:
    sites = (element.from_site, element.to_site)
    place, _ = _placed(world, sites[patient])
    centre, radius = _three(place), float(element.radii[patient])
    tool = float(element.radii[1 - patient])
    surface, tool_site = Sphere(centre, radius), sites[1 - patient]
    return ToolContact(name, surface, "sphere", centre, radius, tool, tool_site, element.stiffness)


def _body(world: World, name: str, element: SurfaceContact) -> ToolContact:
    place, turned = _placed(world, element.to_site)
    cones = cone_table([(cone.begin, cone.end, cone.radii) for cone in element.cones])
    size = float(np.linalg.norm(cones.reshape(-1, 8)[:, :6].reshape(-1, 3), axis=1).max() + cones[:, 6:].max())
    surface = StarShapedSurface(BodySurface(cones, element.blend, place, turned), _three(place), 2.0 * size)
    return ToolContact(name, surface, "body", _three(place), size, element.radius, element.from_site, element.stiffness)


def _wrong(fault: Fault) -> DocumentError:
    return DocumentError("procedure", [fault])


def _still(model: Any, site: str) -> bool:
    return int(model.body_weldid[model.site(site).bodyid[0]]) == 0


def _placed(world: World, site: str) -> tuple[Array, Array]:
    """Position [m] and axes of a site at the start. Shapes (3,) and (3, 3)."""
    data = mujoco.MjData(world.model)
    data.qpos[:] = world.start()
    mujoco.mj_kinematics(world.model, data)
    number = world.model.site(site).id
    return np.array(data.site_xpos[number]), np.array(data.site_xmat[number]).reshape(3, 3)


def site_places(world: World, site: str, qpos: Array) -> Array:
    """Positions of a site for configurations of a world [m]. Shape (n, 3).

    Args:
        world: The world.
        site: The site.
        qpos: Coordinates of the model. Shape (n, nq).
    """
    data, number, found = mujoco.MjData(world.model), world.model.site(site).id, np.empty((len(qpos), 3))
    for row, coordinates in enumerate(qpos):
        data.qpos[:] = coordinates
        mujoco.mj_kinematics(world.model, data)
        found[row] = data.site_xpos[number]
    return found


def _three(p: Array) -> tuple[float, float, float]:
    x, y, z = p.tolist()
    return x, y, z
