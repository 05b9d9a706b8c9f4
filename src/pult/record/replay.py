"""Replay: runs a session again from the documents and commands in its record.

Commands are applied before the same ticks as originally; everything else follows. With the same versions and the same
kind of processor the rows are reproduced bit for bit.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
import mujoco
import numpy as np

from pult.core.block_files import loaded_block_files
from pult.core.channels import Channel, Channels
from pult.core.errors import PultError
from pult.core.signals import Array
from pult.record import Command, Record, RecordError, differences, fingerprint
from pult.record.recording import BLOCK_FILES
from pult.record.unpacking import unpacked
from pult.sim.commands import Command as SessionCommand
from pult.sim.commands import LoseLink, Stop, read_command
from pult.sim.open import open_session
from pult.sim.session import Halted, Session
from pult.sim.setup import Setup
from pult.sim.snapshot import Snapshot

Progress = Callable[[int, int], None]
"""Progress callback: ticks done, and total number of ticks."""


@dataclass(frozen=True)
class Difference:
    """The first number of a record that is not reproduced.

    Attributes:
        tick: Control step.
        time: Its time [s].
        signal: Name of the signal, with its entry.
        recorded, computed: The two values.
        bit: The highest bit in which they differ; 0 is the least significant bit.
    """

    tick: int
    time: float
    signal: str
    recorded: float
    computed: float
    bit: int

    def __str__(self) -> str:
        return (
            f"tick {self.tick} ({self.time:.3f} s), {self.signal}: recorded {self.recorded!r} "
            f"({self.recorded.hex()}), computed {self.computed!r} ({self.computed.hex()}), bit {self.bit}"
        )


@dataclass(frozen=True)
class ReplayResult:
    """Result of a replay.

    Attributes:
        ticks: Control steps compared.
        numbers: Numbers compared.
        difference: The first one that differs, or None.
        machine: Differences of versions and machine from those of the record; bits are guaranteed only if empty.
        problem: What is wrong with the record itself, or why the replay ended early.
    """

    ticks: int
    numbers: int
    difference: Difference | None
    machine: tuple[str, ...]
    problem: str

    @property
    def same(self) -> bool:
        """Whether every bit was reproduced."""
        return self.difference is None and self.ticks > 0


def setup_of(record: Record) -> Setup:
    """The setup a record was made with.

    Raises:
        RecordError: The record has none, so that it can be inspected but not run.
    """
    data = record.header.more.get("setup")
    try:
        return msgspec.convert(data, Setup)
    except msgspec.ValidationError as error:
        raise RecordError(record.path, f"it does not contain the setup of the session ({error}).") from None


@contextmanager
def reopened(record: Record, *, plain: bool = False) -> Iterator[Session]:
    """Context manager that opens the session of a record from its documents, in the state of its first keyframe.

    Args:
        record: The record.
        plain: Run it as plain Python.

    Raises:
        RecordError: Documents or state are missing or damaged.
        DocumentError: This version of pult does not accept the documents.
    """
    setup = setup_of(record)
    if missing := set(_block_files(record)) - set(loaded_block_files()):
        names = " ".join(f"--blocks {name}" for name in sorted(missing))
        raise RecordError(record.path, f"its scheme has blocks of files that are not loaded: start with pult {names}.")
    with unpacked(record) as root:
        session = open_session(setup, root / "exercises", plain=plain, whole=root, replayed=True)
        if record.keyframes:
            session.restore(Snapshot.from_bytes(record.keyframes[0].state))
        yield session


def _block_files(record: Record) -> dict[str, str]:
    """Files of the user's own blocks, with their hashes; only names and hashes that are texts."""
    found = record.header.more.get(BLOCK_FILES)
    return {str(name): str(digest) for name, digest in found.items()} if isinstance(found, dict) else {}


def changed_block_files(record: Record) -> list[str]:
    """Files of the user's own blocks that are others now, one line each: results may differ for this reason alone."""
    here = loaded_block_files()
    return [
        f"blocks of {name}: {digest[:12]}, here {here[name][:12]}: the file has changed"
        for name, digest in _block_files(record).items()
        if name in here and here[name] != digest
    ]


