"""Commands as drives get them, dead drives, brakes."""

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pult.equipment.drives.kinds.cylinder import PneumaticDrive
from pult.equipment.drives.kinds.ideal import PositionDrive, TorqueDrive
from pult.equipment.drives.kinds.motors import DcMotorDrive, ElectricDrive
from pult.sim.drives import apply_drives, hold_positions, set_brakes, set_dead
from tests.equipment.drive_lab import FLYWHEEL, PENDULUM, SLIDER, H, Lab, native_drives

GRAVITY_TORQUE = 9.81
"""Of the pendulum [N m]: 2 kg, 9.81 m/s^2, 0.5 m."""


def electric(**more):
    return {"motor": ElectricDrive(joints=["axle"], stall_torque=40.0, no_load_speed=5.0, **more)}


any_number = st.floats(allow_nan=True, allow_infinity=True)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_commands_are_clamped_and_neutral_where_they_are_missing_in_both_engines(data):
    count = data.draw(st.integers(1, 4))
    low = data.draw(arrays(float, count, elements=st.floats(-5.0, 0.0)))
    neutral = data.draw(arrays(float, count, elements=st.sampled_from([0.0, math.nan])))
    holds = data.draw(arrays(float, count, elements=st.sampled_from([0.0, 1.0])))
    table = np.column_stack([np.arange(count)[::-1], low, -low, neutral, np.full(count, -1.0), holds])
    commands, before = (data.draw(arrays(float, count, elements=any_number)) for _ in range(2))
    faults = data.draw(arrays(float, (count, 2), elements=st.sampled_from([0.0, 1.0])))
    stopped = data.draw(st.sampled_from([0.0, 1.0]))
    results = []
    for call in (apply_drives, native_drives):
        ctrl, applied = np.full(count, 99.0), before.copy()
        call(table, commands, faults, stopped, ctrl, applied)
        results.append((ctrl, applied))
    np.testing.assert_array_equal(results[0], results[1])
    ctrl, applied = results[0]
    np.testing.assert_array_equal(ctrl[::-1], applied)
    assert (np.abs(applied) <= -low).all()  # whatever comes in, never NaN and never beyond the range
    missing = np.isnan(commands) | (faults[:, 0] != 0.0) | ((stopped != 0.0) & (holds == 0.0))
    instead = np.where(np.isnan(neutral), np.where(np.isnan(before), 0.0, before), 0.0)
    np.testing.assert_array_equal(applied, np.clip(np.where(missing, instead, commands), low, -low))


def test_both_chambers_of_a_cylinder_get_the_command():
    lab = Lab(
        SLIDER, {"c": PneumaticDrive(from_site="wall", to_site="piston", bore=0.03, rod=0.01, pressure=[-2e5, 3e5])}
    )
    lab.commands[0] = -1e5
    lab.send()
    np.testing.assert_array_equal(lab.data.ctrl, [-1e5, -1e5])


def test_stopped_position_drives_hold_where_they_are():
    lab = Lab(PENDULUM, {"servo": PositionDrive(joints=["axle"], stiffness=3e3, limit=30.0)})
    hold_positions(lab.data, lab.drives, lab.applied)
    lab.run(0.5, math.nan)
    assert lab.data.qpos[0] == 0.0  # no command yet: it stays where it started
    lab.run(0.1, 1.5)
    lab.stopped = 1.0
    mujoco.mj_forward(lab.model, lab.data)
    hold_positions(lab.data, lab.drives, lab.applied)
    where = lab.data.qpos[0]
    assert 0.05 < where < 1.0  # on its way
    lab.run(2.0)
    assert lab.data.qpos[0] == pytest.approx(where, abs=1e-3)
    assert lab.applied[0] == where


def test_a_stopped_motor_brakes_as_one_with_shorted_terminals():
    lab = Lab(FLYWHEEL, {"m": ElectricDrive(joints=["axle"], stall_torque=2.0, no_load_speed=10.0)})
    lab.run(1.0, 1.0)
    lab.stopped, start = 1.0, lab.data.qvel[0]
    lab.run(0.1)
    # time constant I w_idle/M_s = 0.1 s; implicit Euler errs by h/(2 tau) = 0.5 % of the exponent
    assert lab.data.qvel[0] == pytest.approx(start * math.exp(-1.0), rel=0.006)
    assert lab.applied[0] == 0.0


