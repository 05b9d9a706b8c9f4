"""Impedance and admittance control in real physics against closed forms: stiffness, motion, limits, speed, force."""

import mujoco
import numpy as np
import pytest
from scipy.linalg import expm

from pult.geometry.rotation import matrix_from_quaternion, quaternion_from_matrix, rotation_vector_from_matrix
from pult.sim.commands import Push, Reset, SetParameter
from tests.sim.force_lab import HAND_MASS, Arm, tip_pose, wall
from tests.sim.joint_lab import bisect, grows

EARTH = 9.81
STALL, IDLE = np.array([120, 120, 70, 70, 20, 15, 15.0]), np.array([4, 4, 5, 5, 6, 6, 6.0])
STIFFNESS, TURN_STIFFNESS, DAMPING, TURN_DAMPING = 600.0, 15.0, 70.0, 1.0
"""Of `force-impedance` as shipped [N/m], [N*m/rad], [N*s/m], [N*m*s/rad]."""


def held(folder, scheme, **given):
    """An arm that is wanted where it is."""
    arm, tip = Arm(folder, scheme, plain=True, **given), tip_pose()
    if scheme == "force-hybrid":
        arm.set(task=[1.0, 0.0, 0.0, 0.0])  # no axis by force: springs and dampers alone
    arm.set(wanted_position=tip[:3, 3], wanted_quaternion=quaternion_from_matrix(tip[:3, :3]))
    return arm, tip


def push(arm, force, seconds=50.0):
    """Push the hand at its centre of mass [N]."""
    arm.session.apply(Push(body="hand", force=[float(x) for x in force], duration=seconds))


# --- impedance


@pytest.mark.parametrize("scheme", ["force-impedance", "force-hybrid"])
def test_a_hand_that_is_let_go_comes_to_rest_without_the_help_of_friction(tmp_path, scheme):
    """Damping of the elbow is computed once a step, like the drag of the hand: too much of both shakes the light wrist."""
    arm, _ = held(tmp_path, scheme, friction=False)
    push(arm, [2.0, -3.0, 1.5], 0.3)
    (speeds,) = arm.run(2.5, "sensor.speeds")
    assert np.abs(speeds[:30]).max() > 0.1
    assert np.abs(speeds[-20:]).max() < 0.02


def test_the_hand_gives_way_by_force_over_stiffness_and_turns_by_moment_over_its_stiffness(tmp_path):
    """Under gravity. A push at the centre of mass is a force at the tip and the moment of its lever."""
    arm, tip = held(tmp_path, "force-impedance", gravity=EARTH, friction=False)
    force = np.array([2.0, -3.0, 1.5])
    push(arm, force)
    arm.run(3.5)
    place = arm("site.tip")
    lever = arm.session.data.body("hand").xipos - place[:3]
    turned = rotation_vector_from_matrix(matrix_from_quaternion(place[3:]) @ tip[:3, :3].T)
    assert place[:3] - tip[:3, 3] == pytest.approx(force / STIFFNESS, abs=2e-5)
    assert turned == pytest.approx(np.cross(lever, force) / TURN_STIFFNESS, abs=2e-4)


class Sampled:
    """The linearised arm at its start under impedance control, sampled: M q'' = tau_k + B (w_k - w), B = M_s/w_idle.

    tau_k = J^T (K (x_d - x) - D x') of the step's beginning; the elbow is not calmed.
    """

    def __init__(self, arm):
        model, data = arm.session.model, arm.session.data
        mujoco.mj_forward(model, data)
        mass, jacobian = np.zeros((model.nv, model.nv)), np.zeros((6, model.nv))
        mujoco.mj_fullM(model, data, mass)
        mujoco.mj_jacSite(model, data, jacobian[:3], jacobian[3:], model.site("tip").id)
        self.jacobian, inverse, back = jacobian, np.linalg.inv(mass), np.diag(STALL / IDLE)
        whole = np.zeros((21, 21))  # angles, speeds, and torques with what cancels the motors' back-EMF
        whole[:7, 7:14], whole[7:14, 7:14], whole[7:14, 14:] = np.eye(7), -inverse @ back, inverse
        grown = expm(arm.dt * whole)
        self.free, self.driven, self.back = grown[:14, :14], grown[:14, 14:], back

    def loop(self, damping):
        """Matrix of a control step, and what a wanted position adds. Shapes (14, 14), (14, 3)."""
        J, springs = self.jacobian, np.diag([STIFFNESS] * 3 + [TURN_STIFFNESS] * 3)
        dampers = np.diag([damping] * 3 + [TURN_DAMPING] * 3)
        law = np.hstack([-J.T @ springs @ J, self.back - J.T @ dampers @ J])
        return self.free + self.driven @ law, STIFFNESS * self.driven @ J[:3].T

    def radius(self, damping):
        """Size of the largest root but those of the elbow, which nothing holds: they are at 1."""
        roots = np.linalg.eigvals(self.loop(damping)[0])
        return float(np.abs(roots[np.abs(roots - 1.0) > 1e-6]).max())


