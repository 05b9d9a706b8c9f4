"""Makes the world of the door: `python -m models.prm1.make_door` in the root of the repository.

It writes `prm1-door-scene.xml` and `prm1-door.world.json` into `src/pult/catalog/prm1`: two rooms with a wall between
them, and the door of `latch_door` in it. The robot stands before the door and looks at it.
"""

import json
from math import radians
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
from models.prm1.latch_door import LOCK_HEIGHT, add_assets, add_door, numbers

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/prm1"
HEADER = """
  Two rooms and a door between them. Axes: x forward, y left, z up; the robot stands at the origin. The door opens
  towards the robot; its hinge is on the left. Hinge, lever and spring latch are mechanisms that only forces move.
  Made by models/prm1/make_door.py: change it there.
"""
PLACE, YAW = (1.9, 0.80, 0.0), radians(-90.0)
"""Foot of the hinge, and the direction of the closed leaf."""
MAT = (1.0, 0.9)
"""The mark in the other room where the drive ends: beyond the leaf, and half its size [m]."""


def _sight(eye: tuple[float, float, float], target: tuple[float, float, float]) -> dict[str, str]:
    """Place and axes of a camera that looks at a point with the horizon level."""
    back = np.subtract(eye, target) / np.linalg.norm(np.subtract(eye, target))
    right = np.cross((0.0, 0.0, 1.0), back)
    right /= np.linalg.norm(right)
    return {"pos": numbers(*eye), "xyaxes": numbers(*right, *np.cross(back, right))}


def scene() -> str:
    """The MJCF of the scene."""
    root = ET.Element("mujoco", model="prm1-door")
    root.append(ET.Comment(HEADER))
    ET.SubElement(root, "compiler", angle="radian")
    # elliptic cones and impratio: what is held by friction alone does not creep, and the standing base stays
    ET.SubElement(root, "option", cone="elliptic", impratio="100")
    visual = ET.SubElement(root, "visual")
    ET.SubElement(visual, "headlight", ambient="0.38 0.38 0.38", diffuse="0.4 0.4 0.4", specular="0.1 0.1 0.1")
    ET.SubElement(visual, "map", znear="0.01")
    ET.SubElement(visual, "global", offwidth="1920", offheight="1080")
    asset, classes = ET.SubElement(root, "asset"), ET.SubElement(root, "default")
    sky = {"rgb1": "0.55 0.60 0.66", "rgb2": "0.25 0.28 0.32", "width": "64", "height": "384"}
    ET.SubElement(asset, "texture", name="door_sky", type="skybox", builtin="gradient", **sky)
    tiles = {"rgb1": "0.46 0.48 0.50", "rgb2": "0.42 0.44 0.46", "width": "256", "height": "256"}
    ET.SubElement(asset, "texture", name="door_tiles", type="2d", builtin="checker", **tiles)
    floor = {"texture": "door_tiles", "texrepeat": "16 16", "roughness": "0.9"}
    ET.SubElement(asset, "material", name="door_floor", **floor)
    ET.SubElement(asset, "material", name="door_mat", rgba="0.20 0.55 0.38 1", roughness="0.9")
    add_assets(root, asset, classes)
    world = ET.SubElement(root, "worldbody")
    ET.SubElement(world, "light", pos="-0.5 -1.2 3.2", dir="0.4 0.3 -1", diffuse="0.5 0.5 0.5", castshadow="false")
    ET.SubElement(world, "light", pos="3.2 0.5 3.2", dir="-0.2 -0.1 -1", diffuse="0.35 0.35 0.35", castshadow="false")
    ET.SubElement(world, "geom", name="floor", type="plane", size="8 8 0.1", material="door_floor", condim="3")
    door = add_door(world, PLACE, YAW)
    mat = ET.SubElement(door, "body", name="mat", pos=numbers(0.47, MAT[0], 0.0))
    flat = {"class": "door_seen", "type": "box", "size": numbers(0.5 * MAT[1], 0.35, 0.001), "pos": "0 0 0.001"}
    ET.SubElement(mat, "geom", flat, material="door_mat")
    ET.SubElement(door, "camera", name="handle", fovy="38", **_sight((1.02, -0.72, 1.28), (0.80, -0.06, LOCK_HEIGHT)))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"


def document() -> dict[str, Any]:
    """The document of the world."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": "prm1-door",
        "title": {"en": "Door with a latch", "ru": "Дверь с защёлкой"},
        "description": {
            "en": "PRM-1 before a door with a hinge, a lever handle and a spring latch, and the room behind it.",
            "ru": "ПРМ-1 перед дверью с петлёй, нажимной ручкой и пружинной защёлкой и комната за ней.",
        },
        "scene": "prm1-door-scene.xml",
        "robots": [{"robot": "prm1"}],
        "sensors": {
            "door_angle": {
                "type": "angle",
                "joints": "hinge",
                "description": {"en": "Angle of the door", "ru": "Угол двери"},
            },
            "handle_angle": {
                "type": "angle",
                "joints": "handle",
                "description": {"en": "Angle of the lever handle", "ru": "Угол ручки"},
            },
            "bolt": {
                "type": "angle",
                "joints": "bolt",
                "description": {"en": "How far the bolt is drawn in", "ru": "Насколько втянут язычок"},
            },
        },
        "view": "follow",
        "timestep": 0.001,
    }


def make() -> dict[str, str]:
    """All files by name."""
    text = json.dumps(document(), ensure_ascii=False, indent=2) + "\n"
    return {"prm1-door-scene.xml": scene(), "prm1-door.world.json": text}


def main() -> None:
    """Write the files."""
    for name, text in make().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