def replay(record: Record, *, plain: bool = False, progress: Progress | None = None) -> ReplayResult:
    """Run a record again from its commands and compare every number of every row, bit by bit."""
    machine = (*differences(record.fingerprint, fingerprint()), *changed_block_files(record))
    if not record.keyframes or not len(record.ticks):
        return ReplayResult(0, 0, None, machine, record.problem or "the record has no state to start from")
    with reopened(record, plain=plain) as session:
        columns = _columns(record.channels, session.channels)
        first = record.keyframes[0].tick
        pending = deque(item for item in record.commands if item.tick >= first)
        compared, problem = 0, record.problem
        start = int(np.searchsorted(record.ticks, first))
        for index in range(start, len(record.ticks)):
            tick = int(record.ticks[index])
            try:
                _run_to(session, tick, pending)
            except Halted as halt:
                problem = str(halt)
            if session.tick != tick:
                break
            difference = _compare(record, index, columns, session)
            if difference is not None:
                return ReplayResult(compared, compared * columns.size, difference, machine, problem)
            compared += 1
            if progress is not None and compared % 100 == 0:
                progress(compared, len(record.ticks) - start)
    return ReplayResult(compared, compared * columns.size, None, machine, problem)


def _run_to(session: Session, tick: int, pending: deque[Command]) -> None:
    """Advance to a tick, applying the commands on the way and removing them from the queue."""
    while session.tick < tick:
        while pending and pending[0].tick <= session.tick:
            apply_recorded(session, read_command(pending.popleft().command))
        due = max(pending[0].tick, session.tick + 1) if pending else tick
        session.advance(min(due, tick) - session.tick)


def apply_recorded(session: Session, command: SessionCommand) -> None:
    """Apply a recorded command; a stop within a control step is applied after the same physics step as originally."""
    if isinstance(command, (Stop, LoseLink)) and command.after > session.physics_steps_done:
        session.advance_part(command.after - session.physics_steps_done)
    session.apply(command)


def _columns(recorded: Channels, present: Channels) -> Array:
    """Indices of the numbers of a recorded row in a row of the session."""
    found: list[int] = []
    for channel in recorded:
        if channel.name not in present or present[channel.name].shape != channel.shape:
            raise PultError(f"this pult has no signal {channel.name!r} of the record; it cannot be compared.")
        start = present[channel.name].start
        found += range(start, start + channel.size)
    return np.array(found, dtype=np.int64)


def _compare(record: Record, index: int, columns: Array, session: Session) -> Difference | None:
    recorded = np.ascontiguousarray(record.rows[index])
    computed = np.ascontiguousarray(session.row[columns])
    changed = recorded.view(np.uint64) ^ computed.view(np.uint64)
    if not changed.any():
        return None
    place = int(np.flatnonzero(changed)[0])
    name = next(name for channel in record.channels for name in [_entry(channel, place)] if name)
    tick = int(record.ticks[index])
    bit = int(changed[place]).bit_length() - 1
    return Difference(tick, tick * record.header.dt, name, float(recorded[place]), float(computed[place]), bit)


def _entry(channel: Channel, place: int) -> str:
    if not channel.start <= place < channel.stop:
        return ""
    if not channel.shape:
        return channel.name
    return f"{channel.name}[{channel.labels[place - channel.start] if channel.labels else place - channel.start}]"


def complete_rows(record: Record, session: Session) -> Array:
    """Rows of a record as published by the session: poses, which are not recorded, are computed from the coordinates.

    Args:
        record: The record.
        session: Its session, from `reopened`; its state is changed.

    Returns:
        Rows by `session.channels`. Shape (n, size).
    """
    rows = np.zeros((len(record.ticks), session.channels.size))
    columns = _columns(record.channels, session.channels)
    rows[:, columns] = record.rows
    qpos, qvel = session.channels["qpos"].place, session.channels["qvel"].place
    for row in rows:
        pose_row(session, row, qpos, qvel)
    return rows


def pose_row(session: Session, row: Array, qpos: slice, qvel: slice) -> None:
    """Set the world of a session to the coordinates of a row, and fill in the poses of the row."""
    session.data.qpos[:], session.data.qvel[:] = row[qpos], row[qvel]
    mujoco.mj_kinematics(session.model, session.data)
    session.write_poses(row)
