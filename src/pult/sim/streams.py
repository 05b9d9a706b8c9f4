"""Streams of a session: what devices and programs send while it runs, such as a master arm.

A sample is taken by a command, so it is recorded with its tick and the record runs again bit for bit. The scheme reads
the newest sample and whether data comes; what is wrong is refused with a reason and never reaches the scheme.
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
"""By how much the clock of a sender may be slow against ours, in seconds a second."""
TELL_AGAIN = 1.0
"""Time between two events about refused data [s]."""


class StreamState(msgspec.Struct):
    """What a stream remembers; plain data for snapshots.

    Attributes:
        values: What the scheme reads.
        since: When these were due, in ticks; -1 if there are none.
        sample: The newest sample that is due; not the same as `values` between two samples that are evened out.
        fresh: Whether data comes.
        last: The newest sample; not the same as `values` while inputs are delayed.
        heard: Tick before which it came; -1 if none did.
        time: Its time stamp [s].
        ahead: Least difference so far between our clock and the time stamps [s].
        waiting: Samples that are held back: when they are due, in ticks, and their values.
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

    def __init__(self, documents: Mapping[str, StreamDocument], dt: float, tell: Callable[..., None]) -> None:
        """Begin without data.

        Args:
            documents: The streams by name.
            dt: Control step [s].
            tell: Notes an event, see `Session.tell`.
        """
        self._documents, self._dt, self._tell = dict(documents), dt, tell
        self.channels = Channels(stream_channels(self._documents))
        self.values: Array = np.zeros(self.channels.size)
        self._states: dict[str, StreamState] = {}
        self._told: dict[str, int] = {}
        self.reset()

    def reset(self) -> None:
        """As at the start: zeros, and no data."""
        self.load({name: StreamState([0.0] * stream.numbers) for name, stream in self._documents.items()})

    # --- data ------------------------------------------------------------------------------------------------------

    def feed(self, sample: Feed, tick: int, delay: int) -> None:
        """Take a sample.

        Args:
            sample: The sample.
            tick: Control steps done.
            delay: By how many control steps it arrives late.

        Raises:
            CommandRefused: It is wrong; the message says why, and the robot does not see it.
        """
        name = sample.stream
        if name not in self._documents:
            raise CommandRefused(f"the session has no stream {name!r}. {choose(name, self._documents)}")
        state, now = self._states[name], tick * self._dt
        # the scheme has read for a step at least that no data comes: after that a jump is no surprise
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
        """When the newest sample is due, in ticks: now, or at its own time on our clock and a delay later."""
        held = self._documents[name].delay
        if held == 0.0:
            return float(tick)
        latest = state.waiting[-1][0] if state.waiting else state.since
        return max((state.time + state.ahead + held) / self._dt, latest, tick)

    def _problem(self, stream: StreamDocument, state: StreamState, sample: Feed, now: float, begins: bool) -> str:
        """What is wrong with a sample; after a silence any place and any clock will do."""
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
        """Tell of refused data, but not of every sample."""
        if name not in self._told or (tick - self._told[name]) * self._dt >= TELL_AGAIN:
            self._told[name] = tick
            self._tell("stream-refused", f"data of {name} is refused: {problem}", stream=name)

    # --- time ------------------------------------------------------------------------------------------------------

    def _ticks(self, name: str) -> int:
        """Control steps for which data is fresh."""
        return int(self._documents[name].timeout / self._dt + 1e-9)

    def arrive(self, tick: int) -> None:
        """Put what the scheme reads in the next step where it reads it."""
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
            self._tell(kind, f"{name}: {text}", stream=name)

    def _between(self, name: str, state: StreamState, tick: int) -> list[float]:
        """What lies on the line between the sample that is due and the next, if they belong together."""
        due, values = state.waiting[0]
        if state.since < 0.0 or due - state.since > self._ticks(name):
            return state.values
        share = (tick - state.since) / (due - state.since)
        return [old + share * (new - old) for old, new in zip(state.sample, values, strict=True)]

    def until(self, tick: int, most: int) -> int:
        """Steps until something changes by itself, or the greatest number of them."""
        for name, state in self._states.items():
            if state.waiting:
                even = self._documents[name].delay > 0.0
                most = 1 if even else min(most, math.ceil(state.waiting[0][0]) - tick)
            if state.fresh:
                most = min(most, math.floor(state.since) + self._ticks(name) + 1 - tick)
        return most

    def hurry(self, latest: int) -> None:
        """Delayed samples arrive before this tick at the latest, but for what the stream itself holds back."""
        for name, state in self._states.items():
            last = latest + self._documents[name].delay / self._dt
            state.waiting = [(min(due, last), values) for due, values in state.waiting]

    def lose(self) -> None:
        """What is on its way is lost."""
        for state in self._states.values():
            state.waiting.clear()

    # --- state -----------------------------------------------------------------------------------------------------

    def save(self) -> dict[str, StreamState]:
        """What a snapshot keeps."""
        return {name: _moved(state, 0) for name, state in self._states.items()}

    def load(self, saved: Mapping[str, StreamState], later: int = 0) -> None:
        """Back to what a snapshot kept, so many ticks later; streams that it does not have begin anew."""
        for name, stream in self._documents.items():
            state = _moved(saved[name], later) if name in saved else StreamState([0.0] * stream.numbers)
            self._states[name] = state
            self.values[self.channels[name].place] = state.values
            self.values[self.channels[name + FRESH].start] = float(state.fresh)
        self._told.clear()

    def problem(self, saved: Mapping[str, StreamState]) -> str:
        """Why what a snapshot kept does not fit; empty if it does."""
        for name, state in saved.items():
            if name not in self._documents:
                return f"it has a stream {name!r}"
            samples = [state.values, *(values for _, values in state.waiting)]
            samples += [values for values in (state.last, state.sample) if values]
            numbers = self._documents[name].numbers
            if any(len(values) != numbers or not all(map(math.isfinite, values)) for values in samples):
                return f"its stream {name!r} is another"
        return ""

    def take_over(self, other: "Streams", later: int) -> None:
        """Go on with the data of another session, for streams of the same name and declaration."""
        saved = other.save()
        same = [name for name in saved if self._documents.get(name) == other._documents[name]]
        self.load({name: saved[name] for name in same} if self._dt == other._dt else {}, later)


def _moved(state: StreamState, later: int) -> StreamState:
    """A copy, so many ticks later."""
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
