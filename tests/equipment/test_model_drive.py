"""Actuators of the model itself as drives: units, ranges, what they hold, and how they mix with other drives."""

import json

import mujoco
import numpy as np
import pytest

import pult
from pult.equipment.drives.kinds.ideal import TorqueDrive
from pult.equipment.drives.kinds.model import ModelDrive
from pult.equipment.drives.model import add_drives, drive_table, settled_drives
from pult.equipment.drives.own_actuators import control_unit, holding_control
from pult.equipment.drives.table import HIGH, LOW, NEUTRAL
from pult.sim.commands import Stop

MODEL = """<mujoco><compiler angle="radian"/><worldbody><body name="base">
  <joint name="turn" axis="0 0 1" damping="1"/><geom size=".1"/><site name="tip"/>
  <body name="next" pos=".2 0 0"><joint name="push" type="slide" axis="1 0 0" damping="1"/><geom size=".1"/></body></body></worldbody>
  <tendon><fixed name="both"><joint joint="turn" coef="1"/></fixed></tendon>
  <actuator>{}</actuator></mujoco>"""

UNITS = {
    '<position joint="turn" kp="9" kv="1"/>': "rad",
    '<position joint="push" kp="9"/>': "m",
    '<general joint="turn" gainprm="9" biastype="affine" biasprm="0 -9 -1"/>': "rad",
    '<general joint="turn" gainprm="9" biastype="affine" biasprm="0 -5 -1"/>': "1",
    '<position joint="turn" kp="9" gear="2"/>': "1",
    '<velocity joint="turn" kv="3"/>': "rad/s",
    '<velocity joint="push" kv="3"/>': "m/s",
    '<intvelocity joint="turn" kp="3" actrange="-1 1"/>': "rad/s",
    '<motor joint="turn"/>': "N*m",
    '<motor joint="push"/>': "N",
    '<motor joint="turn" gear="50"/>': "1",
    '<motor site="tip" gear="0 0 1 0 0 0"/>': "N",
    '<motor site="tip" gear="0 0 0 1 0 0"/>': "N*m",
    '<motor site="tip" gear="0 0 1 0 0 .1"/>': "1",
    '<motor tendon="both"/>': "1",
    '<muscle joint="turn" lengthrange="0.1 1"/>': "1",
}


@pytest.mark.parametrize(("text", "unit"), UNITS.items())
def test_the_unit_of_a_control_is_what_it_means(text, unit):
    assert control_unit(mujoco.MjModel.from_xml_string(MODEL.format(text)), 0) == unit


def test_all_actuators_are_one_vector_with_their_names_and_ranges():
    spec = mujoco.MjSpec.from_string(
        MODEL.format('<position name="p" joint="turn" kp="9" ctrlrange="-1 2"/><motor joint="push" ctrlrange="-5 5"/>')
    )
    drives = {"motors": ModelDrive()}
    assert add_drives(spec, drives) == []
    table = drive_table(spec.compile(), [("", settled_drives(spec, drives))])
    (channel,) = table.channels
    assert (channel.name, channel.unit, channel.labels) == ("motors", "1", ("p", "actuator1"))
    np.testing.assert_array_equal(table.table[:, [LOW, HIGH]], [[-1.0, 2.0], [-5.0, 5.0]])
    assert np.isnan(table.table[0, NEUTRAL])  # a servo holds
    assert table.table[1, NEUTRAL] == 0.0
    apart = {"turn": ModelDrive(actuators=["p"]), "push": ModelDrive(actuators=["actuator1"])}
    channels = drive_table(spec.compile(), [("", apart)]).channels
    assert [(c.name, c.unit) for c in channels] == [("turn", "rad"), ("push", "N")]


def test_a_servo_is_held_where_it_is_whatever_its_law():
    model = mujoco.MjModel.from_xml_string(
        MODEL.format('<general joint="turn" gainprm="4" biastype="affine" biasprm="2 -8 -1"/>')
    )
    data = mujoco.MjData(model)
    data.qpos[0] = 0.3
    data.ctrl[0] = holding_control(model, 0, 0.3)
    mujoco.mj_forward(model, data)
    assert data.actuator_force[0] == pytest.approx(0.0, abs=1e-12)


def test_one_message_names_all_joints_that_have_actuators_of_their_own():
    spec = mujoco.MjSpec.from_string(MODEL.format('<motor name="a" joint="turn"/><motor name="b" joint="push"/>'))
    faults = add_drives(spec, {"ours": TorqueDrive(joints=["turn", "push"], limit=1.0)})
    assert [fault.message for fault in faults if fault.code == "driven-twice"] == [
        "the model's own actuators drive turn and push already. Command these by a drive of the type 'model', or leave "
        "them out of the robot by 'actuators': 'drop'."
    ]


def test_faults_of_a_model_drive():
    spec = mujoco.MjSpec.from_string(MODEL.format('<motor name="a" joint="turn"/>'))
    drives = {"one": ModelDrive(actuators=["a", "a", "c"]), "two": ModelDrive()}
    assert [(f.place, f.code) for f in add_drives(spec, drives)] == [
        ("drives.one.actuators[1]", "driven-twice"),
        ("drives.one.actuators[2]", "unknown-name"),
        ("drives.two", "driven-twice"),
    ]
    assert [f.message for f in add_drives(mujoco.MjSpec.from_string(MODEL.format("")), {"m": ModelDrive()})] == [
        "the model has no actuators; give its joints drives of another kind."
    ]


def test_a_stopped_robot_holds_and_dropped_actuators_are_gone(tmp_path):
    servo = '<general name="s" joint="turn" gainprm="40" biastype="affine" biasprm="0 -40 -4"/><motor name="m" joint="push"/>'
    (tmp_path / "r.xml").write_text(MODEL.format(servo))
    robot = {
        "format": "pult.robot", "version": 1, "name": "r", "model": "r.xml", "chains": {"arm": {"effector": "next"}},
        "drives": {"motors": {"type": "model", "actuators": ["s"]}, "force": {"type": "model", "actuators": ["m"]}},
        "poses": {"home": {"turn": 0.5}},
    }  # fmt: skip
    scheme = {
        "format": "pult.scheme", "version": 1, "name": "s", "outputs": {"motors": {"shape": [1], "unit": "rad"}},
        "blocks": [{"id": "c", "type": "vector.constant", "parameters": {"values": [0.5]}}],
        "wires": [{"from": "c.y", "to": "motors"}],
    }  # fmt: skip
    world = {"format": "pult.world", "version": 1, "name": "w", "robots": [{"robot": "r.robot.json", "prefix": "a/"}]}
    for name, document in (("r.robot", robot), ("s.scheme", scheme), ("w.world", world)):
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    setup = pult.Setup(world="w.world.json", scheme="s.scheme.json", outputs={"a/motors": "motors"}, idle=["a/force"])
    session = pult.open_session(setup, tmp_path, plain=True)
    session.apply(Stop(reason="test"))
    session.advance(30)
    assert session.row[session.channels["qpos"].start] == pytest.approx(0.5, abs=1e-3)  # not thrown to 0
    robot |= {"actuators": "drop", "drives": {"ours": {"type": "torque", "joints": ["turn"], "limit": 1.0}}}
    (tmp_path / "r.robot.json").write_text(json.dumps(robot))
    model = pult.load_world(tmp_path / "w.world.json").model
    assert [model.actuator(i).name for i in range(model.nactuator)] == ["a/ours[turn]"]
