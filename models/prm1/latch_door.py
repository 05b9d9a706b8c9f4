"""A door with a hinge, a lever handle and a spring latch: mechanisms that only forces move.

Axes of the door: the hinge stands at the origin, the closed leaf lies along +x, it opens towards -y, z is up. The lever
is on the side of -y and points to the hinge; it goes down to open.

The latch: a bolt on a spring slides along x into the pocket behind the strike. Its nose is a wedge: the slanted side
meets the strike when the door falls shut and is pushed in by it, the flat side holds the door when it is pulled. A
limited fixed tendon draws the bolt in when the lever goes down, and lets it alone otherwise, as the follower of a real
lock does: bolt - RATIO * handle >= 0. A joint equality in its place would hold the bolt from both sides, and never
release it under load; contacts softer than SOLREF let the bolt through.
"""

from math import radians
from xml.etree import ElementTree as ET

WIDTH = 0.94
"""From the axis of the hinge to the edge of the leaf [m]."""
CLEAR = 0.96
"""Between the jambs [m]: a base of 0.66 m passes beside a leaf that is open by 60 degrees."""
THICKNESS, HEIGHT, MASS = 0.04, 2.0, 20.0
LOCK_HEIGHT = 0.90
"""Of the lever's axis over the floor [m], within the reach of an arm on a platform half as high."""
BACKSET, STAND_OFF = 0.06, 0.055
"""From the edge to the lever's axis, and from the leaf to the middle of the lever [m]."""
LEVER, LEVER_RADIUS = (0.01, 0.13), 0.009
"""Ends of the lever from its axis, and its radius [m]."""
GRIP = 0.10
"""Where a hand takes the lever: distance from its axis [m]."""
HANDLE_RANGE, HANDLE_STIFFNESS, HANDLE_PRELOAD = radians(50.0), 1.5, radians(15.0)
"""Travel of the lever [rad], its return spring [N*m/rad] and the spring's preload [rad]."""
BOLT_TRAVEL, BOLT_STIFFNESS, BOLT_PRELOAD = 0.016, 600.0, 0.02
"""Travel of the bolt [m], its spring [N/m] and the spring's preload [m]."""
ENGAGED = 0.0075
"""How deep the bolt stands behind the strike [m]."""
RATIO = 0.0115
"""Way of the bolt for a turn of the lever [m/rad]: it is free after 37.4 degrees."""
HINGE_FRICTION, HINGE_DAMPING = 0.5, 2.0
"""Dry and viscous friction of the hinge [N*m], [N*m*s/rad]; there is no closer."""
PLAY = 0.0015
"""Between the flat side of the bolt and the strike [m]."""
SOLREF = "0.004 1"
WALL, WALL_HEIGHT, WALL_DEPTH = 0.65, 2.2, 0.12
"""Width of the glass wall on either side, its height, and the depth of its frame [m]."""
GLASS = 0.02

LATCH = {
    "contype": "4", "conaffinity": "4", "condim": "3", "friction": "0.15 0.001 0.0001",
    "solref": SOLREF, "solimp": "0.95 0.99 0.001", "group": "3", "rgba": "0.8 0.6 0.1 1",
}  # fmt: skip
LEAF = {**LATCH, "conaffinity": "5", "friction": "0.4 0.005 0.0001"}
"""Robots, the strike and the stop touch the leaf; the wall does not: it swings clear of it on its pins."""
SOLID = {"contype": "0", "group": "3", "condim": "3", "friction": "0.5 0.005 0.0001", "rgba": "0.8 0.4 0.4 1"}
GRIPPED = {
    "group": "3", "condim": "4", "friction": "1 0.02 0.0001", "solref": "0.005 1", "solimp": "0.95 0.99 0.001",
    "rgba": "0.8 0.4 0.4 1",
}  # fmt: skip
SEEN = {"contype": "0", "conaffinity": "0", "group": "2", "mass": "0"}
SEAL = {**LATCH, "solref": "0.004 2", "priority": "1"}
"""The stop is covered with rubber: the leaf does not bounce back before the bolt has come out."""
CLASSES = {"seal": SEAL, "latch": LATCH, "leaf": LEAF, "wall": SOLID, "lever": GRIPPED, "door_seen": SEEN}
MATERIALS = {
    "glass": ("0.62 0.74 0.78", 0.1),
    "frame": ("0.36 0.39 0.43", 0.6),
    "wood": ("0.67 0.49 0.32", 0.7),
    "panel": ("0.60 0.43 0.27", 0.7),
    "steel": ("0.72 0.74 0.77", 0.3),
    "dark": ("0.20 0.22 0.25", 0.5),
    "grip": ("0.93 0.47 0.13", 0.5),
}


def numbers(*values: float) -> str:
    """As an attribute."""
    return " ".join(f"{value:.6g}" for value in values)


def box(parent: ET.Element, low: tuple[float, ...], high: tuple[float, ...], given: dict[str, str]) -> ET.Element:
    """A box between two corners."""
    middle = [0.5 * (a + b) for a, b in zip(low, high, strict=True)]
    half = [0.5 * (b - a) for a, b in zip(low, high, strict=True)]
    return ET.SubElement(parent, "geom", given, type="box", pos=numbers(*middle), size=numbers(*half))


