"""A robot's document is checked alone: its drives, sensors and cameras against its model, all at once."""

import pytest

import pult

ARM = """<mujoco model="arm"><worldbody><body name="base"><geom type="box" size=".1 .1 .1"/>
  <body name="upper" pos="0 0 .1"><joint name="j1" axis="0 0 1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
    <body name="lower" pos=".3 0 0"><joint name="j2" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      <body name="hand" pos=".3 0 0"><joint name="j3" axis="0 1 0"/><geom size=".03"/><site name="tip" pos=".1 0 0"/></body>
    </body>
  </body></body></worldbody><actuator>{own}</actuator></mujoco>"""
MOTORS = {"type": "electric", "joints": ["j1", "j2", "j3"], "stall_torque": [20, 10, 5], "no_load_speed": 3}


@pytest.fixture
def arm(tmp_path):
    def make(own="", **changes):
        (tmp_path / "arm.xml").write_text(ARM.format(own=own))
        document = {"format": "pult.robot", "version": 1, "model": "arm.xml", "chains": {"arm": {"effector": "tip"}}}
        return pult.check_robot({**document, **changes}, tmp_path)

    return make


def told(faults):
    return [(fault.place, fault.code) for fault in faults]


def test_all_faults_of_all_parts_come_at_once(arm):
    robot, faults = arm(
        own='<motor name="own" joint="j1"/>',
        chains={"arm": {"effector": "tip", "limits": {"j9": [-1, 1], "j2": [1, -1]}}, "other": {"effector": "tipp"}},
        drives={"motors": {**MOTORS, "joints": ["j1", "jj2", "j3"], "stall_torque": [10, -5]}},
        sensors={"angles": {"type": "angle", "joints": ["j1", "jx"]}},
        cameras={"eye": {"body": "head"}},
    )
    assert robot is None
    assert told(faults) == [
        ("chains.arm.limits.j9", "unknown-name"),
        ("chains.arm.limits.j2", "out-of-range"),
        ("chains.other", "bad-chain"),
        ("drives.motors.joints[1]", "unknown-joint"),
        ("drives.motors.joints", "driven-twice"),
        ("drives.motors.stall_torque", "bad-shape"),
        ("drives.motors.stall_torque[1]", "out-of-range"),
        ("sensors.angles.joints[1]", "unknown-name"),
        ("cameras.eye.body", "unknown-name"),
    ]


def test_poses_are_checked_beside_faults_of_drives(arm):
    _, faults = arm(drives={"motors": {**MOTORS, "no_load_speed": 0}}, poses={"home": {"j4": 1.0}})
    assert told(faults) == [("drives.motors.no_load_speed", "out-of-range"), ("poses.home.j4", "unknown-name")]


def test_drives_of_a_robot_of_tables_serve_schemes_alone_which_is_worth_a_warning():
    rows = [{"a": 1.0, "alpha": 0.0}]
    document = {
        "format": "pult.robot",
        "version": 1,
        "chains": {"arm": {"table": {"convention": "standard", "rows": rows}}},
        "drives": {"motors": {**MOTORS, "joints": ["joint1"], "stall_torque": 20}},
    }
    robot, faults = pult.check_robot(document)
    assert faults == []
    assert told(robot.warnings()) == [("drives", "no-model")]


@pytest.mark.parametrize(
    ("changes", "place", "figure"),
    [
        ({"stall_torque": [20, 1e9, 5]}, "stall_torque", "1e+09 is outside what machines have, 0.001 to 100000."),
        ({"no_load_speed": 3600}, "no_load_speed", "3600 is outside"),
        ({"inertia": 5e4}, "inertia", "50000 is outside"),
        ({"friction": [0.1, 12.0, 0.1]}, "friction", "the dry friction of 12 is not below the stall torque of 10"),
    ],
)
def test_figures_that_machines_do_not_have_are_warned_of(arm, changes, place, figure):
    robot, faults = arm(drives={"motors": {**MOTORS, **changes}})
    assert faults == []
    assert [fault.place for fault in robot.warnings()] == [f"drives.motors.{place}"]
    assert robot.warnings()[0].message.startswith(figure)


def test_the_stall_torque_of_a_dc_motor_is_that_at_full_voltage(arm):
    dc = {
        "type": "dc", "joints": ["j1"], "resistance": 2.0, "torque_constant": 0.1, "speed_constant": 0.1,
        "max_voltage": 24.0, "gear": 50.0,
    }  # fmt: skip
    assert arm(drives={"dc": {**dc, "friction": 59.9}})[0].warnings() == []  # 50 * 0.1 * 24/2 = 60 N m
    assert arm(drives={"dc": {**dc, "friction": 60.0}})[0].warnings()[0].values["torque"] == pytest.approx(60.0)


@pytest.mark.parametrize("name", ["two-link", "torso", "mango", "prm1"])
def test_nothing_is_to_be_warned_of_in_shipped_robots(name):
    assert pult.load_robot(name).warnings() == []
