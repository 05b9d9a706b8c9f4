"""Every kind of sensor against what it measures, found in another way than MuJoCo's sensors find it.

Kinds of motion are compared with finite differences: along q(t) = q + v t + a t^2/2 with the velocity and acceleration of
the present state, poses of bodies are known exactly, and everything else follows from Newton and Euler. Kinds of contact
are compared with the closed forms of a block at rest.
"""

import mujoco
import numpy as np
import pytest

from pult.core.document import Part, decode
from pult.core.document_kinds import tag
from pult.equipment.sensors.document import SENSOR_KINDS, Sensor
from tests.sim.sensing_lab import Lab

G = np.array([0.0, 0.0, -9.81])
H = 1e-4
"""Step of the differences [s]: second ones are then exact to 1e-16/H^2, some 1e-8, and H^2."""

ARM = """<mujoco><option timestep="0.001" gravity="0 0 -9.81"/><worldbody>
<site name="post" pos="0.3 -0.2 0.4" euler="20 -30 50"/>
<body name="upper" pos="0 0 1" euler="10 20 30"><joint name="one" axis="0 1 0.4" armature="0.2"/>
<geom type="box" size="0.2 0.1 0.05" pos="0.1 0 0.1" mass="3"/>
<body name="lower" pos="0.4 0.1 0"><joint name="two" axis="1 0.2 0" pos="0 0.05 0"/>
<geom type="box" size="0.1 0.2 0.1" pos="0.2 0 0" mass="2"/>
<body name="tool" pos="0.3 0 0.1" euler="0 40 0"><joint name="thrust" type="slide" axis="0.3 0 1"/>
<geom type="box" size="0.05 0.05 0.2" pos="0 0.1 0.1" mass="1"/>
<site name="grip" pos="0.05 -0.02 0.1" euler="30 -20 70"/></body></body></body></worldbody></mujoco>"""
BLOCK = """<mujoco><option timestep="0.001" gravity="0 0 -9.81"/><worldbody><geom type="plane" size="5 5 1"/>
<body name="block" pos="0.3 -0.2 0.2"><freejoint/><geom type="box" size="0.3 0.3 0.2" mass="4"/>
<geom type="box" size="0.05 0.05 0.05" pos="0.1 0.05 0.1" mass="6" contype="0" conaffinity="0"/>
<site name="lens" pos="0.5 0 0.3" euler="150 0 0"/></body></worldbody></mujoco>"""


class Document(Part, frozen=True):
    sensor: Sensor


class Motion:
    """Poses of everything along q(t), and what follows from them."""

    def __init__(self, model, data):
        self.model, self.at = model, {}
        self.q, self.v, self.a = data.qpos.copy(), data.qvel.copy(), data.qacc.copy()
        for n in (-2, -1, 0, 1, 2):
            data, t = mujoco.MjData(model), n * H
            data.qpos = self.q + self.v * t + self.a * t * t / 2
            mujoco.mj_kinematics(model, data)
            mujoco.mj_comPos(model, data)
            self.at[n] = data

    def rate(self, f, n=0):
        return (f(self.at[n + 1]) - f(self.at[n - 1])) / (2 * H)

    def acceleration(self, f):
        return (f(self.at[1]) - 2 * f(self.at[0]) + f(self.at[-1])) / H**2

    def spin(self, turn, n=0):
        """Angular velocity of a rotation matrix R(t), in the axes it turns into: that of dR/dt R^T."""
        w = self.rate(turn, n) @ turn(self.at[n]).T
        return np.array([w[2, 1] - w[1, 2], w[0, 2] - w[2, 0], w[1, 0] - w[0, 1]]) / 2

    def wrench(self, bodies, about):
        """Force and moment that bodies need to move as they do and not to fall."""
        force, moment = np.zeros(3), np.zeros(3)
        for name in bodies:
            i = self.model.body(name).id
            mass, inertia = self.model.body_mass[i], np.diag(self.model.body_inertia[i])

            def turn(data, i=i):
                return data.ximat[i].reshape(3, 3)

            def angular_momentum(n, turn=turn, inertia=inertia):
                R = turn(self.at[n])
                return R @ inertia @ R.T @ self.spin(turn, n)

            pull = mass * (self.acceleration(lambda data, i=i: data.xipos[i]) - G)
            force += pull
            moment += np.cross(self.at[0].xipos[i] - about, pull)
            moment += (angular_momentum(1) - angular_momentum(-1)) / (2 * H)
        return force, moment


def place(data):
    return data.site("grip").xpos


def axes(data, name="grip"):
    return data.site(name).xmat.reshape(3, 3)


def in_post(data):
    return axes(data, "post").T @ (place(data) - data.site("post").xpos)


def quaternion(R):
    found = np.zeros(4)
    mujoco.mju_mat2Quat(found, R.ravel())
    return found


def load(motion):
    """Load of each joint: what its link and all beyond needs, about or along its axis. The rotor is not part of it."""
    now, found = motion.at[0], []
    bodies = ["upper", "lower", "tool"]
    for index, joint in enumerate(("one", "two", "thrust")):
        force, moment = motion.wrench(bodies[index:], now.joint(joint).xanchor)
        found.append(now.joint(joint).xaxis @ (force if joint == "thrust" else moment))
    return found


