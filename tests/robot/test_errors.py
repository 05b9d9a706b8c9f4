"""What cannot be a robot or a configuration is refused in words: what is wrong, where, and what is allowed."""

import math

import numpy as np
import pytest

from pult.core.errors import KinematicsError, PultError
from pult.geometry.pose import pose
from pult.motion.ik.solve import solve_ik
from pult.robot.chain import Chain
from pult.robot.model import Frame, Joint, Mimic, Model
from pult.robot.tree import Tree

HERE = np.eye(4)
OUT = pose([1, 0, 0])


def refusal(call, *arguments, **others):
    with pytest.raises(KinematicsError) as caught:
        call(*arguments, **others)
    assert isinstance(caught.value, PultError)
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


def made(*joints, **others):
    return Chain.from_joints([(joint, HERE) for joint in joints], **({"tool": OUT} | others))


ARM = [(Joint("shoulder", lower=-1.0, upper=2.0), HERE), (Joint("elbow"), OUT)]


# --- joints and frames made in code -------------------------------------------------------------------------


def test_a_chain_without_joints_is_refused():
    assert refusal(Chain.from_joints, []) == "joints: the chain is empty: it has no joints."
    assert refusal(Chain.from_joints, [], base=OUT, name="arm") == "arm: the chain is empty: it has no joints."


@pytest.mark.parametrize(
    ("joint", "message"),
    [
        (Joint("j", lower=1.0, upper=-0.5), "joint 'j' has inverted limits: lower 1 is above upper -0.5."),
        (
            Joint("j", axis=(0.0, 0.0, 0.0)),
            "joint 'j' has the axis [0.0, 0.0, 0.0]; an axis is 3 numbers, not all zero.",
        ),
        (Joint("j", axis=(1.0, 0.0)), "joint 'j' has the axis [1.0, 0.0]; an axis is 3 numbers, not all zero."),
        (
            Joint("j", axis=(1.0, math.nan, 0.0)),
            "joint 'j' has the axis (1.0, nan, 0.0); an axis is 3 numbers, not all zero.",
        ),
        (Joint("j", axis="z"), "joint 'j' has the axis \"z\"; an axis is 3 numbers, not all zero."),
        (Joint("j", axis=2.0), "joint 'j' has the axis 2.0; an axis is 3 numbers, not all zero."),
        (Joint("j", lower=math.nan), "joint 'j': limits and reference must be numbers."),
        (Joint("j", upper=math.nan), "joint 'j': limits and reference must be numbers."),
        (Joint("j", lower=math.inf), "joint 'j': limits and reference must be numbers."),
        (Joint("j", upper=-math.inf), "joint 'j': limits and reference must be numbers."),
        (Joint("j", reference=math.inf), "joint 'j': limits and reference must be numbers."),
        (
            Joint("j", kind="revolut"),
            "joint 'j' is 'revolut'. Did you mean 'revolute'? Allowed: 'prismatic', 'revolute'.",
        ),
    ],
)
def test_a_joint_that_cannot_be_is_refused(joint, message):
    assert refusal(made, joint) == message


def test_limits_that_meet_in_one_value_are_allowed():
    assert made(Joint("j", lower=0.5, upper=0.5)).centre.tolist() == [0.5]


def test_two_joints_of_one_name_are_refused():
    assert refusal(made, Joint("j"), Joint("j")) == "joints: two joints are called 'j'."


@pytest.mark.parametrize("base", [None, OUT])
def test_joints_that_only_turn_the_effector_make_a_chain_for_its_orientation(base):
    chain = Chain.from_joints([(Joint("a"), HERE), (Joint("b", axis=(1, 0, 0)), HERE)], base=base)
    assert chain.reach == 1.0  # m, for errors that have none
    place, turned = chain.forward([0.0, 0.0]), chain.forward([0.3, -0.7])
    assert np.array_equal(place[:3, 3], turned[:3, 3])
    found = solve_ik(chain, turned)
    assert found.reached
    np.testing.assert_allclose(chain.forward(found.q), turned, atol=2e-3)


def test_placements_that_are_no_poses_are_refused():
    why = "the placement of 'j' must be a 4x4 matrix, not an array of shape (3, 3)."
    assert refusal(Chain.from_joints, [(Joint("j"), np.eye(3))]) == why
    why = "the rotation of tool is no rotation matrix: it is 3 from orthonormal."
    assert refusal(made, Joint("j"), tool=np.diag([2.0, 2.0, 2.0, 1.0])) == why
    why = "the rotation of base is no rotation matrix: it is a mirror image (determinant -1)."
    assert refusal(made, Joint("j"), base=np.diag([-1.0, 1.0, 1.0, 1.0])) == why


