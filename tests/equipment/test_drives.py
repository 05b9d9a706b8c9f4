"""Drives in MuJoCo against closed forms. The integrator is of first order: errors are given as multiples of the step."""

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.equipment.drives.kinds.cylinder import PneumaticDrive
from pult.equipment.drives.kinds.ideal import PositionDrive, TorqueDrive, VelocityDrive
from pult.equipment.drives.kinds.motors import DcMotorDrive, ElectricDrive
from pult.sim.drives import set_brakes
from tests.equipment.drive_lab import FINGER, FLYWHEEL, INERTIA, PENDULUM, SLIDER, H, Lab

M_S, W_IDLE = 2.0, 10.0


def electric(**more):
    return {"motor": ElectricDrive(joints=["axle"], stall_torque=M_S, no_load_speed=W_IDLE, **more)}


def dc(**more):
    values = {"resistance": 2.0, "torque_constant": 0.05, "speed_constant": 0.05, "max_voltage": 24.0, "gear": 20.0}
    return {"motor": DcMotorDrive(joints=["axle"], **(values | more))}


def torque_of(lab):
    """Torque of the drives in the present state."""
    mujoco.mj_forward(lab.model, lab.data)
    return lab.data.qfrc_actuator[0]


# --- electric ---


@given(st.floats(-1.5, 1.5), st.floats(-20.0, 20.0))
@settings(max_examples=30, deadline=None)
def test_an_electric_drive_has_its_characteristic_at_any_voltage_and_speed(voltage, speed):
    lab = Lab(FLYWHEEL, electric())
    lab.data.qvel[0], lab.commands[0] = speed, voltage
    lab.send()
    clipped = min(max(voltage, -1.0), 1.0)
    assert torque_of(lab) == pytest.approx(M_S * (clipped - speed / W_IDLE), abs=1e-13)
    assert lab.applied[0] == clipped


def test_a_locked_electric_drive_presses_with_its_stall_torque():
    text = FLYWHEEL.replace(
        "</worldbody>",
        '</worldbody><equality><joint joint1="axle" solimp=".9999 .9999 .001" solref="0.002 1"/></equality>',
    )
    lab = Lab(text, electric())
    lab.run(0.5, 0.6)
    assert -lab.data.qfrc_constraint[0] == pytest.approx(0.6 * M_S, rel=1e-6)
    assert abs(lab.data.qpos[0]) < 1e-5


@pytest.mark.parametrize(("h", "inertia"), [(0.001, 0.0), (0.0005, 0.0), (0.001, 0.05)])
def test_the_speed_of_an_electric_drive_follows_its_exponential_to_the_no_load_speed(h, inertia):
    lab = Lab(FLYWHEEL, electric(inertia=inertia), h=h)
    tau = (INERTIA + inertia) * W_IDLE / M_S
    time, _, speed = lab.run(15.0 * tau, 0.8)
    wanted = 0.8 * W_IDLE * (1.0 - np.exp(-time / tau))
    # implicit Euler lags by h/(2 tau) (t/tau) exp(-t/tau), at most h/(2 e tau) of the final speed
    error = np.abs(speed - wanted).max() / (0.8 * W_IDLE)
    assert error == pytest.approx(h / (2.0 * math.e * tau), rel=0.05)
    assert speed[-1] == pytest.approx(0.8 * W_IDLE, rel=1e-5)


def test_dry_friction_holds_up_to_its_torque_and_is_overcome_beyond():
    friction = 0.3
    lab = Lab(FLYWHEEL, electric(friction=friction))
    lab.run(2.0, 0.95 * friction / M_S)
    # the friction is a soft constraint: it creeps at 1e-4 h of the acceleration it keeps from happening
    creep = 1e-4 * H * 0.95 * friction / INERTIA
    soft = Lab(FLYWHEEL, electric(friction=friction, friction_impedance=0.99))
    soft.run(2.0, 0.95 * friction / M_S)
    assert soft.data.qvel[0] == pytest.approx(100.0 * creep, rel=0.02)  # at 1e-2 h
    assert lab.data.qvel[0] == pytest.approx(creep, rel=0.01)
    assert lab.data.qpos[0] == pytest.approx(creep * 2.0, rel=0.01)  # 3 urad; free, it would have turned by 28 rad
    lab = Lab(FLYWHEEL, electric(friction=friction))
    _, _, speed = lab.run(0.02, 1.0)
    # the characteristic falls with speed: 10 % of tau = 0.1 s gives 1 - exp(-0.2)
    tau, final = INERTIA * W_IDLE / M_S, W_IDLE * (1.0 - friction / M_S)
    assert speed[-1] == pytest.approx(final * (1.0 - math.exp(-0.02 / tau)), rel=0.01)
    lab.run(1.5)
    assert lab.data.qvel[0] == pytest.approx(final, rel=1e-3)


