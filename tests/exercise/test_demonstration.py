"""Demonstrations: a pilot in a live session, paced on a clock of the test's own."""

import dataclasses
import math

import pytest

from pult.exercise.exercise import load_exercise
from pult.exercise.observer import AttemptFactory
from pult.exercise.run import drive, open_attempt
from pult.pilot import find_pilot
from pult.realtime.observer import ObserverGuard
from pult.realtime.requests import (
    ConnectOperator,
    Demonstrate,
    DisconnectOperator,
    Pause,
    ReplyLetter,
    Speed,
    Start,
    TakeOver,
)
from pult.realtime.runner import Runner
from pult.record import read_record
from pult.sim.commands import Arm, Input, Reset, Stop
from pult.sim.listener import Event
from pult.sim.open import open_session
from tests.exercise.observing import written
from tests.realtime.support import ask, runner_context, wait_for

EXERCISE, SEED = "two-link-reach", 5


class Shown:
    """A live session of an exercise, and the loop that runs it."""

    def __init__(self, context, judge, records):
        self.context, self.judge, self.session, self.records = context, judge, context.session, records
        self.clock = context.pacer._clock
        self.runner = Runner(context)

    def ask(self, *requests):
        """Ask, and carry out; returns the errors of the replies."""
        before = len(self.context.mail.of(ReplyLetter))
        ask(self.context, *requests)
        while self.runner._carry_out_requests():
            self.runner._send_replies()
        return [reply.error for reply in self.context.mail.of(ReplyLetter)[before:]]

    def run(self, until=math.inf):
        """Run until this time of the session [s], or until it is paused."""
        while self.runner.state == "running" and self.session.time < until:
            if self.context.pacer.wait():
                self.runner._step()

    def stick(self):
        return self.session.panel.get("joystick")

    @property
    def account(self):
        return self.judge.account()


@pytest.fixture
def shown(tmp_path):
    exercise = load_exercise(EXERCISE)
    session = open_session(exercise.setup("command", SEED), exercise.folder)
    judge = AttemptFactory(exercise.file, exercise.folder, "command", SEED, tmp_path / "records", "Ann")(session)
    with runner_context(session, tmp_path) as context:
        context.observer = ObserverGuard(session, judge, context.pacer._clock)
        yield Shown(context, judge, tmp_path / "records")
        judge.close("ended")


def test_at_any_speed_and_with_pauses_it_is_the_attempt_of_the_pilot_to_the_last_bit(shown):
    assert shown.ask(Speed(factor=0.25), Demonstrate(), Start()) == [""] * 3
    begun = shown.clock.now
    shown.run(4.0)
    assert shown.clock.now - begun == pytest.approx(16.0, abs=0.05), "a quarter of the speed takes four times as long"
    shown.ask(Pause())
    at, stopped = shown.session.tick, shown.stick()
    shown.run()
    assert (shown.session.tick, shown.stick()) == (at, stopped), "nothing moves while it is paused"
    assert shown.ask(Speed(factor=1.0), Start()) == ["", ""]
    begun, seen, since = shown.clock.now, [], shown.session.time
    while shown.runner.state == "running":
        shown.run(shown.session.time + 1.0)
        seen.append(any(shown.stick()))
    assert any(seen), "the stick of the panel moves as the pilot moves it"
    assert shown.clock.now - begun == pytest.approx(shown.session.time - since, abs=0.05)
    rows = shown.judge.attempt.rows
    headless = open_attempt(load_exercise(EXERCISE), "command", SEED)
    drive(headless, find_pilot(EXERCISE, "command"), SEED)
    assert (rows == headless.rows[: len(rows)]).all() and len(rows) > len(headless.rows) - 5
    account = shown.account
    assert (account.state, account.success, account.pilot, account.taken_over) == ("done", True, "command", None)
    assert shown.stick() == [0, 0, 0], "it leaves the panel at neutral, and time stands until somebody goes on"
    assert wait_for(lambda: shown.account.score is not None)
    assert shown.account.score == headless.score().points
    assert read_record(shown.records / shown.account.record).header.pilot == "command"