def _shown_and_solid(
    parent: ET.Element, low: tuple[float, ...], high: tuple[float, ...], kind: str, material: str
) -> None:
    box(parent, low, high, {"class": kind})
    box(parent, low, high, {"class": "door_seen", "material": f"door_{material}"})


def wedge() -> str:
    """Corners of the bolt [m]: its flat side at -y, its slanted side at +y, the nose at x = 12 mm."""
    outline = [(-0.03, -0.007), (0.012, -0.007), (0.012, -0.003), (0.002, 0.007), (-0.03, 0.007)]
    return " ".join(numbers(x, y, z) for z in (-0.012, 0.012) for x, y in outline)


def _frame(door: ET.Element) -> None:
    """Wall, jambs, lintel, strike and stop."""
    front, back, half = -0.5 * THICKNESS, WALL_DEPTH - 0.5 * THICKNESS, 0.5 * THICKNESS
    left, right = WIDTH + 0.0065 - CLEAR, WIDTH + 0.0065
    jamb, top, bar = 0.06, HEIGHT + 0.03, 0.05
    middle = 0.5 * (front + back)
    panes = ((left - WALL, left - jamb, left - WALL), (right + jamb, right + WALL, right + WALL - bar))
    for low, high, post in panes:
        ends = (low, middle - 0.5 * GLASS, bar), (high, middle + 0.5 * GLASS, WALL_HEIGHT - bar)
        box(door, (low, front, 0.0), (high, back, WALL_HEIGHT), {"class": "wall"})
        box(door, *ends, {"class": "door_seen", "material": "door_glass"})
        frame = {"class": "door_seen", "material": "door_frame"}
        box(door, (low, front, 0.0), (high, back, bar), frame)
        box(door, (low, front, WALL_HEIGHT - bar), (high, back, WALL_HEIGHT), frame)
        box(door, (post, front, bar), (post + bar, back, WALL_HEIGHT - bar), frame)
    _shown_and_solid(door, (left - jamb, front, top + jamb), (right + jamb, back, WALL_HEIGHT), "wall", "frame")
    for low, high in ((left - jamb, left), (right, right + jamb)):
        box(door, (low, front, 0.0), (high, back, top + jamb), {"class": "wall"})
    _shown_and_solid(door, (left, front, top), (right, back, top + jamb), "wall", "frame")
    shown = {"class": "door_seen", "material": "door_frame"}
    box(door, (left - jamb, front - 0.004, 0.0), (left, back, top + jamb), shown)
    # the jamb on the side of the latch is seen with its pocket: a lip in front, the rest behind
    lip = -0.007 - PLAY
    box(door, (right, front - 0.004, 0.0), (right + jamb, lip, top + jamb), shown)
    box(door, (right + 0.024, lip, 0.0), (right + jamb, back, top + jamb), shown)
    box(door, (right, half, 0.0), (right + 0.024, back, top + jamb), shown)
    strike = {"class": "latch", "name": "strike"}
    box(door, (right, lip - 0.012, 0.4), (right + 0.024, lip, 1.5), strike)
    plate = {"class": "door_seen", "material": "door_steel"}
    box(door, (right - 0.0006, front - 0.0046, LOCK_HEIGHT - 0.09), (right + 0.02, lip, LOCK_HEIGHT + 0.09), plate)
    seal = {"class": "seal", "name": "stop"}
    box(door, (WIDTH - 0.01, half + 0.002, 0.1), (right + 0.02, half + 0.022, HEIGHT), seal)
    box(door, (WIDTH - 0.012, half + 0.002, 0.0), (right, half + 0.022, top), shown)


def _leaf(door: ET.Element) -> ET.Element:
    leaf = ET.SubElement(door, "body", name="leaf")
    ET.SubElement(
        leaf, "joint", name="hinge", axis="0 0 -1", range=numbers(radians(-2.0), radians(115.0)), limited="true",
        damping=numbers(HINGE_DAMPING), frictionloss=numbers(HINGE_FRICTION), armature="0.05",
    )  # fmt: skip
    half, bottom = 0.5 * THICKNESS, 0.015
    low, high = (0.003, -half, bottom), (WIDTH - 0.003, half, HEIGHT)
    box(leaf, low, high, {"class": "leaf", "name": "leaf", "mass": numbers(MASS)})
    box(leaf, low, high, {"class": "door_seen", "material": "door_wood"})
    for side in (-1.0, 1.0):
        for below, above in ((0.16, 0.78), (1.1, 1.86)):
            face = sorted((side * half, side * (half + 0.0015)))
            box(leaf, (0.13, face[0], below), (0.78, face[1], above), {"class": "door_seen", "material": "door_panel"})
    for height in (0.25, 1.0, 1.75):
        place = {"pos": numbers(0.0, -half, height), "size": numbers(0.009, 0.05)}
        ET.SubElement(leaf, "geom", {"class": "door_seen", "material": "door_steel"}, type="cylinder", **place)
    return leaf


