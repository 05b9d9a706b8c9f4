"""A small world with a servo scheme and a panel, written as documents, and ways to run it."""

import json

import numpy as np

import tests.scheme.lab  # noqa: F401 - its blocks are used by the scheme
from pult.sim.listener import Listener
from pult.sim.open import open_session
from pult.sim.setup import Setup

ROBOT_XML = """<mujoco model="swing">
  <compiler angle="radian"/>
  <worldbody>
    <body name="upper" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0" damping="0.02" frictionloss="0.01"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" mass="0.6" contype="0" conaffinity="0"/>
      <body name="fore" pos="0.3 0 0">
        <joint name="elbow" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.02" mass="0.3" contype="0" conaffinity="0"/>
        <site name="hand" pos="0.2 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>"""

SCENE_XML = """<mujoco model="room">
  <worldbody>
    <site name="anchor" pos="0.4 0 0.6"/>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <body name="box" pos="1.5 0 0.0499"><freejoint name="box_free"/>
      <geom type="box" size="0.05 0.05 0.05" mass="0.5"/><site name="lid" pos="0 0 0.05"/></body>
    <body name="puck" pos="-1.5 0 3" gravcomp="1"><freejoint/><geom type="sphere" size="0.1" mass="2"/></body>
    <body name="mark" mocap="true" pos="0.2 0.1 0.5"/>
  </worldbody>
</mujoco>"""

ROBOT = {
    "format": "pult.robot", "version": 1, "name": "swing", "model": "swing.xml",
    "chains": {"arm": {"effector": "hand"}},
    "drives": {
        "motors": {
            "type": "electric", "joints": ["shoulder", "elbow"], "stall_torque": [20, 8], "no_load_speed": [8, 10],
            "inertia": [0.02, 0.01], "friction": [0.1, 0.05], "brake": [4, 1.2],
        },
    },
    "sensors": {
        "angles": {"type": "angle", "joints": ["shoulder", "elbow"]},
        "speeds": {"type": "speed", "joints": ["shoulder", "elbow"], "noise": 0.01},
        "load": {"type": "torque", "joints": "elbow", "noise": 0.02, "delay": 0.03},
    },
    "poses": {"home": {"shoulder": 0.4, "elbow": 0.3}, "straight": {"shoulder": 0.1}},
}  # fmt: skip

WORLD = {
    "format": "pult.world", "version": 1, "name": "room", "scene": "room.xml", "robots": [{"robot": "swing"}],
    "sensors": {"lid": {"type": "position", "frame": "lid"}, "landed": {"type": "contact", "bodies": ["box"]}},
    "elements": {"spring": {"type": "spring", "from": "anchor", "to": "hand", "stiffness": 30, "damping": 0.5}},
}  # fmt: skip

SCHEME = {
    "format": "pult.scheme", "version": 1, "name": "servo",
    "inputs": {
        "stick": {"shape": [2]},
        "angles": {"shape": [2], "unit": "rad"},
        "speeds": {"shape": [2], "unit": "rad/s"},
        "trouble": {},
    },
    "outputs": {"motors": {"shape": [2], "unit": "V"}, "risky": {}},
    "blocks": [
        {"id": "rate", "type": "arithmetic.gain", "shape": [2], "parameters": {"k": 1.5}},
        {"id": "led", "type": "control.led_setpoint", "parameters": {"n": 2, "leash": 0.4}},
        {"id": "pd", "type": "control.pd", "shape": [2], "parameters": {"kp": 6.0, "kd": 0.2}},
        {"id": "frail", "type": "lab.root"},
    ],
    "wires": [
        {"from": "stick", "to": "rate.x"}, {"from": "rate.y", "to": "led.rate"}, {"from": "angles", "to": "led.at"},
        {"from": "led.y", "to": "pd.wanted"}, {"from": "angles", "to": "pd.angle"}, {"from": "speeds", "to": "pd.speed"},
        {"from": "pd.y", "to": "motors"}, {"from": "trouble", "to": "frail.x"}, {"from": "frail.y", "to": "risky"},
    ],
}  # fmt: skip

PANEL = {
    "format": "pult.panel", "version": 1, "name": "desk",
    "elements": {
        "stick": {"type": "joystick", "axes": 2},
        "trouble": {"type": "slider", "range": [-1, 1], "initial": 1},
        "light": {"type": "switch"},
        "risky": {"type": "gauge", "range": [0, 1]},
    },
}  # fmt: skip

HELD = {**PANEL, "enable": "hold", "stop_time": 0.4, "elements": {**PANEL["elements"], "hold": {"type": "button"}}}
"""The panel with an enabling button."""


def write(folder, *, robot=ROBOT, world=WORLD, scheme=SCHEME, panel=PANEL, scene=SCENE_XML, model=ROBOT_XML):
    """Write the documents, each kind in its folder; returns the folder that names them."""
    for kind, name, text in (
        ("robots", "swing.robot.json", robot), ("robots", "swing.xml", model), ("worlds", "room.world.json", world),
        ("worlds", "room.xml", scene), ("schemes", "servo.scheme.json", scheme), ("panels", "desk.panel.json", panel),
    ):  # fmt: skip
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / name).write_text(text if isinstance(text, str) else json.dumps(text))
    (folder / "exercises").mkdir(exist_ok=True)
    return folder / "exercises"


SETUP = Setup(world="room", scheme="servo", panel="desk", seed=7, contacts=[["box", "world"]])


def opened(folder, setup=SETUP, *, plain=True, **documents):
    """A session of these documents."""
    return open_session(setup, write(folder, **documents), plain=plain)


def run(session, steps, before=None):
    """Rows of so many steps, one by one, the present one first; `before` acts on the session before each step."""
    rows = [session.row.copy()]
    for step in range(steps):
        if before is not None:
            before(session, step)
        session.advance(1)
        rows.append(session.row.copy())
    return np.array(rows)


def bits(rows):
    """The numbers as bits, so that -0.0 differs from 0.0 and NaN equals NaN."""
    return np.ascontiguousarray(rows).view(np.uint64)


def assert_same_bits(one, two):
    np.testing.assert_array_equal(bits(one), bits(two))


class Listening(Listener):
    """Keeps everything that a session tells."""

    def __init__(self, session=None):
        self.rows, self.ticks, self.commands, self.happened, self.states = [], [], [], [], []
        if session is not None:
            session.listen(self)

    def frames(self, first, rows):
        self.rows += list(rows.copy())
        self.ticks += range(first, first + len(rows))

    def command(self, tick, command):
        self.commands.append((tick, command))

    def event(self, event):
        self.happened.append(event)

    def keyframe(self, tick, state):
        self.states.append((tick, state))
