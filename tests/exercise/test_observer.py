"""Attempts in a session, judged and recorded one after another; here without a process and without a clock."""

import json
import pickle
import re
import time

import msgspec
import pytest
from typer.testing import CliRunner

from pult.cli import app
from pult.exercise import observer as observer_module
from pult.exercise.exercise import load_exercise
from pult.exercise.observer import AttemptFactory
from pult.exercise.parts import shown_points
from pult.realtime.observer import ObserverGuard
from pult.record import read_record
from pult.sim.commands import Input, Reset, Restore, Stop
from pult.sim.open import open_session
from tests.exercise.observing import MOVING, REPORT, attend, records, written


class Attempted:
    """A session with its observer, run as the loop runs it."""

    def __init__(self, folder, exercise=None, made=None, **changes):
        exercise = exercise or written(folder)
        self.folder, self.exercise = folder, exercise
        setup = exercise.setup("command", 3)
        self.session = open_session(setup, exercise.folder)
        self.attended = ObserverGuard(self.session, (made or attend(exercise, folder, **changes))(self.session))
        self.attendance = self.attended.observer

    def go(self, seconds):
        for _ in range(round(seconds / self.session.dt)):
            self.attended.before_step()
            self.session.advance(1)
        return self.account

    def move(self, **values):
        self.session.apply(Input(values={"enable": True, **values}))

    @property
    def account(self):
        return self.attendance.account()

    def finished(self):
        """The account once the score is there."""
        deadline = time.monotonic() + 30
        while not (account := self.account).last:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return account


@pytest.fixture
def attempted(tmp_path):
    made = Attempted(tmp_path)
    yield made
    made.attended.close("ended")


def test_it_can_be_sent_to_another_process(tmp_path):
    made = attend(written(tmp_path), tmp_path, practice=True)
    assert pickle.loads(pickle.dumps(made)) == made


def test_nothing_begins_before_something_moves(attempted):
    assert attempted.account.state == "waiting" and attempted.account.attempt == 0
    attempted.move(**MOVING)
    account = attempted.account
    assert not (attempted.folder / "records").exists() and account.record == "" and account.time == 0.0
    assert [stage.state for stage in account.stages] == ["current", "ahead"]
    account = attempted.go(0.05)
    assert account.state == "running" and account.attempt == 1
    assert re.fullmatch(r"short-\d{8}-\d{6}\.mcap", account.record)


def test_the_account_follows_the_judge(attempted):
    attempted.go(0.5)
    account = attempted.account
    assert account.time == pytest.approx(0.5) and account.stage == 0
    assert account.readings[0].value == 0.0 and account.readings[0].above == 0.1
    attempted.move(joystick=[1.0, 0, 0], joints=["shoulder"])
    account = attempted.go(0.1)
    turn = account.stages[0]
    assert turn.time == pytest.approx(0.51)
    assert msgspec.structs.asdict(turn) | {"time": 0} == {
        "name": "turn", "title": {"en": "Turn", "ru": "Поверните"}, "hint": "Deflect the stick.",
        "caption": "Deflect the stick.", "state": "done", "time": 0,
    }  # fmt: skip
    assert account.stages[1].state == "current" and account.stages[1].time is None
    assert account.penalty == 7.0 and account.broken == ["fast"] and account.hold == 0.2
    assert [event.kind for event in account.events] == ["limit", "stage"]
    assert not account.success and account.points == 93.0 and account.score is None
    attempted.move(**REPORT)
    assert attempted.go(0.1).held == pytest.approx(0.09)
    account = attempted.go(0.3)
    assert account.state == "done" and account.success is True and account.reason == "success"
    kinds = [event.kind for event in attempted.session.events if event.kind not in ("stop", "released")]
    assert kinds == ["limit", "stage", "stage", "success"]


def test_after_its_end_the_session_goes_on_and_nothing_more_is_judged_or_recorded(attempted):
    attempted.go(0.2)
    attempted.move(**MOVING, **REPORT)
    attempted.go(0.4)
    ended = attempted.finished()
    tick = attempted.session.tick
    attempted.move(joystick=[1.0, 0, 0])
    account = attempted.go(3.0)
    assert attempted.session.tick == tick + 300
    assert msgspec.structs.replace(account, readings=[]) == msgspec.structs.replace(ended, readings=[])
    [record] = records(attempted.folder)
    assert record.complete and record.ticks[-1] * record.header.dt == pytest.approx(ended.time)


def test_the_record_says_what_a_record_of_a_pilot_says_and_its_score_is_that_of_its_rows(attempted):
    attempted.go(0.7)
    attempted.move(**MOVING)
    attempted.go(0.3)
    attempted.move(**REPORT)
    attempted.go(0.5)
    account = attempted.finished()
    path = attempted.folder / "records" / account.record
    record = read_record(path)
    header = record.header
    assert (header.exercise, header.variant, header.pilot, header.seed) == ("short", "command", "", 3)
    assert header.more["operator"] == "Ann" and header.more["practice"] is False
    assert record.result["success"] is True and record.result["reason"] == "success"
    assert account.points == account.score == record.result["score"]["points"] > 0
    assert account.medal == record.result["score"]["medal"] and account.last.points == account.score
    assert sum(part.points for part in account.parts) == shown_points(account.score)
    said = CliRunner().invoke(app, ["replay", str(path), "--json"])
    facts = json.loads(said.stdout)
    assert facts["score"] == record.result["score"] and facts["score_differences"] == []
    assert CliRunner().invoke(app, ["replay", str(path), "--check"]).exit_code == 0


