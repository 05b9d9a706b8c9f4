"""Arms that the tests of inverse kinematics move, and their kinematics once more, by plain products of matrices."""

import math
from functools import cache

import numpy as np
from scipy.spatial.transform import Rotation

from pult.geometry.pose import pose
from pult.robot.chain import Chain
from pult.robot.model import Frame, Joint, Mimic
from pult.robot.tree import Tree

PI = math.pi


def planar(lengths, lower=-math.inf, upper=math.inf):
    """Turning joints about z, links along x; limits one for all or one each [rad]."""
    low, high = np.broadcast_to(lower, len(lengths)), np.broadcast_to(upper, len(lengths))
    rows = zip(lengths, low.tolist(), high.tolist(), strict=True)
    return Chain.from_dh(
        [{"a": a, "alpha": 0.0, "d": 0.0, "lower": u, "upper": v} for a, u, v in rows], "standard", name="planar"
    )


def _table(rows, limits, convention, name, tool=None):
    keys = ("a", "alpha", "d", "theta")
    given = [dict(zip(keys, row, strict=True), lower=u, upper=v) for row, (u, v) in zip(rows, limits, strict=True)]
    return Chain.from_dh(given, convention, name=name, tool=tool)


@cache
def panda():
    """Franka Emika Panda to its flange. Parameters and limits: Franka Control Interface documentation (Craig's DH)."""
    rows = [
        (0.0, 0.0, 0.333, 0.0),
        (0.0, -PI / 2, 0.0, 0.0),
        (0.0, PI / 2, 0.316, 0.0),
        (0.0825, PI / 2, 0.0, 0.0),
        (-0.0825, -PI / 2, 0.384, 0.0),
        (0.0, PI / 2, 0.0, 0.0),
        (0.088, PI / 2, 0.0, 0.0),
    ]
    wide = (-2.8973, 2.8973)
    limits = [wide, (-1.7628, 1.7628), wide, (-3.0718, -0.0698), wide, (-0.0175, 3.7525), wide]
    return _table(rows, limits, "modified", "panda", tool=pose((0.0, 0.0, 0.107)))


@cache
def ur5(turns=2.0):
    """Universal Robots UR5. Parameters: the maker's table; its joints make two full turns, often set to one."""
    rows = [
        (0.0, PI / 2, 0.089159, 0.0),
        (-0.425, 0.0, 0.0, 0.0),
        (-0.39225, 0.0, 0.0, 0.0),
        (0.0, PI / 2, 0.10915, 0.0),
        (0.0, -PI / 2, 0.09465, 0.0),
        (0.0, 0.0, 0.0823, 0.0),
    ]
    return _table(rows, [(-turns * PI, turns * PI)] * 6, "standard", "ur5")


@cache
def puma560():
    """PUMA 560. Parameters and limits: P. I. Corke, B. Armstrong-Helouvry, Proc. IEEE ICRA 1994, 1608-1613."""
    rows = [
        (0.0, PI / 2, 0.0, 0.0),
        (0.4318, 0.0, 0.0, 0.0),
        (0.0203, -PI / 2, 0.15005, 0.0),
        (0.0, PI / 2, 0.4318, 0.0),
        (0.0, -PI / 2, 0.0, 0.0),
        (0.0, 0.0, 0.0, 0.0),
    ]
    limits = [(-160, 160), (-45, 225), (-225, 45), (-110, 170), (-100, 100), (-266, 266)]
    return _table(rows, np.radians(limits).tolist(), "standard", "puma560")


def _chain(joints, tool, name):
    """Joints given as (name, kind, axis, lower, upper, offset from the one before [m])."""
    made = [(Joint(n, kind, axis, low, high), pose(at)) for n, kind, axis, low, high, at in joints]
    return Chain.from_joints(made, tool=pose(tool), name=name)


X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
_SHOULDER = [
    ("flexion", "revolute", Y, -3.0, 0.9, (0.0, -0.2, 0.0)),
    ("abduction", "revolute", X, -2.6, 0.6, (0.0, 0.0, 0.0)),
    ("rotation", "revolute", Z, -1.4, 1.2, (0.0, 0.0, 0.0)),
    ("elbow", "revolute", Y, -2.5, 0.0, (0.0, 0.0, -0.3)),
]
_WRIST = [
    ("forearm", "revolute", Z, -1.4, 1.4, (0.0, 0.0, -0.26)),
    ("deviation", "revolute", X, -0.5, 0.35, (0.0, 0.0, 0.0)),
    ("wrist", "revolute", Y, -1.2, 1.2, (0.0, 0.0, 0.0)),
]


