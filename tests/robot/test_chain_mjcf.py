"""Chains of MuJoCo models against MuJoCo: joints with anchors and references, several in a body, sites, couplings."""

import math

import mujoco
import numpy as np
import pytest

from pult.geometry.pose import inverse
from pult.robot.chain import Chain
from pult.robot.tree import Tree
from tests.robot.lab import assert_jacobian_is_the_derivative_of_the_pose

CLOSE = {"rtol": 0, "atol": 1e-13}  # a dozen products of poses of size 1 m
GENERATOR = np.random.default_rng(6)

ARM = """<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="post" pos="0.1 -0.2 0.3" euler="0.1 0.2 0.3">
      <geom size="0.01" mass="1"/>
      <site name="mount" pos="0.05 0 0.1" quat="0.5 0.5 0.5 -0.5"/>
      <body name="upper" pos="0.2 0.1 0.5" quat="0.9 -0.1 0.3 0.2">
        <joint name="slide" type="slide" axis="1 1 0" range="-0.3 0.4"/>
        <joint name="swing" type="hinge" axis="0 2 1" pos="0.03 -0.02 0.07" ref="0.4" range="-1 2"/>
        <joint name="roll" type="hinge" axis="1 0 0" pos="-0.1 0.05 0"/>
        <geom size="0.01" mass="1"/>
        <body name="empty" pos="0 0.1 0" euler="0 -0.7 0">
          <body name="fore" pos="0.4 0 0.1" euler="1 0 -0.5">
            <joint name="elbow" axis="0 0 -1" range="-2.5 0.1"/>
            <joint name="reach" type="slide" axis="0.3 -0.4 0.5" ref="-0.25"/>
            <geom size="0.01" mass="1"/>
            <site name="tip" pos="0.1 0.2 0.3" euler="0.3 0.2 0.1"/>
            <body name="finger" pos="0 0 0.2">
              <joint name="curl" axis="0 1 0" pos="0 0 -0.05" ref="0.1"/>
              <geom size="0.01" mass="1"/>
            </body>
          </body>
        </body>
      </body>
      <body name="lamp" pos="-0.3 0 0.4">
        <joint name="nod" axis="0 1 0" range="-1 1"/>
        <joint name="shake" axis="0 0 1" pos="0 0 0.1"/>
        <geom size="0.01" mass="1"/>
        <site name="bulb" pos="0.1 0 0.02" euler="0 1 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>"""

COUPLED = ARM.replace(
    "</mujoco>",
    """<equality>
      <joint joint1="curl" joint2="elbow" polycoef="0.2 -1.5 0 0 0"/>
      <joint joint1="elbow" joint2="swing" polycoef="-0.1 0.5 0 0 0"/>
      <joint joint1="shake" joint2="nod" polycoef="0 2 0 0 0" active="false"/>
      <joint joint1="nod" polycoef="0.3 0 0 0 0"/>
    </equality></mujoco>""",
)


class Peer:
    """MuJoCo's poses and Jacobians of bodies and sites, one seen from another."""

    def __init__(self, source):
        self.model = source if isinstance(source, mujoco.MjModel) else mujoco.MjModel.from_xml_string(source)
        self.data = mujoco.MjData(self.model)

    def place(self, values):
        self.data.qpos[:] = GENERATOR.uniform(-1.0, 1.0, size=self.model.nq)  # joints of other parts stand anywhere
        for name, value in values.items():
            self.data.joint(name).qpos[0] = value
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)

    def _of(self, name):
        kind, bare = name.split(":") if ":" in name else ("body", name)
        found = self.data.body(bare) if kind == "body" else self.data.site(bare)
        jacobian = mujoco.mj_jacBody if kind == "body" else mujoco.mj_jacSite
        J = np.zeros((6, self.model.nv))
        jacobian(self.model, self.data, J[:3], J[3:], found.id)
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = found.xmat.reshape(3, 3), found.xpos
        return T, J

    def pose(self, base, effector):
        return inverse(self._of(base)[0]) @ self._of(effector)[0]

    def jacobian(self, base, effector):
        """Shape (6, nv), in base axes."""
        (b, J_b), (e, J_e) = self._of(base), self._of(effector)
        arm = e[:3, 3] - b[:3, 3]
        R = b[:3, :3].T
        return np.vstack([R @ (J_e[:3] - J_b[:3] - np.cross(J_b[3:], arm, axisa=0).T), R @ (J_e[3:] - J_b[3:])])

    def column(self, joint):
        return self.model.joint(joint).dofadr[0]


