"""The pressure in the chambers of cylinders, as sensors read it."""

import math

import mujoco
import numpy as np
import pytest

from pult.equipment.drives.kinds.cylinder import PneumaticDrive
from pult.equipment.drives.model import add_drives
from pult.equipment.sensors.kinds.pressure import PressureSensor
from pult.equipment.sensors.model import add_sensors, sensor_table
from pult.sim.sensing import read_sensors
from tests.equipment.drive_lab import SLIDER

LAG = 0.03


def lab(rod, sensors):
    drive = PneumaticDrive(from_site="wall", to_site="piston", bore=0.04, rod=rod, pressure=[-6e5, 6e5], lag=LAG)
    spec = mujoco.MjSpec.from_string(SLIDER.format(h=0.001, g=0.0, defaults="", limited="false"))
    assert not add_drives(spec, {"press": drive}, "drives")
    return spec, add_sensors(spec, sensors, "sensors")


def readings(model, data, sensors):
    table = sensor_table(model, [("", sensors)], 0.001)
    found = np.zeros(len(table.table))
    read_sensors(table.table, table.terms, data.sensordata, table.memory(0), table.faults(), found)
    return found


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_each_chamber_follows_its_command_with_the_lag(sign):
    sensors = {"push": PressureSensor(drive="press"), "pull": PressureSensor(drive="press", chamber="rod")}
    spec, faults = lab(0.016, sensors)
    assert not faults
    model = spec.compile()
    data = mujoco.MjData(model)
    data.ctrl[:] = (2e5, 0.0) if sign > 0 else (0.0, -2e5)
    for _ in range(46):
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    expected = 2e5 * (1.0 - math.exp(-0.046 / LAG))
    assert readings(model, data, sensors) == pytest.approx([expected, 0.0] if sign > 0 else [0.0, expected], rel=1e-9)


def test_without_a_rod_there_is_one_pressure_of_either_sign():
    sensors = {"p": PressureSensor(drive="press")}
    spec, faults = lab(0.0, sensors)
    assert not faults
    model = spec.compile()
    data = mujoco.MjData(model)
    data.ctrl[:] = -3e5
    for _ in range(1000):
        mujoco.mj_step(model, data)
    assert readings(model, data, sensors)[0] == pytest.approx(-3e5, rel=1e-6)


def test_unknown_drives_and_chambers_are_refused():
    _, faults = lab(0.0, {"a": PressureSensor(drive="pres"), "b": PressureSensor(drive="press", chamber="rod")})
    assert [str(fault) for fault in faults] == [
        "sensors.a.drive: there is no pneumatic drive 'pres'. Did you mean 'press'? Allowed: 'press'.",
        "sensors.b.chamber: the cylinder 'press' has no rod, and so one pressure only; leave 'chamber' out.",
    ]
