"""Injected faults, through the whole loop."""

import mujoco
import numpy as np
import pytest

from pult.sim.commands import (
    BiasSensor,
    ClearFaults,
    CommandRefused,
    DelayInput,
    DelaySensor,
    FreezeSensor,
    Input,
    KillDrive,
    LoseLink,
    Push,
    Stop,
)
from pult.sim.faults import Faults
from tests.sim.lab import WORLD, assert_same_bits, opened, run

MODEL_FIELDS = ("actuator_gear", "dof_frictionloss", "actuator_gainprm", "actuator_biasprm", "dof_damping", "body_mass")


def column(session, rows, name):
    channel = session.channels.find(name)
    return rows[:, channel.place] if channel.shape else rows[:, channel.start]


def model_bits(model):
    return {name: getattr(model, name).tobytes() for name in MODEL_FIELDS}


# --- drives ---------------------------------------------------------------------------------------------------------


def test_a_dead_drive_gives_no_torque_and_brakes_nothing(tmp_path):
    """The arm then swings as it does with the actuators taken out of the model."""
    free = {**WORLD, "elements": {}}
    session = opened(tmp_path, world=free)
    session.apply(KillDrive(drive="motors"))
    session.apply(Input(values={"stick": [1.0, 1.0]}))
    rows = run(session, 80)
    np.testing.assert_array_equal(column(session, rows, "drive.motors"), 0.0)
    np.testing.assert_array_equal(column(session, rows, "power"), 0.0)

    spec = mujoco.MjSpec.from_string(_bare(session))
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[:] = session.world.start("home")
    mujoco.mj_forward(model, data)
    for k in range(80):
        for _ in range(5):
            mujoco.mj_step2(model, data)
            mujoco.mj_step1(model, data)
        np.testing.assert_allclose(column(session, rows, "qpos")[k + 1], data.qpos, rtol=0, atol=1e-9)
    assert np.ptp(column(session, rows, "sensor.angles[shoulder]")) > 1.0  # it swings far


def _bare(session):
    """The lab's arm with rotor, friction and joint damping, but with no motor."""
    from tests.sim.lab import ROBOT_XML, SCENE_XML

    scene = SCENE_XML[SCENE_XML.index("<worldbody>") + 11 : SCENE_XML.index("</worldbody>")]
    text = ROBOT_XML.replace('damping="0.02" frictionloss="0.01"', 'damping="0.02" frictionloss="0.11" armature="0.02"')
    text = text.replace('name="elbow" axis="0 1 0"', 'name="elbow" axis="0 1 0" armature="0.01" frictionloss="0.05"')
    friction = 'solimpfriction="0.9999 0.9999 0.001 0.5 2" solreffriction="0.002 1"'
    text = text.replace("<joint ", f"<joint {friction} ")
    text = text.replace("<worldbody>", f'<option timestep="0.002" integrator="implicitfast"/><worldbody>{scene}')
    return text


def test_one_motor_may_die_while_the_other_goes_on(session):
    session.apply(KillDrive(drive="motors[elbow]"))
    session.apply(Input(values={"stick": [1.0, 1.0]}))
    rows = run(session, 30)
    drive = column(session, rows, "drive.motors")
    np.testing.assert_array_equal(drive[:, 1], 0.0)
    assert (drive[2:, 0] != 0.0).all()
    np.testing.assert_array_equal(session.model.actuator_gear[1], 0.0)
    assert (session.model.actuator_gear[0] == session.world.model.actuator_gear[0]).all()


def test_a_dead_drive_acts_from_the_very_next_physics_step(session):
    session.apply(Input(values={"stick": [1.0, 1.0]}))
    session.advance(20)
    session.apply(KillDrive(drive="motors"))
    session.advance(1)
    assert session.row[session.channels["power"].start] == 0.0
    np.testing.assert_array_equal(session.data.qfrc_actuator, 0.0)


# --- sensors --------------------------------------------------------------------------------------------------------


def test_a_frozen_sensor_keeps_its_reading_and_the_scheme_believes_it(session):
    session.apply(Input(values={"stick": [1.0, 0.0]}))
    session.advance(10)
    kept = column(session, session.row[None, :], "sensor.angles[shoulder]")[0]
    session.apply(FreezeSensor(sensor="angles[shoulder]"))
    rows = run(session, 60)
    angle = column(session, rows, "sensor.angles[shoulder]")
    np.testing.assert_array_equal(angle, kept)
    true = column(session, rows, "qpos")[:, session.model.joint("shoulder").qposadr[0]]
    assert abs(true[-1] - kept) > 0.3  # led on and on, the arm runs away
    led = np.array([column(session, rows, f"scheme.led.y[{i}]")[-1] for i in (0, 1)])
    # the set-point pulls at its leash of 0.4 rad, which ends at what the sensors read
    assert np.linalg.norm(led - column(session, rows, "sensor.angles")[-2]) == pytest.approx(0.4, abs=1e-12)


