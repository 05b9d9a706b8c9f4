"""Masses of chains: the torques that hold an arm are those MuJoCo itself finds, whatever the robot looks like."""

import json
import math
from pathlib import Path

import mujoco
import numpy as np
import pytest

import pult
from pult.core.errors import KinematicsError
from pult.robot.chain import Chain
from pult.robot.gravity import EARTH
from pult.robot.mjcf import mjcf_model
from pult.robot.weights import Weights

from .lab import derivative, robot_files

G = np.array([1.3, -2.1, -9.4])
"""Gravity that points nowhere in particular [m/s^2]."""


def robot_of(tmp_path, text, **chains):
    """A robot of a model's text; its chains by name: effector, base."""
    (tmp_path / "r.xml").write_text(text)
    parts = {name: {"effector": e, "base": b} for name, (e, b) in chains.items()}
    return load(tmp_path, "r.xml", parts)


def load(folder, model, chains):
    head = {"format": "pult.robot", "version": 1, "name": "r", "model": model, "chains": chains}
    (folder / "r.robot.json").write_text(json.dumps(head))
    return pult.load_robot(folder / "r.robot.json")


def weights_of(robot, chain="arm"):
    return robot.provided()["weights"][chain]


def by_mujoco(model, robot, chain, q, gravity_world=G):
    """Torques by MuJoCo's own bias forces at rest, and gravity in the axes of the chain's base."""
    tree = robot.chain(chain)
    data = mujoco.MjData(model)
    model.opt.gravity[:] = gravity_world
    dofs = {}
    base = robot.document.chains[chain].base or "world"
    above = robot.model.ancestors(f"body:{base}")  # the base is held, whatever carries it
    for name in (mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, j) for j in range(model.njnt)):
        leader, ratio, offset = robot.model.follow(name)
        if leader in tree.names and f"joint:{name}" not in above:
            c, joint = tree.names.index(leader), model.joint(name)
            data.qpos[joint.qposadr[0]] = ratio * q[c] + offset
            dofs[int(joint.dofadr[0])] = (c, ratio)
    mujoco.mj_forward(model, data)
    data.qacc[:] = 0.0
    mujoco.mj_inverse(model, data)
    torques = np.zeros(tree.n)
    for dof, (c, ratio) in dofs.items():
        torques[c] += ratio * (data.qfrc_bias[dof] - data.qfrc_gravcomp[dof])
    R = data.body(base).xmat.reshape(3, 3)
    return torques, R.T @ gravity_world


def assert_as_mujoco(model, robot, chain="arm", seed=0, count=20):
    weights = weights_of(robot, chain)
    for q in robot.chain(chain).random(seed, count):
        wanted, g = by_mujoco(model, robot, chain, q)
        # both sum a few dozen products; the largest torque sets the size of what cancels
        np.testing.assert_allclose(
            weights.torques(q, g), wanted, rtol=1e-9, atol=1e-11 * max(1.0, np.abs(wanted).max())
        )


# --- shipped robots ---


def test_the_human_arm_is_held_as_mujoco_would_with_gravity_in_any_direction():
    robot = pult.load_robot("human-arm")
    model = mujoco.MjModel.from_xml_path(str(robot.model.source))
    assert_as_mujoco(model, robot, count=100)


def test_masses_along_the_human_arm_add_up_to_what_moves():
    robot = pult.load_robot("human-arm")
    model = mujoco.MjModel.from_xml_path(str(robot.model.source))
    weights = weights_of(robot)
    moving = [model.body(name).mass[0] for name in ("upper_arm", "forearm", "hand")]
    # the last joint of each body carries it, the ones before it nothing
    assert weights.masses == pytest.approx([0, 0, moving[0], 0, moving[1], 0, moving[2]], abs=1e-15)
    at = np.linalg.norm(weights.centres, axis=1)
    assert at[[2, 4, 6]] == pytest.approx([0.3255 / 2, 0.2555 / 2, 0.0945], abs=1e-12)
    assert not at[[0, 1, 3, 5]].any()


def test_a_planar_arm_on_horizontal_axes_follows_the_textbook(tmp_path):
    """tau_2 = m2 g l2/2 cos(q1+q2), tau_1 = tau_2 + (m1 l1/2 + m2 l1) g cos(q1), lifting angles counted upwards."""
    robot = pult.load_robot("two-link")
    text = Path(robot.model.source).read_text(encoding="utf-8").replace('axis="0 0 1"', 'axis="0 -1 0"')
    turned = robot_of(tmp_path, text, arm=("hand", "base"))
    model = mujoco.MjModel.from_xml_string(text)
    m1, m2 = model.body("upper").mass[0], model.body("fore").mass[0]
    for q1, q2 in turned.chain("arm").random(1, 20):
        second = m2 * 9.81 * 0.15 * math.cos(q1 + q2)
        first = second + (m1 * 0.2 + m2 * 0.4) * 9.81 * math.cos(q1)
        assert weights_of(turned).torques([q1, q2]) == pytest.approx([first, second], rel=1e-12, abs=1e-12)
    assert_as_mujoco(model, turned)
    # about vertical axes there is nothing to hold
    assert weights_of(robot).torques([0.3, 0.5]) == pytest.approx([0.0, 0.0], abs=1e-14)