def assert_agrees_with_mujoco(source, effector, base, count=10):
    peer = Peer(source)
    chain = Chain.from_mjcf(source, effector, base)
    seen_from = "world" if base is None else base
    columns = [peer.column(name) for name in chain.names]
    for q in [np.zeros(chain.n), *GENERATOR.uniform(-math.pi, math.pi, size=(count, chain.n))]:
        peer.place(dict(zip(chain.names, q, strict=True)))
        np.testing.assert_allclose(chain.forward(q), peer.pose(seen_from, effector), **CLOSE)
        J = peer.jacobian(seen_from, effector)
        np.testing.assert_allclose(chain.jacobian(q), J[:, columns], **CLOSE)
        np.testing.assert_allclose(np.delete(J, columns, axis=1), 0.0, **CLOSE)
    assert_jacobian_is_the_derivative_of_the_pose(chain, chain.random(1))


# --- against MuJoCo -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effector", "base"),
    [
        ("upper", None),
        ("fore", None),
        ("finger", None),
        ("site:tip", None),
        ("body:finger", "upper"),
        ("site:tip", "site:mount"),
        ("site:tip", "empty"),
        ("finger", "site:bulb"),
        ("site:bulb", "finger"),
        ("world", "site:tip"),
        ("post", "lamp"),
    ],
)
def test_pose_and_jacobian_agree_with_mujoco(effector, base):
    assert_agrees_with_mujoco(ARM, effector, base)


def random_model(random):
    """MJCF of a random tree: up to three joints in a body, each with an anchor, an axis and a reference of its own."""

    def numbers(count, size=1.0):
        return " ".join(f"{x:.3f}" for x in random.uniform(-size, size, size=count))

    bodies = int(random.integers(2, 7))
    children = {number: [] for number in range(bodies)}
    for number in range(1, bodies):
        children[int(random.integers(0, number))].append(number)

    def body(number):
        joints = "".join(
            f'<joint name="j{number}_{k}" type="{random.choice(["hinge", "slide"])}" pos="{numbers(3, 0.2)}" '
            f'axis="{numbers(3)}" ref="{numbers(1)}"/>'
            for k in range(int(random.integers(1 if number == 0 else 0, 4)))
        )
        inner = "".join(body(child) for child in children[number])
        return (
            f'<body name="b{number}" pos="{numbers(3)}" quat="{numbers(4)}">{joints}<geom size="0.01" mass="1"/>'
            f'<site name="s{number}" pos="{numbers(3, 0.1)}" euler="{numbers(3)}"/>{inner}</body>'
        )

    return f'<mujoco><compiler angle="radian"/><worldbody>{body(0)}</worldbody></mujoco>', bodies


@pytest.mark.parametrize("seed", range(12))
def test_random_trees_agree_with_mujoco(seed):
    text, bodies = random_model(np.random.default_rng(seed))
    assert_agrees_with_mujoco(text, f"site:s{bodies - 1}", None, 3)
    assert_agrees_with_mujoco(text, "body:world", f"site:s{bodies - 1}", 3)
    peer, tree = Peer(text), Tree.from_mjcf(text, [f"s{k}" for k in range(bodies)])
    for q in tree.random(seed, count=3):
        peer.place(dict(zip(tree.names, q, strict=True)))
        for k, T in enumerate(tree.forward(q)):
            np.testing.assert_allclose(T, peer.pose("world", f"site:s{k}"), **CLOSE)


def test_degrees_are_read_as_mujoco_reads_them():
    text = ARM.replace('<compiler angle="radian"/>', '<compiler eulerseq="zyx"/>')
    chain = Chain.from_mjcf(text, "tip")
    assert chain.upper[1] == pytest.approx(math.radians(2.0), abs=1e-16)
    assert_agrees_with_mujoco(text, "site:tip", None, 3)


