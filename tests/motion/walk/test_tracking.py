"""Joint motion along a plan: kinematics within limits, exact rates, inverse dynamics as MuJoCo has it."""

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.motion.walk.frames import place_in_world
from pult.motion.walk.gait import dcm_gait, paper_gait
from pult.motion.walk.pattern import load_pattern, make_pattern, make_table, segment_slice
from pult.motion.walk.plan import Turn, Walk
from pult.motion.walk.posture import centre_of_mass
from pult.motion.walk.rows import HEADING, SUPPORT
from pult.motion.walk.tracking import find_posture
from tests.motion.walk.biped import make_robot, mjcf


@pytest.fixture(scope="module")
def pattern(walker):
    return make_pattern(dcm_gait(), walker, [Walk(2), Turn(0.7)])


def posture(walker, com, feet, heading=0.0):
    found = find_posture(walker, np.array(com), np.array(feet), heading)
    a, frames, soles, centre = walker.arrays, np.empty((14, 12)), np.empty((2, 12)), np.empty(3)
    place_in_world(a.links, a.tips, found.angles, found.base, heading, frames, soles)
    centre_of_mass(a.bodies, frames, found.base, heading, centre, np.empty(3))
    return found.angles, centre, soles, found


@settings(max_examples=40, deadline=None)
@given(
    st.floats(-0.15, 0.15), st.floats(-0.05, 0.05), st.floats(1.1, 1.22), st.floats(-0.15, 0.15), st.floats(0, 0.1),
    st.floats(-0.5, 0.5),
)
def test_soles_and_centre_of_mass_come_to_their_places(walker, x, y, z, step, lift, turn):
    feet = [[step, 0.11, lift, turn], [-step, -0.11, 0.0, 0.0]]
    q, com, soles, found = posture(walker, [x, y, z], feet, 0.5 * turn)
    assert (found.distance, found.angle) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert found.iterations < 20
    assert com == pytest.approx([x, y, z], abs=1e-9)
    assert soles[:, [3, 7, 11]] == pytest.approx(np.array(feet)[:, :3], abs=1e-9)
    assert q[0] == pytest.approx(q[6], abs=1e-6)  # hip and ankle share the turn of the foot
    assert q[7] == pytest.approx(q[13], abs=1e-6)


def test_limits_are_kept_where_the_target_cannot_be_reached(walker):
    q, _, _, found = posture(walker, [0.0, 0.0, 1.6], [[0.0, 0.1, 0.0, 0.0], [0.0, -0.1, 0.0, 0.0]])
    low, high = walker.arrays.limits
    assert found.distance > 0.1
    assert (q >= low).all() and (q <= high).all()


def test_rates_and_accelerations_are_derivatives(walker, pattern):
    fine = make_pattern(dcm_gait(step=0.002), walker, [Walk(1)])
    dt = fine.gait.step
    middle = slice(1, -1)
    rate = (fine.angles[2:] - fine.angles[:-2]) / (2.0 * dt)
    assert np.percentile(np.abs(rate - fine.rates[middle]).max(axis=1), 99) < 2e-3
    acceleration = (fine.rates[2:] - fine.rates[:-2]) / (2.0 * dt)
    assert np.percentile(np.abs(acceleration - fine.accelerations[middle]).max(axis=1), 95) < 0.1
    assert pattern.errors.max() < 1e-9


