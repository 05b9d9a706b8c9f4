"""Snapshots: everything after one happens again, bit for bit; what is none of this session is refused."""

import json
from contextlib import suppress

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.sim.commands import (
    Arm,
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
    Reset,
    Restore,
    SetParameter,
    Stop,
)
from pult.sim.session import Halted
from pult.sim.setup import Setup
from pult.sim.snapshot import Snapshot
from tests.sim.lab import HELD, PANEL, ROBOT, SCHEME, SETUP, WORLD, Listening, assert_same_bits, opened, run

LIVELY = {"stick": [0.8, -0.6]}

BEFORE = {
    "nothing": [],
    "moving": [Input(values=LIVELY)],
    "dead drive": [Input(values=LIVELY), KillDrive(drive="motors[elbow]")],
    "all dead": [KillDrive(drive="motors")],
    "bad sensors": [
        FreezeSensor(sensor="angles[0]"),
        BiasSensor(sensor="speeds", bias=0.3),
        DelaySensor(sensor="angles", delay=0.05),
    ],
    "push": [Push(body="box", force=[2.0, 0.0, 9.0], duration=0.5), Push(body="fore", force=[0, 0, 3], duration=5.0)],
    "parameters": [
        SetParameter(name="pd.kp", value=[3.0, 11.0]),
        SetParameter(name="led.leash", value=0.1),
        Input(values=LIVELY),
    ],
    "delayed inputs": [
        DelayInput(delay=0.07),
        Input(values=LIVELY),
        Input(values={"stick": [-1.0, 0.0], "light": True}),
    ],
    "stopped": [Input(values=LIVELY), Stop(reason="somebody in the way")],
    "link lost": [Input(values=LIVELY), LoseLink()],
}


@pytest.mark.parametrize("commands", BEFORE.values(), ids=BEFORE.keys())
@pytest.mark.parametrize("early", [0, 1, 23], ids="after {} steps".format)
def test_a_restored_session_goes_on_bit_for_bit(tmp_path, commands, early):
    session, other = opened(tmp_path), opened(tmp_path)
    session.advance(30)
    for command in commands:
        session.apply(command)
    session.advance(early)
    row, saved = session.row.copy(), session.snapshot()
    rows = run(session, 60)
    later = session.snapshot().to_bytes()

    other.advance(5)  # leftovers of another life must not matter
    other.apply(KillDrive(drive="motors[shoulder]"))
    other.apply(SetParameter(name="rate.k", value=0.3))
    other.apply(Push(body="puck", force=[1, 1, 1], duration=9))
    other.advance(3)
    for one in (session, other):
        one.restore(Snapshot.from_bytes(saved.to_bytes()))
        assert one.tick == 30 + early
        assert_same_bits(one.row, row)
        assert _apart_from_tuning(one.snapshot()) == _apart_from_tuning(saved)
        assert_same_bits(run(one, 60), rows)
    assert session.snapshot().to_bytes() == later


def _apart_from_tuning(snapshot):
    """All of it; a parameter that is back at its first value may be listed or not."""
    return msgspec.structs.replace(snapshot, parameters={}).to_bytes()


def test_a_restored_session_of_native_code_goes_on_bit_for_bit(native):
    native.apply(Reset())
    native.apply(Input(values=LIVELY))
    native.advance(100)
    native.apply(KillDrive(drive="motors[elbow]"))
    saved = native.snapshot().to_bytes()
    rows = run(native, 200)
    native.restore(Snapshot.from_bytes(saved))
    assert_same_bits(run(native, 200), rows)


