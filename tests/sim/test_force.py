"""Force control in real physics: signs, a hand on a wall, a clamped hand, the elbow, flaws of the sensor, limits."""

import numpy as np
import pytest

from pult.geometry.rotation import matrix_from_quaternion, quaternion_from_matrix
from pult.sim.commands import Push, SetParameter
from tests.sim.force_lab import HAND_MASS, Arm, clamp, tip_pose, wall
from tests.sim.joint_lab import Joint, grows, locked_limit_ki, spectral_radius

EARTH = 9.81


def pressing(folder, force, gravity, seconds, **given):
    """The tip pressed on a wall by hybrid control: force in the task's axes, way left, and the session."""
    xml, task = wall()
    tip = tip_pose()
    weight = {"reading.mass.k": -HAND_MASS}
    arm = Arm(folder, "force-hybrid", things=xml, plain=True, gravity=gravity, parameters=weight, **given)
    arm.set(
        task=quaternion_from_matrix(task), force_axes=[0, 0, 1], wanted_force=[0, 0, force],
        wanted_position=tip[:3, 3], wanted_quaternion=quaternion_from_matrix(tip[:3, :3]),
    )  # fmt: skip
    return arm, task, *arm.run(seconds, "output.force", "output.way")


def test_seven_joints_press_on_a_wall_with_five_newtons_and_the_reading_is_what_the_wall_feels(tmp_path):
    """With dry friction in every joint and under gravity. The wall feels it against its own normal: signs agree."""
    arm, task, force, way = pressing(tmp_path, 5.0, EARTH, 4.0)
    assert force[-100:, 2] == pytest.approx(np.full(100, 5.0), rel=0.01)
    assert np.abs(way[-1, :2]).max() < 0.006  # held along the wall by springs of 600 N/m against dry friction
    normal = np.sqrt(arm("sensor.wall_force")[0] ** 2 - np.sum(force[-1, :2] ** 2))
    assert force[-1, 2] == pytest.approx(normal, rel=0.02)  # by MuJoCo's contact, which knows nothing of the wrist
    hand = matrix_from_quaternion(arm("site.tip")[3:])
    applied = hand @ (arm("sensor.force_sensor") - HAND_MASS * EARTH * hand.T @ [0.0, 0.0, 1.0])
    assert task[:, 2] @ applied == pytest.approx(5.0, rel=0.02)  # into the wall: what the robot applies is positive


def test_a_clamped_hand_applies_the_wanted_wrench_and_with_the_misprint_another(tmp_path):
    wanted = np.array([0.0, 0.0, 5.0, 0.0, 0.0, 4.0])
    arm = Arm(tmp_path, "force-wrist", weld=clamp(), plain=True, friction=False)
    arm.set(wanted_force=wanted[:3], wanted_moment=wanted[3:])
    force, moment = arm.run(1.0, "output.force", "output.moment")
    assert [*force[-1], *moment[-1]] == pytest.approx(wanted, abs=0.01)
    arm.session.apply(SetParameter(name="transform.as_printed", value=True))
    force, moment = arm.run(1.0, "output.force", "output.moment")
    assert np.abs(np.concatenate([force[-1], moment[-1]]) - wanted).max() > 1.0


def test_torque_sensors_do_the_same_by_the_joint_law(tmp_path):
    wanted = np.array([2.0, 0.0, 5.0, 0.0, 1.0, 4.0])
    arm = Arm(tmp_path, "force-joints", weld=clamp(), plain=True, friction=False)
    arm.set(wanted_force=wanted[:3], wanted_moment=wanted[3:])
    force, moment = arm.run(1.0, "sensor.force_sensor", "sensor.moment_sensor")
    assert [*force[-1], *moment[-1]] == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize("damping", [0.0, 10.0])
def test_a_pushed_elbow_swings_on_unless_the_null_space_is_damped_and_the_hand_presses_on(tmp_path, damping):
    arm = Arm(
        tmp_path, "force-wrist", weld=clamp(), plain=True, friction=False, parameters={"motors.elbow.damping": damping}
    )
    arm.set(wanted_force=[0, 0, 5.0])
    arm.run(0.5)
    arm.session.apply(Push(body="link_3", force=[0.0, 6.0, 0.0], duration=0.2))
    speeds, force = arm.run(1.5, "sensor.speeds", "output.force")
    start, end = np.abs(speeds[20]).max(), np.abs(speeds[-1]).max()
    if damping:
        assert end < 0.02 * start
        assert force[-1] == pytest.approx([0.0, 0.0, 5.0], abs=0.05)
    else:
        assert end > 0.5 * start


def test_bias_is_tared_away_and_noise_is_filtered_to_the_share_of_the_filter(tmp_path):
    """A first-order filter passes the share g/(1 + g) of white noise's variance, g = tan(cutoff dt/2)."""
    arm = Arm(tmp_path, "force-wrist", plain=True, gravity=EARTH, noise=0.2, bias=[1.0, -2.0, 0.5],
              parameters={"reading.mass.k": -HAND_MASS, "motors.elbow.damping": 0.0}, weld=clamp())  # fmt: skip
    arm.session.apply(SetParameter(name="force_law.kp.k", value=[0.0] * 3))  # what is read shall move nothing
    arm.session.apply(SetParameter(name="force_law.ki.k", value=[0.0] * 3))
    (before,) = arm.run(0.3, "output.force")
    arm.set(zero=True)
    arm.run(0.3)
    arm.set(zero=False)
    after, raw = arm.run(5.0, "output.force", "sensor.force_sensor")
    assert np.abs(before[20:].mean(axis=0)).max() > 0.4
    assert np.abs(after.mean(axis=0)).max() < 3.0 * 0.2 / np.sqrt(20)  # of the twenty readings averaged
    g = np.tan(0.5 * 120.0 * arm.dt)
    assert after.var(axis=0).mean() / raw.var(axis=0).mean() == pytest.approx(g / (1.0 + g), rel=0.15)


# --- limits of stability, see validation/force.py for more


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    return Joint(tmp_path_factory.mktemp("locked"), plain=True)


@pytest.mark.parametrize(("kp", "ki"), [(1.0, 0.0), (0.2, locked_limit_ki(0.2))])
def test_a_locked_joint_is_stable_up_to_the_limits_of_the_formulas(locked, kp, ki):
    below, above = (0.96, 1.04)
    pair = [(kp * s, ki) if ki == 0.0 else (kp, ki * s) for s in (below, above)]
    assert not grows(locked.errors(*pair[0]))
    assert grows(locked.errors(*pair[1]))


def test_a_hard_spring_is_the_lock_and_a_soft_one_bears_more_gain():
    """The sampled loop's largest root: as the spring hardens, its limits come to those of the lock."""
    assert spectral_radius(0.97, 0.1, 1e9, 3e5) < 1.0 < spectral_radius(1.03, 0.1, 1e9, 3e5)
    ki = locked_limit_ki(0.2)
    assert spectral_radius(0.2, 0.97 * ki, 1e9, 3e5) < 1.0 < spectral_radius(0.2, 1.03 * ki, 1e9, 3e5)
    assert spectral_radius(3.0, 0.1, 2e4, 100.0) < 1.0
