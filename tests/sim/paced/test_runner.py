"""The loop of a session at pace, in this process and on a clock of the test's own."""

import math
from multiprocessing import get_context
from types import SimpleNamespace

import msgspec
import pytest

from pult.sim.open import open_session
from pult.sim.paced import memory, runner
from pult.sim.paced.frames import FrameReader, FrameWriter
from pult.sim.paced.inbox import Inbox
from pult.sim.paced.link import OperatorLink
from pult.sim.paced.pacing import Pacer
from pult.sim.paced.requests import Answer, Letter, Reply, State, Told
from pult.sim.paced.runner import MOST_REQUESTS, Gear, Runner
from pult.sim.paced.signs import SignReader, new_cell
from pult.sim.record import RollingBuffer
from pult.sim.recording import record_header
from pult.sim.safety import STILL
from tests.sim.paced.support import SETUP


class Post:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[object] = []
        self.dropped = self.waiting = 0

    def send(self, data: bytes) -> bool:
        self.sent.append(msgspec.msgpack.decode(data, type=Answer))
        return True

    tell = send

    def of(self, kind: type) -> list:
        return [said for said in self.sent if isinstance(said, kind)]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def gear(tmp_path):
    session = open_session(SETUP, plain=True)
    clock, post = Clock(), Post()
    link = OperatorLink(0.25, clock)
    writer = FrameWriter(memory.new_name(), session.channels.size)
    buffer = RollingBuffer(1.0, record_header(session))
    pacer = Pacer(session.dt, clock=clock, sleep=clock.sleep)
    signs = SignReader(new_cell(get_context("spawn")), link)
    yield Gear(session, post, Inbox(link), signs, link, pacer, writer, buffer, tmp_path, None)
    writer.close()


def ask(gear: Gear, *requests: object, operator: bool = False) -> None:
    for number, request in enumerate(requests):
        gear.inbox.put(msgspec.msgpack.encode(Letter(number, operator, request)))


def run_for(gear: Gear, steps: int) -> Runner:
    """Run until so many control steps are done."""
    runner = Runner(gear)
    advance = gear.session.advance

    def counted(count: int) -> None:
        advance(count)
        runner.end = gear.session.tick >= steps

    gear.session.advance = counted
    runner.run()
    return runner


def test_a_flood_of_requests_is_spread_over_control_steps_in_its_order(gear, monkeypatch):
    monkeypatch.setattr(runner, "IDLE", math.inf)
    gear.pacer.period = 1e9  # time is no limit here, only their number
    ask(gear, {"do": "start"}, *[{"do": "status"}] * 300)
    run_for(gear, 6)
    replies = gear.mail.of(Reply)
    assert [reply.id for reply in replies] == list(range(301))
    ticks = [reply.value["tick"] for reply in replies[1:]]
    assert [ticks.count(tick) for tick in range(5)] == [MOST_REQUESTS - 1, *[MOST_REQUESTS] * 3, 300 - 255]


def test_requests_that_take_long_leave_time_for_control_steps(gear):
    gear.pacer.period = 0.0  # none is left after the first
    ask(gear, {"do": "start"}, *[{"do": "status"}] * 5)
    run_for(gear, 6)
    assert [reply.value["tick"] for reply in gear.mail.of(Reply)[1:]] == [1, 2, 3, 4, 5]


def test_who_has_an_answer_sees_in_the_newest_frame_what_was_done(gear, monkeypatch):
    monkeypatch.setattr(runner, "IDLE", math.inf)
    reader = FrameReader(gear.writer.name)
    seen = []
    send = gear.mail.send

    def watched(data: bytes) -> bool:
        frame = reader.newest()
        seen.append(frame and (frame.tick, frame.status.state))
        return send(data)

    gear.mail.send = watched
    gear.pacer.period = 1e9  # both are carried out before the next step, however slow this machine
    ask(gear, {"do": "step", "steps": 3}, {"do": "start"})
    run_for(gear, 4)
    assert [type(said) for said in gear.mail.sent] == [State, State, Reply, Reply]
    assert seen[2:] == [(4, "running"), (4, "running")]


def test_if_nobody_reads_the_answers_nothing_more_is_carried_out(gear):
    gear.mail.waiting = 10**6
    ask(gear, {"do": "stop"})
    runner = Runner(gear)
    assert not runner._carry_out_requests()
    gear.mail.waiting = 0
    assert runner._carry_out_requests() and gear.session.safety.stopped


def test_a_stall_and_a_record_that_fails_are_told_once(gear):
    runner = Runner(gear)
    gear.recording = SimpleNamespace(problem="the disk is full.", path="run.mcap")
    gear.pacer.stall = 2.5
    for _ in range(3):
        runner._judged = -1e9
        runner._look_around()
    told = [(event.kind, event.text) for event in gear.mail.of(Told)]
    assert told == [
        ("stall", "2.50 s were lost: the machine was busy or asleep"),
        ("record-problem", "the disk is full."),
    ]