@pytest.mark.parametrize(
    "drive",
    [
        ElectricDrive(joints=["axle"], stall_torque=2.0, no_load_speed=10.0, inertia=0.01),
        DcMotorDrive(
            joints=["axle"],
            resistance=1.0,
            torque_constant=0.1,
            speed_constant=0.1,
            max_voltage=9.0,
            gear=9.0,
            inductance=0.05,
        ),
        TorqueDrive(joints=["axle"], limit=1.0),
        PositionDrive(joints=["axle"], stiffness=1.0),
    ],
    ids=lambda drive: type(drive).__name__,
)
def test_a_dead_drive_spins_freely_and_a_mended_one_is_as_before(drive):
    lab, other = Lab(FLYWHEEL, {"m": drive}), Lab(FLYWHEEL, {"m": drive})
    gear = lab.model.actuator_gear.copy()
    lab.run(0.3, 1.0)
    set_dead(lab.model, lab.drives, 0, True)
    lab.faults[0, 0] = 1.0
    speed = lab.data.qvel[0]
    lab.run(1.0, 1.0)
    assert abs(speed) > 0.01
    assert lab.data.qvel[0] == pytest.approx(speed, rel=1e-13)  # no torque, no back-EMF
    set_dead(lab.model, lab.drives, 0, False)
    lab.faults[0, 0] = 0.0
    np.testing.assert_array_equal(lab.model.actuator_gear, gear)
    if lab.model.na:
        assert abs(lab.data.act[0]) < 1e-6  # what current there was has gone
    lab.data.time, lab.data.qpos[:], lab.data.qvel[:], lab.data.act[:] = 0.0, 0.0, 0.0, 0.0
    lab.data.qacc_warmstart[:] = 0.0
    np.testing.assert_array_equal(lab.run(0.2, 0.7), other.run(0.2, 0.7))


def test_a_dead_motor_keeps_its_friction_and_its_rotor():
    friction, inertia = 0.1, 0.03
    lab = Lab(
        FLYWHEEL,
        {"m": ElectricDrive(joints=["axle"], stall_torque=2.0, no_load_speed=10.0, friction=friction, inertia=inertia)},
    )
    set_dead(lab.model, lab.drives, 0, True)
    lab.data.qvel[0] = 4.0
    lab.run(0.5)
    assert lab.data.qvel[0] == pytest.approx(4.0 - friction / (0.02 + inertia) * 0.5, rel=1e-3)


def test_a_dead_cylinder_is_vented():
    lab = Lab(
        SLIDER, {"c": PneumaticDrive(from_site="wall", to_site="piston", bore=0.03, rod=0.01, pressure=[-2e5, 3e5])}
    )
    set_dead(lab.model, lab.drives, 0, True)
    for command in (3e5, -2e5):
        lab.run(0.1, command)
    assert lab.data.qvel[0] == 0.0


def test_a_brake_holds_a_load_below_its_torque_and_slips_above():
    strong = Lab(PENDULUM, electric(brake=1.1 * GRAVITY_TORQUE), gravity=9.81)
    set_brakes(strong.model, strong.drives, True)
    set_dead(strong.model, strong.drives, 0, True)
    strong.run(5.0)
    assert abs(strong.data.qpos[0]) < 2e-5  # creep of 1e-4 h g/l = 2 urad/s; free, it would swing within a second
    weak = Lab(PENDULUM, electric(brake=0.5 * GRAVITY_TORQUE), gravity=9.81)
    set_brakes(weak.model, weak.drives, True)
    set_dead(weak.model, weak.drives, 0, True)
    _, _, speed = weak.run(0.05)
    inertia = 0.01 + 2.0 * 0.5**2
    assert abs(speed[-1]) == pytest.approx(0.5 * GRAVITY_TORQUE / inertia * 0.05, rel=0.01)


def test_a_brake_put_on_while_moving_stops_the_joint_in_time():
    torque, speed, inertia = 3.0, 2.0, 0.02
    lab = Lab(FLYWHEEL, {"m": ElectricDrive(joints=["axle"], stall_torque=2.0, no_load_speed=10.0, brake=torque)})
    set_dead(lab.model, lab.drives, 0, True)
    lab.data.qvel[0] = speed
    set_brakes(lab.model, lab.drives, True)
    _, angle, speeds = lab.run(0.1)
    stop = speed * inertia / torque
    assert np.argmax(speeds < 1e-3) * H == pytest.approx(stop, abs=2 * H)
    assert angle[-1] == pytest.approx(speed * stop / 2.0, rel=0.1)  # the last step of 13 is a part of one


def test_brakes_are_released_bit_for_bit_however_often_they_are_put_on():
    lab = Lab(
        FLYWHEEL, {"m": ElectricDrive(joints=["axle"], stall_torque=2.0, no_load_speed=10.0, brake=1 / 3, friction=0.1)}
    )
    other = Lab(
        FLYWHEEL, {"m": ElectricDrive(joints=["axle"], stall_torque=2.0, no_load_speed=10.0, brake=1 / 3, friction=0.1)}
    )
    for on in (True, True, False, True, False, False):
        set_brakes(lab.model, lab.drives, on)
        assert lab.model.dof_frictionloss[0] == (0.1 + 1 / 3 if on else 0.1)
    np.testing.assert_array_equal(lab.run(0.3, 0.6), other.run(0.3, 0.6))
