"""A lock on a plate with markers, and its key, as MJCF.

Frame of the lock: x to the right and y up as the robot sees it, z out of the face; its origin is the middle of the
mouth. The slot is a hair wider than the blade, and its mouth has a chamfer, so that a key that is off by less than the
chamfer finds its way in by itself. Frame of the key: x along the blade, z up; its origin is the middle of the bow.
"""

from itertools import product
from xml.etree import ElementTree as ET

from models.prm1.latch_door import numbers

BLADE = (0.005, 0.010)
"""Half the width and height of the blade [m]."""
CLEARANCE, CHAMFER, DEPTH = 0.0005, 0.002, 0.020
"""Gap on each side, size of the chamfer at 45 degrees, and depth of the slot [m]. A blade that is turned by 3 degrees
still goes all the way in: an arm of five joints cannot choose its yaw. A corner of a chamfer of 3 mm would catch keys
that are 5 mm off.
"""
PLATE = (0.100, 0.065, 0.115)
"""Half width of the plate, and how far it reaches below and above the slot [m]."""
BOW, SHAFT, TIP = (0.026, 0.008, 0.014), 0.075, 0.100
"""Half size of the bow, where the blade begins and where it ends before the middle of the bow [m]."""
MARKER = 0.036
"""Side of the black square of a marker [m]."""
MARKERS = {1: (-0.060, 0.085), 2: (0.060, 0.085), 3: (-0.060, 0.012), 4: (0.060, 0.012)}
"""Numbers of the markers, and their places on the plate (x, y) [m]: above and beside the slot, where neither fingers
nor key hide them from the grab's camera.
"""
FACE = 0.0005
"""Height of a marker over the plate [m]."""
FRICTION = 0.25
"""Of the lock against everything: its priority counts. With that of the grippy key the chamfer would hold it."""


def add_assets(asset: ET.Element) -> None:
    """Materials and the pictures of the markers."""
    ET.SubElement(asset, "material", name="lock_plate", rgba="0.55 0.58 0.62 1", roughness="0.7")
    ET.SubElement(asset, "material", name="lock_slot", rgba="0.25 0.27 0.30 1", roughness="0.6")
    ET.SubElement(asset, "material", name="key", rgba="0.83 0.66 0.25 1", roughness="0.35", metallic="0.6")
    for number in MARKERS:
        ET.SubElement(asset, "texture", name=f"marker_{number}", type="2d", file=picture(number))
        ET.SubElement(asset, "material", name=f"marker_{number}", texture=f"marker_{number}", specular="0")


def picture(number: int) -> str:
    """File of the picture of a marker."""
    return f"prm1-marker-{number}.png"


def add_lock(body: ET.Element) -> None:
    """Plate, slot and markers."""
    wide, high = BLADE[0] + CLEARANCE, BLADE[1] + CLEARANCE
    out = (wide + CHAMFER, high + CHAMFER)
    left, low, top = PLATE
    thick = CHAMFER / 2.0

    def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], material: str) -> None:
        middle, half = zip(*(((a + b) / 2, (b - a) / 2) for a, b in (x, y, z)), strict=True)
        place = {"pos": numbers(*middle), "size": numbers(*half), "material": material}
        ET.SubElement(body, "geom", {"class": "lock", "type": "box", **place})

    face = (-CHAMFER, 0.0)
    box((-left, -out[0]), (-low, top), face, "lock_plate")
    box((out[0], left), (-low, top), face, "lock_plate")
    box((-out[0], out[0]), (-low, -out[1]), face, "lock_plate")
    box((-out[0], out[0]), (out[1], top), face, "lock_plate")
    wall, inside = 0.014, (-DEPTH, -CHAMFER)
    box((-wide - wall, -wide), (-high - wall, high + wall), inside, "lock_slot")
    box((wide, wide + wall), (-high - wall, high + wall), inside, "lock_slot")
    box((-wide, wide), (-high - wall, -high), inside, "lock_slot")
    box((-wide, wide), (high, high + wall), inside, "lock_slot")
    box((-wide - wall, wide + wall), (-high - wall, high + wall), (-DEPTH - 0.004, -DEPTH), "lock_slot")
    slope = CHAMFER / 2.0**0.5  # half of its length
    for (across, along), sign in product(((wide, out[1]), (high, out[0])), (-1.0, 1.0)):
        # the middle of the sloping face, and from there half the thickness into the metal
        place = sign * (across + CHAMFER / 2 + thick / 2.0**0.5)
        depth = -CHAMFER / 2 - thick / 2.0**0.5
        level = across == wide
        turn = {"axisangle": "0 1 0 " + numbers(-sign * 0.785398)} if level else {
            "axisangle": "1 0 0 " + numbers(sign * 0.785398)
        }  # fmt: skip
        size = numbers(slope, along, thick) if level else numbers(along, slope, thick)
        at = numbers(place, 0.0, depth) if level else numbers(0.0, place, depth)
        ET.SubElement(
            body, "geom", {"class": "lock", "type": "box", "pos": at, "size": size, "material": "lock_slot", **turn}
        )
    back = -DEPTH - 0.004
    bracket = {"pos": numbers(0.0, 0.0, back - 0.048), "size": "0.03 0.03 0.048", "material": "lock_slot"}
    ET.SubElement(body, "geom", {"class": "seen", "name": "bracket", "type": "box", **bracket})
    half = MARKER * 10 / 8 / 2
    for number, (x, y) in MARKERS.items():
        place = {"pos": numbers(x, y, 0.0), "size": numbers(half, half, FACE), "material": f"marker_{number}"}
        ET.SubElement(body, "geom", {"class": "seen", "name": f"marker_{number}", "type": "box", **place})
    ET.SubElement(body, "site", name="lock", size="0.003", group="4")


def add_key(body: ET.Element) -> None:
    """Bow, shaft and blade."""
    bow, wide, high = numbers(*BOW), BLADE[0], BLADE[1]
    ET.SubElement(body, "freejoint", name="key")
    ET.SubElement(body, "geom", {"class": "key", "name": "bow", "type": "box", "size": bow, "mass": "0.06"})
    for name, begin, end, half, mass in (
        ("shaft", BOW[0], SHAFT, (wide, 0.006), 0.02),
        ("blade", SHAFT, TIP, (wide, high), 0.02),
    ):
        place = {"pos": numbers((begin + end) / 2, 0.0, 0.0), "size": numbers((end - begin) / 2, *half)}
        ET.SubElement(body, "geom", {"class": "key", "name": name, "type": "box", "mass": str(mass), **place})
    ET.SubElement(body, "site", name="key_tip", pos=numbers(TIP, 0.0, 0.0), size="0.003", group="4")