def test_a_bias_moves_the_reading_and_with_it_the_arm(session):
    """The set-point is led from the biased reading, so it is the drive's sense of rest that moves."""
    session.advance(5)
    session.apply(BiasSensor(sensor="angles", bias=0.25))
    rows = run(session, 30)
    first = session.model.joint("shoulder").qposadr[0]
    true = column(session, rows, "qpos")[:, first : first + 2]
    np.testing.assert_allclose(column(session, rows, "sensor.angles")[1:], true[1:] + 0.25, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(column(session, rows, "sensor.angles")[0], true[0])


def test_an_added_delay_is_of_exact_steps(session):
    session.apply(Input(values={"stick": [1.0, 1.0]}))
    session.advance(30)
    before = session.row.copy()
    session.apply(DelaySensor(sensor="angles", delay=0.08))
    rows = run(session, 40)
    first = session.model.joint("shoulder").qposadr[0]
    true = column(session, rows, "qpos")[:, first : first + 2]
    read = column(session, rows, "sensor.angles")
    np.testing.assert_array_equal(read[8:], np.vstack([true[:-8]])[: len(read) - 8])
    assert_same_bits(rows[0], before)


def test_faults_of_one_sensor_leave_the_others_alone(tmp_path, session):
    other = opened(tmp_path)
    session.apply(BiasSensor(sensor="load", bias=1.0))  # nothing listens to it
    ours, theirs = run(session, 30), run(other, 30)
    load = session.channels["sensor.load"].start
    np.testing.assert_allclose(ours[1:, load] - theirs[1:, load], 1.0, rtol=0, atol=1e-12)
    ours[:, load] = theirs[:, load] = 0.0
    assert_same_bits(ours, theirs)


# --- inputs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [1, 7, 100])
def test_a_delayed_input_arrives_by_exact_steps(session, steps):
    session.apply(DelayInput(delay=steps * 0.01))
    session.advance(3)
    session.apply(Input(values={"light": True}))
    rows = run(session, steps + 3)
    light = column(session, rows, "panel.light")
    np.testing.assert_array_equal(light, [0.0] * (steps + 1) + [1.0] * 3)


def test_delayed_inputs_arrive_in_blocks_of_steps_as_in_single_steps(tmp_path, session):
    other = opened(tmp_path)
    for one in (session, other):
        one.apply(DelayInput(delay=0.13))
        one.apply(Input(values={"stick": [1.0, 0.0]}))
        one.advance(5)
        one.apply(Input(values={"stick": [0.0, -1.0]}))
    session.advance(60)
    for _ in range(60):
        other.advance(1)
    assert_same_bits(session.row, other.row)


def test_a_delayed_input_is_refused_at_once_if_the_panel_does_not_take_it(session):
    session.apply(DelayInput(delay=0.1))
    with pytest.raises(CommandRefused, match="light: takes true or false"):
        session.apply(Input(values={"light": 3}))
    session.advance(30)


@pytest.mark.parametrize(
    "change", [ClearFaults(), DelayInput(delay=0.0), DelayInput(delay=0.02)], ids=["cleared", "none", "less"]
)
def test_an_input_never_overtakes_one_that_was_given_before(session, change):
    """Else the stick would stay deflected after it was let go."""
    session.apply(DelayInput(delay=0.5))
    session.apply(Input(values={"stick": [1.0, 1.0]}))
    session.advance(1)
    session.apply(change)
    session.apply(Input(values={"stick": [0.0, 0.0]}))
    session.advance(100)
    assert session.panel.get("stick") == [0.0, 0.0]
    rows = run(session, 5)
    np.testing.assert_array_equal(column(session, rows, "panel.stick"), 0.0)


def test_inputs_on_their_way_are_lost_with_the_link(session):
    session.apply(DelayInput(delay=0.5))
    session.apply(Input(values={"stick": [1.0, 1.0]}))
    session.apply(LoseLink())
    session.advance(100)
    assert session.panel.get("stick") == [0.0, 0.0]


# --- pushes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("force", "steps"), [((3.0, 0.0, 0.0), 1), ((-1.0, 2.0, 0.5), 25), ((0.0, 0.0, 8.0), 200)])
def test_a_push_on_a_free_body_gives_force_times_time_by_mass(session, force, steps):
    """The puck of 2 kg floats: its weight is carried. Euler steps give the impulse exactly, up to rounding."""
    session.advance(2)
    session.apply(Push(body="puck", force=list(force), duration=steps * 0.01))
    before = session.data.qvel[6:9].copy()
    speeds = []
    for _ in range(steps + 10):
        session.advance(1)
        speeds.append(session.data.qvel[6:9].copy())
    expected = before + np.array(force) * steps * 0.01 / 2.0
    np.testing.assert_allclose(speeds[steps - 1], expected, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(speeds[-1], expected, rtol=1e-9, atol=1e-12)  # it ends when it says
    np.testing.assert_allclose(speeds[0], before + np.array(force) * 0.01 / 2.0, rtol=1e-9, atol=1e-12)


def test_pushes_add_up_and_their_number_is_bounded(session):
    for _ in range(Faults.MAX_PUSHES):
        session.apply(Push(body="puck", force=[0.25, 0.0, 0.0], duration=0.1))
    with pytest.raises(CommandRefused, match="^16 pushes act or are due; wait until one ends.$"):
        session.apply(Push(body="puck", force=[1.0, 0.0, 0.0], duration=0.1))
    session.advance(10)
    assert session.data.qvel[6] == pytest.approx(16 * 0.25 * 0.1 / 2.0, rel=1e-9)
    session.apply(Push(body="puck", force=[1.0, 0.0, 0.0], duration=0.1))


def test_a_push_at_the_centre_of_mass_does_not_turn_a_free_body(session):
    session.apply(Push(body="puck", force=[5.0, -2.0, 1.0], duration=0.5))
    session.advance(60)
    np.testing.assert_allclose(session.data.qvel[9:12], 0.0, atol=1e-12)


# --- the end --------------------------------------------------------------------------------------------------------


def test_clearing_faults_restores_the_model_bit_for_bit(session):
    before = model_bits(session.model)
    for command in (
        KillDrive(drive="motors"), FreezeSensor(sensor="angles"), BiasSensor(sensor="lid[z]", bias=1.0),
        DelaySensor(sensor="speeds", delay=0.1), DelayInput(delay=0.2), Push(body="box", force=[1, 0, 0], duration=9),
    ):  # fmt: skip
        session.apply(command)
    session.advance(10)
    assert model_bits(session.model) != before
    session.apply(ClearFaults())
    assert model_bits(session.model) == before
    assert session.faults.input_delay == 0
    assert not session._arrays.sensor_faults.any()
    assert not session._arrays.pushes.any()
    assert not session._arrays.drive_faults.any()


def test_clearing_faults_does_not_end_a_stop(session):
    session.apply(Stop())
    session.apply(KillDrive(drive="motors"))
    session.apply(ClearFaults())
    assert session.safety.stopped
    friction = session.model.dof_frictionloss - session.world.model.dof_frictionloss
    assert sorted(friction[friction > 0]) == pytest.approx([1.2, 4.0])


REFUSED = [
    (KillDrive(drive="motor"), "there is no drive 'motor'. Did you mean 'motors'? Allowed: 'motors'."),
    (KillDrive(drive="motors[wrist]"), "drive 'motors' has no entry 'wrist'; it has 2 entries. Allowed: 'elbow', 'shoulder'."),
    (FreezeSensor(sensor="angels"), "there is no sensor 'angels'. Did you mean 'angles'? Allowed: 'angles', 'contact:box:world', 'landed', 'lid', 'load', 'speeds'."),
    (BiasSensor(sensor="load[0]", bias=1.0), "sensor 'load' has no entries: it is one number."),
    (BiasSensor(sensor="load", bias=float("nan")), "the bias must be a finite number, not nan."),
    (DelaySensor(sensor="load", delay=-0.1), "the delay must be from 0 to 1 s, not -0.1."),
    (DelaySensor(sensor="load", delay=1e9), "the delay must be from 0 to 1 s, not 1e+09."),
    (DelayInput(delay=11.0), "the delay must be from 0 to 10 s, not 11."),
    (DelayInput(delay=float("nan")), "the delay must be from 0 to 10 s, not nan."),
    (Push(body="bx", force=[1, 0, 0], duration=1.0), "there is no body 'bx'. Did you mean 'box'? Allowed: 'box', 'fore', 'mark', 'puck', 'upper'."),
    (Push(body="world", force=[1, 0, 0], duration=1.0), "there is no body 'world'. Allowed: 'box', 'fore', 'mark', 'puck', 'upper'."),
    (Push(body="box", force=[1e6, 0, 0], duration=1.0), "a push has at most 100000 N, not 1e+06."),
    (Push(body="box", force=[1e308, 1e308, 0], duration=1.0), "a push has at most 100000 N, not 1.41421e+308."),
    (Push(body="box", force=[1, 0, 0], duration=0.0), "a push lasts at least one control step, 0.01 s, not 0 s."),
    (Push(body="box", force=[1, 0, 0], duration=61.0), "the duration must be from 0 to 60 s, not 61."),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(("command", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_a_fault_that_cannot_be_is_refused_and_nothing_changes(session, command, message):
    session.advance(1)
    before = session.snapshot().to_bytes()
    with pytest.raises(CommandRefused) as refused:
        session.apply(command)
    assert str(refused.value) == message
    assert session.snapshot().to_bytes() == before
