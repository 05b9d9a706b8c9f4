"""Contents of a record."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channels
from pult.record.file.header import Header


class Input(NamedTuple):
    """A panel element was set before the step of this tick."""

    tick: int
    name: str
    value: Any


class Command(NamedTuple):
    """Another command was applied before the step of this tick."""

    tick: int
    command: dict[str, Any]


class Event(NamedTuple):
    """Something happened."""

    tick: int
    time: float
    kind: str
    text: str
    data: dict[str, Any]


class Keyframe(NamedTuple):
    """The complete state before the step of this tick, and its SHA-256."""

    tick: int
    state: bytes
    hash: str


@dataclass(frozen=True, eq=False)
class Record:
    """Contents of a record, up to its end or to where it is damaged.

    Attributes:
        path: The file.
        header: The header, with the layout of the session.
        channels: Layout of `rows`, without channels that were not recorded.
        ticks: Tick of each row. Shape (n,).
        real_times: Real time at which each row was recorded [s since 1970]; NaN in records that do not have it.
            Shape (n,).
        rows: All signals. Shape (n, channels.size).
        inputs: Inputs of the panel.
        commands: All commands.
        events: The events.
        keyframes: Complete states.
        scene: Shapes to draw, or none.
        files: Documents of the run.
        result: Outcome of the run, if it was closed with one.
        fingerprint: Versions and machine; see `pult.record.file.fingerprint`.
        started: Date and time of its beginning (ISO 8601), or empty.
        complete: Whether nothing is missing or damaged.
        problem: Why it is not complete, for people.
        hash: SHA-256 over topic, log time and data of all messages that were read.
    """

    path: Path
    header: Header
    channels: Channels
    ticks: NDArray[np.int64]
    real_times: NDArray[np.float64]
    rows: NDArray[np.float64]
    inputs: tuple[Input, ...]
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    keyframes: tuple[Keyframe, ...]
    scene: tuple[dict[str, Any], ...]
    files: Mapping[str, bytes]
    result: dict[str, Any] | None
    fingerprint: Mapping[str, str]
    started: str
    complete: bool
    problem: str
    hash: str

    def signal(self, name: str) -> NDArray[np.float64]:
        """A signal, or an entry of one, over all rows; see `Channels.find`. Shape (n, ...).

        Raises:
            UsageError: There is no such signal; the message lists those that exist.
        """
        channel = self.channels.find(name)
        return self.rows[:, channel.place].reshape(len(self.rows), *channel.shape)

    @property
    def times(self) -> NDArray[np.float64]:
        """Time of each row since the session began [s]. Shape (n,)."""
        return np.multiply(self.ticks, self.header.dt, dtype=np.float64)
