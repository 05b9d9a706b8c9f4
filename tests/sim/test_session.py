"""The loop: order of what flows, equality of native and plain code, a hand-written loop beside it, divergence."""

import json
from itertools import cycle
from pathlib import Path

import msgspec
import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import DocumentError
from pult.sim.commands import BiasSensor, CommandRefused, Input, Push, Reset, SetParameter, Stop
from pult.sim.open import check_setup, open_session
from pult.sim.session import Halted
from pult.sim.setup import Setup, Start
from tests.sim.lab import (
    PANEL,
    ROBOT,
    SCHEME,
    SETUP,
    WORLD,
    Listening,
    assert_same_bits,
    opened,
    run,
    write,
)

SUBSTEPS = 5  # control step 10 ms, physics step 2 ms


def column(session, rows, name):
    channel = session.channels.find(name)
    found = rows[:, channel.place]
    return found if channel.shape else found[:, 0]


def lively(session, step):
    """An operator who moves the stick, and a world that pushes back."""
    if step % 40 == 0:
        session.apply(Input(values={"stick": [np.sin(0.1 * step), np.cos(0.07 * step)]}))
    if step == 60:
        session.apply(Push(body="box", force=[3.0, 1.0, 2.0], duration=0.2))
    if step == 100:
        session.apply(Push(body="fore", force=[-4.0, 0.0, 5.0], duration=0.35))
    if step == 180:
        session.apply(SetParameter(name="pd.kp", value=9.0))
    if step == 220:
        session.apply(BiasSensor(sensor="angles[elbow]", bias=0.05))


# --- the same bits however it is run --------------------------------------------------------------------------------


def test_native_and_plain_code_give_the_same_bits_with_noise_springs_contacts_and_pushes(session, native):
    assert native.program.steps_in_native_code
    native.apply(Reset())
    native.apply(SetParameter(name="pd.kp", value=6.0))
    assert not session.program.native
    ours, theirs = run(session, 400, lively), run(native, 400, lively)
    ours[:, 0], theirs[:, 0] = 0.0, 0.0  # ticks of the shared session have gone on
    assert_same_bits(ours, theirs)
    assert np.ptp(column(session, ours, "sensor.contact:box:world")) > 1.0  # the box was lifted and fell
    assert np.abs(column(session, ours, "element.spring.force")).max() > 1.0


@pytest.mark.parametrize("blocks", [[300], [1] * 300, [7, 93, 150, 50], [299, 1]])
def test_blocks_of_steps_equal_single_steps(tmp_path, session, blocks):
    single = run(session, 300)
    other = opened(tmp_path)
    heard = Listening(other)
    for count in blocks:
        other.advance(count)
    assert heard.ticks == list(range(301))
    assert_same_bits(single, np.array(heard.rows))


@given(parts=st.lists(st.integers(1, 7), min_size=1, max_size=60))
@settings(max_examples=20)
def test_control_steps_done_in_parts_of_any_size_are_the_same_to_the_last_bit(native, parts):
    native.apply(Reset())
    saved, first = native.snapshot(), native.tick
    whole = run(native, 40, lively)
    native.restore(saved)
    heard = Listening(native)
    for number in cycle(parts):
        if native.physics_steps_done == 0:
            if native.tick - first == 40:
                break
            lively(native, native.tick - first)
        before = native.physics_steps_done
        done = native.advance_part(number)
        assert native.physics_steps_done == (0 if done else before + number)
        assert done == (before + number >= native.physics_steps)
    native.listeners.clear()
    assert heard.ticks == list(range(first, first + 41))
    assert_same_bits(whole, np.array(heard.rows))


def test_a_stop_in_the_middle_of_a_control_step_takes_the_voltage_from_the_next_physics_step_on(tmp_path):
    other = opened(tmp_path)
    other.apply(Input(values={"stick": [1.0, 1.0]}))
    other.advance(30)
    assert not other.advance_part(2) and other.physics_steps_done == 2
    tick, ctrl = other.tick, other.data.ctrl.copy()
    assert np.abs(ctrl[:2]).min() > 0.01
    other.apply(Stop())
    assert not other.advance_part(1) and other.tick == tick
    assert np.abs(other.data.ctrl[:2]).max() == 0.0
    with pytest.raises(CommandRefused, match="middle of a control step"):
        other.apply(Input(values={"stick": [0.0, 0.0]}))
    with pytest.raises(CommandRefused, match="control step is in progress"):
        other.snapshot()
    other.advance(2)  # what is left of the one in hand, and one more
    assert (other.tick, other.physics_steps_done) == (tick + 2, 0)
    with pytest.raises(CommandRefused, match="after physics step 3; 0 are done"):
        other.apply(Stop(after=3))


