"""Documents of older versions of their format mean what they meant."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from models.massage.table import LINKS

from pult.core.bases import merge_patch
from pult.core.formats import current_version, migrated
from pult.core.shipped import shipped_file
from pult.equipment.drives.document import DRIVE_KINDS
from pult.equipment.drives.kinds.motors import MotorDrive
from pult.robot.equipped import equipped_spec
from pult.robot.robot import check_robot, load_robot

MODEL = """<mujoco><worldbody><body name="a"><joint name="j" axis="0 1 0"/><geom size=".1"/>
  <body name="b" pos=".3 0 0"><joint name="k" axis="0 1 0"/><geom size=".1"/></body></body></worldbody></mujoco>"""
DC = {
    "type": "dc", "joints": ["j", "k"], "resistance": 2.0, "torque_constant": 0.1, "speed_constant": 0.1,
    "max_voltage": 24.0, "inertia": 3e-4,
}  # fmt: skip
ELECTRIC = {"type": "electric", "joints": ["j", "k"], "stall_torque": 5.0, "no_load_speed": 3.0, "inertia": 0.01}


@pytest.fixture
def write(tmp_path):
    (tmp_path / "m.xml").write_text(MODEL)

    def write(name, version, **more):
        document = {"format": "pult.robot", "version": version, **more}
        if "base" not in more:
            document |= {"model": "m.xml", "chains": {"arm": {"effector": "b"}}}
        file = tmp_path / f"{name}.robot.json"
        file.write_text(json.dumps(document))
        return file

    return write


def armature(file):
    """Inertia of the drives at the joints [kg m^2]. Shape (2,)."""
    spec, faults = equipped_spec(file.parent / "m.xml", load_robot(file).document)
    assert not faults
    return spec.compile().dof_armature


def test_the_inertia_of_every_motor_is_that_at_the_joint(write):
    motors = {
        "dc": {**DC, "gear": 50.0},
        "electric": ELECTRIC,
    }
    assert {kind.__struct_config__.tag for kind in DRIVE_KINDS if issubclass(kind, MotorDrive)} == set(motors)
    for kind, drive in motors.items():
        file = write(kind, 2, drives={"m": {**drive, "inertia": 0.5}})
        assert armature(file) == pytest.approx([0.5, 0.5], rel=1e-15)


def test_a_dc_motor_of_version_1_has_its_inertia_at_the_motor(write):
    file = write("old", 1, drives={"m": {**DC, "gear": [50.0, 20.0]}})
    robot = load_robot(file)
    assert robot.document.version == 2
    assert armature(file).tolist() == [3e-4 * 50.0**2, 3e-4 * 20.0**2]
    assert armature(write("electric", 1, drives={"m": ELECTRIC})).tolist() == [0.01, 0.01]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"gear": 100.0}, 3e-4 * 100.0**2),  # the rotor of the base behind another gear
        ({"inertia": 5e-4}, 5e-4 * 50.0**2),
        ({"gear": None}, 3e-4),
        ({"gear": [10.0, 100.0], "inertia": [1e-4, 2e-4]}, [1e-4 * 10.0**2, 2e-4 * 100.0**2]),
        ({"inertia": None}, 0.0),
        ({"brake": 2.0}, 3e-4 * 50.0**2),
    ],
)
@pytest.mark.parametrize("version", [1, 2])
def test_what_a_robot_of_version_1_changes_in_its_base_keeps_its_meaning(write, change, expected, version):
    """Whatever the version of the base."""
    inertia = DC["inertia"] * (50.0**2 if version == 2 else 1.0)
    write("base", version, drives={"m": {**DC, "gear": 50.0, "inertia": inertia}})
    file = write("other", 1, base="base", drives={"m": change})
    np.testing.assert_allclose(armature(file), expected, rtol=1e-14)


def test_pm01_has_the_rotors_of_its_table_to_the_last_bit():
    document = json.loads(shipped_file("robot", "pm01").read_text())
    assert document["drives"]["motors"]["inertia"] == [link.rotor * link.gear**2 for link in LINKS]


ratios = st.one_of(st.none(), st.sampled_from([1.0, 2.0, 8.0, [4.0, 16.0]]))  # powers of two: no rounding
inertias = st.one_of(st.none(), st.sampled_from([1.0, 3.0, [5.0, 7.0]]))
drives = st.fixed_dictionaries(
    {"type": st.sampled_from(["dc", "electric"])}, optional={"gear": ratios, "inertia": inertias}
)
patches = st.fixed_dictionaries({}, optional={"type": st.just("dc"), "gear": ratios, "inertia": inertias})


@given(drives, patches)
def test_migrating_and_merging_may_be_done_in_either_order(drive, patch):
    def robot(drive):
        return {"format": "pult.robot", "version": 1, "drives": {"m": drive}}

    def per_joint(robot):
        given = robot["drives"]["m"].get("inertia", 0.0)
        return given if isinstance(given, list) else [given] * 2

    drive = {key: value for key, value in drive.items() if value is not None}
    before = migrated(merge_patch(robot(drive), robot(patch)), "pult.robot")
    base = migrated(robot(drive), "pult.robot")
    after = merge_patch(base, migrated(robot(patch), "pult.robot", base))
    assert per_joint(before) == per_joint(after)


@pytest.mark.parametrize(
    "drives", [3, {"m": 3}, {"m": {**DC, "gear": "2"}}, {"m": {**DC, "inertia": [1], "gear": [1, 2]}}]
)
def test_what_cannot_be_migrated_is_reported_where_it_is(write, drives):
    _, faults = check_robot(write("wrong", 1, drives=drives))
    assert faults
    assert all(fault.place.startswith("drives") for fault in faults)


def test_a_version_that_is_not_known_is_refused_with_those_that_are(write):
    _, faults = check_robot(write("newer", 3))
    assert str(faults[0]).startswith("version: version 3 is not known; this pult reads version 1 or 2.")
    assert (current_version("pult.robot"), current_version("pult.scheme")) == (2, 1)
