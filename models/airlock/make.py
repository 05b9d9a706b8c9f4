"""Makes the world of the airlock: `python -m models.airlock.make` in the root of the repository.

It writes `airlock.xml` and two documents into `src/pult/catalog/airlock`: the world in free fall, and one that builds
on it and differs in gravity alone. The interior is a small docking module: a cylinder with its axis along x, open on
the right so that one can look in, a bulkhead with a hatch, a rack with an instrument panel and the valve, rails for the
robot and for hands.
"""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from models.airlock.interior import MATERIALS, add_interior
from models.airlock.valve import add_valve

FOLDER = Path(__file__).parents[2] / "src/pult/catalog/airlock"
HEADER = """
  Interior of a docking module with a hand-wheel valve in free fall. Axes: x forward, y left, z up; \
the robot stands at the
  origin, on a rail. Axes of the valve: z along its axis away from the robot, -x up. Its wheel has six straight sides,
  so that a palm lies on flat; it turns clockwise, against {dry} N m of dry and {viscous} N m s/rad of viscous friction,
  between stops. Made by models/airlock/make.py: change it there.
"""
DRY, VISCOUS = 2.0, 8.0
"""Resistance of the wheel [N*m], [N*m*s/rad]."""
SOLIDS = {"group": "3", "condim": "4", "friction": "0.6 0.005 0.0001", "solref": "0.006 1", "rgba": "0.8 0.4 0.4 1"}
RIM = {"condim": "4", "friction": "0.9 0.02 0.0005", "solref": "0.006 1", "solimp": "0.95 0.99 0.001", "group": "3"}


def scene() -> str:
    """The MJCF of the scene."""
    root = ET.Element("mujoco", model="airlock")
    root.append(ET.Comment(HEADER.format(dry=DRY, viscous=VISCOUS)))
    ET.SubElement(root, "compiler", angle="radian")
    # elliptic cones and impratio: what is held by friction alone does not creep; a coarser solver shows in the force of
    # the hand
    option = {"cone": "elliptic", "impratio": "100", "tolerance": "1e-10"}
    ET.SubElement(root, "option", gravity="0 0 0", **option)
    visual = ET.SubElement(root, "visual")
    ET.SubElement(visual, "headlight", ambient="0.42 0.42 0.42", diffuse="0.45 0.45 0.45", specular="0.1 0.1 0.1")
    ET.SubElement(visual, "map", znear="0.01")
    ET.SubElement(visual, "global", offwidth="1920", offheight="1080")
    asset = ET.SubElement(root, "asset")
    sky = {"rgb1": "0.16 0.19 0.24", "rgb2": "0.05 0.06 0.09", "width": "64", "height": "384"}
    ET.SubElement(asset, "texture", name="airlock_sky", type="skybox", builtin="gradient", **sky)
    for name, (colour, roughness) in MATERIALS.items():
        ET.SubElement(asset, "material", name=f"airlock_{name}", rgba=f"{colour} 1", roughness=str(roughness))
    classes = ET.SubElement(root, "default")
    for name, given in {
        "seen": {"contype": "0", "conaffinity": "0", "group": "2", "mass": "0"},
        "solid": SOLIDS,
        "rim": RIM,
    }.items():
        ET.SubElement(ET.SubElement(classes, "default", {"class": name}), "geom", given)
    world = ET.SubElement(root, "worldbody")
    ET.SubElement(world, "light", pos="0.1 -0.9 2.6", dir="0.1 0.35 -1", diffuse="0.6 0.6 0.6", castshadow="false")
    ET.SubElement(world, "site", name="rail", pos="0 0 0", size="0.01", rgba="0 0 0 0", group="4")
    add_interior(world)
    add_valve(world, DRY, VISCOUS)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"


def _description(where: str, russian: str) -> dict[str, str]:
    return {
        "en": f"A docking module {where}: the torso robot on its rail before a hand-wheel valve with a scale.",
        "ru": f"Стыковочный отсек {russian}: робот-торс на рельсе перед вентилем с маховиком и шкалой.",
    }


def grounded() -> dict[str, Any]:
    """The document of the same world on the ground."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": "airlock-gravity",
        "base": "airlock",
        "title": {"en": "Airlock on the ground", "ru": "Шлюз на земле"},
        "description": _description("on the ground, with weight", "на земле, с весом"),
        "gravity": [0, 0, -9.81],
    }


def document() -> dict[str, Any]:
    """The document of the world in free fall."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": "airlock",
        "title": {"en": "Airlock", "ru": "Шлюз"},
        "description": _description("in free fall", "в невесомости"),
        "scene": "airlock.xml",
        "robots": [{"robot": "torso"}],
        "sensors": {
            "valve_angle": {
                "type": "angle",
                "joints": "valve",
                "description": {"en": "Angle of the wheel on its scale", "ru": "Угол маховика по шкале"},
            },
            "valve_speed": {"type": "speed", "joints": "valve"},
            "valve_axes": {
                "type": "orientation",
                "frame": "valve",
                "base": "pelvis",
                "description": {"en": "How the valve is mounted", "ru": "Как установлен вентиль"},
            },
            "hold": {
                "type": "contact_force",
                "bodies": ["right_middle_1", "wheel"],
                "subtrees": True,
                "description": {"en": "Middle finger on the wheel", "ru": "Средний палец на маховике"},
            },
            "felt_weight": {
                "type": "accelerometer",
                "site": "rail",
                "description": {"en": "Accelerometer at the robot's base", "ru": "Акселерометр у основания робота"},
            },
        },
        "lamps": {
            "lamp_open": {"signal": "sensor.valve_angle", "above": 0.0873, "colour": [1.0, 0.75, 0.2]},
            "lamp_quarter": {"signal": "sensor.valve_angle", "above": 1.5533},
            "lamp_half": {"signal": "sensor.valve_angle", "above": 3.1241},
        },
    }


def make() -> dict[str, str]:
    """All files by name."""
    documents = {"airlock": document(), "airlock-gravity": grounded()}
    texts = {f"{name}.world.json": json.dumps(d, ensure_ascii=False, indent=2) + "\n" for name, d in documents.items()}
    return {"airlock.xml": scene(), **texts}


def main() -> None:
    """Write the files."""
    for name, text in make().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
