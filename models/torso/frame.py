"""The bodies of the torso robot as MJCF: joints, masses, shapes for touching, sites and cameras; and the looks."""

from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
from models.torso.table import (
    ARM,
    COUPLING,
    EYE_HEIGHT,
    FINGER_MASSES,
    FINGER_RADIUS,
    FINGERS,
    FOREARM,
    GRIP,
    HANDS,
    HEAD_HEIGHT,
    MIDDLE,
    NECK_HEIGHT,
    RANGES,
    SHOULDER,
    SHOULDER_HEIGHT,
    SIDES,
    TIP_BACK,
    TIP_RADIUS,
    TRUNK,
    UPPER_ARM,
    WAIST_HEIGHT,
    Mass,
    together,
)  # fmt: skip

Looks = Callable[[ET.Element, str, float], None]
"""Draws a part: puts its visual geoms into a body. Name of the part, and the sign of its side."""

HALF = np.sqrt(0.5)
EYE = (0.134, 0.0, EYE_HEIGHT - HEAD_HEIGHT)
EYES = 0.036
"""Half the distance between the eyes [m]."""
VIEW = 62.0
"""Vertical angle of view of the cameras [degrees]."""


def text(*values: float) -> str:
    """Numbers in MJCF format, short and without -0."""
    return " ".join(f"{round(float(value), 5) + 0.0:g}" for value in values)


def in_hand(point: tuple[float, float, float], side: float) -> tuple[float, float, float]:
    """A point of the hand (along the fingers, out of the palm, to the thumb) in the axes of its body."""
    return point[2], -side * point[1], -point[0]


def body(parent: ET.Element, name: str, pos: tuple[float, ...] = (0, 0, 0), mass: Mass | None = None) -> ET.Element:
    """A body with its mass."""
    made = ET.SubElement(parent, "body", name=name)
    if any(pos):
        made.set("pos", text(*pos))
    if mass is not None:
        inertia = [f"{value:.4g}" for value in mass.inertia]
        ET.SubElement(made, "inertial", pos=text(*mass.centre), mass=f"{mass.mass:.4f}", diaginertia=" ".join(inertia))
    return made


def hinge(parent: ET.Element, name: str, axis: tuple[float, float, float], kind: str = "") -> None:
    """A joint through the origin of its body; `kind` names its range."""
    low, high = RANGES[kind or name]
    ET.SubElement(parent, "joint", name=name, axis=text(*axis), range=text(low, high))


def touch(parent: ET.Element, kind: str, **more: str) -> None:
    """A collision geom."""
    ET.SubElement(parent, "geom", {"class": kind, **more})


def capsule(parent: ET.Element, radius: float, start: tuple[float, ...], end: tuple[float, ...], kind: str) -> None:
    """A collision capsule."""
    touch(parent, kind, size=text(radius), fromto=text(*start, *end))


def site(parent: ET.Element, name: str, pos: tuple[float, ...] = (0, 0, 0), quat: str = "") -> None:
    """A named point."""
    made = ET.SubElement(parent, "site", name=name, pos=text(*pos))
    if quat:
        made.set("quat", quat)


def add_trunk(world: ET.Element, looks: Looks) -> ET.Element:
    """Pedestal, waist, chest, neck and head; returns the chest."""
    pelvis = body(world, "pelvis", mass=TRUNK["pelvis"])
    touch(pelvis, "touch", type="cylinder", size=text(0.085, 0.40), pos=text(0, 0, 0.42))
    touch(pelvis, "touch", type="cylinder", size=text(0.21, 0.02), pos=text(0, 0, 0.02))
    looks(pelvis, "pelvis", 0.0)
    return add_upper_body(pelvis, looks, WAIST_HEIGHT, TRUNK["chest"])


