"""What the tests of real-time sessions share."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np

from pult.realtime import memory
from pult.realtime.frames import FrameWriter
from pult.realtime.inbox import Inbox
from pult.realtime.link import OperatorLink
from pult.realtime.pacing import Pacer
from pult.realtime.requests import Answer, Letter
from pult.realtime.signs import SignReader, new_cell
from pult.realtime.swap import RunnerContext
from pult.record import Record, RollingBuffer
from pult.record.recording import record_header
from pult.record.replay import apply_recorded
from pult.sim.commands import read_command
from pult.sim.open import open_session
from pult.sim.session import Halted, Session
from pult.sim.setup import Setup
from pult.sim.snapshot import Snapshot

SETUP = Setup(world="two-link", scheme="two-link-command", panel="two-link")
READY = 300.0
"""Time in which a compiler must have done its work, on any machine [s]."""
SOON = 20.0
"""Time in which anything else must have happened [s]."""


def wait_for(what: Callable[[], object], timeout: float = SOON) -> bool:
    deadline = time.monotonic() + timeout
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def rerun(record: Record) -> tuple[Session, np.ndarray]:
    """The commands of a record, given again before the same ticks to a session that runs freely; its rows.

    It begins with the first state in the record.
    """
    session = open_session(SETUP)
    session.restore(Snapshot.from_bytes(record.keyframes[0].state))
    rows = [session.row.copy()] if record.ticks[0] == session.tick else []
    commands = deque(command for command in record.commands if command.tick >= session.tick)
    while session.tick < record.ticks[-1]:
        while commands and commands[0].tick == session.tick:
            apply_recorded(session, read_command(commands.popleft().command))
        with suppress(Halted):
            session.advance(1)
        rows.append(session.row.copy())
    return session, np.array(rows)


def assert_same_bits(record: Record, session: Session, rows: np.ndarray) -> None:
    np.testing.assert_array_equal(record.ticks, record.ticks[0] + np.arange(len(rows)))
    for channel in record.channels:
        ours = np.ascontiguousarray(rows[:, session.channels[channel.name].place])
        theirs = np.ascontiguousarray(record.rows[:, channel.place])
        np.testing.assert_array_equal(theirs.view(np.uint64), ours.view(np.uint64), err_msg=channel.name)


class Post:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[object] = []
        self.dropped = self.waiting = 0

    def send(self, data: bytes) -> bool:
        self.sent.append(msgspec.msgpack.decode(data, type=Answer))
        return True

    send_droppable = send

    def of(self, kind: type) -> list:
        return [said for said in self.sent if isinstance(said, kind)]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@contextmanager
def runner_context(session: Session, folder: Path) -> Iterator[RunnerContext]:
    """What a runner works with, in this process and on a clock of the test's own."""
    clock, post = Clock(), Post()
    link = OperatorLink(0.25, clock)
    writer = FrameWriter(memory.new_name(), session.channels.size)
    buffer = RollingBuffer(1.0, record_header(session))
    pacer = Pacer(session.dt, clock=clock, sleep=clock.sleep)
    signs = SignReader(new_cell(get_context("spawn")), link)
    yield RunnerContext(session, post, Inbox(link), signs, link, pacer, writer, buffer, folder, None)
    writer.close()


def ask(context: RunnerContext, *requests: object, operator: bool = False) -> None:
    for number, request in enumerate(requests):
        said = msgspec.Raw(msgspec.msgpack.encode(request))
        context.inbox.put(msgspec.msgpack.encode(Letter(number, operator, said)))