def test_a_drive_with_friction_comes_to_rest_and_stays():
    lab = Lab(FLYWHEEL, electric(friction=0.3))
    lab.run(1.0, 1.0)
    lab.run(0.5, 0.0)
    before = lab.data.qpos[0]
    lab.run(1.0)
    assert lab.data.qvel[0] == pytest.approx(0.0, abs=1e-9)
    assert lab.data.qpos[0] == pytest.approx(before, abs=1e-9)


def test_viscous_friction_lowers_the_final_speed():
    damping = 0.1
    lab = Lab(FLYWHEEL, electric(damping=damping))
    lab.run(2.0, 1.0)
    assert lab.data.qvel[0] == pytest.approx(M_S / (M_S / W_IDLE + damping), rel=1e-6)


def test_what_a_motor_brings_along_adds_to_what_the_joint_has():
    text = FLYWHEEL.replace('axis="0 0 1"', 'axis="0 0 1" armature="0.5" damping="0.25" frictionloss="0.125"')
    model = Lab(text, electric(inertia=1.0, damping=2.0, friction=4.0)).model
    assert (model.dof_armature[0], model.dof_damping[0], model.dof_frictionloss[0]) == (1.5, 2.25, 4.125)
    model = Lab(text, dc(inertia=1.0, damping=2.0, friction=4.0, gear=3.0)).model
    assert (model.dof_armature[0], model.dof_damping[0], model.dof_frictionloss[0]) == (1.5, 2.25, 4.125)


# --- electric, on a tendon ---


def on_cord(**more):
    return {"motor": ElectricDrive(tendons=["cord"], stall_torque=M_S, no_load_speed=W_IDLE, **more)}


@given(st.floats(-1.5, 1.5), st.floats(-20.0, 20.0), st.floats(-20.0, 20.0))
@settings(max_examples=30, deadline=None)
def test_a_motor_on_a_tendon_has_its_characteristic_in_the_speed_of_the_tendon(voltage, root, tip):
    lab = Lab(FINGER, on_cord())
    lab.data.qvel[:], lab.commands[0] = [root, tip], voltage
    lab.send()
    torque = M_S * (min(max(voltage, -1.0), 1.0) - (root + 0.6 * tip) / W_IDLE)
    mujoco.mj_forward(lab.model, lab.data)
    np.testing.assert_allclose(lab.data.qfrc_actuator, [torque, 0.6 * torque], atol=1e-13)


def test_a_locked_tip_leaves_the_whole_cord_to_the_root():
    """With one joint held the motor turns the other up to w_idle, as it would alone."""
    text = FINGER.replace(
        "</tendon>",
        '</tendon><equality><joint joint1="tip" solimp=".9999 .9999 .001" solref="0.002 1"/></equality>',
    )
    lab = Lab(text, on_cord(inertia=0.01))
    _, _, speed = lab.run(2.0, 0.5)
    assert speed[-1] == pytest.approx(0.5 * W_IDLE, rel=1e-3)
    assert abs(lab.data.qpos[1]) < 1e-4


def test_what_a_motor_brings_along_adds_to_what_the_tendon_has():
    text = FINGER.replace('name="cord"', 'name="cord" armature="0.5" damping="0.25" frictionloss="0.125"')
    model = Lab(text, on_cord(inertia=1.0, damping=2.0, friction=4.0)).model
    assert (model.tendon_armature[0], model.tendon_damping[0], model.tendon_frictionloss[0]) == (1.5, 2.25, 4.125)
    assert not model.dof_armature.any()


def test_the_brake_of_a_motor_on_a_tendon_holds_the_cord_and_is_released_bit_for_bit():
    lab = Lab(FINGER, on_cord(brake=1.0, inertia=0.01))
    before = lab.model.tendon_frictionloss.copy()
    set_brakes(lab.model, lab.drives, True)
    lab.run(1.0, 0.45)  # 0.9 N m
    assert abs(lab.data.ten_length[0]) < 1e-3  # free, it would have turned by 4.5 rad
    set_brakes(lab.model, lab.drives, False)
    assert lab.model.tendon_frictionloss.tobytes() == before.tobytes()
    lab.run(1.0)
    assert lab.data.ten_length[0] > 1.0


