"""Streams: what a device sends reaches the scheme, what is wrong does not, and all of it runs again bit for bit."""

import contextlib
import math
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import DocumentError
from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import replay
from pult.sim.commands import ClearFaults, CommandRefused, DelayInput, Feed, LoseLink, Reset, Restore
from pult.sim.handover import hand_over
from pult.sim.snapshot import Snapshot
from tests.sim.lab import PANEL, SETUP, Listening, assert_same_bits, opened, run
from tests.sim.stream_lab import DESK, FOLLOWER, MASTER, feed, follower, pose, signal


@pytest.fixture
def session(tmp_path):
    return follower(tmp_path)


def stream_for(session, steps, first=0.0):
    """A sample before every step."""
    for _ in range(steps):
        feed(session, first + session.time)
        session.advance(1)


def events(session, kind):
    return [event for event in session.events if event.kind == kind]


def test_before_the_first_sample_there_are_zeros_and_no_data(session):
    session.advance(3)
    assert (signal(session, "stream.master"), signal(session, "stream.master_fresh")) == ([0.0, 0.0], 0.0)
    assert signal(session, "output.lost") == 1.0


def test_the_scheme_reads_the_newest_sample_in_the_step_after_it(session):
    feed(session, 0.0, [0.1, 0.2])
    feed(session, 0.005, [0.11, 0.21])
    session.advance(1)
    assert signal(session, "stream.master") == [0.11, 0.21]
    assert (signal(session, "stream.master_fresh"), signal(session, "output.lost")) == (1.0, 0.0)
    assert [event.text for event in events(session, "stream")] == ["master: data comes"]


@pytest.mark.parametrize("block", [1, 7, 100])
def test_data_is_lost_after_exactly_the_timeout_however_steps_are_taken(tmp_path, block):
    session = follower(tmp_path)
    heard = Listening(session)
    feed(session, 0.0)
    for _ in range(0, 100, block):
        session.advance(block)
    fresh = np.array(heard.rows)[:, session.channels["stream.master_fresh"].start]
    # the sample came before step 1; 15 steps later it is 0.15 s old, and one more is more than that
    assert np.flatnonzero(fresh).tolist() == list(range(1, 17))
    assert [(event.tick, event.text) for event in events(session, "stream-lost")] == [
        (16, "master: no data for 0.15 s")
    ]
    assert signal(session, "stream.master") == pose(0.0), "the last sample is kept"


BAD = {
    "not a number": ([math.nan, 0.0], 0.16, "finite"),
    "infinite": ([0.0, -math.inf], 0.16, "finite"),
    "too short": ([0.0], 0.16, "a sample has 2 numbers, not 1"),
    "too long": ([0.0] * 3, 0.16, "a sample has 2 numbers, not 3"),
    "no time": (None, math.nan, "finite"),
    "the same time": (None, 0.15, "time goes back or stands still: 0.150 s after 0.150 s"),
    "reordered": (None, 0.13, "time goes back"),
    "too fast": ([0.4, 0.9], 0.16, "too fast: elbow changes by"),
}


@pytest.mark.parametrize(("values", "t", "text"), BAD.values(), ids=BAD)
def test_bad_data_is_refused_with_a_reason_and_changes_nothing(tmp_path, values, t, text):
    good, other = follower(tmp_path / "one"), follower(tmp_path / "two")
    for session in (good, other):
        stream_for(session, 16)
    with pytest.raises(CommandRefused, match=text):
        other.apply(Feed(stream="master", time=t, values=pose(0.16) if values is None else values))
    assert_same_bits(run(good, 30), run(other, 30))
    assert [event.kind for event in other.events][-2:] == ["stream-refused", "stream-lost"]


def test_refused_data_is_told_once_a_second_at_most(session):
    stream_for(session, 16)
    for _ in range(250):
        with pytest.raises(CommandRefused):
            feed(session, math.nan)
        session.advance(1)
    ticks = [event.tick for event in events(session, "stream-refused")]
    assert ticks == [16, 116, 216]


