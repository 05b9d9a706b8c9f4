"""Common interface of recorder and rolling buffer to a session."""

import base64
import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pult.core.errors import UsageError
from pult.record.file.header import Header
from pult.record.file.numbers import text

_OVERHEAD = 200  # approximate size of an item without its data [bytes]


def real_time() -> int:
    """Real time [ns since 1970]."""
    return time.time_ns()


class Rows(NamedTuple):
    """Rows of consecutive ticks, shape (n, size), and when they were taken [ns since 1970]."""

    tick: int
    rows: NDArray[np.float64]
    real: int

    @property
    def weight(self) -> int:
        """Bytes of memory."""
        return self.rows.nbytes + _OVERHEAD


class Message(NamedTuple):
    """A message that is ready to be written, and when it was taken."""

    tick: int
    topic: str
    data: bytes
    real: int

    @property
    def weight(self) -> int:
        """Bytes of memory."""
        return len(self.data) + _OVERHEAD


class State(NamedTuple):
    """A keyframe, and when it was taken."""

    tick: int
    state: bytes
    real: int

    @property
    def weight(self) -> int:
        """Bytes of memory."""
        return len(self.state) + _OVERHEAD

    def encode(self) -> bytes:
        """Its message."""
        digest = hashlib.sha256(self.state).hexdigest()
        return text({"tick": self.tick, "state": base64.b64encode(self.state).decode(), "hash": digest})


Item = Rows | Message | State


class Intake(ABC):
    """Receives the data of a session. Every call copies its data and returns at once."""

    def __init__(self, header: Header) -> None:
        """Prepare for data with the layout of this header."""
        self.header = header

    @abstractmethod
    def take(self, item: Item) -> None:
        """Store an item, taking ownership of it."""

    @abstractmethod
    def close(self, result: Mapping[str, object] | None = None) -> str:
        """Close; returns what went wrong, empty if nothing did."""

    def frames(self, first_tick: int, rows: NDArray[np.float64]) -> None:
        """Record rows of consecutive ticks.

        Args:
            first_tick: Tick of the first row.
            rows: The rows. Shape (n, size of the layout).

        Raises:
            UsageError: The rows do not have the layout of the header.
        """
        copy = np.array(rows, dtype=np.float64, order="C")
        size = self.header.channels.size
        if copy.ndim != 2 or copy.shape[1] != size:
            raise UsageError(f"rows of this record have the shape (n, {size}), not {copy.shape}.")
        if len(copy):
            self.take(Rows(_checked(first_tick), copy, real_time()))

    def input(self, tick: int, name: str, value: object) -> None:
        """Record a panel input applied before the step of this tick."""
        self._say("/inputs", tick, {"name": name, "value": value})

    def command(self, tick: int, command: Mapping[str, object]) -> None:
        """Record a command applied before the step of this tick, as plain JSON data."""
        self._say("/commands", tick, {"command": command})

    def event(self, tick: int, kind: str, text: str, data: Mapping[str, object] | None = None) -> None:
        """Record an event: its kind for programs, a text for people, and plain JSON data."""
        said = {"time": tick * self.header.dt, "kind": kind, "text": text, "data": data or {}}
        self._say("/events", tick, said)

    def keyframe(self, tick: int, state: bytes) -> None:
        """Record the complete state before the step of this tick, with its SHA-256.

        Inputs and commands of the same tick that were recorded before it are part of the state, later ones are not.
        """
        self.take(State(_checked(tick), bytes(state), real_time()))

    def scene(self, entities: Sequence[Mapping[str, object]]) -> None:
        """Record the shapes to draw, once at the beginning; see `scene_from_geoms`."""
        said = text({"deletions": [], "entities": list(entities)})
        self.take(Message(self.header.first_tick, "/scene", said, real_time()))

    def _say(self, topic: str, tick: int, said: Mapping[str, object]) -> None:
        self.take(Message(_checked(tick), topic, text({"tick": tick, **said}), real_time()))


def _checked(tick: int) -> int:
    if tick < 0:
        raise UsageError(f"ticks count from 0; {tick} cannot be recorded.")
    return int(tick)
