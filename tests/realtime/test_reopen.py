"""Observers of a real-time session, and another session in its place; all in real processes."""

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import CancelledError
from pathlib import Path

import msgspec
import pytest

from pult.core.errors import Fault
from pult.core.shipped import document_file
from pult.realtime import SessionProcess, read_request, warm
from pult.realtime.frames import FrameReader
from pult.realtime.requests import AskStatus, Pause, Start, Step
from pult.record import read_record
from pult.record.replay import replay
from pult.sim.commands import CommandRefused, Input, Push, Stop
from pult.sim.setup import Setup
from tests.realtime.observers import Count
from tests.realtime.support import READY, SETUP, SOON, is_alive, wait_for
from tests.realtime.test_endings import posix, shared_memory

WAIT = 60.0


@pytest.fixture
def file(tmp_path):
    return tmp_path / "closed.txt"


@pytest.fixture
def observer(tmp_path, file):
    with SessionProcess.start(SETUP, evidence=tmp_path, observer=Count("first", file)) as made:
        made.wait_ready(READY)
        yield made
    assert wait_for(lambda: not made._frames & shared_memory()), "nothing is left of it"
    assert wait_for(lambda: not Path(made._order.crash).exists())


def with_scheme(folder: Path, change=lambda plain: None) -> Setup:
    """The usual setup with another scheme, in a folder of its own."""
    plain = json.loads(document_file("scheme", SETUP.scheme, None).read_text(encoding="utf-8"))
    change(plain)
    path = folder / "changed.scheme.json"
    path.write_text(json.dumps(plain), encoding="utf-8")
    return msgspec.structs.replace(SETUP, scheme=str(path))


def break_it(plain):
    plain["blocks"][0]["type"] = "control.nothing"


def told(observer):
    """What its observer said last."""
    return observer.account(dict) or {}


def test_accounts_come_while_it_runs_and_while_it_stands(observer):
    assert wait_for(lambda: told(observer) == {"name": "first", "frames": 0, "commands": 0})
    number = observer.account_number
    assert observer.ask(Stop()).ok and wait_for(lambda: told(observer)["commands"] == 1)
    assert observer.account_number == number + 1 and told(observer)["frames"] == 0
    observer.ask(Start())
    assert wait_for(lambda: told(observer)["frames"] > 50)
    frames, number = told(observer)["frames"], observer.account_number
    assert wait_for(lambda: told(observer)["frames"] >= frames + 100)
    assert observer.account_number - number <= 15, "ten times a second at most"
    observer.ask(Pause())
    assert wait_for(lambda: told(observer)["frames"] == observer.reader().newest().tick)


def test_what_changes_is_told_at_once(observer):
    called = threading.Event()
    leave = observer.on_change(called.set)
    observer.on_change(lambda: 1 / 0)  # one that fails does not keep us from hearing
    for request in (Start(), Stop(), Pause()):
        called.clear()
        assert observer.ask(request).ok
        assert called.wait(SOON)
    leave()
    wait_for(lambda: told(observer)["commands"] == 1)
    called.clear()
    observer.ask(Stop())
    assert wait_for(lambda: told(observer)["commands"] == 2) and not called.is_set()


def test_its_end_is_told_and_closes_the_attendant(observer, file):
    ended = []
    observer.on_change(lambda: ended.append(observer.state))
    observer.ask(Step(steps=5))
    assert observer.shutdown().ok
    assert ended[-1] == "ended" and told(observer)["frames"] == 5
    assert file.read_text() == "first ended\n"


@posix
def test_a_session_told_to_terminate_closes_its_attendant(observer, file):
    os.kill(observer.pid, signal.SIGTERM)
    assert observer.wait_state("ended", timeout=SOON)
    assert file.read_text() == "first ended\n"


def test_an_attendant_can_pause_the_session(observer, file):
    assert observer.reopen(SETUP, observer=Count("pausing", file, pause=7)).result(WAIT).ok
    observer.ask(Start())
    assert observer.wait_state("ready", timeout=SOON)
    assert observer.reader().newest().tick == 7


def test_another_session_takes_the_place_at_its_start(observer, file):
    before = observer.described
    observer.ask(Start())
    assert wait_for(lambda: observer.reader().newest().tick > 5)
    size, states = observer.channels.size, []
    observer.on_change(lambda: states.append(observer.state))
    other = msgspec.structs.replace(SETUP, contacts=[["upper", "world"]])  # a row has one number more
    reply = observer.reopen(other, observer=Count("second", file)).result(WAIT)
    assert reply.ok, reply.error
    assert reply.value.kept.physics is False and reply.value.kept.blocks_kept == ()
    assert observer.state == "ready" and observer.described_number == 2 and "compiling" in states
    assert observer.described.frames != before.frames
    frame = observer.reader().newest()
    assert frame.tick == 0 and len(frame.row) == observer.channels.size == size + 1
    assert wait_for(lambda: before.frames not in shared_memory())
    assert wait_for(lambda: file.exists() and file.read_text() == "first replaced\n")
    assert wait_for(lambda: told(observer).get("name") == "second")
    assert observer.ask(Start()).ok and wait_for(lambda: observer.reader().newest().tick > 5)
    assert observer.reopen(SETUP, observer=None).result(WAIT).ok
    observer.shutdown()
    assert file.read_text() == "first replaced\nsecond replaced\n"