def test_joints_that_follow_what_is_not_there_or_each_other_are_refused():
    assert refusal(made, Joint("left"), Joint("b", mimic=Mimic("lefd"))) == (
        "joints: joint 'b' mimics an unknown joint 'lefd'. Did you mean 'left'? Allowed: 'b', 'left'."
    )
    a, b, c = Joint("a", mimic=Mimic("b")), Joint("b", mimic=Mimic("c")), Joint("c", mimic=Mimic("a"))
    assert refusal(made, a, b, c) == "joints: joints mimic each other in a circle: a -> b -> c -> a."
    assert refusal(made, Joint("a", mimic=Mimic("a"))) == "joints: joints mimic each other in a circle: a -> a."
    assert refusal(made, Joint("a"), Joint("b", mimic=Mimic("a", math.nan))) == (
        "joints: joint 'b' mimics by ratio nan and offset 0."
    )


def test_a_follower_whose_limits_its_leader_never_meets_is_refused():
    follower = Joint("b", lower=5.0, upper=6.0, mimic=Mimic("a", 2.0))
    assert refusal(made, Joint("a", lower=-1.0, upper=1.0), follower) == (
        "joints: the limits of 'b' and of 'a', which it follows, have no value in common."
    )


def test_frames_that_make_no_tree_are_refused():
    root = Frame("root", None, HERE)
    assert refusal(Tree.from_frames, [], ["a"]) == "frames: there are no frames."
    assert refusal(Model, "robot", [root, Frame("root", None, HERE)]) == "robot: two frames are called 'root'."
    assert refusal(Model, "robot", [root, Frame("a", "roof", HERE)]) == (
        "robot: the parent of 'a' is unknown: 'roof'. Did you mean 'root'? Allowed: 'a', 'root'."
    )
    circle = [root, Frame("a", "c", HERE), Frame("b", "a", HERE), Frame("c", "b", HERE)]
    assert refusal(Model, "robot", circle) == "robot: the frames form a circle: a -> c -> b -> a."
    assert refusal(Model, "robot", [Frame("a", "a", HERE)]) == "robot: the frames form a circle: a -> a."
    assert refusal(Model, "robot", [root, Frame("a", "root", 2.0 * np.eye(4))]) == (
        "the last row of the pose of 'a' must be 0, 0, 0, 1, not [0.0, 0.0, 0.0, 2.0]."
    )


def test_effectors_and_bases_that_are_not_there_are_refused_with_a_guess():
    frames = [
        Frame("root", None, HERE),
        Frame("arm", "root", HERE, Joint("j")),
        Frame("hand", "arm", OUT),
        Frame("moon", None, HERE),
    ]
    allowed = "Allowed: 'arm', 'hand', 'moon', 'root'."
    assert (
        refusal(Tree.from_frames, frames, ["hnad"])
        == f"frames: unknown effector 'hnad'. Did you mean 'hand'? {allowed}"
    )
    assert (
        refusal(Tree.from_frames, frames, ["hand"], "rot")
        == f"frames: unknown base 'rot'. Did you mean 'root'? {allowed}"
    )
    assert refusal(Tree.from_frames, frames, ["quasar"]) == f"frames: unknown effector 'quasar'. {allowed}"
    assert refusal(Tree.from_frames, frames, []) == "frames: no effector is named. Frames: root, arm, hand, moon."
    assert refusal(Tree.from_frames, frames, ["root"]) == (
        "frames: the chain is empty: there is no joint between the base and 'root'."
    )
    assert refusal(Tree.from_frames, frames, ["hand", "arm"], "hand") == (
        "frames: the chain is empty: there is no joint between 'hand' and 'hand' and 'arm'."
    )
    assert refusal(Tree.from_frames, frames, ["moon"]) == "frames: 'moon' and the base 'root' are not connected."
    assert (
        refusal(Tree.from_frames, frames, ["hand"], "moon") == "frames: 'hand' and the base 'moon' are not connected."
    )