def test_restoring_ends_faults_and_stops_that_came_later(session):
    session.apply(Input(values=LIVELY))
    session.advance(10)
    saved = session.snapshot()
    rows = run(session, 40)
    gear, friction = session.model.actuator_gear.copy(), session.model.dof_frictionloss.copy()
    for command in (
        KillDrive(drive="motors"), Stop(), FreezeSensor(sensor="angles"), DelayInput(delay=1.0),
        Input(values={"stick": [1, 1]}), SetParameter(name="pd.kp", value=0.5), LoseLink(),
    ):  # fmt: skip
        session.apply(command)
    session.advance(20)
    session.restore(saved)
    assert not session.safety.stopped
    assert session.faults.input_delay == 0
    np.testing.assert_array_equal(session.model.actuator_gear, gear)
    np.testing.assert_array_equal(session.model.dof_frictionloss, friction)
    assert session.program.get("pd.kp") == 6.0
    assert_same_bits(run(session, 40), rows)


def test_delayed_inputs_in_a_snapshot_arrive_as_many_steps_after_it(session):
    session.apply(DelayInput(delay=0.1))
    session.advance(5)
    session.apply(Input(values={"light": True}))
    session.advance(4)
    saved = session.snapshot().to_bytes()
    session.apply(ClearFaults())
    session.apply(Reset())
    session.advance(50)
    session.apply(Restore(state=saved))
    rows = run(session, 10)
    light = rows[:, session.channels["panel.light"].start]
    # given at tick 5, due after 10 steps, of which 4 were done: set before the 7th step
    np.testing.assert_array_equal(light, [0.0] * 7 + [1.0] * 4)


def test_restoring_by_command_keeps_ticks_and_time_rising(session):
    heard = Listening(session)
    session.apply(Input(values=LIVELY))
    session.apply(Push(body="fore", force=[0, 0, 3], duration=0.3))
    session.advance(12)
    saved = session.snapshot().to_bytes()
    first = run(session, 40)
    session.apply(Restore(state=saved))
    assert session.tick == 52
    again = run(session, 40)
    assert heard.ticks == list(range(93))
    assert_same_bits(again[:, 0], np.array([tick * 0.01 for tick in range(52, 93)]))
    assert_same_bits(first[:, 1:], again[:, 1:])  # the push ends as many steps later, too
    assert heard.commands[-1][0] == 52


@pytest.mark.parametrize("command", [Stop(), LoseLink(), KillDrive(drive="motors"), ClearFaults()])
def test_commands_between_steps_leave_the_readings_of_the_last_step(session, command):
    session.apply(Input(values=LIVELY))
    session.advance(10)
    before, row = session.data.sensordata.copy(), session.row.copy()
    session.apply(command)
    assert_same_bits(session.data.sensordata, before)
    assert_same_bits(session.row, row)


def test_equal_states_give_equal_bytes_and_other_states_others(tmp_path, session):
    other = opened(tmp_path)
    assert session.snapshot().to_bytes() == other.snapshot().to_bytes()
    session.advance(1)
    assert session.snapshot().to_bytes() != other.snapshot().to_bytes()
    other.advance(1)
    assert session.snapshot().to_bytes() == other.snapshot().to_bytes()
    other.apply(Input(values={"light": True}))
    assert session.snapshot().to_bytes() != other.snapshot().to_bytes()


def test_a_snapshot_changes_nothing(session, tmp_path):
    other = opened(tmp_path)
    ours, theirs = [], []
    for _ in range(30):
        session.snapshot()
        session.advance(1)
        other.advance(1)
        ours.append(session.row.copy())
        theirs.append(other.row.copy())
    assert_same_bits(np.array(ours), np.array(theirs))


def test_a_halted_session_comes_back_by_a_snapshot(tmp_path, monkeypatch, session):
    monkeypatch.chdir(tmp_path)
    session.advance(4)
    saved = session.snapshot()
    rows = run(session, 10)
    session.data.qvel[:] = np.nan
    with pytest.raises(Halted):
        session.advance(1)
    dead = session.snapshot()
    session.apply(Restore(state=saved.to_bytes()))
    assert session.halted == ""
    session.restore(saved)
    assert_same_bits(run(session, 10), rows)
    session.restore(dead)
    with pytest.raises(Halted, match="diverged"):
        session.advance(1)
    assert not list(tmp_path.glob("MUJOCO_LOG*"))


