"""The loop of a real-time session, in this process and on a clock of the test's own."""

import math
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest

from pult.realtime import runner
from pult.realtime.frames import FrameReader
from pult.realtime.requests import (
    AskStatus,
    ConnectOperator,
    DisconnectOperator,
    Heartbeat,
    ReplyLetter,
    SessionStatus,
    Start,
    State,
    Step,
)
from pult.realtime.runner import IDLE, MAX_REQUESTS, Runner, RunnerContext
from pult.sim.commands import Arm, Command, Input, LoseLink, Reset, SetParameter, Stop
from pult.sim.listener import Event, Listener
from pult.sim.open import open_session
from pult.sim.safety import STILL
from tests.realtime.support import SETUP, ask, runner_context


@pytest.fixture
def context(tmp_path):
    with runner_context(open_session(SETUP, plain=True), tmp_path) as made:
        yield made


def run_for(context: RunnerContext, steps: int) -> Runner:
    """Run until so many control steps are done."""
    runner = Runner(context)

    class Count(Listener):
        def frames(self, first: int, rows: object) -> None:
            runner.end = context.session.tick >= steps

    context.session.listen(Count())
    runner.run()
    return runner


def test_a_flood_of_requests_is_spread_over_control_steps_in_its_order(context, monkeypatch):
    monkeypatch.setattr(runner, "IDLE", math.inf)
    context.pacer.period = 1e9  # time is no limit here, only their number
    ask(context, Start(), *[AskStatus()] * 300)
    run_for(context, 6)
    replies = context.mail.of(ReplyLetter)
    assert [reply.id for reply in replies] == list(range(301))
    ticks = [reply.open(SessionStatus).value.tick for reply in replies[1:]]
    assert [ticks.count(tick) for tick in range(5)] == [MAX_REQUESTS - 1, *[MAX_REQUESTS] * 3, 300 - 255]


def test_requests_that_take_long_leave_time_for_control_steps(context):
    context.pacer.period = 0.0  # none is left after the first
    ask(context, Start(), *[AskStatus()] * 5)
    run_for(context, 6)
    assert [reply.open(SessionStatus).value.tick for reply in context.mail.of(ReplyLetter)[1:]] == [1, 2, 3, 4, 5]


def test_who_has_an_answer_sees_in_the_newest_frame_what_was_done(context, monkeypatch):
    monkeypatch.setattr(runner, "IDLE", math.inf)
    reader = FrameReader(context.writer.name)
    seen = []
    send = context.mail.send

    def watched(data: bytes) -> bool:
        frame = reader.newest()
        seen.append(frame and (frame.tick, frame.status.state))
        return send(data)

    context.mail.send = watched
    context.pacer.period = 1e9  # both are carried out before the next step, however slow this machine
    ask(context, Step(steps=3), Start())
    run_for(context, 4)
    assert [type(said) for said in context.mail.sent] == [State, State, ReplyLetter, ReplyLetter]
    assert seen[2:] == [(4, "running"), (4, "running")]


def test_if_nobody_reads_the_answers_nothing_more_is_carried_out(context):
    context.mail.waiting = 10**6
    ask(context, Stop())
    runner = Runner(context)
    assert not runner._carry_out_requests()
    context.mail.waiting = 0
    assert runner._carry_out_requests() and context.session.safety.stopped


def test_a_stall_and_a_record_that_fails_are_told_once(context):
    runner = Runner(context)
    context.recording = SimpleNamespace(problem="the disk is full.", path="run.mcap")
    context.pacer.stall = 2.5
    for _ in range(3):
        runner._judged = -1e9
        runner._do_periodic_work()
    told = [(event.kind, event.text) for event in context.mail.of(Event)]
    assert told == [
        ("stall", "2.50 s were lost: the machine was busy or asleep"),
        ("record-problem", "the disk is full."),
    ]


def watch(runner: Runner, seconds: float) -> None:
    """Look at the operator for a while."""
    for _ in range(round(seconds / 0.01)):
        runner._context.pacer._clock.now += 0.01
        runner._watch_operator()


def test_a_robot_whose_operator_is_silent_does_not_stay_armed(context):
    runner = Runner(context)
    reasons = context.session.safety.reasons
    ask(context, ConnectOperator())
    runner._carry_out_requests()
    watch(runner, 1.0)
    assert "link" not in reasons, "nothing moves while it is paused"
    ask(context, Start())
    runner._carry_out_requests()
    runner._watch_operator()
    assert "link" in reasons, "stopped before the first step"
    ask(context, Reset())
    runner._carry_out_requests()
    assert "link" in context.session.safety.reasons, "a reset does not arm"
    ask(context, Arm())
    runner._carry_out_requests()
    assert "link" not in context.session.safety.reasons
    runner._watch_operator()
    assert "link" in context.session.safety.reasons
    context.link.hear()
    ask(context, Arm())
    runner._carry_out_requests()
    runner._watch_operator()
    assert "link" not in context.session.safety.reasons


