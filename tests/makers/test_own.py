"""Imports of robots: what is made of a model passes all checks, fits together, and moves what the panel says."""

import json

import numpy as np
import pytest

import pult
from pult.core.errors import KinematicsError, UsageError
from pult.makers.own.axes import home_key, moved_by
from pult.makers.own.choices import ChainChoice, Choices
from pult.makers.own.dynamics import Dynamics, motors, torque_gains
from pult.makers.own.make import make_own
from pult.makers.own.own_model import own_name, read_own_model
from pult.makers.own.picture import APART
from pult.makers.own.robot_import import import_robot
from pult.robot.robot import load_robot
from pult.scheme.compile import check_scheme
from pult.sim.commands import Input
from pult.sim.fitting import fit_scheme
from pult.sim.setup import Setup
from pult.world.world import load_world
from tests.makers.own_lab import ROBOTS, write_robot


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """An import of each robot, made when it is first asked for."""
    found = {}

    def get(name):
        if name not in found:
            folder = tmp_path_factory.mktemp("own")
            found[name] = import_robot(write_robot(folder, name), folder / "project")
        return found[name]

    return get


def setup_of(made):
    return Setup(world=str(made.world), scheme=str(made.scheme), panel=str(made.panel))


@pytest.mark.parametrize("name", ROBOTS)
def test_robot_world_panel_and_scheme_fit_together_without_a_binding_by_hand(imported, name):
    made = imported(name)
    world, panel = load_world(made.world), pult.load_panel(made.panel)
    scheme, faults = check_scheme(made.scheme, world)
    assert not faults
    wiring, _, faults = fit_scheme(setup_of(made), world, scheme, panel)
    assert not faults
    assert (wiring.routing >= 0).all()  # every command of every drive comes from the scheme
    assert made.joints or panel.document.elements
    assert not any(path.name.startswith("scene") for path in (made.robot, made.panel, made.scheme))


MOVED = {
    "arm.xml": "shoulder_joint", "scara.xml": "quill_joint", "hand.xml": "flex1", "rover.xml": "wheel_fl_joint",
    "drone.xml": "thrust1", "two_arms.urdf": "left_joint1",
}  # fmt: skip


@pytest.mark.parametrize(("name", "joint"), MOVED.items())
def test_command_mode_moves_what_is_selected(imported, name, joint):
    made = imported(name)
    session = pult.open_session(setup_of(made), plain=True)
    elements = session.panel.panel.document.elements
    values = {"joints": [joint], "joystick": [-1.0, 0.0, 0.0] if joint == "quill_joint" else [1.0, 0.0, 0.0], "speed": 1.0}
    session.apply(Input(values=values | ({"mode": "command"} if "mode" in elements else {})))
    steps = round(0.3 / session.dt)
    before = session.row[session.channels["qpos"].place].copy()
    session.advance(steps)
    assert not session.halted
    moved = np.abs(session.row[session.channels["qpos"].place] - before)
    assert moved.max() > 0.002
    if name in ("arm.xml", "scara.xml", "two_arms.urdf"):
        number = session.world.model.joint(joint).qposadr[0]
        assert moved.argmax() == number
        assert np.delete(moved, number).max() < 0.2 * moved[number]  # the others hold


@pytest.mark.parametrize("name", ["gripper_arm.xml", "two_arms.urdf"])
def test_semi_automatic_mode_moves_the_effector_along_the_deflection(imported, name):
    made = imported(name)
    robot = load_robot(made.robot)
    session = pult.open_session(setup_of(made), plain=True)
    values = {"mode": "semi-automatic", "effectors": made.arms[0], "speed": 1.0, "joystick": [0.0, 0.0, -1.0]}
    session.apply(Input(values=values))
    chain = robot.chain(made.arms[0])
    channel = session.channels["sensor.angles"]

    def place():
        q = dict(zip(channel.labels, session.row[channel.place], strict=True))
        return chain.forward([q[joint] for joint in chain.names])[:3, 3]

    before = place()
    session.advance(60)
    way = place() - before
    assert way[2] < -0.01
    if name == "gripper_arm.xml":  # six joints can go straight down
        assert np.linalg.norm(way[:2]) < 0.3 * abs(way[2])


def test_a_gripper_with_a_linkage_is_kept_and_has_a_slider(imported):
    made = imported("gripper_arm.xml")
    assert made.arms == ("arm",)
    assert load_robot(made.robot).document.chains["arm"].effector == "hand"  # not a finger
    session = pult.open_session(setup_of(made), plain=True)
    model = session.world.model
    assert model.neq == 2
    assert model.ntendon == 1
    session.apply(Input(values={"hand_1": 1.0}))
    session.advance(150)
    assert session.row[session.channels["drive.hands"].start] == pytest.approx(255.0)
    assert session.row[session.channels["qpos"].start + model.joint("left_finger_joint").qposadr[0]] > 0.02


def test_key_frames_become_poses_and_home_is_what_was_chosen(tmp_path):
    model = read_own_model(write_robot(tmp_path, "arm.xml"))
    made = make_own(model)
    poses = json.loads(made.files["six.robot.json"])["poses"]
    assert poses["home"] == {"upper_joint": -0.6, "fore_joint": 1.2, "wrist1_joint": 1.0}
    assert json.loads(make_own(model, Choices(pose="up")).files["six.robot.json"]).get("poses", {}) == {}
    with pytest.raises(UsageError, match="no key frame 'down'"):
        make_own(model, Choices(pose="down"))


