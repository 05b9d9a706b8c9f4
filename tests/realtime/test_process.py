"""A real-time session in a process of its own, as those see it who started it."""

import os
import re
import signal
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import PultError, UsageError
from pult.realtime import FrameReader, SessionProcess, read_request
from pult.realtime.requests import AskStatus, ConnectOperator, DisconnectOperator, Pause, Speed, Start, Step
from pult.record import read_record
from pult.sim.commands import Arm, CommandRefused, Input, Push, Reset, SetParameter, Stop
from pult.sim.open import open_session
from tests.realtime.support import SETUP, SOON, assert_same_bits, rerun, wait_for

MOVE = Input(values={"joints": ["shoulder"], "joystick": [1, 0, 0]})


def until(process, kind):
    """Events up to the first of this kind."""
    found = []
    assert wait_for(lambda: found.extend(process.events()) or any(e.kind == kind for e in found)), found
    return found


def test_it_tells_what_it_is(process):
    session = open_session(SETUP, plain=True)
    assert process.channels.names == session.channels.names
    assert list(process.channels) == list(session.channels)
    said = process.described
    assert (said.dt, said.link_timeout, said.stop_time, said.native) == (0.01, 0.25, 0.5, True)
    np.testing.assert_array_equal(process.reader().newest().row[1:], session.row[1:])


def test_it_stands_still_until_it_is_started_and_after_it_is_paused(process):
    reader = process.reader()
    tick = reader.newest().tick
    assert process.state == "ready"
    time.sleep(0.1)
    assert reader.newest().tick == tick
    assert process.ask(Start()).ok and process.wait_state("running")
    assert wait_for(lambda: reader.newest().tick > tick + 10)
    assert reader.newest().status.state == "running"
    assert process.ask(Pause()).ok and process.wait_state("ready")
    tick = reader.newest().tick
    time.sleep(0.1)
    assert reader.newest().tick == tick
    assert wait_for(lambda: reader.age < 0.1)  # paused, but alive


def test_single_steps_are_done_at_once(process):
    reader = process.reader()
    tick = reader.newest().tick
    assert process.ask(Step()).value == tick + 1
    assert process.ask(Step(steps=100)).value == tick + 101
    assert reader.newest().tick == tick + 101
    refused = process.ask(Step(steps=101))
    assert not refused.ok and "1 to 100 steps" in refused.error


def test_simulated_time_keeps_to_the_speed_and_never_runs_ahead(process):
    reader = process.reader()
    for speed in (4.0, 0.25):
        assert process.ask(Speed(factor=speed)).ok
        first = reader.newest().tick
        begun = time.monotonic()
        assert process.ask(Start()).ok
        time.sleep(0.5)
        assert process.ask(Pause()).ok
        done = (process.ask(AskStatus()).value.tick - first) * 0.01
        assert 0 < done <= speed * (time.monotonic() - begun) + 0.02
    status = process.ask(AskStatus()).value
    assert status.speed == 0.25 and status.state == "ready"
    refused = process.ask(Speed(factor=5))
    assert refused.error == "the speed must be from 0.25 to 4 times real time, not 5."


def test_an_input_reaches_the_robot_and_a_snapshot_brings_it_back(process):
    reader, channels = process.reader(), process.channels
    state = process.snapshot()
    before = reader.newest().row[channels["qpos"].place]
    assert process.ask(MOVE).ok
    process.ask(Step(steps=50))
    moved = reader.newest()  # after an answer, the newest frame shows what was done
    assert moved.row[channels["qpos"].place][0] != before[0]
    assert process.restore(state).ok
    np.testing.assert_array_equal(reader.newest().row[channels["qpos"].place], before)
    assert reader.newest().tick == moved.tick  # ticks never go back
    assert not process.restore(b"nonsense").ok


def test_what_is_wrong_is_answered_with_advice(process):
    for request, advice in (
        ({"do": "strat"}, "Did you mean 'start'?"),
        ({"do": "push", "body": "upper", "force": [1, 2], "duration": 1}, "must have 3 entries"),
        ({"do": "speed"}, "factor"),
        ({}, "do"),
        ([1, 2], "must be an object"),
        (object(), "must be an object"),
        (10**40, "must be an object"),
    ):
        with pytest.raises(CommandRefused, match=re.escape(advice)):
            read_request(request)
    for request, advice in (
        (Input(values={"joystik": [0, 0, 0]}), "Did you mean 'joystick'?"),
        (Push(body="upper", force=[1, 2], duration=1), "Expected `array` of length >= 3"),
        (Input(values={"joystick": object()}), "not plain data"),
        (Input(values={"joystick": 10**40}), "not plain data"),
        (Input(values={"joystick": "\ud800"}), "not plain data"),
    ):
        reply = process.ask(request)
        assert not reply.ok and advice in reply.error, (request, reply)
        with pytest.raises(PultError, match=re.escape(reply.error)):
            reply.result()
    with pytest.raises(UsageError, match=r"not dict; see `read_request`\."):
        process.ask({"do": "start"})