def test_one_that_is_not_right_leaves_the_old_one_running(observer, tmp_path):
    observer.ask(Start())
    reader = observer.reader()
    reply = observer.reopen(with_scheme(tmp_path, break_it), keep=True).result(WAIT)
    assert not reply.ok and "control.nothing" in reply.error
    [fault] = map(Fault.from_plain, reply.value.faults)
    assert "scheme" in fault.place and "unknown type 'control.nothing'" in fault.message
    assert fault.code == "unknown-type" and fault.values["type"] == "control.nothing"
    tick = reader.newest().tick
    assert observer.state == "running" and wait_for(lambda: reader.newest().tick > tick + 20)
    assert observer.described_number == 1 and told(observer).get("name") == "first"
    record = tmp_path / "there.mcap"
    record.write_bytes(b"mine")
    reply = observer.reopen(SETUP, keep=True, record=record).result(WAIT)
    assert not reply.ok and "a file of this name already" in reply.error
    assert observer.state == "running" and record.read_bytes() == b"mine"


def test_a_running_session_runs_on_with_its_state(observer, file, tmp_path):
    def stiffer(plain):
        next(block for block in plain["blocks"] if block["id"] == "pd")["parameters"]["kp"] = 25.0

    path = tmp_path / "after.mcap"
    observer.ask(Start())
    observer.ask(Input(values={"enable": True, "joints": ["elbow"], "joystick": [0.5, 0, 0]}))
    assert wait_for(lambda: observer.reader().newest().tick > 60)
    old, place = observer.reader(), observer.channels["qpos"].place
    reply = observer.reopen(with_scheme(tmp_path, stiffer), keep=True, record=path).result(READY)
    assert reply.ok, reply.error
    assert reply.value.kept.physics is True and reply.value.kept.blocks_fresh == () and reply.value.kept.blocks_kept
    last = old.newest()
    assert observer.state == "running" and told(observer).get("name") == "first"
    assert wait_for(lambda: observer.reader().newest().tick > last.tick + 30)
    assert observer.shutdown().ok
    record = read_record(path)
    assert record.complete and record.ticks[0] == last.tick
    recorded = record.rows[0][record.channels["qpos"].place]
    assert recorded.tolist() == last.row[place].tolist(), "the world goes on where it was"
    assert replay(record).same, "a record that begins with the state handed over can be run again"
    assert file.read_text() == "first replaced\nfirst ended\n"


def test_only_one_at_a_time_and_never_by_a_request(observer):
    one, two = observer.reopen(SETUP), observer.reopen(SETUP)
    assert one.result(WAIT).ok
    assert two.result(WAIT).error == "another session is being opened; wait for it."
    with pytest.raises(CommandRefused, match='unknown do "reopen"'):
        read_request({"do": "reopen", "setup": {"world": "two-link"}, "order": "gASVAAAA"})


@posix
def test_nothing_is_left_of_a_killed_session_that_took_the_place_of_another(observer):
    assert observer.reopen(SETUP).result(WAIT).ok
    os.kill(observer.pid, signal.SIGKILL)
    assert observer.wait_state("dead", timeout=SOON)  # the fixture looks for what is left


def test_what_is_compiled_ahead_is_right_or_says_what_is_wrong(tmp_path):
    assert warm(SETUP).result(READY) == []
    faults = warm(with_scheme(tmp_path, break_it)).result(READY)
    assert [fault.code for fault in faults] == ["unknown-type"]
    faults = warm(Setup(world="nowhere", scheme="two-link-command")).result(READY)
    assert "nowhere" in str(faults[0])


def test_compiling_ahead_can_be_given_up():
    warming = warm(SETUP)
    assert warming.cancel()
    assert wait_for(lambda: not is_alive(warming.pid))
    with pytest.raises(CancelledError):
        warming.result(SOON)


PARENT = """
import sys, time
from pult.realtime import warm
from pult.sim.setup import Setup

if __name__ == "__main__":
    warming = warm(Setup(world="two-link", scheme="two-link-command", panel="two-link"))
    print(warming.pid, flush=True)
    time.sleep(300)
"""


@posix
def test_compiling_ahead_ends_with_its_parent(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait(SOON)
    parent.stdout.close()
    assert wait_for(lambda: not is_alive(pid), 60.0)


def test_a_reader_of_a_session_that_was_replaced_keeps_what_it_sees(observer):
    observer.ask(Step(steps=3))
    reader = FrameReader(observer.described.frames)
    assert observer.reopen(SETUP).result(WAIT).ok
    assert reader.newest().tick == 3


def test_after_a_halt_another_session_can_take_the_place(observer):
    observer.ask(Start())
    assert observer.ask(Push(body="fore", force=[1e5, 0, 0], duration=5)).ok
    assert observer.wait_state("halted", timeout=SOON)
    reply = observer.reopen(SETUP, keep=True).result(WAIT)
    assert reply.ok and reply.value.kept.physics is False and "halted" in reply.value.kept.reason
    assert observer.state == "ready" and observer.reason == ""
    assert observer.ask(Start()).ok
    tick = observer.reader().newest().tick
    assert wait_for(lambda: observer.reader().newest().tick > tick + 10) and observer.state == "running"


def test_an_emergency_stop_stays_when_the_state_is_kept(observer):
    observer.ask(Start())
    assert observer.ask(Stop()).ok
    assert observer.reopen(SETUP, keep=True).result(WAIT).ok
    assert observer.reader().newest().status.stopped
    assert observer.ask(AskStatus()).value.reasons != []
    assert observer.reopen(SETUP).result(WAIT).ok and observer.state == "ready"


def test_a_session_can_be_ended_while_another_is_being_opened(observer, file):
    opening = observer.reopen(SETUP)
    assert observer.shutdown().ok and observer.state == "ended"
    assert opening.result(SOON) is not None
    assert file.read_text().splitlines()[-1].endswith("ended")


def test_one_asked_for_before_the_first_is_open_takes_its_place(tmp_path):
    with SessionProcess.start(SETUP, evidence=tmp_path) as process:
        assert process.reopen(SETUP).result(READY).ok
        assert process.described_number == 2 and process.state == "ready"
