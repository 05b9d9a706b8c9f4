"""Commands as plain data: they come back as they were, and nothing else gets through."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.sim.commands import (
    Arm,
    BiasSensor,
    ClearFaults,
    Command,
    CommandRefused,
    DelayInput,
    DelaySensor,
    Feed,
    FreezeSensor,
    Input,
    KillDrive,
    LoseLink,
    Neutral,
    Observation,
    Push,
    Reset,
    Restore,
    SetParameter,
    Stop,
    plain,
    read_command,
)
from pult.sim.snapshot import Snapshot
from tests.sim.lab import Listening, assert_same_bits, opened

EVERY = [
    Input(values={"stick": [0.25, -1.0], "light": True, "mode": "slow", "none": None}),
    Feed(stream="master", time=1.25, values=[0.5, -2.0]),
    SetParameter(name="pd.kp", value=[1.5, 2.5]),
    KillDrive(drive="motors[elbow]"),
    FreezeSensor(sensor="angles"),
    BiasSensor(sensor="angles[0]", bias=-0.1),
    DelaySensor(sensor="load", delay=0.02),
    DelayInput(delay=0.3),
    Push(body="box", force=[1.0, -2.5, 1e-3], duration=0.5),
    ClearFaults(),
    Stop(),
    Stop(reason="fire"),
    Neutral(cause="page", seconds=0.3),
    LoseLink(),
    LoseLink(cause="network", seconds=0.5),
    Arm(),
    Reset(),
    Restore(state=bytes(range(256))),
    Observation(sensor="lock", values=[1.0, -0.25]),
]


def test_every_command_is_in_the_list():
    assert {type(command) for command in EVERY} == set(Command.__args__)


@pytest.mark.parametrize("command", EVERY, ids=lambda c: type(c).__name__)
def test_a_command_comes_back_from_plain_data_and_from_json(command):
    data = plain(command)
    assert read_command(data) == command
    assert read_command(json.loads(json.dumps(data))) == command
    assert data["do"] == type(command).__struct_config__.tag


def test_numbers_of_numpy_are_plain_data(tmp_path):
    given = Input(values={"stick": np.array([0.5, -0.5]), "trouble": np.float64(0.25), "light": np.bool_(True)})
    assert plain(given) == {"do": "input", "values": {"stick": [0.5, -0.5], "trouble": 0.25, "light": True}}
    session = opened(tmp_path)
    heard = Listening(session)
    for command in (given, SetParameter(name="pd.kp", value=np.array([2.0, 3.0])), DelayInput(delay=0.5), given):
        session.apply(command)
        assert read_command(json.loads(json.dumps(plain(heard.commands[-1][1]))))
    saved = session.snapshot()
    session.restore(Snapshot.from_bytes(saved.to_bytes()))
    assert session.snapshot().to_bytes() == saved.to_bytes()
    with pytest.raises(TypeError, match="a command takes plain data, not object"):
        plain(Input(values={"stick": object()}))


def test_defaults_are_not_written():
    assert plain(Stop()) == {"do": "stop"}
    assert plain(Reset()) == {"do": "reset"}


REFUSED = [
    (None, "must be an object, not null."),
    ([], "must be an object, not []."),
    ({}, "the key 'do' is missing. Allowed: 'arm', 'bias-sensor', 'clear-faults', 'delay-input', 'delay-sensor', 'feed', 'freeze-sensor', 'input', 'kill-drive', 'lose-link', 'neutral', 'observation' and 5 more."),
    ({"do": "rest"}, "do: unknown do \"rest\". Did you mean 'reset'?"),
    ({"do": 7}, "do: unknown do 7."),
    ({"do": "reset", "to": 1}, "to: unknown key 'to'."),
    ({"do": "push", "body": "box", "force": [1, 2], "duration": "long"}, "force: must have 3 entries, not 2.; duration: must be a number, not \"long\"."),
    ({"do": "push", "body": "box", "force": [1, 2, True], "duration": 1}, "force[2]: must be a number, not true."),
    ({"do": "push", "body": "box", "force": [1, 2, 10**400], "duration": 1}, "force[2]: must be a finite number"),
    ({"do": "push", "body": "box"}, "the key 'force' is missing.; the key 'duration' is missing."),
    ({"do": "push", "body": "box", "force": [], "duration": 1}, "force"),
    ({"do": "bias-sensor", "sensor": "a", "bias": float("nan")}, "bias: must be a finite number"),
    ({"do": "input", "values": [1]}, "values: must be an object, not [1]."),
    ({"do": "restore", "state": "%%%"}, "state"),
    ({"do": "restore", "state": 5}, "state"),
    ({"do": "set", "name": "pd.kp"}, "the key 'value' is missing."),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), REFUSED, ids=[str(m)[:40] for _, m in REFUSED])
def test_what_is_no_command_is_refused_with_everything_that_is_wrong(data, message):
    with pytest.raises(CommandRefused) as refused:
        read_command(data)
    assert message in str(refused.value)


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    found = opened(tmp_path_factory.mktemp("commands"))
    found.advance(3)
    return found


NAMES = st.sampled_from(
    [
        "stick",
        "light",
        "trouble",
        "risky",
        "pd.kp",
        "pd.u_max",
        "led.n",
        "led.leash",
        "pd",
        "motors",
        "motors[0]",
        "angles",
        "load",
        "box",
        "",
        "x",
    ]
) | st.text(max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
TAGS = sorted(command.__struct_config__.tag for command in Command.__args__)
FIELDS = ["values", "name", "value", "drive", "sensor", "bias", "delay", "body", "force", "duration", "reason", "state"]
LOOSE = st.dictionaries(st.sampled_from(FIELDS) | NAMES, VALUES, max_size=4).flatmap(
    lambda rest: st.sampled_from(TAGS).map(lambda tag: {"do": tag, **rest})
)
CLOSE = st.one_of(
    st.builds(lambda v: {"do": "input", "values": v}, st.dictionaries(NAMES, VALUES, max_size=3)),
    st.builds(lambda n, v: {"do": "set", "name": n, "value": v}, NAMES, VALUES),
    st.builds(lambda n: {"do": "kill-drive", "drive": n}, NAMES),
    st.builds(lambda n, v: {"do": "bias-sensor", "sensor": n, "bias": v}, NAMES, st.floats() | st.integers()),
    st.builds(lambda n, v: {"do": "delay-sensor", "sensor": n, "delay": v}, NAMES, st.floats() | st.integers()),
    st.builds(lambda v: {"do": "delay-input", "delay": v}, st.floats()),
    st.builds(lambda n, f, d: {"do": "push", "body": n, "force": f, "duration": d}, NAMES, st.lists(st.floats(), max_size=4), st.floats()),
    st.builds(lambda s: {"do": "restore", "state": s}, st.text(max_size=40)),
)  # fmt: skip


@given(VALUES | LOOSE | CLOSE)
@settings(max_examples=400)
def test_whatever_comes_is_carried_out_or_refused_and_then_nothing_has_changed(session, data):
    before, row, events = session.snapshot(), session.row.copy(), len(session.events)
    try:
        session.apply(read_command(data))
    except CommandRefused as refused:
        assert str(refused)
        assert session.snapshot().to_bytes() == before.to_bytes()
        assert_same_bits(session.row, row)
        assert len(session.events) == events
    session.advance(1)
    session.apply(read_command({"do": "clear-faults"}))
    session.restore(before)


def test_a_refused_command_is_not_told_and_one_carried_out_is(session):
    heard = Listening(session)
    with pytest.raises(CommandRefused, match="stick: takes 2 numbers, not 1."):
        session.apply(Input(values={"light": True, "stick": [1.0]}))
    session.apply(Input(values={"stick": [0.5, 0.0]}))
    session.listeners.clear()
    assert [(tick, plain(command)) for tick, command in heard.commands] == [
        (session.tick, {"do": "input", "values": {"stick": [0.5, 0.0]}})
    ]
    assert session.panel.get("light") is False


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("pd.kpp", 1.0, "Did you mean 'kp'?"),
        ("pdd.kp", 1.0, "there is no block 'pdd'. Did you mean 'pd'?"),
        ("led.n", 3, "'n' changes the compiled program"),
        ("pd.u_max", -1.0, "pd.u_max: "),
        ("pd.kp", "much", "pd.kp: "),
        ("pd.kp", [1.0, 2.0, 3.0], "pd.kp: "),
    ],
)
def test_a_parameter_that_cannot_be_set_is_refused(session, name, value, message):
    before = session.snapshot().to_bytes()
    with pytest.raises(CommandRefused) as refused:
        session.apply(SetParameter(name=name, value=value))
    assert message in str(refused.value)
    assert session.snapshot().to_bytes() == before


def test_a_parameter_acts_in_the_next_step(session):
    session.apply(Reset())
    session.apply(SetParameter(name="pd.kp", value=0.0))
    session.apply(SetParameter(name="pd.kd", value=0.0))
    session.advance(5)
    np.testing.assert_array_equal(session.row[session.channels["drive.motors"].place], 0.0)
    session.apply(SetParameter(name="pd.kp", value=6.0))
    session.apply(SetParameter(name="pd.kd", value=0.2))


def test_inputs_without_a_panel_are_refused(tmp_path):
    from pult.sim.setup import Setup
    from tests.sim.lab import SCHEME

    bare = {
        **SCHEME, "inputs": {n: SCHEME["inputs"][n] for n in ("angles", "speeds")}, "blocks": SCHEME["blocks"][2:3],
        "outputs": {"motors": SCHEME["outputs"]["motors"]},
        "wires": [{"from": "angles", "to": "pd.angle"}, {"from": "angles", "to": "pd.wanted"},
                  {"from": "speeds", "to": "pd.speed"}, {"from": "pd.y", "to": "motors"}],
    }  # fmt: skip
    session = opened(tmp_path, Setup(world="room", scheme="servo"), scheme=bare)
    with pytest.raises(CommandRefused, match="^this session has no panel.$"):
        session.apply(Input(values={}))
    for command in (LoseLink(), Arm(), Stop(), Arm()):
        session.apply(command)
    saved = session.snapshot().to_bytes()
    session.apply(Restore(state=saved))
    session.advance(3)
    assert session.tick == 3
