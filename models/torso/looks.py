"""The looks of the torso robot: white shells, dark joints, teal accents, one mesh for each part and material."""

from collections.abc import Callable
from xml.etree import ElementTree as ET

from models.torso import arm_looks, body_looks
from models.torso.shapes import Shape, joined, packed

MATERIALS = {
    "shell": {
        "rgba": "0.90 0.905 0.90 1",
        "roughness": "0.38",
        "metallic": "0",
        "specular": "0.35",
        "shininess": "0.5",
    },
    "dark": {
        "rgba": "0.085 0.095 0.105 1",
        "roughness": "0.42",
        "metallic": "0",
        "specular": "0.3",
        "shininess": "0.4",
    },
    "teal": {"rgba": "0.36 0.62 0.63 1", "roughness": "0.40", "metallic": "0", "specular": "0.3", "shininess": "0.4"},
    "metal": {
        "rgba": "0.50 0.56 0.60 1",
        "roughness": "0.30",
        "metallic": "0.6",
        "specular": "0.6",
        "shininess": "0.7",
    },
    "glass": {"rgba": "0.02 0.03 0.04 1", "roughness": "0.25", "metallic": "0", "specular": "0.9", "shininess": "0.9"},
}
"""Surfaces: as MuJoCo draws them, and roughness and metal for the studio."""

PARTS: dict[str, Callable[[], dict[str, Shape | list[Shape]]]] = body_looks.PARTS | arm_looks.PARTS
SAME = {"ring_1": "index_1", "ring_2": "index_2"}
"""Parts that look like another one."""
HANDED = ("hand", "shoulder", "thumb_1", "thumb_2", "index_1", "index_2", "middle_1", "middle_2")
"""Parts made for the right side; half a turn about z makes them those of the left one."""


class Wardrobe:
    """Adds visual geoms to bodies, and keeps track of the meshes used."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._files: dict[str, bytes] = {}

    def dress(self, body: ET.Element, part: str, side: float) -> None:
        """Add the visual geoms of a part to its body.

        Args:
            body: The body.
            part: Name of the part.
            side: Sign of y on its side; 0 in the middle.
        """
        part = SAME.get(part, part)
        for material, shapes in PARTS[part]().items():
            name = f"{part}_{material}"
            self._files[f"{name}.msh"] = packed(joined(shapes if isinstance(shapes, list) else [shapes]))
            geom = ET.SubElement(body, "geom", {"class": "visual", "mesh": name, "material": material})
            if part in HANDED and side > 0.0:
                geom.set("quat", "0 0 0 1")

    def used(self) -> list[dict[str, str]]:
        """The meshes, as MJCF names them."""
        return [{"name": file.removesuffix(".msh"), "file": file} for file in self._files]

    def files(self) -> dict[str, bytes]:
        """Names and contents of the mesh files."""
        return self._files