def test_bytes_that_are_no_request_are_answered_and_harm_nobody(process):
    for data in (b"", b"\xc1", b"\x93\x01\x02\x03", b"x" * 1000):
        assert process._mail.send(data)
    assert process.ask(AskStatus()).ok


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
words = st.sampled_from(
    ["start", "pause", "step", "speed", "snapshot", "status", "heartbeat", "connect-operator", "disconnect-operator",
     "input", "set", "kill-drive", "freeze-sensor", "bias-sensor", "delay-sensor", "delay-input", "push",
     "clear-faults", "stop", "lose-link", "arm", "reset", "restore"]
)  # fmt: skip
fields = st.sampled_from(
    ["values", "name", "value", "drive", "sensor", "bias", "delay", "body", "force", "duration", "state", "steps",
     "factor", "reason"]
)  # fmt: skip
named = st.sampled_from(["motors", "motors[elbow]", "angles", "speeds", "upper", "led.leash", "joystick"])
requests = st.builds(
    lambda word, rest: {"do": word, **rest},
    words,
    st.dictionaries(fields, json | named | st.dictionaries(named, json, max_size=2), max_size=3),
)


@settings(max_examples=120)
@given(st.lists(json | requests, min_size=1, max_size=5), st.booleans())
def test_whatever_is_sent_is_answered_and_the_session_lives(shared_process, sent, operator):
    answers = []
    for data in sent:
        try:
            answers.append(shared_process.send(read_request(data), operator=operator))
        except CommandRefused as refused:
            assert str(refused)
    for answer in answers:
        reply = answer.result(SOON)
        assert reply.ok or reply.error
    status = shared_process.ask(AskStatus(), timeout=SOON)
    assert status.ok and shared_process.state in ("ready", "running", "halted")


def test_answers_come_in_the_order_of_the_questions_and_a_flood_does_not_stop_the_loop(process):
    reader = process.reader()
    process.ask(Start())
    first, order, ticks = reader.newest().tick, [], []
    answers = []
    for number in range(2000):
        answer = process.send(AskStatus() if number % 2 else SetParameter(name="nonsense", value=1))
        answer.add_done_callback(lambda done: order.append(done.result()))
        answers.append(answer)
    for number, answer in enumerate(answers):
        reply = answer.result(SOON)
        if "does not keep up" in reply.error:
            continue
        assert reply.ok == bool(number % 2)
        if reply.ok:
            ticks.append(reply.value.tick)
    carried_out = [reply.id for reply in order if "does not keep up" not in reply.error]
    assert carried_out == sorted(carried_out) and len(order) == 2000 and len(carried_out) >= 1000
    assert ticks == sorted(ticks)
    assert ticks[-1] > ticks[0]  # control steps were done between them
    assert wait_for(lambda: reader.newest().tick > first)


def test_events_come_in_order_and_of_too_many_the_newest_are_kept(process):
    lost = process.lost_events
    for _ in range(600):
        process.ask(Stop())
        last = process.ask(Arm())
    assert last.ok
    found = process.events()
    assert [event.kind for event in found] == ["stop", "released"] * 500
    assert process.lost_events - lost == 200


