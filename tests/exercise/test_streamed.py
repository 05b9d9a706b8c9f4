"""Attempts with recorded data of streams: the motion comes by the stream, and the attempt runs again bit for bit."""

import numpy as np
import pytest

from pult.core.errors import UsageError
from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import Pilot
from pult.record import read_record
from pult.record.replay import replay
from tests.cli.terminal import pult
from tests.sim.stream_lab import write_two_link


class Idle:
    """A mind that wants nothing: the motion comes by the stream."""

    def act(self, view):
        return {}


IDLE = Pilot("idle", {}, "Does nothing.", Idle)


@pytest.fixture
def exercise(tmp_path):
    return load_exercise(write_two_link(tmp_path))


def motion(folder, seconds=2.0):
    """The elbow turns by half a radian and back."""
    times = np.arange(0.0, seconds, 0.05)
    lines = [f"{t:.2f},0.6,{-1.2 + 0.25 * (1 - np.cos(2 * np.pi * t / seconds))}" for t in times]
    (folder / "motion.csv").write_text("\n".join(["t,shoulder,elbow", *lines]))
    return folder / "motion.csv"


def test_a_stream_drives_an_attempt_whose_record_runs_again(exercise, tmp_path):
    outcome = run_attempt(exercise, IDLE, streams={"master": motion(tmp_path)}, record=tmp_path / "a.mcap", plain=True)
    assert outcome.success and outcome.time == pytest.approx(0.5, abs=0.06)  # the pilot looks every 0.05 s
    record = read_record(tmp_path / "a.mcap")
    assert replay(record, plain=True).same
    assert sum(item.command["do"] == "feed" for item in record.commands) == outcome.steps


def test_streams_that_are_not_there_are_told(exercise, tmp_path):
    with pytest.raises(UsageError, match="no stream 'mister'. Did you mean 'master'"):
        run_attempt(exercise, IDLE, streams={"mister": motion(tmp_path)}, plain=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [("master", "write NAME=FILE"), ("=a.csv", "write NAME=FILE"), ("master=no.csv", "no stream 'master'")],
)
def test_the_command_line_tells_mistakes(text, message):
    done = pult("run", "two-link-reach", "--pilot", "command", "--plain", "--stream", text, code=1)
    assert message in done.stderr