# --- configurations -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("q", "message"),
    [
        ([0.1], "q must be 2 numbers (shoulder, elbow), not an array of shape (1,)."),
        ([0.1, 0.2, 0.3], "q must be 2 numbers (shoulder, elbow), not an array of shape (3,)."),
        ([[0.1, 0.2]], "q must be 2 numbers (shoulder, elbow), not an array of shape (1, 2)."),
        (0.1, "q must be 2 numbers (shoulder, elbow), not an array of shape ()."),
        ([0.1, math.nan], "q must be finite, but holds nan at 1."),
        (np.array([0.1, math.nan]), "q must be finite, but holds nan at 1."),
        (np.array([math.inf, -math.inf]), "q must be finite, but holds inf at 0."),
        (np.array([-math.inf, 0.0]), "q must be finite, but holds -inf at 0."),
        ("home", 'q must be numbers, not "home".'),
        (["0.1", "0.2"], 'q must be numbers, not ["0.1", "0.2"].'),
        ([True, False], "q must be numbers, not [true, false]."),
        ({"shoulder": 1}, 'q must be numbers, not {"shoulder": 1}.'),
        ([0.1, [0.2]], "q must be numbers, not [0.1, [0.2]]."),
    ],
)
@pytest.mark.parametrize("name", ["forward", "frames", "jacobian", "limit_distances", "manipulability", "clamp"])
def test_what_is_no_configuration_is_refused(name, q, message):
    chain = Chain.from_joints(ARM, tool=OUT)
    assert refusal(getattr(chain, name), q) == message


def test_of_many_coordinates_the_first_are_named():
    chain = Chain.from_joints([(Joint(f"j{i}"), OUT) for i in range(9)])
    wanted = "q must be 9 numbers (j0, j1, j2, j3, j4, j5, j6, j7, ...), not an array of shape (2,)."
    assert refusal(chain.forward, [1, 2]) == wanted


def test_many_configurations_are_checked_like_one():
    chain = Chain.from_joints(ARM, tool=OUT)
    assert refusal(chain.forward_many, [1, 2]) == "qs must be a row of 2 numbers each, not an array of shape (2,)."
    assert (
        refusal(chain.forward_many, [[1, 2, 3]]) == "qs must be a row of 2 numbers each, not an array of shape (1, 3)."
    )
    assert refusal(chain.forward_many, [[1, 2], [3, math.nan]]) == "qs must be finite, but holds nan at 1, 1."
    assert refusal(chain.forward_many, "all") == 'qs must be numbers, not "all".'


def test_manipulability_is_of_the_position_or_of_the_pose():
    chain = Chain.from_joints(ARM, tool=OUT)
    assert refusal(chain.manipulability, [0, 0], "speed") == "manipulability is of 'position' or 'pose', not 'speed'."


# --- Denavit-Hartenberg tables ------------------------------------------------------------------------------

ROW = {"a": 1, "alpha": 0, "d": 0, "theta": 0}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "DH table: the chain is empty: the table has no rows."),
        ([(1, 0, 0)], "DH table, row 1: a row is (a, alpha, d, theta) or a mapping with these keys, not [1, 0, 0]."),
        ([ROW, "1234"], 'DH table, row 2: a row is (a, alpha, d, theta) or a mapping with these keys, not "1234".'),
        ([7], "DH table, row 1: a row is (a, alpha, d, theta) or a mapping with these keys, not 7."),
        ([(1, 0, 0, "x")], "DH table, row 1: 'theta' must be a number, not \"x\"."),
        ([(1, True, 0, 0)], "DH table, row 1: 'alpha' must be a number, not true."),
        ([(1, 0, None, 0)], "DH table, row 1: 'd' must be a number, not null."),
        ([(math.nan, 0, 0, 0)], "DH table, row 1: 'a' must be finite, not nan."),
        ([ROW, {**ROW, "d": math.inf}], "DH table, row 2: 'd' must be finite, not inf."),
        ([{"a": 1, "d": 0, "theta": 0}], "DH table, row 1: 'alpha' is missing; a row gives a, alpha, d and theta."),
        (
            [{"a": 1, "alpha": 0, "d": 0, "joint": "prismatic"}],
            "DH table, row 1: 'theta' is missing; a row gives a, alpha, d and theta.",
        ),
        (
            [{**ROW, "alpa": 0}],
            "DH table, row 1: unknown key 'alpa'. Did you mean 'alpha'? "
            "Allowed: 'a', 'alpha', 'd', 'joint', 'lower', 'name', 'theta', 'upper'.",
        ),
        (
            [{**ROW, "joint": "rotary"}],
            "joint 'joint1' is 'rotary'. Allowed: 'prismatic', 'revolute'.",
        ),
        ([{**ROW, "lower": 1, "upper": 0}], "joint 'joint1' has inverted limits: lower 1 is above upper 0."),
        ([{**ROW, "upper": math.nan}], "joint 'joint1': limits and reference must be numbers."),
        ([{**ROW, "name": "j"}, {**ROW, "name": "j"}], "DH table: two joints are called 'j'."),
    ],
)
def test_a_bad_table_is_refused(rows, message):
    for convention in ("standard", "modified"):
        assert refusal(Chain.from_dh, rows, convention, tool=OUT) == message


