"""Every kind of sensor against a closed form in MuJoCo."""

import math

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pult.equipment.sensors.kinds.centre_of_mass import CentreOfMassSensor
from pult.equipment.sensors.kinds.contact import ContactForceSensor, ContactSensor
from pult.equipment.sensors.kinds.frames import AngularVelocitySensor, OrientationSensor, PositionSensor, VelocitySensor
from pult.equipment.sensors.kinds.inertial import Accelerometer, Gyro
from pult.equipment.sensors.kinds.joints import AngleSensor, SpeedSensor, TorqueSensor
from pult.equipment.sensors.kinds.range_finder import RangeFinder
from pult.equipment.sensors.kinds.wrench import ForceSensor, MomentSensor
from pult.equipment.sensors.kinds.zero_moment_point import ZeroMomentPointSensor
from tests.sim.sensing_lab import Lab

G = 9.81
EXACT = {"rtol": 1e-12, "atol": 1e-12}

PENDULUM = """<mujoco><option timestep="0.0005" integrator="implicitfast"/><worldbody><body name="rod" pos="0 0 2">
<joint name="hinge" axis="0 1 0"/><geom type="sphere" size="0.01" pos="0 0 -1" mass="1"/>
<site name="tip" pos="0 0 -1"/></body></worldbody></mujoco>"""


def test_angle_and_speed_of_a_small_pendulum_follow_the_cosine():
    amplitude = 0.01

    def lift(data):
        data.qpos[0] = amplitude

    lab = Lab(PENDULUM, {"angle": AngleSensor(joints="hinge"), "speed": SpeedSensor(joints=["hinge"])}, start=lift)
    inertia = 1.0 + 0.4 * 0.01**2  # of the point and of the ball about its centre
    omega = math.sqrt(G / inertia)
    for step in range(1, 401):
        lab.step()
        t = step * 5 * 0.0005
        # the period grows by amplitude^2/16 of itself; the integrator errs by half a physics step of phase
        bound = amplitude * (omega * t * amplitude**2 / 16 + omega * 0.0005)
        assert abs(lab["angle"] - amplitude * math.cos(omega * t)) < bound
        assert abs(lab["speed[hinge]"] + amplitude * omega * math.sin(omega * t)) < omega * bound


def test_readings_belong_to_the_end_of_the_control_step():
    lab = Lab(PENDULUM, {"angle": AngleSensor(joints="hinge"), "p": PositionSensor(frame="tip")})
    lab.data.qvel[0] = 1.0
    lab.step()
    np.testing.assert_array_equal(lab["angle"], lab.data.qpos[0])
    np.testing.assert_array_equal(lab["p"], lab.data.site("tip").xpos)


BOX = """<mujoco><option timestep="0.002"/><worldbody><geom name="floor" type="plane" size="5 5 1"/>
<body name="box" pos="0.3 -0.2 {z}"><freejoint/><geom name="box" type="box" size="0.2 0.1 0.5" mass="10"/>
<site name="imu" pos="0.05 0 0.1"/></body></worldbody></mujoco>"""


def test_an_accelerometer_reads_nothing_in_free_fall_and_gravity_at_rest():
    sensors = {"a": Accelerometer(site="imu"), "w": Gyro(site="imu")}
    falling = Lab(BOX.format(z=100), sensors)
    np.testing.assert_allclose(falling["a"], 0.0, atol=1e-12)
    falling.step(10)
    np.testing.assert_allclose(falling["a"], 0.0, atol=1e-12)
    resting = Lab(BOX.format(z=0.5), sensors)
    resting.step(400)
    np.testing.assert_allclose(resting["a"], [0.0, 0.0, G], atol=1e-6)  # what is left of settling
    np.testing.assert_allclose(resting["w"], 0.0, atol=1e-6)


