"""Trees: several effectors on one base are the chains of each; coordinates, ranges, random configurations."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import KinematicsError
from pult.geometry.pose import pose
from pult.robot.chain import Chain
from pult.robot.model import Frame, Joint, Mimic, Model
from pult.robot.tree import Tree
from tests.robot.lab import assert_jacobian_is_the_derivative_of_the_pose, axes, moved, poses, values_of

CLOSE = {"rtol": 0, "atol": 2e-14}  # products of up to 9 poses of size 1


@st.composite
def robots(draw):
    """Frames of a random tree in any order, f0 to f7 with joints and t0 to t7 fixed to them; some slide, some mimic."""
    count = draw(st.integers(3, 8))
    frames = [Frame("f0", None, np.eye(4))]
    for number in range(1, count):
        joint = None
        if number == 1 or draw(st.integers(0, 3)):
            follows = (
                Mimic("j1", draw(st.sampled_from([-1.0, 0.5])), 0.2)
                if number > 1 and not draw(st.integers(0, 4))
                else None
            )
            kind = draw(st.sampled_from(["revolute", "revolute", "prismatic"]))
            joint = Joint(f"j{number}", kind, draw(axes), mimic=follows, reference=draw(st.sampled_from([0.0, 0.3])))
        frames.append(Frame(f"f{number}", f"f{draw(st.integers(0, number - 1))}", draw(poses), joint))
    # effectors off every axis by an odd length: none can be a chain of zero length
    tips = [Frame(f"t{number}", f"f{number}", pose([0.1234567, -0.2345678, 0.3456789])) for number in range(count)]
    return draw(st.permutations([*frames, *tips]))


def world_poses(frames, coordinates):
    """Pose of every frame in the root, by the definition of frames and joints."""
    by_name = {frame.name: frame for frame in frames}
    values = values_of([f.joint for f in frames if f.joint is not None], coordinates)

    def placed(frame):
        if frame.parent is None:
            return np.eye(4)
        T = placed(by_name[frame.parent]) @ frame.pose
        return T if frame.joint is None else T @ moved(frame.joint, values[frame.joint.name])

    return {frame.name: placed(frame) for frame in frames}


def moving_tips(frames, base):
    """The tips with a joint between them and the base. There is always one: joint 1 is in between 0 and 1."""
    model = Model("robot", frames)
    up = set(model.ancestors(base))
    tips = [frame.name for frame in frames if frame.name[0] == "t"]
    return [t for t in tips if any(model.frames[f].joint is not None for f in up ^ set(model.ancestors(t)))]


@given(robots(), st.data())
def test_a_tree_from_any_frame_is_where_its_frames_say(frames, data):
    names = [frame.name for frame in frames]
    base = data.draw(st.sampled_from(names))
    others = data.draw(st.lists(st.sampled_from([n for n in names if n[0] == "t"]), max_size=3))
    effectors = [data.draw(st.sampled_from(moving_tips(frames, base))), *others]
    tree = Tree.from_frames(frames, effectors, base)
    q = np.random.default_rng(len(frames)).uniform(-2.0, 2.0, size=tree.n)
    free = {f.joint.name: 0.7 for f in frames if f.joint is not None and f.joint.mimic is None}
    world = world_poses(frames, free | dict(zip(tree.names, q, strict=True)))
    expected = np.array([np.linalg.inv(world[base]) @ world[effector] for effector in effectors])
    np.testing.assert_allclose(tree.forward(q), expected, rtol=0, atol=1e-13)
    for number in range(len(effectors)):
        assert_jacobian_is_the_derivative_of_the_pose(tree, q, number)


@given(robots(), st.data())
@settings(max_examples=50)
def test_a_tree_is_the_chains_of_its_effectors(frames, data):
    base = data.draw(st.sampled_from([frame.name for frame in frames]))
    tips = moving_tips(frames, base)
    effectors = data.draw(st.lists(st.sampled_from(tips), min_size=1, max_size=4, unique=True))
    tree = Tree.from_frames(frames, effectors, base)
    q = np.random.default_rng(len(frames)).uniform(-2.0, 2.0, size=tree.n)
    T, J = tree.forward(q), tree.jacobian(q)
    assert T.shape == (len(effectors), 4, 4)
    assert J.shape == (len(effectors), 6, tree.n)
    moving = set()
    for number, effector in enumerate(effectors):
        chain = tree.chain(effector)
        assert type(chain) is Chain
        assert (chain.effector, chain.base) == (effector, base)
        columns = [tree.names.index(name) for name in chain.names]
        moving |= set(columns)
        np.testing.assert_array_equal(chain.forward(q[columns]), T[number])
        np.testing.assert_array_equal(chain.jacobian(q[columns]), J[number][:, columns])
        assert not np.delete(J[number], columns, axis=1).any()
    assert moving == set(range(tree.n))


# --- a body with two arms -----------------------------------------------------------------------------------


def body(**limits):
    """Two arms of two joints on a spine that turns; the left hand has a slide."""
    joints = {name: Joint(name, **limits.get(name, {})) for name in ("spine", "left1", "left2", "right1", "right2")}
    slide = Joint("slide", "prismatic", (1.0, 0.0, 0.0), **limits.get("slide", {}))
    return [
        Frame("ground", None, np.eye(4)),
        Frame("chest", "ground", pose([0, 0, 1.0]), joints["spine"]),
        Frame("left", "chest", pose([0, 0.3, 0]), joints["left1"]),
        Frame("left fore", "left", pose([0.4, 0, 0]), joints["left2"]),
        Frame("left hand", "left fore", pose([0.3, 0, 0]), slide),
        Frame("right", "chest", pose([0, -0.3, 0]), joints["right1"]),
        Frame("right fore", "right", pose([0.4, 0, 0]), joints["right2"]),
        Frame("right hand", "right fore", pose([0.3, 0, 0])),
        Frame("badge", "ground", pose([0, 0, 0.5])),
    ]


HANDS = ["left hand", "right hand"]


def test_coordinates_come_in_the_order_in_which_the_effectors_need_them():
    tree = Tree.from_frames(body(), HANDS)
    assert tree.names == ("spine", "left1", "left2", "slide", "right1", "right2")
    assert tree.joints == tree.names
    assert tree.slides.tolist() == [0, 0, 0, 1, 0, 0]
    assert tree.base == "ground"
    assert tree.effectors == ("left hand", "right hand")
    assert repr(tree) == "<Tree of frames: ground to left hand, right hand, 6 coordinates>"
    assert tree.chain("right hand").names == ("spine", "right1", "right2")
    assert Tree.from_frames(body(), HANDS[::-1]).names == ("spine", "right1", "right2", "left1", "left2", "slide")


def test_hand_to_hand_does_not_need_the_spine():
    chain = Tree.from_frames(body(), ["left hand"], "right hand")
    assert chain.names == ("right2", "right1", "left1", "left2", "slide")
    # both arms forward: the left hand is 0.6 m to the left of the right one, and its slide moves it ahead
    np.testing.assert_allclose(chain.forward([0, 0, 0, 0, 0.1])[0], pose([0.1, 0.6, 0]), rtol=0, atol=1e-15)
    # turning the elbow of the right arm by a turns everything else by -a about it
    found = chain.forward([0.5, 0, 0, 0, 0])[0]
    expected = pose([-0.3, 0, 0]) @ pose((0, 0, 0), [0, 0, -0.5]) @ pose([0.3, 0.6, 0])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15)


def test_an_effector_that_does_not_move_stands_still_beside_those_that_do():
    tree = Tree.from_frames(body(), ["badge", "left hand", "ground"])
    q = np.ones(tree.n)
    np.testing.assert_array_equal(tree.forward(q)[0], pose([0, 0, 0.5]))
    np.testing.assert_array_equal(tree.forward(q)[2], np.eye(4))
    assert not tree.jacobian(q)[[0, 2]].any()
    assert tree.jacobian(q)[1].any()


def test_the_same_effector_twice_is_twice_the_same():
    tree = Tree.from_frames(body(), ["left hand", "left hand"])
    T = tree.forward(np.ones(tree.n))
    np.testing.assert_array_equal(T[0], T[1])


def test_frames_are_those_of_the_joints():
    tree = Tree.from_frames(body(), HANDS)
    q = np.random.default_rng(1).uniform(-1.0, 1.0, size=tree.n)
    world = world_poses(body(), dict(zip(tree.names, q, strict=True)))
    order = ["chest", "left", "left fore", "left hand", "right", "right fore"]
    np.testing.assert_allclose(tree.frames(q), [world[name] for name in order], **CLOSE)


def test_frames_seen_from_a_hand_are_those_the_joints_carry():
    tree = Tree.from_frames(body(), ["left hand"], "right hand")
    q = np.random.default_rng(2).uniform(-1.0, 1.0, size=tree.n)
    world = world_poses(body(), {"spine": 0.3} | dict(zip(tree.names, q, strict=True)))
    # upwards, a joint carries the parent of its frame
    order = ["right", "chest", "left", "left fore", "left hand"]
    expected = [np.linalg.inv(world["right hand"]) @ world[name] for name in order]
    np.testing.assert_allclose(tree.frames(q), expected, **CLOSE)


def test_many_configurations_of_a_tree_are_the_same_bits_as_one_by_one():
    tree = Tree.from_frames(body(), HANDS)
    qs = tree.random(5, count=7)
    together = tree.forward_many(qs)
    assert together.shape == (7, 2, 4, 4)
    for q, found in zip(qs, together, strict=True):
        np.testing.assert_array_equal(tree.forward(q), found)


# --- limits, ranges, random configurations ------------------------------------------------------------------


def test_ranges_are_the_limits_and_where_there_is_none_a_turn_or_the_reach():
    limits = {
        "spine": {"lower": -1.0, "upper": 3.0},
        "left1": {"lower": 0.5},
        "left2": {"upper": 0.5},
        "right1": {"lower": 0.2, "upper": 0.2},
    }
    tree = Tree.from_frames(body(**limits), HANDS)
    reach = 0.3 + 0.4 + 0.3 + 1.0  # a slide without limits counts 1 m
    assert tree.reach == pytest.approx(reach, abs=1e-15)
    pi = math.pi
    low, high = tree.ranges
    np.testing.assert_allclose(low, [-1.0, 0.5, 0.5 - 2 * pi, -reach, 0.2, -pi], rtol=0, atol=1e-15)
    np.testing.assert_allclose(high, [3.0, 0.5 + 2 * pi, 0.5, reach, 0.2, pi], rtol=0, atol=1e-15)
    np.testing.assert_allclose(tree.centre, [1.0, 0.5 + pi, 0.5 - pi, 0.0, 0.2, 0.0], rtol=0, atol=2e-15)
    np.testing.assert_allclose(tree.damping, [1.0, 1.0, 1.0, 1.0 / reach**2, 1.0, 1.0], rtol=1e-15)
    assert tree.lower.tolist() == [-1.0, 0.5, -math.inf, -math.inf, 0.2, -math.inf]


def test_no_configuration_takes_an_effector_further_than_the_reach():
    limits = {"slide": {"lower": -0.2, "upper": 0.5}}
    tree = Tree.from_frames(body(**limits), HANDS)
    assert tree.reach == pytest.approx(0.3 + 0.4 + 0.3 + 0.5, abs=1e-15)
    far = np.linalg.norm(tree.forward_many(tree.random(0, count=200))[:, :, :3, 3] - [0, 0, 1.0], axis=-1)
    assert far.max() <= tree.reach
    assert far.max() > 0.9 * tree.reach


def test_random_configurations_are_inside_the_limits_and_repeat_with_their_seed():
    limits = {"spine": {"lower": -1.0, "upper": 3.0}, "slide": {"lower": 0.1, "upper": 0.2}}
    tree = Tree.from_frames(body(**limits), HANDS)
    qs = tree.random(3, count=500)
    assert qs.shape == (500, 6)
    assert tree.random(3).shape == (6,)
    assert ((qs >= tree.ranges[0]) & (qs <= tree.ranges[1])).all()
    np.testing.assert_allclose(qs.mean(axis=0), tree.centre, rtol=0, atol=0.4)  # 3 deviations of a mean of 500: 0.25
    np.testing.assert_array_equal(qs, tree.random(3, count=500))
    generator = np.random.default_rng(3)
    np.testing.assert_array_equal(qs, tree.random(generator, count=500))
    assert (tree.random(generator, count=500) != qs).any()


def test_clamp_gives_the_nearest_configuration_inside_the_limits():
    limits = {"spine": {"lower": -1.0, "upper": 3.0}, "left1": {"upper": 0.5}}
    tree = Tree.from_frames(body(**limits), HANDS)
    assert tree.clamp([-2.0, 9.0, 99.0, -7.0, 0.0, 1.0]).tolist() == [-1.0, 0.5, 99.0, -7.0, 0.0, 1.0]


def test_distances_to_the_limits_are_negative_outside_and_infinite_without():
    limits = {"spine": {"lower": -1.0, "upper": 3.0}, "left1": {"upper": 0.5}}
    tree = Tree.from_frames(body(**limits), HANDS)
    found = tree.limit_distances([0.5, 1.0, 0.0, 0.0, 0.0, 0.0])
    assert found.shape == (6, 2)
    assert found[0].tolist() == [1.5, 2.5]
    assert found[1].tolist() == [math.inf, -0.5]
    assert (found[2:] == math.inf).all()


def test_a_base_whose_name_begins_like_that_of_a_body_keeps_it():
    frames = [
        Frame("body:a", None, np.eye(4)),
        Frame("b", "body:a", np.eye(4), Joint("j")),
        Frame("c", "b", pose([1, 0, 0])),
    ]
    tree = Tree.from_frames(frames, ["c"])
    np.testing.assert_array_equal(tree.chain("c").forward([0.5]), tree.forward([0.5])[0])


def test_changing_the_frames_a_tree_was_made_of_does_not_change_it():
    frames = body()
    tree = Tree.from_frames(frames, HANDS)
    before = tree.chain("left hand").forward(np.ones(4))
    frames[4].pose[0, 3] = 9.0
    np.testing.assert_array_equal(tree.chain("left hand").forward(np.ones(4)), before)


def test_a_tree_asked_for_the_chain_of_another_effector_says_which_it_has():
    tree = Tree.from_frames(body(), HANDS)
    with pytest.raises(KinematicsError) as caught:
        tree.chain("left hnd")
    assert str(caught.value) == (
        "frames: unknown effector 'left hnd'. Did you mean 'left hand'? Allowed: 'left hand', 'right hand'."
    )
