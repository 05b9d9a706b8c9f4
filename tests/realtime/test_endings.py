"""How a real-time session ends: in order, killed, crashed, orphaned. Nothing is left behind and nothing hangs."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from pult.realtime import SessionProcess, memory
from pult.realtime.requests import AskStatus, ConnectOperator, DisconnectOperator, Start, Step
from pult.record import read_record
from pult.sim.commands import Arm, BiasSensor, Input, Push, Reset
from tests.realtime.support import READY, SETUP, SOON, assert_same_bits, is_alive, rerun, wait_for

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")

PARENT = """
import sys, time
from pathlib import Path
from pult.realtime import SessionProcess
from pult.realtime import memory
from pult.realtime.requests import Start
from pult.sim.setup import Setup

if __name__ == "__main__":
    setup = Setup(world="two-link", scheme="two-link-command", panel="two-link")
    process = SessionProcess.start(setup, record=Path(sys.argv[1]))
    process.wait_ready(300)
    process.ask(Start())
    time.sleep(0.3)
    print(process.pid, process.described.frames, flush=True)
    time.sleep(300)
"""


def shared_memory() -> set[str]:
    """Shared memory of all sessions on this machine."""
    folder = Path("/dev/shm")
    return {path.name for path in folder.glob("pult-*")} if folder.is_dir() else set()


@pytest.fixture
def clean(monkeypatch, tmp_path_factory):
    """Nothing that these sessions made may be left after a test; others run theirs at the same time."""
    names: list[str] = []
    new_name = memory.new_name

    def noted() -> str:
        names.append(new_name())
        return names[-1]

    folder = tmp_path_factory.mktemp("crash")
    monkeypatch.setattr(memory, "new_name", noted)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert wait_for(lambda: not any(Path("/dev/shm", name).exists() for name in names))
    assert wait_for(lambda: not list(folder.glob("pult-crash-*")))


def test_what_a_session_at_pace_recorded_happens_again_bit_for_bit(tmp_path, clean):
    path = tmp_path / "run.mcap"
    with SessionProcess.start(SETUP, record=path, extra={"pilot": "test", "note": 1}) as process:
        process.wait_ready(READY)
        process.ask(Start())
        process.ask(ConnectOperator())
        for number in range(40):
            value = [(-1) ** (number // 10) * 0.1 * (number % 10), 0, 0]
            process.send(Input(values={"joystick": value, "joints": ["shoulder", "elbow"]}), operator=True)
            if number == 15:
                assert process.ask(Push(body="fore", force=[0, 3, 0], duration=0.2)).ok
            if number == 20:
                assert process.ask(BiasSensor(sensor="angles[elbow]", bias=0.01)).ok
                state = process.snapshot()
            if number == 30:
                assert process.restore(state).ok
            time.sleep(0.013)
        assert wait_for(lambda: any(event.kind == "at-rest" for event in process.events()))  # the link is lost
        process.send(Input(values={"enable": True}), operator=True)
        assert process.ask(Arm(), operator=True).ok
        process.ask(DisconnectOperator())
        assert process.ask(Reset()).ok
        process.ask(Input(values={"joystick": [0.7, 0, 0], "joints": ["elbow"]}))
        process.ask(Step(steps=30))
        reply = process.shutdown({"score": 5})
    assert reply.ok and reply.value.record_problem == "" and process.state == "ended"
    record = read_record(path)
    assert record.complete and record.hash == reply.value.record_hash
    assert record.result == {"score": 5} and record.header.pilot == "test" and record.header.more["note"] == 1
    assert {"lose-link", "restore", "reset", "push", "arm", "input"} <= {c.command["do"] for c in record.commands}
    assert len(record.inputs) >= 80 and record.scene
    session, rows = rerun(record)
    assert len(rows) > 60
    assert_same_bits(record, session, rows)


@posix
def test_a_killed_session_is_dead_its_record_readable_and_another_unaffected(tmp_path, process, clean):
    path = tmp_path / "run.mcap"
    other = process
    other.ask(Start())
    victim = SessionProcess.start(SETUP, record=path)
    victim.wait_ready(READY)
    victim.ask(Start())
    reader = victim.reader()
    assert wait_for(lambda: reader.newest().tick > 150)
    last = reader.newest().tick
    pending = victim.send(AskStatus())
    os.kill(victim.pid, signal.SIGKILL)
    assert victim.wait_state("dead", timeout=SOON)
    assert victim.reason.startswith("its process was ended by SIGKILL (killed")
    assert pending.result(SOON) is not None
    assert victim.ask(AskStatus()).error == f"the session is dead: {victim.reason}"
    assert reader.newest().tick >= last  # a reader keeps what it sees
    record = read_record(path)
    assert not record.complete and len(record.rows) >= last - 120  # the last second may be missing
    assert wait_for(lambda: other.reader().newest().tick > 20) and other.state == "running"


@posix
def test_a_memory_fault_is_named_with_its_place(clean):
    process = SessionProcess.start(SETUP, realtime=True, background=True)  # these change nothing here
    process.wait_ready(READY)
    assert process.described.realtime in (True, False)
    assert process.ask(Start()).ok and wait_for(lambda: process.reader().newest().tick > 5)
    os.kill(process.pid, signal.SIGSEGV)
    assert process.wait_state("dead", timeout=SOON)
    assert process.reason.startswith("its process was ended by SIGSEGV (a memory fault), at File ")


def test_a_record_that_cannot_be_written_is_refused_in_words(tmp_path, clean):
    path = tmp_path / "run.mcap"
    path.write_bytes(b"mine")
    process = SessionProcess.start(SETUP, record=path)
    assert process.wait_state("dead", timeout=READY)
    assert str(path) in process.reason and "there is a file of this name already" in process.reason
    assert path.read_bytes() == b"mine"


def test_an_error_of_our_own_is_told_by_the_last_line_of_its_traceback(clean):
    process = SessionProcess.start(SETUP, evidence_seconds="many")  # never checked, since it is never wrong
    assert process.wait_state("dead", timeout=READY)
    assert process.reason.startswith("TypeError: '>' not supported between instances of 'str' and 'int' (rolling.py, ")


@posix
def test_a_session_told_to_terminate_closes_its_record(tmp_path, clean):
    path = tmp_path / "run.mcap"
    process = SessionProcess.start(SETUP, record=path)
    process.wait_ready(READY)
    process.ask(Step(steps=20))
    os.kill(process.pid, signal.SIGTERM)
    assert process.wait_state("ended", timeout=SOON)
    record = read_record(path)
    assert record.complete and record.ticks[-1] == 20


def test_a_session_that_is_not_open_yet_can_be_ended(clean):
    process = SessionProcess.start(SETUP)
    assert process.shutdown().ok
    assert process.state == "ended" and not is_alive(process.pid)


@posix
def test_the_session_of_a_killed_parent_ends_closes_its_record_and_leaves_nothing(tmp_path, clean):
    path = tmp_path / "run.mcap"
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    parent = subprocess.Popen([sys.executable, str(script), str(path)], stdout=subprocess.PIPE, text=True)
    try:
        pid, frames = parent.stdout.readline().split()
        assert is_alive(int(pid))
    finally:
        parent.kill()
        parent.wait(SOON)
        parent.stdout.close()
    assert wait_for(lambda: not is_alive(int(pid)))
    assert wait_for(lambda: not Path("/dev/shm", frames).exists())
    assert read_record(path).complete
