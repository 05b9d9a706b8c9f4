"""What the tests of robots share: the derivative of a pose, products of transforms, chains at random."""

import math
from importlib import metadata
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pult.geometry.pose import pose
from pult.robot.chain import Chain
from pult.robot.model import Joint, Mimic

STEP = 1e-3


def derivative(function, q):
    """Derivative by each coordinate, by differences of fourth order. Shape (n, ...)."""
    found = []
    for step in STEP * np.eye(len(q)):
        near, far = function(q + step) - function(q - step), function(q + 2.0 * step) - function(q - 2.0 * step)
        found.append((8.0 * near - far) / (12.0 * STEP))
    return np.array(found)


def assert_jacobian_is_the_derivative_of_the_pose(tree, q, number=0):
    """(v, w) = J q' with v = p' and w that of R' R^T, for the pose and the Jacobian of one effector of a tree."""

    def forward(q):
        return tree.forward(q).reshape(-1, 4, 4)[number]

    q = np.array(q, dtype=np.float64)
    rate = derivative(forward, q)  # (n, 4, 4)
    spin = rate[:, :3, :3] @ forward(q)[:3, :3].T
    turning = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=0)
    found = tree.jacobian(q).reshape(-1, 6, len(q))[number]
    # differences of fourth order are off by STEP^4/30 times the fifth derivative: at most the reach times the fifth power
    # of all ratios together; and by roundings over STEP
    ratios = max(np.bincount(tree.arrays.links[:, 2].astype(int), weights=np.abs(tree.arrays.links[:, 3])))
    off = STEP**4 / 30.0 * max(ratios, 1.0) ** 5 + 1e-14 / STEP
    size = max(1.0, tree.reach + np.linalg.norm(forward(q)[:3, 3]))
    np.testing.assert_allclose(spin, -spin.transpose(0, 2, 1), rtol=0, atol=4.0 * off)  # the rotation stays one
    np.testing.assert_allclose(found[3:], turning, rtol=0, atol=4.0 * off)
    np.testing.assert_allclose(found[:3], rate[:, :3, 3].T, rtol=0, atol=off * size)


def moved(joint, value):
    """What a joint at a value adds behind its placement. Shape (4, 4)."""
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    travel = (value - joint.reference) * axis
    return pose(travel) if joint.kind == "prismatic" else pose((0, 0, 0), Rotation.from_rotvec(travel).as_matrix())


def values_of(joints, coordinates):
    """Value of every joint, those that mimic others after them. `coordinates`: name to value."""

    def value(joint):
        if joint.mimic is None:
            return coordinates[joint.name]
        return joint.mimic.ratio * value(by_name[joint.mimic.joint]) + joint.mimic.offset

    by_name = {joint.name: joint for joint in joints}
    return {joint.name: value(joint) for joint in joints}


def product_of_transforms(placed, coordinates):
    """Poses of the joints' frames, each the product of all placements and moves before it. Shape (m, 4, 4)."""
    values = values_of([joint for joint, _ in placed], coordinates)
    T, found = np.eye(4), []
    for joint, placement in placed:
        T = T @ placement @ moved(joint, values[joint.name])
        found.append(T)
    return np.array(found)


# --- chains at random ---------------------------------------------------------------------------------------

_numbers = st.floats(-1.0, 1.0).map(lambda x: round(x, 3))
_triples = st.tuples(_numbers, _numbers, _numbers)
poses = st.builds(lambda p, rpy: pose(p, [math.pi * x for x in rpy]), _triples, _triples)
axes = _triples.filter(lambda a: np.linalg.norm(a) > 0.1)


@st.composite
def placed_joints(draw, most=7):
    """Joints with random axes, kinds, references, some of which mimic ones before or after them."""
    count = draw(st.integers(1, most))
    leader = draw(st.integers(0, count - 1))
    found = []
    for number in range(count):
        follows = None
        if number != leader and draw(st.integers(0, 3)) == 0:
            ratio = draw(st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 2.0]))
            follows = Mimic(f"j{leader}", ratio, draw(_numbers))
        kind = draw(st.sampled_from(["revolute", "revolute", "prismatic"]))
        joint = Joint(f"j{number}", kind, draw(axes), mimic=follows, reference=draw(_numbers))
        found.append((joint, draw(poses)))
    return found


def chain_of(placed, **others):
    """A chain with an effector that cannot lie on the last axis by chance alone."""
    return Chain.from_joints(placed, **({"tool": pose([0.3, -0.2, 0.5], [0.1, 0.2, 0.3])} | others))


# --- robots of example-robot-data ---------------------------------------------------------------------------


def robot_files():
    """URDF files of the package `example-robot-data`, by name without ending; of two of a name, the first."""
    found = {}
    for file in metadata.files("example-robot-data") or []:
        if str(file).endswith(".urdf"):
            found.setdefault(Path(str(file)).stem, Path(str(file.locate())).resolve())
    return found
