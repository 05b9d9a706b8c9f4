"""Recorded data of streams: read from tables and records, and played into sessions step by step."""

import numpy as np
import pytest

from pult.core.errors import UsageError
from pult.panel.streams import StreamDocument
from pult.record import read_record
from pult.record.motion_file import Motion, read_motion
from pult.record.playing import Player
from pult.record.recording import start_recording
from pult.record.replay import replay
from tests.sim.lab import Listening
from tests.sim.stream_lab import follower, pose

MASTER = StreamDocument(labels=["shoulder", "elbow"], unit="rad")
TABLE = "t,shoulder,elbow\n0,0.4,0.3\n0.04,0.5,0.2\n0.1,0.2,0.1\n"


def table(folder, text):
    folder.mkdir(exist_ok=True)
    path = folder / "motion.csv"
    path.write_text(text, encoding="utf-8")
    return path


def read(folder, text, stream=MASTER):
    return read_motion(table(folder, text), "master", stream)


def test_a_table_is_read_as_it_is_written(tmp_path):
    motion = read(tmp_path, TABLE)
    assert motion.times.tolist() == [0.0, 0.04, 0.1]
    assert motion.values.tolist() == [[0.4, 0.3], [0.5, 0.2], [0.2, 0.1]]
    assert motion.duration == pytest.approx(0.1)


@pytest.mark.parametrize(
    "text",
    [
        "elbow,other,t,shoulder\n0.3,9,0,0.4\n0.2,9,0.04,0.5\n0.1,9,0.1,0.2\n",
        "t;a;b\n\n0;0.4;0.3\n0.04;0.5;0.2\n0.1;0.2;0.1\n",
        "﻿t\tshoulder [rad]\telbow\n0\t0.4\t0.3\n0.04\t0.5\t0.2\n0.1\t0.2\t0.1\n",
    ],
    ids=["by labels", "by order", "tabs and units"],
)
def test_columns_are_found_by_their_labels_or_by_their_order(tmp_path, text):
    expected = read(tmp_path / "a", TABLE)
    found = read(tmp_path / "b", text)
    assert found.times.tolist() == expected.times.tolist()
    assert found.values.tolist() == expected.values.tolist()


def test_units_in_titles_are_converted(tmp_path):
    motion = read(tmp_path, "t,shoulder [deg],elbow [rev]\n0,90,0.5\n1,-180,0\n")
    assert motion.values == pytest.approx(np.array([[np.pi / 2, np.pi], [-np.pi, 0.0]]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("t,shoulder,elbow\n", "holds no numbers"),
        ("time,shoulder,elbow\n0,1,2\n", "one column must be 't'"),
        ("t,shoulder\n0,1\n", "master has 2 numbers, the file 1 beside 't'; there is no column 'elbow'"),
        ("t,shoulder,elbow\n0,1\n", "line 2: 2 cells, but the first line names 3 columns"),
        ("t,shoulder,elbow\n0,1,x\n", "line 2: 'x' in column 'elbow' is not a number"),
        ("t,shoulder,elbow\n0,1,nan\n", "line 2: 'nan' in column 'elbow' is not a number"),
        ("t;shoulder;elbow\n0;1;0,5\n", "numbers have a decimal point"),
        ("t,shoulder,elbow\n0,1,2\n0,1,2\n", "line 3: time must increase, but 0 follows 0"),
        ("t,shoulder [kg],elbow\n0,1,2\n", "cannot be turned into rad"),
        ("t,shoulder [furlong],elbow\n0,1,2\n", "furlong"),
    ],
)
def test_what_is_wrong_with_a_table_is_told_with_its_place(tmp_path, text, message):
    with pytest.raises(UsageError) as caught:
        read(tmp_path, text)
    assert message in str(caught.value)
    assert "motion.csv" in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        read_motion(tmp_path / "no.csv", "master", MASTER)
    with pytest.raises(UsageError, match="nor a shipped motion of this name. Did you mean 'reach-and-wave'"):
        read_motion("reach-and-wav", "master", MASTER)
    with pytest.raises(UsageError, match="there is no such file"):
        read_motion(tmp_path / "no.mcap", "master", MASTER)


