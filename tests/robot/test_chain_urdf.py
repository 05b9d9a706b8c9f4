"""Chains of URDF files: the robots of `example-robot-data` against Pinocchio, mimicking joints, foot to hand."""

import math
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

from pult.core.errors import KinematicsError
from pult.robot.chain import Chain
from pult.robot.tree import Tree
from pult.robot.urdf import urdf_model
from tests.robot.lab import assert_jacobian_is_the_derivative_of_the_pose, robot_files

pin = pytest.importorskip("pinocchio")
FILES = robot_files()
REFUSED = {
    "ur3": "the robot has no links.",  # an empty shell, to be filled by a macro language
    "quadrotor_base": "the chain is empty: there is no joint between the base and 'base_link'.",
    "iris_simple": "the chain is empty: there is no joint between the base and 'iris__/imu_link'.",
    "alex_psyonic_hands": "joint 'Left_index_q2' mimics an unknown joint 'index_q1'. Allowed: ",  # and so it does
}
ROBOTS = sorted(FILES.keys() - REFUSED.keys())
CLOSE = {"rtol": 0, "atol": 1e-12}  # some dozens of products of poses of size 1 m
GENERATOR = np.random.default_rng(4)

NAMED = [
    ("panda", "panda_link8", None),
    ("panda", "panda_hand_tcp", "panda_link3"),
    ("panda", "panda_rightfinger", "panda_leftfinger"),
    ("ur5_robot", "ee_link", None),
    ("ur5_robot", "base_link", "tool0"),
    ("talos_reduced", "gripper_left_base_link", None),
    ("talos_reduced", "gripper_right_base_link", "left_sole_link"),
    ("talos_reduced", "left_sole_link", "right_sole_link"),
    ("talos_full_v2", "gripper_left_fingertip_3_link", "right_sole_link"),
    ("tiago", "hand_safety_box", "wheel_right_link"),
    ("icub", "l_hand", "r_foot"),
    ("romeo_small", "r_wrist", "l_sole"),
    ("anymal-kinova", "j2s6s200_end_effector", "LH_FOOT"),
    ("solo12", "FL_FOOT", "HR_FOOT"),
    ("kinova", "j2s6s200_end_effector", None),
    ("pr2", "r_gripper_l_finger_tip_link", "base_link"),
    ("allegro_left_hand", "link_15.0_tip", "link_3.0_tip"),
]


class Peer:
    """Pinocchio's pose and Jacobian of one frame seen from another, with joints that mimic left to this class."""

    def __init__(self, file):
        self.model = pin.buildModelFromUrdf(str(file))
        self.data = self.model.createData()
        self.mimics = {}
        for joint in ElementTree.parse(file).getroot().iter("joint"):
            mimic = joint.find("mimic")
            if mimic is not None and joint.get("type") != "fixed":
                ratio, offset = float(mimic.get("multiplier", "1")), float(mimic.get("offset", "0"))
                self.mimics[joint.get("name")] = (mimic.get("joint"), ratio, offset)

    def leader(self, joint):
        """The joint that leads, and how: value = ratio * (its value) + offset."""
        if joint not in self.mimics:
            return joint, 1.0, 0.0
        next_one, ratio, offset = self.mimics[joint]
        name, more, shift = self.leader(next_one)
        return name, ratio * more, ratio * shift + offset

    def place(self, coordinates):
        """Put every joint where the coordinates say; those of other parts of the robot anywhere."""
        values = {n: GENERATOR.uniform(-1.0, 1.0) for n in self.model.names} | coordinates
        v = np.zeros(self.model.nv)
        for number, name in list(enumerate(self.model.names))[1:]:
            leader, ratio, offset = self.leader(name)
            v[self.model.joints[number].idx_v] = ratio * values[leader] + offset
        q = pin.integrate(self.model, pin.neutral(self.model), v)  # joints without limits are kept as cosine and sine
        pin.computeJointJacobians(self.model, self.data, q)
        pin.updateFramePlacements(self.model, self.data)

    def pose(self, base, effector):
        return (self._placement(base).inverse() * self._placement(effector)).homogeneous

    def jacobian(self, base, effector, names):
        """Velocity of the effector against the base, in base axes, by each of the coordinates. Shape (6, n)."""
        b, e = self._placement(base), self._placement(effector)
        J_b, J_e = self._columns(base), self._columns(effector)
        arm = e.translation - b.translation
        velocity = b.rotation.T @ (J_e[:3] - J_b[:3] - np.cross(J_b[3:], arm, axisa=0).T)
        every = np.vstack([velocity, b.rotation.T @ (J_e[3:] - J_b[3:])])
        found = np.zeros((6, len(names)))
        for number, name in list(enumerate(self.model.names))[1:]:
            leader, ratio, _ = self.leader(name)
            if leader in names:
                found[:, names.index(leader)] += ratio * every[:, self.model.joints[number].idx_v]
            else:
                np.testing.assert_allclose(every[:, self.model.joints[number].idx_v], 0.0, **CLOSE)
        return found

    def _frame(self, link):
        return self.model.getFrameId(link, pin.BODY)

    def _placement(self, link):
        return self.data.oMf[self._frame(link)]

    def _columns(self, link):
        return pin.getFrameJacobian(self.model, self.data, self._frame(link), pin.LOCAL_WORLD_ALIGNED)