def test_changing_over_to_native_code_in_the_middle_changes_no_bit(session, documents, native):
    assert native.program.native  # the same text, so it is compiled already
    other = open_session(SETUP, documents, background=True)
    first = run(other, 40, lively)
    assert other.program.wait_native(120.0)
    assert other.program.steps_in_native_code
    second = run(other, 40)
    assert_same_bits(np.vstack([first, second[1:]]), run(session, 80, lambda s, k: lively(s, k) if k < 40 else None))


def test_more_steps_than_fit_one_go_are_all_published_once(native):
    native.apply(Reset())
    first = native.tick
    heard = Listening(native)
    native.advance(2345)
    native.listeners.clear()
    assert heard.ticks == list(range(first, first + 2346))
    dt = native.dt
    assert_same_bits(column(native, np.array(heard.rows), "time"), np.array([tick * dt for tick in heard.ticks]))


def test_listeners_change_nothing(session, tmp_path):
    other = opened(tmp_path)
    Listening(other)
    assert_same_bits(run(session, 250, lively), run(other, 250, lively))


def test_two_sessions_of_one_setup_are_independent(tmp_path, session):
    other = opened(tmp_path)
    other.apply(Input(values={"stick": [1.0, -1.0]}))
    other.apply(SetParameter(name="pd.kp", value=1.0))
    quiet = run(session, 50)
    moved = run(other, 50)
    assert np.abs(column(session, quiet, "qpos") - column(other, moved, "qpos")).max() > 0.05
    assert_same_bits(quiet, run(opened(tmp_path), 50))


def test_the_seed_alone_decides_the_noise(tmp_path, session):
    again, other = opened(tmp_path), opened(tmp_path, Setup(**{**_fields(SETUP), "seed": 8}))
    rows = run(session, 20)
    assert_same_bits(rows, run(again, 20))
    assert (
        column(session, rows, "sensor.speeds[0]")[1:] != column(other, run(other, 20), "sensor.speeds[0]")[1:]
    ).all()


def _fields(setup):
    return {name: getattr(setup, name) for name in setup.__struct_fields__}


# --- what flows when ------------------------------------------------------------------------------------------------


def test_row_0_shows_the_start_and_the_first_readings(session):
    row = session.row[None, :]
    assert session.tick == 0
    assert column(session, row, "time")[0] == 0.0
    assert column(session, row, "power")[0] == 0.0
    np.testing.assert_array_equal(column(session, row, "drive.motors"), 0.0)
    np.testing.assert_array_equal(column(session, row, "sensor.angles")[0], [0.4, 0.3])
    np.testing.assert_allclose(column(session, row, "sensor.lid")[0], [1.5, 0.0, 0.0999], rtol=1e-15)
    assert column(session, row, "sensor.landed")[0] == 1.0  # the box lies 0.1 mm in the floor from the start
    assert column(session, row, "panel.trouble")[0] == 1.0
    # the load cell has noise of 0.02 N m and is read once already
    assert column(session, row, "sensor.load")[0] != 0.0


def test_an_input_before_step_k_acts_on_the_drive_of_row_k_plus_1_and_not_before(session, tmp_path):
    def act(session, step):
        if step == 10:
            session.apply(Input(values={"stick": [1.0, 0.0]}))

    rows = run(session, 14, act)
    still = run(opened(tmp_path), 14)
    drive = (column(session, rows, "drive.motors") != column(session, still, "drive.motors")).any(axis=1)
    stick = column(session, rows, "panel.stick[x]")
    np.testing.assert_array_equal(stick, [0.0] * 11 + [1.0] * 4)
    assert np.flatnonzero(drive)[0] == 11
    angle = column(session, rows, "qpos") != column(session, still, "qpos")
    assert np.flatnonzero(angle.any(axis=1))[0] == 11  # physics follows in the same step
    wire = column(session, rows, "scheme.rate.y[0]")
    np.testing.assert_array_equal(wire, [0.0] * 11 + [1.5] * 4)


