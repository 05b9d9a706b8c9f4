"""Makes the torso robot of the catalog: `python -m models.torso.make` in the root of the repository.

It writes `torso.xml` and `torso-light.xml` with their documents and visual meshes into `src/pult/catalog/torso`. The
same numbers give the same files: change them in `torso_table.py`, or the looks beside it, and run it again.
"""

from pathlib import Path
from xml.etree import ElementTree as ET

from models.torso.document import documents
from models.torso.frame import add_arm, add_trunk, exclusions, tendons
from models.torso.looks import MATERIALS, Wardrobe
from models.torso.table import SIDES

FOLDER = Path(__file__).parents[2] / "src/pult/catalog/torso"
MESHES, OWN = "meshes", "torso_"
HEADER = """
  An anthropomorphic torso{more}: x forward, y left, z up, the pelvis on the floor; 1.75 m tall.
  Lengths after R. Drillis, R. Contini, 'Body segment parameters', New York University 1966. Masses are shared out as in
  D. A. Winter, 'Biomechanics and motor control of human movement', table 4.1, but an arm is as heavy as one with seven
  motors (5.7 kg) and the whole robot 41 kg. Ranges of motion near those of the American Academy of Orthopaedic Surgeons
  (1965). Options are the world's: a grip holds with <option cone="elliptic" impratio="100"/> and a step of 2 ms.
  Made by models/torso/make.py: change it there.
"""
STOPS = {"solreflimit": "0.004 1", "solimplimit": "0.98 0.999 0.001"}
"""Ends of the fingers' ranges: with MuJoCo's usual ones a motor bends such light links back by 0.1 rad."""
PADS = {"friction": "0.9 0.02 0.0005", "priority": "1", "solref": "0.006 1", "solimp": "0.95 0.99 0.001", "condim": "4"}


def add_defaults(root: ET.Element, fingers: bool) -> None:
    """Add classes of shapes and joints."""
    top = ET.SubElement(root, "default")
    kinds = {
        "visual": {"type": "mesh", "group": "2", "contype": "0", "conaffinity": "0"},
        "touch": {"type": "capsule", "group": "3", "rgba": "0.3 0.7 0.7 0.4"},
        "palm": {"type": "box", "group": "3", "rgba": "0.3 0.7 0.7 0.4", **PADS},
        "pad": {"type": "capsule", "group": "3", "rgba": "0.3 0.7 0.7 0.4", **PADS},
    }
    for name, given in kinds.items():
        ET.SubElement(ET.SubElement(top, "default", {"class": name}), "geom", given)
    ET.SubElement(top, "site", group="4", size="0.004")
    if fingers:
        # Springs open the hand without a motor; the second is stiffer, so that a finger closes from its root.
        for number, stiffness in ((1, "0.02"), (2, "0.05")):
            kind = ET.SubElement(top, "default", {"class": f"finger{number}"})
            ET.SubElement(kind, "joint", stiffness=stiffness, damping="0.004", armature="0.00005", **STOPS)


def model(fingers: bool, wardrobe: Wardrobe) -> str:
    """The MJCF of the robot, with fingers or with stiff hands."""
    root = ET.Element("mujoco", model="torso" if fingers else "torso-light")
    root.append(ET.Comment(HEADER.format(more="" if fingers else ", hands without joints")))
    ET.SubElement(root, "compiler", angle="degree", meshdir=MESHES)
    add_defaults(root, fingers)
    asset = ET.SubElement(root, "asset")
    for name, given in MATERIALS.items():
        ET.SubElement(asset, "material", name=name, **given)
    world = ET.SubElement(root, "worldbody")
    chest = add_trunk(world, wardrobe.dress)
    for name in SIDES:
        add_arm(chest, name, wardrobe.dress, fingers)
    for mesh in wardrobe.used():
        ET.SubElement(asset, "mesh", mesh)
    exclusions(root, fingers)
    if fingers:
        tendons(root)
    rename(root, OWN)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"


def rename(root: ET.Element, own: str) -> None:
    """Give classes, materials and meshes a name of their own: a scene may well have a material 'dark', too."""
    for element in root.iter():
        for key in ("class", "material", "mesh", "name" if element.tag in ("material", "mesh") else "class"):
            name = element.get(key)
            if name and not name.startswith(own):
                element.set(key, own + name)


def make() -> dict[str, bytes]:
    """All files: path in the folder of robots, and content."""
    files: dict[str, bytes] = {}
    for fingers in (True, False):
        wardrobe = Wardrobe()
        name = "torso" if fingers else "torso-light"
        files[f"{name}.xml"] = model(fingers, wardrobe).encode()
        files |= {f"{MESHES}/{mesh}": content for mesh, content in wardrobe.files().items()}
    return files | {name: content.encode() for name, content in documents().items()}


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
