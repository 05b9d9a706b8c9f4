"""The metrics of an attempt, one method each; `Missing` is raised where one cannot be computed."""

import math
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from pult.core.channels import Channel, Channels
from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.exercise import operating
from pult.exercise.clock import running_rows
from pult.exercise.condition import forbids_contact
from pult.exercise.document import ExerciseDocument, MeasureDocument
from pult.exercise.motion import Smoothness, moving_part, path_length, smoothness, velocity, without
from pult.exercise.quantity import compile_quantity
from pult.exercise.things import Moment, find_thing
from pult.exercise.verdict import Verdict

LEAST = 1e-3
"""Straight distance below which a ratio to it is meaningless [m]."""


class Missing(Exception):  # noqa: N818 - a reason, not an error
    """Reason why a metric cannot be computed."""


class AttemptMetrics:
    """The rows of an attempt, up to its end, and intermediate results for several metrics."""

    def __init__(
        self, document: ExerciseDocument, channels: Channels, rows: Array, dt: float, verdict: Verdict
    ) -> None:
        self.document, self.channels, self.dt, self.verdict = document, channels, dt, verdict
        self.rows = rows[: verdict.steps + 1]  # (n, size)
        self.running = running_rows(verdict.pauses, len(self.rows))  # (n,)

    def points(self, name: str) -> Array:
        """Positions of a thing [m]. Shape (n, 3)."""
        try:
            start = find_thing(self.channels, name).start
        except UsageError as error:
            raise Missing(str(error)) from None
        return self.rows[:, start : start + 3]

    @cached_property
    def effector(self) -> Array:
        """Positions of the effector [m]. Shape (n, 3)."""
        if not self.document.effector:
            raise Missing("the exercise names no effector.")
        if len(self.rows) < 2:
            raise Missing("there are fewer than two rows.")
        return self.points(self.document.effector)

    @cached_property
    def smoothness(self) -> Smoothness:
        """Smoothness of the effector, from its first motion to its last, while the task clock ran."""
        moving = moving_part(self.effector, self.dt)
        found = smoothness(without(self.effector[moving], self.running[moving]), self.dt)
        if found is None:
            raise Missing("the effector moved for too short a time.")
        return found

    @cached_property
    def sticks(self) -> list[tuple[Channel, Array]]:
        """Channels of the sticks and their deflections after the first row. Shape of each (n - 1, axes)."""
        names = self.document.scoring.joysticks or [
            channel.name
            for channel in self.channels
            if channel.name.startswith("panel.") and channel.kind == "number" and len(channel.shape) == 1
        ]
        try:
            found = [self.channels.find(name) for name in names]
        except UsageError as error:
            raise Missing(str(error)) from None
        if not found:
            raise Missing("the panel has no stick.")
        if len(self.rows) < 2:
            raise Missing("there are fewer than two rows.")
        return [(channel, self.rows[1:, channel.place]) for channel in found]

    def _stage_of_rows(self) -> Iterator[tuple[int, int, int]]:
        """Index of each stage that was begun, and its first and last row."""
        for index, span in enumerate(self.verdict.stages):
            yield index, span.begin, len(self.rows) - 1 if span.end is None else span.end

    # --- one method for each metric ---

    def stages(self) -> float:
        """Share of the stages passed."""
        return sum(span.end is not None for span in self.verdict.stages) / len(self.document.stages)

    def time(self) -> float:
        """Time that the attempt took by the task clock [s]."""
        return self.verdict.time

    def path(self) -> float:
        """Length of the effector's path [m]."""
        return path_length(self.effector)

    def path_ratio(self) -> float:
        """Path over the sum of straight lines from stage to stage; see `ExerciseDocument.straight`."""
        place = self.effector[0]
        straight = 0.0
        for index, _, last in self._stage_of_rows():
            target = self.document.stages[index].target
            goal = self.effector[last]
            if target and self.document.straight == "targets":
                goal = self.points(target)[last]
            straight += float(np.linalg.norm(goal - place))
            place = goal
        if not straight >= LEAST:
            raise Missing("the effector ended where it began.")
        return self.path() / straight

    def jerk(self) -> float:
        """Log dimensionless jerk of the effector."""
        return self.smoothness.log_jerk

    def rms_jerk(self) -> float:
        """Root mean square of the effector's jerk [m/s^3]."""
        return self.smoothness.rms_jerk

    def collisions(self) -> float:
        """Separate breaks of limits that forbid a contact."""
        forbidden = {limit.name for limit in self.document.limits if forbids_contact(limit.condition)}
        if not forbidden:
            raise Missing("no limit forbids a contact.")
        return float(sum(span.name in forbidden for span in self.verdict.breaks))

    def peak_force(self) -> float:
        """Largest reading of the named force sensors [N]: the norm of a vector of 3, else the largest entry."""
        names = self.document.scoring.forces
        if not names:
            raise Missing("the scoring names no force sensors.")
        peak = 0.0
        for name in names:
            try:
                channel = self.channels.find(name)
            except UsageError as error:
                raise Missing(str(error)) from None
            values = self.rows[:, channel.place]
            sizes = np.linalg.norm(values, axis=1) if channel.shape == (3,) else np.abs(values).max(axis=1)
            peak = max(peak, float(sizes.max()))
        return peak

    def activity(self) -> float:
        """Share of the steps with a stick deflected, while the task clock ran."""
        active = np.any([operating.deflected(stick) for _, stick in self.sticks], axis=0)
        if not self.running[1:].any():
            raise Missing("the task clock stood.")
        return float(active[self.running[1:]].mean())

    def actions(self) -> float:
        """How often a stick left its rest position."""
        return float(sum(operating.rising_edges(operating.deflected(stick)) for _, stick in self.sticks))

    def reversals(self) -> float:
        """How often the direction of an axis of a stick was reversed."""
        return float(sum(operating.reversals(stick, self.dt) for _, stick in self.sticks))

    def wrong_direction(self) -> float:
        """Share of the steps with a stick deflected in which the effector moved away from the stage's target, while the
        task clock ran.
        """
        active = np.concatenate(
            [[False], np.any([operating.deflected(stick) for _, stick in self.sticks], axis=0)]
        )  # (n,)
        active &= self.running
        speeds = velocity(self.effector, self.dt)  # (n, 3)
        wrong = used = 0
        for index, first, last in self._stage_of_rows():
            target = self.document.stages[index].target
            if target:
                part = slice(first + 1, last + 1)
                going_away = operating.moves_away(speeds[part], self.points(target)[part] - self.effector[part])
                wrong += int(np.count_nonzero(active[part] & going_away))
                used += int(np.count_nonzero(active[part]))
        if not used:
            raise Missing("no stick was moved in a stage that has a target.")
        return wrong / used

    def inputs(self) -> float:
        """Separate actions: sticks deflected, buttons and switches put on, other elements changed."""
        channels = [channel for channel in self.channels if channel.name.startswith("panel.")]
        if not channels:
            raise Missing("the rows hold no signals of a panel.")
        sticks = {channel.name for channel, _ in self.sticks} if self._has_sticks() else set()
        count = 0
        for channel in channels:
            values = self.rows[:, channel.place]
            if channel.name in sticks:
                count += operating.rising_edges(operating.deflected(values[1:]))
            elif channel.kind == "boolean" and channel.size == 1:
                count += int(np.count_nonzero(np.diff(values[:, 0]) > 0.0))
            else:
                count += operating.changes(values, self.dt)
        return float(count)

    def _has_sticks(self) -> bool:
        try:
            return bool(self.sticks)
        except Missing:
            return False

    def energy(self) -> float:
        """Energy of the drives: power summed over the steps [J]; the first row is the state before them."""
        if "power" not in self.channels:
            raise Missing("the rows hold no signal 'power'.")
        return float(self.rows[1:, self.channels["power"].start].sum()) * self.dt

    def measure(self, measure: MeasureDocument) -> tuple[float, str]:
        """A metric defined by the exercise, and its unit."""
        scale, faults = compile_quantity(measure.quantity, self.channels)
        if scale is None:
            raise Missing(faults[0].message)
        first, last = 0, len(self.rows) - 1
        if measure.stage:
            names = [span.name for span in self.verdict.stages]
            if measure.stage not in names:
                raise Missing(f"the stage {measure.stage!r} was not begun.")
            _, first, last = list(self._stage_of_rows())[names.index(measure.stage)]
        if last < first:
            raise Missing("there are no rows.")
        rows = [last] if measure.take == "last" else list(range(first, last + 1))
        if measure.take == "mean":  # over time, which is that of the task clock
            rows = [k for k in rows if self.running[k]]
        began = self.rows[first]
        values = [
            scale.measure(Moment(self.rows[k], self.rows[max(k - 1, 0)], self.dt if k else 0.0, began=began))
            for k in rows
        ]
        finite = [value for value in values if math.isfinite(value)]
        if not finite:
            raise Missing("it was never a number.")
        taken = {
            "last": finite[-1],
            "largest": max(finite),
            "smallest": min(finite),
            "mean": math.fsum(finite) / len(finite),
        }
        return taken[measure.take], scale.unit
