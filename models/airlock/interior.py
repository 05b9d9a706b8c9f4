"""The interior of the docking module: walls, hatch, rack with the instrument panel, rails, lamps.

Only the rack and the deck can be touched; everything else is visual.
"""

import math
from xml.etree import ElementTree as ET

MATERIALS = {
    "wall": ("0.83 0.80 0.72", 0.8),
    "wall_dark": ("0.66 0.67 0.62", 0.8),
    "seam": ("0.38 0.41 0.42", 0.7),
    "deck": ("0.42 0.46 0.47", 0.8),
    "shell": ("0.76 0.77 0.75", 0.55),
    "face": ("0.16 0.18 0.19", 0.7),
    "screen": ("0.09 0.22 0.27", 0.25),
    "steel": ("0.62 0.65 0.67", 0.35),
    "wheel": ("0.20 0.36 0.55", 0.45),
    "grip": ("0.93 0.62 0.20", 0.6),
    "pointer": ("0.90 0.25 0.18", 0.5),
    "mark": ("0.27 0.72 0.32", 0.5),
    "paint": ("0.93 0.93 0.90", 0.7),
    "red": ("0.80 0.20 0.17", 0.45),
    "rail": ("0.95 0.76 0.16", 0.5),
    "light": ("1.0 0.98 0.92", 0.4),
    "unlit": ("0.30 0.31 0.30", 0.4),
    "window": ("0.04 0.06 0.11", 0.15),
}
"""Colour and roughness by name."""
RADIUS, MIDDLE = 1.16, 1.02
"""Of the cylinder, and the height of its axis [m]."""
BEGIN, END = -0.95, 1.55
STAVES = 28


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.5g}" for value in values)


def _seen(
    parent: ET.Element, kind: str, size: tuple[float, ...], pos: tuple[float, ...], material: str, **more: str
) -> None:
    given = {"class": "seen", "type": kind, "size": _numbers(*size), "pos": _numbers(*pos)}
    ET.SubElement(parent, "geom", given, material=f"airlock_{material}", **more)


def _bar(parent: ET.Element, ends: tuple[float, ...], radius: float, material: str) -> None:
    given = {"class": "seen", "type": "capsule", "fromto": _numbers(*ends), "size": _numbers(radius)}
    ET.SubElement(parent, "geom", given, material=f"airlock_{material}")


def _about_x(angle: float) -> dict[str, str]:
    return {"quat": _numbers(math.cos(angle / 2.0), math.sin(angle / 2.0), 0.0, 0.0)}


def _walls(world: ET.Element) -> None:
    """Segments of a cylinder; those on the right are left out, to look in."""
    width = math.pi * RADIUS / STAVES
    half, middle = (END - BEGIN) / 2.0, (END + BEGIN) / 2.0
    for number in range(STAVES):
        turn = 2.0 * math.pi * (number + 0.5) / STAVES  # from the left, upwards
        degrees = math.degrees(turn)
        if 118.0 < degrees < 305.0:
            continue
        y, z = RADIUS * math.cos(turn), MIDDLE + RADIUS * math.sin(turn)
        if z < -0.10:
            continue
        material = "wall_dark" if number % 4 == 0 else "wall"
        _seen(world, "box", (half, 0.015, width * 0.985), (middle, y, z), material, **_about_x(turn))
        for x in (BEGIN + 0.02, 0.30, END - 0.02):
            inner = RADIUS - 0.03
            place = (x, inner * math.cos(turn), MIDDLE + inner * math.sin(turn))
            _seen(world, "box", (0.02, 0.02, width), place, "seam", **_about_x(turn))


def _lights(world: ET.Element) -> None:
    for degrees in (62.0, 100.0):
        turn = math.radians(degrees)
        place = (RADIUS - 0.04) * math.cos(turn), MIDDLE + (RADIUS - 0.04) * math.sin(turn)
        for x in (-0.35, 0.92):
            _seen(world, "box", (0.42, 0.012, 0.05), (x, *place), "light", **_about_x(turn))


def _bulkhead(world: ET.Element) -> None:
    """The end of the module with its hatch."""
    along = {"quat": "0.70710678 0 0.70710678 0"}
    _seen(world, "cylinder", (RADIUS, 0.02), (END + 0.02, 0.0, MIDDLE), "wall", **along)
    _seen(world, "cylinder", (0.52, 0.02), (END - 0.01, 0.0, MIDDLE), "seam", **along)
    _seen(world, "cylinder", (0.47, 0.02), (END - 0.03, 0.0, MIDDLE), "steel", **along)
    _seen(world, "cylinder", (0.42, 0.02), (END - 0.045, 0.0, MIDDLE), "shell", **along)
    _seen(world, "cylinder", (0.11, 0.01), (END - 0.07, 0.0, MIDDLE + 0.18), "seam", **along)
    _seen(world, "cylinder", (0.09, 0.01), (END - 0.075, 0.0, MIDDLE + 0.18), "window", **along)
    for number in range(12):
        turn = 2.0 * math.pi * number / 12
        place = (END - 0.055, 0.495 * math.cos(turn), MIDDLE + 0.495 * math.sin(turn))
        _seen(world, "cylinder", (0.018, 0.02), place, "steel", **along)
    _bar(world, (END - 0.12, -0.14, MIDDLE - 0.12, END - 0.12, 0.14, MIDDLE - 0.12), 0.012, "rail")
    for y in (-0.14, 0.14):
        _bar(world, (END - 0.05, y, MIDDLE - 0.12, END - 0.12, y, MIDDLE - 0.12), 0.010, "rail")