def test_silence_of_the_operator_stops_the_robot_in_time_and_for_good(process):
    reader, channels = process.reader(), process.channels
    process.ask(Start())
    assert process.ask(ConnectOperator()).ok
    assert process.ask(MOVE, operator=True).ok
    speed, joystick = channels["qvel"].start, channels["panel.joystick"].place

    def is_moving():
        process.heartbeat()
        return abs(reader.newest().row[speed]) > 0.3

    assert wait_for(is_moving)
    events = until(process, "at-rest")
    stop = next(event for event in events if event.kind == "stop")
    rest = next(event for event in events if event.kind == "at-rest")
    assert stop.data["reason"] == "link"
    # it is told once the robot has been slow for 0.1 s
    assert 0 < (rest.tick - stop.tick) * 0.01 - 0.1 == pytest.approx(rest.data["seconds"])
    assert rest.data["seconds"] <= process.described.stop_time
    frame = reader.newest()
    assert frame.status.stopped and not frame.status.operator
    assert (frame.row[joystick] == 0).all()
    # being heard again is not enough: the robot has to be armed, with the joystick at rest
    answers = [
        process.send(request, operator=True)
        for request in (
            Input(values={"joystick": [1, 0, 0], "enable": True}),
            AskStatus(),
            Arm(),
            Input(values={"joystick": [0, 0, 0]}),
            Arm(),
            AskStatus(),
        )
    ]
    moved, before, refused, released, armed, after = (answer.result(SOON) for answer in answers)
    assert moved.ok and released.ok and armed.ok
    assert before.value.operator and before.value.stopped and not after.value.stopped
    assert not refused.ok and "release the joystick" in refused.error


def test_without_an_operator_nobody_is_missed_and_one_who_leaves_stops_the_robot(process):
    process.ask(Start())
    time.sleep(0.4)
    assert not any(event.kind == "stop" for event in process.events())
    process.ask(ConnectOperator())
    process.ask(DisconnectOperator())
    until(process, "stop")
    assert process.ask(AskStatus()).value.reasons[0] == "the operator gave the panel back"


def test_a_session_that_diverges_halts_leaves_evidence_and_lives_again_after_a_reset(process):
    process.ask(Start())
    assert process.ask(Push(body="fore", force=[1e5, 0, 0], duration=5)).ok
    assert process.wait_state("halted", timeout=SOON)
    event = until(process, "evidence")[-1]
    assert wait_for(lambda: "pult replay" in process.reason)
    assert "diverged" in process.reason and event.data["file"] in process.reason
    assert event.text == f"The last seconds are kept: pult replay {event.data['file']}"
    record = read_record(event.data["file"])
    assert record.complete and "diverged" in record.header.reason
    assert record.ticks[-1] == process.reader().newest().tick
    session, rows = rerun(record)  # from a second before on, it diverges again, in the same way
    assert_same_bits(record, session, rows)
    assert session.halted == record.header.reason
    assert process.reader().newest().status.state == "halted"
    assert "halted" in process.ask(Start()).error
    assert "halted" in process.ask(MOVE).error
    assert process.ask(Reset()).ok and process.wait_state("ready") and process.reason == ""
    tick = process.reader().newest().tick
    assert process.ask(Start()).ok
    assert wait_for(lambda: process.reader().newest().tick > tick + 5)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGSTOP")
def test_a_stopped_process_is_stale_and_afterwards_does_not_race(process):
    reader = process.reader()
    process.ask(Start())
    begun = time.monotonic()
    before = process.ask(AskStatus()).value
    os.kill(process.pid, signal.SIGSTOP)
    try:
        assert wait_for(lambda: reader.age > 0.5)
        silent = process.ask(AskStatus(), timeout=0.1)
        assert "no answer within 0.1 s" in silent.error
        answers = [process.send(SetParameter(name="y" * 1000, value=1)) for _ in range(2000)]
        refused = [answer.result() for answer in answers if answer.done()]  # said at once: nothing waits
        assert refused and all("does not keep up" in reply.error for reply in refused)
    finally:
        os.kill(process.pid, signal.SIGCONT)
    assert wait_for(lambda: reader.age < 0.1)
    assert all(answer.result(SOON).error for answer in answers)
    stall = until(process, "stall")[-1]
    after = process.ask(AskStatus()).value
    assert stall.data["seconds"] >= 0.4
    assert after.lost - before.lost >= 0.4
    passed = time.monotonic() - begun
    assert after.time - before.time <= passed - (after.lost - before.lost) + 0.2


def test_a_reader_of_another_name_and_a_speed_out_of_range_are_refused():
    with pytest.raises(UsageError):
        FrameReader("pult-of-nobody")
    with pytest.raises(UsageError, match="from 0.25 to 4"):
        SessionProcess.start(SETUP, speed=10)


def test_a_setup_that_is_wrong_is_said_so_with_all_its_faults():
    from pult.sim.setup import Setup

    process = SessionProcess.start(Setup(world="two-lnk", scheme="two-link-comand"))
    with pytest.raises(PultError) as raised:
        process.wait_ready()
    assert process.state == "dead"
    assert "'two-link'" in str(raised.value) and "'two-link-command'" in str(raised.value)
    assert "dead" in process.ask(Start()).error
