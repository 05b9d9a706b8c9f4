"""Documents of drives, what is refused in them, and the table of drives of a world."""

import math

import msgspec
import mujoco
import numpy as np
import pytest

from pult.core.document import Part, decode
from pult.core.errors import UsageError
from pult.equipment.drives.kinds.cylinder import PneumaticDrive
from pult.equipment.drives.kinds.ideal import PositionDrive, TorqueDrive, VelocityDrive
from pult.equipment.drives.kinds.motors import DcMotorDrive, ElectricDrive
from pult.equipment.drives.model import Drive, add_drives, drive_table
from pult.equipment.drives.table import CTRL, HIGH, LOW, NEUTRAL, SECOND

ROBOT = """<mujoco model="robot"><compiler angle="degree"/><worldbody>
  <body name="base"><joint name="shoulder" axis="0 1 0" range="-90 90"/><geom size=".1"/><site name="a"/>
    <body name="arm" pos=".3 0 0"><joint name="elbow" axis="0 1 0"/><geom size=".1"/>
      <body name="tool" pos=".3 0 0"><joint name="feed" type="slide" axis="1 0 0"/><geom size=".05"/><site name="b"/>
        <body name="ball" pos=".1 0 0"><joint name="socket" type="ball"/><geom size=".05"/></body>
      </body>
    </body>
  </body></worldbody>
  <actuator>{own}</actuator></mujoco>"""


def robot(own=""):
    return mujoco.MjSpec.from_string(ROBOT.format(own=own))


def places(faults):
    return [(fault.place, fault.code) for fault in faults]


class Drives(Part, frozen=True):
    drives: dict[str, Drive]


def test_documents_of_drives_are_told_apart_by_their_type_and_come_back_unchanged():
    data = {
        "electric": {"type": "electric", "joints": ["a"], "stall_torque": [1.0], "no_load_speed": 2.0, "brake": 3.0},
        "hand": {"type": "electric", "tendons": ["a"], "stall_torque": 1.0, "no_load_speed": 2.0},
        "dc": {
            "type": "dc", "joints": ["a"], "resistance": 1.0, "torque_constant": 2.0, "speed_constant": 3.0,
            "max_voltage": 4.0, "gear": 5.0,
        },
        "cylinder": {"type": "pneumatic", "from": "x", "to": "y", "bore": 0.03, "pressure": [-1.0, 1.0], "lag": 0.1},
        "torque": {"type": "torque", "joints": ["a", "b"], "limit": [1.0, 2.0]},
        "position": {"type": "position", "joints": ["a"], "stiffness": 1.0, "damping": 2.0},
        "velocity": {"type": "velocity", "joints": ["a"], "gain": 1.0},
    }  # fmt: skip
    found, faults = decode(Drives, {"drives": data})
    assert not faults
    kinds = [ElectricDrive, ElectricDrive, DcMotorDrive, PneumaticDrive, TorqueDrive, PositionDrive, VelocityDrive]
    assert [type(drive) for drive in found.drives.values()] == kinds
    assert msgspec.to_builtins(found.drives) == data


def test_all_faults_come_at_once_with_their_places_and_the_model_stays_as_it_is():
    spec = robot('<motor name="own" joint="feed"/>')
    drives = {
        "motors": ElectricDrive(
            joints=["shoulder", "elbo", "feed"], stall_torque=[1.0, 2.0], no_load_speed=0.0, friction=[0.0, -1.0, 0.0]
        ),
        "again": TorqueDrive(joints=["shoulder", "elbow", "elbow", "socket"], limit=math.inf),
        "servo": PositionDrive(joints=[], stiffness=1.0, damping=1.0, damping_ratio=1.0),
        "own": PneumaticDrive(from_site="a", to_site="c", bore=0.01, rod=0.02, pressure=[1.0, 2.0], stroke=[2.0, 1.0]),
        "9": PneumaticDrive(from_site="a", to_site="a", bore=0.0, lag=-1.0, pressure=[-1.0, 0.0]),
    }
    faults = add_drives(spec, drives, "drives")
    assert places(faults) == [
        ("drives.motors.joints[1]", "unknown-joint"),
        ("drives.motors.joints", "driven-twice"),
        ("drives.motors.friction[1]", "out-of-range"),
        ("drives.motors.stall_torque", "bad-shape"),
        ("drives.motors.no_load_speed", "out-of-range"),
        ("drives.again.joints[0]", "driven-twice"),
        ("drives.again.joints[2]", "driven-twice"),
        ("drives.again.joints[3]", "bad-joint"),
        ("drives.again.limit", "out-of-range"),
        ("drives.servo.joints", "bad-shape"),
        ("drives.servo.damping_ratio", "conflict"),
        ("drives.own.to", "unknown-site"),
        ("drives.own.rod", "out-of-range"),
        ("drives.own.pressure", "out-of-range"),
        ("drives.own.stroke", "out-of-range"),
        ("drives.own", "taken-name"),
        ("drives.9", "bad-name"),
        ("drives.9.to", "conflict"),
        ("drives.9.bore", "out-of-range"),
        ("drives.9.lag", "out-of-range"),
    ]
    assert "Did you mean 'elbow'?" in faults[0].message
    assert "the model's own actuators drive feed already" in faults[1].message
    assert "the drive 'motors'" in faults[5].message
    assert [actuator.name for actuator in spec.actuators] == ["own"]
    assert not spec.tendons