def add_upper_body(pelvis: ET.Element, looks: Looks, waist_height: float, chest_mass: Mass) -> ET.Element:
    """Waist, chest, neck and head on a pelvis, the waist so far above its origin [m]; returns the chest."""
    waist = body(pelvis, "waist", (0, 0, waist_height), TRUNK["waist"])
    hinge(waist, "waist_yaw", (0, 0, 1))
    touch(waist, "touch", type="sphere", size=text(0.095), pos=text(0, 0, 0))
    looks(waist, "waist", 0.0)
    chest = body(waist, "chest", mass=chest_mass)
    hinge(chest, "waist_pitch", (0, 1, 0))
    for height, half, radius in ((0.43, 0.072, 0.090), (0.29, 0.058, 0.098), (0.155, 0.030, 0.092)):
        capsule(chest, radius, (0, -half, height), (0, half, height), "touch")
    looks(chest, "chest", 0.0)
    site(chest, "chest_front", (0.126, 0, TRUNK["chest"].centre[2]))
    neck = body(chest, "neck", (0, 0, NECK_HEIGHT - WAIST_HEIGHT), TRUNK["neck"])
    hinge(neck, "neck_yaw", (0, 0, 1))
    touch(neck, "touch", type="cylinder", size=text(0.042, 0.03), pos=text(0, 0, 0.03))
    looks(neck, "neck", 0.0)
    head = body(neck, "head", (0, 0, HEAD_HEIGHT - NECK_HEIGHT), TRUNK["head"])
    hinge(head, "neck_pitch", (0, 1, 0))
    touch(head, "touch", type="ellipsoid", size=text(0.105, 0.092, 0.108), pos=text(0.012, 0, 0.085))
    looks(head, "head", 0.0)
    site(head, "head_eye", EYE)
    for name, y in (("head_left", EYES), ("head_right", -EYES)):
        ET.SubElement(
            head, "camera", name=name, pos=text(EYE[0], y, EYE[2]), xyaxes=text(0, -1, 0, 0, 0, 1), fovy=text(VIEW)
        )
    return chest


def add_arm(chest: ET.Element, name: str, looks: Looks, fingers: bool) -> None:
    """An arm with its hand.

    At zero it hangs, the palm towards the body and the thumb forward. Equal angles on both sides give arms that mirror
    each other.
    """
    s = SIDES[name]
    along = (0.0, 0.0, -s)
    link = body(chest, f"{name}_shoulder", (0, s * SHOULDER, SHOULDER_HEIGHT - WAIST_HEIGHT), ARM["shoulder"])
    hinge(link, f"{name}_shoulder_pitch", (0, -1, 0), "shoulder_pitch")
    looks(link, "shoulder", s)
    link = body(link, f"{name}_upper_roll", mass=ARM["upper_roll"])
    hinge(link, f"{name}_shoulder_roll", (s, 0, 0), "shoulder_roll")
    touch(link, "touch", type="sphere", size=text(0.058))
    looks(link, "upper_roll", s)
    link = body(link, f"{name}_upper_arm", mass=ARM["upper_arm"])
    hinge(link, f"{name}_shoulder_yaw", along, "shoulder_yaw")
    capsule(link, 0.046, (0, 0, -0.09), (0, 0, -0.30), "touch")
    looks(link, "upper_arm", s)
    link = body(link, f"{name}_forearm", (0, 0, -UPPER_ARM), ARM["forearm"])
    hinge(link, f"{name}_elbow", (0, -1, 0), "elbow")
    capsule(link, 0.042, (0, 0, -0.01), (0, 0, -0.10), "touch")
    looks(link, "forearm", s)
    link = body(link, f"{name}_lower_forearm", (0, 0, -MIDDLE), ARM["lower_forearm"])
    hinge(link, f"{name}_forearm_roll", along, "forearm_roll")
    capsule(link, 0.036, (0, 0, -0.025), (0, 0, -0.085), "touch")
    looks(link, "lower_forearm", s)
    link = body(link, f"{name}_wrist", (0, 0, MIDDLE - FOREARM), ARM["wrist"])
    hinge(link, f"{name}_wrist_flexion", (-s, 0, 0), "wrist_flexion")
    looks(link, "wrist", s)
    _add_hand(link, name, looks, fingers)


def _add_hand(wrist: ET.Element, name: str, looks: Looks, fingers: bool) -> None:
    s = SIDES[name]
    mass = ARM["palm"] if fingers else together([ARM["palm"], *(m for f in FINGERS for m in finger_masses(f, s))])
    hand = body(wrist, f"{name}_hand", mass=mass)
    hinge(hand, f"{name}_wrist_deviation", (0, -1, 0), "wrist_deviation")
    touch(hand, "palm", type="box", size=text(0.040, 0.0135, 0.036), pos=text(0, 0, -0.054))
    looks(hand, "hand", s)
    turned = text(HALF, 0, HALF, 0)  # x along the fingers, z to the thumb
    site(hand, f"{name}_wrist", quat=turned)
    site(hand, f"{name}_grip", in_hand(GRIP, s), turned)
    middle = HANDS["middle"]
    tip = (middle.base[0] + middle.first + middle.second + TIP_RADIUS, middle.base[1] - TIP_BACK, middle.base[2])
    if not fingers:
        site(hand, f"{name}_fingertip", in_hand(tip, s), turned)
    for finger in FINGERS:
        _add_finger(hand, name, finger, looks, fingers)