def test_the_convention_must_be_one_of_the_two():
    allowed = "Allowed: 'modified', 'standard'."
    assert refusal(Chain.from_dh, [ROW], "standart") == (
        f"DH table: the convention is 'standart'. Did you mean 'standard'? {allowed}"
    )
    assert refusal(Chain.from_dh, [ROW], "Craig", name="arm") == f"arm: the convention is 'Craig'. {allowed}"


# --- URDF ---------------------------------------------------------------------------------------------------


def urdf(joint='type="continuous"', inner="", parent="a", child="b", more=""):
    return (
        f'<robot name="r"><link name="a"/><link name="b"/><link name="tip"/>'
        f'<joint name="j" {joint}><parent link="{parent}"/><child link="{child}"/>{inner}</joint>'
        f'<joint name="end" type="fixed"><parent link="b"/><child link="tip"/><origin xyz="1 0 0"/></joint>{more}</robot>'
    )


LIMIT = '<limit lower="-1" upper="1"/>'
KINDS = "Allowed: 'continuous', 'fixed', 'floating', 'planar', 'prismatic', 'revolute'."


def test_the_urdf_of_these_tests_is_right():
    assert Chain.from_urdf(urdf(), "tip").names == ("j",)
    assert Chain.from_urdf(urdf('type="revolute"', LIMIT), "tip").upper.tolist() == [1.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<robot><link name='a'>", "URDF: not XML: no element found: line 1, column 22."),
        ("<robot>\n<link></robot>", "URDF: not XML: mismatched tag: line 2, column 8."),
        ("<mujoco/>", "URDF: the outermost element is <mujoco>; a URDF has <robot>."),
        ("<robot name='r'/>", "URDF: the robot has no links."),
        (urdf(parent="c"), "URDF: joint 'j': its parent is an unknown link 'c'. Allowed: 'a', 'b', 'tip'."),
        (
            urdf(child="tipp"),
            "URDF: joint 'j': its child is an unknown link 'tipp'. Did you mean 'tip'? Allowed: 'a', 'b', 'tip'.",
        ),
        (urdf().replace('<parent link="a"/>', ""), "URDF: joint 'j' has no parent link."),
        (urdf().replace('<child link="b"/>', "<child/>"), "URDF: joint 'j' has no child link."),
        (urdf('type="rotary"'), f"URDF: joint 'j' has the type 'rotary'. {KINDS}"),
        (urdf('type="Revolute"', LIMIT), f"URDF: joint 'j' has the type 'Revolute'. Did you mean 'revolute'? {KINDS}"),
        (urdf(""), f"URDF: joint 'j' has the type ''. {KINDS}"),
        (urdf('type="revolute"'), "URDF: joint 'j' is revolute and needs a <limit>."),
        (urdf('type="prismatic"'), "URDF: joint 'j' is prismatic and needs a <limit>."),
        (
            urdf('type="revolute"', '<limit lower="1" upper="-1"/>'),
            "joint 'j' has inverted limits: lower 1 is above upper -1.",
        ),
        (
            urdf('type="revolute"', '<limit lower="low" upper="1"/>'),
            "URDF: joint 'j': <limit>: 'lower' must be a number, not 'low'.",
        ),
        (urdf(inner='<origin xyz="0 0"/>'), "URDF: joint 'j': 'xyz' must be 3 numbers, not '0 0'."),
        (urdf(inner='<origin xyz="0 0 nan"/>'), "URDF: joint 'j': 'xyz' must be 3 numbers, not '0 0 nan'."),
        (urdf(inner='<origin rpy="0 0 x"/>'), "URDF: joint 'j': 'rpy' must be 3 numbers, not '0 0 x'."),
        (urdf(inner='<axis xyz="1 2 3 4"/>'), "URDF: joint 'j': the axis must be 3 numbers, not '1 2 3 4'."),
        (
            urdf(inner='<axis xyz="0 0 0"/>'),
            "joint 'j' has the axis [0.0, 0.0, 0.0]; an axis is 3 numbers, not all zero.",
        ),
        (urdf(inner="<mimic/>"), "URDF: joint 'j': <mimic> has no 'joint'."),
        (urdf(inner='<mimic joint="end"/>'), "URDF: joint 'j' mimics an unknown joint 'end'. Allowed: 'j'."),
        (urdf(inner='<mimic joint="j"/>'), "URDF: joints mimic each other in a circle: j -> j."),
        (
            urdf(inner='<mimic joint="end" multiplier="two"/>'),
            "URDF: joint 'j': <mimic>: 'multiplier' must be a number, not 'two'.",
        ),
        (
            urdf(more='<joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint>'),
            "URDF: joint 'k': its child 'b' is the child of another joint already.",
        ),
        (urdf(parent="tip"), "URDF: the frames form a circle: b -> tip -> b."),
        (urdf(parent="b"), "URDF: the frames form a circle: b -> b."),
        (urdf(more='<link name="a"/>'), "URDF: two frames are called 'a'."),
        (
            urdf('type="planar"'),
            "URDF: joint 'j' is planar; a chain has revolute and prismatic joints only. Name a base past it.",
        ),
        (
            '<!DOCTYPE robot [<!ENTITY a "b">]>' + urdf(),
            "URDF: document types and entities are not read; a URDF needs none.",
        ),
        (
            '<?xml version="1.0"?>\n<!DOCTYPE robot SYSTEM "file:///etc/passwd">' + urdf(),
            "URDF: document types and entities are not read; a URDF needs none.",
        ),
    ],
)
def test_a_broken_urdf_is_refused(text, message):
    assert refusal(Chain.from_urdf, text, "tip") == message