def _handrails(world: ET.Element) -> None:
    for degrees, begin, end in ((18.0, -0.7, 0.1), (18.0, 0.5, 1.3), (-22.0, -0.2, 0.9), (82.0, -0.1, 0.8)):
        turn = math.radians(degrees)
        inner, outer = RADIUS - 0.10, RADIUS - 0.02
        y, z = inner * math.cos(turn), MIDDLE + inner * math.sin(turn)
        far_y, far_z = outer * math.cos(turn), MIDDLE + outer * math.sin(turn)
        _bar(world, (begin, y, z, end, y, z), 0.014, "rail")
        for x in (begin, end):
            _bar(world, (x, y, z, x, far_y, far_z), 0.011, "rail")


def _floor(world: ET.Element) -> None:
    _seen(world, "box", ((END - BEGIN) / 2.0, 0.60, 0.02), ((END + BEGIN) / 2.0, 0.0, -0.085), "deck")
    for y in (-0.13, 0.13):
        _seen(world, "box", (1.15, 0.02, 0.022), (0.25, y, -0.043), "steel")
        _seen(world, "box", (1.15, 0.035, 0.004), (0.25, y, -0.062), "seam")
    _seen(world, "box", (0.24, 0.20, 0.010), (0.0, 0.0, -0.011), "seam")
    for x in (-0.19, 0.19):
        for y in (-0.13, 0.13):
            _seen(world, "box", (0.035, 0.045, 0.022), (x, y, -0.03), "rail")


def _rack(world: ET.Element) -> None:
    """The rack on the right with the instrument panel; its face looks at the robot."""
    rack = ET.SubElement(world, "body", name="rack", pos=_numbers(0.645, -0.44, 0.0))
    ET.SubElement(rack, "geom", {"class": "solid"}, name="rack", type="box", size="0.025 0.34 0.86", pos="0 0 0.80")
    _seen(rack, "box", (0.024, 0.34, 0.86), (0.001, 0.0, 0.80), "shell")
    _seen(rack, "box", (0.10, 0.32, 0.84), (0.124, 0.0, 0.80), "wall_dark")
    _seen(rack, "box", (0.003, 0.32, 0.40), (-0.024, 0.0, 1.22), "face")
    for y in (-0.335, 0.335):
        _seen(rack, "box", (0.03, 0.008, 0.86), (0.0, y, 0.80), "seam")
    # screens, with a frame
    for y, z, wide, high in ((0.17, 1.52, 0.11, 0.07), (-0.17, 1.52, 0.11, 0.07)):
        _seen(rack, "box", (0.004, wide + 0.012, high + 0.012), (-0.027, y, z), "seam")
        _seen(rack, "box", (0.004, wide, high), (-0.029, y, z), "screen")
        for line in range(4):
            place = (-0.033, y - 0.03 + 0.012 * (line % 3), z + 0.04 - 0.026 * line)
            _seen(rack, "box", (0.001, wide * (0.55 - 0.1 * (line % 2)), 0.0025), place, "mark")
    across = {"quat": "0.70710678 0 0.70710678 0"}
    for row, z in enumerate((1.00, 0.94, 0.88)):
        for column in range(7):
            y = -0.24 + 0.08 * column
            _seen(rack, "cylinder", (0.010, 0.006), (-0.032, y, z), "steel", **across)
            _bar(rack, (-0.036, y, z, -0.058, y, z + (0.012 if (row + column) % 3 else -0.012)), 0.004, "paint")
    # lamps of the valve, under the screens
    for name, y in (("lamp_open", 0.22), ("lamp_quarter", 0.27), ("lamp_half", 0.32)):
        _seen(rack, "cylinder", (0.012, 0.004), (-0.030, y - 0.02, 1.41), "unlit", name=name, **across)
    _seen(rack, "box", (0.002, 0.31, 0.004), (-0.028, 0.0, 1.05), "rail")
    _seen(rack, "box", (0.002, 0.32, 0.36), (-0.024, 0.0, 0.42), "wall_dark")
    for z in (0.20, 0.42, 0.64):
        _seen(rack, "box", (0.003, 0.30, 0.003), (-0.026, 0.0, z), "seam")
        _bar(rack, (-0.045, -0.05, z + 0.10, -0.045, 0.05, z + 0.10), 0.006, "steel")


def add_interior(world: ET.Element) -> None:
    """Add the whole interior, and the cameras."""
    ET.SubElement(
        world, "camera", name="front", pos="-0.75 -1.45 1.85", xyaxes="0.780 -0.626 0 0.240 0.299 0.924", fovy="45"
    )
    ET.SubElement(
        world, "camera", name="valve", pos="-0.05 -0.95 1.45", xyaxes="0.757 -0.653 0 0.196 0.227 0.954", fovy="40"
    )
    _walls(world)
    _lights(world)
    _bulkhead(world)
    _handrails(world)
    _floor(world)
    _rack(world)
