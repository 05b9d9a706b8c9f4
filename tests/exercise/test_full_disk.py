"""A disk that fills up during an attempt: it is told at once, and what was recorded before can be read."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pult.exercise.account import AttemptAccount
from pult.exercise.observer import AttemptFactory, AttemptJudge
from pult.realtime import SessionProcess
from pult.realtime.requests import Start
from pult.record import read_record
from pult.sim.commands import Input, Reset
from pult.sim.session import Session
from tests.exercise.observing import MOVING, attend, written

SOON = 120.0
KIB = 512
"""Room on the disk [KiB]: the beginning of a record and some seconds of it."""


@dataclass(frozen=True)
class Cramped(AttemptFactory):
    """An attempt in a process that may not write files longer than `KIB`."""

    def __call__(self, session: Session) -> AttemptJudge:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (KIB * 1024, resource.RLIM_INFINITY))
        return super().__call__(session)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little room, where the system lets us make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root makes file systems")
    command = ["mount", "-t", "tmpfs", "-o", f"size={KIB}k", "tmpfs", str(folder)]
    made = subprocess.run(command, capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"no file system could be made: {made.stderr.decode()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def told_of(process: SessionProcess) -> AttemptAccount:
    return process.account(AttemptAccount) or AttemptAccount()


def fill(folder: Path, make: AttemptFactory, disk: Path) -> None:
    """Drive until the disk is full, and look at what is told."""
    exercise = written(folder, duration=3000)
    with SessionProcess.start(exercise.setup("command", 3), exercise.folder, observer=make, speed=4.0) as process:
        process.wait_ready(SOON)
        process.ask(Start())
        process.ask(Input(values={"enable": True, **MOVING}))
        told, deadline = [], time.monotonic() + SOON
        while not told:
            assert time.monotonic() < deadline, "a full disk is not told"
            told = [event for event in process.events() if event.kind == "record-problem"]
            time.sleep(0.05)
        while not told_of(process).record_problem:
            assert time.monotonic() < deadline, "the account does not tell of it"
            time.sleep(0.05)
        assert told_of(process).state == "running", "the attempt goes on, and is told of while it does"
        assert "the record ends early" in told[0].text and told_of(process).record_problem == told[0].text
        time.sleep(0.2)
        assert not [event for event in process.events() if event.kind == "record-problem"], "it is told once"
        process.ask(Reset())
        while not told_of(process).last:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert told_of(process).last.record_problem == told[0].text
    [file] = disk.glob("**/*.mcap")
    record = read_record(file)
    assert record.problem and len(record.ticks) > 100
    assert list(record.ticks) == list(range(int(record.ticks[0]), int(record.ticks[0]) + len(record.ticks)))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of the length of files")
def test_a_file_that_cannot_grow_is_told_during_the_attempt(tmp_path: Path):
    made = attend(written(tmp_path), tmp_path)
    fill(tmp_path, Cramped(**vars(made)), tmp_path / "records")


def test_a_full_disk_is_told_during_the_attempt(tmp_path: Path, small_disk: Path):
    made = attend(written(tmp_path), small_disk)
    fill(tmp_path, made, small_disk)