def test_vector_constants_that_were_tuned_are_kept(tmp_path):
    scheme = json.loads(json.dumps(SCHEME))
    scheme["blocks"][1]["inputs"] = {"rate": [0.1, 0.2]}
    scheme["wires"] = [wire for wire in scheme["wires"] if wire["to"] != "led.rate"]
    session = opened(tmp_path, scheme=scheme)
    session.apply(SetParameter(name="led.rate", value=[0.5, -0.25]))
    session.advance(10)
    saved = session.snapshot().to_bytes()
    rows = run(session, 20)
    other = opened(tmp_path, scheme=scheme)
    other.restore(Snapshot.from_bytes(saved))
    assert_same_bits(run(other, 20), rows)


# --- what is refused ------------------------------------------------------------------------------------------------


def _lighter():
    return {**ROBOT, "sensors": {"angles": ROBOT["sensors"]["angles"], "speeds": ROBOT["sensors"]["speeds"]}}


OTHERS = {
    "world": ({"scene": "<mujoco><worldbody><site name='anchor'/><body name='box'><freejoint/><geom size='.1'/><site name='lid'/></body></worldbody></mujoco>"}, "its world differs"),
    "sensors": ({"robot": _lighter()}, "'memory'|'readings'"),
    "panel": ({"panel": {**PANEL, "elements": {**PANEL["elements"], "dark": {"type": "switch"}}}}, "its panel differs"),
    "elements": ({"world": {**WORLD, "elements": {"spring": {**WORLD["elements"]["spring"], "stiffness": 31}}}}, "force elements"),
    "timestep": ({"world": {**WORLD, "timestep": 0.001}}, "clock"),
    "scheme": ({"scheme": {**SCHEME, "blocks": [*SCHEME["blocks"], {"id": "more", "type": "sources.ramp"}]}}, "its row has another size"),
}  # fmt: skip


@pytest.mark.parametrize(("documents", "word"), OTHERS.values(), ids=OTHERS.keys())
def test_a_snapshot_of_another_setup_is_refused_and_nothing_changes(tmp_path, session, documents, word):
    other = opened(
        tmp_path / "other",
        Setup(world="room", scheme="servo", panel="desk", seed=7, contacts=SETUP.contacts),
        **documents,
    )
    other.advance(3)
    session.advance(2)
    before, row = session.snapshot().to_bytes(), session.row.copy()
    with pytest.raises(CommandRefused, match=f"the snapshot is of another session: .*({word})"):
        session.apply(Restore(state=other.snapshot().to_bytes()))
    assert session.snapshot().to_bytes() == before
    assert_same_bits(session.row, row)
    assert_same_bits(run(session, 20), run_of(tmp_path, 2, 20))


def run_of(tmp_path, start, steps):
    fresh = opened(tmp_path)
    fresh.advance(start)
    return run(fresh, steps)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    session = opened(tmp_path_factory.mktemp("shared"))
    session.apply(DelayInput(delay=0.5))
    session.apply(Input(values=LIVELY))
    session.apply(SetParameter(name="pd.kp", value=5.0))
    session.apply(Push(body="box", force=[1, 0, 0], duration=0.5))
    session.advance(5)
    return session


@given(data=st.binary(max_size=300))
@settings(max_examples=200)
def test_bytes_that_are_no_snapshot_are_refused(shared, data):
    before = shared.snapshot().to_bytes()
    with pytest.raises(CommandRefused, match="^not a snapshot, or one made by another version of pult: "):
        shared.apply(Restore(state=data))
    assert shared.snapshot().to_bytes() == before


@given(place=st.floats(0, 1, exclude_max=True), cut=st.booleans(), byte=st.integers(0, 255))
@settings(max_examples=150)
def test_a_damaged_snapshot_is_refused_or_is_a_state_that_runs_or_halts(shared, place, cut, byte):
    before = shared.snapshot().to_bytes()
    data = bytearray(before)
    index = int(place * len(data))
    if cut:
        del data[index:]
    else:
        data[index] = byte
    try:
        shared.apply(Restore(state=bytes(data)))
    except CommandRefused:
        assert shared.snapshot().to_bytes() == before
    else:
        with suppress(Halted):
            shared.advance(3)
        shared.restore(Snapshot.from_bytes(before))
    assert shared.snapshot().to_bytes() == before