def test_an_imu_on_a_turning_body_reads_its_own_axes():
    """A site at radius r on a body that spins about z reads w^2 r towards the axis, and w in its turned axes."""
    xml = """<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="spin" axis="0 0 1"/>
    <geom size="0.1" mass="1"/><site name="imu" pos="0.4 0 0" euler="90 0 0"/></body></worldbody></mujoco>"""

    def spin(data):
        data.qvel[0] = 3.0

    lab = Lab(xml, {"a": Accelerometer(site="imu"), "w": Gyro(site="imu")}, start=spin)
    lab.step(17)
    np.testing.assert_allclose(lab["w"], [0.0, 3.0, 0.0], atol=1e-12)  # the site's y is the body's z
    np.testing.assert_allclose(lab["a"], [-0.4 * 9.0, 0.0, 0.0], atol=1e-12)


def test_a_resting_box_presses_with_its_weight():
    weight = 10 * G
    bodies = ["box", "world"]
    sensors = {
        "touch": ContactSensor(bodies=bodies),
        "force": ContactForceSensor(bodies=bodies),
        "any": ContactForceSensor(bodies=["box"]),
    }
    lab = Lab(BOX.format(z=0.5), sensors)
    lab.step(400)
    assert lab["touch"] == 1.0
    for name in ("force", "any"):
        assert lab[name] == pytest.approx(weight, rel=1e-6)
    lifted = Lab(BOX.format(z=0.6), sensors)
    assert (lifted["touch"], lifted["force"]) == (0.0, 0.0)


def test_a_touch_between_two_control_steps_is_not_missed():
    """A ball that bounces back within one control step is in the air at both its ends."""
    xml = """<mujoco><option timestep="0.001"/><worldbody>
    <geom name="floor" type="plane" size="5 5 1" solref="-50000 0"/>
    <body name="ball" pos="0 0 0.13"><freejoint/><geom size="0.1" mass="1" solref="-50000 0"/></body></worldbody></mujoco>"""

    def throw(data):
        data.qvel[2] = -1.0

    sensors = {"touch": ContactSensor(bodies=["ball"]), "force": ContactForceSensor(bodies=["ball", "world"])}
    lab = Lab(xml, sensors, substeps=100, start=throw)
    assert lab["touch"] == 0.0
    lab.step()
    assert lab.data.ncon == 0 and lab.data.qvel[2] > 0.5  # it is on its way up again
    assert lab["touch"] == 1.0
    twin = mujoco.MjData(lab.model)
    throw(twin)
    largest = 0.0
    for _ in range(100):
        mujoco.mj_step(lab.model, twin)
        largest = max(largest, 1.0 * (twin.qacc[2] + G))  # what else but the floor could carry it
    assert largest > 100.0
    assert lab["force"] == pytest.approx(largest, rel=1e-6)
    lab.substeps = 5
    lab.step()
    assert (lab["touch"], lab["force"]) == (0.0, 0.0)  # peaks are those of one control step


