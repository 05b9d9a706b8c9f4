"""The bodies of the biped as MJCF: pelvis and legs; what is above is the torso robot's."""

from xml.etree import ElementTree as ET

from models.biped.table import (
    ANKLE,
    CHEST_MASS,
    HALF_WIDTH,
    HEEL,
    HIP,
    LEG,
    PELVIS_MASS,
    RANGES,
    SHANK,
    THIGH,
    TOE,
    WAIST,
)
from models.torso.frame import Looks, add_arm, add_upper_body, body, capsule, site, text, touch
from models.torso.table import SIDES

IMU = (0.0, 0.0, 0.0)
"""Where gyroscope and accelerometer are, in the pelvis [m]."""
SOLE = 0.02
"""Half the thickness of the sole [m]."""


def add_robot(world: ET.Element, looks: Looks, height: float) -> None:
    """The whole robot on a free joint, the hips at a height [m]."""
    pelvis = body(world, "pelvis", (0, 0, height), PELVIS_MASS)
    ET.SubElement(pelvis, "freejoint", name="floating_base")
    capsule(pelvis, 0.085, (0, -0.07, 0.055), (0, 0.07, 0.055), "touch")
    looks(pelvis, "hips", 0.0)
    site(pelvis, "imu", IMU)
    ET.SubElement(
        pelvis, "camera", name="follow", mode="trackcom", pos=text(-2.6, -2.6, 1.1), xyaxes=text(0.7071, -0.7071, 0,
        0.15, 0.15, 0.977)
    )  # fmt: skip
    chest = add_upper_body(pelvis, looks, WAIST, CHEST_MASS)
    looks(chest, "pack", 0.0)
    for name in SIDES:
        add_arm(chest, name, looks, True)
    for name in SIDES:
        _add_leg(pelvis, name, looks)


def _hinge(parent: ET.Element, name: str, axis: tuple[float, float, float]) -> None:
    low, high = RANGES[name.split("_", 1)[1]]
    ET.SubElement(parent, "joint", name=name, axis=text(*axis), range=text(low, high))


def _add_leg(pelvis: ET.Element, name: str, looks: Looks) -> None:
    """A leg with its foot; equal angles on both sides give legs that mirror each other."""
    s = SIDES[name]
    up, forward, left = (0.0, 0.0, s), (s, 0.0, 0.0), (0.0, 1.0, 0.0)
    right = (0.0, -1.0, 0.0)
    steps = (
        ("hip_yoke", "hip_yaw", up, (0.0, s * HIP, 0.0)),
        ("hip_cross", "hip_roll", forward, (0.0, 0.0, 0.0)),
        ("thigh", "hip_pitch", right, (0.0, 0.0, 0.0)),
        ("shank", "knee", left, (0.0, 0.0, -THIGH)),
        ("ankle_cross", "ankle_pitch", right, (0.0, 0.0, -SHANK)),
        ("ankle_yoke", "ankle_roll", forward, (0.0, 0.0, 0.0)),
        ("foot", "ankle_yaw", up, (0.0, 0.0, 0.0)),
    )
    link = pelvis
    for part, joint, axis, place in steps:
        link = body(link, f"{name}_{part}", place, LEG[part])
        _hinge(link, f"{name}_{joint}", axis)
        if part == "thigh":
            capsule(link, 0.062, (0, 0, -0.10), (0, 0, -0.42), "touch")
        elif part == "shank":
            capsule(link, 0.050, (0, 0, -0.06), (0, 0, -0.42), "touch")
        looks(link, part, s)
    size, middle = ((HEEL + TOE) / 2.0, HALF_WIDTH, SOLE), ((TOE - HEEL) / 2.0, 0.0, SOLE - ANKLE)
    touch(link, "sole", name=f"{name}_sole", size=text(*size), pos=text(*middle))
    site(link, f"{name}_sole", (0.0, 0.0, -ANKLE))
    site(link, f"{name}_ankle")


def leg_exclusions(root: ET.Element) -> None:
    """Exclude collisions of neighbours of the legs whose shapes overlap."""
    group = root.find("contact")
    if group is None:
        group = ET.SubElement(root, "contact")
    for name in SIDES:
        for first, second in (("pelvis", "thigh"), ("thigh", "shank"), ("shank", "foot")):
            one = first if first == "pelvis" else f"{name}_{first}"
            ET.SubElement(group, "exclude", body1=one, body2=f"{name}_{second}")
    # pelvis and waist of the torso robot overlap as they do there
