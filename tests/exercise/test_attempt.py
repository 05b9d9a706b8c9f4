"""The life of an attempt: waiting, running, done; the same for a session that runs freely and for a live one."""

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pult.core.errors import PultError
from pult.exercise.account import AttemptAccount, waiting_account
from pult.exercise.attempt import Attempt
from pult.exercise.observer import AttemptFactory
from pult.exercise.run import open_attempt
from pult.realtime.observer import ObserverGuard
from pult.record import read_record
from pult.record.replay import complete_rows, reopened
from pult.sim.commands import Input, Reset, Restore
from pult.sim.open import open_session
from tests.exercise.observing import MOVING, REPORT, attend, written
from tests.sim.lab import assert_same_bits

SCRIPT = {0: {"enable": True}, 40: MOVING, 70: REPORT}
"""What the operator does, by ticks since the attempt began."""


def drive(session, ticks, step):
    for tick in range(ticks):
        if tick in SCRIPT:
            session.apply(Input(values=SCRIPT[tick]))
        step()


def test_a_free_run_and_a_live_one_are_judged_scored_and_recorded_alike(tmp_path):
    exercise = written(tmp_path, start={"settle": 0.3})
    free = open_attempt(exercise, "command", 3)
    free.record(tmp_path / "free.mcap")
    drive(free.session, 120, lambda: free.session.advance(1))
    rows, found, result = free.rows, free.score(), free.finish()

    session = open_session(exercise.setup("command", 3), exercise.folder)
    guard = ObserverGuard(session, attend(exercise, tmp_path)(session))
    judge = guard.observer

    def step():
        guard.before_step()
        session.advance(1)

    for _ in range(30):
        step()
    drive(session, 120, step)
    judge.close("ended")
    account = judge.account()
    for name in ("time", "success", "reason", "points"):
        assert getattr(account.last, name) == getattr(result, name)
    assert result.success and result.points == found.points == account.score
    assert msgspec.structs.replace(account, last=None, record="") == msgspec.structs.replace(free.account(), record="")

    one, two = read_record(tmp_path / "free.mcap"), read_record(tmp_path / "records" / account.last.record)
    both = min(len(one.rows), len(two.rows))
    assert_same_bits(one.rows[:both], two.rows[:both])
    told = {"success", "reason", "score", "exercise", "variant", "pilot", "seed"}
    assert {k: one.result[k] for k in told} == {k: two.result[k] for k in told}
    with reopened(two) as again:
        whole = complete_rows(two, again)
    columns = [i for c in again.channels for i in range(c.start, c.stop)]
    np.testing.assert_allclose(whole[:, columns], rows[: len(whole)][:, columns], atol=1e-12)


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """A session for all examples, and its exercise."""
    folder = tmp_path_factory.mktemp("life")
    exercise = written(folder)
    return exercise, open_session(exercise.setup("command", 3), exercise.folder)


DEEDS = st.lists(st.sampled_from(["step", "steps", "move", "report", "reset", "restore", "account"]), max_size=14)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=DEEDS)
def test_whatever_happens_an_attempt_waits_runs_and_is_over_once(lab, deeds):
    exercise, session = lab
    session.listeners.clear()
    session.apply(Reset())
    guard = ObserverGuard(session, AttemptFactory(exercise.file, exercise.folder, "command", 3)(session))
    judge, saved = guard.observer, session.snapshot().to_bytes()
    before: Attempt = judge.attempt
    order, begun, results = ["waiting", "running", "done"], 0, []
    for deed in deeds:
        known, since = before.state, before.reason
        if deed in ("step", "steps"):
            for _ in range(1 if deed == "step" else 90):
                guard.before_step()
                session.advance(1)
        elif deed in ("move", "report"):
            session.apply(Input(values={"enable": True, **(MOVING if deed == "move" else REPORT)}))
        elif deed in ("reset", "restore"):
            session.apply(Reset() if deed == "reset" else Restore(state=saved))
        assert guard.observer is judge, "nothing failed"
        assert order.index(before.state) >= order.index(known)
        assert known != "done" or before.reason == since, "why it is over does not change"
        assert (before.state == "done") == bool(before.reason)
        if before is not judge.attempt:
            assert deed == "reset"
            begun += before.state != "waiting"
            before = judge.attempt
        account = judge.account()
        assert account.attempt == begun + (before.state != "waiting") and account.state == before.state
        results.append(account.last)
    judge.close("ended")
    last = judge.account().last
    assert (last is None) == (begun == 0 and before.state == "waiting")
    numbers = [one.attempt for one in results if one is not None]
    assert numbers == sorted(numbers)


def test_a_halt_fails_an_attempt_whatever_was_reached(tmp_path):
    attempt = open_attempt(written(tmp_path), "command", 3, plain=True, begin=False)
    attempt.halt()
    assert (attempt.state, attempt.reason, attempt.time) == ("done", "halted", 0.0)
    result = attempt.finish()
    assert not result.success and result.reason == "halted" and attempt.found.reason == "running"


def test_without_an_exercise_nothing_is_judged_or_kept(tmp_path):
    exercise = written(tmp_path)
    session = open_session(exercise.setup("command", 3), exercise.folder, plain=True)
    attempt = Attempt(session, None, {})
    attempt.settle()
    session.advance(5)
    assert len(attempt.rows) == 1 and attempt.account().state == "free"
    with pytest.raises(PultError, match="without an exercise there is no score"):
        attempt.score()
    attempt.end("ended")
    assert attempt.finish().score_missing == "" and attempt.finish().points is None


def test_the_account_comes_through_bytes_and_the_waiting_one_is_that_of_an_attempt_before_it_begins(tmp_path):
    exercise = written(tmp_path)
    attempt = open_attempt(exercise, "command", 3, plain=True, begin=False)
    waiting = attempt.account()
    assert waiting == waiting_account(exercise.document)
    attempt.settle()
    for account in (waiting, attempt.account()):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(account), type=AttemptAccount) == account