def _with(snapshot, **changes):
    return msgspec.structs.replace(snapshot, **changes)


def _array(snapshot, name, place, value):
    array = np.frombuffer(snapshot.arrays[name]).copy()
    array[place] = value
    return _with(snapshot, arrays={**snapshot.arrays, name: array.tobytes()})


CRAFTED = {
    "no sensor data": lambda s: _with(s, arrays={n: a for n, a in s.arrays.items() if n != "sensordata"}),
    "a strange array": lambda s: _with(s, arrays={**s.arrays, "xfrc": b""}),
    "odd physics": lambda s: _with(s, physics=s.physics[:-3]),
    "a push on nobody": lambda s: _array(s, "pushes", 0, 1e6),
    "a push on NaN": lambda s: _array(s, "pushes", 0, np.nan),
    "an endless control step": lambda s: _array(s, "clock", 2, 1e18),
    "a clock that has run away": lambda s: _array(s, "clock", 0, 1e300),
    "a negative tick": lambda s: _array(_with(s, tick=-5), "clock", 0, -5.0),
    "a sensor line beyond its end": lambda s: _array(s, "memory", 8, 1e9),
    "an element at another site": lambda s: _array(s, "elements", 1, 1e7),
    "unknown inputs on their way": lambda s: _with(s, delayed=[(100, {"sick": 1})]),
    "an unknown parameter": lambda s: _with(s, parameters={"pd.kpp": 1.0}),
    "a parameter out of range": lambda s: _with(s, parameters={"pd.u_max": -1.0}),
    "a parameter of another kind": lambda s: _with(s, parameters={"pd.kp": {"a": 1}}),
    "no panel": lambda s: _with(s, panel={}),
    "a panel out of range": lambda s: _with(s, panel={**s.panel, "trouble": 9.0}),
    "a program cut off": lambda s: _with(s, program=s.program[:-9]),
    "a negative delay": lambda s: _with(s, input_delay=-3),
}


@pytest.mark.parametrize("craft", CRAFTED.values(), ids=CRAFTED.keys())
def test_a_snapshot_with_a_wrong_part_is_refused_and_nothing_changes(shared, craft):
    before, row = shared.snapshot(), shared.row.copy()
    with pytest.raises(CommandRefused):
        shared.apply(Restore(state=craft(before).to_bytes()))
    with pytest.raises(CommandRefused):
        shared.restore(craft(before))
    assert shared.snapshot().to_bytes() == before.to_bytes()
    assert_same_bits(shared.row, row)


def test_stops_in_a_snapshot_are_known_ones(shared):
    data = msgspec.msgpack.decode(shared.snapshot().to_bytes())
    data["safety"]["reasons"] = {"whim": "because"}
    with pytest.raises(CommandRefused, match="it is stopped for other reasons"):
        shared.apply(Restore(state=msgspec.msgpack.encode(data)))


def test_a_stop_in_a_snapshot_is_a_stop_again(tmp_path):
    session = opened(tmp_path, panel=HELD)
    session.apply(Input(values={"hold": True, "stick": [1.0, 0.0]}))
    session.advance(60)
    session.apply(Input(values={"hold": False}))
    session.advance(1)
    saved = session.snapshot()
    events = [(e.kind, e.tick) for e in _events_of(session, 60)]
    session.apply(Input(values={"hold": True, "stick": [0.0, 0.0]}))
    session.advance(20)
    session.restore(saved)
    assert session.safety.reasons == {"enable": "the enabling switch is released"}
    assert [(e.kind, e.tick) for e in _events_of(session, 60)] == events
    assert events[0][0] == "at-rest"
    session.apply(Stop())
    with pytest.raises(CommandRefused, match="release"):
        session.apply(Arm())


def _events_of(session, steps):
    before = len(session.events)
    session.advance(steps)
    return session.events[before:]