# --- robots at random ---


def random_spec(generator, couplings=True):
    """A chain of bodies b1.. with several joints each, anchors off the origin, references, side branches, fixed parts."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    names = []

    def vector(size=0.4):
        return generator.uniform(-size, size, 3)

    def body(parent, name, most):
        made = parent.add_body(name=name, pos=vector(), quat=generator.normal(size=4))
        made.ipos, made.mass, made.inertia = vector(0.2), generator.uniform(0.1, 3.0), [0.1, 0.1, 0.1]
        made.explicitinertial = True
        for k in range(generator.integers(0, most + 1)):
            slide = generator.random() < 0.35
            made.add_joint(
                name=f"{name}_j{k}",
                type=mujoco.mjtJoint.mjJNT_SLIDE if slide else mujoco.mjtJoint.mjJNT_HINGE,
                axis=generator.normal(size=3),
                pos=vector(0.3),
                ref=generator.uniform(-0.5, 0.5),
            )
            names.append(f"{name}_j{k}")
        return made

    parent = spec.worldbody
    for number in range(1, generator.integers(3, 7)):
        parent = body(parent, f"b{number}", 3)
        if number == 2 and not names:
            parent.add_joint(name="sure", axis=[0, 1, 0])
            names.append("sure")
        side = parent
        for branch in range(generator.integers(0, 3)):
            side = body(side if generator.random() < 0.5 else parent, f"b{number}s{branch}", 2)
    tip = parent.add_body(name="tip", pos=[0.3, 0.1, 0.2])
    tip.add_joint(name="last", axis=[1, 2, 3])
    tip.add_geom(size=[0.05, 0, 0], mass=0.7, pos=[0.1, 0, 0])
    tip.add_site(name="hand", pos=[0.2, 0.1, 0.05])
    names.append("last")
    if couplings and len(names) > 2:
        follower, leader = generator.choice(len(names), 2, replace=False)
        spec.add_equality(
            name="c", type=mujoco.mjtEq.mjEQ_JOINT, objtype=mujoco.mjtObj.mjOBJ_JOINT,
            name1=names[follower], name2=names[leader], data=[0.2, -1.7, *[0.0] * 10],
        )  # fmt: skip
    return spec


@pytest.mark.parametrize("seed", range(30))
def test_a_robot_at_random_is_held_as_mujoco_would(seed, tmp_path):
    generator = np.random.default_rng(seed)
    spec = random_spec(generator)
    spec.compile()
    robot = robot_of(tmp_path, spec.to_xml(), arm=("hand", ""), upper=("hand", f"b{generator.integers(1, 3)}"))
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "r.xml"))
    for chain in ("arm", "upper"):
        assert_as_mujoco(model, robot, chain, seed, 10)


def test_a_leader_beside_the_chain_is_moved_too(tmp_path):
    """The coordinate of a chain whose only joint follows another carries that one's load as well."""
    robot = robot_of(tmp_path, COUPLED, arm=("hand", ""))
    assert robot.chain("arm").names == ("leader",)
    assert_as_mujoco(mujoco.MjModel.from_xml_string(COUPLED), robot)
    assert len(weights_of(robot).masses) == 2


COUPLED = """<mujoco><worldbody>
  <body pos="0 1 0"><joint name="leader" axis="0 1 0"/><geom size=".1" mass="2" pos=".5 0 0"/></body>
  <body><joint name="follower" axis="0 1 0"/><geom size=".1" mass="1" pos=".4 0 0"/><site name="hand" pos=".6 0 0"/></body>
  </worldbody><equality><joint joint1="follower" joint2="leader" polycoef=".1 -2 0 0 0"/></equality></mujoco>"""


def test_masses_that_the_model_lifts_itself_count_by_the_rest(tmp_path):
    text = """<mujoco><worldbody><body gravcomp="0.7"><joint name="a" axis="0 1 0"/><geom size=".1" mass="2" pos=".5 0 0"/>
      <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" mass="1" pos=".4 0 0"/><site name="hand" pos="1 0 0"/>
      </body></body></worldbody></mujoco>"""
    robot = robot_of(tmp_path, text, arm=("hand", ""))
    assert_as_mujoco(mujoco.MjModel.from_xml_string(text), robot)
    assert weights_of(robot).masses == pytest.approx([0.6, 1.0])