def test_data_that_comes_steadily_but_late_is_refused(session):
    """A line that stores two seconds of data must not drive the robot with what the master did then."""
    stream_for(session, 50)
    late = 0.0
    for _ in range(80):
        late += 0.005
        try:
            feed(session, session.time - late)
        except CommandRefused as refusal:
            assert late > 0.15
            assert "late (0.15 s allowed)" in str(refusal)
            break
        session.advance(1)
    else:
        pytest.fail("late data was taken")


def test_jitter_below_the_timeout_and_a_slow_clock_of_the_sender_are_not_late(session):
    random = np.random.default_rng(0)
    made = 0.02 * np.arange(1500)
    comes = np.maximum.accumulate(made + 0.12 * random.random(1500) ** 4)  # in order, mostly at once
    for t, when in zip(made, comes, strict=True):
        session.advance(max(0, round(when / 0.01) - session.tick))
        feed(session, 0.9995 * t + 100.0, pose(0.0))  # half a millisecond a second slow: 15 ms in all
    assert not events(session, "stream-refused")
    assert len(events(session, "stream")) == 1


@pytest.mark.parametrize("t", [-50.0, 0.0, 1e6])
def test_after_a_loss_any_clock_and_any_place_begin_anew(session, t):
    stream_for(session, 20)
    session.advance(16)
    feed(session, t, [3.0, -3.0])
    session.advance(1)
    assert (signal(session, "stream.master"), signal(session, "stream.master_fresh")) == ([3.0, -3.0], 1.0)


def test_a_stream_that_is_not_there_is_named_with_those_that_are(tmp_path, session):
    with pytest.raises(CommandRefused, match="no stream 'mastre'. Did you mean 'master'"):
        feed(session, 0.0, stream="mastre")
    with pytest.raises(CommandRefused, match="no stream 'master'. None is allowed here"):
        feed(opened(tmp_path / "other"), 0.0)


def test_a_reset_forgets_data_and_clock(session):
    stream_for(session, 20, first=1000.0)
    session.apply(Reset())
    session.advance(1)
    assert (signal(session, "stream.master"), signal(session, "stream.master_fresh")) == ([0.0, 0.0], 0.0)
    feed(session, 0.0)


# --- samples that come unevenly ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "native"])
def test_samples_that_come_unevenly_are_put_back_to_their_times(tmp_path, plain):
    """20 samples a second that take 0 to 40 ms: held back by 100 ms, they lie on the lines between the true ones."""
    even = follower(tmp_path, plain=plain, panel={**DESK, "streams": {"master": {**MASTER, "delay": 0.1}}})
    random = np.random.default_rng(2)
    made = 0.05 * np.arange(40)
    comes = np.maximum.accumulate(made + 0.04 * random.random(40) * (np.arange(40) > 0))  # the first at once
    heard = Listening(even)
    for t, when in zip(made, comes, strict=True):
        even.advance(max(0, math.ceil(when / 0.01 - 1e-9) - even.tick))
        feed(even, float(t) + 77.0, pose(t))
    even.advance(12)
    rows = np.array(heard.rows)
    found = rows[:, even.channels["stream.master"].place]
    steps = np.arange(len(rows)) - 1  # a row shows what the step before it read
    true = np.array([[np.interp(0.01 * k - 0.1, made, [pose(t)[i] for t in made]) for i in range(2)] for k in steps])
    inside = slice(12, 205)
    # 0.6 rad/s, and a clock that may have drifted by a thousandth in 2 s
    assert found[inside] == pytest.approx(true[inside], abs=0.6 * 2e-3)
    fresh = rows[:, even.channels["stream.master_fresh"].start]
    assert np.flatnonzero(fresh)[0] == 11 and fresh[11:].all()