def _lock(leaf: ET.Element) -> None:
    """Handle and bolt, which stand at one height: a body of their own, so that a draw can move both."""
    half = 0.5 * THICKNESS
    lock = ET.SubElement(leaf, "body", name="lock", pos=numbers(0.0, 0.0, LOCK_HEIGHT))
    plate = {"class": "door_seen", "material": "door_steel"}
    axis = WIDTH - BACKSET
    for side in (-1.0, 1.0):
        face = sorted((side * half, side * (half + 0.005)))
        box(lock, (axis - 0.02, face[0], -0.1), (axis + 0.02, face[1], 0.1), plate)
    bolt = ET.SubElement(lock, "body", name="bolt", pos=numbers(WIDTH + 0.0065 + ENGAGED - 0.012, 0.0, 0.0))
    ET.SubElement(
        bolt, "joint", name="bolt", type="slide", axis="-1 0 0", range=numbers(0.0, BOLT_TRAVEL), limited="true",
        stiffness=numbers(BOLT_STIFFNESS), springref=numbers(-BOLT_PRELOAD), damping="4", armature="0.02",
    )  # fmt: skip
    ET.SubElement(bolt, "geom", {"class": "latch", "name": "bolt"}, type="mesh", mesh="bolt", mass="0.15")
    ET.SubElement(bolt, "geom", {"class": "door_seen", "material": "door_steel"}, type="mesh", mesh="bolt")
    handle = ET.SubElement(lock, "body", name="handle", pos=numbers(axis, -half, 0.0))
    ET.SubElement(
        handle, "joint", name="handle", axis="0 -1 0", range=numbers(0.0, HANDLE_RANGE), limited="true",
        stiffness=numbers(HANDLE_STIFFNESS), springref=numbers(-HANDLE_PRELOAD), damping="0.05", armature="0.005",
    )  # fmt: skip
    shank = numbers(0.0, 0.0, 0.0, 0.0, -STAND_OFF, 0.0)
    lever = numbers(-LEVER[0], -STAND_OFF, 0.0, -LEVER[1], -STAND_OFF, 0.0)
    size = numbers(LEVER_RADIUS)
    for name, ends, mass in (("shank", shank, "0.1"), ("lever", lever, "0.25")):
        given = {"type": "capsule", "fromto": ends, "size": size}
        ET.SubElement(handle, "geom", {"class": "lever", "name": name, **given}, mass=mass)
        ET.SubElement(handle, "geom", {"class": "door_seen", "material": "door_steel", **given})
    sleeve = numbers(-GRIP + 0.02, -STAND_OFF, 0.0, -GRIP - 0.02, -STAND_OFF, 0.0)
    shown = {"class": "door_seen", "material": "door_grip"}
    ET.SubElement(handle, "geom", shown, type="cylinder", fromto=sleeve, size=numbers(LEVER_RADIUS + 0.0005))
    hidden = {"size": "0.008", "rgba": "0 0 0 0", "group": "4"}
    ET.SubElement(handle, "site", hidden, name="lever", pos=numbers(-GRIP, -STAND_OFF, 0.0))
    ET.SubElement(lock, "site", hidden, name="handle_axis", pos=numbers(axis, -half, 0.0))


def add_assets(root: ET.Element, asset: ET.Element, classes: ET.Element) -> None:
    """Materials, the bolt's mesh, classes of geoms, and the follower of the lock."""
    for name, (colour, roughness) in MATERIALS.items():
        alpha = 0.22 if name == "glass" else 1.0
        ET.SubElement(asset, "material", name=f"door_{name}", rgba=f"{colour} {alpha:g}", roughness=str(roughness))
    ET.SubElement(asset, "mesh", name="bolt", vertex=wedge())
    for name, given in CLASSES.items():
        ET.SubElement(ET.SubElement(classes, "default", {"class": name}), "geom", given)
    tendon = ET.SubElement(root, "tendon")
    follower = ET.SubElement(
        tendon, "fixed", name="follower", limited="true", range="0 1", solreflimit=SOLREF, margin="0", group="5"
    )
    ET.SubElement(follower, "joint", joint="bolt", coef="1")
    ET.SubElement(follower, "joint", joint="handle", coef=numbers(-RATIO))


def add_door(parent: ET.Element, place: tuple[float, float, float], yaw: float) -> ET.Element:
    """The door in its wall. Its body is named `door`.

    Args:
        parent: A body, or the world.
        place: Foot of the hinge's axis [m].
        yaw: Angle of the closed leaf about z, from x [rad].
    """
    door = ET.SubElement(parent, "body", name="door", pos=numbers(*place), euler=numbers(0.0, 0.0, yaw))
    _frame(door)
    _lock(_leaf(door))
    ET.SubElement(
        door, "site", name="doorway", pos=numbers(WIDTH + 0.0065 - 0.5 * CLEAR, 0.5 * WALL_DEPTH, 0.4), size="0.02",
        rgba="0 0 0 0", group="4",
    )  # fmt: skip
    return door