def test_frames_of_the_joints_stand_at_their_anchors():
    peer, chain = Peer(ARM), Chain.from_mjcf(ARM, "tip")
    q = GENERATOR.uniform(-1.0, 1.0, size=chain.n)
    peer.place(dict(zip(chain.names, q, strict=True)))
    for joint, T in zip(chain.joints, chain.frames(q), strict=True):
        if peer.model.joint(joint).type[0] == mujoco.mjtJoint.mjJNT_HINGE:  # MuJoCo keeps where a slide started
            np.testing.assert_allclose(T[:3, 3], peer.data.joint(joint).xanchor, **CLOSE)


# --- limits and names ---------------------------------------------------------------------------------------


def test_limits_are_those_of_the_model_and_none_is_infinite():
    chain = Chain.from_mjcf(ARM, "tip")
    assert chain.names == ("slide", "swing", "roll", "elbow", "reach")
    assert chain.lower.tolist() == [-0.3, -1.0, -math.inf, -2.5, -math.inf]
    assert chain.upper.tolist() == [0.4, 2.0, math.inf, 0.1, math.inf]
    assert chain.slides.tolist() == [1.0, 0.0, 0.0, 0.0, 1.0]


def test_a_text_a_file_and_a_compiled_model_are_the_same_robot(tmp_path):
    file = tmp_path / "arm.xml"
    file.write_text(ARM, encoding="utf-8")
    q = np.linspace(-0.3, 0.3, 5)
    expected = Chain.from_mjcf(ARM, "tip").forward(q)
    for source, name in (
        (file, file),
        (str(file), file),
        (mujoco.MjModel.from_xml_string(ARM), "MjModel"),
        ("\n " + ARM, "MJCF"),
    ):
        chain = Chain.from_mjcf(source, "tip")
        np.testing.assert_array_equal(chain.forward(q), expected)
        assert repr(chain) == f"<Chain of {name}: world to tip, 5 coordinates>"


def test_body_and_site_of_one_name_at_one_place_are_one():
    text = ARM.replace('<site name="tip"', '<site name="fore"/><site name="tip"')
    q = np.linspace(-0.3, 0.3, 5)
    expected = Chain.from_mjcf(ARM, "fore").forward(q)
    for name in ("fore", "body:fore", "site:fore"):
        np.testing.assert_array_equal(Chain.from_mjcf(text, name).forward(q), expected)


def test_body_and_site_of_one_name_at_two_places_are_told_apart_by_kind():
    text = ARM.replace('<site name="tip"', '<site name="fore"')
    q = np.linspace(-0.3, 0.3, 5)
    for name, same in (("body:fore", "fore"), ("site:fore", "tip")):
        np.testing.assert_array_equal(Chain.from_mjcf(text, name).forward(q), Chain.from_mjcf(ARM, same).forward(q))


def test_what_has_no_name_gets_one_that_nobody_else_has():
    # the first body and joint bear the names that the second ones would get by their numbers
    text = """<mujoco><worldbody>
      <body name="body2"> <joint name="joint1" axis="0 0 1"/> <geom size="1" mass="1"/>
        <body pos="1 0 0"> <joint axis="0 0 1"/> <geom size="1" mass="1"/> <site name="tip" pos="1 0 0"/> </body>
      </body> </worldbody></mujoco>"""
    chain = Chain.from_mjcf(text, "tip")
    assert chain.names == ("joint1", "joint1_")
    np.testing.assert_allclose(chain.forward([math.pi / 2, 0.0])[:3, 3], [0.0, 2.0, 0.0], rtol=0, atol=1e-15)
    second = Chain.from_mjcf(text, "body2_").forward([math.pi / 2, 0.0])
    np.testing.assert_allclose(second[:3, 3], [0.0, 1.0, 0.0], rtol=0, atol=1e-15)


def test_a_site_called_world_does_not_take_the_place_of_the_world():
    text = ARM.replace('<site name="mount"', '<site name="world"')
    chain = Chain.from_mjcf(text, "tip")
    assert chain.base == "world"
    np.testing.assert_array_equal(
        chain.chain("tip").forward(np.ones(5)), Chain.from_mjcf(ARM, "tip").forward(np.ones(5))
    )