JOINTS = ["one", "two"]
MOVING = {  # keys, what is measured, how exactly differences show it
    "angle": ({"joints": JOINTS}, lambda m: m.q[:2], 1e-12),
    "speed": ({"joints": JOINTS}, lambda m: (m.at[1].qpos - m.at[-1].qpos)[:2] / (2 * H), 1e-9),
    "torque": ({"joints": JOINTS}, lambda m: load(m)[:2], 1e-4),
    "force": ({"site": "grip"}, lambda m: axes(m.at[0]).T @ m.wrench(["tool"], place(m.at[0]))[0], 1e-4),
    "moment": ({"site": "grip"}, lambda m: axes(m.at[0]).T @ m.wrench(["tool"], place(m.at[0]))[1], 1e-4),
    "position": ({"frame": "grip", "base": "post"}, lambda m: in_post(m.at[0]), 1e-12),
    "orientation": (
        {"frame": "grip", "base": "post"}, lambda m: quaternion(axes(m.at[0], "post").T @ axes(m.at[0])), 1e-12,
    ),
    "velocity": ({"frame": "grip", "base": "post"}, lambda m: m.rate(in_post), 1e-6),
    "angular_velocity": ({"frame": "grip", "base": "post"}, lambda m: axes(m.at[0], "post").T @ m.spin(axes), 1e-6),
    "accelerometer": ({"site": "grip"}, lambda m: axes(m.at[0]).T @ (m.acceleration(place) - G), 1e-5),
    "gyro": ({"site": "grip"}, lambda m: axes(m.at[0]).T @ m.spin(axes), 1e-6),
    "com": (
        {"body": "lower"},
        lambda m: (2 * m.at[0].body("lower").xipos + m.at[0].body("tool").xipos) / 3, 1e-12,
    ),
}  # fmt: skip
OF_DRIVES = {"pressure"}
"""Those of what a drive does, against its law: tests/equipment/test_pressure.py."""
IN_PICTURES = {"markers"}
"""Those of what is seen, against where it is: tests/sim/test_observing.py."""
RESTING = {
    "contact": ({"bodies": ["block", "world"]}, 1.0, 0.0),
    "contact_force": ({"bodies": ["block", "world"]}, 10 * 9.81, 1e-3),
    # the beam leaves 0.5 m above the floor and slants by 30 degrees; the block has sunk in by less than a millimetre
    "range": ({"site": "lens"}, 0.5 / np.cos(np.pi / 6), 1e-3),
    # under the centre of mass, where the heavy part draws it to
    "zmp": ({"feet": ["block"], "ground": "world"}, [0.3 + 0.06, -0.2 + 0.03, 0.0], 1e-4),
    # the square of the distance is 0.5^2 + 0.3^2
    "radiation": ({"site": "lens", "emitters": {"block": 2.0}, "background": 0.1}, 0.1 + 2.0 / 0.34, 1e-9),
}


def test_every_kind_is_measured_here():
    assert {tag(kind) for kind in SENSOR_KINDS} == {*MOVING, *RESTING, *OF_DRIVES, *IN_PICTURES}


def sensor(kind, keys):
    document, faults = decode(Document, {"sensor": {"type": kind, **keys}})
    assert faults == []
    return document.sensor


def check_declared(lab, read):
    """The reading has the shape and the labels of its channel, and the unit that its kind declares."""
    channel = lab.sensors.channels["s"]
    assert channel.unit == read.unit and channel.labels == read.labels()
    assert np.shape(lab["s"]) == channel.shape and channel.size == read.size
    assert channel.kind == read.signal_kind


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("kind", MOVING)
def test_what_moves_is_read_as_finite_differences_have_it(kind, seed):
    keys, truth, tolerance = MOVING[kind]
    drawn = np.random.default_rng(seed)

    def start(data):
        data.qpos[:] = drawn.uniform(-1, 1, 3) * [1.5, 1.5, 0.1]
        data.qvel[:] = drawn.uniform(-2, 2, 3)
        data.qfrc_applied[:] = drawn.uniform(-20, 20, 3)

    read = sensor(kind, keys)
    lab = Lab(ARM, {"s": read}, start=start)
    check_declared(lab, read)
    wanted, found = truth(Motion(lab.model, lab.data)), lab["s"]
    if kind == "orientation":
        found = found * np.sign(found @ wanted)  # both signs are one rotation
    np.testing.assert_allclose(found, wanted, atol=tolerance, rtol=tolerance)


@pytest.mark.parametrize("seed", [1, 2])
def test_loads_of_sliding_joints_are_forces(seed):
    def start(data):
        data.qvel[:] = np.random.default_rng(seed).uniform(-2, 2, 3)
        data.qfrc_applied[2] = 30.0

    lab = Lab(ARM, {"s": sensor("torque", {"joints": ["thrust"]})}, start=start)
    assert lab.sensors.channels["s"].unit == "N"
    np.testing.assert_allclose(lab["s"], load(Motion(lab.model, lab.data))[2:], rtol=1e-4)


@pytest.mark.parametrize("kind", RESTING)
def test_what_rests_is_read_as_closed_forms_have_it(kind):
    keys, wanted, tolerance = RESTING[kind]
    read = sensor(kind, keys)
    lab = Lab(BLOCK, {"s": read})
    lab.step(400)
    check_declared(lab, read)
    np.testing.assert_allclose(lab["s"], wanted, atol=tolerance)
