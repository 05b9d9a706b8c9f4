"""Makes the world of the lock and the key: `python -m models.prm1.make_key` in the root of the repository.

It writes the scene, the world and the pictures of the markers into `src/pult/catalog/prm1`: a lock on a plate with four
markers before a wall, and its key between the fingers of the robot.
"""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from models.prm1.latch_door import numbers
from models.prm1.lock import FACE, FRICTION, MARKER, MARKERS, add_assets, add_key, add_lock, picture
from models.prm1.table import GRAB_SIDE, PLATFORM

from pult.sight.markers import marker_png

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/prm1"
HEADER = """
  A lock on a plate with markers, and its key. Axes: x forward, y left, z up; the robot stands at the origin and holds
  the key. The lock hangs on two stiff hinges, by which it may be put on askew.
  Made by models/prm1/make_key.py: change it there.
"""
LOCK = (1.18, GRAB_SIDE, PLATFORM + 0.25)
"""Where the plan has the mouth of the lock: before the grab's plane, so that the grab points straight at it [m]."""
FACING = (0.5, 0.5, -0.5, -0.5)
"""Turns the lock's face to the robot (w, x, y, z)."""
HELD = 0.333
"""Middle of the bow, from the wrist axis [m]."""


def scene() -> str:
    """The MJCF of the scene."""
    root = ET.Element("mujoco", model="prm1-key")
    root.append(ET.Comment(HEADER))
    ET.SubElement(root, "compiler", angle="radian")
    # elliptic cones and impratio: what is held by friction alone does not creep
    ET.SubElement(root, "option", cone="elliptic", impratio="100")
    visual = ET.SubElement(root, "visual")
    ET.SubElement(visual, "headlight", ambient="0.38 0.38 0.38", diffuse="0.4 0.4 0.4", specular="0.1 0.1 0.1")
    ET.SubElement(visual, "map", znear="0.01")
    ET.SubElement(visual, "global", offwidth="1920", offheight="1080")
    asset, classes = ET.SubElement(root, "asset"), ET.SubElement(root, "default")
    sky = {"rgb1": "0.55 0.60 0.66", "rgb2": "0.25 0.28 0.32", "width": "64", "height": "384"}
    ET.SubElement(asset, "texture", name="key_sky", type="skybox", builtin="gradient", **sky)
    tiles = {"rgb1": "0.46 0.48 0.50", "rgb2": "0.42 0.44 0.46", "width": "256", "height": "256"}
    ET.SubElement(asset, "texture", name="key_tiles", type="2d", builtin="checker", **tiles)
    ET.SubElement(asset, "material", name="key_floor", texture="key_tiles", texrepeat="16 16", roughness="0.9")
    ET.SubElement(asset, "material", name="key_wall", rgba="0.72 0.72 0.70 1", roughness="0.9")
    add_assets(asset)
    for name, geom in {
        "lock": {"condim": "3", "friction": f"{FRICTION} 0.005 0.0001", "priority": "1", "solref": "0.005 1"},
        "key": {
            "condim": "4", "friction": "1 0.02 0.0001", "solref": "0.005 1", "solimp": "0.95 0.99 0.001",
            "material": "key",
        },
        "seen": {"contype": "0", "conaffinity": "0"},
    }.items():  # fmt: skip
        ET.SubElement(ET.SubElement(classes, "default", {"class": name}), "geom", geom)
    world = ET.SubElement(root, "worldbody")
    ET.SubElement(world, "light", pos="-0.5 -1.2 3.2", dir="0.4 0.3 -1", diffuse="0.5 0.5 0.5", castshadow="false")
    ET.SubElement(world, "geom", name="floor", type="plane", size="8 8 0.1", material="key_floor", condim="3")
    ET.SubElement(
        world, "geom", name="wall", type="box", pos=numbers(LOCK[0] + 0.17, 0.0, 0.75), size="0.05 0.9 0.75",
        material="key_wall",
    )  # fmt: skip
    lock = ET.SubElement(world, "body", name="lock", mocap="true", pos=numbers(*LOCK), quat=numbers(*FACING))
    stiff = {"type": "hinge", "armature": "1", "frictionloss": "100"}
    tilted = ET.SubElement(lock, "body", name="lock_mount")
    ET.SubElement(tilted, "joint", name="lock_tilt", axis="1 0 0", **stiff)
    ET.SubElement(tilted, "inertial", pos="0 0 -0.01", mass="1", diaginertia="0.01 0.01 0.01")
    turned = ET.SubElement(tilted, "body", name="lock_face")
    ET.SubElement(turned, "joint", name="lock_roll", axis="0 0 1", **stiff)
    ET.SubElement(turned, "inertial", pos="0 0 -0.01", mass="1", diaginertia="0.01 0.01 0.01")
    add_lock(turned)
    add_key(ET.SubElement(world, "body", name="key", pos=numbers(0.883, LOCK[1], LOCK[2])))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"


def document() -> dict[str, Any]:
    """The document of the world."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": "prm1-key",
        "title": {"en": "Lock and key", "ru": "Замок и ключ"},
        "description": {
            "en": "PRM-1 with a key between its fingers, before a lock on a plate with four markers.",
            "ru": "ПРМ-1 с ключом в пальцах перед замком на пластине с четырьмя метками.",
        },
        "scene": "prm1-key-scene.xml",
        "robots": [{"robot": "prm1"}],
        "sensors": {
            "plate": {
                "type": "markers",
                "camera": "grab",
                "rate": 5,
                "delay": 0.05,
                "markers": [
                    {"number": number, "size": MARKER, "position": [x, y, FACE]} for number, (x, y) in MARKERS.items()
                ],
                "description": {
                    "en": "The lock's plate in the picture of the grab's camera",
                    "ru": "Пластина замка на снимке камеры схвата",
                },
            },
            "key_force": {
                "type": "contact_force",
                "bodies": ["key", "lock_face"],
                "description": {"en": "Force between key and lock", "ru": "Сила между ключом и замком"},
            },
        },
        "timestep": 0.001,
    }


def make() -> dict[str, bytes]:
    """All files by name."""
    text = json.dumps(document(), ensure_ascii=False, indent=2) + "\n"
    found = {"prm1-key-scene.xml": scene().encode(), "prm1-key.world.json": text.encode()}
    return found | {picture(number): marker_png(number) for number in MARKERS}


def main() -> None:
    """Write the files."""
    for name, content in make().items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