def watch(runner: Runner, seconds: float) -> None:
    """Look at the operator for a while."""
    for _ in range(round(seconds / 0.01)):
        runner._gear.pacer._clock.now += 0.01
        runner._watch_operator()


def test_a_robot_whose_operator_is_silent_does_not_stay_armed(gear):
    runner = Runner(gear)
    reasons = gear.session.safety.reasons
    ask(gear, {"do": "connect-operator"})
    runner._carry_out_requests()
    watch(runner, 1.0)
    assert "link" not in reasons, "nothing moves while it is paused"
    ask(gear, {"do": "start"})
    runner._carry_out_requests()
    runner._watch_operator()
    assert "link" in reasons, "stopped before the first step"
    ask(gear, {"do": "reset"})
    runner._carry_out_requests()
    assert "link" in gear.session.safety.reasons, "a reset does not arm"
    ask(gear, {"do": "arm"})
    runner._carry_out_requests()
    assert "link" not in gear.session.safety.reasons
    runner._watch_operator()
    assert "link" in gear.session.safety.reasons
    gear.link.hear()
    ask(gear, {"do": "arm"})
    runner._carry_out_requests()
    runner._watch_operator()
    assert "link" not in gear.session.safety.reasons


def test_a_hiccup_puts_the_stick_to_neutral_and_leaves_the_robot_live(gear):
    runner = Runner(gear)
    ask(gear, {"do": "connect-operator"}, {"do": "start"})
    ask(gear, {"do": "input", "values": {"enable": True, "joystick": [0, 1, 0]}}, operator=True)
    runner._carry_out_requests()
    runner._watch_operator()
    panel = gear.session.panel
    assert panel.get("joystick") == [0, 1, 0]
    watch(runner, 0.3)
    assert panel.get("joystick") == [0, 0, 0] and panel.enabled and not gear.session.safety.stopped
    ask(gear, {"do": "heartbeat"}, operator=True)
    watch(runner, 0.1)
    told = [(event.kind, event.data) for event in gear.mail.of(Told)]
    assert [kind for kind, _ in told] == ["link-late", "link-back"]
    assert told[0][1]["cause"] == "network" and 0.25 < told[0][1]["seconds"] < 0.3
    assert not gear.session.safety.stopped
    watch(runner, 0.6)
    assert gear.session.safety.reasons["link"].startswith("no signal from the operator's page for 0.4")


def test_a_session_whose_operator_has_gone_stands_still_once_its_robot_does(gear):
    ask(gear, {"do": "connect-operator"}, {"do": "start"}, {"do": "disconnect-operator", "cause": "closed"})
    runner = Runner(gear)
    for _ in range(200):
        runner._carry_out_requests()
        if runner.state != "running":
            break
        gear.pacer.wait()
        runner._step()
        runner._pause_if_deserted()
    assert runner.state == "ready"
    told = gear.mail.of(Told)
    assert [event.kind for event in told][-2:] == ["at-rest", "deserted"] and told[0].data["cause"] == "closed"
    assert told[-1].tick - told[-2].tick <= 1 and gear.session.time < gear.session.panel.panel.stop_time + STILL


def test_a_panel_that_was_taken_over_goes_on_with_the_new_operator(gear):
    runner = Runner(gear)
    ask(gear, {"do": "connect-operator"}, {"do": "start"}, {"do": "disconnect-operator", "cause": "taken"})
    ask(gear, {"do": "connect-operator"})
    runner._carry_out_requests()
    for _ in range(100):
        gear.link.hear()
        gear.pacer.wait()
        runner._watch_operator()
        runner._step()
        runner._pause_if_deserted()
    assert runner.state == "running" and "link" in gear.session.safety.reasons


def test_a_stop_is_carried_out_while_a_long_control_step_is_waited_for(gear):
    gear.pacer.period = 100.0  # nothing else may be what ends the wait
    ask(gear, {"do": "start"})
    runner = Runner(gear)
    slept = gear.pacer._sleep

    def sleep(seconds: float) -> None:
        slept(seconds)
        if gear.session.tick == 1 and not gear.session.safety.stopped:
            ask(gear, {"do": "stop"})
        runner.end = gear.session.safety.stopped or gear.pacer._clock.now > 50.0

    gear.pacer._sleep = sleep
    runner.run()
    assert gear.session.safety.stopped and gear.pacer._clock.now < 0.1

def test_an_operator_lost_while_the_session_is_halted_is_lost_after_the_reset(gear):
    runner = Runner(gear)
    ask(gear, {"do": "connect-operator"})
    runner._carry_out_requests()
    gear.session.halted = runner.reason = "a test"
    runner.state = "halted"
    watch(runner, 1.0)
    ask(gear, {"do": "reset"})
    runner._carry_out_requests()
    assert runner.state == "ready"
    ask(gear, {"do": "start"})
    runner._carry_out_requests()
    runner._watch_operator()
    assert "link" in gear.session.safety.reasons