def test_the_scheme_sees_the_readings_of_the_row_before(session):
    rows = run(session, 30, lively)
    angles, speeds = column(session, rows, "sensor.angles"), column(session, rows, "sensor.speeds")
    led, drive = column(session, rows, "scheme.led.y"), column(session, rows, "drive.motors")
    expected = np.clip(6.0 * (led[1:] - angles[:-1]) - 0.2 * speeds[:-1], -1.0, 1.0)
    np.testing.assert_allclose(drive[1:], expected, rtol=0, atol=1e-15)


def test_sensors_without_faults_of_their_own_show_the_state_after_the_physics_of_the_row(session):
    rows = run(session, 50, lively)
    qpos, channel = column(session, rows, "qpos"), session.channels["qpos"]
    first = session.model.joint("shoulder").qposadr[0]
    assert channel.size == session.model.nq
    assert_same_bits(column(session, rows, "sensor.angles"), qpos[:, first : first + 2])


def test_a_delayed_sensor_reads_as_many_control_steps_late_as_it_says(tmp_path):
    robot = {**ROBOT, "sensors": {**ROBOT["sensors"], "angles": {**ROBOT["sensors"]["angles"], "delay": 0.04}}}
    session = opened(tmp_path, robot=robot)
    rows = run(session, 40, lively)
    first = session.model.joint("shoulder").qposadr[0]
    true = column(session, rows, "qpos")[:, first : first + 2]
    read = column(session, rows, "sensor.angles")
    assert_same_bits(read[4:], true[:-4])
    assert_same_bits(read[:4], np.tile(true[0], (4, 1)))


def test_time_is_the_tick_times_the_step_and_does_not_drift(session):
    rows = run(session, 300)
    assert_same_bits(column(session, rows, "time"), np.array([tick * 0.01 for tick in range(301)]))
    assert session.time == 3.0
    assert session.tick == 300


def test_power_is_the_mean_over_the_substeps_of_what_the_drives_exchange(tmp_path):
    session = opened(tmp_path)
    model, data = session.model, mujoco.MjData(session.model)
    rows = run(session, 60, lively)
    state = _begin(session, data)
    for k in range(1, len(rows)):
        data.ctrl[:] = column(session, rows, "drive.motors")[k]
        total = 0.0
        for _ in range(SUBSTEPS):
            _spring(session, data, state)
            if 61 <= k < 81:
                data.xfrc_applied[model.body("box").id, :3] += [3.0, 1.0, 2.0]
            mujoco.mj_step2(model, data)
            total += np.abs(data.actuator_force * data.actuator_velocity).sum()
            mujoco.mj_step1(model, data)
        assert column(session, rows, "power")[k] == pytest.approx(total / SUBSTEPS, rel=1e-9, abs=1e-12)
    assert column(session, rows, "power").max() > 1.0


# --- a loop by hand -------------------------------------------------------------------------------------------------


def _begin(session, data):
    data.qpos[:] = session.world.start("home")
    mujoco.mj_forward(session.model, data)
    return float(np.linalg.norm(data.site("hand").xpos - data.site("anchor").xpos))


def _spring(session, data, rest):
    """The spring of the lab by its law, as a force on the body of the hand."""
    model = session.model
    data.xfrc_applied[:] = 0.0
    body = model.body("fore").id
    hand, anchor = data.site("hand").xpos, data.site("anchor").xpos
    line = hand - anchor
    length = np.linalg.norm(line)
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jacSite(model, data, jacobian, None, model.site("hand").id)
    speed = line @ (jacobian @ data.qvel) / length
    force = -(30.0 * (length - rest) + 0.5 * speed) * line / length
    data.xfrc_applied[body, :3] = force
    data.xfrc_applied[body, 3:] = np.cross(hand - data.xipos[body], force)


def _noiseless():
    sensors = {**ROBOT["sensors"], "speeds": {"type": "speed", "joints": ["shoulder", "elbow"]}}
    return {**ROBOT, "sensors": sensors}