CORDS = """<tendon><fixed name="both"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="0.5"/></fixed>
  <fixed name="mixed"><joint joint="elbow" coef="1"/><joint joint="feed" coef="1"/></fixed>
  <spatial name="rope"><site site="a"/><site site="b"/></spatial></tendon></mujoco>"""


def robot_with_cords(own=""):
    return mujoco.MjSpec.from_string(ROBOT.format(own=own).replace("</mujoco>", CORDS))


def test_faults_of_drives_on_tendons_come_at_once_with_their_places():
    spec = robot_with_cords()
    drives = {
        "hand": ElectricDrive(
            tendons=["both", "boths", "mixed", "rope", "both"], stall_torque=[1.0, 2.0], no_load_speed=1.0
        ),
        "again": ElectricDrive(tendons=["both"], joints=["elbow"], stall_torque=1.0, no_load_speed=-1.0),
        "nothing": ElectricDrive(stall_torque=1.0, no_load_speed=1.0),
    }
    faults = add_drives(spec, drives, "drives")
    assert places(faults) == [
        ("drives.hand.tendons[1]", "unknown-tendon"),
        ("drives.hand.tendons[2]", "bad-tendon"),
        ("drives.hand.tendons[3]", "bad-tendon"),
        ("drives.hand.tendons[4]", "driven-twice"),
        ("drives.hand.stall_torque", "bad-shape"),
        ("drives.again.tendons", "conflict"),
        ("drives.again.tendons[0]", "driven-twice"),
        ("drives.again.no_load_speed", "out-of-range"),
        ("drives.nothing.joints", "bad-shape"),
    ]
    assert "Did you mean 'both'?" in faults[0].message
    assert "2 values for 5 tendons" in faults[4].message
    assert "the drive 'hand'" in faults[6].message
    assert not spec.actuators


def test_a_tendon_that_the_model_drives_by_itself_is_taken():
    spec = robot_with_cords('<motor name="own" tendon="both"/>')
    faults = add_drives(spec, {"d": ElectricDrive(tendons=["both"], stall_torque=1.0, no_load_speed=1.0)}, "drives")
    assert places(faults) == [("drives.d.tendons[0]", "driven-twice")]


def test_drives_on_tendons_stand_in_a_world_by_prefix():
    drives = {
        "elbows": TorqueDrive(joints=["elbow"], limit=1.0),
        "hand": ElectricDrive(tendons=["both"], stall_torque=3.0, no_load_speed=2.0, brake=5.0, friction=0.1),
    }
    world = mujoco.MjSpec()
    spec = robot_with_cords()
    assert not add_drives(spec, drives, "drives")
    world.attach(spec, prefix="left/", frame=world.worldbody.add_frame())
    model = world.compile()
    table = drive_table(model, [("left/", drives)])
    hand = table.channels["left/hand"]
    assert (hand.start, hand.shape, hand.unit, hand.labels) == (1, (1,), "V", ("both",))
    assert [model.actuator(group[0]).name for group in table.actuators] == ["left/elbows[elbow]", "left/hand[both]"]
    np.testing.assert_array_equal(table.table[1, [LOW, HIGH, NEUTRAL, SECOND]], [-1, 1, 0, -1])
    np.testing.assert_array_equal(table.locks, [[model.tendon("left/both").id, 5.0, 0.1]])
    assert not len(table.brakes)