def test_links_that_are_not_there_are_refused_with_a_guess():
    assert (
        refusal(Chain.from_urdf, urdf(), "tp")
        == "URDF: unknown effector 'tp'. Did you mean 'tip'? Allowed: 'a', 'b', 'tip'."
    )
    assert refusal(Chain.from_urdf, urdf(), "tip", "z") == "URDF: unknown base 'z'. Allowed: 'a', 'b', 'tip'."
    assert (
        refusal(Chain.from_urdf, urdf(), "a") == "URDF: the chain is empty: there is no joint between the base and 'a'."
    )
    assert (
        refusal(Tree.from_urdf, urdf(), ["tip"], "b")
        == "URDF: the chain is empty: there is no joint between 'b' and 'tip'."
    )


def test_files_that_cannot_be_read_are_refused_by_name(tmp_path):
    missing = tmp_path / "robot.urdf"
    assert refusal(Chain.from_urdf, missing, "tip") == f"{missing}: cannot be read: No such file or directory."
    assert refusal(Chain.from_urdf, str(missing), "tip") == f"{missing}: cannot be read: No such file or directory."
    binary = tmp_path / "binary.urdf"
    binary.write_bytes(b"\xff\xfe<robot/>")
    assert refusal(Chain.from_urdf, binary, "tip") == f"{binary}: cannot be read: it is not UTF-8 text."
    text = tmp_path / "text.urdf"
    text.write_text("a robot", encoding="utf-8")
    assert refusal(Chain.from_urdf, text, "tip") == f"{text}: not XML: syntax error: line 1, column 0."
    text.write_text(urdf(), encoding="utf-8")
    assert refusal(Chain.from_urdf, text, "x").startswith(f"{text}: unknown effector 'x'. ")


# --- MJCF ---------------------------------------------------------------------------------------------------


def mjcf(joint='<joint name="j" axis="0 0 1"/>', site="tip", more=""):
    return (
        f'<mujoco><worldbody><body name="arm">{joint}<geom size="1" mass="1"/>'
        f'<body name="fore" pos="1 0 0"><joint name="k" axis="0 0 1"/><geom size="1" mass="1"/>'
        f'<site name="{site}" pos="1 0 0"/></body></body></worldbody>{more}</mujoco>'
    )


def curve(coefficients, one="k", two="j"):
    return mjcf(more=f'<equality><joint joint1="{one}" joint2="{two}" polycoef="{coefficients}"/></equality>')


def test_the_mjcf_of_these_tests_is_right():
    assert Chain.from_mjcf(mjcf(), "tip").names == ("j", "k")
    assert Chain.from_mjcf(curve("0 2 0 0 0"), "tip").names == ("j",)