def test_names_are_those_of_the_model_or_its_folder_and_never_scene(tmp_path):
    folder = tmp_path / "acme_reach"
    folder.mkdir()
    text = '<mujoco{}><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>'
    for said, name in ((' model="Reach 3 scene"', "Reach-3-scene"), (' model="scene"', "acme_reach"), ("", "acme_reach")):
        (folder / "scene.xml").write_text(text.format(said))
        assert own_name(folder / "scene.xml") == name


def test_a_robot_that_falls_stands_on_a_stand_and_one_that_stands_is_free(imported):
    for name, fixed in (("biped.xml", True), ("quadruped.xml", False), ("rover.xml", False)):
        world = load_world(imported(name).world)
        assert world.document.robots[0].fixed == fixed
        assert (world.model.jnt_type == 0).any() != fixed


def test_our_drives_bear_the_weight_and_replace_the_actuators_of_the_model(tmp_path):
    made = import_robot(write_robot(tmp_path, "arm.xml"), tmp_path / "out", drives="ours")
    document = load_robot(made.robot).document
    assert document.actuators == "drop"
    model = read_own_model(write_robot(tmp_path, "arm.xml"))
    axes = moved_by(model, "ours", "").axes
    weight = Dynamics(model, axes, np.zeros(len(axes))).weight
    sized = motors(model, axes, 0.01)
    assert (sized.stall_torque >= 2.4 * weight).all()
    assert list(document.drives["motors"].stall_torque) == sized.stall_torque.tolist()
    assert load_world(made.world).model.nactuator == 6


@pytest.mark.parametrize("name", ["arm.xml", "scara.xml"])
def test_gains_are_stable_when_they_are_sampled_and_held(tmp_path, name):
    """x = (q, q') of M q'' = -K q - D q', the torques held for a control step: all eigenvalues in the unit circle."""
    model = read_own_model(write_robot(tmp_path, name))
    axes = moved_by(model, "auto", "").axes
    step, n = 0.002, len(axes)
    kp, kd = torque_gains(model, axes, step)
    M = Dynamics(model, axes, np.zeros(n)).matrix
    inverse = np.linalg.inv(M)
    B = np.vstack([0.5 * step**2 * inverse, step * inverse])
    A = np.block([[np.eye(n), step * np.eye(n)], [np.zeros((n, n)), np.eye(n)]])
    assert np.abs(np.linalg.eigvals(A - B @ np.hstack([np.diag(kp), np.diag(kd)]))).max() < 1.0


def test_meshes_of_packages_are_found_and_text_stl_becomes_binary(tmp_path):
    made = import_robot(write_robot(tmp_path, "two_arms.urdf"), tmp_path / "out")
    assert len((made.robot.parent / made.name / "torso.stl").read_bytes()) == 84 + 4 * 50
    (tmp_path / "two_arms" / "meshes" / "torso.stl").unlink()
    with pytest.raises(KinematicsError, match="Mesh 'package://.*torso.stl' is missing"):
        import_robot(tmp_path / "two_arms" / "urdf" / "two_arms.urdf", tmp_path / "other")
    simple = import_robot(tmp_path / "two_arms" / "urdf" / "two_arms.urdf", tmp_path / "other", without_meshes=True)
    assert "Simple shapes stand in for meshes: torso.stl." in simple.notes


def test_marks_of_the_picture_do_not_touch_and_lie_in_it(imported):
    for name in ("arm.xml", "quadruped.xml", "two_arms.urdf"):
        panel = json.loads(imported(name).panel.read_text())
        marks = [o["position"] for e in ("joints", "effectors") if e in panel["elements"] for o in panel["elements"][e]["options"].values()]
        away = np.linalg.norm(np.array(marks)[:, None] - np.array(marks)[None], axis=2) + 100.0 * np.eye(len(marks))
        assert away.min() > APART - 1.0
        assert (np.array(marks) > 0).all()
        assert (np.array(marks) < [340, 250]).all()


def test_what_cannot_be_imported_is_refused_and_nothing_is_written(tmp_path):
    source = write_robot(tmp_path, "arm.xml")
    with pytest.raises(UsageError, match="there is no such file"):
        import_robot(tmp_path / "no.xml", tmp_path / "out")
    with pytest.raises(UsageError, match="'9 lives' is not a valid name"):
        import_robot(source, tmp_path / "out", name="9 lives")
    with pytest.raises(UsageError, match="unknown effector 'hnd'"):
        import_robot(source, tmp_path / "out", chains={"arm": ChainChoice("hnd")})
    still = tmp_path / "still.xml"
    still.write_text('<mujoco><worldbody><body><geom size=".1"/></body></worldbody></mujoco>')
    with pytest.raises(KinematicsError, match="nothing in it can be moved"):
        import_robot(still, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    import_robot(source, tmp_path / "out")
    with pytest.raises(UsageError, match="already"):
        import_robot(source, tmp_path / "out")


def test_the_first_key_frame_is_home_unless_one_is_called_so(tmp_path):
    model = read_own_model(write_robot(tmp_path, "arm.xml"))
    assert home_key(model, "") == "home"
    assert home_key(model, "up") == "up"