def assert_agrees_with_pinocchio(file, effector, base, count=5):
    chain, peer = Chain.from_urdf(file, effector, base), Peer(file)
    for q in [np.zeros(chain.n), *GENERATOR.uniform(-math.pi, math.pi, size=(count, chain.n))]:
        peer.place(dict(zip(chain.names, q, strict=True)))
        np.testing.assert_allclose(chain.forward(q), peer.pose(chain.base, effector), **CLOSE)
        np.testing.assert_allclose(chain.jacobian(q), peer.jacobian(chain.base, effector, list(chain.names)), **CLOSE)
    return chain


def joints_between(model, one, two):
    return sum(model.frames[f].joint is not None for f in set(model.ancestors(one)) ^ set(model.ancestors(two)))


def ends(model):
    """The links without children, those with the most moving joints above them first."""
    parents = {frame.parent for frame in model.frames.values()}
    leaves = [name for name in model.frames if name not in parents]
    return sorted(leaves, key=lambda name: -joints_between(model, name, model.root()))


# --- against Pinocchio --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("robot", "effector", "base"), NAMED)
def test_pose_and_jacobian_agree_with_pinocchio(robot, effector, base):
    chain = assert_agrees_with_pinocchio(FILES[robot], effector, base)
    assert_jacobian_is_the_derivative_of_the_pose(chain, chain.random(1))


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_robot_agrees_with_pinocchio_from_the_root_and_from_end_to_end(robot):
    model = urdf_model(FILES[robot])
    one = ends(model)[0]
    assert_agrees_with_pinocchio(FILES[robot], one, None, 2)
    other = max(ends(model), key=lambda name: joints_between(model, one, name))
    if joints_between(model, one, other) > 1:  # a single joint may turn an end in place, which makes no chain
        assert_agrees_with_pinocchio(FILES[robot], one, other, 2)


@pytest.mark.parametrize("robot", REFUSED)
def test_robots_that_are_none_say_why(robot):
    with pytest.raises(KinematicsError) as caught:
        Chain.from_urdf(FILES[robot], ends(urdf_model(FILES[robot]))[0])
    assert str(caught.value).startswith(f"{FILES[robot]}: {REFUSED[robot]}")


def test_enough_robots_are_there_to_compare_with():
    assert len(ROBOTS) > 50
    assert {"panda", "ur5_robot", "talos_reduced", "talos_full_v2", "tiago_dual", "icub", "baxter", "pr2"} <= set(
        ROBOTS
    )


@pytest.mark.parametrize(
    ("robot", "effector"),
    [("panda", "panda_rightfinger"), ("baxter", "l_gripper_r_finger"), ("pr2", "l_gripper_r_finger_tip_link")],
)
def test_mimicking_joints_agree_with_pinocchios_own(robot, effector):
    chain = Chain.from_urdf(FILES[robot], effector)
    model = pin.buildModelFromUrdf(str(FILES[robot]), True)
    data, frame = model.createData(), model.getFrameId(effector, pin.BODY)
    assert len(chain.joints) > chain.n or any(name not in chain.joints for name in chain.names)
    columns = [model.joints[model.getJointId(name)].idx_v for name in chain.names]
    for value in GENERATOR.uniform(-1.0, 1.0, size=(5, chain.n)):
        v = np.zeros(model.nv)
        v[columns] = value
        q = pin.integrate(model, pin.neutral(model), v)
        J = pin.computeFrameJacobian(model, data, q, frame, pin.LOCAL_WORLD_ALIGNED)
        pin.framesForwardKinematics(model, data, q)
        np.testing.assert_allclose(chain.forward(value), data.oMf[frame].homogeneous, **CLOSE)
        np.testing.assert_allclose(chain.jacobian(value), J[:, columns], **CLOSE)


