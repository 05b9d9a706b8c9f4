"""Shapes and materials of PRM-1."""

MATERIALS = {
    "shell": ("0.90 0.90 0.87 1", 0.4, 0.0, 0.35, 0.5),
    "orange": ("0.91 0.47 0.13 1", 0.42, 0.0, 0.35, 0.5),
    "dark": ("0.14 0.15 0.17 1", 0.5, 0.0, 0.3, 0.4),
    "metal": ("0.62 0.65 0.68 1", 0.3, 0.6, 0.6, 0.7),
    "rubber": ("0.06 0.065 0.07 1", 0.85, 0.0, 0.1, 0.1),
    "glass": ("0.02 0.03 0.05 1", 0.2, 0.0, 0.9, 0.9),
}
"""Colour, roughness and metal for the studio, specular and shininess for MuJoCo's own renderer."""

Point = tuple[float, float, float]


def numbers(values: tuple[float, ...] | list[float]) -> str:
    """Numbers as MJCF writes them."""
    return " ".join(f"{round(value, 6):g}" for value in values)


def _visual(material: str, attributes: str) -> str:
    return f'<geom class="prm1_visual" material="prm1_{material}" {attributes}/>'


def cylinder(material: str, radius: float, begin: Point, end: Point) -> str:
    """A cylinder between two points, only seen."""
    return _visual(material, f'type="cylinder" size="{radius:g}" fromto="{numbers((*begin, *end))}"')


def capsule(material: str, radius: float, begin: Point, end: Point) -> str:
    """A capsule between two points, only seen."""
    return _visual(material, f'type="capsule" size="{radius:g}" fromto="{numbers((*begin, *end))}"')


def box(material: str, middle: Point, half: Point) -> str:
    """A box by its middle and half its sides, only seen."""
    return _visual(material, f'type="box" pos="{numbers(middle)}" size="{numbers(half)}"')


def ellipsoid(material: str, middle: Point, half: Point) -> str:
    """An ellipsoid by its middle and half its axes, only seen."""
    return _visual(material, f'type="ellipsoid" pos="{numbers(middle)}" size="{numbers(half)}"')


def touch(kind: str, size: str, place: str, name: str = "") -> str:
    """A shape that is felt and not seen."""
    named = f'name="{name}" ' if name else ""
    return f'<geom {named}class="prm1_touch" type="{kind}" size="{size}" {place}/>'


def inertia_of_cylinder(mass: float, radius: float, length: float, along: str) -> str:
    """Principal moments of a full cylinder along an axis [kg*m^2], as MJCF writes them."""
    across, about = mass * (3.0 * radius * radius + length * length) / 12.0, mass * radius * radius / 2.0
    return numbers([about if axis == along else across for axis in "xyz"])


def inertial(mass: float, centre: Point, moments: str) -> str:
    """Mass, its centre, and moments about axes of the body."""
    return f'<inertial pos="{numbers(centre)}" mass="{mass:g}" diaginertia="{moments}"/>'