@pytest.mark.parametrize("support", [1.0, 2.0])
def test_torques_are_those_of_mujocos_inverse_dynamics(walker, pattern, support):
    model = mujoco.MjModel.from_xml_string(mjcf())
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data = mujoco.MjData(model)
    chosen = np.flatnonzero(pattern.rows[:, SUPPORT] == support)[::7]
    site = "l_sole" if support == 1.0 else "r_sole"
    for row in chosen:
        heading, turn, turn2 = pattern.rows[row, HEADING : HEADING + 3]
        data.qpos[:3] = pattern.bases[row]
        data.qpos[3:7] = np.cos(heading / 2), 0.0, 0.0, np.sin(heading / 2)
        data.qpos[7:] = pattern.angles[row]
        # the pelvis: from the standing foot, which does not move
        jacobian, turning = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        data.qvel[:] = 0.0
        mujoco.mj_forward(model, data)
        mujoco.mj_jacSite(model, data, jacobian, turning, model.site(site).id)
        data.qvel[5], data.qvel[6:] = turn, pattern.rates[row]
        data.qvel[:3] = -(jacobian @ data.qvel)
        mujoco.mj_forward(model, data)
        data.qacc[:] = 0.0
        data.qacc[5], data.qacc[6:] = turn2, pattern.accelerations[row]
        drift = np.zeros((3, model.nv))
        mujoco.mj_jacDot(model, data, drift, None, data.site(site).xpos, model.site(site).bodyid[0])
        data.qacc[:3] = -(jacobian @ data.qacc + drift @ data.qvel)
        mujoco.mj_inverse(model, data)
        force = data.qfrc_inverse.copy()
        # the floor's wrench at the standing foot takes the place of the force on the pelvis
        J = np.vstack([jacobian, turning])
        wrench = np.linalg.solve(J[:, :6].T, force[:6])
        torques = (force - J.T @ wrench)[6:]
        torques += walker.arrays.rotors * pattern.accelerations[row]  # rotors belong to drives, not to this model
        assert pattern.torques[row] == pytest.approx(torques, abs=1e-6)


def test_double_support_shares_all_of_the_wrench(walker, pattern):
    both = pattern.rows[:, SUPPORT] == 0.0
    knees = pattern.torques[both][:, [3, 10]]
    assert (np.abs(knees).sum(axis=1) > 20.0).all()  # both legs or one of them carry


def test_a_saved_pattern_is_read_again(walker, pattern, tmp_path):
    pattern.save(tmp_path / "walk.npz")
    again = load_pattern(tmp_path / "walk.npz")
    assert again.gait == pattern.gait
    assert again.segments == pattern.segments
    assert np.array_equal(again.voltages, pattern.voltages)
    pattern.save(tmp_path / "walk.csv")
    table = np.genfromtxt(tmp_path / "walk.csv", delimiter=",", names=True)
    assert table.dtype.names == ("t", *walker.joints)
    assert table["l_knee"] == pytest.approx(pattern.angles[:, 3], abs=1e-9)


def test_segments_of_the_table_can_be_played_one_after_the_other(walker):
    for gait in (paper_gait(), dcm_gait()):
        table = make_table(gait, walker)
        rows = {name: segment_slice(table, name) for name in table.segments}
        for ends, begins in (("first-left", "step-right"), ("step-right", "step-left"), ("step-left", "step-right"),
                             ("step-left", "last-right"), ("step-right", "last-left"), ("last-left", "first-left"),
                             ("turn-left", "turn-right")):  # fmt: skip
            last, first = rows[ends].stop - 1, rows[begins].start
            coming = table.angles[last] + table.gait.step * 0.5 * (table.rates[last] + table.rates[first])
            assert coming == pytest.approx(table.angles[first], abs=1.5e-3)


def test_a_six_joint_leg_has_no_joints_that_share_the_turn(tmp_path):
    legs = {side: {"base": "torso", "effector": f"body:{side[0]}_foot"} for side in ("left", "right")}
    model = mjcf().replace('<joint name="l_ankle_yaw" axis="0 0 1" range="-1 1"/>', "")
    model = model.replace('<joint name="r_ankle_yaw" axis="0 0 1" range="-1 1"/>', "")
    (tmp_path / "six.xml").write_text(model)
    names = [f"{leg}_{joint}" for leg in "lr" for joint in ("hip_pitch", "knee", "ankle_pitch")]
    robot = make_robot(
        tmp_path, model=str(tmp_path / "six.xml"), drives={}, poses={"home": dict(zip(names, [0.43, -0.86, 0.43] * 2, strict=True))},
        chains={"left_leg": legs["left"] | {"effector": "site:l_sole"}, "right_leg": legs["right"] | {"effector": "site:r_sole"}},
    )  # fmt: skip
    walker = robot.walker()
    assert walker.m == 6
    assert walker.arrays.yaw_pairs[:, 2].tolist() == [0.0, 0.0]
    pattern = make_pattern(dcm_gait(), walker, [Walk(1), Turn(-0.4)])
    assert pattern.errors.max() < 1e-9
    assert not pattern.voltages.any()
