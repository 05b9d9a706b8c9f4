"""Copying with the torso: its arms follow a recorded motion closely, stand when data stops, and the record runs again."""

import math

import numpy as np
import pytest

from pult.record import read_record
from pult.record.motion_file import read_motion
from pult.record.playing import Player
from pult.record.recording import start_recording
from pult.record.replay import replay
from pult.sim.commands import CommandRefused, Feed, Input, Reset
from pult.sim.open import open_session
from pult.sim.setup import Setup
from tests.sim.lab import Listening

SETUP = Setup(world="laboratory", scheme="torso", panel="torso")
CAUGHT_UP = 200
"""Steps after which the arms are where the master is."""


@pytest.fixture(scope="module")
def torso():
    """One session of native code for all tests; each takes it from its start."""
    return open_session(SETUP)


@pytest.fixture
def session(torso):
    torso.apply(Reset())
    torso.apply(Input(values={"mode": "copying", "clutch": True}))
    return torso


def angles(rows, session):
    """Measured angles of both arms. Shape (n, 14)."""
    names = ("sensor.right_angles", "sensor.left_angles")
    return np.concatenate([rows[:, session.channels[name].place] for name in names], axis=1)


def played(session, sources, steps):
    heard = Listening()
    player = Player(session, sources)
    session.listeners.append(heard)
    try:
        player.advance(steps)
    finally:
        session.listeners.remove(heard)
    return np.array(heard.rows)


def lag_of(master, found, most=30):
    """Steps by which one signal comes after another: where the squared difference is least."""
    errors = [np.square(found[lag:] - master[: len(master) - lag]).mean() for lag in range(most)]
    return int(np.argmin(errors))


def test_the_arms_follow_a_recorded_motion_with_little_lag_and_error(session):
    rows = played(session, {"master": "reach-and-wave"}, 1800)
    master = rows[CAUGHT_UP:, session.channels["stream.master"].place]
    found = angles(rows, session)[CAUGHT_UP:]
    assert lag_of(master, found) * session.dt < 0.1
    assert math.degrees(np.abs(found - master).max()) < 2.0
    assert not rows[CAUGHT_UP:, session.channels["output.lost"].start].any()


def test_the_arms_follow_key_points_of_a_person_of_another_size_who_stands_turned(session):
    rows = played(session, {"points": "reach-and-wave-points"}, 1800)
    stream = session.panel.panel.document.streams["master"]
    motion = read_motion("reach-and-wave", "master", stream)
    master = np.array([motion.at(step * session.dt) for step in range(len(rows))])[CAUGHT_UP:]
    found = angles(rows, session)[CAUGHT_UP:]
    arm = [0, 1, 2, 3, 7, 8, 9, 10]  # points tell nothing of the wrists
    lag = lag_of(master[:, arm], found[:, arm])
    assert lag * session.dt < 0.1  # half of it is the time by which the panel holds points back
    assert math.degrees(np.abs(found[lag:, arm] - master[: len(master) - lag, arm]).max()) < 2.0


def test_when_data_stops_the_arms_come_to_rest_smoothly_and_stay(session):
    rows = played(session, {"master": "reach-and-wave"}, 700)  # in the middle of waving
    heard = Listening()
    session.listeners.append(heard)
    session.advance(150)
    session.listeners.remove(heard)
    after = np.array(heard.rows)
    lost = after[:, session.channels["output.lost"].start]
    assert np.flatnonzero(lost)[0] == 15
    speeds = np.concatenate([after[:, session.channels[f"sensor.{s}_speeds"].place] for s in ("right", "left")], axis=1)
    before = np.concatenate([rows[-1, session.channels[f"sensor.{s}_speeds"].place] for s in ("right", "left")])
    # no jolt: no more than 60 rad/s^2 at any joint, from the last moving step on
    assert np.abs(np.diff(np.vstack([before, speeds]), axis=0)).max() < 0.6
    assert np.abs(speeds[100:]).max() < 0.02
    assert np.abs(np.diff(angles(after, session)[100:], axis=0)).max() < 1e-3


def test_bad_data_does_not_move_an_arm(session):
    played(session, {"master": "reach-and-wave"}, 60)
    before = angles(session.row[None, :], session)[0]
    for wrong in (math.nan, 50.0):
        with pytest.raises(CommandRefused):
            session.apply(Feed(stream="master", time=0.7, values=[wrong] * 14))
    session.advance(100)
    assert math.degrees(np.abs(angles(session.row[None, :], session)[0] - before).max()) < 0.5


def test_without_the_clutch_nothing_follows(session):
    session.apply(Input(values={"clutch": False}))
    before = angles(session.row[None, :], session)[0]
    rows = played(session, {"master": "reach-and-wave"}, 400)
    assert math.degrees(np.abs(angles(rows, session) - before).max()) < 0.5
    assert not rows[:, session.channels["output.lost"].start].any()


def test_a_copied_motion_runs_again_bit_for_bit(session, tmp_path):
    recording = start_recording(session, tmp_path / "a.mcap")
    played(session, {"master": "reach-and-wave", "points": "reach-and-wave-points"}, 250)
    session.advance(50)
    assert recording.close() == ""
    found = replay(read_record(tmp_path / "a.mcap"))
    assert found.same and found.problem == ""
