"""Streams of a session: data from devices and programs while it runs, such as from a master arm.

A sample is a command, so it is recorded with its tick and replayed bit for bit. The scheme reads the newest sample and
whether data is fresh; invalid samples are rejected with a reason and never reach the scheme.
"""

import math
from collections.abc import Callable, Mapping

import msgspec
import numpy as np

from pult.core.channels import Channels
from pult.core.errors import choose
from pult.core.signals import Array
from pult.panel.streams import FRESH, StreamDocument, stream_channels
from pult.sim.commands import CommandRefused, Feed

DRIFT = 1e-3
"""How much slower the clock of a sender may be than ours [s/s]."""
TELL_AGAIN = 1.0
"""Minimum time between two events about rejected data [s]."""


class StreamState(msgspec.Struct):
    """State of a stream, as plain data for snapshots.

    Attributes:
        values: Values that the scheme reads.
        since: Tick when these were due; -1 if there are none.
        sample: The newest sample that is due; differs from `values` while interpolating between two samples.
        fresh: Whether data is fresh.
        last: The newest sample; differs from `values` while inputs are delayed.
        heard: Tick before which it arrived; -1 if there is none.
        time: Its time stamp [s].
        ahead: Minimum difference so far between our clock and the time stamps [s].
        waiting: Queued samples: the tick when they are due, and their values.
    """

    values: list[float]
    since: float = -1.0
    sample: list[float] = []
    fresh: bool = False
    last: list[float] = []
    heard: int = -1
    time: float = 0.0
    ahead: float = 0.0
    waiting: list[tuple[float, list[float]]] = []