@pytest.mark.parametrize("elements", [True, False], ids=["spring", "free"])
def test_the_session_equals_a_loop_written_by_hand(tmp_path, elements):
    world = WORLD if elements else {**WORLD, "elements": {}}
    session = opened(tmp_path, robot=_noiseless(), world=world)
    rows = run(session, 300, lambda s, k: s.apply(Input(values={"stick": [np.sin(k), 0.5]})) if k % 50 == 0 else None)

    model, data = session.model, mujoco.MjData(session.model)
    rest = _begin(session, data)
    at = [int(model.joint(name).qposadr[0]) for name in ("shoulder", "elbow")]
    dof = [int(model.joint(name).dofadr[0]) for name in ("shoulder", "elbow")]
    stick, point, found = np.zeros(2), None, []
    for k in range(300):
        if k % 50 == 0:
            stick = np.array([np.sin(k), 0.5])
        angle, speed = data.qpos[at].copy(), data.qvel[dof].copy()
        away = np.zeros(2) if point is None else point + 0.01 * (1.5 * stick) - angle
        far = np.hypot(*away)
        point = angle + (0.4 / far if far > 0.4 else 1.0) * away
        data.ctrl[:] = np.clip(6.0 * (point - angle) - 0.2 * speed, -1.0, 1.0)
        for _ in range(SUBSTEPS):
            if elements:
                _spring(session, data, rest)
            mujoco.mj_step2(model, data)
            mujoco.mj_step1(model, data)
        found.append(np.concatenate([data.qpos, data.qvel]))
    state = np.hstack([column(session, rows, "qpos"), column(session, rows, "qvel")])[1:]
    # the same operations in another order: a few last bits, which 600 ms of a servo do not blow up
    np.testing.assert_allclose(state, np.array(found), rtol=0, atol=1e-9)
    assert np.ptp(state[:, at[0]]) > 0.3


def test_poses_in_the_row_are_those_of_the_model_at_its_coordinates(session):
    rows = run(session, 80, lively)
    model, data = session.model, mujoco.MjData(session.model)
    for row in rows[::20]:
        data.qpos[:] = row[session.channels["qpos"].place]
        mujoco.mj_kinematics(model, data)
        for body in ("box", "puck", "mark", "upper", "fore"):
            pose = np.concatenate([data.body(body).xpos, data.body(body).xquat])
            assert_same_bits(row[session.channels[f"body.{body}"].place], pose)
        for site in ("anchor", "lid", "hand"):
            pose = row[session.channels[f"site.{site}"].place]
            assert_same_bits(pose[:3], data.site(site).xpos)
            turned = np.zeros(9)
            mujoco.mju_quat2Mat(turned, pose[3:])
            np.testing.assert_allclose(turned, data.site(site).xmat, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("timestep", "substeps"), [(0.01, 1), (0.005, 2), (0.0005, 20)])
def test_physics_steps_fill_the_control_step(tmp_path, timestep, substeps):
    session = opened(tmp_path, world={**WORLD, "timestep": timestep, "elements": {}})
    session.advance(7)
    assert session.data.time == pytest.approx(0.07, abs=1e-12)
    assert session.model.opt.timestep == timestep
    assert round(session.data.time / timestep) == 7 * substeps


def test_a_control_step_that_is_no_whole_number_of_physics_steps_is_refused(tmp_path):
    with pytest.raises(DocumentError) as error:
        opened(tmp_path, world={**WORLD, "timestep": 0.003})
    assert [(f.place, f.message) for f in error.value.faults] == [
        (
            "scheme",
            "the control step 0.01 s of the scheme is not a whole number of physics steps 0.003 s of the world.",
        )
    ]


def test_a_control_step_beyond_a_tenth_of_a_second_is_refused(tmp_path):
    assert opened(tmp_path, scheme={**SCHEME, "step": 0.1}).dt == 0.1
    with pytest.raises(DocumentError) as error:
        opened(tmp_path, scheme={**SCHEME, "step": 0.102})
    [fault] = error.value.faults
    assert fault.code == "bad-step" and fault.place == "scheme"
    assert fault.message.startswith("the control step 0.102 s of the scheme is too long for a session")
    assert fault.message.endswith("At most 0.1 s are allowed.")