# --- DC motor ---


def dc_response(time, inductance, torque_constant, speed_constant, voltage=12.0, r=2.0, n=20.0):
    """Current and speed of the joint after a step of the voltage, exactly."""
    if inductance == 0.0:
        rate = n**2 * torque_constant * speed_constant / (r * INERTIA)
        speed = voltage / (n * speed_constant) * (1.0 - np.exp(-rate * time))
        return (voltage - n * speed_constant * speed) / r, speed
    A = np.array([[-r / inductance, -n * speed_constant / inductance], [n * torque_constant / INERTIA, 0.0]])
    final = np.linalg.solve(A, [-voltage / inductance, 0.0])
    values, vectors = np.linalg.eig(A)
    modes = np.exp(np.outer(values, time)) * np.linalg.solve(vectors, final)[:, None]  # (2, n)
    return final[:, None] - (vectors @ modes).real


@pytest.mark.parametrize("constants", [(0.05, 0.05), (0.04, 0.06)], ids=["same", "unlike"])
@pytest.mark.parametrize("inductance", [0.0, 1e-5, 0.002, 0.1])
def test_a_dc_motor_follows_its_closed_form(inductance, constants):
    torque_constant, speed_constant = constants
    errors = []
    for h in (0.001, 0.0002, 0.0001):
        drive = dc(inductance=inductance, torque_constant=torque_constant, speed_constant=speed_constant)
        lab = Lab(FLYWHEEL, drive, h=h)
        time, _, speed = lab.run(0.5, 12.0)
        _, wanted = dc_response(time, inductance, torque_constant, speed_constant)
        errors.append(np.abs(speed - wanted).max() / (12.0 / (20.0 * speed_constant)))
    # mechanical time constant R I/(N^2 C_m C_w) = 40 ms: implicit Euler errs by h/(2 e 40 ms) = 0.5 %; with a current
    # the response is steeper and swings, which doubles that. Half the step, half the error.
    assert errors[0] < 0.012
    assert errors[1] / errors[2] == pytest.approx(2.0, rel=0.05)


def test_a_dc_motor_at_standstill_gives_its_stall_torque_and_clamps_its_voltage():
    lab = Lab(FLYWHEEL, dc(torque_constant=0.04, speed_constant=0.06))
    lab.commands[0] = 30.0
    lab.send()
    assert lab.applied[0] == 24.0
    assert torque_of(lab) == pytest.approx(20.0 * 0.04 * 24.0 / 2.0, rel=1e-14)
    assert lab.drives.channels["motor"].unit == "V"


def test_the_energy_a_dc_motor_takes_is_heat_field_and_motion():
    """u i = i^2 R + d(L i^2/2)/dt + M w, and M w = d(I w^2/2)/dt + d w^2, with the current as MuJoCo has it."""
    for h, most in ((0.001, 1e-3), (0.00025, 1e-4)):
        inductance, r, damping, voltage = 0.02, 2.0, 0.05, 12.0
        lab = Lab(FLYWHEEL, dc(inductance=inductance, damping=damping), h=h)
        lab.commands[:] = voltage
        lab.send()
        taken = heat = rubbed = 0.0
        for _ in range(round(0.3 / h)):
            current, speed = lab.data.act[0], lab.data.qvel[0]
            mujoco.mj_step(lab.model, lab.data)
            current, speed = (current + lab.data.act[0]) / 2.0, (speed + lab.data.qvel[0]) / 2.0
            taken += voltage * current * h
            heat += current**2 * r * h
            rubbed += damping * speed**2 * h
        field = inductance * lab.data.act[0] ** 2 / 2.0
        motion = INERTIA * lab.data.qvel[0] ** 2 / 2.0
        assert motion > 0.2 * taken  # nothing here is small beside the rest
        assert heat > 0.2 * taken
        # rounds of 10 ms (L/R) and 40 ms are cut into steps by the trapezoid rule
        assert abs(taken - heat - rubbed - field - motion) < most * taken


# --- pneumatic ---

AREA = math.pi * 0.032**2 / 4.0
BAR = 1e5


def cylinder(**more):
    values = {"from_site": "wall", "to_site": "piston", "bore": 0.032, "pressure": [-6 * BAR, 6 * BAR]}
    return {"cylinder": PneumaticDrive(**(values | more))}