def test_fingers_count_at_their_reference(tmp_path):
    text = """<mujoco><worldbody><body><joint name="a" axis="0 1 0"/><geom size=".1" mass="2" pos=".5 0 0"/>
      <site name="hand" pos="1 0 0"/><body pos="1 0 0"><joint name="finger" axis="0 1 0" ref=".4"/>
      <geom size=".02" mass=".3" pos=".1 0 0"/></body></body></worldbody></mujoco>"""
    weights = weights_of(robot_of(tmp_path, text, arm=("hand", "")))
    assert weights.masses == pytest.approx([2.3])
    assert weights.torques([0.0]) == pytest.approx([-9.81 * (2 * 0.5 + 0.3 * 1.1)], rel=1e-12)  # about y, down is plus


# --- a chain that stands on a foot ---

WALKER = """<mujoco><worldbody><body name="stone" pos="3 0 0"><geom size="1" mass="500"/></body>
  <body name="pelvis" pos="0 0 1"><freejoint/><geom size=".1" mass="9"/>
    <body name="torso"><joint name="waist" axis="0 0 1"/><geom size=".1" mass="20" pos=".1 .05 .4"/></body>
    <body name="left" pos="0 .1 0"><joint name="lhip" axis="0 1 0"/><joint name="lout" axis="1 0 0" pos="0 .01 .02"/>
      <geom size=".05" mass="3" pos=".02 0 -.2"/>
      <body name="lfoot" pos="0 0 -.4"><joint name="lknee" axis="0 1 0"/><geom size=".05" mass="1.5" pos=".05 0 -.4"/></body>
    </body>
    <body name="right" pos="0 -.1 0"><joint name="rhip" axis="0 1 0"/><geom size=".05" mass="3.5" pos=".02 0 -.2"/>
      <body name="rfoot" pos="0 0 -.4"><joint name="rknee" type="slide" axis="0 0 1"/>
      <geom size=".05" mass="1.2" pos=".05 0 -.4"/></body></body></body></worldbody></mujoco>"""


def test_a_robot_that_stands_on_a_foot_bears_all_that_is_above_it_and_not_the_world(tmp_path):
    """The torques are the slope of the potential energy, with the places of the masses seen from the foot by MuJoCo."""
    robot = robot_of(tmp_path, WALKER, leg=("rfoot", "lfoot"))
    model = mujoco.MjModel.from_xml_string(WALKER)
    data, chain, weights = mujoco.MjData(model), robot.chain("leg"), weights_of(robot, "leg")

    def energy(q):
        for name, value in zip(chain.names, q, strict=True):
            data.qpos[model.joint(name).qposadr[0]] = value
        mujoco.mj_kinematics(model, data)
        total = 0.0
        for body in ("pelvis", "torso", "left", "right", "lfoot", "rfoot"):
            p = data.body("lfoot").xmat.reshape(3, 3).T @ (data.body(body).xipos - data.body("lfoot").xpos)
            total -= model.body(body).mass[0] * float(G @ p)
        return total

    assert set(chain.names) == {"lknee", "lout", "lhip", "rhip", "rknee"}
    assert weights.masses.sum() == pytest.approx(9 + 20 + 3 + 3.5 + 1.2)
    for q in chain.random(2, 10):
        # differences of fourth order: 1e-12 times energies of 1e3 J, and roundings of 1e-13 J over 1e-3
        assert weights.torques(q, G) == pytest.approx(derivative(energy, q), abs=1e-8)


# --- loads ---


def test_a_load_is_a_mass_fastened_to_the_effector(tmp_path):
    generator = np.random.default_rng(8)
    spec = random_spec(generator, couplings=False)
    robot = robot_of(tmp_path, spec.to_xml(), arm=("hand", ""))
    spec.body("tip").add_geom(size=[0.01, 0, 0], mass=2.5, pos=[0.2, 0.1, 0.05])
    loaded = mujoco.MjModel.from_xml_string(spec.to_xml())
    for q in robot.chain("arm").random(3, 20):
        wanted, g = by_mujoco(loaded, robot, "arm", q)
        found = weights_of(robot).torques(q, g, load=2.5)
        assert found == pytest.approx(wanted, rel=1e-9, abs=1e-11 * np.abs(wanted).max())
        added = -2.5 * robot.chain("arm").jacobian(q)[:3].T @ g
        assert found - weights_of(robot).torques(q, g) == pytest.approx(added, abs=1e-11 * np.abs(wanted).max())