def finger_places(finger: str, side: float) -> tuple[tuple[float, float, float], str, tuple[float, float, float]]:
    """Position and quaternion of a finger's first link on the hand, and position of its second link on the first.

    A link's frame is that of the hand, rotated so that the link points along -z.
    """
    given = HANDS[finger]
    angle = -side * given.tilt / 2.0  # from the fingers' direction to out of the palm is a turn about -side x
    return in_hand(given.base, side), text(np.cos(angle), np.sin(angle), 0, 0), (0.0, 0.0, -given.first)


def finger_masses(finger: str, side: float) -> list[Mass]:
    """Masses of the links of an open finger in the frame of the hand."""
    given = HANDS[finger]
    a, b, c = given.base
    way = np.array([np.cos(given.tilt), np.sin(given.tilt)])
    found = []
    for mass, middle, length in zip(
        FINGER_MASSES, (given.first / 2.0, given.first + given.second / 2.0), (given.first, given.second), strict=True
    ):
        place = np.array([a, b]) + middle * way
        sides = (0.018, 0.018 + abs(way[1]) * length, 0.018 + abs(way[0]) * length)
        found.append(Mass(mass, in_hand((place[0], place[1], c), side), sides))
    return found


def _add_finger(hand: ET.Element, name: str, finger: str, looks: Looks, jointed: bool) -> None:
    s, given = SIDES[name], HANDS[finger]
    base, quat, second = finger_places(finger, s)
    # The thumb closes the other way round: towards the fingers, from where it stands.
    axis = (s, 0, 0) if finger == "thumb" else (-s, 0, 0)
    back = s * TIP_BACK if finger != "thumb" else 0.0
    link, pos, turn = hand, base, quat
    ends = ((0.0, 0.0, -given.first), (0.0, back, -given.second))
    for number, (end, radius, length) in enumerate(
        zip(ends, (FINGER_RADIUS, TIP_RADIUS), (given.first, given.second), strict=True), 1
    ):
        title = f"{name}_{finger}_{number}"
        if jointed:
            block = Mass(FINGER_MASSES[number - 1], (0, 0, -length / 2.0), (0.018, 0.018, length + 0.018))
            link = body(link, title, pos, block)
            ET.SubElement(
                link, "joint", {"class": f"finger{number}"}, name=title, axis=text(*axis),
                range=text(0, given.ranges[number - 1]),
            )  # fmt: skip
        else:
            link = ET.SubElement(link, "frame", pos=text(*pos))
        if turn:
            link.set("quat", turn)
        capsule(link, radius, (0, 0, -0.004), end, "pad")
        looks(link, f"{finger}_{number}", s)
        if finger == "middle" and number == 2 and jointed:
            turned = text(HALF, 0, HALF, 0)
            site(link, f"{name}_fingertip", (0, back, -given.second - TIP_RADIUS), turned)
        pos, turn = second, ""


def tendons(root: ET.Element) -> None:
    """A tendon for each finger: its motor pulls both joints."""
    group = ET.SubElement(root, "tendon")
    for name in SIDES:
        for finger in FINGERS:
            made = ET.SubElement(group, "fixed", name=f"{name}_{finger}")
            ET.SubElement(made, "joint", joint=f"{name}_{finger}_1", coef="1")
            ET.SubElement(made, "joint", joint=f"{name}_{finger}_2", coef=text(COUPLING))


def exclusions(root: ET.Element, fingers: bool) -> None:
    """Exclude collisions of neighbours whose shapes overlap; MuJoCo itself excludes those with a joint between them."""
    group = ET.SubElement(root, "contact")
    pairs = [("pelvis", "waist"), ("pelvis", "chest"), ("chest", "head"), ("waist", "neck")]
    for name in SIDES:
        near = [("chest", "upper_roll"), ("shoulder", "upper_arm"), ("upper_roll", "forearm"), ("forearm", "wrist")]
        near += [("lower_forearm", "hand"), ("forearm", "hand")]
        if fingers:
            near += [(arm, f"thumb_{number}") for arm in ("lower_forearm", "wrist") for number in (1, 2)]
            row = ("index", "middle", "ring")
            near += [(f"{a}_{i}", f"{b}_{j}") for a, b in pairwise(row) for i in (1, 2) for j in (1, 2)]
        pairs += [tuple(part if part == "chest" else f"{name}_{part}" for part in pair) for pair in near]
    for first, second in pairs:
        ET.SubElement(group, "exclude", body1=first, body2=second)