def test_the_whole_hand_feels_with_its_fingers():
    xml = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="hand" pos="0 0 {z}"><freejoint/>
    <geom size="0.1" mass="1"/><body name="finger" pos="0 0 -0.95"><geom size="0.05" mass="1"/></body></body>
    <body name="stool" pos="0 0 0.1"><geom type="box" size="0.1 0.1 0.1"/></body></worldbody></mujoco>"""
    sensors = {
        "hand": ContactSensor(bodies=["hand"]),
        "all": ContactSensor(bodies=["hand"], subtrees=True),
        "world": ContactSensor(bodies=["hand", "world"], subtrees=True),
        "stool": ContactSensor(bodies=["stool", "hand"], subtrees=True),
        "whole": ContactSensor(bodies=["hand", "stool"], subtrees=[True, False]),
        "alone": ContactSensor(bodies=["hand", "stool"], subtrees=[False, True]),
    }
    on_stool, on_floor = (
        Lab(xml.format(z=1.19), sensors),
        Lab(xml.format(z=0.99).replace('pos="0 0 0.1"', 'pos="5 0 0.1"'), sensors),
    )
    assert [on_stool[name] for name in sensors] == [0.0, 1.0, 0.0, 1.0, 1.0, 0.0]  # the world stands for itself alone
    assert [on_floor[name] for name in sensors] == [0.0, 1.0, 1.0, 0.0, 0.0, 0.0]


def test_a_range_finder_sees_a_plane_along_its_axis_and_no_further_than_it_reaches():
    xml = """<mujoco><worldbody><geom type="plane" size="9 9 1"/><body pos="0 0 2"><geom size="0.3"/>
    <site name="down" euler="180 0 0"/><site name="slant" euler="120 0 0"/><site name="up"/></body></worldbody></mujoco>"""
    sensors = {
        "down": RangeFinder(site="down"),
        "slant": RangeFinder(site="slant"),
        "up": RangeFinder(site="up", far=7.5),
        "short": RangeFinder(site="down", far=1.5),
    }
    lab = Lab(xml, sensors)
    assert lab["down"] == pytest.approx(2.0, rel=1e-12)
    assert lab["slant"] == pytest.approx(4.0, rel=1e-12)  # 2/cos(60 deg)
    assert (lab["up"], lab["short"]) == (7.5, 1.5)


def test_centre_of_mass_of_two_masses_is_their_weighted_mean():
    xml = """<mujoco><worldbody><body name="all" pos="1 0 0"><geom size="0.1" mass="3"/>
    <body name="arm" pos="0 0.5 0"><joint name="j" axis="1 0 0"/><geom size="0.1" mass="1" pos="0 0 2"/></body></body>
    </worldbody></mujoco>"""

    def turn(data):
        data.qpos[0] = math.pi / 6

    lab = Lab(xml, {"com": CentreOfMassSensor(body="all"), "arm": CentreOfMassSensor(body="arm")}, start=turn)
    arm = np.array([1.0, 0.5 - 2 * math.sin(math.pi / 6), 2 * math.cos(math.pi / 6)])
    np.testing.assert_allclose(lab["arm"], arm, **EXACT)
    np.testing.assert_allclose(lab["com"], (3 * np.array([1.0, 0.0, 0.0]) + arm) / 4, **EXACT)


def test_the_point_of_zero_moment_moves_by_height_times_push_over_weight():
    """A standing box, pushed by F at height H above the ground: x = x_com + F_x H / (m g), y likewise."""
    sensors = {
        "zmp": ZeroMomentPointSensor(feet=["box"]),
        "on": ZeroMomentPointSensor(feet=["box"], ground="world"),
        "low": ZeroMomentPointSensor(feet=["box"], height=-0.2),
    }
    lab = Lab(BOX.format(z=0.5), sensors)
    push = np.array([20.0, -6.0])
    lab.data.xfrc_applied[1, :2] = push  # at the centre of mass, 0.5 above the ground
    lab.step(600)
    com = lab.data.xipos[1]
    for name, height in (("zmp", 0.0), ("on", 0.0), ("low", -0.2)):
        wanted = [*(com[:2] + push * (com[2] - height) / (10 * G)), height]
        np.testing.assert_allclose(lab[name], wanted, atol=2e-5)  # the box still creeps under the push


def test_two_feet_share_one_point_of_zero_moment_and_it_is_kept_in_the_air():
    xml = """<mujoco><worldbody><geom type="plane" size="5 5 1"/><body name="trunk" pos="0.1 0 1"><freejoint/>
    <geom type="box" size="0.1 0.2 0.1" mass="5" pos="0.05 0.04 0"/>
    <body name="left" pos="0 0.15 -0.95"><geom type="box" size="0.1 0.05 0.05" mass="1"/></body>
    <body name="right" pos="0 -0.15 -0.95"><geom type="box" size="0.1 0.05 0.05" mass="1"/></body></body></worldbody></mujoco>"""
    lab = Lab(xml, {"zmp": ZeroMomentPointSensor(feet=["left", "right"]), "com": CentreOfMassSensor(body="trunk")})
    lab.step(500)
    np.testing.assert_allclose(lab["zmp"][:2], lab["com"][:2], atol=1e-6)  # at rest it lies below the centre of mass
    kept = lab["zmp"]
    lab.data.qpos[2] += 1.0
    mujoco.mj_forward(lab.model, lab.data)
    lab.step()
    np.testing.assert_array_equal(lab["zmp"], kept)
    never = Lab(xml.replace("0.1 0 1", "0.1 0 3"), {"zmp": ZeroMomentPointSensor(feet=["left"], height=0.25)})
    np.testing.assert_array_equal(never["zmp"], [0.0, 0.0, 0.25])


SCALE = """<mujoco><option timestep="0.002"/><worldbody>
<geom name="scale" type="plane" size="1 1 1"/>
<body name="arm" pos="0.2 0.1 {z}"><joint name="lift" type="slide" axis="0 0 1" armature="0.1" damping="50"/>
<geom size="0.05" mass="4" contype="0" conaffinity="0"/>
<body name="hand" pos="0 0 -0.1"><geom name="hand" type="sphere" size="0.05" mass="2" pos="{x} 0 -0.1"/>
<site name="wrist" quat="{quat}"/></body></body></worldbody>
<actuator><motor joint="lift"/></actuator></mujoco>"""


def test_a_wrist_reads_the_force_that_the_hand_applies_less_its_own_weight():
    """Pressing down with F: the ground pushes the hand up with F, so the wrist must push it down with F - m g."""
    turn = Rotation.from_euler("xyz", [0.3, -0.2, 0.5])
    quat = " ".join(str(v) for v in turn.as_quat(scalar_first=True))
    sensors = {
        "force": ForceSensor(site="wrist"),
        "moment": MomentSensor(site="wrist"),
        "contact": ContactForceSensor(bodies=["hand", "world"]),
    }
    pressing = Lab(SCALE.format(z=0.25, x=0.03, quat=quat), sensors)
    pressing.data.ctrl[0] = -20.0
    pressing.step(1000)
    force = 20.0 + 6 * G
    assert pressing["contact"] == pytest.approx(force, rel=1e-6)
    world = np.array([0.0, 0.0, -(force - 2 * G)])  # applied downwards, less the hand's weight
    np.testing.assert_allclose(turn.apply(pressing["force"]), world, atol=1e-4)
    # about the wrist: the force acts at the ball, 0.03 m along x
    np.testing.assert_allclose(turn.apply(pressing["moment"]), np.cross([0.03, 0.0, -0.1], world), atol=1e-5)
    hanging = Lab(SCALE.format(z=1.0, x=0.03, quat=quat), sensors)
    hanging.data.ctrl[0] = 6 * G
    hanging.step(3)
    np.testing.assert_allclose(turn.apply(hanging["force"]), [0.0, 0.0, 2 * G], atol=1e-9)  # its weight reads upwards
    np.testing.assert_allclose(turn.apply(hanging["moment"]), np.cross([0.03, 0.0, 0.0], [0.0, 0.0, 2 * G]), atol=1e-9)


ARM = """<mujoco><option timestep="0.001" integrator="{integrator}"/><worldbody>
<body name="upper" pos="0 0 1" euler="10 20 30">
  <joint name="shoulder" axis="0.3 1 -0.2" pos="0.02 0.01 0.03" armature="0.7" damping="0.4" frictionloss="0.3"/>
  <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.03" mass="2"/>
  <body name="lower" pos="0.5 0 0">
    <frame euler="0 0 40" pos="0.01 0 0">
      <joint name="elbow" axis="0 1 0" armature="0.2" damping="0.1" stiffness="3" range="-1 0.2" limited="true"/>
    </frame>
    <geom type="capsule" fromto="0 0 0 0.4 0 0.1" size="0.03" mass="1"/>
    <body name="rod" pos="0.4 0 0.1" gravcomp="0.5">
      <joint name="slide" type="slide" axis="1 0 -0.5" armature="0.6" damping="2" frictionloss="0.5"/>
      <geom type="box" size="0.2 0.02 0.02" mass="0.5"/></body></body></body></worldbody>