def test_whoever_takes_over_goes_on_from_this_very_state_with_the_stick_at_neutral(shown):
    shown.ask(Demonstrate(pilot="command"), Start())
    refused = shown.ask(Input(values={"joystick": [1, 0, 0]}))
    assert "Take over first" in refused[0]
    while not any(shown.stick()):
        shown.run(shown.session.time + 0.1)
    tick, row, joints = shown.session.tick, shown.session.row.copy(), shown.session.panel.get("joints")
    assert shown.ask(TakeOver()) == [""]
    assert shown.session.tick == tick and (shown.session.row == row).all()
    assert shown.stick() == [0, 0, 0] and shown.session.panel.get("joints") == joints
    assert shown.ask(Input(values={"joystick": [0.5, 0, 0]})) == [""]
    shown.run(shown.session.time + 1.0)
    assert shown.stick() == [0.5, 0, 0], "the pilot has left the panel"
    account = shown.account
    assert (account.state, account.pilot) == ("running", "command")
    assert account.taken_over == pytest.approx(tick * shown.session.dt, abs=0.02)
    assert "no pilot" in shown.ask(TakeOver())[0]
    shown.ask(Pause(), Reset())
    assert (shown.account.pilot, shown.account.taken_over) == ("", None), "the next attempt is one's own"
    assert wait_for(lambda: shown.account.last)
    [record] = [read_record(path) for path in shown.records.glob("*.mcap")]
    assert record.header.pilot == "command" and record.result["taken_over"] == account.taken_over


def test_a_stop_stops_the_robot_and_ends_the_demonstration(shown):
    shown.ask(Demonstrate(), Start())
    while not any(shown.stick()):
        shown.run(shown.session.time + 0.1)
    shown.ask(Pause(), Stop())
    assert shown.session.safety.stopped and not shown.judge.demonstrates
    assert shown.ask(Arm()) == [""], "the pilot has let go of the stick"
    assert shown.account.taken_over is not None
    shown.ask(Start())
    shown.run(shown.session.time + 1.0)
    assert shown.stick() == [0, 0, 0]


def test_without_a_spectator_it_waits_and_a_window_beside_does_not_matter(shown):
    shown.ask(ConnectOperator(), Demonstrate(), Start())

    def away(hand, seconds):
        for _ in range(round(seconds / 0.01)):
            shown.clock.now += 0.01
            shown.context.link.hear(shown.context.link._sign._replace(hand=hand))
            shown.runner._watch_operator()

    away("focus", 1.0)
    assert shown.runner.state == "running"
    away("here", 0.1)
    away("hidden", 1.0)
    assert shown.runner.state == "ready" and shown.judge.demonstrates and not shown.session.safety.stopped
    away("here", 0.1)
    assert shown.ask(Start()) == [""]
    shown.run(1.0)
    assert not shown.session.safety.stopped
    shown.ask(DisconnectOperator(cause="closed"))
    assert shown.session.safety.stopped and not shown.judge.demonstrates


def test_what_cannot_be_shown_is_refused_with_words(shown, tmp_path):
    assert "no pilot 'nobody'" in shown.ask(Demonstrate(pilot="nobody"))[0]
    [refused] = shown.ask(Demonstrate(pilot="semi-automatic"))
    assert "cannot do 'two-link-reach' in the variant 'command'" in refused
    shown.ask(Start())
    shown.run(0.1)
    assert "Reset the session" in shown.ask(Demonstrate())[0]
    shown.ask(Reset(), Demonstrate())
    assert shown.account.pilot == "command"
    own = written(tmp_path)
    judge = AttemptFactory(own.file, own.folder, "command")(open_session(own.setup("command", 0), own.folder))
    with pytest.raises(Exception, match="no pilot knows"):
        judge.demonstrate("")


def test_a_pilot_that_fails_leaves_the_panel_and_the_attempt_goes_on(shown):
    pilot = find_pilot(EXERCISE, "command")

    class Failing:
        def __init__(self):
            self.policy = pilot.policy()

        def act(self, view):
            if view.time > 2.0:
                raise ValueError("lost the thread")
            return self.policy.act(view)

    shown.ask(Demonstrate())
    shown.judge._demonstration.pilot = dataclasses.replace(pilot, policy=Failing)
    shown.ask(Start())
    shown.run()
    assert shown.runner.state == "ready" and shown.account.state == "running"
    [event] = [event for event in shown.context.mail.of(Event) if event.kind == "demo-failed"]
    assert "lost the thread" in event.text and shown.stick() == [0, 0, 0]