@pytest.mark.parametrize("robot", ["panda", "ur5_robot", "talos_reduced", "tiago_dual"])
def test_limits_are_those_pinocchio_reads(robot):
    model = urdf_model(FILES[robot])
    tree = Tree(model, ends(model))
    peer = pin.buildModelFromUrdf(str(FILES[robot]))
    assert tree.n > 5
    for name, lower, upper in zip(tree.names, tree.lower, tree.upper, strict=True):
        joint = peer.joints[peer.getJointId(name)]
        if joint.nq == 2:  # a joint without limits: cosine and sine
            assert (lower, upper) == (-math.inf, math.inf)
        else:
            assert lower == peer.lowerPositionLimit[joint.idx_q]
            assert upper == peer.upperPositionLimit[joint.idx_q]


def test_frames_of_the_joints_are_those_of_their_child_links():
    chain, peer = Chain.from_urdf(FILES["panda"], "panda_link8"), Peer(FILES["panda"])
    q = chain.random(5)
    peer.place(dict(zip(chain.names, q, strict=True)))
    for joint, T in zip(chain.joints, chain.frames(q), strict=True):
        np.testing.assert_allclose(T, peer.data.oMi[peer.model.getJointId(joint)].homogeneous, **CLOSE)


def test_seen_from_the_effector_the_base_is_at_the_inverse_pose():
    there, back = (
        Chain.from_urdf(FILES["panda"], "panda_link8"),
        Chain.from_urdf(FILES["panda"], "panda_link0", "panda_link8"),
    )
    assert sorted(there.names) == sorted(back.names)
    assert there.names == back.names[::-1]
    for q in there.random(2, count=5):
        np.testing.assert_allclose(there.forward(q) @ back.forward(q[::-1]), np.eye(4), **CLOSE)


# --- texts --------------------------------------------------------------------------------------------------

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
ARM = f"""<?xml version="1.0" encoding="utf-8"?>
<!-- an arm with a bit of everything -->
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <mujoco><compiler fusestatic="false"/></mujoco>
  <link name="base">{INERTIAL}</link> <link name="upper">{INERTIAL}</link> <link name="boom">{INERTIAL}</link>
  <link name="wrist">{INERTIAL}</link> <link name="hand">{INERTIAL}</link> <link name="thumb">{INERTIAL}</link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/> <child link="upper"/> <origin xyz="0.1 0.2 0.3" rpy="0.3 -0.5 0.7"/> <axis xyz="1 2 -2"/>
    <limit lower="-1.5" upper="2.5" effort="1" velocity="1"/>
  </joint>
  <joint name="extend" type="prismatic">
    <parent link="upper"/> <child link="boom"/> <origin xyz="0 0 0.4" rpy="1 0 0"/> <axis xyz="0 0 -2"/>
    <limit lower="-0.2" upper="0.6" effort="1" velocity="1"/>
  </joint>
  <joint name="spin" type="continuous">
    <parent link="boom"/> <child link="wrist"/> <origin rpy="0 1.5707963267948966 0"/>
  </joint>
  <joint name="mount" type="fixed"> <parent link="wrist"/> <child link="hand"/> <origin xyz="0 -0.1 0.05"/> </joint>
  <joint name="grasp" type="revolute">
    <parent link="hand"/> <child link="thumb"/> <origin xyz="0.02 0 0"/> <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>
"""


def test_a_text_means_the_same_to_mujoco():
    model = mujoco.MjModel.from_xml_string(ARM)
    data = mujoco.MjData(model)
    for effector in ("hand", "thumb"):
        chain = Chain.from_urdf(ARM, effector)
        both = Chain.from_mjcf(ARM, effector)
        assert chain.names == both.names
        np.testing.assert_array_equal(chain.lower, both.lower)
        np.testing.assert_array_equal(chain.upper, both.upper)
        for q in chain.random(3, count=10):
            data.qpos[: chain.n] = q
            mujoco.mj_kinematics(model, data)
            T = chain.forward(q)
            np.testing.assert_allclose(T[:3, 3], data.body(effector).xpos, **CLOSE)
            np.testing.assert_allclose(T[:3, :3], data.body(effector).xmat.reshape(3, 3), **CLOSE)
            np.testing.assert_allclose(T, both.forward(q), **CLOSE)
            np.testing.assert_allclose(chain.jacobian(q), both.jacobian(q), **CLOSE)


