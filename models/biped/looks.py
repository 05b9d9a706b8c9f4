"""Shapes of the biped's pelvis, pack and legs, each in the frame of its body; by material."""

from xml.etree import ElementTree as ET

from models.biped.table import ANKLE, HALF_WIDTH, HEEL, HIP, SHANK, THIGH, TOE, WAIST
from models.torso.looks import PARTS as TORSO_PARTS
from models.torso.looks import Wardrobe
from models.torso.shapes import Shape, ball, disc, joined, loft, moved, packed

SHARED = "../../torso/meshes/"
"""Folder of the torso robot's meshes, from that of the biped's."""


def hips() -> dict[str, list[Shape]]:
    """A white saddle between the hips, with dark drums over the legs."""
    saddle = [(-0.035, 0.060, 0.058), (0.02, 0.085, 0.122), (0.065, 0.092, 0.140), (WAIST - 0.075, 0.086, 0.118)]
    drums = [moved(disc(0.056, 0.045, 0.088, 0.006, 28), (0.0, side * HIP, 0.0)) for side in (1.0, -1.0)]
    return {
        "shell": [loft(saddle, (0.02, 0.022), 36, 9, 2.8, 4)],
        "dark": [*drums, disc(0.080, WAIST - 0.075, WAIST - 0.045, 0.006, 28)],
        "teal": [disc(0.0835, WAIST - 0.068, WAIST - 0.056, 0.003, 28)],
    }


def pack() -> dict[str, list[Shape]]:
    """Batteries and computer on the back."""
    box = loft([(0.13, 0.048, 0.105), (0.22, 0.058, 0.122), (0.42, 0.056, 0.118)], (0.02, 0.03), 32, 7, 4.0, 4)
    ribs = [
        moved(loft([(z - 0.004, 0.06, 0.09), (z + 0.004, 0.06, 0.09)], (0.003, 0.003), 28, 2, 4.0, 2), (-0.137, 0, 0))
        for z in (0.24, 0.30, 0.36)
    ]  # fmt: skip
    return {"dark": [moved(box, (-0.135, 0.0, 0.0))], "teal": ribs}


def hip_yoke() -> dict[str, list[Shape]]:
    """A dark fork under the drum of the hip."""
    cheeks = [moved(disc(0.030, 0.050, 0.068, 0.004, 20), z_to=way) for way in ("x", "-x")]
    return {"dark": [disc(0.048, 0.030, 0.052, 0.005, 24), *cheeks]}


def hip_cross() -> dict[str, list[Shape]]:
    """A metal ball between the axes of the hip."""
    return {"metal": [ball(0.050, 24, 13)]}


def thigh() -> dict[str, list[Shape]]:
    """A white shell from the hip to the knee, with round covers on the axis of its pitch."""
    tube = [
        (-THIGH + 0.045, 0.052, 0.049), (-0.38, 0.062, 0.057), (-0.24, 0.074, 0.066, 0.004),
        (-0.12, 0.078, 0.070, 0.004), (-0.05, 0.070, 0.066),
    ]  # fmt: skip
    covers = [moved(disc(0.052, 0.048, 0.074, 0.007, 28), z_to=way) for way in ("y", "-y")]
    hubs = [moved(disc(0.026, 0.070, 0.079, 0.003, 20), z_to=way) for way in ("y", "-y")]
    knee = [moved(disc(0.046, 0.030, 0.060, 0.006, 24), (0.0, 0.0, -THIGH), way) for way in ("y", "-y")]
    return {
        "shell": [loft(tube, (0.012, 0.030), 32, 10, 2.4, 4)],
        "dark": [*covers, *knee, disc(0.047, -THIGH + 0.03, -THIGH + 0.05, 0.004, 20)],
        "teal": hubs,
    }


