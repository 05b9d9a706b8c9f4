"""Faults that an exercise schedules, or a file: injected at their times, recorded, replayed bit for bit."""

import json

import pytest

from pult.core.errors import UsageError
from pult.exercise.exercise import check_exercise
from pult.exercise.run import run_attempt
from pult.pilot import Pilot, Policy
from pult.realtime.observer import ObserverGuard
from pult.record import read_record
from pult.record.replay import replay
from pult.sim.fault_notation import read_fault_file
from pult.sim.open import open_session
from tests.cli.terminal import pult
from tests.exercise.observing import attend, records, written

SCHEDULE = ["sensor:angles[elbow].bias=5deg@0.2+0.3", "input.delay=50ms@0.1"]


KINDS = ("bias-sensor", "delay-input", "freeze-sensor")


def injected(record):
    return [(c.tick, c.command["do"]) for c in record.commands if c.command["do"] in KINDS]


class Still(Policy):
    """An operator who does nothing."""

    def act(self, view):
        return {}


PILOT = Pilot("still", {"short": "command"}, "does nothing", Still)


def test_the_faults_of_an_exercise_happen_in_every_attempt_and_are_replayed(tmp_path):
    exercise = written(tmp_path, faults=SCHEDULE, duration=0.6)
    extra = ["sensor:angles.stuck@0.4"]
    done = run_attempt(exercise, PILOT, 3, faults=extra, record=tmp_path / "a.mcap", plain=True)
    record = read_record(tmp_path / "a.mcap")
    assert injected(record) == [(10, "delay-input"), (20, "bias-sensor"), (40, "freeze-sensor"), (50, "bias-sensor")]
    assert replay(record, plain=True).same
    assert run_attempt(exercise, PILOT, 3, faults=extra, plain=True).hash == done.hash
    assert run_attempt(exercise, PILOT, 3, plain=True).hash != done.hash


def test_they_happen_in_a_live_session_too(tmp_path):
    exercise = written(tmp_path, faults=SCHEDULE, duration=0.6)
    session = open_session(exercise.setup("command", 3), exercise.folder, plain=True)
    judge = ObserverGuard(session, attend(exercise, tmp_path)(session))
    for _ in range(70):
        judge.before_step()
        session.advance(1)
    judge.close("ended")
    (record,) = records(tmp_path)
    assert injected(record) == [(10, "delay-input"), (20, "bias-sensor"), (50, "bias-sensor")]
    assert replay(record, plain=True).same


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("sensor:angels.stuck@1", "Did you mean 'angles'"),
        ("sensor:angles.stuck@99", "the attempt ends after 2.5 s, before the fault"),
        ("sensor:angles.stack@1", "unknown fault 'stack'. Did you mean 'stuck'"),
    ],
)
def test_a_fault_that_cannot_happen_is_a_fault_of_the_exercise(fault, words, tmp_path):
    _, faults = check_exercise(written(tmp_path, faults=["stop.pressed@0.5", fault]).file)
    assert [one.place for one in faults] == ["faults[1]"]
    assert words in str(faults[0])


def test_a_file_of_faults_is_a_schedule(tmp_path):
    file = tmp_path / "faults.txt"
    file.write_text("# a bad day\n\nsensor:angles.stuck@0.1   # for good\nstop.pressed@0.2 & link.lost@0.3\n")
    assert read_fault_file(file) == ["sensor:angles.stuck@0.1", "stop.pressed@0.2 & link.lost@0.3"]
    words = ["run", "--world", "two-link", "--scheme", "two-link-command", "--panel", "two-link", "--duration", "0.5"]
    alone = json.loads(pult(*words, "--plain", "--json", "--faults", file).stdout)
    assert [(round(event["time"], 9), event["kind"]) for event in alone["events"]][:2] == [(0.2, "stop"), (0.3, "stop")]
    file.write_text("sensor:angles.stuck@0.1\nnonsense\n")
    with pytest.raises(UsageError, match="line 2: fault 'nonsense': write WHAT"):
        read_fault_file(file)
    assert "faults.txt, line 2" in pult(*words, "--plain", "--faults", file, code=1).stderr