def test_data_held_back_runs_again_and_survives_a_snapshot(tmp_path):
    panel = {**DESK, "streams": {"master": {**MASTER, "delay": 0.04}}}
    session = follower(tmp_path, panel=panel)
    record = recorded(session, tmp_path / "a.mcap", eventful)
    assert replay(record, plain=True).same
    stream_for(session, 10, first=50.0)
    saved = session.snapshot()
    first = run(session, 20)
    session.restore(saved)
    assert_same_bits(run(session, 20), first)


# --- delays --------------------------------------------------------------------------------------------------------


def test_delayed_data_arrives_so_many_steps_later_and_is_fresh_then(session):
    session.apply(DelayInput(delay=0.3))
    heard = Listening(session)
    for _ in range(60):
        feed(session, session.time)
        session.advance(1)
    rows = np.array(heard.rows)
    fresh = rows[:, session.channels["stream.master_fresh"].start]
    assert np.flatnonzero(fresh)[0] == 31
    assert rows[45, session.channels["stream.master"].place].tolist() == pose(0.14)
    with pytest.raises(CommandRefused, match="finite"):
        feed(session, session.time, [math.nan, 0.0])


def test_a_delay_that_ends_lets_everything_arrive_and_a_lost_link_nothing(session):
    session.apply(DelayInput(delay=1.0))
    feed(session, 0.0)
    feed(session, 0.01)
    session.apply(ClearFaults())
    session.advance(1)
    assert signal(session, "stream.master") == pose(0.01)
    session.apply(DelayInput(delay=0.05))
    feed(session, 0.02)
    session.apply(LoseLink())
    session.advance(10)
    assert signal(session, "stream.master") == pose(0.01)


# --- state ---------------------------------------------------------------------------------------------------------


def test_a_snapshot_holds_the_data_and_what_is_on_its_way(tmp_path, session):
    session.apply(DelayInput(delay=0.05))
    stream_for(session, 12)
    saved = session.snapshot()
    assert Snapshot.from_bytes(saved.to_bytes()).to_bytes() == saved.to_bytes()
    first = run(session, 40)
    other = follower(tmp_path / "other")
    other.restore(saved)
    assert_same_bits(run(other, 40), first)
    other.restore(saved)
    with pytest.raises(CommandRefused, match="time goes back"):
        feed(other, 0.05)  # its clock goes on, too


def test_a_snapshot_restored_later_goes_on_from_there(session):
    stream_for(session, 12)
    saved = session.snapshot().to_bytes()
    session.advance(100)
    session.apply(Restore(state=saved))
    session.advance(1)
    assert signal(session, "stream.master_fresh") == 1.0
    session.advance(20)
    assert signal(session, "stream.master_fresh") == 0.0


@pytest.mark.parametrize("wrong", [[0.0], [math.nan, 0.0]])
def test_a_snapshot_with_other_data_is_refused(session, wrong):
    saved = session.snapshot()
    saved.streams["master"].values[:] = wrong
    if len(wrong) == 1:
        del saved.streams["master"].values[1:]
    with pytest.raises(CommandRefused, match="its stream 'master' differs"):
        session.restore(saved)


def test_a_session_that_takes_the_place_of_another_goes_on_with_its_data(tmp_path):
    old, alone = follower(tmp_path / "a"), follower(tmp_path / "b")
    new = follower(tmp_path / "c")
    for session in (old, alone):
        stream_for(session, 10)
    hand_over(old, new)
    assert_same_bits(run(new, 30), run(alone, 30))


# --- records -------------------------------------------------------------------------------------------------------


def recorded(session, path, act):
    recording = start_recording(session, path)
    act(session)
    assert recording.close() == ""
    return read_record(path)


def eventful(session):
    """Data, a loss, bad data, delays, a reset, and data again."""
    stream_for(session, 60)
    session.advance(30)
    stream_for(session, 20, first=7.0)
    with pytest.raises(CommandRefused):
        feed(session, 0.0)
    session.apply(DelayInput(delay=0.07))
    stream_for(session, 30, first=7.0)
    session.apply(Reset())
    stream_for(session, 40, first=-3.0)


