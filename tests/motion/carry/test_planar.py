"""Planar arms and grasps: inverses, derivatives and dynamics against differences and MuJoCo."""

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.motion.carry import grasps, planar
from pult.motion.carry.design import ArmDesign, design_arm

angle = st.floats(-3.0, 3.0)
bend = st.floats(0.2, 2.9)


@given(q1=angle, q2=bend, l1=st.floats(0.1, 1.0), l2=st.floats(0.1, 1.0))
def test_the_inverse_finds_the_angles_of_a_point(q1, q2, l1, l2):
    x, y = planar.planar_forward(l1, l2, q1, q2)
    found = planar.planar_inverse(l1, l2, x, y, 1.0)
    assert found[2]
    assert math.remainder(found[0] - q1, 2 * math.pi) == pytest.approx(0.0, abs=1e-7)
    assert found[1] == pytest.approx(q2, abs=1e-7)


def test_out_of_reach_the_arm_is_stretched_or_folded():
    q1, q2, reached = planar.planar_inverse(0.4, 0.3, 2.0, 2.0, 1.0)
    assert (reached, q1, q2) == (False, pytest.approx(math.pi / 4), 0.0)
    assert planar.planar_inverse(0.4, 0.3, 0.05, 0.0, 1.0)[1:] == (pytest.approx(math.pi), False)


def test_rates_and_accelerations_are_derivatives_of_the_angles():
    l1, l2, h = 0.45, 0.4, 1e-5
    def point(t):
        return 0.5 + 0.1 * math.sin(t), 0.2 * t - 0.05 * t * t
    t = 0.7
    before, now, after = (np.array(planar.planar_inverse(l1, l2, *point(s), 1.0)[:2]) for s in (t - h, t, t + h))
    v, a = (0.1 * math.cos(t), 0.2 - 0.1 * t), (-0.1 * math.sin(t), -0.1)
    rates = planar.planar_rates(planar.planar_jacobian(l1, l2, *now), *v)
    assert rates == pytest.approx((after - before) / (2 * h), abs=1e-7)
    accelerations = planar.planar_accelerations(l1, l2, *now, *rates, *a)
    assert accelerations == pytest.approx((after - 2 * now + before) / h**2, abs=1e-4)


def test_torques_are_those_of_mujoco():
    arm = design_arm(ArmDesign())
    (l1, l2), (m1, m2), hand = arm.design.links, arm.design.link_masses, arm.design.hand_mass
    text = f"""<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody><body>
      <joint axis="0 0 1"/><inertial pos="{l1 / 2} 0 0" mass="{m1}" diaginertia="1e-4 {m1 * l1**2 / 12} {m1 * l1**2 / 12}"/>
      <body pos="{l1} 0 0"><joint axis="0 0 1"/>
        <inertial pos="{l2 / 2} 0 0" mass="{m2}" diaginertia="1e-4 {m2 * l2**2 / 12} {m2 * l2**2 / 12}"/>
        <body pos="{l2} 0 0"><inertial pos="0 0 0" mass="{hand}" diaginertia="1e-12 1e-12 1e-12"/></body>
      </body></body></worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = (0.3, 1.2), (0.7, -1.1), (2.0, -3.0)
    mujoco.mj_inverse(model, data)
    assert planar.planar_torques(*arm.inertias, 1.2, 0.7, -1.1, 2.0, -3.0) == pytest.approx(data.qfrc_inverse, abs=1e-9)


@pytest.fixture
def held():
    rng = np.random.default_rng(5)
    return rng.uniform(-0.3, 0.3, (4, 2)), rng


def test_grasp_motions_are_derivatives(held):
    points, _ = held
    h = 1e-5
    def pose(t):
        return 0.1 * t, 0.2 * t * t, 0.5 * math.sin(t)
    t = 0.4
    before, now, after = (grasps.grasp_points(*pose(s), points) for s in (t - h, t, t + h))
    turn, w, dw = 0.5 * math.sin(t), 0.5 * math.cos(t), -0.5 * math.sin(t)
    assert grasps.grasp_velocities(0.1, 0.4 * t, w, turn, points) == pytest.approx((after - before) / (2 * h), abs=1e-9)
    found = grasps.grasp_accelerations(0.0, 0.4, dw, w, turn, points)
    assert found == pytest.approx((after - 2 * now + before) / h**2, abs=1e-5)


def test_the_pose_of_a_body_is_found_from_its_grasp_points(held):
    points, _ = held
    assert grasps.body_pose(grasps.grasp_points(0.3, -0.2, 1.1, points), points) == pytest.approx((0.3, -0.2, 1.1), abs=1e-12)


def test_frames_there_and_back():
    assert grasps.out_of_base(*grasps.into_base(0.3, -0.4, 1.3), 1.3) == pytest.approx((0.3, -0.4))
    assert grasps.into_base(0.0, 1.0, math.pi / 2) == pytest.approx((1.0, 0.0))


def test_the_rigid_part_is_the_projection_by_the_grasp_map(held):
    points, rng = held
    G = np.zeros((3, 8))
    for i, (x, y) in enumerate(points):
        G[:, 2 * i], G[:, 2 * i + 1] = (1.0, 0.0, -y), (0.0, 1.0, x)
    forces = rng.normal(size=(4, 2))
    rigid = grasps.rigid_part(forces, points)
    assert rigid.ravel() == pytest.approx(np.linalg.pinv(G) @ G @ forces.ravel(), abs=1e-12)
    assert grasps.rigid_part(rigid, points) == pytest.approx(rigid, abs=1e-12)  # a projection
    assert G @ (forces - rigid).ravel() == pytest.approx(np.zeros(3), abs=1e-12)  # what is left moves nothing
    wrench = G @ forces.ravel()
    assert grasps.shared_forces(*wrench, points).ravel() == pytest.approx(np.linalg.pinv(G) @ wrench, abs=1e-12)


def test_two_arms_that_pull_with_a_force_have_it_as_internal_force():
    bar = np.array([[-0.2, 0.0], [0.2, 0.0]])
    assert grasps.internal_size(np.array([[-7.0, 0.0], [7.0, 0.0]]), bar) == pytest.approx(7.0)
    assert grasps.internal_size(np.array([[0.0, 3.0], [0.0, 3.0]]), bar) == pytest.approx(0.0, abs=1e-12)