def test_what_mujoco_refuses_is_refused_with_its_words(tmp_path):
    found = refusal(Chain.from_mjcf, mjcf('<joint name="j" type="hinged"/>'), "tip")
    assert found.startswith("MJCF: MuJoCo refuses it: ")
    assert "invalid keyword: 'hinged'" in found
    assert refusal(Chain.from_mjcf, "<mujoco><worldbody>", "tip").startswith("MJCF: MuJoCo refuses it: XML parse error")
    file = tmp_path / "arm.xml"
    assert refusal(Chain.from_mjcf, file, "tip") == f"{file}: there is no such file."
    assert refusal(Tree.from_mjcf, str(tmp_path), ["tip"]) == f"{tmp_path}: there is no such file."
    file.write_text("<robots/>", encoding="utf-8")
    assert refusal(Chain.from_mjcf, file, "tip").startswith(f"{file}: MuJoCo refuses it: ")


def test_bodies_and_sites_that_are_not_there_are_refused_with_a_guess():
    allowed = "Allowed: 'arm', 'fore', 'tip', 'world'."
    assert refusal(Chain.from_mjcf, mjcf(), "tap") == f"MJCF: unknown effector 'tap'. Did you mean 'tip'? {allowed}"
    assert (
        refusal(Chain.from_mjcf, mjcf(), "tip", "wrld") == f"MJCF: unknown base 'wrld'. Did you mean 'world'? {allowed}"
    )
    assert refusal(Chain.from_mjcf, mjcf(), "site:arm") == f"MJCF: unknown effector 'site:arm'. {allowed}"
    # joints are no places
    assert refusal(Chain.from_mjcf, mjcf(), "joint:j") == f"MJCF: unknown effector 'joint:j'. {allowed}"


def test_a_chain_without_joints_in_a_model_is_refused():
    assert refusal(Chain.from_mjcf, mjcf(), "world") == (
        "MJCF: the chain is empty: there is no joint between the base and 'world'."
    )
    assert refusal(Chain.from_mjcf, mjcf(), "tip", "fore") == (
        "MJCF: the chain is empty: there is no joint between 'fore' and 'tip'."
    )


def test_body_and_site_of_one_name_at_two_places_must_be_told_apart():
    message = "MJCF: a body and a site are called 'fore'; write 'body:fore' or 'site:fore'."
    assert refusal(Chain.from_mjcf, mjcf(site="fore"), "fore") == message
    assert refusal(Chain.from_mjcf, mjcf(site="fore"), "body:fore", "fore") == message
    assert refusal(Chain.from_mjcf, mjcf(site="arm"), "arm") == message.replace("fore", "arm")


@pytest.mark.parametrize(
    ("joint", "what"), [('<freejoint name="loose"/>', "free"), ('<joint name="loose" type="ball"/>', "ball")]
)
def test_a_free_or_ball_joint_in_between_is_refused(joint, what):
    message = (
        f"MJCF: the {what} joint 'loose' of 'arm' lies between base and effector. "
        "A chain has hinges and slides only; name a base past it, such as base='arm'."
    )
    assert refusal(Chain.from_mjcf, mjcf(joint), "tip", "world") == message
    assert refusal(Chain.from_mjcf, mjcf(joint), "world", "tip") == message
    assert Chain.from_mjcf(mjcf(joint), "tip", "arm").names == ("k",)
    if what == "ball":
        assert refusal(Chain.from_mjcf, mjcf(joint), "tip") == message
    else:  # a body that moves freely is the root of its chains
        assert Chain.from_mjcf(mjcf(joint), "tip").base == "arm"
        assert Chain.from_mjcf(mjcf(joint), "tip").names == ("k",)


def test_a_joint_that_follows_by_a_curve_is_refused():
    assert refusal(Chain.from_mjcf, curve("0 1 0.5 0 0"), "tip") == (
        "MJCF: joint 'k' follows another by a curve (polycoef [0.0, 1.0, 0.5, 0.0, 0.0]); chains know straight lines only."
    )
    assert "follows another by a curve" in refusal(Chain.from_mjcf, curve("0 1 0 0 1"), "tip")


def test_joints_that_follow_each_other_are_refused():
    both = mjcf(more='<equality><joint joint1="j" joint2="k"/><joint joint1="k" joint2="j"/></equality>')
    assert refusal(Chain.from_mjcf, both, "tip") == "MJCF: joints mimic each other in a circle: j -> k -> j."