<actuator><motor joint="shoulder"/><motor joint="elbow"/><motor joint="slide"/></actuator></mujoco>"""


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
def test_load_torque_obeys_the_equation_of_the_rotor(integrator):
    """I dw/dt = tau_e - tau_f - tau_c, with friction, springs and stops in tau_f, for turning and sliding joints."""
    sensors = {"tau": TorqueSensor(joints=["shoulder", "elbow"]), "f": TorqueSensor(joints="slide")}
    lab = Lab(ARM.format(integrator=integrator), sensors, substeps=1)
    data, rng = lab.data, np.random.default_rng(3)
    stopped = 0
    for _ in range(400):
        data.ctrl[:] = rng.normal(0, [10.0, 5.0, 5.0])
        data.xfrc_applied[3, :] = rng.normal(0, 3.0, 6)
        mujoco.mj_forward(lab.model, data)
        driving = data.qfrc_actuator.copy()
        braking = -(data.qfrc_passive + data.qfrc_constraint)
        wanted = driving - braking - np.array([0.7, 0.2, 0.6]) * data.qacc
        lab.measure()
        found = np.array([*lab["tau"], lab["f"]])
        np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-8)
        stopped += not lab.model.jnt_range[1, 0] < data.qpos[1] < lab.model.jnt_range[1, 1]
        lab.step()
    assert stopped > 0  # the identity held at the stop, too


def test_load_torque_of_a_held_arm_carries_its_weight():
    """A rod of mass m, held level at length L by a torque about y: tau_c = m g L, whatever the rotor's inertia."""
    xml = """<mujoco><worldbody><body name="rod"><joint name="j" axis="0 -1 0" armature="5" damping="1"/>
    <geom size="0.05" mass="2" pos="0.7 0 0"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>"""
    lab = Lab(xml, {"tau": TorqueSensor(joints="j")})
    lab.data.ctrl[0] = 2 * G * 0.7
    lab.step(3)
    assert lab["tau"] == pytest.approx(2 * G * 0.7, rel=1e-12)  # positive: it urges the link up, the positive sense


