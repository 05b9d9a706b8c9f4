"""What the tests of real-time sessions share."""

import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np

from pult.record import Record
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