@cache
def human_arm():
    """A human right arm, hanging down: 3 joints of the shoulder, 1 of the elbow, 3 of the wrist.

    Ranges are about those of I. A. Kapandji, The Physiology of the Joints, vol. 1.
    """
    return _chain(_SHOULDER + _WRIST, (0.0, 0.0, -0.08), "human arm")


@cache
def stanford():
    """The Stanford arm: two turning joints, one that slides, a wrist. Offsets: R. P. Paul, Robot Manipulators, 1981."""
    rows = [
        {"a": 0.0, "alpha": -PI / 2, "d": 0.412, "lower": -2.9, "upper": 2.9},
        {"a": 0.0, "alpha": PI / 2, "d": 0.154, "lower": -2.9, "upper": 2.9},
        {"a": 0.0, "alpha": 0.0, "theta": -PI / 2, "joint": "prismatic", "lower": 0.3, "upper": 1.3},
        {"a": 0.0, "alpha": -PI / 2, "d": 0.0, "lower": -2.9, "upper": 2.9},
        {"a": 0.0, "alpha": PI / 2, "d": 0.0, "lower": -1.6, "upper": 1.6},
        {"a": 0.0, "alpha": 0.0, "d": 0.263, "lower": -2.9, "upper": 2.9},
    ]
    return Chain.from_dh(rows, "standard", name="stanford")


@cache
def gantry():
    """Three slides and a wrist of three joints."""
    slides = [(n, "prismatic", axis, 0.0, 2.0, (0.0, 0.0, 0.0)) for n, axis in (("x", X), ("y", Y), ("z", Z))]
    wrist = [
        ("roll", "revolute", Z, -3.0, 3.0, (0.0, 0.0, 0.0)),
        ("pitch", "revolute", Y, -2.0, 2.0, (0.0, 0.0, -0.1)),
        ("spin", "revolute", Z, -3.0, 3.0, (0.0, 0.0, -0.1)),
    ]
    return _chain(slides + wrist, (0.0, 0.0, -0.15), "gantry")


@cache
def finger():
    """A finger whose last joint follows the one before, and whose base slides: three coordinates for four joints."""
    joints = [
        (Joint("slide", "prismatic", X, 0.0, 0.5), pose()),
        (Joint("spread", "revolute", Z, -1.0, 1.0), pose((0.0, 0.0, 0.1))),
        (Joint("knuckle", "revolute", Y, -0.3, 1.6), pose((0.1, 0.0, 0.0))),
        (Joint("tip", "revolute", Y, -0.3, 1.2, Mimic("knuckle", 0.7, 0.05)), pose((0.3, 0.0, 0.0))),
    ]
    return Chain.from_joints(joints, tool=pose((0.25, 0.0, 0.0)), name="finger")


@cache
def telescope():
    """A sliding joint that drives two stages and a turning joint that two others follow, one of them backwards."""
    joints = [
        (Joint("turn", "revolute", Z, -2.5, 2.5), pose()),
        (Joint("stage1", "prismatic", X, 0.0, 0.6), pose((0.2, 0.0, 0.0))),
        (Joint("stage2", "prismatic", X, 0.0, 0.4, Mimic("stage1", 0.5)), pose((0.1, 0.0, 0.0))),
        (Joint("bend", "revolute", Y, -1.2, 1.2), pose((0.1, 0.0, 0.0))),
        (Joint("level", "revolute", Y, -1.5, 1.5, Mimic("bend", -1.0)), pose((0.3, 0.0, 0.0))),
        (Joint("spin", "revolute", X, -3.0, 3.0), pose((0.1, 0.0, 0.0))),
    ]
    return Chain.from_joints(joints, tool=pose((0.1, 0.05, 0.0)), name="telescope")


