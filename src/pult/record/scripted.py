"""Runs without an exercise: a world under a scheme, whose panel is moved by a script."""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.arguments import number, one_of
from pult.core.channels import Channels
from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.record.recording import start_recording
from pult.sim.commands import Arm
from pult.sim.injection import Injector, TimedCommand, targets_of, timed_commands
from pult.sim.listener import Event, Listener
from pult.sim.open import open_session
from pult.sim.script import read_script
from pult.sim.session import Halted, Session
from pult.sim.setup import Setup

MARGIN = 1.0
"""How long a run goes on after the last row of its script if nothing else is asked for [s]."""


@dataclass(frozen=True, eq=False)
class ScriptedRun:
    """What a run was.

    Attributes:
        channels: Layout of its rows.
        rows: All signals after every control step, the start first. Shape (n, channels.size).
        dt: Control step [s].
        events: What happened.
        hash: SHA-256 of the rows.
        halted: Why the session halted; empty if it did not.
        record: The record's file, if there is one.
        wall: Wall-clock time of the run [s].
    """

    channels: Channels
    rows: Array
    dt: float
    events: tuple[Event, ...]
    hash: str
    halted: str = ""
    record: Path | None = None
    wall: float = field(default=0.0, compare=False)

    @property
    def times(self) -> Array:
        """Time of each row [s]. Shape (n,)."""
        return np.multiply(np.arange(len(self.rows)), self.dt, dtype=np.float64)

    def signal(self, name: str) -> Array:
        """A signal, or an entry of one, over all rows. Shape (n, ...).

        Raises:
            UsageError: There is no such signal; the message lists those that exist.
        """
        channel = self.channels.find(name)
        return self.rows[:, channel.place].reshape(len(self.rows), *channel.shape)


class _Rows(Listener):
    """Keeps all rows."""

    wants_keyframes = False

    def __init__(self) -> None:
        self.rows: list[Array] = []

    def frames(self, first: int, rows: Array) -> None:  # noqa: ARG002 - the loop tells the tick, too
        self.rows.append(rows.copy())


def run_script(
    setup: Setup,
    script: str | Path | Sequence[TimedCommand] = (),
    *,
    duration: float | None = None,
    faults: Sequence[str] = (),
    folder: Path | None = None,
    record: str | Path | None = None,
    overwrite: bool = False,
    plain: bool = False,
) -> ScriptedRun:
    """Run a world under a scheme as fast as the machine allows; a script moves the panel. The robot is armed.

    Args:
        setup: World, scheme and panel, their bindings, start, parameters and seed.
        script: A table of panel inputs over time (`pult.sim.script`), or commands with their times.
        duration: How long [s]; until a second after the last command if left out.
        faults: Faults that are injected; see `pult.sim.fault_notation`.
        folder: Folder in which names of documents are looked for first.
        record: File to record to.
        overwrite: Whether an existing file is replaced.
        plain: Run everything as plain Python.

    Raises:
        PultError: A document is invalid, or the script does not fit the panel.
    """
    session = open_session(one_of("setup", setup, Setup, "a pult.Setup"), folder, plain=plain)
    commands = _commands(session, script)
    seconds = _duration(session, commands, duration)
    timed = sorted([*commands, *timed_commands(faults, targets_of(session), seconds)], key=lambda one: one.time)
    kept, halted, began = _Rows(), "", time.perf_counter()
    recording = start_recording(session, record, overwrite=overwrite, extra={"seed": setup.seed}) if record else None
    session.listen(kept)
    session.apply(Arm())
    try:
        Injector(session, timed).advance(max(1, round(seconds / session.dt)))
    except Halted as halt:
        halted = str(halt)
    finally:
        problem = recording.close({"success": not halted}) if recording is not None else ""
        session.listeners.clear()
    if problem:
        raise UsageError(problem)
    rows = np.concatenate(kept.rows)
    digest = hashlib.sha256(np.ascontiguousarray(rows).tobytes()).hexdigest()
    wall, file = time.perf_counter() - began, Path(record) if record else None
    return ScriptedRun(session.channels, rows, session.dt, tuple(session.events), digest, halted, file, wall)


def _commands(session: Session, script: Any) -> list[TimedCommand]:
    if not isinstance(script, (str, Path)):
        return sorted(script, key=lambda one: one.time)
    if session.panel is None:
        raise UsageError("a script moves a panel; name one, too.")
    return read_script(script, session.panel.panel)


def _duration(session: Session, commands: Sequence[TimedCommand], given: float | None) -> float:
    last = max((command.time for command in commands), default=0.0)
    if given is None:
        return last + MARGIN
    seconds = number("duration", given, session.dt)
    if last >= seconds:
        raise UsageError(f"the run ends after {seconds:g} s, before the last row of the script at {last:g} s.")
    return seconds