@pytest.mark.parametrize("rod", [0.0, 0.012])
@pytest.mark.parametrize("pressure", [-8.0, -3.0, 0.0, 2.0, 8.0])
def test_the_force_of_a_cylinder_is_pressure_times_the_area_of_its_side(pressure, rod):
    lab = Lab(SLIDER, cylinder(rod=rod))
    lab.commands[0] = pressure * BAR
    lab.send()
    given = min(max(pressure, -6.0), 6.0) * BAR
    area = AREA if given >= 0.0 else AREA - math.pi * rod**2 / 4.0
    assert lab.applied[0] == given
    assert torque_of(lab) == pytest.approx(given * area, rel=1e-12, abs=1e-9)
    channel = lab.drives.channels["cylinder"]
    assert (channel.shape, channel.unit) == ((), "Pa")


@pytest.mark.parametrize("rod", [0.0, 0.012])
def test_the_pressure_follows_with_its_lag_in_both_chambers(rod):
    lag = 0.03
    lab = Lab(SLIDER, cylinder(rod=rod, lag=lag))
    sides = {1.0: AREA, -1.0: AREA - math.pi * rod**2 / 4.0}
    wanted = dict.fromkeys(sides, 0.0)
    for command in (4.0, -2.0):
        lab.commands[0] = command * BAR
        lab.send()
        for _ in range(50):
            mujoco.mj_step(lab.model, lab.data)
            for side in sides:
                target = max(side * command, 0.0) * BAR
                wanted[side] += (target - wanted[side]) * (1.0 - math.exp(-H / lag))  # exact for a constant command
        force = sum(side * wanted[side] * area for side, area in sides.items())
        assert torque_of(lab) == pytest.approx(force, rel=1e-9)


def test_the_friction_of_a_piston_holds_and_then_slows_it():
    friction = 10.0
    lab = Lab(SLIDER, cylinder(friction=friction))
    lab.run(1.0, 0.9 * friction / AREA)
    assert abs(lab.data.qpos[0]) < 1e-5  # free, it would have gone 2.25 m
    lab = Lab(SLIDER, cylinder(friction=friction))
    _, _, speed = lab.run(0.1, 50.0 / AREA)
    assert speed[-1] == pytest.approx((50.0 - friction) / 2.0 * 0.1, rel=1e-3)


def test_a_rod_lock_holds_below_its_force_slips_above_and_is_released_bit_for_bit():
    lab = Lab(SLIDER, cylinder(brake=100.0))
    before = lab.model.tendon_frictionloss.copy()
    set_brakes(lab.model, lab.drives, True)
    lab.run(1.0, 80.0 / AREA)
    assert abs(lab.data.qpos[0]) < 1e-4  # free, it would have gone 20 m
    lab = Lab(SLIDER, cylinder(brake=100.0))
    set_brakes(lab.model, lab.drives, True)
    _, _, speed = lab.run(0.1, 180.0 / AREA)
    assert speed[-1] == pytest.approx((180.0 - 100.0) / 2.0 * 0.1, rel=1e-3)
    set_brakes(lab.model, lab.drives, False)
    assert lab.model.tendon_frictionloss.tobytes() == before.tobytes()


@pytest.mark.parametrize("drive", [
    TorqueDrive(joints=["axle"], limit=1.0, brake=1.1 * 9.81), VelocityDrive(joints=["axle"], gain=0.001, brake=1.1 * 9.81),
])  # fmt: skip
def test_ideal_drives_may_have_a_brake(drive):
    lab = Lab(PENDULUM, {"m": drive}, gravity=9.81)
    set_brakes(lab.model, lab.drives, True)
    lab.run(2.0, 0.0)
    assert abs(lab.data.qpos[0]) < 2e-5  # creep alone


def test_a_piston_stops_at_the_ends_of_its_stroke():
    lab = Lab(SLIDER, cylinder(stroke=[0.9, 1.05], rod=0.01))
    for pressure, end in ((0.2, 1.05), (-0.2, 0.9)):
        lab.run(2.0, pressure * BAR)
        assert lab.data.ten_length[0] == pytest.approx(end, abs=2e-3)  # the stops are soft
        assert abs(lab.data.qvel[0]) < 1e-3


