"""The judge of an attempt: checks stages, limits and time.

Its only input is rows and when the task clock stood, so that judging a running session and judging its record give the
same events.
"""

import math

import numpy as np

from pult.core.channels import Channels
from pult.core.document import Text
from pult.core.errors import DocumentError, Fault, UsageError
from pult.core.signals import Array
from pult.exercise.clock import TaskClock
from pult.exercise.compile import Check, Reading, compile_condition
from pult.exercise.document import ExerciseDocument, LimitDocument, conditions
from pult.exercise.operating import Flags
from pult.exercise.things import Moment, find_thing, position_of
from pult.exercise.verdict import Event, EventKind, Reason, Span, Verdict


class _Watch:
    """State of one limit."""

    def __init__(self, limit: LimitDocument, check: Check, dt: float) -> None:
        self.limit = limit
        self.check = check
        self.hold = steps_of(limit.hold, dt)
        self.rearm = steps_of(limit.rearm, dt)
        self.since: int | None = None
        self.broken = False
        self.begin = 0
        self.last = 0

    def feed(self, step: int, now: Moment) -> bool:
        """Process a row; returns whether a new break begins at it."""
        if self.check.holds(now):
            if self.since is None:
                self.since = step
            if self.broken or step - self.since >= self.hold:
                began = not self.broken
                self.begin = step if began else self.begin
                self.broken, self.last = True, step
                return began
        else:
            self.since = None
            if self.broken and step - self.last >= self.rearm:
                self.broken = False
        return False


def steps_of(time: float, dt: float) -> int:
    """Number of control steps that last at least a time, up to rounding."""
    return math.ceil(time / dt - 1e-9)


def _compiled(document: ExerciseDocument, channels: Channels) -> tuple[list[Check], list[Fault]]:
    """Checks of all stages, then of all limits."""
    names = [stage.name for stage in document.stages]
    checks: list[Check] = []
    faults: list[Fault] = []
    for place, condition in conditions(document):
        check, wrong = compile_condition(condition, channels, place, names)
        faults += wrong
        if check is not None:
            checks.append(check)
    return checks, faults


def _effector(document: ExerciseDocument, channels: Channels) -> int | None:
    """First index of the effector's pose in a row; None if the exercise or the rows have none."""
    try:
        return find_thing(channels, document.effector).start if document.effector else None
    except UsageError:
        return None


