"""The valve of the airlock: a wheel with six straight sides on a stem, a scale with a pointer, stops."""

import math
from xml.etree import ElementTree as ET

PLACE = (0.446, -0.40, 1.223)
"""Middle of the wheel: where the right arm can turn it from -45 to 135 degrees with no joint near a limit [m]."""
APOTHEM, BAR = 0.09, 0.015
"""From the axis to the middle of a side, and the radius of a side [m]."""
GRIP = -45.0
"""Where the hand takes the wheel: degrees from the top, to the right as the robot sees it."""
DEPTH = 0.13
"""From the plane of the rim to the scale: room for stretched fingers [m]."""
STOPS = (-0.3, 3.7)
"""Ends of the wheel's turn [rad]."""
SCALE = 0.104


def outward(degrees: float) -> tuple[float, float]:
    """Direction from the axis, degrees clockwise from the top, in x and y of the valve."""
    turn = math.radians(degrees)
    return -math.cos(turn), -math.sin(turn)


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.5g}" for value in values)


def _spoke(parent: ET.Element, degrees: float, begin: float, end: float, depth: float, **given: str) -> None:
    x, y = outward(degrees)
    ends = _numbers(begin * x, begin * y, depth, end * x, end * y, depth)
    ET.SubElement(parent, "geom", type="capsule", fromto=ends, **given)


def _wheel(mount: ET.Element, dry: float, viscous: float) -> None:
    wheel = ET.SubElement(mount, "body", name="wheel")
    ET.SubElement(
        wheel, "joint", name="valve", axis="0 0 1", damping=f"{viscous:g}", frictionloss=f"{dry:g}", armature="0.002",
        limited="true", range=_numbers(*STOPS), solreflimit="0.01 1",
        # without these dry friction creeps
        solreffriction="0.002 1", solimpfriction="0.9999 0.9999 .001",
    )  # fmt: skip
    half = APOTHEM * math.tan(math.pi / 6.0)
    for side in range(6):
        x, y = outward(GRIP + 60.0 * side)
        ends = _numbers(
            APOTHEM * x + half * y, APOTHEM * y - half * x, 0.0, APOTHEM * x - half * y, APOTHEM * y + half * x, 0.0
        )
        size = f"{BAR:g}"
        ET.SubElement(
            wheel, "geom", {"class": "rim"}, name=f"side{side + 1}", type="capsule", fromto=ends, size=size, mass="0.08"
        )
        if side % 2:
            ET.SubElement(
                wheel, "geom", {"class": "seen"}, type="capsule", fromto=ends, size=size, material="airlock_wheel"
            )
        else:
            # a sleeve over the bar, open at the corners
            place = {"pos": _numbers(APOTHEM * x, APOTHEM * y, 0.0), "zaxis": _numbers(-y, x, 0.0)}
            for shape, part, material in (("capsule", half, "wheel"), ("cylinder", 0.8 * half, "grip")):
                radius = BAR if shape == "capsule" else BAR + 0.0006
                shown = {"class": "seen", "type": shape, "size": _numbers(radius, part), **place}
                ET.SubElement(wheel, "geom", shown, material=f"airlock_{material}")
        if side % 2:
            given = {"class": "rim", "size": "0.008", "mass": "0.03"}
            _spoke(wheel, GRIP + 60.0 * side, 0.0, APOTHEM, 0.0, **given)
            shown = {"class": "seen", "size": "0.008", "material": "airlock_wheel"}
            _spoke(wheel, GRIP + 60.0 * side, 0.0, APOTHEM, 0.0, **shown)
    for shape in ({"class": "rim", "mass": "0.2"}, {"class": "seen", "material": "airlock_steel"}):
        ET.SubElement(wheel, "geom", shape, type="cylinder", size="0.012 0.065", pos="0 0 0.065")
    seen = {"class": "seen", "type": "cylinder"}
    ET.SubElement(wheel, "geom", seen, size="0.022 0.012", pos="0 0 0.002", material="airlock_wheel")
    ET.SubElement(wheel, "geom", seen, size="0.010 0.003", pos="0 0 -0.012", material="airlock_steel")
    # the pointer over the scale
    ET.SubElement(wheel, "geom", seen, size="0.026 0.008", pos="0 0 0.112", material="airlock_wheel")
    pointer = {"class": "seen", "size": "0.0035", "material": "airlock_pointer"}
    _spoke(wheel, 0.0, 0.02, 0.088, 0.117, **pointer)
    ET.SubElement(
        wheel, "site", name="pointer", pos=_numbers(-0.088, 0.0, 0.117), size="0.003", rgba="0 0 0 0", group="4"
    )
    x, y = outward(GRIP)
    ET.SubElement(
        wheel,
        "site",
        name="handle",
        pos=_numbers(APOTHEM * x, APOTHEM * y, 0.0),
        size="0.004",
        rgba="0 0 0 0",
        group="4",
    )


def _scale(mount: ET.Element) -> None:
    plate = ET.SubElement(mount, "body", name="scale", pos=_numbers(0.0, 0.0, DEPTH))
    ET.SubElement(plate, "geom", {"class": "solid"}, name="scale", type="cylinder", size="0.125 0.02", pos="0 0 0.02")
    seen = {"class": "seen", "type": "cylinder"}
    ET.SubElement(plate, "geom", seen, size="0.125 0.02", pos="0 0 0.0205", material="airlock_shell")
    ET.SubElement(plate, "geom", seen, size="0.118 0.001", pos="0 0 0.0002", material="airlock_face")
    ET.SubElement(plate, "geom", seen, size="0.055 0.10", pos="0 0 0.13", material="airlock_steel")
    for degrees in range(-15, 211, 15):
        long = degrees % 90 == 0
        given = {"class": "seen", "size": "0.0022" if long else "0.0012", "material": "airlock_paint"}
        _spoke(plate, float(degrees), SCALE - (0.018 if long else 0.009), SCALE, -0.0008, **given)
    for stop in STOPS:
        x, y = outward(math.degrees(stop))
        pos = _numbers(0.095 * x, 0.095 * y, -0.008)
        ET.SubElement(plate, "geom", seen, size="0.005 0.010", pos=pos, material="airlock_red")


def add_valve(world: ET.Element, dry: float, viscous: float) -> None:
    """The valve on its pipe."""
    mount = ET.SubElement(world, "body", name="valve", pos=_numbers(*PLACE), quat="0.70710678 0 0.70710678 0")
    _wheel(mount, dry, viscous)
    _scale(mount)
