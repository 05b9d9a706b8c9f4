"""Pushes of a start: they come at their times, are told, come again after a reset, and repeat bit for bit."""

import msgspec
import numpy as np
import pytest

from pult.core.errors import DocumentError
from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import replay
from pult.sim.commands import CommandRefused, Push, Reset
from pult.sim.setup import ScheduledPush, Start
from tests.sim.lab import SETUP, assert_same_bits, opened, run

FIRST = ScheduledPush("puck", 0.05, [3.0, 0.0, 0.0], 0.1)
SECOND = ScheduledPush("puck", 0.3, [0.0, -2.0, 0.0], 0.2)


def pushed(*pushes):
    return msgspec.structs.replace(SETUP, start=Start(pushes=list(pushes)))


@pytest.fixture
def session(tmp_path):
    return opened(tmp_path, pushed(SECOND, FIRST))


def test_each_push_gives_its_impulse_at_its_time(session):
    """The puck of 2 kg floats: dv = F t / m."""
    speeds = []
    for _ in range(60):
        session.advance(1)
        speeds.append(session.data.qvel[6:8].copy())
    speeds = np.array(speeds)
    np.testing.assert_allclose(speeds[4], 0.0, atol=1e-12)  # the first begins after 5 steps
    np.testing.assert_allclose(speeds[5], [3.0 * 0.01 / 2.0, 0.0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(speeds[14], [3.0 * 0.1 / 2.0, 0.0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(speeds[29], speeds[14], atol=1e-12)
    np.testing.assert_allclose(speeds[-1], [3.0 * 0.1 / 2.0, -2.0 * 0.2 / 2.0], rtol=1e-9, atol=1e-12)


def test_each_push_is_told_once_with_its_tick(session):
    session.advance(20)
    session.advance(40)
    told = [event for event in session.events if event.kind == "push"]
    assert [event.tick for event in told] == [5, 30]
    assert told[0].data == {"body": "puck", "force": [3.0, 0.0, 0.0], "duration": 0.1}
    assert told[1].text == "puck is pushed with 2 N for 0.2 s"


def test_they_come_again_after_a_reset(session):
    first = run(session, 60)
    session.apply(Reset())
    again = run(session, 60)
    qpos = session.channels.find("qpos").place
    assert_same_bits(first[:, qpos], again[:, qpos])
    assert [event.tick for event in session.events if event.kind == "push"] == [5, 30, 65, 90]


def test_a_snapshot_keeps_those_that_are_due(session):
    session.advance(10)
    kept = session.snapshot()
    rows = run(session, 40)
    session.restore(kept)
    assert_same_bits(run(session, 40), rows)


def test_a_record_replays_them_bit_for_bit(session, tmp_path):
    recording = start_recording(session, tmp_path / "pushed.mcap")
    session.advance(60)
    recording.close({})
    found = replay(read_record(tmp_path / "pushed.mcap"))
    assert found.difference is None and not found.problem
    assert found.ticks >= 60


def test_pushes_of_commands_find_room_beside_them(session):
    for _ in range(14):
        session.apply(Push(body="puck", force=[0.0, 0.0, 1.0], duration=0.01))
    with pytest.raises(CommandRefused, match="^16 pushes act or are due; wait until one ends.$"):
        session.apply(Push(body="puck", force=[0.0, 0.0, 1.0], duration=0.01))
    session.advance(1)
    session.apply(Push(body="puck", force=[0.0, 0.0, 1.0], duration=0.01))


WRONG = [
    ([ScheduledPush("pack", 0.0, [1, 0, 0])], "start.pushes[0]", "there is no body 'pack'. Did you mean 'puck'?"),
    (
        [ScheduledPush("puck", -1.0, [1, 0, 0])],
        "start.pushes[0].time",
        "a push begins 0 s or more after the start, not -1.",
    ),
    ([ScheduledPush("puck", 0.0, [1e6, 0, 0])], "start.pushes[0]", "a push has at most 100000 N, not 1e+06."),
    (
        [ScheduledPush("puck", 0.0, [1, 0, 0], 0.001)],
        "start.pushes[0]",
        "a push lasts at least one control step, 0.01 s",
    ),
    ([FIRST] * 17, "start.pushes", "there are 17 pushes; a session has room for 16."),
]


@pytest.mark.parametrize(("pushes", "place", "text"), WRONG)
def test_a_push_that_cannot_come_is_refused_with_its_place(tmp_path, pushes, place, text):
    with pytest.raises(DocumentError) as caught:
        opened(tmp_path, pushed(*pushes))
    (fault,) = caught.value.faults
    assert fault.place == place
    assert text in str(fault)
