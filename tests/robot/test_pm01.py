"""PM-01 against what is published of the PUMA 560, and against Pinocchio."""

import math

import mujoco
import numpy as np
import pytest
from models.massage.table import LINKS, SHOULDER_HEIGHT, Tool

import pult
from pult.core.shipped import document_file

pin = pytest.importorskip("pinocchio")


@pytest.fixture(scope="module")
def bare():
    """The model alone, without drives."""
    return mujoco.MjModel.from_xml_path(str(document_file("robot", "pm01").parent / "pm01.xml"))


def published():
    """The arm and its tool for Pinocchio, from the table of parameters alone. Its frames are those after the joints."""
    model = pin.Model()
    parent, placement = 0, pin.SE3(np.eye(3), np.array([0.0, 0.0, SHOULDER_HEIGHT]))
    for link in LINKS:
        parent = model.addJoint(parent, pin.JointModelRZ(), placement, link.name)
        tilt = pin.SE3(pin.utils.rotate("x", link.alpha), np.array([link.a, 0.0, link.d]))
        inertia = pin.Inertia(link.mass, np.array(link.centre), np.diag(link.inertia))
        model.appendBodyToJoint(parent, inertia, tilt)
        placement = tilt
    t, up = Tool, np.array([0.0, 0.0, 1.0])
    s, h = 0.035, t.HOUSING
    case = pin.Inertia(
        t.HOUSING_MASS, np.zeros(3), t.HOUSING_MASS / 12 * np.diag([3 * s * s + h * h] * 2 + [6 * s * s])
    )
    model.appendBodyToJoint(parent, case, pin.SE3(np.eye(3), (t.MOUNT + h / 2) * up))
    parent = model.addJoint(parent, pin.JointModelPZ(), pin.SE3(np.eye(3), t.RETRACTED * up), "tool")
    r, h, m = t.CYLINDER_RADIUS, t.CYLINDER, t.CARRIAGE_MASS
    rod = pin.Inertia(m, -h / 2 * up, m / 12 * np.diag([3 * r * r + h * h] * 2 + [6 * r * r]))
    model.appendBodyToJoint(parent, rod, pin.SE3.Identity())
    ball = pin.Inertia(t.BALL_MASS, np.zeros(3), 0.4 * t.BALL_MASS * t.BALL_RADIUS**2 * np.eye(3))
    model.appendBodyToJoint(parent, ball, pin.SE3.Identity())
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    return model


def test_the_wrist_is_where_the_published_table_has_it():
    """Also the table that the catalog had before, which is independent of the model."""
    pm01, puma = pult.load_robot("pm01").chain("wrist"), pult.load_robot("puma560").chain("arm")
    random = np.random.default_rng(1)
    for _ in range(50):
        q = pm01.random(random)
        wanted = puma.forward(q)
        wanted[2, 3] += SHOULDER_HEIGHT
        np.testing.assert_allclose(pm01.forward(q), wanted, atol=1e-12)


def test_the_tool_is_that_of_the_paper():
    robot = pult.load_robot("pm01")
    whole, arm = robot.chain("whole"), robot.chain("arm")
    q = arm.centre
    at = whole.forward(np.append(q, Tool.MIDDLE))
    np.testing.assert_allclose(at, arm.forward(q), atol=1e-12)
    moved = whole.forward(np.append(q, 0.05))
    np.testing.assert_allclose(moved[:3, 3] - at[:3, 3], (0.05 - Tool.MIDDLE) * at[:3, 2], atol=1e-12)
    model = pult.load_world("massage").model
    assert model.geom("ball").size[0] == 0.03
    rod = next(g for g in range(model.ngeom) if model.geom_bodyid[g] == model.body("carriage").id)
    assert (model.geom_size[rod, 0], 2 * model.geom_size[rod, 1]) == pytest.approx((0.02, 0.09))


def test_inertia_gravity_and_velocity_forces_agree_with_pinocchio(bare):
    model = published()
    data, ours = model.createData(), mujoco.MjData(bare)
    full, random = np.zeros((7, 7)), np.random.default_rng(2)
    spring = np.array([Tool.PRELOAD, Tool.SPRING])
    for _ in range(50):
        q = np.append([random.uniform(link.lower, link.upper) for link in LINKS], random.uniform(0.0, Tool.STROKE))
        v = random.normal(size=7)
        ours.qpos[:], ours.qvel[:] = q, v
        mujoco.mj_forward(bare, ours)
        mujoco.mj_fullM(bare, ours, full)
        mass = pin.crba(model, data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T
        np.testing.assert_allclose(full, mass, atol=1e-9)
        np.testing.assert_allclose(ours.qfrc_bias, pin.rnea(model, data, q, v, np.zeros(7)), atol=1e-9)
        assert ours.qfrc_passive[6] == pytest.approx(-(spring[0] + spring[1] * q[6]), abs=1e-9)


def test_the_joints_feel_their_motors():
    model = pult.load_world("massage").model
    for number, link in enumerate(LINKS):
        assert model.dof_armature[number] == pytest.approx(link.rotor * link.gear**2)
        assert model.dof_damping[number] == pytest.approx(link.viscous * link.gear**2, rel=1e-4)


def test_a_voltage_gives_the_torque_and_the_back_emf_of_the_motor():
    world = pult.load_world("massage")
    data = mujoco.MjData(world.model)
    data.qpos[:], data.qvel[:6] = world.start(), 0.3
    data.ctrl[:6] = 12.0
    mujoco.mj_forward(world.model, data)
    for number, link in enumerate(LINKS):
        constant = link.gear * link.torque_constant
        torque = constant / link.resistance * (12.0 - constant * 0.3)
        assert data.qfrc_actuator[number] == pytest.approx(torque, rel=1e-9)


def test_the_pose_home_points_straight_down():
    robot = pult.load_robot("pm01")
    arm = robot.chain("arm")
    T = arm.forward(np.array([robot.document.poses["home"][name] for name in arm.names]))
    np.testing.assert_allclose(T[:3, 3], [0.4, 0.0, 0.5], atol=2e-4)
    np.testing.assert_allclose(T[:3, 2], [0.0, 0.0, -1.0], atol=1e-3)


def test_the_whole_arc_is_reached_without_a_jump():
    """With the tool along the normal, from one side of the sphere over its top to the other."""
    arm = pult.load_robot("pm01").chain("arm")
    home = pult.load_robot("pm01").document.poses["home"]
    for side in (1.0, -1.0):
        q = np.array([home[name] for name in arm.names])
        for a in np.linspace(0.0, math.pi / 2, 46):
            n = np.array([0.0, side * math.sin(a), math.cos(a)])
            c, s = math.cos(side * a), math.sin(side * a)
            T = np.eye(4)
            T[:3, :3] = np.array([[1, 0, 0], [0, c, s], [0, -s, c]]) @ np.diag([-1.0, 1.0, -1.0])
            T[:3, 3] = np.array([0.4, 0.0, 0.3]) + 0.15 * n
            found = pult.solve_ik(arm, T, q, starts=1)
            assert found.reached, (side, a)
            assert a == 0.0 or np.abs(found.q - q).max() < 0.3
            q = found.q