def test_a_reset_ends_an_attempt_and_the_next_step_begins_another(attempted):
    attempted.go(1.2)
    attempted.session.apply(Reset())
    account = attempted.account
    assert account.state == "waiting" and account.attempt == 1 and account.record == ""
    assert attempted.go(1.1).attempt == 2
    attempted.attended.close("ended")
    one, two = records(attempted.folder)
    assert one.result["reason"] == "reset" and one.result["success"] is False
    assert one.result["score"]["reason"] == "running" and one.complete
    assert two.result["reason"] == "ended" and two.ticks[0] == one.ticks[-1] == 120
    assert attempted.account.last.attempt == 2


def test_an_attempt_given_up_at_once_leaves_no_record_but_one_that_failed_does(tmp_path, attempted):
    attempted.go(0.9)
    attempted.session.apply(Reset())
    attempted.go(0.5)
    assert attempted.finished().last.record == ""
    attempted.attended.close("ended")
    assert records(attempted.folder) == []
    limits = [{"name": "no", "severity": "fail", "condition": {"type": "signal", "name": "time", "above": 0.3}}]
    other = Attempted(tmp_path / "other", written(tmp_path / "other", limits=limits))
    other.go(0.5)
    account = other.finished()
    assert account.reason == "limit" and account.success is False
    [record] = records(tmp_path / "other")
    assert record.result["score"]["limit"] == "no"
    other.attended.close("ended")


def test_time_to_settle_is_neither_judged_nor_recorded(tmp_path):
    attempted = Attempted(tmp_path, written(tmp_path, start={"settle": 0.4}))
    assert attempted.go(0.4).state == "waiting"
    assert attempted.go(1.0).time == pytest.approx(1.0)
    attempted.session.apply(Reset())
    assert attempted.go(0.4).state == "waiting"
    attempted.attended.close("ended")
    [record] = records(tmp_path)
    assert record.ticks[0] == 40 and record.ticks[-1] == 140


def test_a_halt_ends_an_attempt(attempted):
    attempted.go(0.3)
    attempted.session.emit("halted", "a test")
    account = attempted.finished()
    assert account.reason == "halted" and account.record != ""
    assert records(attempted.folder)[0].result["reason"] == "halted"


@pytest.mark.parametrize(("practice", "state"), [(False, "done"), (True, "running")])
def test_going_back_to_a_snapshot_is_for_practice(tmp_path, practice, state):
    attempted = Attempted(tmp_path, practice=practice)
    attempted.go(0.6)
    saved = attempted.session.snapshot().to_bytes()
    attempted.go(0.6)
    attempted.session.apply(Restore(state=saved))
    assert attempted.account.state == state
    attempted.go(0.1)
    attempted.attended.close("ended")
    [record] = records(tmp_path)
    assert record.result["reason"] == ("ended" if practice else "restored")
    assert record.header.more["practice"] is practice


def test_without_an_exercise_it_only_records(tmp_path):
    made = AttemptFactory(None, None, "", 0, tmp_path / "records", "Ann")
    attempted = Attempted(tmp_path, made=made)
    attempted.session.apply(Stop(reason="a test"))
    account = attempted.go(1.5)
    assert account.state == "free" and account.stages == [] and account.time == pytest.approx(1.5)
    assert account.record.startswith("two-link-")
    attempted.attended.close("ended")
    [record] = records(tmp_path)
    assert record.result["reason"] == "ended" and record.result["score"] is None
    assert record.complete and len(record.rows) == 151


def test_a_folder_that_cannot_be_written_is_told_and_the_attempt_goes_on(tmp_path):
    (tmp_path / "records").write_text("in the way")
    attempted = Attempted(tmp_path)
    assert attempted.go(0.2).state == "running"
    assert "this attempt is not recorded" in next(
        e.text for e in attempted.session.events if e.kind == "record-problem"
    )
    attempted.move(**MOVING, **REPORT)
    attempted.go(0.4)
    assert attempted.finished().score > 0


def test_an_attempt_that_is_too_long_has_no_score_but_keeps_its_record(tmp_path, monkeypatch):
    monkeypatch.setattr(observer_module, "MAX_TIME", 1.0)
    attempted = Attempted(tmp_path)
    attempted.go(2.6)
    account = attempted.finished()
    assert account.reason == "time" and account.score is None and "too long" in account.score_missing
    [record] = records(tmp_path)
    assert record.result["score"] is None and "too long" in record.result["score_missing"]
    assert len(record.rows) == 251


def test_records_of_the_same_second_have_names_of_their_own(attempted):
    for _ in range(3):
        attempted.go(1.0)
        attempted.session.apply(Reset())
    attempted.attended.close("ended")
    assert len(records(attempted.folder)) == 3


def test_a_shipped_exercise_is_found_by_its_file(tmp_path):
    exercise = load_exercise("two-link-reach")
    made = AttemptFactory(exercise.file, exercise.folder, "command", 0, None)
    attempted = Attempted(tmp_path, exercise, made)
    account = attempted.go(0.2)
    assert account.record == "" and len(account.stages) == 5
    assert attempted.session.files[f"exercises/{exercise.file.name}"] == exercise.file.read_bytes()
    attempted.attended.close("ended")


class Failing:
    """Fails when it is asked."""

    def frames(self, first, rows):
        raise ZeroDivisionError("by chance")

    def command(self, tick, command):
        pass

    event = keyframe = account = close = command


def test_an_attendant_that_fails_is_told_of_and_dismissed(tmp_path):
    exercise = written(tmp_path)
    attempted = Attempted(tmp_path, exercise, lambda session: Failing())
    attempted.session.advance(3)
    failed = [event for event in attempted.session.events if event.kind == "observer-failed"]
    assert [event.text for event in failed] == ["Failing failed: ZeroDivisionError('by chance')"]
    assert attempted.attended.news() is None