def test_turning_and_sliding_joints_do_not_share_a_drive():
    faults = add_drives(robot(), {"d": TorqueDrive(joints=["elbow", "feed"], limit=1.0)}, "drives")
    assert places(faults) == [("drives.d.joints[1]", "mixed-joints")]


def test_two_robots_in_a_world_have_their_drives_by_prefix():
    drives = {
        "motors": ElectricDrive(
            joints=["elbow", "shoulder"], stall_torque=[20.0, 30.0], no_load_speed=2.0, brake=[0.0, 5.0], friction=0.1
        ),
        "push": PneumaticDrive(from_site="a", to_site="b", bore=0.03, rod=0.01, pressure=[-4e5, 6e5]),
    }
    servo = {"servo": PositionDrive(joints=["shoulder", "elbow"], stiffness=10.0)}
    world = mujoco.MjSpec()
    for prefix, found in (("left/", drives), ("right/", servo)):
        spec = robot(
            '<motor name="feeder" joint="feed" ctrllimited="true" ctrlrange="1 3"/><position joint="feed" kp="2"/>'
        )
        assert not add_drives(spec, found, "drives")
        world.attach(spec, prefix=prefix, frame=world.worldbody.add_frame())
    model = world.compile()
    table = drive_table(model, [("left/", drives), ("right/", servo)])
    assert table.channels.names == (
        "left/motors", "left/push", "right/servo", "left/feeder", "actuator1", "right/feeder", "actuator7",
    )  # fmt: skip
    motors = table.channels["left/motors"]
    assert (motors.start, motors.shape, motors.unit, motors.labels) == (0, (2,), "V", ("elbow", "shoulder"))
    assert table.channels.find("left/motors[shoulder]").start == 1
    assert table.channels["left/feeder"].unit == "1"
    names = [[model.actuator(number).name for number in group] for group in table.actuators]
    assert names[:5] == [
        ["left/motors[elbow]"], ["left/motors[shoulder]"], ["left/push", "left/push[rod]"], ["right/servo[shoulder]"],
        ["right/servo[elbow]"],
    ]  # fmt: skip
    np.testing.assert_array_equal(table.table[:, CTRL], [group[0] for group in table.actuators])
    np.testing.assert_array_equal(table.table[:, SECOND], [-1, -1, table.actuators[2][1], -1, -1, -1, -1, -1, -1])
    np.testing.assert_allclose(
        table.table[:5, [LOW, HIGH]],
        [[-1, 1], [-1, 1], [-4e5, 6e5], [-math.pi / 2, math.pi / 2], [-math.inf, math.inf]],
    )
    np.testing.assert_array_equal(table.table[:, NEUTRAL], [0, 0, 0, np.nan, np.nan, 1, np.nan, 1, np.nan])
    shoulder = model.joint("left/shoulder").dofadr[0]
    np.testing.assert_array_equal(table.brakes, [[shoulder, 5.0, 0.1]])
    gains = model.actuator_gainprm[[group[0] for group in table.actuators[:2]], 0]
    np.testing.assert_array_equal(gains, [20.0, 30.0])


def test_an_actuator_with_several_inputs_is_one_channel():
    model = robot('<pid name="servo" joint="elbow" input="pos vel" kp="3"/>').compile()
    table = drive_table(model, [])
    channel = table.channels["servo"]
    assert (channel.shape, channel.labels) == ((2,), ("pos", "vel"))
    np.testing.assert_array_equal(table.table[:, NEUTRAL], [np.nan, 0.0])


def test_a_world_without_drives_has_an_empty_table():
    table = drive_table(mujoco.MjSpec().compile(), [])
    assert table.table.shape == (0, 6)
    assert table.brakes.shape == (0, 3)
    assert not table.channels.names


def test_drives_that_were_not_put_into_the_world_are_missed():
    with pytest.raises(UsageError, match="no actuator 'd\\[elbow\\]'"):
        drive_table(robot().compile(), [("", {"d": TorqueDrive(joints=["elbow"], limit=1.0)})])
    with pytest.raises(UsageError, match="no actuator 'c'"):
        drive_table(
            robot().compile(),
            [("", {"c": PneumaticDrive(from_site="a", to_site="b", bore=0.1, pressure=[-1.0, 1.0])})],
        )
