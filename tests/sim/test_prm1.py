"""PRM-1 in physics: its model is that of the paper, its base keeps its way, its grab its line, its brakes hold."""

import math

import mujoco
import numpy as np
import pytest
from models.prm1.scheme_parts import INERTIA
from models.prm1.table import WHEEL_RADIUS, WHEELS
from validation.prm1_pick_trial import Lab, line, square

import pult
from pult import grab
from pult.sim.commands import Arm, Stop

JOINTS = ("column", "shoulder", "elbow", "wrist", "roll")


@pytest.fixture(scope="module")
def world():
    return pult.load_world("prm1")


def test_the_finger_tips_are_where_f1_says(world):
    arm = world.robots[""].chain("arm")
    assert arm.names == JOINTS
    rng = np.random.default_rng(1)
    for q in rng.uniform(arm.lower, arm.upper, (50, 5)):
        point = np.array(grab.f1(grab.Config(*q)).point)
        assert arm.forward(q)[:3, 3] == pytest.approx(point, abs=1e-9)


def test_it_has_fourteen_mobilities_and_the_fingers(world):
    hinges = world.model.jnt_type == mujoco.mjtJoint.mjJNT_HINGE
    assert hinges.sum() == 14
    assert len(world.robots[""].document.drives["arm"].joints) == 5
    assert len(world.robots[""].document.drives["cameras"].joints) == 3


def test_it_is_narrow_enough_for_a_doorway():
    assert 2.0 * max(abs(y) + WHEEL_RADIUS for _, y in WHEELS.values()) < 0.66


def test_gains_belong_to_the_inertia_that_the_joints_feel(world):
    data = mujoco.MjData(world.model)
    data.qpos[:] = world.start()
    for name, angle in {"shoulder": -0.6, "elbow": 0.8, "wrist": 0.0}.items():
        data.joint(name).qpos[0] = angle
    mujoco.mj_forward(world.model, data)
    matrix = np.zeros((world.model.nv, world.model.nv))
    mujoco.mj_fullM(world.model, data, matrix)
    for name, inertia in INERTIA.items():
        dof = world.model.joint(name).dofadr[0]
        assert inertia == pytest.approx(matrix[dof, dof], rel=0.02), name


def test_the_follower_of_a_pair_of_fingers_starts_where_its_leader_does(world):
    qpos = world.start("home")
    left, right = (qpos[world.model.joint(f"{side}_finger").qposadr[0]] for side in ("left", "right"))
    assert left == right == 0.045


def test_a_square_ends_where_it_began_and_odometry_knows():
    found = square(seed=0, turning=True).metrics
    assert found["open"] < 35.0
    assert found["odometry"] < 2.6


def test_a_line_is_kept_with_a_load_that_nobody_has_told_of():
    found = line(seed=1, load=2.0).metrics
    assert found["off"] < 0.65
    assert found["end"] < 0.15


def test_after_a_stop_the_brakes_hold_base_and_arm():
    lab = Lab()
    lab.set(effectors="base", joystick=[1.0, 0.0, 0.0], speed=1.0)
    lab.session.advance(150)
    lab.session.apply(Stop(reason="trial"))
    lab.session.advance(100)
    at, tip = lab.pose(), lab.tip()
    lab.session.advance(200)
    stood, held = lab.pose(), lab.tip()
    lab.set(joystick=[0.0, 0.0, 0.0], enable=True)
    lab.session.apply(Arm())
    assert stood == pytest.approx(at, abs=1e-4)
    assert held == pytest.approx(tip, abs=1e-3)


def test_the_grab_presses_with_the_force_that_is_set():
    lab = Lab()
    lab.set(close_grab=True, grip_force=20.0)
    lab.session.advance(200)
    assert lab.signal("drive.grab")[0] == pytest.approx(-2.0 * 20.0 / 120.0)
    assert lab.signal("output.opening")[0] == pytest.approx(0.0, abs=5e-4)
    lab.set(close_grab=False, open_grab=True)
    lab.session.advance(250)
    assert lab.signal("output.opening")[0] == pytest.approx(0.11, abs=1e-3)


@pytest.mark.parametrize("joint", ["elbow", "mast_pan"])
def test_in_command_mode_the_selected_joint_turns_and_no_other(joint):
    lab = Lab()
    names = [*JOINTS, "mast_pan", "mast_tilt", "side_tilt"]

    def angles():
        return np.concatenate([lab.signal("sensor.arm_angles"), lab.signal("sensor.camera_angles")])

    before = angles()
    lab.set(mode="command", effectors="grab", joints=[joint], joystick=[0.5, 0.0, 0.0], speed=1.0)
    lab.session.advance(100)
    turned = angles() - before
    index = names.index(joint)
    assert turned[index] == pytest.approx(0.25, abs=0.05)
    assert np.abs(np.delete(turned, index)).max() < 2e-3


@pytest.mark.parametrize(("mode", "turns"), [("command", True), ("semi-automatic", False)])
def test_a_joint_that_is_selected_alone_turns_in_command_mode(mode, turns):
    lab = Lab()
    lab.set(mode=mode, effectors=None, joints=["elbow"], joystick=[0.5, 0.0, 0.0], speed=1.0)
    before = lab.signal("sensor.arm_angles").copy()
    lab.session.advance(100)
    moved = np.abs(lab.signal("sensor.arm_angles") - before).max()
    assert (moved > 0.05) == turns


def test_the_base_turns_about_any_point():
    lab = Lab()
    lab.set(effectors="base", joystick=[0.0, 0.0, 0.5], turn_x=600.0, turn_y=-800.0, speed=0.5)
    begin = lab.pose()
    lab.session.advance(400)
    end = lab.pose()
    assert end[2] - begin[2] > 0.3

    def centre(pose):
        c, s = math.cos(pose[2]), math.sin(pose[2])
        return pose[:2] + np.array([c * 0.6 + s * 0.8, s * 0.6 - c * 0.8])

    assert centre(end) == pytest.approx(centre(begin), abs=0.01)