@pytest.fixture(scope="module")
def springy(tmp_path_factory):
    """An arm under impedance control, without friction and weight, its elbow free."""
    arm, tip = held(
        tmp_path_factory.mktemp("springy"), "force-impedance", friction=False, parameters={"motors.elbow.damping": 0.0}
    )
    return arm, tip, Sampled(arm)


def step_of(springy, step, damping, seconds):
    """The way of the tip after a step of the wanted position, by physics and by the closed form [m]. Shape (steps, 3)."""
    arm, tip, sampled = springy
    arm.session.apply(Reset())
    arm.session.apply(SetParameter(name="law.damping.k", value=[-damping] * 3))
    arm.set(wanted_position=tip[:3, 3] + step, wanted_quaternion=quaternion_from_matrix(tip[:3, :3]))
    (site,) = arm.run(seconds, "site.tip")
    loop, added = sampled.loop(damping)
    state, rows = np.zeros(14), []
    for _ in range(len(site)):
        state = loop @ state + added @ step
        rows.append(sampled.jacobian[:3] @ state[:7])
    return site[:, :3] - tip[:3, 3], np.array(rows)


@pytest.mark.parametrize("damping", [DAMPING, 35.0])
def test_the_hand_goes_to_a_new_place_like_the_mass_of_the_arm_on_spring_and_damper(springy, damping):
    step = np.array([0.002, -0.001, 0.0015])
    found, expected = step_of(springy, step, damping, 0.8)
    assert found == pytest.approx(expected, abs=0.02 * np.linalg.norm(step))


def test_drag_is_stable_up_to_the_limit_of_the_sampled_loop(springy):
    limit = bisect(lambda d: springy[2].radius(d) > 1.0, 50.0, 1000.0)
    for share, unstable in ((0.93, False), (1.07, True)):
        found, _ = step_of(springy, np.array([5e-5, 5e-5, 5e-5]), share * limit, 1.0)
        assert grows(found[:, 2]) is unstable, (limit, share)


def test_pressed_into_a_wall_the_hand_applies_stiffness_times_depth(tmp_path):
    xml, task = wall(friction=0.0)
    arm, tip = held(tmp_path, "force-impedance", things=xml, friction=False)
    arm.set(wanted_position=tip[:3, 3] + 0.03 * task[:, 2])
    arm.run(3.0)
    depth = task[:, 2] @ (tip[:3, 3] + 0.03 * task[:, 2] - arm("site.tip")[:3])
    assert 0.015 < depth < 0.021
    assert arm("sensor.wall_force")[0] == pytest.approx(STIFFNESS * depth, rel=0.01)


# --- admittance: with dry friction in all joints, which is no harm here


def test_a_pushed_hand_gives_way_by_force_over_stiffness_in_spite_of_friction(tmp_path):
    weight = {"reading.mass.k": -HAND_MASS, "model.damping.k": [100.0] * 3}
    arm, tip = held(tmp_path, "force-admittance", gravity=EARTH, parameters=weight)
    force = np.array([2.0, -3.0, 1.5])
    push(arm, force)
    arm.run(4.5)
    assert arm("site.tip")[:3] - tip[:3, 3] == pytest.approx(force / 200.0, abs=2e-4)


def test_led_by_a_steady_push_the_hand_goes_at_force_over_damping(tmp_path):
    loose = {"model.stiffness.k": [0.0] * 3, "model.damping.k": [100.0] * 3}
    arm, _ = held(tmp_path, "force-admittance", parameters=loose)
    force = np.array([1.0, 3.0, -2.0])
    push(arm, force)
    (site,) = arm.run(2.0, "site.tip")
    late = site[100:, :3]
    assert (late[-1] - late[0]) / (arm.dt * (len(late) - 1)) == pytest.approx(force / 100.0, abs=5e-4)


@pytest.mark.parametrize("stiffness", [0.0, 200.0])
def test_at_a_wall_the_hand_presses_with_what_is_wanted_less_what_its_spring_holds_back(tmp_path, stiffness):
    xml, task = wall(gap=0.004)
    arm, _ = held(tmp_path, "force-admittance", things=xml, parameters={"model.stiffness.k": [stiffness] * 3})
    arm.set(wanted_force=8.0 * task[:, 2])
    arm.run(1.0)
    force, way, wall_force = arm.run(3.0, "output.force", "output.given_way", "sensor.wall_force")
    pressed = force @ task[:, 2]  # a hard wall, and joints that stick: it hunts about its mean by some per cent
    assert pressed.mean() == pytest.approx(8.0 - stiffness * (way @ task[:, 2]).mean(), rel=0.02)
    assert pressed.std() < 0.07 * 8.0
    assert wall_force.mean() == pytest.approx(pressed.mean(), rel=0.05)  # by contact, its largest of each control step