@pytest.mark.parametrize("pressure", [[0.0, 6 * BAR], [-6 * BAR, 0.0]])
def test_a_cylinder_fed_on_one_side_acts_one_way(pressure):
    lab = Lab(SLIDER, cylinder(pressure=pressure, rod=0.01))
    forces = []
    for command in (-9 * BAR, 9 * BAR):
        lab.commands[0] = command
        lab.send()
        forces.append(torque_of(lab))
    areas = (AREA - math.pi * 0.01**2 / 4.0, AREA)
    assert forces == pytest.approx([pressure[0] * areas[0], pressure[1] * areas[1]])


# --- ideal drives ---


def test_a_torque_drive_gives_what_is_asked_within_its_limit_whatever_the_speed():
    lab = Lab(FLYWHEEL, {"motor": TorqueDrive(joints=["axle"], limit=3.0)})
    lab.data.qvel[0] = 5.0
    for command, wanted in ((2.0, 2.0), (-7.0, -3.0)):
        lab.commands[0] = command
        lab.send()
        assert torque_of(lab) == wanted


@pytest.mark.parametrize("more", [{}, {"damping_ratio": 1.0}, {"damping": 2.0 * math.sqrt(50.0 * INERTIA)}])
def test_a_position_drive_goes_to_its_place_critically_damped(more):
    lab = Lab(FLYWHEEL, {"servo": PositionDrive(joints=["axle"], stiffness=50.0, **more)})
    time, angle, _ = lab.run(0.4, 0.5)
    w = math.sqrt(50.0 / INERTIA)
    wanted = 0.5 * (1.0 - (1.0 + w * time) * np.exp(-w * time))
    assert np.abs(angle - wanted).max() / 0.5 < H * w  # of first order: 5 %
    assert angle.max() < 0.5 * (1.0 + 1e-6)
    assert angle[-1] == pytest.approx(0.5, rel=1e-3)


def test_a_position_drive_keeps_within_the_limits_of_its_joint_and_of_its_torque():
    drives = {"servo": PositionDrive(joints=["axle"], stiffness=50.0, limit=4.0)}
    lab = Lab(PENDULUM, drives, limited="true")
    lab.commands[0] = 5.0
    lab.send()
    assert lab.applied[0] == 2.0
    assert torque_of(lab) == 4.0
    assert lab.drives.channels["servo"].unit == "rad"


def test_a_velocity_drive_keeps_its_speed():
    lab = Lab(FLYWHEEL, {"servo": VelocityDrive(joints=["axle"], gain=0.5, limit=1.0)})
    _, _, speed = lab.run(1.0, 3.0)
    assert speed[-1] == pytest.approx(3.0, rel=1e-6)
    assert speed[0] == pytest.approx(1.0 / INERTIA * H, rel=1e-9)  # at first its limit is what counts


@pytest.mark.parametrize(
    ("drive", "unit"),
    [
        (TorqueDrive(joints=["slide"], limit=1.0), "N"),
        (PositionDrive(joints=["slide"], stiffness=1.0), "m"),
        (VelocityDrive(joints=["slide"], gain=1.0), "m/s"),
        (ElectricDrive(joints=["slide"], stall_torque=1.0, no_load_speed=1.0), "V"),
    ],
)
def test_units_are_those_of_the_joint(drive, unit):
    assert Lab(SLIDER, {"d": drive}).drives.channels["d"].unit == unit


def test_defaults_of_the_model_do_not_reach_its_drives():
    defaults = """<default><general gear="7" ctrllimited="true" ctrlrange="-.1 .1" forcelimited="true"
        forcerange="-.1 .1" dyntype="filter" dynprm="3" biastype="affine" biasprm="1 2 3" actlimited="true"
        actrange="-.1 .1"/><tendon stiffness="100" damping="20" limited="true" range="0 .1" frictionloss="9"/></default>"""
    lab, plain = Lab(FLYWHEEL, electric(), defaults=defaults), Lab(FLYWHEEL, electric())
    np.testing.assert_array_equal(lab.run(0.2, 0.7), plain.run(0.2, 0.7))
    lab, plain = Lab(SLIDER, cylinder(), defaults=defaults), Lab(SLIDER, cylinder())
    np.testing.assert_array_equal(lab.run(0.1, BAR), plain.run(0.1, BAR))
    lab, plain = Lab(FLYWHEEL, dc(inductance=0.01), defaults=defaults), Lab(FLYWHEEL, dc(inductance=0.01))
    np.testing.assert_array_equal(lab.run(0.1, 9.0), plain.run(0.1, 9.0))