# --- the start ------------------------------------------------------------------------------------------------------


def test_the_start_puts_joints_and_bodies_where_it_says(tmp_path):
    turned = [np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]
    start = Start(
        pose="straight",
        joints={"elbow": -0.7},
        bodies={
            "box": [0.0, 1.0, 2.0, *turned],
            "mark": [0.5, 0.6, 0.7, *turned],
            "upper": [0.1, 0.2, 1.5, 1, 0, 0, 0],
        },
    )
    session = opened(tmp_path, Setup(world="room", scheme="servo", panel="desk", start=start))
    channels, row = session.channels, session.row
    np.testing.assert_array_equal(row[channels["sensor.angles"].place], [0.1, -0.7])
    np.testing.assert_allclose(row[channels["body.box"].place], [0.0, 1.0, 2.0, *turned], rtol=0, atol=1e-15)
    np.testing.assert_allclose(row[channels["body.mark"].place], [0.5, 0.6, 0.7, *turned], rtol=0, atol=1e-15)
    np.testing.assert_allclose(row[channels["body.upper"].place][:3], [0.1, 0.2, 1.5], rtol=0, atol=1e-15)
    # the spring is as long as it is at this start, so it pulls with nothing
    session.advance(1)
    first = session.row[channels["element.spring.force"].start]
    assert abs(first) < 2.0
    assert np.array_equal(session.world.model.body("upper").pos, [0, 0, 1])  # the world itself is untouched


def test_the_start_sets_elements_of_the_panel_and_a_reset_sets_them_again(tmp_path):
    setup = msgspec.structs.replace(SETUP, start=Start(panel={"light": True, "trouble": 0.25}))
    session = opened(tmp_path, setup)
    assert (session.panel.get("light"), session.panel.get("trouble")) == (True, 0.25)
    assert session.row[session.channels["panel.trouble"].start] == 0.25
    session.apply(Input(values={"light": False, "trouble": 0.5}))
    session.advance(3)
    session.apply(Reset())
    assert (session.panel.get("light"), session.panel.get("trouble")) == (True, 0.25)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"lihgt": True}, "start.panel.lihgt: the panel has no element \"lihgt\". Did you mean 'light'?"),
        ({"trouble": 3}, "start.panel.trouble: trouble: 3 is out of range. Allowed: -1 to 1."),
        ({"risky": 1}, "start.panel.risky: risky: only shows the signal 'output.risky'; it cannot be set."),
        ({"stick": [1, 0]}, "start.panel.stick: springs back when released, so only an operator can set it"),
    ],
)
def test_what_a_panel_cannot_start_with_is_refused(documents, values, message):
    _, faults = check_setup(msgspec.structs.replace(SETUP, start=Start(panel=values)), documents)
    assert [str(fault).startswith(message) for fault in faults] == [True], faults


def test_everything_wrong_with_a_setup_is_told_at_once(documents):
    setup = Setup(
        world="room",
        scheme="servo",
        panel="desk",
        inputs={"stik": "panel.stick"},
        outputs={"motor": "motors"},
        idle=["wheel"],
        start=Start(pose="hom", bodies={"bix": [0, 0, 0, 1, 0, 0, 0], "box": [1, 2, 3]}, joints={"elbw": 1.0}),
        parameters={"pd.kpp": 1.0},
    )
    parts, faults = check_setup(setup, documents)
    assert parts is None
    assert sorted({fault.place for fault in faults}) == [
        "idle", "inputs.stik", "outputs.motor", "parameters.pd.kpp", "start.bodies.bix", "start.bodies.box",
        "start.joints.elbw", "start.pose",
    ]  # fmt: skip
    said = {fault.place: fault.message for fault in faults}
    assert said["start.pose"] == "robot 'swing' has no pose 'hom'. Did you mean 'home'? Allowed: 'home', 'straight'."
    assert "Did you mean 'box'?" in said["start.bodies.bix"]
    assert "Did you mean 'elbow'?" in said["start.joints.elbw"]
    assert said["start.bodies.box"] == "a pose has 7 numbers, position and quaternion (w, x, y, z), not 3."
    assert "Did you mean 'kp'?" in said["parameters.pd.kpp"] or "'pd.kp'" in said["parameters.pd.kpp"]


