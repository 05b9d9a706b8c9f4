"""A SCARA, whose chain has turning and sliding joints, in semi-automatic mode: a unit for each joint, no relabelling."""

import copy
import json

import numpy as np
import pytest

from pult.core.errors import DocumentError
from pult.core.shipped import shipped_file
from pult.scheme.compile import check_scheme
from pult.sim.commands import Input
from pult.sim.open import open_session
from pult.sim.setup import Setup

UNIT, RATE = "[rad, rad, m, rad]", "[rad/s, rad/s, m/s, rad/s]"
JOINTS = ["shoulder", "elbow", "lift", "wrist"]
XML = """<mujoco model="scara"><compiler angle="radian"/><worldbody><body name="column" pos="0 0 0.4">
  <geom type="cylinder" size=".06 .2" pos="0 0 -.2" mass="5" contype="0" conaffinity="0"/>
  <body name="upper"><joint name="shoulder" axis="0 0 1" range="-2.5 2.5"/>
    <geom type="capsule" fromto="0 0 0 .25 0 0" size=".03" mass="2" contype="0" conaffinity="0"/>
    <body name="fore" pos=".25 0 0"><joint name="elbow" axis="0 0 1" range="-2.6 2.6"/>
      <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03" mass="1.5" contype="0" conaffinity="0"/>
      <body name="quill" pos=".2 0 0" gravcomp="1"><joint name="lift" type="slide" axis="0 0 1" range="-.2 0"/>
        <geom type="capsule" fromto="0 0 -.1 0 0 .1" size=".012" mass=".5" contype="0" conaffinity="0"/>
        <body name="flange" pos="0 0 -.1" gravcomp="1"><joint name="wrist" axis="0 0 1" range="-3 3"/>
          <geom type="sphere" size=".02" mass=".2" contype="0" conaffinity="0"/><site name="hand" pos="0 0 -.02"/>
</body></body></body></body></body></worldbody></mujoco>"""
ROBOT = {
    "format": "pult.robot", "version": 2, "name": "scara", "model": "scara.xml", "chains": {"arm": {"effector": "hand"}},
    "drives": {"motors": {
        "type": "electric", "joints": JOINTS, "stall_torque": [20, 12, 60, 2], "no_load_speed": [8, 8, 1.5, 15],
        "inertia": [0.1, 0.05, 1.0, 0.005], "friction": [0.1, 0.1, 0.5, 0.01],
    }},
    "sensors": {"angles": {"type": "angle", "joints": JOINTS}, "speeds": {"type": "speed", "joints": JOINTS}},
    "poses": {"home": {"shoulder": 0.4, "elbow": 0.9, "lift": -0.1}},
}  # fmt: skip


def scheme():
    """The scheme of the two-link arm, with the units of this chain and a gain for each joint."""
    text = shipped_file("scheme", "two-link-semi-automatic").read_text()
    text = text.replace('"joints": 2}', f'"joints": 4, "unit": "{UNIT}"}}')
    for unit, by_joint in (("rad/s", RATE), ("rad", UNIT)):
        text = text.replace(f'"shape": [2], "unit": "{unit}"', f'"shape": [4], "unit": "{by_joint}"')
    text = text.replace('"shape": [2]', '"shape": [4]').replace("kinematics.limit_distance", "kinematics.limit_share")
    found = json.loads(text)
    motors = next(block for block in found["blocks"] if block["id"] == "pd")
    motors["parameters"] = {"unit": UNIT, "kp": [20.0, 20.0, 60.0, 20.0], "kd": [0.3, 0.3, 2.0, 0.3]}
    found["outputs"]["motors"]["unit"] = "V"
    return found


@pytest.fixture
def folder(tmp_path):
    world = {"format": "pult.world", "version": 1, "name": "bench", "robots": [{"robot": "scara"}]}
    (tmp_path / "scara.xml").write_text(XML)
    documents = {"scara.robot": ROBOT, "bench.world": world, "servo.scheme": scheme()}
    for name, document in documents.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    return tmp_path


SETUP = Setup(world="bench", scheme="servo", panel="two-link")


def test_its_hand_goes_where_the_joystick_leads_it(folder):
    two_link = json.loads(shipped_file("scheme", "two-link-semi-automatic").read_text())
    mine = scheme()
    assert [len(mine["blocks"]), len(mine["wires"])] == [len(two_link["blocks"]), len(two_link["wires"])]
    session = open_session(SETUP, folder, plain=True)
    units = {name: session.channels[f"sensor.{name}"].unit for name in ("angles", "speeds")}
    assert units == {"angles": UNIT, "speeds": RATE}
    assert session.channels.find("sensor.angles[lift]").unit == "m"
    assert session.channels.find("sensor.angles[wrist]").unit == "rad"
    assert session.channels["scheme.gentle.limit.y"].unit == UNIT

    def hand():
        return session.row[session.channels["site.hand"].place][:3].copy()

    session.apply(Input(values={"enable": True, "effectors": "hand", "speed": 0.4}))
    for axis, sign in ((2, 1), (0, -1), (1, 1), (2, -1)):
        before = hand()
        stick = [0.0, 0.0, 0.0]
        stick[axis] = float(sign)
        session.apply(Input(values={"joystick": stick}))
        session.advance(80)
        session.apply(Input(values={"joystick": [0.0, 0.0, 0.0]}))
        session.advance(60)
        moved = hand() - before
        asked = 0.4 * 0.25 * 0.8  # speed of the panel, full speed [m/s], time
        assert moved[axis] * sign == pytest.approx(asked, abs=0.006)
        assert np.delete(moved, axis) == pytest.approx([0.0, 0.0], abs=0.004)


def faults(folder, document):
    (folder / "servo.scheme.json").write_text(json.dumps(document))
    with pytest.raises(DocumentError) as error:
        open_session(SETUP, folder, plain=True)
    return [fault.message for fault in error.value.faults]


def test_what_does_not_fit_the_units_of_its_joints_is_refused(folder):
    plain = json.loads(json.dumps(scheme()).replace(f'"unit": "{UNIT}"', '"unit": "rad"').replace(RATE, "rad/s"))
    assert f"sensor.angles is in {UNIT}, the scheme takes rad." in faults(folder, plain)
    other = json.loads(json.dumps(scheme()).replace(UNIT, "[rad, m, rad, rad]"))
    assert any("the coordinates of the chain are in [rad, rad, m, rad]" in text for text in faults(folder, other))
    mixed = copy.deepcopy(scheme())
    mixed["blocks"].append({"id": "size", "type": "vector.norm", "parameters": {"n": 4}})
    mixed["wires"].append({"from": "angles", "to": "size.x"})
    said = [fault.message for fault in check_scheme(mixed)[1]]
    assert any("'x', which have units of their own" in text and UNIT in text for text in said), said
    short = copy.deepcopy(scheme())
    short["inputs"]["angles"]["shape"] = [3]
    said = [fault.message for fault in check_scheme(short)[1]]
    assert f"'angles' is a vector of 3, but its unit {UNIT} is one for each of 4 entries." in said