MOVING = """<mujoco><option gravity="0 0 0" timestep="0.0005"/><worldbody>
<body name="cart" pos="1 2 0.5" euler="0 0 30"><joint name="x" type="slide" axis="1 0 0"/>
<joint name="turn" axis="0.1 0.2 1"/><geom size="0.1" mass="1" pos="0.1 0 0"/><site name="eye" pos="0.2 0 0.1" euler="0 40 0"/></body>
<body name="ball" pos="0 0 1"><freejoint/><geom size="0.1" mass="1" pos="0 0.3 0"/><site name="dot" pos="0 0.1 0"/></body>
</worldbody></mujoco>"""


def moving(base):
    def throw(data):
        data.qvel[:] = [0.7, -2.0, 0.3, 1.0, -0.5, 1.0, -2.0, 0.5]

    sensors = {
        "p": PositionSensor(frame="dot", base=base),
        "q": OrientationSensor(frame="ball", base=base),
        "v": VelocitySensor(frame="dot", base=base),
        "w": AngularVelocitySensor(frame="ball", base=base),
    }
    return Lab(MOVING, sensors, substeps=1, start=throw)


@pytest.mark.parametrize("base", ["", "world", "eye", "cart"])
def test_position_and_orientation_are_those_in_the_frame_of_the_base(base):
    lab = moving(base)
    lab.step(200)
    data = lab.data
    places = {"": (np.zeros(3), np.eye(3)), "world": (np.zeros(3), np.eye(3))}
    places["eye"] = (data.site("eye").xpos, data.site("eye").xmat.reshape(3, 3))
    places["cart"] = (data.body("cart").xpos, data.body("cart").xmat.reshape(3, 3))  # not its centre of mass
    origin, axes = places[base]
    np.testing.assert_allclose(lab["p"], axes.T @ (data.site("dot").xpos - origin), **EXACT)
    found = Rotation.from_quat(lab["q"], scalar_first=True).as_matrix()
    np.testing.assert_allclose(found, axes.T @ data.body("ball").xmat.reshape(3, 3), **EXACT)


@pytest.mark.parametrize("base", ["", "eye", "cart"])
def test_velocities_are_the_rates_of_position_and_orientation_in_the_base(base):
    lab = moving(base)
    lab.step(100)
    h = 0.0005
    seen = []
    for _ in range(3):
        seen.append((lab["p"], Rotation.from_quat(lab["q"], scalar_first=True), lab["v"], lab["w"]))
        lab.step()
    (before, turn0, _, _), (_, _, speed, spin), (after, turn2, _, _) = seen
    # central differences: off by h^2/6 of the third derivative (about 30 m/s^3), and the integrator's own step is of
    # first order in h
    np.testing.assert_allclose((after - before) / (2 * h), speed, atol=5 * h * 10)
    np.testing.assert_allclose((turn2 * turn0.inv()).as_rotvec() / (2 * h), spin, atol=5 * h * 10)