def test_a_hiccup_puts_the_stick_to_neutral_and_leaves_the_robot_live(context):
    runner = Runner(context)
    ask(context, ConnectOperator(), Start())
    ask(context, Input(values={"enable": True, "joystick": [0, 1, 0]}), operator=True)
    runner._carry_out_requests()
    runner._watch_operator()
    panel = context.session.panel
    assert panel.get("joystick") == [0, 1, 0]
    watch(runner, 0.3)
    assert panel.get("joystick") == [0, 0, 0] and panel.enabled and not context.session.safety.stopped
    ask(context, Heartbeat(), operator=True)
    watch(runner, 0.1)
    told = [(event.kind, event.data) for event in context.mail.of(Event)]
    assert [kind for kind, _ in told] == ["link-late", "link-back"]
    assert told[0][1]["cause"] == "network" and 0.25 < told[0][1]["seconds"] < 0.3
    assert not context.session.safety.stopped
    watch(runner, 0.6)
    assert context.session.safety.reasons["link"].startswith("no signal from the operator's page for 0.4")


def test_a_session_whose_operator_has_gone_stands_still_once_its_robot_does(context):
    ask(context, ConnectOperator(), Start(), DisconnectOperator(cause="closed"))
    runner = Runner(context)
    for _ in range(200):
        runner._carry_out_requests()
        if runner.state != "running":
            break
        context.pacer.wait()
        runner._step()
        runner._pause_if_deserted()
    assert runner.state == "ready"
    told = context.mail.of(Event)
    assert [event.kind for event in told][-2:] == ["at-rest", "deserted"] and told[0].data["cause"] == "closed"
    assert told[-1].tick - told[-2].tick <= 1 and context.session.time < context.session.panel.panel.stop_time + STILL


def test_a_panel_that_was_taken_over_goes_on_with_the_new_operator(context):
    runner = Runner(context)
    ask(context, ConnectOperator(), Start(), DisconnectOperator(cause="taken"))
    ask(context, ConnectOperator())
    runner._carry_out_requests()
    for _ in range(100):
        context.link.hear()
        context.pacer.wait()
        runner._watch_operator()
        runner._step()
        runner._pause_if_deserted()
    assert runner.state == "running" and "link" in context.session.safety.reasons


def run_beside(context: RunnerContext, act, until) -> Runner:
    """Run, and act each time that the runner sleeps, until something holds or 50 s have passed."""
    runner = Runner(context)
    slept = context.pacer._sleep

    def sleep(seconds: float) -> None:
        slept(seconds)
        act()
        if until() or context.pacer._clock.now > 50.0:
            raise Enough

    context.pacer._sleep = sleep
    with suppress(Enough):
        runner.run()
    return runner


class Enough(Exception):
    """What a test waits for has come."""


def stops(context: RunnerContext) -> list[Stop | LoseLink]:
    """Commands that stop the robot, as they are recorded."""
    found: list[Stop | LoseLink] = []

    class Collect(Listener):
        def command(self, tick: int, command: Command) -> None:
            if isinstance(command, (Stop, LoseLink)):
                found.append(command)

    context.session.listen(Collect())
    return found


def test_a_stop_is_carried_out_between_two_physics_steps_of_a_long_control_step(context):
    context.pacer.period = 100.0  # 20 s of the test's clock for each of five physics steps
    found = stops(context)
    ask(context, Start())

    def stop_once() -> None:
        if context.session.physics_steps_done == 1 and not context.session.safety.stopped:
            ask(context, Stop())

    run_beside(context, stop_once, lambda: context.session.safety.stopped)
    assert context.session.tick == 0 and [stop.after for stop in found] == [1]
    assert context.pacer._clock.now < 0.1


def test_an_operator_lost_in_the_middle_of_a_long_control_step_stops_the_robot_there(context):
    context.pacer.period = 100.0
    found = stops(context)
    ask(context, ConnectOperator(), Start())
    run_beside(context, lambda: None, lambda: context.session.safety.stopped)
    assert context.session.tick == 0 and [stop.after for stop in found] == [1]
    assert context.pacer._clock.now < 0.6  # 0.25 s of patience, and 0.7 of it more


def test_a_control_step_that_takes_long_to_compute_is_done_in_parts(context):
    """The machine is slow: physics steps of 50 ms; the stop does not wait for the other four."""
    found, advance, session = stops(context), context.session.advance_part, context.session
    runner = Runner(context)
    runner._cost = 0.05

    def slow(count: int) -> bool:
        assert count == 1
        if session.tick == 3 and session.physics_steps_done == 2:
            ask(context, Stop())
        runner.end = session.tick >= 4
        done = advance(count)
        time.sleep(IDLE)  # what a part may take is measured
        return done

    session.advance_part = slow
    ask(context, Start())
    runner.run()
    assert [stop.after for stop in found] == [3]


def test_what_is_asked_in_the_middle_of_a_control_step_waits_for_its_end(context):
    context.pacer.period = 100.0
    ask(context, Start())
    seen = []

    def ask_once() -> None:
        if context.session.physics_steps_done == 1 and not seen:
            ask(context, SetParameter(name="rate.k", value=0.5))
            seen.append(context.session.program.get("rate.k"))

    run_beside(context, ask_once, lambda: context.pacer._clock.now > 40.0)
    assert seen == [0.6] and context.session.program.get("rate.k") == 0.6 and context.session.physics_steps_done > 1


def test_an_operator_lost_while_the_session_is_halted_is_lost_after_the_reset(context):
    runner = Runner(context)
    ask(context, ConnectOperator())
    runner._carry_out_requests()
    context.session.halted = runner.reason = "a test"
    runner.state = "halted"
    watch(runner, 1.0)
    ask(context, Reset())
    runner._carry_out_requests()
    assert runner.state == "ready"
    ask(context, Start())
    runner._carry_out_requests()
    runner._watch_operator()
    assert "link" in context.session.safety.reasons
