"""A robot's legs as flat arrays: masses and frames as MuJoCo has them; faults of the document."""

import mujoco
import numpy as np
import pytest

from pult.core.errors import DocumentError, KinematicsError
from pult.motion.walk.frames import place_in_world
from pult.motion.walk.plan import standing_height
from pult.motion.walk.posture import centre_of_mass
from tests.motion.walk.biped import ROTOR, SOLE, STALL, document, make_robot, mjcf


def test_centre_of_mass_and_soles_are_those_of_mujoco(walker):
    model = mujoco.MjModel.from_xml_string(mjcf())
    data = mujoco.MjData(model)
    random = np.random.default_rng(1)
    a = walker.arrays
    for _ in range(20):
        q = walker.stand + random.uniform(-0.3, 0.3, 14)
        base, heading = random.uniform(-1, 1, 3), random.uniform(-3, 3)
        data.qpos[:] = [*base, np.cos(heading / 2), 0, 0, np.sin(heading / 2), *q]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        frames, soles, com = np.empty((14, 12)), np.empty((2, 12)), np.empty(3)
        place_in_world(a.links, a.tips, q, base, heading, frames, soles)
        assert centre_of_mass(a.bodies, frames, base, heading, com, np.empty(3)) == pytest.approx(90.0)
        assert com == pytest.approx(data.subtree_com[1], abs=1e-12)
        for leg, site in enumerate(("l_sole", "r_sole")):
            assert soles[leg, [3, 7, 11]] == pytest.approx(data.site(site).xpos, abs=1e-12)
            assert soles[leg].reshape(3, 4)[:, :3].ravel() == pytest.approx(data.site(site).xmat, abs=1e-12)


def test_drives_soles_and_yaw_joints_come_from_the_document(walker):
    assert list(walker.stall_torque) == STALL * 2
    assert walker.arrays.rotors == pytest.approx(ROTOR * 2)
    assert (walker.half_width, walker.heel, walker.toe) == (SOLE["half_width"], SOLE["heel"], SOLE["toe"])
    assert walker.arrays.yaw_pairs.tolist() == [[0, 6, 1], [7, 13, 1]]
    assert walker.standing == pytest.approx((0.1009, 0.0, 0.1 + 1.04 * np.cos(0.43)))
    assert standing_height(walker) == pytest.approx(1.2, abs=0.01)


def faults(folder, **changes):
    with pytest.raises(DocumentError) as caught:
        make_robot(folder, **changes)
    return "\n".join(map(str, caught.value.faults))


def test_faults_of_a_walker_are_told_with_their_place(tmp_path):
    legs = document()["walkers"]["legs"]
    text = faults(tmp_path, walkers={"legs": {**legs, "left": "left_log", "sole": {**SOLE, "toe": 0.0}, "pose": "x"}})
    assert "walkers.legs.left: there is no chain 'left_log'. Did you mean 'left_leg'?" in text
    assert "walkers.legs.sole.toe: must be above 0, not 0." in text
    assert "walkers.legs.pose: there is no pose 'x'." in text
    assert "both legs have the joint 'l_hip_yaw'" in faults(tmp_path, walkers={"legs": {**legs, "right": "left_leg"}})
    chains = {**document()["chains"], "shank": {"base": "torso", "effector": "body:r_shank"}}
    text = faults(tmp_path, chains=chains, walkers={"legs": {**legs, "right": "shank"}})
    assert "the chain 'shank' has 4 joints; a leg has 6 or 7, all of them turning" in text


def test_feet_that_do_not_stand_side_by_side_are_refused(tmp_path):
    legs = document()["walkers"]["legs"]
    text = faults(tmp_path, walkers={"legs": {**legs, "left": "right_leg", "right": "left_leg"}})
    assert "walkers.legs.left: in the pose 'home' the left sole 'site:r_sole' is 0.202 m to the right of" in text
    assert "Exchange 'left' and 'right'." in text
    poses = {"home": {**document()["poses"]["home"], "l_hip_pitch": 0.0, "l_knee": 0.0, "l_ankle_pitch": 0.9}}
    text = faults(tmp_path, poses=poses)
    assert "the axes of the sole 'site:l_sole' are turned by 52 degrees to those of 'torso'" in text
    poses = {"home": {**document()["poses"]["home"], "l_hip_pitch": 0.7, "l_knee": -1.4, "l_ankle_pitch": 0.7}}
    text = faults(tmp_path, poses=poses)
    assert "the soles 'site:l_sole' and 'site:r_sole' are 0.00 m and 0.15 m apart, forward and in height" in text


def test_missing_soles_and_legs_of_five_joints_are_refused(tmp_path):
    legs, chains = document()["walkers"]["legs"], document()["chains"]
    lost = {**chains, "left_leg": {"base": "torso", "effector": "site:l_sol"}}
    assert "chains.left_leg" in (text := faults(tmp_path, chains=lost)) and "l_sole" in text
    del legs["sole"]
    assert "sole" in faults(tmp_path, walkers={"legs": legs})
    short = {**chains, "left_leg": {"base": "l_thigh", "effector": "site:l_sole"}}
    assert "the chain 'left_leg' has 4 joints; a leg has 6 or 7" in faults(tmp_path, chains=short)


def test_faults_of_what_a_walker_carries_are_told_with_their_place(tmp_path):
    legs = document()["walkers"]["legs"]
    chains = {**document()["chains"], "shin": {"base": "body:l_thigh", "effector": "body:l_foot"}}
    text = faults(tmp_path, chains=chains, walkers={"legs": {**legs, "carries": ["left_log", "right_leg", "shin"]}})
    assert "walkers.legs.carries[0]: there is no chain 'left_log'. Did you mean 'left_leg'?" in text
    assert "walkers.legs.carries[1]: the chain 'right_leg' has the joint 'r_hip_yaw' of a leg" in text
    assert "walkers.legs.carries[2]: the chain 'shin' starts at 'body:l_thigh'" in text


def test_a_robot_says_which_walkers_it_has(tmp_path):
    robot = make_robot(tmp_path)
    assert robot.walker("legs") is robot.walker()
    with pytest.raises(KinematicsError, match=r"has no walker 'leg'. Did you mean 'legs'\?"):
        robot.walker("leg")