def test_a_streamed_session_runs_again_bit_for_bit_from_its_record(tmp_path, session):
    record = recorded(session, tmp_path / "a.mcap", eventful)
    found = replay(record, plain=True)
    assert (found.same, found.ticks, found.problem) == (True, 181, "")
    assert sum(item.command["do"] == "feed" for item in record.commands) == 150
    assert not replay(tampered(record), plain=True).same


def tampered(record):
    """The record with one number of one sample changed by its last bit."""
    commands = [
        item._replace(command={**item.command, "values": [float(np.nextafter(x, 9.0)) for x in item.command["values"]]})
        if item.tick == 20
        else item
        for item in record.commands
    ]
    return replace(record, commands=tuple(commands))


@given(st.lists(st.tuples(st.integers(1, 25), st.floats(-5, 5), st.floats(0, 0.4)), max_size=12), st.integers(0, 9))
@settings(max_examples=25, deadline=None)
def test_whatever_comes_the_scheme_reads_finite_numbers_of_bounded_speed(tmp_path_factory, samples, delay):
    session = follower(tmp_path_factory.mktemp("any"))
    session.apply(DelayInput(delay=0.01 * delay))
    heard = Listening(session)
    for steps, value, t in samples:
        with contextlib.suppress(CommandRefused):
            feed(session, t, [value, -value])
        session.advance(steps)
    rows = np.array(heard.rows)
    values, fresh = (rows[:, session.channels[name].place] for name in ("stream.master", "stream.master_fresh"))
    assert np.isfinite(values).all()
    assert set(np.unique(fresh)) <= {0.0, 1.0}
    held = (fresh[1:, 0] == 1.0) & (fresh[:-1, 0] == 1.0)
    assert np.abs(np.diff(values, axis=0))[held].max(initial=0.0) <= 10.0 * 0.4 + 1e-9


# --- binding -------------------------------------------------------------------------------------------------------


def test_an_input_is_bound_to_the_stream_of_its_name_or_as_written(tmp_path, session):
    assert session.wiring.sources["master"] == ("stream.master",)
    assert session.wiring.sources["master_fresh"] == ("stream.master_fresh",)
    setup = msgspec.structs.replace(SETUP, inputs={"master": ["stream.master[elbow]", "stream.master[0]"]})
    other = follower(tmp_path / "other", setup=setup)
    feed(other, 0.0, [0.5, 0.25])
    other.advance(1)
    soft = signal(other, "scheme.soft.y")
    assert soft[1] == pytest.approx(2.0 * soft[0]) and soft[0] > 0.0


def test_what_does_not_fit_a_stream_is_told(tmp_path):
    wide = {**DESK, "streams": {"master": {"size": 3, "unit": "m"}}}
    with pytest.raises(DocumentError) as caught:
        follower(tmp_path, panel=wide)
    text = str(caught.value)
    assert "stream.master is a vector of 3, the scheme takes a vector of 2" in text
    assert "stream.master is in m, the scheme takes rad" in text
    with pytest.raises(DocumentError, match="neither the panel nor the sensors have 'master'"):
        follower(tmp_path / "none", panel=PANEL)


def test_a_stream_named_like_a_sensor_has_to_be_bound(tmp_path):
    panel = {**DESK, "streams": {"master": MASTER, "angles": {**MASTER}}}
    with pytest.raises(DocumentError, match="there are sensor.angles and stream.angles; bind it"):
        follower(tmp_path, panel=panel)


def test_a_lamp_may_show_whether_data_comes(tmp_path):
    lamp = {"type": "lamp", "signal": "stream.master_fresh"}
    follower(tmp_path, panel={**DESK, "elements": {**DESK["elements"], "here": lamp}})


def test_the_scheme_of_these_tests_is_followed_natively_with_the_same_bits(tmp_path):
    plain, native = (follower(tmp_path / name, plain=name == "plain") for name in ("plain", "native"))
    for session in (plain, native):
        eventful(session)
    assert_same_bits(plain.row, native.row)
    assert FOLLOWER["name"] == "servo"
