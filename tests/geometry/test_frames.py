"""Trees of frames: any two are converted, paths compose, and a hand-over between rooms moves nothing."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from pult.core.errors import KinematicsError
from pult.geometry.frames import FrameTree, Motion, floor_pose, rooms
from pult.geometry.pose import pose


@st.composite
def trees(draw):
    """A random tree of eight frames, moved by three joints."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    tree = FrameTree("f0")
    for number in range(1, 8):
        parent = f"f{rng.integers(number)}"
        motion = Motion(f"j{rng.integers(3)}", tuple(rng.normal(size=3)), ("hinge", "slide")[rng.integers(2)])
        T = pose(rng.normal(size=3), Rotation.random(rng=rng).as_matrix())
        tree = tree.add(f"f{number}", parent, T, motion if rng.random() < 0.6 else ())
    return tree, {f"j{n}": float(rng.normal()) for n in range(3)}


@given(trees())
def test_there_and_back_is_the_identity_and_paths_compose(made):
    tree, joints = made
    for a, b in itertools.combinations(tree.names, 2):
        np.testing.assert_allclose(tree.pose(a, b, joints) @ tree.pose(b, a, joints), np.eye(4), rtol=0, atol=1e-13)
    for a, b, c in itertools.permutations(tree.names[:5], 3):
        np.testing.assert_allclose(
            tree.pose(a, b, joints) @ tree.pose(b, c, joints), tree.pose(a, c, joints), rtol=0, atol=1e-13
        )


@given(trees(), st.integers(0, 2**32 - 1))
def test_points_and_directions_are_converted_as_poses_are(made, seed):
    tree, joints = made
    p, q = np.random.default_rng(seed).normal(size=(2, 3))
    for a, b in itertools.permutations(tree.names[::2], 2):
        T = tree.pose(b, a, joints)
        np.testing.assert_allclose(tree.point(p, a, b, joints), T[:3, :3] @ p + T[:3, 3], rtol=0, atol=1e-14)
        moved = tree.point([p, q], a, b, joints)
        np.testing.assert_allclose(moved[1] - moved[0], tree.direction(q - p, a, b, joints), rtol=0, atol=1e-13)
        np.testing.assert_allclose(tree.point(tree.point(p, a, b, joints), b, a, joints), p, rtol=0, atol=1e-13)


def test_only_the_joints_between_two_frames_are_asked_for():
    tree = FrameTree("base").add("link", "base", motions=Motion("hinge", (0, 0, 1))).add("tool", "link", pose((1, 0, 0)))
    np.testing.assert_array_equal(tree.point([0, 0, 0], "tool", "link"), [1, 0, 0])
    with pytest.raises(KinematicsError, match="frame 'link' is moved by joint 'hinge', whose position is not given"):
        tree.pose("base", "tool")
    np.testing.assert_allclose(tree.point([0, 0, 0], "tool", "base", {"hinge": math.pi / 2}), [0, 1, 0], atol=1e-15)
    assert tree.joints == ("hinge",)


def test_motions_of_one_frame_follow_each_other():
    drive = (Motion("x", (1, 0, 0), "slide"), Motion("y", (0, 2, 0), "slide"), Motion("heading", (0, 0, 1)))
    tree = FrameTree("floor").add("base", "floor", motions=drive)
    np.testing.assert_allclose(tree.pose("floor", "base", {"x": 1, "y": 2, "heading": 0.3}), floor_pose(1, 2, 0.3), atol=1e-15)


def test_what_is_no_frame_is_refused_with_words():
    tree = FrameTree("base").add("link", "base")
    with pytest.raises(KinematicsError, match=r"there is no frame 'lnik'\. Did you mean 'link'\?"):
        tree.pose("base", "lnik")
    with pytest.raises(KinematicsError, match="there is a frame 'link' already"):
        tree.add("link", "base")
    with pytest.raises(KinematicsError, match="the rotation of frame 'tool' is no rotation matrix"):
        tree.add("tool", "link", 2.0 * np.eye(4) - np.diag([0, 0, 0, 1.0]))
    with pytest.raises(KinematicsError, match="'link' is below 'base', which therefore cannot be put below it"):
        tree.reparent("base", "link")
    with pytest.raises(KinematicsError, match="'base' is the root; it has no pose of its own"):
        tree.place("base", np.eye(4))
    with pytest.raises(KinematicsError, match="point must have 3 numbers along its last axis"):
        tree.point([1, 2], "link", "base")


@given(trees())
def test_a_hand_over_moves_nothing(made):
    _, joints = made
    room = FrameTree("room").add("hall", "room", floor_pose(3, 1, 0.4))
    whole = room.add("robot", "room", floor_pose(1, -2, 1.0), Motion("j0", (0, 0, 1))).add("hand", "robot", pose((1, 2, 3)))
    handed = whole.reparent("robot", "hall", joints)
    assert handed.node("robot").parent == "hall"
    for frame in whole.names:
        np.testing.assert_allclose(handed.pose("room", frame, joints), whole.pose("room", frame, joints), rtol=0, atol=1e-14)
    with pytest.raises(KinematicsError, match="'hand' is below 'robot', which therefore cannot be put below it"):
        whole.reparent("robot", "hand", joints)
    back = handed.reparent("robot", "room", joints)
    np.testing.assert_allclose(back.node("robot").at_rest, whole.node("robot").at_rest, rtol=0, atol=1e-14)


def test_rooms_are_joined_by_links_in_any_order_and_loops_must_close():
    T_hall_lab, T_hall_store = floor_pose(4, 0, math.pi / 2), floor_pose(0, 5, 0.0)
    tree = rooms("hall", {("hall", "lab"): T_hall_lab, ("store", "hall"): np.linalg.inv(T_hall_store)})
    np.testing.assert_allclose(tree.pose("hall", "store"), T_hall_store, atol=1e-15)
    np.testing.assert_allclose(tree.point([1, 0, 0], "lab", "hall"), [4, 1, 0], atol=1e-15)
    closing = np.linalg.inv(T_hall_lab) @ T_hall_store
    links = {("hall", "lab"): T_hall_lab, ("hall", "store"): T_hall_store, ("lab", "store"): closing}
    assert set(rooms("hall", links).names) == {"hall", "lab", "store"}
    links["lab", "store"] = closing @ floor_pose(0.1, 0, 0)
    with pytest.raises(KinematicsError, match=r"the link from room 'lab' to 'store' contradicts the others by 0\.1\."):
        rooms("hall", links)
    with pytest.raises(KinematicsError, match="no links lead from room 'hall' to 'cellar'"):
        rooms("hall", {("cellar", "well"): np.eye(4)})