# --- URDF ---


@pytest.mark.parametrize(
    ("file", "effector", "base"),
    [("panda", "panda_hand_tcp", ""), ("ur5_robot", "tool0", "base_link"), ("talos_full_v2", "gripper_left_base_link", "base_link")],
)  # fmt: skip
def test_a_urdf_without_its_meshes_is_held_as_mujoco_would(file, effector, base, tmp_path):
    files = robot_files()
    if file not in files:
        pytest.skip(f"example-robot-data has no {file}")
    (tmp_path / "r.urdf").write_bytes(files[file].read_bytes())
    robot = load(tmp_path, "r.urdf", {"arm": {"effector": effector, "base": base}})
    spec = mujoco.MjSpec.from_file(str(tmp_path / "r.urdf"))
    for geom in list(spec.geoms):
        spec.delete(geom)
    for mesh in list(spec.meshes):
        spec.delete(mesh)
    for equality in list(spec.equalities):
        spec.delete(equality)
    spec.compiler.fusestatic = False
    model = spec.compile()
    chain, weights, data = robot.chain("arm"), weights_of(robot), mujoco.MjData(model)
    model.opt.gravity[:] = G
    for q in chain.random(1, 10):
        for name, value in zip(chain.names, q, strict=True):
            data.qpos[model.joint(name).qposadr[0]] = value
        mujoco.mj_forward(model, data)
        wanted = [data.qfrc_bias[model.joint(name).dofadr[0]] for name in chain.names]
        R = data.body(base).xmat.reshape(3, 3) if base else np.eye(3)
        assert weights.torques(q, R.T @ G) == pytest.approx(wanted, rel=1e-9, abs=1e-10)


# --- what is not there ---


def test_a_table_has_no_masses():
    weights = weights_of(pult.load_robot("panda"))
    with pytest.raises(KinematicsError) as error:
        weights.torques(np.zeros(7))
    assert str(error.value) == (
        "the chain 'arm' has no masses: it is a table of dimensions. "
        "Give the robot a 'model' with masses, and the chain an 'effector' in it."
    )


def test_a_urdf_without_masses_is_told_apart_when_it_is_asked(tmp_path):
    (tmp_path / "r.urdf").write_text(
        """<robot name="r"><link name="base"/><link name="arm"/><link name="hand"/>
        <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
        <joint name="f" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="1 0 0"/></joint></robot>"""
    )
    robot = load(tmp_path, "r.urdf", {"arm": {"effector": "hand"}})
    assert robot.chain("arm").forward([0.0])[0, 3] == 1.0
    with pytest.raises(KinematicsError, match=r"the chain 'arm' has no masses: .*r\.urdf: MuJoCo refuses it: .*mass"):
        _ = weights_of(robot).arrays


def test_nothing_is_read_before_it_is_asked_for_and_then_once(tmp_path, monkeypatch):
    import pult.robot.weights as module

    calls = []
    honest = module.body_masses
    monkeypatch.setattr(module, "body_masses", lambda *a: calls.append(a) or honest(*a))
    robot = robot_of(tmp_path, COUPLED, arm=("hand", ""))
    assert list(robot.provided()["weights"]) == ["arm"]
    assert not calls
    first, second = weights_of(robot).arrays, weights_of(robot).arrays
    assert first is second
    assert len(calls) == 1


def test_a_file_that_changed_meanwhile_is_refused(tmp_path):
    robot = robot_of(tmp_path, COUPLED, arm=("hand", ""))
    (tmp_path / "r.xml").write_text(WALKER)
    with pytest.raises(KinematicsError, match="the file has changed since the robot was loaded; load it again"):
        _ = weights_of(robot).arrays


def test_wrong_arguments_are_told():
    weights = weights_of(pult.load_robot("human-arm"))
    with pytest.raises(KinematicsError, match=r"gravity must be 3 numbers, not an array of shape \(2,\)"):
        weights.torques(np.zeros(7), [0.0, 1.0])
    with pytest.raises(KinematicsError, match="q must be 7 numbers"):
        weights.torques(np.zeros(6))


def test_weights_can_be_made_without_a_robot(tmp_path):
    file = tmp_path / "r.xml"
    file.write_text(COUPLED)
    model = mjcf_model(file)
    weights = Weights("arm", Chain(model, "hand"), model, None, file)
    same = weights_of(robot_of(tmp_path, COUPLED, arm=("hand", "")))
    assert np.array_equal(weights.torques([0.3], EARTH, 1.0), same.torques([0.3], load=1.0))
    assert "'arm'" in repr(weights)