def test_between_samples_lies_a_line_and_in_a_gap_nothing():
    motion = Motion("test", np.array([5.0, 5.1, 5.5]), np.array([[0.0], [1.0], [2.0]]), 0.15)
    assert motion.at(0.05) == pytest.approx([0.5])
    assert motion.at(0.1) == pytest.approx([1.0])
    assert motion.at(0.3) is None
    assert motion.at(0.5) == pytest.approx([2.0])
    assert motion.at(-0.01) is None
    assert motion.at(0.51) is None


def test_a_player_gives_every_step_the_sample_of_its_time(tmp_path):
    times = np.arange(0.0, 1.0, 0.033)
    motion = Motion("test", times, np.array([pose(t) for t in times]), 0.15)
    session = follower(tmp_path)
    session.advance(7)
    heard = Listening()
    player = Player(session, {"master": motion})
    session.listeners.append(heard)
    player.advance(90)
    rows = np.array(heard.rows)[:, session.channels["stream.master"].place]
    steps = np.arange(90) * 0.01
    for column in range(2):
        assert rows[:, column] == pytest.approx(np.interp(steps, times, motion.values[:, column]), abs=1e-14)


def test_after_its_end_a_player_is_silent_or_begins_again(tmp_path):
    path = table(tmp_path, TABLE + "0.15,0.4,0.3\n")  # it ends where it began
    for repeat, fresh in ((False, 0.0), (True, 1.0)):
        session = follower(tmp_path / str(repeat))
        Player(session, {"master": path}, repeat=repeat).advance(60)
        assert session.row[session.channels["stream.master_fresh"].start] == fresh


def test_a_player_of_a_stream_that_is_not_there_says_which_are(tmp_path):
    with pytest.raises(UsageError, match="no stream 'points'. Allowed: 'master'"):
        Player(follower(tmp_path), {"points": "x.csv"})


def test_a_record_is_played_again_and_gives_the_same_motion(tmp_path):
    """What one session was fed, another is fed from the record of the first: all rows are the same."""
    times = np.arange(0.0, 1.0, 0.02)
    motion = Motion("test", times, np.array([pose(t) for t in times]), 0.15)
    rows = []
    for name, source in (("first", motion), ("second", tmp_path / "first.mcap")):
        session = follower(tmp_path / name)
        recording = start_recording(session, tmp_path / f"{name}.mcap")
        heard = Listening(session)
        Player(session, {"master": source}).advance(90)
        assert recording.close() == ""
        rows.append(np.array(heard.rows))
    np.testing.assert_array_equal(rows[0], rows[1])
    assert replay(read_record(tmp_path / "second.mcap"), plain=True).same


def test_signals_of_a_record_make_a_stream(tmp_path):
    session = follower(tmp_path / "a")
    recording = start_recording(session, tmp_path / "a.mcap")
    session.advance(50)
    recording.close()
    motion = read_motion(f"{tmp_path / 'a.mcap'}:sensor.angles[elbow]+sensor.angles[shoulder]", "master", MASTER)
    record = read_record(tmp_path / "a.mcap")
    assert motion.values.tolist() == record.signal("sensor.angles")[:, ::-1].tolist()
    with pytest.raises(UsageError, match="are 4 numbers, not 2"):
        read_motion(f"{tmp_path / 'a.mcap'}:sensor.angles+sensor.speeds", "master", MASTER)
    with pytest.raises(UsageError, match="sensor.speeds is in rad/s, the stream in rad"):
        read_motion(f"{tmp_path / 'a.mcap'}:sensor.speeds", "master", MASTER)
    with pytest.raises(UsageError, match="no data came"):
        read_motion(tmp_path / "a.mcap", "master", MASTER)