class Judge:
    """Judges an attempt row by row.

    Stages are passed in order, at most one in a row: a stage is passed at the first row at which its goal has held for
    `hold` seconds. Limits are checked before the goal: if both occur in one row, the limit counts. An attempt is over
    when the last stage is passed, when a limit of severity "fail" is broken, or when its time is up.

    While the task clock stands no stage is passed, and neither the time of the attempt nor that for which a goal has
    held goes on. Limits are watched as ever, in simulated time: what happens in the world happens.
    """

    def __init__(self, document: ExerciseDocument, channels: Channels, dt: float) -> None:
        """Resolve all names.

        Args:
            document: An exercise that has been checked by itself.
            channels: Channels of the rows.
            dt: The control step [s].

        Raises:
            DocumentError: A condition names things or signals that the rows do not have.
        """
        if not (dt > 0.0 and math.isfinite(dt)):
            raise UsageError(f"the control step must be above 0 s, not {dt!r}.")
        self.document = document
        self.channels = channels
        self.dt = dt
        checks, faults = _compiled(document, channels)
        if faults:
            raise DocumentError(document.name or "exercise", faults)
        self._goals = checks[: len(document.stages)]
        self._holds = [steps_of(stage.hold, dt) for stage in document.stages]
        watched = zip(document.limits, checks[len(document.stages) :], strict=True)
        self._watches = [_Watch(limit, check, dt) for limit, check in watched]
        self._effector = _effector(document, channels)
        self._most = steps_of(document.duration, dt)
        self._first: int | None = None
        self._tick = 0
        self._now = Moment(np.zeros(channels.size), np.zeros(channels.size), 0.0)
        self._began = self._now.row
        self._since: int | None = None
        self._stages: list[Span] = []
        self._breaks: list[Span] = []
        self._begin = 0
        self._index = self._passed_at = 0
        self._clock = TaskClock()
        self._reason: Reason = "running"
        self._limit = ""
        self._penalty = 0.0
        self._events: list[Event] = []

    def feed(self, tick: int, row: Array, standing: bool = False) -> list[Event]:
        """Process the next row; returns its events. Rows after the end are ignored.

        Args:
            tick: Control step of the row, increasing. The first row begins the attempt.
            row: The row; it is not kept. Shape (size of the channels,).
            standing: Whether the task clock stands.

        Raises:
            UsageError: A row has the wrong length, or ticks do not increase.
        """
        if self.done:
            return []
        if row.shape != (self.channels.size,):
            raise UsageError(f"a row has {self.channels.size} numbers, not the shape {row.shape}.")
        if self._first is None:
            self._first = tick
            self._now = Moment(row.copy(), row.copy(), 0.0)
            self._began = self._now.row
        elif tick <= self._tick:
            raise UsageError(f"rows come in order: after tick {self._tick} there cannot be {tick}.")
        else:
            elapsed = (tick - self._tick) * self.dt
            self._clock.go_to(tick - self._first, standing)
            lasted = (self._clock.ran - self._passed_at) * self.dt
            self._now = Moment(row.copy(), self._now.row, elapsed, self._index, lasted, self._began)
        self._tick = tick
        fresh = len(self._events)
        self._judge(tick - self._first)
        return self._events[fresh:]

    def _judge(self, step: int) -> None:
        now = self._now
        for watch in self._watches:
            if watch.feed(step, now):
                self._broken(step, watch)
            if watch.broken and watch.last == step:
                self._mark(watch)
        if self.done:
            return
        clock = self._clock
        if self._goals[self._index].holds(now):
            self._since = clock.ran if self._since is None else self._since
            if not clock.standing and clock.ran - self._since >= self._holds[self._index]:
                self._passed(step)
        else:
            self._since = None
        if clock.ran >= self._most and self._reason == "running":
            self._reason = "time"
            self._note("time")

    def _broken(self, step: int, watch: _Watch) -> None:
        limit = watch.limit
        self._breaks.append(Span(limit.name, step, step))
        cost = limit.points if limit.severity == "penalty" else 0.0
        self._penalty += cost
        readings = tuple(watch.check.readings(self._now))
        self._note("limit", limit.name, limit.title, cost, readings)
        if limit.severity == "fail" and not self.done:
            self._reason, self._limit = "limit", limit.name
            self._note("fail", limit.name, limit.title)

    def _mark(self, watch: _Watch) -> None:
        """Extend the present break."""
        for index in range(len(self._breaks) - 1, -1, -1):
            if self._breaks[index].name == watch.limit.name:
                self._breaks[index] = Span(watch.limit.name, watch.begin, watch.last)
                return

    def _passed(self, step: int) -> None:
        stage = self.document.stages[self._index]
        readings = tuple(self._goals[self._index].readings(self._now))
        self._stages.append(Span(stage.name, self._begin, step))
        self._note("stage", stage.name, stage.title, 0.0, readings)
        self._begin, self._passed_at = step, self._clock.ran
        self._since, self._began = None, self._now.row
        self._index += 1
        if self._index == len(self.document.stages):
            self._reason = "success"
            self._note("success")

    def _note(
        self,
        kind: EventKind,
        name: str = "",
        title: Text = "",
        points: float = 0.0,
        readings: tuple[Reading, ...] = (),
    ) -> None:
        place = position_of(self._now.row, self._effector) if self._effector is not None else None
        self._events.append(
            Event(self._tick, self.time, kind, name, title or name, points, readings, self._index, place)
        )

    @property
    def stage(self) -> int:
        """Index of the current stage; the number of stages once all are passed."""
        return self._index

    @property
    def done(self) -> bool:
        """Whether the attempt is over."""
        return self._reason != "running"

    @property
    def success(self) -> bool:
        """Whether all stages are passed."""
        return self._reason == "success"

    @property
    def reason(self) -> Reason:
        """Why the attempt is over: "success", "time", "limit"; or "running"."""
        return self._reason

    @property
    def limit(self) -> str:
        """The limit that ended the attempt; empty if none did."""
        return self._limit

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far."""
        return tuple(self._events)

    @property
    def time(self) -> float:
        """The task clock [s]: simulated time since the attempt began, without the time for which it stood."""
        return self._clock.ran * self.dt

    @property
    def elapsed(self) -> float:
        """Simulated time since the attempt began [s]."""
        return self._clock.step * self.dt

    @property
    def held(self) -> float:
        """How long the current goal has held [s]."""
        return 0.0 if self._since is None else (self._clock.ran - self._since) * self.dt

    @property
    def broken(self) -> tuple[str, ...]:
        """Limits that are broken now."""
        return tuple(watch.limit.name for watch in self._watches if watch.broken)

    @property
    def penalty(self) -> float:
        """Points that breaks have cost."""
        return self._penalty

    def readings(self) -> list[Reading]:
        """Readings of the current goal at the last row, for the operator's task card."""
        if self._first is None or self._index >= len(self._goals):
            return []
        return self._goals[self._index].readings(self._now)

    def verdict(self) -> Verdict:
        """The verdict on the attempt so far."""
        stages = list(self._stages)
        if self._first is not None and self._index < len(self.document.stages):
            stages.append(Span(self.document.stages[self._index].name, self._begin, None))
        return Verdict(
            self.success,
            self._reason,
            self._limit,
            self._clock.step,
            self.time,
            tuple(stages),
            tuple(self._breaks),
            self._penalty,
            tuple(self._events),
            tuple(self._clock.pauses),
        )


def judge_rows(
    document: ExerciseDocument, channels: Channels, rows: Array, dt: float, standing: Flags | None = None
) -> Verdict:
    """Judge a record; rows after the end of the attempt are ignored.

    Args:
        document: An exercise that has been checked by itself.
        channels: Channels of the rows.
        rows: One for each control step. Shape (n, size of the channels).
        dt: The control step [s].
        standing: In which rows the task clock stood; in none if left out. Shape (n,).

    Raises:
        DocumentError: A condition names things or signals that the rows do not have.
    """
    judge = Judge(document, channels, dt)
    for tick, row in enumerate(rows):
        judge.feed(tick, row, standing is not None and bool(standing[tick]))
        if judge.done:
            break
    return judge.verdict()