def test_a_text_a_path_and_a_name_are_read_alike(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM, encoding="utf-8")
    marked = tmp_path / "marked.urdf"
    marked.write_text(ARM, encoding="utf-8-sig")
    q = [0.1, 0.2, 0.3]
    expected = Chain.from_urdf(ARM, "hand").forward(q)
    for source in (file, str(file), marked, "\n  " + ARM):
        np.testing.assert_array_equal(Chain.from_urdf(source, "hand").forward(q), expected)
    assert repr(Chain.from_urdf(file, "hand")) == f"<Chain of {file}: base to hand, 3 coordinates>"
    assert repr(Chain.from_urdf(ARM, "hand", "upper")) == "<Chain of URDF: upper to hand, 2 coordinates>"


def test_what_a_text_leaves_out_has_the_values_of_the_format():
    text = """<robot name="r"> <link name="a"/> <link name="b"/> <link name="c"/>
    <joint name="j" type="revolute"> <parent link="a"/> <child link="b"/> <limit effort="1" velocity="1"/> </joint>
    <joint name="k" type="continuous"> <parent link="b"/> <child link="c"/> <origin xyz="0 1 0"/> <axis/> </joint> </robot>"""
    chain = Chain.from_urdf(text, "c")
    assert chain.lower.tolist() == [0.0, -math.inf]
    assert chain.upper.tolist() == [0.0, math.inf]
    # without an axis, or without numbers in it, it is x: y is turned to z
    np.testing.assert_allclose(chain.forward([math.pi / 2, 0.3])[:3, 3], [0.0, 0.0, 1.0], rtol=0, atol=1e-15)


def gripper(second="", third=""):
    """Two fingers on slides; the second follows the first, and a thumb follows the second."""
    return f"""<robot name="gripper">
    <link name="palm"/> <link name="one"/> <link name="two"/> <link name="thumb"/> <link name="tip"/>
    <joint name="first" type="prismatic"> <parent link="palm"/> <child link="one"/> <axis xyz="0 1 0"/>
      <limit lower="0" upper="0.04" effort="1" velocity="1"/> </joint>
    <joint name="second" type="prismatic"> <parent link="palm"/> <child link="two"/> <axis xyz="0 1 0"/>
      <limit {second or 'lower="-1" upper="1"'} effort="1" velocity="1"/> <mimic joint="first" multiplier="-0.5"/> </joint>
    <joint name="third" type="revolute"> <parent link="palm"/> <child link="thumb"/> <axis xyz="0 0 1"/>
      <limit {third or 'lower="-9" upper="9"'} effort="1" velocity="1"/>
      <mimic joint="second" multiplier="20" offset="0.1"/> </joint>
    <joint name="nail" type="fixed"> <parent link="thumb"/> <child link="tip"/> <origin xyz="0.05 0 0"/> </joint>
    </robot>"""


def test_a_follower_alone_in_its_chain_is_moved_by_its_leader():
    chain = Chain.from_urdf(gripper(), "tip")
    assert chain.names == ("first",)
    assert chain.joints == ("third",)
    assert chain.slides.tolist() == [1.0]
    angle = 20.0 * (-0.5 * 0.03) + 0.1
    expected = [0.05 * math.cos(angle), 0.05 * math.sin(angle), 0.0]
    np.testing.assert_allclose(chain.forward([0.03])[:3, 3], expected, rtol=0, atol=1e-16)
    assert chain.jacobian([0.03])[5, 0] == pytest.approx(-10.0, abs=1e-14)


@pytest.mark.parametrize(
    ("effector", "limits", "lower", "upper"),
    [
        ("one", {}, 0.0, 0.04),
        ("two", {}, 0.0, 0.04),
        ("two", {"second": 'lower="-0.01" upper="0"'}, 0.0, 0.02),
        ("two", {"second": 'lower="-1" upper="-0.005"'}, 0.01, 0.04),
        ("tip", {"third": 'lower="-0.1" upper="0"'}, 0.01, 0.02),
    ],
)
def test_limits_of_a_follower_limit_its_leader(effector, limits, lower, upper):
    chain = Chain.from_urdf(gripper(**limits), effector)
    assert chain.lower[0] == pytest.approx(lower, abs=1e-17)
    assert chain.upper[0] == pytest.approx(upper, abs=1e-17)


def test_a_floating_joint_is_passed_by_if_it_is_not_in_between():
    text = ARM.replace(
        "</robot>",
        '<link name="world"/> <joint name="free" type="floating"> <parent link="world"/> <child link="base"/> </joint></robot>',
    )
    np.testing.assert_array_equal(
        Chain.from_urdf(text, "hand", "base").forward([0.1, 0.2, 0.3]),
        Chain.from_urdf(ARM, "hand").forward([0.1, 0.2, 0.3]),
    )