class Streams:
    """The streams of a session.

    Attributes:
        channels: Their signals: NAME and NAME_fresh of each.
        values: The signals, where the loop reads them. Shape (n,).
    """

    def __init__(self, documents: Mapping[str, StreamDocument], dt: float, emit: Callable[..., None]) -> None:
        """Start without data.

        Args:
            documents: The streams by name.
            dt: Control step [s].
            emit: Records an event, see `Session.emit`.
        """
        self._documents, self._dt, self._emit = dict(documents), dt, emit
        self.channels = Channels(stream_channels(self._documents))
        self.values: Array = np.zeros(self.channels.size)
        self._states: dict[str, StreamState] = {}
        self._told: dict[str, int] = {}
        self.reset()

    def reset(self) -> None:
        """Reset to the start: zeros, and no data."""
        self.load({name: StreamState([0.0] * stream.numbers) for name, stream in self._documents.items()})

    # --- data ------------------------------------------------------------------------------------------------------

    def feed(self, sample: Feed, tick: int, delay: int) -> None:
        """Accept a sample.

        Args:
            sample: The sample.
            tick: Control steps done.
            delay: Delay of its arrival [control steps].

        Raises:
            CommandRefused: It is invalid; the message says why, and the scheme does not see it.
        """
        name = sample.stream
        if name not in self._documents:
            raise CommandRefused(f"the session has no stream {name!r}. {choose(name, self._documents)}")
        state, now = self._states[name], tick * self._dt
        # the scheme has seen for at least one step that data is not fresh: after that a jump is allowed
        begins = state.heard < 0 or (not state.waiting and tick - state.since > self._ticks(name) + 1)
        problem = self._problem(self._documents[name], state, sample, now, begins)
        if problem:
            self._complain(name, tick, problem)
            raise CommandRefused(f"{name}: {problem}")
        behind = now - sample.time
        slow = DRIFT * (tick - state.heard) * self._dt
        state.ahead = behind if begins else min(behind, state.ahead + slow)
        state.last, state.heard, state.time = [float(x) for x in sample.values], tick, float(sample.time)
        state.waiting.append((self._due(name, state, tick) + delay, state.last))
        self.arrive(tick)

    def _due(self, name: str, state: StreamState, tick: int) -> float:
        """Tick when the newest sample is due: now, or its time stamp on our clock plus a delay."""
        held = self._documents[name].delay
        if held == 0.0:
            return float(tick)
        latest = state.waiting[-1][0] if state.waiting else state.since
        return max((state.time + state.ahead + held) / self._dt, latest, tick)

    def _problem(self, stream: StreamDocument, state: StreamState, sample: Feed, now: float, begins: bool) -> str:
        """Why a sample is invalid, empty if it is not; after a silence any value and any clock are accepted."""
        count = len(sample.values)
        if count != stream.numbers:
            return f"a sample has {stream.numbers} numbers, not {count}."
        if not all(math.isfinite(x) for x in sample.values) or not math.isfinite(sample.time):
            return "a sample has finite numbers only, and so has its time."
        if begins:
            return ""
        step = sample.time - state.time
        if step <= 0.0:
            return f"time goes back or stands still: {sample.time:.3f} s after {state.time:.3f} s."
        late = now - sample.time - state.ahead
        if late > stream.timeout:
            return f"{late:.2f} s late ({stream.timeout:g} s allowed)."
        if stream.fastest is not None:
            most = stream.fastest * max(step, self._dt)
            for index, (new, old) in enumerate(zip(sample.values, state.last, strict=True)):
                if abs(new - old) > most:
                    label = stream.labels[index] if stream.labels else f"number {index}"
                    unit = "" if stream.unit == "1" else f" {stream.unit}"
                    return (
                        f"too fast: {label} changes by {abs(new - old):.3g}{unit} in {step:.3g} s "
                        f"({stream.fastest:g}{unit}/s allowed)."
                    )
        return ""

    def _complain(self, name: str, tick: int, problem: str) -> None:
        """Report rejected data, but not every sample."""
        if name not in self._told or (tick - self._told[name]) * self._dt >= TELL_AGAIN:
            self._told[name] = tick
            self._emit("stream-refused", f"data of {name} is refused: {problem}", stream=name)

    # --- time ------------------------------------------------------------------------------------------------------

    def _ticks(self, name: str) -> int:
        """Number of control steps for which data is fresh."""
        return int(self._documents[name].timeout / self._dt + 1e-9)

    def arrive(self, tick: int) -> None:
        """Write the values for the next step where the scheme reads them."""
        for name, state in self._states.items():
            while state.waiting and state.waiting[0][0] <= tick:
                state.since, state.sample = state.waiting.pop(0)
                state.values = state.sample
            if state.waiting and self._documents[name].delay > 0.0:
                state.values = self._between(name, state, tick)
            self.values[self.channels[name].place] = state.values
            fresh = state.since >= 0 and tick - state.since <= self._ticks(name)
            if fresh == state.fresh:
                continue
            state.fresh = fresh
            self.values[self.channels[name + FRESH].start] = float(fresh)
            timeout = self._documents[name].timeout
            kind, text = ("stream", "data comes") if fresh else ("stream-lost", f"no data for {timeout:g} s")
            self._emit(kind, f"{name}: {text}", stream=name)

    def _between(self, name: str, state: StreamState, tick: int) -> list[float]:
        """Linear interpolation between the sample that is due and the next, if they belong together."""
        due, values = state.waiting[0]
        if state.since < 0.0 or due - state.since > self._ticks(name):
            return state.values
        share = (tick - state.since) / (due - state.since)
        return [old + share * (new - old) for old, new in zip(state.sample, values, strict=True)]

    def until(self, tick: int, most: int) -> int:
        """Number of steps until something changes by itself, at most `most`."""
        for name, state in self._states.items():
            if state.waiting:
                even = self._documents[name].delay > 0.0
                most = 1 if even else min(most, math.ceil(state.waiting[0][0]) - tick)
            if state.fresh:
                most = min(most, math.floor(state.since) + self._ticks(name) + 1 - tick)
        return most

    def limit_delay(self, latest: int) -> None:
        """Let delayed samples arrive before this tick at the latest, except for the stream's own delay."""
        for name, state in self._states.items():
            last = latest + self._documents[name].delay / self._dt
            state.waiting = [(min(due, last), values) for due, values in state.waiting]

    def discard(self) -> None:
        """Discard delayed samples."""
        for state in self._states.values():
            state.waiting.clear()

    # --- state -----------------------------------------------------------------------------------------------------

    def save(self) -> dict[str, StreamState]:
        """State for a snapshot."""
        return {name: _moved(state, 0) for name, state in self._states.items()}

    def load(self, saved: Mapping[str, StreamState], later: int = 0) -> None:
        """Restore the state from a snapshot, shifted by `later` ticks; streams that it does not have are reset."""
        for name, stream in self._documents.items():
            state = _moved(saved[name], later) if name in saved else StreamState([0.0] * stream.numbers)
            self._states[name] = state
            self.values[self.channels[name].place] = state.values
            self.values[self.channels[name + FRESH].start] = float(state.fresh)
        self._told.clear()

    def problem(self, saved: Mapping[str, StreamState]) -> str:
        """Why saved state does not fit; empty if it does."""
        for name, state in saved.items():
            if name not in self._documents:
                return f"it has a stream {name!r}"
            samples = [state.values, *(values for _, values in state.waiting)]
            samples += [values for values in (state.last, state.sample) if values]
            numbers = self._documents[name].numbers
            if any(len(values) != numbers or not all(map(math.isfinite, values)) for values in samples):
                return f"its stream {name!r} differs"
        return ""

    def take_over(self, other: "Streams", later: int) -> None:
        """Continue with the data of another session, for streams of the same name and declaration."""
        saved = other.save()
        same = [name for name in saved if self._documents.get(name) == other._documents[name]]
        self.load({name: saved[name] for name in same} if self._dt == other._dt else {}, later)


def _moved(state: StreamState, later: int) -> StreamState:
    """A copy, shifted by `later` ticks."""
    return StreamState(
        values=list(state.values),
        since=state.since + later if state.since >= 0 else -1.0,
        sample=list(state.sample),
        fresh=state.fresh,
        last=list(state.last),
        heard=state.heard + later if state.heard >= 0 else -1,
        time=state.time,
        ahead=state.ahead,
        waiting=[(due + later, list(values)) for due, values in state.waiting],
    )