@cache
def unlimited():
    """Six joints without limits, no two axes parallel or meeting."""
    generator = np.random.default_rng(8)
    joints = []
    for k in range(6):
        axis = tuple(generator.normal(size=3).tolist())
        joints.append((Joint(f"joint{k}", "revolute", axis), pose(generator.uniform(-0.4, 0.4, size=3))))
    return Chain.from_joints(joints, tool=pose((0.1, 0.2, 0.3)), name="unlimited")


@cache
def torso():
    """Two arms of four joints on a torso that turns: a tree with nine coordinates and the effectors left and right."""
    frames = [
        Frame("base", None, np.eye(4)),
        Frame("torso", "base", pose((0.0, 0.0, 1.0)), Joint("torso", axis=Z, lower=-1.5, upper=1.5)),
    ]
    for name, side in (("left", 1.0), ("right", -1.0)):
        parent = "torso"
        steps = [
            ("flexion", Y, -3.0, 1.0, (0.0, side * 0.2, 0.4)),
            ("abduction", X, -1.8, 1.8, (0.0, 0.0, 0.0)),
            ("rotation", Z, -1.5, 1.5, (0.0, 0.0, 0.0)),
            ("elbow", Y, -2.4, 0.0, (0.0, 0.0, -0.3)),
        ]
        for joint, axis, low, high, at in steps:
            frames.append(
                Frame(f"{name}_{joint}", parent, pose(at), Joint(f"{name}_{joint}", "revolute", axis, low, high))
            )
            parent = f"{name}_{joint}"
        frames.append(Frame(name, parent, pose((0.0, 0.0, -0.3))))
    return Tree.from_frames(frames, ["left", "right"])


LIMITED_5R = (-2.0, -1.5, -1.5, -1.5, -1.0), (2.0, 1.0, 1.5, 1.5, 2.0)
ARMS = {
    "planar 2R": lambda: planar((1.0, 0.7)),
    "planar 3R": lambda: planar((1.0, 0.7, 0.4), -2.5, 2.5),
    "planar 5R": lambda: planar((0.5, 0.4, 0.3, 0.3, 0.2), *LIMITED_5R),
    "panda": panda,
    "ur5, one turn": lambda: ur5(1.0),
    "ur5, two turns": lambda: ur5(2.0),
    "puma 560": puma560,
    "human arm": human_arm,
    "stanford": stanford,
    "gantry": gantry,
    "finger": finger,
    "telescope": telescope,
    "unlimited": unlimited,
}
ARMS = {name: cache(make) for name, make in ARMS.items()}


# --- the same kinematics once more, by products of 4x4 matrices -----------------------------------------------


def motion(kind, value):
    """What a joint does to its frame: turn about z, or slide along z. Shape (4, 4)."""
    made = np.eye(4)
    if kind == 0.0:
        made[:2, :2] = [[math.cos(value), -math.sin(value)], [math.sin(value), math.cos(value)]]
    else:
        made[2, 3] = value
    return made


def matrix(row):
    """A pose from twelve numbers. Shape (4, 4)."""
    return np.vstack([np.reshape(row, (3, 4)), [0.0, 0.0, 0.0, 1.0]])


def forward(chain, q):
    """Poses of the joints of a chain, and of its effector. Shapes (m, 4, 4), (4, 4)."""
    frames = []
    for kind, parent, coordinate, ratio, offset, *placement in chain.arrays.links:
        before = frames[int(parent)] if parent >= 0 else np.eye(4)
        frames.append(before @ matrix(placement) @ motion(kind, ratio * q[int(coordinate)] + offset))
    carrier, *placement = chain.arrays.tips[0]
    return np.array(frames), frames[int(carrier)] @ matrix(placement)


def angle_between(one, two):
    """Angle between the orientations of two poses [rad]."""
    return float(Rotation.from_matrix(one[:3, :3].T @ two[:3, :3]).magnitude())


def distance_between(one, two):
    """Distance between the positions of two poses, or of a pose and a point [m]."""
    p, q = (np.asarray(x) if np.shape(x) == (3,) else np.asarray(x)[:3, 3] for x in (one, two))
    return float(np.linalg.norm(p - q))


def inside(chain, q):
    """Whether a configuration is inside the limits, to the last digit."""
    return bool(np.all(q >= chain.lower) and np.all(q <= chain.upper))
