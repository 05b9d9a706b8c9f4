"""Runs without an exercise, whose panel a table moves; and every signal of their records by name."""

import re

import numpy as np
import pytest

import pult
from pult.core.errors import PultError, UsageError
from pult.sim.commands import Input
from pult.sim.injection import TimedCommand
from pult.sim.script import read_script

SETUP = pult.Setup(world="two-link", scheme="two-link-semi-automatic", panel="two-link")
TABLE = """time [s],joystick[x] [1],joystick[y],speed,enable,effectors
0,,,1,true,hand
0.5,-0.6,0,,,
2.0,0,-0.5,0.5,,

3.0,0,0,,0,
"""


@pytest.fixture(scope="module")
def panel():
    return pult.load_panel(pult.core.shipped.shipped_file("panel", "two-link"))


def written(folder, text):
    file = folder / "in.csv"
    file.write_text(text)
    return file


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    return pult.run_script(SETUP, written(folder, TABLE), record=folder / "a.mcap")


def test_a_table_moves_the_panel_from_row_to_row(run):
    stick = run.signal("panel.joystick")
    ticks = {0.0: 0, 0.3: 30, 1.0: 100, 2.5: 250, 3.5: 350}
    deflected = {time: np.sign(stick[tick]).tolist() for time, tick in ticks.items()}
    assert deflected == {0.0: [0, 0, 0], 0.3: [0, 0, 0], 1.0: [-1, 0, 0], 2.5: [0, -1, 0], 3.5: [0, 0, 0]}
    assert run.signal("panel.speed")[[100, 250]].tolist() == [1.0, 0.5]  # an empty cell leaves it
    assert run.signal("panel.enable")[[100, 250, 350]].tolist() == [1.0, 1.0, 0.0]
    assert len(run.rows) == 1 + 400  # a second beyond the last row
    assert run.times[-1] == pytest.approx(4.0)


def test_the_robot_moves_and_a_sequence_of_commands_is_the_same_run(run):
    assert np.ptp(run.signal("sensor.angles[shoulder]")) > 0.05
    rows = [
        (0.0, {"speed": 1.0, "enable": True, "effectors": "hand"}), (0.5, {"joystick": [-0.6, 0.0, 0.0]}),
        (2.0, {"joystick": [0.0, -0.5, 0.0], "speed": 0.5}), (3.0, {"joystick": [0.0, 0.0, 0.0], "enable": False}),
    ]  # fmt: skip
    again = pult.run_script(SETUP, [TimedCommand(time, Input(values=values)) for time, values in rows])
    assert again.hash == run.hash


def test_its_record_replays_and_gives_every_signal_by_name(run):
    assert pult.replay(pult.read_record(run.record)).same
    found = pult.signals(run.record)
    assert set(found) == set(run.channels.names)
    assert np.array_equal(found["sensor.angles[elbow]"], run.signal("sensor.angles[elbow]"))
    assert found["site.hand"].shape == (len(run.rows), 7)
    # the hand by the closed form of the arm: two links of 0.4 and 0.3 m in the plane
    q1, q2 = found["qpos"][:, 0], found["qpos"][:, 1]
    by_hand = np.stack([f(q1) * 0.4 + f(q1 + q2) * 0.3 for f in (np.cos, np.sin)], axis=1)
    assert found["site.hand"][:, :2] == pytest.approx(by_hand, abs=1e-9)
    with pytest.raises(UsageError, match=re.escape("there is no signal 'site.hnad'. Did you mean 'site.hand'?")):
        found["site.hnad"]


def test_a_table_of_pandas_has_a_column_for_each_number(run):
    frame = pult.signals(run.record).frame()
    assert frame.index.name == "time" and frame.index[-1] == pytest.approx(4.0)
    assert np.array_equal(frame["sensor.angles[elbow]"], run.signal("sensor.angles[elbow]"))
    assert {"site.hand[x]", "panel.speed"} <= set(frame.columns)


def test_faults_come_at_their_times(run, tmp_path):
    stuck = pult.run_script(SETUP, written(tmp_path, TABLE), faults=["sensor:angles[elbow].stuck@1.5"])
    assert np.array_equal(stuck.rows[:150], run.rows[:150])
    assert np.ptp(stuck.signal("sensor.angles[elbow]")[151:]) == 0.0 < np.ptp(run.signal("sensor.angles[elbow]")[151:])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a line of titles and one row at least are needed"),
        ("speed\n1\n", "the first column must be 'time' [s], not 'speed'."),
        ("time,sped\n0,1\n", "the panel has no element 'sped'. Did you mean 'speed'?"),
        ("time,joystick[q]\n0,1\n", "has no entry 'q'"),
        ("time,speed\n0,1\n0.5,fast\n", 'line 3: speed: takes a number, not "fast".'),
        ("time,speed\n1,1\n0.5,1\n", "line 3: the time must be a number from 1 [s] on, not '0.5'."),
        ("time,speed\nnan,1\n", "line 2: the time must be a number from 0 [s] on, not 'nan'."),
        ("time,speed\n0,1,2\n", "line 2: has 3 cells, not 2."),
        ("time,joystick,joystick[x]\n0,\"[0,0,0]\",1\n0,0,1\n", "line 3: "),
        ("time,joints[shoulder]\n0,1\n", "'joints' has no entries of its own; write its value into one column, 'joints'."),
    ],
)  # fmt: skip
def test_a_script_that_does_not_fit_is_refused_with_its_place(tmp_path, panel, text, said):
    with pytest.raises(UsageError) as refused:
        read_script(written(tmp_path, text), panel)
    assert said in str(refused.value) and "in.csv" in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"duration": 0.2, "script": [TimedCommand(0.5, Input(values={}))]}, "before the last row of the script"),
        ({"duration": "long"}, 'duration must be a number, not "long".'),
        ({"duration": 0.0}, "duration must be at least 0.01, not 0."),
        ({"faults": ["sensor:nope.stuck@0"]}, "there is no sensor 'nope'."),
        ({"script": "nowhere.csv"}, "nowhere.csv: cannot be read: No such file or directory."),
    ],
)
def test_a_run_that_cannot_be_is_refused_in_words(arguments, said):
    with pytest.raises(PultError, match=re.escape(said)):
        pult.run_script(SETUP, **arguments)