@pytest.mark.parametrize(
    ("start", "place", "message"),
    [
        ({"joints": {"box_free": 1.0}}, "start.joints.box_free", "has more than one coordinate"),
        ({"resistance": {"box_free": [1.0, 1.0]}}, "start.resistance.box_free", "friction is given to hinges"),
        ({"resistance": {"elbow": [1.0]}}, "start.resistance.elbow", "has two or three numbers"),
        ({"resistance": {"elbow": [-1.0, 0.0]}}, "start.resistance.elbow", "of 0 or more"),
        ({"bodies": {"box": [0, 0, 0, 0, 0, 0, 0]}}, "start.bodies.box", "quaternion"),
    ],
)
def test_a_start_that_cannot_be_is_refused(documents, start, place, message):
    _, faults = check_setup(Setup(world="room", scheme="servo", panel="desk", start=Start(**start)), documents)
    assert [fault.place for fault in faults] == [place]
    assert message in faults[0].message


def test_contacts_are_pairs(documents):
    _, faults = check_setup(Setup(world="room", scheme="servo", panel="desk", contacts=[["box"]]), documents)
    assert [(f.place, f.message) for f in faults] == [("contacts[0]", "a contact is between two bodies, not 1.")]


def test_missing_documents_are_named_together(tmp_path):
    write(tmp_path)
    _, faults = check_setup(Setup(world="rom", scheme="serv", panel="dek"), tmp_path / "exercises")
    assert len(faults) == 3
    assert [fault.place for fault in faults] == ["world 'rom'", "panel", "scheme"]
    assert "no scheme 'serv' is shipped" in faults[2].message


def test_a_gauge_that_shows_what_is_not_there_is_refused(tmp_path):
    elements = {**PANEL["elements"], "force": {"type": "gauge", "range": [0, 1], "signal": "sensor.angls"}}
    write(tmp_path, panel={**PANEL, "elements": elements})
    _, faults = check_setup(SETUP, tmp_path / "exercises")
    assert [fault.place for fault in faults] == ["panel.force"]
    assert faults[0].message.startswith(
        "shows 'sensor.angls': there is no signal 'sensor.angls'. Did you mean 'sensor.angles'?"
    )


# --- when it cannot go on -------------------------------------------------------------------------------------------


