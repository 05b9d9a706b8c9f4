"""Inversion of an electric drive: the motor gives the torque that is asked for."""

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pult
from pult.equipment.drives.kinds.motors import ElectricDrive
from pult.testing import simulate_block
from tests.equipment.drive_lab import FLYWHEEL, Lab

NAME = "control.drive_inversion"
PAPER = {"stall_torque": 200.0, "no_load_speed": 1.047}
"""The joint of paper 004."""


def voltage(torque, speed, **parameters):
    found = simulate_block(NAME, {"torque": torque, "speed": speed}, {**PAPER, **parameters}, steps=1)["y"]
    return float(found[0])


@given(st.floats(-100.0, 100.0), st.floats(-0.5, 0.5))
def test_the_characteristic_of_the_motor_gives_the_torque_back(torque, speed):
    assert 200.0 * (voltage(torque, speed) - speed / 1.047) == pytest.approx(torque, abs=1e-12 * 200.0)


def test_known_points_of_the_characteristic():
    assert voltage(200.0, 0.0) == 1.0  # stalled at full voltage
    assert voltage(0.0, 1.047) == 1.0  # idling at full voltage
    assert voltage(50.0, 0.0) == 0.25
    assert voltage(-50.0, 0.0) == -0.25
    assert voltage(-200.0, 1.047) == 0.0  # shorted terminals brake


def test_the_voltage_is_limited():
    assert voltage(500.0, 0.0) == 1.0
    assert voltage(-500.0, -1.0) == -1.0
    assert voltage(500.0, 0.0, u_max=0.6) == 0.6


def test_an_electric_drive_in_mujoco_gives_exactly_the_torque_wanted_at_any_speed():
    drive = ElectricDrive(joints=["axle"], stall_torque=24.0, no_load_speed=4.0, inertia=0.08)
    lab = Lab(FLYWHEEL, {"motor": drive})
    generator = np.random.default_rng(4)
    for _ in range(50):
        speed, torque = generator.uniform(-2.0, 2.0), generator.uniform(-10.0, 10.0)
        lab.data.qvel[0] = speed
        lab.commands[:] = voltage(torque, speed, stall_torque=24.0, no_load_speed=4.0)
        lab.send()
        mujoco.mj_forward(lab.model, lab.data)
        assert lab.data.qfrc_actuator[0] == pytest.approx(torque, abs=24.0 * 1e-15 * 4)  # roundings of the voltage
        assert lab.data.qacc[0] == pytest.approx(torque / (0.02 + 0.08), rel=1e-12, abs=1e-12)


def test_each_joint_of_a_vector_has_its_own_motor():
    scheme = {
        "format": "pult.scheme",
        "version": 1,
        "inputs": {"torque": {"unit": "N*m", "shape": [2]}, "speed": {"unit": "rad/s", "shape": [2]}},
        "outputs": {"motors": {"unit": "V", "shape": [2]}},
        "blocks": [
            {
                "id": "d",
                "type": NAME,
                "shape": [2],
                "parameters": {"stall_torque": [24.0, 10.0], "no_load_speed": [4.0, 5.0]},
            }
        ],
        "wires": [
            {"from": "torque", "to": "d.torque"},
            {"from": "speed", "to": "d.speed"},
            {"from": "d.y", "to": "motors"},
        ],
    }
    program = pult.compile_scheme(scheme, plain=True)
    found = program.step({"torque": np.array([12.0, -5.0]), "speed": np.array([1.0, 0.5])})["motors"]
    assert np.array(found) == pytest.approx([0.75, -0.4], rel=1e-15)
