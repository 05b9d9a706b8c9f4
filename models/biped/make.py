"""Makes the biped of the catalog: `python -m models.biped.make` in the root of the repository.

It writes `biped.xml` with its document and the meshes of pelvis and legs into `src/pult/catalog/biped`; waist, arms,
hands and head are made by the scripts of the torso robot, whose meshes the model names. The same numbers give the same
files: change them in `table.py` and run it again.
"""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import mujoco
import numpy as np
from models.biped import course, ring, room, task, way
from models.biped.arms import working_scheme
from models.biped.buttons import GAITS, button_parts, buttons_scheme
from models.biped.buttons_panel import buttons_panel
from models.biped.document import document
from models.biped.frame import add_robot, leg_exclusions
from models.biped.looks import BipedWardrobe
from models.biped.schemes import walking_parts, walking_scheme
from models.biped.sign import sign
from models.biped.table import ANKLE, HEIGHT_OF_MASS, SHANK, THIGH
from models.torso.document import HOME, written
from models.torso.frame import exclusions, tendons
from models.torso.looks import MATERIALS
from models.torso.make import add_defaults, rename
from models.torso.table import SIDES

from pult.motion.walk.gait import plain_gait
from pult.scheme.document import format_scheme, read_scheme_document

FOLDER = Path(__file__).parents[2] / "src/pult/catalog/biped"
MESHES, OWN = "meshes", "biped_"
LIBRARY = "../library"
HEADER = """
  A walking robot: x forward, y left, z up; 90 kg, 2.0 m tall with its knees bent. Waist, arms, hands and head are those
  of the robot 'torso'. Options are the world's: it was tried with a step of 1 ms, <option cone="elliptic"
  impratio="10"/> and more.
  Made by models/biped/make.py: change it there.
"""
SOLES = {"friction": "0.8 0.02 0.001", "solref": "0.006 1", "solimp": "0.95 0.99 0.001", "condim": "4"}


def model(wardrobe: BipedWardrobe, height: float) -> str:
    """The MJCF of the robot with its hips at a height [m]."""
    root = ET.Element("mujoco", model="biped")
    root.append(ET.Comment(HEADER))
    ET.SubElement(root, "compiler", angle="degree", meshdir=MESHES)
    add_defaults(root, True)
    top = root.find("default")
    assert top is not None
    kind = ET.SubElement(top, "default", {"class": "sole"})
    ET.SubElement(kind, "geom", type="box", group="3", rgba="0.3 0.7 0.7 0.4", **SOLES)
    asset = ET.SubElement(root, "asset")
    for name, given in MATERIALS.items():
        ET.SubElement(asset, "material", name=name, **given)
    add_robot(ET.SubElement(root, "worldbody"), wardrobe.dress, height)
    for mesh in wardrobe.used():
        ET.SubElement(asset, "mesh", mesh)
    exclusions(root, True)
    leg_exclusions(root)
    tendons(root)
    rename(root, OWN)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"


def standing(knee: float) -> dict[str, float]:
    """Angles of a leg that stands under its hip with flat sole [rad]."""
    return {"hip_pitch": knee / 2.0, "knee": knee, "ankle_pitch": knee / 2.0}


def hip_height(knee: float) -> float:
    """Height of the hips over the floor [m]."""
    return ANKLE + (THIGH + SHANK) * float(np.cos(knee / 2.0))


def height_of_mass(knee: float) -> float:
    """Height of the centre of mass of the standing robot with its arms in the pose home [m]."""
    spec = mujoco.MjSpec.from_string(model(BipedWardrobe(), hip_height(knee)))
    for shape in [geom for geom in spec.geoms if geom.type == mujoco.mjtGeom.mjGEOM_MESH]:
        spec.delete(shape)
    for mesh in list(spec.meshes):
        spec.delete(mesh)
    compiled = spec.compile()
    data = mujoco.MjData(compiled)
    for side in SIDES:
        for joint, value in {**standing(knee), **HOME}.items():
            data.joint(f"{side}_{joint}").qpos[0] = value
    mujoco.mj_forward(compiled, data)
    return float(data.subtree_com[1][2])


def knee_angle() -> float:
    """Angle of the knees at which the centre of mass has its height [rad], rounded."""
    low, high = 0.1, 1.6
    for _ in range(30):
        middle = (low + high) / 2.0
        low, high = (middle, high) if height_of_mass(middle) > HEIGHT_OF_MASS else (low, middle)
    return round(low, 4)


KNEE = 0.9382
"""What `knee_angle` finds [rad]."""


def _formatted(scheme: dict[str, Any]) -> str:
    document, _, _ = read_scheme_document(scheme)
    return format_scheme(document)


def make() -> dict[str, bytes]:
    """All files: path in the folder of the robot, and content."""
    wardrobe = BipedWardrobe()
    pose = {joint: round(value, 4) for joint, value in standing(KNEE).items()}
    files = {"biped.xml": model(wardrobe, hip_height(KNEE)).encode()}
    files |= {f"{MESHES}/{mesh}": content for mesh, content in wardrobe.files().items()}
    schemes = [walking_scheme(), buttons_scheme("biped-buttons", "biped-dcm")]
    schemes.append(buttons_scheme("biped-buttons-paper", "biped-paper"))
    schemes.append(working_scheme())
    texts = {f"{scheme['name']}.scheme.json": _formatted(scheme) for scheme in schemes}
    texts |= {f"{LIBRARY}/{part['name']}.scheme.json": _formatted(part) for part in (*walking_parts(), *button_parts())}
    texts |= {f"{name}.gait.json": written(plain_gait(gait)) + "\n" for name, gait in GAITS.items()}
    texts |= {
        "biped.robot.json": written(document(pose)) + "\n",
        "biped-buttons.panel.json": written(buttons_panel()) + "\n",
        "biped-way.xml": way.scene(),
        "biped-way.world.json": written(way.world()) + "\n",
        "biped-walk.exercise.json": written(way.exercise()) + "\n",
        "biped-buttons.exercise.json": written(course.exercise()) + "\n",
        "biped-ring.xml": ring.scene(),
        "biped-ring.world.json": written(ring.world()) + "\n",
        "biped-push.exercise.json": written(ring.exercise()) + "\n",
        "biped-sign.obj": sign(),
        "biped-room.xml": room.scene(),
        "biped-room.world.json": written(room.world()) + "\n",
        "biped-decontaminate.exercise.json": written(task.exercise()) + "\n",
    }
    return files | {name: text.encode() for name, text in texts.items()}


def main() -> None:
    """Write the files; meshes that are no longer made are removed."""
    files = make()
    (FOLDER / MESHES).mkdir(parents=True, exist_ok=True)
    for old in (FOLDER / MESHES).iterdir():
        if f"{MESHES}/{old.name}" not in files:
            old.unlink()
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
