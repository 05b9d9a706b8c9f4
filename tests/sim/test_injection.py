"""Faults as they are written, and as they are injected: at their time, for their duration, recorded."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pult
from pult.core.errors import UsageError
from pult.exercise.run import open_attempt, run_attempt
from pult.record import read_record
from pult.sim.commands import BiasSensor, DelayInput, FreezeSensor, KillDrive
from pult.sim.fault_notation import read_fault, read_faults
from pult.sim.injection import Injector, targets_of, timed_commands
from pult.sim.listener import Listener


@pytest.fixture(scope="module")
def exercise():
    return pult.load_exercise("two-link-reach")


@pytest.fixture
def session(exercise):
    return open_attempt(exercise).session


def test_a_text_says_what_fails_when_and_for_how_long():
    fault = read_fault("sensor:contact:box:world.bias=5deg@2.5s+300ms")
    assert fault[1:] == ("sensor", "contact:box:world", "bias", "5deg", 2.5, pytest.approx(0.3))
    assert read_faults("none") == read_faults(" ") == []
    assert [fault.what for fault in read_faults("link.lost@1 & stop.pressed@2")] == ["link", "stop"]


@given(st.floats(0.0, 1e3), st.floats(1e-3, 1e3))
def test_any_number_is_read_as_it_is_written(time, duration):
    fault = read_fault(f"link.lost@{time!r}+{duration!r}")
    assert (fault.time, fault.duration) == (time, duration)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("angles.stuck", "write WHAT"),
        ("sensor:angles.stuck", "write WHAT"),
        ("sensr:angles.stuck@1", "Did you mean 'sensor'"),
        ("sensor:angles.stuk@1", "Did you mean 'stuck'"),
        ("sensor.stuck@1", "say which: sensor:NAME"),
        ("link:x.lost@1", "'link' has no name"),
        ("sensor:angles.bias@1", "'bias' needs a size"),
        ("drive:motors.dead=1@1", "'dead' has no size"),
        ("drive:motors.dead@soon", "not a number"),
        ("drive:motors.dead@1kg", "is in s"),
        ("drive:motors.dead@-1", "0 s or more"),
        ("drive:motors.dead@1+0", "above 0 s"),
        ("body:fore.push=[0,0,1]@1", "a push needs a duration"),
        ("sensor:angels.stuck@1", "Did you mean 'angles'"),
        ("sensor:angles[wrist].stuck@1", "no entry 'wrist'"),
        ("drive:motor.dead@1", "Did you mean 'motors'"),
        ("sensor:angles.bias=3mm@1", "is in rad, which 'mm' does not measure. Allowed: 'deg'"),
        ("sensor:angles.delay=20s@1", "from 0 to 1 s"),
        ("input.delay=11@1", "from 0 to 10 s"),
        ("body:fre.push=[0,0,1]@1+1", "Did you mean 'fore'"),
        ("body:fore.push=[0,1]@1+1", "three numbers"),
        ("body:fore.push=[0,0,1e9]@1+1", "at most 100000 N"),
        ("body:fore.push=[0,0,1]@1+0.001", "at least one control step"),
        ("link.lost@120", "ends after 120 s"),
    ],
)
def test_what_cannot_be_injected_is_refused_before_the_run(session, text, words):
    with pytest.raises(UsageError) as told:
        timed_commands([text], targets_of(session), 120.0)
    assert words in str(told.value)


def test_commands_are_in_the_order_of_time_and_end_what_they_began(session):
    texts = ["sensor:angles.bias=90deg@2+1", "drive:motors[elbow].dead@0.5+2 & input.delay=0.1@0"]
    found = timed_commands(texts, targets_of(session), 120.0)
    assert found == [
        (0.0, DelayInput(delay=0.1)),
        (0.5, KillDrive(drive="motors[elbow]")),
        (2.0, BiasSensor(sensor="angles", bias=math.pi / 2.0)),
        (2.5, KillDrive(drive="motors[elbow]", dead=False)),
        (3.0, BiasSensor(sensor="angles", bias=0.0)),
    ]


@given(st.lists(st.integers(1, 7), min_size=1, max_size=6))
def test_a_command_takes_effect_at_its_tick_however_the_session_is_advanced(steps):
    session, heard = _session(), Heard()
    session.listeners = [heard]
    first, dt = session.tick, session.dt
    commands = timed_commands([f"sensor:angles.stuck@{3 * dt}+{5 * dt}"], targets_of(session), 120.0)
    injector = Injector(session, commands)
    for count in steps:
        injector.advance(count)
    assert session.tick - first == sum(steps)
    wanted = [(3, FreezeSensor(sensor="angles")), (8, FreezeSensor(sensor="angles", frozen=False))]
    assert heard.commands == [(first + tick, command) for tick, command in wanted if tick < sum(steps)]


class Heard(Listener):
    """Keeps commands with their ticks."""

    def __init__(self):
        self.commands = []

    def command(self, tick, command):
        self.commands.append((tick, command))


_OPEN: list = []


def _session():
    """One session for all examples: opening one takes longer than they do."""
    if not _OPEN:
        _OPEN.append(open_attempt(pult.load_exercise("two-link-reach")).session)
    return _OPEN[0]


def test_a_sensor_that_is_stuck_for_a_while_reads_on(session):
    injector = Injector(session, timed_commands(["sensor:angles.stuck@0.1+0.2"], targets_of(session), 120.0))
    place = session.channels["sensor.angles"].place
    session.data.qvel[0] = 0.5  # it swings
    read = []
    for _ in range(60):
        injector.advance(1)
        read.append(session.row[place].copy())
    dt = session.dt
    first, last = round(0.1 / dt), round(0.3 / dt)
    assert all((reading == read[first - 1]).all() for reading in read[first:last])
    assert (read[last] != read[last - 1]).any()
    assert (read[first - 1] != read[first - 2]).any()


@pytest.mark.parametrize(
    "fault",
    ["sensor:angles[elbow].bias=5deg@0.5+0.5", "link.lost@1+0.3", "stop.pressed@1+0.2", "drive:motors[elbow].dead@1+0.3"],
)
def test_a_run_with_a_fault_is_recorded_and_replays_to_the_last_bit(exercise, tmp_path, fault):
    outcome = run_attempt(exercise, seed=3, faults=[fault], record=tmp_path / "r.mcap")
    assert outcome.success
    assert outcome.hash != run_attempt(exercise, seed=3, record=tmp_path / "s.mcap").hash
    replayed = pult.replay(read_record(tmp_path / "r.mcap"))
    assert replayed.same