def test_a_run_beyond_the_greatest_speed_halts_and_names_joint_speed_and_time(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = opened(tmp_path, world={**WORLD, "max_speed": 3.0})
    heard = Listening(session)
    session.apply(Push(body="fore", force=[0.0, 0.0, 400.0], duration=1.0))
    with pytest.raises(Halted) as halt:
        session.advance(500)
    speed = session.row[session.channels["qvel"].place]
    joint = session.model.joint(int(session.model.dof_jntid[np.flatnonzero(np.abs(speed) >= 3.0)[0]])).name
    assert joint in ("shoulder", "elbow")
    first = speed[np.flatnonzero(np.abs(speed) >= 3.0)[0]]
    assert str(halt.value) == (
        f"the simulation diverged at {session.tick * 0.01:.3f} s: joint {joint!r} moves at {first:.4g}, more than 3. "
        "The drives are stopped; reset to go on."
    )
    assert heard.ticks[-1] == session.tick  # the last row is told, it is the evidence
    assert [(event.tick, event.kind) for event in session.events] == [(0, "push"), (session.tick, "halted")]
    assert not (Path(tmp_path) / "MUJOCO_LOG.TXT").exists()
    with pytest.raises(Halted, match="diverged"):
        session.advance(1)


@pytest.mark.parametrize(("body", "joint"), [("fore", "elbow"), ("puck", "puck")])
def test_nan_halts_with_the_name_of_what_moves_and_leaves_no_file(tmp_path, monkeypatch, body, joint):
    monkeypatch.chdir(tmp_path)
    session = opened(tmp_path)
    fresh = run(opened(tmp_path), 60, lively)
    session.advance(5)
    number = session.model.body(body).id
    session.data.qvel[session.model.body_dofadr[number]] = np.nan
    with pytest.raises(Halted, match=rf"diverged at 0\.060 s: .*'{joint}'"):
        session.advance(10)
    assert session.tick == 6
    assert not list(Path(tmp_path).glob("MUJOCO_LOG*"))
    for command in (
        Input(values={"stick": [0, 0]}),
        SetParameter(name="pd.kp", value=1.0),
        Push(body="box", force=[1, 0, 0], duration=1),
    ):
        with pytest.raises(CommandRefused, match="the session is halted: the simulation diverged"):
            session.apply(command)
    session.apply(Reset())
    assert session.halted == ""
    rows = run(session, 60, lively)
    rows[:, 0], fresh[:, 0] = 0.0, 0.0  # the tick goes on
    assert_same_bits(rows, fresh)


def test_a_block_that_gives_nan_halts_with_its_name(session, tmp_path):
    session.advance(3)
    session.apply(Input(values={"trouble": -1.0}))
    with pytest.raises(Halted, match=r"(?s)frail.*0\.03"):
        session.advance(5)
    assert session.tick == 3
    assert "frail" in session.halted
    row = session.row.copy()
    with pytest.raises(Halted):
        session.advance(1)
    assert_same_bits(row, session.row)
    session.apply(Reset())
    fresh = run(opened(tmp_path), 60, lively)
    rows = run(session, 60, lively)
    rows[:, 0], fresh[:, 0] = 0.0, 0.0
    assert_same_bits(rows, fresh)


def test_native_code_halts_as_plain_code_does(native, session):
    native.apply(Reset())
    said = []
    for one in (native, session):
        one.apply(Input(values={"trouble": -1.0}))
        with pytest.raises(Halted) as halt:
            one.advance(1)
        said.append(str(halt.value))
    native.apply(Reset())
    assert said[0] == said[1]


def test_native_code_finds_nan_and_leaves_no_file(native, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    native.apply(Reset())
    native.events.clear()
    native.advance(5)
    native.data.qvel[0] = np.nan
    tick = native.tick
    with pytest.raises(Halted, match=r"the coordinates of .*'elbow'.* are not finite"):
        native.advance(10)
    native.apply(Reset())
    assert native.tick == tick + 1
    kinds = [event.kind for event in native.events]
    assert kinds == ["physics"] * (len(kinds) - 2) + ["halted", "reset"]
    assert len(kinds) > 2
    assert native.events[0].text.startswith("MuJoCo: ")
    assert not list(tmp_path.iterdir())


def test_a_block_that_raises_halts_with_its_name_and_what_it_said(tmp_path):
    scheme = json.loads(json.dumps(SCHEME))
    scheme["blocks"][3] = {"id": "frail", "type": "lab.refuse", "parameters": {"limit": 0.5}}
    session = opened(tmp_path, Setup(**{**_fields(SETUP), "parameters": {"frail.limit": 2.0}}), scheme=scheme)
    heard = Listening(session)
    session.advance(4)
    session.apply(SetParameter(name="frail.limit", value=0.5))
    with pytest.raises(Halted, match=r"(?s)frail.*beyond the limit"):
        session.advance(10)
    assert session.tick == 4
    assert heard.ticks == [0, 1, 2, 3, 4]
    assert heard.happened[-1].kind == "halted"


def test_reset_goes_back_to_the_start_and_the_tick_goes_on(session):
    fresh = run(session, 100, lively)
    session.apply(SetParameter(name="pd.kp", value=6.0))  # parameters stay as they are tuned
    session.apply(Reset())
    assert session.tick == 100
    rows = run(session, 100, lively)
    assert rows[0, 0] == pytest.approx(1.0)
    rows[:, 0], fresh[:, 0] = 0.0, 0.0
    assert_same_bits(rows, fresh)


def test_no_steps_are_no_steps(session):
    before = session.snapshot().to_bytes()
    session.advance(0)
    assert session.snapshot().to_bytes() == before


def test_a_session_remembers_its_last_events_and_counts_those_it_forgets(session, monkeypatch):
    monkeypatch.setattr("pult.sim.session.MAX_EVENTS", 5)
    for number in range(8):
        session.emit("note", f"number {number}")
    assert [event.text for event in session.events] == [f"number {number}" for number in range(3, 8)]
    assert session.forgotten == 3