def shank() -> dict[str, list[Shape]]:
    """A slimmer white shell from the knee to the ankle, the calf towards the back."""
    tube = [
        (-SHANK + 0.075, 0.036, 0.035), (-0.34, 0.046, 0.043, -0.004), (-0.20, 0.060, 0.053, -0.012),
        (-0.09, 0.060, 0.054, -0.008), (-0.045, 0.050, 0.047),
    ]  # fmt: skip
    knee = moved(disc(0.0475, -0.029, 0.029, 0.006, 28), z_to="y")
    cap = moved(
        loft([(-0.035, 0.020, 0.036), (0.0, 0.024, 0.040), (0.035, 0.020, 0.034)], (0.01, 0.01), 24, 5, 2.6, 3),
        (0.040, 0, 0),
    )
    ring = disc(0.0415, -SHANK + 0.095, -SHANK + 0.103, 0.002, 24)
    return {
        "shell": [loft(tube, (0.010, 0.012), 30, 10, 2.4, 3), cap],
        "dark": [knee, disc(0.029, -SHANK + 0.012, -SHANK + 0.08, 0.004, 20)],
        "teal": [moved(disc(0.024, -0.0645, 0.0645, 0.003, 20), z_to="y"), ring],
    }  # fmt: skip


def ankle_cross() -> dict[str, list[Shape]]:
    """A metal ball between the axes of the ankle."""
    return {"metal": [ball(0.029, 20, 11)], "dark": [moved(disc(0.020, -0.040, 0.040, 0.004, 18), z_to="y")]}


def ankle_yoke() -> dict[str, list[Shape]]:
    """A dark cup below the ankle."""
    return {"dark": [moved(disc(0.018, -0.042, 0.042, 0.004, 18), z_to="x"), disc(0.036, -0.048, -0.022, 0.005, 24)]}


def foot() -> dict[str, list[Shape]]:
    """A white shoe on a dark sole."""
    length, middle = (HEEL + TOE) / 2.0, (TOE - HEEL) / 2.0
    sole = loft(
        [(-ANKLE + 0.006, length - 0.004, HALF_WIDTH - 0.002), (-ANKLE + 0.022, length, HALF_WIDTH)],
        (0.006, 0.003),
        40,
        2,
        4.0,
        2,
    )
    shoe = loft(
        [
            (-ANKLE + 0.023, length - 0.006, HALF_WIDTH - 0.003, 0.0), (-0.062, 0.098, 0.050, -0.012),
            (-0.046, 0.052, 0.040, -0.026),
        ],
        (0.003, 0.010), 40, 6, 3.2, 3,
    )  # fmt: skip
    band = loft(
        [(-ANKLE + 0.024, length - 0.003, HALF_WIDTH - 0.001), (-ANKLE + 0.029, length - 0.004, HALF_WIDTH - 0.0015)],
        (0.001, 0.001),
        40,
        2,
        4.0,
        1,
    )
    return {
        "shell": [moved(shoe, (middle, 0.0, 0.0))],
        "dark": [moved(sole, (middle, 0.0, 0.0)), disc(0.040, -0.056, -0.036, 0.005, 24)],
        "teal": [moved(band, (middle, 0.0, 0.0))],
    }  # fmt: skip


PARTS = {
    "hips": hips, "pack": pack, "hip_yoke": hip_yoke, "hip_cross": hip_cross, "thigh": thigh, "shank": shank,
    "ankle_cross": ankle_cross, "ankle_yoke": ankle_yoke, "foot": foot,
}  # fmt: skip


class BipedWardrobe:
    """Adds visual geoms to bodies: meshes of the torso robot by their files, and those of the legs."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._torso = Wardrobe()
        self._own: dict[str, bytes] = {}

    def dress(self, body: ET.Element, part: str, side: float) -> None:
        """Add the visual geoms of a part to its body; `side` is the sign of y on its side, 0 in the middle."""
        if part in TORSO_PARTS or part.startswith("ring"):
            self._torso.dress(body, part, side)
            return
        for material, shapes in PARTS[part]().items():
            name = f"{part}_{material}"
            self._own[f"{name}.msh"] = packed(joined(shapes))
            ET.SubElement(body, "geom", {"class": "visual", "mesh": name, "material": material})

    def used(self) -> list[dict[str, str]]:
        """The meshes, as MJCF names them."""
        own = [{"name": file.removesuffix(".msh"), "file": file} for file in self._own]
        return own + [{"name": mesh["name"], "file": SHARED + mesh["file"]} for mesh in self._torso.used()]

    def files(self) -> dict[str, bytes]:
        """Names and contents of the mesh files of its own."""
        return self._own
