"""Attempts in a real-time session, in a process of its own: driven through its panel, judged and recorded there."""

import json
import os
import signal
import sys

import pytest
from typer.testing import CliRunner

from pult.cli import app
from pult.exercise.account import AttemptAccount
from pult.realtime import SessionProcess
from pult.realtime.requests import Start
from pult.record import read_record
from pult.sim.commands import Input, Reset
from tests.exercise.observing import MOVING, REPORT, attend, records, written
from tests.realtime.support import READY, SOON, wait_for

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")


@pytest.fixture
def process(tmp_path):
    exercise = written(tmp_path)
    with SessionProcess.start(
        exercise.setup("command", 3), exercise.folder, evidence=tmp_path, observer=attend(exercise, tmp_path), speed=2.0
    ) as made:
        made.wait_ready(READY)
        yield made


def account_of(process):
    return process.account(AttemptAccount)


def is_past(process, seconds):
    """Whether the attempt has lasted so long."""
    return (account := account_of(process)) is not None and account.time > seconds


def account_where(process, **wanted):
    """The account, once these entries of it are so."""

    def found():
        account = account_of(process)
        return account is not None and all(getattr(account, name) == value for name, value in wanted.items())

    assert wait_for(found), account_of(process)
    return account_of(process)


def steer(process, **values):
    assert process.ask(Input(values={"enable": True, **values})).ok


def scored(process):
    assert wait_for(lambda: account_of(process).score is not None)
    return account_of(process)


def test_an_attempt_is_judged_as_it_runs_and_its_record_gives_the_same_score(process, tmp_path):
    account_where(process, state="waiting", attempt=0)
    process.ask(Start())
    account_where(process, state="running", attempt=1, stage=0)
    steer(process, **MOVING)
    account = account_where(process, stage=1)
    assert account.stages[0].state == "done" and account.stages[0].title["ru"] == "Поверните"
    steer(process, **REPORT)
    account_where(process, state="done", success=True, reason="success")
    assert [event.kind for event in process.events() if event.kind in ("stage", "success")] == ["stage"] * 2 + [
        "success"
    ]
    account = scored(process)
    assert process.state == "running"
    tick = process.reader().newest().tick
    assert wait_for(lambda: process.reader().newest().tick > tick + 20), "the robot stays live"
    path = tmp_path / "records" / account.record
    record = read_record(path)
    assert record.complete and record.result["success"] is True
    assert record.result["score"]["points"] == account.score
    said = CliRunner().invoke(app, ["replay", str(path), "--json"])
    assert json.loads(said.stdout)["score"] == record.result["score"]
    assert CliRunner().invoke(app, ["replay", str(path), "--check"]).exit_code == 0


def test_the_time_runs_out_and_after_a_reset_there_is_a_second_record(process, tmp_path):
    process.ask(Start())
    account_where(process, state="done", reason="time", success=False)
    first = scored(process).record
    process.ask(Reset())
    account_where(process, state="running", attempt=2)
    assert wait_for(lambda: is_past(process, 1.1))
    assert account_of(process).last.record == first
    process.shutdown()
    one, two = records(tmp_path)
    assert one.result["reason"] == "time" and two.result["reason"] in ("ended", "time")
    assert one.complete and two.complete and two.result["score"]["reason"] in ("running", "time")
    assert one.result["score"]["time"] == pytest.approx(2.5)
    assert account_of(process).last.attempt == 2, "the last words are heard"


@posix
def test_a_killed_attempt_leaves_a_record_that_can_be_read(process, tmp_path):
    process.ask(Start())
    assert wait_for(lambda: is_past(process, 2.2))
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait_state("dead", timeout=SOON)
    [record] = records(tmp_path)
    assert not record.complete and record.result is None and len(record.rows) > 80
    assert record.header.exercise == "short"


def test_another_scheme_ends_the_attempt_and_begins_another(process, tmp_path):
    process.ask(Start())
    assert wait_for(lambda: is_past(process, 1.2))
    exercise = written(tmp_path)
    assert process.reopen(exercise.setup("command", 4), keep=True).result(60).ok
    tick = process.reader().newest().tick
    assert wait_for(lambda: process.reader().newest().tick > tick + 120)
    process.shutdown()
    one, two = records(tmp_path)
    assert one.result["reason"] == "replaced"
    assert two.result["reason"] in ("ended", "time"), "on a busy machine its time may run out meanwhile"
    assert two.ticks[0] >= one.ticks[-1]
    lasted = (two.ticks[-1] - two.ticks[0]) * two.header.dt
    assert two.result["score"]["time"] == pytest.approx(lasted, abs=0.02), "its time begins with it"


def test_an_exercise_that_does_not_fit_is_refused_and_the_old_one_goes_on(process, tmp_path):
    process.ask(Start())
    stages = [{"name": "a", "goal": {"type": "signal", "name": "sensor.nothing", "above": 1}}]
    other = written(tmp_path / "other", stages=stages)
    reply = process.reopen(process._spec.setup, observer=attend(other, tmp_path)).result(60)
    assert not reply.ok and "sensor.nothing" in reply.error
    assert reply.value.faults[0]["place"].startswith("stages[0]")
    assert process.state == "running" and account_where(process, state="running")