# --- couplings ----------------------------------------------------------------------------------------------


def test_coupled_joints_follow_as_the_constraint_says():
    # deviations from the references count: swing has 0.4, curl 0.1, elbow 0
    chain, peer = Chain.from_mjcf(COUPLED, "finger"), Peer(COUPLED)
    assert chain.names == ("slide", "swing", "roll", "reach")
    assert chain.joints == ("slide", "swing", "roll", "elbow", "reach", "curl")
    by = {"swing": 1.0, "elbow": 0.5, "curl": -0.75}
    for q in GENERATOR.uniform(-1.0, 1.0, size=(10, 4)):
        values = dict(zip(chain.names, q, strict=True))
        values["elbow"] = -0.1 + 0.5 * (values["swing"] - 0.4)
        values["curl"] = 0.1 + 0.2 - 1.5 * values["elbow"]
        peer.place(values)
        np.testing.assert_allclose(chain.forward(q), peer.pose("world", "finger"), **CLOSE)
        J = peer.jacobian("world", "finger")
        expected = [J[:, peer.column(n)] for n in chain.names]
        expected[1] = sum(ratio * J[:, peer.column(n)] for n, ratio in by.items())
        np.testing.assert_allclose(chain.jacobian(q), np.array(expected).T, **CLOSE)
        assert_jacobian_is_the_derivative_of_the_pose(chain, q)


def test_coupled_joints_satisfy_mujocos_own_constraint():
    chain, peer = Chain.from_mjcf(COUPLED, "finger"), Peer(COUPLED)
    names = [name for name in chain.joints if name in ("swing", "elbow", "curl")]
    for swing in (-0.5, 0.0, 0.9):
        # what each joint's link does: ratio*q + offset is its deviation from the reference
        links = {joint: row for joint, row in zip(chain.joints, chain.arrays.links, strict=True) if joint in names}
        reference = {"swing": 0.4, "elbow": 0.0, "curl": 0.1}
        peer.place({j: row[3] * swing + row[4] + reference[j] for j, row in links.items()})
        mujoco.mj_forward(peer.model, peer.data)
        error = {
            int(peer.data.efc_id[i]): peer.data.efc_pos[i]
            for i in range(peer.data.nefc)
            if peer.data.efc_type[i] == mujoco.mjtConstraint.mjCNSTR_EQUALITY
        }
        assert error[0] == pytest.approx(0.0, abs=1e-15)
        assert error[1] == pytest.approx(0.0, abs=1e-15)


def test_limits_of_coupled_joints_limit_the_one_they_follow():
    chain = Chain.from_mjcf(COUPLED, "finger")
    # swing in -1..2; elbow = -0.3 + 0.5 swing in -2.5..0.1, so swing is at most 0.8
    assert (chain.lower[1], chain.upper[1]) == (-1.0, pytest.approx(0.8, abs=1e-15))


def test_couplings_that_are_off_or_that_hold_a_joint_still_leave_it_free():
    chain = Chain.from_mjcf(COUPLED, "bulb")
    assert chain.names == ("nod", "shake")


# --- joints with more degrees of freedom --------------------------------------------------------------------


@pytest.mark.parametrize("joint", ['<freejoint name="loose"/>', '<joint name="loose" type="ball" pos="0.1 0 0"/>'])
def test_a_free_or_ball_joint_above_the_base_does_not_matter(joint):
    text = ARM.replace('<site name="mount"', f'{joint}<site name="mount"')
    q = np.linspace(-0.3, 0.3, 5)
    expected = Chain.from_mjcf(ARM, "tip", "post").forward(q)
    np.testing.assert_allclose(Chain.from_mjcf(text, "tip", "post").forward(q), expected, **CLOSE)
    across, expected = Chain.from_mjcf(text, "bulb", "tip"), Chain.from_mjcf(ARM, "bulb", "tip")
    np.testing.assert_allclose(across.forward(np.ones(7)), expected.forward(np.ones(7)), **CLOSE)
